"""What a reply must not claim is found in both languages, and ordinary replies are left alone."""

from __future__ import annotations

import pytest

from assistant.checks import find


def keys(
    reply: str, *, question: str = "", evidence: list[str] | None = None, cited: list[str] | None = None
) -> set[str]:
    found = find(
        reply,
        has_sources=bool(cited),
        evidence=evidence or [],
        question=question,
        cited_sentences=cited or [],
    )
    return {finding.key for finding in found}


@pytest.mark.parametrize(
    ("reply", "key"),
    [
        ("I remember that you like tea.", "check.remembers"),
        ("As I recall, you moved last year.", "check.remembers"),
        ("From our previous conversations, you prefer trains.", "check.remembers"),
        ("我记得你喜欢喝茶。", "check.remembers"),
        ("你之前跟我说过要搬家。", "check.remembers"),
        ("I'm so happy for you!", "check.feelings"),
        ("As your friend, I suggest tea.", "check.feelings"),
        ("我很开心能帮到你。", "check.feelings"),
        ("作为你的好朋友，我建议休息。", "check.feelings"),
        ("Of course, darling!", "check.endearment"),
        ("亲爱的，早上好。", "check.endearment"),
        ("I bet you would love a holiday.", "check.guess"),
        ("我猜你肯定想休息。", "check.guess"),
        ("We officially confirm the date.", "check.official"),
        ("特此证明该信息属实。", "check.official"),
        ("Your salary is 84,000 a year.", "check.number"),
        ("你的体重是 72 公斤。", "check.number"),
    ],
)
def test_a_forbidden_claim_is_marked(reply: str, key: str) -> None:
    assert key in keys(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "Remember to save your work before closing.",
        "Your vault says that you like tea.",
        "Use a dictionary here. It takes 3 steps.",
        "I am software and have no feelings.",
        "You could set aside 20 minutes a day.",
        "记得带伞。",
        "你的保险库里没有相关内容。",
        "这个方案有 3 个步骤。",
        "建议你每天练习 30 分钟。",
        "我是软件，没有感情。",
        "The museum opened in 1998.",
    ],
)
def test_an_ordinary_sentence_is_not(reply: str) -> None:
    assert keys(reply) == set()


def test_remembering_with_a_supported_source_is_allowed() -> None:
    assert keys("I remember that you like tea [1].", cited=["I remember that you like tea"]) == set()


def test_a_number_of_the_question_or_of_a_source_is_the_users_own() -> None:
    assert keys("Your budget is 500,000.", question="My budget is 500k, right?") == set()
    assert keys("你的预算是 30 万。", evidence=["预算最多三十万"]) == set()


def test_words_in_quotation_marks_are_somebody_elses() -> None:
    assert keys("The letter ends with “I love you, darling, as your friend”.") == set()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("You mentioned earlier that you like tea.", "check.remembers"),
        ("From what you've shared before, you like jazz.", "check.remembers"),
        ("上次你告诉我你要搬家。", "check.remembers"),
        ("It warms my heart to hear that.", "check.feelings"),
        ("I was worried about you.", "check.feelings"),
        ("我好替你高兴！", "check.feelings"),
        ("我会一直陪着你。", "check.feelings"),
        ("You probably secretly want to leave.", "check.guess"),
        ("My dear, take a rest.", "check.endearment"),
    ],
)
def test_further_wordings_are_marked(text: str, key: str) -> None:
    found = find(text, has_sources=False, evidence=[], question="?", cited_sentences=[])
    assert key in {finding.key for finding in found}


@pytest.mark.parametrize(
    "text",
    ["Dear Ann, here is the letter.", "I'm happy to help.", "I am glad to help with that.", "记得带伞。"],
)
def test_polite_and_drafted_words_are_not(text: str) -> None:
    assert find(text, has_sources=False, evidence=[], question="?", cited_sentences=[]) == []
