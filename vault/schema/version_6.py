"""Schema version 6: documents that the user put into the vault, their files, and the passages of their text."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE documents (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, title TEXT NOT NULL, kind TEXT NOT NULL, sha256 BLOB NOT NULL,
        size_bytes INTEGER NOT NULL, pages INTEGER NOT NULL, scope TEXT NOT NULL, sensitivity TEXT NOT NULL,
        version INTEGER NOT NULL, added_us INTEGER NOT NULL, UNIQUE (sha256)) STRICT""",
    "CREATE INDEX documents_by_name ON documents (name, scope)",
    # The file as it was given. Its row goes where something is cut out of the text, for the file still holds it.
    """CREATE TABLE document_bodies (
        document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE, body BLOB NOT NULL) STRICT""",
    # Together, in order, the passages are the whole text; `start` and `end` are places in it.
    """CREATE TABLE passages (
        id TEXT PRIMARY KEY, document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        ordinal INTEGER NOT NULL, text TEXT NOT NULL, page INTEGER NOT NULL, heading TEXT NOT NULL,
        start INTEGER NOT NULL, "end" INTEGER NOT NULL, UNIQUE (document_id, ordinal)) STRICT""",
)
