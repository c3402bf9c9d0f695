"""Replaces personal data by stable tokens before sending, and puts the values back into what comes in return.

One value has one token within a conversation; the map lies behind `PseudonymStore`, in the vault or, for a temporary chat,
in memory. Only tokens issued in the conversation are restored. A text that merely looks like a token is itself replaced by
one, so restoring the scrubbed text always gives the original. Follows the design page "Privacy, Pseudonyms for sending".
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from vault.privacy.detection import detect, is_exempt
from vault.privacy.masking import is_chinese, replace
from vault.privacy.merge import merge
from vault.privacy.names import KnownNames
from vault.privacy.spans import MASKED_REMOTELY, Layer, PiiType, Span
from vault.privacy.tokens import Candidate, candidates, number_of, token, unfinished

_REPEAT_LAYER = "repeat"
_ESCAPE_LAYER = "escape"
# Too short or too common to be looked for where no rule found them.
_NOT_REPEATED = frozenset({PiiType.LITERAL, PiiType.BANK_TAIL, PiiType.ZIP_CODE})


class PseudonymStore(Protocol):
    """Where the map of a conversation is kept; `vault.pseudonyms` is the real one."""

    def assign(self, conversation_id: str, kind: str, value: str, form: Callable[[int], str]) -> str:
        """The token of a value, made by `form(n)` where it has none; n counts from 1 and skips tokens in use."""
        ...

    def entries(self, conversation_id: str) -> list[tuple[str, str, str]]:
        """(token, type, value) of a conversation, in the order of assignment."""
        ...


class MemoryPseudonyms:
    """A map that is kept nowhere: for temporary chats and the `scrub` command. Any thread."""

    def __init__(self) -> None:
        self._entries: dict[str, list[tuple[str, str, str]]] = {}
        self._lock = threading.Lock()

    def assign(self, conversation_id: str, kind: str, value: str, form: Callable[[int], str]) -> str:
        with self._lock:
            entries = self._entries.setdefault(conversation_id, [])
            for known_token, known_kind, known_value in entries:
                if (known_kind, known_value) == (kind, value):
                    return known_token
            taken = {entry[0] for entry in entries}
            number = 1
            while form(number) in taken:
                number += 1
            entries.append((form(number), kind, value))
            return form(number)

    def entries(self, conversation_id: str) -> list[tuple[str, str, str]]:
        with self._lock:
            return list(self._entries.get(conversation_id, ()))


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A text fit for sending. `replaced` names type and token of each replacement, `spans` where it was in the original."""

    text: str
    replaced: tuple[tuple[str, str], ...]
    spans: tuple[Span, ...]


class Pseudonymiser:
    """Scrubs and restores the texts of one conversation. Any thread."""

    def __init__(
        self,
        store: PseudonymStore,
        conversation_id: str,
        *,
        known: KnownNames | None = None,
        layers: Sequence[Layer] = (),
    ) -> None:
        self._store = store
        self._conversation_id = conversation_id
        self._known = known
        self._layers = tuple(layers)
        self._lock = threading.Lock()

    def scrub(
        self, text: str, types: frozenset[PiiType] = MASKED_REMOTELY, *, chinese: bool | None = None
    ) -> Scrubbed:
        """The text with personal data of `types` replaced; tokens are worded in the language of the text.

        Raises:
            DetectionFailed: a detector failed; the text must not be sent.
        """
        spans = detect(text, known=self._known, layers=self._layers, types=types)
        with self._lock:
            table = _Table(self._store.entries(self._conversation_id))
            # What the user lets pass now is not replaced because it was before.
            values = {
                value: kind
                for value, kind in table.values()
                if kind in types and not self._is_exempt(value, kind)
            }
            values |= {text[span.start : span.end]: span.type for span in spans}
            escaped = [
                Span(found.start, found.end, PiiType.LITERAL, _ESCAPE_LAYER) for found in candidates(text)
            ]
            merged = merge([*spans, *_repeats(text, values), *escaped])
            in_chinese = is_chinese(text) if chinese is None else chinese
            marks = [
                self._token(table, span.type, text[span.start : span.end], in_chinese) for span in merged
            ]
        replaced = tuple((span.type.value, mark) for span, mark in zip(merged, marks, strict=True))
        return Scrubbed(replace(text, merged, marks), replaced, tuple(merged))

    def restore(self, text: str) -> str:
        """The text with every token of this conversation replaced by its value; see `leftovers` for what was not."""
        return StreamRestorer(self._table()).restore(text)

    def restore_json(self, document: str) -> str:
        """A JSON document with the tokens inside its strings and keys restored, still valid JSON.

        Raises:
            ValueError: the document is no JSON.
        """
        restorer = StreamRestorer(self._table())
        return json.dumps(_map_strings(json.loads(document), restorer.restore), ensure_ascii=False)

    def leftovers(self, text: str) -> tuple[str, ...]:
        """What reads as one of our tokens in a text but was never issued here, so that it can be flagged."""
        restorer = StreamRestorer(self._table())
        restorer.restore(text)
        return restorer.leftovers

    def stream(self) -> StreamRestorer:
        """A restorer for one reply that arrives in pieces. It knows the tokens issued so far."""
        return StreamRestorer(self._table())

    def _is_exempt(self, value: str, kind: PiiType) -> bool:
        return self._known is not None and is_exempt(value, kind, self._known)

    def _table(self) -> _Table:
        return _Table(self._store.entries(self._conversation_id))

    def _token(self, table: _Table, kind: PiiType, value: str, chinese: bool) -> str:
        known = table.token_of(value)
        if known is not None:
            return known
        highest = table.highest(kind)
        issued = self._store.assign(
            self._conversation_id,
            kind.value,
            value,
            lambda number: token(kind, highest + number, chinese=chinese),
        )
        table.add(issued, kind, value)
        return issued


