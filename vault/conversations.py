"""Conversations and their turns: the raw evidence, kept as it was said.

What enters here has already passed `vault.privacy`; the store asserts nothing about its content. Every change is
audited and announced to the vault's listeners after its commit.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from vault import branches
from vault.changes import Change
from vault.codec import canonical_json, clean_text, conversation_from_row, to_us, turn_from_row
from vault.database import Connection
from vault.errors import NotFound
from vault.ids import new_id
from vault.privacy import for_storage
from vault.records import UNIVERSAL, Conversation, Role, Turn

if TYPE_CHECKING:
    from vault.vault import Vault

_CONVERSATION: Final = (
    "SELECT conversations.*, (SELECT count(*) FROM turns WHERE conversation_id = conversations.id AND is_shown = 1)"
    " AS turns FROM conversations"
)
_MATCHES: Final = (
    " WHERE title LIKE ?1 ESCAPE '\\' OR EXISTS"
    " (SELECT 1 FROM turns WHERE conversation_id = conversations.id AND text LIKE ?1 ESCAPE '\\')"
)

_TURN_IDS: Final = "SELECT id FROM turns WHERE conversation_id = ?"
_RECEIPT_IDS: Final = "SELECT id FROM receipts WHERE conversation_id = ?"


class Conversations:
    """The store of conversations, turns, replies' details and drafts. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    # conversations

    def create(
        self,
        title: str = "",
        *,
        scope: str = UNIVERSAL,
        name: str = "",
        endpoint: str = "",
        at: datetime | None = None,
        origin: str = "",
        actor: str = "user",
    ) -> Conversation:
        """A new, empty conversation. `name` is its name on the command line, unique where not empty."""
        at = at or self._vault.clock()
        made = Conversation(
            new_id("c_", at),
            for_storage(clean_text(title)).text,
            scope,
            at,
            at,
            endpoint,
            name=clean_text(name),
        )

        def insert(conn: Connection) -> None:
            conn.execute(
                "INSERT INTO conversations (id, name, title, scope, endpoint, created_us, updated_us, origin)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (made.id, made.name, made.title, scope, endpoint, to_us(at), to_us(at), origin),
            )
            self._vault.audit.append(conn, actor, "conversation.create", "conversation", made.id)
            self._vault.announce(Change("conversation", made.id, "conversation.create"))

        self._vault.db.write(insert)
        return made

    def get(self, conversation_id: str) -> Conversation:
        """Raises NotFound where there is none of that id."""
        row = self._vault.db.read(
            lambda conn: conn.execute(f"{_CONVERSATION} WHERE id = ?", (conversation_id,)).fetchone()
        )
        if row is None:
            raise NotFound(id=conversation_id)
        return conversation_from_row(row)

    def by_name(self, name: str) -> Conversation | None:
        """The conversation that was given this name, if any."""
        row = self._vault.db.read(
            lambda conn: conn.execute(f"{_CONVERSATION} WHERE name = ? AND name <> ''", (name,)).fetchone()
        )
        return None if row is None else conversation_from_row(row)

    def by_origin(self, origin: str) -> Conversation | None:
        """The conversation that an import made under this mark, if any."""
        row = self._vault.db.read(
            lambda conn: conn.execute(
                f"{_CONVERSATION} WHERE origin = ? AND origin <> ''", (origin,)
            ).fetchone()
        )
        return None if row is None else conversation_from_row(row)

    def list(self, limit: int = 100, text: str | None = None, *, offset: int = 0) -> list[Conversation]:
        """Conversations, the last changed first; with `text`, those that have it in the title or in a turn."""
        where, values = "", ()
        if text:
            escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            where, values = _MATCHES, (f"%{escaped}%",)  # type: ignore[assignment]
        sql = f"{_CONVERSATION}{where} ORDER BY updated_us DESC, id DESC LIMIT {int(limit)} OFFSET {int(offset)}"
        return self._vault.db.read(
            lambda conn: [conversation_from_row(row) for row in conn.execute(sql, values)]
        )

    def rename(self, conversation_id: str, title: str, *, actor: str = "user") -> Conversation:
        """Give a conversation another title, without the secrets in it."""
        kept = for_storage(clean_text(title)).text
        return self._change(conversation_id, {"title": kept}, "conversation.rename", actor)

    def use_endpoint(self, conversation_id: str, endpoint: str, *, actor: str = "user") -> Conversation:
        """Choose the endpoint for the turns to come; empty means the default one."""
        return self._change(conversation_id, {"endpoint": endpoint}, "conversation.endpoint", actor)

    def set_scope(self, conversation_id: str, scope: str, *, actor: str = "user") -> Conversation:
        """Move a conversation into another scope; what was learnt in it before stays where it was."""
        return self._change(conversation_id, {"scope": scope}, "conversation.scope", actor)

    def delete(self, conversation_id: str, *, actor: str = "user") -> None:
        """Remove a conversation with all that quotes it: turns and their index, replies, draft, pseudonyms, bytes of
        receipts, tasks. Memories learnt from it stay.

        Raises:
            NotFound: there is none of that id.
        """

        def remove(conn: Connection) -> None:
            own = (conversation_id,)
            for table in ("index_units", "index_vectors"):
                conn.execute(f"DELETE FROM {table} WHERE kind = 'turn' AND ref_id IN ({_TURN_IDS})", own)
            sent = [str(row["id"]) for row in conn.execute(_RECEIPT_IDS, own)]
            self._vault.receipts.purge(conn, sent, actor=actor, reason="conversation.delete")
            if not conn.execute("DELETE FROM conversations WHERE id = ?", own).rowcount:
                raise NotFound(id=conversation_id)
            conn.execute("DELETE FROM drafts WHERE conversation_id = ?", (conversation_id,))
            conn.execute("DELETE FROM draft_files WHERE conversation_id = ?", (conversation_id,))
            conn.execute("DELETE FROM pseudonyms WHERE conversation_id = ?", (conversation_id,))
            conn.execute("DELETE FROM tasks WHERE conversation_id = ?", (conversation_id,))
            self._vault.audit.append(conn, actor, "conversation.delete", "conversation", conversation_id)
            self._vault.announce(Change("conversation", conversation_id, "conversation.delete"))

        self._vault.db.write(remove)
        self._vault.db.checkpoint()  # the deleted rows also leave the write-ahead log

    # turns

    def add_turn(
        self,
        conversation_id: str,
        role: Role,
        text: str,
        *,
        at: datetime | None = None,
        zone: str = "UTC",
        speaker: str = "",
        state: str = "complete",
        origin: str = "",
        is_indexed: bool = True,
        notes: Sequence[str] = (),
        parent_id: str | None = None,
        title: str = "",
        actor: str = "",
    ) -> Turn:
        """Append a message. `at` is when it was said (aware), `zone` the speaker's IANA zone.

        With a `parent_id` (empty: none) it follows that turn, as another version of what followed before, which is
        hidden with all that came of it. A conversation without a title gets this one, without the secrets in it.

        Raises:
            NotFound: there is no such conversation, or no such parent in it.
        """
        at = at or self._vault.clock()
        turn_id, text = new_id("t_", at), clean_text(text)
        title = title and for_storage(clean_text(title)).text

        def insert(conn: Connection) -> Turn:
            updated = conn.execute(
                "UPDATE conversations SET updated_us = max(updated_us, ?) WHERE id = ?",
                (to_us(at), conversation_id),
            )
            if not updated.rowcount:
                raise NotFound(id=conversation_id)
            if parent_id is not None:
                branches.hide_after(conn, self._vault, conversation_id, parent_id)
            parent = branches.last_shown(conn, conversation_id) if parent_id is None else parent_id
            position = conn.execute(
                "SELECT coalesce(max(position) + 1, 0) FROM turns WHERE conversation_id = ?",
                (conversation_id,),
            ).fetchone()[0]
            conn.execute(
                "INSERT INTO turns (id, conversation_id, position, role, speaker, text, said_us, zone, state, origin,"
                " notes_json, is_indexed, parent_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (turn_id, conversation_id, position, role.value, speaker, text, to_us(at), zone, state, origin,
                 canonical_json(list(notes)), int(is_indexed), parent),
            )  # fmt: skip
            self._vault.audit.append(
                conn, actor or role.value, "turn.add", "turn", turn_id, new=text.encode()
            )
            self._vault.announce(Change("turn", turn_id, "turn.add"))
            if title:
                self._name(conn, conversation_id, title)
            return _turn(conn, turn_id)

        return self._vault.db.write(insert)

    def update_turn(
        self,
        turn_id: str,
        *,
        text: str | None = None,
        state: str | None = None,
        notes: Sequence[str] | None = None,
        is_indexed: bool | None = None,
        actor: str = "assistant",
    ) -> Turn:
        """Change a turn in place: a reply that grew, was finished or stopped.

        Raises:
            NotFound: there is none of that id.
        """
        values: dict[str, str | int] = {}
        if text is not None:
            values["text"] = clean_text(text)
        if state is not None:
            values["state"] = state
        if notes is not None:
            values["notes_json"] = canonical_json(list(notes))
        if is_indexed is not None:
            values["is_indexed"] = int(is_indexed)

        def update(conn: Connection) -> Turn:
            old = _turn(conn, turn_id)
            if values:
                columns = ", ".join(f"{name} = ?" for name in values)
                conn.execute(f"UPDATE turns SET {columns} WHERE id = ?", (*values.values(), turn_id))
                new = str(values.get("text", old.text)).encode()
                self._vault.audit.append(
                    conn, actor, "turn.update", "turn", turn_id, old=old.text.encode(), new=new
                )
                self._vault.announce(Change("turn", turn_id, "turn.update"))
            return _turn(conn, turn_id)

        return self._vault.db.write(update)

    def turn(self, turn_id: str) -> Turn:
        """Raises NotFound where there is none of that id."""
        return self._vault.db.read(lambda conn: _turn(conn, turn_id))

    def turns(
        self, conversation_id: str, before: int | None = None, limit: int | None = None
    ) -> builtins.list[Turn]:
        """The shown turns in their order; with `limit` the last ones, below position `before` where given."""
        sql = (
            "SELECT * FROM turns WHERE conversation_id = ? AND is_shown = 1 AND position < ?"
            " ORDER BY position DESC LIMIT ?"
        )
        values = (conversation_id, before if before is not None else 1 << 62, -1 if limit is None else limit)
        found = self._vault.db.read(lambda conn: [turn_from_row(row) for row in conn.execute(sql, values)])
        return found[::-1]

    def path(self, conversation_id: str, before: int | None = None) -> builtins.list[str]:
        """The ids of the shown turns in their order, below position `before` where given."""
        sql = "SELECT id FROM turns WHERE conversation_id = ? AND is_shown = 1 AND position < ? ORDER BY position"
        values = (conversation_id, before if before is not None else 1 << 62)
        return self._vault.db.read(lambda conn: [str(row["id"]) for row in conn.execute(sql, values)])

    def show(self, turn_id: str, *, actor: str = "user") -> Turn:
        """Choose the version of the conversation that holds this turn; below it the latest of each place.

        Raises:
            NotFound: there is none of that id.
        """

        def choose(conn: Connection) -> Turn:
            turn = _turn(conn, turn_id)
            if not turn.is_shown:
                branches.show_path_to(conn, self._vault, turn.conversation_id, turn_id)
                self._vault.audit.append(conn, actor, "turn.show", "turn", turn_id)
            return _turn(conn, turn_id)

        return self._vault.db.write(choose)

    def versions(self, conversation_id: str) -> dict[str, tuple[str, ...]]:
        """For each shown turn that has several versions: the ids of all of them, oldest first."""
        return self._vault.db.read(lambda conn: branches.versions(conn, conversation_id))

    # what belongs to a reply, and drafts

    def save_reply(self, turn_id: str, confidence: str, detail: Mapping[str, Any]) -> None:
        """Keep what a reply rests on: its badge and the details that a panel shows. Replaces earlier ones.

        Raises:
            NotFound: there is no such turn.
        """

        def insert(conn: Connection) -> None:
            _turn(conn, turn_id)
            conn.execute(
                "INSERT OR REPLACE INTO replies (turn_id, confidence, detail_json) VALUES (?, ?, ?)",
                (turn_id, confidence, canonical_json(detail)),
            )

        self._vault.db.write(insert)

    def reply(self, turn_id: str) -> dict[str, Any] | None:
        """The details of a reply with its `confidence`; None where there are none."""
        row = self._vault.db.read(
            lambda conn: conn.execute("SELECT * FROM replies WHERE turn_id = ?", (turn_id,)).fetchone()
        )
        return None if row is None else {**json.loads(row["detail_json"]), "confidence": row["confidence"]}

    def set_draft(self, conversation_id: str, text: str) -> None:
        """Keep what is typed but not sent, without the secrets in it; an empty text removes it.

        Raises:
            DetectionFailed: it could not be checked for secrets and was not kept.
        """
        now, text = to_us(self._vault.clock()), for_storage(text).text

        def put(conn: Connection) -> None:
            conn.execute("DELETE FROM drafts WHERE conversation_id = ?", (conversation_id,))
            if text:
                conn.execute("INSERT INTO drafts VALUES (?, ?, ?)", (conversation_id, clean_text(text), now))

        self._vault.db.write(put)

    def draft(self, conversation_id: str) -> str:
        row = self._vault.db.read(
            lambda conn: conn.execute(
                "SELECT text FROM drafts WHERE conversation_id = ?", (conversation_id,)
            ).fetchone()
        )
        return "" if row is None else str(row["text"])

    def _name(self, conn: Connection, conversation_id: str, title: str) -> None:
        """Give a conversation its first title; one that it has stays."""
        sql = "UPDATE conversations SET title = ? WHERE id = ? AND title = ''"
        if conn.execute(sql, (title, conversation_id)).rowcount:
            action = "conversation.rename"
            self._vault.audit.append(conn, "assistant", action, "conversation", conversation_id)
            self._vault.announce(Change("conversation", conversation_id, action))

    def _change(self, conversation_id: str, values: dict[str, str], action: str, actor: str) -> Conversation:
        columns = ", ".join(f"{name} = ?" for name in values)

        def update(conn: Connection) -> Conversation:
            sql = f"UPDATE conversations SET {columns} WHERE id = ?"
            if not conn.execute(sql, (*values.values(), conversation_id)).rowcount:
                raise NotFound(id=conversation_id)
            self._vault.audit.append(conn, actor, action, "conversation", conversation_id)
            self._vault.announce(Change("conversation", conversation_id, action))
            return self.get(conversation_id)

        return self._vault.db.write(update)


def _turn(conn: Connection, turn_id: str) -> Turn:
    row = conn.execute("SELECT * FROM turns WHERE id = ?", (turn_id,)).fetchone()
    if row is None:
        raise NotFound(id=turn_id)
    return turn_from_row(row)
