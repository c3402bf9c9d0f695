"""The settings kept inside the vault, declared once with their types and defaults.

What is needed before unlocking (language and place of the window, paths of vaults) lives outside and is not here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vault.changes import Change
from vault.codec import canonical_bytes, canonical_json, to_us
from vault.database import Connection
from vault.errors import NotFound, SettingRefused

if TYPE_CHECKING:
    from vault.vault import Vault

SettingValue = str | int | bool


@dataclass(frozen=True, slots=True)
class SettingDeclaration:
    """A setting's key, default (whose type is the setting's), and the allowed words or range where there are any."""

    key: str
    default: SettingValue
    allowed: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 1_000_000


DECLARED: Final = (
    SettingDeclaration("memory.mode", "ask", allowed=("ask", "auto", "off")),
    SettingDeclaration("language", "", allowed=("", "en", "zh")),  # empty: the system's
    SettingDeclaration("zone", ""),  # IANA name; empty: the system's
    SettingDeclaration("appearance.theme", "system", allowed=("system", "light", "dark")),
    SettingDeclaration("appearance.text_size", 100, minimum=50, maximum=300),  # per cent
    SettingDeclaration("lock.idle_minutes", 10, maximum=1440),  # 0: never
    SettingDeclaration("clipboard.clear_seconds", 60, maximum=3600),  # 0: only when the vault locks
    SettingDeclaration("endpoint.background", ""),  # name; empty: none
    SettingDeclaration("network.air_gap", False),  # on: nothing but loopback is reached
    SettingDeclaration(
        "extraction.model", True
    ),  # a model is asked, after the reply, what lasts of a message
    SettingDeclaration("tools.use", True),  # a model may call tools where a message calls for them
    SettingDeclaration("tools.servers", ""),  # the servers of tools that the user has added, as JSON
    SettingDeclaration("privacy.always_mask", ""),  # one word or name a line
    SettingDeclaration("privacy.never_mask", ""),
    SettingDeclaration("profile.show", True),
    SettingDeclaration("remarks.show", True),  # at most one unasked remark in a conversation
    SettingDeclaration("remarks.quiet_from", 22, maximum=23),  # hours of the user's clock without one
    SettingDeclaration("remarks.quiet_until", 8, maximum=23),
    SettingDeclaration("backup.folder", ""),  # empty: no scheduled backups
    SettingDeclaration("backup.daily", 7, minimum=1, maximum=366),  # how many of each are kept
    SettingDeclaration("backup.weekly", 4, maximum=520),
    SettingDeclaration("backup.monthly", 6, maximum=240),
)
_BY_KEY: Final = {declaration.key: declaration for declaration in DECLARED}


class Settings:
    """Reads and writes the declared settings; changes are audited. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def get(self, key: str) -> SettingValue:
        """The stored value, else the default.

        Raises:
            NotFound: no setting of that name is declared.
        """
        declaration = _declaration(key)
        row = self._vault.db.read(
            lambda conn: conn.execute("SELECT value_json FROM settings WHERE key = ?", (key,)).fetchone()
        )
        if row is None:
            return declaration.default
        value: SettingValue = json.loads(row["value_json"])
        return value if _fits(declaration, value) else declaration.default

    def text(self, key: str) -> str:
        return str(self.get(key))

    def number(self, key: str) -> int:
        return int(self.get(key))

    def set(self, key: str, value: SettingValue, *, actor: str = "user") -> None:
        """Keep a value.

        Raises:
            NotFound: no setting of that name is declared.
            SettingRefused: a wrong type, or not among the allowed values.
        """
        if not _fits(_declaration(key), value):
            raise SettingRefused(setting=key)
        old, now = canonical_bytes(self.get(key)), to_us(self._vault.clock())

        def keep(conn: Connection) -> None:
            conn.execute(
                "INSERT OR REPLACE INTO settings (key, value_json, updated_us) VALUES (?, ?, ?)",
                (key, canonical_json(value), now),
            )
            self._vault.audit.append(
                conn, actor, "settings.set", "setting", key, old=old, new=canonical_bytes(value)
            )
            self._vault.announce(Change("setting", key, "settings.set"))

        self._vault.db.write(keep)

    def all(self) -> dict[str, SettingValue]:
        """Every declared setting with its present value."""
        return {declaration.key: self.get(declaration.key) for declaration in DECLARED}


def parse_setting(key: str, text: str) -> SettingValue:
    """The value that `text` stands for, by the type of the setting.

    Raises:
        NotFound: no setting of that name is declared.
        SettingRefused: the text does not fit.
    """
    declaration = _declaration(key)
    value: SettingValue = text
    if isinstance(declaration.default, bool):
        words = {
            "true": True,
            "on": True,
            "yes": True,
            "1": True,
            "false": False,
            "off": False,
            "no": False,
            "0": False,
        }
        if text.casefold() not in words:
            raise SettingRefused(setting=key)
        value = words[text.casefold()]
    elif isinstance(declaration.default, int):
        if not text.lstrip("-").isdecimal():
            raise SettingRefused(setting=key)
        value = int(text)
    if not _fits(declaration, value):
        raise SettingRefused(setting=key)
    return value


def _declaration(key: str) -> SettingDeclaration:
    if key not in _BY_KEY:
        raise NotFound(setting=key)
    return _BY_KEY[key]


def _fits(declaration: SettingDeclaration, value: object) -> bool:
    if type(value) is not type(declaration.default):
        return False
    if isinstance(value, int) and not isinstance(value, bool):
        return declaration.minimum <= value <= declaration.maximum
    return not declaration.allowed or value in declaration.allowed
