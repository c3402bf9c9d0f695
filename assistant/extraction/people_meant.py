"""Whom a pronoun means, and how a person is called where a claim stands alone.

A pronoun means the person mentioned last whom it fits: "she" not my dad, 他 not 我妈. Within one clause the one it is about
comes before those it only names. What nobody fits is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.extraction import chinese_words, english_words
from vault.records import USER

_I = re.IGNORECASE
_KIN_EN, _ROLE_EN = english_words.KIN, english_words.ROLE
# Parents and their like are spoken of without "my".
BARE_KIN_EN = r"(?:Mum|Mom|Mam|Dad|Mummy|Daddy|Granny|Gran|Nan|Grandma|Grandpa|Grandad|Granddad)"
_OWN_EN = re.compile(
    rf"\b(?:my|our) (?:new |old |late )?(?P<k>(?:{_KIN_EN}|{_ROLE_EN})\b(?: (?-i:[A-Z][\w-]+))?)|(?<![\w'’])(?P<b>(?-i:{BARE_KIN_EN}))\b|"
    rf"\b(?:with|to|for|by|a|and) (?P<o>(?:{_KIN_EN})\b(?: (?-i:[A-Z][\w-]+))?)",
    _I,
)
_SUBJECT_EN = re.compile(
    r"(?P<n>[A-Z][a-z'’-]+(?: [A-Z][a-z'’-]+)?)(?:'s|’s)? (?:is|has|was|had|works|lives|moved|can't|doesn't|wants|said|told|took|got|keeps|left|comes|came|runs|loves|hates|likes|in [\dA-Z]\w*)\b"
)
_NOT_A_NAME = re.compile(
    r"(?:The|This|That|These|Those|What|There|It|If|When|Just|No|Yes|In|On|At|And|But|So|Here|Today|Tomorrow|My|We|You|He|She|They|Everyone|Everything|Nobody|Some|Every|All|Both|Most|Our|Your|Their|I|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter)\b"
)  # fmt: skip
_FEMALE = re.compile(r"(?:(?:grand|step|god)?(?:mother|daughter)|mum|mom|mam|mummy|ma|sister|wife|girlfriend|fiancée|aunt|niece|gran|granny|grandma|nan|landlady|midwife|actress|waitress|.*妈.*|.*母|.*姐.*|.*妹.*|.*奶|.*婆|.*姨.*|.*姑.*|.*嫂.*|.*女.*|妻子|前妻|.*姥姥|闺蜜|婶婶)\b", _I)  # fmt: skip
_MALE = re.compile(r"(?:(?:grand|step|god)?(?:father|son)|dad|daddy|pa|brother|husband|boyfriend|fiancé|uncle|nephew|grandpa|grandad|granddad|landlord|.*爸.*|.*父|.*哥.*|.*弟.*|.*爷|.*公|.*叔.*|.*舅舅|大舅|.*伯.*|儿子|大儿子|丈夫|男.*|前夫|孙子|侄子|.*姥爷)\b", _I)  # fmt: skip
_PRONOUN_EN = re.compile(r"(?P<p>he|she|his|her)(?:['’](?:s|d|ll))?\b", _I)
_PRONOUN_ZH = re.compile(r"(?P<p>[他她])(?![们])")
_OWN_ZH = re.compile(
    rf"(?:{chinese_words.KIN}|{chinese_words.ROLE})(?:[老小阿][\u4e00-\u9fff])?|[\u4e00-\u9fff](?:阿姨|叔叔|大爷|大妈|奶奶|爷爷|师傅|老师|大夫|医生|先生|女士)"
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody mentioned: the subject under which things are told of them."""

    subject: str

    @property
    def gender(self) -> str:
        """`f`, `m`, or empty where the words do not tell."""
        first = re.sub(r"(?:-in-law)?(?: [A-Z].*)?$", "", self.subject)
        return "f" if _FEMALE.fullmatch(first) else "m" if _MALE.fullmatch(first) else ""


def mentioned(text: str, language: str, known: Iterable[str] = ()) -> list[Person]:
    """The persons a clause mentions, the one it is about last, so that the last of them is the likeliest meant."""
    found: list[tuple[int, str]] = []
    if language == "zh":
        found = [(match.start(), match[0]) for match in _OWN_ZH.finditer(text)]
    else:
        for match in _OWN_EN.finditer(text):
            found.append((match.start(), match["k"] or match["o"] or match["b"].lower()))
        named = _SUBJECT_EN.match(text)
        if named and not _NOT_A_NAME.match(named["n"]) and not re.match(BARE_KIN_EN, named["n"]):
            found.append((0, named["n"]))
    found += [(text.find(name), name) for name in known if len(name) > 1 and name in text]
    ordered = sorted(dict.fromkeys(found), key=lambda pair: -pair[0])
    return [Person(subject) for _, subject in ordered]


def meant(text: str, language: str, people: Sequence[Person]) -> str:
    """The subject that the pronoun at the beginning of a clause means, empty where there is none or nobody fits."""
    match = (_PRONOUN_ZH if language == "zh" else _PRONOUN_EN).match(text)
    if not match:
        return ""
    gender = {"he": "m", "his": "m", "她": "f", "she": "f", "her": "f"}.get(match["p"].lower(), "")
    if match["p"] == "他":
        gender = "m"
    for person in reversed(people):
        if not gender or person.gender in ("", gender):
            return person.subject
    return ""


def named_alone(subject: str, language: str) -> str:
    """A person as they are called in a sentence of its own: My mum, My sister Ana, Paula; 妈, 王阿姨."""
    if subject == USER:
        return "我" if language == "zh" else "I"
    if language == "zh":
        return subject
    return f"My {subject}" if re.match(rf"(?:{_KIN_EN}|{_ROLE_EN})\b", subject) else subject


def standing_alone(claim: str, subject: str, language: str) -> str:
    """A claim without the pronoun it begins with: who is meant stands in its place."""
    if subject == USER:
        return claim
    who = named_alone(subject, language)
    if language == "zh":
        return re.sub(r"^[他她](?!们)", who, claim)
    claim = re.sub(r"^(?:he|she)\b", who, claim, flags=_I)
    return re.sub(r"^(?:his|her) (?=\w)", f"{who}'s ", claim, flags=_I)


def spelled_out(text: str) -> str:
    """A clause about a parent or a pronoun's person in its full form: "Dad's coming" as "my dad is coming"."""
    text = re.sub(rf"^({BARE_KIN_EN})(?=['’]s|\s)", lambda match: f"my {match[1].lower()}", text)
    return re.sub(
        rf"^((?:he|she|(?:my|our|the) (?:{_KIN_EN}|{_ROLE_EN})(?: [A-Z][\w-]+)?))['’]s (?=(?:\w+ing|in|at|on|off|an?|the|not|allergic|lactose|gluten|coeliac|celiac|vegan|vegetarian|diabetic|pregnant|retired|back|due|also|just|never|always|now|\d+|\w+[- ](?:intolerant|free))\b)",
        r"\1 is ",
        text,
        flags=_I,
    )
