"""Whatever a message holds, reading it ends, raises nothing, and quotes nothing that it does not hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.commands import confirms, parse
from tests.assistant.extraction.telling import told

_WORDS = (
    "my |I |name |is |forget |remember |记住|忘|预算|30万|$5k|tomorrow |明天|sister |妹妹|if |如果|"
    "```|> |'|\"|a@b.example |and |, |. "
).split("|")
_PIECES = st.sampled_from([*"我你他的是在有不了，。？！：“”\n ", *_WORDS])


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_mixtures_of_words_are_read_without_fault(text: str) -> None:
    told(text)
    parse(text)
    confirms(text)


@given(st.text(max_size=200))
def test_any_characters_are_read_without_fault(text: str) -> None:
    told(text)
    parse(text)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "unit", ["a ", "the ", "my ", "I have ", "very ", "我", "我在", "在", "1", "is it ", "记住", "“"]
)
def test_long_repetitions_take_no_long_time(unit: str) -> None:
    told(unit * (20_000 // len(unit)))
    parse(unit * (20_000 // len(unit)))
    told(unit * (390 // len(unit)))
    parse(unit * (290 // len(unit)))


_TOKENS = st.one_of(
    st.integers(10, 10**9).map(str),
    st.from_regex(r"[A-Z]{2}-[0-9]{4,8}-[0-9]{2}", fullmatch=True),
    st.from_regex(r"https://example\.org/[a-z0-9]{2,8}\?v=[0-9]{1,3}", fullmatch=True),
    st.from_regex(r"[0-9]{1,3},[0-9]{3}\.[0-9]{2}", fullmatch=True),
)


@given(
    _TOKENS, st.sampled_from(("Remember that the reference of the crate is {}.", "记住：样机的编号是{}。"))
)
def test_numbers_codes_and_addresses_are_kept_to_the_letter(token: str, frame: str) -> None:
    found = told(frame.format(token))
    assert all(token in candidate.claim for candidate in found if candidate.attribute != "email")
