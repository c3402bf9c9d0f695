"""Takes a file into the vault as a document: read, parted, kept; the same one twice is only said."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assistant.documents.reading import Progress, read_document
from vault import Vault
from vault.documents import Document, Outcome
from vault.records import UNIVERSAL, Sensitivity


@dataclass(frozen=True, slots=True)
class Kept:
    """`blank_pages` of it hold no text and are not found; `secrets` were cut out of its text."""

    document: Document
    outcome: Outcome
    blank_pages: int = 0
    secrets: int = 0


def keep_file(
    vault: Vault,
    path: Path,
    *,
    scope: str = UNIVERSAL,
    sensitivity: Sensitivity = Sensitivity.NORMAL,
    progress: Progress | None = None,
) -> Kept:
    """Read a file and keep it. Any thread but the GUI's; `progress` as in `read_document`.

    Raises:
        DocumentRefused, DetectionFailed: as `read_document`; nothing was kept.
        DiskFull: nothing was kept.
    """
    read = read_document(path, progress=progress)
    added = vault.documents.add(read.document, scope=scope, sensitivity=sensitivity)
    return Kept(added.document, added.outcome, read.blank_pages, read.secrets)
