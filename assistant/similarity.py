"""How near sentences are in meaning, by the recall encoder, for whoever checks a reply."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.citations import Similarity
from vault.errors import EncodingFailed
from vault.recall import Encoder


def similarity_of(encoder: Encoder | None) -> Similarity | None:
    """Compares a sentence with texts by cosine; None without an encoder, 0 for all where it fails."""
    if encoder is None:
        return None

    def compare(sentence: str, texts: Sequence[str]) -> Sequence[float]:
        try:
            rows = encoder.encode_queries([sentence, *texts])
        except EncodingFailed:
            return [0.0] * len(texts)
        return [float(value) for value in rows[1:] @ rows[0]]

    return compare
