"""Who a question is about, as far as names tell: what belongs to a namesake or another person is not an answer.

Two people who share a surname share most of the words of a question about either. A text is about another person when
it names one where the question names somebody who does not occur in it.
"""

from __future__ import annotations

import re

from vault.recall.tokens import is_function_token

_RUN = re.compile(r"\b[A-Z][\w\-]*(?:['’]s)?(?:\s+[A-Z][\w\-]*(?:['’]s)?)+")
_OWNER = re.compile(r"\b([A-Z][\w\-]+)['’]s\b")
_OWNER_WIDE = re.compile("([\u4e00-\u9fff]{2,3})的")
_POSSESSIVE = re.compile(r"['’]s$")


def full_names(text: str) -> set[tuple[str, str]]:
    """Given name and surname of everybody who is named by exactly both, in small letters."""
    found: set[tuple[str, str]] = set()
    for run in _RUN.findall(text):
        words = [_POSSESSIVE.sub("", word).casefold() for word in run.split()]
        while words and is_function_token(words[0]):
            words = words[1:]
        if len(words) == 2:
            found.add((words[0], words[1]))
    return found


def is_namesakes(question: str, text: str) -> bool:
    """Whether the text names somebody with the surname of a person in the question, and not that person."""
    asked = full_names(question)
    if not asked:
        return False
    held = text.casefold()
    others = full_names(text)
    return any(
        given not in held and any(name == surname and first != given for first, name in others)
        for given, surname in asked
    )


def is_of_another(question: str, text: str, subject: str) -> bool:
    """Whether a claim about `subject` (a person other than the user) is no answer: the question names an owner who
    does not occur in it, in Chinese one of the same surname.
    """
    if is_namesakes(question, text):
        return True
    held = text.casefold()
    owners = [
        owner.casefold() for owner in _OWNER.findall(question) if not is_function_token(owner.casefold())
    ]
    if owners and subject[:1].isupper():
        return not any(owner in held for owner in owners)
    return any(
        owner not in text and owner[0] == subject[:1] and owner not in subject
        for owner in _OWNER_WIDE.findall(question)
    )
