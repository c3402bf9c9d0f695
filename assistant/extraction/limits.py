"""What a limit or a budget is about: the object beside the number (for the car, 装修最多 …), or the number told before it.

"My budget for the car is $50,000" and "at most $30,000 for the car" must meet in one slot, and so must 预算 50 万 and 最多 30 万.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from assistant.extraction.english_words import noun as english_noun
from vault.records import Candidate, Quantity

_I = re.IGNORECASE
_AMOUNT = (
    r"(?:[$£€¥￥]|USD |EUR |GBP |CNY |RMB )?\s?\d[\d,.]*\s?(?:k|m|thousand|million|grand|万|千|百|亿)?\b"
)
_AT_MOST = r"(?:at (?:the )?(?:very )?most|no more than|not more than|up to|a max(?:imum)? of|max(?:imum)?\.?|at least|no less than|less than|under|below|around|about)"
_SPEND = r"(?:can |could |will |would |'ll |want to |am willing to |'m willing to |are willing to |'d like to |'re going to |am going to )*(?:only |just )?(?:spend|pay|afford|stretch to|go)"
_MAX_AFTER = r"(?:at (?:the )?(?:very )?most|max(?:imum)?|tops|or less|or under|is (?:my|our|the) (?:limit|max(?:imum)?|ceiling|cap))"
_LIMIT_EN = (
    re.compile(rf"(?:I|we)(?:'d| would| could| can| might| may|'ll)? (?:be able to |be willing to |be happy to |just |even |also )*(?:go|stretch|run|rise|push)(?: up)?(?: as (?:high|far) as| to) {_AMOUNT}", _I),
    re.compile(rf"(?:it's |that's |make it |but )?(?:only )?{_AT_MOST}\b.*[$£€¥￥\d]", _I),
    re.compile(rf"(?:it's |that's )?(?:only |just )?{_AMOUNT}.{{0,16}}?,? {_MAX_AFTER}\b", _I),
    re.compile(
        rf"(?:I|we)(?:'d| would)? (?:don't want to |do not want to |can't |cannot |won't |will not |'d rather not )*{_SPEND} (?:{_AT_MOST}|more than|over) .*\d",
        _I,
    ),
    re.compile(rf"(?:for|on) (?:the |my |our |a |an )?[\w' \u4e00-\u9fff-]{{2,30}}?,? (?:it's |that's |I can do |we can do )?{_AT_MOST}\b.*\d", _I),
    re.compile(r"(?:for|on|towards) (?:the |my |our |a |an )?[\w' -]{2,30}?,? (?:I|we)(?:'d|’d|'ll| would| could| can| will| might)? (?:also |even |just )?(?:be able to )?(?:stretch|go|manage|spend|pay|afford|find|put up|run|rise|offer)\b.*\d", _I),
    re.compile(rf"(?:the |my |our )?[\w' -]{{2,30}}? (?:should|must|may|can|shouldn't|mustn't|can't|cannot) (?:not )?(?:cost|exceed|be|go over|go above) (?:more than |over |{_AT_MOST} )?{_AMOUNT}", _I),
    re.compile(rf"(?:(?:for|on) )?(?:the |my |our |a |an )[\w' -]{{2,30}}?[,:] (?:it's |make it )?(?:only |just )?{_AMOUNT}.{{0,12}}?,? {_MAX_AFTER}", _I),
)  # fmt: skip
_OBJECT_EN = (
    re.compile(r"\b(?:for|on|towards) (?P<o>(?:(?:the|my|our|a|an|this|that|new|buying|getting) )*[\w'’\u4e00-\u9fff][\w'’\u4e00-\u9fff -]*?)(?=,|\.|$| (?:at most|max|tops|in total|all in|is|it's|this|next|at the|we|I)\b)", _I),
    re.compile(r"^(?P<o>(?:the |my |our )[\w' -]{2,30}?)(?: (?:should|must|may|can)|[:,] )", _I),
)  # fmt: skip
_NO_OBJECT = re.compile(
    r"(?:it|that|this|me|us|now|everything|all|the (?:moment|whole thing|lot|total|year|month)|average|\d.*|(?:the )?(?:weekend|week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day).*)$",
    _I,
)
_PLAIN_MONEY = re.compile(
    r"\d[\d,.]*\s?(?:k|m|thousand|million|grand|万|千|百|亿)?\s*(?:$|[.,;!)]|(?:for|on|at|max\w*|tops|in|a|per|or|is|this|all|and|total)\b)",
    _I,
)
_BOUND_ZH = r"(?:最多|至多|不超过|不能超过|别超过|不要超过|不会超过|不得超过|顶多|最高|上限|至少|最少|控制在)"
_NUMBER_ZH = r"[\d一二两三四五六七八九十百千万半几]"
_OBJECT_ZH = (
    re.compile(
        rf"^(?:我们|我|咱们|咱)?(?:打算|准备|想|计划)?(?:用来|用于|给|为|对)?(?P<o>(?![们\d一二两三四五六七八九十百千万半几])[\u4e00-\u9fffA-Za-z]{{1,12}}?)(?:上|方面|这块|这边)?[，,\s]*(?:的?(?:费用|花费|开支|花销|价格|总价|钱|支出))?[，,\s]*(?:我|我们|咱们?)?(?:大概|大约|就|都|也|只|现在|还是|能|可以|打算|准备|的?预算)*(?:出|花|拿|(?<!首)付)?{_BOUND_ZH}"
    ),
    re.compile(rf"{_BOUND_ZH}.*{_NUMBER_ZH}\s*[万千百亿]?(?:块钱?|元|美元|美金|欧元|刀)?(?:来|去|用来|用于|用在|花在|给)(?P<o>[\u4e00-\u9fff]{{1,10}}?)(?:上|方面|这块)?$"),
    re.compile(rf"^(?P<o>[\u4e00-\u9fff]{{1,10}}?)(?:的?(?:费用|花费|开支|总价|价格))?[，,\s]*(?:我|我们)?(?:就|都|大概)?(?={_NUMBER_ZH}).*(?:以内|以下|封顶|之内|打住|顶天)"),
)  # fmt: skip
_NO_OBJECT_ZH = re.compile(
    r"(?:我们?|咱们?|他|她|它|这次|这个|那个|总共|一共|总价|总额|价格|预算|大概|每.*|现在|其实|那就?|还是|应该|但是?|不过|所以|今年|明年|人数|人|一次|可以|可能|最好|能|请|把|改为|改成|降到|.*[是了]|钱|费用|花费|总预算|时间|字数|回答|一般|平时|也|都|就|只)$"
)


def limited_object(text: str, language: str) -> str | None:
    """What a limit on money is about, "" where nothing is named, None where `text` is no such limit. Attribute detail form."""
    if language == "en":
        if not any(pattern.match(text) for pattern in _LIMIT_EN):
            return None
        return _first(_OBJECT_EN, text, _NO_OBJECT, english_object)
    return _first(_OBJECT_ZH, text, _NO_OBJECT_ZH, chinese_object)


def is_plain_amount(text: str) -> bool:
    """Whether a number without a unit stands alone, so that it can be money: 300k, but not "200 words"."""
    return bool(_PLAIN_MONEY.search(text))


def _first(
    patterns: tuple[re.Pattern[str], ...],
    text: str,
    never: re.Pattern[str],
    shape: Callable[[str], str],
) -> str:
    for pattern in patterns:
        match = pattern.search(text)
        if match and not never.match(match["o"].strip()):
            return shape(match["o"])
    return ""


def english_object(phrase: str) -> str:
    """The thing that money is for: `car` of "buying a new car"."""
    core = re.sub(
        r"^(?:(?:buying|getting|purchasing|renting|booking|to buy|to get) )",
        "",
        english_noun(phrase),
        flags=_I,
    )
    return english_noun(core)


def chinese_object(phrase: str) -> str:
    """The thing that money is for: 车 of 买一辆车, 装修 of 装修的费用."""
    core = re.sub(r"^(?:(?:关于|用来|用于|打算|准备|这次|这个|那个|我们?的?|咱们?的?)+)", "", phrase.strip())
    core = re.sub(r"^(?:买|购买|换|租|购|订)(?:一?[辆台套部间只个张款])?(?=[\u4e00-\u9fff])", "", core)
    return re.sub(r"(?:的?(?:费用|花费|开支|花销|总价|支出|价格|钱)|[的了是\s，,])+$", "", core).strip()


def attached(candidates: Sequence[Candidate], earlier: Callable[[], Sequence[Candidate]]) -> list[Candidate]:
    """A bare limit ("at most 30k") is about the number spoken of before it, where there was one of its unit."""
    made: list[Candidate] = []
    for candidate in candidates:
        if _is_bare_limit(candidate):
            same = [
                one
                for one in (*earlier(), *made)
                if _unit(one) is not None and _unit(one) == _unit(candidate)
            ]
            if same:
                candidate = replace(candidate, attribute=same[-1].attribute, subject=same[-1].subject)
        made.append(candidate)
    return made


def _is_bare_limit(candidate: Candidate) -> bool:
    told = candidate.claim.lower()
    return candidate.attribute == "budget" and "budget" not in told and "预算" not in told


def _unit(candidate: Candidate) -> str | None:
    return candidate.value.unit if isinstance(candidate.value, Quantity) else None
