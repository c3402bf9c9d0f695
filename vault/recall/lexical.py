"""Postings in memory and the BM25 scores that come from them.

A posting is (token key, slot, count). Slots are numbers that the index gives to its units. Two readings of the same
postings are scored: a unit's own words, and its words with those of its neighbours, which are reached through links
instead of being stored again. Segments are sorted numpy arrays; new units wait in a small tail that becomes a segment
of its own. Nothing in here is durable: `vault.recall.store` keeps the packed tokens that this is built from. Not
thread-safe: the index holds the lock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

type_floats = npt.NDArray[np.float32]
type_slots = npt.NDArray[np.int32]

# Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.
K1 = 1.2
B = 0.75
# Words of a neighbour count less than a unit's own in the second reading.
_TAIL_LIMIT = 30_000
_MOST_SEGMENTS = 6
_SLOT_BITS = 24
_COUNT_BITS = 8
_SLOT_MASK = (1 << _SLOT_BITS) - 1
_COUNT_MASK = (1 << _COUNT_BITS) - 1


def pack(keys: Iterable[int]) -> bytes:
    """Tokens of one unit as bytes: distinct keys (uint32, little endian, sorted), then as many counts (uint8)."""
    counts = Counter(keys)
    ordered = sorted(counts)
    numbers = np.fromiter((min(counts[key], _COUNT_MASK) for key in ordered), np.uint8, len(ordered))
    return np.array(ordered, "<u4").tobytes() + numbers.tobytes()


def unpack(packed: bytes) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint8]]:
    """Keys and counts of one packed unit; both are views of the bytes."""
    size = len(packed) // 5
    return np.frombuffer(packed, "<u4", size), np.frombuffer(packed, np.uint8, size, size * 4)


def _unpack_many(
    packed: bytes, sizes: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
    """As `unpack` for many units that follow one another; `sizes` are their numbers of keys."""
    content = np.frombuffer(packed, np.uint8)
    first = np.cumsum(sizes) - sizes  # of each unit's keys among all keys; its bytes begin at five times that
    number = np.arange(int(sizes.sum()), dtype=np.int64)
    start = np.repeat(first, sizes)
    places = start + 4 * number
    keys = np.zeros(len(number), np.uint64)
    for byte in range(4):
        keys |= content[places + byte].astype(np.uint64) << np.uint64(8 * byte)
    return keys, content[4 * (start + np.repeat(sizes, sizes)) + number]


@dataclass(slots=True)
class _Segment:
    """Postings sorted by key, then slot. `starts` has one entry more than `keys`; `living` is document frequency."""

    keys: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.int64]
    slots: type_slots
    counts: npt.NDArray[np.uint8]
    living: npt.NDArray[np.int32]

    @classmethod
    def build(cls, packed: npt.NDArray[np.uint64]) -> _Segment:
        packed.sort()
        keys = (packed >> np.uint64(_SLOT_BITS + _COUNT_BITS)).astype(np.uint32)
        slots = ((packed >> np.uint64(_COUNT_BITS)) & np.uint64(_SLOT_MASK)).astype(np.int32)
        counts = (packed & np.uint64(_COUNT_MASK)).astype(np.uint8)
        change = np.flatnonzero(np.diff(keys)) + 1 if keys.size else np.empty(0, np.int64)
        starts = np.concatenate((np.zeros(min(1, keys.size), np.int64), change, [keys.size])).astype(np.int64)
        return cls(keys[starts[:-1]], starts, slots, counts, np.diff(starts).astype(np.int32))

    def repack(self) -> npt.NDArray[np.uint64]:
        keys = np.repeat(self.keys, np.diff(self.starts)).astype(np.uint64)
        alive = self.counts > 0
        packed = keys[alive] << np.uint64(_SLOT_BITS + _COUNT_BITS)
        packed |= self.slots[alive].astype(np.uint64) << np.uint64(_COUNT_BITS)
        packed |= self.counts[alive].astype(np.uint64)
        return packed

    def find(self, key: int) -> tuple[int, int, int]:
        """First and last-plus-one posting of a key and how many of them live."""
        place = int(np.searchsorted(self.keys, np.uint32(key)))
        if place == self.keys.size or int(self.keys[place]) != key:
            return 0, 0, 0
        return int(self.starts[place]), int(self.starts[place + 1]), int(self.living[place])

    def remove(self, slot: int, keys: Iterable[int]) -> None:
        """Take out a unit that may have these keys in here."""
        for key in keys:
            start, end, _ = self.find(key)
            place = start + int(np.searchsorted(self.slots[start:end], slot))
            if place < end and self.slots[place] == slot and self.counts[place]:
                self.counts[place] = 0
                self.living[np.searchsorted(self.keys, np.uint32(key))] -= 1


@dataclass(frozen=True, slots=True)
class LexicalScores:
    """BM25 of every slot by its own words and with its neighbours'; all (slots,) float32, 0 where nothing matched."""

    own: type_floats
    context: type_floats
    matched: type_floats  # the inverse document frequencies of the asked words that the unit itself holds
    best_possible: float  # the sum of all of them


