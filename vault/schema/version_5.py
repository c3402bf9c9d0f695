"""Schema version 5: the text of files that were put beside a message; they go with it."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE attachments (
        id TEXT PRIMARY KEY, turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        position INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, size_bytes INTEGER NOT NULL,
        encoding TEXT NOT NULL, added_us INTEGER NOT NULL, UNIQUE (turn_id, position)) STRICT""",
)
