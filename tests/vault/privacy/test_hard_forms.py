"""Hard written forms of every structured type in both languages, and look-alikes: measured by share, not by example."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.vault.privacy.hard_forms import HardForm, cases, hard_forms
from tests.vault.privacy.look_alikes import look_alikes
from vault.privacy import PiiType, detect
from vault.privacy.folding import fold
from vault.privacy.spelled import spelled

_FORMS = 150
_LOOK_ALIKES = 600
_LEAST_COVERED = 0.98
_MOST_HIT = 0.005


def covered(form: HardForm) -> bool:
    masked = {place for span in detect(form.text) for place in range(span.start, span.end)}
    return all(place in masked or form.text[place].isspace() for place in range(form.start, form.end))


@pytest.mark.parametrize(("kind", "language"), cases())
def test_hard_forms_are_masked_whole(kind: PiiType, language: str) -> None:
    missed = [form for form in hard_forms(kind, language, _FORMS) if not covered(form)]
    by_writing = Counter(form.writing for form in missed).most_common()
    assert 1 - len(missed) / _FORMS >= _LEAST_COVERED, (by_writing, [form.text for form in missed[:5]])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_look_alikes_stay_whole(language: str) -> None:
    hit = [text for text in look_alikes(language, _LOOK_ALIKES) if detect(text)]
    assert len(hit) / _LOOK_ALIKES <= _MOST_HIT, hit[:5]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("打幺三八零零一二三四五六", "打13800123456"),
        ("四 八 二 一", "4 8 2 1"),
        ("four double five, oh one two", "455012"),
        ("312-555-O144", "312-555-0144"),
        ("1伍52玖2壹1236", "15529211236"),
    ],
)
def test_spelled_numbers_are_read_as_digits(text: str, read: str) -> None:
    found = spelled(fold(text))
    assert found is not None
    assert found.text == read


@pytest.mark.parametrize("text", ["三千二百一十", "二零二六年", "one or two", "IOOI", "第一二三四页", "l0l"])
def test_quantities_and_words_are_not_read(text: str) -> None:
    assert spelled(fold(text)) is None


def test_a_reading_keeps_the_places_of_its_words() -> None:
    text = "\u200bcall four one\u200b five, then"
    found = spelled(fold(text + " five five"))
    assert found is None  # three words are no number
    text = "\u200bcall four one\u200b five nine, then"
    found = spelled(fold(text))
    assert found is not None
    start = found.text.index("4159")
    begin, end = found.original(start, start + 4)
    assert text[begin:end] == "four one\u200b five nine"


def test_marks_on_the_last_digit_belong_to_it() -> None:
    text = "尾号" + "".join(digit + "\ufe0f\u20e3" for digit in "8842") + "的卡"
    (span,) = detect(text)
    assert text[span.end :] == "的卡"
