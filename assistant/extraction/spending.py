"""What something costs and how much there is for it, in either language, where no word such as budget is said.

"I've got two or three thousand for the boiler", "the roof will cost us 8,400 euros", 买车的钱我准备了十五六万, 聚餐人均一百五以内.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.findings import Clause, Finding, Known, finding
from assistant.extraction.limits import chinese_object, english_object
from vault import quantities
from vault.slots import MONEY

_I = re.IGNORECASE
_LEAST_WITHOUT_UNIT = 100  # a smaller bare number is not taken for money
_FOR = r"(?:for|on|towards|as|to spend on) (?P<for>(?:(?:the|my|our|a|an|this|that|new|buying|getting) )*[\w'’][\w'’ -]*?)"
_EN = (
    (re.compile(
        r"(?:I|we)(?:'ve|’ve|'d|’d| have|'ll)? ?(?:(?:can|could|will|would|want to|plan to|are going to|am going to) )?(?:only |just )?"
        rf"(?:spend|afford|pay|put (?:aside|away|by|down)|set aside|save(?:d)?|got|have|allocated|allowed|earmarked|kept back)\b(?P<sum>.*?\d?.*?)(?: {_FOR})?",
        _I), "budget"),
    (re.compile(
        r"(?:the |my |our )(?P<for>[\w'-]+(?: [\w'-]+){0,3}?) (?:that )?(?:we|I) can (?:put down|afford|pay|spend|offer|raise|manage|find) is (?P<sum>.*)", _I), "budget"),
    (re.compile(
        r"(?:we|I) (?:can|could) (?:put down|find|raise|offer|manage|pay)(?P<sum>.*?\d.*?) (?:as|for|towards) (?P<for>(?:(?:the|my|our|a|an) )*[\w'][\w' -]*?)", _I), "budget"),
    (re.compile(r"(?:the |my |our )?(?P<for>(?:(?!should|must|may|can|not)[\w'-]+ ){1,6}?)(?:(?:will|would|is going to|'ll|has) )?(?:costs?|sets? (?:us|me) back|comes? to)\b(?P<sum>.*)", _I), "price"),
)  # fmt: skip
_EN_VERB_OF_MONEY = re.compile(
    r"\b(?:spend|afford|pay|put (?:aside|away|by)|set aside|sav\w+|allocated|earmarked|costs?|comes? to|set)\b",
    _I,
)
_N_ZH = r"[\d一二两三四五六七八九十百千万半几]"
_ZH = (
    (re.compile(rf"(?P<for>[^，。我]{{2,8}}?)[，,]?(?:我们?|咱们?)(?:就|只|一共|总共|大概)*(?:准备|攒|预备|备|留)(?:好|出)?了?(?P<sum>{_N_ZH}[^，。]*)"), "budget"),
    (re.compile(rf"(?P<for>[^，。我]{{1,10}}?)的钱[，,]?(?:我们?|咱们?)?(?:一共|总共|大概)?(?:准备|攒|留|备|拿|凑|存)(?:好|出)?了?(?P<sum>.*{_N_ZH}.*)"), "budget"),
    (re.compile(rf"(?P<for>[^，。]{{0,10}}?人均)(?:消费|标准|预算)?(?:大概|大约|差不多|不超过|控制在|在)*(?P<sum>.*{_N_ZH}.*)"), "budget"),
    (re.compile(rf"(?:我们?|咱们?)(?:每个?月|每年|一个?月|一年)(?:大概|大约|最多|能|可以)*(?P<for>存|攒|还贷|还房贷|还车贷|交|花)(?P<sum>.*{_N_ZH}.*)"), "budget"),
    (re.compile(rf"(?P<for>(?!我)[\u4e00-\u9fff]{{2,8}}?)[，,]?(?:(?:我们?|咱们?|我家)(?:一共|总共)?(?:打算|准备|计划|愿意|想|能|最多|要)*|(?:一共|总共)?(?:打算|准备|计划))(?:花|拿出?|出|投)(?P<sum>{_N_ZH}[^，。]*)"), "budget"),
    (re.compile(rf"(?:我们?|咱们?)?(?:打算|准备|计划|愿意|能)?(?:花|拿出?|出)(?P<sum>{_N_ZH}[^，。]*?)(?:来|去)?(?P<for>买|换|装|修|租|做|学|办)(?P<what>(?!个?教训)[^，。]{{1,10}})"), "budget"),
)  # fmt: skip


def find_spending(clause: Clause, known: Known) -> list[Finding]:
    """The sum that a clause names for a thing, as its budget or its price; empty for anything else."""
    text = clause.text.strip(" .。!！")
    for pattern, base in _ZH if clause.language == "zh" else _EN:
        match = pattern.fullmatch(text)
        if match is None or not _is_money(text, match["sum"], clause.language):
            continue
        groups = match.groupdict()
        if clause.language == "zh":
            what = chinese_object(groups.get("what") or groups["for"] or "")
        else:
            what = english_object(groups["for"] or "")
        return [replace(finding(clause, f"{base}:{what}" if what else base, text), wants_quantity=True)]
    return []


def _is_money(text: str, said: str, language: str) -> bool:
    """Whether a sum is one of money: by its unit, or a bare number that is large enough beside a word of spending."""
    spans = quantities.parse(said, language)
    if not spans:
        return False
    unit = spans[0].unit
    if unit:
        return unit in MONEY
    has_verb = language == "zh" or bool(_EN_VERB_OF_MONEY.search(text))
    return has_verb and spans[0].high >= _LEAST_WITHOUT_UNIT
