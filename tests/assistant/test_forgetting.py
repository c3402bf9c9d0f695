"""Which memories a request to forget means, over memories that a real vault holds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.extraction import extract
from assistant.forgetting import matching
from tests.vault.telling import tell
from vault import FLOOR_COST, Secret, Vault, create_vault
from vault.records import Memory, MemoryMode, Role

AT = datetime(2026, 5, 13, 8, 0, tzinfo=UTC)
SAID = (
    "My phone number is 0161 496 0123.",
    "My office is on the second floor.",
    "I play chess on Mondays.",
    "I play squash on Wednesdays.",
    "My flatmate is Tom Ashby.",
    "Tom Ashby is allergic to cats.",
    "My landlord is Mrs Quill.",
    "我每天早上六点起床。",
    "我在学跳伞。",
)


@pytest.fixture
def memories(tmp_path: Path) -> Iterator[list[Memory]]:
    vault: Vault
    vault, _ = create_vault(
        tmp_path / "v", Secret(b"a quiet harbour 5512"), clock=lambda: AT, cost=FLOOR_COST
    )
    with vault:
        conversation = vault.conversations.create()
        for text in SAID:
            said = vault.conversations.add_turn(conversation.id, Role.USER, text, at=AT, zone="Europe/London")
            vault.memories.apply(extract(said), mode=MemoryMode.AUTO, actor="user", at=AT)
        yield vault.memories.list()


@pytest.mark.parametrize(
    ("argument", "claims"),
    [
        ("my phone number", ["My phone number is 0161 496 0123"]),
        ("我的电话号码", ["My phone number is 0161 496 0123"]),
        ("I play squash", ["I play squash on Wednesdays"]),
        ("my landlord", ["My landlord is Mrs Quill"]),
        ("我在学跳伞", ["我在学跳伞"]),
        ("my boat", []),
        ("我的帆船", []),
    ],
)
def test_words_and_attributes_find_what_is_meant(
    memories: list[Memory], argument: str, claims: list[str]
) -> None:
    assert [memory.claim for memory in matching(argument, memories)] == claims


def test_everything_about_a_person_is_all_that_names_them(memories: list[Memory]) -> None:
    found = matching("Tom Ashby", memories, is_everything=True)
    assert sorted(memory.claim for memory in found) == [
        "My flatmate is Tom Ashby",
        "Tom Ashby is allergic to cats",
    ]


def test_everything_about_me_is_everything(memories: list[Memory]) -> None:
    assert len(matching("me", memories, is_everything=True)) == len(memories) == len(SAID)


def test_a_field_of_life_is_found_by_what_belongs_to_it(vault: Vault) -> None:
    engaged = tell(vault, "I was engaged to Rupert Vane until last autumn", "event", "engaged").memory
    tell(vault, "I keep a narrowboat at Foxton", "owns", "narrowboat")
    asthma = tell(vault, "我有哮喘", "condition", "哮喘").memory
    held = vault.memories.list()
    assert matching("my love life", held) == [engaged]
    assert matching("我的健康状况", held) == [asthma]
    assert matching("my taste in wine", held) == []


def test_the_kind_of_a_value_need_not_stand_in_the_memory(vault: Vault) -> None:
    landline = tell(vault, "My landline is 0161 496 0456", "phone:landline", "0161 496 0456").memory
    assert matching("my landline number", vault.memories.list()) == [landline]
