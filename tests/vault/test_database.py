"""The writer thread, the readers and their transactions."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vault import Vault
from vault.database import (
    Connection,
    Database,
    DatabaseError,
    IntegrityError,
    OperationalError,
    open_connection,
)
from vault.errors import DatabaseDamaged, DiskFull, VaultClosed
from vault.secret import Secret

KEY = Secret(b"k" * 32)


@pytest.fixture
def db(tmp_path: Path):  # type: ignore[no-untyped-def]
    (tmp_path / "x.db").touch(mode=0o600)
    made = Database(tmp_path / "x.db", KEY)
    made.write(lambda conn: conn.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)") and None)
    yield made
    made.close()


def put(number: int, text: str = ""):  # type: ignore[no-untyped-def]
    return lambda conn: conn.execute("INSERT INTO t VALUES (?, ?)", (number, text)).rowcount


def numbers(conn: Connection) -> list[int]:
    return [row["a"] for row in conn.execute("SELECT a FROM t ORDER BY a")]


class Stop(Exception):
    """Raised by a test's own action."""


def test_a_write_runs_on_the_writer_thread_and_gives_its_result(db: Database) -> None:
    assert db.write(lambda conn: threading.current_thread().name) == "keepsake-writer"
    assert db.write(put(1)) == 1
    assert db.read(numbers) == [1]


def test_what_an_action_raises_undoes_its_transaction(db: Database) -> None:
    def action(conn: Connection) -> None:
        put(1)(conn)
        raise Stop

    with pytest.raises(Stop):
        db.write(action)
    with pytest.raises(IntegrityError):
        db.write(lambda conn: (put(2)(conn), put(2)(conn)))
    assert db.read(numbers) == []
    db.write(put(3))
    assert db.read(numbers) == [3]


def test_a_nested_write_joins_and_is_undone_alone(db: Database) -> None:
    def inner(conn: Connection) -> None:
        put(2)(conn)
        raise Stop

    def outer(conn: Connection) -> None:
        put(1)(conn)
        with pytest.raises(Stop):
            db.write(inner)
        db.write(put(3))

    db.write(outer)
    assert db.read(numbers) == [1, 3]


def test_a_failing_outer_write_undoes_the_nested_ones(db: Database) -> None:
    def outer(conn: Connection) -> None:
        db.write(put(1))
        raise Stop

    with pytest.raises(Stop):
        db.write(outer)
    assert db.read(numbers) == []


def test_a_read_within_a_write_sees_what_was_written(db: Database) -> None:
    assert db.write(lambda conn: put(1)(conn) and db.read(numbers)) == [1]


def test_a_read_sees_one_state_while_others_write(db: Database) -> None:
    db.write(put(1))

    def reading(conn: Connection) -> tuple[list[int], list[int]]:
        first = numbers(conn)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(db.write, put(2)).result()
        return first, db.read(numbers)

    assert db.read(reading) == ([1], [1])
    assert db.read(numbers) == [1, 2]


def test_a_reader_cannot_write(db: Database) -> None:
    with pytest.raises(OperationalError):
        db.read(put(1))
    assert db.read(numbers) == []


def test_many_threads_read_and_write(db: Database) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: (db.write(put(number)), db.read(numbers)), range(60)))
    assert db.read(numbers) == list(range(60))


def test_after_commit_runs_once_when_durable_and_never_when_undone(db: Database) -> None:
    told: list[str] = []

    def inner(conn: Connection) -> None:
        db.after_commit(lambda: told.append("inner"))
        raise Stop

    def outer(conn: Connection) -> None:
        say = lambda: told.append(f"outer in {threading.current_thread().name}")  # noqa: E731
        db.after_commit(say)
        db.after_commit(say)
        with pytest.raises(Stop):
            db.write(inner)
        assert told == []

    db.write(outer)
    assert told == ["outer in keepsake-writer"]
    with pytest.raises(Stop):
        db.write(inner)
    assert told == ["outer in keepsake-writer"]


