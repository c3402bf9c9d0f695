"""What the window must know before a vault is open: its language, theme and place, and where vaults are.

A small JSON file in the user's configuration folder, nothing else. A damaged one is put aside and begins anew; no
vault depends on it.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Final

from assistant.places import WINDOW_FILE, default_vault_path, vaults_beside, window_file
from vault import is_vault

_MOST_VAULTS: Final = 12


class Places:
    """Reads and writes `window.json` in `folder`. GUI thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = folder / WINDOW_FILE if folder is not None else window_file()
        self._values: dict[str, object] = self._read()

    def text(self, key: str, default: str = "") -> str:
        value = self._values.get(key, default)
        return value if isinstance(value, str) else default

    def set_text(self, key: str, value: str) -> None:
        if self._values.get(key) != value:
            self._values[key] = value
            self._write()

    def vaults(self) -> list[Path]:
        """Vaults opened on this machine, the last one first; folders that are gone are left out."""
        return [path for path in self._remembered() if path.is_dir()]

    def lost_vault(self) -> Path | None:
        """The vault that was used last, where its folder is gone or has become empty."""
        last = next(iter(self._remembered()), None)
        return last if last is not None and not is_vault(last) else None

    def forgotten_vaults(self) -> list[Path]:
        """Vaults that this window does not know and that lie where the last one or a first one would: beside the one
        that is lost, else in the default folder and beside it. Reads folders."""
        default = self.default_vault()
        places = [self._remembered()[0]] if self.lost_vault() is not None else []
        found = [beside for place in (*places, default) for beside in vaults_beside(place)]
        if is_vault(default):
            found.insert(0, default)
        return [path for path in dict.fromkeys(found) if path not in self._remembered()]

    def _remembered(self) -> list[Path]:
        value = self._values.get("vaults", [])
        return [Path(item) for item in value if isinstance(item, str)] if isinstance(value, list) else []

    def remember_vault(self, path: Path) -> None:
        resolved = path.expanduser().resolve()
        others = [str(item) for item in self.vaults() if item != resolved]
        self._values["vaults"] = [str(resolved), *others][:_MOST_VAULTS]
        self._write()

    @staticmethod
    def default_vault() -> Path:
        """Where a first vault is put unless the user says otherwise."""
        return default_vault_path()

    def _read(self) -> dict[str, object]:
        try:
            value = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            self._put_aside()
            return {}
        return value if isinstance(value, dict) else {}

    def _put_aside(self) -> None:
        try:
            self._file.replace(self._file.with_suffix(".damaged"))
        except OSError:
            return  # unreadable and unmovable: the defaults serve

    def _write(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=".window-")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(self._values, file, ensure_ascii=False)
            Path(name).replace(self._file)
        except OSError:
            return  # a read-only home costs the convenience, not the work
