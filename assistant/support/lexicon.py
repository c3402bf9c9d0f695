"""The words of a text as things that can be compared across wording and language.

Words of resources/concepts.txt become the name of their line; any other English word its stem, any other run of Han
characters its pairs. What only carries grammar, numbers and dates is left out: `assistant.support.figures` compares those.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from assistant.language import content_words

_HAN = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[a-z][a-z'’-]*[a-z]|[a-z]")
_WEAK_EN = frozenset(
    """normally usually of two both one that there here please yes indeed currently already still again
    together total altogether sum combined come comes came amount amounts add adds per each
    current now moment may might maybe perhaps probably possibly likely apparently become becomes became much never none any
    will would shall everi every th st nd rd month months year years day days week weeks next last because since so too due
    though although however instead meanwhile anyway etc
    note notes vault according recorded memory conversation conversations mentioned saying stated earlier
    """.split()
)  # fmt: skip
# Verbs that say so little that another wording may do without them.
LIGHT = frozenset(
    "start end work go come take make get give put leave move do have keep let set see want".split()
)
# What a sentence may say beside its sources: that it is said, planned, or a price, a lesson, a time of day of what they tell.
FREE = frozenset(
    "ask plan think price pay class money morning noon afternoon evening evenings night remind".split()
)
# Things of one kind, of which a sentence may not name one where its source names another.
_KINDS = (
    "school primary kindergarten university middle-school high-school", "morning noon afternoon evening", "spring summer autumn winter",
    "mother father sister brother son daughter wife husband grandmother grandfather uncle aunt cousin niece nephew",
    "friend neighbour colleague boss assistant customer landlord tenant teacher doctor nurse dentist lawyer accountant",
    "cat dog rabbit bird horse fish hamster turtle", "piano guitar violin cello drum", "train flight bus metro taxi tram ferry car bicycle",
    "football basketball tennis badminton", "house flat office garage", "today tomorrow yesterday", "breakfast lunch dinner",
    "red blue green white black yellow", "east west north south", "coffee tea wine beer juice milk", "monday tuesday",
    "kitchen bedroom bathroom study-room living-room", "germany france england japan america china spain italy",
)  # fmt: skip
# Characters that carry grammar between words.
_GRAMMAR = re.compile(
    r"[ 的了是在我你他她它们这那有和与就也都很吗呢吧啊着把被给对为以于从到说个您请要会能可将并或其之已过还又再才只一共总每不没嘛呀啦位曾正由被让向叫比及]+"
    r"|目前|现在|时候|经常|加起来|合计|总额|因为|所以|因此|暂时|可能|也许|大概|好像|似乎|应该|已经|其实|一直|自己|尚未|还没有?|上个?月|下个?月|今年|去年|明年|这个?月|最近|每年|每月|每天|每周"
)


@cache
def _tables() -> tuple[Mapping[str, str], Mapping[str, str], re.Pattern[str], re.Pattern[str]]:
    """English word to concept, Han word to concept, and the patterns of English phrases and of Han words."""
    text = resources.files("resources").joinpath("concepts.txt").read_text(encoding="utf-8")
    english: dict[str, str] = {}
    han: dict[str, str] = {}
    for line in text.splitlines():
        words = line.split() if not line.startswith("#") else []
        for word in words:
            (han if _HAN.match(word) else english).setdefault(word, words[0])
    phrases = {"gave up": "quit", "given up": "quit", "went up": "increase", "went down": "decrease", "goes up": "increase", "gone up": "increase", "goes down": "decrease",
               "gone down": "decrease", "turned down": "refuse", "turn down": "refuse", "put off": "postpone", "called off": "cancel", "call off": "cancel",
               "took part": "join", "take part": "join", "set off": "leave", "gets up": "wake", "get up": "wake", "moved to  ": "change", "moved from  ": "change", "put back to  ": "change", "go up": "increase", "go down": "decrease",
               "primary school": "primary", "high school": "school", "in charge": "charge", "reports to": "boss", "reported to": "boss", "report to": "boss", "answers to": "boss", "works under": "boss", "let go": "dismiss", "laid off": "dismiss", "took out": "remove", "taken out": "remove", "checked in": "check-in", "moved out": "move-out", "move out": "move-out", "one way": "one-way", "round trip": "return-ticket", "return ticket": "return-ticket", "hong kong": "hong-kong"}  # fmt: skip
    # A name of two words is written with a hyphen in the list, and without one in talk.
    phrases |= {word.replace("-", " "): name for word, name in english.items() if "-" in word}
    english |= phrases
    longest = sorted(han, key=len, reverse=True)
    return (
        english,
        han,
        re.compile(
            rf"\b(?:{'|'.join(map(re.escape, sorted(phrases, key=len, reverse=True)))})(?:s?\b|(?<= ))"
        ),
        re.compile("|".join(longest)),
    )


@dataclass(frozen=True, slots=True)
class Words:
    """`things` are concepts and stems; `runs` what is left of the Han text when they are taken out."""

    things: frozenset[str]
    runs: tuple[str, ...]

    @property
    def pairs(self) -> frozenset[str]:
        """Neighbouring characters of the runs; of a single one itself."""
        return frozenset(run[at : at + 2] for run in self.runs for at in range(max(1, len(run) - 1)))

    @property
    def all(self) -> frozenset[str]:
        """Both as one set."""
        return self.things | self.pairs

    @property
    def weight(self) -> float:
        """A Han character counts as half a word."""
        return len(self.things) + sum(map(len, self.runs)) / 2

    def covered_by(self, other: Words) -> float:
        """The weight of what the other holds too; a character is held with one of its neighbours."""
        theirs, alone = other.pairs, frozenset("".join(other.runs))
        covered = 0
        for run in self.runs:
            for at, char in enumerate(run):
                near = {run[at : at + 2], run[max(0, at - 1) : at + 1]}
                covered += bool(near & theirs) if len(run) > 1 else char in alone
        return len(self.things & other.things) + covered / 2


@lru_cache(maxsize=4096)
def words(text: str) -> Words:
    """What a text speaks of."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    concepts, runs = _han(folded)
    return Words(_english(folded) | concepts, runs)


