"""Who a clause speaks of, whether it denies, hedges or plans, and what turns it into its opposite; both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from assistant.language import names as capitalised
from assistant.support import figures, people, wording
from assistant.support.lexicon import FREE, are_known, things
from vault.polarity import polarity

USER, NOBODY = "user", ""

_CLAUSE = re.compile(
    r"[。！？!?；;，\n]|(?<!\d),|,(?!\d)|(?<!\b[DMS][rst])(?<!\bMrs)(?<!\bProf)\.(?=\s|$)|\s(?:and|but|while|whereas|because|who|which|so that)\s|但是?|而且?|因为"
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
    if first and first[1].split()[0].lower() not in wording.NOT_NAMES and not are_known(first[1]):
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
    text = wording.UNSURE.sub(" ", text)
    text = wording.LIMITS.sub(
        " ", text.replace("不同意", "不赞成").replace("说不定", "可能")
    )  # 不同 alone denies nothing, nor does a limit
    return polarity(text).negated != (len(wording.DENIES_TOO.findall(text.casefold())) % 2 == 1)


def hedges(text: str) -> bool:
    return bool(wording.HEDGE.search(text))


def intends(text: str) -> bool:
    """Whether a clause tells an intention and no fact."""
    return bool(wording.INTENDS.search(text))


def is_led_by_another(near: str, mine: frozenset[str]) -> bool:
    """Whether a clause begins with somebody or something of the user's that these words do not name: my stepfather grows."""
    person = wording.OWN_PERSON_ZH.match(near)
    if person is not None:
        return not things(person[1]) & mine
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
    return bool(wording.PLAN.search(text) or wording.AHEAD.search(text))


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
    words = re.findall(r"[a-z]+", wording.TO_BE_DONE.sub(" ", text.casefold()))
    has_past = any(word in wording.PAST or (len(word) > 4 and word.endswith("ed")) for word in words)
    return has_past and not plans(text)


@cache
def _opposites() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    pairs = (*wording.OPPOSITES, *map(wording.graded, wording.GRADED_ZH.split()))
    return tuple((frozenset(a.split()), frozenset(b.split())) for a, b in pairs)


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
    plain = wording.OF_TWO_WORDS.sub(lambda match: wording.ONE_WORD[match[1].lower()], text)
    tokens = set(re.findall(r"[a-z]+", plain.casefold()))
    return {word for word in words if (word in tokens if word.isascii() else word in text)}


def compares_otherwise(said: str, known: str) -> bool:
    """Whether two comparisons of the same two say different things of them: 严厉 and 宽松, taller and kinder."""
    for pattern in (wording.THAN, wording.BI):
        if pattern.match(said) and pattern.match(known):
            mine, theirs = figures.words_of(said), figures.words_of(known)
            return (
                mine.weight - mine.covered_by(theirs) - len(mine.things & FREE) >= 1
                and theirs.weight - theirs.covered_by(mine) >= 1
            )
    return False


def is_swapped(said: str, known: str) -> bool:
    """Whether the two that a clause compares, or the two people in it, have changed places."""
    for pattern in (wording.THAN, wording.BI):
        one, other = pattern.match(said), pattern.match(known)
        if one and other:
            left, right = things(other["a"]), things(other["b"])
            return bool(things(one["a"]) & (right - left)) and bool(things(one["b"]) & (left - right))
    said, known = people.straightened(said), people.straightened(known)
    both = capitalised(said) | capitalised(known)
    mine, theirs = names_in(said, both), names_in(known, both)
    shared = [name for name in dict.fromkeys(mine) if name in theirs]
    if len(shared) < 2 or len(set(shared)) != 2:
        return False
    order = [name for name in dict.fromkeys(theirs) if name in shared]
    return order != shared and bool(wording.PASSIVE.search(said)) == bool(wording.PASSIVE.search(known))


@dataclass(frozen=True, slots=True)
class Transfer:
    """Who gives and who gets; `kind` numbers the pair of verbs. An empty one is not said."""

    kind: int
    giver: str
    taker: str


def transfer_in(text: str) -> Transfer | None:
    """What a clause tells as lent, sold, given or taught, from whichever side; None where it tells nothing such."""
    return _transfer_en(text) if re.search(r"[A-Za-z]{3}", text) else _transfer_zh(text)


def contradicts_transfer(said: str, known: str) -> bool | None:
    """Whether two clauses tell the same transfer the other way round; None where they do not tell one both."""
    mine, theirs = transfer_in(said), transfer_in(known)
    if mine is None or theirs is None or mine.kind != theirs.kind:
        return None
    pairs = [(mine.giver, theirs.giver), (mine.taker, theirs.taker)]
    if any(a and b and a == b for a, b in pairs) and not any(a and b and a != b for a, b in pairs):
        return False
    crossed = (mine.giver and mine.giver == theirs.taker) or (mine.taker and mine.taker == theirs.giver)
    return True if crossed else None


