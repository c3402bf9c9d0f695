"""Rows of a query a few hundred at a time, for reads that run beside other work.

The driver gives the interpreter away for each row and has to win it back. Beside one busy thread that takes up to five
milliseconds a row: 20,000 memories took 1.3 s alone and 82 s so. Here SQLite packs a few hundred rows into one as
JSON, which is one step. Integers, text, nulls and floats come back as they are, floats by their 17 digits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from vault.recall.store import Connection

_AT_ONCE: Final = 256  # parsed in a millisecond, for which nobody else has the interpreter


def rows_in_batches(
    connection: Connection, sql: str, values: Sequence[Any] = (), *, order: str, without: Sequence[str] = ()
) -> Iterator[dict[str, Any]]:
    """The rows of a query by the names of its columns, in an order, which must part them all; columns that may hold
    bytes are named in `without`.

    Raises: the driver's errors, as `execute` does, while it is read.
    """
    described = connection.execute(f"SELECT * FROM ({sql}) LIMIT 0", values).description
    names = [column[0] for column in described if column[0] not in without]
    columns = ", ".join(f'"{name}"' for name in names)
    numbered = f"SELECT *, row_number() OVER (ORDER BY {order}) - 1 AS place FROM ({sql})"
    packed = (
        f"SELECT json_group_array(json_array({columns}) ORDER BY place) FROM ({numbered})"
        f" GROUP BY place / {_AT_ONCE} ORDER BY place / {_AT_ONCE}"
    )
    for (batch,) in connection.execute(packed, values):
        for row in json.loads(batch):
            yield dict(zip(names, row, strict=True))
