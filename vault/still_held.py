"""Which files outside the database still hold what was just deleted from it: backups, and vaults kept from before.

Deleting does not reach into them; they are named so that the user can decide. A backup on a disk that is not there now
is named as well, one that was removed from a folder that is there is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from vault.backup_record import read_record
from vault.backup_schedule import scheduled_backups
from vault.codec import to_us
from vault.ids import time_of
from vault.inspection import is_vault

if TYPE_CHECKING:
    from vault.vault import Vault


def still_held(vault: Vault, deleted: Iterable[str]) -> tuple[str, ...]:
    """Paths of the backups made since the first of the `deleted` ids came in, the newest first, and of vaults kept
    beside this one."""
    since_us = min(map(_time_of, deleted), default=0)
    made = {Path(path): at_us for path, at_us in read_record(vault.path).made.items()}
    folder = vault.settings.text("backup.folder")
    if folder:
        found = scheduled_backups(Path(folder).expanduser(), vault.vault_id, but=made)
        made |= {path: to_us(at) for at, path in found.items()}
    backups = [path for path, at_us in made.items() if at_us >= since_us and _may_be_there(path)]
    backups.sort(key=lambda path: -made[path])
    kept = sorted(vault.path.parent.glob(f"{vault.path.name}.before-*"))
    return tuple(str(path) for path in [*backups, *filter(is_vault, kept)])


def _time_of(identifier: str) -> int:
    try:
        return time_of(identifier)
    except ValueError:  # from elsewhere: every backup may have it
        return 0


def _may_be_there(path: Path) -> bool:
    try:
        return path.exists() or not path.parent.exists()
    except OSError:  # a share that does not answer
        return True
