"""Finds persons and places: those the vault knows, and those that a sentence frame introduces ("my name is", 我叫, 收件人).

A trained layer joins behind `spans.Layer`; nothing in here guesses a name without a frame or the vault's word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from vault.privacy.folding import Folded, fold
from vault.privacy.spans import PiiType, Span

LAYER = "names"
KNOWN_LAYER = "known"

# Capitalised or not, these are words first; a known name among them is matched only as it was written.
_COMMON_WORDS = frozenset(
    """will may mark rose grace hope faith joy bill rich art jack pat sue dawn summer june april august drew gene guy lance chase grant
    miles page paige penny ray rob skip victor wade ward jean jade ruby pearl ivy lily daisy heather holly iris violet amber crystal ginger
    max chip dean don ed frank harry jay josh ken nick pete sandy stormy sunny tab van woody young long short king star sky ben sol""".split()
)
_CJK = "\u3400-\u9fff"


@dataclass(frozen=True)
class KnownNames:
    """What the user and the vault know: names with aliases, places, contacts, words to mask always or never.

    `always` and `never` are the user's own lists. Organisations are found, but masked only where they stand in `always`.
    """

    persons: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    always: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    @cached_property
    def patterns(self) -> tuple[tuple[re.Pattern[str], PiiType], ...]:
        """One pattern per type, longest names first, over folded text."""
        groups: tuple[tuple[tuple[str, ...], PiiType], ...] = (
            (self.always, PiiType.CUSTOM),
            (self.persons, PiiType.PERSON),
            (self.addresses, PiiType.ADDRESS),
            (self.places, PiiType.LOCATION),
            (self.organisations, PiiType.ORGANIZATION),
            (self.emails, PiiType.EMAIL),
            (self.phones, PiiType.PHONE),
        )
        return tuple(
            (pattern, kind) for names, kind in groups if (pattern := known_pattern(names)) is not None
        )

    @cached_property
    def exempt_pattern(self) -> re.Pattern[str] | None:
        return known_pattern(self.never)

    @cached_property
    def exempt(self) -> frozenset[str]:
        return frozenset(fold(word).text.casefold() for word in self.never)


def known_pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern over folded text that finds any of the names as whole words; None where there is none to find."""
    forms = sorted({fold(name).text.strip() for name in names}, key=len, reverse=True)
    parts = [_known_form(form) for form in forms if form and len(form) != 1]
    return re.compile("|".join(parts)) if parts else None


def _known_form(name: str) -> str:
    body = r"[ \t\n]+".join(re.escape(word) for word in name.split())
    is_long = len(name) >= 8  # long enough to be itself also where it is glued to other letters
    before = r"(?<![A-Za-z0-9_])" if not is_long and name[0].isascii() and name[0].isalnum() else ""
    after = r"(?![A-Za-z0-9_])" if not is_long and name[-1].isascii() and name[-1].isalnum() else ""
    is_exact = name.lower() in _COMMON_WORDS
    return f"{before}(?:{body}){after}" if is_exact else f"{before}(?i:{body}){after}"


def find_known(folded: Folded, known: KnownNames) -> Iterator[Span]:
    """Spans of everything in `known`, in folded offsets."""
    for pattern, kind in known.patterns:
        for match in pattern.finditer(folded.text):
            yield Span(match.start(), match.end(), kind, KNOWN_LAYER)


