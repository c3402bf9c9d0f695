"""What leaves and where to: a request as it was prepared, the trust of its address, and the draft of its receipt.

Values and rules alone: whoever sends is `assistant.egress`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from assistant.errors import AirGapped
from assistant.socket_guard import is_loopback_host
from vault import ReceiptDraft
from vault.records import EndpointConfig, Receipt

TRUST_ORDER = ("local", "private", "remote")
PURPOSES = ("chat", "title", "extraction", "compression", "models", "test", "tokens")
WORDLESS = frozenset({"models", "test"})
"""Purposes whose requests hold nothing of the user's."""


class ReceiptLog(Protocol):
    """Where receipts are written: `vault.receipts`, or a memory-only log in tests."""

    def record(self, draft: ReceiptDraft) -> Receipt: ...

    def finish(
        self, receipt_id: str, outcome: str, *, status: int, seconds: float, received_bytes: int
    ) -> Receipt: ...


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One request as it is to leave. `headers` may hold the key: they are sent and never recorded."""

    purpose: str
    endpoint: EndpointConfig
    url: str
    body: bytes = b""
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    replaced: tuple[tuple[str, str], ...] = ()
    memory_ids: tuple[str, ...] = ()
    conversation_id: str = ""
    turn_id: str = ""
    keeps_body: bool = True  # False: a temporary chat's receipt holds no bytes
    assumed_trust: str = (
        ""  # the trust that the body was prepared for; a worse one at sending time is refused
    )
    is_approved: bool = False  # the user has seen this request and sent it


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a URL really leads: its host, the addresses it resolves to in order, and the trust they deserve."""

    host: str
    addresses: tuple[str, ...]
    trust: str
    proxy: str = ""  # the URL of the proxy that the request goes through; the name is then resolved there


def loopback_addresses(endpoint: EndpointConfig, host: str) -> tuple[str, ...]:
    """The addresses of a host that is this machine, without asking anybody. Raises: AirGapped."""
    if not is_loopback_host(host) or endpoint.trust != "local":
        raise AirGapped
    is_name = host.rstrip(".").endswith("localhost")
    return ("127.0.0.1", "::1") if is_name else (host,)


def judged(endpoint: EndpointConfig, host: str, addresses: tuple[str, ...]) -> Destination:
    """Where a host leads that has these addresses: the worst of them counts, and what was declared if that is worse."""
    declared = endpoint.trust if endpoint.trust in TRUST_ORDER else "remote"
    worst = max(TRUST_ORDER.index(declared), *(TRUST_ORDER.index(address_trust(a)) for a in addresses))
    proxy = endpoint.options.get("proxy", "").strip()
    is_far = any(address_trust(address) == "remote" for address in addresses)
    is_proxied = bool(proxy) and (is_far or endpoint.options.get("proxy_near") == "true")
    # Whoever runs the proxy reads what goes through it and decides where it goes.
    trust = "remote" if is_proxied else TRUST_ORDER[worst]
    return Destination(host, addresses, trust, proxy if is_proxied else "")


def draft_of(outgoing: Outgoing) -> ReceiptDraft:
    """The receipt of a request before it is sent."""
    return ReceiptDraft(
        purpose=outgoing.purpose,
        endpoint=outgoing.endpoint.name,
        url=outgoing.url,
        method=outgoing.method,
        body=outgoing.body,
        replaced=outgoing.replaced,
        memory_ids=outgoing.memory_ids,
        conversation_id=outgoing.conversation_id,
        turn_id=outgoing.turn_id,
        keeps_body=outgoing.keeps_body,
    )


def address_trust(address: str) -> str:
    """The trust that a resolved address deserves: local for loopback, private inside a private network, else remote."""
    parsed = ipaddress.ip_address(address.split("%")[0])
    mapped = getattr(parsed, "ipv4_mapped", None)
    parsed = mapped or parsed
    if parsed.is_loopback:
        return "local"
    is_reserved = parsed.is_unspecified or parsed.is_multicast
    return "private" if (parsed.is_private or parsed.is_link_local) and not is_reserved else "remote"
