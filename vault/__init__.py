"""The encrypted store and the memory core: it alone owns memories, and nothing else reads or writes the database."""

from vault.audit import AuditLog, AuditReport
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
from vault.secret import Secret
from vault.settings import DECLARED, SettingDeclaration, Settings, SettingValue, parse_setting
from vault.vault import Vault, VerifyReport

__all__ = [
    "DECLARED",
    "FLOOR_COST",
    "Argon2Cost",
    "AuditLog",
    "AuditReport",
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
    "open_vault",
    "parse_setting",
    "utc_now",
]
