"""What the long loops print at their end: each number that is promised, added up over the parts."""

from __future__ import annotations

from tests.crash.__main__ import _matches, _merge
from tests.crash.parts import FAILED, Table, parts
from tests.crash.summary import lines


def test_every_promised_number_is_printed() -> None:
    table: Table = {
        "kills survived": 500, "kills tried": 501, "of these lost": 2, "of those lost, mixed work, fsync EIO": 1,
        "calls of the driver counted, restore, pread64 EIO": 9, "trials in which one fails, restore, pread64 EIO": 4,
        "calls of the driver failed, restore, pread64 EIO": 4, "faults in our own file layer, create": 30,
        "first calls of the driver failed, mixed work, fsync EIO": 200, "power cuts, create": 7,
        "header bytes flipped, each bit": 842, "files scanned for planted words": 11, "open descriptors scanned": 12,
        "memories": 100_000, "unlock_beside_kdf_s": 0.25, "unlock_beside_kdf_cpu_s": 0.06, "write_cpu_ratio": 1.17,
    }  # fmt: skip
    said = "\n".join(lines(table, 600))
    for words in (
        "kills survived / tried: 500 / 501", "rows lost: 3", "faults injected: 234", "power cuts 7",
        "header bytes flipped, each bit: 842", "files 11, descriptors 12", "unlocking 100000 memories", "0.25 s",
        "write 1.17", "restore 4 of 9", "backup – ", "took 10 min",
    ):  # fmt: skip
        assert words in said.replace("–,", "– ,"), words


def test_parts_that_say_the_same_add_up_and_those_of_an_earlier_run_go() -> None:
    table: Table = {"kills tried": 999, "power cuts, work": 3}
    fresh: set[str] = set()
    for found in ({"kills tried": 50}, {"kills tried": 50, FAILED: 1}):
        _merge(table, found, fresh)
    assert table == {"kills tried": 100, "power cuts, work": 3, FAILED: 1}


def test_a_part_is_chosen_by_its_beginning() -> None:
    names = parts(500, ("failing",))
    assert sum(_matches(name, "kills") for name in names) == 10
    assert [name for name in names if _matches(name, "driver:restore")] == [
        f"driver:restore:{kind}" for kind in ("write", "full", "sync", "sync data", "cut", "read")
    ]
    assert not any(_matches(name, "driver:rest") for name in names)
