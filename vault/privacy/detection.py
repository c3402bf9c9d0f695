"""Runs every layer over a text and brings their spans together. The rules always run; trained layers are handed in.

A layer that fails raises DetectionFailed, because text that could not be checked must not leave the machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from vault.errors import DetectionFailed, EncodingFailed, ModelDamaged
from vault.privacy import (
    addresses,
    cards,
    codes,
    contacts,
    gapped,
    identity,
    logins,
    names,
    others,
    passwords,
    secrets,
    told,
)
from vault.privacy.folding import Folded, fold
from vault.privacy.merge import merge
from vault.privacy.names import KnownNames
from vault.privacy.spans import HIDDEN_IN_LISTS, Layer, PiiType, Span
from vault.privacy.spelled import spelled

_RULES: tuple[Callable[[Folded], Iterable[Span]], ...] = (
    identity.find,
    cards.find,
    contacts.find,
    gapped.find,
    secrets.find,
    passwords.find,
    logins.find,
    told.find,
    codes.find,
    others.find,
    addresses.find,
    names.find_framed,
)
# What a layer can fail with: our own mistakes in a rule, and a native session's errors (RuntimeError, OSError) behind the seam.
_FAILURES = (
    ArithmeticError,
    AttributeError,
    EncodingFailed,
    LookupError,
    MemoryError,
    ModelDamaged,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    re.error,
)


def detect(
    text: str,
    *,
    known: KnownNames | None = None,
    layers: Sequence[Layer] = (),
    types: frozenset[PiiType] | None = None,
) -> list[Span]:
    """Disjoint spans of personal data in source offsets, in order; with `types`, only of those. Any thread, linear.

    Raises:
        DetectionFailed: a layer failed; the text must be treated as unchecked.
    """
    folded = fold(text)
    if not folded.text:
        return []
    found: list[tuple[Folded, Span]] = []
    try:
        found.extend((folded, span) for span in _by_rules(folded))
        if (read := spelled(folded)) is not None:
            found.extend((read, span) for span in _by_rules(read))
        if known is not None:
            found.extend((folded, span) for span in names.find_known(folded, known))
        for layer in layers:
            found.extend((folded, span) for span in layer.find(folded))
    except _FAILURES as error:
        raise DetectionFailed from error
    if types is not None:
        found = [(read, span) for read, span in found if span.type in types]
    if known is not None and known.exempt:
        found = [(read, span) for read, span in found if not _is_exempt(read, span, known)]
    return merge(
        Span(*read.original(span.start, span.end), span.type, span.layer)
        for read, span in found
        if span.start < span.end
    )


def _by_rules(folded: Folded) -> Iterator[Span]:
    for find in _RULES:
        yield from find(folded)


def _is_exempt(folded: Folded, span: Span, known: KnownNames) -> bool:
    """The user's never-mask list holds for names and contacts, whole or a part of them, not for secrets and identity
    numbers.
    """
    pattern = known.exempt_pattern
    if pattern is None or span.type in HIDDEN_IN_LISTS:
        return False
    return any(
        match.start() <= span.start and span.end <= match.end() for match in pattern.finditer(folded.text)
    )


def is_exempt(words: str, kind: PiiType, known: KnownNames) -> bool:
    """Whether the user lets exactly these words pass."""
    return kind not in HIDDEN_IN_LISTS and fold(words).text.casefold() in known.exempt
