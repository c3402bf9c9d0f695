"""The text of files that the user put beside messages: kept in the vault and nowhere else, gone with the message.

The files themselves are not kept. What is to be kept of their text is decided before it comes here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault.codec import to_us
from vault.database import Connection, Row
from vault.errors import NotFound
from vault.ids import new_id
from vault.privacy.masking import for_storage

if TYPE_CHECKING:
    from vault.vault import Vault


@dataclass(frozen=True, slots=True)
class AttachedText:
    """A file as it was read. `size_bytes` is the file's, `encoding` what it was written in."""

    name: str
    text: str
    size_bytes: int
    encoding: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A kept file; `id` sorts by time."""

    id: str
    turn_id: str
    file: AttachedText


class Attachments:
    """The attachments of one vault. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def add(self, turn_id: str, files: Sequence[AttachedText], *, actor: str = "user") -> list[Attachment]:
        """Keep files beside a message, after those it has.

        Raises:
            NotFound: there is no such turn.
        """
        now = self._vault.clock()
        kept = [Attachment(new_id("a_", now), turn_id, file) for file in files]

        def insert(conn: Connection) -> None:
            if conn.execute("SELECT 1 FROM turns WHERE id = ?", (turn_id,)).fetchone() is None:
                raise NotFound(id=turn_id)
            sql = "SELECT coalesce(max(position), -1) FROM attachments WHERE turn_id = ?"
            first = int(conn.execute(sql, (turn_id,)).fetchone()[0]) + 1
            for position, one in enumerate(kept, first):
                file = one.file
                conn.execute(
                    "INSERT INTO attachments VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (one.id, turn_id, position, file.name, file.text, file.size_bytes, file.encoding, to_us(now)),
                )  # fmt: skip
                self._vault.audit.append(
                    conn, actor, "attachment.add", "turn", turn_id, new=file.text.encode()
                )

        self._vault.db.write(insert)
        return kept

    def keep_draft(self, conversation_id: str, files: Sequence[AttachedText]) -> None:
        """Keep the files beside a message that is not sent yet, without the secrets in them, in place of those before;
        an empty id is a conversation that is not begun.

        Raises:
            DetectionFailed: one could not be checked for secrets; none was kept.
        """
        now = self._vault.clock()
        rows = [
            (new_id("a_", now), conversation_id, position, for_storage(file.name).text, for_storage(file.text).text,
             file.size_bytes, file.encoding)
            for position, file in enumerate(files)
        ]  # fmt: skip

        def put(conn: Connection) -> None:
            conn.execute("DELETE FROM draft_files WHERE conversation_id = ?", (conversation_id,))
            conn.executemany("INSERT INTO draft_files VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

        self._vault.db.write(put)

    def draft(self, conversation_id: str) -> tuple[AttachedText, ...]:
        """The files beside the message that is not sent yet, in order."""
        sql = "SELECT * FROM draft_files WHERE conversation_id = ? ORDER BY position"
        rows = self._vault.db.read(lambda conn: conn.execute(sql, (conversation_id,)).fetchall())
        return tuple(map(_file, rows))

    def of(self, turn_ids: Sequence[str]) -> Mapping[str, Sequence[Attachment]]:
        """The attachments of some turns, by turn, each in order; turns without any are left out."""
        marks = ", ".join("?" * len(turn_ids))
        sql = f"SELECT * FROM attachments WHERE turn_id IN ({marks}) ORDER BY turn_id, position"
        found: dict[str, list[Attachment]] = {}
        for row in self._vault.db.read(lambda conn: conn.execute(sql, tuple(turn_ids)).fetchall()):
            found.setdefault(row["turn_id"], []).append(_attachment(row))
        return found

    def names(self, turn_ids: Sequence[str]) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The ids and names of the attachments of some turns, by turn, without their texts."""
        marks = ", ".join("?" * len(turn_ids))
        sql = (
            f"SELECT turn_id, id, name FROM attachments WHERE turn_id IN ({marks}) ORDER BY turn_id, position"
        )
        found: dict[str, list[tuple[str, str]]] = {}
        for row in self._vault.db.read(lambda conn: conn.execute(sql, tuple(turn_ids)).fetchall()):
            found.setdefault(row["turn_id"], []).append((row["id"], row["name"]))
        return found

    def get(self, attachment_id: str) -> Attachment:
        """Raises: NotFound."""
        sql = "SELECT * FROM attachments WHERE id = ?"
        row = self._vault.db.read(lambda conn: conn.execute(sql, (attachment_id,)).fetchone())
        if row is None:
            raise NotFound(id=attachment_id)
        return _attachment(row)


def _attachment(row: Row) -> Attachment:
    return Attachment(row["id"], row["turn_id"], _file(row))


def _file(row: Row) -> AttachedText:
    return AttachedText(row["name"], row["text"], row["size_bytes"], row["encoding"])
