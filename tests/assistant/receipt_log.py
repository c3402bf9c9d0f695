"""A receipt log in memory, for tests of the gate that need no vault."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from assistant.egress import Outgoing
from vault.records import Receipt


@dataclass
class MemoryReceipts:
    """Receipts in order of sending."""

    all: dict[str, Receipt] = field(default_factory=dict)

    def begin(self, outgoing: Outgoing, trust: str) -> Receipt:
        number = len(self.all) + 1
        receipt = Receipt(
            f"r_{number}", number, datetime.now(UTC), outgoing.purpose, outgoing.endpoint.name, outgoing.url,
            outgoing.method, len(outgoing.body), "", outgoing.replaced, outgoing.memory_ids, outgoing.conversation_id,
            outgoing.turn_id, "pending", 0, 0.0, outgoing.body if outgoing.keeps_body else None,
        )  # fmt: skip
        self.all[receipt.id] = receipt
        return receipt

    def finish(self, receipt_id: str, outcome: str, *, status: int, seconds: float, received_bytes: int) -> None:
        old = self.all[receipt_id]
        self.all[receipt_id] = replace(
            old, outcome=outcome, status=status, seconds=seconds, received_bytes=received_bytes
        )

    @property
    def last(self) -> Receipt:
        return list(self.all.values())[-1]
