"""The scrubber of one request: what it says about stand-ins that came back without their brackets."""

from __future__ import annotations

import pytest

from assistant.scrub import Scrubber
from vault.privacy import KnownNames, MemoryPseudonyms, Policy, Pseudonymiser


@pytest.fixture
def scrubber() -> Scrubber:
    pseudonymiser = Pseudonymiser(
        MemoryPseudonyms(), "c_1", known=KnownNames(persons=("王小川", "Priya Nair"))
    )
    scrubber = Scrubber(Policy(), pseudonymiser)
    scrubber.scrub("hello Priya Nair")
    scrubber.scrub("你好，王小川")
    return scrubber


@pytest.mark.parametrize("text", ["I told person 1.", "PERSON_1 agreed", "已转告人物2。", "人物 2 来了"])
def test_a_stand_in_without_brackets_is_noticed(scrubber: Scrubber, text: str) -> None:
    assert scrubber.has_bare(text)


@pytest.mark.parametrize("text", ["", "one person", "person 12", "person 2", "人物3", "salesperson 1"])
def test_other_words_are_not(scrubber: Scrubber, text: str) -> None:
    assert not scrubber.has_bare(text)


def test_where_nothing_was_replaced_nothing_is_noticed() -> None:
    assert not Scrubber(Policy(), Pseudonymiser(MemoryPseudonyms(), "c_1")).has_bare("person 1")
