"""Sentences that hold one value in a hard form.

`hard_forms` pairs every way of writing a type with the sentences around it; see `hard_values` and `hard_carriers`. Long
because its table of recipes is one.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.vault.privacy import hard_carriers as c
from tests.vault.privacy import hard_values as v
from vault.privacy import PiiType


@dataclass(frozen=True)
class HardForm:
    """`text[start:end]` is a value of `kind`, written in the way `writing` names."""

    kind: PiiType
    writing: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class _Recipe:
    draw: v.Draw
    writings: Sequence[v.Write]
    carriers: Sequence[str]


_BARE_DIGITS = (v.plain, v.scripted, v.keycaps, v.invisible)


def _password(rng: random.Random) -> str:
    return rng.choice(
        (
            "hunter" + v.digits(rng, 2) + rng.choice("!?@#") + rng.choice("xyz"),
            "Gr33n.tea" + v.digits(rng, 1),
            "Blue$Whale" + v.digits(rng, 2),
            "qwe!" + v.digits(rng, 2),
            v.token(rng, 12),
            "p@ssW0rd" + v.digits(rng, 2),
            "Otter-Marsh-" + v.digits(rng, 1),
            "xK9" + rng.choice("!#%") + "mm2",
            "tr0ub4dor&" + v.digits(rng, 1),
            "Summer" + v.digits(rng, 4) + "!",
        )
    )


def _code(rng: random.Random) -> str:
    return v.digits(rng, rng.choice((4, 6, 6, 8)))


def _key(rng: random.Random) -> str:
    t = v.token
    return rng.choice(
        (
            "gh" + "p_" + t(rng, 36),
            "sk-" + "proj-" + t(rng, 44),
            "sk-" + "ant-api03-" + t(rng, 60),
            "AK" + "IA" + t(rng, 16).upper(),
            "AI" + "za" + t(rng, 35),
            "gl" + "pat-" + t(rng, 20),
            "xo" + "xb-123456789012-" + t(rng, 24),
            "np" + "m_" + t(rng, 36),
            "hf" + "_" + t(rng, 34),
            "LT" + "AI" + t(rng, 20),
            "sk" + "_live_" + t(rng, 24),
            "S" + "G." + t(rng, 22) + "." + t(rng, 43),
            "ey" + "J" + t(rng, 20) + "." + t(rng, 30) + "." + t(rng, 43),
            "AK" + "ID" + t(rng, 32),
            "gs" + "k_" + t(rng, 40),
            "do" + "p_v1_" + t(rng, 64, v.HEX),
            "123456789:AA" + t(rng, 33),
            "dck" + "r_pat_" + t(rng, 27),
        )
    )


_RECIPES: Mapping[tuple[PiiType, str], tuple[_Recipe, ...]] = {
    (PiiType.PHONE, "zh"): (
        _Recipe(
            v.cn_mobile,
            (
                *_BARE_DIGITS,
                v.grouped(3, 4, 4),
                v.grouped(3, 4, 4),
                v.grouped(4, 3, 4),
                v.hanzi,
                v.hanzi_partly,
                v.one_by_one,
                lambda n, r: "+86" + v.grouped(3, 4, 4)(n, r),
                lambda n, r: f"0086{n}",
                lambda n, r: f"(+86){n}",
                lambda n, r: f"86-{n}",
                lambda n, r: " ".join(v.hanzi(part, random.Random(7)) for part in (n[:3], n[3:7], n[7:])),
                lambda n, r: f"{n[:3]}\n{n[3:7]} {n[7:]}",
                lambda n, r: f"{n[:3]}（{n[3:7]}）{n[7:]}",
            ),
            c.ZH_PHONE,
        ),
        _Recipe(
            v.cn_landline,
            (
                lambda n, r: f"{n[:-8]}-{n[-8:]}",
                lambda n, r: f"({n[:-8]}) {n[-8:-4]} {n[-4:]}",
                lambda n, r: f"（{n[:-8]}）{n[-8:]}",
                lambda n, r: f"+86 {n[1:-8]} {n[-8:]}",
                lambda n, r: v.scripted(f"{n[:-8]}-{n[-8:]}", r),
                lambda n, r: f"{n[:-8]} {n[-8:]}转{v.digits(r, 3)}",
            ),
            ("公司电话{}", "座机{}，白天有人", "打{}找前台", "传真：{}", "电话{}转人工"),
        ),
    ),
    (PiiType.PHONE, "en"): (
        _Recipe(
            v.nanp,
            (
                *_BARE_DIGITS,
                v.grouped(3, 3, 4),
                v.grouped(3, 3, 4),
                v.worded,
                v.one_by_one,
                lambda n, r: f"({n[:3]}) {n[3:6]}-{n[6:]}",
                lambda n, r: f"+1({n[:3]}){n[3:6]}-{n[6:]}",
                lambda n, r: f"1-{n[:3]}-{n[3:6]}-{n[6:]}",
                lambda n, r: f"{n[:3]}/{n[3:6]}-{n[6:]}",
                lambda n, r: f"{n[:3]}-{n[3:6]}-{n[6:]} ext. {v.digits(r, 3)}",
                lambda n, r: v.scripted(f"({n[:3]}) {n[3:6]}-{n[6:]}", r),
                lambda n, r: v.worded(n, r).replace(" ", ", "),
                lambda n, r: n.replace("0", "O").replace("5", "5"),
                lambda n, r: f"{n[:3]}-{n[3:6]}-\n{n[6:]}",
            ),
            c.EN_PHONE,
        ),
        _Recipe(
            lambda r: (
                r.choice(
                    (
                        "+44 20 7946 0",
                        "+44 7700 900",
                        "07700 900 ",
                        "020 7946 0",
                        "+49 151 2345 6",
                        "+33 6 12 34 56 ",
                        "+91 98765 43",
                    )
                )
                + v.digits(r, 3)
            ),
            (
                v.plain,
                v.scripted,
                v.invisible,
                lambda n, r: n.replace(" ", "-"),
                lambda n, r: n.replace(" ", "\u00a0"),
                lambda n, r: n.replace(" ", "."),
            ),
            c.EN_PHONE,
        ),
    ),
    (PiiType.EMAIL, "zh"): (
        _Recipe(
            v.email,
            (
                v.plain,
                v.plus_tag,
                v.invisible,
                v.full_width,
                v.look_alike,
                v.at_dot,
                v.at_dot_chinese,
                v.at_dot_chinese,
            ),
            c.ZH_EMAIL,
        ),
        _Recipe(
            lambda r: (
                r.choice(("小川", "张三", "wang")) + "@" + r.choice(("例子.公司", "例子.中国", "邮件.网络"))
            ),
            (v.plain, v.invisible),
            c.ZH_EMAIL,
        ),
    ),
    (PiiType.EMAIL, "en"): (
        _Recipe(
            v.email,
            (
                v.plain,
                v.plus_tag,
                v.invisible,
                v.full_width,
                v.look_alike,
                v.at_dot,
                v.at_dot,
                v.at_dot,
                lambda n, r: n.upper(),
                lambda n, r: '"mira holt"@' + n.partition("@")[2],
                lambda n, r: n.replace("@", "@\n"),
                lambda n, r: (
                    n.replace("@", " at ")
                    .replace(".", " dot ")
                    .replace("_", " underscore ")
                    .replace("-", " dash ")
                ),
            ),
            c.EN_EMAIL,
        ),
        _Recipe(
            lambda r: (
                r.choice(("d'arcy", "josé", "müller", "o'brien"))
                + "@"
                + r.choice(("example.com", "bücher.example"))
            ),
            (v.plain, v.invisible),
            c.EN_EMAIL,
        ),
    ),
    (PiiType.CN_ID, "zh"): (
        _Recipe(
            v.cn_id,
            (
                *_BARE_DIGITS,
                v.grouped(6, 8, 4),
                v.grouped(6, 4, 4, 4),
                v.lower,
                v.one_by_one,
                v.broken,
                v.full_width,
                v.hanzi,
                lambda n, r: n[:6] + "*" * 8 + n[14:],
                lambda n, r: n.replace("X", "×"),
            ),
            c.ZH_ID,
        ),
        _Recipe(
            lambda r: f"330106{r.randint(40, 99)}0{r.randint(1, 9)}1{r.randint(0, 9)}{v.digits(r, 3)}",
            (v.plain, v.full_width),
            c.ZH_ID[:4],
        ),
    ),
    (PiiType.CN_ID, "en"): (
        _Recipe(v.cn_id, (*_BARE_DIGITS, v.grouped(6, 8, 4), v.lower, v.broken, v.full_width), c.EN_ID),
    ),
    (PiiType.BANK_CARD, "zh"): (
        _Recipe(
            v.card,
            (
                *_BARE_DIGITS,
                v.grouped(4, 4),
                v.grouped(4, 4),
                v.one_by_one,
                v.hanzi,
                lambda n, r: f"{n[:6]} {n[6:]}",
                v.broken,
            ),
            c.ZH_CARD,
        ),
    ),
    (PiiType.BANK_CARD, "en"): (
        _Recipe(v.card, (*_BARE_DIGITS, v.one_by_one, v.broken), c.EN_CARD),
        _Recipe(
            v.card_16,
            (
                v.grouped(4, 4),
                lambda n, r: "  ".join((n[:4], n[4:8], n[8:12], n[12:])),
                lambda n, r: "/".join((n[:4], n[4:8], n[8:12], n[12:])),
                v.worded,
            ),
            c.EN_CARD,
        ),
    ),
    (PiiType.BANK_TAIL, "zh"): (
        _Recipe(
            lambda r: v.digits(r, 4),
            _BARE_DIGITS,
            (
                "尾号{}的卡",
                "卡尾号为{}",
                "尾号是{}",
                "银行卡后四位{}",
                "末四位：{}",
                "您尾号{}的储蓄卡支出30元",
            ),
        ),
    ),
    (PiiType.BANK_TAIL, "en"): (
        _Recipe(
            lambda r: v.digits(r, 4),
            _BARE_DIGITS,
            (
                "the card ending in {}",
                "visa ending {}",
                "last four digits are {}",
                "card ending with {} was declined",
                "**** **** **** {}",
                "ending in {}",
            ),
        ),
    ),
    (PiiType.USCC, "zh"): (
        _Recipe(
            v.credit_code,
            (v.plain, v.invisible, v.full_width, v.lower, v.grouped(4, 4)),
            ("统一社会信用代码{}，开票用", "税号{}", "信用代码：{}", "纳税人识别号 {}"),
        ),
    ),
    (PiiType.USCC, "en"): (
        _Recipe(
            v.credit_code,
            (v.plain, v.invisible, v.full_width),
            ("credit code {}", "the USCC is {}", "invoice to {} please"),
        ),
    ),
    (PiiType.PASSPORT, "zh"): (
        _Recipe(
            v.passport,
            (v.plain, v.lower, v.full_width, v.invisible, lambda n, r: f"{n[0]} {n[1:]}"),
            c.ZH_PASSPORT,
        ),
        _Recipe(
            v.permit,
            (v.plain, v.lower, v.full_width, v.invisible),
            ("港澳通行证号{}", "往来港澳通行证：{}", "通行证{}"),
        ),
        _Recipe(lambda r: v.digits(r, 8), (v.plain, v.full_width), ("台胞证{}", "台胞证号：{}")),
    ),
    (PiiType.PASSPORT, "en"): (
        _Recipe(
            lambda r: r.choice((v.passport(r), v.digits(r, 9), f"{r.choice('ABX')}{v.digits(r, 7)}")),
            (v.plain, v.lower, v.full_width, v.invisible),
            c.EN_PASSPORT,
        ),
    ),
    (PiiType.PLATE, "zh"): (
        _Recipe(
            v.plate,
            (
                v.plain,
                v.full_width,
                v.invisible,
                lambda n, r: f"{n[:2]}·{n[2:]}",
                lambda n, r: f"{n[:2]} {n[2:]}",
                lambda n, r: f"{n[:2]}-{n[2:]}",
                lambda n, r: f"{n[0]} {n[1:]}",
                v.lower,
            ),
            ("车牌是{}，停在B2", "车牌号：{}", "我的车牌{}", "牌照 {}"),
        ),
        _Recipe(
            v.plate, (v.plain, lambda n, r: f"{n[:2]}·{n[2:]}"), ("{}挡路了", "看到一辆{}", "白色轿车，{}")
        ),
    ),
    (PiiType.IP, "en"): (
        _Recipe(
            v.ip4,
            (
                v.plain,
                v.scripted,
                v.full_width,
                v.invisible,
                lambda n, r: n.replace(".", "[.]"),
                lambda n, r: n.replace(".", " . "),
            ),
            (
                "My home IP address is {} right now",
                "ssh root@{}",
                "the server at {}:8443 is down",
                "http://{}/admin",
                "ping {} first",
                "host {}",
            ),
        ),
        _Recipe(
            v.ip6,
            (v.plain, lambda n, r: n.upper(), v.full_width),
            ("My address is {} now", "connect to [{}]:443", "ipv6 {}"),
        ),
    ),
    (PiiType.IP, "zh"): (
        _Recipe(
            v.ip4,
            (v.plain, v.scripted, v.full_width, v.invisible),
            ("内网{}的机器", "服务器IP是{}，端口22", "家里的公网地址：{}", "连{}试试"),
        ),
    ),
    (PiiType.IBAN, "en"): (
        _Recipe(
            v.iban_number,
            (v.plain, v.lower, v.grouped(4, 4), v.grouped(4, 4), v.full_width, v.invisible, v.broken),
            ("Pay to IBAN {} by Friday", "my account is {}", "{} is the one for rent", "iban:{}"),
        ),
    ),
    (PiiType.IBAN, "zh"): (
        _Recipe(
            v.iban_number,
            (v.plain, v.lower, v.full_width, v.invisible),
            ("汇到{}这个账户", "IBAN是{}，周五前付", "国际账号：{}"),
        ),
    ),
    (PiiType.SSN, "en"): (
        _Recipe(
            v.ssn,
            (
                v.plain,
                v.grouped(3, 2, 4),
                v.grouped(3, 2, 4),
                v.scripted,
                v.keycaps,
                v.invisible,
                v.worded,
                v.one_by_one,
            ),
            ("My social security number is {}.", "SSN {}", "ssn: {}", "social: {}", "her SSN's {}"),
        ),
    ),
    (PiiType.SSN, "zh"): (
        _Recipe(
            v.ssn, (v.plain, v.grouped(3, 2, 4), v.full_width), ("美国社会安全号{}", "SSN是{}", "社安号：{}")
        ),
    ),
    (PiiType.PASSWORD, "en"): (_Recipe(_password, (v.plain,), c.EN_PASSWORD),),
    (PiiType.PASSWORD, "zh"): (_Recipe(_password, (v.plain,), c.ZH_PASSWORD),),
    (PiiType.OTP, "en"): (
        _Recipe(_code, (v.plain, v.scripted, v.invisible), c.EN_OTP),
        _Recipe(
            lambda r: v.digits(r, 6),
            (lambda n, r: f"{n[:3]} {n[3:]}", lambda n, r: f"{n[:3]}-{n[3:]}"),
            c.EN_OTP[:8],
        ),
    ),
    (PiiType.OTP, "zh"): (
        _Recipe(_code, (v.plain, v.scripted, v.invisible, v.full_width), c.ZH_OTP),
        _Recipe(lambda r: v.digits(r, 6), (v.hanzi, lambda n, r: f"{n[:3]} {n[3:]}"), c.ZH_OTP[:4]),
    ),
    (PiiType.SECRET, "en"): (_Recipe(_key, (v.plain,), c.EN_KEY),),
    (PiiType.SECRET, "zh"): (_Recipe(_key, (v.plain,), c.ZH_KEY),),
}


def cases() -> list[tuple[PiiType, str]]:
    """Every type with a language that has hard forms of its own."""
    return list(_RECIPES)


def hard_forms(kind: PiiType, language: str, count: int, seed: int = 20261130) -> Iterator[HardForm]:
    """That many sentences: every writing of the type in turn, in the carriers in turn."""
    rng = random.Random(f"{seed} {kind} {language}")
    pairs = [
        (recipe, number) for recipe in _RECIPES[kind, language] for number in range(len(recipe.writings))
    ]
    carriers = {
        id(recipe): itertools.cycle(rng.sample(recipe.carriers, len(recipe.carriers))) for recipe, _ in pairs
    }
    for recipe, number in itertools.islice(itertools.cycle(pairs), count):
        value = recipe.writings[number](recipe.draw(rng), rng)
        head, _, tail = next(carriers[id(recipe)]).format("\x00").partition("\x00")
        name = getattr(recipe.writings[number], "__name__", "")
        yield HardForm(kind, f"{number}:{name}", head + value + tail, len(head), len(head) + len(value))
