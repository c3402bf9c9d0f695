"""Keeps the sockets of a test on this machine."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from assistant.socket_guard import is_held


class OutsideConnection(RuntimeError):
    """A test tried to reach beyond this machine."""


def is_loopback(host: object) -> bool:
    """Whether a host as given to the socket calls stays on this machine; None and the empty name do."""
    if host is None or host in ("", b"", "localhost", b"localhost"):
        return True
    text = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(text.partition("%")[0]).is_loopback
    except ValueError:
        return False


@contextmanager
def guarded_network() -> Iterator[list[str]]:
    """Refuse name look-ups and connections that leave this machine; yields the hosts that were tried.

    Names below .invalid fail as RFC 6761 says they must, without asking any server. While the program's own guard is
    held the refusal is left to it: that is what its tests look at.
    """
    attempts: list[str] = []

    def refuse(host: object) -> None:
        attempts.append(str(host))
        raise OutsideConnection(f"not on this machine: {host}")

    def by_address(real: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(self: socket.socket, *arguments: Any) -> Any:
            # sendto takes the address last, connect takes nothing else.
            address = arguments[-1]
            is_internet = self.family in (socket.AF_INET, socket.AF_INET6)
            if is_internet and not is_loopback(address[0]) and not is_held():
                refuse(address[0])
            return real(self, *arguments)

        return guarded

    def by_name(real: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(host: object, *arguments: Any, **named: Any) -> Any:
            if is_held():
                return real(host, *arguments, **named)
            if str(host).endswith(".invalid"):
                raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
            if not is_loopback(host):
                refuse(host)
            return real(host, *arguments, **named)

        return guarded

    with (
        mock.patch.object(socket.socket, "connect", by_address(socket.socket.connect)),
        mock.patch.object(socket.socket, "connect_ex", by_address(socket.socket.connect_ex)),
        mock.patch.object(socket.socket, "sendto", by_address(socket.socket.sendto)),
        mock.patch.object(socket, "getaddrinfo", by_name(socket.getaddrinfo)),
        mock.patch.object(socket, "gethostbyname", by_name(socket.gethostbyname)),
    ):
        yield attempts
