"""Answers by quoting, worded in the language of the question; not knowing is said plainly."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from assistant.citations import Source
from assistant.endpoints.protocol import ChatRequest
from assistant.endpoints.recall_only import compose
from assistant.events import ReplyResult
from assistant.session import Session


def source(mark: int, quote: str, **rest: object) -> Source:
    return Source(
        mark,
        "turn",
        f"t_{mark}",
        quote,
        quote,
        datetime(2026, 11, 2, tzinfo=UTC),
        date="2026-11-02",
        role="user",
        **rest,
    )  # type: ignore[arg-type]


def answer(question: str, language: str, *sources: Source, verdict: str = "known") -> str:
    return compose(ChatRequest((), question, language, sources=sources, verdict=verdict))


@pytest.mark.parametrize(
    ("language", "words"), [("en", "I find nothing about this"), ("zh", "没有找到相关内容")]
)
def test_not_knowing_is_said(language: str, words: str) -> None:
    assert words in answer("q", language)
    assert words in answer("q", language, source(1, "something"), verdict="unknown")


def test_a_quote_has_its_date_its_speaker_and_its_mark() -> None:
    assert answer("When is the CRM upgrade?", "en", source(1, "The CRM upgrade is in May")) == (
        "You said on 2026-11-02: “The CRM upgrade is in May” [1]"
    )
    assert (
        answer("CRM 什么时候升级？", "zh", source(1, "CRM 五月升级"))
        == "你说（2026-11-02）：“CRM 五月升级”[1]"
    )
    assert answer("q", "en", source(1, "Tea, please", speaker="Joan")).startswith("Joan on 2026-11-02")


def test_an_uncertain_answer_says_so_first_and_begins_with_the_best_candidate() -> None:
    best, worded = source(1, "It moves to May"), source(2, "The upgrade needs a weekend", share=0.5)
    far = source(3, "I like tea", share=0.5)
    said = answer("When is the upgrade?", "en", best, worded, far, verdict="uncertain").split("\n\n")
    assert said[0].startswith("I am not sure")
    assert said[1].endswith("“It moves to May” [1]")
    assert said[2] == "- You said on 2026-11-02: “The upgrade needs a weekend” [2]"
    assert len(said) == 3


def test_at_most_four_units_are_quoted() -> None:
    said = answer("When?", "en", *(source(n, f"Word {n}") for n in range(1, 9)))
    assert [f"[{n}]" in said for n in range(1, 9)] == [True] * 4 + [False] * 4


def test_what_waits_for_review_says_so_in_a_paragraph_of_its_own(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")
    paragraphs = ask(session, "My e-mail is ann@example.com", "What is my e-mail?").answer.split("\n\n")
    assert paragraphs[0] == "ann@example.com [1]."
    assert paragraphs[1].startswith("On ")
    assert paragraphs[-1].startswith("(This waits for your review")


def test_a_past_value_is_marked_as_past() -> None:
    assert answer("q", "en", source(1, "I live in Oslo", past=True)).startswith("(no longer current) ")


def test_a_long_text_is_cut_to_the_sentences_that_fit_the_question() -> None:
    long = (
        " ".join(f"Filler sentence number {n} about nothing." for n in range(40)) + " The upgrade is in May."
    )
    said = answer("When is the upgrade?", "en", source(1, long))
    assert "The upgrade is in May." in said
    assert len(said) < 600


def ask(session: Session, *texts: str) -> ReplyResult:
    async def talk() -> ReplyResult:
        return [await session.reply(text) for text in texts][-1]

    return asyncio.run(talk())


@pytest.mark.parametrize(
    ("told", "question", "first_line"),
    [
        ("I am allergic to peanuts.", "What am I allergic to?", "peanuts [1]."),
        ("我对花生过敏", "我对什么过敏？", "花生 [1]。"),
        ("My name is Ada Quill", "What's my name?", "Ada Quill [1]."),
    ],
)
def test_a_question_for_an_attribute_is_answered_with_its_value(
    session: Session, told: str, question: str, first_line: str
) -> None:
    reply = ask(session, told, question)
    assert reply.answer.split("\n")[0] == first_line
    assert reply.confidence == "high"


def test_several_values_of_one_attribute_are_all_given(session: Session) -> None:
    reply = ask(
        session, "I am allergic to peanuts.", "I am also allergic to shellfish.", "What am I allergic to?"
    )
    first_line = reply.answer.split("\n")[0]
    assert "peanuts [" in first_line
    assert "shellfish [" in first_line


def test_earlier_questions_are_never_the_answer(session: Session) -> None:
    reply = ask(session, "What did I say about trains?", "What did I say about trains?")
    assert reply.citations == ()
    assert reply.confidence == "none"


def test_a_statement_is_acknowledged_and_not_answered(session: Session) -> None:
    reply = ask(session, "I like tea", "I live in Oslo.")
    assert reply.answer.startswith("Your message is saved")
    assert reply.is_acknowledgement
    assert (reply.confidence, reply.citations) == ("none", ())


@pytest.mark.parametrize(
    "text", ["Somebody parked in front of our garage again.", "今天开会开了一整天，累死了。"]
)
def test_so_is_one_that_nothing_is_kept_of(session: Session, text: str) -> None:
    reply = ask(session, "I like tea", text)
    assert reply.is_acknowledgement
    assert reply.citations == ()
    assert reply.proposals == ()


def test_a_question_that_the_vault_cannot_answer_is_no_acknowledgement(session: Session) -> None:
    assert not ask(session, "I like tea", "Where did I park the car?").is_acknowledgement
