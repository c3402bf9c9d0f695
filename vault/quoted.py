"""Which words of turns carry a memory that is more than normally sensitive, so that they are treated as it is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault.records import Sensitivity, State

if TYPE_CHECKING:
    from vault.vault import Vault


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words of a turn that a memory rests on."""

    turn_id: str
    memory_id: str
    quote: str
    sensitivity: Sensitivity


def quoted_in(vault: Vault, turn_ids: Sequence[str]) -> list[Quoted]:
    """What memories of other than normal sensitivity quote from these turns, in any state but rejected. Any thread."""
    if not turn_ids:
        return []
    sql = f"""SELECT e.ref_id, m.id, e.quote, m.sensitivity FROM memory_evidence e JOIN memories m ON m.id = e.memory_id
        WHERE e.ref_id IN ({",".join("?" * len(turn_ids))}) AND m.sensitivity <> ? AND m.state <> ?"""
    values = (*turn_ids, Sensitivity.NORMAL, State.REJECTED)
    return vault.db.read(
        lambda conn: [
            Quoted(row[0], row[1], row[2], Sensitivity(row[3])) for row in conn.execute(sql, values)
        ]
    )


def sensitivities(vault: Vault, memory_ids: Collection[str]) -> dict[str, Sensitivity]:
    """The sensitivity of those of these memories that are there. Any thread."""
    if not memory_ids:
        return {}
    sql = f"SELECT id, sensitivity FROM memories WHERE id IN ({','.join('?' * len(memory_ids))})"
    return vault.db.read(
        lambda conn: {row[0]: Sensitivity(row[1]) for row in conn.execute(sql, tuple(memory_ids))}
    )
