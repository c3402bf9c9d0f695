"""Turns a finding into a candidate memory: dates and expiry, numbers in base units, the claim in the user's own words.

Event time comes only from a phrase that was said; only what was still ahead when it was said expires. Follows the design
page "Memory core, Life".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from assistant.extraction.corrections import changed_frame, ended_words
from assistant.extraction.findings import Clause, Finding
from assistant.extraction.people_meant import named_alone, standing_alone
from assistant.extraction.tidying import tidied
from vault import quantities, slots, times
from vault.records import USER, Candidate, Evidence, Precision, Quantity, Sensitivity, Turn

_HEALTH = re.compile(
    r"allerg|medication|diagnos|treated for|surgery|therapy|depress|diabet|cancer|pregnan|blood pressure|"
    r"过敏|過敏|药|確诊|确诊|手术|抑郁|糖尿|高血压|癌|怀孕|备孕|血压|血糖|病历|住院",
    re.IGNORECASE,
)
_UNDATED = frozenset(
    {
        "birthday",
        "permission",
        "phone",
        "email",
        "address",
        "age",
        "budget",
        "number",
        "naming_rule",
        "schedule",
    }
)
_LASTING = frozenset({"habit", "activity", "schedule", "likes", "prefer", "about"})
_WEEKDAY = re.compile(
    r"(?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: ?(?:morning|afternoon|evening|night)s?)?|(?:周|星期|礼拜)[一二三四五六日天末](?:早上|上午|中午|下午|晚上)?)",
    re.IGNORECASE,
)
_ZH_NOUN = re.compile(
    r"^(?:电子)?(?:邮箱|邮件|电话|手机|地址|生日|血型|职业|职位|部门|爱好|身高|体重|老家|母语|名字|车牌|工号|学号)"
)


_ONCE = re.compile(r"\bused to\b|以前|从前|曾经", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and when a turn was said, for everything that is made of it."""

    turn: Turn
    now: datetime
    scope: str


def build(found: Finding, clause: Clause, sentence: str, setting: Setting) -> Candidate | None:
    """The candidate of one finding, or None where it was about a number and holds none."""
    turn = setting.turn
    quote = turn.text[found.start : found.end].rstrip(" .。!！,，;；~～")
    tidy = tidied(found, clause, quote, setting.now, turn.zone)
    if tidy is None:
        return None
    found = tidy
    text = str(found.value).strip(' .。!！,，;；“”"「」') or quote
    value: str | Quantity = text.removesuffix("了") if clause.language == "zh" and len(text) > 2 else text
    if found.wants_quantity:
        quantity = _quantity(found, quote, clause.language)
        if quantity is None and found.attribute.startswith(("budget", "count", "weight", "height")):
            return None
        value = quantity or value
    candidate = Candidate(
        attribute=found.attribute,
        claim=_claim(found, clause, quote),
        layer=found.layer,
        value=value,
        evidence=(
            Evidence(
                "turn",
                turn.id,
                quote,
                found.start,
                found.start + len(quote),
                turn.said_utc,
                turn.conversation_id,
            ),
        ),
        subject=found.subject,
        scope=setting.scope,
        confidence=found.confidence,
        language=clause.language,
        sensitivity=_sensitivity(found, quote),
        entities=found.entities,
        topics=found.topics,
        corrects=found.corrects,
        ends=(found.ends or ended_words(quote, clause.language)) if found.corrects else "",
        changes=(found.changes or changed_frame(quote, clause.language)) if found.corrects else "",
        negated=found.is_negated,
        is_plan=found.is_plan,
        requested=clause.is_requested,
        said_utc=turn.said_utc,
    )
    return _dated(candidate, found, sentence, setting)


