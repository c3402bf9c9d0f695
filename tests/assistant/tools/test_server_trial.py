"""The test of a server of tools: step by step, against a real server and against what is none."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from assistant.errors import ToolServerRefused
from assistant.tools.server_trial import ServerStep, try_server
from assistant.tools.servers import ToolServer, check, read_command, written

SERVER = str(Path(__file__).with_name("mcp_server.py"))
PARCELS = ToolServer("parcels", (sys.executable, SERVER))


def steps_of(server: ToolServer, *, is_air_gapped: bool = False) -> list[ServerStep]:
    async def run() -> list[ServerStep]:
        return [step async for step in try_server(server, is_air_gapped=is_air_gapped)]

    return asyncio.run(run())


def test_a_server_is_found_spoken_to_and_its_tools_are_listed() -> None:
    place, talk, tools = steps_of(PARCELS)
    assert [step.name for step in (place, talk, tools)] == ["place", "talk", "tools"]
    assert all(step.is_ok for step in (place, talk, tools))
    assert talk.detail.startswith("parcels")
    assert tools.detail == "track, add, fail, leave"
    assert [tool.name for tool in tools.tools][:2] == ["parcels__track", "parcels__add"]
    assert (
        "ignore" not in tools.tools[0].spec.description.lower()
    )  # an order in a description is none of ours
    assert tools.tools[1].spec.description == "Adds two numbers."


def test_what_is_no_server_is_said_at_its_step() -> None:
    [place] = steps_of(ToolServer("none", ("keepsake-no-such-program",)))
    assert (place.is_ok, place.reason) == (False, "no_program")
    place, talk = steps_of(ToolServer("mute", (sys.executable, "-c", "print('hello')")))
    assert (place.is_ok, talk.is_ok) == (True, False)
    assert talk.reason
    [place] = steps_of(ToolServer("shut", url="http://127.0.0.1:9/mcp"))
    assert place.reason == "no_answer"
    [place] = steps_of(ToolServer("far", url="http://192.0.2.1/mcp"))
    assert place.reason == "not_loopback"


def test_in_air_gap_mode_nothing_is_started(tmp_path: Path) -> None:
    trace = tmp_path / "started"
    touching = (sys.executable, "-c", f"open({str(trace)!r}, 'w')")
    [place] = steps_of(ToolServer("touch", touching), is_air_gapped=True)
    assert place.reason == "air_gap"
    assert not trace.exists()


@pytest.mark.skipif(os.name == "nt", reason="signal 0 asks nothing there")
def test_a_test_that_is_given_up_ends_its_program(tmp_path: Path) -> None:
    """Closed after the first step, with the program still starting."""
    started = tmp_path / "started"
    waiting = f"import os, pathlib, sys; pathlib.Path({str(started)!r}).write_text(str(os.getpid())); sys.stdin.read()"

    async def run() -> None:
        steps = try_server(ToolServer("slow", (sys.executable, "-c", waiting)), is_air_gapped=False)
        await anext(steps)
        talk = asyncio.ensure_future(anext(steps))
        while not (started.exists() and started.read_text()):
            await asyncio.sleep(0.01)
        program = int(started.read_text())
        os.kill(program, 0)  # it is there
        talk.cancel()
        with pytest.raises(asyncio.CancelledError):
            await talk
        with pytest.raises(ProcessLookupError):  # before the loop ends, which would end it anyway
            os.kill(program, 0)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("npx -y server", ("npx", "-y", "server")),
        ('"/opt/my tools/run" --at "a b"', ("/opt/my tools/run", "--at", "a b")),
        ("  ", ()),
    ],
)
def test_a_command_is_read_as_it_is_typed(text: str, command: tuple[str, ...]) -> None:
    assert read_command(text, is_windows=False) == command
    assert read_command(written(command)) == command


def test_a_path_with_backslashes_is_read_on_windows() -> None:
    command = (r"C:\Program Files\tools\run.exe", "--flag")
    assert read_command(r'"C:\Program Files\tools\run.exe" --flag', is_windows=True) == command
    with pytest.raises(ToolServerRefused):
        read_command('"open', is_windows=False)


@pytest.mark.parametrize(
    ("server", "reason"),
    [
        (ToolServer("a b", ("x",)), "name"),
        (ToolServer("taken", ("x",)), "taken"),
        (ToolServer("x"), "form"),
        (ToolServer("x", ("x",), "http://127.0.0.1:1/"), "form"),
        (ToolServer("x", url="https://127.0.0.1:1/"), "not_loopback"),
        (ToolServer("x", url="http://127.0.0.1:99999/"), "not_loopback"),
        (ToolServer("x", url="http://[::1/"), "not_loopback"),
    ],
)
def test_what_may_not_be_added_says_why(server: ToolServer, reason: str) -> None:
    with pytest.raises(ToolServerRefused) as refused:
        check(server, {"taken"})
    assert refused.value.details["reason"] == reason
