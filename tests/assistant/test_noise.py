"""What makes no memory: small talk, tool output, text of the system, and what was recalled and lies in the context."""

from __future__ import annotations

import pytest

from assistant.extraction.foreign import own_part
from assistant.session import Session
from tests.bench.memory_life import SYSTEM_TEXT, TOLD, TOOL_OUTPUT, Clock, echo, ninety_days, noise
from vault import Vault


def test_two_hundred_turns_of_noise_make_at_most_two_memories(session: Session) -> None:
    claims = noise(session)
    assert len(claims) <= 2, claims


def test_what_was_recalled_makes_nothing_in_twenty_turns(session: Session) -> None:
    known, after = echo(session)
    assert known == len(TOLD)
    assert after == known


def test_ninety_days_lose_nothing(vault: Vault) -> None:
    assert ninety_days(vault, Clock(vault.clock())) == ([], [])


@pytest.mark.parametrize(
    "text",
    [
        *TOOL_OUTPUT,
        *SYSTEM_TEXT,
        "[tool] weight: 70 kg",
        "$ whoami\nI live in Oslo",
        "2026-03-02T09:00:00Z INFO started",
    ],
)
def test_text_of_programs_and_systems_is_not_the_users(text: str) -> None:
    assert own_part(text) == ""
    assert own_part(f"I like oysters.\n{text}") == "I like oysters.\n"


@pytest.mark.parametrize(
    "text", ["The system: I like it.", "我的系统：Debian", "My tools: saw, file", "Info on me: I'm 34."]
)
def test_talk_of_systems_is_the_users(text: str) -> None:
    assert own_part(text) == text
