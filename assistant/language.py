"""What can be told about a piece of text without a model: its language, its sentences, its content words, numbers and names.

Used to word answers in the language of the question and to compare a sentence with its sources. Works on English and
Chinese; nothing here stores or changes text.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9'’_-]*")
_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9'’_]*|\d[\d.,:/-]*\d|\d|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_STEMMER = snowballstemmer.stemmer("english")
_STEMMER_LOCK = threading.Lock()

# A number with its unit is compared as a number.
_AMOUNT = re.compile(
    r"(?:\d[\d.,]*\s*[百千万亿]*|[零〇一二两三四五六七八九十百千万亿]{2,})(?:人民币|美元|港币|欧元|英镑|日元|块钱|[元块人个岁年月日号天点时分秒次条项页]|公斤|千克|公里|厘米|米)?"
)
# Words that carry no claim of their own: an overlap made of these alone would support anything.
_STOP_EN = frozenset(
    """a about after all also am an and any are as at be been before being but by can could did do does doing for from had has
    have he her here hers him his how i if in into is it its just like me more most my no nor not now of on once only or other our
    out over own said say says she should so some such than that the their them then there these they this those through to too
    under until up user very was we were what when where which while who whom why will with would you your yours yes according
    told mentioned record records noted note notes memory memories it's i'm you're don't s t""".split()
)
_STOP_ZH = frozenset(
    "的了是在我你他她它们这那有和与就也都很吗呢吧啊着把被给对为以于从到说个您请要会能可将并或其之用户记录提到曾"
)


# Begins where a token begins, so that a page without a blank is read once and not from each of its characters.
_ADDRESS = re.compile(r"(?<!\S)[^\s@]+@\S+|https?://\S+")


def language_of(text: str, default: str = "en") -> str:
    """`zh` where Han characters carry the text, else `en`; `default` where it holds no letters at all."""
    han = len(_HAN.findall(text))
    words = len(_WORD.findall(_ADDRESS.sub(" ", text)))
    if han == 0 and words == 0:
        return default
    # One Han character says about as much as half an English word.
    return "zh" if han >= words * 0.8 and han > 0 else "en"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its place in the text; marks that follow its full stop belong to it."""

    start: int
    end: int
    text: str


_SENTENCE = re.compile(
    r"""[^\n]+?(?:[。！？!?；]+["”’」』)）]*|(?<!\d)(?<!\b[DMS][rst])(?<!\bMrs)(?<!\bProf)\.(?!\w)["”’)]*|(?<=\d)\.(?=\s|$)["”’)]*|\n|$)(?:[ \t]*(?:\[[\d,，、 ^-]+\]|【\d+】))*""",
    re.VERBOSE,
)


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of `text` in order, without the blank ones; list items and lines end a sentence."""
    for match in _SENTENCE.finditer(text):
        if match.group().strip():
            yield Sentence(match.start(), match.end(), match.group())


def content_words(text: str) -> frozenset[str]:
    """Stemmed English content words and Chinese bigrams (single characters where they stand alone), folded."""
    found: set[str] = set()
    plain = _AMOUNT.sub(" ", unicodedata.normalize("NFKC", text))
    for token in _TOKEN.findall(plain):
        if _HAN.match(token):
            found.update(_bigrams(token))
            continue
        folded = token.lower().replace("’", "'")
        if folded[0].isdigit() or folded in _STOP_EN:
            continue
        found.add(_stem(folded.removesuffix("'s")))
    return frozenset(found)


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    # The stemmer keeps its word in itself and is not safe to share between threads.
    with _STEMMER_LOCK:
        return str(_STEMMER.stemWord(word))


def _bigrams(run: str) -> set[str]:
    """Pairs inside a run of Han characters, cut at function characters so that 我的预算是 gives 预算 alone."""
    pairs: set[str] = set()
    for part in re.split(f"[{''.join(_STOP_ZH)}]", run):
        if len(part) == 1:
            pairs.add(part)
        pairs.update(part[i : i + 2] for i in range(len(part) - 1))
    return pairs


_SCALE = {
    "百": 1e2,
    "千": 1e3,
    "k": 1e3,
    "thousand": 1e3,
    "万": 1e4,
    "m": 1e6,
    "million": 1e6,
    "亿": 1e8,
    "b": 1e9,
    "billion": 1e9,
}
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9])(\d+(?:[,，]\d{3})+|\d+)(?:[.．](\d+))?\s*(百万|千万|万|亿|千|百|thousand|million|billion|[kKmMbB](?![A-Za-z]))?"
)
_RANGE = re.compile(
    r"(?<!\d)(\d+(?:\.\d+)?)\s*(?:[-–—~～]|到|至|to)\s*(?=[$￥¥€]?\d+(?:\.\d+)?\s*(百万|千万|万|亿|千|[kKmM](?![A-Za-z])|million|thousand))"
)
_HAN_DIGIT = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_HAN_NUMBER = re.compile(
    r"[零〇一二两三四五六七八九十百千万亿]{2,}|[一二两三四五六七八九十](?=[万亿千百块元岁个人天年月日号点])"
)


def numbers(text: str) -> frozenset[float]:
    """Every number said in `text`, in base units: 30万, 三十万 and 300k are all 300000; the ends of a range count singly."""
    folded = unicodedata.normalize("NFKC", text)
    found: set[float] = set()
    # "30–50 万": the unit of the second number is the first one's too.
    folded = _RANGE.sub(lambda m: f"{m.group(1)}{m.group(2)} ; ", folded)
    for whole, fraction, scale in _NUMBER.findall(folded):
        value = float(re.sub(r"[,，]", "", whole) + (f".{fraction}" if fraction else ""))
        for part in _scales(scale):
            value *= part
        found.add(round(value, 6))
    for match in _HAN_NUMBER.findall(folded):
        value_han = _han_value(match)
        if value_han is not None:
            found.add(value_han)
    return frozenset(found)


def _scales(scale: str) -> list[float]:
    key = scale.lower()
    if not key:
        return []
    return [_SCALE[key]] if key in _SCALE else [_SCALE[c] for c in key]


def _han_value(text: str) -> float | None:
    """The value of a Chinese numeral up to 亿; None for what is only a run of digits or no number."""
    total, section, digit = 0.0, 0.0, 0.0
    seen_unit = False
    for char in text:
        if char in _HAN_DIGIT:
            digit = _HAN_DIGIT[char]
        elif char in "十百千":
            section += (digit or 1.0) * {"十": 10.0, "百": 100.0, "千": 1000.0}[char]
            digit, seen_unit = 0.0, True
        else:
            total = (total + section + digit) * (1e4 if char == "万" else 1e8)
            section, digit, seen_unit = 0.0, 0.0, True
    return total + section + digit if seen_unit or len(text) == 1 else None


_NAME = re.compile(
    r"(?<![.!?。！？]\s)(?<!^)(?<=[\w,;:(]\s)[A-Z][A-Za-z]+(?:\s+[A-Z][A-Za-z]+)*|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+"
)


def names(text: str) -> frozenset[str]:
    """Capitalised words inside a sentence and e-mail addresses, lower case; Chinese names are covered by their bigrams."""
    found: set[str] = set()
    for match in _NAME.findall(text):
        found.update(part.lower() for part in re.split(r"\s+", match.strip(".")))
    return frozenset(found - _STOP_EN)
