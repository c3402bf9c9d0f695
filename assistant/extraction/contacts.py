"""Facts that stand in a row without a verb: 我叫李明，邮箱 …, "I'm Tom, phone …, based in Leeds", one label and value a line.

`fields` finds the labelled values of a sentence with their offsets, so that each becomes a statement of its own before the
rules that read whole clauses could swallow it. Values of a definite shape (e-mail, phone, account) count alone; a name, a
town or a job behind a bare label counts only beside one of those or beside the user's introduction.
"""

from __future__ import annotations

import functools
import re
from dataclasses import replace

from assistant.extraction import chinese_shapes, chinese_words, english, english_words
from assistant.extraction.findings import Clause, Field, Finding, Known, finding
from assistant.extraction.labels import labelled_values
from vault.privacy import PiiType, detect
from vault.records import USER

_I = re.IGNORECASE
_OWN_WORD = re.compile(r"\b(?:I|I'm|me|my|our|us|myself)\b|我|本人|咱", _I)
_GREETING = re.compile(
    r"(?:hi|hello|hey|good (?:morning|afternoon|evening)|你好|您好|大家好|嗨|各位好)(?: (?:there|all|everyone|team))?[!！.]*",
    _I,
)
_BOUNDARY = re.compile(
    r"(?:^|[,，;；、/|·•(（:：]\s*|\s[-–—]\s|[,，\s](?:and|&|or)\s(?:(?:at|on|by e-?mail at)\s)?|(?:和|以及|还有))$",
    _I,
)
_INTRO_EN = re.compile(
    rf"(?:(?:hi|hello|hey)(?: there| all| everyone)?[,!]? )?(?:my (?:full |first )?name(?:'s|’s| is)|I'm|I’m|I am|this is|call me)\s+(?P<v>{english_words.NAME}|[\u4e00-\u9fff]{{2,4}})(?: here)?",
    _I,
)
_INTRO_ZH = re.compile(
    rf"(?:大家好|你好|您好|嗨)?[，,]?(?:我叫|我是|本人|我的名字(?:是|叫)|叫我)\s*(?P<v>[{chinese_words.SURNAME}][\u4e00-\u9fff]{{1,3}}|[A-Za-z][A-Za-z .'-]{{1,30}})"
)
_NO_NAME = re.compile(
    r"(?:\w+(?:ish|ese)|French|German|Italian|Russian|Korean|Indian|American|Canadian|Australian|Mexican|Brazilian|Norwegian|Christian|Muslim|Jewish|So|Very|Not|Sorry|Fine|Ok|Okay|Sure|Back|Done|Here|Busy|Late|In|On|At|From|Based)$",
    _I,
)
_KIN_TOPIC = re.compile(
    rf"my (?:new )?(?P<who>(?:{english_words.KIN}|{english_words.ROLE})(?: (?-i:[A-Z])\w+)*)(?:'s|’s)?|(?:我家?|我们|咱)的?(?P<who_zh>(?:{chinese_words.KIN}|{chinese_words.ROLE})[\u4e00-\u9fff]{{0,3}})的?",
    _I,
)
_GENERAL = ("number", "attribute", "habit", "name", "nickname", "location", "activity")
_CONTACTS = frozenset((PiiType.EMAIL, PiiType.PHONE))
_CONTACT_WORDS = re.compile(
    r"(?:'s|’s)?\s*\b(?:e-?mail|phone|mobile|telephone|contact|number|address|tel)\b|(?:电子)?(?:邮箱|邮件|电话|手机|座机)(?:地址|号码?)?|号码?$",
    _I,
)
_SELF_BASES = ("city", "home", "hometown", "birthday", "age", "role", "employer", "department", "diet")
_OWNED_JOB = re.compile(rf"{chinese_words.JOB}")


@functools.lru_cache(maxsize=256)
def fields(text: str) -> tuple[Field, ...]:
    """The labelled values of one sentence in order; none overlap. Weak ones are marked, not left out."""
    found = sorted(labelled_values(text), key=lambda one: (one.start, -one.end))
    kept: list[Field] = []
    for one in found:
        last = kept[-1].end if kept else 0
        if one.start >= last and _stands_apart(text, one.start, last, bool(kept)):
            kept.append(one)
    return tuple(kept)


def introduces_user(text: str) -> bool:
    """Whether a sentence begins with the user's own name: "I'm Tom, …", 我叫李明，…."""
    return bool(_INTRO_EN.match(text) or _INTRO_ZH.match(text))


def introduction_end(text: str) -> int:
    """Where the words that give the user's name end, if a comma or bracket follows them; else 0."""
    match = _INTRO_EN.match(text)
    return match.end() if match and re.match(r"\s*[,;(|/–—]", text[match.end() :]) else 0


def names_user(text: str) -> bool:
    """Whether a sentence opens with words that give nothing but a name: "My name is Ann Lee, …", "I'm Ann Lee, …"."""
    match = _INTRO_EN.match(text)
    sure = match and (re.match(r".*\b(?:name|call me)\b", match[0], _I) or " " in match["v"])
    if match and re.match(r"\s*,\s*(?:an? |\d\d\b)", text[match.end() :]) and not _NO_NAME.match(match["v"]):
        return True
    return bool(sure and introduction_end(text)) or bool(_INTRO_ZH.match(text))


