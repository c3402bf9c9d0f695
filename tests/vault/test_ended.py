"""A statement that names what is over ends the memory that holds it, whatever its attribute."""

from __future__ import annotations

import pytest

from tests.vault.telling import claims_in, tell
from vault import Vault
from vault.records import Layer, State


@pytest.mark.parametrize(
    ("old", "old_attribute", "new", "new_attribute", "ends"),
    [
        (
            "We use Postgres 14 for the billing service.",
            "stack:postgres",
            "We switched the billing service from Postgres 14 to Postgres 16.",
            "uses:billing service",
            "Postgres 14",
        ),
        ("模板放在D区。", "location:模板", "报表的模板放在F区。", "location:报表的模板", "D区"),
    ],
)
def test_what_is_named_as_over_is_superseded(
    vault: Vault, old: str, old_attribute: str, new: str, new_attribute: str, ends: str
) -> None:
    tell(vault, old, old_attribute, "old")
    outcome = tell(vault, new, new_attribute, "new", corrects=True, ends=ends)
    assert outcome.action == "superseded"
    assert claims_in(vault, State.SUPERSEDED) == [old]


def test_what_only_mentions_the_words_stays(vault: Vault) -> None:
    tell(vault, "The party was in Leeds.", "event", "party", layer=Layer.EVENT)
    tell(vault, "My aunt was born near Leeds.", "note", "aunt")
    outcome = tell(
        vault, "We moved the archive from Leeds to York.", "uses:archive", "York", corrects=True, ends="Leeds"
    )
    assert outcome.action == "added"
    assert claims_in(vault, State.SUPERSEDED) == []


def test_where_two_could_be_meant_none_is_ended(vault: Vault) -> None:
    tell(vault, "Billing runs on Postgres 14.", "stack:billing", "a")
    tell(vault, "Search runs on Postgres 14.", "stack:search", "b")
    tell(vault, "We went from Postgres 14 to 16.", "stack:all", "c", corrects=True, ends="Postgres 14")
    assert claims_in(vault, State.SUPERSEDED) == []


def test_another_scope_is_left_alone(vault: Vault) -> None:
    tell(vault, "We use Jira for billing.", "uses:billing", "Jira", scope="work")
    tell(vault, "We moved billing from Jira to Linear.", "uses:billing", "Linear", corrects=True, ends="Jira")
    assert claims_in(vault, State.SUPERSEDED) == []


@pytest.mark.parametrize(
    ("old", "old_attribute", "new", "new_attribute", "thing"),
    [
        ("团队周会在周一。", "schedule:团队周会", "周会挪到周三了。", "schedule:周会", "周会"),
        (
            "Our wedding is on 12 May.",
            "appointment:wedding",
            "We moved the wedding to 3 June.",
            "schedule:wedding",
            "wedding",
        ),
    ],
)
def test_the_old_time_of_a_thing_that_was_moved_is_superseded(
    vault: Vault, old: str, old_attribute: str, new: str, new_attribute: str, thing: str
) -> None:
    tell(vault, old, old_attribute, "old")
    tell(vault, "The wedding cake is by Odile, 周会的纪要归她。", "note", "cake")
    outcome = tell(vault, new, new_attribute, "new", corrects=True, changes=thing, day="2026-03-10")
    assert outcome.action == "superseded"
    assert claims_in(vault, State.SUPERSEDED) == [old]


def test_a_thing_that_two_could_be_ends_none(vault: Vault) -> None:
    tell(vault, "Ann's exam is on Monday.", "appointment:ann's exam", "Monday")
    tell(vault, "Bo's exam is on Tuesday.", "appointment:bo's exam", "Tuesday")
    tell(
        vault,
        "They moved the exam.",
        "appointment:exam",
        "Friday",
        corrects=True,
        changes="exam",
        day="2026-03-10",
    )
    assert claims_in(vault, State.SUPERSEDED) == []


