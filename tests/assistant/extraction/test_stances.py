"""Opinions, resolutions in telegram style, and facts that a heading asks to keep."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.telling import one, told
from vault.records import Layer


@pytest.mark.parametrize(
    "text",
    [
        "Honestly, I think the industry has oversold self-driving lorries.",
        "My take on open offices: they cost more quiet than they save rent.",
        "I'm sceptical of the new grading scheme at school.",
        "我认为远程办公被高估了不少。",
    ],
)
def test_an_opinion_about_something_named_is_kept_with_less_confidence(text: str) -> None:
    found = one(text)
    assert (found.attribute, found.layer, found.confidence) == ("opinion", Layer.PREFERENCE, 0.7)


@pytest.mark.parametrize(
    "text",
    [
        "I think so.",
        "I think it works now.",
        "I think the code is wrong in the second function.",
        "I think we should leave it as it is for the moment.",
        "In my opinion you should shorten the second paragraph.",
        "我觉得挺好的",
        "我觉得这样会更好",
    ],
)
def test_a_remark_on_what_was_just_said_is_none(text: str) -> None:
    assert not told(text)


@pytest.mark.parametrize(
    "text",
    [
        "Will route all supplier questions through the helpdesk.",
        "Switching entirely to refillable ink for the studio.",
        "Promised the choir I'd have the programme ready by Friday.",
    ],
)
def test_telegram_style_is_the_writers_own_plan(text: str) -> None:
    found = one(text)
    assert (found.is_plan, found.layer) == (True, Layer.EVENT)


@pytest.mark.parametrize("text", ["Will you help me with this later today?", "Switching topics: what is up?"])
def test_a_question_is_no_plan(text: str) -> None:
    assert not told(text)


def test_a_heading_asks_to_keep_all_that_follows_it() -> None:
    found = told("Two facts worth filing: moss grows best in shade. Slugs avoid copper tape.")
    assert [candidate.claim for candidate in found] == ["Moss grows best in shade", "Slugs avoid copper tape"]
    assert all(candidate.requested for candidate in found)
    assert not told("Moss grows best in shade.")


def test_a_relative_clause_is_a_statement_of_its_own() -> None:
    found = told("That's two days before the fair at Ludmere Green, which started on 20 March.")
    assert "The fair at Ludmere Green started on 20 March" in [candidate.claim for candidate in found]


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("Please write dates as day/month/year.", "answer_format"),
        ("Use British spelling with me.", "answer_format"),
        ("Answer in Welsh from now on.", "answer_language"),
        ("金额一律用元表示。", "answer_format"),
    ],
)
def test_how_a_kind_of_thing_is_written_is_a_standing_order(text: str, attribute: str) -> None:
    assert one(text).attribute == attribute
