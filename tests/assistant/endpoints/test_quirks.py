"""Every quirk through a whole turn over real sockets: what is seen, what is stored, what was sent how often."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.session import Session
from tests.assistant.endpoints.quirk import Quirk, play
from tests.assistant.endpoints.quirks import all_quirks
from vault import FLOOR_COST, Secret, create_vault

QUIRKS = all_quirks()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """One session for all of them: each has a conversation of its own."""
    place: Path = tmp_path_factory.mktemp("quirks") / "vault"
    vault, _ = create_vault(place, Secret("a passphrase for tests only"), cost=FLOOR_COST)
    with Session.over(vault, zone="Europe/Oslo") as session:
        yield session


def test_every_quirk_has_a_name_of_its_own() -> None:
    assert len({quirk.id for quirk in QUIRKS}) == len(QUIRKS)


@pytest.mark.parametrize("quirk", QUIRKS, ids=[quirk.id for quirk in QUIRKS])
def test_a_quirk_is_survived(shared: Session, quirk: Quirk) -> None:
    assert asyncio.run(play(shared, quirk)) == []
