"""Finds postal addresses by their shape: Chinese from province to room in one span, English by house number and street word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "addresses"

_C = "\u3400-\u9fff"
_PROVINCES = "北京|上海|天津|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门"
_CITIES = "广州|深圳|成都|杭州|武汉|西安|南京|苏州|长沙|郑州|东莞|青岛|沈阳|宁波|昆明|合肥|大连|厦门|福州|济南|无锡|佛山|哈尔滨|长春|石家庄|南宁|贵阳|南昌|太原|兰州|海口|珠海|中山|惠州|温州|金华|泉州|烟台|常州|南通|徐州|绍兴|嘉兴"
_REGION = (
    rf"(?:(?:{_PROVINCES})(?:省|市|自治区|壮族自治区|回族自治区|维吾尔自治区|特别行政区)?|(?:{_CITIES})市?)"
)
_NUMBER = r"[0-9A-Za-z一二三四五六七八九十百零]{1,6}(?:-[0-9A-Za-z]{1,5}){0,3}"
_DETAIL = rf"(?: ?{_NUMBER} ?(?:号楼|号院|号|弄|幢|栋|座|单元|楼|层|室|房|户))"
_STREET = rf"(?:[{_C}]{{1,10}}?(?:大道|大街|街道|路|街|巷|弄|胡同|里|村|镇|乡|新村|小区|花园|公寓|大厦|广场|中心|园区|软件园|科技园|产业园|园|城|苑|府|庭|湾|寓|楼|区))"
# A building named after the number of its street, with the room in it.
_BUILDING = (
    rf"(?:[A-Za-z]{{0,8}}[{_C}]{{0,8}}?(?:大厦|广场|中心|城|公寓|花园|小区|大楼|科技园|产业园|酒店|国际)"
    rf"(?:[A-Za-z0-9]{{1,3}}(?:座|塔|栋|楼|区))?(?:{_DETAIL}|[0-9]{{3,4}}(?![0-9])){{1,4}})"
)
_CHINESE = re.compile(
    rf"{_REGION}(?:[{_C}]{{1,6}}?(?:市|区|县|州|盟|旗|新区|开发区))?(?:[{_C}]{{1,5}}(?:区|县|镇|街道))?(?: ?{_STREET}){{1,4}}(?:[东南西北]?[A-Za-z0-9]{{0,3}}[区座栋])?{_DETAIL}{{0,6}}{_BUILDING}?"
)
_CHINESE_LOCAL = re.compile(
    rf"(?:(?<=住在)|(?<=住址是)|(?<=地址是)|(?<=地址:)|(?<=地址：)|(?<=地址为)|(?<=寄到)|(?<=送到)|(?<=搬到)|(?<=约在)|(?<=家在)|(?<=位于))(?: ?{_STREET}){{1,4}}(?:[东南西北]?[A-Za-z0-9]{{0,3}}[区座栋])?"
    rf"(?:{_DETAIL}{{1,6}}|[A-Za-z]?[0-9]{{1,4}}-[0-9]{{1,5}})"
)
_CHINESE_ROOM = re.compile(
    rf"[{_C}]{{2,10}}?(?:路|街|大道|巷|胡同|弄|小区|花园|新村|公寓) ?{_NUMBER} ?(?:号|弄|栋|幢|号楼){_DETAIL}{{0,5}}"
)
_LEAD = re.compile(r"^(?:.*?(?:我家|住在|住|地址是?|寄到|送到|搬到|到|在|去|是|从))(?=[^的]{4,})")

_KIND = (
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Way|Parkway|Pkwy|Circle|Cir|Highway|Hwy"
    r"|Crescent|Cres|Close|Row|Mews|Alley|Trail|Trl|Quay|Wharf)"
)
_UNIT = r"(?:,? ?(?:Apt|Apartment|Suite|Ste|Unit|Flat|Room|Rm|Floor|Fl|#)\.? ?[A-Za-z0-9-]{1,6})"
_TOWN = r"(?:,? ?\n? ?[A-Z][A-Za-z'.-]+(?: [A-Z][A-Za-z'.-]+){0,3}(?:,? ?\n? ?(?:[A-Z]{2}|[A-Z][a-z]+))?,? ?\n? ?(?:[0-9]{5}(?:-[0-9]{4})?|[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}))"
_ENGLISH = re.compile(
    rf"(?<![0-9A-Za-z.])[0-9]{{1,5}}[A-Za-z]?,? (?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\.? )?(?:[A-Z0-9][\w'’.-]*[ ]){{1,4}}{_KIND}(?![A-Za-z])\.?(?: (?:N|S|E|W|NE|NW|SE|SW)(?![A-Za-z]))?{_UNIT}?{_TOWN}?"
)
_BOX = re.compile(
    rf"(?:P\.? ?O\.? ?Box [0-9]{{1,6}}|PSC [0-9]{{1,5}},? Box [0-9]{{1,5}}\n? ?(?:[AFD]PO A[AEP] [0-9]{{5}})?)(?:{_TOWN})?"
)


def find(folded: Folded) -> Iterator[Span]:
    """Spans of postal addresses, in folded offsets."""
    text = folded.text
    for pattern in (_CHINESE, _CHINESE_LOCAL, _CHINESE_ROOM):
        for match in pattern.finditer(text):
            start = match.start()
            if pattern is _CHINESE_ROOM:
                lead = _LEAD.match(match[0])
                start += lead.end() if lead else 0
            if pattern is not _CHINESE or re.search(r"[0-9]|路|街|大厦|园|小区|号", match[0]):
                yield Span(start, match.end(), PiiType.ADDRESS, LAYER)
    for pattern in (_ENGLISH, _BOX):
        for match in pattern.finditer(text):
            yield Span(match.start(), match.end(), PiiType.ADDRESS, LAYER)
