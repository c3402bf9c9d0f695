"""Which of the ranked units go into a request: the few that stand out, not a fixed number.

Turns are cut at a share of the best score. A memory is selected only when the question names it, holds most of its
rare words in it, or is very near in meaning: returning little is the point, since whatever is selected is read by a
model and may leave the machine. A turn that only repeats a memory gives way to it, since the memory carries date and
value; other near-duplicates are collapsed into the best of them. Whoever is not selected has a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vault.asking import is_bare_question, says_nothing
from vault.recall.people import is_namesakes, is_of_another
from vault.recall.query import Query
from vault.recall.ranking import Ranked
from vault.recall.tokens import is_function_token, token_keys, tokenize
from vault.records import USER

SCORE = "score"
DUPLICATE = "duplicate"
LIMIT = "limit"
PAST = "state"
QUESTION = "question"
SUPPOSITION = "supposition"
EMPTY = "empty"
PERSON = "person"

MOST_SELECTED = 12
MOST_PASSAGES = 6  # of those
_TURN_SHARE = 0.62  # of the best turn's score
_TURN_NEARNESS = 0.80
# Coverage alone, nearness alone, or both together; only the pair counts where the question names another memory.
_MEMORY_COVERAGE = 0.75
_MEMORY_NEARNESS = 0.885
_BOTH_COVERAGE = 0.5
_BOTH_NEARNESS = 0.865
_MEMORY_SHARE = 0.45  # of the best memory's score, for those that only fit by words or meaning
_SAME = 0.8  # share of common tokens from which two texts say the same
_REPEATED = (
    0.7  # share of a turn's own words from which a memory that was drawn from it holds all that it says
)
# A passage is long, so that neither its words nor its meaning alone tells: both are summed. Set with the questions
# of tests/bench/documents.py in view: 12 of 14 to documents select the passage, of 21 others none selects any.
_PASSAGE_FIT = 0.87
_PASSAGE_WORDS = 0.2  # the share of coverage in it
_PASSAGE_COVERAGE = 0.3  # where there is no encoder
_PASSAGE_SHARE = 0.75  # of the best passage's score
_FEW_TOKENS = 3  # a question of a word or two is a search for that word
_WHOLLY = 0.99


@dataclass(frozen=True, slots=True)
class Choosable:
    """A ranked unit with what selection needs of it.

    `is_barred`: its words are no longer true, never choose it. `subject` and `drawn_from` (ids of turns) are a
    memory's. `words` are the keys of its tokens, None where only the text tells.
    """

    ranked: Ranked
    is_memory: bool
    text: str
    is_barred: bool = False
    unit_id: str = ""
    subject: str = USER
    drawn_from: frozenset[str] = frozenset()
    is_past: bool = False
    words: frozenset[int] | None = None
    is_passage: bool = False

    @property
    def is_turn(self) -> bool:
        return not self.is_memory and not self.is_passage


def select(units: Sequence[Choosable], query: Query, *, most: int = MOST_SELECTED) -> list[str]:
    """For each unit, in order, an empty string where it is selected, else the reason why not."""
    reasons = _judged(units, query)
    _prefer_memories(units, reasons)
    chosen: list[frozenset[int]] = []
    passages = 0
    for place, unit in enumerate(units):
        if reasons[place]:
            continue
        tokens = unit.words if unit.words is not None else frozenset(token_keys(tokenize(unit.text)))
        if any(_overlap(tokens, other) >= _SAME for other in chosen):
            reasons[place] = DUPLICATE
        elif len(chosen) >= most or (unit.is_passage and passages >= MOST_PASSAGES):
            reasons[place] = LIMIT
        else:
            chosen.append(tokens)
            passages += unit.is_passage
    return reasons


def _judged(units: Sequence[Choosable], query: Query) -> list[str]:
    """Each unit by itself, against the best of its kind."""
    reasons = [_bar(unit, query) for unit in units]
    anothers = {
        turn
        for unit, reason in zip(units, reasons, strict=True)
        if reason == PERSON
        for turn in unit.drawn_from
    }
    open_units = [unit for unit, reason in zip(units, reasons, strict=True) if not reason]
    best_turn = max((unit.ranked.score for unit in open_units if unit.is_turn), default=0.0)
    best_passage = max((unit.ranked.score for unit in open_units if unit.is_passage), default=0.0)
    best_memory = max((unit.ranked.score for unit in open_units if unit.is_memory), default=0.0)
    any_named = any(unit.ranked.named for unit in open_units)
    is_search = len(query.keys) <= _FEW_TOKENS and any(u.ranked.coverage >= _WHOLLY for u in open_units)
    for place, unit in enumerate(units):
        if reasons[place]:
            continue
        if unit.is_memory:
            fits = _memory_fits(unit.ranked, best_memory, others_named=any_named)
        elif unit.is_passage:
            fits = _passage_fits(unit.ranked, best_passage)
        elif unit.unit_id in anothers:
            fits = False
        else:
            fits = _turn_fits(unit.ranked, best_turn, needs_words=is_search or any_named)
        reasons[place] = "" if fits else SCORE
    return reasons


def _bar(unit: Choosable, query: Query) -> str:
    """Why a unit must not be chosen however well it fits; empty where nothing speaks against it."""
    if unit.is_barred:
        return PAST
    if unit.ranked.is_asked or _is_the_question_itself(unit, query):
        return QUESTION
    if unit.ranked.is_supposed:
        return SUPPOSITION
    if unit.is_turn and says_nothing(unit.text):
        return EMPTY
    if unit.is_memory and unit.subject != USER:
        return PERSON if is_of_another(query.text, unit.text, unit.subject) else ""
    return PERSON if is_namesakes(query.text, unit.text) else ""


def _is_the_question_itself(unit: Choosable, query: Query) -> bool:
    """Whether the turn is the same question asked before: no answer, even where earlier questions are looked for."""
    is_same = not unit.is_memory and unit.text.strip().casefold() == query.text.strip().casefold()
    return is_same and is_bare_question(query.text)


def _prefer_memories(units: Sequence[Choosable], reasons: list[str]) -> None:
    """Where a chosen turn says no more than a memory drawn from it, choose the memory in its place.

    With it goes the one of its memories that ranks highest: a turn may hold two facts, and the longer one is not
    always what was asked for.
    """
    for place, unit in enumerate(units):
        if not unit.is_turn or reasons[place]:
            continue
        drawn = [
            other
            for other, memory in enumerate(units)
            if unit.unit_id in memory.drawn_from and not memory.is_past and reasons[other] in ("", SCORE)
        ]
        repeating = next((other for other in drawn if _repeats(unit.text, units[other].text)), None)
        if repeating is not None:
            best = max(drawn, key=lambda other: units[other].ranked.score)
            reasons[place], reasons[repeating], reasons[best] = DUPLICATE, "", ""


def _repeats(turn: str, memory: str) -> bool:
    said = {token for token in tokenize(turn) if not is_function_token(token)}
    return bool(said) and len(said & set(tokenize(memory))) >= _REPEATED * len(said)


def _turn_fits(ranked: Ranked, best: float, *, needs_words: bool) -> bool:
    """`needs_words`: something else answers the question by its words, so nearness of the neighbours is no cause."""
    if ranked.score < _TURN_SHARE * best:
        return False
    return ranked.coverage > 0 or (not needs_words and ranked.cosine >= _TURN_NEARNESS)


def _passage_fits(ranked: Ranked, best: float) -> bool:
    if ranked.score < _PASSAGE_SHARE * best:
        return False
    if ranked.cosine < 0:
        return ranked.coverage >= _PASSAGE_COVERAGE
    return ranked.cosine + _PASSAGE_WORDS * ranked.coverage >= _PASSAGE_FIT


def _memory_fits(ranked: Ranked, best: float, *, others_named: bool) -> bool:
    if ranked.named:
        return True
    fits = ranked.coverage >= _BOTH_COVERAGE and ranked.cosine >= _BOTH_NEARNESS
    if not others_named:
        fits = fits or ranked.coverage >= _MEMORY_COVERAGE or ranked.cosine >= _MEMORY_NEARNESS
    return fits and ranked.score >= _MEMORY_SHARE * best


def _overlap(one: frozenset[int], other: frozenset[int]) -> float:
    if not one or not other:
        return 0.0
    return len(one & other) / len(one | other)
