"""When a backup is due, which are kept, and that only files of the schedule's own are ever removed."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fixtures import START_UTC, SetClock
from vault import Vault, inspect_vault
from vault.backup import default_name, make_backup
from vault.backup_record import BackupRecord
from vault.backup_schedule import (
    Retention,
    due,
    kept_times,
    prune,
    run_due_backup,
    scheduled_backup,
    scheduled_backups,
)
from vault.codec import to_us
from vault.errors import BackupRefused

NIGHT = datetime(2026, 3, 31, 2, 0, tzinfo=UTC)


def test_one_is_due_each_day_and_an_hour_after_a_failure() -> None:
    verified = to_us(START_UTC)
    assert due(BackupRecord(), START_UTC)
    assert not due(BackupRecord("b", verified), START_UTC + timedelta(hours=5))
    assert due(BackupRecord("b", verified), START_UTC + timedelta(days=1))
    assert due(BackupRecord("b", verified), START_UTC - timedelta(days=40))  # the clock was wrong
    failed = BackupRecord("", 0, 3, verified, "disk_full")
    assert not due(failed, START_UTC + timedelta(minutes=59))
    assert due(failed, START_UTC + timedelta(minutes=60))
    assert due(failed, START_UTC - timedelta(days=1))


def test_a_year_of_nightly_backups_leaves_days_weeks_and_months() -> None:
    kept = kept_times((NIGHT - timedelta(days=day) for day in range(365)), Retention())
    assert {NIGHT - timedelta(days=day) for day in range(7)} <= kept
    assert {f"{at:%Y-%m}" for at in kept} == {
        "2025-10",
        "2025-11",
        "2025-12",
        "2026-01",
        "2026-02",
        "2026-03",
    }
    assert len(kept) == 7 + 2 + 5  # two of the four weeks and one of the six months are among the days


@given(
    st.lists(st.integers(0, 60 * 24 * 800), unique=True, max_size=60),
    st.integers(1, 9), st.integers(0, 6), st.integers(0, 8),
)  # fmt: skip
def test_the_newest_stays_and_the_number_is_bounded(
    minutes: list[int], daily: int, weekly: int, monthly: int
) -> None:
    times = [NIGHT - timedelta(minutes=minute) for minute in minutes]
    kept = kept_times(times, Retention(daily, weekly, monthly))
    assert kept <= set(times)
    assert len(kept) <= daily + weekly + monthly
    assert not times or max(times) in kept
    # Pruning what was pruned removes nothing more.
    assert kept_times(kept, Retention(daily, weekly, monthly)) == kept


@pytest.fixture
def folder(vault: Vault, tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    vault.settings.set("backup.folder", str(folder))
    return folder


def test_the_schedule_makes_one_a_day_and_asks_for_nothing(
    vault: Vault, folder: Path, clock: SetClock
) -> None:
    assert run_due_backup(vault) is not None
    assert run_due_backup(vault) is None
    clock.advance(days=1)
    report = run_due_backup(vault)
    assert report is not None
    assert list(scheduled_backups(folder, vault.vault_id)) != []
    assert len(list(folder.iterdir())) == 2
    assert inspect_vault(vault.path).backups.verified_utc == clock()
    assert vault.audit.entries(1)[0].actor == "system"


def test_without_a_folder_nothing_is_scheduled(vault: Vault) -> None:
    assert run_due_backup(vault) is None
    with pytest.raises(BackupRefused):
        scheduled_backup(vault)


def test_a_folder_that_has_gone_is_seen(vault: Vault, folder: Path, clock: SetClock) -> None:
    folder.rmdir()
    with pytest.raises(BackupRefused):
        run_due_backup(vault)
    record = inspect_vault(vault.path).backups
    assert (record.failures, record.failed_code, record.failed_utc) == (1, "backup_refused", clock())
    assert run_due_backup(vault) is None  # not again at once
    folder.mkdir()
    clock.advance(hours=1)
    assert run_due_backup(vault) is not None
    assert inspect_vault(vault.path).backups.failures == 0


def test_only_what_the_schedule_made_for_this_vault_is_removed(
    vault: Vault, folder: Path, clock: SetClock
) -> None:
    vault.settings.set("backup.daily", 1)
    vault.settings.set("backup.weekly", 0)
    vault.settings.set("backup.monthly", 0)
    first = scheduled_backup(vault).path
    own = make_backup(vault, folder / "before the journey.keepsake-backup").path
    foreign = folder / default_name(vault.vault_id, clock() - timedelta(days=400))
    foreign.write_bytes(b"no backup at all")
    other = folder / default_name("f" * 32, clock() - timedelta(days=400))
    other.write_bytes(first.read_bytes())
    clock.advance(days=1)
    newest = scheduled_backup(vault).path
    assert {entry for entry in folder.iterdir()} == {own, foreign, other, newest}
    assert vault.audit.entries(1)[0].action == "backup.prune"
    assert prune(vault, folder) == []


def test_an_old_backup_that_cannot_be_removed_fails_nothing(
    vault: Vault, folder: Path, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rule, number in (("daily", 1), ("weekly", 0), ("monthly", 0)):
        vault.settings.set(f"backup.{rule}", number)
    first = scheduled_backup(vault).path
    clock.advance(days=1)
    stuck = PermissionError(errno.EACCES, "held by another program")

    def unlink(path: Path, *, missing_ok: bool = False) -> None:
        if path == first:
            raise stuck
        if path.exists():
            os.unlink(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", unlink)
        second = scheduled_backup(vault).path
    assert first.exists()
    assert vault.audit.entries(1)[0].reason == "0 of 2, 1 could not be removed"
    assert inspect_vault(vault.path).backups.failures == 0  # the new one is there and verified
    assert prune(vault, folder) == [first]  # the next time
    assert [*folder.iterdir()] == [second]
