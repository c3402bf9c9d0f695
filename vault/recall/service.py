"""Recall as the rest of the program sees it: ask, get a ranking with a verdict; works from words alone until more is
ready.

`Recall` joins the index, the indexer and the encoder over one vault. Any thread may ask; nobody waits for background
work beyond the moment that arrays are being changed. Follows the design page "Recall".
"""

from __future__ import annotations

import contextlib
import gc
import threading
import time
from collections.abc import Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import numpy as np

from vault.clock import Clock
from vault.codec import to_us
from vault.errors import DetectionFailed, EncodingFailed
from vault.privacy import for_index
from vault.recall import filters, ranking, store, verdict
from vault.recall.encoder import Encoder
from vault.recall.everyday import everyday
from vault.recall.filters import Filter, Filtered
from vault.recall.index import Index
from vault.recall.indexer import Indexer
from vault.recall.newest import newest_first
from vault.recall.query import Query, understand
from vault.recall.ranking import QueryVectors, Ranked
from vault.recall.results import Found, gather
from vault.recall.selection import PERSON
from vault.recall.units import KINDS, PASSAGE, TURN
from vault.recall.verdict import Fit
from vault.records import LeftOut, RecallResult
from vault.vault import Vault

ENCODER_MISSING: Final = "words_only_no_encoder"
ENCODER_SLOW: Final = "words_only_slow"
INDEX_LOADING: Final = "index_loading"
INDEX_PENDING: Final = "index_pending"

ENCODER_TIMEOUT_S: Final = 2.0
_LONGEST_LEFT_OUT = 10
_FROZEN_FROM = 10_000  # units
_EXTRA = 4  # ranked beyond the limit, for those that are gone when their texts are read


@dataclass(frozen=True, slots=True)
class RecallStatus:
    """What the index holds: units, those still waiting, bytes of its arrays, and the encoder's id if there is one.

    `by_words_alone` counts the questions that the encoder was too slow for.
    """

    is_ready: bool
    units: int
    pending: int
    size_bytes: int
    encoder_id: str | None
    failures: int
    by_words_alone: int
    pending_passages: int = 0  # of those that wait


@dataclass(frozen=True, slots=True)
class _Begun:
    """A question that was read, with the vectors that are being made of it; None without an encoder or words."""

    asked: tuple[str, tuple[str, ...], datetime]
    query: Query
    rows: Future[ranking.type_floats] | None


