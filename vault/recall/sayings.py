"""What kind of saying a turn is: a bare question or a mere supposition tells nothing that an answer may rest on.

Rules for English and Chinese over the user's own words. What a bare question is, `vault.asking` says; a supposition is
one only while every sentence of the turn is. The kinds are kept among a turn's tokens, as marks that no text can hold.
"""

from __future__ import annotations

import re

from vault.asking import WIDE, is_bare_question, sentences_of

ASKED = "\0asked"
SUPPOSED = "\0supposed"
_SUPPOSES = re.compile(
    r"^\W*(?:and |but |so )?(?:if|suppose|supposing|imagine|what if|let['’]?s say|say|hypothetically|were i|had i)\b"
    r"(?=.*\b(?:would|could|might|['’]d|were|suppose|imagine|hypothetically)\b|.*[?？])"
    r"|^\W*(?:i|we)(?:['’]d| would| might| could)\b.{1,120}\bif (?:i|we|they|it|he|she)\b",
    re.IGNORECASE,
)
_SUPPOSES_WIDE = re.compile(
    r"^\W*(?:那|那么|不过|但是?)?(?:假如|假设|假使|假若|倘若|如果|要是|若是|万一|设想)"
)
_ABOUT_SUPPOSED = re.compile(
    r"\b(?:if|would|suppose|supposing|imagine|hypothetical(?:ly)?|what if)\b|如果|假如|假设|要是|倘若|万一|设想",
    re.IGNORECASE,
)
_ABOUT_ASKED = re.compile(
    r"\b(?:ask(?:ed|ing)?|questions?|b(?:ring|rought) up|discuss(?:ed)?|mention(?:ed)?|talk(?:ed)? about"
    r"|conversations?|chats?|said|say)\b|问过|问了|问的|提问|问题|提到|讨论|聊过|聊了|说过",
    re.IGNORECASE,
)

# Not "can you recommend", which asks for something new.
_ABOUT_REPLIES = re.compile(
    r"(?<!can )(?<!could )(?<!would )(?<!will )(?<!should )\b(?:you|we)(?:['’](?:d|ve)| had| have| once| also| just)*"
    r"(?: \w+ly)? (?:said|told|mention|recommend|suggest|advis|explain|list|describ|decid|agree|discuss|talk|chat|gave"
    r"|given|made|wrote|came up|propos|show|provid|pointed|help|cover|went over|outlin|creat|generat|answer)\w*"
    r"|\b(?:did|have|had) (?:you|we)\b|\byour (?:\w+ )?(?:advice|suggest|recommend|answer|repl|explan)\w*"
    r"|\b(?:our|previous|last|earlier|past) (?:\w+ )?(?:conversation|chat|discussion|talk)s?\b"
    r"|(?:你|您|我们|咱们)(?:之前|上次|以前|刚才|曾经?|都)?(?:给我)?(?:说过?|讲过?|提过?|推荐过?|建议过?|告诉过?|解释过?|介绍过?|聊过?|讨论过?|商量过?)的?"
    r"|(?:你|您)的(?:建议|推荐|回答|说法|答复)|(?:之前|上次|以前|刚才)的?(?:对话|聊天|讨论|谈话)",
    re.IGNORECASE,
)
_OWN_SAYING = re.compile(
    r"\bI(?:['’]ve| have| had)?(?: \w+ly)? (?:brought up|mention|ask|said|told|discuss|talk|shar|rais)\w*"
    r"|\bdid I (?:\w+ )?(?:tell|mention|say|ask|bring up|share)\b|我(?:问|说|提|讲|聊)",
    re.IGNORECASE,
)

_ABOUT_HELP = re.compile(
    r"\b(?:can|could|would|will) you (?:please )?(?:help|show me how|walk me through|guide|explain|suggest|recommend"
    r"|advise|summari[sz]e|list|write|draft|create|plan|make|set up|design"
    r"|(?:give me|provide) (?:an?|some) (?:\w+ )*(?:summary|overview|idea|plan|example|suggestion|list))"
    r"|\bhow (?:should|would|could|can|might) (?:i|we|you (?:suggest|recommend|advise|approach))\b|\bshould i\b"
    r"|\b(?:would|do) you (?:suggest|recommend|advise|think)\b|\bany (?:ideas|tips|advice|suggestions)\b"
    r"|帮我(?!查|找|看看)|怎么办|应该|该怎么|建议|推荐|总结|概括|列出|如何|整理",
    re.IGNORECASE,
)


def is_supposition(text: str) -> bool:
    """Whether every sentence of a text only supposes something."""
    sentences = sentences_of(text)
    return bool(sentences) and all(
        (_SUPPOSES_WIDE if WIDE.search(sentence) else _SUPPOSES).search(sentence) for sentence in sentences
    )


def marks(text: str) -> tuple[str, ...]:
    """The tokens that keep what kind of saying a turn of the user is."""
    kinds = ((ASKED, is_bare_question), (SUPPOSED, is_supposition))
    return tuple(mark for mark, holds in kinds if holds(text))


def asks_for_questions(question: str) -> bool:
    """Whether earlier questions themselves are looked for ("what did I ask about …")."""
    return _ABOUT_ASKED.search(question) is not None


def asks_for_suppositions(question: str) -> bool:
    """Whether the question supposes something itself, so that suppositions may answer it."""
    return _ABOUT_SUPPOSED.search(question) is not None


def asks_for_help(question: str) -> bool:
    """Whether help, advice or an overview is asked for: no single fact is, so none can be missing."""
    return _ABOUT_HELP.search(question) is not None


def asks_for_replies(question: str) -> bool:
    """Whether what the assistant said, or both said together, is looked for ("what did you recommend …")."""
    return _ABOUT_REPLIES.search(question) is not None and not _OWN_SAYING.search(question)
