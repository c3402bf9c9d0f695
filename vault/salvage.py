"""Salvage: what still decrypts of a damaged vault goes into a new one, with a report of what could not be read.

The header must open. A damaged page costs the rows on it, one that leads to other pages costs those below it: see
`vault.salvage_rows`. The index is left out, it is rebuilt from the text. Where entries of the audit or receipts are
missing, the chains are made anew and an entry says so: they then prove nothing about the time before.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from vault.anchor import Anchor, read_anchor, take_anchor, write_anchor
from vault.audit import turns_unlike_audit
from vault.clock import Clock, utc_now
from vault.database import Connection, Database, IntegrityError, open_connection
from vault.errors import DatabaseDamaged, SalvageFailed
from vault.files import (
    DATABASE,
    DATABASE_FILES,
    SCRATCH,
    create_private_file,
    read_chunks,
    remove_database,
    write_durably,
)
from vault.header import Header, write_headers
from vault.integrity import put_sentinel
from vault.keys import SubKeys
from vault.lock import VaultLock
from vault.opening import hold, open_with_data_key, unlock_headers
from vault.progress import Cancelled, Progress, Stopped, Teller
from vault.salvage_rows import Row, Source, TableReport
from vault.schema import migrate
from vault.schema.version_3 import LINK_TURNS
from vault.secret import Secret
from vault.staging import staged, swap_in
from vault.vault import Vault

_STRETCH: Final = 8
# Each with the part of the vault that it is to its owner, in an order in which every row finds what it refers to. What
# is derived (the index) is not among them.
TABLES: Final = {
    "meta": "settings", "settings": "settings", "conversations": "conversations", "turns": "messages",
    "replies": "reply_details", "drafts": "drafts", "memories": "memories", "memory_evidence": "memory_sources",
    "memory_history": "memory_history", "tombstones": "marks", "endpoints": "endpoints", "receipts": "receipts",
    "receipt_bodies": "receipts", "pseudonyms": "pseudonyms", "audit": "audit", "tasks": "tasks", "task_steps": "tasks",
    "task_findings": "tasks", "extraction_jobs": "waiting", "digests": "summaries", "sealed_fields": "sealed",
    "attachments": "messages", "documents": "documents", "document_bodies": "documents", "passages": "documents",
    "draft_files": "drafts",
}  # fmt: skip
PARTS: Final = tuple(dict.fromkeys(TABLES.values()))
_COUNTED: Final = ("conversations", "turns", "memories", "receipts", "audit")
_CONVERSATION: Final = (
    "INSERT OR IGNORE INTO conversations (id, title, scope, created_us, updated_us)"
    " VALUES (?, '…', 'universal', 0, 0)"
)


@dataclass(frozen=True, slots=True)
class SalvageReport:
    """`rows` were kept, of `expected` where the anchor still says how many there were (-1: it does not).

    `gaps`: damaged places passed over in each of `PARTS` that has any. `orphans`: rows left out, because what they
    belong to could not be read. `is_rechained`: entries of the audit or receipts are missing. `kept`: the damaged
    vault's folder where the new one took its place, else None.
    """

    path: Path
    rows: int
    expected: int
    gaps: dict[str, int]
    orphans: int
    is_rechained: bool
    kept: Path | None
    was_cancelled: bool = False


def salvage_vault(
    path: Path,
    target: Path,
    *,
    passphrase: Secret | None = None,
    recovery_code: str | None = None,
    clock: Clock = utc_now,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> SalvageReport:
    """Make a whole vault at `target` of what can be read of the closed, damaged one at `path`.

    The same secrets open it. The damaged one is not changed; where `target` is its own folder, it is moved aside and
    kept. Linear in its size, and a fraction of a second for each damaged place. `progress` gets (salvage, tables done,
    of all); where `cancelled` says True before the new one is in its place, nothing was made.

    Raises:
        VaultMissing, InUse, HeaderDamaged, NewerFormat, WrongPassphrase: as `open_vault`.
        VaultExists: `target` is something else that is not empty.
        SalvageFailed: not even the list of its tables can be read; only a backup helps.
        DatabaseDamaged: what was made did not pass its checks.
        DiskFull: no room; nothing was made.
    """
    path, target = path.absolute(), target.expanduser().absolute()
    is_own, tell = path == target, Teller(progress, cancelled)
    lock = hold(path)
    try:
        with lock.kept():
            header, data_key = unlock_headers(path, passphrase, recovery_code, clock)
            with staged(target, replace=is_own, is_held=is_own) as folder:
                report = _build(path, folder, (header, data_key), clock, tell)
                tell.look()
                kept = swap_in(folder, target, clock())
    except Stopped:
        return SalvageReport(target, 0, -1, {}, 0, False, None, was_cancelled=True)
    return replace(report, path=target, kept=kept)


def _build(
    path: Path, folder: Path, opened: tuple[Header, Secret], clock: Clock, tell: Teller
) -> SalvageReport:
    header, data_key = opened
    keys = SubKeys(data_key, header.vault_id)
    create_private_file(folder / DATABASE)
    tables = {name: TableReport() for name in TABLES}
    db = Database(folder / DATABASE, keys.key("database"))
    taken: list[Anchor] = []
    try:
        migrate(db, clock)
        try:
            with _readable(path, folder, keys) as source:
                orphans = 0
                for number, name in enumerate(TABLES):
                    tell("salvage", number, len(TABLES))
                    orphans += _take(db, source, name, tables[name], tell)
        except DatabaseDamaged as error:
            raise SalvageFailed from error
        db.write(lambda conn: put_sentinel(conn, keys, header.vault_id))
    finally:
        db.close(last=lambda conn: taken.append(take_anchor(conn, is_closed=True)))
    write_headers(folder, header, keys, replaces=None)
    write_anchor(folder, taken[0], keys)
    anchor = read_anchor(path, keys)
    expected = anchor.rows if anchor is not None and anchor.is_closed else -1
    gaps = Counter[str]()
    for name, table in tables.items():
        gaps[TABLES[name]] += table.gaps
    rows = sum(tables[name].kept for name in _COUNTED)
    is_rechained = _finish(folder, header, data_key, clock, f"{rows} of {expected}")
    return SalvageReport(folder, rows, expected, dict(+gaps), orphans, is_rechained, None)


def _finish(folder: Path, header: Header, data_key: Secret, clock: Clock, counts: str) -> bool:
    """Open the new vault as any vault is opened and make its chains whole. True where they had to be made anew."""
    lock = VaultLock(folder)
    with open_with_data_key(folder, header, data_key, lock=lock, clock=clock, action="vault.salvage") as made:
        is_broken = not made.audit.verify().is_intact or bool(made.receipts.verify().broken)
        if is_broken:
            made.db.write(lambda conn: _rechain(conn, made, counts))
        made.db.write(lambda conn: _take_as_they_are(conn, made))
        if not made.verify().is_whole:
            raise DatabaseDamaged("What was salvaged did not pass its checks.")
    return is_broken


def _rechain(conn: Connection, made: Vault, counts: str) -> None:
    made.audit.rechain(conn)
    made.receipts.rechain(conn)
    made.audit.append(conn, "system", "audit.rechain", "vault", made.vault_id, reason=counts)


def _take_as_they_are(conn: Connection, made: Vault) -> None:
    """The audit's last word on a turn may be among what was lost: what could be read counts from here on."""
    for turn in turns_unlike_audit(conn, made.keys):
        text = conn.execute("SELECT text FROM turns WHERE id = ?", (turn,)).fetchone()["text"]
        made.audit.append(conn, "system", "turn.salvage", "turn", turn, new=text.encode())


