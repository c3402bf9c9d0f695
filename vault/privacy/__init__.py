"""Finding and masking personal data: the one entry point, other packages import only these names.

Follows the design page "Privacy".
"""

from __future__ import annotations

from vault.privacy.detection import detect
from vault.privacy.masking import Stored, for_index, for_storage, mask_for_list
from vault.privacy.names import KnownNames
from vault.privacy.spans import Layer, PiiType, Span

__all__ = [
    "KnownNames",
    "Layer",
    "PiiType",
    "Span",
    "Stored",
    "detect",
    "for_index",
    "for_storage",
    "mask_for_list",
]
