"""The order of reading: a message to sentences, sentences to clauses, clauses past the guards to the rules.

Keeps track of whom a clause without a subject is about, and of text that was handed over for a job.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from assistant.extraction import chinese_words, contacts, english_words, guards, people_meant
from assistant.extraction.candidates import Setting, build
from assistant.extraction.clauses import Sentence, language_of, own_words, sentences
from assistant.extraction.confirmations import confirmed_statement
from assistant.extraction.corrections import corrects, short_correction
from assistant.extraction.findings import Clause, Known, finding
from assistant.extraction.limits import attached
from assistant.extraction.matching import found_by
from assistant.extraction.openings import (
    KEEP_ZH,
    LEAD_EN,
    LEAD_ZH,
    announces_several,
    opened,
)
from assistant.extraction.pieces import Piece, is_list, pieces
from assistant.extraction.rules import RULES, STRICT_RULES
from vault.records import UNIVERSAL, USER, Candidate, Evidence, Role, Turn

_I = re.IGNORECASE
_EN_ME = re.compile(r"(?:I|I'm|I’m|I've|I’ve|I'll|my|we|we're|we've|our)\b", _I)
_EN_OTHER_OWNER = re.compile(rf"my (?:new )?(?:{english_words.KIN}|{english_words.ROLE})\b", _I)
_GROWING = (
    "likes",
    "dislikes",
    "prefer",
    "habit",
    "event",
    "note",
    "plan",
    "pet",
    "about",
    "diet",
    "answer_format",
    "activity",
)
_ZH_DEPENDENT = re.compile(
    r"(?:叫|名叫|住[一二两三四五六七八九十\d]|不(?![在住吃喝])|没|只|但|要|少|多|最好|尤其|特别是|除了|因为|所以|加|后来|然后|结果|而且|并且|也(?!有|养|会)|或者|还是|包括|比如|例如|大概|每次|一直)"
)
_EN_ELLIPSIS = re.compile(
    r"(?:am|live|work|have|own|keep|speak|play|prefer|like|love|hate|moved|study|drive|use|collect|don't|can't|never)\b",
    _I,
)
_ZH_ME = re.compile(
    r"(?:^|[^给让跟和对帮教陪替被把向问等离比])我(?!们?(?:家)?的?(?:"
    + chinese_words.KIN
    + "|"
    + chinese_words.ROLE
    + "))|^本人|^咱"
)

# 不是70个人，同学会来85个人: what is denied first makes what follows a correction.
_DENIES = re.compile(r"(?:不是|不对|错了|记错|说错|搞错)[^，。]{0,12}$|not [\w .-]{1,20}$", _I)
_ZH_PARTICLE = re.compile(r"(?<=[\u4e00-\u9fff]{3})[呀啊哦喔噢啦嘛哈]+[~～]*$")

# A longer clause is no declaration, and the patterns' time grows with its square.
_LONGEST_CLAUSE = 400


@dataclass(slots=True)
class _Reading:
    """Where the reading of one message stands."""

    setting: Setting
    known: Known
    candidates: list[Candidate] = field(default_factory=list)
    subject: str = USER
    people: list[people_meant.Person] = field(default_factory=list)  # mentioned so far, the last one last
    in_payload: bool = False
    is_requested: bool = False
    is_continued: bool = False
    in_facts: bool = False  # "two things to remember: …" opened the message
    in_list: bool = False  # the message lists facts by label
    topic: str = ""  # whom the list is about, where that is not the user
    opening: str = ""  # the words that opened the clause being read
    corrects: bool = False  # the words that opened the sentence said so ("Actually, …")


def extract(
    turn: Turn,
    *,
    previous: Sequence[Turn] = (),
    now: datetime | None = None,
    scope: str = UNIVERSAL,
    known: Known | None = None,
) -> list[Candidate]:
    """The candidates of one turn of the user, in reading order; empty for any other role.

    `previous` are the turns before it in the conversation, oldest first; `now` (aware) defaults to when the turn was said,
    and dates are resolved in the turn's zone.
    """
    if turn.role is not Role.USER or guards.is_cancelled(turn.text):
        return []
    setting = Setting(turn, now or turn.said_utc, scope)
    reading = _Reading(setting, known or Known())
    confirmed = confirmed_statement(turn.text, previous, language_of(turn.text))
    if confirmed:
        return _confirmed(reading, confirmed)
    reading.people = _people_before(previous, reading.known)
    own = own_words(turn.text)
    reading.in_list = is_list(sentences(own))
    is_foreign = guards.is_injection(turn.text)
    for sentence in sentences(own):
        if is_foreign and guards.is_injection(sentence.text):
            reading.in_payload = True
        if not reading.in_payload:
            _read_sentence(reading, sentence, previous)
    return _distinct(attached(reading.candidates, lambda: _earlier(previous, reading)))


def _confirmed(reading: _Reading, confirmed: tuple[str, Turn, str]) -> list[Candidate]:
    """The confirmed question as a statement; the evidence is the user's confirmation with the question it answers."""
    statement, asked, question = confirmed
    turn = reading.setting.turn
    language = language_of(statement)
    clause = Clause(statement, 0, len(statement), language)
    found = found_by(clause, reading.known, RULES[language]) or [finding(clause, "note", statement)]
    spoken = replace(turn, text=statement)
    start = asked.text.find(question)
    evidence = (
        Evidence("turn", turn.id, turn.text, 0, len(turn.text), turn.said_utc, turn.conversation_id),
        Evidence(
            "turn", asked.id, question, start, start + len(question), asked.said_utc, asked.conversation_id
        ),
    )
    made = [build(one, clause, statement, replace(reading.setting, turn=spoken)) for one in found[:1]]
    return [replace(one, evidence=evidence, confidence=0.8) for one in made if one]


