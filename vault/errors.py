"""The error tree of the core; every error says what was kept and what to do next.

    KeepsakeError
    ├── VaultError                      the encrypted store and the memory core
    │   ├── WrongPassphrase             user   the secret opens no slot
    │   ├── RecoveryCodeInvalid         user   typed wrongly: its check characters do not fit
    │   ├── PassphraseRefused           user   empty or over-long
    │   ├── VaultMissing                user   no vault in that folder
    │   ├── VaultExists                 user   create would overwrite
    │   ├── InUse                       world  another process holds the vault
    │   ├── NewerFormat                 world  written by a newer version
    │   ├── HeaderDamaged               world  both header copies are unreadable
    │   ├── DatabaseDamaged             world  the database does not fit its key, size or checks
    │   ├── SalvageFailed               world  not even what is in a damaged database can be read
    │   ├── MigrationFailed             bug    the vault of an older version could not be brought to this one's form
    │   ├── CipherUnavailable           world  SQLCipher is absent: the vault never opens in clear
    │   ├── KeyringUnavailable          world
    │   ├── DiskFull                    world
    │   ├── DiskFailed                  world  the disk does not read or write, or does not let us
    │   ├── VaultClosed                 bug    used after close
    │   ├── NotFound                    user   an id that is not in the vault
    │   ├── SettingRefused              user   a value that the setting does not take
    │   ├── TransitionRefused           user   a state change that the table does not allow
    │   ├── WriteDenied                 user   the write gate said no; `reason` says why, never the value
    │   ├── StaleVersion                world  the row changed since it was read
    │   ├── ExportRefused               user   the target cannot be written, or lies in the vault's folder
    │   ├── BackupRefused               user   no backup can be put there
    │   ├── BackupFailed                world  the place of the backup failed, or what was written did not verify
    │   ├── BackupDamaged               world  a file is no backup of Keepsake, or not as it was written
    │   ├── ModelMissing                world  no encoder in the models folder
    │   ├── ModelDamaged                world  an encoder file does not have its hash
    │   ├── EncodingFailed              world  the encoder gave non-finite numbers
    │   └── DetectionFailed             bug    a privacy detector raised; a remote send must not go on
    └── AssistantError                  (assistant.errors)

`message_key` names a text in the catalogue (resources/catalogue, both languages); `str(error)` is an English
sentence without any private text, fit for a log. Follows design note "Errors are part of the design".
"""

from __future__ import annotations

from typing import ClassVar, Literal

Audience = Literal["user", "world", "bug"]


class KeepsakeError(Exception):
    """Root of every error this program raises on purpose.

    `code` is the stable name printed by the command line; `kept` and `next_step` are English sentences, the window and
    the terminal take the translated ones under `error.<code>`, `error.<code>.kept`, `error.<code>.next`.
    """

    code: ClassVar[str] = "failed"
    audience: ClassVar[Audience] = "bug"
    default_message: ClassVar[str] = "The operation failed."
    default_kept: ClassVar[str] = "Nothing was changed."
    default_next: ClassVar[str] = "Try again."

    def __init__(
        self, message: str = "", *, kept: str = "", next_step: str = "", **details: str | int | float
    ) -> None:
        super().__init__(message or self.default_message)
        self.kept = kept or self.default_kept
        self.next_step = next_step or self.default_next
        self.details = details

    @property
    def message_key(self) -> str:
        return f"error.{self.code}"


class VaultError(KeepsakeError):
    """Root of the errors of the encrypted store and the memory core."""


class WrongPassphrase(VaultError):
    code = "wrong_passphrase"
    audience = "user"
    default_message = "That passphrase or recovery code does not open this vault."
    default_kept = "Nothing was changed; the vault is as it was."
    default_next = "Check caps lock and the input method and try again, or use the recovery code."


class RecoveryCodeInvalid(VaultError):
    code = "recovery_code_invalid"
    audience = "user"
    default_message = "That recovery code has a typing mistake: its check characters do not fit."
    default_kept = "Nothing was changed; the vault is as it was."
    default_next = "Compare it with the code you wrote down, group by group."


class PassphraseRefused(VaultError):
    code = "passphrase_refused"
    audience = "user"
    default_message = "A passphrase must not be empty and must fit into 1,024 bytes."
    default_next = "Choose another passphrase."


class VaultMissing(VaultError):
    code = "vault_missing"
    audience = "user"
    default_message = "There is no vault in that folder."
    default_next = "Check the folder, or create a vault with `keepsake vault create`."


class VaultExists(VaultError):
    code = "vault_exists"
    audience = "user"
    default_message = "That folder already holds a vault or other files."
    default_kept = "Nothing in the folder was touched."
    default_next = "Open the vault that is there, or choose another folder."


class InUse(VaultError):
    code = "in_use"
    audience = "world"
    default_message = "Another process holds this vault."
    default_next = "Close the other window or command, then try again."


class NewerFormat(VaultError):
    code = "newer_format"
    audience = "world"
    default_message = "This vault was written by a newer version of Keepsake."
    default_kept = "The vault was not touched."
    default_next = "Install the newer version to open it."


class HeaderDamaged(VaultError):
    code = "header_damaged"
    audience = "world"
    default_message = "The vault's header and its copy are damaged or missing."
    default_kept = "The database was not touched."
    default_next = (
        "Take the header of a backup of this vault, or restore the backup: `keepsake vault repair` says how."
    )


