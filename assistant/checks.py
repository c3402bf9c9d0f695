"""What a reply must not claim, found after the fact in both languages: remembering without a source, feelings, endearments,
guessed wishes, official airs, and numbers about the user that stand in no source.

Findings are keys of notes; the reply itself is never rewritten. Source: design page "Endpoints and turns, the reply contract".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.language import numbers, sentences

_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|“[^”]*”|\"[^\"\n]*\"|「[^」]*」|『[^』]*』|^>.*$", re.DOTALL | re.MULTILINE
)

_REMEMBERS = re.compile(
    r"\b(?:as |if |what )?I (?:still |do |clearly |vividly )?(?:remember|recall)\b(?! to\b)|\bfrom (?:my|our) (?:memory|memories|previous|earlier|last) "
    r"?(?:conversations?|chats?)?\b|\byou(?:'ve| have)? (?:once |previously |already )?(?:told|mentioned to) me\b|\b(?:last time|earlier) you (?:said|told|mentioned)"
    r"|\byou (?:mentioned|said|told me|shared|described)(?: \w+){0,3} (?:earlier|before|previously|last (?:time|week|month|year)|once)\b"
    r"|\bfrom what you(?:'ve| have)? (?:said|told|shared|mentioned)\b|\bbased on (?:our|your) (?:previous|earlier|past) (?:chats?|conversations?|messages?)\b"
    r"|我(?:还|仍|依然|都|一直)?记得(?!要)|(?:我|咱们)?(?:记忆中|印象中|印象里)|您?你?(?:之前|以前|上次|曾经?)(?:你|您)?(?:跟我|和我|对我|告诉我|说过|提到|提过)|(?:你|您)(?:跟我|和我|对我)?(?:说过|提过|提到过)|根据(?:我们|你|您)(?:之前|以前|过去)的(?:对话|聊天)",
    re.I,
)
_FEELINGS = re.compile(
    r"\bI(?:'m| am| was| feel| felt)(?! glad to help| happy to (?:help|assist))(?: \w+){0,2} (?:happy|glad|sad|sorry to hear|excited|proud|thrilled|delighted|worried|lonely|touched|moved|overjoyed|heartbroken)\b"
    r"|\bI (?:really |truly |deeply )?(?:love|miss|adore|care about|care for) (?:you|talking)\b|\b(?:warms|breaks|melts) my heart\b|\bI (?:feel|share) your (?:pain|sorrow|joy|grief)\b|\bwe(?:'re| are) friends\b|\bI(?:'ll| will) always be (?:here|there) for you\b"
    r"|\b(?:as )?your (?:dear |good |close |best )?friend\b|\bour friendship\b"
    r"|我(?:很|好|真|真的|也|非常|特别|超|十分|感到|觉得)+(?:开心|高兴|难过|伤心|兴奋|担心|心疼|感动|骄傲|自豪|孤单|想你|爱你)|我(?:爱|想念|心疼|牵挂)着?(?:你|您)"
    r"|我(?:好|真|很|也)?(?:替|为)(?:你|您)(?:感到|觉得)?(?:高兴|开心|难过|骄傲|担心)|我会(?:一直|永远)(?:陪|在)(?:着|伴)?(?:你|您)|(?:感同身受|心都碎了)"
    r"|作为(?:你|您)的(?:好?朋友|知己|伙伴|闺蜜)|我们的友(?:谊|情)|咱们是朋友",
    re.I,
)
_ENDEARMENTS = re.compile(
    r"\b(?:my dear(?:est)?|dearest|darling|sweetheart|honey|sweetie|my love|babe)\b(?=[,!.]| [A-Z]\w+[,!])|(?<![\w,] )\bdear\b(?=[,!.])|亲爱的|宝贝儿?|宝宝(?=[，,!！~])|亲[～~，,!！]|小可爱|么么哒|(?<![\u4e00-\u9fff])乖(?=[，,!！])",
    re.I,
)
_GUESSES = re.compile(
    r"\bI(?:'m sure| bet| guess| know)(?: that)? you(?:'d| would| must| really| secretly| definitely|probably|surely)* (?:want|love|like|need|wish|feel|be feeling)\b|\byou must be (?:feeling|so) |\byou (?:probably |surely |must )?(?:secretly|deep down) (?:want|wish|need|love|hope)\b"
    r"|我(?:猜|想|知道|敢说|打赌)(?:你|您)(?:肯定|一定|其实|大概|心里|应该)+(?:想|要|喜欢|希望|需要|很)|(?:你|您)(?:心里|内心)?(?:一定|肯定)(?:很|感到|觉得)(?:难过|开心|累|辛苦|孤单|想)",
    re.I,
)
_OFFICIAL = re.compile(
    r"\bofficially(?:,| speaking| confirm| state| certif)|\bI (?:hereby )?(?:certify|guarantee|officially|hereby)\b|\bon behalf of (?:the )?(?:government|authorities|company|bank|court)"
    r"|\bthis (?:is|constitutes) (?:an )?official\b|\b(?:legally binding|official statement)\b|官方(?:认证|声明|确认|回复|答复|消息称|渠道确认)|本(?:公司|机构|院|行|局)(?:特此|郑重)|特此(?:证明|声明|通知)|我(?:保证|担保|正式)(?!说)|代表(?:官方|政府|法院|公司)",
    re.I,
)
_ABOUT_USER = re.compile(r"\b(?:your|you(?:'re|'ve| are| have| earn| spend| owe| weigh)?)\b|你|您", re.I)
_ENUMERATION = re.compile(r"^\s*(?:\d+[.)、]|step \d+|第[\d一二三四五六七八九十]+[步点条])", re.I)


@dataclass(frozen=True, slots=True)
class Finding:
    """`key` is a note of the catalogue; `text` is the sentence of the reply (private: for the vault and the window)."""

    key: str
    text: str


def find(
    reply: str, *, has_sources: bool, evidence: Sequence[str], question: str, cited_sentences: Sequence[str]
) -> list[Finding]:
    """What is to be marked in `reply`. `evidence` are the texts of the request's sources, `cited_sentences` those with support."""
    plain = _QUOTED.sub(lambda m: " " * len(m.group()), reply)
    cited = {s.strip() for s in cited_sentences}
    allowed = numbers("\n".join([*evidence, question]))
    findings: list[Finding] = []
    for sentence in sentences(plain):
        text = reply[sentence.start : sentence.end].strip()
        is_cited = has_sources and any(text.startswith(c) or c.startswith(text) for c in cited if c)
        if _REMEMBERS.search(sentence.text) and not is_cited:
            findings.append(Finding("check.remembers", text))
        for key, pattern in _PATTERNS:
            if pattern.search(sentence.text):
                findings.append(Finding(key, text))
        if not is_cited and _has_unsourced_number(sentence.text, allowed):
            findings.append(Finding("check.number", text))
    return findings


_PATTERNS = (
    ("check.feelings", _FEELINGS),
    ("check.endearment", _ENDEARMENTS),
    ("check.guess", _GUESSES),
    ("check.official", _OFFICIAL),
)


def is_about_user(sentence: str) -> bool:
    """Whether a sentence of a reply speaks of the user."""
    return _ABOUT_USER.search(sentence) is not None


def _has_unsourced_number(sentence: str, allowed: frozenset[float]) -> bool:
    """A number above ten in a sentence about the user that no source holds; small ones are counts and list numbers."""
    if not is_about_user(sentence):
        return False
    body = _ENUMERATION.sub("", re.sub(r"\[\d+\]", "", sentence))
    # A figure that is proposed or computed for the user is not a claim about what the user has said.
    if re.search(
        r"\b(?:could|might|would|should|try|consider|recommend|suggest|aim|e\.g\.|for example)\b|可以|建议|试试|比如|例如|不妨",
        body,
        re.I,
    ):
        return False
    return any(n > 10 and n not in allowed for n in numbers(body))
