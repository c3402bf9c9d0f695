"""The guard on every test's sockets refuses what leaves the machine and lets the rest through."""

from __future__ import annotations

import socket

import pytest

from tests.loopback import OutsideConnection, guarded_network, is_loopback

# Reserved for documentation (RFC 5737, RFC 3849): no machine answers there.
OUTSIDE = "192.0.2.1"


@pytest.mark.parametrize("host", [None, "", "localhost", "127.0.0.1", "127.8.9.1", "::1", b"127.0.0.1"])
def test_loopback_hosts_are_on_this_machine(host: object) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", [OUTSIDE, "2001:db8::1", "example.com", "localhost.example.com", "0.0.0.0"])
def test_other_hosts_are_not(host: object) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize("call", ["connect", "connect_ex"])
def test_connecting_outside_is_refused_and_remembered(call: str) -> None:
    with guarded_network() as attempts, socket.socket() as client, pytest.raises(OutsideConnection):
        getattr(client, call)((OUTSIDE, 80))
    assert attempts == [OUTSIDE]


def test_sending_a_datagram_outside_is_refused() -> None:
    with (
        guarded_network() as attempts,
        socket.socket(type=socket.SOCK_DGRAM) as client,
        pytest.raises(OutsideConnection),
    ):
        client.sendto(b"", (OUTSIDE, 53))
    assert attempts == [OUTSIDE]


def test_looking_up_a_name_is_refused_before_any_query() -> None:
    with guarded_network() as attempts, pytest.raises(OutsideConnection):
        socket.create_connection(("example.com", 80))
    assert attempts == ["example.com"]


def test_an_invalid_name_fails_like_an_unknown_host() -> None:
    with guarded_network() as attempts, pytest.raises(socket.gaierror):
        socket.getaddrinfo("nowhere.invalid", 80)
    assert attempts == []


def test_loopback_connects() -> None:
    with (
        guarded_network() as attempts,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        accepted, _ = server.accept()
        accepted.close()
        assert client.getpeername() == server.getsockname()
    assert attempts == []