class DatabaseDamaged(VaultError):
    code = "database_damaged"
    audience = "world"
    default_message = "The vault's database is damaged."
    default_kept = "Nothing was changed; the damaged file is still there."
    default_next = (
        "Restore the latest backup, or save what can still be read: `keepsake vault repair` says how."
    )


class SalvageFailed(VaultError):
    code = "salvage_failed"
    audience = "world"
    default_message = (
        "The page that says what is in the vault's database is damaged: nothing of it can be read."
    )
    default_kept = "Nothing was changed; the damaged vault is still there."
    default_next = "Restore a backup of this vault; nothing else helps."


class MigrationFailed(VaultError):
    code = "migration_failed"
    default_message = (
        "The vault of an older version could not be brought to the form that this version needs."
    )
    default_kept = "The vault is as it was; what was tried was tried on a copy, which is gone."
    default_next = "Open it with the version that you used before, make a backup there, and report this."


class CipherUnavailable(VaultError):
    code = "cipher_unavailable"
    audience = "world"
    default_message = "SQLCipher is not available, and a vault is never opened or created without encryption."
    default_next = "Reinstall Keepsake."


class KeyringUnavailable(VaultError):
    code = "keyring_unavailable"
    audience = "world"
    default_message = "The system keyring cannot be used."
    default_next = "Use the passphrase or the recovery code."


class DiskFull(VaultError):
    code = "disk_full"
    audience = "world"
    default_message = "The disk is full."
    default_kept = "Everything saved before is still there."
    default_next = "Free some space and try again."


class DiskFailed(VaultError):
    """`details["errno"]` is the system's number where it gave one: 5 device failed, 13 no permission, 30 read-only."""

    code = "disk_failed"
    audience = "world"
    default_message = "The disk failed to read or write, or does not let Keepsake do so."
    default_kept = "Everything saved before is as the disk holds it; nothing was repaired or thrown away."
    default_next = (
        "Check the disk, its connection and the permissions of the folder, then try again. If the disk is failing, "
        "copy the folder and restore the latest backup on another disk."
    )


class VaultClosed(VaultError):
    code = "vault_closed"
    default_message = "The vault is closed."
    default_next = "Unlock the vault."


class NotFound(VaultError):
    code = "not_found"
    audience = "user"
    default_message = "There is nothing with that id in the vault."
    default_next = "List the ids and try again."


class SettingRefused(VaultError):
    code = "setting_refused"
    audience = "user"
    default_message = "That value does not fit the setting."
    default_next = "Choose one of the values that the setting takes."


class TransitionRefused(VaultError):
    code = "transition_refused"
    audience = "user"
    default_message = "That change is not possible in the present state."
    default_next = "Look at the memory's state first."


class WriteDenied(VaultError):
    """The write gate refused; `details["reason"]` is a stable word such as `secret` or `tombstone`."""

    code = "write_denied"
    audience = "user"
    default_message = "That cannot be kept as a memory."
    default_next = "Rephrase it without secrets, or keep it elsewhere."


class StaleVersion(VaultError):
    code = "stale_version"
    audience = "world"
    default_message = "It was changed meanwhile."
    default_kept = "The newer version was kept."
    default_next = "Look at the newer version and apply your change again."


class ExportRefused(VaultError):
    """`details["reason"]` is in_vault, folder_missing, not_a_file or not_writable."""

    code = "export_refused"
    audience = "user"
    default_message = "The file cannot be written there."
    default_next = "Choose a file in an existing folder of your own, outside the vault."


class BackupRefused(VaultError):
    """`details["reason"]` is in_vault, folder_missing, exists or no_folder."""

    code = "backup_refused"
    audience = "user"
    default_message = "No backup can be put there."
    default_kept = "The vault and every earlier backup are as they were."
    default_next = "Choose a new file, or a folder outside the vault."


class BackupFailed(VaultError):
    code = "backup_failed"
    audience = "world"
    default_message = "The backup could not be written, or what was written did not verify."
    default_kept = "The vault and every earlier backup are as they were."
    default_next = "Check the disk or folder that takes the backup, or choose another."


class BackupDamaged(VaultError):
    code = "backup_damaged"
    audience = "world"
    default_message = "That file is not a backup of Keepsake, or it is damaged."
    default_kept = "Nothing was changed."
    default_next = "Try another backup."


class ModelMissing(VaultError):
    code = "model_missing"
    audience = "world"
    default_message = "The recall encoder is not installed."
    default_kept = "Search by words still works."
    default_next = "Run `make models`, or reinstall Keepsake."


class ModelDamaged(VaultError):
    code = "model_damaged"
    audience = "world"
    default_message = "A file of the recall encoder is damaged."
    default_kept = "Search by words still works."
    default_next = "Run `make models` again, or reinstall Keepsake."


class EncodingFailed(VaultError):
    code = "encoding_failed"
    audience = "world"
    default_message = "The recall encoder gave an unusable result for a text."
    default_kept = "The text is kept and found by its words."
    default_next = "Nothing needs to be done."


class DetectionFailed(VaultError):
    code = "detection_failed"
    default_message = "Personal data could not be checked, so nothing was sent."
    default_kept = "Your message is kept."
    default_next = "Try again; if it stays, use an endpoint on this machine."
