"""What a reply gives as a quotation: whose whole sentences stand in it, and what it says before the first mark.

A quotation that stands word for word in a source proves itself, and nothing that stands beside it: each clause before
it either tells who said it and when, or is held against the source like any other claim. Follows docs/decisions/0010.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from assistant.support import beyond, denies, fault, speaks_of_user

_SHORTEST_QUOTE = 8  # characters: a shorter sentence is judged like any other
_LABEL_WORDS = 1.5  # that may stand beside who said it and when: that it no longer holds, that it was a note
_OPENED = re.compile(r"(?:[^“\"‘「『«']|(?<=\w)')*(?:[“\"‘「『«]|(?<!\w)'(?=\w))")
_MARKS = " \t\n“\"‘「『«'”’」』»"
_ENDS = ".!?。！？…\n"
_JOINT = re.compile(
    r"[;；，。]|,\s|\s(?:and|but|so|while|because)\s|(?=还说|又说|并说|也说)|而且?|并且?|但是?|所以|因为"
)
_SPEECH = re.compile(
    r"\b(?:sa(?:y|ys|id|ying)|writ(?:e|es|ing)|wrote|written|put (?:it|this|that)|mention\w*|"
    r"not(?:ed|es?)|t(?:ell|ells|old)|add(?:ed|s)?|"
    r"ask(?:ed|s)?|complain\w*|explain\w*|state[sd]?|report\w*|record\w*|quot\w*|repl(?:y|ied|ies)|answer\w*|announc\w*|words?|"
    r"messag\w*|texted|according)\b|说|写|提[到过]|讲|告诉|抱怨|问|表示|指出|原话|记录?|回[答复]|消息|补充",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|am|was|were|has|have|had|do|does|did)\b|['’](?:re|ve|m|d|ll)\b|[是有在住]", re.IGNORECASE
)


def opening(part: str) -> str:
    """What a part says up to its first quotation mark, the mark included; empty where it quotes nothing."""
    match = _OPENED.match(part)
    return match.group() if match is not None else ""


def holds_whole(part: str, texts: tuple[str, str]) -> bool:
    """Whether a part, behind its lead, gives whole sentences of a text word for word.

    What stands between them may be left out as "…". A quotation may hold another one: it begins at the first mark.
    """
    body = part[len(opening(part)) :].strip(_MARKS)
    if len(body) < _SHORTEST_QUOTE:
        return False
    return any(_holds_sentences(" ".join(text.split()), body) for text in texts)


def introduces(lead: str) -> bool:
    """Whether what stands before a mark brings in somebody's words, and no name or title."""
    return lead.rstrip(_MARKS)[-1:] in (":", "：") or _SPEECH.search(lead) is not None


def is_led_truly(lead: str, known: str, is_supported: Callable[[str], bool]) -> bool:
    """Whether each clause before a quotation tells whose it is, or is itself supported; none may deny it."""
    lead = lead.strip(_MARKS + ":：,，")
    if not any(map(str.isalnum, lead)):
        return True
    if denies(lead) or fault(lead, [known]):
        return False
    clauses = [clause.strip() for clause in _JOINT.split(lead) if any(map(str.isalnum, clause))]
    return all(_attributes(clause, known) or is_supported(clause) for clause in clauses)


def _attributes(clause: str, known: str) -> bool:
    """Whether a clause names who said something and when, or is a label such as "Your note of May"."""
    is_claim = speaks_of_user(clause) or _VERB.search(clause) is not None
    if is_claim and not _SPEECH.search(clause):
        return False
    return beyond(_SPEECH.sub(" ", clause), known) <= (0.5 if is_claim else _LABEL_WORDS)


def _holds_sentences(text: str, body: str) -> bool:
    pieces = [" ".join(piece.split()) for piece in body.split("…")]
    for number, piece in enumerate(pieces):
        at = text.find(piece)
        begins = at == 0 or (at > 0 and text[:at].rstrip()[-1:] in _ENDS)
        rest = text[at + len(piece) :].lstrip()
        ends = not rest or piece[-1:] in _ENDS or rest[0] in _ENDS or number + 1 < len(pieces)
        if piece and not (at >= 0 and begins and ends):
            return False
    return True