class Postings:
    """The words of all units. Adding and removing cost what the unit's size costs, not what the index's does."""

    def __init__(self) -> None:
        self._segments: list[_Segment] = []
        self._tail: dict[int, list[tuple[int, int]]] = {}
        self._tail_size = 0
        self._packed: dict[int, bytes] = {}  # by slot: what a unit holds, without a search for it
        self._lengths = np.zeros(1024, np.float32)
        self._units = 0
        self._total_length = 0.0
        self.changes = 0  # counts every unit that came or went
        self._kept: tuple[int, Sequence[type_slots], type_floats] | None = None

    def __len__(self) -> int:
        return self._units

    @property
    def size_bytes(self) -> int:
        """Memory of the arrays."""
        arrays = [a for s in self._segments for a in (s.keys, s.starts, s.slots, s.counts, s.living)]
        held = sum(len(packed) for packed in self._packed.values())
        return sum(a.nbytes for a in arrays) + self._lengths.nbytes + held

    def build(self, slots: Sequence[int], packed_units: Sequence[bytes]) -> None:
        """Replace everything by these units at once; one sort over all postings."""
        self.__init__()  # type: ignore[misc]  # starting over is exactly what this means
        if not slots:
            return
        sizes = np.fromiter((len(p) // 5 for p in packed_units), np.int64, len(packed_units))
        keys, counts = _unpack_many(b"".join(packed_units), sizes)
        owners = np.repeat(np.asarray(slots, np.uint64), sizes)
        keys <<= np.uint64(_SLOT_BITS + _COUNT_BITS)
        keys |= owners << np.uint64(_COUNT_BITS)
        keys |= counts
        self._segments = [_Segment.build(keys)]
        lengths = np.bincount(owners.astype(np.int64), weights=counts, minlength=max(slots) + 1)
        self._lengths = lengths.astype(np.float32)
        self._packed = dict(zip(slots, packed_units, strict=True))
        self._units = len(slots)
        self._total_length = float(lengths.sum())

    def add(self, slot: int, packed: bytes) -> None:
        """Add a unit under a slot that holds none."""
        if slot > _SLOT_MASK:
            raise OverflowError("the index holds at most 16 million units")
        self.changes += 1
        self._packed[slot] = packed
        keys, counts = unpack(packed)
        for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
            self._tail.setdefault(key, []).append((slot, count))
        self._tail_size += keys.size
        if slot >= self._lengths.size:
            self._lengths = np.concatenate(
                (self._lengths, np.zeros(max(slot + 1, self._lengths.size), np.float32))
            )
        self._lengths[slot] = counts.sum()
        self._units += 1
        self._total_length += float(self._lengths[slot])
        if self._tail_size > _TAIL_LIMIT:
            self._flush()

    def remove(self, slot: int) -> None:
        """Take a unit's words out of memory at once; unknown slots are fine."""
        if slot not in self._packed:
            return
        self.changes += 1
        keys = self.keys_of(slot)
        del self._packed[slot]
        for segment in self._segments:
            segment.remove(slot, keys)
        for key in keys:
            postings = self._tail.get(key, [])
            kept = [posting for posting in postings if posting[0] != slot]
            self._tail_size -= len(postings) - len(kept)
            if kept:
                self._tail[key] = kept
            else:
                self._tail.pop(key, None)
        if self._lengths[slot] > 0:
            self._units -= 1
            self._total_length -= float(self._lengths[slot])
            self._lengths[slot] = 0

    def _flush(self) -> None:
        shift, middle = _SLOT_BITS + _COUNT_BITS, _COUNT_BITS
        values = (k << shift | s << middle | c for k, postings in self._tail.items() for s, c in postings)
        fresh = np.fromiter(values, np.uint64, self._tail_size)
        self._tail, self._tail_size = {}, 0
        self._segments.append(_Segment.build(fresh))
        if len(self._segments) > _MOST_SEGMENTS:
            self._merge()

    def _merge(self) -> None:
        """Join the small segments; the first one takes part only when the rest have grown to a quarter of it."""
        rest = self._segments[1:]
        first = self._segments[0]
        joined = rest if sum(s.slots.size for s in rest) * 4 < first.slots.size else self._segments
        merged = _Segment.build(np.concatenate([s.repack() for s in joined]))
        self._segments = [merged] if joined is self._segments else [first, merged]

    def _postings(self, key: int) -> tuple[type_slots, type_floats, int]:
        """Slots, counts and document frequency of a key over all segments."""
        slots: list[type_slots] = []
        counts: list[type_floats] = []
        frequency = 0
        for segment in self._segments:
            start, end, living = segment.find(key)
            if living:
                slots.append(segment.slots[start:end])
                counts.append(segment.counts[start:end].astype(np.float32))
                frequency += living
        tail = self._tail.get(key)
        if tail:
            slots.append(np.array([slot for slot, _ in tail], np.int32))
            counts.append(np.array([count for _, count in tail], np.float32))
            frequency += len(tail)
        if not slots:
            return np.empty(0, np.int32), np.empty(0, np.float32), 0
        return np.concatenate(slots), np.concatenate(counts), frequency

    def keys_of(self, slot: int) -> list[int]:
        """The keys of one unit, in order."""
        keys: list[int] = unpack(self._packed[slot])[0].tolist() if slot in self._packed else []
        return keys

    def rarities(self, keys: Sequence[int]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """How many units hold each key, and its inverse document frequency as the scores count it."""
        wanted = np.array(keys, np.uint32)
        frequencies = np.array([len(self._tail.get(key, ())) for key in keys], np.int64)
        for segment in self._segments:
            if segment.keys.size:
                places = np.minimum(np.searchsorted(segment.keys, wanted), segment.keys.size - 1)
                frequencies += np.where(segment.keys[places] == wanted, segment.living[places], 0)
        return frequencies, np.log1p((self._units - frequencies + 0.5) / (frequencies + 0.5))

    @property
    def highest_rarity(self) -> float:
        """The inverse document frequency of a word that stands in one unit."""
        return self._idf(1)

    def _idf(self, frequency: int) -> float:
        return float(np.log1p((self._units - frequency + 0.5) / (frequency + 0.5)))

    def slots_with(self, key: int) -> type_slots:
        """Slots of the units that hold this key."""
        slots, counts, _ = self._postings(key)
        return slots[counts > 0]

    def own_scores(self, keys: Sequence[int], weights: Sequence[float], size: int) -> type_floats:
        """Score all slots below `size` for these keys by the units' own words alone; each key has a weight."""
        own = np.zeros(size, np.float32)
        for key, weight in zip(keys, weights, strict=True):
            slots, counts, frequency = self._postings(key)
            if frequency:
                own[slots] += weight * self._idf(frequency) * self._saturated(slots, counts)
        return own

    def _saturated(self, slots: type_slots, counts: type_floats) -> type_floats:
        """BM25 of one key in some units, without its inverse document frequency."""
        average = max(self._total_length / self._units, 1e-9)
        norm = K1 * (1 - B + B * self._lengths[slots] / average)
        return np.asarray(counts * (K1 + 1) / (counts + norm), np.float32)

    def scores(self, keys: Sequence[int], links: Sequence[type_slots], size: int) -> LexicalScores:
        """Score all slots below `size` for these keys.

        `links` are the ways to reach neighbours: each maps a slot to the slot whose context it belongs to, -1 for none.
        """
        own, context, matched = (np.zeros(size, np.float32) for _ in range(3))
        if not self._units or not keys:
            return LexicalScores(own, context, matched, 0.0)
        lengths = (
            self._lengths[:size]
            if self._lengths.size >= size
            else np.pad(self._lengths, (0, size - self._lengths.size))
        )
        around = self._around(lengths, links)
        average = max(float(around.sum()) / self._units, 1e-9)
        best = 0.0
        buffer = np.zeros(size, np.float32)
        for key in keys:
            slots, counts, frequency = self._postings(key)
            idf = self._idf(frequency)
            best += idf
            if not frequency:
                continue
            own[slots] += idf * self._saturated(slots, counts)
            matched[slots] += idf * (counts > 0)
            # Repeats do no harm below: each writes the same sum to the same place.
            touched = _spread(buffer, slots, counts, links)
            found = buffer[touched]
            norm = K1 * (1 - B + B * around[touched] / average)
            context[touched] += idf * found * (K1 + 1) / (found + norm)
            buffer[touched] = 0
        return LexicalScores(own, context, matched, best)

    def _around(self, lengths: type_floats, links: Sequence[type_slots]) -> type_floats:
        """Lengths with the neighbours' added. Kept from one query to the next until a unit or a link changes."""
        if self._kept is None or self._kept[0] != self.changes or self._kept[1] is not links:
            self._kept = (self.changes, links, _with_linked(lengths, links))
        return self._kept[2]


def _with_linked(values: type_floats, links: Sequence[type_slots]) -> type_floats:
    """The values with those of the slots that lead to each. A link is injective, so writing is adding: a quarter of
    the time of picking out the slots that lead somewhere."""
    around = values.copy()
    led = np.zeros(len(values) + 1, np.float32)  # the last place takes what leads nowhere, -1
    for link in links:
        led[:] = 0
        led[link] = values
        around += led[:-1]
    return around


def _spread(
    buffer: type_floats, slots: type_slots, counts: type_floats, links: Sequence[type_slots]
) -> type_slots:
    """Add counts to the slots and to those whose context they belong to; returns the slots touched, with repeats."""
    touched = [slots]
    buffer[slots] += counts
    for link in links:
        # A link is injective: no two slots lead to the same one, so plain addition is right.
        targets = link[slots]
        reached = targets >= 0
        targets = targets[reached]
        buffer[targets] += counts[reached]
        touched.append(targets)
    return np.concatenate(touched)
