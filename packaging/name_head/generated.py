"""Makes marked sentences out of word lists and carriers, the same ones for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from name_head.examples import Example
from name_head.words import words

_SLOT = re.compile(r"\{([A-Z])\}")
_LABEL_OF_SLOT = dict(
    P="PERSON", E="PERSON", L="LOCATION", F="LOCATION", K="LOCATION", A="ADDRESS", O="ORGANIZATION"
)
_Maker = Callable[[random.Random], str]


def generate(seed: int, *, chinese: int, english: int, mixed: int, posts: int) -> Iterator[Example]:
    """That many sentences with names of each kind, half as many without in either language, and so many posts."""
    rng = random.Random(seed)
    for _ in range(chinese):
        yield _joined(rng, words("named.zh"), words("plain.zh"), _CHINESE_SLOTS, "，。！ ")
    for _ in range(chinese // 2):
        yield _plain(rng, words("plain.zh"), "，。！ ")
    for _ in range(english):
        yield _cased(rng, _joined(rng, words("named.en"), words("plain.en"), _english_slots(rng), ",.!"))
    for _ in range(english // 2):
        yield _cased(rng, _plain(rng, words("plain.en"), ",.!"))
    for _ in range(mixed):
        yield _filled(rng, rng.choice(words("mixed")), _MIXED_SLOTS)
    for _ in range(posts):
        yield _post(rng)


def _post(rng: random.Random) -> Example:
    """A post of one to five pieces as people write them in Chinese networks, a third of them without any name."""
    framed, plain = words("posts.zh"), words("posts_plain.zh")
    share = rng.choice((0.0, 0.5, 0.8))
    pieces = [
        rng.choice(framed)
        if rng.random() < share
        else rng.choice(plain)
        if rng.random() < 0.7
        else _babble(rng)
        for _ in range(rng.randint(1, 5))
    ]
    text = pieces[0]
    for piece in pieces[1:]:
        text += rng.choice(("，", "。", " ", "！", "", "~", "…")) + piece
    if rng.random() < 0.3:
        link = " http://t.cn/zY" + "".join(rng.choices("abcXYZ1234", k=5))
        text += rng.choice(("{M}", " //@{H}:转", " //@{P}:" + rng.choice(plain), " @{P}", link))
    return _filled(rng, text, _POST_SLOTS)


def _babble(rng: random.Random) -> str:
    """Words in any order: what stands in a post is mostly no name, whatever it is."""
    return "".join(
        rng.choice(("{W}", "{W}", "{W}的", "{W}了", "{W}，", "{W}{M}")) for _ in range(rng.randint(2, 6))
    )


def _joined(
    rng: random.Random,
    framed: Sequence[str],
    plain: Sequence[str],
    slots: Mapping[str, _Maker],
    marks: str,
) -> Example:
    """One or more clauses, at least one of them with names."""
    clauses = [rng.choice(framed)]
    while rng.random() < 0.4 and len(clauses) < 4:
        clauses.insert(rng.randrange(len(clauses) + 1), rng.choice((*framed, *plain)))
    return _filled(rng, _linked(rng, clauses, marks), slots)


def _plain(rng: random.Random, plain: Sequence[str], marks: str) -> Example:
    return Example(_linked(rng, rng.sample(plain, rng.randint(1, 3)), marks), (), is_complete=True)


def _linked(rng: random.Random, clauses: Sequence[str], marks: str) -> str:
    parts = [clauses[0]]
    for clause in clauses[1:]:
        mark = rng.choice(marks)
        parts += [mark if mark in "，。！ " else f"{mark} ", clause]
    return "".join(parts) + rng.choice(("", "", marks[1]))


def _filled(rng: random.Random, carrier: str, slots: Mapping[str, _Maker]) -> Example:
    parts: list[str] = []
    spans: list[tuple[int, int, str]] = []
    length = position = 0
    for match in _SLOT.finditer(carrier):
        value = slots[match[1]](rng)
        before = carrier[position : match.start()]
        start = length + len(before)
        if label := _LABEL_OF_SLOT.get(match[1]):
            spans.append((start, start + len(value), label))
        parts += [before, value]
        length, position = start + len(value), match.end()
    return Example("".join([*parts, carrier[position:]]), tuple(spans), is_complete=True)


def _cased(rng: random.Random, example: Example) -> Example:
    """Small letters for half of the sentences, a capital at the start for some of the others."""
    if rng.random() < 0.5:
        text = example.text.lower()
    else:
        text = example.text[:1].upper() + example.text[1:] if rng.random() < 0.7 else example.text
    return Example(text, example.spans, example.is_complete, 0.7)


def _chinese_person(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.08:
        return rng.choice(words("nicknames.zh"))
    if kind < 0.15:
        return rng.choice(words("foreign_names.zh"))
    if kind < 0.20:
        return rng.choice(words("latin_names.zh"))
    if kind < 0.24:
        return rng.choice(words("given_names.zh"))
    surname = rng.choice(words("rare_surnames.zh") if rng.random() < 0.1 else words("surnames.zh"))
    if rng.random() < 0.3:
        return surname + rng.choice(words("given_names.zh"))
    return surname + "".join(rng.choices(words("given_characters.zh"), k=1 if rng.random() < 0.3 else 2))


def _post_person(rng: random.Random) -> str:
    """A name as in posts: full, transliterated, a nickname, doubled or with a word of address behind it."""
    kind = rng.random()
    given = words("given_characters.zh")
    if kind < 0.25:
        return _chinese_person(rng)
    if kind < 0.5:
        return rng.choice(words("surnames.zh")) + rng.choice(words("given_many.zh"))
    if kind < 0.55:
        return rng.choice(words("given_many.zh"))
    if kind < 0.66:
        return _transliterated(rng)
    if kind < 0.70:
        return rng.choice(words("japanese_names.zh"))
    if kind < 0.76:
        return rng.choice("小阿大老") + rng.choice((*given, *words("surnames.zh")))
    if kind < 0.81:
        return rng.choice(given) * 2
    if kind < 0.89:
        head = rng.choice((rng.choice(given), rng.choice(words("surnames.zh")), "小" + rng.choice(given)))
        return head + rng.choice(words("nick_tails.zh"))
    if kind < 0.96:
        return "".join(rng.choices(given, k=2))
    return rng.choice(words("latin_names.zh"))


def _transliterated(rng: random.Random) -> str:
    syllables = words("transliterated.zh")
    name = "".join(rng.choices(syllables, k=rng.randint(2, 4)))
    return name + "·" + "".join(rng.choices(syllables, k=rng.randint(2, 4))) if rng.random() < 0.2 else name


def _handle(rng: random.Random) -> str:
    """The account of no person: a medium, a shop, a collection."""
    carrier = rng.choice(words("handles.zh"))
    return _SLOT.sub(lambda match: _POST_SLOTS[match[1]](rng), carrier)


def _chinese_address(rng: random.Random) -> str:
    town = rng.choice(words("places.zh")[:60])
    place = rng.choice(words("streets.zh")) + f"{rng.randint(1, 999)}号"
    if rng.random() < 0.6:
        place += rng.choice(words("estates.zh")) + f"{rng.randint(1, 30)}栋{rng.randint(101, 2904)}室"
    return (town if rng.random() < 0.7 else "") + place


def _english_person(rng: random.Random) -> str:
    given = rng.choice(words("given_names.en")).title()
    if rng.random() < 0.55:
        return given
    surname = rng.choice(words("surnames.en")).title()
    return surname if rng.random() < 0.1 else f"{given} {surname}"


def _english_address(rng: random.Random) -> str:
    street = f"{rng.randint(1, 9999)} {rng.choice(words('streets.en')).title()}"
    return street if rng.random() < 0.6 else f"{street}, {rng.choice(words('places.en')).title()}"


def _english_slots(rng: random.Random) -> dict[str, _Maker]:
    """Names and places capitalised together, or both as people type them in a hurry."""
    change: Callable[[str], str] = str.lower if rng.random() < 0.3 else str
    return {
        "P": lambda rng: change(_english_person(rng)),
        "L": lambda rng: change(rng.choice(words("places.en")).title()),
        "A": lambda rng: change(_english_address(rng)),
        "O": lambda rng: change(rng.choice(words("organisations.en")).title()),
        "R": lambda rng: rng.choice(words("relatives.en")),
    }


_CHINESE_SLOTS: dict[str, _Maker] = {
    "P": _chinese_person,
    "L": lambda rng: rng.choice(words("places.zh")),
    "A": _chinese_address,
    "O": lambda rng: rng.choice(words("organisations.zh")),
    "T": lambda rng: rng.choice(words("titles.zh")),
}
_MIXED_SLOTS: dict[str, _Maker] = {
    "P": _chinese_person,
    "E": _english_person,
    "F": lambda rng: rng.choice(words("places.en")).title(),
    "K": lambda rng: rng.choice(words("places.zh")),
}
_POST_SLOTS: dict[str, _Maker] = {
    "P": _post_person,
    "H": _handle,
    "L": lambda rng: rng.choice(words("places_many.zh" if rng.random() < 0.6 else "places.zh")),
    "O": lambda rng: rng.choice(words("organisations.zh")),
    "W": lambda rng: rng.choice(words("words_many.zh" if rng.random() < 0.7 else "posts_words.zh")),
    "M": lambda rng: rng.choice(words("emoticons.zh")),
}
