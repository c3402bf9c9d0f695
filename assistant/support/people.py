"""Who is meant and whose a thing is: pronouns, "not me", and what belongs to somebody else; both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

from assistant.support import wording
from assistant.support.lexicon import things

_PRONOUN_EN = re.compile(r"\b(?P<who>she|he|her|him)\b", re.IGNORECASE)
_PRONOUN_ZH = re.compile(r"(?<![其])[他她](?!们|人)")
_JOINT = re.compile(
    r"([。！？!?；;，,\n]|(?<!\b[DMS][rst])(?<!\bMrs)(?<!\bProf)\.(?=\s|$)|\s(?:and|but|while|because|who|which)\s)"
)
_NOT_USER = re.compile(
    r"\bnot (?:me|I|mine|us|ours)\b|\b(?:isn't|wasn't) (?:me|mine)\b|不是我(?:的|自己)?(?=[，。,.;；]|$)|而不是我|不归我",
    re.IGNORECASE,
)
_OTHERS_EN = (
    re.compile(
        r"\b(?P<thing>[a-z][\w-]*) (?:is|was|are|were) (?:actually )?(?:(?:my|our|the) )?(?P<who>[a-z]\w*)['’]s\b(?! \w)",
        re.I,
    ),
    re.compile(
        r"\b(?P<thing>[a-z][\w-]*) (?:belongs?|belonged) to (?!me\b|us\b)(?:(?:my|our|the) )?(?P<who>\w+)",
        re.I,
    ),
)
_OTHERS_ZH = re.compile(
    r"(?P<thing>[\u4e00-\u9fff]{1,4})(?:其实)?(?:是|属于|归)(?!我的|我自己|咱)我?们?的?(?P<who>[\u4e00-\u9fff]{2,4}?)(?:的(?=[，。,.;；]|$)|所有|(?=[，。,.;；]|$))"
)
_OWNS = re.compile(
    r"\b(?:you|i|we) (?:have|own|bought|possess)\b|\b(?:your|my) |[你您我]们?(?:有|拥有|买了?|的)",
    re.IGNORECASE,
)
_OF_RELATION = re.compile(
    r"^(?P<a>[A-Z]\w+) (?:is|was) (?P<b>[A-Z]\w+)['’]s (?P<what>[\w -]+?)(?P<end>[.,;]|$)"
)


_USER = re.compile(
    r"\b(?:I|me|we|us|you)\b|[我你您](?!们?的|们?家的?)(?![妈爸爷奶哥姐弟妹儿女老外叔舅姨姑伯侄孙婆公岳丈妻夫先太男同室邻房表堂])",
    re.IGNORECASE,
)


def names_user(text: str) -> bool:
    """Whether a clause speaks of the user as one who does or gets something, and not only of what is the user's."""
    return _USER.search(text) is not None


def resolved(text: str, names_in: Callable[[str], list[str]]) -> str:
    """The text with each pronoun of one person replaced by the name that was last told before its clause."""
    text = wording.CLEFT.sub(lambda match: f"{match['who'] or match['one']} ", text)
    parts = _JOINT.split(text)
    last, found = "", []
    for part in parts:
        here = names_in(part)
        if last and last not in here:
            name = last.title() if last.isascii() else last
            part = _PRONOUN_ZH.sub(name, _PRONOUN_EN.sub(name, part))
        if here:
            last = here[-1] if len(here) == 1 else ""
        found.append(part)
    return "".join(found)


def straightened(clause: str) -> str:
    """Ann is Tom's boss, as: Tom's boss is Ann; so that the order of two names says the same in both."""
    return _OF_RELATION.sub(r"\g<b>'s \g<what> is \g<a>\g<end>", clause)


def excludes_user(said: str, known: str) -> bool:
    """Whether the sentence of the sources that shares most with a clause about the user says that it is not the user."""
    mine = things(said)
    lines = [line for line in re.split(r"[。！？\n]|(?<=[.!?])\s", known) if line.strip()]
    best = max(lines, key=lambda line: len(things(line) & mine), default="")
    return bool(things(best) & mine) and bool(_NOT_USER.search(best))


_OF_NAMED = re.compile(
    r"\b(?P<owner>[A-Z][a-z]+)['’]s (?P<owned>[a-z-]+)|(?P<owner_zh>[老小阿][\u4e00-\u9fff])的?(?P<owned_zh>[\u4e00-\u9fff]{2})"
)


def is_of_named(said: str, known: str) -> bool:
    """Whether a clause tells of somebody named what its source tells of their father, boss or child."""
    for match in _OF_NAMED.finditer(known):
        owner, owned = match["owner"] or match["owner_zh"], match["owned"] or match["owned_zh"]
        relation = things(owned) & set(wording.RELATIONS)
        possessed = rf"{re.escape(owner)}(?:['’]s|的?(?:{re.escape(owned)}))"
        if owner not in said or not relation or owner in re.sub(possessed, "", known):
            continue
        if not relation & things(said) and not re.search(rf"{re.escape(owner)}(?:['’]s|的)", said):
            return True
    return False


_CHAIN = re.compile(
    r"\b(?:my|our) (?P<owner>[\w-]+)['’]s (?P<owned>[\w-]+)|我们?的?(?P<owner_zh>[\u4e00-\u9fff]{2,3}?)(?:家)?的(?P<owned_zh>[\u4e00-\u9fff]{2,3})",
    re.IGNORECASE,
)


def drops_owner(said: str, known: str) -> bool:
    """Whether a sentence makes the user's own what its sources call somebody's of theirs: your son, for the neighbour's son."""
    for match in _CHAIN.finditer(known):
        owner, owned = match["owner"] or match["owner_zh"], match["owned"] or match["owned_zh"]
        relation = things(owned) & set(wording.RELATIONS)
        if not relation or owner in said or things(owner) & things(said):
            continue
        theirs = {thing for own in _OWN.findall(said) for thing in things(" ".join(own))}
        others = {
            thing
            for own in _OWN.findall(known.replace(match.group(), " "))
            for thing in things(" ".join(own))
        }
        if relation & theirs and not relation & others:
            return True
    return False


_OWN = re.compile(
    r"\b(?:my|our|your) ([\w-]+)(?!['’\w-])|[我你您]们?的?([\u4e00-\u9fff]{2,3})", re.IGNORECASE
)


def is_anothers(said: str, known: str) -> bool:
    """Whether a sentence gives the user what its sources call somebody else's, whom it does not name."""
    if not _OWNS.search(said):
        return False
    mine = things(said)
    for pattern in (*_OTHERS_EN, _OTHERS_ZH):
        for match in pattern.finditer(known):
            if things(match["thing"]) & mine and not things(match["who"]) & mine:
                return not mine & {"borrow", "rent"}
    return False
