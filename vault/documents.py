"""Documents that the user put into the vault: the file, its text in passages that are recalled and cited, and both out
again.

How a file is read and parted is decided before it comes here; secrets are cut out of the text by then. Deleting one is
`vault.deletion`'s. Follows the design page "Recall, Units and index".
"""

from __future__ import annotations

import builtins
import enum
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from vault.changes import Change
from vault.codec import clean_text, from_us, to_us
from vault.database import Connection, Row
from vault.document_cutting import drop_index, replace_passages
from vault.errors import NotFound
from vault.ids import new_id
from vault.records import UNIVERSAL, Sensitivity

if TYPE_CHECKING:
    from vault.vault import Vault

_SELECT = """SELECT d.*, (SELECT count(*) FROM passages p WHERE p.document_id = d.id) AS passages,
    EXISTS (SELECT 1 FROM document_bodies b WHERE b.document_id = d.id) AS has_file FROM documents d"""


class DocumentKind(enum.StrEnum):
    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    WORD = "word"
    PDF = "pdf"


class Outcome(enum.StrEnum):
    """What became of a file: new; the same file was there; the newer version of one of that name."""

    ADDED = "added"
    KNOWN = "known"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class PassageText:
    """A stretch of a document's text; `page` counts from 1, 0 where it has none. `heading` is that above it."""

    text: str
    page: int = 0
    heading: str = ""


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A file with its text, which the passages make up together. `title` may be empty, `pages` 0 for none.

    `keeps_file` False: it holds what is never stored, and only its text is kept, without that.
    """

    name: str
    kind: DocumentKind
    body: bytes
    passages: Sequence[PassageText]
    title: str = ""
    pages: int = 0
    keeps_file: bool = True


@dataclass(frozen=True, slots=True)
class Document:
    """A kept document without its text. `passages` counts them; there is no file where words were cut (`has_file`)."""

    id: str
    name: str
    title: str
    kind: DocumentKind
    sha256: str
    size_bytes: int
    pages: int
    scope: str
    sensitivity: Sensitivity
    version: int
    added_utc: datetime
    passages: int
    has_file: bool

    @property
    def label(self) -> str:
        """Its title, where it has one of its own, else its name."""
        return self.title or self.name


@dataclass(frozen=True, slots=True)
class Passage:
    """A kept passage; `start` and `end` are its place in the document's text."""

    id: str
    document_id: str
    ordinal: int
    text: str
    page: int
    heading: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Added:
    document: Document
    outcome: Outcome


