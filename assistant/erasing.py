"""Erasing everything that was said and learnt, through the vault's one path of deletion, with a report.

Conversations go first, with what was learnt only in them, then every other memory, the documents, the bytes of what was
sent, and the draft of a conversation that was never begun. Settings, endpoints and the entries of the audit stay: none
of them holds what was said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Final

from vault import Vault
from vault.records import DeletionReport

_PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class ErasureReport:
    """`conversations` deleted, `removed` of everything together; `was_cancelled`: what was not reached stays whole."""

    conversations: int
    removed: DeletionReport
    was_cancelled: bool = False


def erase_everything(
    vault: Vault,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ErasureReport:
    """Erase. `progress` gets conversations done and their number. Cancelling leaves what was not reached yet.

    Any thread; linear in what the vault holds.
    """
    removed, done = DeletionReport((), ()), 0
    ids = _conversations(vault)
    for done, conversation_id in enumerate(ids):
        if cancelled is not None and cancelled():
            return ErasureReport(done, removed, was_cancelled=True)
        one = vault.memories.delete_conversation(conversation_id, with_memories=True)
        removed = together(removed, one)
        if progress is not None:
            progress(done + 1, len(ids))
    # One at a time: forgetting a memory takes what it superseded with it.
    while memories := vault.memories.list(None, limit=1):
        if cancelled is not None and cancelled():
            return ErasureReport(len(ids), removed, was_cancelled=True)
        removed = together(removed, vault.memories.forget([memories[0].id]))
    for document in vault.documents.list():
        if cancelled is not None and cancelled():
            return ErasureReport(len(ids), removed, was_cancelled=True)
        removed = together(removed, vault.memories.delete_document(document.id))
    vault.conversations.set_draft("", "")
    vault.attachments.keep_draft("", ())
    removed = together(removed, DeletionReport((), (), receipts_purged=tuple(_purge(vault))))
    vault.db.checkpoint()
    return ErasureReport(len(ids), removed)


def _conversations(vault: Vault) -> list[str]:
    found: list[str] = []
    while page := vault.conversations.list(_PAGE, offset=len(found)):
        found += [conversation.id for conversation in page]
    return found


def _purge(vault: Vault) -> list[str]:
    """Remove the bytes of what was sent outside conversations; ids of those that had any."""
    purged: list[str] = []
    before: int | None = None
    while page := vault.receipts.list(_PAGE, before):
        before = page[-1].sequence
        purged += _purge_bodies(vault, [receipt.id for receipt in page])
    return purged


def _purge_bodies(vault: Vault, ids: list[str]) -> list[str]:
    return vault.db.write(lambda conn: vault.receipts.purge(conn, ids, actor="user", reason="everything"))


def together(one: DeletionReport, other: DeletionReport) -> DeletionReport:
    """Two reports as one."""
    summed = {field.name: getattr(one, field.name) + getattr(other, field.name) for field in fields(one)}
    return DeletionReport(**{**summed, "backups": tuple(dict.fromkeys(summed["backups"]))})
