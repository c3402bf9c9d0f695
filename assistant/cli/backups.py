"""`keepsake backup` and `keepsake restore`: out of the vault under its own secrets, and back into a place."""

from __future__ import annotations

import time
from datetime import datetime

from assistant.cli.context import Context
from assistant.cli.passphrases import read_secret
from vault.backup import BackupReport, make_backup
from vault.backup_record import BackupRecord, read_record
from vault.backup_schedule import due, scheduled_backup
from vault.restore import RestoreReport, restore_backup

_TELL_S = 1.0


def backup(context: Context) -> int:
    """Write a backup to the named place, or to the folder of the scheduled ones."""
    options = context.options
    with context.session(with_encoder=False) as session:
        vault = session.vault
        if options.if_due and not due(read_record(vault.path), vault.clock()):
            context.output.result({"made": False, "reason": "not_due"}, context.say("backup.not_due"))
            return 0
        if options.target is None:
            report = scheduled_backup(vault, cancelled=context.cancelled.is_set)
        else:
            report = make_backup(
                vault,
                context.path(options.target),
                progress=ProgressLines(context),
                cancelled=context.cancelled.is_set,
            )
    context.output.result(_data(report), _text(context, report))
    return 0


def restore(context: Context) -> int:
    """Make the vault anew from a backup; one that is there is replaced only when asked, and kept."""
    options = context.options
    code = read_secret(options.recovery_code_file, options.recovery_code_fd)
    report = restore_backup(
        context.path(options.source),
        context.path(options.target),
        passphrase=context.passphrase() if code is None else None,
        recovery_code=None if code is None else code.reveal().decode("utf-8", "replace"),
        replace=options.replace,
        progress=ProgressLines(context),
        cancelled=context.cancelled.is_set,
    )
    context.output.result(restored_data(report), "\n".join(restored_lines(context, report)))
    return 0


def restored_data(report: RestoreReport) -> dict[str, object]:
    """What a restore did, as an object of JSON."""
    return {
        "path": str(report.path), "created": report.created_utc.isoformat(), "audit_entries": report.entries,
        "rows": report.rows, "kept": str(report.kept) if report.kept is not None else None,
        "restored": not report.was_cancelled,
    }  # fmt: skip


def restored_lines(context: Context, report: RestoreReport) -> list[str]:
    """The same for people."""
    if report.was_cancelled:
        return [context.say("backup.restore_cancelled")]
    at = report.created_utc.isoformat()
    lines = [context.say("backup.restored", path=str(report.path), at=at, rows=report.rows)]
    if report.kept is not None:
        lines.append(context.say("backup.kept", path=str(report.kept)))
    return lines


def record_data(record: BackupRecord) -> dict[str, object]:
    """What is known of a vault's backups without opening it, as an object of JSON."""
    return {
        "last_verified": _time(record.verified_utc),
        "path": record.path or None,
        "failures": record.failures,
        "last_failed": _time(record.failed_utc),
        "failed_code": record.failed_code or None,
    }


def backup_lines(context: Context, record: BackupRecord) -> list[str]:
    """The same for people."""
    at = _time(record.verified_utc)
    lines = [
        context.say("backup.none") if at is None else context.say("backup.last", at=at, path=record.path)
    ]
    if record.failures:
        lines.append(
            context.say(
                "backup.failed",
                count=record.failures,
                at=_time(record.failed_utc) or "",
                code=record.failed_code,
            )
        )
    return lines


def _data(report: BackupReport) -> dict[str, object]:
    return {
        "made": not report.was_cancelled, "path": str(report.path), "created": report.created_utc.isoformat(),
        "size_bytes": report.size_bytes, "audit_entries": report.entries, "rows": report.rows,
        "verified": not report.was_cancelled,
    }  # fmt: skip


def _text(context: Context, report: BackupReport) -> str:
    if report.was_cancelled:
        return context.say("backup.cancelled")
    return context.say("backup.done", path=str(report.path), size=report.size_bytes, rows=report.rows)


def _time(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None


class ProgressLines:
    """Progress on standard error, at most once a second, and at the end of a stage that took that long."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._told_at = time.monotonic()

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._told_at < _TELL_S:
            return
        self._told_at = now
        self._context.output.note(self._context.say(f"backup.{stage}_progress", done=done, total=total))
