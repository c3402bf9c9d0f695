"""Reads the lists in words/: names, places, organisations and the sentences around them.

Written for this purpose, but for given_many, places_many and words_many: parts of jieba's dictionary (see NOTICE).

In a sentence {P} is a person, {L} a place, {A} an address, {O} an organisation, {R} a relative, {T} a title; in a mixed
one {E} is an English person, {F} an English and {K} a Chinese place; in a post {H} is an account of no person, {W} any
word and {M} an emoticon.
"""

from __future__ import annotations

import functools
from pathlib import Path


@functools.cache
def words(name: str) -> tuple[str, ...]:
    """The lines of one list, in order."""
    path = Path(__file__).with_name("words") / f"{name}.txt"
    return tuple(path.read_text(encoding="utf-8").splitlines())
