"""Folding of text for comparison: equal words give equal strings, whatever their width, case, spacing or punctuation.

Folded text is for comparing and hashing only; it is never stored in place of what the user wrote.
"""

from __future__ import annotations

import functools
import re
import unicodedata

import snowballstemmer

_ZERO_WIDTH = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]")
_STEMMER = snowballstemmer.stemmer("english")
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "your"})


def fold(text: str) -> str:
    """`text` with compatibility forms, case and zero-width characters folded; spaces and punctuation stay."""
    return _ZERO_WIDTH.sub("", unicodedata.normalize("NFKC", text)).casefold()


def fold_with_offsets(text: str) -> tuple[str, list[int]]:
    """`fold(text)` character by character, with the offset in `text` that each folded character came from."""
    pieces: list[str] = []
    offsets: list[int] = []
    for index, character in enumerate(text):
        folded = fold(character)
        pieces.append(folded)
        offsets.extend([index] * len(folded))
    return "".join(pieces), offsets


def is_cjk(character: str) -> bool:
    return (
        "\u3400" <= character <= "\u9fff"
        or "\uf900" <= character <= "\ufaff"
        or "\U00020000" <= character <= "\U0003ffff"
    )


def words(text: str) -> tuple[str, ...]:
    """The words of `text` for comparison: CJK characters singly, other runs whole and lightly stemmed, no articles."""
    found: list[str] = []
    run = ""
    for character in fold(text) + " ":
        if character.isalnum() and not is_cjk(character):
            run += character
            continue
        if run:
            found.append(run)
            run = ""
        if is_cjk(character):
            found.append(character)
    kept = [word for word in found if word not in _ARTICLES] or found
    return tuple(_stem(word) for word in kept)


@functools.lru_cache(maxsize=16384)
def canonical(text: str) -> str:
    """One string for all spellings of the same words: what slots, identities and tombstones compare."""
    found = words(text)
    return " ".join(found) if found else fold(text).strip()


@functools.lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word)) if word.isascii() and word.isalpha() else word
