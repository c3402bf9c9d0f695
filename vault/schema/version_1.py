"""Schema version 1: the tables of a new vault. Never edited after a release; later versions are further modules.

Times are UTC microseconds since the epoch (INTEGER). Bodies ending in `_json` are canonical JSON. Everything that
quotes the user's words sits in a column that `vault.deletion` knows of.
"""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "CREATE TABLE settings (key TEXT PRIMARY KEY, value_json TEXT NOT NULL, updated_us INTEGER NOT NULL) STRICT",
    # conversations and their turns
    """CREATE TABLE conversations (
        id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', title TEXT NOT NULL, scope TEXT NOT NULL,
        endpoint TEXT NOT NULL DEFAULT '', created_us INTEGER NOT NULL, updated_us INTEGER NOT NULL,
        origin TEXT NOT NULL DEFAULT '') STRICT""",
    "CREATE UNIQUE INDEX conversations_by_name ON conversations (name) WHERE name <> ''",
    "CREATE INDEX conversations_by_update ON conversations (updated_us)",
    """CREATE TABLE turns (
        id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
        position INTEGER NOT NULL, role TEXT NOT NULL, speaker TEXT NOT NULL DEFAULT '', text TEXT NOT NULL,
        said_us INTEGER NOT NULL, zone TEXT NOT NULL, state TEXT NOT NULL, origin TEXT NOT NULL DEFAULT '',
        notes_json TEXT NOT NULL DEFAULT '[]', is_indexed INTEGER NOT NULL DEFAULT 1,
        UNIQUE (conversation_id, position)) STRICT""",
    "CREATE INDEX turns_by_origin ON turns (origin) WHERE origin <> ''",
    """CREATE TABLE replies (
        turn_id TEXT PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE, confidence TEXT NOT NULL,
        detail_json TEXT NOT NULL) STRICT""",
    "CREATE TABLE drafts (conversation_id TEXT PRIMARY KEY, text TEXT NOT NULL, updated_us INTEGER NOT NULL) STRICT",
    # memories
    """CREATE TABLE memories (
        id TEXT PRIMARY KEY, subject TEXT NOT NULL, attribute TEXT NOT NULL, scope TEXT NOT NULL,
        value_json TEXT NOT NULL,
        claim TEXT NOT NULL, layer TEXT NOT NULL, source TEXT NOT NULL, weight REAL NOT NULL,
        confidence REAL NOT NULL,
        state TEXT NOT NULL, pinned INTEGER NOT NULL, sensitivity TEXT NOT NULL, visibility TEXT NOT NULL,
        language TEXT NOT NULL, valid_from_json TEXT, valid_until_json TEXT, said_us INTEGER NOT NULL,
        recorded_us INTEGER NOT NULL, updated_us INTEGER NOT NULL, zone TEXT NOT NULL, expires_us INTEGER,
        retention TEXT NOT NULL, confirmations INTEGER NOT NULL, uses INTEGER NOT NULL, last_used_us INTEGER,
        topics_json TEXT NOT NULL, entities_json TEXT NOT NULL, negated INTEGER NOT NULL,
        is_plan INTEGER NOT NULL,
        superseded_by TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT '', version INTEGER NOT NULL,
        identity BLOB NOT NULL, review_json TEXT NOT NULL DEFAULT '') STRICT""",
    "CREATE INDEX memories_by_slot ON memories (subject, attribute, scope)",
    "CREATE INDEX memories_by_state ON memories (state)",
    "CREATE INDEX memories_by_identity ON memories (identity)",
    "CREATE INDEX memories_by_successor ON memories (superseded_by) WHERE superseded_by <> ''",
    # The same claim cannot stand twice as active or proposed: a second telling confirms the first.
    "CREATE UNIQUE INDEX memories_live_once ON memories (identity) WHERE state IN ('proposed', 'active')",
    """CREATE TABLE memory_evidence (
        memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE, ordinal INTEGER NOT NULL,
        kind TEXT NOT NULL,
        ref_id TEXT NOT NULL, quote TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
        said_us INTEGER,
        conversation_id TEXT NOT NULL DEFAULT '', PRIMARY KEY (memory_id, ordinal)) STRICT""",
    "CREATE INDEX memory_evidence_by_ref ON memory_evidence (ref_id)",
    """CREATE TABLE memory_history (
        sequence INTEGER PRIMARY KEY, memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
        at_us INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, reason TEXT NOT NULL,
        before_json TEXT NOT NULL, after_json TEXT NOT NULL) STRICT""",
    "CREATE INDEX memory_history_by_memory ON memory_history (memory_id)",
    # A tombstone keeps keyed hashes only: slot and value, and the evidence it must not be learnt from again.
    """CREATE TABLE tombstones (
        hash BLOB NOT NULL, evidence_hash BLOB NOT NULL, created_us INTEGER NOT NULL,
        is_final INTEGER NOT NULL,
        PRIMARY KEY (hash, evidence_hash)) STRICT""",
    # the derived index; any of it can be dropped and rebuilt from the text
    """CREATE TABLE index_units (
        kind TEXT NOT NULL, ref_id TEXT NOT NULL, tokens BLOB NOT NULL, tokens_version INTEGER NOT NULL,
        PRIMARY KEY (kind, ref_id)) STRICT, WITHOUT ROWID""",
    """CREATE TABLE index_vectors (
        kind TEXT NOT NULL, ref_id TEXT NOT NULL, form TEXT NOT NULL, chunk INTEGER NOT NULL,
        encoder_id TEXT NOT NULL,
        dimension INTEGER NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (kind, ref_id, form, chunk)) STRICT""",
    # what left the machine
    """CREATE TABLE endpoints (
        name TEXT PRIMARY KEY, kind TEXT NOT NULL, url TEXT NOT NULL, model TEXT NOT NULL,
        trust TEXT NOT NULL,
        key TEXT NOT NULL, options_json TEXT NOT NULL, is_default INTEGER NOT NULL,
        created_us INTEGER NOT NULL) STRICT""",
    """CREATE TABLE receipts (
        sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sent_us INTEGER NOT NULL,
        purpose TEXT NOT NULL,
        endpoint TEXT NOT NULL, url TEXT NOT NULL, method TEXT NOT NULL, size_bytes INTEGER NOT NULL,
        digest BLOB NOT NULL,
        replaced_json TEXT NOT NULL, memory_ids_json TEXT NOT NULL, conversation_id TEXT NOT NULL,
        turn_id TEXT NOT NULL,
        outcome TEXT NOT NULL, status INTEGER NOT NULL, duration_us INTEGER NOT NULL,
        received_bytes INTEGER NOT NULL,
        chain BLOB NOT NULL) STRICT""",
    """CREATE TABLE receipt_bodies (
        receipt_id TEXT PRIMARY KEY REFERENCES receipts (id) ON DELETE CASCADE, body BLOB NOT NULL) STRICT""",
    """CREATE TABLE pseudonyms (
        conversation_id TEXT NOT NULL, token TEXT NOT NULL, type TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (conversation_id, token), UNIQUE (conversation_id, type, value)) STRICT""",
    # what happened
    """CREATE TABLE audit (
        sequence INTEGER PRIMARY KEY, at_us INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
        object_kind TEXT NOT NULL, object_id TEXT NOT NULL, reason TEXT NOT NULL,
        old_fingerprint BLOB NOT NULL,
        new_fingerprint BLOB NOT NULL, chain BLOB NOT NULL) STRICT""",
)
