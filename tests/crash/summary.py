"""The numbers of the long loops in a few lines, and the failing calls of the driver by operation and kind."""

from __future__ import annotations

from collections.abc import Iterator

from tests.crash import driver
from tests.crash.operations import OPERATIONS
from tests.crash.parts import LOST, Table

NOT_RUN = "–"


def lines(table: Table, seconds: float) -> Iterator[str]:
    """What the threat model in docs/SECURITY.md quotes."""
    yield ""
    for kind, name in driver.CALLS.items():
        error = driver.ERRORS.get(kind, driver.ERROR)
        cells = ", ".join(f"{one.name} {_cell(table, one.name, f'{name} {error}')}" for one in OPERATIONS)
        yield f"{name} {error}: {cells}"
    injected = sum(
        _sum(table, label)
        for label in ("calls of the driver failed,", "first calls of the driver failed,", "faults in our own")
    )
    yield ""
    yield f"kills survived / tried: {table.get('kills survived', NOT_RUN)} / {table.get('kills tried', NOT_RUN)}"
    yield f"rows lost: {_sum(table, f'of these {LOST}') + _sum(table, f'of those {LOST}')}"
    yield (
        f"faults injected: {injected}, of these in the driver's own calls {_sum(table, 'calls of the driver failed,')};"
        f" power cuts {_sum(table, 'power cuts,')}; full disks {_sum(table, 'of these without room,')};"
        f" altered databases {_sum(table, 'databases with pages')}"
    )
    yield f"header bytes flipped, each bit: {table.get('header bytes flipped, each bit', NOT_RUN)}"
    yield (
        f"scanned for planted words: files {table.get('files scanned for planted words', NOT_RUN)},"
        f" descriptors {table.get('open descriptors scanned', NOT_RUN)}"
    )
    clock, processor, kdf = (
        table.get(name, NOT_RUN) for name in ("unlock_beside_kdf_s", "unlock_beside_kdf_cpu_s", "kdf_floor_s")
    )
    yield (
        f"unlocking {table.get('memories', NOT_RUN)} memories beside the key derivation: {clock} s, of the processor"
        f" {processor} s (the derivation: {kdf} s)"
    )
    ratios = ", ".join(
        f"{part} {table.get(f'{part}_cpu_ratio', NOT_RUN)} ({table.get(f'{part}_ratio', NOT_RUN)})"
        for part in ("write", "read", "verify", "open")
    )
    yield f"cost of encryption against plain SQLite, processor time (by the clock): {ratios}"
    yield f"this run took {seconds / 60:.0f} min"


def _cell(table: Table, operation: str, call: str) -> str:
    name = f"{operation}, {call}"
    trials = table.get(f"trials in which one fails, {name}", NOT_RUN)
    calls = table.get(f"calls of the driver counted, {name}", NOT_RUN)
    return f"{trials}" if trials == calls else f"{trials} of {calls}"


def _sum(table: Table, beginning: str) -> int:
    return sum(
        value for label, value in table.items() if label.startswith(beginning) and isinstance(value, int)
    )
