"""The judgement itself: each part of a sentence is held against the clause of its sources that is nearest to it.

A sentence rests on its sources when its figures stand in them, it speaks of the same persons, affirms or denies the
same, is no surer than they are, and enough of its words stand there. Meaning, as the encoder measures it, only helps
where the wording differs: it cannot tell a statement from its opposite (0.96 against 0.97 on the development pairs).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.support import (
    bindings,
    changes,
    claims,
    counterparts,
    degrees,
    denials,
    figures,
    foreign,
    people,
    wording,
)
from assistant.support.claims import Clause, clauses
from assistant.support.counterparts import SameWord
from assistant.support.denials import Similarity
from assistant.support.lexicon import FREE, LIGHT, Words, things
from assistant.support.spoken import spelt_out

WORDS = 0.51  # more than half
CLAUSE_WORDS = 0.34
MEANING = 0.94
NEARLY = 0.6  # of what the nearest clause shares, for another one to count beside it
WORDS_BESIDE_FIGURES = 0.33  # a measure or a date that agrees says as much as words do

# Lines of the sources that a sentence is compared with by meaning, at most.
_MOST_LINES = 8
_RELATION_FIRST = re.compile(r"^\W*(?:my|our)\s+[\w -]{0,20}|^\W*我们?的?[\u4e00-\u9fff]{1,3}", re.IGNORECASE)

# Characters. What goes on for longer is no sentence, and rules that look for pairs in it would take minutes.
LONGEST_SENTENCE = 2_000


@dataclass(frozen=True, slots=True)
class Judgement:
    """`reason` says why not: number, unit, date, time, name, person, negation, opposite, order, certainty, words."""

    is_supported: bool
    reason: str = ""


def judge(
    sentence: str,
    evidence: Sequence[str],
    *,
    similarity: Similarity | None = None,
    same_word: SameWord | None = None,
) -> Judgement:
    """Whether `sentence`, without marks, rests on the texts together."""
    texts = [text for text in evidence if text.strip()]
    reason = fault(sentence, texts)
    if reason == "negation" and similarity is not None and len(clauses(sentence)) == 1:
        told = [clause for text in texts for clause in clauses(text)]
        near = _nearest(clauses(sentence)[0], told)
        if near is not None and denials.agree(sentence, _whole(near.text, "\n".join(texts)), similarity):
            return Judgement(True)
    reason = reason or _word_fault(sentence, texts, similarity, same_word)
    return Judgement(not reason, reason)


def fault(sentence: str, texts: Sequence[str]) -> str:
    """What the texts set against a sentence, whatever else they say; empty where nothing does."""
    if len(sentence) > LONGEST_SENTENCE:
        return "words"
    known = "\n".join(texts)
    reason = figures.fault(sentence, texts, len(texts)) or _name_fault(sentence, known)
    if reason:
        return reason
    if changes.is_turned_round(sentence, texts):
        return "opposite"
    if claims.is_other_kin(sentence, known):
        return "person"
    if claims.called_another(sentence, known) or claims.other_place(sentence, known):
        return "name"
    if _adds_to_list(sentence, texts):
        return "words"
    if people.is_anothers(sentence, known) or people.is_of_named(sentence, known):
        return "person"
    if degrees.recurs_otherwise(sentence, known):
        return "number"
    told = [clause for text in texts for clause in clauses(people.resolved(text, claims.names_in))]
    if (
        bindings.is_bound_otherwise(sentence, texts)
        or bindings.has_other_cause(sentence, known)
        or bindings.has_other_order(sentence, known)
    ):
        return "order"
    if people.drops_owner(sentence, known):
        return "person"
    found = (_clause_fault(clause, told, known, sentence) for clause in clauses(sentence))
    return next((each for each in found if each), "")


def overlap(sentence: str, evidence: str) -> float:
    """Share of what a sentence speaks of, beside its figures, that the evidence speaks of too; 1.0 for figures alone."""
    mine = figures.words_of(sentence)
    if not mine.weight:
        return 1.0 if any(map(str.isdigit, sentence)) else 0.0
    return mine.covered_by(figures.words_of(evidence)) / mine.weight


def beyond(sentence: str, evidence: str) -> float:
    """How many words a sentence says, beside its figures, that the evidence does not."""
    mine = figures.words_of(sentence)
    return mine.weight - mine.covered_by(figures.words_of(evidence))


def _adds_to_list(sentence: str, texts: Sequence[str]) -> bool:
    """Whether a sentence lists something beside what its sources have: a pool and a sauna, where only a pool is told."""
    if foreign.is_foreign(sentence, texts):
        return False
    known = figures.words_of("\n".join(texts))
    pattern = wording.LISTED_ZH if re.search(r"[\u4e00-\u9fff]{2}", sentence) else wording.LISTED_EN
    first, *others = pattern.split(spelt_out(sentence))
    together = "\n".join(texts)
    heads = [head for head in (_end_of(first), *map(_beginning_of, others)) if figures.words_of(head).weight]
    held = [head in together or bool(figures.words_of(head).covered_by(known)) for head in heads]
    if all(overlap(other, together) >= WORDS for other in others):
        return False
    return len(held) > 1 and any(held) and not all(held)


def _end_of(part: str) -> str:
    """The words that end what stands before a list's first joint."""
    return part.strip()[-2:] if _is_han(part) else " ".join(part.split()[-2:])


