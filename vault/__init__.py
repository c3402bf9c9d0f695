"""The encrypted store and the memory core: it alone owns memories, and nothing else reads or writes the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault.audit import AuditLog, AuditReport
    from vault.backup import BackupReport, make_backup
    from vault.backup_record import BackupRecord
    from vault.backup_schedule import run_due_backup, scheduled_backup
    from vault.changes import Change, Listener
    from vault.clock import Clock, utc_now
    from vault.database import Database
    from vault.endpoints import EndpointConfigs
    from vault.inspection import VaultInfo, inspect_vault, is_vault
    from vault.integrity import CheckReport
    from vault.key_slots import KeySlots, SlotInfo
    from vault.keys import FLOOR_COST, Argon2Cost
    from vault.memories import Memories
    from vault.opening import create_vault, open_vault
    from vault.passphrase import PassphraseEstimate, estimate_passphrase
    from vault.process import harden_process
    from vault.receipts import ReceiptDraft, Receipts, ReceiptsReport
    from vault.restore import RestoreReport, restore_backup
    from vault.secret import Secret
    from vault.settings import DECLARED, SettingDeclaration, Settings, SettingValue, parse_setting
    from vault.vault import Vault, VerifyReport
else:
    from vault.lazy import lazily

    __getattr__ = lazily(
        __name__,
        {
            "audit": (
                "AuditLog",
                "AuditReport",
            ),
            "backup": (
                "BackupReport",
                "make_backup",
            ),
            "backup_record": ("BackupRecord",),
            "backup_schedule": (
                "run_due_backup",
                "scheduled_backup",
            ),
            "changes": (
                "Change",
                "Listener",
            ),
            "clock": (
                "Clock",
                "utc_now",
            ),
            "database": ("Database",),
            "endpoints": ("EndpointConfigs",),
            "inspection": (
                "VaultInfo",
                "inspect_vault",
                "is_vault",
            ),
            "integrity": ("CheckReport",),
            "key_slots": (
                "KeySlots",
                "SlotInfo",
            ),
            "keys": (
                "FLOOR_COST",
                "Argon2Cost",
            ),
            "memories": ("Memories",),
            "opening": (
                "create_vault",
                "open_vault",
            ),
            "passphrase": (
                "PassphraseEstimate",
                "estimate_passphrase",
            ),
            "process": ("harden_process",),
            "receipts": (
                "ReceiptDraft",
                "Receipts",
                "ReceiptsReport",
            ),
            "restore": (
                "RestoreReport",
                "restore_backup",
            ),
            "secret": ("Secret",),
            "settings": (
                "DECLARED",
                "SettingDeclaration",
                "Settings",
                "SettingValue",
                "parse_setting",
            ),
            "vault": (
                "Vault",
                "VerifyReport",
            ),
        },
    )

__all__ = [
    "DECLARED",
    "FLOOR_COST",
    "Argon2Cost",
    "AuditLog",
    "AuditReport",
    "BackupRecord",
    "BackupReport",
    "Change",
    "CheckReport",
    "Clock",
    "Database",
    "EndpointConfigs",
    "KeySlots",
    "Listener",
    "Memories",
    "PassphraseEstimate",
    "ReceiptDraft",
    "Receipts",
    "ReceiptsReport",
    "RestoreReport",
    "Secret",
    "SettingDeclaration",
    "SettingValue",
    "Settings",
    "SlotInfo",
    "Vault",
    "VaultInfo",
    "VerifyReport",
    "create_vault",
    "estimate_passphrase",
    "harden_process",
    "inspect_vault",
    "is_vault",
    "make_backup",
    "open_vault",
    "parse_setting",
    "restore_backup",
    "run_due_backup",
    "scheduled_backup",
    "utc_now",
]
