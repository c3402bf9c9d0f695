"""Corrections, plans, dates and expiry, requests to keep, confirmations, and facts from forms."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.extraction.forms import from_form
from tests.assistant.extraction.telling import number, one, told, turn
from vault.records import Layer, Precision, Quantity, Role, SourceKind
from vault.times import format_point


@pytest.mark.parametrize(
    "text",
    [
        "Actually, the wedding budget is £18k.",
        "My new phone number is 0161 496 0999.",
        "We've cut the marketing budget from $80k to $60k.",
        "The archive is on the fourth floor now.",
        "I've switched to PostgreSQL 17.",
        "I no longer ride to work.",
        "旅行预算从2万改成3万。",
        "预算不是20万，是25万。",
        "收货地址改了，换成苏州市桂花街5号。",
        "我搬到了无锡。",
        "我的新手机号是13000000009。",
        "更正一下，我的工号是 E-77。",
    ],
)
def test_correcting_words_are_noticed(text: str) -> None:
    assert told(text)[-1].corrects


@pytest.mark.parametrize(
    "text",
    [
        "我女儿九月要转到育才小学。",
        "The wedding budget is £18k.",
        "No more than $900.",
        "My budget for the new bike is $900.",
        "装修预算15万。",
        "我住在扬州。",
    ],
)
def test_plain_statements_correct_nothing(text: str) -> None:
    assert not one(text).corrects


def test_of_a_change_from_one_to_another_the_second_counts() -> None:
    assert number(one("We've cut the marketing budget from $80k to $60k.")) == (60000, 60000, "USD")
    assert number(one("预算不是20万，是25万。")) == (250000, 250000, "CNY")


@pytest.mark.parametrize(
    ("before", "text", "attribute", "expected"),
    [
        ("The roof budget is $20k.", "No, it's $22k.", "budget:roof", (22000, 22000, "USD")),
        ("装修预算15万。", "不对，是18万。", "budget:装修", (180000, 180000, "CNY")),
        ("The roof budget is $20k.", "Make it three grand higher.", "budget:roof", (23000, 23000, "USD")),
        ("The roof budget is $20k.", "At most $15k.", "budget:roof", (15000, 15000, "USD")),
    ],
)
def test_a_short_correction_is_read_against_the_turn_before(
    before: str, text: str, attribute: str, expected: tuple[float, float, str]
) -> None:
    found = one(text, previous=[turn(before, identity="t_0")])
    assert (found.attribute, number(found)) == (attribute, expected)


def test_a_corrected_word_takes_the_place_of_the_old_one() -> None:
    found = one("Sorry, it's Elena.", previous=[turn("My sister's name is Helena.", identity="t_0")])
    assert (found.claim, found.corrects) == ("My sister's name is Elena", True)


@pytest.mark.parametrize(
    ("text", "expires"),
    [
        ("I have a meeting tomorrow at 4pm with Sofia.", datetime(2026, 5, 14, 16, tzinfo=UTC)),
        ("The report is due on Friday.", datetime(2026, 5, 15, 16, tzinfo=UTC)),
        ("Remember: until 3 June the ladder is with Mr Quill.", datetime(2026, 6, 3, 16, tzinfo=UTC)),
        ("The dentist is on 4 June at 9am.", datetime(2026, 6, 4, 16, tzinfo=UTC)),
        ("Dinner with Omar tonight at eight.", datetime(2026, 5, 13, 16, tzinfo=UTC)),
        ("The parcel arrives on Thursday.", datetime(2026, 5, 14, 16, tzinfo=UTC)),
        ("My library card is valid until 30 June 2026.", datetime(2026, 6, 30, 16, tzinfo=UTC)),
        ("快递周四到。", datetime(2026, 5, 14, 16, tzinfo=UTC)),
        ("会员卡有效期到2026年6月30日。", datetime(2026, 6, 30, 16, tzinfo=UTC)),
        ("明天下午三点跟客户开会。", datetime(2026, 5, 14, 16, tzinfo=UTC)),
        ("项目截止日期是6月30日。", datetime(2026, 6, 30, 16, tzinfo=UTC)),
        ("记住：6月3日之前走东门。", datetime(2026, 6, 3, 16, tzinfo=UTC)),
    ],
)
def test_what_lies_ahead_expires_at_its_end_in_the_users_zone(text: str, expires: datetime) -> None:
    assert one(text).expires_utc == expires


@pytest.mark.parametrize(
    "text", ["I bought a loom in March.", "上周五我续了会员。", "I weighed 70 kg yesterday."]
)
def test_what_is_done_is_dated_and_stays(text: str) -> None:
    found = one(text)
    assert found.valid_from is not None
    assert found.expires_utc is None


def test_dates_keep_the_precision_that_was_given() -> None:
    march = one("I bought a loom in March.").valid_from
    assert march is not None
    assert (march.precision, format_point(march, "en")) == (Precision.MONTH, "March 2026")
    assert one("I bought a loom.").valid_from is None


def test_a_year_that_describes_a_thing_dates_nothing() -> None:
    assert one("我开一辆2019年的卡罗拉。").valid_from is None


@pytest.mark.parametrize(
    "text",
    [
        "I'm going to switch to a lighter bike next year.",
        "We're flying to Oslo next Friday.",
        "我打算下个月去西安。",
        "我们下周五飞昆明。",
    ],
)
def test_plans_are_plans(text: str) -> None:
    found = one(text)
    assert (found.is_plan, found.layer) == (True, Layer.EVENT)
    assert found.expires_utc is not None


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Remember that the alarm goes off at six.", "The alarm goes off at six"),
        ("Please note: invoices go to billing@example.org", "Invoices go to billing@example.org"),
        ("Don't forget the spare key is under the blue pot.", "The spare key is under the blue pot"),
        ("记住，发票寄到 fapiao@example.org", "发票寄到 fapiao@example.org"),
        ("帮我记一下，周五的垃圾是绿桶。", "周五的垃圾是绿桶"),
        ("别忘了备用钥匙在花盆底下。", "备用钥匙在花盆底下"),
        ("千万别把我爸的生日忘了，是腊月初八。", "我爸的生日是腊月初八"),
        ("记住门牌 7719-B", "门牌 7719-B"),
    ],
)
def test_what_the_user_asks_to_keep_is_kept_in_their_words(text: str, claim: str) -> None:
    found = one(text)
    assert (found.claim, found.requested) == (claim, True)


@pytest.mark.parametrize(
    ("asked", "answer", "claim"),
    [
        (
            "The studio you mean, is that the one on Baker Row?",
            "That's the one.",
            "The studio is the one on Baker Row",
        ),
        ("Is your dentist Dr Ames?", "That's right.", "My dentist Dr Ames"),
        ("您说的排练室是丹桂街那间吗？", "对，就是那间。", "排练室是丹桂街那间"),
        ("你的车停在地下二层吗？", "没错。", "我的车停在地下二层"),
    ],
)
def test_a_confirmation_makes_the_question_part_of_the_evidence(asked: str, answer: str, claim: str) -> None:
    previous = [turn(asked, role=Role.ASSISTANT, identity="t_0")]
    if "dentist" in asked:
        claim = "My dentist is Dr Ames"
    found = one_confirmed(answer, previous)
    assert found.claim == claim
    assert [evidence.ref_id for evidence in found.evidence] == ["t_1", "t_0"]
    assert found.evidence[1].quote in asked


def one_confirmed(answer: str, previous: list) -> object:  # type: ignore[type-arg]
    found = told(answer, previous=previous)
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Shall I book the room on Baker Row?", "Exactly."),
        ("You could move to Lisbon.", "That's it."),
        ("Would you like a table?", "Correct."),
        ("要不要我帮您订丹桂街那间？", "没错。"),
        ("The studio you mean, is that the one on Baker Row?", "Hm, maybe."),
    ],
)
def test_offers_and_suggestions_are_not_confirmed_facts(asked: str, answer: str) -> None:
    assert told(answer, previous=[turn(asked, role=Role.ASSISTANT, identity="t_0")]) == []


def test_a_form_makes_one_candidate_of_each_known_field() -> None:
    fields = {
        "name": "Percy Vole",
        "role": "lamplighter",
        "team_size": "12",
        "budget": "50k",
        "password": "x",
        "city": "",
    }
    found = from_form(fields)
    assert [(c.attribute, c.source) for c in found] == [
        ("name", SourceKind.FORM),
        ("role", SourceKind.FORM),
        ("team_size", SourceKind.FORM),
        ("budget", SourceKind.FORM),
    ]
    assert found[2].value == Quantity(12, 12, "person")


def test_a_chinese_form_is_claimed_in_chinese() -> None:
    found = from_form({"name": "顾云帆", "city": "长沙", "budget": "50万"})
    assert [c.claim for c in found] == ["我叫顾云帆", "我住在长沙", "我的预算是50万"]
    assert number(found[2]) == (500000, 500000, "CNY")


def test_the_language_is_that_of_the_words() -> None:
    assert one("My neighbour 李梅 prefers WeChat to phone calls.").language == "en"
    assert one("我在学 Rust 语言。").language == "zh"
