"""Every type is found whole in its hard forms, and what only looks like personal data stays whole."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest

from tests.vault.privacy.examples import FOUND, HARMLESS, cn_id, example, luhn
from vault.errors import DetectionFailed
from vault.privacy import KnownNames, PiiType, Span, detect
from vault.privacy.cards import is_luhn
from vault.privacy.folding import Folded, fold
from vault.privacy.identity import is_cn_id, is_hkid
from vault.privacy.merge import merge
from vault.privacy.others import is_base58check, is_bech32, is_uscc


@pytest.mark.parametrize(("kind", "marked"), FOUND)
def test_value_is_found_whole_and_nothing_else(kind: PiiType, marked: str) -> None:
    text, ranges = example(marked)
    assert [(span.start, span.end, span.type) for span in detect(text)] == [
        (*place, kind) for place in ranges
    ]


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless_text_stays_whole(text: str) -> None:
    assert detect(text) == []


@pytest.mark.parametrize("born", ["19850230", "19851301", "17001224"])
def test_cn_id_needs_a_calendar_date(born: str) -> None:
    assert not is_cn_id(cn_id("330106", born, "457"))


def test_cn_id_takes_only_the_right_one_of_all_check_characters() -> None:
    number = cn_id("330106", "19851224", "457")
    assert [number[:17] + c for c in "0123456789X" if is_cn_id(number[:17] + c)] == [number]


def test_bare_number_with_a_wrong_check_character_is_no_identity_number() -> None:
    number = cn_id("330106", "19851224", "457")
    wrong = number[:17] + ("1" if number[17] != "1" else "2")
    assert not [span for span in detect(f"流水 {wrong}") if span.type is PiiType.CN_ID]


def test_luhn_takes_only_the_right_one_of_all_check_digits() -> None:
    number = luhn("4", 16)
    assert [number[:15] + d for d in "0123456789" if is_luhn(number[:15] + d)] == [number]


def test_card_without_words_needs_luhn_and_a_known_prefix() -> None:
    number = luhn("4", 16)
    wrong = number[:15] + str((int(number[15]) + 1) % 10)
    assert detect(f"see {number}") != []
    assert detect(f"see {wrong}") == []
    assert detect(f"see {luhn('9', 16)}") == []


def test_credit_code_check_character() -> None:
    body = "91330106MA2B12345"
    assert len([c for c in "0123456789ABCDEFGHJKLMNPQRTUWXY" if is_uscc(body + c)]) == 1
    assert (
        detect("编号 " + next(body + c for c in "0123456789ABCDEFGHJKLMNPQRTUWXY" if not is_uscc(body + c)))
        == []
    )


def test_hong_kong_identity_check_character() -> None:
    assert is_hkid("A", "123456", "3")
    assert not is_hkid("A", "123456", "4")


def test_wallet_checksums() -> None:
    assert is_base58check("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy")
    assert not is_base58check("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz")
    assert is_bech32("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq")
    assert not is_bech32("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp")


def test_iban_needs_its_check_digits() -> None:
    assert [span.type for span in detect("to GB29NWBK60161331926819")] == [PiiType.IBAN]
    assert PiiType.IBAN not in {span.type for span in detect("to GB28NWBK60161331926819")}


def test_known_names_are_found_where_no_rule_would() -> None:
    known = KnownNames(
        persons=("高兴", "Will", "Priya Nair"), organisations=("Heron Labs",), always=("蓝鲸计划",)
    )
    text = "高兴和 priya nair 说 Will will 去 Heron Labs 谈蓝鲸计划，他会不会willing"
    found = [(text[span.start : span.end], span.type) for span in detect(text, known=known)]
    assert found == [
        ("高兴", PiiType.PERSON),
        ("priya nair", PiiType.PERSON),
        ("Will", PiiType.PERSON),
        ("Heron Labs", PiiType.ORGANIZATION),
        ("蓝鲸计划", PiiType.CUSTOM),
    ]


def test_never_mask_list_frees_a_contact_but_no_secret() -> None:
    known = KnownNames(never=("help@example.com", "hunter42!"))
    text = "mail help@example.com, my password is hunter42!"
    assert [span.type for span in detect(text, known=known)] == [PiiType.PASSWORD]


class _Broken:
    name = "broken"

    def find(self, folded: Folded) -> Iterable[Span]:
        raise RuntimeError(f"session lost with {folded.text}")


def test_failing_layer_raises_detection_failed_without_the_text() -> None:
    with pytest.raises(DetectionFailed) as caught:
        detect("my password is hunter42!", layers=[_Broken()])
    assert "hunter42" not in str(caught.value)


def test_trained_layer_joins_behind_the_seam() -> None:
    class Names:
        name = "head"

        def find(self, folded: Folded) -> Iterable[Span]:
            place = folded.text.index("Mira")
            return [Span(place, place + 4, PiiType.PERSON, self.name)]

    assert detect("so \u200bＭｉｒａ now", layers=[Names()]) == [Span(4, 8, PiiType.PERSON, "head")]


def test_folding_maps_back_to_the_original_range() -> None:
    folded = fold("电话：１５９\u200b８８㎏")
    place = folded.text.index("15988")
    start, end = folded.original(place, place + 5)
    assert folded.source[start:end] == "１５９\u200b８８"


def test_partly_overlapping_spans_leave_no_character_in_clear() -> None:
    spans = [
        Span(0, 6, PiiType.PHONE, "a"),
        Span(4, 14, PiiType.BANK_CARD, "b"),
        Span(20, 22, PiiType.OTP, "c"),
    ]
    assert merge(spans) == [Span(0, 14, PiiType.BANK_CARD, "b"), Span(20, 22, PiiType.OTP, "c")]


def test_rules_take_under_ten_milliseconds_for_two_hundred_characters() -> None:
    text = (
        "我叫王小川，手机15988001234，the door code is 4829, mail priya@nair.example，寄到杭州市西湖区文三路 12 号。"
        * 4
    )[:200]
    detect(text)
    times = []
    for _ in range(15):
        begun = time.perf_counter()
        detect(text)
        times.append(time.perf_counter() - begun)
    assert min(times) < 0.010


@pytest.mark.parametrize(
    "unit",
    [
        "1",
        "1 ",
        "a",
        "a.",
        "1-",
        "a ",
        "密码是",
        "my password is ",
        "@",
        "a@",
        "‹",
        "(1",
        "路",
        "浙",
        "eyJ",
        "0x",
        "=",
        "word ",
        "1.1.",
    ],
)
def test_long_monotonous_text_is_linear(unit: str) -> None:
    begun = time.perf_counter()
    detect((unit * 20_000)[:20_000])
    assert time.perf_counter() - begun < 6
