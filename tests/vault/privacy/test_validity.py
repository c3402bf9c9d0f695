"""Each type with numbers that are valid and numbers that cannot be: check digits, dates, ranges and prefixes decide."""

from __future__ import annotations

import random

import pytest

from tests.vault.privacy import hard_values as v
from vault.privacy import PiiType, detect

_NUMBERS = 40


def types_in(text: str) -> set[PiiType]:
    return {span.type for span in detect(text)}


def drawn(draw: v.Draw, seed: str) -> list[str]:
    rng = random.Random(seed)
    return [draw(rng) for _ in range(_NUMBERS)]


def with_wrong_check(number: str) -> str:
    """The same with another check character of the same kind."""
    last = number[-1]
    return number[:-1] + (str((int(last) + 1) % 10) if last.isdecimal() else "1")


@pytest.mark.parametrize(
    ("kind", "draw"),
    [
        (PiiType.CN_ID, v.cn_id),
        (PiiType.BANK_CARD, v.card),
        (PiiType.USCC, v.credit_code),
        (PiiType.IBAN, v.iban_number),
    ],
)
def test_a_check_digit_decides_where_no_word_names_the_number(kind: PiiType, draw: v.Draw) -> None:
    for number in drawn(draw, kind):
        assert kind in types_in(f"看看 {number} 这个"), number
        assert kind not in types_in(f"看看 {with_wrong_check(number)} 这个"), number


@pytest.mark.parametrize(
    ("kind", "label", "draw"),
    [
        (PiiType.CN_ID, "身份证号", v.cn_id),
        (PiiType.BANK_CARD, "银行卡号", v.card),
        (PiiType.USCC, "信用代码", v.credit_code),
    ],
)
def test_a_named_number_with_a_slip_is_still_masked(kind: PiiType, label: str, draw: v.Draw) -> None:
    for number in drawn(draw, kind):
        assert kind in types_in(f"{label}{with_wrong_check(number)}"), number


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (PiiType.CN_ID, "香港身份证 A123456(3)"),
        (PiiType.PHONE, "找我 15988001234"),
        (PiiType.PHONE, "找我 0571-88001234"),
        (PiiType.PHONE, "reach +44 20 7946 0958"),
        (PiiType.PASSPORT, "护照 E12345678"),
        (PiiType.PASSPORT, "港澳通行证 C12345678"),
        (PiiType.PASSPORT, "台胞证 12345678"),
        (PiiType.SSN, "it is 219-09-9998"),
        (PiiType.PLATE, "看到 浙A8K123"),
        (PiiType.PLATE, "看到 沪AD12345"),
        (PiiType.IP, "host 203.0.113.42"),
        (PiiType.IP, "host 2001:db8::8a2e:370:7334"),
        (PiiType.COORDINATES, "at 30.274085, 120.155070"),
        (PiiType.COORDINATES, "at 30.274085° N, 120.155070° E"),
        (PiiType.BIRTH_DATE, "生日 1985年12月24日"),
        (PiiType.BIRTH_DATE, "date of birth: 24/12/1985"),
        (PiiType.ZIP_CODE, "邮编 310012"),
        (PiiType.ZIP_CODE, "postcode SW1A 2AA"),
        (PiiType.CRYPTO, "send to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        (PiiType.CRYPTO, "send to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"),
        (PiiType.ACCOUNT, "account number 12345678"),
        (PiiType.BANK_TAIL, "尾号8842"),
    ],
)
def test_a_possible_value_is_found(kind: PiiType, text: str) -> None:
    assert types_in(text) == {kind}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (PiiType.CN_ID, "see A123456(4) here"),  # check character of the Hong Kong card
        (PiiType.CN_ID, "看看 330106198513244571 这个"),  # month 13
        (PiiType.CN_ID, "看看 330106198502304571 这个"),  # 30 February
        (PiiType.PHONE, "看看 12988001234 这个"),  # no mobile prefix
        (PiiType.PHONE, "看看 159880012345 这个"),  # twelve digits
        (PiiType.PHONE, "see 112-555-0187"),  # area codes start at 2
        (PiiType.PASSPORT, "编号 E12345678"),  # nothing names it
        (PiiType.SSN, "it is 000-09-9998"),
        (PiiType.SSN, "it is 666-09-9998"),
        (PiiType.SSN, "it is 919-09-9998"),
        (PiiType.SSN, "it is 219-00-9998"),
        (PiiType.SSN, "it is 219-09-0000"),
        (PiiType.PLATE, "看到 国A8K123"),  # no province
        (PiiType.PLATE, "看到 浙I8K123"),  # no letter I after the province
        (PiiType.IP, "host 203.0.113.256"),
        (PiiType.IP, "host 203.0.113"),
        (PiiType.IP, "time 12:30:45"),
        (PiiType.COORDINATES, "at 98.274085, 120.155070"),
        (PiiType.COORDINATES, "at 30.274085, 190.155070"),
        (PiiType.BIRTH_DATE, "the meeting is on 24/12/1985"),
        (PiiType.ZIP_CODE, "花了 310012"),
        (PiiType.CRYPTO, "send to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"),
        (PiiType.CRYPTO, "send to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdr"),
        (PiiType.ACCOUNT, "page number 12345678"),
        (PiiType.BANK_TAIL, "第8842页"),
    ],
)
def test_an_impossible_value_is_not(kind: PiiType, text: str) -> None:
    assert kind not in types_in(text)
