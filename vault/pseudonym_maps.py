"""The maps from pseudonyms to what they stand for, one for each conversation. Tokens' looks are `vault.privacy`'s."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vault.database import Connection

if TYPE_CHECKING:
    from vault.vault import Vault


class PseudonymMaps:
    """Keeps tokens: within a conversation one value has one token, and a token one value. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def assign(self, conversation_id: str, kind: str, value: str, form: Callable[[int], str]) -> str:
        """The token of a value, made by `form(n)` where it has none; n counts from 1 and skips tokens in use."""
        known = self.token_of(conversation_id, kind, value)
        if known is not None:
            return known

        def insert(conn: Connection) -> str:
            again = self.token_of(conversation_id, kind, value)
            if again is not None:
                return again
            sql = "SELECT token FROM pseudonyms WHERE conversation_id = ?"
            taken = {str(row["token"]) for row in conn.execute(sql, (conversation_id,))}
            number = 1
            while form(number) in taken:
                number += 1
            conn.execute(
                "INSERT INTO pseudonyms VALUES (?, ?, ?, ?)", (conversation_id, form(number), kind, value)
            )
            return form(number)

        return self._vault.db.write(insert)

    def token_of(self, conversation_id: str, kind: str, value: str) -> str | None:
        sql = "SELECT token FROM pseudonyms WHERE conversation_id = ? AND type = ? AND value = ?"
        return self._one(sql, (conversation_id, kind, value))

    def value_of(self, conversation_id: str, token: str) -> str | None:
        sql = "SELECT value FROM pseudonyms WHERE conversation_id = ? AND token = ?"
        return self._one(sql, (conversation_id, token))

    def entries(self, conversation_id: str) -> list[tuple[str, str, str]]:
        """(token, type, value) of a conversation, in the order of assignment."""
        sql = "SELECT token, type, value FROM pseudonyms WHERE conversation_id = ? ORDER BY rowid"
        return self._vault.db.read(
            lambda conn: [(row[0], row[1], row[2]) for row in conn.execute(sql, (conversation_id,))]
        )

    def remove(self, conn: Connection, conversation_id: str) -> int:
        """Forget a conversation's map inside a write; gives how many entries it had."""
        return conn.execute("DELETE FROM pseudonyms WHERE conversation_id = ?", (conversation_id,)).rowcount

    def _one(self, sql: str, values: tuple[str, ...]) -> str | None:
        row = self._vault.db.read(lambda conn: conn.execute(sql, values).fetchone())
        return None if row is None else str(row[0])
