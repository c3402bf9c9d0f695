"""A real vault with a real session around it, without the encoder unless a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.session import Session
from vault import FLOOR_COST, Secret, create_vault

PASSPHRASE = "a passphrase for tests only"
ZONE = "Asia/Shanghai"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A session over a new vault that keeps what the user says; recall works by words."""
    vault, _ = create_vault(tmp_path / "vault", Secret(PASSPHRASE), cost=FLOOR_COST)
    vault.settings.set("memory.mode", "auto")
    with Session.over(vault, zone=ZONE) as session:
        yield session
