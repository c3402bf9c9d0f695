"""When a backup is due, and which of the earlier ones are kept.

Runs only while the vault is open and asks for nothing: the slots that open a backup are copied as they are. Only files
that the schedule itself named and that belong to this vault are ever removed, and only after a new one has verified.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vault.backup import BackupReport, default_name, make_backup, note_failure
from vault.backup_format import SUFFIX, read_backup
from vault.backup_record import BackupRecord, read_record
from vault.errors import BackupDamaged, BackupRefused, DiskFailed, NewerFormat
from vault.progress import Cancelled

if TYPE_CHECKING:
    from vault.vault import Vault

_RETRY: Final = timedelta(hours=1)
_NAME: Final = re.compile(r"keepsake-([0-9a-f]{8})-(\d{8}-\d{6})Z" + re.escape(SUFFIX))


@dataclass(frozen=True, slots=True)
class Retention:
    """How many backups are kept: the newest of each of the last days, weeks (ISO) and months that have any."""

    daily: int = 7
    weekly: int = 4
    monthly: int = 6


def due(record: BackupRecord, now: datetime) -> bool:
    """Whether a scheduled backup should be made: none was verified today (UTC), and none failed within the hour.

    A clock that was set back makes one due rather than none.
    """
    if record.failed_utc is not None and timedelta() <= now - record.failed_utc < _RETRY:
        return False
    last = record.verified_utc
    return last is None or last.date() != now.astimezone(UTC).date()


def kept_times(times: Iterable[datetime], retention: Retention) -> set[datetime]:
    """Those of the backups that stay; the newest always does. n log n in their number."""
    newest_first = sorted(times, reverse=True)
    rules: tuple[tuple[int, Callable[[datetime], tuple[int, ...]]], ...] = (
        (retention.daily, lambda at: (at.year, at.month, at.day)),
        (retention.weekly, lambda at: tuple(at.isocalendar()[:2])),
        (retention.monthly, lambda at: (at.year, at.month)),
    )
    kept = set(newest_first[:1])
    for number, period in rules:
        periods: dict[tuple[int, ...], datetime] = {}
        for at in newest_first:
            periods.setdefault(period(at), at)
        kept.update(list(periods.values())[:number])
    return kept


def scheduled_backups(
    folder: Path, vault_id: str, *, but: Container[Path] = frozenset()
) -> dict[datetime, Path]:
    """The backups of this vault that the schedule made in `folder`, by their time, without those of `but`.

    Those that are damaged, or that the disk does not give, are not among them.
    """
    found = {}
    for path in folder.iterdir() if folder.is_dir() else ():
        match = _NAME.fullmatch(path.name)
        if match is None or path in but or not path.is_file() or match[1] != vault_id[:8]:
            continue
        try:
            is_own = read_backup(path).manifest.vault_id.hex() == vault_id
        except (BackupDamaged, DiskFailed, NewerFormat):
            continue
        if is_own:
            found[datetime.strptime(match[2], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)] = path
    return found


def run_due_backup(vault: Vault, *, cancelled: Cancelled | None = None) -> BackupReport | None:
    """Make the scheduled backup where a folder is set and one is due, then remove those no longer kept. Any thread.

    Raises:
        BackupRefused, BackupFailed, DatabaseDamaged, DiskFull: as `make_backup`; the failure is noted in the vault's
            record, and it is tried again after an hour.
    """
    if not vault.settings.text("backup.folder") or not due(read_record(vault.path), vault.clock()):
        return None
    return scheduled_backup(vault, cancelled=cancelled)


def scheduled_backup(vault: Vault, *, cancelled: Cancelled | None = None) -> BackupReport:
    """Make a backup in the set folder now, due or not, and remove those no longer kept.

    Raises:
        BackupRefused: no folder is set (`no_folder`), or as `make_backup`, like everything else.
    """
    named = vault.settings.text("backup.folder")
    if not named:
        raise BackupRefused(reason="no_folder")
    folder = Path(named).expanduser()
    target = folder / default_name(vault.vault_id, vault.clock())
    try:
        report = make_backup(vault, target, actor="system", cancelled=cancelled)
    except BackupRefused as error:  # nobody is there to be told: the folder has gone, or is the vault's own
        note_failure(vault, error, "system")
        raise
    if not report.was_cancelled:
        prune(vault, folder)
    return report


def prune(vault: Vault, folder: Path) -> list[Path]:
    """Remove the scheduled backups that the retention no longer keeps, and give the names of those that are gone.

    One that cannot be removed stays and is tried again after the next backup; an entry of the audit says how many.
    """
    settings = vault.settings
    retention = Retention(*(settings.number(f"backup.{name}") for name in ("daily", "weekly", "monthly")))
    found = scheduled_backups(folder, vault.vault_id)
    doomed = [found[at] for at in sorted(found.keys() - kept_times(found, retention))]
    gone = [path for path in doomed if _is_removed(path)]
    if doomed:
        stuck = len(doomed) - len(gone)
        reason = f"{len(gone)} of {len(found)}" + (f", {stuck} could not be removed" if stuck else "")
        vault.db.write(
            lambda conn: vault.audit.append(
                conn, "system", "backup.prune", "vault", vault.vault_id, reason=reason
            )
        )
    return gone


def _is_removed(path: Path) -> bool:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True
