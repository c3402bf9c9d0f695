"""Words of a text as the lexical index counts them, the same for storing and asking.

English words are lightly stemmed; Chinese, Japanese and Korean runs give single characters and pairs; numbers and
codes stay whole (and give their parts where they have any); full-width forms, letter case and traditional characters
are folded away. A run of Chinese ends where a Latin word begins, so words glued to it are found. Follows the design
page "Recall, units and index". Change `TOKENS_VERSION` whenever the same text would give other tokens: stored tokens
are then rebuilt.
"""

from __future__ import annotations

import functools
import hashlib
import re
import threading
import unicodedata
from collections.abc import Iterable

import snowballstemmer

TOKENS_VERSION = 3

# Ranges from the Unicode block list: kana, CJK extension A, unified ideographs, Hangul, compatibility, planes 2 and 3.
_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_PIECE = re.compile(
    rf"(?P<cjk>[{_CJK}]+)"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])|\d+\.\d+(?![\d.]))"
    rf"|(?P<word>[^\W_{_CJK}]+(?:[.\-_/:@'’&][^\W_{_CJK}]+)*(?:\+\+|\#)?)"
)
_PARTS = re.compile(r"[.\-_/:@'’&]+")
_ENGLISH = re.compile(r"[a-z]+")
_POSSESSIVE = re.compile(r"['’]s$")
_CONTRACTION = re.compile(r"['’](?:s|t|re|ve|ll|d|m)$")
_LONGEST_WORD = 64  # longer runs are data (base64, hashes); their head is enough to find them

# Words that carry no topic in a question; they are left out of queries only, so that a stored text can still be found
# by them when a query holds nothing else.
_FUNCTION_WORDS = frozenset(
    """a about again all also am an and any are as at be been being but by can could did do does doing done for from
    had has have having he her hers him his how i if in into is it its just let lets like me might my of off on one or
    our ours out over please she should so some such tell than that the their them then there these they this those to
    too up us very was we were what when where which who whom whose why will with would you your yours im ive id dont
    didnt doesnt isnt wasnt cant couldnt wont wouldnt""".split()
)
_FUNCTION_CHARACTERS = frozenset(
    "的了吗呢吧啊呀嘛么是我你您他她它们在有和与及或就都也还又把被给对从到于为之其这那哪个些着过地得很请"
)


@functools.cache
def _traditional_to_simplified() -> dict[int, str]:
    """The single-character part of opencc's dictionaries, as a table for `str.translate`; 45 ms, once a process."""
    import opencc  # start-up time

    characters = [
        chr(code) for start, end in ((0x3400, 0xA000), (0xF900, 0xFB00)) for code in range(start, end)
    ]
    simplified = opencc.OpenCC("t2s").convert("\n".join(characters)).split("\n")
    pairs = zip(characters, simplified, strict=True)
    return {ord(before): after for before, after in pairs if before != after}


def fold(text: str) -> str:
    """The text with full-width forms, letter case and traditional characters folded away; length may change."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_traditional_to_simplified())


class _Stems:
    """Stems by word. The stemmer costs 0.1 ms a word and is not thread-safe, hence the lock and the memory."""

    def __init__(self) -> None:
        self._stemmer = snowballstemmer.stemmer("english")
        self._lock = threading.Lock()
        self._known: dict[str, str] = {}

    def __call__(self, word: str) -> str:
        stem = self._known.get(word)
        if stem is None:
            with self._lock:
                stem = str(self._stemmer.stemWord(word))
                if len(self._known) < 200_000:
                    self._known[word] = stem
        return stem


_stem = _Stems()


@functools.lru_cache(maxsize=65_536)
def _word_tokens(word: str) -> tuple[str, ...]:
    word = _POSSESSIVE.sub("", word)[:_LONGEST_WORD]
    if _ENGLISH.fullmatch(word):
        return (_stem(word),)
    if _CONTRACTION.search(word):
        return (_stem(_PARTS.sub("", word)),)
    parts = [part for part in _PARTS.split(word) if part]
    if len(parts) < 2:
        return (word,)
    # "GPT-4" and "GPT4" are the same code; a hyphenated word is found whole and by its halves.
    whole = _PARTS.sub("", word) if any(c.isdigit() for c in word) else word
    return (whole, *(_stem(part) if _ENGLISH.fullmatch(part) else part for part in parts))


def _cjk_tokens(run: str) -> list[str]:
    return [*run, *(run[i : i + 2] for i in range(len(run) - 1))]


def tokenize(text: str) -> list[str]:
    """Every token of `text`, repeats included; single characters and pairs of a Chinese run follow one another."""
    tokens: list[str] = []
    for match in _PIECE.finditer(fold(text)):
        if match["cjk"]:
            tokens += _cjk_tokens(match["cjk"])
        elif match["number"]:
            tokens.append(match["number"].replace(",", ""))
        else:
            tokens += _word_tokens(match["word"])
    return tokens


_FUNCTION_STEMS = frozenset(_stem(word) for word in _FUNCTION_WORDS) | _FUNCTION_WORDS


def is_function_token(token: str) -> bool:
    """Whether the token carries no topic of its own."""
    return token in _FUNCTION_STEMS or token in _FUNCTION_CHARACTERS


def query_tokens(text: str) -> list[str]:
    """The distinct tokens of a question, in order, without function words unless it holds nothing else."""
    tokens = list(dict.fromkeys(tokenize(text)))
    return [token for token in tokens if not is_function_token(token)] or tokens


@functools.lru_cache(maxsize=262_144)
def token_key(token: str) -> int:
    """A stable 32-bit key of a token. Keys are stored instead of words: a deleted text leaves no vocabulary behind."""
    return int.from_bytes(hashlib.blake2b(token.encode(), digest_size=4).digest(), "little")


def token_keys(tokens: Iterable[str]) -> list[int]:
    """The keys of several tokens, in order."""
    return [token_key(token) for token in tokens]