def _read_sentence(reading: _Reading, sentence: Sentence, previous: Sequence[Turn]) -> None:
    text, start, requested = opened(sentence)
    requested = requested or (reading.in_facts and not guards.is_task(text, sentence.language))
    reading.in_facts = reading.in_facts or announces_several(sentence.text)
    reading.is_requested = requested or (reading.is_requested and sentence.mark == "")
    if _kept_from_forgetting(reading, sentence):
        return
    if guards.is_hypothetical(text, sentence.language):
        return
    if not requested and guards.is_task(text, sentence.language):
        reading.in_payload = guards.carries_payload(text)
    if text.endswith((":", "：")) and not contacts.is_about_user(text) and not contacts.fields(text):
        reading.topic = contacts.topic_of(text)
    if guards.introduces_text(text):
        reading.in_payload = True
        return
    earlier = reading.candidates or _earlier(previous, reading)
    short = short_correction(reading.setting.turn, sentence.text, sentence.start, sentence.language, earlier)
    if short and not (sentence.mark and sentence.mark[0] in "?？"):
        reading.candidates += short
        return
    before = len(reading.candidates)
    inner = Sentence(text, start, start + len(text), sentence.mark, sentence.language)
    reading.corrects = corrects(sentence.text[: start - sentence.start], sentence.language)
    _read_clauses(reading, inner, requested)
    if requested and len(reading.candidates) == before:
        _note(reading, inner)


def _kept_from_forgetting(reading: _Reading, sentence: Sentence) -> bool:
    """千万别把我妈的生日忘了，是…: what must not be forgotten, and what it is, read as one statement."""
    match = KEEP_ZH.match(sentence.text)
    if not match:
        return False
    statement = match["what"] + match["rest"]
    clause = Clause(statement, sentence.start, sentence.end, "zh", is_requested=True)
    found = found_by(clause, reading.known, RULES["zh"]) or [finding(clause, "note", statement)]
    made = build(replace(found[0], claim=statement), clause, sentence.text, reading.setting)
    if made:
        reading.candidates.append(made)
    return True


