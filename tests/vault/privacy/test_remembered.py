"""A finder of names reads a text once, whoever asks for it how often, and forgets which texts it has read."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from vault.errors import EncodingFailed
from vault.privacy.folding import Folded, fold
from vault.privacy.remembered import RememberedLayer
from vault.privacy.spans import PiiType, Span


class Reader:
    """Finds "Ottilie" and counts the texts it has read."""

    name = "names"

    def __init__(self) -> None:
        self.read: list[str] = []
        self.fails = False

    def find(self, folded: Folded) -> Iterator[Span]:
        self.read.append(folded.source)
        if self.fails:
            raise EncodingFailed(text_number=0)
        start = folded.text.find("Ottilie")
        if start >= 0:
            yield Span(start, start + 7, PiiType.PERSON, self.name)


def test_a_text_is_read_once_and_answered_alike() -> None:
    reader = Reader()
    layer = RememberedLayer(reader)
    first = layer.find(fold("Call Ottilie, 明天"))
    assert [(span.start, span.end) for span in first] == [(5, 12)]
    assert layer.find(fold("Call Ottilie, 明天")) == first
    assert layer.find(fold("Call nobody")) == ()
    assert layer.find(fold("Call nobody")) == ()
    assert reader.read == ["Call Ottilie, 明天", "Call nobody"]


def test_texts_that_fold_to_the_same_are_told_apart() -> None:
    reader = Reader()
    layer = RememberedLayer(reader)
    layer.find(fold("１２３"))
    layer.find(fold("123"))
    assert len(reader.read) == 2


def test_a_failure_is_tried_again() -> None:
    reader = Reader()
    layer = RememberedLayer(reader)
    reader.fails = True
    with pytest.raises(EncodingFailed):
        layer.find(fold("Call Ottilie"))
    reader.fails = False
    assert len(layer.find(fold("Call Ottilie"))) == 1


def test_the_oldest_answers_go_first() -> None:
    reader = Reader()
    layer = RememberedLayer(reader, most=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        layer.find(fold(text))
    assert reader.read == ["a", "b", "c", "b"]


def test_no_text_is_kept() -> None:
    layer = RememberedLayer(Reader())
    layer.find(fold("Call Ottilie at the harbour"))
    assert b"Ottilie" not in pickle.dumps([layer._found, layer._key])
