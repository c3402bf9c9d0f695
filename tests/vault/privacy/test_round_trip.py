"""Scrubbing and restoring are inverse for any text, however the reply is cut, with conversations kept apart."""

from __future__ import annotations

import json
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from vault.privacy import KnownNames, MemoryPseudonyms, PiiType, Pseudonymiser, Span
from vault.privacy.folding import Folded

KNOWN = KnownNames(persons=("王小川", "Priya Nair", "Will"), places=("Lisbon",), always=("Project Heron",))
PIECES = st.sampled_from(
    [
        "王小川",
        "Priya Nair",
        "13912345678",
        "priya@nair.example",
        "my password is tr0ub4dor&3",
        "密码是",
        "验证码 482913",
        "4111 1111 1111 1111",
        "[person 1]",
        "‹人物1›",
        "‹person 1›",
        "【电话 2】",
        "\\u2039person 1\\u203a",
        "\\u2039",
        "‹",
        "›",
        "[",
        "]",
        "person 1",
        "人物",
        "1",
        "\\",
        "u2039",
        " ",
        "\n",
        "，",
        '"',
        "Project Heron",
        "\u200b",
        "１３９",
    ]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=14).map("".join)


def _cut(text: str, sizes: list[int]) -> list[str]:
    chunks, place, turn = [], 0, 0
    while place < len(text):
        size = sizes[turn % len(sizes)]
        chunks.append(text[place : place + size])
        place, turn = place + size, turn + 1
    return chunks


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_restoring_the_scrubbed_text_gives_the_original(text: str) -> None:
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), "c_1", known=KNOWN)
    assert pseudonymiser.restore(pseudonymiser.scrub(text).text) == text


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_a_stream_cut_anywhere_gives_the_original(text: str, sizes: list[int]) -> None:
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), "c_1", known=KNOWN)
    scrubbed = pseudonymiser.scrub(text).text
    stream = pseudonymiser.stream()
    assert "".join(stream.feed(chunk) for chunk in _cut(scrubbed, sizes)) + stream.flush() == text


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS, st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_an_arbitrary_reply_streams_as_it_restores_whole(said: str, reply: str, sizes: list[int]) -> None:
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), "c_1", known=KNOWN)
    pseudonymiser.scrub(said)
    stream = pseudonymiser.stream()
    pieces = [stream.feed(chunk) for chunk in _cut(reply, sizes)]
    assert "".join(pieces) + stream.flush() == pseudonymiser.restore(reply)


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS)
def test_two_conversations_at_once_never_cross(first: str, second: str) -> None:
    store = MemoryPseudonyms()
    one, two = (Pseudonymiser(store, name, known=KNOWN) for name in ("c_1", "c_2"))
    scrubbed = one.scrub(first).text, two.scrub(second).text
    streams = one.stream(), two.stream()
    shown = ["", ""]
    for place in range(max(map(len, scrubbed))):
        for which in (0, 1):
            if place < len(scrubbed[which]):
                shown[which] += streams[which].feed(scrubbed[which][place])
    assert [shown[0] + streams[0].flush(), shown[1] + streams[1].flush()] == [first, second]


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS, min_size=2, max_size=4))
def test_every_turn_of_a_growing_conversation_restores(texts: list[str]) -> None:
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), "c_1", known=KNOWN)
    scrubbed = [pseudonymiser.scrub(text).text for text in texts]
    assert [pseudonymiser.restore(text) for text in scrubbed] == texts


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_no_detected_value_stands_in_the_scrubbed_text(text: str) -> None:
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), "c_1", known=KNOWN)
    scrubbed = pseudonymiser.scrub(text)
    for name in ("王小川", "Priya Nair", "Project Heron", "priya@nair.example", "tr0ub4dor&3"):
        assert name not in scrubbed.text


class AnySpans:
    """A finder that claims any places of a text, overlapping, empty or beyond its end as it likes."""

    name = "any"

    def __init__(self, places: list[tuple[int, int]], kinds: list[PiiType]) -> None:
        self._places, self._kinds = places, kinds

    def find(self, folded: Folded) -> list[Span]:
        size = len(folded.text)
        return [
            Span(start % (size + 1), min(start % (size + 1) + length, size), kind, self.name)
            for (start, length), kind in zip(self._places, self._kinds, strict=False)
        ]


PLACES = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 12)), min_size=1, max_size=8)
KINDS = st.lists(st.sampled_from(sorted(set(PiiType) - {PiiType.LITERAL})), min_size=8, max_size=8)


@settings(max_examples=150, deadline=None)
@given(TEXTS, PLACES, KINDS, st.lists(st.integers(1, 7), min_size=1, max_size=4))
def test_any_spans_of_any_text_come_back_however_the_stream_is_cut(
    text: str, places: list[tuple[int, int]], kinds: list[PiiType], sizes: list[int]
) -> None:
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), "c_1", layers=(AnySpans(places, kinds),))
    scrubbed = pseudonymiser.scrub(text, types=frozenset(PiiType) - {PiiType.LITERAL}).text
    stream = pseudonymiser.stream()
    assert "".join(stream.feed(chunk) for chunk in _cut(scrubbed, sizes)) + stream.flush() == text


PAIRS = st.sampled_from(
    ["‹›", "〈〉", "⟨⟩", "[]", "【】", "〔〕", "「」", "『』", "{}", "()", "（）", "<>", "＜＞"]
)
WORDS = st.sampled_from(["person", "人物", "人名", "姓名", "personne", "persona", "человек", "사람"])
CASES = st.sampled_from([str, str.upper, str.title])
GAPS = st.sampled_from(["", " ", "_", "-", "\u00a0", "\u3000", "#", ": "])
DIGITS = st.sampled_from(["1", "１"])
AROUND = st.sampled_from(
    ["{}", "好的，{}来了", "`{}`", "**{}**", "```\nprint('{}')\n```", '{{"to": "{}"}}', "f({}, 2)"]
)


@settings(max_examples=200, deadline=None)
@given(PAIRS, WORDS, CASES, GAPS, DIGITS, AROUND, st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_an_altered_or_translated_form_comes_back_in_prose_code_and_json(
    pair: str, word: str, case: Callable[[str], str], gap: str, digit: str, around: str, sizes: list[int]
) -> None:
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), "c_1", known=KNOWN)
    pseudonymiser.scrub("王小川在吗")
    reply = around.format(f"{pair[0]}{case(word)}{gap}{digit}{pair[1]}")
    expected = around.format("王小川")
    assert pseudonymiser.restore(reply) == expected
    stream = pseudonymiser.stream()
    assert "".join(stream.feed(chunk) for chunk in _cut(reply, sizes)) + stream.flush() == expected


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.booleans(), st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_tool_arguments_with_escapes_stay_json_and_come_back(
    said: str, is_ascii: bool, sizes: list[int]
) -> None:
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), "c_1", known=KNOWN)
    scrubbed = pseudonymiser.scrub(said).text
    arguments = json.dumps({"to": scrubbed, "list": [scrubbed, 1, None]}, ensure_ascii=is_ascii)
    assert json.loads(pseudonymiser.restore_json(arguments)) == {"to": said, "list": [said, 1, None]}