def _note(reading: _Reading, sentence: Sentence) -> None:
    """What the user asked to keep and no rule knows is kept in their words."""
    if (
        guards.is_secret(sentence.text)
        or guards.is_question(sentence.text, sentence.mark, sentence.language)
        or len(sentence.text) < 3
    ):
        return
    clause = Clause(sentence.text, sentence.start, sentence.end, sentence.language, is_requested=True)
    made = build(finding(clause, "note", sentence.text), clause, sentence.text, reading.setting)
    if made:
        reading.candidates.append(made)


def _read_clauses(reading: _Reading, sentence: Sentence, requested: bool) -> None:
    language, parts = sentence.language, pieces(sentence, reading.in_list)
    has_field = any(part.field for part in parts)
    if contacts.is_about_user(sentence.text) or not (has_field or sentence.text.endswith((":", "："))):
        reading.topic = ""
    is_asking = guards.is_question(sentence.text, sentence.mark, language)
    in_task, last_open = False, False
    for index, whole in enumerate(parts):
        part = _without_opening(reading, whole)
        piece = reading.setting.turn.text[part.start : part.end]
        if len(piece) > _LONGEST_CLAUSE:
            last_open = False
            continue
        if not requested and not part.field and guards.is_task(piece, part.language):
            in_task, last_open = True, False
            if guards.carries_payload(piece):
                return
            continue
        if not requested and not part.field and guards.is_work(piece, part.language):
            last_open = False
            continue
        mark = sentence.mark if index == len(parts) - 1 else ""
        if (
            guards.is_secret(piece)
            or guards.is_injection(piece)
            or guards.is_question(piece, mark, part.language)
        ):
            last_open = False
            continue
        clause = _clause(reading, part, piece, index == 0)
        clause = replace(clause, is_strict=in_task or (is_asking and not requested), is_requested=requested)
        if in_task and (not clause.has_subject or (part.field and not part.field.is_own)):
            continue
        if index and _DENIES.match(reading.setting.turn.text[parts[index - 1].start : parts[index - 1].end]):
            clause = replace(clause, corrects=True)
        before = len(reading.candidates)
        last_open = _read_clause(reading, clause, sentence, last_open)
        is_before_field = index + 1 < len(parts) and parts[index + 1].field is not None
        if is_before_field and len(reading.candidates) == before:
            reading.topic = contacts.topic_of(piece) or reading.topic


def _without_opening(reading: _Reading, part: Piece) -> Piece:
    """A piece without "By the way," and other words that only open it, and without the particles that close it."""
    piece = reading.setting.turn.text[part.start : part.end]
    reading.opening = ""
    lead = LEAD_EN.match(piece) if part.language == "en" else LEAD_ZH.match(piece)
    if part.field:
        return part
    opens = lead.end() if lead and lead.end() < len(piece) else 0
    reading.opening = piece[:opens]
    # 呀, 哦 and their like only colour a statement; a name must not end with one.
    tail = _ZH_PARTICLE.search(piece) if part.language == "zh" else None
    return replace(part, start=part.start + opens, end=part.start + (tail.start() if tail else len(piece)))


def _clause(reading: _Reading, part: Piece, piece: str, is_first: bool) -> Clause:
    """The clause with its subject: its own, or that of the clause before it in the sentence."""
    language, field = part.language, part.field
    if is_first and (field is None or field.is_own):
        reading.subject, reading.is_continued = USER, False
    if language == "zh":
        own, has_subject = _zh_subject(piece)
    else:
        own = bool(_EN_ME.match(piece)) and not _EN_OTHER_OWNER.match(piece)
        has_subject = is_first or not _EN_ELLIPSIS.match(piece)
    if own or (field and field.is_own):
        reading.subject = USER
    elif field and reading.topic:
        reading.subject = reading.topic
    elif whom := people_meant.meant(piece, language, reading.people):
        reading.subject = whom
    clause = Clause(piece, part.start, part.end, language, has_subject, reading.is_continued, reading.subject)
    reading.is_continued = own or (reading.is_continued and not has_subject)
    said = corrects(reading.opening + piece, language) or (is_first and reading.corrects)
    return replace(clause, corrects=said, field=field, is_listed=part.is_listed)