_PERSON_EN = r"(?:(?:my|your|the|his|her|our) )?[A-Za-z][\w-]*(?: (?:from|in|at) [a-z]+)?"


@cache
def _converse() -> tuple[tuple[int, re.Pattern[str], re.Pattern[str]], ...]:
    found = []
    for kind, (giving, getting) in enumerate(wording.CONVERSE):
        first, second = "|".join(giving.split()), "|".join(getting.split())
        found.append(
            (
                kind,
                re.compile(
                    rf"^\W*(?P<a>{_PERSON_EN}) (?:has |have |had )?(?:{first})\b(?: (?P<b>me|you|him|her|us|them|[A-Z]\w+|(?:my|your) \w+)\b)?"
                    rf"(?:.*? to (?P<c>me|you|him|her|us|[A-Z]\w+|(?:my|your) \w+)\b)?",
                    re.IGNORECASE,
                ),
                re.compile(
                    rf"^\W*(?P<b>{_PERSON_EN}) (?:has |have |had )?(?:{second})\b.*?(?:\bfrom (?P<a>{_PERSON_EN})\b|$)",
                    re.IGNORECASE,
                ),
            )
        )
    return tuple(found)


def _transfer_en(text: str) -> Transfer | None:
    for kind, giving, getting in _converse():
        match = giving.match(text)
        if match is not None:
            taker = match["c"] or (match["b"] if match["b"] and not _is_thing(match["b"]) else "")
            return Transfer(kind, _who(match["a"]), _who(taker or ""))
        match = getting.match(text) if wording.CONVERSE[kind][1] else None
        if match is not None:
            # "Ivo bought my car": what was mine came from me.
            whose = re.search(r"\b(?:my|your)\b", text[match.end("b") :])
            return Transfer(kind, _who(match["a"] or ("me" if whose and kind == 1 else "")), _who(match["b"]))
    return None


def _is_thing(text: str) -> bool:
    """Whether a word after the verb is no person: a capital, a pronoun or a relation is one."""
    is_relation = bool(relations_in(text))
    return not (
        text[:1].isupper() or text.lower() in ("me", "you", "him", "her", "us", "them") or is_relation
    )


_ZH_WHO = r"(?:[我你您他她]们?的?)?[\u4e00-\u9fff]{1,4}?"


_ZH_NAMED = r"(?:(?![一二两三四五六七八九十百千万几多])[\u4e00-\u9fff])"


def _transfer_zh(text: str) -> Transfer | None:
    for kind, (giving, getting) in enumerate(wording.CONVERSE_ZH):
        match = re.search(
            rf"^\W*(?P<a>{_ZH_WHO})(?:已经|上个?月|昨天|今天|前天|去年)?(?:把|将).*?{giving}了?(?P<b>[\u4e00-\u9fff]{{1,4}})",
            text,
        ) or re.search(rf"^\W*(?P<a>{_ZH_WHO}){giving}了?(?P<b>[我你他她]|[老小阿]?{_ZH_NAMED}{{1,2}})", text)
        if match is not None:
            return Transfer(kind, _who(match["a"]), _who(match["b"]))
        if not getting:
            continue
        match = re.search(
            rf"^\W*(?P<b>{_ZH_WHO})(?:向|跟|找|从|问)(?P<a>[\u4e00-\u9fff]{{1,4}}?)(?:那里|那儿|那|处|手里)?{getting}",
            text,
        )
        if match is not None:
            return Transfer(kind, _who(match["a"]), _who(match["b"]))
    return None


def _who(text: str) -> str:
    """A person in a form that can be compared: the user, a relation, or the name."""
    plain = text.casefold().strip()
    if plain in ("i", "me", "you", "my", "your", "我", "你", "您"):
        return USER
    related = relations_in(text)
    if related:
        return related[0]
    return re.sub(r"^(?:the|my|your|我|你|您)\s*的?", "", plain)


def is_part_of_another(clause: str, near: str, said: frozenset[str]) -> bool:
    """Whether the source speaks of somebody's brother or car, and the clause of somebody themselves."""
    match = wording.CHAIN_EN.match(near) or wording.CHAIN_ZH.match(near)
    if match is None:
        return False
    owner, owned = things(match[1]), things(match[2])
    return bool(owner & said) and not owned & said


def other_place(said: str, known: str) -> bool:
    """Whether a Chinese name of a company, school or the like stands in the text with another one in the sources."""
    theirs = [(name, kind) for name, kind in wording.KIND_OF_PLACE.findall(known) if _is_named(name)]
    return any(
        _is_named(name) and name not in known and any(kind == other for _, other in theirs)
        for name, kind in wording.KIND_OF_PLACE.findall(said)
    )


def _is_named(name: str) -> bool:
    return not wording.NO_PART_OF_NAME.search(name)
