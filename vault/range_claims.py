"""The sentence of a number that became a range: "预算 30–50 万元（50 万元，2026年10月1日；最多 30 万元，10月8日）"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from vault import fold, quantities, slots, units
from vault.records import Memory, Quantity
from vault.times import zone_of

_PARTS_AT_END = re.compile(r"\s*[（(][^（）()]*[）)]\s*$")
_STOPS = "。.!！；;，, "
_ZH_LABELS: Mapping[str, str] = {
    "budget": "预算", "price": "价格", "income": "收入", "count": "数量", "headcount": "人数", "team_size": "团队人数",
    "age": "年龄", "weight": "体重", "height": "身高", "number": "数字",
}  # fmt: skip
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def compose(existing: Memory, newcomer: Memory, value: Quantity) -> str:
    """The claim of the range `value`, worded after the older claim, in its language, with every part and its date."""
    is_zh = existing.language.startswith("zh")
    sentence = _reworded(existing, value) or _reworded(newcomer, value) or _labelled(existing, value)
    parts = _listed(value, existing.language, existing.zone)
    return f"{sentence}（{parts}）" if is_zh else f"{sentence} ({parts})"


def _reworded(memory: Memory, value: Quantity) -> str:
    """The claim with its number replaced by the range; empty where the number does not stand there alone."""
    if not isinstance(memory.value, Quantity):
        return ""
    claim = _PARTS_AT_END.sub("", memory.claim).rstrip(_STOPS)
    for span in quantities.parse(claim, memory.language):
        if (span.low, span.high) == (memory.value.low, memory.value.high) and not span.qualifier:
            shown = quantities.format(value, memory.language, unit_text=_plain_unit(span.unit_text))
            before, after = claim[: span.start], claim[span.end :]
            gap = " " if before and fold.is_cjk(before[-1]) else ""
            space = " " if after and fold.is_cjk(after[0]) and not fold.is_cjk(shown[-1]) else ""
            return f"{before}{gap}{shown}{space}{after}"
    return ""


def _plain_unit(unit_text: str) -> str:
    """The user's own word for the unit, where a number needs no conversion for it and it is no money."""
    unit, factor = units.SUFFIXES.get(unit_text.casefold(), ("", 0))
    return unit_text if factor == 1 and unit not in slots.MONEY else ""


def _labelled(memory: Memory, value: Quantity) -> str:
    base, detail = slots.base_of(memory.attribute), slots.detail_of(memory.attribute)
    shown = quantities.format(value, memory.language)
    if memory.language.startswith("zh"):
        return f"{detail}{_ZH_LABELS.get(base, '' if detail else base)}：{shown}"
    label = f"{detail} {base.replace('_', ' ')}".strip()
    return f"{label[:1].upper()}{label[1:]}: {shown}"


def _listed(value: Quantity, language: str, zone: str) -> str:
    """All parts with their dates; the year stands with the first of each year."""
    shown, year = [], 0
    for part in value.parts:
        day = part.said_utc.astimezone(zone_of(zone))
        number = quantities.format(Quantity(part.low, part.high, value.unit, part.qualifier), language)
        shown.append(_dated(number, day, language, with_year=day.year != year))
        year = day.year
    return ("；" if language.startswith("zh") else "; ").join(shown)


def _dated(number: str, day: datetime, language: str, *, with_year: bool) -> str:
    if language.startswith("zh"):
        return f"{number}，{f'{day.year}年' if with_year else ''}{day.month}月{day.day}日"
    return f"{number}, {day.day} {_MONTHS[day.month - 1]}{f' {day.year}' if with_year else ''}"
