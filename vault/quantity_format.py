"""Writes a quantity for a reader: "30–50 万元", "$300,000–500,000", "最多 30 万元", "at least 20 people"."""

from __future__ import annotations

from decimal import Decimal

from vault import units
from vault.records import Quantity

_QUALIFIERS = {
    "zh": {"at_most": "最多", "at_least": "至少", "about": "大约"},
    "en": {"at_most": "at most", "at_least": "at least", "about": "about"},
}
_ZH_SCALES = ((Decimal(10**8), "亿"), (Decimal(10**4), "万"))
_MOST_DECIMALS = 2  # 12.35 万 is read at a glance, 12.3456 万 is not


def format_quantity(quantity: Quantity, language: str, *, unit_text: str = "") -> str:
    """The quantity in words of `language`, such that `quantities.parse` gives the same numbers back.

    `unit_text` is the unit as the user wrote it (位, guests) and is used instead of ours.
    """
    short = "zh" if language.startswith("zh") else "en"
    low, high = Decimal(str(quantity.low)), Decimal(str(quantity.high))
    before, after = units.prefix_and_suffix(quantity.unit, short, is_plural=not low == high == 1)
    if unit_text and not before:
        after = f" {unit_text}"
    scale, scale_word = _scale(low, high, short)
    if scale_word:
        after = f" {scale_word}{after.strip()}"
    numbers = _number(low / scale) if low == high else f"{_number(low / scale)}–{_number(high / scale)}"
    qualifier = _QUALIFIERS[short].get(quantity.qualifier, "")
    return f"{qualifier} {before}{numbers}{after}".strip()


def _scale(low: Decimal, high: Decimal, language: str) -> tuple[Decimal, str]:
    if language == "zh":
        for scale, word in _ZH_SCALES:
            if high >= scale and all(_decimals(end / scale) <= _MOST_DECIMALS for end in (low, high)):
                return scale, word
    return Decimal(1), ""


def _decimals(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _number(value: Decimal) -> str:
    return f"{value.normalize():,f}"
