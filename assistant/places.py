"""Where vaults lie on this machine: the default folder, and those that the window remembers. Reads only.

The window writes its memory in `desktop.places`; the command line looks here, so that both begin with the same vault.
"""

from __future__ import annotations

import json
import tempfile
import warnings
from pathlib import Path
from typing import Final

import platformdirs

from vault import is_vault

_APP: Final = "keepsake"
WINDOW_FILE: Final = "window.json"


def window_file() -> Path:
    """Where the window keeps what it must know before a vault is open."""
    return platformdirs.user_config_path(_APP, appauthor=False) / WINDOW_FILE


def default_vault_path() -> Path:
    """Where a first vault is put unless the user says otherwise."""
    return platformdirs.user_data_path(_APP, appauthor=False) / "my.keepsake"


def runtime_folder() -> Path:
    """Where the local socket of a running instance lies: a folder of the user's own, gone after the session where the
    system has such."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it comes once in a process, so it tells nothing
        found = platformdirs.user_runtime_path(_APP, appauthor=False)
    # Where the system has none, the library takes a folder that others can make first.
    if found.parent.parent == Path(tempfile.gettempdir()) and found.parent.name.startswith("runtime-"):
        return platformdirs.user_data_path(_APP, appauthor=False) / "run"
    return found


def remembered_vaults() -> list[Path]:
    """Vaults that the window opened, the last one first; folders that are gone are left out."""
    try:
        value = json.loads(window_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    items = value.get("vaults", []) if isinstance(value, dict) else []
    paths = [Path(item) for item in items if isinstance(item, str)] if isinstance(items, list) else []
    return [path for path in paths if path.is_dir()]


def vaults_beside(folder: Path) -> list[Path]:
    """The folders beside `folder`, itself left out, that hold a vault, by name; nothing where they cannot be listed."""
    try:
        beside = sorted(folder.absolute().parent.iterdir())
    except OSError:
        return []
    return [path for path in beside if path != folder.absolute() and path.is_dir() and is_vault(path)]


def usual_vault() -> Path:
    """The vault that is meant where none is named: the last one used in the window, else the default."""
    return next(iter(remembered_vaults()), None) or default_vault_path()
