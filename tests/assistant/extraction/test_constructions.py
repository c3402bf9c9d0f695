"""Constructions beside the commonest tables, in both languages: standing orders, sums without "budget", one
thing for another, how and where things are done.
"""

from __future__ import annotations

import pytest

from tests.assistant.extraction.telling import one, told, turn
from vault.records import USER, Layer, Quantity


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("From now on, please answer in bullet points.", "answer_format"),
        ("Going forward, keep it to two sentences when you reply.", "answer_length"),
        ("Answer me in Chinese, please.", "answer_language"),
        ("Don't use emojis with me.", "answer_dislike"),
        ("When you explain code, skip the comments.", "answer_dislike"),
        ("Whenever you quote prices, use euros and metric units.", "answer_format"),
        ("以后请分点回答。", "answer_format"),
        ("不要给我用表情符号。", "answer_dislike"),
        ("请一直用公制单位。", "answer_format"),
        ("以后跟我说话都用粤语。", "answer_language"),
        ("今后解释代码别写注释。", "answer_dislike"),
    ],
)
def test_an_order_for_good_is_a_wish_about_answers(text: str, attribute: str) -> None:
    found = one(text)
    assert (found.attribute, found.layer) == (attribute, Layer.PREFERENCE)


@pytest.mark.parametrize(
    "text",
    [
        "Answer in one word: is it raining?",
        "Please use the table below to answer this.",
        "Always nice to hear from you.",
        "Don't worry about it.",
        "When you have time, take a look.",
        "Write the reply in English.",
        "这次请用表格回答。",
        "以后再说吧。",
        "以后请多关照。",
        "别客气。",
        "用英文怎么说？",
    ],
)
def test_an_order_for_once_and_a_phrase_are_none(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "attribute", "low", "high", "unit"),
    [
        ("The roof repair will cost us 8,400 euros at most.", "price:roof repair", 8400, 8400, "EUR"),
        ("We can spend between 2k and 3k on the sofa.", "budget:sofa", 2000, 3000, ""),
        ("I've got two or three thousand pounds for the boiler.", "budget:boiler", 2000, 3000, "GBP"),
        ("买车的钱我准备了十五六万。", "budget:车", 150000, 160000, "CNY"),
        ("For the van, £6k at most.", "budget:van", 6000, 6000, "GBP"),
        ("For the roof we can go up to £9k.", "budget:roof", 9000, 9000, "GBP"),
        ("聚餐人均一百五以内。", "budget:聚餐人均", 150, 150, "CNY"),
        ("预算从8万加到了12万。", "budget", 120000, 120000, "CNY"),
    ],
)
def test_a_sum_for_a_thing_needs_no_word_of_budget(
    text: str, attribute: str, low: float, high: float, unit: str
) -> None:
    found = one(text)
    assert isinstance(found.value, Quantity)
    assert (found.attribute, found.value.low, found.value.high, found.value.unit) == (
        attribute,
        low,
        high,
        unit,
    )


