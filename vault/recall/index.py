"""The index in memory: units, their words and their vectors under one lock, derived from the store.

Every method takes the lock for as long as it touches arrays, never while the encoder runs or a transaction is open.
What is computed outside carries the generation of its slot and is dropped when the slot has changed since.
"""

from __future__ import annotations

import enum
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor

import numpy as np
import numpy.typing as npt

from vault.recall import store
from vault.recall.lexical import LexicalScores, Postings
from vault.recall.names import NameTable
from vault.recall.tokens import token_key
from vault.recall.units import IN_A_ROW, MEMORY, TURN, Unit, Units
from vault.recall.vectors import CONTEXT, FORMS, OWN, Nearness, VectorIndex, type_floats, unpack

Key = store.Key


class Refreshed(enum.Enum):
    """What renewing a unit's columns found."""

    SAME = "same"
    NEW = "new"
    CHANGED = "changed"


class Index:
    """Thread-safe. Without an encoder (`encoder_id` None) it holds words only."""

    def __init__(self, encoder_id: str | None, dimension: int, beside: Executor | None = None) -> None:
        """`beside` may take a part of the comparing of vectors on a thread of its own."""
        self._beside = beside
        self.lock = threading.RLock()
        self.units = Units()
        self.postings = Postings()
        self.names = NameTable()
        self.vectors = None if encoder_id is None else VectorIndex(encoder_id, dimension)
        self._worded: set[int] = set()
        self._ahead: dict[tuple[int, ...], LexicalScores] = {}
        self._ahead_of = (0, 0)
        self._ahead_links: tuple[npt.NDArray[np.int32], ...] = ()

    def load(self, connection: store.Connection) -> list[Key]:
        """Fill the empty index from the store; returns the units that still need words or vectors."""
        turns = store.all_turns(connection)
        others = [*store.all_memories(connection), *store.all_passages(connection)]
        tokens = store.stored_tokens(connection)
        vectors = []
        if self.vectors is not None:
            vectors = store.stored_vectors(connection, self.vectors.encoder_id, self.vectors.dimension)
        with self.lock:
            if turns.ids:
                self.units.load_turns(turns)
            for unit in others:
                self._put(unit)
            found = [(self.units.slot(kind, unit_id), packed) for kind, unit_id, packed in tokens]
            worded = [(slot, packed) for slot, packed in found if slot is not None]
            self.postings.build([slot for slot, _ in worded], [packed for _, packed in worded])
            self._worded = {slot for slot, _ in worded}
            self._load_vectors(vectors)
            complete = self._complete()
            return [self.units.key(slot) for slot in np.flatnonzero(~complete).tolist()]

    def _complete(self) -> npt.NDArray[np.bool_]:
        """Which slots of a freshly loaded index have their words and all their vectors."""
        complete = np.zeros(self.units.size, np.bool_)
        complete[list(self._worded)] = True
        if self.vectors is not None:
            complete &= self.vectors.known(OWN, self.units.size) & self.vectors.known(
                CONTEXT, self.units.size
            )
        return complete

    def _put(self, unit: Unit) -> int:
        slot = self.units.put(unit)
        if unit.kind == MEMORY:
            self.names.put(slot, unit.names)
        return slot

    def _load_vectors(self, rows: Sequence[tuple[str, str, str, int, bytes]]) -> None:
        if self.vectors is None or not rows:
            return
        kinds, ids, names, chunks, packed = zip(*rows, strict=True)
        values, scales = unpack(packed, self.vectors.dimension)
        found = map(self.units.slot, kinds, ids)
        slots = np.array([-1 if slot is None else slot for slot in found], np.int64)
        numbers = {name: number for number, name in enumerate(FORMS)}
        forms = np.array([numbers[name] for name in names], np.uint8)
        first = np.array(chunks) == 0
        self.vectors.reserve(self.units.size)
        for form in (OWN, CONTEXT):
            chosen = (slots >= 0) & (forms == form) & first
            self.vectors.load(slots[chosen], form, values[chosen], scales[chosen])
        for place in np.flatnonzero((slots >= 0) & ~first).tolist():
            self.vectors.append_quantised(
                int(slots[place]), int(forms[place]), values[place], float(scales[place])
            )

    def lacks_vector(self, key: Key, form: int) -> bool:
        """Whether a unit of the index still has no vector in this form."""
        with self.lock:
            slot = self.units.slot(*key)
            return slot is not None and self.vectors is not None and not self.vectors.has(slot, form)

    def refresh(self, unit: Unit) -> Refreshed:
        """Renew a unit's columns; where its text is another than before, its words and vectors are dropped."""
        digest = hash((unit.text, unit.extra, unit.speaker)) or 1
        with self.lock:
            known = self.units.slot(unit.kind, unit.id)
            if known is not None and self.units.digests[known] == digest:
                self._put(unit)
                return Refreshed.SAME
            if known is not None:
                self._drop_words(known)
            slot = self._put(unit)
            self.units.touch(slot)
            self.units.digests[slot] = digest
            return Refreshed.NEW if known is None else Refreshed.CHANGED

    def remove(self, key: Key) -> list[tuple[Key, bool]]:
        """Take a unit out at once; returns what `disturb_neighbours` does."""
        with self.lock:
            slot = self.units.slot(*key)
            if slot is None:
                return []
            disturbed = self.disturb_neighbours(key)
            self._drop_words(slot)
            self.names.remove(slot)
            self.units.remove(slot)
            return disturbed

    def _drop_words(self, slot: int) -> None:
        self.postings.remove(slot)
        self._worded.discard(slot)
        self.drop_vectors(slot, (OWN, CONTEXT))

    def drop_vectors(self, slot: int, forms: Iterable[int]) -> None:
        """Forget vectors and what is being computed for them."""
        with self.lock:
            self.units.touch(slot)
            if self.vectors is not None:
                for form in forms:
                    self.vectors.remove(slot, form)

    def add_words(self, key: Key, packed: bytes, generation: int) -> bool:
        """Store a unit's words unless it changed meanwhile."""
        with self.lock:
            slot = self.units.slot(*key)
            if slot is None or self.units.generation[slot] != generation:
                return False
            if slot in self._worded:
                self.postings.remove(slot)
            self.postings.add(slot, packed)
            self._worded.add(slot)
            return True

    def add_vectors(self, key: Key, form: int, vectors: type_floats, generation: int) -> bool:
        """Store a unit's vectors in one form unless it or a neighbour changed meanwhile."""
        with self.lock:
            slot = self.units.slot(*key)
            if slot is None or self.vectors is None or self.units.generation[slot] != generation:
                return False
            self.vectors.set(slot, form, vectors)
            return True

    def disturb_neighbours(self, key: Key) -> list[tuple[Key, bool]]:
        """Drop the context vectors that hold a turn's words; returns their turns and whether each had such a vector."""
        with self.lock:
            slot = self.units.slot(*key)
            if slot is None or key[0] not in IN_A_ROW or self.vectors is None:
                return []
            disturbed = []
            for other in self.units.depends_on(slot):
                disturbed.append((self.units.key(other), self.vectors.has(other, CONTEXT)))
                self.drop_vectors(other, (CONTEXT,))
            return disturbed

    def has_next(self, key: Key) -> bool:
        """Whether nothing more can join a unit's context: its next turn is there, or it is no turn at all.
        A document comes as a whole."""
        with self.lock:
            slot = self.units.slot(*key)
            return slot is None or key[0] != TURN or self.units.after[slot] >= 0

    def generation(self, key: Key) -> int | None:
        """The generation of a unit's slot, None where it is not in the index."""
        with self.lock:
            slot = self.units.slot(*key)
            return None if slot is None else int(self.units.generation[slot])

    def neighbours(self, key: Key) -> tuple[list[Key], list[Key]]:
        """Up to two units before a turn or passage and one after it."""
        with self.lock:
            slot = self.units.slot(*key)
            if slot is None or key[0] not in IN_A_ROW:
                return [], []
            before, after = self.units.around(slot)
            return [self.units.key(s) for s in before], [self.units.key(s) for s in after]

    def lexical(self, keys: Sequence[int]) -> LexicalScores:
        """BM25 of every slot; call it under the lock. Scores that were made ahead are taken while they hold."""
        asked = tuple(keys)
        if asked in self._ahead and self._is_as_it_was():
            return self._ahead[asked]
        return self.postings.scores(asked, self.units.context_links(), self.units.size)

    def score_ahead(self, several: Iterable[Sequence[int]]) -> None:
        """Make the word scores of a question while the encoder is still at work on it."""
        with self.lock:
            self._ahead = {}
            self._ahead = {tuple(keys): self.lexical(keys) for keys in several}
            self._ahead_of = (self.postings.changes, self.units.size)
            self._ahead_links = self.units.context_links()

    def _is_as_it_was(self) -> bool:
        """Whether no unit and no neighbour has changed since the scores were made ahead."""
        links_are = self._ahead_links is self.units.context_links()
        return links_are and self._ahead_of == (self.postings.changes, self.units.size)

    def rarities(self, keys: Sequence[int]) -> dict[int, float]:
        """The inverse document frequency of each key."""
        with self.lock:
            return dict(zip(keys, self.postings.rarities(keys)[1].tolist(), strict=True))

    def marked(self, mark: str) -> npt.NDArray[np.bool_]:
        """Which slots hold a turn of this kind of saying; call it under the lock."""
        found = np.zeros(self.units.size, np.bool_)
        found[self.postings.slots_with(token_key(mark))] = True
        return found

    def nearness(self, query: type_floats | None) -> Nearness:
        """How near every slot is to a question; call it under the lock."""
        if self.vectors is None or query is None:
            nothing = np.full(self.units.size, -1, np.float32)
            return Nearness(nothing, nothing, nothing, nothing)
        return self.vectors.nearness(query, self.units.size, self._beside)

    @property
    def size_bytes(self) -> int:
        """Memory of the arrays, without Python's own objects."""
        with self.lock:
            columns = sum(column.nbytes for column in self.units.columns())
            return columns + self.postings.size_bytes + (self.vectors.size_bytes if self.vectors else 0)
