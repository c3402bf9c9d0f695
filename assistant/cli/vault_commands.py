"""`keepsake vault …`: create, info, verify, slots, passphrase, recover; what is left is in `key_commands`."""

from __future__ import annotations

from datetime import datetime

from assistant.cli import key_commands, repair_command
from assistant.cli.backups import backup_lines, record_data
from assistant.cli.context import Context
from assistant.cli.errors import CheckFailed, PassphraseMissing
from assistant.cli.passphrases import ask_secret, read_secret
from vault import SlotInfo, VaultInfo, VerifyReport, create_vault, inspect_vault, open_vault
from vault.errors import DatabaseDamaged, HeaderDamaged
from vault.sync_folder import sync_program


def run(context: Context) -> int:
    """Carry out the action that the options name."""
    return {
        "create": _create,
        "info": _info,
        "verify": _verify,
        "slots": _slots,
        "passphrase": _passphrase,
        "recover": _recover,
        "change-key": key_commands.change_data_key,
        "keyring": key_commands.keyring,
        "repair": repair_command.run,
    }[context.options.action](context)


def _create(context: Context) -> int:
    path = context.vault_path
    vault, code = create_vault(path, context.passphrase(is_new=True))
    try:
        data = {"path": str(vault.path), "vault_id": vault.vault_id, "recovery_code": code}
        program = sync_program(vault.path)
        if program:
            context.output.note(context.say("vault.in_sync_folder", program=program))
        context.output.result(data, context.say("vault.created", path=str(vault.path), code=code))
    finally:
        vault.close()
    return 0


def _info(context: Context) -> int:
    info = inspect_vault(context.vault_path)
    lines = [
        context.say("vault.info", path=str(info.path), format=info.format, id=info.vault_id, size=info.size_bytes,
                    created=info.created_utc.isoformat()),
        context.say("vault.header_whole" if _is_whole(info) else "vault.header_not_whole"),
        context.say("vault.failed_attempts", count=info.failed_attempts),
        *(_slot_line(context, slot) for slot in info.slots),
        *backup_lines(context, info.backups),
        *([context.say("vault.in_sync_folder", program=info.sync_program)] if info.sync_program else []),
        context.say("vault.checked_header"),
    ]  # fmt: skip
    context.output.result({**_info_data(info), "checked": ["header", "header.copy"]}, "\n".join(lines))
    return 0


def _verify(context: Context) -> int:
    """Without a passphrase what the header shows; with one everything."""
    info = inspect_vault(context.vault_path)
    is_full = context.has_given_passphrase or context.output.is_terminal
    data: dict[str, object] = {
        "path": str(info.path), "headers_agree": info.headers_agree, "header_whole": info.is_header_whole,
        "copy_whole": info.is_copy_whole, "checked": ["header", "header.copy"], "is_whole": _is_whole(info),
        "not_checked": [] if is_full else ["database", "audit", "receipts"],
    }  # fmt: skip
    lines = [context.say("vault.header_whole" if _is_whole(info) else "vault.header_not_whole")]
    report: VerifyReport | None = None
    if is_full:
        with open_vault(context.vault_path, passphrase=context.passphrase()) as vault:
            report = vault.verify()
        data |= _report_data(report)
        data["checked"] = ["header", "header.copy", "database", "audit", "receipts"]
        data["is_whole"] = report.is_whole and _is_whole(info)
        lines.append(
            context.say("vault.verified", audit=report.audit.entries, receipts=report.receipts.receipts)
        )
        lines.append(context.say("vault.verify_limits"))
    else:
        lines.append(context.say("vault.checked_header"))
    if data["is_whole"]:
        context.output.result(data, "\n".join(lines))
        return 0
    if report is not None and not report.database.is_whole:
        raise DatabaseDamaged
    if not _is_whole(info):
        raise HeaderDamaged(context.say("vault.header_not_whole"))
    raise CheckFailed


def _slots(context: Context) -> int:
    """List what opens the vault, after a change where one is asked for."""
    if key_commands.changes_slots(context):
        return key_commands.change_slots(context)
    info = inspect_vault(context.vault_path)
    lines = [_slot_line(context, slot) for slot in info.slots]
    context.output.result({"slots": [_slot_data(slot) for slot in info.slots]}, "\n".join(lines))
    return 0


def _passphrase(context: Context) -> int:
    current, new = context.passphrase(), context.new_passphrase()
    with open_vault(context.vault_path, passphrase=current) as vault:
        vault.slots.change_passphrase(current, new)
    context.output.result({"changed": True}, context.say("vault.passphrase_changed"))
    return 0


def _recover(context: Context) -> int:
    code = read_secret(context.options.recovery_code_file, context.options.recovery_code_fd)
    if code is None:
        if not context.output.is_terminal:
            raise PassphraseMissing
        code = ask_secret(context.say("prompt.recovery_code"))
    new = context.new_passphrase()
    with open_vault(context.vault_path, recovery_code=code.reveal().decode("utf-8", "replace")) as vault:
        vault.slots.reset_passphrases(new)
    context.output.result({"changed": True}, context.say("vault.recovered"))
    return 0


def _is_whole(info: VaultInfo) -> bool:
    return info.is_header_whole and info.is_copy_whole and info.headers_agree


def _info_data(info: VaultInfo) -> dict[str, object]:
    return {
        "path": str(info.path),
        "format": info.format,
        "vault_id": info.vault_id,
        "generation": info.generation,
        "created": info.created_utc.isoformat(),
        "slots": [_slot_data(slot) for slot in info.slots],
        "header_whole": info.is_header_whole,
        "copy_whole": info.is_copy_whole,
        "headers_agree": info.headers_agree,
        "size_bytes": info.size_bytes,
        "failed_attempts": info.failed_attempts,
        "backups": record_data(info.backups),
        "sync_program": info.sync_program or None,
    }


def _report_data(report: VerifyReport) -> dict[str, object]:
    return {
        "database": {
            "bad_pages": report.database.bad_pages,
            "bad_structures": report.database.bad_structures,
            "bad_references": report.database.bad_references,
            "bad_turns": report.database.bad_turns,
        },
        "audit": {
            "entries": report.audit.entries,
            "first_bad": report.audit.first_bad,
            "head": report.audit.head,
        },
        "receipts": {
            "receipts": report.receipts.receipts,
            "purged": report.receipts.purged,
            "broken": list(report.receipts.broken),
        },
    }


def _slot_data(slot: SlotInfo) -> dict[str, object]:
    return {
        "id": slot.id, "kind": slot.kind, "name": slot.name, "created": slot.created_utc.isoformat(),
        "last_used": _time(slot.last_used_utc),
    }  # fmt: skip


def _slot_line(context: Context, slot: SlotInfo) -> str:
    used = _time(slot.last_used_utc) or context.say("vault.never")
    kind = context.say(f"vault.slot_{slot.kind}")
    return context.say("vault.slot", id=slot.id, kind=kind, created=slot.created_utc.isoformat(), used=used)


def _time(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None
