"""Builds the model files that ship inside the installer, from pinned wheels on the package index.

Runs at set-up and at packaging time only; the program itself never fetches anything. Follows design note "The encoder".
"""

from model_builder.encoder import EncoderFiles, build_encoder
from model_builder.failure import BuildFailed
from model_builder.names import build_names
from model_builder.pins import EncoderPins, FilePin, NamesPins, WheelPin, read_names_pins, read_pins
from model_builder.wheel import fetch_wheel, read_member

__all__ = [
    "BuildFailed",
    "EncoderFiles",
    "EncoderPins",
    "FilePin",
    "NamesPins",
    "WheelPin",
    "build_encoder",
    "build_names",
    "fetch_wheel",
    "read_member",
    "read_names_pins",
    "read_pins",
]
