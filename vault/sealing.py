"""Sealed memories: what they say lies under a key of its own, is `***` everywhere else, and is shown only to somebody
who gives the passphrase again.

Sealing takes the words out of every other place of the vault, as forgetting does: messages, replies, titles, drafts,
receipts, stand-ins, the index, and the memory's own history. Follows the design page "Privacy, Masking for storage".
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from vault import privacy
from vault.codec import (
    canonical_bytes,
    evidence_from_row,
    evidence_to_row,
    to_us,
    value_from_json,
    value_to_json,
)
from vault.database import Connection
from vault.deletion import Deletion
from vault.errors import DatabaseDamaged, NotFound, WriteDenied, WrongPassphrase
from vault.keys import NONCE_BYTES
from vault.memory_rows import MemoryRows, Note
from vault.records import Evidence, Memory, Quantity, Sensitivity, State
from vault.secret import Secret

if TYPE_CHECKING:
    from vault.vault import Vault

STARS = "***"


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a sealed memory says. Keep it on the screen only, and only for as long as it is looked at."""

    memory_id: str
    claim: str
    value: str | Quantity
    evidence: tuple[Evidence, ...]
    topics: tuple[str, ...]
    entities: tuple[str, ...]


class Sealing:
    """Seals and opens the memories of one vault. Any thread."""

    def __init__(self, vault: Vault, rows: MemoryRows, deletion: Deletion) -> None:
        self._vault, self._rows, self._deletion = vault, rows, deletion

    def seal(self, memory_id: str, *, claim: str = "", value: str = "", actor: str = "user") -> Memory:
        """Seal a memory, and others that say exactly the same. `claim` and `value` are its words as they were given,
        where what is stored has identity numbers masked.

        Raises:
            NotFound: there is none of that id.
        """

        def work(conn: Connection) -> Memory:
            memory = self._rows.load(conn, memory_id)
            for twin in self._rows.twins(conn, memory, State):
                self.seal_within(conn, twin, actor=actor)
            return self.seal_within(conn, memory, claim=claim, value=value, actor=actor)

        return self._vault.db.write(work)

    def seal_within(
        self, conn: Connection, memory: Memory, *, claim: str = "", value: str = "", actor: str
    ) -> Memory:
        """As `seal`, for one memory inside a write."""
        if self._row(conn, memory.id) is not None:
            return memory
        told = replace(memory, claim=claim or memory.claim, value=value or memory.value)
        nonce, now = secrets.token_bytes(NONCE_BYTES), self._vault.clock()
        conn.execute(
            "INSERT INTO sealed_fields VALUES (?, ?, ?, ?)",
            (memory.id, nonce, self._cipher().encrypt(nonce, _body(told), _bound_to(memory.id)), to_us(now)),
        )
        # While its row and its history still say it: they tell what to look for elsewhere.
        self._deletion.cut_elsewhere(conn, [told], actor=actor)
        starred = replace(
            memory,
            claim=STARS,
            value=f"{STARS} {memory.id}",  # told apart from other sealed ones of the same slot
            sensitivity=Sensitivity.SEALED,
            evidence=tuple(replace(item, quote=STARS, start=-1, end=-1) for item in memory.evidence),
            topics=(),
            entities=(),
        )
        changed = self._rows.change(conn, memory, starred, Note(actor, now, "memory.seal", "user"))
        self._rows.star_history(conn, changed)
        self._vault.db.checkpoint()
        return changed

    def reveal(self, memory_id: str, passphrase: Secret, *, actor: str = "user") -> Sealed:
        """What a sealed memory says. Takes as long as unlocking; each reveal is in the audit.

        Raises:
            WrongPassphrase: it opens no slot.
            NotFound: there is no sealed memory of that id.
        """
        return self.reveal_all([memory_id], passphrase, actor=actor)[memory_id]

    def reveal_all(
        self, memory_ids: Sequence[str], passphrase: Secret, *, actor: str = "user"
    ) -> dict[str, Sealed]:
        """As `reveal`, for several by one giving of the passphrase."""
        if not self._vault.slots.opens(passphrase):
            raise WrongPassphrase

        def read(conn: Connection) -> dict[str, Sealed]:
            found = {memory_id: self._open(conn, memory_id) for memory_id in memory_ids}
            for memory_id in memory_ids:
                self._vault.audit.append(conn, actor, "memory.reveal", "memory", memory_id)
            return found

        return self._vault.db.write(read)

    def unseal(
        self,
        memory_id: str,
        passphrase: Secret,
        sensitivity: Sensitivity = Sensitivity.SENSITIVE,
        *,
        actor: str = "user",
    ) -> Memory:
        """Make a sealed memory an ordinary one again. Messages it was cut out of stay as they are.

        Raises:
            WrongPassphrase, NotFound: as `reveal`.
            WriteDenied: it holds an identity number, which is kept sealed or not at all.
        """
        if not self._vault.slots.opens(passphrase):
            raise WrongPassphrase

        def work(conn: Connection) -> Memory:
            told, memory = self._open(conn, memory_id), self._rows.load(conn, memory_id)
            if privacy.for_storage(told.claim).cuts:
                raise WriteDenied(reason="identity")
            conn.execute("DELETE FROM sealed_fields WHERE memory_id = ?", (memory_id,))
            open_again = replace(
                memory, claim=told.claim, value=told.value, evidence=told.evidence, topics=told.topics,
                entities=told.entities, sensitivity=sensitivity,
            )  # fmt: skip
            return self._rows.change(
                conn, memory, open_again, Note(actor, self._vault.clock(), "memory.unseal", "user")
            )

        return self._vault.db.write(work)

    def is_sealed(self, conn: Connection, memory_id: str) -> bool:
        """Whether what the memory says lies here, inside a read or write."""
        return self._row(conn, memory_id) is not None

    def _open(self, conn: Connection, memory_id: str) -> Sealed:
        row = self._row(conn, memory_id)
        if row is None:
            raise NotFound(id=memory_id)
        try:
            body = json.loads(self._cipher().decrypt(row[0], row[1], _bound_to(memory_id)))
        except InvalidTag as error:
            raise DatabaseDamaged from error
        return Sealed(
            memory_id,
            body["claim"],
            value_from_json(body["value"]),
            tuple(evidence_from_row(item) for item in body["evidence"]),
            tuple(body["topics"]),
            tuple(body["entities"]),
        )

    def _row(self, conn: Connection, memory_id: str) -> tuple[bytes, bytes] | None:
        row = conn.execute(
            "SELECT nonce, body FROM sealed_fields WHERE memory_id = ?", (memory_id,)
        ).fetchone()
        return None if row is None else (row[0], row[1])

    def _cipher(self) -> AESGCM:
        return AESGCM(self._vault.keys.key("sealed").reveal())


def _body(memory: Memory) -> bytes:
    evidence = [evidence_to_row(item, memory.id, place) for place, item in enumerate(memory.evidence)]
    return canonical_bytes(
        {"claim": memory.claim, "value": value_to_json(memory.value), "evidence": evidence,
         "topics": list(memory.topics), "entities": list(memory.entities)}
    )  # fmt: skip


def _bound_to(memory_id: str) -> bytes:
    return b"keepsake/1/sealed/" + memory_id.encode()