def _beginning_of(part: str) -> str:
    """The words that name what follows a joint: behind an article, where there is one."""
    if _is_han(part):
        return part.strip()[:2]
    match = wording.DETERMINED.match(part)
    return " ".join((match["what"] if match is not None else part).split()[:2])


def _is_han(text: str) -> bool:
    return bool(re.search(r"[\u4e00-\u9fff]", text))


def _name_fault(sentence: str, known: str) -> str:
    folded, theirs = known.casefold(), claims.names_in(known)
    # A Chinese name is only guessed from its first character: where the sources name nobody, it may be any word.
    has_han = any(not name.isascii() for name in theirs)
    mine = [name for name in claims.names_in(sentence) if name.isascii() or has_han]
    return "name" if any(not _is_in(name, folded) for name in mine) else ""


def _is_in(name: str, folded: str) -> bool:
    """Whether a name stands in the text; of a Chinese one that took a character too many, the rest."""
    if name in folded or (name.isascii() and things(name) & things(folded)):
        return True
    return bool(re.match(r"[\u4e00-\u9fff]{3}$", name)) and name[:2] in folded


def _clause_fault(clause: Clause, told: Sequence[Clause], known: str, sentence: str) -> str:
    """What sets a clause against the one of the sources that is nearest to it."""
    nearest = _nearest(clause, told)
    if nearest is None:
        return ""
    near = nearest.text
    if _is_another_person(clause, nearest, known) or claims.is_part_of_another(
        clause.text, near, clause.things
    ):
        return "person"
    whole = _whole(near, known)
    if (
        claims.speaks_of_user(clause.text)
        and not claims.denies(clause.text)
        and people.excludes_user(clause.text, known)
    ):
        return "person"
    is_other_way = claims.contradicts_transfer(clause.text, near)
    if is_other_way is None:
        return _polarity_fault(clause, near, whole, told, sentence) or _certainty_fault(
            clause, near, whole, sentence
        )
    if is_other_way or claims.denies(clause.text) != claims.denies(near):
        return "order" if is_other_way else "negation"
    return ""  # the same, told from the other side


def _polarity_fault(clause: Clause, near: str, whole: str, told: Sequence[Clause], sentence: str) -> str:
    """What a clause affirms that its source denies, or turns into its opposite."""
    has_opposite = claims.opposites(clause.text, near) or claims.opposites(clause.text, whole)
    is_denied = claims.denies(clause.text)
    if is_denied != claims.denies(near) and not has_opposite:
        is_said_beside = not is_denied and _is_denied_beside(clause, sentence)
        if not is_said_beside and not _is_told(clause, told, is_denied):
            return "negation"
    if has_opposite and is_denied == claims.denies(near):
        return "opposite"
    if not has_opposite and claims.compares_otherwise(clause.text, near):
        return "opposite"
    return "order" if claims.is_swapped(clause.text, near) else ""


