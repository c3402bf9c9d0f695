"""The guard over all sockets: what it refuses while it is held, what it lets be, and that it lets go."""

from __future__ import annotations

import socket

import pytest

from assistant.socket_guard import SocketForbidden, SocketHold, is_held, is_loopback_host
from tests.loopback import OutsideConnection

FAR = ("203.0.113.1", 9)


def test_a_connection_beyond_loopback_is_refused_and_noted() -> None:
    with (
        SocketHold() as hold,
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried,
        pytest.raises(SocketForbidden),
    ):
        tried.connect(FAR)
    assert hold.attempts == ["socket.connect 203.0.113.1"]


def test_a_name_is_not_looked_up() -> None:
    with SocketHold() as hold, pytest.raises(SocketForbidden):
        socket.getaddrinfo("keepsake.invalid", 443)
    assert hold.attempts == ["socket.getaddrinfo keepsake.invalid"]


def test_this_machine_is_left_alone_unless_that_is_forbidden_too() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        with SocketHold():
            listening.bind(("127.0.0.1", 0))
            assert socket.getaddrinfo("localhost", 80)
        with SocketHold(allows_loopback=False) as strict, pytest.raises(SocketForbidden):
            socket.getaddrinfo("127.0.0.1", 80)
        assert len(strict.attempts) == 1


def test_local_sockets_are_no_internet_sockets() -> None:
    one, other = socket.socketpair()
    with one, other, SocketHold(allows_loopback=False), socket.socket(socket.AF_UNIX) as tried:
        with pytest.raises(FileNotFoundError):
            tried.connect("/nothing/listens/here")
        one.send(b"x")
        assert other.recv(1) == b"x"


def test_the_last_holder_lets_go() -> None:
    first, second = SocketHold().take(), SocketHold().take()
    first.release()
    first.release()
    assert is_held()
    second.release()
    assert not is_held()
    with (
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried,
        pytest.raises((OSError, OutsideConnection)),
    ):
        tried.connect(("127.0.0.1", 1))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "::1", "127.9.9.9", "localhost", "a.localhost.", "::ffff:127.0.0.1"]
)
def test_what_is_this_machine(host: str) -> None:
    assert is_loopback_host(host)


@pytest.mark.parametrize(
    "host",
    ["0.0.0.0", "", "127.1", "2130706433", "localhost.example.com", "127.0.0.1.invalid", "::", "fe80::1%lo"],
)
def test_what_only_looks_like_it(host: str) -> None:
    assert not is_loopback_host(host)
