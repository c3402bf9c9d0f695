"""Puts summaries into the vault and keeps them up to date; what a summary is made of is `vault.summaries`' business."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from vault import summaries
from vault.database import Connection
from vault.memory_rows import MemoryRows, Note
from vault.records import Layer, Memory, MemoryMode, State

if TYPE_CHECKING:
    from vault.vault import Vault


def summarise(vault: Vault, rows: MemoryRows, at: datetime, *, actor: str) -> list[str]:
    """Make a summary of each topic that has enough memories, and take new members into those that there are.

    The mode decides whether one is kept or proposed; what was put away or refused is left so. The ids concerned.
    """
    mode = MemoryMode(vault.settings.text("memory.mode"))
    concerned: dict[str, None] = {}
    for group in summaries.groups(vault.memories.list()):
        known = _summaries_of(vault, group)
        if not known:
            [outcome] = vault.memories.apply([summaries.candidate(group)], mode=mode, actor=actor, at=at)
            concerned |= {outcome.memory.id: None} if outcome.memory is not None else {}
        for summary in known:
            is_living = summary.state in (State.ACTIVE, State.PROPOSED)
            linked = {item.ref_id for item in summary.evidence}
            if is_living and linked != {member.id for member in group.members}:
                _retell(vault, rows, summary, group, Note(actor, at, "memory.summarise", "members"))
                concerned[summary.id] = None
    return list(concerned)


def _summaries_of(vault: Vault, group: summaries.Group) -> list[Memory]:
    first = group.members[0]
    found = vault.memories.list(None, subject=first.subject, scope=first.scope, layer=Layer.SUMMARY)
    return [memory for memory in found if memory.value == group.topic]


def _retell(vault: Vault, rows: MemoryRows, summary: Memory, group: summaries.Group, note: Note) -> None:
    """Tell a summary anew from its group as it stands when the write begins."""

    def change(conn: Connection) -> None:
        old = rows.load(conn, summary.id)
        marks = ", ".join("?" * len(group.members))
        standing = rows.select(conn, f"id IN ({marks})", [member.id for member in group.members])
        new = summaries.rebuilt(old, standing)
        if new != old:
            rows.change(conn, old, new, note)

    vault.db.write(change)