class Recall:
    """Finds evidence in one open vault. Close it before the vault."""

    def __init__(
        self,
        vault: Vault,
        encoder: Encoder | None,
        clock: Clock | None = None,
        *,
        encoder_timeout_s: float = ENCODER_TIMEOUT_S,
    ) -> None:
        """`encoder` None: words only, which every result then says. `encoder_timeout_s` is how long a question waits
        for its vectors before words alone answer it; who measures what is found and not how fast gives more.
        """
        self._vault, self._encoder = vault, encoder
        self._clock = clock or vault.clock
        self._asking = ThreadPoolExecutor(2, "keepsake-query") if encoder else None
        self._index = (
            Index(encoder.encoder_id, encoder.dimension, self._asking) if encoder else Index(None, 0)
        )
        self._indexer = Indexer(vault.db, self._index, encoder, for_index)
        self._loaded = threading.Event()
        self._loading = threading.Lock()
        self._expected: _Begun | None = None
        self._encoder_timeout_s = encoder_timeout_s
        self._by_words_alone = 0
        self._is_frozen = False

    def start(self, *, background: bool = True) -> None:
        """Load the index and keep it current; in the background on the indexer's thread, else only the load, here."""
        if background:
            self._indexer.start(self._load)
        else:
            self._load()

    def _load(self) -> None:
        with self._loading:
            if self._loaded.is_set():
                return
            self._learn_everyday()
            # On the writer thread, so that no change falls between the reading and the listening.
            self._vault.db.write(self._load_within)
            self._loaded.set()
            if len(self._index.units) >= _FROZEN_FROM:
                # It lives until `close`; a full collection, which comes in the midst of somebody's turn, would walk
                # through all of it each time: 68 ms at 100,000 units.
                gc.freeze()
                self._is_frozen = True

    def _learn_everyday(self) -> None:
        if self._encoder is None or self._index.vectors is None:
            return
        # An encoder that fails on plain sentences ranks without this; what it fails on later is counted there.
        with contextlib.suppress(EncodingFailed):
            self._index.vectors.everyday = everyday(self._encoder)

    def _load_within(self, connection: store.Connection) -> None:
        store.delete_stale(connection, self._encoder.encoder_id if self._encoder else None)
        self._indexer.want(self._index.load(connection))
        self._vault.listeners.append(self._indexer.on_change)

    @property
    def ready(self) -> bool:
        """Whether the index has been loaded; until then recall finds nothing and says so."""
        return self._loaded.is_set()

    def index_now(self) -> None:
        """Index everything that waits, contexts included, on the calling thread."""
        self._load()
        self._indexer.flush()

    def wait_until_indexed(self, timeout_s: float) -> bool:
        """Wait for the background work, conversations that still go on aside; True where it ended in time."""
        return self._loaded.wait(timeout_s) and self._indexer.wait_until_idle(timeout_s)

    def catch_up(self, timeout_s: float, without: Collection[str] = ()) -> bool:
        """Wait until what was said last can be found, the turns `without` aside; True where nothing of it is missing.

        An import or a re-embedding, which go on for minutes, are not waited for.
        """
        ends_at = time.monotonic() + timeout_s
        if not self._loaded.wait(timeout_s):
            return False
        return self._indexer.catch_up(max(0.0, ends_at - time.monotonic()), {(TURN, one) for one in without})

    def status(self) -> RecallStatus:
        """What is indexed and what waits."""
        return RecallStatus(
            is_ready=self.ready,
            units=len(self._index.units),
            pending=self._indexer.pending,
            size_bytes=self._index.size_bytes,
            encoder_id=self._encoder.encoder_id if self._encoder else None,
            failures=self._indexer.failures,
            by_words_alone=self._by_words_alone,
            pending_passages=self._indexer.pending_of(PASSAGE),
        )

    def close(self) -> None:
        """Stop the background work after its current batch. Idempotent."""
        if self._indexer.on_change in self._vault.listeners:
            self._vault.listeners.remove(self._indexer.on_change)
        self._indexer.close()
        if self._asking is not None:
            self._asking.shutdown(wait=True)
        if self._is_frozen:
            gc.unfreeze()
            self._is_frozen = False

    def expect(self, text: str, *, context: Sequence[str] = (), at: datetime) -> None:
        """Begin with a question that `recall` is asked in a moment with the same text, context and time; returns at
        once. Its vectors are made while the message is saved, and the background work lets both go first.
        """
        self._indexer.give_way()
        # What cannot be read is said by `recall`; nothing was found yet that could be missing.
        with contextlib.suppress(DetectionFailed):
            self._expected = self._begin((text, tuple(context), at))

    def recall(
        self,
        text: str,
        *,
        context: Sequence[str] = (),
        limit: int = 20,
        at: datetime | None = None,
        scope: str | Sequence[str] | None = None,
        exclude: Collection[str] = (),
        exclude_conversation: str = "",
        kinds: Collection[str] = KINDS,
        with_past: bool | None = None,
        with_sealed: bool = False,
    ) -> RecallResult:
        """The units that fit `text` best, ranked to `limit`, each marked as selected or not.

        `context` are the turns before it, oldest first; `at` (aware) is now unless given; `scope` names what may be
        seen beside the universal scope; `exclude` are ids that must not come back, such as the question's own turn.
        What is no longer true comes back only for questions about the past (or `with_past`), marked as past.
        """
        started = time.monotonic()
        now = at or self._clock()
        begun = self._begun((text, tuple(context), now))
        query = begun.query
        vectors, notes = self._vectors(query, begun.rows)
        wanted = Filter(
            at_us=to_us(now),
            scopes=(scope,) if isinstance(scope, str) else tuple(scope or ()),
            kinds=kinds,
            exclude_ids=exclude,
            exclude_source=exclude_conversation,
            with_past=query.asks_past if with_past is None else with_past,
            with_sealed=with_sealed,
        )
        found, fit, left_out = self._find(query, vectors, wanted, limit)
        items, unselected = gather(
            self._vault, found, query, wanted, limit, rarities=self._index.rarities(query.keys)
        )
        judged = verdict.judge(fit)
        if not any(item.selected for item in items) and any(out.reason == PERSON for out in unselected):
            judged = verdict.unanswered(judged)
        if not self.ready:
            notes = (*notes, INDEX_LOADING)
        elif self._indexer.pending:
            notes = (*notes, INDEX_PENDING)
        return RecallResult(
            query=text,
            verdict=judged.word,
            verdict_score=judged.score,
            items=items,
            left_out=(*unselected, *left_out)[: limit + _LONGEST_LEFT_OUT],
            notes=notes,
            seconds=time.monotonic() - started,
        )

    def _begun(self, asked: tuple[str, tuple[str, ...], datetime]) -> _Begun:
        """What was begun ahead for exactly this question, once, else begun now."""
        expected, self._expected = self._expected, None
        if expected is None or expected.asked != asked:
            return self._begin(asked)
        self._indexer.give_way()
        return expected

    def _begin(self, asked: tuple[str, tuple[str, ...], datetime]) -> _Begun:
        query = understand(*asked, for_index)
        if self._encoder is None or self._asking is None or not query.text.strip():
            return _Begun(asked, query, None)
        texts = [query.text, *query.dialogue, *(one.text for one in query.each)]
        return _Begun(asked, query, self._asking.submit(self._encoder.encode_queries, texts))

    def _vectors(
        self, query: Query, making: Future[ranking.type_floats] | None
    ) -> tuple[QueryVectors, tuple[str, ...]]:
        if making is None:
            return QueryVectors(), (ENCODER_MISSING,) if self._encoder is None else ()
        self._index.score_ahead(one.keys for one in (query, *query.each))
        try:
            rows = making.result(timeout=self._encoder_timeout_s)
        except TimeoutError:
            making.cancel()
            self._by_words_alone += 1
            return QueryVectors(), (ENCODER_SLOW,)
        except EncodingFailed:
            return QueryVectors(), (ENCODER_MISSING,)
        if query.each:
            return QueryVectors(rows[0], None, tuple(rows[1:])), ()
        if not query.dialogue:
            return QueryVectors(rows[0]), ()
        # How many turns back a message refers is not known: the mean over one, two, three and four stands for all.
        dialogue = rows[1:].sum(axis=0)
        return QueryVectors(rows[0], dialogue / np.linalg.norm(dialogue)), ()

    def _find(
        self, query: Query, vectors: QueryVectors, wanted: Filter, limit: int
    ) -> tuple[list[Found], Fit, list[LeftOut]]:
        with self._index.lock:
            units = self._index.units
            if not units.size:
                return [], Fit(), []
            filtered = filters.apply(wanted, units)
            signals = ranking.measure(self._index, query, vectors, filtered)

            def ranked_among(allowed: filters.type_mask, most: int) -> list[Ranked]:
                return ranking.rank(self._index, query, signals, allowed, limit=most, vectors=vectors)

            ranked = ranked_among(filtered.allowed, limit + _EXTRA)
            if not query.asks_past and not query.dialogue:
                ranked = newest_first(self._index, ranked)
            found = [self._told(unit, is_past=bool(filtered.past[unit.slot])) for unit in ranked]
            kept_back: list[LeftOut] = []
            if any(mask.any() for mask in filtered.reasons.values()):
                hidden = np.logical_or.reduce(list(filtered.reasons.values()))
                near = ranked_among(filtered.allowed | hidden, _LONGEST_LEFT_OUT + len(ranked))
                kept_back = self._kept_back(filtered, near, ranked)
            return found, verdict.fit(query, signals, filtered.allowed, units, ranked), kept_back

    def _told(self, unit: Ranked, *, is_past: bool) -> Found:
        """A ranked unit with what is known of it without its text; call it under the lock."""
        words = frozenset(self._index.postings.keys_of(unit.slot))
        return Found(*self._index.units.key(unit.slot), unit, is_past, words)

    def _kept_back(
        self, filtered: Filtered, near: Sequence[Ranked], ranked: Sequence[Ranked]
    ) -> list[LeftOut]:
        """Units that a filter kept back although they would have been among the ranked; call it under the lock."""
        floor = ranked[-1].score if ranked else 0.0
        kept: list[LeftOut] = []
        for unit in near:
            reason = next((name for name, mask in filtered.reasons.items() if mask[unit.slot]), "")
            if reason and unit.score >= floor:
                kind, unit_id = self._index.units.key(unit.slot)
                kept.append(LeftOut(unit_id, reason, kind))
        return kept[:_LONGEST_LEFT_OUT]
