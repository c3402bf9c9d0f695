"""Plain confirmations: "that's the one" and 对，就是它 make the question they answer part of what the user said.

Only a question of the assistant about something of the user's counts, never an offer ("shall I …") or a suggestion.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vault.records import Role, Turn

_CONFIRM_EN = re.compile(
    r"(?:(?:yes|yep|yeah|exactly|correct|right|indeed|precisely)[,.! ]*)*(?:that's (?:the one|it|right|correct|him|her|them)|that is (?:the one|it|right|correct)|the very one|exactly(?: that| right)?|"
    r"spot on|correct|you got it|it is|she is|he is|that one)[.! ]*$",
    re.IGNORECASE,
)
_CONFIRM_ZH = re.compile(
    r"(?:对的?|是的?|嗯|没错|正是)?[，,。！!\s]*(?:就是(?:它|他|她|这个|那个|那家|那间|这家|这间|那位|那里|这里)|没错|正是|完全正确|对的|就那个|说的就是(?:它|他|她|这个))[了呀啊。！!\s]*$"
)
_OFFER = re.compile(
    r"\b(?:would you like|do you want|shall i|should i|may i|can i|could i|want me to|would you prefer|you could|how about|have you considered|might)\b|"
    r"要不要|需要我|要我|可以考虑|建议|您看.{0,4}行|要不|帮您|帮你",
    re.IGNORECASE,
)
_THAT_EN = re.compile(
    r"(?:the |your )?(?P<what>[\w' -]+?)(?: (?:that )?(?:you|we) (?:mean|meant|mentioned|spoke of|talked about|said))?, (?:is|was) (?:that|it|this|he|she) (?P<v>.+)",
    re.IGNORECASE,
)
_IS_EN = re.compile(
    r"(?:so |and |ah,? )*(?P<verb>is|are|was) (?P<what>(?:your|the|that|this)(?: [\w'-]+){1,3}?) (?P<v>(?:called |at |in |on |the one |with |named )?.+)",
    re.IGNORECASE,
)
_TAG_EN = re.compile(
    r"(?:so |you mean |ah,? )*(?P<claim>(?:your|the) .+?),? (?:right|correct|isn't it|is that right|is that correct)$",
    re.IGNORECASE,
)


def confirmed_statement(text: str, previous: Sequence[Turn], language: str) -> tuple[str, Turn, str] | None:
    """What `text` confirms: the statement in the user's person, the assistant's turn, and its quoted question."""
    pattern = _CONFIRM_ZH if language == "zh" else _CONFIRM_EN
    if not previous or previous[-1].role is not Role.ASSISTANT or not pattern.match(text.strip()):
        return None
    asked = previous[-1]
    questions = re.findall(r"[^。！？!?\n]+[?？]", asked.text)
    if not questions:
        return None
    question = questions[-1].strip()
    if _OFFER.search(question):
        return None
    statement = _chinese(question) if re.search(r"[\u4e00-\u9fff]", question) else _english(question)
    return (statement, asked, question) if statement else None


def _english(question: str) -> str:
    body = question.rstrip("? ")
    that = _THAT_EN.match(body)
    if that:
        what = re.sub(r"^(?:the|your) ", "", that["what"], flags=re.IGNORECASE)
        lead = "My" if body.lower().startswith("your") else "The"
        return f"{lead} {what} is {that['v']}"
    tag = _TAG_EN.match(body)
    if tag:
        return _my(tag["claim"])
    plain = _IS_EN.match(body)
    return _my(f"{plain['what']} {plain['verb'].lower()} {plain['v']}") if plain else ""


def _my(text: str) -> str:
    swapped = re.sub(r"\byour\b", "my", text, flags=re.IGNORECASE)
    return swapped[:1].upper() + swapped[1:]


def _chinese(question: str) -> str:
    body = re.sub(r"[?？]$", "", question)
    if not re.search(r"(?:吗|吧|对吗|对吧|是吗|是吧|么)$", body):
        return ""
    body = re.sub(r"[，,]?(?:对吗|对吧|是吗|是吧|吗|吧|么)$", "", body)
    body = re.sub(r"^(?:那么?|所以|哦)?[，,]?(?:您|你)?(?:说的|提到的|讲的|指的)(?:是|就是)?", "", body)
    body = re.sub(r"是不是|是否是", "是", body)
    return re.sub(r"(?:您|你)", "我", body).strip("，, ")
