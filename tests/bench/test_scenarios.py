"""Scenarios of our own that need a model, with recorded outputs: valid, invented, broken once, broken for good."""

from __future__ import annotations

import pytest

from tests.bench.harness import rows
from tests.bench.multi_session import DATA
from tests.bench.scenarios import play_one
from tests.bench.scripted_model import ScriptedModel

OURS = {scenario["id"]: scenario for scenario in rows(DATA.with_name("scenarios.jsonl"))}
EVERYDAY = {scenario["id"]: scenario for scenario in rows(DATA.with_name("everyday.jsonl"))}
GUARDS = {"en-own-invented", "en-own-injection"}  # what a model must not add: without one they hold as well


@pytest.mark.parametrize("name", sorted(OURS))
def test_with_a_model_it_holds_and_without_one_it_does_not(name: str) -> None:
    model = ScriptedModel(rows(DATA.with_name("recorded.jsonl")))
    assert play_one(OURS[name], None, model) == []
    assert model.asked >= 1
    assert (play_one(OURS[name], None) == []) == (name in GUARDS)


@pytest.mark.parametrize("name", sorted(EVERYDAY))
def test_everyday_talk_needs_no_model(name: str) -> None:
    assert play_one(EVERYDAY[name], None) == []