@pytest.mark.parametrize("text", ["How much does the ferry cost?", "The ferry costs a lot.", "人均多少钱？"])
def test_without_a_sum_there_is_none(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("My dentist isn't Dr Lowe any more, it's Dr Patel.", "holder:dentist", "Dr Patel"),
        ("I changed jobs: I'm at Norwood Partners now.", "employer", "Norwood Partners"),
        ("I live in Porto now, not Lisbon.", "city", "Porto"),
        ("我邮箱换了，新的是 hw@example.org。", "email", "hw@example.org"),
        ("房东换人了，现在是佟女士。", "holder:房东", "佟女士"),
        ("我已经从市场部调到产品部了。", "department", "产品部"),
        ("我们改用企业微信了，不用钉钉。", "uses", "企业微信"),
    ],
)
def test_one_thing_in_the_place_of_another_is_a_correction(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.corrects) == (attribute, value, True)
    assert not any(old in found.claim for old in ("Lowe", "Lisbon", "市场部", "钉钉"))


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [
        ("My brother can't eat shellfish.", "brother", "diet"),
        ("Ines, my colleague, is scared of dogs.", "colleague Ines", "about"),
        ("Our daughter started school in September.", "daughter", "about"),
        ("我爱人在铁路局上班。", "爱人", "employer"),
        ("我邻居老魏养了两条狗。", "邻居老魏", "about"),
        ("我外甥女学大提琴。", "外甥女", "about"),
        ("孩子的学校在滨江路。", "孩子", "attribute:学校"),
    ],
)
def test_what_is_said_of_others_is_not_the_users(text: str, subject: str, attribute: str) -> None:
    found = one(text)
    assert subject != USER
    assert (found.subject, found.attribute) == (subject, attribute)


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("Client invoices go to billing@example.com.", "email:client invoices"),
        ("Branch names start with the ticket number.", "naming_rule:branch names"),
        ("The spare key hangs behind the boiler.", "location:spare key"),
        ("发票都寄到 fapiao@example.com。", "email:发票"),
        ("分支名以工单号开头。", "naming_rule:分支名"),
        ("出差都要佟经理签字。", "holder:出差签字"),
        ("备用钥匙挂在锅炉后面。", "location:备用钥匙"),
        ("这把电钻是2022年买的。", "event"),
    ],
)
def test_how_and_where_things_are_done(text: str, attribute: str) -> None:
    assert one(text).attribute == attribute


@pytest.mark.parametrize(
    ("text", "attribute", "value", "is_negated"),
    [
        ("You can call me Ned, short for Edmund.", "nickname", "Ned", False),
        ("I haven't eaten meat since 2019.", "diet", "meat", True),
        ("I don't have a car any more.", "owns:car", "a car", True),
        ("我是左撇子。", "attribute", "左撇子", False),
        ("我不太能吃辣。", "diet", "辣", True),
        ("我再也不熬夜了。", "habit:熬夜", "熬夜", True),
        ("不过我一直在学法语。", "habit:学法语", "在学法语", False),
        ("比起火车我更喜欢坐飞机。", "prefer:坐", "坐飞机", False),
    ],
)
def test_denials_and_openings(text: str, attribute: str, value: str, is_negated: bool) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.negated) == (attribute, value, is_negated)


@pytest.mark.parametrize(
    "text",
    [
        "就当我是个宇航员。",
        "No more than that.",
        "花两百块买个教训。",
        "我在开会。",
        "I'm with Anna right now.",
        "I got 500 errors when I ran it.",
        "RAM stands for Random Access Memory.",
    ],
)
def test_what_only_looks_like_a_statement_is_none(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("before", "text", "claim"),
    [
        (
            "My class is on Tuesday evenings.",
            "I said Tuesday, I meant Thursday.",
            "My class is on Thursday evenings",
        ),
        ("The budget is 40k.", "Actually make it 45k.", "The budget is 45k"),
        ("The budget is 40k.", "Hm, raise it to 50k.", "The budget is 50k"),
        ("预算20万。", "涨到25万", "预算25万"),
        ("我的课在周四。", "说错了，是周五不是周四。", "我的课在周五"),
    ],
)
def test_a_short_correction_names_the_new_value_itself(before: str, text: str, claim: str) -> None:
    found = one(text, previous=[turn(before, identity="t_0")])
    assert (found.claim, found.corrects) == (claim, True)


def test_an_idiom_corrects_nothing() -> None:
    assert told("Take it easy.", previous=[turn("I live in Oslo.", identity="t_0")]) == []


@pytest.mark.parametrize(
    ("text", "full", "other"),
    [
        ("KBM is short for Kleinbeck Maschinen.", "Kleinbeck Maschinen", "KBM"),
        ("We call Margaret Thornbury Madge.", "Margaret Thornbury", "Madge"),
        ("老K就是柯磊。", "柯磊", "老K"),
        ("星云是星云数据科技的简称。", "星云数据科技", "星云"),
    ],
)
def test_another_name_is_a_memory_of_its_own(text: str, full: str, other: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.layer) == (f"alias:{full}", other, Layer.RELATIONSHIP)
    assert set(found.entities) == {full, other}
