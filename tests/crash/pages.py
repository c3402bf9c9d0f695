"""What happens to pages of the database on a bad or hostile disk: torn, swapped, cut off, blank, put back from earlier.

Each is done to a copy of a vault that was closed in order. What its pages are worth is asked of `vault.verify` and of
the opening alone.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vault import FLOOR_COST, Secret, Vault, create_vault, open_vault
from vault.database import Connection
from vault.errors import DatabaseDamaged
from vault.records import Candidate, Layer, Role

PAGE = 4096
KINDS = ("torn", "swapped", "blank", "cut off", "put back", "all put back")


@dataclass(frozen=True)
class TwoStates:
    """A closed vault, its recovery code, and its database as it was before its last session."""

    folder: Path
    code: str
    earlier: bytes


@dataclass
class Noticed:
    """How many databases were altered, and when that was noticed. `harmless`: not noticed, and no row differs."""

    tried: int = 0
    at_opening: int = 0
    by_verifying: int = 0
    harmless: int = 0

    @property
    def unnoticed(self) -> int:
        return self.tried - self.at_opening - self.by_verifying - self.harmless


def two_states(folder: Path) -> TwoStates:
    """Memories and turns, closed; then some are changed, some forgotten and some added, and it is closed again."""
    vault, code = create_vault(folder, Secret("pages"), cost=FLOOR_COST)
    with vault:
        chat = vault.conversations.create("talk")
        memories = []
        for number in range(40):
            vault.conversations.add_turn(chat.id, Role.USER, f"turn {number} " + "text " * 20)
            candidate = Candidate(f"thing {number}", f"thing number {number}", Layer.FACT, str(number), ())
            memories.append(vault.memories.add(candidate).memory)
    earlier = (folder / "vault.db").read_bytes()
    with open_vault(folder, recovery_code=code) as vault:
        for memory in memories[:10]:
            assert memory is not None
            vault.memories.edit(memory.id, claim=f"changed claim of {memory.attribute}")
        vault.memories.forget([memory.id for memory in memories[20:25] if memory is not None])
        for number in range(5):
            vault.conversations.add_turn(chat.id, Role.USER, f"later {number} " + "text " * 20)
    return TwoStates(folder, code, earlier)


def altered(states: TwoStates, kind: str) -> Iterator[bytes]:
    """Every database that differs from the present one by one such fault."""
    now = (states.folder / "vault.db").read_bytes()
    pages = len(now) // PAGE

    def page(raw: bytes, number: int) -> bytes:
        return raw[number * PAGE : (number + 1) * PAGE]

    def with_page(number: int, content: bytes) -> bytes:
        return now[: number * PAGE] + content + now[(number + 1) * PAGE :]

    if kind == "all put back":
        yield states.earlier
        return
    for number in range(pages):
        here = page(now, number)
        if kind == "torn":  # a half of what was written before it, as a power cut in the middle leaves it
            older = page(states.earlier, number)
            half = here[: PAGE // 2] + (older or bytes(PAGE))[PAGE // 2 :]
            if half != here:
                yield with_page(number, half)
        elif kind == "swapped" and number + 1 < pages:
            yield now[: number * PAGE] + page(now, number + 1) + here + now[(number + 2) * PAGE :]
        elif kind == "blank":
            yield with_page(number, bytes(PAGE))
        elif kind == "cut off" and number:
            yield now[: number * PAGE]
        elif kind == "put back" and page(states.earlier, number) not in (b"", here):
            yield with_page(number, page(states.earlier, number))


def alter(states: TwoStates, kind: str, trial: Path, *, every: int = 1) -> Noticed:
    """Try them, every so many-th; each on a copy at `trial`."""
    noticed = Noticed()
    shutil.copytree(states.folder, trial)
    with open_vault(trial, recovery_code=states.code) as vault:
        whole = _rows(vault)
    shutil.rmtree(trial)
    for number, database in enumerate(altered(states, kind)):
        if number % every:
            continue
        shutil.copytree(states.folder, trial)
        (trial / "vault.db").write_bytes(database)
        noticed.tried += 1
        try:
            with open_vault(trial, recovery_code=states.code) as vault:
                is_noticed = _is_noticed(vault)
                noticed.by_verifying += is_noticed
                noticed.harmless += not is_noticed and _rows(vault) == whole
        except DatabaseDamaged:
            noticed.at_opening += 1
        shutil.rmtree(trial)
    return noticed


def _is_noticed(vault: Vault) -> bool:
    try:
        return not vault.verify().is_whole
    except DatabaseDamaged:
        return True


def _rows(vault: Vault) -> dict[str, set[tuple[object, ...]]]:
    """Everything in every table, but for the audit, to which each opening adds."""

    def read(conn: Connection) -> dict[str, set[tuple[object, ...]]]:
        sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'audit'"
        names = [str(row[0]) for row in conn.execute(sql)]
        return {name: {tuple(row) for row in conn.execute(f'SELECT * FROM "{name}"')} for name in names}

    return vault.db.read(read)
