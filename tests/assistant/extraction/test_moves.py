"""A thing that was given another time names itself, so that its old time is found; what was told wrong is told anew."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.telling import number, one, told
from vault.records import USER, Layer


@pytest.mark.parametrize(
    ("text", "thing", "day"),
    [
        ("We've had to move the christening to 4 October.", "christening", "2026-10-03"),
        ("They pushed my hearing back to 9 June.", "hearing", "2026-06-08"),
        ("The open day got rescheduled to 1 August.", "open day", "2026-07-31"),
        ("The viewing's been bumped to Friday.", "viewing", "2026-05-14"),
        ("答辩推迟到6月20号。", "答辩", "2026-06-19"),
        ("复查延期了，改成6月20号。", "复查", "2026-06-19"),
        ("他们把路演挪到下周五了。", "路演", "2026-05-21"),
    ],
)
def test_what_was_moved_names_the_thing_and_its_new_day(text: str, thing: str, day: str) -> None:
    found = one(text)
    assert (found.attribute, found.changes, found.corrects) == (f"appointment:{thing}", thing, True)
    assert found.valid_from is not None
    assert str(found.valid_from.start_utc.date()) == day  # the day begins at 16:00 UTC of the one before
    assert found.expires_utc is not None


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("晨会挪到周三了。", "schedule:晨会"),
        ("部门周会定在周一上午十点。", "schedule:部门周会"),
        ("The stand-up moved to Tuesday.", "schedule:stand-up"),
        ("Chess club has moved to Thursdays.", "schedule:chess club"),
    ],
)
def test_what_comes_again_by_its_name_has_no_single_day(text: str, attribute: str) -> None:
    found = one(text)
    assert (found.attribute, found.valid_from, found.expires_utc) == (attribute, None, None)


@pytest.mark.parametrize("text", ["The school fair has been called off.", "聚餐取消了。"])
def test_what_is_called_off_ends_its_day(text: str) -> None:
    found = one(text)
    assert found.is_plan is False
    assert (found.negated, found.corrects, bool(found.changes)) == (True, True, True)


@pytest.mark.parametrize(
    "text",
    [
        "I moved the sofa to the attic.",
        "We moved the server to Frankfurt.",
        "我把沙发挪到书房了。",
        "The light is off.",
    ],
)
def test_what_has_another_place_has_no_new_time(text: str) -> None:
    assert all(c.negated or not c.attribute.startswith(("appointment", "schedule")) for c in told(text))
    assert all(c.expires_utc is None for c in told(text))


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("Scratch that about the vet, I meant Dr Okafor.", "holder:vet", "Dr Okafor"),
        ("I got the vet's name wrong, it's Dr Okafor.", "holder:vet", "Dr Okafor"),
        ("I told you the wrong birthday, it's 4 May.", "birthday", "4 May"),
        ("我的车牌说错了，是沪A12345。", "number:车牌", "沪A12345"),
        ("部门我写错了，应该是采购部。", "department", "采购部"),
    ],
)
def test_what_was_told_wrong_is_told_anew(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.corrects, found.subject) == (attribute, value, True, USER)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I turned forty-one in March.", "age", "forty-one"),
        ("I'm in my early fifties.", "age", "early fifties"),
        ("Surname's Hathersage.", "surname", "Hathersage"),
        ("I've transferred to the Legal team.", "department", "Legal"),
        ("I got promoted to head of sales.", "role", "head of sales"),
        (
            "Short answers only, please, from now on.",
            "answer_length",
            "Short answers only, please, from now on",
        ),
        ("No emojis ever again, please.", "answer_dislike", "No emojis ever again, please"),
        ("给我看牙的是蒋医生。", "holder:给看牙", "蒋医生"),
        ("教我钢琴的是林老师。", "holder:教钢琴", "林老师"),
    ],
)
def test_further_ways_to_say_what_a_slot_holds(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value) == (attribute, value)


@pytest.mark.parametrize(
    "text", ["No onions in that recipe, please.", "A lentil soup recipe, please.", "给我印象最深的是那场雨。"]
)
def test_what_only_sounds_like_one_is_none(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "school"),
    [
        ("我女儿在育才小学上学。", "育才小学"),
        ("我儿子读的是二中。", "二中"),
        ("我弟弟考上了同济大学。", "同济大学"),
    ],
)
def test_the_school_of_ones_own_people_has_a_slot(text: str, school: str) -> None:
    found = one(text)
    assert (found.attribute, found.value) == ("school", school)
    assert found.subject != USER


@pytest.mark.parametrize(
    "text",
    [
        "后天上午九点半去车管所换驾照。",
        "下周三带猫去打疫苗。",
        "I've got a parent-teacher meeting on Friday at four.",
        "I have physio next Tuesday.",
    ],
)
def test_what_lies_on_a_day_ahead_is_an_appointment_that_ends(text: str) -> None:
    found = one(text)
    assert (found.attribute, found.layer, found.expires_utc is not None) == ("appointment", Layer.EVENT, True)


@pytest.mark.parametrize("text", ["明天会下雨。", "明天帮我订个会议室。", "后天再说吧。", "明天见。"])
def test_the_weather_a_job_and_a_farewell_are_no_appointment(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ("I've set aside £900 for the new kiln.", "I could go to £1,100 for the kiln.", 900, 1100),
        ("这次年会大概来80人。", "年会估计来100人。", 80, 100),
    ],
)
def test_an_estimate_is_of_the_same_thing(first: str, second: str, low: float, high: float) -> None:
    one_, two = one(first), one(second)
    assert one_.attribute == two.attribute
    assert (number(one_)[0], number(two)[0]) == (low, high)


def test_an_ended_habit_is_compared_without_when_it_ended() -> None:
    assert (
        one("I gave up smoking last week.").attribute
        == one("I gave up smoking.").attribute
        == "habit:smoking"
    )


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("My doctor put me up to 40 mg of lisinopril.", "medication:lisinopril", "40 mg of lisinopril"),
        ("Use 020 7946 0222 for me from now on, the old number's dead.", "phone", "020 7946 0222"),
        ("有事打15400000012找我。", "phone", "15400000012"),
        ("我升采购主管了。", "role", "采购主管"),
        ("Dafydd Rhys speaking.", "name", "Dafydd Rhys"),
        (
            "When you write dates, day first please.",
            "answer_format",
            "When you write dates, day first please",
        ),
        ("我在菜场卖鱼。", "works", "在菜场卖鱼"),
        (
            "Choir isn't in St Jude's hall any longer, we're in the library now.",
            "location:choir",
            "the library",
        ),
        ("航班改签了，换成MU5102。", "number:航班", "MU5102"),
    ],
)
def test_what_stands_in_the_place_of_another_has_its_slot(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.subject) == (attribute, value, USER)


@pytest.mark.parametrize(
    ("text", "left"),
    [("报社的实习我辞了。", "报社实习"), ("我把周末班辞了。", "周末班"), ("我离开了合唱团。", "合唱团")],
)
def test_what_was_left_is_named_before_or_behind(text: str, left: str) -> None:
    found = one(text)
    assert (found.negated, found.changes) == (True, left)


@pytest.mark.parametrize(
    "text",
    [
        "I had a terrible night.",
        "We had a really lovely weekend.",
        "I need three synonyms for 'brisk'.",
        "我刚到家，累瘫",
        "我刚开完会",
    ],
)
def test_how_the_day_was_is_small_talk(text: str) -> None:
    assert told(text) == []


def test_a_day_of_the_month_alone_ends_what_lasts_until_it() -> None:
    found = one("My parents are staying with us till the 18th.")
    assert found.expires_utc is not None
    assert str(found.expires_utc) == "2026-05-18 16:00:00+00:00"  # the end of that day in Shanghai
