"""A few kills and failing system calls; `make crash` does hundreds."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.crash import streaming
from tests.crash.kills import Fault, Secrets, Tally, inject, kill_loop
from tests.crash.operations import FROZEN, FROZEN_CODE, texts_of
from tests.fixtures import PASSPHRASE
from tests.vault.frozen.freeze import PASSPHRASE as FROZEN_PASSPHRASE
from vault import open_vault

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="process groups and /proc")
needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


@pytest.fixture
def aside(tmp_path: Path) -> Path:
    (tmp_path / "aside").mkdir()
    return tmp_path / "aside"


@linux_only
def test_a_few_kills_lose_nothing_that_was_acknowledged(
    vault_folder: Path, aside: Path, recovery_code: str
) -> None:
    tally = Tally()
    kill_loop(vault_folder, aside, Secrets(recovery_code, PASSPHRASE), 4, tally)
    assert (tally.survived, tally.lost) == (tally.kills, 0)
    assert tally.acknowledged >= 4
    assert tally.scanned.files > 20
    assert tally.scanned.descriptors > 4


@linux_only
def test_a_reply_that_a_kill_cuts_off_is_kept_as_far_as_it_was_saved(
    vault_folder: Path, recovery_code: str
) -> None:
    """Row L101 of the reports: a crash while a reply streamed took all chats along. `make crash` kills fifty times."""
    tally = Tally()
    streaming.kill_loop(vault_folder, Secrets(recovery_code, PASSPHRASE), 3, tally, seed=1)
    assert (tally.kills, tally.survived, tally.acknowledged, tally.lost) == (3, 3, 3, 0)


@linux_only
@needs_strace
@pytest.mark.parametrize(
    "fault",
    [
        Fault("pwrite64", 3, "ENOSPC"), Fault("pwrite64", 40), Fault("fsync", 4), Fault("pread64", 3),
        Fault("pread64", 60), Fault("read,pread64", 5, lasts=True), Fault("pwrite64", 30, "ENOSPC", lasts=True),
    ],
    ids=lambda fault: f"{fault.call}-{fault.k}-{fault.error}",
)  # fmt: skip
def test_a_failing_call_of_the_driver_loses_nothing_and_is_called_what_it_is(
    vault_folder: Path, aside: Path, recovery_code: str, fault: Fault
) -> None:
    tally = Tally()
    assert inject(vault_folder, aside, Secrets(recovery_code, PASSPHRASE), fault, tally)
    assert tally.lost == 0


@linux_only
@needs_strace
@pytest.mark.parametrize(
    "fault",
    [Fault("pwrite64", 60), Fault("pwrite64", 90, "ENOSPC", lasts=True), Fault("fsync", 3), Fault("pread64", 40)],
    ids=lambda fault: f"{fault.call}-{fault.k}-{fault.error}",
)  # fmt: skip
def test_a_failing_call_during_a_migration_leaves_the_vault_of_before_or_after(
    tmp_path: Path, aside: Path, fault: Fault
) -> None:
    folder = Path(shutil.copytree(FROZEN / "vault", tmp_path / "old"))
    assert inject(folder, aside, Secrets(FROZEN_CODE, FROZEN_PASSPHRASE), fault, Tally())
    with open_vault(folder, recovery_code=FROZEN_CODE) as vault:
        assert texts_of(vault)[:1] == ["Three hives, noted."]
