"""The one passphrase policy, and the estimate."""

from __future__ import annotations

import pickle

import pytest

from vault.errors import PassphraseRefused
from vault.passphrase import estimate_passphrase, normalise_passphrase
from vault.secret import Secret


@pytest.mark.parametrize(
    "refused", [b"", b"   ", "　".encode(), b"x" * 1025, b"\xff\xfe", ("\ufdfa" * 60).encode()]
)
def test_empty_long_and_broken_passphrases_are_refused(refused: bytes) -> None:
    with pytest.raises(PassphraseRefused):
        normalise_passphrase(Secret(refused))


def test_the_longest_allowed_passes() -> None:
    assert normalise_passphrase(Secret(b"x" * 1024)) == b"x" * 1024


@pytest.mark.parametrize(
    ("one", "other"), [("ｐａｓｓ１２", "pass12"), ("e\u0301t\u00e9", "\u00e9te\u0301"), ("密码", "密码")]
)
def test_the_same_text_from_another_keyboard_is_the_same(one: str, other: str) -> None:
    assert normalise_passphrase(Secret(one)) == normalise_passphrase(Secret(other))


def test_inner_and_outer_spaces_count() -> None:
    assert normalise_passphrase(Secret(" a b ")) != normalise_passphrase(Secret("ab"))


def test_the_estimate_tells_weak_from_strong() -> None:
    assert estimate_passphrase(Secret("password1")).score == 0
    assert estimate_passphrase(Secret("kludge-Vortex-9-pamphlet-ocelot")).score == 4
    assert estimate_passphrase(Secret("")).score == 0
    assert estimate_passphrase(Secret("词" * 400)).score >= 0


def test_a_secret_shows_nothing() -> None:
    secret = Secret("hunter2")
    assert "hunter2" not in f"{secret!r} {secret} {[secret]}"
    assert secret == Secret(b"hunter2")
    with pytest.raises(TypeError):
        pickle.dumps(secret)