_COMPOUND = "欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|宇文|长孙|端木|南宫|西门|独孤|轩辕|闻人|百里|呼延"
_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤"
    "尹黎易常武乔贺赖龚文施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐沿梅莫庄辛管祝左涂谷祁时舒耿牟卜路詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍覃霍翁隋植甘景薄单包司柏宁柯阮桂闵柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫来嵺苟褚廉简娄盖符奚木穆党燕郎邸冀谈姬屠连郜晏栾郁商蒙计喻揭窦迟宇敖糜鄢冷卓花仇艾蓝巩稽井练仲乐虞卞封竺冼楚佟栗匡宗巫鞠僧桑荆谌银扬明沙薄伏岑胥蔺"
)
_GIVEN_STOP = "的是在和与跟说有要会把被让给也都很不了吗呢吧啊就收确于到去来，。"
_ZH_NAME = rf"(?:[{_CJK}]{{2,8}}·[{_CJK}]{{2,8}}(?:·[{_CJK}]{{2,8}})?|(?:{_COMPOUND})[{_CJK}]{{1,2}}|[小阿老][{_CJK}]|[{_SURNAMES}][{_CJK}]{{1,2}}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
_ZH_LABEL = r"(?:联系人|紧急联系人|客户资料|员工|收件人|收货人|寄件人|发件人|姓名|申请人|负责人|对接人|经办人|审批人|持卡人|户主|法人|法定代表人|联系销售|患者|乘客|旅客|客户|开户名|户名|应聘者|候选人|监护人|家属)"
_ZH_FRAME = re.compile(
    r"(?:我叫|我的名字(?:是|叫)|本人(?:叫|姓名)?|我是(?=[^，。]{2,4}(?:，|。|$))|(?:他|她|名字|全名|真名|老婆|妻子|丈夫|老公|女儿|儿子|孩子|弟弟|哥哥|姐姐|妹妹|妈妈|爸爸|母亲|父亲|女朋友|男朋友|室友|同桌|老板|同事|领导|经理|上司|朋友|同学|老师|客户|会计|律师|医生)(?:的名字)?(?:叫做?|名叫|姓名是)"
    rf"|{_ZH_LABEL}(?:[:：]|是|为|叫| ) ?|请?转告|请转交给?|代我问候|替我谢谢)"
    rf"(?P<name>{_ZH_NAME})"
)
# Without a mark between label and name, the name must end where a name can.
_ZH_LABELLED = re.compile(rf"{_ZH_LABEL}(?P<name>{_ZH_NAME})(?=[，。；！？、,\s:<(的于与在]|确认|$)")
_SURNAMED = rf"(?:(?:{_COMPOUND})[{_CJK}]{{1,2}}|[{_SURNAMES}][{_CJK}]{{1,2}})"
_ZH_PLACED = re.compile(
    rf"(?P<address>{_SURNAMED})(?= ?<[^<>\s]+@)"
    rf"|由(?P<agent>{_SURNAMED})(?=代表|负责|主持|担任|陪同|带队|出面|跟进|审批|接待|主讲|签字)"
    rf"|请(?P<asked>{_SURNAMED})(?= ?(?:于|在|到|来|把|将|尽快|帮|务必|准时|先))"
    rf"|(?:^|[，。,\s])(?P<receiver>{_SURNAMED})(?=收(?:[。，,]|$))"
    r"|(?:和|跟|陪|约了?|找|问|告诉|通知)(?P<foreign>[A-Z][a-z]+)(?=约|一起|去|说|聊|见|吃|打|，|。|$)"
)
_ZH_TITLED = re.compile(
    rf"(?P<name>(?:(?:{_COMPOUND})[{_CJK}]{{0,2}}|[{_SURNAMES}][{_CJK}]{{0,2}}))(?:先生|女士|小姐|太太|老师|医生|大夫|教授|师傅|律师|总监|经理)"
)
_ZH_BIRTHDAY = re.compile(
    rf"(?:^|[，。；！？、\s]|记住|是)(?P<name>(?:{_COMPOUND})[{_CJK}]{{1,2}}|[{_SURNAMES}][{_CJK}]{{1,2}}|[小阿老][{_CJK}])的(?:生日|电话|手机号?|邮箱|地址|微信|身份证|银行卡|住址)"
)
_VERB_SURNAMES = frozenset("谢祝向和")  # "谢老师": thank the teacher
_ZH_NOT_NAME = frozenset(
    "我们 你们 他们 她们 公司 时候 明天 今天 昨天 家里 金额 高级 方便 安全 应该 时间 和你 任何 任务 成功 常用 文件 方案 计划 路由 包装 华为 来电 关于 强烈 老师 大家 老板 小姐 经理".split()
)

