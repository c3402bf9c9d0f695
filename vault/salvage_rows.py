"""Reads what can be read of a damaged database: every row outside the pages that fail, in the order of its table.

After the driver has met a damaged page it gives zeros for every further page of that connection (measured), so each
fault is followed by a new connection. What a page held is passed over by widening steps and then closed in on, so that
the rows on both sides of it are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from vault.database import Connection, database_errors
from vault.errors import DatabaseDamaged, DiskFailed

Row = tuple[object, ...]
_FIRST_ROW: Final = -(1 << 63)
_LAST_ROW: Final = 1 << 62
_BATCH: Final = 256
# A page whose MAC fails, and one that the disk does not give, are passed over alike.
_UNREADABLE: Final = (DatabaseDamaged, DiskFailed)


@dataclass(slots=True)
class TableReport:
    """`kept` rows of a table, and how often reading had to pass over a damaged place."""

    kept: int = 0
    gaps: int = 0


@dataclass(slots=True)
class Source:
    """A damaged database; `connect` opens it anew."""

    connect: Callable[[], Connection]
    _conn: Connection | None = field(default=None, init=False)

    def columns(self, table: str) -> list[str]:
        """The columns of a table, none where there is no such table."""
        return [str(row[1]) for row in self._ask(f'PRAGMA table_info("{table}")', ())]

    def rows(self, table: str, columns: list[str], report: TableReport) -> Iterator[Row]:
        """The readable rows of a table by rowid; `report` is completed on the way."""
        names = ", ".join(f'"{name}"' for name in columns)
        sql = f'SELECT rowid, {names} FROM "{table}" WHERE rowid >= ? ORDER BY rowid LIMIT ?'
        start, size = _FIRST_ROW, _BATCH
        while True:
            try:
                # Whole batches: the driver's cursor looks one row ahead, and an error there costs the row before.
                found = self._ask(sql, (start, size))
            except _UNREADABLE:
                if size > 1:
                    size = 1
                    continue
                report.gaps += 1
                beyond = self._beyond(sql, start)
                if beyond is None:
                    return
                start = beyond
                continue
            for row in found:
                report.kept += 1
                yield row[1:]
            if len(found) < size:
                return
            start, size = int(str(found[-1][0])) + 1, min(2 * size, _BATCH)

    def close(self) -> None:
        if self._conn is not None:
            self._conn.close()
            self._conn = None

    def _beyond(self, sql: str, start: int) -> int | None:
        """The first rowid after the damaged place at `start` that can be read; None where there is none."""
        low, step = max(start, -1), 1
        while not self._can_start(sql, low + step):
            step *= 2
            if low + step > _LAST_ROW:
                return None
        high, low = low + step, low + step // 2
        while high - low > 1:
            middle = (low + high) // 2
            if self._can_start(sql, middle):
                high = middle
            else:
                low = middle
        return high

    def _can_start(self, sql: str, start: int) -> bool:
        try:
            self._ask(sql, (start, 1))
        except _UNREADABLE:
            return False
        return True

    def _ask(self, sql: str, values: tuple[int, ...]) -> list[Row]:
        with self._faults():
            return [tuple(row) for row in self._open().execute(sql, values)]

    def _open(self) -> Connection:
        if self._conn is None:
            self._conn = self.connect()
        return self._conn

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn what the driver says of the file into our errors, and drop the connection that met them."""
        try:
            with database_errors():
                yield
        except _UNREADABLE:
            self.close()
            raise