def topic_of(text: str) -> str:
    """Whom or what a list is about where that is not the user: 张经理, "Ann Lee", 我妹妹, "my landlord"; else empty."""
    core = re.sub(
        r"的?(?:联系方式|联系信息|信息|资料)$|(?:'s)? (?:contact )?(?:details|information|info|contacts?)$",
        "",
        text.strip(" :：,，"),
    )
    kin = _KIN_TOPIC.fullmatch(core)
    if kin:
        return kin["who"] or kin["who_zh"]
    short = len(core.split()) <= 4 and len(core) <= 30
    return core if core and short and not is_about_user(core) else ""


def is_about_user(text: str) -> bool:
    """Whether words before a list speak of the user or only greet."""
    return bool(_OWN_WORD.search(text)) or bool(_GREETING.fullmatch(text.strip()))


def _stands_apart(text: str, start: int, last: int, has_field: bool) -> bool:
    """A label is one only at the start, after a mark, right after another field, or after the user's name."""
    if start == 0 or _BOUNDARY.search(text[:start]):
        return True
    between = text[last:start].strip(" ,，")
    if has_field and not between:
        return True
    return bool(_INTRO_EN.fullmatch(between) or _INTRO_ZH.fullmatch(between))


def find_listed(clause: Clause, known: Known) -> list[Finding]:
    """What one labelled value says, or a piece of a list about the user that has no label (a name, a town, a job)."""
    if clause.field:
        return [_labelled(clause, clause.field)]
    if not clause.is_listed or clause.subject != USER:
        return []
    return _named(clause) or _of_self(clause, known)


def _labelled(clause: Clause, field: Field) -> Finding:
    if clause.language == "zh":
        owner = "我" if clause.subject == USER else clause.subject
        claim = f"{owner}的{field.noun_zh}是{field.value}"
    else:
        owner = f"My {clause.subject}'s" if clause.subject[:1].islower() else f"{clause.subject}'s"
        owner = "My" if clause.subject == USER else owner
        claim = f"{owner} {field.noun_en} is {field.value}"
    has_verb = re.search(r"是|为|\b(?:is|are)\b|改|换", clause.text, _I) is not None and field.is_own
    made = finding(clause, field.attribute, field.value)
    entities = (field.value,) if field.attribute == "name" else ()
    return replace(made, claim="" if has_verb else claim, is_open=False, entities=entities)


def _named(clause: Clause) -> list[Finding]:
    match = _INTRO_EN.fullmatch(clause.text) or _INTRO_ZH.fullmatch(clause.text)
    if not match or _NO_NAME.match(match["v"]):
        return []
    if (
        clause.language == "zh"
        and clause.text.startswith("我是")
        and chinese_shapes.NO_NAME_END.search(match["v"])
    ):
        return []
    is_call = re.match(r"call me|叫我", clause.text, _I)
    made = finding(clause, "nickname" if is_call else "name", match["v"])
    return [replace(made, entities=(match["v"].strip(),), is_open=False)]


def _of_self(clause: Clause, known: Known) -> list[Finding]:
    """A piece without a subject, read as if the user had said "I am" before it."""
    text = clause.text
    if clause.language == "zh":
        if re.fullmatch(r"[男女]性?", text):
            return [replace(finding(clause, "gender", text), claim=f"我是{text}", is_open=False)]
        if (
            not text.startswith(("是", "在", "做", "当"))
            and _OWNED_JOB.fullmatch(text)
            and 2 < len(text) <= 10
            and not _OWN_WORD.search(text)
        ):
            return [replace(finding(clause, "role", text), claim=f"我是{text}", is_open=False)]
        return []
    if _OWN_WORD.search(text) or len(text.split()) > 8 or not re.match(r"[A-Za-z]{3}|an? |\d", text):
        return []
    for lead in ("I am ", "I am a ", "I was ", "I "):
        spoken = re.sub(r"^I am a (?=an? |the )", "I am ", lead + text)
        made = english.find(replace(clause, text=spoken), known)
        if made and made[0].attribute.partition(":")[0] in _SELF_BASES:
            return [
                replace(
                    one,
                    start=clause.start,
                    end=clause.end,
                    is_open=False,
                    claim=one.claim or _spoken(spoken, one, len(made)),
                )
                for one in made
            ]
    return []


def rescued(one: Finding, clause: Clause) -> list[Finding]:
    """A finding whose value holds an e-mail address or a phone number, told as the contact that it is.

    A general reading (`number:邮箱`, `attribute:plumber`) becomes that contact, a name ends before it, and a habit that only
    mentions one is kept as a note.
    """
    base, _, detail = one.attribute.partition(":")
    value = str(one.value)
    if base not in _GENERAL or not re.search(r"@|\d.*\d.*\d.*\d.*\d", value):
        return [one]
    spans = [
        span for span in detect(clause.text, types=_CONTACTS) if clause.text[span.start : span.end] in value
    ]
    if not spans:
        return [one]
    contact = clause.text[spans[0].start : spans[0].end]
    kind = "email" if spans[0].type is PiiType.EMAIL else "phone"
    if base in ("habit", "activity"):
        return [replace(one, attribute="note")]
    what = re.sub(_CONTACT_WORDS, " ", detail).strip(" 的")
    told = replace(one, attribute=f"{kind}:{what}" if what else kind, value=contact, entities=())
    if base in ("name", "nickname"):
        name = value[: value.index(contact)].strip(" ,，:：(（")
        return (
            [replace(one, value=name, entities=(name,)), told]
            if re.fullmatch(r"[^\W\d][\w .'-]{1,30}", name)
            else [told]
        )
    return [told]


def _spoken(spoken: str, one: Finding, parts: int) -> str:
    """The statement in full; of a job with its employer only the job, as the employer has a claim of its own."""
    value = str(one.value)
    return spoken[: spoken.index(value) + len(value)] if parts > 1 and value in spoken else spoken
