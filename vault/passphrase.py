"""The one policy for passphrases, and the estimate of their strength that a window shows while one is chosen."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from vault.errors import PassphraseRefused
from vault.secret import Secret

MAXIMUM_BYTES: Final = 1024
_ESTIMATED_CHARACTERS: Final = 72  # zxcvbn refuses more, and more cannot look weaker


@dataclass(frozen=True, slots=True)
class PassphraseEstimate:
    """`score` 0 (guessed at once) to 4 (strong); `guesses_log10` the power of ten of guesses; `warning` in English."""

    score: int
    guesses_log10: float
    warning: str


def normalise_passphrase(passphrase: Secret) -> bytes:
    """The bytes that enter the key derivation: NFKC, so that the same text from another keyboard opens the vault.

    Raises:
        PassphraseRefused: empty, longer than 1,024 bytes before or after, or not UTF-8.
    """
    raw = passphrase.reveal()
    if not raw or len(raw) > MAXIMUM_BYTES:
        raise PassphraseRefused
    try:
        text = unicodedata.normalize("NFKC", raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise PassphraseRefused from error
    normal = text.encode("utf-8")
    if not text.strip() or len(normal) > MAXIMUM_BYTES:
        raise PassphraseRefused
    return normal


def estimate_passphrase(passphrase: Secret) -> PassphraseEstimate:
    """How hard the passphrase is to guess, by its words, dates and patterns; an empty one scores 0."""
    from zxcvbn import zxcvbn  # start-up time: its word lists take a tenth of a second to load

    text = passphrase.reveal().decode("utf-8", "replace")[:_ESTIMATED_CHARACTERS]
    if not text:
        return PassphraseEstimate(0, 0.0, "")
    result = zxcvbn(text)
    return PassphraseEstimate(
        int(result["score"]), float(result["guesses_log10"]), str(result["feedback"]["warning"] or "")
    )
