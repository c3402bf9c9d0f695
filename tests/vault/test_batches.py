"""Rows in batches are the rows of the query, in few steps of the driver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from vault import Vault
from vault.batches import rows_in_batches

ROWS = [
    (0, "plain", 0.1 + 0.2, None),
    (1, '汉字 😀 \0 "quoted" \\ \n', 1.0 / 3, "x"),
    (2, "", 1.0, ""),
    (2**63 - 1, "largest", 1e300, None),
]


class Counting:
    """A connection that counts the rows which the driver hands over."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self.steps = 0

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Any:
        cursor = self._connection.execute(sql, parameters)
        if "json_group_array" not in sql:
            return cursor
        rows = cursor.fetchall()
        self.steps += len(rows)
        return iter(rows)

    def executemany(self, sql: str, parameters: Any, /) -> Any:
        return self._connection.executemany(sql, parameters)


@pytest.fixture
def filled(vault: Vault) -> Vault:
    def fill(conn: Any) -> None:
        conn.execute("CREATE TEMP TABLE t (number INTEGER, words TEXT, share REAL, rest TEXT, raw BLOB)")
        conn.executemany("INSERT INTO t VALUES (?, ?, ?, ?, x'00ff')", ROWS)

    vault.db.write(fill)
    return vault


def test_every_value_comes_back_as_it_is(filled: Vault) -> None:
    sql = "SELECT * FROM t WHERE number >= ?"
    found = filled.db.write(
        lambda conn: list(rows_in_batches(conn, sql, (1,), order="number", without=("raw",)))
    )
    assert [tuple(row.values()) for row in found] == ROWS[1:]
    assert list(found[0]) == ["number", "words", "share", "rest"]
    assert isinstance(found[1]["share"], float)


def test_no_rows_are_no_rows(filled: Vault) -> None:
    sql = "SELECT number FROM t WHERE number < 0"
    assert filled.db.write(lambda conn: list(rows_in_batches(conn, sql, order="number"))) == []


def test_thousands_of_rows_come_in_order_in_a_few_steps(vault: Vault) -> None:
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT i FROM n"

    def read(conn: Any) -> tuple[list[int], int]:
        counting = Counting(conn)
        return [row["i"] for row in rows_in_batches(counting, numbers, order="i DESC")], counting.steps

    found, steps = vault.db.read(read)
    assert found == list(range(3000, 0, -1))
    assert steps == 12
