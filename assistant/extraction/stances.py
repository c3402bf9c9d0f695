"""Opinions and resolutions, in either language: "I think the field has overrated …", "my take on X: …", 我认为远程办公被高估了, "Will route …".

An opinion counts only where it is about a thing that is named; a remark on what was just said is none. Notes in telegram style
("Promised …", "Switching to …") are read as the writer's own.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from vault.records import Layer

_I = re.IGNORECASE
_LEAST_WORDS = 5  # of an opinion; shorter ones are remarks
_CONFIDENCE = 0.7  # of an opinion: it was said, and people change their minds
_EN_OPINION = re.compile(
    r"(?:(?:honestly|personally|frankly|to me|to be honest|for what it's worth)[, ]+)*"
    r"(?:I (?:really |firmly |strongly |still |honestly |do )?(?:think|believe|reckon|maintain)(?: that)?|in my (?:humble )?(?:opinion|view),?|"
    r"my (?:take|view|opinion|read|stance|position|belief)(?: on (?P<on>[^:]{2,60}?))?(?: is(?: that)?|:)|"
    r"I(?:'m| am) (?:rather |deeply |very |quite )?(?:skeptical|sceptical|wary|critical|suspicious|supportive|dubious|in favou?r)(?: of| about)|"
    r"I find(?= .*\b(?:ing|ful|less|able|ible|ous|ive|ard|rated|\w+ing|\w+ous|\w+ful|overrated|underrated)$)) (?P<v>.+)",
    _I,
)
_EN_REMARK = re.compile(
    r"(?:it|it's|that|that's|this|these|those|so|i|i'm|i'll|i've|you|your|you're|we|we're|there|there's|here|he|she|they|they're|not|maybe|what|"
    r"the (?:code|answer|problem|issue|error|bug|function|test|text|reply|response|question|weather|first|second|last|other|best|above|one)|my|our)\b",
    _I,
)
_ZH_OPINION = re.compile(
    r"(?:其实|说实话|老实说|个人)?[，,]?(?:我(?:一直|始终|个人)?(?:认为|觉得|相信|坚信)|在我看来|依我看|我的(?:看法|观点|意见)是)[，,：:]?"
    r"(?P<v>(?!这|那|你|您|它|他|她|还|挺|很|不错|可以|应该|没|也|有点|我|自己|今天|现在)[\u4e00-\u9fffA-Za-z]{2,14}?(?:是|被|比|会|不会|不应该|应该|太|更|不如|没有|有助于|值得|不值得|过于)[^，。]{2,})"
)
_EN_RESOLVED = re.compile(
    r"(?P<verb>will|promised|committed to|pledged|agreed to|switching|adopting|adjusting|dropping|moving|sticking|going with|phasing out|replacing|keeping|standardi[sz]ing|rolling out|cutting)"
    r" (?!you\b|it\b|this\b|that\b|do\b|be\b|see\b|let\b|try\b|check\b|think\b|there\b|on\b|forward to hear)(?P<v>.+)",
    _I,
)


def find_stances(clause: Clause, known: Known) -> list[Finding]:
    """The opinion or the resolution that a clause states; empty for anything else."""
    text = clause.text.strip(" ,，.。!！")
    if clause.is_strict:
        return []
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


def _english(clause: Clause, text: str) -> list[Finding]:
    opinion = _EN_OPINION.fullmatch(text)
    if opinion:
        said = opinion["v"]
        is_remark = not opinion["on"] and _EN_REMARK.match(said)
        if is_remark or len(said.split()) < _LEAST_WORDS or mentions_time(said, "en"):
            return []
        return [_opinion(clause, said)]
    resolved = _EN_RESOLVED.fullmatch(text)
    if resolved and len(resolved["v"].split()) >= _LEAST_WORDS and text[:1].isupper():
        made = finding(clause, "plan", text, Layer.EVENT)
        return [replace(made, is_plan=True, is_ahead=True, claim=text)]
    return []


def _chinese(clause: Clause, text: str) -> list[Finding]:
    opinion = _ZH_OPINION.fullmatch(text)
    if not opinion or len(opinion["v"]) < _LEAST_WORDS or mentions_time(opinion["v"], "zh"):
        return []
    return [_opinion(clause, opinion["v"])]


def _opinion(clause: Clause, said: str) -> Finding:
    return replace(finding(clause, "opinion", said, Layer.PREFERENCE), confidence=_CONFIDENCE)


__all__ = ["find_stances"]
