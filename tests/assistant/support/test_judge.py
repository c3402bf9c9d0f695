"""The judgement on the project's own pairs, and what must hold whatever the wording."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.citations import check
from assistant.support import judge
from assistant.support.figures import Day, figures_of
from tests.bench.support.__main__ import is_right, pairs

RIGHT_WITHOUT_ENCODER = 0.97


def test_the_pairs_that_the_rules_were_made_on() -> None:
    judged = [(pair, is_right(pair, None)[0]) for pair in pairs("tune")]
    assert len(judged) >= 200
    assert sum(right for _, right in judged) / len(judged) >= RIGHT_WITHOUT_ENCODER
    for language in ("en", "zh"):
        false = [right for pair, right in judged if pair.language == language and not pair.is_true]
        assert sum(false) / len(false) >= RIGHT_WITHOUT_ENCODER  # what is false is not let through


@pytest.mark.parametrize(
    ("sentence", "evidence", "reason"),
    [
        ("The lease ends on 3 May.", "The lease ends on 5 May.", "date"),
        ("The lease costs 400 euros.", "The lease costs 400 dollars.", "unit"),
        ("The lease costs 500 euros.", "The lease costs 400 euros.", "number"),
        ("The call is at 16:00.", "The call is at 3 pm.", "time"),
        ("You asked Tom to come.", "I asked Ann to come.", "name"),
        ("You are a nurse.", "My sister is a nurse.", "person"),
        ("You eat fish.", "I don't eat fish.", "negation"),
        ("The rent has fallen.", "The rent has risen.", "opposite"),
        ("Ben hired Ann.", "Ann hired Ben.", "order"),
        ("You will sell the boat.", "Perhaps I will sell the boat.", "certainty"),
        ("You keep zebras in the cellar.", "I like tea.", "words"),
        ("合同在五月三号到期。", "合同在五月五号到期。", "date"),
        ("你吃鱼。", "我不吃鱼。", "negation"),
        ("你是护士。", "我姐姐是护士。", "person"),
        ("老赵欠老孙五百块。", "老孙欠老赵五百块。", "order"),
    ],
)
def test_the_reason_is_named(sentence: str, evidence: str, reason: str) -> None:
    assert judge(sentence, [evidence]).reason == reason


def test_figures_are_the_same_in_whatever_form() -> None:
    for text in (
        "on 2026-03-14",
        "on 14 March 2026",
        "March 14th, 2026",
        "2026年3月14日",
        "二〇二六年三月十四号",
    ):
        assert figures_of(text).days == (Day(2026, 3, 14),), text
    for text in ("at 15:30", "at half past three in the afternoon", "at 3:30 pm", "下午三点半", "15点30分"):
        assert figures_of(text).times == ((15 * 60 + 30, True),), text
    for text in ("30万元", "三十万元", "300,000元"):
        assert {(value, unit) for value, unit, _ in figures_of(text).amounts} == {(300_000, "CNY")}, text


@given(st.text(max_size=200), st.lists(st.text(max_size=200), max_size=3))
def test_any_text_is_judged(sentence: str, evidence: list[str]) -> None:
    assert judge(sentence, evidence).is_supported in (True, False)


def test_each_part_is_held_against_its_own_marks() -> None:
    payload = next(pair for pair in pairs("tune") if pair.kind == "two_sources" and pair.is_true)
    checked = check(payload.reply, payload.sources)
    assert [citation.supported for citation in checked.citations] == [True, True]
    assert len({citation.sentence for citation in checked.citations}) == 2


def test_a_long_reply_is_judged_quickly() -> None:
    sources = tuple(source for pair in pairs("tune")[:24] for source in pair.sources)
    reply = " ".join(pair.reply for pair in pairs("tune")[:24]).replace("[1]", "").replace("[2]", "")
    started = time.perf_counter()
    check(reply, sources)
    assert time.perf_counter() - started < 5.0  # 24 sentences against 26 sources; 0.3 s on an idle core


def test_an_address_alone_is_in_no_language() -> None:
    assert judge("li@example.com", ["邮箱 li@example.com"]).is_supported
    assert not judge("lo@example.com", ["邮箱 li@example.com"]).is_supported