def test_what_is_told_after_a_commit_may_write(db: Database) -> None:
    def action(conn: Connection) -> None:
        put(1)(conn)
        db.after_commit(lambda: db.write(put(2)))

    db.write(action)
    assert db.read(numbers) == [1, 2]


def test_a_log_that_has_grown_is_copied_when_there_is_time(db: Database, tmp_path: Path) -> None:
    db.checkpoint()
    size = (tmp_path / "x.db").stat().st_size
    db.write(put(1, "x" * 100_000))
    db.settle()  # one transaction is not worth it
    assert (tmp_path / "x.db").stat().st_size == size
    for number in range(2, 80):
        db.write(put(number))
    db.settle()
    assert (tmp_path / "x.db").stat().st_size > size
    assert db.read(numbers) == list(range(1, 80))


def test_a_checkpoint_empties_the_log(db: Database, tmp_path: Path) -> None:
    db.write(put(1, "x" * 10_000))
    assert (tmp_path / "x.db-wal").stat().st_size > 0
    assert db.checkpoint()
    assert (tmp_path / "x.db-wal").stat().st_size == 0
    db.write(lambda conn: (put(2)(conn), db.checkpoint()))  # asked within a write: after its commit
    assert (tmp_path / "x.db-wal").stat().st_size == 0


def test_a_full_database_is_a_full_disk_and_loses_nothing(db: Database) -> None:
    db.write(put(1))

    def leave_no_room(conn: Connection) -> None:
        conn.set_authorizer(None)  # which forbids such a pragma
        conn.execute("PRAGMA max_page_count = 4").fetchall()

    db.write(leave_no_room)
    with pytest.raises(DiskFull):
        db.write(put(2, "x" * 100_000))
    assert db.read(numbers) == [1]


def test_a_closed_database_refuses_and_leaves_one_file(db: Database, tmp_path: Path) -> None:
    db.write(put(1))
    db.close()
    db.close()
    for call in (lambda: db.read(numbers), lambda: db.write(put(2)), db.checkpoint, db.interruptible):
        with pytest.raises(VaultClosed):
            call()
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith("x.db")] == ["x.db"]


def test_every_connection_is_configured_as_it_must_be(vault: Vault) -> None:
    def pragmas(conn: Connection) -> dict[str, object]:
        names = (
            "foreign_keys",
            "secure_delete",
            "journal_mode",
            "temp_store",
            "synchronous",
            "trusted_schema",
        )
        return {name: conn.execute(f"PRAGMA {name}").fetchone()[0] for name in names}

    expected = {
        "foreign_keys": 1,
        "secure_delete": 1,
        "journal_mode": "wal",
        "temp_store": 2,
        "synchronous": 2,
        "trusted_schema": 0,
    }
    assert vault.db.read(pragmas) == expected
    assert vault.db.write(lambda conn: vault.db.read(pragmas)) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "ATTACH DATABASE 'plain.db' AS plain KEY ''",
        "PRAGMA rekey = 'x'",
        "PRAGMA key = 'x'",
        "PRAGMA cipher_use_hmac = 0",
        "PRAGMA temp_store = 1",
        "PRAGMA secure_delete = OFF",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA query_only = OFF",
    ],
)
def test_what_would_weaken_the_encryption_is_denied(db: Database, statement: str) -> None:
    for call in (db.read, db.write, db.exclusively):
        with pytest.raises(DatabaseError, match="not authorized"):
            call(lambda conn: conn.execute(statement).fetchall())


def test_a_wrong_key_and_an_absent_file_are_refused(tmp_path: Path, db: Database) -> None:
    db.close()
    with pytest.raises(DatabaseDamaged):
        open_connection(tmp_path / "x.db", Secret(b"l" * 32))
    with pytest.raises(DatabaseDamaged):
        open_connection(tmp_path / "absent.db", KEY)
    assert not (tmp_path / "absent.db").exists()


def test_the_file_does_not_begin_in_clear(tmp_path: Path, db: Database) -> None:
    db.write(put(1, "visible-marker"))
    db.close()
    raw = (tmp_path / "x.db").read_bytes()
    assert not raw.startswith(b"SQLite")
    assert b"visible-marker" not in raw
