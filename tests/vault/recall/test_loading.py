"""Units and postings that are loaded at once equal those that are put one by one."""

from __future__ import annotations

import numpy as np
import pytest

from vault.recall.lexical import Postings, pack
from vault.recall.units import TURN, TurnColumns, Unit, Units
from vault.records import Role

_ROWS = [
    ("t1", "c1", 0, "universal", "", "user", 5),
    ("t2", "c1", 1, "universal", "", "assistant", 6),
    ("t3", "c1", 4, "universal", "Hanna", "user", 7),
    ("t4", "c1", 12, "universal", "Hanna", "user", 8),
    ("t5", "c2", 0, "work", "", "user", 9),
]


def put_one_by_one() -> Units:
    units = Units()
    for turn_id, source, position, scope, speaker, role, said_us in _ROWS:
        units.put(Unit(TURN, turn_id, "", source, position, scope, said_us, role=Role(role), speaker=speaker))
    return units


def test_turns_loaded_at_once_have_the_columns_and_neighbours_of_turns_put_one_by_one() -> None:
    loaded, put = Units(), put_one_by_one()
    loaded.load_turns(TurnColumns(*zip(*_ROWS, strict=True)))
    assert loaded.ids == put.ids
    for one, other in zip(loaded.columns(), put.columns(), strict=True):
        np.testing.assert_array_equal(one[: loaded.size], other[: put.size])
    assert [loaded.around(slot) for slot in range(5)] == [put.around(slot) for slot in range(5)]


def test_a_turn_added_after_a_load_is_linked_to_its_neighbours() -> None:
    units = Units()
    units.load_turns(TurnColumns(*zip(*_ROWS, strict=True)))
    slot = units.put(Unit(TURN, "t6", "", "c2", 1, "work", 10))
    assert units.around(slot) == ([units.slot(TURN, "t5")], [])
    assert units.key(slot) == (TURN, "t6")


def test_only_an_empty_table_is_loaded() -> None:
    with pytest.raises(ValueError, match="empty"):
        put_one_by_one().load_turns(TurnColumns(*zip(*_ROWS, strict=True)))


def test_keys_of_a_unit_come_back_from_a_load_and_from_the_tail() -> None:
    postings = Postings()
    postings.build([0, 1], [pack([7, 9, 9, 4_000_000_000]), pack([9, 300])])
    postings.add(2, pack([9, 11]))
    assert postings.keys_of(0) == [7, 9, 4_000_000_000]
    assert postings.keys_of(2) == [9, 11]
    frequencies, rarities = postings.rarities([9, 7, 8])
    assert frequencies.tolist() == [3, 1, 0]
    assert rarities[0] < rarities[1] == postings.highest_rarity < rarities[2]
