"""Air-gap mode: kept as a setting of the vault, obeyed by the gate, and held up by the guard over all sockets.

`AirGap` follows the setting while a vault is open. `try_ways_out` tries every way out of the process that there is to
try, and says of each whether it was refused; it proves the mode, whether it is on or not.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from assistant.egress import Gate
from assistant.errors import AirGapped, SendRefused
from assistant.outgoing import PURPOSES, Outgoing
from assistant.socket_guard import SocketForbidden, SocketHold
from assistant.ways_out import DIRECT_WAYS, loopback_server
from vault import ReceiptDraft, Vault, utc_now
from vault.changes import Change
from vault.errors import KeepsakeError
from vault.records import EndpointConfig, Receipt

SETTING = "network.air_gap"
# Nothing answers at any of these: addresses and names that are reserved for examples, and this network's own numbers.
# Source: RFC 5737, RFC 3849, RFC 2606, RFC 1918, RFC 3927.
_TARGETS = (
    ("name", "https://keepsake.invalid/v1"),
    ("public", "https://203.0.113.1/v1"),
    ("public", "https://[2001:db8::1]/v1"),
    ("private", "http://192.168.0.1:11434/v1"),
    ("private", "http://10.0.0.1:8080/v1"),
    ("link_local", "http://169.254.169.254/latest"),
    ("disguised", "http://[::ffff:203.0.113.1]/v1"),
    ("disguised", "http://3405803777/v1"),
    ("disguised", "http://127.0.0.1.keepsake.invalid/v1"),
    ("any_address", "http://0.0.0.0:80/v1"),
)
_FAR = "https://203.0.113.1/v1"


class AirGap:
    """The mode of one open vault. `is_on` may be read from any thread; `close` before the vault is closed."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._lock = threading.Lock()
        self._hold: SocketHold | None = None
        vault.listeners.append(self._on_change)
        self._follow()

    @property
    def is_on(self) -> bool:
        return self._hold is not None

    def close(self) -> None:
        """Let go of the guard; the setting stays. Idempotent."""
        if self._on_change in self._vault.listeners:
            self._vault.listeners.remove(self._on_change)
        self._set(False)

    def _on_change(self, change: Change) -> None:
        """Called on the vault's writer thread."""
        if (change.kind, change.id) == ("setting", SETTING):
            self._follow()

    def _follow(self) -> None:
        self._set(self._vault.settings.get(SETTING) is True)

    def _set(self, is_on: bool) -> None:
        with self._lock:
            if is_on and self._hold is None:
                self._hold = SocketHold().take()
            elif not is_on and self._hold is not None:
                self._hold.release()
                self._hold = None


@dataclass(frozen=True, slots=True)
class WayOut:
    """One way that was tried. `way` is a stable word, `target` where to; `is_ok`: it went as it must in air-gap mode.

    `outcome` is refused, let_through (as only loopback may be) or the name of what went wrong.
    """

    way: str
    target: str
    is_ok: bool
    outcome: str


async def try_ways_out() -> AsyncIterator[WayOut]:
    """Try each way out under air-gap mode, the one that must stay open included. Takes well under a second."""
    gate = Gate(_NoReceipts(), is_air_gapped=lambda: True)
    with SocketHold():
        for way, url in _TARGETS:
            yield await _through_gate(gate, way, url)
        for purpose in PURPOSES:
            yield await _through_gate(gate, "purpose", _FAR, purpose)
        for way, (target, go) in DIRECT_WAYS.items():
            yield await _direct(way, target, go)
        async for found in _over_loopback(gate):
            yield found


async def _through_gate(gate: Gate, way: str, url: str, purpose: str = "chat") -> WayOut:
    # Declared to be on this machine: what it is declared must not help.
    outgoing = Outgoing(purpose, EndpointConfig("air-gap test", "openai", url, trust="local"), url, b"{}")
    target = f"{purpose}: {url}" if way == "purpose" else url
    try:
        async with gate.exchange(outgoing):
            return WayOut(way, target, False, "let_through")
    except AirGapped:
        return WayOut(way, target, True, "refused")
    except KeepsakeError as error:
        return WayOut(way, target, False, error.code)


async def _direct(way: str, target: str, go: Callable[[], Awaitable[None]]) -> WayOut:
    """Past the gate: what code that ignores it would do. Only the guard's own refusal counts."""
    try:
        await go()
    except SocketForbidden:
        return WayOut(way, target, True, "refused")
    except OSError as error:
        is_refused = isinstance(error.__cause__ or error.__context__, SocketForbidden)
        is_refused |= isinstance(getattr(error, "reason", None), SocketForbidden)
        return WayOut(way, target, is_refused, "refused" if is_refused else type(error).__name__)
    return WayOut(way, target, False, "let_through")


async def _over_loopback(gate: Gate) -> AsyncIterator[WayOut]:
    """What must stay possible, so that refusing everything would fail, and a redirect from there to elsewhere."""
    try:
        async with loopback_server(redirect_to=_FAR) as origin:
            for way, path, expected in (("loopback", "/ok", "let_through"), ("redirect", "/away", "refused")):
                outcome = await _outcome(gate, origin + path)
                yield WayOut(way, origin if way == "loopback" else _FAR, outcome == expected, outcome)
    except OSError as error:
        yield WayOut("loopback", "127.0.0.1", False, type(error).__name__)


async def _outcome(gate: Gate, url: str) -> str:
    endpoint = EndpointConfig("air-gap test", "openai", url, trust="local")
    try:
        async with gate.exchange(Outgoing("test", endpoint, url, method="GET")) as exchange:
            return "let_through" if await exchange.read() == b"ok" else "unreadable"
    except SendRefused:
        return "refused"
    except KeepsakeError as error:
        return error.code


class _NoReceipts:
    """The test sends nothing that anybody would want a receipt of; the vault's log stays free of it."""

    def record(self, draft: ReceiptDraft) -> Receipt:
        return Receipt(
            "", 0, utc_now(), draft.purpose, draft.endpoint, draft.url, draft.method, len(draft.body), "", (), (),
            "", "", "pending", 0, 0.0, None,
        )  # fmt: skip

    def finish(
        self, receipt_id: str, outcome: str, *, status: int, seconds: float, received_bytes: int
    ) -> Receipt:
        return self.record(ReceiptDraft("test", "", "", "GET", b""))
