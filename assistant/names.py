"""Puts the trained finders of names together for masking: the head over the session's encoder and the Chinese tagger.

What is missing or damaged is left out with a note, and the rules go on alone; nothing here stops a message.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.pinned import trained_on
from vault.errors import EncodingFailed, ModelDamaged, ModelMissing
from vault.privacy import (
    ChineseNames,
    ChineseNamesLayer,
    JointNamesLayer,
    Layer,
    NameHead,
    NameHeadLayer,
    RememberedLayer,
    default_names_folder,
)
from vault.recall import Encoder

_HEAD = "name_head.npz"


@dataclass(frozen=True, slots=True)
class NameFinders:
    """The layers to hand to detection, and the keys of the notes (in the catalogue) on what is not there."""

    layers: tuple[Layer, ...] = ()
    notes: tuple[str, ...] = ()


def load_name_finders(encoder: Encoder | None, folder: Path | None = None) -> NameFinders:
    """Whatever can be loaded; the Chinese model from `folder`, by default the one that ships. Takes up to a second."""
    notes: list[str] = []
    head = names = None
    try:
        head = _head(encoder)
    except ModelMissing:
        notes.append("note.names_no_encoder")
    except (ModelDamaged, EncodingFailed):
        notes.append("note.names_head_damaged")
    try:
        names = ChineseNames.load(folder if folder is not None else default_names_folder())
    except ModelMissing:
        notes.append("note.names_chinese_missing")
    except ModelDamaged:
        notes.append("note.names_chinese_damaged")
    return NameFinders(_layers(head, names), tuple(notes))


def _layers(head: tuple[Encoder, NameHead] | None, names: ChineseNames | None) -> tuple[Layer, ...]:
    """Both as one layer where both are there."""
    if head is not None and names is not None:
        return (JointNamesLayer(*head, names),)
    if head is not None:
        return (NameHeadLayer(*head),)
    return () if names is None else (ChineseNamesLayer(names),)


def _head(encoder: Encoder | None) -> tuple[Encoder, NameHead]:
    """The encoder with the head that was trained on it. Raises: ModelMissing, ModelDamaged, EncodingFailed."""
    if encoder is None:
        raise ModelMissing
    found = trained_on(encoder, "name_head", _HEAD)
    if found is None:
        raise ModelMissing
    head = NameHead.from_bytes(*found)
    encoder.hidden("a")
    return encoder, head


class LazyNames:
    """Loads the finders when they are first needed, once, and has them read a text once. Any thread."""

    def __init__(self, load: Callable[[], NameFinders]) -> None:
        self._load = load
        self._lock = threading.Lock()
        self._finders: NameFinders | None = None

    def __call__(self) -> NameFinders:
        with self._lock:
            if self._finders is None:
                loaded = self._load()
                self._finders = replace(loaded, layers=tuple(map(RememberedLayer, loaded.layers)))
            return self._finders