def _is_denied_beside(clause: Clause, sentence: str) -> bool:
    """Whether another clause of the sentence denies: because of your back, you did not go."""
    return any(other.text != clause.text and claims.denies(other.text) for other in clauses(sentence))


def _is_told(clause: Clause, told: Sequence[Clause], is_denied: bool) -> bool:
    """Whether another clause of the sources denies, as this one does, or affirms nearly as much of it as the nearest one denies.

    A clause of a reply often joins several of its source, of which one denies.
    """
    nearest = _nearest(clause, told)
    if is_denied or nearest is None:
        return any(claims.denies(other.text) for other in told)
    if len(nearest.things & clause.things) >= NEARLY * len(nearest.things):
        return False
    shares = [len(clause.things & other.things) for other in told]
    enough = max(2.0, max(shares, default=0) * NEARLY)
    return any(
        share >= enough and not claims.denies(other.text) for share, other in zip(shares, told, strict=True)
    )


def _certainty_fault(clause: Clause, near: str, whole: str, sentence: str) -> str:
    """What a clause is surer of than its source."""
    if claims.hedges(whole) and not (claims.hedges(sentence) or claims.intends(sentence)):
        return "certainty"
    if claims.plans(near) and claims.is_done(clause.text) and not claims.is_done(near):
        return "certainty"
    if degrees.is_of_more(clause.text, near, whole):
        return "certainty"
    is_surer = claims.is_absolute(clause.text) and not claims.is_absolute(whole)
    if is_surer and (claims.is_frequent(whole) or not claims.denies(near)):
        return "certainty"
    return ""


def _is_mixed(clause: Clause, nearest: Clause, told: Sequence[Clause]) -> bool:
    """Whether a clause joins the subject of one clause of its sources with what another says of another subject."""
    rest = (clause.things - nearest.things) & {thing for other in told for thing in other.things}
    if not rest or not nearest.things - clause.things:
        return False
    holders = [other for other in told if rest <= other.things and other.text != nearest.text]
    return bool(holders) and all(
        other.things - clause.things and not other.things & clause.things - rest for other in holders
    )


def _whole(near: str, known: str) -> str:
    """The sentence that a clause of the sources stands in: what leads a clause may hedge it."""
    return next((line for line in re.split(r"[。！？\n]|(?<=[.!?])\s", known) if near in line), near)


def _nearest(clause: Clause, told: Sequence[Clause]) -> Clause | None:
    """The clause that shares most with this one; none where none shares anything."""
    if not told:
        return None
    is_user = claims.speaks_of_user(clause.text)
    scored = [
        (len(clause.things & other.things), claims.speaks_of_user(other.text) == is_user, -index)
        for index, other in enumerate(told)
    ]
    best, _, index = max(scored)
    return told[-index] if best or len(told) == 1 else None


def _is_another_person(clause: Clause, near: Clause, known: str) -> bool:
    """Whether a clause says of one person what its source says of another."""
    mine, theirs = claims.relations_in(clause.text), claims.relations_in(near.text)
    words = things(known)
    if any(not words & set(wording.IMPLIES.get(each, "").split()) for each in set(mine) - words):
        return True
    my_names, their_names = claims.names_in(clause.text), claims.names_in(near.text)
    if my_names and their_names and not any(_is_in(name, near.text.casefold()) for name in my_names):
        return not mine or not set(mine) & set(theirs)
    if _has_other_persons(clause, near, my_names, their_names):
        return True
    is_user = claims.speaks_of_user(clause.text)
    if is_user and not claims.says_having(clause.text) and claims.is_led_by_another(near.text, clause.things):
        return True
    if is_user and not mine:
        is_theirs = bool(theirs or their_names) and not claims.speaks_of_user(near.text)
        return (is_theirs and not re.search(r"\b(?:you|me|my)\b|我", near.text, re.I)) or _leads_other(
            near.text, theirs
        )
    return False


