"""Writes memories out of the vault into one file that other programs can read: JSON, Markdown or CSV; documents as they
came.

What is written is in clear text: it leaves the protection of the vault, so the caller must have said so to the user.
The file is for its owner alone, is replaced whole or not at all, and every export is audited. How the formats look is
in `vault.export_formats`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vault import export_formats
from vault.errors import DiskFailed, ExportRefused, NotFound
from vault.export_formats import Entry
from vault.files import write_atomic
from vault.records import Memory, Sensitivity, State
from vault.secret import Secret

if TYPE_CHECKING:
    from vault.vault import Vault


class ExportFormat(enum.StrEnum):
    JSON = "json"
    MARKDOWN = "markdown"
    CSV = "csv"


IN_FORCE: Final = (State.ACTIVE,)
EVERYTHING: Final = (State.ACTIVE, State.PROPOSED, State.SUPERSEDED, State.EXPIRED, State.ARCHIVED)
SUFFIXES: Final = {ExportFormat.JSON: ".json", ExportFormat.MARKDOWN: ".md", ExportFormat.CSV: ".csv"}


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export wrote; a cancelled one wrote nothing. `sealed_left_out` counts the sealed ones left out."""

    path: Path
    format: str
    scope: str | None
    memories: int
    evidence: int
    sealed_left_out: int
    size_bytes: int
    was_cancelled: bool = False


def export_memories(
    vault: Vault,
    target: Path,
    *,
    format: ExportFormat | str = ExportFormat.JSON,
    scope: str | None = None,
    states: Sequence[State] = EVERYTHING,
    language: str = "en",
    sealed_passphrase: Secret | None = None,
    progress: Callable[[tuple[int, int]], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ExportReport:
    """Write the memories of one scope (None: all scopes) in the given states to `target`, replacing it. Any thread.

    `language` (en, zh) is that of the headings in Markdown. Sealed memories are left out unless the passphrase is given
    for them. `progress` gets (done, of all); where `cancelled` says
    True, nothing is written. Linear in the number of memories.

    Raises:
        ExportRefused: the target lies in the vault's folder, its folder does not exist, or it cannot be written.
        ValueError: an unknown format.
        DiskFull: no room; what was at the target is still there.
        WrongPassphrase: the one that was given for sealed memories opens no slot; nothing was written.
    """
    chosen = ExportFormat(format)
    path = _target(vault, target)
    found = [memory for memory in vault.memories.list(None, scope=scope) if memory.state in states]
    if sealed_passphrase is not None:
        found = _opened(vault, found, sealed_passphrase)
    open_ones = [memory for memory in found if memory.sensitivity is not Sensitivity.SEALED]
    report = ExportReport(path, chosen.value, scope, 0, 0, len(found) - len(open_ones), 0, was_cancelled=True)
    titles: dict[str, str] = {}
    entries: list[Entry] = []
    for count, memory in enumerate(open_ones, start=1):
        if cancelled is not None and cancelled():
            return report
        entries.append(_entry(vault, memory, titles))
        if progress is not None:
            progress((count, len(open_ones)))
    data = _written(chosen, entries, vault, scope, language)
    if cancelled is not None and cancelled():
        return report
    _audit(vault, chosen, scope, len(entries))
    _write(path, data)
    quotes = sum(len(entry.memory.evidence) for entry in entries)
    return ExportReport(
        path, chosen.value, scope, len(entries), quotes, len(found) - len(open_ones), len(data)
    )


@dataclass(frozen=True, slots=True)
class DocumentExport:
    """`is_file`: it is the file as it was given; else its text, because the file went when words were cut out of it."""

    path: Path
    is_file: bool
    size_bytes: int


def export_document(vault: Vault, document_id: str, target: Path) -> DocumentExport:
    """Write a document to `target` in clear, replacing it. Any thread.

    Raises:
        NotFound: there is none of that id.
        ExportRefused, DiskFull: as `export_memories`.
    """
    path = _target(vault, target)
    body = vault.documents.file(document_id)
    is_file = body is not None
    if body is None:
        body = "".join(one.text for one in vault.documents.passages(document_id)).encode()
    vault.db.write(lambda conn: vault.audit.append(conn, "user", "document.export", "document", document_id))
    _write(path, body)
    return DocumentExport(path, is_file, len(body))


def _write(path: Path, data: bytes) -> None:
    try:
        write_atomic(path, data)
    except (DiskFailed, IsADirectoryError, NotADirectoryError, FileNotFoundError) as error:
        raise ExportRefused(reason="not_writable") from error


def _opened(vault: Vault, found: Sequence[Memory], passphrase: Secret) -> list[Memory]:
    """The memories with what the sealed ones say in the place of stars."""
    ids = [memory.id for memory in found if memory.sensitivity is Sensitivity.SEALED]
    told = vault.memories.sealing.reveal_all(ids, passphrase)
    return [
        replace(
            memory,
            claim=told[memory.id].claim,
            value=told[memory.id].value,
            evidence=told[memory.id].evidence,
            sensitivity=Sensitivity.SENSITIVE,
        )
        if memory.id in told
        else memory
        for memory in found
    ]


def _target(vault: Vault, target: Path) -> Path:
    """The absolute path with its folder resolved, so that no link leads into the vault."""
    try:
        folder = target.expanduser().absolute().parent.resolve(strict=True)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ExportRefused(reason="folder_missing") from error
    if not target.name or not folder.is_dir() or (folder / target.name).is_dir():
        raise ExportRefused(reason="not_a_file")
    if folder.is_relative_to(vault.path.resolve()):
        raise ExportRefused(reason="in_vault")
    return folder / target.name


def _entry(vault: Vault, memory: Memory, titles: dict[str, str]) -> Entry:
    for item in memory.evidence:
        if item.conversation_id and item.conversation_id not in titles:
            titles[item.conversation_id] = _title(vault, item.conversation_id)
    return Entry(memory, tuple(vault.memories.history(memory.id)), titles)


def _title(vault: Vault, conversation_id: str) -> str:
    try:
        return vault.conversations.get(conversation_id).title
    except NotFound:  # deleted; its memories stayed
        return ""


def _written(
    chosen: ExportFormat, entries: Sequence[Entry], vault: Vault, scope: str | None, language: str
) -> bytes:
    at = vault.clock()
    if chosen is ExportFormat.JSON:
        return export_formats.as_json(entries, at=at, vault_id=vault.vault_id, scope=scope)
    if chosen is ExportFormat.MARKDOWN:
        return export_formats.as_markdown(entries, at=at, scope=scope, language=language)
    return export_formats.as_csv(entries)


def _audit(vault: Vault, chosen: ExportFormat, scope: str | None, count: int) -> None:
    reason = f"{chosen.value} {count}"
    vault.db.write(
        lambda conn: vault.audit.append(
            conn, "user", "export", "scope" if scope else "vault", scope or vault.vault_id, reason=reason
        )
    )
