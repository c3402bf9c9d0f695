"""Schema version 3: versions of a message side by side, and digests of older turns.

`parent_id` is the turn that a turn answers or follows, empty for the first; turns of one parent are versions of the
same place. `is_shown` marks the turns of the chosen path. Chats of version 1 are one path: each turn follows the one
before it.
"""

from __future__ import annotations

# Each turn follows the one before it: the order of a chat without versions.
LINK_TURNS = """UPDATE turns SET parent_id = coalesce((SELECT p.id FROM turns p
    WHERE p.conversation_id = turns.conversation_id AND p.position < turns.position
    ORDER BY p.position DESC LIMIT 1), '')"""

STATEMENTS: tuple[str, ...] = (
    "ALTER TABLE turns ADD COLUMN parent_id TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE turns ADD COLUMN is_shown INTEGER NOT NULL DEFAULT 1",
    LINK_TURNS,
    "CREATE INDEX turns_by_parent ON turns (conversation_id, parent_id)",
    # What older turns said, in short; `lines_json` is a list of [turn id, words]. `turns` are the ids of exactly the
    # turns that it covers, in order: another path, or a turn that was cut, needs another digest.
    """CREATE TABLE digests (
        turns TEXT NOT NULL, conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        lines_json TEXT NOT NULL, maker TEXT NOT NULL, created_us INTEGER NOT NULL,
        PRIMARY KEY (conversation_id, turns)) STRICT""",
)
