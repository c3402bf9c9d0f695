"""What the user calls by another name, in either language: "KBM is short for Kleinbeck Maschinen", 老K就是柯磊.

Each makes a memory `alias:<full name>` whose value is the other name.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.findings import Clause, Finding, Known, finding
from vault import aliases
from vault.records import Layer

_I = re.IGNORECASE
_NAME = r"(?-i:[A-Z][\w'&.-]*)(?: (?:of |the |and )*(?-i:[A-Z][\w'&.-]*)){0,5}"
_SHORT = r"[\"“']?(?P<a>(?-i:[A-Z])[\w'&.-]*(?: (?-i:[A-Z])[\w'&.-]*){0,2})[\"”']?"
_FULL = rf"[\"“']?(?:the )?(?P<f>{_NAME})[\"”']?"
_EN = (
    re.compile(rf"{_SHORT} (?:is short for|is our name for|is what we call) {_FULL}", _I),
    re.compile(rf"{_FULL},? (?:also known as|a\.?k\.?a\.?|is (?:also )?(?:called|known as)|goes by) {_SHORT}", _I),
    re.compile(rf"(?:we|I|everyone|people) (?:just )?calls? {_FULL} {_SHORT}", _I),
    re.compile(rf"(?:by|with) {_SHORT} (?:I|we) mean {_FULL}", _I),
)  # fmt: skip
_ZH_NAME = r"[\u4e00-\u9fffA-Za-z][\u4e00-\u9fffA-Za-z0-9·]{1,15}?"
_ZH = (
    re.compile(rf"[“「]?(?P<a>{_ZH_NAME})[”」]?(?:就)?是[“「]?(?P<f>{_ZH_NAME})[”」]?的(?:简称|缩写|别名|外号|昵称|小名|代称)"),
    re.compile(rf"(?P<f>{_ZH_NAME})(?:的)?(?:简称|又叫|又名|也叫|外号叫?|绰号叫?|小名叫?|我们都叫(?:他|她|它))(?:是|为)?[“「]?(?P<a>{_ZH_NAME})[”」]?"),
    re.compile(rf"(?:我|我们)(?:说|口中|嘴里)的?[“「]?(?P<a>{_ZH_NAME})[”」]?(?:指的)?就?是[“「]?(?P<f>{_ZH_NAME})[”」]?"),
    re.compile(r"(?P<a>[老小阿大][\u4e00-\u9fffA-Z])就是(?P<f>[\u4e00-\u9fff]{2,4})"),
)  # fmt: skip


def find_aliases(clause: Clause, known: Known) -> list[Finding]:
    """The other name that a clause gives to something; empty for anything else."""
    text = clause.text.strip(" .。!！")
    for pattern in _ZH if clause.language == "zh" else _EN:
        match = pattern.fullmatch(text)
        if match is None or match["a"].casefold() == match["f"].casefold():
            continue
        if (
            re.match(r"(?:I|It|This|That|He|She|We|They|What|我|这|那|他|她|它)\b", match["a"])
            or match["a"] in "我这那他她它"
        ):
            continue
        made = finding(clause, f"{aliases.ATTRIBUTE}:{match['f']}", match["a"], Layer.RELATIONSHIP)
        return [
            replace(made, subject=match["f"], entities=(match["a"], match["f"]), claim=text, is_open=False)
        ]
    return []
