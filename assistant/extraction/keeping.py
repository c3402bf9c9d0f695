"""Where a thing is kept and who has it, in either language: "I keep the spare key with Rui", "Paula has it now", 备用钥匙在柯家.

All of these tell one slot, the place of the thing, so that a new holder takes the place of the old one whatever the words.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction import chinese_words, english_words
from assistant.extraction.chinese_things import noun as chinese_noun
from assistant.extraction.english_words import noun
from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time

_I = re.IGNORECASE
# What is small enough to be kept somewhere or lent to somebody.
_PORTABLE_EN = (
    r"(?:keys?|key ?cards?|fobs?|remotes?|chargers?|passports?|papers?|paperwork|documents?|folders?|deeds|certificates?|cop(?:y|ies)|originals?|ladders?|drills?|tools?|toolbox|tents?|bikes?|bicycle|"
    r"helmets?|books?|suitcases?|bags?|camera|laptop|tablet|projector|receipts?|tickets?|cards?|badges?|car seat|stroller|buggy|pram|cot|cool ?box|trailer|mower|lawnmower|saw|medicines?|pills|inhaler|"
    r"first[- ]aid kit|torch|batter(?:y|ies)|backups?|hard drives?|usb sticks?|photos?|albums?|jewell?ery|rings?|will|contracts?|manuals?|umbrellas?|glasses|decorations|skis|boots|"
    r"blankets|towels|bulbs|candles|cheque ?book|savings book|birth certificates?|vaccination (?:cards?|books?)|cat carrier|lead|leash|instruments?|violin|guitar)"
)
_THING_EN = rf"(?:the|my|our|his|her|their|all (?:the|my|our)) (?P<what>(?:[\w'’-]+ ){{0,3}}?{_PORTABLE_EN})"
_WHERE_EN = r"(?P<v>(?:in|on|under|behind|above|beside|next to|inside|at|with|near|by|below|underneath|on top of) (?!mind\b|touch\b|case\b|me\b|us\b|hand\b|order\b|time\b|sight\b|control\b|it\b)[\w'’].*)"
_EN_KEEP = re.compile(
    rf"(?:(?:I|we)(?:'ve|’ve| have)? )?(?:always |usually |normally |now |still |just )*(?:keep|store|hide|stash|kept|stored|hid) {_THING_EN} {_WHERE_EN}",
    _I,
)
_EN_ANY_KEPT = re.compile(
    rf"(?:(?:I|we) )?(?:always |usually |normally |now |still )*(?:keep|store|hide|stash) (?:the|my|our|all (?:the|my|our)) (?P<what>[\w'’-]+(?: (?!in\b|on\b|at\b|with\b|under\b)[\w'’-]+){{0,3}}?) {_WHERE_EN}",
    _I,
)
_EN_PUT = re.compile(
    rf"(?:I|we)(?:'ve|’ve| have)? (?:just |now |already )*(?P<verb>moved|put|given|gave|handed|lent|passed|left|taken) {_THING_EN} (?:(?:over|on|back|across) )?(?:to|in|into|on|onto|with|under|behind|at) (?P<v>(?!do\b|be\b)[\w'’].*)",
    _I,
)
_ROOM_EN = r"(?:(?:the|my|our) (?:[\w'’-]+ ){0,2}(?:study|kitchen|hall(?:way)?|garage|loft|attic|cellar|basement|bedroom|office|living room|lounge|shed|garden|drawer|cupboard|wardrobe|bathroom|balcony|safe|box|shelf|shelves|desk|cabinet|pantry|porch|utility room|storage|spare room|car|boot|closet|corridor|landing|locker))"
_EN_MOVED_TO_ROOM = re.compile(
    rf"(?:I|we)(?:'ve|’ve| have)? (?:just |now |already )*(?:moved|put|shifted|relocated) (?:the|my|our) (?P<what>[\w'’-]+(?: (?!in\b|to\b|into\b|on\b)[\w'’-]+){{0,2}}) (?:over |up |down |back )?(?:to|into|in|onto|on) (?P<v>{_ROOM_EN}.*)",
    _I,
)
_WHO_EN = (
    rf"(?P<v>(?:my|our) (?:new |old )?(?:{english_words.KIN}|{english_words.ROLE})(?: (?-i:[A-Z][\w-]+))?|(?:(?-i:Mr|Mrs|Ms|Dr)\.? )?(?-i:[A-Z][\w'’-]+)(?: (?-i:[A-Z][\w'’-]+))?|the (?-i:[A-Z][\w'’-]+s)|the (?:neighbours?|neighbors?|caretaker|concierge|office|school|bank|lawyer|notary|landlord|landlady|agency))"
    r"(?P<at> (?:in|at|from|on|next|across|down|up|over)[\w' -]{2,30}?| downstairs| upstairs| next door)?"
)
_EN_HAS = re.compile(
    rf"{_WHO_EN}(?:'s|’s)? (?:now |still |also )?(?:has|have|got|keeps?|holds?|is holding|are holding|is keeping|looks after|is looking after|is minding|takes care of) (?:on to )?{_THING_EN}(?P<now> now| these days| instead)?",
    _I,
)
_NOT_WHO = re.compile(r"(?:I|We|You|He|She|It|They|That|This|Who|What|Everyone|Nobody|Everybody|The)$")
_WHERE_ZH = (
    r"(?:在|放在|搁在|收在|藏在|存在|寄存在|留在|锁在|放到|挪到|移到|搬到|归|给|交给|拿给|托给|托付给)了?"
)
_PORTABLE_ZH = r"(?:钥匙|门卡|门禁卡|护照|证件|户口本|身份证|房产证|证书|合同|文件|材料|资料|发票|收据|票|卡|存折|药|药箱|工具箱?|梯子|电钻|充电器|充电宝|遥控器|相机|电脑|平板|行李箱|箱子|帐篷|自行车|婴儿车|安全座椅|书|相册|首饰|戒指|硬盘|U盘|雨伞|手电筒?|说明书|备份|病历本?|疫苗本|猫包|琴|冬衣|被子)"
_ZH_KEPT = re.compile(
    rf"(?:我们?|咱们?|我家)?(?:现在|如今|目前|以后|已经|一直|平时)*(?:把)?(?P<what>(?:我的?|我们的?|家里的?)?[^，。我在把]{{0,8}}?{_PORTABLE_ZH})(?:现在|如今|目前|以后|已经|一直|平时|都|就)*(?:都|就)?(?P<how>{_WHERE_ZH})(?P<v>[^，。]{{2,16}}?)(?P<end>(?:保管|拿着|收着|管|放着|那儿|那里|手里|手上|这儿|家里?)?)了?"
)
_ZH_HAS = re.compile(
    rf"(?:现在|如今|以后)?(?:由|是)?(?P<v>(?:我家?的?)?(?:{chinese_words.KIN}|{chinese_words.ROLE}|[老小阿][\u4e00-\u9fff]|[{chinese_words.SURNAME}][\u4e00-\u9fff]{{1,2}}|[\u4e00-\u9fff]{{0,4}}(?:阿姨|叔叔|大爷|大妈|师傅|家)))(?:那儿|那里|手里|手上|家里?)?(?:现在|也)*(?:拿着|保管着?|收着|有|管着|替我们?保管)(?P<what>(?:我们?家?的?)?[^，。我]{{0,6}}?{_PORTABLE_ZH})了?"
)


_ZH_LENT = re.compile(
    r"(?:我们?)?(?:上周|前几天|昨天|已经|先|暂时)*(?:把)?(?P<what>(?:我的?|家里的?)?[^，。我在把借]{1,8}?)[，,]?(?:我们?)?(?:上周|前几天|昨天|已经|先|暂时)*(?P<how>借|寄放|送|交|拿|留|转交)?给(?P<v>[^，。了]{1,8})了"
)


def find_kept(clause: Clause, known: Known) -> list[Finding]:
    """The place or the keeper of a thing; empty for anything else."""
    if clause.is_strict:
        return []
    text = clause.text.strip(" ,，.。!！")
    return _chinese(clause, text) if clause.language == "zh" else _english(clause, text)


def _english(clause: Clause, text: str) -> list[Finding]:
    kept = _EN_KEEP.fullmatch(text) or _EN_ANY_KEPT.fullmatch(text)
    if kept:
        return [_placed(clause, noun(kept["what"]), _without_now(kept["v"]), is_change=clause.corrects)]
    put = _EN_PUT.fullmatch(text)
    if put and not mentions_time(put["v"], "en"):
        is_lasting = clause.corrects or put["verb"].lower() in (
            "moved",
            "given",
            "gave",
            "handed",
            "lent",
            "passed",
        )
        where = text[put.end("what") :].strip()
        where = re.sub(
            r"^(?:(?:over|on|back|across) )?(?:to|onto|into) ",
            lambda m: "" if is_lasting else m[0],
            where,
            flags=_I,
        )
        return (
            [_placed(clause, noun(put["what"]), _without_now(where), is_change=is_lasting)]
            if is_lasting
            else []
        )
    moved = _EN_MOVED_TO_ROOM.fullmatch(text)
    if moved:
        return [_placed(clause, noun(moved["what"]), f"in {_without_now(moved['v'])}", is_change=True)]
    has = _EN_HAS.fullmatch(text)
    if has and not _NOT_WHO.match(has["v"]):
        where = f"with {has['v']}{has['at'] or ''}"
        is_change = clause.corrects or bool(has["now"])
        return [
            replace(_placed(clause, noun(has["what"]), where, is_change=is_change), entities=_names(has["v"]))
        ]
    return []


def _chinese(clause: Clause, text: str) -> list[Finding]:
    kept = _ZH_KEPT.fullmatch(text)
    if (
        kept
        and not mentions_time(chinese_noun(kept["what"]), "zh")
        and not re.match(r"[这那哪]|手边", kept["v"])
    ):
        is_change = clause.corrects or bool(re.search(r"给|挪到|移到|搬到|放到", kept["how"]))
        where = re.sub(r"了$", "", f"{kept['v']}{kept['end']}")
        how = re.sub(r"了$", "", kept["how"])
        value = (
            where
            if how in ("在", "归", "给", "交给", "拿给", "托给", "托付给", "放到", "挪到", "移到", "搬到")
            else how + where
        )
        return [_placed(clause, chinese_noun(kept["what"]), value, is_change=is_change)]
    lent = _ZH_LENT.fullmatch(text)
    if lent and not re.search(r"钱|块|元|[这那它]", lent["what"]):
        return [
            _placed(
                clause,
                chinese_noun(lent["what"]),
                f"借给{lent['v']}" if lent["how"] == "借" else f"在{lent['v']}那儿",
                is_change=True,
            )
        ]
    has = _ZH_HAS.fullmatch(text)
    if has:
        return [_placed(clause, chinese_noun(has["what"]), has["v"], is_change=clause.corrects)]
    return []


def _placed(clause: Clause, thing: str, where: str, *, is_change: bool) -> Finding:
    made = finding(clause, f"location:{thing}", where)
    return replace(
        made, subject="user", corrects=is_change, changes=thing if is_change else "", is_open=False
    )


def _without_now(where: str) -> str:
    return re.sub(r",? (?:now|these days|instead|from now on)$", "", where.strip(" ."), flags=_I)


def _names(who: str) -> tuple[str, ...]:
    return tuple(re.findall(r"(?-i:[A-Z])[\w'’-]+", who))[:1]


__all__ = ["find_kept"]
