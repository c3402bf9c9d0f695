"""The endpoints that the user set up. Their API keys live in this encrypted table and nowhere else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from vault.changes import Change
from vault.codec import canonical_json, to_us
from vault.database import Connection, Row
from vault.errors import NotFound, SettingRefused
from vault.records import EndpointConfig

if TYPE_CHECKING:
    from vault.vault import Vault

RECALL_ONLY: Final = EndpointConfig("recall-only", "recall_only", trust="local")
TRUSTS: Final = ("local", "private", "remote")
BACKGROUND_SETTING: Final = "endpoint.background"


class EndpointConfigs:
    """The store of endpoints; recall-only is always there, and the default until another is chosen. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def put(self, config: EndpointConfig, *, actor: str = "user") -> EndpointConfig:
        """Add an endpoint, or replace the one of that name.

        Raises:
            SettingRefused: no name, the built-in one's name, or an unknown trust.
        """
        if not config.name.strip() or config.name == RECALL_ONLY.name or config.trust not in TRUSTS:
            raise SettingRefused(setting="endpoint")
        now = to_us(self._vault.clock())

        def insert(conn: Connection) -> None:
            is_new = conn.execute("SELECT 1 FROM endpoints WHERE name = ?", (config.name,)).fetchone() is None
            if config.is_default:
                conn.execute("UPDATE endpoints SET is_default = 0")
            conn.execute(
                "INSERT OR REPLACE INTO endpoints (name, kind, url, model, trust, key, options_json, is_default,"
                " created_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (config.name, config.kind, config.url, config.model, config.trust, config.key,
                 canonical_json(dict(config.options)), int(config.is_default), now),
            )  # fmt: skip
            self._note(conn, actor, "endpoint.add" if is_new else "endpoint.change", config.name)

        self._vault.db.write(insert)
        return self.get(config.name)

    def get(self, name: str) -> EndpointConfig:
        """Raises NotFound where there is none of that name."""
        for config in self.list():
            if config.name == name:
                return config
        raise NotFound(endpoint=name)

    def list(self) -> list[EndpointConfig]:
        """Recall-only first, then the others by name; exactly one is the default."""
        stored = self._vault.db.read(
            lambda conn: [_config(row) for row in conn.execute("SELECT * FROM endpoints ORDER BY name")]
        )
        has_default = any(config.is_default for config in stored)
        built_in = EndpointConfig(
            RECALL_ONLY.name, RECALL_ONLY.kind, trust="local", is_default=not has_default
        )
        return [built_in, *stored]

    def default(self) -> EndpointConfig:
        """The endpoint that answers where a conversation names none."""
        return next(config for config in self.list() if config.is_default)

    def set_default(self, name: str, *, actor: str = "user") -> None:
        """Raises NotFound where there is none of that name."""
        self.get(name)

        def update(conn: Connection) -> None:
            conn.execute("UPDATE endpoints SET is_default = (name = ?)", (name,))
            self._note(conn, actor, "endpoint.default", name)

        self._vault.db.write(update)

    def learn(self, name: str, key: str, text: str) -> None:
        """Keep something that was found out about an endpoint's server beside its options, under `learnt.` and `key`;
        nothing the user decides, so it is no change that anybody hears of. A name that is gone is ignored.
        """

        def update(conn: Connection) -> None:
            row = conn.execute("SELECT options_json FROM endpoints WHERE name = ?", (name,)).fetchone()
            if row is not None:
                options = {**json.loads(row["options_json"]), f"learnt.{key}": text}
                conn.execute(
                    "UPDATE endpoints SET options_json = ? WHERE name = ?", (canonical_json(options), name)
                )

        self._vault.db.write(update)

    def background(self) -> EndpointConfig | None:
        """The endpoint for work that nobody waits for; None where none is chosen, or the chosen one is gone."""
        name = self._vault.settings.text(BACKGROUND_SETTING)
        return next((c for c in self.list() if c.name == name and c.kind != RECALL_ONLY.kind), None)

    def set_background(self, name: str, *, actor: str = "user") -> None:
        """Choose the endpoint for background work; an empty name means none, and then no model is asked for it.

        Raises:
            NotFound: there is none of that name.
        """
        if name:
            self.get(name)
        self._vault.settings.set(BACKGROUND_SETTING, name, actor=actor)

    def remove(self, name: str, *, actor: str = "user") -> None:
        """Forget an endpoint with its key.

        Raises:
            NotFound: there is none of that name, or it is the built-in one.
        """

        def delete(conn: Connection) -> None:
            if not conn.execute("DELETE FROM endpoints WHERE name = ?", (name,)).rowcount:
                raise NotFound(endpoint=name)
            conn.execute("UPDATE conversations SET endpoint = '' WHERE endpoint = ?", (name,))
            self._note(conn, actor, "endpoint.remove", name)
            if self._vault.settings.text(BACKGROUND_SETTING) == name:
                self._vault.settings.set(BACKGROUND_SETTING, "", actor=actor)

        self._vault.db.write(delete)

    def _note(self, conn: Connection, actor: str, action: str, name: str) -> None:
        self._vault.audit.append(conn, actor, action, "endpoint", name)
        self._vault.announce(Change("endpoint", name, action))


def _config(row: Row) -> EndpointConfig:
    return EndpointConfig(
        name=row["name"],
        kind=row["kind"],
        url=row["url"],
        model=row["model"],
        trust=row["trust"],
        key=row["key"],
        options=json.loads(row["options_json"]),
        is_default=bool(row["is_default"]),
    )
