"""The durable side of the index: packed tokens and vectors, and the rows of units they belong to.

Everything in the two index tables can be dropped and is then rebuilt from the text. Functions take a connection
inside a read or write of `vault.database`; nothing in here keeps state.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from vault.aliases import aliases_in
from vault.batches import rows_in_batches
from vault.recall.tokens import TOKENS_VERSION
from vault.recall.units import MEMORY, PASSAGE, TURN, TurnColumns, Unit, named
from vault.records import SOURCE_WEIGHTS, USER, Layer, Role, Sensitivity, SourceKind, State

Key = tuple[str, str]
_ROLES = frozenset(Role)  # a speaker that only repeats the role is nobody's name
_SLICE = 400  # below SQLite's limit of bound values in every build

_TURNS = """SELECT t.id, t.conversation_id, t.position, t.role, t.speaker, t.said_us, t.zone, t.origin, c.scope{text}
    FROM turns t JOIN conversations c ON c.id = t.conversation_id
    WHERE t.is_indexed = 1 AND t.is_shown = 1 AND t.state IN ('complete', 'stopped') AND t.text <> ''"""
_MEMORIES = """SELECT id, subject, attribute, scope, value_json, claim, layer, weight, confidence, state, pinned,
    sensitivity, said_us, zone, expires_us, uses, topics_json, entities_json, superseded_by
    FROM memories WHERE state NOT IN ('deleted', 'rejected')"""
_PASSAGES = """SELECT p.id, p.document_id, p.ordinal, {text} AS text, p.page, p.heading, d.name, d.title, d.scope,
    d.sensitivity, d.added_us FROM passages p JOIN documents d ON d.id = p.document_id WHERE 1"""
DOCUMENT = "document"  # whose words a passage holds, where a turn has the role of who said it


class Connection(Protocol):
    """What is needed of a database connection."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Any: ...
    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Any: ...


class StoredVector(NamedTuple):
    """One chunk of one form of a unit; `packed` is a scale and int8 values."""

    kind: str
    id: str
    form: str
    chunk: int
    packed: bytes


def _turn(row: Any) -> Unit:
    return Unit(
        kind=TURN,
        id=row["id"],
        text=row["text"],
        source=row["conversation_id"],
        position=row["position"],
        scope=row["scope"],
        said_us=row["said_us"],
        role=row["role"],
        speaker="" if row["speaker"] in _ROLES else row["speaker"],
        zone=row["zone"],
        origin=row["origin"],
    )


def _plain_value(value_json: str) -> str:
    """The words of a value as far as it is text; a quantity's words stand in its claim."""
    value = json.loads(value_json)
    return value if isinstance(value, str) else ""


def _memory(row: Any) -> Unit:
    subject, attribute = row["subject"], row["attribute"].replace("_", " ").split(":")
    topics, entities = json.loads(row["topics_json"]), json.loads(row["entities_json"])
    return Unit(
        kind=MEMORY,
        id=row["id"],
        text=row["claim"],
        source="",
        position=0,
        scope=row["scope"],
        said_us=row["said_us"],
        role=Role.USER,
        zone=row["zone"],
        state=State(row["state"]),
        layer=Layer(row["layer"]),
        expires_us=row["expires_us"],
        pinned=bool(row["pinned"]),
        sensitivity=Sensitivity(row["sensitivity"]),
        weight=row["weight"],
        confidence=row["confidence"],
        uses=row["uses"],
        names=named((*attribute, *topics, *entities, "" if subject == USER else subject)),
        superseded_by=row["superseded_by"],
        extra=" ".join(
            named(
                (*attribute, _plain_value(row["value_json"]), *topics, *entities, *aliases_in(row["claim"]))
            )
        ),
    )


def _passage(row: Any) -> Unit:
    title = row["title"] or row["name"]
    return Unit(
        kind=PASSAGE,
        id=row["id"],
        text=row["text"],
        source=row["document_id"],
        position=row["ordinal"],
        scope=row["scope"],
        said_us=row["added_us"],
        role=DOCUMENT,
        sensitivity=Sensitivity(row["sensitivity"]),
        weight=SOURCE_WEIGHTS[SourceKind.DOCUMENT],
        extra="\n".join(named((title, row["heading"]))),
        title=title,
        page=row["page"],
        heading=row["heading"],
    )


_READ: dict[str, tuple[str, str, Callable[[Any], Unit]]] = {
    TURN: (_TURNS.format(text=", t.text"), "t.id", _turn),
    MEMORY: (_MEMORIES, "id", _memory),
    PASSAGE: (_PASSAGES.format(text="p.text"), "p.id", _passage),
}


def all_turns(connection: Connection) -> TurnColumns:
    """Every turn that may be indexed, in order of conversation and place, as columns: no object for each row."""
    rows = connection.execute(
        f"SELECT id, conversation_id, position, scope, speaker, role, said_us FROM ({_TURNS.format(text='')})"
        " ORDER BY conversation_id, position"
    ).fetchall()
    if not rows:
        return TurnColumns((), (), (), (), (), (), ())
    columns = TurnColumns(*zip(*rows, strict=True))
    return columns._replace(speakers=tuple("" if s in _ROLES else s for s in columns.speakers))


