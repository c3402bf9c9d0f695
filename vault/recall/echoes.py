"""A question that was asked before lends its words to what was said around it, and that answers nothing.

Each turn is also indexed with its neighbours. Whoever asks the same thing again would find, before every answer, the
"yes" or the other remark that they made right after asking it the first time. For such a turn its own words and meaning
count alone. What another person said around the question keeps it: there it is what an answer is an answer to.
"""

from __future__ import annotations

import numpy as np

from vault.recall.filters import type_mask
from vault.recall.lexical import LexicalScores, type_floats
from vault.recall.units import Units
from vault.recall.vectors import Nearness

_SAME_WORDS = 0.8  # of the question's rare words
_SAME_MEANING = 0.92  # cosine


def without_echoes(
    units: Units, asked: type_mask, words: LexicalScores, meaning: Nearness
) -> tuple[type_floats, Nearness]:
    """Scores of words in context, and nearness, without what the same question lends to its asker's other turns.

    `asked` marks the bare questions. The arrays that come in stay as they are. Call it under the index's lock.
    """
    repeats = asked & (meaning.own >= _SAME_MEANING)
    if words.best_possible > 0:
        repeats |= asked & (words.matched >= _SAME_WORDS * words.best_possible)
    around = {
        other
        for slot in np.flatnonzero(repeats).tolist()
        for other in units.depends_on(slot)
        if units.is_user[other] == units.is_user[slot] and units.speaker[other] == units.speaker[slot]
    }
    if not around:
        return words.context, meaning
    slots = np.array(sorted(around))
    context, near, special = words.context.copy(), meaning.context.copy(), meaning.context_special.copy()
    context[slots] = np.minimum(context[slots], words.own[slots])
    near[slots] = np.minimum(near[slots], meaning.own[slots])
    special[slots] = np.minimum(special[slots], meaning.own_special[slots])
    return context, meaning._replace(context=near, context_special=special)
