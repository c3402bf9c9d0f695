"""`keepsake vault repair`: says what can be done for a vault that does not open, and does one of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from assistant.cli.backups import ProgressLines, restored_data, restored_lines
from assistant.cli.context import Context
from assistant.cli.passphrases import read_secret
from vault import Secret
from vault.repair import Advice, advise, restore_header, restore_latest
from vault.salvage import SalvageReport, salvage_vault


def run(context: Context) -> int:
    """Without a way named: what is there and what helps. Nothing is changed by that."""
    options, path = context.options, context.vault_path
    if options.restore:
        passphrase, code = _secrets(context)
        report = restore_latest(
            path, passphrase=passphrase, recovery_code=code, progress=ProgressLines(context),
            cancelled=context.cancelled.is_set,
        )  # fmt: skip
        context.output.result(restored_data(report), "\n".join(restored_lines(context, report)))
    elif options.header_from:
        passphrase, code = _secrets(context)
        restore_header(context.path(options.header_from), path, passphrase=passphrase, recovery_code=code)
        context.output.result({"path": str(path), "header": True}, context.say("repair.header_done"))
    elif options.salvage:
        passphrase, code = _secrets(context)
        target = context.path(options.salvage)
        found = salvage_vault(
            path, target, passphrase=passphrase, recovery_code=code, progress=ProgressLines(context),
            cancelled=context.cancelled.is_set,
        )  # fmt: skip
        context.output.result(_salvage_data(found), salvage_text(context.say, found))
    else:
        advice = advise(path)
        context.output.result(_advice_data(advice), _advice_text(context, advice))
    return 0


def _secrets(context: Context) -> tuple[Secret | None, str | None]:
    """(passphrase, recovery code), one of them."""
    code = read_secret(context.options.recovery_code_file, context.options.recovery_code_fd)
    if code is not None:
        return None, code.reveal().decode("utf-8", "replace")
    return context.passphrase(), None


def _advice_data(advice: Advice) -> dict[str, object]:
    created = advice.backup_created_utc
    return {
        "header_usable": advice.header_is_usable,
        "database": advice.has_database,
        "backup": str(advice.backup) if advice.backup is not None else None,
        "backup_created": created.isoformat() if created is not None else None,
        "steps": list(advice.steps),
    }


def _advice_text(context: Context, advice: Advice) -> str:
    backup, created = str(advice.backup or ""), advice.backup_created_utc
    at = created.isoformat() if created is not None else ""
    steps = [context.say(f"repair.{step}", backup=backup, at=at) for step in advice.steps]
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, start=1))


def _salvage_data(report: SalvageReport) -> dict[str, object]:
    return {
        **asdict(report),
        "path": str(report.path),
        "kept": str(report.kept) if report.kept is not None else None,
    }


def salvage_text(say: Callable[..., str], report: SalvageReport) -> str:
    """What was saved and what was not, in the language in which `say` words it."""
    if report.was_cancelled:
        return say("backup.restore_cancelled")
    lines = [say("repair.salvaged", path=str(report.path), rows=report.rows)]
    if report.expected >= 0:
        lines.append(say("repair.expected", expected=report.expected, lost=report.expected - report.rows))
    lines += [
        say("repair.gap", part=say(f"repair.part.{part}"), gaps=gaps) for part, gaps in report.gaps.items()
    ]
    if report.orphans:
        lines.append(say("repair.orphans", count=report.orphans))
    if report.is_rechained:
        lines.append(say("repair.rechained"))
    if report.kept is not None:
        lines.append(say("backup.kept", path=str(report.kept)))
    return "\n".join(lines)
