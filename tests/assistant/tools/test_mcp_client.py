"""Tools of a real server made with the official SDK: over its streams and over HTTP on loopback."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.egress import loopback_client
from assistant.errors import SendRefused, ToolServerRefused
from assistant.events import ConfirmationWanted
from assistant.session import Session
from assistant.tools.mcp_client import ServerLinks
from assistant.tools.servers import ToolServer, add, remove, servers, trust
from tests.assistant.tools.scripted import play

SERVER = str(Path(__file__).with_name("mcp_server.py"))
COMMAND = (sys.executable, SERVER)
STARTS_WITHIN_S = 60.0


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The server over HTTP, in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([*COMMAND, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ends_at = time.monotonic() + STARTS_WITHIN_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            break
        except OSError:
            assert time.monotonic() < ends_at
            assert process.poll() is None
    yield f"http://127.0.0.1:{port}/mcp"
    process.terminate()
    process.wait(20)


def test_a_program_is_called_confirmed_shown_judged_and_ended(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")
    add(session.vault.settings, ToolServer("parcels", COMMAND))
    call = [("parcels__track", {"number": "A-7731"})]
    played = play(session, "Where is order A-7731?", [call, "It was shipped."], confirm=True)
    assert played.states == [("parcels__track", "done")]
    assert [item.step.call.server for item in played.events if isinstance(item, ConfirmationWanted)] == [
        "parcels"
    ]
    offered = {tool["function"]["name"]: tool["function"] for tool in played.requests[0].json["tools"]}  # type: ignore[attr-defined]
    assert "ignore" not in offered["parcels__track"]["description"].lower()
    assert offered["parcels__add"]["parameters"]["required"] == ["a", "b"]
    assert "shipped" in played.last_sent()
    assert "delete everything" not in played.last_sent()
    assert any(note["key"] == "note.tool_orders" for note in played.detail["notes"])  # type: ignore[attr-defined]
    [task] = session.vault.tasks.list()
    assert any("shipped" in finding.text for finding in task.kept)
    assert any(entry.action == "tool.call" for entry in session.vault.audit.entries(500))


def test_a_refused_call_is_not_made_and_a_trusted_server_asks_nothing(session: Session) -> None:
    add(session.vault.settings, ToolServer("parcels", COMMAND))
    call = [("parcels__add", {"a": 2, "b": 3})]
    refused = play(session, "Add 2 and 3", [call, "no"], confirm=False, tools="always")
    assert refused.states == [("parcels__add", "refused")]
    trust(session.vault.settings, "parcels", is_trusted=True)
    done = play(session, "Add 2 and 3", [[*call, ("parcels__fail", {})], "5"], tools="always")
    assert done.states == [("parcels__add", "done"), ("parcels__fail", "failed")]
    assert "5" in done.last_sent()
    assert not any(isinstance(item, ConfirmationWanted) for item in done.events)


def test_a_server_over_http_on_loopback(session: Session, address: str) -> None:
    add(session.vault.settings, ToolServer("parcels", url=address, is_trusted=True))
    played = play(session, "Add 20 and 3", [[("parcels__add", {"a": 20, "b": 3})], "23"], tools="always")
    assert played.states == [("parcels__add", "done")]


def test_a_server_that_dies_or_is_none_leaves_the_reply_whole(session: Session) -> None:
    add(session.vault.settings, ToolServer("parcels", COMMAND, is_trusted=True))
    add(
        session.vault.settings,
        ToolServer("nothing", (sys.executable, "-c", "print('hello')"), is_trusted=True),
    )
    add(session.vault.settings, ToolServer("missing", ("/nonexistent/program",), is_trusted=True))
    played = play(session, "Add it", [[("parcels__leave", {})], "So it is."], tools="always")
    assert played.states == [("parcels__leave", "failed")]
    assert played.result.answer.startswith("So it is.")
    failed = [
        note["values"]["server"]
        for note in played.detail["notes"]
        if note["key"] == "note.tool_server_failed"
    ]  # type: ignore[attr-defined]
    assert sorted(failed) == ["missing", "nothing"]


def test_in_air_gap_mode_no_server_is_started(session: Session) -> None:
    add(session.vault.settings, ToolServer("parcels", COMMAND))
    session.vault.settings.set("network.air_gap", value=True)
    assert asyncio.run(session.external_tools()) == ((), {"parcels": "air_gap"})


def test_one_connection_serves_several_turns_and_ends_with_its_loop() -> None:
    async def scene() -> None:
        connections, wanted = ServerLinks(), [ToolServer("parcels", COMMAND)]
        first, _ = await connections.tools(wanted)
        second, _ = await connections.tools(wanted)
        assert first is not second
        assert [tool.name for tool in first] == [tool.name for tool in second]
        none, _ = await connections.tools([])
        assert none == []

    asyncio.run(scene())


def test_what_may_be_added(session: Session) -> None:
    settings = session.vault.settings
    add(settings, ToolServer("a", ("x",)))
    bad = [
        ToolServer("a", ("x",)),
        ToolServer("", ("x",)),
        ToolServer("b c", ("x",)),
        ToolServer("c"),
        ToolServer("d", ("x",), "http://127.0.0.1:1/"),
        ToolServer("e", url="http://example.com/mcp"),
        ToolServer("f", url="https://127.0.0.1.example.com/mcp"),
        ToolServer("g", url="http://192.168.1.2/mcp"),
    ]
    for server in bad:
        with pytest.raises(ToolServerRefused):
            add(settings, server)
    assert [one.name for one in servers(settings)] == ["a"]
    trust(settings, "a", is_trusted=True)
    assert servers(settings)[0].is_trusted
    remove(settings, "a")
    assert servers(settings) == []
    with pytest.raises(ToolServerRefused):
        remove(settings, "a")
    settings.set("tools.servers", json.dumps([3, {"name": 1}, {"name": "x", "command": "no list"}]))
    assert servers(settings) == []


def test_the_loopback_client_goes_nowhere_else() -> None:
    async def scene() -> None:
        with pytest.raises(SendRefused):
            async with loopback_client("http://192.0.2.1/mcp"):
                pass
        async with loopback_client("http://127.0.0.1:9/mcp") as client:
            with pytest.raises(SendRefused):
                await client.get("http://192.0.2.1/")

    asyncio.run(scene())
