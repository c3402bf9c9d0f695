"""Schema version 4: what a sealed memory says, encrypted under a key of its own; its row in `memories` holds stars."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    """CREATE TABLE sealed_fields (
        memory_id TEXT PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE, nonce BLOB NOT NULL,
        body BLOB NOT NULL, sealed_us INTEGER NOT NULL) STRICT""",
)
