"""Facts in a row without a verb: each label with its value is a candidate, and no general reading swallows it."""

from __future__ import annotations

import time

import pytest

from assistant.extraction import extract
from tests.assistant.extraction.telling import one, told, turn
from vault.records import USER

CONTACTS = ("email", "phone", "contact", "address")


def facts(text: str) -> list[tuple[str, str]]:
    return [(found.attribute, str(found.value)) for found in told(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "我叫沈雨桐，邮箱 shen.yt@example.cn",
            [("name", "沈雨桐"), ("email", "shen.yt@example.cn")],
        ),
        (
            "邮箱：qin@example.org 手机 13900000012",
            [("email", "qin@example.org"), ("phone", "13900000012")],
        ),
        ("电话13900000012，住在宁波鄞州区", [("phone", "13900000012"), ("city", "宁波鄞州区")]),
        (
            "我是周远，男，41岁，产品经理，在云栖科技上班，电话 139 0000 0012",
            [
                ("name", "周远"),
                ("gender", "男"),
                ("age", "41"),
                ("role", "产品经理"),
                ("employer", "云栖科技"),
                ("phone", "139 0000 0012"),
            ],
        ),
        (
            "姓名：秦朗\n微信：qin_lang7\n地址：宁波市鄞州区民安路 8 号 2 单元\n公司：海棠书店\n生日：1988年3月7日",
            [
                ("name", "秦朗"),
                ("contact:wechat", "qin_lang7"),
                ("address", "宁波市鄞州区民安路 8 号 2 单元"),
                ("employer", "海棠书店"),
                ("birthday", "1988年3月7日"),
            ],
        ),
        (
            "我叫沈雨桐 邮箱 shen@example.cn 电话 13900000012",
            [("name", "沈雨桐"), ("email", "shen@example.cn"), ("phone", "13900000012")],
        ),
        (
            "工作邮箱 a.shen@example.cn，备用邮箱 b.shen@example.cn",
            [("email:工作", "a.shen@example.cn"), ("email:备用", "b.shen@example.cn")],
        ),
        ("我叫Nina，QQ 20031977", [("name", "Nina"), ("contact:qq", "20031977")]),
        (
            "本人秦朗，邮箱是qin@example.org，喜欢下棋",
            [("name", "秦朗"), ("email", "qin@example.org"), ("likes", "下棋")],
        ),
        ("我叫秦朗qin@example.org", [("name", "秦朗"), ("email", "qin@example.org")]),
        (
            "My name is Greta Holm, email greta@example.se",
            [("name", "Greta Holm"), ("email", "greta@example.se")],
        ),
        ("I'm Otis, mobile 415-555-0142", [("name", "Otis"), ("phone", "415-555-0142")]),
        (
            "Phone: +44 7700 900456 / e-mail: otis@example.net",
            [("phone", "+44 7700 900456"), ("email", "otis@example.net")],
        ),
        (
            "Hello, I'm Greta Holm, tel. 0161 496 0155, based in Malmö, and I play the oboe",
            [
                ("name", "Greta Holm"),
                ("phone", "0161 496 0155"),
                ("city", "Malmö"),
                ("habit:play the oboe", "play the oboe"),
            ],
        ),
        (
            "Name: Greta Holm\nAddress: 7 Mill Row, York YO1 7AA\nCompany: Tern & Sons\n"
            "Job title: bookbinder\nDOB: 3 May 1981",
            [
                ("name", "Greta Holm"),
                ("address", "7 Mill Row, York YO1 7AA"),
                ("employer", "Tern & Sons"),
                ("role", "bookbinder"),
                ("birthday", "3 May 1981"),
            ],
        ),
        (
            "I'm Otis (otis@example.net), carpenter at Pine Works",
            [
                ("name", "Otis"),
                ("email", "otis@example.net"),
                ("role", "carpenter"),
                ("employer", "Pine Works"),
            ],
        ),
        (
            "I like plums, quinces and figs, email otis@example.net",
            [("likes", "plums, quinces and figs"), ("email", "otis@example.net")],
        ),
        (
            "You can ring me on 0161 496 0155 or at otis@example.net",
            [("phone", "0161 496 0155"), ("email", "otis@example.net")],
        ),
        (
            "Telegram @otis_w, GitHub otis-w",
            [("contact:telegram", "@otis_w"), ("contact:github", "otis-w")],
        ),
        (
            "I'm Swedish, from Malmö, email g@example.se",
            [("attribute", "Swedish"), ("hometown", "Malmö"), ("email", "g@example.se")],
        ),
    ],
)
def test_each_listed_fact_is_a_candidate_of_its_own(text: str, expected: list[tuple[str, str]]) -> None:
    assert facts(text) == expected


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("微信号 qinlang77", "contact:wechat", "qinlang77"),
        ("我的邮箱 qin@example.org", "email", "qin@example.org"),
        ("邮箱换成 neu@example.org 了", "email", "neu@example.org"),
        ("有事打我手机13900000012", "phone", "13900000012"),
        ("电话（微信同号）：13900000012", "phone", "13900000012"),
        ("My name is Greta Holm, lovely to meet you.", "name", "Greta Holm"),
        ("Tel. 0161 496 0155", "phone", "0161 496 0155"),
        ("The caretaker's number is 0161 496 0155", "phone:caretaker", "0161 496 0155"),
        ("Remember the locksmith: 0161 496 0155", "phone:locksmith", "0161 496 0155"),
        ("物业电话是 0571-88880077", "phone:物业", "0571-88880077"),
        ("The billing email is pay@example.org", "email:billing", "pay@example.org"),
        ("My city is Ghent", "city", "Ghent"),
        ("My number is 0161 496 0155", "phone", "0161 496 0155"),
    ],
)
def test_a_contact_wins_over_every_general_reading(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.subject) == (attribute, value, USER)


