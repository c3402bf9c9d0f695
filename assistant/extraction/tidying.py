"""The last look at a finding, in one place for both languages, before a candidate is made of it.

A time phrase is cut from a value that is no time, and from a subject; what is done on one day is an event and no habit;
what consists of words that name nothing is left out. Follows the design page "Memory core, Write gate".
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from assistant.extraction import english_words
from assistant.extraction.findings import Clause, Finding
from vault import slots, times
from vault.records import USER, Layer, Precision

_I = re.IGNORECASE
# Values that name a place, a person, a thing or a job: a time beside them is when it began.
_TIMELESS = frozenset(
    "city home address hometown employer work_place role profession school department holder relation "
    "condition medication diet allergy pet nickname surname native_language works".split()
)
_DOINGS = frozenset({"habit", "activity"})
_NEED_NO_DETAIL = frozenset({"uses", "owns", "prefer", "favourite"})
_NEVER_JUNK = frozenset(
    {"name", "nickname", "surname", "holder", "relation", "pet", "note", "email", "phone"}
)
_TAIL_EN = re.compile(
    r"[,\s]+(?:(?:(?:back|since|in|on|at|from|by|until|till|for|during|as of|starting|ever|just|early|late|around|about|only)\s+)*$|"
    r"(?:now|nowadays|these days|at the moment|currently|again|lately|so far|for now|for good|for the time being|any ?more|at last|already|"
    r"(?:ever )?since (?:I|we|my|our|he|she|childhood|birth|then)\b.*|for (?:the (?:last|past) )?(?:\w+ )?(?:years|months|weeks|ages)\b.*|as a (?:child|kid|teenager)|from (?:birth|childhood))$)",
    _I,
)
# What one moved for, or with whom, is not the place.
_PURPOSE_EN = re.compile(
    r"\s+(?:for (?:my|our|his|her|the|a|work|good|uni|university|school|love)\b.*|with (?:my|our|his|her|two|three|a)\b.*|because .*|to (?:be|study|work|start|live)\b.*|and (?!-)[a-z].*)$",
    _I,
)
_PLACES = frozenset({"city", "hometown"})
_LEAD_ZH = re.compile(
    r"^(?:从|自|自从|在|起|就|是|才|的时候|时候?|的|份|以来|以后|后|之后|开始|我们?|都|也|又|[，,\s])+"
)
_TAIL_ZH = re.compile(r"(?:从|自|自从|在|于|[，,\s])+$")
_ZH_SUBJECT_TIME = re.compile(
    r"(?:今年|明年|去年|最近|现在|目前|昨天|今天|明天|后天|上个?月|下个?月|上周|下周|这周|周末|以前|平时|每天|每周|刚刚?|已经|一直|也|都|就|还|又|在|是|从|要)+$"
)
_GOING_EN = re.compile(
    r"^(?:leave|fly|go|travel|see|meet|start|finish|move|visit|arrive|return|pick|come|head|set off|drive|take|have|host|get)\b",
    _I,
)
_COMING = re.compile(
    r"\b(?:com(?:es|ing)|visit\w*|arriv\w*|leav\w+|fly\w*|flies|mov(?:es|ing)|return\w*|back|marr\w+|surgery|operat\w+|exam|interview|turns|starts?|staying|dropping|picking)\b|"
    r"来|到|回|走|飞|坐|出发|手术|考|结婚|住院|出院|开学|毕业|搬|面试|过生日|体检",
    _I,
)
_BARE_WEEKDAY = re.compile(
    r"(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: ?(?:morning|afternoon|evening|night)s?)?|(?:周|星期|礼拜)[一二三四五六日天末](?:早上|上午|中午|下午|晚上)?",
    _I,
)
_RECURS = re.compile(
    r"\b(?:every|each|usually|always|never|often|twice|once a|daily|weekly|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|每|总是|通常|经常|平时|一般|从不|从来|逢",
    _I,
)
_EMPTY_EN = frozenset(
    "a an the it its this that these those there here they them he she him her his we us you i me my our your is are was were be been so too also just only very really quite "
    "and or but if then than as of in on at to for with by from up out off all both each same such one ones thing things stuff something anything everything nothing actually "
    "anyway now well still already maybe perhaps always never often not no yes ok okay more less most some any lot bit".split()
)
_EMPTY_ZH = re.compile(
    r"(?:都|也|就|还|在|的|了|是|有|我们?|你们?|他们?|她们?|它们?|大家|自己|这[个些样里边]?|那[个些样里边]?|里|上|不|很|太|真|好|没|和|跟|与|去|来|一|其实|现在|目前|已经|可以|能|会|要|得|着|过|又|再|才|吧|吗|呢|啊|嘛|只|挺|蛮|最|更|比较|一样|一直|什么|东西|事情?|问题|样子?)*"
)
_PRONOUN = re.compile(
    r"(?:he|she|they|it|we|you|this|that|who|somebody|someone|他|她|它|他们|她们|你|您)", _I
)
_ADVERB_DETAIL = re.compile(
    r"(?:so |and |but |well |oh )*(?:actually|anyway|luckily|sadly|honestly|basically|apparently|obviously|unfortunately)\b",
    _I,
)


def tidied(found: Finding, clause: Clause, quote: str, now: datetime, zone: str) -> Finding | None:
    """The finding in its last form, or None where nothing is left that names anything. `quote` are the words it rests on."""
    found = _of_whom(_with_bare_subject(found, clause, now), clause)
    found = _with_bare_value(found, clause, now)
    base, detail = slots.base_of(found.attribute), slots.detail_of(found.attribute)
    if detail and base in _NEED_NO_DETAIL and _says_nothing(detail, clause.language):
        found = replace(found, attribute=base)
    if _is_junk(found, clause.language, now):
        return None
    return _on_its_day(found, clause, quote, now, zone)


def without_time(value: str, language: str, now: datetime) -> str:
    """A value without the time phrase at either end; the value itself where nothing else is in it."""
    for span in times.parse(value, now, language):
        if language == "zh" and not value[: span.start_char].strip("从自在于是就到，, "):
            rest = _LEAD_ZH.sub("", value[span.end_char :])
            return without_time(rest, language, now) if rest else value
        if not value[span.end_char :].strip(" .,!了的"):
            rest = (_TAIL_ZH if language == "zh" else _TAIL_EN).sub("", value[: span.start_char])
            return without_time(rest.rstrip(" ,，"), language, now) if rest.strip() else value
    if language == "en":
        rest = _TAIL_EN.sub("", value)
        return rest if rest.strip() else value
    return value


def _with_bare_value(found: Finding, clause: Clause, now: datetime) -> Finding:
    base = slots.base_of(found.attribute)
    if base not in _TIMELESS or not isinstance(found.value, str) or found.wants_quantity:
        return found
    value = without_time(found.value, clause.language, now)
    if base in _PLACES and clause.language == "en":
        value = _PURPOSE_EN.sub("", value) or value
        value = without_time(value, "en", now)
    return replace(found, value=value)


_OF_PERSON_EN = re.compile(
    rf"(?P<who>(?:my|our) (?P<k>(?:{english_words.KIN})(?: (?-i:[A-Z][\w-]+))?)|(?P<n>(?-i:[A-Z][a-z'’-]+))(?= (?:is|are) (?:coming|visiting|arriving|staying|flying|moving|getting|having|leaving|returning)))"
    r"(?:['’]s|['’]re| is| are| comes?| visits?| arrives?| stays?| gets?| will| moves?| flies| leaves?| returns?) ",
    _I,
)


def _of_whom(found: Finding, clause: Clause) -> Finding:
    """ "My mum is visiting from …" lies ahead for mum, not only for the one who tells it."""
    if found.subject != USER or found.layer is not Layer.EVENT or clause.language != "en":
        return found
    of = _OF_PERSON_EN.match(clause.text)
    if not of or slots.base_of(found.attribute) not in (
        "appointment",
        "plan",
        "event",
        "deadline",
    ):
        return found
    who = of["k"] or of["n"]
    name = re.search(r"\b[A-Z][\w-]+", who)
    return replace(found, subject=who, attribute="event", is_plan=False, entities=(name[0],) if name else ())


def _with_bare_subject(found: Finding, clause: Clause, now: datetime) -> Finding:
    """爸周日 is 爸; what was cut is told by the date."""
    if found.subject == USER or clause.language != "zh":
        return found
    bare = _ZH_SUBJECT_TIME.sub("", found.subject)
    for span in reversed(times.parse(bare, now, "zh")):
        if span.start_char and not bare[span.end_char :].strip("的"):
            bare = bare[: span.start_char]
    return replace(found, subject=bare) if bare else found


def _is_junk(found: Finding, language: str, now: datetime) -> bool:
    base, detail = slots.base_of(found.attribute), slots.detail_of(found.attribute)
    if base in _NEVER_JUNK:
        return False
    if isinstance(found.value, str) and found.value and _says_nothing(found.value, language):
        return True
    if _PRONOUN.fullmatch(found.subject):
        return True
    if language == "zh" and found.subject.endswith(("的", "了")):
        return True
    if not detail:
        return False
    if _ADVERB_DETAIL.match(detail) or _says_nothing(detail, language):
        return True
    if base != "location":
        return False
    # 三月份 and 从2018年起就住 are no things that lie somewhere.
    return not without_all_times(detail, language, now) or bool(
        language == "zh" and re.match(r"(?:从|自|在|被|让|给|跟|和|把|都|也|就|还)", detail)
    )


def without_all_times(text: str, language: str, now: datetime) -> str:
    """What a text says beside times."""
    for span in reversed(times.parse(text, now, language)):
        text = text[: span.start_char] + text[span.end_char :]
    return text.strip(" ,，的在从份")


def _says_nothing(text: str, language: str) -> bool:
    if language == "zh" and re.search(r"[\u4e00-\u9fff]", text):
        return _EMPTY_ZH.fullmatch(re.sub(r"[\s，,。.、]", "", text)) is not None
    words = re.findall(r"[\w']+", text.lower())
    return (
        bool(words) and all(word in _EMPTY_EN for word in words) and not re.search(r"[\u4e00-\u9fff]", text)
    )


def _on_its_day(found: Finding, clause: Clause, quote: str, now: datetime, zone: str) -> Finding:
    """What somebody does on one day is an event, and a plan where only the month is known: "I leave on Friday"."""
    base = slots.base_of(found.attribute)
    is_others = base == "about" and found.subject != USER
    if found.is_negated or not (base in _DOINGS or is_others) or _RECURS.search(quote):
        return found
    spans = [
        span
        for span in times.parse(quote, now, clause.language, zone=zone)
        if span.is_dated and not (span.relation == "at" and _is_any_week(span, quote, found))
    ]
    first = next((span for span in spans if span.relation in ("at", "since")), None)
    if first is None or (first.relation == "since" and not any(span.relation == "until" for span in spans)):
        return found
    if first.tense == "past":
        return found if is_others else replace(found, attribute="event", layer=Layer.EVENT)
    is_exact = first.precision in (Precision.DAY, Precision.MINUTE)
    if first.tense == "present" and not is_exact:
        return found  # this year, this month: what goes on now
    if is_others:
        return replace(found, attribute="event", layer=Layer.EVENT, is_ahead=True)
    attribute = "appointment" if is_exact else "plan"
    return replace(found, attribute=attribute, layer=Layer.EVENT, is_ahead=True, is_plan=not is_exact)


def _is_any_week(span: times.TimeSpan, quote: str, found: Finding) -> bool:
    """A bare weekday may be that of every week, but not of what one sets out to do."""
    said = quote[span.start_char : span.end_char]
    if not _BARE_WEEKDAY.fullmatch(said) or re.search(r"(?:上|下|本|这)个?$", quote[: span.start_char]):
        return False
    return not (_GOING_EN if found.subject == USER else _COMING).search(str(found.value))
