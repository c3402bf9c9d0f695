"""The labels that stand before a fact in a list (e-mail, 电话, WeChat, birthday, …) and what value each may have.

`labelled_values` finds every place of a sentence where a label and a fitting value meet; which of them hold, `contacts` decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.extraction import english_words
from assistant.extraction.findings import Field, mentions_time

_I = re.IGNORECASE
_PHONE = r"(?:\+|00)?\(?\d(?:[ ().-]{0,2}\d){6,14}(?:\s?(?:x|ext\.?|转)\s?\d{1,5})?(?![\d岁年月])"
_HANDLE = r"@?[A-Za-z0-9][A-Za-z0-9_.#-]{2,38}[A-Za-z0-9_]"
_EMAIL = english_words.EMAIL
_IS = (
    r"(?:\s*(?:[:：=＝]|(?:现在|已经|已)?(?:改成|换成|改为|变成|更新为|是|为|為)了?)\s*|\s+[-–—]\s+|"
    r"\s+(?:(?:is|are)(?: now)?|(?:has )?changed to)\s+)"
)
_OWN = r"(?P<own>(?:my|our)\s|(?:(?:有事|可以|请|随时|直接|你)*(?:打|加|拨打?|联系|发到?|找))?(?:我|我们|本人|咱)的?\s?)?"
_KIND = (
    r"(?:(?P<kind>work|home|personal|private|office|business|company|school|new|backup|main|delivery|shipping|billing|postal|mailing)\s|"
    r"(?P<kind_zh>工作|公司|个人|私人|常用|备用|新|联系|家庭|家里|收货|办公|办公室|通讯|单位|快递|邮寄)的?)?"
)


@dataclass(frozen=True, slots=True)
class _Label:
    attribute: str
    words: str
    value: str
    noun_en: str
    noun_zh: str
    is_weak: bool = False


_FREE = "free"
_ACCOUNTS = {
    "wechat": (r"we-?chat|微信", "微信"),
    "qq": (r"qq", "QQ"),
    "whatsapp": (r"whatsapp", "WhatsApp"),
    "telegram": (r"telegram|电报", "Telegram"),
    "signal": (r"signal", "Signal"),
    "skype": (r"skype", "Skype"),
    "discord": (r"discord", "Discord"),
    "slack": (r"slack", "Slack"),
    "github": (r"github", "GitHub"),
    "gitlab": (r"gitlab", "GitLab"),
    "twitter": (r"twitter|推特", "Twitter"),
    "instagram": (r"instagram|insta", "Instagram"),
    "linkedin": (r"linkedin|领英", "LinkedIn"),
    "line": (r"line id", "LINE"),
    "dingtalk": (r"dingtalk|钉钉", "钉钉"),
    "lark": (r"lark|飞书", "飞书"),
    "weibo": (r"weibo|微博", "微博"),
    "xiaohongshu": (r"小红书", "小红书"),
    "douyin": (r"抖音", "抖音"),
}
_REACH = r"(?:you can |please |just |best to )*(?:reach|call|ring|text|message|contact|e-?mail|write to) me(?: (?:at|on|under|via))?"
_LABELS: tuple[_Label, ...] = (
    _Label("email", r"e-?mail(?:\s(?:address|id))?|(?:电子)?(?:邮箱|郵箱|邮件|电邮)(?:地址)?", _EMAIL, "email", "邮箱"),
    _Label(
        "phone",
        r"(?:mobile|cell|tele|contact\s)?phone(?:\s(?:number|no\.?))?|(?:mobile|cell|landline|tel|mob|ph)\.?(?:\s(?:number|no\.?))?|contact number|(?:联系)?(?:手机|電話|电话|座机)(?:号码?|號碼?)?(?:[（(]微信同号[）)])?|微信同号",
        _PHONE,
        "phone",
        "电话",
    ),
    *(
        _Label(
            f"contact:{name}",
            rf"(?:{words})(?P<id_{name}>\s?(?:id|handle|username|account|number|账号|帐号|号码|号))?",
            _HANDLE,
            "WeChat" if name == "wechat" else chinese_name,
            chinese_name,
        )
        for name, (words, chinese_name) in _ACCOUNTS.items()
    ),
    _Label("contact", _REACH + r"|contact(?:\sdetails?)?|联系方式|联系我(?:可以|请)?(?:打|用|发)?", rf"{_EMAIL}|{_PHONE}", "contact", "联系方式"),
    _Label("address", r"address|(?:现)?(?:地址|住址)", _FREE, "address", "地址"),
    _Label("birthday", r"birthday|birth\s?date|date of birth|dob|d\.o\.b\.|(?:阳历|阴历|农历|公历)?生日(?!宴|会|派对|聚|礼|蛋糕|卡|那天|快乐|饭)|出生日期", _FREE, "birthday", "生日"),
    _Label("name", r"(?:full\s)?name|姓名|名字", _FREE, "name", "名字", True),
    _Label("city", r"city|town|location|based in|(?:所在|居住|常住)?城市|所在地|现居地?|坐标|常住地", _FREE, "city", "城市", True),
    _Label("employer", r"employer|company|organi[sz]ation|工作单位|就职单位|单位|公司|就职公司", _FREE, "employer", "工作单位", True),
    _Label("role", r"role|job(?:\stitle)?|job|title|position|occupation|profession|职位|职务|岗位|职业|工作", _FREE, "role", "职位", True),
    _Label("department", r"department|dept\.?|team|部门|科室", _FREE, "department", "部门", True),
    _Label("hometown", r"home\s?town|籍贯|老家", _FREE, "home town", "老家", True),
    _Label("age", r"age|年龄", r"\d{1,3}岁?(?!\d)", "age", "年龄", True),
    _Label("gender", r"gender|sex|性别", r"female|male|non-binary|男性?|女性?", "gender", "性别", True),
    _Label("zone", r"time\s?zone|时区", _FREE, "time zone", "时区", True),
    _Label("school", r"school|university|college|学校|毕业院校", _FREE, "school", "学校", True),
)  # fmt: skip
_ALL_WORDS = "|".join(re.sub(r"\?P<\w+>", "?:", label.words) for label in _LABELS)
_FREE_VALUE = (
    (
        rf"(?P<v>\S.*?)(?=\s*(?:[,，;；、|/(（]|\s[-–—]\s|\s)\s*(?:and\s|和|以及)?{_OWN}{_KIND}(?:{_ALL_WORDS})(?:{_IS}|\s*(?=[\dA-Z@+]))|"
        r"[，;；|]|\s/\s|[,(]\s*(?:and\s|but\s|so\s)?(?:I|I'm|I've|my|we|our)\b|[)）]|$)"
    )
    .replace("?P<own>", "?:")
    .replace("?P<kind>", "?:")
    .replace("?P<kind_zh>", "?:")
)
_PATTERNS: tuple[tuple[_Label, re.Pattern[str]], ...] = tuple(
    (
        label,
        re.compile(
            rf"{_OWN}{_KIND}(?<![A-Za-z])(?P<label>{label.words})(?:(?P<is>{_IS})|\s+|(?<=[\u4e00-\u9fff])(?=[!-~])|(?<=日)(?=[\u4e00-\u9fff\d]))"
            + (_FREE_VALUE if label.value == _FREE else rf"(?P<v>{label.value})"),
            _I,
        ),
    )
    for label in _LABELS
)
_BARE = re.compile(rf"(?P<email>{_EMAIL})|(?P<phone>{_PHONE})")
_END = re.compile(r"\s*(?:$|[,，;；、/|·•()（）.。!！]|\s[-–—]\s|\s)")
# A label and its value without a verb are over where the list goes on, not where a sentence about them does.
_CLOSED = re.compile(
    rf"\s*(?:$|[,，;；、/|·•()（）.。!！]|(?:and|or|&)\s|和|以及|{_OWN}{_KIND}(?:{_ALL_WORDS})|我|住)|\s[-–—]\s".replace(
        "?P<own>", "?:"
    )
    .replace("?P<kind>", "?:")
    .replace("?P<kind_zh>", "?:"),
    _I,
)
_NUMBERED = re.compile(r"qq|wechat|whatsapp|telegram|signal|line")
_ANY = re.compile(rf"(?:{_ALL_WORDS})|@|\d(?:[ ().-]{{0,2}}\d){{9}}", _I)


def labelled_values(text: str) -> Iterator[Field]:
    """Every label with a fitting value, and every bare e-mail address and phone number; in no order, some overlapping."""
    if not _ANY.search(text):
        return
    for label, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if not _fits(label, match, text):
                continue
            kind = (match["kind"] or match["kind_zh"] or "").lower()
            attribute = label.attribute
            if attribute == "contact":
                attribute = "email" if "@" in match["v"] else "phone"
            if (
                kind
                and kind not in ("new", "personal", "main", "新", "联系", "常用")
                and ":" not in attribute
            ):
                attribute = f"{attribute}:{kind}"
            value = match["v"].strip(" .。!！")
            end = match.start("v") + len(match["v"].rstrip(" .。!！"))
            weak = (label.is_weak or _is_plain_account(label, match)) and not match["own"]
            told = ("email", "邮箱") if attribute == "email" else (label.noun_en, label.noun_zh)
            told = ("phone", "电话") if attribute == "phone" else told
            nouns = (f"{kind} {told[0]}".strip(), f"{kind}{told[1]}")
            yield Field(match.start(), end, attribute, value, bool(match["own"]), weak, *nouns)
    for match in _BARE.finditer(text):
        if match["email"] or len(re.sub(r"\D", "", match[0])) >= 10:
            attribute, chinese_noun = ("email", "邮箱") if match["email"] else ("phone", "电话")
            if _END.match(text, match.end()):
                yield Field(
                    match.start(), match.end(), attribute, match[0], False, True, attribute, chinese_noun
                )


def _is_plain_account(label: _Label, match: re.Match[str]) -> bool:
    """An account name that could be a word (annlee-dev) needs a stronger neighbour."""
    return (
        label.attribute.startswith("contact:") and not match["is"] and not re.search(r"\d|_|^@", match["v"])
    )


def _fits(label: _Label, match: re.Match[str], text: str) -> bool:
    """Without a colon or "is", only a value of the expected shape belongs to its label."""
    value, stated = match["v"].strip(), bool(match["is"])
    if not stated and label.value != _FREE and not _CLOSED.match(text, match.end()):
        return False
    if label.value == _FREE and re.search(rf"{_EMAIL}", value):
        return False
    if re.search(r"[?？吗呢]$", value):
        return False
    if label.attribute.startswith("contact:"):
        return _is_account(label, match, text)
    if label.attribute == "birthday":
        return mentions_time(value, "zh") or mentions_time(value, "en") or bool(re.search(r"\d", value))
    if label.attribute == "address":
        if re.match(r"\d+(?:\.\d+){3}|https?:|[/\\]|0x", value):
            return False
        return bool(re.search(r"\d|[路街巷弄区市县镇村号栋]", value)) and (
            ":" in (match["is"] or "") or "：" in (match["is"] or "") or not stated
        )
    if label.value == _FREE:
        punctuated = bool(re.search(r"[:：=＝]", match["is"] or ""))
        if label.is_weak and (len(value) > 40 or len(value.split()) > 5):
            return False
        is_told = bool(match["own"]) and stated and label.attribute in ("city", "employer")
        return (
            punctuated
            or is_told
            or (label.words.startswith(("employer", "city")) and not stated and value[:1].isupper())
        )
    return True


def _is_account(label: _Label, match: re.Match[str], text: str) -> bool:
    """An account name: one that looks like none of the words, or that "is", a colon or "id" says to be one."""
    value, stated = match["v"].strip(), bool(match["is"])
    identity = match.groupdict().get("id_" + label.attribute.partition(":")[2])
    if not stated and value.isdigit() and (len(value) < 5 or not _NUMBERED.search(label.attribute)):
        return False
    if _END.match(text, match.end()) is None:
        return False
    if re.search(r"[\d_-]|^@", value) or (identity and re.fullmatch(r"[A-Za-z][\w-]{5,19}", value)):
        return True
    is_word = re.match(r"(?:the|a|an|my|our|down|not|very)\b", text[match.start("v") :], _I)
    return stated and not is_word and match.end() == len(text.rstrip(" .。"))
