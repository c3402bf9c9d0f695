"""Keeps the index in step with the vault: takes changed units out at once and puts new ones in from a thread of its
own.

A change is looked at twice. On the writer thread, right after its commit, the unit's columns are renewed and
everything that is no longer true leaves memory and store. Words and vectors are made later on the thread
`keepsake-indexer`: words first, then a unit's own vector, the newest units before older ones, then the one with its
neighbours, which waits until the next turn has arrived or the conversation has been quiet for a while. Work that a
kill interrupts is found again at the next start, as units that lack something; what the disk refuses is tried again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta

from vault.changes import Change
from vault.database import Connection, Database
from vault.errors import DiskFailed, DiskFull, EncodingFailed, InUse, VaultClosed
from vault.recall import lexical, store, vectors
from vault.recall.encoder import Encoder
from vault.recall.encoder_session import EncodingCancelled
from vault.recall.index import Index, Key, Refreshed
from vault.recall.queues import newest, put_last, take
from vault.recall.sayings import marks
from vault.recall.texts import Said, context_passage, own_passage
from vault.recall.tokens import token_keys, tokenize
from vault.recall.units import MEMORY, PASSAGE, TURN, Unit
from vault.recall.vectors import CONTEXT, FORMS, OWN
from vault.records import Role
from vault.times import zone_of

Mask = Callable[[str], str]

THREAD = "keepsake-indexer"
_WORDS_AT_ONCE = 512
_TEXTS_AT_ONCE = 256  # enough for the encoder to sort by length; one transaction
_QUIET_S = 20.0
# A message that comes, or has just been saved, is being answered: its recall and its request go first.
_PAUSE_S = 0.25
# What was said since the last question. More than this is bulk work, which no question waits for.
_RECENT_UNITS = 16
# After the disk refused a batch.
_REST_S = 2.0
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Indexer:
    """Feeds one index from one vault. `start` may be left out: `flush` then does the work on the calling thread."""

    def __init__(self, db: Database, index: Index, encoder: Encoder | None, mask: Mask) -> None:
        self._db, self._index, self._encoder, self._mask = db, index, encoder, mask
        self._wake = threading.Condition()
        self._words: dict[Key, None] = {}
        self._own: dict[Key, None] = {}
        self._context: dict[Key, float] = {}  # when it became wanted, by the monotonic clock
        self._working = threading.Lock()
        self._busy: frozenset[Key] = frozenset()  # in the batch at hand
        self._is_busy_with_contexts = False
        self._changed = 0.0  # when a unit was last wanted, by the monotonic clock
        self._asked = 0.0  # when a question was last on its way
        self._rests_until = 0.0  # by the monotonic clock
        self._waiting = 0  # callers that wait for the work
        self._is_closing = False
        self._thread: threading.Thread | None = None
        self.failures = 0

    def start(self, prepare: Callable[[], None]) -> None:
        """Run `prepare` (the load) and then the work on the indexer's thread."""
        self._thread = threading.Thread(target=self._run, args=(prepare,), name=THREAD, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop after the batch at hand and wait for the thread. Idempotent."""
        with self._wake:
            self._is_closing = True
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join()

    @property
    def pending(self) -> int:
        """Units that still wait for words or vectors."""
        with self._wake:
            return len(self._words.keys() | self._own.keys() | self._context.keys() | self._busy)

    def pending_of(self, kind: str) -> int:
        """Those of one kind."""
        with self._wake:
            waiting = self._words.keys() | self._own.keys() | self._context.keys() | self._busy
            return sum(key[0] == kind for key in waiting)

    def want(self, keys: Iterable[Key]) -> None:
        """Queue units that lack something."""
        now = time.monotonic()
        with self._wake:
            self._changed = now
            for key in keys:
                put_last(self._words, key)
                if self._encoder is not None:
                    put_last(self._own, key)
                    self._context.setdefault(key, now)
            self._wake.notify_all()

    def give_way(self) -> None:
        """A question is on its way: what has not begun waits a moment, much of it too, unless it is waited for."""
        self._asked = time.monotonic()

    # on the writer thread

    def on_change(self, change: Change) -> None:
        """A listener of the vault; called on the writer thread after the commit."""
        if change.kind in (TURN, MEMORY):
            self._look_at([(change.kind, change.id)])
        elif change.kind in ("conversation", "document"):
            with self._index.lock:
                units = self._index.units
                keys = [units.key(slot) for slot in units.slots_of_source(change.id)]
            if change.kind == "document":
                keys += self._db.read(lambda connection: store.passages_of(connection, change.id))
            self._look_at(list(dict.fromkeys(keys)))

    def _look_at(self, keys: Sequence[Key]) -> None:
        if not keys:
            return
        current = self._db.read(lambda connection: store.units(connection, keys))
        stale: list[Key] = []
        around: list[tuple[Key, bool]] = []
        wanted: list[Key] = []
        for key in keys:
            unit = current.get(key)
            if unit is None:
                stale.append(key)
                around += self._index.remove(key)
                continue
            change = self._index.refresh(unit)
            if change is not Refreshed.SAME:
                wanted.append(key)
                around += self._index.disturb_neighbours(key)
            if change is Refreshed.CHANGED:
                stale.append(key)
        # A new turn at the end of a conversation has derived nothing yet: most changes need no transaction here.
        stored = [key for key, was_stored in around if was_stored]
        if stale or stored:
            self._db.write(lambda connection: _drop(connection, stale, stored))
        self.want(wanted)
        new = frozenset(wanted)
        self._want_context([key for key, _ in around if key not in new])

    def _want_context(self, keys: Iterable[Key]) -> None:
        if self._encoder is None:
            return
        now = time.monotonic()
        with self._wake:
            for key in keys:
                self._context[key] = now
            self._wake.notify_all()

    # on the indexer's thread, or on the caller's in `flush`

    def _run(self, prepare: Callable[[], None]) -> None:
        try:
            prepare()
            while self._wait():
                try:
                    self._work(flush=False)
                    with self._wake:
                        is_at_rest = not (self._pause() or self._has_due())
                    if is_at_rest:
                        self._db.settle()
                except (DiskFull, DiskFailed, InUse):
                    self._rests_until = time.monotonic() + _REST_S
        except (VaultClosed, EncodingCancelled):
            return

    def _wait(self) -> bool:
        """Wait until something is due; False when it is time to stop."""
        with self._wake:
            while not self._is_closing:
                pause = self._pause()
                if not pause and (self._words or self._own or self._due(flush=False)):
                    break
                oldest = min(self._context.values(), default=None)
                quiet = None if oldest is None else max(0.05, oldest + _QUIET_S - time.monotonic())
                self._wake.wait(pause or quiet)
            return not self._is_closing

    def _pause(self) -> float:
        """Seconds left to a question on its way and to a message that has just come, and until what the disk refused is
        due; none when work is waited for, and no message is waited out by much of it."""
        if (rest := self._rests_until - time.monotonic()) > 0:
            return rest
        if self._waiting:
            return 0.0
        is_much = len(self._words) + len(self._own) > _RECENT_UNITS
        began = self._asked if is_much else max(self._asked, self._changed)
        return max(0.0, began + _PAUSE_S - time.monotonic())

    def _due(self, *, flush: bool) -> list[Key]:
        """Units whose context may be embedded now."""
        before = time.monotonic() - _QUIET_S
        return [
            key
            for key, since in self._context.items()
            if flush or since <= before or self._index.has_next(key)
        ]

    def flush(self) -> None:
        """Do everything that waits, on the calling thread, contexts included."""
        while self.pending and not self._is_closing:
            self._work(flush=True)

    def _work(self, *, flush: bool) -> None:
        """One batch of the most urgent kind. It leaves its queue first, so that a change meanwhile queues it again."""
        with self._working:
            with self._wake:
                action, keys = self._next(flush=flush)
                self._busy = frozenset(keys)
                self._is_busy_with_contexts = action == self._add_context
            try:
                action(keys)
            except (DiskFull, DiskFailed, InUse):
                self.want(keys)
                raise
            finally:
                with self._wake:
                    self._busy = frozenset()
                    self._wake.notify_all()

    def _next(self, *, flush: bool) -> tuple[Callable[[Sequence[Key]], None], list[Key]]:
        if self._words:
            return self._add_words, take(self._words, newest(list(self._words), _WORDS_AT_ONCE))
        if self._own:
            return self._add_own, take(self._own, newest(list(self._own), _TEXTS_AT_ONCE))
        due = self._due(flush=flush)
        return self._add_context, take(self._context, due[: len(newest(due, _TEXTS_AT_ONCE))])

    def _read(self, keys: Sequence[Key]) -> dict[Key, tuple[Unit, int]]:
        """Units with the generation they were read at; those that are gone are missing."""
        generations = {key: self._index.generation(key) for key in keys}
        found = self._db.read(lambda connection: store.units(connection, keys))
        return {
            key: (unit, generation)
            for key, unit in found.items()
            if (generation := generations[key]) is not None
        }

    def _add_words(self, keys: Sequence[Key]) -> None:
        units = self._read(keys)
        packed = {
            key: lexical.pack(token_keys((*tokenize(self._lexical_text(unit)), *_marks(unit))))
            for key, (unit, _) in units.items()
        }

        def store_words(connection: Connection) -> None:
            # Changes are committed on this same thread and looked at there, so the check and the write cannot be
            # parted.
            kept = [
                (key, words) for key, words in packed.items() if self._index.generation(key) == units[key][1]
            ]
            store.write_tokens(connection, kept)

        self._db.write(store_words)
        for key, words in packed.items():
            self._index.add_words(key, words, units[key][1])

    def _lexical_text(self, unit: Unit) -> str:
        return self._mask("\n".join(part for part in (unit.speaker, unit.text, unit.extra) if part))

    def _add_own(self, keys: Sequence[Key]) -> None:
        units = {key: value for key, value in self._read(keys).items() if self._index.lacks_vector(key, OWN)}
        texts = {key: own_passage(self._said(unit)) for key, (unit, _) in units.items()}
        self._embed(texts, {key: generation for key, (_, generation) in units.items()}, OWN)

    def _add_context(self, keys: Sequence[Key]) -> None:
        units = {
            key: value for key, value in self._read(keys).items() if self._index.lacks_vector(key, CONTEXT)
        }
        around = {key: self._index.neighbours(key) for key in units}
        others = {other for before, after in around.values() for other in (*before, *after)}
        read = self._db.read(
            lambda connection: store.units(connection, [key for key in others if key not in units])
        )
        known = {**read, **{key: unit for key, (unit, _) in units.items()}}
        said = {key: self._said(unit) for key, unit in known.items()}
        texts: dict[Key, str] = {}
        for key, (unit, _) in units.items():
            before, after = ([said[other] for other in side if other in said] for side in around[key])
            if unit.kind == PASSAGE:
                texts[key] = context_passage(before[-1:], said[key], after, None, self._mask(unit.extra))
                continue
            own = (
                said[key]
                if unit.kind == TURN
                else Said("", self._mask("\n".join((unit.text, unit.extra)).strip()))
            )
            texts[key] = context_passage(before, own, after, _local(unit))
        self._embed(texts, {key: generation for key, (_, generation) in units.items()}, CONTEXT)

    def _said(self, unit: Unit) -> Said:
        return Said(unit.speaker, self._mask(unit.text))

    def _embed(self, texts: dict[Key, str], generations: dict[Key, int], form: int) -> None:
        if not texts or self._encoder is None:
            return
        made = self._encode(texts)
        encoder_id, dimension = self._encoder.encoder_id, self._encoder.dimension

        def store_vectors(connection: Connection) -> None:
            rows = [
                store.StoredVector(*key, FORMS[form], chunk, vectors.pack(vector))
                for key, chunks in made.items()
                if self._index.generation(key) == generations[key]
                for chunk, vector in enumerate(chunks)
            ]
            store.write_vectors(connection, encoder_id, dimension, rows)

        self._db.write(store_vectors)
        for key, chunks in made.items():
            self._index.add_vectors(key, form, chunks, generations[key])

    def _encode(self, texts: dict[Key, str]) -> dict[Key, vectors.type_floats]:
        """Vectors by unit. A text that the encoder cannot take is left to its words and holds up no other."""
        assert self._encoder is not None
        keys = list(texts)
        try:
            found = self._encoder.encode_passages([texts[key] for key in keys], cancelled=self._is_stopping)
        except EncodingFailed:
            self.failures += 1
            if len(keys) == 1:
                return {}
            half = len(keys) // 2
            parts = ({key: texts[key] for key in part} for part in (keys[:half], keys[half:]))
            return {key: rows for part in parts for key, rows in self._encode(part).items()}
        return {key: chunks.vectors for key, chunks in zip(keys, found, strict=True)}

    def _is_stopping(self) -> bool:
        """Asked between two runs of the encoder, which is where long work lets a question go first."""
        with self._wake:
            while not (self._is_closing or self._waiting):
                if (left := self._asked + _PAUSE_S - time.monotonic()) <= 0:
                    break
                self._wake.wait(left)
            return self._is_closing

    def wait_until_idle(self, timeout_s: float) -> bool:
        """Wait until nothing waits any more, quiet conversations aside; True where that came about in time."""
        return self._wait_while(self._has_due, timeout_s)

    def _has_due(self) -> bool:
        return bool(self._busy or self._words or self._own or self._due(flush=False))

    def catch_up(self, timeout_s: float, without: Collection[Key]) -> bool:
        """Wait until the newest units but `without` have words and a vector of their own; at once where much waits.

        True where nothing of them is missing.
        """

        def lacking() -> set[Key]:
            busy = frozenset() if self._is_busy_with_contexts else self._busy
            return {*self._words, *self._own, *busy}.difference(without)

        with self._wake:
            if 0 < len(lacking()) <= _RECENT_UNITS:
                self._wait_while(lambda: 0 < len(lacking()) <= _RECENT_UNITS, timeout_s)
            return not lacking()

    def _wait_while(self, is_waiting: Callable[[], object], timeout_s: float) -> bool:
        ends_at = time.monotonic() + timeout_s
        with self._wake:
            self._waiting += 1
            self._wake.notify_all()
            try:
                while is_waiting():
                    left = ends_at - time.monotonic()
                    if left <= 0 or self._is_closing:
                        return False
                    self._wake.wait(left)
            finally:
                self._waiting -= 1
        return True


def _drop(connection: Connection, stale: Sequence[Key], around: Sequence[Key]) -> None:
    store.delete_units(connection, stale)
    store.delete_context_vectors(connection, around)


def _marks(unit: Unit) -> tuple[str, ...]:
    return marks(unit.text) if unit.kind == TURN and unit.role == Role.USER else ()


def _local(unit: Unit) -> datetime:
    return (_EPOCH + timedelta(microseconds=unit.said_us)).astimezone(zone_of(unit.zone))