@pytest.mark.parametrize(
    "text",
    [
        "I send the minutes to board@example.org every Friday",
        "我每周五给 board@example.cn 发周报",
        "我习惯把发票转到 bill@example.cn",
        "I call 0161 496 0155 every morning",
        "Name - Otis Webb, mail otis@example.net, number 0161 496 0155",
        "My name's Otis Webb otis@example.net",
        "我叫秦朗，电话是13900000012，邮箱是qin@example.org。",
        "The studio phone 0161 496 0155 rings all day",
    ],
)
def test_no_habit_number_attribute_or_name_holds_a_contact(text: str) -> None:
    for found in told(text):
        if found.attribute.partition(":")[0] in ("habit", "number", "attribute", "name"):
            assert "@" not in str(found.value)
            assert "0155" not in str(found.value)
            assert "13900000012" not in str(found.value)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("我妹妹叫沈雨晴，电话 13900000034，邮箱 qing@example.cn", "妹妹"),
        ("秦师傅，电话 13900000034，邮箱 qin@example.cn", "秦师傅"),
        ("供应商联系方式：\n电话 0571-88880077\n邮箱 sup@example.cn", "供应商"),
        ("My landlady, phone 0161 496 0155, email lady@example.org", "landlady"),
        ("The boatyard: phone 0161 496 0155, email yard@example.org", "The boatyard"),
        ("My cousin is Ines Holm. Her email is ines@example.se", "cousin"),
    ],
)
def test_a_list_about_somebody_else_stays_with_them(text: str, subject: str) -> None:
    contacts = [found for found in told(text) if found.attribute.partition(":")[0] in CONTACTS]
    assert contacts
    assert {found.subject for found in contacts} == {subject}


@pytest.mark.parametrize(
    "text",
    [
        "帮我联系秦师傅，电话 13900000034",
        "帮我写一封邮件给 qin@example.org",
        "把下面这段翻译成英文：我叫秦朗，邮箱 qin@example.org",
        "推荐点能学的东西给我",
        "帮我推荐一门课",
        "我的邮箱是什么？",
        "告诉我我的电话",
        "Please write to Otis, email otis@example.net",
        "Recommend me something new to learn",
        "What's my email address",
        "what's my limit for the boat",
        "Summarise this: My name is Otis, email otis@example.net",
        "Team: honesty first, no blame and no late pay for anybody at all",
        "Twitter 2019 figures are out",
        "Signal 12 is broken",
        "电话 13900000012 打不通",
        "Is 0161 496 0155 the right phone number?",
    ],
)
def test_jobs_and_questions_give_nothing(text: str) -> None:
    assert told(text) == []


def test_ids_and_machine_addresses_are_no_contacts() -> None:
    text = "My student number is 20260931 and my order number is 20261130112233. 地址：10.0.8.9"
    assert [found.attribute for found in told(text)] == [
        "number:student number",
        "number:order number",
        "number:地址",
    ]


def test_the_claim_of_a_listed_fact_is_a_sentence() -> None:
    assert one("微信号 qinlang77").claim == "我的微信是qinlang77"
    assert one("Tel: 0161 496 0155").claim == "My phone is 0161 496 0155"


@pytest.mark.parametrize(
    "text", ["a" * 20000, "phone " * 2000, "邮箱：" * 2000, "1 " * 5000, "address: x, " * 800]
)
def test_reading_a_long_message_takes_time_that_grows_with_its_length(text: str) -> None:
    began = time.process_time()
    extract(turn(text[: len(text) // 4]))
    quarter = time.process_time() - began
    began = time.process_time()
    extract(turn(text))
    assert time.process_time() - began < 10 * quarter + 0.5
