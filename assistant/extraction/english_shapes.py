"""What a pattern of `english` found, made into findings: a job with its employer, a town and not a room, the topic of a preference.

One shape for each attribute whose value needs more than its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from assistant.extraction.english_words import ANSWERS, PURPOSE
from assistant.extraction.findings import Clause, Finding

_I = re.IGNORECASE


def _role(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A job with its employer makes two: "I work as a cook at Linden House"."""
    value = re.sub(r",.*$", "", str(base.value))
    parts = re.match(r"(?P<role>.+?) (?P<prep>at|for|with) (?P<place>(?:the )?(?-i:[A-Z]).+)", value)
    if not parts:
        return [replace(base, value=re.split(r" (?:in|at|for|with|near|from) (?=(?-i:[A-Z]))", value)[0])]
    middle = clause.start + clause.text.index(value) + parts.end("role")
    role = replace(base, value=parts["role"], end=middle)
    place = replace(
        base,
        attribute="employer",
        value=parts["place"],
        start=middle + 1,
        claim=f"I work {parts['prep']} {parts['place']}",
    )
    return [role, place]


def _prefer(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """The topic is the head noun of what is preferred: seats of "window seats"."""
    value = re.sub(r",? (?:now|these days|nowadays)$", "", str(base.value))
    base = replace(base, value=value)
    if re.match(r"(?:it|that|this|them)\b", value, _I):
        return []
    if re.search(rf"\b{ANSWERS}\b", value, _I):
        return [replace(base, attribute=_answer_attribute(value))]
    core = re.split(
        r"\s+(?:to|over|rather|instead|than|in|on|for|with|when|at|because|as|if|from|by|who|that)\b|,",
        value,
        maxsplit=1,
    )[0]
    pair = re.match(
        r"(?P<a>[\w' -]+?) (?:to|over|rather than|instead of|than) (?P<b>[\w' -]+)$", value.rstrip(" ."), _I
    )
    topic = detail or _head_word(core)
    if pair and not detail:
        heads = {_head_word(pair["a"]), _head_word(pair["b"])}
        topic = "/".join(sorted(heads))
    return [replace(base, attribute=f"prefer:{topic}")]


def _head_word(phrase: str) -> str:
    words = re.findall(r"[\w-]+", phrase)
    return _singular(words[-1].lower()) if words else ""


def _detailed(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    detail = re.sub(r"^(?:my|our|the|new|now|old)\b ?|\b(?:and|personal)\b", "", detail).strip()
    return [replace(base, attribute=f"{base.attribute}:{detail}" if detail else base.attribute)]


def _answers(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    return [replace(base, attribute=_answer_attribute(clause.text), value=clause.text)]


def _answer_attribute(text: str) -> str:
    has_length = re.search(rf"\b{PURPOSE}\b", text, _I)
    has_form = re.search(
        r"\b(?:code|tables?|bullets?|lists?|examples?|steps?|headings?|diagrams?|links?|sources?|markdown)\b",
        text,
        _I,
    )
    if re.search(
        r"\bin (?:english|chinese|mandarin|french|german|spanish|japanese|italian|portuguese|welsh|dutch|korean|russian|polish|swedish|greek|arabic)\b",
        text,
        _I,
    ):
        return "answer_language"
    return "answer_length" if has_length and not has_form else "answer_format"


def _named(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A person's name: never a word that tells a mood or an origin (I'm So Tired, I'm Sorry)."""
    value = str(base.value).strip(" .!")
    if len(value.split()) > 5 or re.match(
        r"(?:so|very|not|sorry|fine|ok|sure|glad|back|done|a|the)\b", value, _I
    ):
        return []
    return [replace(base, value=value, entities=(value,))]


def _employer(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """Where the user works, and as what where that follows: "at Linden House as a cook"."""
    parts = re.match(r"(?P<place>.+?) as (?P<role>(?:an? |the )?.+)", str(base.value))
    if not parts:
        return [base]
    middle = clause.start + clause.text.index(parts[0]) + parts.end("place")
    place = replace(base, value=parts["place"], end=middle)
    role = re.sub(r"^(?:an?|the) ", "", parts["role"])
    return [place, replace(base, attribute="role", value=role, claim=f"I work as {parts['role']}")]


def _person(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    name = str(base.value).strip(" .!")
    named = bool(re.match(r"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-Z\u4e00-\u9fff]", name)) and name != clause.text
    attribute = f"{base.attribute}:{detail}" if detail else base.attribute
    where = re.search(
        r"\b(?:at|with|for) (?:the )?(?P<o>(?-i:[A-Z])[\w&-]*(?: (?-i:[A-Z])[\w&-]*)*) (?:is|:)", clause.text
    )
    entities = (name, where["o"]) if named and where else (name,) if named else ()
    return [replace(base, attribute=attribute, value=name, entities=entities)]


def _city(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A town, not a room or a house: "I live in a flat" is a fact of its own."""
    value = re.sub(r"(?: now)?,? (?:and )?not (?:in )?(?-i:[A-Z]).*$", "", str(base.value))
    value = re.sub(
        r"\s+(?:now|again|these days|at the moment|last \w+|in \d{4}|with .+)$", "", value, flags=_I
    ).strip(" .!")
    if re.match(
        r"(?:an?|my|our|this|that|the (?:[\w-]+ )?(?:flat|house|apartment|place|cottage|bungalow|studio|room)) ?",
        value,
        _I,
    ) and not re.match(r"(?:an?|my|our|this|that|the)[^ ]", value, _I):
        return [
            replace(base, attribute="home", value=value, corrects=base.corrects or "moved" in clause.text)
        ]
    is_move = bool(re.search(r"\b(?:moved|relocated)\b", clause.text, _I))
    old = re.search(r",? (?:and )?not (?:in )?(?-i:[A-Z]).*$", clause.text)
    claim = clause.text[: old.start()] if old else ""
    return [replace(base, value=value, claim=claim, corrects=base.corrects or is_move)]


_DOSE_CHANGED = re.compile(
    r"\b(?:put me|upped|moved me|raised|lowered|bumped|cut|reduced|switched me|now)\b", re.IGNORECASE
)


def _medication(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A dose belongs to its drug, so that a new one takes the place of the old."""
    if not detail:
        return [base]
    is_changed = base.corrects or bool(_DOSE_CHANGED.search(clause.text))
    return [replace(base, attribute=f"medication:{detail}", subject="user", corrects=is_changed)]


def _diet(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """Teetotal and not drinking alcohol are one thing; so are "dairy" and "dairy at all"."""
    value = re.sub(
        r",? (?:at all|any ?more|ever|again|any longer|since|for (?:\w+ )?(?:days|weeks|months|years))\b.*$",
        "",
        str(base.value),
        flags=_I,
    )
    if re.match(r"teetotal", value, _I) or re.fullmatch(r"neither of us drinks?", value.strip(" ."), _I):
        return [replace(base, value="alcohol", is_negated=True)]
    return [replace(base, value=value)]


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


SHAPES: Mapping[str, Callable[[Clause, Finding, str], list[Finding]]] = {
    "role": _role,
    "employer": _employer,
    "prefer": _prefer,
    "favourite": _detailed,
    "email": _detailed,
    "phone": _detailed,
    "address": _detailed,
    "answer_format": _answers,
    "name": _named,
    "holder": _person,
    "relation": _person,
    "pet": _person,
    "city": _city,
    "diet": _diet,
    "medication": _medication,
}
