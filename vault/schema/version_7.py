"""Schema version 7: the files beside a message that is not sent yet; an empty id is a conversation not begun."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE draft_files (
        id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL,
        text TEXT NOT NULL, size_bytes INTEGER NOT NULL, encoding TEXT NOT NULL,
        UNIQUE (conversation_id, position)) STRICT""",
)
