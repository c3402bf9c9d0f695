"""`keepsake chat` through a real pseudo-terminal, and on plain lines without one."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.assistant.cli.conftest import PROGRAM, Run
from tests.assistant.servers import Received, event, head, serving
from tests.fixtures import PASSPHRASE
from vault import Secret, is_vault, open_vault
from vault.records import EndpointConfig, Role, State

APPEARS_WITHIN_S = 60.0


class Terminal:
    """The program on a pseudo-terminal. `expect` reads until a pattern has appeared."""

    def __init__(self, handle: int, process: subprocess.Popen[bytes]) -> None:
        self._handle, self._process = handle, process
        self.seen = ""
        self._unread = ""

    def type(self, text: str) -> None:
        os.write(self._handle, text.encode("utf-8"))

    def expect(self, pattern: str) -> re.Match[str]:
        """The first match in what was printed since the last one."""
        ends_at = time.monotonic() + APPEARS_WITHIN_S
        while (found := re.search(pattern, self._unread)) is None:
            left = ends_at - time.monotonic()
            ready, _, _ = select.select([self._handle], [], [], max(0.0, left))
            assert ready, f"{pattern!r} did not appear in {self._unread!r}"
            try:
                data = os.read(self._handle, 65536)
            except OSError as error:  # the other end is closed
                raise AssertionError(f"ended before {pattern!r}: {self._unread!r}") from error
            self._unread += data.decode("utf-8", "replace")
            self.seen += data.decode("utf-8", "replace")
        self._unread = self._unread[found.end() :]
        return found

    def interrupt_until(self, pattern: str) -> None:
        """Ctrl+C, again as a user would where nothing happens.

        CPython's readline prints its prompt before it waits in select; an interrupt between the two is seen only
        with the next key.
        """
        for _ in range(int(APPEARS_WITHIN_S)):
            self.type("\x03")
            ready, _, _ = select.select([self._handle], [], [], 1.0)
            if ready:
                break
        self.expect(pattern)

    def ended(self) -> int:
        """The exit status, once the program has ended."""
        return self._process.wait(timeout=APPEARS_WITHIN_S)


@contextmanager
def terminal(*arguments: str) -> Iterator[Terminal]:
    handle, other = pty.openpty()
    process = subprocess.Popen(
        [str(PROGRAM), *arguments, "--lang", "en"],
        stdin=other,
        stdout=other,
        stderr=other,
        start_new_session=True,
        preexec_fn=_own_terminal,
        env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "dumb"},
    )
    os.close(other)
    try:
        yield Terminal(handle, process)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(handle)


def _own_terminal() -> None:
    """In the child: the pseudo-terminal becomes the controlling one, so that Ctrl+C is a signal."""
    import fcntl  # start-up time: not on every system
    import termios  # start-up time

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def endless_server() -> Iterator[str]:
    """The address of a model that never stops talking, on a loop of its own."""
    origins: list[str] = []
    started, stop = threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(head())
        while True:
            writer.write(event("word "))
            await writer.drain()
            await asyncio.sleep(0.01)

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        async with serving(behave) as server:
            origins.append(server.origin)
            started.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert started.wait(APPEARS_WITHIN_S)
    try:
        yield origins[0]
    finally:
        loops[0].call_soon_threadsafe(stop.set)
        thread.join()


def test_a_conversation_with_badge_sources_and_review(folder: Path, passphrase_file: Path) -> None:
    with terminal("chat", "--vault", str(folder), "--passphrase-file", str(passphrase_file)) as chat:
        chat.expect("> ")
        chat.type("I like green tea\n")
        chat.expect("Proposed memory: .*green tea")
        chat.expect("for later: ")
        chat.type("e\n")
        chat.expect("The sentence: ")
        chat.type("I like strong green tea\n")
        chat.expect(r"Kept\.")
        chat.expect("> ")
        chat.type("What do I like to drink?\n")
        chat.expect("green tea")
        chat.expect("confidence")
        chat.expect(r"\[1\] \w+ [mt]_\w+: .*green tea")
        chat.expect("> ")
        chat.interrupt_until("/quit leaves")
        chat.type("/quit\n")
        chat.expect("locked")
        assert chat.ended() == 0
    with open_vault(folder, passphrase=Secret(PASSPHRASE)) as vault:
        [memory] = vault.memories.list(State.ACTIVE)
    assert memory.claim == "I like strong green tea"


def test_without_a_vault_one_is_offered_and_the_recovery_code_shown_once(tmp_path: Path) -> None:
    vault = tmp_path / "new.keepsake"
    with terminal("chat", "--vault", str(vault)) as chat:
        chat.expect(r"\[y/n\] ")
        chat.type("y\n")
        chat.expect("New passphrase: ")
        chat.type("typed on a terminal\n")
        chat.expect("Once more: ")
        chat.type("typed on a terminal\n")
        code = chat.expect(r"(?:[0-9A-Z]{4}-){8}[0-9A-Z]{4}").group()
        chat.expect("> ")
        chat.type("\x04")
        assert chat.ended() == 0
        assert chat.seen.count(code) == 1
        assert "typed on a terminal" not in chat.seen
    open_vault(vault, passphrase=Secret("typed on a terminal")).close()


def test_declining_makes_no_vault(tmp_path: Path) -> None:
    with terminal("chat", "--vault", str(tmp_path / "none")) as chat:
        chat.expect(r"\[y/n\] ")
        chat.type("n\n")
        assert chat.ended() == 1
    assert not is_vault(tmp_path / "none")


def test_ctrl_c_stops_the_reply_and_the_chat_goes_on(folder: Path, passphrase_file: Path) -> None:
    with endless_server() as origin:
        with open_vault(folder, passphrase=Secret(PASSPHRASE)) as vault:
            vault.endpoints.put(EndpointConfig("slow", "openai", origin, "m", trust="local", is_default=True))
        with terminal("chat", "--vault", str(folder), "--passphrase-file", str(passphrase_file)) as chat:
            chat.expect("> ")
            chat.type("Tell me a long story\n")
            chat.expect("word")
            chat.type("\x03")
            chat.expect("Stopped")
            chat.expect("> ")
            chat.type("/endpoint recall-only\n")
            chat.expect("Chosen here: recall-only")
            chat.type("/quit\n")
            assert chat.ended() == 0
    with open_vault(folder, passphrase=Secret(PASSPHRASE)) as vault:
        [conversation] = vault.conversations.list()
        assert [turn.state for turn in vault.conversations.turns(conversation.id)] == ["complete", "stopped"]


def test_plain_lines_work_without_a_terminal(program: Run, folder: Path, passphrase_file: Path) -> None:
    ran = program(
        [
            "chat",
            "--vault",
            str(folder),
            "--passphrase-file",
            str(passphrase_file),
            "--conversation",
            "lines",
        ],
        stdin="My cat is called Momo\n/nonsense\nWhat is my cat called?\n",
    )
    assert ran.code == 0
    assert "no such command" in ran.out
    assert "Momo" in ran.out.split("no such command")[1]
    assert "> " not in ran.out
    with open_vault(folder, passphrase=Secret(PASSPHRASE)) as vault:
        assert vault.conversations.by_name("lines") is not None


def test_versions_on_plain_lines(program: Run, folder: Path, passphrase_file: Path) -> None:
    """Again and edit keep the versions before; one is chosen by its number."""
    lines = [
        "/again",
        "What is my hat size?",
        "/again",
        "/version",
        "/edit What is my shoe size?",
        "/version",
        "/version 1",
    ]
    ran = program(
        ["chat", "--vault", str(folder), "--passphrase-file", str(passphrase_file), "--lang", "en"],
        stdin="\n".join(lines) + "\n",
    )
    assert ran.code == 0
    assert "There is nothing yet" in ran.out
    assert re.search(r"  1/2  .*\n\* 2/2  ", ran.out)
    assert "  1/2  What is my hat size?\n* 2/2  What is my shoe size?" in ran.out
    assert "you: What is my hat size?\nKeepsake: " in ran.out
    with open_vault(folder, passphrase=Secret(PASSPHRASE)) as vault:
        [chat] = vault.conversations.list()
        shown = [turn.text for turn in vault.conversations.turns(chat.id) if turn.role is Role.USER]
        assert shown == ["What is my hat size?"]


def test_a_file_is_put_beside_the_next_message(
    program: Run, folder: Path, passphrase_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_bytes("票数是七比二。".encode("gb18030"))
    (tmp_path / "scan.pdf").write_bytes(b"%PDF-1.7")
    lines = [
        f"/attach {tmp_path}/scan.pdf",
        f"/attach {tmp_path}/notes.txt",
        "/attach",
        "What was the vote?",
        "/attach",
    ]
    ran = program(
        ["chat", "--vault", str(folder), "--passphrase-file", str(passphrase_file), "--lang", "en"],
        stdin="\n".join(lines) + "\n",
    )
    assert ran.code == 0
    assert "PDF, Word and similar" in ran.out
    assert ran.out.count("Beside the next message: notes.txt") == 2
    assert "Beside the next message: —" in ran.out
    with open_vault(folder, passphrase=Secret(PASSPHRASE)) as vault:
        [chat] = vault.conversations.list()
        question = vault.conversations.turns(chat.id)[0]
        [kept] = vault.attachments.of([question.id])[question.id]
        assert (kept.file.name, kept.file.text, kept.file.encoding) == (
            "notes.txt",
            "票数是七比二。",
            "gb18030",
        )


def test_plain_lines_without_a_vault_are_an_error(program: Run, tmp_path: Path) -> None:
    ran = program(["chat", "--vault", str(tmp_path / "none"), "--json"], stdin="hello\n")
    assert (ran.code, ran.data["error"]) == (1, "vault_missing")