def _has_other_persons(
    clause: Clause, near: Clause, my_names: Sequence[str], their_names: Sequence[str]
) -> bool:
    """Whether a clause that says nearly what its source says names only other persons than it does."""
    mine = {*my_names, *claims.relations_in(clause.text)} | (
        {claims.USER} if people.names_user(clause.text) else set()
    )
    theirs = {*their_names, *claims.relations_in(near.text)}
    theirs |= {claims.USER} if people.names_user(near.text) else set()
    if not mine or not theirs or any(name in other or other in name for name in mine for other in theirs):
        return False
    words = clause.things - {thing for name in my_names for thing in things(name)} - set(wording.RELATIONS)
    return len(words & near.things) >= max(2, 0.6 * len(words))


def _leads_other(near: str, relations: Sequence[str]) -> bool:
    """My sister …, 我妹妹…: the clause is about the relation, although it names the user."""
    head = _RELATION_FIRST.match(near)
    return head is not None and bool(set(claims.relations_in(head.group())) & set(relations))


def _word_fault(
    sentence: str, texts: Sequence[str], similarity: Similarity | None, same_word: SameWord | None
) -> str:
    """ "words" where the sources do not say enough of a sentence. Likeness of meaning may outweigh missing words only."""
    together = "\n".join(texts)
    mine, theirs = figures.words_of(sentence), figures.words_of(together)
    if not mine.weight:
        return "" if any(map(str.isdecimal, sentence)) else "words"
    # An address or a code alone is in no language: where all of it stands in the source, nothing needs translating.
    if foreign.is_foreign(sentence, texts) and mine.covered_by(theirs) < mine.weight:
        return foreign.fault(sentence, together, same_word)
    if _adds(mine, theirs, things(together)):
        return "words"
    if not (_joins_subjects(sentence, texts) or _lacks_words(sentence, mine, together, same_word)):
        return ""
    return "" if similarity is not None and _is_near(sentence, texts, similarity) else "words"


def _is_near(sentence: str, texts: Sequence[str], similarity: Similarity) -> bool:
    """Whether a sentence means nearly what a line of its sources, or all of them together, mean."""
    lines = list(dict.fromkeys(line for text in texts for line in text.splitlines() if line.strip()))
    return max(similarity(sentence, [*lines[:_MOST_LINES], "\n".join(lines)])) >= MEANING


def _joins_subjects(sentence: str, texts: Sequence[str]) -> bool:
    """Whether a clause joins the subject of one clause of its only source with what another says of another subject."""
    if len(texts) != 1:
        return False
    told = clauses(people.resolved(texts[0], claims.names_in))
    pairs = [
        (clause, nearest) for clause in clauses(sentence) if (nearest := _nearest(clause, told)) is not None
    ]
    return any(_is_mixed(clause, nearest, told) for clause, nearest in pairs)


def _lacks_words(sentence: str, mine: Words, together: str, same_word: SameWord | None) -> bool:
    """Whether the sources, which are in the same language, lack a place, a clause or half of the words of a sentence."""
    theirs = figures.words_of(together)
    if any(not place & theirs.all for place in claims.places_in(sentence)):
        return True
    for clause in clauses(sentence):
        own = figures.words_of(clause.text)
        if own.weight >= 2.5 and own.covered_by(theirs) / own.weight < CLAUSE_WORDS:
            return True
    weight = mine.weight - len((mine.things & (LIGHT | FREE)) - theirs.things)
    held = mine.covered_by(theirs)
    if same_word is not None and held < mine.weight:
        words, parts = counterparts.in_sources(sentence, together, same_word)
        held += len(words) + counterparts.weight_of(parts, mine, theirs)
    is_eased = figures.has_measure(sentence) or claims.opposites(sentence, together)  # not late: on time
    return held / max(weight, 1.0) < (WORDS_BESIDE_FIGURES if is_eased else WORDS)


def _adds(mine: Words, theirs: Words, known: frozenset[str]) -> bool:
    """Whether a sentence says all that its sources say and something more: then the more is told by nobody."""
    characters = frozenset("".join(theirs.runs))
    added = (mine.things - known - LIGHT - FREE) | {
        run for run in mine.runs if len(run) > 1 and not characters & set(run)
    }
    # A character may be left: 做了 for 接受了.
    has_left_out = theirs.weight - theirs.covered_by(mine) > 0.5
    return bool(added) and not has_left_out and mine.covered_by(theirs) >= 2