class Documents:
    """The documents of one vault. Any thread; each call is one transaction, audited and told to the listeners."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def add(
        self,
        new: NewDocument,
        *,
        scope: str = UNIVERSAL,
        sensitivity: Sensitivity = Sensitivity.NORMAL,
        actor: str = "user",
    ) -> Added:
        """Keep a document. The same file twice is kept once; another file of that name and scope takes the earlier
        one's place, with its id, and the earlier passages go.
        """
        digest = hashlib.sha256(new.body).digest()
        now = self._vault.clock()

        def put(conn: Connection) -> Added:
            known = conn.execute("SELECT id FROM documents WHERE sha256 = ?", (digest,)).fetchone()
            if known is not None:
                return Added(_document(conn, known["id"]), Outcome.KNOWN)
            sql = "SELECT id, version FROM documents WHERE name = ? AND scope = ? ORDER BY added_us DESC LIMIT 1"
            earlier = conn.execute(sql, (clean_text(new.name), scope)).fetchone()
            document_id = new_id("d_", now) if earlier is None else earlier["id"]
            values = (
                clean_text(new.name), clean_text(new.title), new.kind.value, digest, len(new.body), new.pages,
                scope, sensitivity.value, 1 if earlier is None else earlier["version"] + 1, to_us(now), document_id,
            )  # fmt: skip
            if earlier is None:
                sql = (
                    "INSERT INTO documents (name, title, kind, sha256, size_bytes, pages, scope, sensitivity,"
                    " version, added_us, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                )
            else:
                sql = (
                    "UPDATE documents SET name = ?, title = ?, kind = ?, sha256 = ?, size_bytes = ?, pages = ?,"
                    " scope = ?, sensitivity = ?, version = ?, added_us = ? WHERE id = ?"
                )
                drop_index(conn, document_id)
            conn.execute(sql, values)
            conn.execute("DELETE FROM document_bodies WHERE document_id = ?", (document_id,))
            if new.keeps_file:
                conn.execute("INSERT INTO document_bodies VALUES (?, ?)", (document_id, new.body))
            texts = [(clean_text(one.text), one.page, clean_text(one.heading)) for one in new.passages]
            replace_passages(conn, document_id, texts, now)
            action = "document.add" if earlier is None else "document.replace"
            self._vault.audit.append(conn, actor, action, "document", document_id, new=digest)
            self._vault.announce(Change("document", document_id, action))
            return Added(_document(conn, document_id), Outcome.ADDED if earlier is None else Outcome.REPLACED)

        return self._vault.db.write(put)

    def list(self, scope: str | None = None) -> builtins.list[Document]:
        """All of one scope, or of all scopes, the newest first."""
        sql = f"{_SELECT} WHERE ?1 IS NULL OR d.scope = ?1 ORDER BY d.added_us DESC, d.id DESC"
        return self._vault.db.read(lambda conn: [_of_row(row) for row in conn.execute(sql, (scope,))])

    def has_any(self) -> bool:
        """Whether there is any document."""
        sql = "SELECT EXISTS (SELECT 1 FROM documents)"
        return bool(self._vault.db.read(lambda conn: conn.execute(sql).fetchone()[0]))

    def get(self, document_id: str) -> Document:
        """Raises: NotFound."""
        return self._vault.db.read(lambda conn: _document(conn, document_id))

    def passages(self, document_id: str) -> builtins.list[Passage]:
        """Its passages in order. Raises: NotFound."""

        def read(conn: Connection) -> builtins.list[Passage]:
            _document(conn, document_id)
            sql = "SELECT * FROM passages WHERE document_id = ? ORDER BY ordinal"
            return [_passage(row) for row in conn.execute(sql, (document_id,))]

        return self._vault.db.read(read)

    def passage(self, passage_id: str) -> Passage:
        """Raises: NotFound: it is gone, perhaps with an earlier version of its document."""
        sql = "SELECT * FROM passages WHERE id = ?"
        row = self._vault.db.read(lambda conn: conn.execute(sql, (passage_id,)).fetchone())
        if row is None:
            raise NotFound(id=passage_id)
        return _passage(row)

    def file(self, document_id: str) -> bytes | None:
        """The file as it was given; None where words were cut out of the text. Raises: NotFound."""

        def read(conn: Connection) -> bytes | None:
            _document(conn, document_id)
            sql = "SELECT body FROM document_bodies WHERE document_id = ?"
            row = conn.execute(sql, (document_id,)).fetchone()
            return None if row is None else bytes(row["body"])

        return self._vault.db.read(read)

    def change(
        self,
        document_id: str,
        *,
        scope: str | None = None,
        sensitivity: Sensitivity | None = None,
        actor: str = "user",
    ) -> Document:
        """Put it into another scope, or say how sensitive it is. Raises: NotFound."""

        def update(conn: Connection) -> Document:
            before = _document(conn, document_id)
            wanted = (scope or before.scope, (sensitivity or before.sensitivity).value)
            conn.execute(
                "UPDATE documents SET scope = ?, sensitivity = ? WHERE id = ?", (*wanted, document_id)
            )
            old = f"{before.scope} {before.sensitivity.value}".encode()
            self._vault.audit.append(
                conn, actor, "document.update", "document", document_id, old=old, new=" ".join(wanted).encode()
            )  # fmt: skip
            self._vault.announce(Change("document", document_id, "document.update"))
            return _document(conn, document_id)

        return self._vault.db.write(update)


def _document(conn: Connection, document_id: str) -> Document:
    row = conn.execute(f"{_SELECT} WHERE d.id = ?", (document_id,)).fetchone()
    if row is None:
        raise NotFound(id=document_id)
    return _of_row(row)


def _of_row(row: Row) -> Document:
    return Document(
        id=row["id"],
        name=row["name"],
        title=row["title"],
        kind=DocumentKind(row["kind"]),
        sha256=bytes(row["sha256"]).hex(),
        size_bytes=row["size_bytes"],
        pages=row["pages"],
        scope=row["scope"],
        sensitivity=Sensitivity(row["sensitivity"]),
        version=row["version"],
        added_utc=from_us(row["added_us"]),
        passages=row["passages"],
        has_file=bool(row["has_file"]),
    )


def _passage(row: Row) -> Passage:
    return Passage(
        row["id"], row["document_id"], row["ordinal"], row["text"], row["page"], row["heading"],
        row["start"], row["end"],
    )  # fmt: skip
