"""The recovery code: 160 random bits as eight groups of four characters and a group of check characters.

The alphabet has no look-alikes (no I, L, O, U), and reading forgives O for 0, I and L for 1, case, spaces and dashes.
A slip of the pen is found from the check characters alone, before any key derivation.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from vault.errors import RecoveryCodeInvalid

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Source: Crockford, base 32
_CODE_BYTES: Final = 20
_CODE_CHARACTERS: Final = 32
_CHECK_CHARACTERS: Final = 4
_GROUP: Final = 4
_FORGIVEN: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})


def new_recovery_code() -> tuple[str, bytes]:
    """(the text to write down, the 20 bytes that it stands for)."""
    code = secrets.token_bytes(_CODE_BYTES)
    return format_recovery_code(code), code


def format_recovery_code(code: bytes) -> str:
    """Nine groups of four, joined by dashes; the last group is the check."""
    text = _encode(code, _CODE_CHARACTERS) + _check(code)
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def parse_recovery_code(text: str) -> bytes:
    """The 20 bytes of a code as somebody typed it.

    Raises:
        RecoveryCodeInvalid: a wrong length or character, or check characters that do not fit.
    """
    kept = "".join(
        character for character in text.upper() if not character.isspace() and character not in "-–—_·."
    )
    kept = kept.translate(_FORGIVEN)
    if len(kept) != _CODE_CHARACTERS + _CHECK_CHARACTERS or any(
        character not in _ALPHABET for character in kept
    ):
        raise RecoveryCodeInvalid
    number = 0
    for character in kept[:_CODE_CHARACTERS]:
        number = (number << 5) | _ALPHABET.index(character)
    code = number.to_bytes(_CODE_BYTES, "big")
    if _check(code) != kept[_CODE_CHARACTERS:]:
        raise RecoveryCodeInvalid
    return code


def _check(code: bytes) -> str:
    """20 bits of a hash: one wrong code in a million passes, and then opens nothing."""
    return _encode(hashlib.sha256(b"keepsake/1/recovery-check" + code).digest()[:3], 5)[-_CHECK_CHARACTERS:]


def _encode(data: bytes, characters: int) -> str:
    number = int.from_bytes(data, "big")
    return "".join(_ALPHABET[(number >> (5 * place)) & 31] for place in reversed(range(characters)))
