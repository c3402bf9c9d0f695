"""Made-up values of the structured types and the ways in which people write them: spelled, spaced, disguised, split.

Everything is drawn from a `random.Random`, so a seed names a sentence. No value belongs to anybody.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from stdnum import iban

from vault.privacy.identity import cn_check_digit

Draw = Callable[[random.Random], str]
Write = Callable[[str, random.Random], str]

HEX = "0123456789abcdef"
ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
GAPS = (" ", "-", ".", "\u00a0", "\u2009", "\u3000", "\u2013", "\u2014", "\u2011")
_INVISIBLE = ("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad")
_ALPHABETS = (
    "０１２３４５６７８９",
    "٠١٢٣٤٥٦٧٨٩",
    "०१२३४५६७८९",
    "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
    "⓪①②③④⑤⑥⑦⑧⑨",
    "⁰¹²³⁴⁵⁶⁷⁸⁹",
)
_HANZI = ("零一二三四五六七八九", "〇一二三四五六七八九", "零幺二三四五六七八九", "零壹贰叁肆伍陆柒捌玖")
_EN_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LOOKALIKES = str.maketrans("aeopcyx", "аеорсух")  # Latin to Cyrillic


def digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choices("0123456789", k=count))


def token(rng: random.Random, count: int, alphabet: str = ALNUM) -> str:
    """A token body with a letter and a digit in front."""
    return rng.choice("abcdef") + rng.choice("23456789") + "".join(rng.choices(alphabet, k=count - 2))


# Values in their plainest form.


def _with_luhn(body: str) -> str:
    total = sum(
        value - 9 if value > 9 else value
        for place, digit in enumerate(reversed(body))
        for value in [int(digit) * (2 - place % 2)]
    )
    return body + str(-total % 10)


def card(rng: random.Random) -> str:
    prefix, length = rng.choice(
        (("4", 16), ("52", 16), ("37", 15), ("36", 14), ("62", 16), ("62", 19), ("6011", 16))
    )
    return _with_luhn(prefix + digits(rng, length - 1 - len(prefix)))


def card_16(rng: random.Random) -> str:
    return _with_luhn(rng.choice(("4", "52", "62"))[:2].ljust(2, "1") + digits(rng, 13))


def cn_id(rng: random.Random) -> str:
    region = rng.choice(("110105", "310115", "330106", "440305", "510107", "650102"))
    born = f"{rng.randint(1940, 2015)}{rng.randint(1, 12):02}{rng.randint(1, 28):02}"
    body = region + born + digits(rng, 3)
    return body + cn_check_digit(body)


def cn_mobile(rng: random.Random) -> str:
    return f"1{rng.choice('3456789')}{digits(rng, 9)}"


def cn_landline(rng: random.Random) -> str:
    area, rest = rng.choice((("010", 8), ("021", 8), ("0571", 8), ("0755", 8), ("0431", 8), ("0898", 8)))
    return f"{area}{rng.choice('268')}{digits(rng, rest - 1)}"


def nanp(rng: random.Random) -> str:
    return f"{rng.choice(('212', '415', '312', '206', '617'))}555{rng.randint(100, 199):04}"


def ssn(rng: random.Random) -> str:
    return f"{rng.randint(100, 665)}{rng.randint(10, 99)}{rng.randint(1000, 9999)}"


def iban_number(rng: random.Random) -> str:
    country, body = rng.choice(
        (
            ("DE", digits(rng, 18)),
            ("GB", "NWBK" + digits(rng, 14)),
            ("FR", digits(rng, 23)),
            ("NO", digits(rng, 11)),
            ("ES", digits(rng, 20)),
            ("NL", "ABNA" + digits(rng, 10)),
            ("CH", digits(rng, 17)),
            ("PL", digits(rng, 24)),
        )
    )
    return next(
        number
        for check in range(2, 99)
        if iban.is_valid(number := f"{country}{check:02}{body}", check_country=False)
    )


def credit_code(rng: random.Random) -> str:
    alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY"
    body = "91" + rng.choice(("330106", "110108", "440300")) + "MA" + "".join(rng.choices(alphabet, k=7))
    total = sum(alphabet.index(character) * pow(3, place, 31) for place, character in enumerate(body))
    return body + alphabet[(31 - total % 31) % 31]


def passport(rng: random.Random) -> str:
    return rng.choice(
        (f"E{digits(rng, 8)}", f"G{digits(rng, 8)}", f"E{rng.choice('ABCDFG')}{digits(rng, 7)}")
    )


def permit(rng: random.Random) -> str:
    return rng.choice("CHM") + digits(rng, 8)


def plate(rng: random.Random) -> str:
    head = rng.choice("京沪粤浙川苏鲁") + rng.choice("ABCDEFG")
    tail = rng.choice(
        (digits(rng, 5), "D" + digits(rng, 5), "8K" + digits(rng, 3), digits(rng, 4) + rng.choice("警学挂"))
    )
    return head + tail


def ip4(rng: random.Random) -> str:
    return (
        rng.choice(("203.0.113", "198.51.100", "192.168.31", "10.24.8", "172.20.5"))
        + f".{rng.randint(2, 254)}"
    )


def ip6(rng: random.Random) -> str:
    groups = [f"{rng.randint(4096, 65535):x}" for _ in range(6)]
    return rng.choice(
        (
            f"2001:db8:{':'.join(groups)}",
            f"2001:db8:{groups[0]}::{groups[1]}",
            f"fe80::{groups[2]}:{groups[3]}",
        )
    )


def account_name(rng: random.Random) -> str:
    return rng.choice(("mira.holt", "tom_berg", "xiaochuan88", "priya-nair", "wxc1985", "lena"))


def domain(rng: random.Random) -> str:
    return rng.choice(("example.com", "mail.example.org", "example.co.uk", "qq.com", "163.com", "gmail.com"))


def email(rng: random.Random) -> str:
    return f"{account_name(rng)}@{domain(rng)}"


# Ways to write digits.


def plain(value: str, rng: random.Random) -> str:
    return value


def grouped(*sizes: int) -> Write:
    """Groups of those sizes with any one kind of gap between them; the last size repeats."""

    def write(value: str, rng: random.Random) -> str:
        gap, parts, place, order = rng.choice(GAPS), [], 0, list(sizes)
        while place < len(value):
            size = order.pop(0) if len(order) > 1 else order[0]
            parts.append(value[place : place + size])
            place += size
        return gap.join(parts)

    return write


def scripted(value: str, rng: random.Random) -> str:
    """In the digits of another script or font."""
    return value.translate(str.maketrans("0123456789", rng.choice(_ALPHABETS)))


def keycaps(value: str, rng: random.Random) -> str:
    return "".join(one + "\ufe0f\u20e3" if one.isdecimal() else one for one in value)


def hanzi(value: str, rng: random.Random) -> str:
    return value.translate(str.maketrans("0123456789", rng.choice(_HANZI)))


def hanzi_partly(value: str, rng: random.Random) -> str:
    """A few of the digits in Chinese characters, as people do who want to keep a number from machines."""
    table = rng.choice(_HANZI)
    chosen = set(rng.sample(range(1, len(value)), 3))
    return "".join(
        table[int(one)] if place in chosen and one.isdecimal() else one for place, one in enumerate(value)
    )


def worded(value: str, rng: random.Random) -> str:
    return " ".join(_EN_DIGITS[int(one)] for one in value)


def invisible(value: str, rng: random.Random) -> str:
    """With characters nobody sees between some of the others."""
    mark = rng.choice(_INVISIBLE)
    chosen = set(rng.sample(range(1, len(value)), 2))
    return "".join(mark + one if place in chosen else one for place, one in enumerate(value))


def one_by_one(value: str, rng: random.Random) -> str:
    return rng.choice((" ", "-", ".")).join(value)


def full_width(value: str, rng: random.Random) -> str:
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in value)


def lower(value: str, rng: random.Random) -> str:
    return value.lower()


def look_alike(value: str, rng: random.Random) -> str:
    return value.translate(_LOOKALIKES)


def broken(value: str, rng: random.Random) -> str:
    """Over two lines, as a narrow column breaks it."""
    place = rng.choice([at for at in range(3, len(value) - 2)])
    return value[:place] + "\n" + value[place:]


# Ways to write an e-mail address.


def at_dot(value: str, rng: random.Random) -> str:
    at, dot = rng.choice(
        (
            ("(at)", "."),
            ("[at]", "[dot]"),
            (" (at) ", " (dot) "),
            (" at ", " dot "),
            (" AT ", " DOT "),
            ("{at}", "{dot}"),
            ("[@]", "."),
            (" @ ", "."),
            ("#at#", "#dot#"),
            ("_at_", "_dot_"),
            ("<at>", "<dot>"),
            (" [at] ", "."),
            ("&#64;", "."),
        )
    )
    local, _, host = value.partition("@")
    return local + at + host.replace(".", dot)


def at_dot_chinese(value: str, rng: random.Random) -> str:
    at, dot = rng.choice(
        (
            ("艾特", "."),
            ("艾特", "点"),
            ("【at】", "."),
            ("（at）", "."),
            (" at ", "点"),
            ("＠", "．"),
            ("@", "。"),
            ("[艾特]", "[点]"),
        )
    )
    local, _, host = value.partition("@")
    return local + at + host.replace(".", dot)


def plus_tag(value: str, rng: random.Random) -> str:
    return value.replace("@", f"+{rng.choice(('bank', 'shop.2026', 'a_b'))}@")
