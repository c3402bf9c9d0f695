"""The recovery code: what a person may do to it while copying, and what is found out at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.errors import RecoveryCodeInvalid
from vault.recovery_code import format_recovery_code, new_recovery_code, parse_recovery_code

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODES = st.binary(min_size=20, max_size=20)


@given(CODES)
def test_what_is_written_is_read_back(code: bytes) -> None:
    assert parse_recovery_code(format_recovery_code(code)) == code


@given(
    CODES,
    st.sampled_from([str.lower, lambda text: text.replace("-", " "), lambda text: text.replace("-", "")]),
)
def test_case_spaces_and_dashes_do_not_matter(code: bytes, retype) -> None:  # type: ignore[no-untyped-def]
    assert parse_recovery_code(f"  {retype(format_recovery_code(code))}\n") == code


@given(CODES)
def test_letters_read_for_digits_are_forgiven(code: bytes) -> None:
    written = format_recovery_code(code).replace("0", "O").replace("1", "l")
    assert parse_recovery_code(written) == code


def test_every_single_wrong_character_is_found() -> None:
    text = format_recovery_code(bytes(range(20)))
    for place, right in enumerate(text):
        for wrong in ALPHABET:
            if right != "-" and wrong != right:
                with pytest.raises(RecoveryCodeInvalid):
                    parse_recovery_code(text[:place] + wrong + text[place + 1 :])


def test_every_swap_of_neighbours_is_found() -> None:
    text = format_recovery_code(bytes(range(100, 120))).replace("-", "")
    for place in range(len(text) - 1):
        swapped = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
        if swapped != text:
            with pytest.raises(RecoveryCodeInvalid):
                parse_recovery_code(swapped)


@pytest.mark.parametrize("text", ["", "ABCD", "U" * 36, "é" * 36, "0" * 35, "0" * 37])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(RecoveryCodeInvalid):
        parse_recovery_code(text)


def test_a_new_code_has_160_bits_and_no_look_alikes() -> None:
    text, code = new_recovery_code()
    assert len(code) == 20
    assert not set(text) & set("ILOU")
    assert new_recovery_code()[1] != code