def all_memories(connection: Connection) -> Iterator[Unit]:
    """Every memory that may be recalled in some state, oldest first."""
    return (_memory(row) for row in rows_in_batches(connection, _MEMORIES, order="id"))


def all_passages(connection: Connection) -> Iterator[Unit]:
    """Every passage of every document without its text, in order of document and place."""
    sql = _PASSAGES.format(text="''")
    return (_passage(row) for row in connection.execute(sql + " ORDER BY p.document_id, p.ordinal"))


def passages_of(connection: Connection, document_id: str) -> list[Key]:
    """The keys of a document's passages; none where it is gone."""
    rows = connection.execute("SELECT id FROM passages WHERE document_id = ?", (document_id,))
    return [(PASSAGE, row[0]) for row in rows]


def units(connection: Connection, keys: Sequence[Key]) -> dict[Key, Unit]:
    """The current rows of these units, text included; what may not be indexed (any more) is missing."""
    found: dict[Key, Unit] = {}
    for kind, (sql, column, read) in _READ.items():
        ids = [unit_id for unit_kind, unit_id in keys if unit_kind == kind]
        for start in range(0, len(ids), _SLICE):
            part = ids[start : start + _SLICE]
            chosen = f"{sql} AND {column} IN ({','.join('?' * len(part))})"
            for row in rows_in_batches(connection, chosen, part, order="id"):
                unit = read(row)
                found[kind, unit.id] = unit
    return found


def stored_tokens(connection: Connection) -> list[tuple[str, str, bytes]]:
    """Kind, id and packed tokens of the current version."""
    rows: list[tuple[str, str, bytes]] = connection.execute(
        "SELECT kind, ref_id, tokens FROM index_units WHERE tokens_version = ?", (TOKENS_VERSION,)
    ).fetchall()
    return rows


def stored_vectors(
    connection: Connection, encoder_id: str, dimension: int
) -> list[tuple[str, str, str, int, bytes]]:
    """Vectors of exactly this encoder and dimension, as `StoredVector` has them, in no order."""
    rows: list[tuple[str, str, str, int, bytes]] = connection.execute(
        "SELECT kind, ref_id, form, chunk, vector FROM index_vectors WHERE encoder_id = ? AND dimension = ?"
        " AND length(vector) = ? + 4",
        (encoder_id, dimension, dimension),
    ).fetchall()
    return rows


def write_tokens(connection: Connection, rows: Iterable[tuple[Key, bytes]]) -> None:
    """Store packed tokens, replacing older ones."""
    connection.executemany(
        "INSERT OR REPLACE INTO index_units (kind, ref_id, tokens, tokens_version) VALUES (?, ?, ?, ?)",
        [(key[0], key[1], packed, TOKENS_VERSION) for key, packed in rows],
    )


def write_vectors(
    connection: Connection, encoder_id: str, dimension: int, rows: Sequence[StoredVector]
) -> None:
    """Store all chunks of some forms, replacing whatever chunks these forms had."""
    forms = sorted({(row.kind, row.id, row.form) for row in rows})
    connection.executemany("DELETE FROM index_vectors WHERE kind = ? AND ref_id = ? AND form = ?", forms)
    connection.executemany(
        "INSERT INTO index_vectors (kind, ref_id, form, chunk, encoder_id, dimension, vector)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(row.kind, row.id, row.form, row.chunk, encoder_id, dimension, row.packed) for row in rows],
    )


def delete_units(connection: Connection, keys: Iterable[Key]) -> int:
    """Remove everything that was derived from these units; returns how many rows that were."""
    removed = 0
    for key in keys:
        removed += connection.execute("DELETE FROM index_units WHERE kind = ? AND ref_id = ?", key).rowcount
        removed += connection.execute("DELETE FROM index_vectors WHERE kind = ? AND ref_id = ?", key).rowcount
    return removed


def delete_context_vectors(connection: Connection, keys: Iterable[Key]) -> None:
    """Remove the vectors of these units that hold their neighbours' words."""
    connection.executemany(
        "DELETE FROM index_vectors WHERE kind = ? AND ref_id = ? AND form = 'context'", list(keys)
    )


def delete_stale(connection: Connection, encoder_id: str | None) -> int:
    """Remove rows whose unit is gone and, where an encoder is given, vectors of others; returns how many rows."""
    gone = """ WHERE (kind = 'turn' AND ref_id NOT IN (SELECT id FROM turns WHERE is_indexed = 1 AND is_shown = 1))
        OR (kind = 'passage' AND ref_id NOT IN (SELECT id FROM passages))
        OR (kind = 'memory' AND ref_id NOT IN (SELECT id FROM memories WHERE state NOT IN ('deleted', 'rejected')))"""
    removed = sum(
        connection.execute(f"DELETE FROM {table}{gone}").rowcount
        for table in ("index_units", "index_vectors")
    )
    if encoder_id is not None:
        removed += connection.execute(
            "DELETE FROM index_vectors WHERE encoder_id <> ?", (encoder_id,)
        ).rowcount
    return int(removed)
