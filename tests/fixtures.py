"""Fixtures that several parts share: a fresh open vault, its passphrase and a clock that tests set.

A vault costs a key derivation; it is made once per run and copied, so each test still opens a real one of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from vault import FLOOR_COST, Secret, Vault, create_vault
from vault.header import Header
from vault.lock import VaultLock
from vault.opening import open_with_data_key

PASSPHRASE = "correct horse 电池 staple"
START_UTC = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class SetClock:
    """A clock that stands still until it is told otherwise."""

    def __init__(self, now: datetime = START_UTC) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **parts: float) -> datetime:
        """Move on by `timedelta(**parts)` and give the new time."""
        self.now += timedelta(**parts)
        return self.now


@dataclass(frozen=True)
class VaultTemplate:
    """A closed vault on the disk, and what opens a copy of it without deriving a key again."""

    folder: Path
    recovery_code: str
    header: Header
    data_key: Secret

    def copy_to(self, path: Path) -> Path:
        shutil.copytree(self.folder, path)
        path.chmod(0o700)
        return path

    def open_copy(self, path: Path, clock: SetClock) -> Vault:
        """Open the copy at `path` by the second half of the opening, without the key derivation."""
        return open_with_data_key(path, self.header, self.data_key, lock=VaultLock(path), clock=clock)


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def passphrase() -> Secret:
    return Secret(PASSPHRASE)


@pytest.fixture(scope="session")
def vault_template(tmp_path_factory: pytest.TempPathFactory) -> VaultTemplate:
    folder = tmp_path_factory.mktemp("template") / "vault"
    vault, code = create_vault(folder, Secret(PASSPHRASE), clock=SetClock(), cost=FLOOR_COST)
    header, data_key = vault.slots.header, vault.slots._data_key
    vault.close()
    return VaultTemplate(folder, code, header, data_key)


@pytest.fixture
def recovery_code(vault_template: VaultTemplate) -> str:
    """Opens the same vaults as `passphrase`, without its quarter of a second."""
    return vault_template.recovery_code


@pytest.fixture
def vault_folder(vault_template: VaultTemplate, tmp_path: Path) -> Path:
    """A closed vault of this test's own, which `passphrase` opens."""
    return vault_template.copy_to(tmp_path / "vault")


@pytest.fixture
def vault(vault_template: VaultTemplate, vault_folder: Path, clock: SetClock) -> Iterator[Vault]:
    """An open vault of this test's own, at `vault.path`; the passphrase opens it again after `close`."""
    opened = vault_template.open_copy(vault_folder, clock)
    yield opened
    opened.close()