@pytest.mark.parametrize(
    ("old", "old_attribute", "new", "new_attribute", "thing", "is_negated"),
    [
        ("我现在坐三楼靠窗的工位。", "habit:坐工位", "我工位搬到五楼了。", "location:工位", "工位", False),
        ("我在报社做实习记者。", "habit:做实习", "报社的实习我辞了。", "habit:报社实习", "报社实习", True),
    ],
)
def test_a_place_and_a_doing_end_under_whatever_attribute_they_stood(
    vault: Vault, old: str, old_attribute: str, new: str, new_attribute: str, thing: str, is_negated: bool
) -> None:
    tell(vault, old, old_attribute, "old")
    tell(vault, "资料室在报社隔壁。", "note", "note")
    outcome = tell(
        vault, new, new_attribute, "new", corrects=True, changes=thing, negated=is_negated, day="2026-03-10"
    )
    assert outcome.action == "superseded"
    assert claims_in(vault, State.SUPERSEDED) == [old]


def test_a_person_told_of_by_the_bare_name_is_the_one_known_with_it(vault: Vault) -> None:
    tell(vault, "My sister Nell lives in Truro.", "city", "Truro", subject="sister Nell")
    outcome = tell(vault, "Nell has moved to Falmouth.", "city", "Falmouth", subject="Nell", corrects=True)
    assert (outcome.action, outcome.memory.subject if outcome.memory else "") == ("superseded", "sister Nell")
    tell(vault, "My cousin Nell is ten.", "age", "ten", subject="cousin Nell")
    third = tell(vault, "Nell lives in Bath.", "city", "Bath", subject="Nell")
    assert third.memory is not None
    assert third.memory.subject == "Nell"  # two could be meant


@pytest.mark.parametrize(
    ("old", "old_attribute", "new", "new_attribute", "frame"),
    [
        (
            "We bank with Fellgate.",
            "habit:bank",
            "We've switched banks, we're with Ardent now.",
            "habit:with",
            "We've banks, we're with Ardent now",
        ),
        (
            "我们店早上九点开门。",
            "habit:开门",
            "店里开门时间改成十点了。",
            "number:店里开门时间",
            "店里开门时间 十点了",
        ),
    ],
)
def test_a_change_ends_the_one_memory_that_shares_most_of_its_words_and_the_kind_of_value(
    vault: Vault, old: str, old_attribute: str, new: str, new_attribute: str, frame: str
) -> None:
    tell(vault, old, old_attribute, "old")
    tell(vault, "The bank holiday is on Monday, 店里的租金是九千。", "note", "note")
    outcome = tell(vault, new, new_attribute, "new", corrects=True, changes=frame, day="2026-03-10")
    assert outcome.action == "superseded"
    assert claims_in(vault, State.SUPERSEDED) == [old]


def test_a_change_of_one_number_says_nothing_of_another_of_the_same_thing(vault: Vault) -> None:
    tell(vault, "The rent deposit is £900.", "price:rent deposit")
    tell(
        vault,
        "The rent went up to £950.",
        "price:rent",
        corrects=True,
        changes="The rent to £950",
        day="2026-03-10",
    )
    tell(vault, "Piano lessons cost £30.", "price:piano lessons")
    tell(
        vault,
        "The piano lessons moved to Friday.",
        "schedule:piano",
        "Friday",
        corrects=True,
        changes="piano lessons",
        day="2026-03-11",
    )
    assert claims_in(vault, State.SUPERSEDED) == []


def test_a_thing_in_use_is_ended_by_the_one_in_its_place(vault: Vault) -> None:
    tell(vault, "我现在用的是白鹭牌键盘", "uses:键盘", "白鹭牌键盘")
    tell(vault, "键盘区不能喝水", "note", "键盘区")
    outcome = tell(
        vault, "键盘换成灰雁牌了", "number:键盘", "灰雁牌", corrects=True, changes="键盘", day="2026-03-10"
    )
    assert outcome.action == "superseded"
    assert claims_in(vault, State.SUPERSEDED) == ["我现在用的是白鹭牌键盘"]


def test_a_model_that_is_named_with_its_number_is_specific_enough(vault: Vault) -> None:
    tell(vault, "My phone is a Lumen 4.", "number:phone", "Lumen 4")
    outcome = tell(
        vault, "I've replaced my Lumen 4 with a Halo 2.", "event", "replaced", corrects=True, ends="Lumen 4",
        layer=Layer.EVENT, day="2026-03-10",
    )  # fmt: skip
    assert outcome.action == "superseded"
