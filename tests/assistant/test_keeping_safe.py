"""An identity number is kept only where the user asks for it, and then sealed."""

from __future__ import annotations

import asyncio

import pytest

from assistant.keeping_safe import asks_to_keep
from assistant.session import Session
from tests.assistant.conftest import PASSPHRASE
from vault import Secret
from vault.records import Sensitivity

ID_NUMBER = "11010519491231002X"


@pytest.mark.parametrize(
    "text",
    [
        "Keep my ID number safe",
        "remember my passport number",
        "Please store it",
        "记住我的身份证号",
        "帮我把证件号收好",
    ],
)
def test_words_that_ask(text: str) -> None:
    assert asks_to_keep(text)


@pytest.mark.parametrize(
    "text",
    [
        "My ID number is",
        "Don't keep this number",
        "please never store it",
        "不要保存我的证件号",
        "别把身份证号记下来",
        "我的身份证号是",
    ],
)
def test_words_that_do_not(text: str) -> None:
    assert not asks_to_keep(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [(f"Please keep my ID number safe: {ID_NUMBER}", "en"), (f"请帮我保管好身份证号 {ID_NUMBER}", "zh")],
)
def test_a_number_that_is_to_be_kept_is_sealed(session: Session, text: str, language: str) -> None:
    reply = asyncio.run(session.reply(text))
    [memory] = [m for m in session.vault.memories.list() if m.sensitivity is Sensitivity.SEALED]
    assert memory.claim == "***"
    told = session.vault.memories.sealing.reveal(memory.id, Secret(PASSPHRASE))
    assert told.value == ID_NUMBER
    assert told.claim.endswith(ID_NUMBER)
    assert any(("sealed" if language == "en" else "密封") in note for note in reply.notes)
    turns = session.vault.conversations.turns(reply.conversation)
    assert not any(ID_NUMBER in turn.text for turn in turns)


@pytest.mark.parametrize("text", [f"My ID number is {ID_NUMBER}", f"不要保存我的身份证号 {ID_NUMBER}"])
def test_without_the_word_it_is_kept_nowhere(session: Session, text: str) -> None:
    reply = asyncio.run(session.reply(text))
    assert not [m for m in session.vault.memories.list() if m.sensitivity is Sensitivity.SEALED]
    assert not any(ID_NUMBER in turn.text for turn in session.vault.conversations.turns(reply.conversation))


def test_not_in_a_temporary_chat_and_not_with_memory_off(session: Session) -> None:
    asyncio.run(session.reply(f"Keep my ID number safe: {ID_NUMBER}", temporary=True))
    session.vault.settings.set("memory.mode", "off")
    asyncio.run(session.reply(f"Keep my ID number safe: {ID_NUMBER}"))
    assert session.vault.memories.list(None) == []
