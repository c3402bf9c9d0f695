"""A receipt log in memory, for tests of the gate that need no vault."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from vault import ReceiptDraft
from vault.records import Receipt


@dataclass
class MemoryReceipts:
    """Receipts in order of sending."""

    all: dict[str, Receipt] = field(default_factory=dict)

    def record(self, draft: ReceiptDraft) -> Receipt:
        number = len(self.all) + 1
        receipt = Receipt(
            f"r_{number}", number, datetime.now(UTC), draft.purpose, draft.endpoint, draft.url, draft.method,
            len(draft.body), "", draft.replaced, draft.memory_ids, draft.conversation_id, draft.turn_id, "pending", 0,
            0.0, draft.body if draft.keeps_body else None,
        )  # fmt: skip
        self.all[receipt.id] = receipt
        return receipt

    def finish(
        self, receipt_id: str, outcome: str, *, status: int, seconds: float, received_bytes: int
    ) -> Receipt:
        old = self.all[receipt_id]
        self.all[receipt_id] = replace(
            old, outcome=outcome, status=status, seconds=seconds, received_bytes=received_bytes
        )
        return self.all[receipt_id]

    @property
    def last(self) -> Receipt:
        return list(self.all.values())[-1]
