"""Writes an ONNX model file: the few protobuf messages that a graph of nodes and constants needs.

Written here rather than taken from the onnx package so that the bytes, whose hash is pinned, depend on neither that
package's version nor on a wheel for this system and Python.

Source: onnx.proto of ONNX 1.16 (IR version 10): field numbers and data types; protobuf encoding, "Encoding" page.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

FLOAT, UINT8, INT32, INT64, INT4 = 1, 2, 6, 7, 22
_IR_VERSION = 10
_TYPE_OF = {"<f4": FLOAT, "|u1": UINT8, "<i4": INT32, "<i8": INT64}

Attribute = int | float | str | Sequence[int]


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1  # negative numbers are written as their 64-bit complement
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _int(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _bytes(number: int, value: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _text(number: int, value: str) -> bytes:
    return _bytes(number, value.encode())


def _attribute(name: str, value: Attribute) -> bytes:
    """An AttributeProto; the kind follows from the Python type."""
    if isinstance(value, str):
        return _text(1, name) + _text(4, value) + _int(20, 3)
    if isinstance(value, float):
        return _text(1, name) + _varint(2 << 3 | 5) + struct.pack("<f", value) + _int(20, 1)
    if isinstance(value, int):
        return _text(1, name) + _int(3, value) + _int(20, 2)
    return _text(1, name) + b"".join(_int(8, item) for item in value) + _int(20, 7)


def _value_info(name: str, data_type: int, shape: Sequence[int | str]) -> bytes:
    dims = b"".join(_bytes(1, _text(2, d) if isinstance(d, str) else _int(1, d)) for d in shape)
    return _text(1, name) + _bytes(2, _bytes(1, _int(1, data_type) + _bytes(2, dims)))


@dataclass
class Graph:
    """A graph under construction; nodes must be added in an order in which they can run."""

    name: str
    opsets: dict[str, int]
    _nodes: list[bytes] = field(default_factory=list)
    _constants: list[bytes] = field(default_factory=list)
    _inputs: list[bytes] = field(default_factory=list)
    _outputs: list[bytes] = field(default_factory=list)

    def input(self, name: str, data_type: int, shape: Sequence[int | str]) -> str:
        self._inputs.append(_value_info(name, data_type, shape))
        return name

    def output(self, name: str, data_type: int, shape: Sequence[int | str]) -> str:
        self._outputs.append(_value_info(name, data_type, shape))
        return name

    def constant(self, name: str, values: npt.NDArray[np.generic]) -> str:
        """Adds `values` (float32, uint8, int32 or int64) as a constant of that type and shape."""
        return self.raw_constant(
            name, _TYPE_OF[values.dtype.str], values.shape, np.ascontiguousarray(values).tobytes()
        )

    def raw_constant(self, name: str, data_type: int, shape: Sequence[int], raw: bytes) -> str:
        """Adds bytes in ONNX's raw layout; needed for types that numpy lacks, such as packed four-bit integers."""
        dims = b"".join(_int(1, size) for size in shape)
        self._constants.append(dims + _int(2, data_type) + _text(8, name) + _bytes(9, raw))
        return name

    def node(
        self,
        kind: str,
        inputs: Sequence[str],
        outputs: str | Sequence[str],
        *,
        domain: str = "",
        **attributes: Attribute,
    ) -> str:
        """Adds a node and returns the name of its first output; an empty input name leaves an optional one out."""
        names = [outputs] if isinstance(outputs, str) else list(outputs)
        message = b"".join(_text(1, name) for name in inputs) + b"".join(_text(2, name) for name in names)
        message += _text(3, names[0] + "_node") + _text(4, kind)
        message += b"".join(_bytes(5, _attribute(name, value)) for name, value in attributes.items())
        self._nodes.append(message + (_text(7, domain) if domain else b""))
        return names[0]

    def serialized(self) -> bytes:
        """The bytes of the ModelProto."""
        parts = [_bytes(1, node) for node in self._nodes]
        parts.append(_text(2, self.name))
        parts += [_bytes(5, constant) for constant in self._constants]
        parts += [_bytes(11, value) for value in self._inputs]
        parts += [_bytes(12, value) for value in self._outputs]
        opsets = b"".join(
            _bytes(8, _text(1, name) + _int(2, version)) for name, version in self.opsets.items()
        )
        return _int(1, _IR_VERSION) + _text(2, "keepsake") + _bytes(7, b"".join(parts)) + opsets