def things(text: str) -> frozenset[str]:
    """What a text speaks of, as one set: concepts, stems and pairs of Han characters."""
    return words(text).all


def _english(folded: str) -> frozenset[str]:
    table, _, phrases, _ = _tables()
    found = {table[match if match in table else match.removesuffix("s")] for match in phrases.findall(folded)}
    rest = _HAN.sub(" ", phrases.sub(" ", folded))
    for word in _WORD.findall(rest):
        parts = [word] if word in table else word.split("-")
        for part in parts:
            concept = table.get(part) or table.get(part.removesuffix("'s"))
            if part in _WEAK_EN:
                continue
            found |= {concept} if concept is not None else content_words(part)
    return frozenset(found)


def _han(folded: str) -> tuple[frozenset[str], tuple[str, ...]]:
    _, table, _, known = _tables()
    found: set[str] = set()
    runs: list[str] = []
    for run in _HAN.findall(folded):
        found |= {table[match] for match in known.findall(run)}
        runs += [part for part in _GRAMMAR.split(known.sub(" ", run)) if part]
    return frozenset(found), tuple(runs)


def listed_han(text: str) -> list[str]:
    """The Han words of the list that stand in a text."""
    return _tables()[3].findall(text)


def is_known(thing: str) -> bool:
    """Whether a thing is a line of the list, and so the same in both languages."""
    english, han, _, _ = _tables()
    return thing in _concepts() if english and han else False


@cache
def _kinds() -> Mapping[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number, line in enumerate(_KINDS):
        for thing in line.split():
            found[thing] = (*found.get(thing, ()), number)
    return found


def kinds_of(thing: str) -> tuple[int, ...]:
    """The numbers of the kinds that a thing of the list belongs to."""
    return _kinds().get(thing, ())


def are_known(text: str) -> bool:
    """Whether every word of a text is one of the list: a word for a thing, then, and no name."""
    found = things(text)
    return bool(found) and all(map(is_known, found))


@cache
def _concepts() -> frozenset[str]:
    english, han, _, _ = _tables()
    return frozenset(english.values()) | frozenset(han.values())
