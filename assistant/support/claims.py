"""Who a clause speaks of, whether it denies, hedges or plans, and what turns it into its opposite; both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from assistant.language import names as capitalised
from assistant.support import figures, wording
from assistant.support.lexicon import things
from vault.polarity import polarity

USER, NOBODY = "user", ""

_CLAUSE = re.compile(
    r"[。！？!?；;，,\n]|\.(?=\s|$)|\s(?:and|but|while|whereas|because|who|which|so that)\s|但是?|而且?|因为"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a text that says one thing."""

    text: str
    things: frozenset[str]


@lru_cache(maxsize=4096)
def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a text that say something, in order."""
    parts = [part.strip() for part in _CLAUSE.split(text)]
    return tuple(Clause(part, figures.words_of(part).all) for part in parts if any(map(str.isalnum, part)))


def names_in(text: str, also: frozenset[str] = frozenset()) -> list[str]:
    """The names of people and places in a text in order, lower case: capitalised English words, the first one of a
    sentence only where a verb follows, and what looks like a Chinese name."""
    found: list[tuple[int, str]] = []
    folded = text.casefold()
    for name in capitalised(text) | (also & set(re.findall(r"[a-z]+", folded))):
        found.append((folded.find(name), name))
    first = wording.FIRST_NAME.match(text)
    if first and first[1].split()[0].lower() not in wording.NOT_NAMES:
        found += [(first.start(1), part.lower()) for part in first[1].split()]
    found += [(match.start(1), match[1]) for match in wording.TITLED.finditer(text)]
    for match in wording.ZH_NAME.finditer(text):
        if not wording.NOT_ZH_NAMES.match(match.group()):
            found.append((match.start(), match.group()))
    return [
        name for _, name in sorted(set(found)) if name not in wording.NOT_NAMES and name not in _calendar()
    ]


@cache
def _calendar() -> frozenset[str]:
    months = "january february march april may june july august september october november december"
    return frozenset(f"{months} monday tuesday wednesday thursday friday saturday sunday am pm".split())


def relations_in(text: str) -> list[str]:
    """The relations that a text names as somebody's or as its subject: my sister, 你房东; not a nurse for children."""
    words = " ".join(match[1] for match in wording.OWNED.finditer(text))
    found = things(words)
    return [relation for relation in wording.RELATIONS if relation in found]


def speaks_of_user(text: str) -> bool:
    """Whether the subject of a clause is the user."""
    return bool(wording.USER_EN.match(text) or wording.USER_ZH.match(text)) and not _leads_with_relation(text)


def _leads_with_relation(text: str) -> bool:
    head = wording.OWNER_FIRST.match(text)
    return head is not None and bool(relations_in(text[: head.end() + 12]))


def denies(text: str) -> bool:
    """Whether a clause denies what it says."""
    text = wording.LIMITS.sub(
        " ", text.replace("不同意", "不赞成")
    )  # 不同 alone denies nothing, nor does a limit
    return polarity(text).negated != (len(wording.DENIES_TOO.findall(text.casefold())) % 2 == 1)


def hedges(text: str) -> bool:
    return bool(wording.HEDGE.search(text))


def intends(text: str) -> bool:
    """Whether a clause tells an intention and no fact."""
    return bool(wording.INTENDS.search(text))


def is_led_by_another(near: str, mine: frozenset[str]) -> bool:
    """Whether a clause begins with somebody or something of the user's that these words do not name: my stepfather grows."""
    head = wording.OWN_SUBJECT.match(near)
    return head is not None and not things(head[1]) & mine


def says_having(text: str) -> bool:
    """Whether a clause says what the user has: then what is the user's may well be its subject in the source."""
    return bool(wording.HAVING.search(text))


def called_another(said: str, known: str) -> bool:
    """Whether a sentence gives a name that the sources do not: what follows 叫, named or called."""
    given = wording.CALLED.findall(said)
    return any(name not in known for pair in given for name in pair if name)


def is_other_kin(said: str, known: str) -> bool:
    """Whether a Chinese sentence names another of the relatives that one English word stands for: 表哥 for 表姐."""
    mine, theirs = set(wording.KIN.findall(said)), set(wording.KIN.findall(known))
    return bool(mine and theirs) and not mine & theirs


def plans(text: str) -> bool:
    return bool(wording.PLAN.search(text))


def is_frequent(text: str) -> bool:
    """Whether a clause says that something holds often or mostly: not always, and not never."""
    return bool(wording.FREQUENT.search(text))


def places_in(text: str) -> list[frozenset[str]]:
    """What a text speaks of as the place, aim or partner of something: in the attic, for her niece, 在抽屉里."""
    phrases = [
        match[1] for pattern in (wording.PLACE_EN, wording.PLACE_ZH) for match in pattern.finditer(text)
    ]
    named = [phrase for phrase in phrases if phrase.casefold() not in _calendar()]
    return [found for phrase in named if (found := figures.words_of(phrase).all - wording.TIMES_OF_DAY)]


def is_absolute(text: str) -> bool:
    return bool(wording.ABSOLUTE.search(text))


def is_done(text: str) -> bool:
    """Whether a clause tells something as done."""
    if wording.DONE_ZH.search(text):
        return True
    words = re.findall(r"[a-z]+", text.casefold())
    has_past = any(word in wording.PAST or (len(word) > 4 and word.endswith("ed")) for word in words)
    return has_past and not plans(text)


@cache
def _opposites() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return tuple((frozenset(a.split()), frozenset(b.split())) for a, b in wording.OPPOSITES)


def _turned_things(said: frozenset[str], known: frozenset[str]) -> bool:
    """The same by meaning, across languages."""
    pairs = (*wording.OPPOSITE_THINGS, *((b, a) for a, b in wording.OPPOSITE_THINGS))
    return any(a in said and b not in said and b in known and a not in known for a, b in pairs)


def opposites(said: str, known: str) -> bool:
    """Whether a clause holds a word whose opposite stands in the other in its place."""
    if _turned_things(things(said), things(known)):
        return True
    return any(True for _ in _turned(said, known)) or any(True for _ in _turned(known, said))


def _turned(first: str, second: str) -> Iterator[str]:
    for ups, downs in _opposites():
        here, there = _found(first, ups), _found(second, downs)
        if here and there and not _found(first, downs) and not _found(second, ups):
            yield from here


def _found(text: str, words: frozenset[str]) -> set[str]:
    tokens = set(re.findall(r"[a-z]+", text.casefold()))
    return {word for word in words if (word in tokens if word.isascii() else word in text)}


def is_swapped(said: str, known: str) -> bool:
    """Whether the two that a clause compares, or the two people in it, have changed places."""
    for pattern in (wording.THAN, wording.BI):
        one, other = pattern.match(said), pattern.match(known)
        if one and other:
            left, right = things(other["a"]), things(other["b"])
            return bool(things(one["a"]) & (right - left)) and bool(things(one["b"]) & (left - right))
    both = capitalised(said) | capitalised(known)
    mine, theirs = names_in(said, both), names_in(known, both)
    shared = [name for name in dict.fromkeys(mine) if name in theirs]
    if len(shared) < 2 or len(set(shared)) != 2:
        return False
    order = [name for name in dict.fromkeys(theirs) if name in shared]
    return order != shared and bool(wording.PASSIVE.search(said)) == bool(wording.PASSIVE.search(known))
