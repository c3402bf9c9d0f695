"""`keepsake vault change-key` and `keyring`: a new data key, and the system's keyring as a further way in."""

from __future__ import annotations

from assistant.cli.context import Context
from vault import data_key as data_keys
from vault import open_vault
from vault.errors import KeyringUnavailable
from vault.keyring_slot import SystemKeyring, system_keyring


def change_data_key(context: Context) -> int:
    """Put everything under a new data key, by the same passphrase or a new one."""
    options = context.options
    has_new = options.new_passphrase_file is not None or options.new_passphrase_fd is not None
    report = data_keys.change_data_key(
        context.vault_path, context.passphrase(), new=context.new_passphrase() if has_new else None
    )
    text = context.say(
        "vault.key_changed", path=str(report.path), kept=str(report.kept), code=report.recovery_code,
        dropped=len(report.dropped),
    )  # fmt: skip
    data = {
        "path": str(report.path), "kept": str(report.kept), "recovery_code": report.recovery_code,
        "dropped": [slot.id for slot in report.dropped],
    }  # fmt: skip
    context.output.result(data, text)
    return 0


def keyring(context: Context) -> int:
    """Let the system's keyring open the vault, or no longer."""
    if context.options.off:
        return _remove(context)
    found = system_keyring()
    with open_vault(context.vault_path, passphrase=context.passphrase()) as vault:
        slot = vault.slots.add_keyring(found)
    data = {"slot": slot.id, "backend": slot.name, "label": found.label}
    context.output.result(data, context.say("vault.keyring_added", label=found.label))
    return 0


def _remove(context: Context) -> int:
    found: SystemKeyring | None = None
    try:
        found = system_keyring()
    except KeyringUnavailable:  # the slot goes all the same; what the keyring holds then opens nothing
        context.output.note(context.say("vault.keyring_unreachable"))
    with open_vault(context.vault_path, passphrase=context.passphrase()) as vault:
        vault.slots.remove_keyring(found)
    context.output.result({"removed": True}, context.say("vault.keyring_removed"))
    return 0


def changes_slots(context: Context) -> bool:
    options = context.options
    return options.add is not None or options.remove is not None or bool(options.new_recovery_code)


def change_slots(context: Context) -> int:
    """Add a passphrase, remove a way in, or make a new recovery code; the passphrase is asked for in any case."""
    options, current = context.options, context.passphrase()
    new = context.new_passphrase() if options.add is not None else None
    data: dict[str, object]
    with open_vault(context.vault_path, passphrase=current) as vault:
        if new is not None:
            slot = vault.slots.add_passphrase(new, options.add)
            data, text = {"added": slot.id}, context.say("vault.slot_added", id=slot.id, name=slot.name)
        elif options.remove is not None:
            vault.slots.remove(options.remove)
            data, text = {"removed": options.remove}, context.say("vault.slot_removed", id=options.remove)
        else:
            code = vault.slots.renew_recovery_code(current)
            data, text = {"recovery_code": code}, context.say("vault.new_code", code=code)
    context.output.result(data, text)
    return 0
