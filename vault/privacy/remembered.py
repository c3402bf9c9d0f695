"""Remembers what a slow finder said of a text: sources and earlier messages are checked again with every request."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict

from vault.privacy.folding import Folded
from vault.privacy.spans import Layer, Span

_MOST = 1024  # a long conversation's messages and sources


class RememberedLayer:
    """`layer` with its last answers by a keyed hash of the text: no text outlives its deletion here. Any thread.

    For a layer whose answer depends on the text alone. A failure is not remembered.
    """

    def __init__(self, layer: Layer, most: int = _MOST) -> None:
        self.name = layer.name
        self._layer = layer
        self._most = most
        self._key = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._found: OrderedDict[bytes, tuple[Span, ...]] = OrderedDict()

    def find(self, folded: Folded) -> tuple[Span, ...]:
        """Spans in folded offsets; what the layer raises, this raises."""
        text = folded.source.encode("utf-8", "surrogatepass")
        digest = hashlib.blake2b(text, key=self._key, digest_size=16).digest()
        with self._lock:
            if (known := self._found.get(digest)) is not None:
                self._found.move_to_end(digest)
                return known
        found = tuple(self._layer.find(folded))
        with self._lock:
            self._found[digest] = found
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        return found
