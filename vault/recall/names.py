"""Memories by what they are about: attribute, topics, entities and subject, looked up exactly and with one slip.

A name is found where its words stand together in the query. A single longer word may differ by one letter missing,
added or swapped with its neighbour (changed, in a long word), provided its first two letters are right: "typscript"
finds TypeScript, "mango" does not find Mongo, "list" does not find lint. Not thread-safe: the index holds the lock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from vault.recall.tokens import is_function_token, tokenize

_LONGEST_NAME = 8
_SHORTEST_FUZZY = 4
_SHORTEST_CHANGED = 8  # in shorter words another letter mostly makes another word
_FUZZY_PREFIX = 2
_FIRST_WIDE = "\u3005"


def _words(text: str) -> list[str]:
    """The words in their order; Chinese runs as single characters, so that a name of any length stands in one piece."""
    return [token for token in tokenize(text) if len(token) != 2 or token[0] < _FIRST_WIDE]


class NameTable:
    """Names of memories by their words."""

    def __init__(self) -> None:
        self._slots: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self._names: dict[int, list[tuple[str, ...]]] = {}
        self._by_prefix: dict[str, set[str]] = defaultdict(set)

    def put(self, slot: int, names: Iterable[str]) -> None:
        """Set the names of a slot, replacing former ones."""
        self.remove(slot)
        words = {tuple(_words(name)) for name in names}
        kept = [name for name in words if name and not all(is_function_token(word) for word in name)]
        self._names[slot] = kept
        for name in kept:
            self._slots[name].add(slot)
            if len(name) == 1:
                self._by_prefix[name[0][:_FUZZY_PREFIX]].add(name[0])

    def remove(self, slot: int) -> None:
        """Forget a slot's names; a name that nobody else has is gone from memory."""
        for name in self._names.pop(slot, []):
            self._slots[name].discard(slot)
            if self._slots[name]:
                continue
            del self._slots[name]
            if len(name) == 1:
                self._by_prefix[name[0][:_FUZZY_PREFIX]].discard(name[0])

    def find(self, query: str) -> dict[int, int]:
        """Slots whose name stands in the query, with the number of words of the longest such name."""
        return self.find_words(_words(query))

    def names_of(self, slot: int) -> list[tuple[str, ...]]:
        """The names of one slot, by their words."""
        return self._names.get(slot, [])

    def find_words(self, tokens: Sequence[str]) -> dict[int, int]:
        """As `find`, for words that were taken apart already."""
        found: dict[int, int] = {}
        for length in range(1, min(_LONGEST_NAME, len(tokens)) + 1):
            for start in range(len(tokens) - length + 1):
                for slot in self._slots.get(tuple(tokens[start : start + length]), ()):
                    found[slot] = max(length, found.get(slot, 0))
        for token in tokens:
            for name in self._near(token):
                for slot in self._slots.get((name,), ()):
                    found.setdefault(slot, 1)
        return found

    def _near(self, token: str) -> list[str]:
        if len(token) < _SHORTEST_FUZZY or not token.isalpha() or (token,) in self._slots:
            return []
        names = self._by_prefix.get(token[:_FUZZY_PREFIX], ())
        return sorted(name for name in names if len(name) >= _SHORTEST_FUZZY and is_one_slip(token, name))


def is_named(text: str, name: tuple[str, ...]) -> bool:
    """Whether the words of a name stand together in a text."""
    words = _words(text)
    return any(tuple(words[start : start + len(name)]) == name for start in range(len(words) - len(name) + 1))


def is_one_slip(one: str, other: str) -> bool:
    """Whether two different words differ by one letter added, left out or changed, or two neighbours swapped."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    rest_one, rest_other = one[start : len(one) - end], other[start : len(other) - end]
    if len(rest_one) == len(rest_other) == 2:
        return rest_one == rest_other[::-1]
    if len(rest_one) == len(rest_other) == 1:
        return len(one) >= _SHORTEST_CHANGED
    return len(rest_one) <= 1 and len(rest_other) <= 1
