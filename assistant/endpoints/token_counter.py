"""Counts tokens with the model's own tokenizer, where its server has one to ask: llama.cpp's `POST /tokenize`.

All texts that are not known yet go in one request; their counts are read from where the pieces of the whole end. A
text's count is kept, so that what stands in every request is counted once.

Source: llama.cpp, tools/server/README.md, POST /tokenize, `with_pieces`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

SERVER_NAME: Final = "llama.cpp"
PATH: Final = "/tokenize"
_KEPT = 4_096
# Between two texts, so that no token spans them.
_JOINT = "\n\n"


class TokenCounter:
    """The counts of one model. `is_offered`: its server counts, as far as is known."""

    def __init__(self, *, is_offered: bool = False) -> None:
        self.is_offered = is_offered
        self._counts: dict[str, int] = {}

    def missing(self, texts: Sequence[str]) -> list[str]:
        """Those whose count is not known, each once."""
        return [text for text in dict.fromkeys(texts) if text and text not in self._counts]

    def body(self, texts: Sequence[str]) -> bytes:
        """The request that counts these texts."""
        asked = {"content": _JOINT.join(texts), "with_pieces": True, "add_special": False}
        return json.dumps(asked, ensure_ascii=False).encode("utf-8", "replace")

    def learn(self, texts: Sequence[str], answer: bytes) -> bool:
        """Read the answer to `body`; False, and nothing kept, where its pieces do not make up the texts."""
        ends = _ends(answer)
        whole = len(_JOINT.join(texts).encode("utf-8", "replace"))
        # Some tokenizers begin with a blank of their own.
        if not ends or not 0 <= ends[-1] - whole <= 1:
            self.is_offered = False
            return False
        extra, start, token = ends[-1] - whole, 0, 0
        found: dict[str, int] = {}
        for number, text in enumerate(texts):
            joint = len(_JOINT) if number + 1 < len(texts) else 0
            start += len(text.encode("utf-8", "replace")) + joint
            first = token
            while token < len(ends) and ends[token] - extra <= start:
                token += 1
            found[text] = token - first + (token < len(ends))  # a token that spans the end counts for both
        self._counts = dict([*self._counts.items(), *found.items()][-_KEPT:])
        return True

    def counts(self, texts: Sequence[str]) -> Mapping[str, int]:
        return {text: self._counts.get(text, 0) for text in texts}


def _ends(answer: bytes) -> list[int]:
    """Where each token ends, in bytes of the text; empty where the answer is of another form."""
    try:
        tokens = json.loads(answer).get("tokens")
        ends, end = [], 0
        for token in tokens:
            piece = token["piece"]
            end += len(piece) if isinstance(piece, list) else len(str(piece).encode("utf-8", "replace"))
            ends.append(end)
    except (ValueError, AttributeError, TypeError, KeyError, RecursionError):
        return []
    return ends
