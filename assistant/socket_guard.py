"""Refuses internet sockets of this process's Python code while somebody holds the guard: beyond loopback, or all.

A second wall behind the gate: what opens a connection by itself, a library or a mistake of ours, fails too. It sees
what the interpreter reports (audit events), so native code that calls the system directly is beyond it; that is what
the run of the tests in an empty network namespace is for.
"""

from __future__ import annotations

import ipaddress
import sys
from dataclasses import dataclass, field

# Source: Python's audit events table. Of each, the place of the host or address among the event's arguments.
_ADDRESS_AT = {
    "socket.connect": 1,
    "socket.sendto": 1,
    "socket.sendmsg": 1,
    "socket.bind": 1,
    "socket.getaddrinfo": 0,
    "socket.gethostbyname": 0,
    "socket.gethostbyaddr": 0,
    "socket.getnameinfo": 0,
}
# An audit hook cannot be taken away again, so the one hook of the process looks here whether it is wanted.
_holds: list[SocketHold] = []
_hooked: list[bool] = []


class SocketForbidden(PermissionError):
    """What a socket call raises under the guard; libraries take it for a network that is not there."""


@dataclass(slots=True, eq=False)
class SocketHold:
    """One holder's wish. `attempts` lists what was refused, as "event host"; any thread."""

    allows_loopback: bool = True
    attempts: list[str] = field(default_factory=list)

    def take(self) -> SocketHold:
        """From here on refuse. Returns itself."""
        if not _hooked:
            sys.addaudithook(_on_event)
            _hooked.append(True)
        _holds.append(self)
        return self

    def release(self) -> None:
        """Refuse no longer for this holder. Idempotent."""
        if self in _holds:
            _holds.remove(self)

    def __enter__(self) -> SocketHold:
        return self.take()

    def __exit__(self, *_error: object) -> None:
        self.release()


def is_held() -> bool:
    """Whether sockets beyond loopback are refused in this process now."""
    return bool(_holds)


def _on_event(event: str, arguments: tuple[object, ...]) -> None:
    if not _holds or event not in _ADDRESS_AT:
        return
    host = _internet_host(arguments[_ADDRESS_AT[event]])
    if host is None:
        return
    for hold in tuple(_holds):
        if not (hold.allows_loopback and is_loopback_host(host)):
            hold.attempts.append(f"{event} {host}")
            raise SocketForbidden("internet sockets are refused at the moment")


def _internet_host(address: object) -> str | None:
    """The host of an internet address or name; None for a local socket's path and the like."""
    if isinstance(
        address, tuple
    ):  # (host, port) of IPv4 and IPv6; a path is a string, other families hold numbers
        address = address[0] if len(address) > 1 else None
    elif isinstance(address, str | bytes) and _is_path(address):
        return None
    if isinstance(address, bytes):
        return address.decode("ascii", "replace")
    return address if isinstance(address, str) else None


def _is_path(address: str | bytes) -> bool:
    text = address.decode("utf-8", "replace") if isinstance(address, bytes) else address
    return "/" in text or "\\" in text or text.startswith("\0") or not text


def is_loopback_host(host: str) -> bool:
    """Whether a host, by number or by the name that is loopback by definition, stays on this machine."""
    name = host.rstrip(".").casefold()
    if name == "localhost" or name.endswith(".localhost"):  # Source: RFC 6761, 6.3
        return True
    try:
        parsed = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback
