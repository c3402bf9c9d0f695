r"""Where the formulas of a Markdown text are: `$…$`, `$$…$$`, `\(…\)` and `\[…\]` outside code and addresses.

Plain Python; it finds and does not draw. One dollar is the sign of money first: the rules are those of pandoc's
extension tex_math_dollars (no space inside the delimiters, no digit after the closing one; Source: its manual), and
beyond them a formula is on one line, does not begin right behind a letter or digit, and reads neither like prose nor
like an amount. Blank lines end every formula.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Formula", "formulas"]

MAX_CHARS = 2000  # of one formula; a longer one is left as text


@dataclass(frozen=True, slots=True)
class Formula:
    """Characters `start:end` of a text, delimiters included. `tex` is what stands between the delimiters.

    One that `is_closed` not is still being written: it reaches to the end of the text.
    """

    start: int
    end: int
    tex: str
    is_display: bool
    is_closed: bool = True


_OPENING = re.compile(
    r"(?m)^ {0,3}(?P<fence>`{3,}|~{3,})|(?P<ticks>`+)|(?P<bracket>\\[\[(])|\\."
    r"|\]\([^()\s]*\)|<[A-Za-z][\w+.-]*:[^<>\s]*>|https?://[!-~]+|\${3,}|(?P<dollars>\$\$?)"
)
_CLOSINGS = {
    r"\[": re.compile(r"(?<!\\)(?:\\\\)*(\\\])"),
    r"\(": re.compile(r"(?<!\\)(?:\\\\)*(\\\))"),
    "$$": re.compile(r"(?<![\\$])(?:\\\\)*(\$\$)(?!\$)"),
    "$": re.compile(r"(?<!\\)(?:\\\\)*(\$)"),
}
_BLANK_LINE = re.compile(r"\n[ \t>]*(?=\n)")
_LINE_OF_QUOTE = re.compile(r"\n[ \t]*(?:>[ \t]?)+")
# What is written in words inside a formula, and the names of commands.
_WORDED = re.compile(r"\\(?:text\w*|math\w+|mbox|operatorname\*?|begin|end|tag\*?)\s*\{[^{}]*\}|\\[A-Za-z]+")
_TWO_WORDS = re.compile(r"[A-Za-z]{2,} +[A-Za-z]{2,}")
_SIGN_OR_LETTER = re.compile(r"[0-9=^_+*/<>|\\]|(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_AMOUNT = re.compile(r"[-+−]?\d")
_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PAUSE = re.compile(r"[，。；：！？、…“”]")
_AFTER_DOLLAR = re.compile(r"(?!\d)(?:(?:th|st|nd|rd|s)\b|(?![A-Za-z]))", re.ASCII)


def formulas(text: str) -> tuple[Formula, ...]:
    """The formulas of `text` in order, none inside another; linear in its length."""
    return _Scan(text).formulas()


class _Scan:
    """One pass over a text, which remembers where the next closing delimiter of each kind is."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next: dict[re.Pattern[str], re.Match[str] | None] = {}

    def formulas(self) -> tuple[Formula, ...]:
        found: list[Formula] = []
        position = 0
        while (opening := _OPENING.search(self._text, position)) is not None:
            position = opening.end()
            delimiter = opening["bracket"] or opening["dollars"]
            if opening["fence"] or opening["ticks"]:
                position = self._end_of_code(opening)
            elif delimiter and (formula := self._formula(opening.start(), delimiter)) is not None:
                found.append(formula)
                position = formula.end
        return tuple(found)

    def _end_of_code(self, opening: re.Match[str]) -> int:
        if opening["fence"]:
            mark = opening["fence"]
            closing = self._find(re.compile(rf"(?m)^ {{0,3}}{mark}{mark[0]}*[ \t]*$"), opening.end())
            return closing.end() if closing else len(self._text)
        run = re.escape(opening["ticks"])
        closing = self._find(re.compile(rf"(?<!`){run}(?!`)"), opening.end())
        is_span = closing is not None and not self._has_blank_line(opening.end(), closing.start())
        return closing.end() if closing is not None and is_span else opening.end()

    def _formula(self, start: int, delimiter: str) -> Formula | None:
        text, inside = self._text, start + len(delimiter)
        closing = self._find(_CLOSINGS[delimiter], inside)
        if delimiter == "$":
            return self._between_dollars(start, closing)
        if closing is None or self._has_blank_line(inside, closing.start(1)):
            is_last = not self._has_blank_line(inside, len(text))
            return self._made(start, inside, len(text), delimiter, is_closed=False) if is_last else None
        return self._made(start, inside, closing.start(1), delimiter)

    def _between_dollars(self, start: int, closing: re.Match[str] | None) -> Formula | None:
        text = self._text
        if closing is None:
            return None
        end = closing.start(1)
        tex, before = text[start + 1 : end], text[start - 1 : start]
        is_apart = not (before.isascii() and before.isalnum())
        if not tex or "\n" in tex or tex[0].isspace() or tex[-1].isspace() or not is_apart:
            return None
        if text[end + 1 : end + 2].isdigit() or not _AFTER_DOLLAR.match(text, end + 1):
            return None
        if _is_money(tex):
            return None
        return self._made(start, start + 1, end, "$")

    def _made(
        self, start: int, inside: int, end: int, delimiter: str, *, is_closed: bool = True
    ) -> Formula | None:
        text = self._text
        if end - inside > MAX_CHARS:
            return None
        tex = text[inside:end]
        line = text[text.rfind("\n", 0, start) + 1 : start]
        if line.lstrip(" \t").startswith(">"):
            tex = _LINE_OF_QUOTE.sub("\n", tex)
        is_begun = not is_closed and delimiter[0] == "\\" and not tex.strip()
        if not is_begun and (not tex.strip() or (delimiter != "$" and _is_text(tex, delimiter))):
            return None
        after = end + len(delimiter) if is_closed else end
        return Formula(start, after, tex.strip(), delimiter in ("$$", r"\["), is_closed)

    def _has_blank_line(self, start: int, end: int) -> bool:
        found = self._find(_BLANK_LINE, start)
        return found is not None and found.start() < end

    def _find(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """The first match at or behind `start`. What was found for an earlier start still serves."""
        known = self._next.get(pattern)
        if pattern not in self._next or (known is not None and known.start() < start):
            self._next[pattern] = pattern.search(self._text, start)
        return self._next[pattern]


def _is_text(tex: str, delimiter: str) -> bool:
    """Whether it is rather an escaped bracket of Markdown, `\\[1\\]`, or words between two classes of price, `$$`."""
    if delimiter == "$$":
        return not _SIGN_OR_LETTER.search(_WORDED.sub("|", tex))
    return not tex.strip(" \t\n,;0123456789") or _is_prose(tex)


def _is_prose(tex: str) -> bool:
    return _TWO_WORDS.search(_WORDED.sub("|", tex)) is not None


def _is_money(tex: str) -> bool:
    """Whether what stands between two dollars is rather text between two amounts."""
    plain = _WORDED.sub("|", tex)
    if _AMOUNT.match(tex) and (re.search(r"\s[A-Za-z]{2,}", plain) or tex.count("(") != tex.count(")")):
        return True
    if _PAUSE.search(plain) or _is_prose(tex):
        return True
    has_sign = any(sign in tex for sign in "\\^_=")
    return _IDEOGRAPH.search(plain) is not None and (not has_sign or _AMOUNT.match(tex) is not None)
