"""Replies held to a form: asked for where it helps, read while they stream, and otherwise read as any other."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.contract import Tail
from assistant.reply_form import FormFilter, parameters_of
from assistant.session import Session
from tests.assistant.tools.scripted import play


def read(chunks: list[str]) -> tuple[str, Tail]:
    found = FormFilter()
    text = "".join(found.feed(chunk) for chunk in chunks) + found.flush()
    return text, found.tail()


def chunked(text: str, cuts: list[int]) -> list[str]:
    places = sorted({cut % (len(text) + 1) for cut in cuts})
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


# No marks of the tail or the fences, which are taken out, and no surrogates; blanks at the end are cut as in any reply.
PROSE = st.text(st.characters(exclude_characters="@⟦⟧`*", exclude_categories=["Cs"]), max_size=60)


@given(PROSE, st.lists(st.integers(0, 400), max_size=12), st.booleans())
def test_the_answer_comes_out_whole_however_it_is_cut(answer: str, cuts: list[int], is_ascii: bool) -> None:
    value = {"answer": answer, "used": [2], "confidence": "low", "confirm": True}
    text, tail = read(chunked(json.dumps(value, ensure_ascii=is_ascii), cuts))
    assert text.strip() == answer.strip()
    assert tail == Tail("low", (2,), needs_confirmation=True, was_given=True)


def test_the_answer_streams_before_the_object_is_whole() -> None:
    found = FormFilter()
    assert found.feed('{"answer": "It is 7') == "It is 7"
    assert found.feed(" o\\u0027clock") == " o'clock"
    assert found.tail() == Tail()  # cut off: the model has said nothing of itself


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("It is seven [1].", "It is seven [1]."),
        ('  {"a": [1, 2]}', '{"a": [1, 2]}'),
        ("", ""),
        ('{"answer": "cut \\u4f', "cut "),
        ('{"used": [1], "answer" : "later"}', "later"),
    ],
)
def test_what_is_no_such_object_is_shown_as_it_is(written: str, shown: str) -> None:
    assert read([written])[0].strip() == shown.strip()


@pytest.mark.parametrize(
    ("name", "millions"),
    [
        ("SmolLM2-135M-Instruct.Q4_1", 135),
        ("qwen2.5:1.5b", 1500),
        ("qwen3-30b-a3b", 30_000),
        ("gpt-4o-mini", 0),
        ("mistral-7b-instruct-v0.2", 7000),
        ("phi-3-mini-128k", 0),
    ],
)
def test_the_size_is_read_from_the_name(name: str, millions: int) -> None:
    assert parameters_of(name) == millions * 1e6


FORM = json.dumps({"answer": "You live in Lund [1].", "used": [1], "confidence": "low", "confirm": False})


def test_a_small_model_is_held_to_the_form_and_its_word_counts(session: Session) -> None:
    play(session, "I live in Lund.", ["Noted."], tools="never")
    played = play(session, "Where do I live?", [FORM], reply_form="always", tools="never")
    body = played.requests[0].json
    assert body["response_format"]["json_schema"]["schema"]["required"][0] == "answer"  # type: ignore[index]
    assert "JSON" in json.dumps(body["messages"][0])  # type: ignore[index]
    assert played.result.answer == "You live in Lund [1]."
    assert played.result.confidence == "low"
    assert played.detail["citations"]


@pytest.mark.parametrize("options", [{"reply_form": "never"}, {}])
def test_a_model_of_unknown_size_answers_in_prose(session: Session, options: dict[str, str]) -> None:
    played = play(session, "Hello there", ["Hello."], **options)
    assert "response_format" not in played.requests[0].json
    assert played.result.answer == "Hello."


def test_with_tools_the_form_is_left_out(session: Session) -> None:
    played = play(session, "Hello there", ["Hello."], reply_form="always", tools="always")
    assert "response_format" not in played.requests[0].json
