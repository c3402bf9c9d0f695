"""Looks at the words around a match: what turns a bare number into a card, and what marks it as an order number."""

from __future__ import annotations

import re

HARMLESS_LABEL = re.compile(
    r"(?:订单|运单|快递|物流|单据|流水|工单|案|批次|序列|编|货|票据|发票|合同|学|工|房间|门牌|资产|型|版本|课程|航班)(?:编)?(?:号码?|码|标签)"
    r"|单号|时间戳|条形?码|圆周率|第$"
    r"|(?<![a-z])(?:order|tracking|invoice|case|ticket|asset|serial|part|model|item|sku|batch|reference|ref|confirmation|booking"
    r"|receipt|parcel|waybill|isbn|issn|imei|uuid|guid|ean|upc|barcode|build|version|ver|commit|unix|time|timestamp|epoch|pages?"
    r"|section|chapter|room|flight|student|employee|revision|checksum|hash|rate)(?![a-z])"
)
"""Labels of numbers that are nobody's personal data; searched in the few characters before a number."""

PLACE = r"(?:,? (?:(?:over|up|down|back|in|out) )?(?:here|there|inside|outside|upstairs|downstairs))?"
"""Where a code or password holds, said between its name and its value: "the password over there is …"."""


def before(text: str, start: int, width: int) -> str:
    """Lower-cased characters before `start`, at most `width` of them, within the same line."""
    return text[max(0, start - width) : start].rpartition("\n")[2].lower()


def after(text: str, end: int, width: int) -> str:
    """Lower-cased characters from `end` on, at most `width` of them, within the same line."""
    return text[end : end + width].partition("\n")[0].lower()


def is_labelled_harmless(text: str, start: int) -> bool:
    """Whether the nearest label before a number is one of an order, parcel, case, asset, version and their like."""
    window = before(text, start, 24)
    clause = re.split(r"[，。；;,!?！？]", window)[-1]
    return HARMLESS_LABEL.search(clause) is not None
