"""What is stored, indexed and listed holds no secret, says what was cut, and keeps the rest of the message."""

from __future__ import annotations

import pytest

from tests.vault.privacy.examples import FOUND, HARMLESS, cn_id, example, luhn
from vault.privacy import PiiType, for_index, for_storage, mask_for_list

ID = cn_id("330106", "19851224", "457")
CARD = luhn("62", 19)
CUT = {PiiType.PASSWORD, PiiType.OTP, PiiType.BANK_CARD, PiiType.SECRET, PiiType.SEED}
HIDDEN = {PiiType.CN_ID, PiiType.SSN, PiiType.PASSPORT}


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("密码是Xc#2026new，别忘了周五开会", "密码是[密码已移除]，别忘了周五开会"),
        ("my password is tr0ub4dor&3, lunch on Friday", "my password is [password removed], lunch on Friday"),
        ("验证码482913，我在楼下", "验证码[验证码已移除]，我在楼下"),
        ("the code is 4829, see you", "the code is [code removed], see you"),
        (f"卡号{CARD}还款", "卡号[银行卡号已移除]还款"),
        (f"身份证号{ID}，电话15988001234", "身份证号[身份证号已隐藏]，电话15988001234"),
        ("SSN 219-09-9998 and a@b.example", "SSN [SSN hidden] and a@b.example"),
    ],
)
def test_secret_is_cut_and_the_rest_stays(text: str, stored: str) -> None:
    assert for_storage(text).text == stored


def test_cutting_a_secret_is_told_and_hiding_an_identity_number_alone_is_not() -> None:
    assert for_storage("my pin is 7719").had_secret
    assert not for_storage(f"身份证 {ID}").had_secret
    assert [cut.type for cut in for_storage(f"身份证 {ID}").cuts] == [PiiType.CN_ID]


@pytest.mark.parametrize(("kind", "marked"), [pair for pair in FOUND if pair[0] in CUT | HIDDEN])
def test_no_secret_or_identity_number_is_stored_indexed_or_listed(kind: PiiType, marked: str) -> None:
    text, ranges = example(marked)
    for masked in (for_storage(text).text, for_index(text), mask_for_list(text)):
        assert all(text[start:end] not in masked for start, end in ranges)


@pytest.mark.parametrize(("kind", "marked"), FOUND)
def test_masking_twice_changes_nothing(kind: PiiType, marked: str) -> None:
    text, _ = example(marked)
    for mask in (lambda given: for_storage(given).text, for_index, mask_for_list):
        assert mask(mask(text)) == mask(text)
    assert for_index(for_storage(text).text) == for_storage(text).text


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless_text_is_stored_as_it_is(text: str) -> None:
    assert for_storage(text).text == for_index(text) == mask_for_list(text) == text


def test_contacts_stay_findable_in_the_index() -> None:
    text = "李雷 13912345678 lilei@example.com"
    assert for_index(text) == text


def test_list_shows_stars_for_an_identity_number() -> None:
    assert mask_for_list(f"身份证 {ID}") == "身份证 ***"
