"""What the vault knows by name is fed to masking, follows every change, and leaves organisations alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from assistant.known_names import VaultNames
from assistant.session import Session
from vault.privacy import KnownNames
from vault.records import State


@pytest.fixture
def names(session: Session) -> Iterator[VaultNames]:
    known = VaultNames(session.vault)
    yield known
    known.close()


def tell(session: Session, *texts: str) -> None:
    async def talk() -> None:
        for text in texts:
            await session.reply(text)

    asyncio.run(talk())


@pytest.mark.parametrize("mode", ["ask", "auto"])
def test_persons_places_and_addresses_are_known_in_both_languages(
    session: Session, names: VaultNames, mode: str
) -> None:
    session.vault.settings.set("memory.mode", mode)
    tell(
        session,
        "My name is Ada Quill",
        "My sister is called Anna Berg",
        "My colleague Dan is allergic to nuts",
        "I live in Oslo",
        "我姐姐叫王小芳",
        "张伟的电话是13800138000",
        "我老家在成都",
    )
    known = names()
    assert {"Ada Quill", "Quill", "Anna Berg", "Anna", "Dan", "王小芳", "小芳", "张伟"} <= set(known.persons)
    assert set(known.places) == {"Oslo", "成都"}


def test_an_organisation_is_masked_on_the_users_word_alone(session: Session, names: VaultNames) -> None:
    tell(session, "I work at Northwind Labs", "我在华为工作")
    assert names() == KnownNames()


def test_names_follow_what_is_learnt_rejected_and_deleted(session: Session, names: VaultNames) -> None:
    assert names() == KnownNames()
    tell(session, "My sister is called Anna Berg")
    assert "Anna" in names().persons
    same = names()
    [memory] = session.vault.memories.list()
    session.vault.memories.record_use([memory.id], session.vault.clock())
    assert names() is same
    session.vault.memories.forget([memory.id])
    assert names() == KnownNames()
    session.vault.settings.set("memory.mode", "ask")
    tell(session, "My brother is called Carl Berg")
    [proposal] = session.vault.memories.list(State.PROPOSED)
    assert "Carl" in names().persons
    session.vault.memories.reject(proposal.id)
    assert names() == KnownNames()