def _dated(candidate: Candidate, found: Finding, sentence: str, setting: Setting) -> Candidate:
    """Event time from the clause, else from the sentence it stands in; expiry where it lies ahead."""
    if slots.base_of(candidate.attribute) in _UNDATED and not re.search(
        r"until|till|直到|之前|以前|为止|截至", sentence
    ):
        return candidate
    tense = "future" if found.is_plan or found.is_ahead else None
    language, zone = candidate.language, setting.turn.zone
    # 挪到周三 names the new day and no end.
    quote = str(found.value) if found.changes else candidate.evidence[0].quote
    spans = [
        s
        for s in times.parse(quote, setting.now, language, zone=zone, tense=tense)
        if s.is_dated and not _describes(s, quote) and not _recurs(s, quote, candidate)
    ]
    if not spans and candidate.layer == "event" and not _ONCE.search(quote):
        spans = [
            s for s in times.parse(sentence, setting.now, language, zone=zone, tense=tense) if s.is_dated
        ]
    point = next((s for s in spans if s.relation in ("at", "since")), None)
    until = next((s for s in spans if s.relation in ("until", "before")), None)
    if point and not (point.tense == "past" and found.is_ahead and found.is_plan):
        candidate = replace(candidate, valid_from=point.point)
    if until and until.tense != "past":
        return replace(candidate, valid_until=until.point, expires_utc=until.deadline_utc)
    if found.is_ahead and point and point.tense != "past":
        return replace(candidate, expires_utc=_end_of_day(point))
    return candidate


def _describes(span: times.TimeSpan, quote: str) -> bool:
    """A year that tells which thing is meant (2019年的车) dates the thing, not the statement."""
    return span.precision is Precision.YEAR and quote[span.end_char : span.end_char + 1] in ("的", "款", "产")


def _recurs(span: times.TimeSpan, quote: str, candidate: Candidate) -> bool:
    """A bare weekday beside what somebody does (我们周五发版, "on Thursday nights") names no single day."""
    if slots.base_of(candidate.attribute) not in _LASTING or candidate.is_plan:
        return False
    said = quote[span.start_char : span.end_char]
    return bool(_WEEKDAY.fullmatch(said)) and not re.search(r"(?:上|下|本|这)个?$", quote[: span.start_char])


def _end_of_day(span: times.TimeSpan) -> datetime:
    """Local midnight after an appointment; a coarser phrase ends with its own interval."""
    if span.precision is not Precision.MINUTE:
        return span.end_utc
    local = span.start_utc.astimezone(times.zone_of(span.zone))
    following = (local.replace(tzinfo=None) + timedelta(days=1)).replace(
        hour=0, minute=0, second=0, microsecond=0
    )
    return following.replace(tzinfo=local.tzinfo).astimezone(span.start_utc.tzinfo)


def _quantity(found: Finding, quote: str, language: str) -> Quantity | None:
    spans = quantities.parse(quote, language)
    if not spans:
        return None
    chosen = spans[-1] if found.corrects else spans[0]
    if isinstance(found.value, str) and len(spans) > 1 and not found.corrects:
        chosen = next((s for s in spans if quote[s.start : s.end].strip() in found.value), chosen)
    if re.search(r"\d\s?[万亿块元]", quote):
        language = "zh"  # money counted in 万 is yuan, whatever the language around it
    unit = chosen.unit or slots.default_unit(found.attribute, language)
    return replace(chosen.quantity, unit=unit)


def _sensitivity(found: Finding, quote: str) -> Sensitivity:
    declared = slots.rules_of(found.attribute).sensitivity
    if _HEALTH.search(quote):
        return slots.stricter(declared, Sensitivity.SENSITIVE)
    return slots.stricter(declared, Sensitivity.PERSONAL) if found.subject != USER else declared


def _claim(found: Finding, clause: Clause, quote: str) -> str:
    """The user's own words as one sentence; a subject that stood in the clause before is put in front."""
    text = found.claim or re.sub(r"\s+", " ", quote).strip()
    if clause.language == "en":
        if not clause.has_subject and not found.claim:
            text = f"{named_alone(found.subject, 'en')} {text}"
        text = standing_alone(text, found.subject, "en")
        return text[:1].upper() + text[1:]
    if text.startswith(("我", "本人", "咱")) or (clause.has_subject and not text.startswith(("他", "她"))):
        return text
    if found.subject != USER:
        if text.startswith(("他", "她")):
            return standing_alone(text, found.subject, "zh")
        return (
            text
            if found.subject in text[: len(found.subject) + 4]
            else f"{named_alone(found.subject, 'zh')}{text}"
        )
    if _ZH_NOUN.match(text):
        return f"我的{text}"
    return f"我{text}" if clause.is_continued else text
