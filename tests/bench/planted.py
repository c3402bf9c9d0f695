"""Made-up personal data of many types, each in a sentence of one of both languages, the same on every run."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from vault.privacy import IDENTITY, NEVER_STORED, PiiType

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"
_DIGITS = "0123456789"
_WORDS = "otter violet canyon marble lantern thicket saddle harbor velvet acorn ribbon meadow".split()
_SURNAMES, _GIVEN = "欧阳 慕容 诸葛 司徒 尉迟".split(), "晓岚 静姝 云舟 若溪 思远 明澈".split()
_FIRST, _LAST = (
    "Ottilie Bertram Cosima Leopold Winifred".split(),
    "Hargreave Pemberton Ashdown Kettleby".split(),
)


@dataclass(frozen=True, slots=True)
class Planted:
    """One value, its type, the sentence that holds it and the language of the sentence."""

    value: str
    type: PiiType
    text: str
    language: str

    @property
    def may_be_stored(self) -> bool:
        return self.type not in NEVER_STORED | IDENTITY


Make = Callable[[random.Random], str]


def _some(rng: random.Random, length: int, alphabet: str = _DIGITS) -> str:
    return "".join(rng.choices(alphabet, k=length))


def _card(rng: random.Random) -> str:
    body = "4539" + _some(rng, 11)
    total = sum(
        doubled - 9 if doubled > 9 else doubled
        for place, digit in enumerate(reversed(body))
        for doubled in [int(digit) * (2 - place % 2)]
    )
    return body + str(-total % 10)


def _cn_id(rng: random.Random) -> str:
    body = f"330106{rng.randint(1960, 2004)}{rng.randint(1, 12):02d}{rng.randint(1, 28):02d}{rng.randint(1, 999):03d}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return body + "10X98765432"[sum(int(d) * w for d, w in zip(body, weights, strict=True)) % 11]


def _iban(rng: random.Random) -> str:
    body = "37040044" + _some(rng, 10)
    return f"DE{98 - int(body + '131400') % 97:02d}{body}"


def _address(rng: random.Random) -> str:
    return f"{rng.randint(11, 989)} {rng.choice(_WORDS).title()} Street, Springfield, IL {rng.randint(60001, 62999)}"


def _address_zh(rng: random.Random) -> str:
    return (
        f"浙江省杭州市西湖区文三路{rng.randint(100, 998)}号{rng.randint(2, 30)}幢{rng.randint(101, 2909)}室"
    )


def _ip(rng: random.Random) -> str:
    return ".".join(["81", *(str(rng.randint(2, 250)) for _ in range(3))])


def _email(rng: random.Random) -> str:
    return f"{rng.choice(_WORDS)}.{_some(rng, 4)}@mail{rng.randint(1, 99)}.example"


_KINDS: tuple[tuple[PiiType, Make, str, Make, str], ...] = (
    (PiiType.PASSWORD, lambda r: "Kx" + _some(r, 9, _LETTERS) + "!7", "My password is {}.",
     lambda r: "Qz" + _some(r, 9, _LETTERS) + "#3", "我的密码是{}"),
    (PiiType.OTP, lambda r: _some(r, 6), "Your verification code is {}.",
     lambda r: _some(r, 6), "验证码是{}，请勿泄露"),
    (PiiType.BANK_CARD, _card, "Please charge my card {} today.", _card, "我的银行卡号是{}"),
    (PiiType.SECRET, lambda r: "sk-proj-" + _some(r, 40, _LETTERS), "Use the API key {} for it.",
     lambda r: "ghp_" + _some(r, 36, _LETTERS), "令牌是{}，先别用"),
    (PiiType.CN_ID, _cn_id, "My Chinese ID number is {}.", _cn_id, "我的身份证号是{}"),
    (PiiType.SSN, lambda r: f"{r.randint(501, 665)}-{r.randint(10, 99)}-{r.randint(1000, 9999)}", "My SSN is {}.",
     lambda r: f"{r.randint(501, 665)}-{r.randint(10, 99)}-{r.randint(1000, 9999)}", "我的美国社会安全号是{}"),
    (PiiType.PASSPORT, lambda r: "E" + _some(r, 8), "My passport number is {}.",
     lambda r: "E" + _some(r, 8), "我的护照号是{}"),
    (PiiType.PHONE, lambda r: f"+1 415 555 {r.randint(2000, 9899)}", "Call me at {} tonight.",
     lambda r: "139" + _some(r, 8), "有事打{}找我"),
    (PiiType.EMAIL, _email, "Write to {} please.", _email, "邮箱是{}，方便联系"),
    (PiiType.ADDRESS, _address, "I live at {}.", _address_zh, "我住在{}。"),
    (PiiType.IBAN, _iban, "Wire the rent to {} on Friday.", _iban, "房租请汇到{}这个账户"),
    (PiiType.ACCOUNT, lambda r: _some(r, 12), "My account number is {}.", lambda r: _some(r, 12), "我的账号是{}"),
    (PiiType.PLATE, lambda r: f"粤B{_some(r, 1, 'ABCDEFGH')}{_some(r, 4)}", "The car with the plate {} is mine.",
     lambda r: f"浙A{_some(r, 1, 'ABCDEFGH')}{_some(r, 4)}", "我的车牌是{}"),
    (PiiType.IP, _ip, "My server answers at {}.", _ip, "服务器的IP是{}"),
    (PiiType.PERSON, lambda r: f"{r.choice(_FIRST)} {r.choice(_LAST)}", "My name is {}.",
     lambda r: r.choice(_SURNAMES) + r.choice(_GIVEN), "我叫{}，记一下"),
)  # fmt: skip
TYPES = tuple(kind for kind, *_ in _KINDS)


def planted(count: int, seed: int = 6) -> list[Planted]:
    """So many values, the types and languages by turns; every value once."""
    rng = random.Random(seed)
    found: dict[str, Planted] = {}
    turn = 0
    while len(found) < count:
        kind, english, sentence, chinese, satz = _KINDS[turn // 2 % len(_KINDS)]
        make, carrier, language = (english, sentence, "en") if turn % 2 == 0 else (chinese, satz, "zh")
        value = make(rng)
        # A name that another value was made of before says nothing new; names are few and are only counted once.
        found.setdefault(value, Planted(value, kind, carrier.format(value), language))
        turn += 1
    return list(found.values())
