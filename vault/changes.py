"""What the vault tells its listeners after a change has been committed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """`kind` is turn, memory, conversation, document, receipt, endpoint, setting or task; `action` the audit's word."""

    kind: str
    id: str
    action: str


Listener = Callable[[Change], None]
