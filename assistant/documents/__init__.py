"""Documents on their way into the vault: read, parted into passages, without secrets. The vault keeps them."""

from __future__ import annotations

from assistant.documents.keeping import Kept, keep_file
from assistant.documents.reading import SUFFIXES, Reading, read_bytes, read_document

__all__ = ["SUFFIXES", "Kept", "Reading", "keep_file", "read_bytes", "read_document"]