def _zh_subject(piece: str) -> tuple[bool, bool]:
    own = bool(_ZH_ME.search(piece))
    return own, own or bool(
        re.match(rf"(?:.{{0,6}}我|他|她|它|其(?![实他余中])|{chinese_words.KIN}|{chinese_words.ROLE})", piece)
    )


def _read_clause(reading: _Reading, clause: Clause, sentence: Sentence, last_open: bool) -> bool:
    """Adds what the clause says; returns whether a clause after it may belong to the same statement."""
    language = clause.language
    is_weak = guards.is_unsure(clause.text, language) or guards.is_laughing(clause.text)
    rules = (
        STRICT_RULES[language]
        if clause.is_strict or (is_weak and not clause.is_requested)
        else RULES[language]
    )
    may_extend = last_open and language == "zh" and not clause.has_subject and not clause.is_strict
    if (
        may_extend
        and _ZH_DEPENDENT.match(clause.text)
        and not found_by(clause, reading.known, STRICT_RULES["zh"])
    ):
        _extend(reading, clause)
        return True
    found = found_by(clause, reading.known, rules)
    reading.people += people_meant.mentioned(clause.text, language, reading.known.people)
    if not found:
        if may_extend and reading.candidates:
            _extend(reading, clause)
            return True
        return False
    for one in found:
        made = build(one, clause, sentence.text, reading.setting)
        if made:
            reading.candidates.append(made)
    reading.subject = found[-1].subject
    base, _, detail = found[-1].attribute.partition(":")
    if base in ("relation", "holder") and detail:
        names = found[-1].entities
        reading.subject = names[0] if names and clause.text.startswith(names[0]) else detail
    if reading.subject != USER:
        reading.people.append(people_meant.Person(reading.subject))
        reading.is_continued = False
    return found[-1].is_open


def _extend(reading: _Reading, clause: Clause) -> None:
    """Adds a dependent clause (不加糖) to the statement before it."""
    last = reading.candidates[-1]
    quote = last.evidence[0]
    text = reading.setting.turn.text
    gap = text[quote.end : clause.end]
    if quote.start < 0 or len(gap) > 40 or "。" in gap:
        return
    words = text[quote.start : clause.end].rstrip(" .。!！,，")
    evidence = replace(quote, quote=words, end=quote.start + len(words))
    claim = f"{last.claim}{gap}".rstrip(" .。!！,，")
    value = last.value
    if isinstance(value, str) and last.attribute.partition(":")[0] in _GROWING:
        value = f"{value}{gap}".rstrip(" .。!！,，")
    reading.candidates[-1] = replace(last, claim=claim, value=value, evidence=(evidence, *last.evidence[1:]))


def _people_before(previous: Sequence[Turn], known: Known) -> list[people_meant.Person]:
    """Whom the user's message before this one mentioned: a pronoun may mean them still."""
    said = [one for one in previous if one.role is Role.USER][-1:]
    parts = [sentence for one in said for sentence in sentences(own_words(one.text))]
    return [
        person for part in parts for person in people_meant.mentioned(part.text, part.language, known.people)
    ]


def _earlier(previous: Sequence[Turn], reading: _Reading) -> list[Candidate]:
    """What the user's last few turns of this conversation said."""
    turns = [one for one in previous if one.role is Role.USER][-3:]
    return [
        candidate
        for one in turns
        for candidate in extract(one, scope=reading.setting.scope, known=reading.known)
    ]


def _distinct(candidates: list[Candidate]) -> list[Candidate]:
    seen: set[tuple[str, str, str]] = set()
    kept: list[Candidate] = []
    for one in candidates:
        key = (one.subject, one.attribute, one.claim)
        if key not in seen:
            seen.add(key)
            kept.append(one)
    return kept


__all__ = ["extract"]
