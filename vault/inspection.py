"""What a vault shows without any secret: its format, its slots, whether its header files are whole, its sizes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vault.attempts import read_attempts
from vault.backup_record import BackupRecord, read_record
from vault.codec import from_us
from vault.errors import VaultMissing
from vault.files import DATABASE_FILES, VAULT_FILES
from vault.header import FORMAT, read_headers
from vault.key_slots import SlotInfo, describe_slots
from vault.sync_folder import sync_program


@dataclass(frozen=True, slots=True)
class VaultInfo:
    """`is_header_whole` and `is_copy_whole` are by the unkeyed hash alone; `failed_attempts` since the last success.

    `backups` is what was noted beside the header: where the last verified backup is, and failures since.
    `sync_program`: what seems to watch the folder, empty for nothing.
    """

    path: Path
    format: int
    vault_id: str
    generation: int
    created_utc: datetime
    slots: tuple[SlotInfo, ...]
    is_header_whole: bool
    is_copy_whole: bool
    headers_agree: bool
    size_bytes: int
    failed_attempts: int
    backups: BackupRecord
    sync_program: str


def inspect_vault(path: Path) -> VaultInfo:
    """Read a vault's outside; works while another process holds it, and writes nothing.

    Raises:
        VaultMissing: no vault in that folder.
        HeaderDamaged, NewerFormat: as `read_headers`.
    """
    path = path.absolute()
    if not is_vault(path):
        raise VaultMissing
    pair = read_headers(path)
    header, attempts = pair.candidates[0].header, read_attempts(path)
    files = [path / name for name in DATABASE_FILES]
    return VaultInfo(
        path=path,
        format=FORMAT,
        vault_id=header.vault_id.hex(),
        generation=header.generation,
        created_utc=from_us(header.created_us),
        slots=describe_slots(header, attempts),
        is_header_whole=pair.main is not None,
        is_copy_whole=pair.copy is not None,
        headers_agree=pair.agrees,
        size_bytes=sum(file.stat().st_size for file in files if file.exists()),
        failed_attempts=attempts.failed,
        backups=read_record(path),
        sync_program=sync_program(path),
    )


def is_vault(path: Path) -> bool:
    """True where the folder holds any file of a vault, whole or not."""
    return path.is_dir() and any((path / name).exists() for name in VAULT_FILES)
