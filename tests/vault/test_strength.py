"""Confidence after another word, and the fading of what is not used."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vault.telling import said, tell
from vault import Vault, strength
from vault.records import SourceKind

_SHARE = st.floats(0, 1)


def test_the_formulas_are_those_of_the_design() -> None:
    assert strength.confirmed(0.5, 1.0) == pytest.approx(0.65)
    assert strength.confirmed(0.5, 0.3) == pytest.approx(0.545)
    assert strength.contradicted(0.5, 1.0) == pytest.approx(0.35)
    assert strength.contradicted(0.8, 0.3) == pytest.approx(0.728)


@given(_SHARE, _SHARE)
def test_a_confirmation_never_lowers_and_a_contradiction_never_raises(
    confidence: float, weight: float
) -> None:
    assert confidence - 1e-12 <= strength.confirmed(confidence, weight) <= 1
    assert 0 <= strength.contradicted(confidence, weight) <= confidence


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 400))
def test_more_uses_never_fade_faster(fewer: int, more: int, days: int) -> None:
    fewer, more = sorted((fewer, more))
    assert strength.life(fewer) <= strength.life(more) <= strength.life(5)


def test_an_unused_preference_fades_to_the_floor_and_a_pinned_one_does_not(vault: Vault) -> None:
    memory = tell(vault, "I like oysters.", "likes", "oysters", day="2026-03-09").memory
    assert memory is not None
    start = said("2026-03-09")
    assert strength.strength(memory, start) == 1
    assert 0.3 < strength.strength(memory, start + timedelta(days=45)) < 1
    assert strength.strength(memory, start + timedelta(days=400)) == 0.3
    assert strength.strength(replace(memory, pinned=True), start + timedelta(days=400)) == 1


def test_a_fact_does_not_fade(vault: Vault) -> None:
    memory = tell(vault, "I work at Harbour Mills.", "employer", "Harbour Mills").memory
    assert memory is not None
    assert strength.strength(memory, said("2030-01-01")) == 1


def test_value_and_confidence_change_in_the_same_step(vault: Vault) -> None:
    first = tell(vault, "I prefer tea.", "prefer:drink", "tea", confidence=0.8).memory
    assert first is not None
    tell(vault, "Sounds like coffee.", "prefer:drink", "coffee", source=SourceKind.INFERRED, confidence=0.9)
    assert vault.memories.get(first.id).confidence == pytest.approx(0.8 * (1 - 0.3 * 0.3))
    last = vault.memories.history(first.id)[-1]
    assert last.action == "memory.contradict"
    assert last.before is not None
    assert last.before.confidence == 0.8
