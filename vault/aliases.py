"""Names that mean the same: "NYC" and "New York City", 北大 and 北京大学, a name with and without its title. Pure.

The table is resources/aliases.txt; what the user calls something else is a memory of its own (`alias:…`)
and comes in as an argument. Follows the design page "Memory core, Relationships".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from vault import fold

ATTRIBUTE: Final = "alias"
_TITLE_EN = re.compile(
    r"^(?:(?:mr|mrs|ms|mx|dr|prof|professor|doctor|sir|dame|lord|lady|captain|president|minister|senator|judge|aunt|uncle)\b\.?\s+)+"
)
_TITLE_ZH_BEFORE = re.compile(
    r"^(?:(?:美国|中国|法国|德国|日本|前|现任)?(?:总统|总理|首相|主席|部长|院士|博士|教授))"
    r"(?=[\u4e00-\u9fff·]{2,})"
)
_TITLE_ZH_AFTER = re.compile(
    r"(?<=[\u4e00-\u9fff]{2})(?:教授|老师|医生|大夫|律师|先生|女士|小姐|经理|总监|总裁|"
    r"主任|院长|校长|博士|师傅|同学|总统|阿姨|叔叔)$"
)
_KIN: Final[Mapping[str, str]] = {
    name: group[0]
    for group in (
        ("妈妈", "妈", "母亲", "老妈"), ("爸爸", "爸", "父亲", "老爸"), ("妻子", "老婆", "爱人", "太太"),
        ("丈夫", "老公"), ("妹妹", "妹"), ("姐姐", "姐"), ("弟弟", "弟"), ("哥哥", "哥"),
        ("外婆", "姥姥"), ("外公", "姥爷"),
        ("mother", "mum", "mom", "ma", "mummy"), ("father", "dad", "pa", "daddy"), ("grandmother", "grandma", "gran"),
        ("grandfather", "grandpa", "grandad"), ("partner", "other half"),
    )
    for name in group
}  # fmt: skip


@cache
def table() -> Mapping[str, str]:
    """The folded form of every known name with the full name that it means."""
    found: dict[str, str] = {}
    text = files("resources").joinpath("aliases.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        names = [name.strip() for name in line.split("|")]
        found |= {_key(name): names[0] for name in names}
    return found


@cache
def _groups() -> Mapping[str, tuple[str, ...]]:
    """Full name to every name of its group, as they are written."""
    found: dict[str, list[str]] = {}
    text = files("resources").joinpath("aliases.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            names = [name.strip() for name in line.split("|")]
            found[names[0]] = names
    return {full: tuple(names) for full, names in found.items()}


def _key(name: str) -> str:
    return fold.fold(name).strip(" .")


def without_title(name: str) -> str:
    """The name without what it is honoured by: "Dr Amara Nwosu" is Amara Nwosu, 钟敏教授 is 钟敏."""
    folded = fold.fold(name).strip(" .")
    bare = _TITLE_EN.sub("", folded)
    bare = _TITLE_ZH_BEFORE.sub("", _TITLE_ZH_AFTER.sub("", bare))
    return bare or folded


def full_name(name: str, own: Mapping[str, str] | None = None) -> str:
    """One spelling for all names of the same: from the user's own aliases, the table, kinship and titles;
    folded."""
    key = _key(name)
    if own and key in own:
        key = _key(own[key])
    if key in table():
        return _key(table()[key])
    if key in _KIN:
        return _KIN[key]
    return without_title(key)


def means_the_same(first: str, second: str) -> bool:
    """Whether two names, or two texts that are nothing but a name, mean the same."""
    return full_name(first) == full_name(second)


def aliases_in(text: str) -> tuple[str, ...]:
    """The other names of everything in a text that the table knows, in order; empty for most texts."""
    folded = fold.fold(text)
    found: dict[str, None] = {}
    for key, full in table().items():
        if key in folded and _stands_alone(folded, key):
            found |= {name: None for name in _groups()[full] if _key(name) not in folded}
    return tuple(found)


def _stands_alone(folded: str, key: str) -> bool:
    """Whether a Latin name is a word of its own there; a Chinese one is where it stands."""
    if not key.isascii():
        return True
    return re.search(rf"(?<![a-z0-9]){re.escape(key)}(?![a-z0-9])", folded) is not None
