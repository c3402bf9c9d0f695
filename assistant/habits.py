"""What shows only over time: a topic asked about on five days, a form of answer asked for three times.

Each gives one inferred candidate whose evidence are the messages with their dates; the vault's gate decides whether it
becomes a proposal or a memory. Follows the design page "Memory core, What is learnt from repetition".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise

from assistant.asked import asked_attributes, is_question
from assistant.extraction.answer_forms import AnswerForm, forms_asked_for
from assistant.language import language_of
from vault import Vault, fold, slots
from vault.past_words import said_before
from vault.records import Candidate, Evidence, Layer, Memory, SourceKind, State, Turn
from vault.times import zone_of
from vault.topics import topics_of, topics_of_memory

INTEREST_DAYS = 5
HABIT_SHOWINGS = 3
CONFIDENCE = (
    0.75  # above the gate's threshold for what was inferred: it rests on several messages of the user
)
_LOOK_BACK = timedelta(days=365)
_MOST_COMPARED = 400  # earlier messages that share a word with the question: 0.3 s on a busy machine
_TASTES = frozenset({"interest", "likes", "dislikes", "hobby", "favourite", "prefer", "activity", "habit"})
_ASKED_OF_THINGS = frozenset({"price", "budget", "headcount"})  # "what does it cost" is about the thing
_ABOUT_THE_VAULT = re.compile(
    r"\b(?:did|have|had) I (?:ever )?(?:say|said|tell|told|mention|ask)|\b(?:you know|remember|forget|who am I)\b"
    r"|我(?:之前|以前|上次)?(?:说过|提过|讲过|问过|告诉)|你(?:还)?(?:记得|知道)|忘(?:了|记|掉)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3400-\u9fff\uf900-\ufaff]+(?:[-'’][^\W_]+)*")


def repeated(vault: Vault, question: Turn, scope: str) -> list[Candidate]:
    """What this message completes: habits of form, and an interest. Any thread; reads the vault."""
    return [*_form_habits(vault, question, scope), *_interests(vault, question, scope)]


# the form of answers


def _form_habits(vault: Vault, question: Turn, scope: str) -> list[Candidate]:
    asked = forms_asked_for(question.text, language_of(question.text, "en"))
    if not asked:
        return []
    earlier = said_before(vault, question, scope=scope, since=question.said_utc - _LOOK_BACK, fragments=())
    showings: dict[str, list[tuple[Turn, AnswerForm]]] = {}
    for turn in (*earlier, question):
        for form in forms_asked_for(turn.text, language_of(turn.text, "en")):
            showings.setdefault(form.kind, []).append((turn, form))
    made = []
    for form in asked:
        occasions = {(turn.conversation_id, _day(turn)): (turn, shown) for turn, shown in showings[form.kind]}
        if len(occasions) >= HABIT_SHOWINGS and not _is_declared(vault, form, scope):
            evidence = tuple(_quote(turn, shown.start, shown.end) for turn, shown in occasions.values())
            made.append(
                _candidate(form.attribute, form.claim, form.value, evidence, last=question, scope=scope)
            )
    return made


def _is_declared(vault: Vault, form: AnswerForm, scope: str) -> bool:
    """Whether the user has said it in so many words, or said how long answers are to be: a habit adds nothing."""
    declared = [
        memory
        for memory in vault.memories.list(scope=scope)
        if slots.rules_of(memory.attribute).is_answer_style and memory.source is not SourceKind.INFERRED
    ]
    if any(slots.base_of(memory.attribute) == form.attribute == "answer_length" for memory in declared):
        return True
    return any(form.kind == other.kind for m in declared for other in forms_asked_for(m.claim, m.language))


# topics


def _interests(vault: Vault, question: Turn, scope: str) -> list[Candidate]:
    about = _topics_asked(question)
    if not about:
        return []
    fragments = [
        topic if fold.is_cjk(topic[0]) else topic[: max(3, len(topic) - 1)] for topic in sorted(about)
    ]
    earlier = said_before(
        vault,
        question,
        scope=scope,
        since=question.said_utc - _LOOK_BACK,
        fragments=fragments,
        most=_MOST_COMPARED,
    )
    by_topic: dict[str, dict[date, Turn]] = {topic: {_day(question): question} for topic in about}
    for turn in earlier:
        for topic in about & _topics_asked(turn):
            by_topic[topic].setdefault(_day(turn), turn)
    often = {topic: days for topic, days in by_topic.items() if len(days) >= INTEREST_DAYS}
    phrase, topics = _phrase(question.text, often)
    if not phrase or _is_known_taste(vault, topics, scope):
        return []
    days = {day: turn for topic in topics for day, turn in often[topic].items()}
    evidence = tuple(_quote(days[day], 0, len(days[day].text)) for day in sorted(days))
    is_chinese = language_of(question.text, "en") == "zh"
    claim = f"对{phrase}感兴趣" if is_chinese else f"Interested in {phrase}"
    return [_candidate("interest", claim, phrase, evidence, last=question, scope=scope)]


def _topics_asked(turn: Turn) -> frozenset[str]:
    """What a question is about; none where it asks for what the vault knows of the user."""
    text = turn.text
    asks_of_user = set(asked_attributes(text)) - _ASKED_OF_THINGS
    if not is_question(text) or asks_of_user or _ABOUT_THE_VAULT.search(text):
        return frozenset()
    forms = forms_asked_for(text, language_of(text, "en"))
    return topics_of(text) - frozenset().union(*(topics_of(text[form.start : form.end]) for form in forms))


def _phrase(text: str, often: Mapping[str, Mapping[date, Turn]]) -> tuple[str, frozenset[str]]:
    """The longest run of recurring words as it stands in the question, and the topics in it; of equals the oftenest."""
    words = list(_WORD.finditer(text))
    runs: list[tuple[int, int, frozenset[str]]] = []
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + 12) + 1):
            run = words[start:end]
            if any(text[a.end() : b.start()].strip() for a, b in pairwise(run)):
                break
            spoken = text[run[0].start() : run[-1].end()]
            topics = topics_of(spoken)
            needed = len(run) - 1 if fold.is_cjk(fold.fold(spoken)[0]) else len(run)
            if topics and topics <= often.keys() and len(topics) >= needed:
                runs.append((run[0].start(), run[-1].end(), topics))
    if not runs:
        return "", frozenset()
    start_at, end_at, topics = max(
        runs, key=lambda run: (min(len(often[t]) for t in run[2]), run[1] - run[0])
    )
    return text[start_at:end_at], topics


def _is_known_taste(vault: Vault, topics: frozenset[str], scope: str) -> bool:
    return any(
        slots.base_of(memory.attribute) in _TASTES and topics <= topics_of_memory(memory)
        for state in (State.ACTIVE, State.PROPOSED)
        for memory in _of_scope(vault, state, scope)
    )


def _of_scope(vault: Vault, state: State, scope: str) -> Sequence[Memory]:
    return vault.memories.list(state, scope=scope)


def _day(turn: Turn) -> date:
    return turn.said_utc.astimezone(zone_of(turn.zone)).date()


def _quote(turn: Turn, start: int, end: int) -> Evidence:
    return Evidence("turn", turn.id, turn.text[start:end], start, end, turn.said_utc, turn.conversation_id)


def _candidate(
    attribute: str, claim: str, value: str, evidence: tuple[Evidence, ...], *, last: Turn, scope: str
) -> Candidate:
    return Candidate(
        attribute,
        claim,
        Layer.PREFERENCE,
        value,
        evidence,
        scope=scope,
        source=SourceKind.INFERRED,
        confidence=CONFIDENCE,
        language=language_of(last.text, "en"),
        said_utc=last.said_utc,
    )