_EN_WORD = r"[A-Z][\w'’-]*[^\W\d_]|[A-Z]\."
_EN_NAME = (
    rf"(?:{_EN_WORD})(?: (?:{_EN_WORD}|(?:van|von|de|da|del|di|la|le|bin|al|den|der)(?= [A-Z]))){{0,3}}"
)
_EN_FRAME = re.compile(
    rf"(?i:(?<![a-z])(?:my (?:full |first |last |real |maiden |legal )?name(?:'s| is|:)|i(?:'m| am) called|call me|they call me|name on the account\? user:|(?<!- )(?<![a-z_])(?:(?:first|last|full|nick|user|maiden|card ?holder) ?)?name ?:)) ?"
    rf"(?P<name>{_EN_NAME})"
)
_EN_FRAME_LOWER = re.compile(
    r"(?<![A-Za-z])my (?:full |real )?name(?:'s| is) (?P<name>[a-z]+(?: [a-z]+)?)(?=[.,;!?]|$|\s+and\s)",
    re.IGNORECASE,
)
_EN_SELF = re.compile(
    rf"(?<![A-Za-z])(?:I'm|I am|This is|this is|It's|it's) (?P<name>{_EN_NAME})(?= speaking| here|,| from|\.| \()"
    rf"|(?:^|(?<=[.!?] ))(?:Hi|Hello|Hey),? I(?:'m| am) (?P<greeting>{_EN_NAME})(?=[.!,]|$)"
)
_EN_TITLED = re.compile(
    rf"(?<![A-Za-z])(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Doctor|Sir|Madam|Uncle|Aunt|Auntie)\.? (?P<name>{_EN_NAME})"
)
_EN_RELATION = re.compile(
    rf"(?<![A-Za-z])(?i:my|our) (?:[a-z]+ )?(?:wife|husband|son|daughter|sister|brother|mother|father|mom|dad|boss|manager|friend|colleague|neighbou?r|roommate|girlfriend|boyfriend|partner|fianc[eé]e?|doctor|dentist|lawyer|accountant|tutor|teacher|therapist|cousin|uncle|aunt|niece|nephew|dog|cat)"
    rf"(?:'s name is|,| is called| is named| named| called)? (?P<name>{_EN_NAME})"
)
_EN_ADDRESSED = re.compile(
    rf"(?<![A-Za-z])(?:[Tt]ell|[Aa]sk|[Ee]mail|[Rr]emind|[Tt]hank|[Ii]nvite|[Ll]unch with|[Dd]inner with|[Cc]offee with|[Mm]eet(?:ing)? with|[Rr]egards,|[Dd]ear|[Hh]i|[Hh]ello) (?P<name>{_EN_NAME})(?: and (?P<second>{_EN_NAME}))?"
)
_EN_NOT_NAME = frozenset(
    """I The A An My Your Our It This That Not Here There Me Us Them Him Her You All Everyone Everybody Siri Alexa Google ChatGPT Claude Python
    Java Excel Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October
    November December English Chinese American British German French Spanish Japanese Sir Madam Team Folks Guys OK Okay Sorry Going Happy What
    Why How When Where Who If And But Or So Please Address Node Set Run Build Install Test Marketing""".split()
)


def find_framed(folded: Folded) -> Iterator[Span]:
    """Spans of names that a frame introduces, in folded offsets."""
    yield from _find_chinese(folded.text)
    yield from _find_english(folded.text)


def _find_chinese(text: str) -> Iterator[Span]:
    for pattern in (_ZH_FRAME, _ZH_LABELLED, _ZH_TITLED, _ZH_BIRTHDAY):
        for match in pattern.finditer(text):
            start, end = match.span("name")
            whole, end = end, _trim_chinese(text, start, end)
            if pattern is _ZH_TITLED and (end != whole or text[start:end] in _VERB_SURNAMES):
                continue
            if end - start >= (1 if pattern is _ZH_TITLED else 2) and text[start:end] not in _ZH_NOT_NAME:
                yield Span(start, end, PiiType.PERSON, LAYER)
    for match in _ZH_PLACED.finditer(text):
        if match[match.lastgroup or 0] not in _ZH_NOT_NAME:
            yield Span(*match.span(match.lastgroup or 0), PiiType.PERSON, LAYER)


def _find_english(text: str) -> Iterator[Span]:
    for pattern in (_EN_FRAME, _EN_SELF, _EN_TITLED, _EN_RELATION, _EN_ADDRESSED):
        for match in pattern.finditer(text):
            for group in match.re.groupindex:
                if match[group] and match[group].split()[0].split("'")[0] not in _EN_NOT_NAME:
                    end = match.end(group) - (2 if match[group].endswith("'s") else 0)
                    yield Span(match.start(group), end, PiiType.PERSON, LAYER)
    for match in _EN_FRAME_LOWER.finditer(text):
        if not {word.title() for word in match["name"].lower().split()} & _EN_NOT_NAME:
            yield Span(*match.span("name"), PiiType.PERSON, LAYER)


def _trim_chinese(text: str, start: int, end: int) -> int:
    """Ends a Chinese name before a word that cannot belong to it, where no mark ends it."""
    if "·" in text[start:end]:
        return end
    for place in range(start + 1, end):
        if text[place] in _GIVEN_STOP:
            return place
    return end
