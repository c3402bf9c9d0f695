"""Numbers with units, in both languages."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault import quantities, units
from vault.records import Quantity


@pytest.mark.parametrize(
    ("text", "low", "high", "unit", "qualifier"),
    [
        ("预算50万", 500_000, 500_000, "", ""),
        ("三十万", 300_000, 300_000, "", ""),
        ("五十万元", 500_000, 500_000, "CNY", ""),
        ("50 万", 500_000, 500_000, "", ""),
        ("30–50万", 300_000, 500_000, "", ""),
        ("300k", 300_000, 300_000, "", ""),
        ("$1.2 million", 1_200_000, 1_200_000, "USD", ""),
        ("$1.2m", 1_200_000, 1_200_000, "USD", ""),
        ("¥5,000", 5_000, 5_000, "CNY", ""),
        ("HK$5,000", 5_000, 5_000, "HKD", ""),
        ("RMB 500", 500, 500, "CNY", ""),
        ("五千块", 5_000, 5_000, "CNY", ""),
        ("三万五", 35_000, 35_000, "", ""),
        ("3万5千", 35_000, 35_000, "", ""),
        ("1亿2000万", 120_000_000, 120_000_000, "", ""),
        ("三点五万", 35_000, 35_000, "", ""),
        ("二十个人", 20, 20, "person", ""),
        ("婚礼请120位客人", 120, 120, "person", ""),
        ("2.5 kg", 2.5, 2.5, "kg", ""),
        ("80%", 80, 80, "percent", ""),
        ("百分之八十", 80, 80, "percent", ""),
        ("三四十万", 300_000, 400_000, "", ""),
        ("大概三四百块", 300, 400, "CNY", "about"),
        ("三十多万", 300_000, 300_000, "", "about"),
        ("最多30万", 300_000, 300_000, "", "at_most"),
        ("不超过 30万", 300_000, 300_000, "", "at_most"),
        ("20万以内", 200_000, 200_000, "", "at_most"),
        ("预算上限是30万", 300_000, 300_000, "", "at_most"),
        ("At most $30k.", 30_000, 30_000, "USD", "at_most"),
        ("up to 20 people", 20, 20, "person", "at_most"),
        ("at least 20 people", 20, 20, "person", "at_least"),
        ("about 1.8 m", 1.8, 1.8, "m", "about"),
        ("between 30 and 50 people", 30, 50, "person", ""),
        ("30-50 guests", 30, 50, "person", ""),
        ("30万到50万", 300_000, 500_000, "", ""),
        ("$5,000 to $7,000", 5_000, 7_000, "USD", ""),
        ("half a million dollars", 500_000, 500_000, "USD", ""),
        ("two hundred thousand", 200_000, 200_000, "", ""),
        ("My team size is nine.", 9, 9, "", ""),
        ("３０万", 300_000, 300_000, "", ""),
    ],
)
def test_reads_one_number(text: str, low: float, high: float, unit: str, qualifier: str) -> None:
    [span] = quantities.parse(text)
    assert (span.low, span.high, span.unit, span.qualifier) == (low, high, unit, qualifier)


@pytest.mark.parametrize(
    "text",
    [
        "万一不行就算了",
        "千万别忘了",
        "我们一起去",
        "第三次",
        "10月1日",
        "二〇二六年",
        "周三下午三点半",
        "at 3:30 pm",
        "8 January 2026",
        "since 2019",
        "my phone is 020 7946 0018",
        "13800138000",
        "GPT-4",
        "nas-2.example.com",
        "version 1.2.3",
        "I have one brother",
    ],
)
def test_what_is_no_quantity_is_left_alone(text: str) -> None:
    assert quantities.parse(text) == []


def test_old_and_new_value_of_a_change_are_not_a_range() -> None:
    assert [span.low for span in quantities.parse("cut from $50k to $30k")] == [50_000, 30_000]
    assert [span.low for span in quantities.parse("从50万降到30万")] == [500_000, 300_000]


def test_offsets_point_at_number_and_unit() -> None:
    text = "我们的预算大约是 五十万元 左右"
    [span] = quantities.parse(text)
    assert text[span.start : span.end] == "五十万元"
    assert span.qualifier == "about"


def test_yen_sign_is_renminbi_unless_the_text_is_japanese() -> None:
    assert quantities.parse("¥5,000")[0].unit == "CNY"
    assert quantities.parse("¥5,000", "ja")[0].unit == "JPY"
    assert quantities.parse("5000日元", "zh")[0].unit == "JPY"


@pytest.mark.parametrize(
    ("quantity", "chinese", "english"),
    [
        (Quantity(300_000, 500_000, "CNY"), "30–50 万元", "¥300,000–500,000"),
        (Quantity(300_000, 500_000, "USD"), "30–50 万美元", "$300,000–500,000"),
        (Quantity(300_000, 300_000, "CNY", "at_most"), "最多 30 万元", "at most ¥300,000"),
        (Quantity(12_345, 12_345, "CNY"), "12,345 元", "¥12,345"),
        (Quantity(120, 150, "person"), "120–150 人", "120–150 people"),
        (Quantity(1, 1, "person"), "1 人", "1 person"),
        (Quantity(80, 80, "percent"), "80%", "80%"),
        (Quantity(9, 9, ""), "9", "9"),
    ],
)
def test_shows_a_quantity_in_either_language(quantity: Quantity, chinese: str, english: str) -> None:
    assert quantities.format(quantity, "zh") == chinese
    assert quantities.format(quantity, "en") == english


_NUMBERS = st.integers(1, 10**12).map(lambda cents: cents / 100)
_UNITS = st.sampled_from(sorted({unit for unit, _ in units.SUFFIXES.values()}))


@given(
    _NUMBERS,
    _NUMBERS,
    _UNITS,
    st.sampled_from(["", "at_most", "at_least", "about"]),
    st.sampled_from(["en", "zh"]),
)
def test_what_is_shown_is_read_back(
    first: float, second: float, unit: str, qualifier: str, language: str
) -> None:
    low, high = sorted((first, second))
    quantity = Quantity(low, high, unit, qualifier)
    shown = quantities.format(quantity, language)
    assert [span.quantity for span in quantities.parse(shown, language)] == [quantity], shown


@given(st.text(alphabet="预算万千百十一二三两半最多不0123456789.,-–$¥ abkmto%元块人个年月日点", max_size=40))
def test_any_text_gives_ordered_spans_inside_it(text: str) -> None:
    spans = quantities.parse(text)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(first.end <= second.start for first, second in itertools.pairwise(spans))
    assert all(span.low <= span.high for span in spans)
