"""Vectors in memory: two int8 matrices (a unit's own text, its text with neighbours) and an exact scan over them.

Row `slot` of a matrix is the first chunk of that unit; further chunks of long texts sit in a third matrix with their
owner, and a unit scores as its best chunk. A vector is int8 with one float32 scale; the nearest rows are scored again
with the query in float. Vectors of another encoder or dimension never enter: `VectorIndex` is made for one encoder
id. Not thread-safe: the index holds the lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vault.recall.highest import highest

try:
    import numkong
except ImportError:  # a platform without its wheel: numpy scans in blocks, slower and equally exact
    HAS_NUMKONG = False
else:
    HAS_NUMKONG = True

type_floats = npt.NDArray[np.float32]
type_bytes = npt.NDArray[np.int8]

OWN: Final = 0
CONTEXT: Final = 1
FORMS: Final = ("own", "context")
_RESCORED = 256
_COMMON_SHARE = 0.7  # of what a unit has in common with everyday messages is taken off its nearness
_BLOCK = 8192
_WORTH_A_THREAD = 10_000  # slots: half a millisecond of comparing


def quantise(vectors: type_floats) -> tuple[type_bytes, type_floats]:
    """(rows, dimension) float32 to int8 and (rows,) float32 scales; a row that is not finite becomes zero."""
    finite = np.where(np.isfinite(vectors).all(axis=1, keepdims=True), vectors, 0).astype(np.float32)
    scales = np.abs(finite).max(axis=1, initial=0) / 127
    safe = np.where(scales > 0, scales, 1)[:, None]
    return np.rint(finite / safe).astype(np.int8), scales.astype(np.float32)


def pack(vector: type_floats) -> bytes:
    """One vector as stored: its scale (float32, little endian), then its bytes."""
    values, scales = quantise(vector.reshape(1, -1))
    return scales.astype("<f4").tobytes() + values.tobytes()


def unpack(packed: Sequence[bytes], dimension: int) -> tuple[type_bytes, type_floats]:
    """Stored vectors of one dimension as (rows, dimension) int8 and (rows,) scales."""
    rows = np.frombuffer(b"".join(packed), np.int8).reshape(len(packed), dimension + 4)
    return rows[:, 4:], np.ascontiguousarray(rows[:, :4]).view("<f4").reshape(-1)


def scan(query: type_bytes, matrix: type_bytes) -> type_floats:
    """Dot products of a (dimension,) int8 query with every row of an int8 matrix; exact up to 1,000 dimensions."""
    if not len(matrix):
        return np.empty(0, np.float32)
    if HAS_NUMKONG:
        found = numkong.cdist(query.reshape(1, -1), matrix, "dot", out_dtype="float32")
        products: type_floats = np.asarray(found)[0]
        return products
    return scan_blocks(query, matrix)


def scan_blocks(query: type_bytes, matrix: type_bytes) -> type_floats:
    """As `scan`, in numpy alone."""
    products = np.empty(len(matrix), np.float32)
    wide = query.astype(np.float32)
    for start in range(0, len(matrix), _BLOCK):
        products[start : start + _BLOCK] = matrix[start : start + _BLOCK].astype(np.float32) @ wide
    return products


class Nearness(NamedTuple):
    """Cosines by slot in both forms, -1 for none; `special` is the same less what any message shares with the unit,
    and `common` what any message shares with the question.
    """

    own: type_floats
    context: type_floats
    own_special: type_floats
    context_special: type_floats
    common: float = 0.0


class _Rows:
    """A growing int8 matrix with a scale for each row; scale 0 is an empty row. `common` is each row's nearness to
    everyday messages.
    """

    def __init__(self, dimension: int, capacity: int = 256) -> None:
        self.values = np.zeros((capacity, dimension), np.int8)
        self.scales = np.zeros(capacity, np.float32)
        self.common = np.zeros(capacity, np.float32)

    def reserve(self, size: int) -> None:
        if size > len(self.values):
            extra = max(size, len(self.values) * 3 // 2) - len(self.values)
            self.values = np.concatenate((self.values, np.zeros((extra, self.values.shape[1]), np.int8)))
            self.scales = np.concatenate((self.scales, np.zeros(extra, np.float32)))
            self.common = np.concatenate((self.common, np.zeros(extra, np.float32)))

    def cosines(self, query: type_floats, size: int) -> type_floats:
        """Cosine of the unit query with each of the first `size` rows; -1 for empty rows."""
        size = min(size, len(self.values))
        coarse, scale = quantise(query.reshape(1, -1))
        cosines = scan(coarse[0], self.values[:size])
        scales = self.scales[:size]
        cosines *= scales
        cosines *= scale[0]
        is_empty = scales == 0
        if is_empty.any():
            cosines[is_empty] = -1
        if size:
            best = highest(cosines, _RESCORED)
            best = best[cosines[best] > -1]
            cosines[best] = (self.values[best].astype(np.float32) @ query) * self.scales[best]
        return cosines


class VectorIndex:
    """The vectors of one encoder, by slot and form."""

    def __init__(self, encoder_id: str, dimension: int) -> None:
        self.encoder_id = encoder_id
        self.dimension = dimension
        self.everyday = np.zeros(dimension, np.float32)  # set it before the first vector
        self._first = (_Rows(dimension), _Rows(dimension))
        self._further = _Rows(dimension, 16)
        self._owners = np.full(16, -1, np.int32)
        self._forms = np.zeros(16, np.uint8)
        self._further_size = 0
        self._free: list[int] = []

    @property
    def size_bytes(self) -> int:
        """Memory of the matrices."""
        return sum(r.values.nbytes + r.scales.nbytes for r in (*self._first, self._further))

    def reserve(self, slots: int) -> None:
        """Make room for this many slots in one step."""
        for rows in self._first:
            rows.reserve(slots)

    def has(self, slot: int, form: int) -> bool:
        """Whether the slot has a vector in that form."""
        rows = self._first[form]
        return slot < len(rows.scales) and bool(rows.scales[slot] > 0)

    def known(self, form: int, slots: int) -> npt.NDArray[np.bool_]:
        """Which of the first `slots` slots have a vector in that form."""
        scales = self._first[form].scales[:slots]
        return np.pad(scales > 0, (0, slots - len(scales)))

    def set(self, slot: int, form: int, vectors: type_floats) -> None:
        """Store all chunks of a unit's form; (chunks, dimension) float32, unit length. Replaces what was there."""
        if vectors.ndim != 2 or vectors.shape[1] != self.dimension:
            raise ValueError("vectors of another dimension never enter this index")
        self.set_quantised(slot, form, *quantise(vectors))

    def set_quantised(self, slot: int, form: int, values: type_bytes, scales: type_floats) -> None:
        """As `set`, for vectors that come out of the store."""
        self.remove(slot, form)
        rows = self._first[form]
        rows.reserve(slot + 1)
        rows.values[slot], rows.scales[slot] = values[0], scales[0]
        rows.common[slot] = self._common(values[:1], scales[:1])[0]
        for value, scale in zip(values[1:], scales[1:], strict=True):
            self.append_quantised(slot, form, value, float(scale))

    def append_quantised(self, slot: int, form: int, value: type_bytes, scale: float) -> None:
        """Add a further chunk to a unit's form."""
        row = self._free.pop() if self._free else self._grow()
        self._further.values[row], self._further.scales[row] = value, scale
        self._owners[row], self._forms[row] = slot, form
        self._further.common[row] = self._common(value.reshape(1, -1), np.array([scale], np.float32))[0]

    def load(self, slots: npt.NDArray[np.int64], form: int, values: type_bytes, scales: type_floats) -> None:
        """Store the first chunks of many units in one step."""
        if slots.size:
            rows = self._first[form]
            rows.reserve(int(slots.max()) + 1)
            rows.values[slots], rows.scales[slots] = values, scales
            rows.common[slots] = self._common(values, scales)

    def _common(self, values: type_bytes, scales: type_floats) -> type_floats:
        """How near rows are to everyday messages."""
        everyday, scale = quantise(self.everyday.reshape(1, -1))
        products = scan(everyday[0], values).astype(np.float64)
        common: type_floats = (products * scales * scale[0]).astype(np.float32)
        return common

    def _grow(self) -> int:
        row = self._further_size
        self._further_size += 1
        self._further.reserve(self._further_size)
        if len(self._owners) < len(self._further.values):
            extra = len(self._further.values) - len(self._owners)
            self._owners = np.concatenate((self._owners, np.full(extra, -1, np.int32)))
            self._forms = np.concatenate((self._forms, np.zeros(extra, np.uint8)))
        return row

    def remove(self, slot: int, form: int) -> None:
        """Overwrite every chunk of a unit's form with zeros."""
        rows = self._first[form]
        if slot < len(rows.scales):
            rows.values[slot], rows.scales[slot], rows.common[slot] = 0, 0, 0
        used = self._further_size
        for row in np.flatnonzero((self._owners[:used] == slot) & (self._forms[:used] == form)).tolist():
            self._further.values[row], self._further.scales[row] = 0, 0
            self._owners[row] = -1
            self._free.append(row)

    def _rows_of(self, slot: int, form: int) -> type_floats:
        """Every chunk of a unit's form in float, (chunks, dimension)."""
        used, first = self._further_size, self._first[form]
        further = np.flatnonzero((self._owners[:used] == slot) & (self._forms[:used] == form))
        values = np.concatenate((first.values[slot : slot + 1], self._further.values[further])).astype(
            np.float32
        )
        scales = np.concatenate((first.scales[slot : slot + 1], self._further.scales[further]))
        rows: type_floats = values * scales[:, None]
        return rows

    def nearest_chunk(self, slot: int, form: int, query: type_floats) -> type_floats | None:
        """The chunk of a unit that is nearest to the query, in float; None where it has no vector."""
        if not self.has(slot, form):
            return None
        rows = self._rows_of(slot, form)
        nearest: type_floats = rows[int(np.argmax(rows @ query))]
        return nearest

    def cosines_of(self, slots: npt.NDArray[np.int64], form: int, query: type_floats) -> type_floats:
        """Best chunk's dot product with the query for a few slots, in float; 0 where there is no vector."""
        first = self._first[form]
        known = np.flatnonzero(slots < len(first.scales))
        found = np.zeros(len(slots), np.float32)
        found[known] = (first.values[slots[known]].astype(np.float32) @ query) * first.scales[slots[known]]
        if not (used := self._further_size):
            return found
        further = np.flatnonzero((self._forms[:used] == form) & np.isin(self._owners[:used], slots))
        if further.size:
            order = np.argsort(slots)
            places = order[np.searchsorted(slots, self._owners[further], sorter=order)]
            near = (self._further.values[further].astype(np.float32) @ query) * self._further.scales[further]
            np.maximum.at(found, places, near)
        return found

    def nearness(self, query: type_floats, size: int, beside: Executor | None = None) -> Nearness:
        """How near a unit-length query is to every slot below `size`: a unit is as near as its best chunk.

        `beside`, where it has a thread free, compares one form while this thread compares the other: both leave
        Python to itself for most of that time.
        """
        if beside is None or size < _WORTH_A_THREAD:
            both = [self._compared(form, query, size) for form in (OWN, CONTEXT)]
        else:
            other = beside.submit(self._compared, CONTEXT, query, size)
            own = self._compared(OWN, query, size)
            both = [own, self._compared(CONTEXT, query, size) if other.cancel() else other.result()]
        cosines, special = [near for near, _ in both], [near for _, near in both]
        if self._further_size:
            further = self._further.cosines(query, self._further_size)
            self._join_chunks(cosines, further)
            self._join_chunks(special, further - _COMMON_SHARE * self._further.common[: self._further_size])
        common = _COMMON_SHARE * float(self.everyday @ query)
        return Nearness(cosines[OWN], cosines[CONTEXT], special[OWN], special[CONTEXT], common)

    def _compared(self, form: int, query: type_floats, size: int) -> tuple[type_floats, type_floats]:
        """Cosines of the first chunks in one form, and the same less what any message shares with them."""
        rows = self._first[form]
        near = _padded(rows.cosines(query, size), size)
        return near, near - _COMMON_SHARE * _padded(rows.common[:size], size, 0)

    def _join_chunks(self, both: list[type_floats], further: type_floats) -> None:
        """Raise each unit to its best chunk, in both forms."""
        forms, owners = self._forms[: len(further)], self._owners[: len(further)]
        is_used = (owners >= 0) & (owners < len(both[OWN]))
        for form in (OWN, CONTEXT):
            chunks = np.flatnonzero(is_used & (forms == form))
            np.maximum.at(both[form], owners[chunks], further[chunks])
        # The context form holds only the beginning of a long text, which is its own context beyond that.
        long_units = np.unique(owners[is_used & (forms == OWN)])
        both[CONTEXT][long_units] = np.maximum(both[CONTEXT][long_units], both[OWN][long_units])


def _padded(values: type_floats, size: int, filling: float = -1) -> type_floats:
    """The values of the slots that have a place in a matrix, and `filling` for those beyond it."""
    if len(values) == size:
        return values
    return np.pad(values, (0, size - len(values)), constant_values=filling)
