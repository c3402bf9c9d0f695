"""The sub-keys that go on after the data key was changed, kept inside the database.

What they were used for cannot be computed anew: tombstones and fingerprints are keyed hashes of values that are gone,
and the audit's chain is worth more unbroken. They protect nothing outside the database, which the new key encrypts.
"""

from __future__ import annotations

import json
from typing import Any, Final

from vault.codec import canonical_json
from vault.database import Connection
from vault.errors import DatabaseDamaged
from vault.keys import KEY_BYTES, SubKeyName, SubKeys
from vault.secret import Secret

_ROW: Final = "carried_keys"
# Used inside the database alone. Header, database, sentinel, anchor and backup always follow the present data key.
_CARRIED: Final[tuple[SubKeyName, ...]] = (
    "audit", "fingerprints", "pseudonyms", "sealed", "tombstones", "receipts",
)  # fmt: skip


def with_carried(conn: Connection, keys: SubKeys) -> SubKeys:
    """The keys as this database needs them.

    Raises:
        DatabaseDamaged: the row that holds them is not one that was written.
    """
    row = conn.execute("SELECT value FROM meta WHERE key = ?", (_ROW,)).fetchone()
    if row is None:
        return keys
    try:
        body: Any = json.loads(row[0])
        carried: dict[SubKeyName, Secret] = {name: Secret(bytes.fromhex(body[name])) for name in _CARRIED}
    except (ValueError, KeyError, TypeError) as error:
        raise DatabaseDamaged from error
    if any(len(key.reveal()) != KEY_BYTES for key in carried.values()):
        raise DatabaseDamaged
    return keys.carrying(carried)


def put_carried(conn: Connection, keys: SubKeys) -> None:
    """Keep those of `keys` that must go on, inside a write."""
    body = canonical_json({name: keys.key(name).reveal().hex() for name in _CARRIED})
    conn.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_ROW, body))
