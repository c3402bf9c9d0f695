"""A question waits for what was said just before it, and for nothing else: not for itself, and not for bulk work."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from vault import Vault
from vault.recall import Encoder, Recall
from vault.recall.units import TURN
from vault.recall.vectors import OWN

Say = Callable[..., str]
_PATIENCE_S = 30.0
_MANY = 40


class HeldEncoder(Encoder):
    """The real encoder; passages are embedded only once `open` is set."""

    open: threading.Event

    def encode_passages(self, *arguments: object, **more: object) -> object:  # type: ignore[override]
        assert self.open.wait(_PATIENCE_S), "the test lets it go on"
        return super().encode_passages(*arguments, **more)  # type: ignore[arg-type]


@pytest.fixture
def held(vault: Vault, real_encoder: Encoder) -> Iterator[HeldEncoder]:
    made = HeldEncoder.__new__(HeldEncoder)
    made.__dict__.update(real_encoder.__dict__)
    made.open = threading.Event()
    made.open.set()  # the load embeds everyday sentences
    yield made
    made.open.set()


@pytest.fixture
def background(vault: Vault, held: HeldEncoder) -> Iterator[Recall]:
    made = Recall(vault, held)
    made.start(background=True)
    assert made.wait_until_indexed(_PATIENCE_S)
    held.open.clear()
    yield made
    held.open.set()
    made.close()


def test_a_question_does_not_wait_for_itself(background: Recall, say: Say) -> None:
    question = say("When does my train leave?")
    started = time.monotonic()
    assert background.catch_up(_PATIENCE_S, without=(question,))
    assert time.monotonic() - started < _PATIENCE_S / 2


def test_what_was_said_just_before_is_waited_for(background: Recall, held: HeldEncoder, say: Say) -> None:
    told = say("My dentist is Dr. Okafor.", chat="one")
    question = say("Who looks after my teeth?", chat="two")
    assert not background.catch_up(0.05, without=(question,))
    held.open.set()
    assert background.catch_up(_PATIENCE_S, without=(question,))
    found = background.recall("Who looks after my teeth?", exclude=(question,))
    assert [item.id for item in found.selected] == [told]
    assert not found.notes or "words" not in " ".join(found.notes)


def test_bulk_work_is_not_waited_for(background: Recall, say: Say) -> None:
    for number in range(_MANY):
        say(f"Entry {number} of an old chat.", chat="import")
    question = say("What is new?")
    started = time.monotonic()
    assert not background.catch_up(_PATIENCE_S, without=(question,))
    assert time.monotonic() - started < _PATIENCE_S / 2


def test_the_newest_units_are_embedded_first(
    vault: Vault, held: HeldEncoder, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vault.recall.indexer._TEXTS_AT_ONCE", 8)
    for number in range(_MANY):
        say(f"Entry {number} of an old chat.", chat="import")
    recall = Recall(vault, held)
    recall.start(background=False)
    told = say("My dentist is Dr. Okafor.", chat="now")
    work = recall._indexer
    while work._words:
        work._work(flush=True)
    work._work(flush=True)
    try:
        assert not work._index.lacks_vector((TURN, told), OWN)
        assert work.pending > _MANY / 2
    finally:
        recall.close()


def test_much_work_too_gives_way_to_a_question_on_its_way_until_it_is_waited_for(
    vault: Vault, background: Recall, held: HeldEncoder, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vault.recall.indexer._PAUSE_S", _PATIENCE_S)
    work = background._indexer
    for number in range(_MANY):
        say(f"Entry {number} of an old chat.", chat="import")
    background.expect("What is new?", at=vault.clock())
    assert work._pause() > _PATIENCE_S / 2
    held.open.set()
    started = time.monotonic()
    assert background.wait_until_indexed(_PATIENCE_S)
    assert time.monotonic() - started < _PATIENCE_S / 2


def test_work_that_has_begun_gives_way_between_two_runs_of_the_encoder(
    vault: Vault, words: Recall, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause_s = 0.1
    monkeypatch.setattr("vault.recall.indexer._PAUSE_S", pause_s)
    started = time.monotonic()
    words.expect("What is new?", at=vault.clock())
    assert not words._indexer._is_stopping()
    assert time.monotonic() - started >= pause_s
