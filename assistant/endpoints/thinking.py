"""Folds a model's thinking out of streamed text: `<think>…</think>`, and a closing tag whose opening one
was never sent.
"""

from __future__ import annotations

import re

from assistant.endpoints.protocol import Piece

_OPEN = re.compile(r"<(think|thinking|thought|reasoning)>", re.I)
_CLOSE = re.compile(r"</(think|thinking|thought|reasoning)>\s*", re.I)
_TAGS = [f"<{slash}{name}>" for slash in ("", "/") for name in ("think", "thinking", "thought", "reasoning")]


class ThinkingFilter:
    """Text in, pieces out: `text`, `thinking`, and `reset` when everything so far turns out to have been thinking."""

    def __init__(self) -> None:
        self._held = ""
        self._is_thinking = False
        self._has_tag = False
        self._shown: list[str] = []
        self._trims = False

    def feed(self, text: str) -> list[Piece]:
        """Pieces that are certain; a suffix that may still become a tag is held back."""
        self._held += text
        pieces: list[Piece] = []
        while True:
            pattern = _CLOSE if self._is_thinking else _OPEN
            match = pattern.search(self._held)
            stray = None if self._is_thinking or self._has_tag else _CLOSE.search(self._held)
            if stray is not None and (match is None or stray.start() < match.start()):
                self._stray(stray, pieces)
                continue
            if match is None:
                break
            self._has_tag = True
            self._emit(self._held[: match.start()], pieces)
            self._held = self._held[match.end() :]
            self._is_thinking = not self._is_thinking
            self._trims = not self._is_thinking
        keep = _possible_tag(self._held)
        cut = len(self._held) - keep
        self._emit(self._held[:cut], pieces)
        self._held = self._held[cut:]
        return pieces

    def flush(self) -> list[Piece]:
        """What was held back, at the end of the stream."""
        pieces: list[Piece] = []
        self._emit(self._held, pieces)
        self._held = ""
        return pieces

    def _stray(self, match: re.Match[str], pieces: list[Piece]) -> None:
        """A closing tag without an opening one: what came before was thinking, also what is already on the screen."""
        thought = "".join(self._shown) + self._held[: match.start()]
        pieces[:] = [Piece("thinking", thought), Piece("reset")]
        self._held = self._held[match.end() :]
        self._shown.clear()
        self._has_tag = self._trims = True

    def _emit(self, text: str, pieces: list[Piece]) -> None:
        if self._trims and not self._is_thinking:
            text = text.lstrip()
        if not text:
            return
        if self._is_thinking:
            pieces.append(Piece("thinking", text))
            return
        self._trims = False
        self._shown.append(text)
        pieces.append(Piece("text", text))


def _possible_tag(text: str) -> int:
    """Length of the longest suffix that is the beginning of a tag."""
    start = text.rfind("<", max(0, len(text) - 12))
    if start < 0:
        return 0
    suffix = text[start:].lower()
    return len(suffix) if any(tag.startswith(suffix) for tag in _TAGS) else 0
