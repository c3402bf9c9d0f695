"""What shares, periods, owners, pronouns, days as they were meant and newer sources set against a sentence."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.citations import Source, check
from assistant.support import days_meant, judge
from tests.bench.support.__main__ import MENDED, is_right, pairs
from vault import numerals

FALSE = [
    ("All of the lamps work", "Some of the lamps work.", "certainty"),
    ("Most of the lamps work", "Two of the nine lamps work.", "certainty"),
    ("邻居们都来了", "有几个邻居来了。", "certainty"),
    ("九个人都签了字", "九个人里有四个签了字。", "certainty"),
    ("The club fee is due monthly", "The club fee is due quarterly.", "number"),
    ("会费每月交一次", "会费每年交一次。", "number"),
    ("Nora trained Otto", "Nora is new here and Otto trained her.", "order"),
    ("You water the plants", "My aunt Ida waters the plants, not me.", "person"),
    ("You have a canoe", "The canoe belongs to my uncle.", "person"),
    ("你有一辆摩托车", "摩托车是我舅舅的。", "person"),
    ("You chose the carpet", "It was my niece who chose the carpet.", "person"),
    ("Greta drives a bus", "Greta's mother drives a bus.", "person"),
    ("小罗开公交车", "小罗的妈妈开公交车。", "person"),
    ("You bought a blue vase and a clock", "I bought a blue vase.", "words"),
    ("你买了一把折叠椅子", "我买了一把椅子。", "words"),
    ("The piano has been tuned", "The piano gets tuned tomorrow.", "certainty"),
    ("新厂房更大", "新厂房更小。", "opposite"),
    ("The old oven is kinder than the new one", "The old oven is heavier than the new one.", "opposite"),
    ("Your brother plays the violin", "我哥哥会弹钢琴。", "words"),
]
TRUE = [
    ("Nora was trained by Otto", "Nora is new here and Otto trained her."),
    ("Otto's boss is Nora", "Nora is Otto's boss."),
    ("Nora's manager is Otto", "Nora reports to Otto."),
    ("Some of the lamps work", "All of the lamps work."),
    ("会费按季度交", "会费每季度交一次。"),
    ("About 67% of the members agreed", "Two thirds of the members agreed."),
    ("The talk takes two and a quarter hours", "The talk takes 135 minutes."),
    ("押金是2.3亿元", "押金两亿三千万元。"),
    ("The tablet holds 0.5 g of iron", "The tablet holds 500 mg of iron."),
    ("Your dentist is in Bergen", "My dentist is Dr. Berg in Bergen."),
    ("The train was punctual", "The train was not late."),
]


@pytest.mark.parametrize(("said", "known", "reason"), FALSE)
def test_what_the_source_does_not_say(said: str, known: str, reason: str) -> None:
    found = judge(said, [known])
    assert (found.is_supported, found.reason) == (False, reason)


@pytest.mark.parametrize(("said", "known"), TRUE)
def test_what_it_says_in_other_words(said: str, known: str) -> None:
    assert judge(said, [known]).is_supported


def test_a_number_above_a_hundred_million() -> None:
    assert numerals.zh_number("两亿三千万") == 230_000_000
    assert numerals.zh_number("三万亿") == 3_000_000_000_000
    assert numerals.zh_number("一亿零五百") == 100_000_500


def _source(mark: int, text: str, when: datetime) -> Source:
    return Source(mark, "turn", f"t_{mark}", text, text, when, date=f"{when:%Y-%m-%d}", role="user")


MARCH, JUNE = datetime(2026, 3, 30, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)


def test_a_day_is_what_it_meant_when_it_was_said() -> None:
    assert days_meant("The roofers come tomorrow.", MARCH) == "2026-03-31"
    assert days_meant("The roofers come on the 14th of next month.", MARCH) == "2026-04-14"
    assert days_meant("屋顶工人后天来。", MARCH) == "2026-04-01"
    source = _source(1, "The roofers come tomorrow.", MARCH)
    assert check("The roofers come on 31 March [1].", [source]).unsupported == 0
    assert check("The roofers come on 1 April [1].", [source]).unsupported == 1


def test_a_title_ends_no_sentence() -> None:
    found = check(
        "Your dentist is Dr. Berg in Oslo [1].", [_source(1, "My dentist is Dr. Berg in Bergen.", MARCH)]
    )
    assert [citation.sentence for citation in found.citations] == ["Your dentist is Dr. Berg in Oslo"]
    assert found.unsupported == 1


def test_what_a_newer_source_of_the_request_has_changed_no_longer_holds() -> None:
    sources = [
        _source(1, "The club fee is 40 euros.", MARCH),
        _source(2, "The club fee went up to 55 euros.", JUNE),
    ]
    assert check("The club fee is 40 euros [1].", sources).unsupported == 1
    assert check("The club fee is 55 euros [2].", sources).unsupported == 0
    assert check("The club fee was 40 euros before [1].", sources).unsupported == 0
    assert check("The club fee is 40 euros [1].", sources[:1]).unsupported == 0


def test_hardly_anything_false_is_let_through() -> None:
    false = [is_right(pair, None)[0] for half in MENDED for pair in pairs(half) if not pair.is_true]
    assert len(false) >= 400
    assert sum(false) / len(false) >= 0.99
