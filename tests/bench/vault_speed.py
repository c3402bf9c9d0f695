"""What the vault costs: unlocking many memories beside the key derivation, and encryption against plain SQLite.

`python -m tests.bench.vault_speed [--memories N] [--rounds R] [--json F]`. Unlocking is `open_vault` with the recovery
code, which derives nothing that takes time; the time of the vault's own Argon2id is taken in the same run, by the same
means. For the cost of encryption the very same code works on a vault whose connections set no key, with the same
pragmas otherwise; rounds alternate, so that other work on the machine hits both.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.bench import harness
from vault import FLOOR_COST, Secret, Vault, create_vault, database, open_vault
from vault.ids import new_id
from vault.key_slots import PASSPHRASE
from vault.keys import derive_passphrase_key
from vault.memory_rows import MemoryRows, Note
from vault.records import Candidate, Layer, Role

_BATCH = 1000
_TURNS, _MEMORIES, _EDITS, _READS = 300, 300, 100, 300
_SECRET = Secret("bench passphrase")
Row = dict[str, Any]
Took = dict[str, tuple[float, float]]


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    parser = harness.arguments("Measure the speed of the vault.", has_data=False)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        summary = unlocking(Path(name), options.memories, options.rounds)
        summary |= encryption(Path(name), options.rounds)
    for label, value in summary.items():
        print(f"{label:32} {value}")
    harness.write_json(options.json, summary)
    return 0


def unlocking(root: Path, memories: int, rounds: int) -> Row:
    """Medians in seconds, by the wall and by the processor."""
    vault, code = create_vault(root / "many", _SECRET, cost=FLOOR_COST)
    with vault:
        fill(vault, memories)
        slot = next(slot for slot in vault.slots.header.slots if slot.kind == PASSPHRASE)
    size_mb = round((root / "many" / "vault.db").stat().st_size / 1e6)
    opened = [_timed(lambda: open_vault(root / "many", recovery_code=code).close) for _ in range(rounds)]
    normal = _SECRET.reveal()
    derived = [_timed(lambda: derive_passphrase_key(normal, slot.salt, slot.cost)) for _ in range(rounds)]
    return {
        "memories": memories, "database_mb": size_mb, "unlock_beside_kdf_s": _median(opened, 0),
        "unlock_beside_kdf_cpu_s": _median(opened, 1), "kdf_floor_s": _median(derived, 0),
    }  # fmt: skip


def encryption(root: Path, rounds: int) -> Row:
    """The same work on an encrypted and on a plain vault; ratios of the medians, by the wall and the processor."""
    encrypted, plain = [], []
    for number in range(rounds):
        encrypted.append(_work(root / f"encrypted-{number}"))
        with _unencrypted():
            plain.append(_work(root / f"plain-{number}"))
    file = root / "plain-0" / "vault.db"
    if file.read_bytes()[:15] != b"SQLite format 3":
        raise RuntimeError("the plain vault is not plain: the comparison compares nothing")
    row: Row = {}
    for part in encrypted[0]:
        ours, theirs = [took[part] for took in encrypted], [took[part] for took in plain]
        row[f"{part}_encrypted_s"], row[f"{part}_plain_s"] = _median(ours, 0), _median(theirs, 0)
        row[f"{part}_ratio"] = round(_median(ours, 0) / _median(theirs, 0), 2)
        row[f"{part}_cpu_ratio"] = round(_median(ours, 1) / _median(theirs, 1), 2)
    return row


def _work(folder: Path) -> Took:
    """Create, write turns and memories, change some, read them, and open it again."""
    took: Took = {}
    vault, code = create_vault(folder, _SECRET, cost=FLOOR_COST)
    chat = vault.conversations.create("bench")
    ids: list[str] = []

    def write() -> None:
        for number in range(_TURNS):
            vault.conversations.add_turn(chat.id, Role.USER, f"turn {number} " + "some words " * 20)
        for number in range(_MEMORIES):
            candidate = Candidate(f"thing {number}", f"thing number {number}", Layer.FACT, str(number), ())
            memory = vault.memories.add(candidate).memory
            ids.append(memory.id if memory is not None else "")
        for memory_id in ids[:_EDITS]:
            vault.memories.edit(memory_id, claim=f"changed {memory_id}")

    def read() -> None:
        for number in range(_READS):
            vault.memories.get(ids[number % len(ids)])
            vault.conversations.turns(chat.id)
        vault.memories.list(None)

    took["write"] = _timed(write)
    took["read"] = _timed(read)
    took["verify"] = _timed(vault.verify)
    vault.close()
    took["open"] = _timed(lambda: open_vault(folder, recovery_code=code).close())
    return took


@contextmanager
def _unencrypted() -> Iterator[None]:
    """Let the vault's connections set no key. Only here: the product has no such way."""
    configure, begins = database._configure, database._begins_in_clear

    def plainly(conn: database.Connection, key: Secret, *, can_write: bool) -> None:
        conn.execute("PRAGMA cipher_log = off")
        for name, value in database._PRAGMAS.items():
            if can_write or name != "journal_mode":
                conn.execute(f"PRAGMA {name} = {value}").fetchall()
        conn.row_factory = database.Row

    database._configure, database._begins_in_clear = plainly, lambda file: False
    try:
        yield
    finally:
        database._configure, database._begins_in_clear = configure, begins


def fill(vault: Vault, memories: int) -> None:
    """Memories with their history and audit, as many were made over years; a batch in one transaction."""
    first = vault.memories.add(Candidate("thing 0", "thing number 0", Layer.FACT, "0", ())).memory
    if first is None:
        raise RuntimeError("the first memory was refused")
    rows = MemoryRows(vault)
    note = Note("user", vault.clock(), "memory.add", "bench")
    for start in range(1, memories, _BATCH):

        def write(conn: database.Connection, start: int = start) -> None:
            for number in range(start, min(start + _BATCH, memories)):
                claim = f"thing number {number} is kept where it was, as told"
                made = replace(
                    first,
                    id=new_id("m_", note.at),
                    attribute=f"thing {number}",
                    claim=claim,
                    value=str(number),
                )
                rows.insert(conn, made, note)

        vault.db.write(write)


def _timed(action: Callable[[], Any]) -> tuple[float, float]:
    """(wall, processor) seconds of `action`; what it gives is called afterwards, where it can be."""
    started, started_cpu = time.perf_counter(), time.process_time()
    result = action()
    took = time.perf_counter() - started, time.process_time() - started_cpu
    if callable(result):
        result()
    return took


def _median(taken: list[tuple[float, float]], which: int) -> float:
    return round(statistics.median(times[which] for times in taken), 4)


if __name__ == "__main__":
    sys.exit(main())