class _Table:
    """The map of one conversation in memory: from value to token and from type and number to value."""

    def __init__(self, entries: Sequence[tuple[str, str, str]]) -> None:
        self._tokens: dict[str, str] = {}
        self._kinds: dict[str, PiiType] = {}
        self._by_number: dict[tuple[PiiType, int], str] = {}
        for issued, kind, value in entries:
            self.add(issued, PiiType(kind), value)

    def add(self, issued: str, kind: PiiType, value: str) -> None:
        named = number_of(issued)
        if named is not None:
            self._tokens.setdefault(value, issued)
            self._kinds.setdefault(value, kind)
            self._by_number[kind, named[1]] = value

    def token_of(self, value: str) -> str | None:
        return self._tokens.get(value)

    def values(self) -> list[tuple[str, PiiType]]:
        return list(self._kinds.items())

    def highest(self, kind: PiiType) -> int:
        return max((number for known, number in self._by_number if known is kind), default=0)

    def value_of(self, found: Candidate) -> str | None:
        """The value that a candidate stands for: by its word's type, else by a number that only one token has."""
        if found.type is not None:
            return self._by_number.get((found.type, found.number))
        if not found.is_own:
            return None
        matching = [value for (_, number), value in self._by_number.items() if number == found.number]
        return matching[0] if len(matching) == 1 else None


class StreamRestorer:
    """Restores one reply piece by piece, holding back only an ending that can still become a token. One thread at a time.

    The joined output equals restoring the joined input, however it was cut.
    """

    def __init__(self, table: _Table) -> None:
        self._table = table
        self._held = ""
        self._leftovers: list[str] = []

    @property
    def leftovers(self) -> tuple[str, ...]:
        """Token-like texts so far that were never issued in this conversation; they stay as they came."""
        return tuple(self._leftovers)

    def feed(self, chunk: str) -> str:
        """What can be shown after one more piece of the reply; may be empty."""
        text = self._held + chunk
        ready = unfinished(text)
        self._held = text[ready:]
        return self.restore(text[:ready])

    def flush(self) -> str:
        """What was still held back when the reply ended."""
        text, self._held = self._held, ""
        return self.restore(text)

    def restore(self, text: str) -> str:
        parts: list[str] = []
        position = 0
        for found in candidates(text):
            value = self._table.value_of(found)
            if value is None:
                if found.is_own:
                    self._leftovers.append(text[found.start : found.end])
                continue
            parts += (text[position : found.start], json.dumps(value)[1:-1] if found.is_json else value)
            position = found.end
        return "".join([*parts, text[position:]])


def _map_strings(node: object, change: Callable[[str], str]) -> object:
    if isinstance(node, str):
        return change(node)
    if isinstance(node, list):
        return [_map_strings(item, change) for item in node]
    if isinstance(node, dict):
        return {change(str(key)): _map_strings(item, change) for key, item in node.items()}
    return node


def _repeats(text: str, values: dict[str, PiiType]) -> list[Span]:
    """Further places of values that are already known to be personal, where no rule would find them again."""
    wanted = sorted(
        (
            value
            for value, kind in values.items()
            if kind not in _NOT_REPEATED and value in text and _is_distinct(value)
        ),
        key=len,
        reverse=True,
    )
    if not wanted:
        return []
    pattern = re.compile("|".join(_bounded(value) for value in wanted))
    return [
        Span(match.start(), match.end(), values[match[0]], _REPEAT_LAYER) for match in pattern.finditer(text)
    ]


def _is_distinct(value: str) -> bool:
    return len(value) >= 3 or (len(value) == 2 and not value.isascii())


def _bounded(value: str) -> str:
    is_long = len(value) >= 8
    before = r"(?<![A-Za-z0-9])" if not is_long and value[0].isascii() and value[0].isalnum() else ""
    after = r"(?![A-Za-z0-9])" if not is_long and value[-1].isascii() and value[-1].isalnum() else ""
    return before + re.escape(value) + after
