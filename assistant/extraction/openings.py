"""How sentences open: "remember that", "by the way", 更正一下. What opens a sentence is set aside and says what it means.

Opening words may ask for keeping or announce a correction; the statement begins after them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

from assistant.extraction import chinese_words
from assistant.extraction.clauses import Sentence
from assistant.extraction.findings import Clause, mentions_time
from vault import times

_I = re.IGNORECASE
_REQUEST_EN = re.compile(
    r"^(?:(?:please|can you|could you|would you|ok(?:ay)?|hey|also|and|so|oh)[, ]+)*(?:remember|note|make a note|keep in mind|bear in mind|don't forget|do not forget|never forget|"
    r"take note|save|store|memori[sz]e|write down|jot down)(?: (?:that|this|for (?:me|later|the record)|down|of|it))*\s*[:,]?\s*(?:that )?(?=\S)|^/remember\s+",
    _I,
)
_FACTS_EN = re.compile(
    r"^(?:(?:one|two|three|four|five|some|a few|a couple of|quick|more|another|several) )*(?:quick )?(?:facts?|things?|notes?)(?: (?:worth (?:filing|remembering|keeping|noting|knowing)|for the (?:file|record|notes)|to (?:remember|keep|file|note)))?:\s*(?=\S)|"
    r"^(?:worth (?:remembering|noting|keeping|filing)|for the (?:file|notes|record)|note to self)[:,]\s*(?=\S)",
    _I,
)
_SEVERAL = re.compile(
    r"(?:(?:please )?(?:remember|note|keep in mind) )?(?:these |the following |(?:one|two|three|four|five|some|a few|a couple of|several) )+(?:quick )?(?:facts|things|notes|points)\b[^:]{0,40}:|"
    r"(?:请|帮我)?(?:记住|记一下|记下)?(?:以下|下面|这)?(?:[几两二三四五])(?:件事|点|条)[：:]",
    _I,
)
_REQUEST_ZH = re.compile(
    r"^(?:那|请|麻烦|麻烦你|你|您|帮我|给我|要|一定要|务必|另外|还有|对了|顺便|拜托)*[，,]?(?:帮我)?(?:记住|记得|记一下|记下来?|记着|记录一下|备注一下|备注|别忘了|别忘记|不要忘了|不要忘记|千万别忘了?|切记|牢记)(?:了|啊|哦|一下)*[：:，,\s]*(?=\S)|^/remember\s+"
)
KEEP_ZH = re.compile(
    r"^(?:千万|可|一定)?(?:别|不要|不能)把(?P<what>[^，。]+?)(?:给)?(?:忘了|忘记了?|忘掉|弄忘)[，,]?\s*(?P<rest>.*)$"
)
# An adverb of the whole sentence needs no comma before its subject: "Actually Rui moved out", "Sadly my grandad died".
_ADVERB_EN = (
    r"(?:actually|anyway|anyhow|luckily|fortunately|thankfully|unfortunately|sadly|happily|annoyingly|interestingly|weirdly|oddly|apparently|basically|obviously|honestly|frankly|incidentally|"
    r"by the way|btw|fyi|well|oh|ah|aha|so|also|besides|meanwhile|of course|in fact|in the end|as it happens|(?:it )?turn(?:s|ed) out(?: that)?|guess what|to be (?:honest|fair|clear)|tbh|"
    r"for what it's worth|just to say|(?:just )?so you know|(?:small|quick) update|funnily enough|strangely enough|since you ask(?:ed)?|if you must know|as (?:you know|i said|i told you|mentioned)|"
    r"(?:work|money|food|health|job|family|diet|travel|home|pet)-?wise|as for (?:work|money|food|health|the kids|me|my job)|for work|at work|"
    r"and|but|plus|now|ok(?:ay)?|yeah)"
)
_SUBJECT_EN = (
    r"(?:(?:I|I['’](?:m|ve|ll|d)|my|we|we['’](?:re|ve|ll)|our|(?:he|she|it)(?:['’]s)?|they|they['’](?:re|ve)|his|her|their|the|both|all|everyone|there(?:['’]s)?|call)\b|"
    r"(?-i:[A-Z])[\w'’-]+ (?!(?:Street|Road|Bank|University|School|Hospital|Club|Ltd|Inc)\b))"
)
_GAP_EN = r"(?:[,:!]\s*|\s+[-–—]\s*"
LEAD_EN = re.compile(
    r"^(?:(?:for the record|hi|hello|hey|hm+|yes|no|nope|sorry|right|first|second|finally|thanks|thank you|correction|update|speaking of (?!which)[\w' ]+?|quick fact for the file|fact|"
    r"(?:just )?confirmed(?: (?:via|with|by|from|in) [\w' ]{2,40}(?=:))?|once again|again|told you already|as before|good news|bad news|scrap that|never mind that|oops|whoops|my mistake|my bad|pardon)"
    rf"{_GAP_EN}|\s+(?=(?:I|I'm|I’m|I've|my|we|our|the|call)\b))|"
    rf"{_ADVERB_EN}{_GAP_EN}|\s+(?={_SUBJECT_EN}|{_ADVERB_EN}[\s,])))+",
    _I,
)
LEAD_ZH = re.compile(
    r"^(?:(?:对了|说起来|说真的|说实话|老实说|可惜|好在|还好|幸好|幸亏|不幸|结果|果然|原来|反正|哎|唉|诶|嘿|哎呀|跟你说一声|跟你说个事|提醒一下|说明一下|更新一下|其实吧|怎么说呢|顺便说一下|顺便说一句|顺便提一下|顺便说|另外|还有|补充一下|补充|其实|话说|嗯+|哦+|啊|好的?|说过了|跟你说过|我说过了?|之前说过|再说一遍|那个|结果是|是这样的?|不对|更正一?下|你好|您好|告诉你|跟你说|说一下|是的|对|没错|总之|反正|不过|而且|但是?|所以)[，,：:。！!、\s]+|(?:不过|但是?|可是|而且|所以|不同的是|另外|还有|其实|可惜|好在|还好|幸好|幸亏|反正|对了|哦|噢|哎|唉|诶|话说|说起来|说实话|老实说|跟你说一声|顺便说|原来(?=我))(?=我|他|她|[\u4e00-\u9fff]{2}))+"
)

_EN_TIME_WORDS = (
    r"(?:(?:on|in|at|until|till|since|from|by|before|after|during|as of|starting|back in|last|next|this|today|yesterday|tomorrow|tonight|every|for the (?:past|last)|as from|ever since|over the|up to|"
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:days?|weeks?|months?|years?) ago)\b[\w ,'/:-]{0,40}?|recently|lately|these days|nowadays),? "
)
_EN_TIME_LEADS = tuple(
    re.compile(rf"{_EN_TIME_WORDS}(?=(?:{subject})\b)", _I)
    for subject in (
        "I|I'm|I've|we|we've|my|our|the|it|he|she",
        "I|I'm|I've|we|we've|my|our",
    )  # "after the raise I …"
)
_ZH_TIME_LEAD = re.compile(r"(?:从|自|在)?[^，。我]{1,12}?(?=我|本人|咱)")
_VAGUE_LEAD = re.compile(
    r"(?:不久前|前不久|前[两几]年|这[半一两几]年|这几[天年]|这段时间|最近|近来|以前|从前|现在|目前|如今|平时|小时候|当年|后来|每.*|早上|晚上|中午|上午|下午|周末|.*以后|.*之后|.*时候|"
    r".*那年|.*岁(?:那年|的时候|时)?|(?:工作|钱|吃的?|身体|家里)(?:的话|方面|上)|"
    r"recently|lately|these days|nowadays|every.*|for the (?:past|last) .*|after (?:the|my|our) .*|ever since .*|over the .*)",
    _I,
)


_ANY_MOMENT = datetime(2000, 1, 3, tzinfo=UTC)
_TIME_BEGINS_ZH = re.compile(r"(?:从|自从?|在|于|打|是)$")
_TIME_ENDS_ZH = re.compile(
    r"(?:之前|以前|前|之后|以后|以来|起|开始|那天|那年|的时候|时候?|份|左右|前后|的)*[，,]?"
)
_TIME_JOINS_ZH = re.compile(r"(?:到|至|[-–~～]|的|和|、|前后)?")


def around_time(text: str) -> tuple[str, str, str] | None:
    """What stands before, in and behind the first time phrase of a Chinese clause; None where it has none."""
    spans = times.parse(text, _ANY_MOMENT, "zh")
    if not spans:
        return None
    start, end = spans[0].start_char, spans[0].end_char
    for span in spans[1:]:
        if _TIME_JOINS_ZH.fullmatch(text[end : span.start_char]):
            end = span.end_char
    lead = _TIME_BEGINS_ZH.search(text[:start])
    start = lead.start() if lead else start
    tail = _TIME_ENDS_ZH.match(text, end)
    end = tail.end() if tail else end
    return text[:start], text[start:end], text[end:]


def announces_several(text: str) -> bool:
    """Whether a sentence says that several things to keep follow: "two facts worth filing: …", 记住两件事：…."""
    return bool(_SEVERAL.match(text))


def opened(sentence: Sentence) -> tuple[str, int, bool]:
    """The sentence without "remember that" and other openings: its text, its offset, and whether keeping was asked for."""
    request = _REQUEST_ZH if sentence.language == "zh" else _REQUEST_EN
    lead = LEAD_ZH if sentence.language == "zh" else LEAD_EN
    text, start, requested = sentence.text, sentence.start, False
    for pattern in (_FACTS_EN, lead, _FACTS_EN, request, lead):
        match = pattern.match(text)
        if match and match.end() < len(text):
            requested = requested or pattern in (request, _FACTS_EN)
            text, start = text[match.end() :], start + match.end()
    return text, start, requested


def without_time_lead(clause: Clause) -> Clause:
    """The clause from its statement on: "On 8 January 2026" and 不久前 stand before it."""
    for pattern in (_ZH_TIME_LEAD,) if clause.language == "zh" else _EN_TIME_LEADS:
        lead = pattern.match(clause.text)
        if lead and _is_time(lead[0], clause.language):
            return replace(
                clause,
                text=clause.text[lead.end() :],
                start=clause.start + lead.end(),
                is_timed=mentions_time(lead[0], clause.language),
            )
    return clause


def _is_time(lead: str, language: str) -> bool:
    return mentions_time(lead, language) or _VAGUE_LEAD.fullmatch(lead.strip(" ,，")) is not None


_SUBJECT_ZH = re.compile(
    rf"(?:我|我们|咱们?|本人|我家|(?:我家?|我们家?|咱)?的?(?:{chinese_words.KIN}|{chinese_words.ROLE})(?:[老小阿]?[\u4e00-\u9fff]{{1,2}})?|[他她]|[\u4e00-\u9fffA-Za-z]{{1,8}})"
)


# With nobody named, what somebody did at a time is the speaker's own: 三月份搬到了成都.
_OWN_DOING_ZH = re.compile(
    r"(?:刚|就|才|又|已经)?(?:搬|换|买|辞|入职|跳槽|戒|结婚|离婚|考上|毕业|退休|升|调到|转到|养了|租|住|加入|报名|确诊|查出|做了?手术|领养|卖)"
)


def own_doing(clause: Clause) -> Clause | None:
    """A Chinese clause that begins with a time and names nobody, as one about the speaker; None where it is no such thing."""
    parts = around_time(clause.text)
    if parts is None or parts[0] or not _OWN_DOING_ZH.match(parts[2]):
        return None
    return replace(clause, text=f"我{parts[2]}", is_timed=True)


def without_time_inside(clause: Clause) -> Clause | None:
    """A Chinese clause without the time between its subject and what is said of it: 我搬到了成都 of 我三月份搬到了成都."""
    parts = around_time(clause.text)
    if parts is None or not parts[0] or not parts[2] or not _SUBJECT_ZH.fullmatch(parts[0]):
        return None
    rest = re.sub(r"^(?:就|才|便|都)(?=[\u4e00-\u9fff])", "", parts[2])
    return replace(clause, text=parts[0] + rest, is_timed=True)
