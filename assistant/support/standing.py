"""What a request's other sources do to a sentence: a newer one that changed what an older, cited one says; and the days that
"tomorrow" or 下个月三号 meant when they were said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from assistant.support import figures
from assistant.support.lexicon import things
from vault.records import Precision
from vault.times import parse

# Characters of a source that are read for days; a page of a document has none that were said on a day of talk.
_LONGEST = 2_000
_MONTHS = "January February March April May June July August September October November December".split()
_SAYS_NOW = re.compile(
    r"\b(?:now|currently|at present|today|nowadays|is|are|costs?|comes to)\b|目前|现在|如今|当前|眼下|是|为",
    re.I,
)
_SAYS_THEN = re.compile(
    r"\b(?:was|were|used to|had been|originally|initially|at first|previously|before|until|earlier|old|former|formerly|"
    r"in january|from)\b|原来|原先|最初|当初|起初|之前|以前|曾|当时|旧",
    re.I,
)
_CHANGED = re.compile(
    r"\b(?:went (?:up|down)|(?:gone|goes) (?:up|down)|rose|risen|fell|fallen|dropped|now|no longer|changed|moved|raised|lowered|cut|"
    r"increased|reduced|instead|from now on|as of|starting|new|postponed|rescheduled|brought forward|put back|revised|up to|down to|promoted)\b"
    r"|跳槽|升[为到]|转到|搬到|换到|到了|改[成为到在]|涨到|升到|降到|减到|换成|变成|调[整到为成]|现在|推迟|提前|不再|从[^，。]{1,8}起|新的",
    re.I,
)


def is_outdated(
    sentence: str, cited: Sequence[tuple[str, datetime | None]], others: Sequence[tuple[str, datetime | None]]
) -> bool:
    """Whether a sentence says as holding now what a newer text of the same request, which it does not cite, has changed.

    Pairs are (text, when it was said).
    """
    times = [when for _, when in cited if when is not None]
    if not times or not _SAYS_NOW.search(sentence) or _SAYS_THEN.search(sentence):
        return False
    mine, said = things(sentence), figures.figures_of(sentence)
    for text, when in others:
        if when is None or when <= max(times) or not _CHANGED.search(text) or not mine & things(text):
            continue
        theirs = figures.figures_of(text)
        if _differ(said, theirs) and len(mine & things(text)) * 2 >= len(mine & things(cited[0][0])):
            return True
    return False


def _differ(said: figures.Figures, newer: figures.Figures) -> bool:
    """Whether both name a figure of one kind, and none of them is the same."""
    pairs = (
        (
            {value for value, _, _ in said.amounts} | said.bare,
            {value for value, _, _ in newer.amounts} | newer.bare,
        ),
        (set(said.days), set(newer.days)),
        (set(said.weekdays), set(newer.weekdays)),
        (set(said.times), set(newer.times)),
    )
    return any(mine and theirs and not mine & theirs for mine, theirs in pairs)


@lru_cache(maxsize=1024)
def days_meant(text: str, said: datetime | None) -> str:
    """The days, months and years that a text speaks of as seen from the moment it was said, a line each."""
    if said is None or len(text) > _LONGEST:
        return ""
    found = []
    for span in parse(text, said):
        day = span.start_utc.astimezone(said.tzinfo)
        if not span.is_dated:
            continue
        if span.precision in (Precision.DAY, Precision.MINUTE):
            found.append(f"{day:%Y-%m-%d}")
        elif span.precision is Precision.MONTH and day.day == 1:  # a week has this precision too
            found.append(f"{_MONTHS[day.month - 1]} {day.year}")
        elif span.precision is Precision.YEAR and (day.month, day.day) == (1, 1):
            found.append(f"in {day.year}")
    return "\n".join(found)