def _take(db: Database, source: Source, table: str, report: TableReport, tell: Teller) -> int:
    """Copy one table in one transaction; gives the number of rows that had nothing to belong to."""

    def copy(conn: Connection) -> int:
        there = source.columns(table)
        columns = [
            row["name"] for row in conn.execute(f'PRAGMA table_info("{table}")') if row["name"] in there
        ]
        if not columns:
            return 0
        names, marks = ", ".join(f'"{name}"' for name in columns), ", ".join("?" * len(columns))
        sql = f'INSERT INTO "{table}" ({names}) VALUES ({marks})'
        owner = columns.index("conversation_id") if table == "turns" else -1
        orphans = 0
        for row in source.rows(table, columns, report):
            tell.look()
            if table == "meta" and row[columns.index("key")] == "sentinel":
                continue
            if owner >= 0:  # what was said is kept, also where its conversation could not be read
                conn.execute(_CONVERSATION, (row[owner],))
            orphans += not _put(conn, sql, row)
        if table == "turns" and "parent_id" not in columns:
            conn.execute(LINK_TURNS)  # a vault of version 1: one path
        report.kept -= orphans
        return orphans

    return db.write(copy)


def _put(conn: Connection, sql: str, row: Row) -> bool:
    try:
        conn.execute(sql, row)
    except IntegrityError:
        return False
    return True


@contextmanager
def _readable(path: Path, folder: Path, keys: SubKeys) -> Iterator[Source]:
    """The damaged database; where it cannot be read as it is, a copy without its log and with its end made good."""
    key, file, log = keys.key("database"), path / DATABASE, path / DATABASE_FILES[1]
    has_log = log.exists() and log.stat().st_size > 0
    try:
        open_connection(file, key, "inspect").close()
    except DatabaseDamaged:
        file = folder / SCRATCH
        write_durably(file, b"", then=read_chunks(path / DATABASE))
        # The driver reads nothing of a file that is shorter than it says. What is added takes no room on the disk.
        os.truncate(file, file.stat().st_size * _STRETCH)
        open_connection(file, key, "inspect").close()
    source = Source(partial(open_connection, file, key, "inspect"))
    try:
        yield source
    finally:
        source.close()
        if not has_log:  # what the connection made for itself and cannot remove
            for name in DATABASE_FILES[1:]:
                (path / name).unlink(missing_ok=True)
        remove_database(folder / SCRATCH)
