"""The local socket of the process that holds a vault: other processes of the same user send it commands instead.

A Unix socket in the user's own run-time folder, readable by the owner alone; there is no TCP, and on Windows no socket.
Each request is one line of JSON and carries the passphrase, which is checked against the vault's slots; `show` and
`lock` need none. The answer is lines of JSON: what to print, and last the exit status.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Final, TextIO, TypeVar, cast

from assistant.catalogue import error_texts
from assistant.cli.remote import run_for
from assistant.places import runtime_folder
from assistant.session import Session
from vault import Secret, inspect_vault
from vault.errors import KeepsakeError, PassphraseRefused, WrongPassphrase

THREAD: Final = "keepsake-instance"
_LONGEST_REQUEST_BYTES: Final = 16 * 1024 * 1024
_CONNECT_TIMEOUT_S: Final = 2.0
_LONGEST_DELAY_S: Final = 5.0
_LONGEST_PATH_BYTES: Final = 100  # Source: unix(7), sun_path holds 108 bytes, on macOS 104

Request = dict[str, object]
PrintFrame = Callable[[str, str], None]
_T = TypeVar("_T")


def socket_path(vault_id: str) -> Path:
    """Where the holder of this vault listens."""
    return runtime_folder() / f"{vault_id[:16]}.sock"


class InstanceServer:
    """Serves other processes from a thread of its own. `start` after the session is open, `close` before it is closed.

    `on_show` and `on_lock` are called on that thread and must return at once; None where there is no window to show.
    """

    def __init__(
        self, session: Session, on_show: Callable[[], None] | None, on_lock: Callable[[], None] | None
    ) -> None:
        self._session = session
        self._words: dict[str, Callable[[], None] | None] = {"show": on_show, "lock": on_lock}
        self._path = socket_path(session.vault.vault_id)
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._is_listening = False
        self._running: set[threading.Event] = set()
        self._failures = 0

    @property
    def is_listening(self) -> bool:
        """Whether other processes can reach this one; without it they are told that the vault is in use."""
        return self._is_listening

    def start(self) -> None:
        """Listen, where the system has such sockets and a folder that is the user's alone. Returns when it does."""
        if sys.platform == "win32" or not _prepare(self._path):
            return
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), name=THREAD, daemon=True)
        self._thread.start()
        started.wait()

    def close(self) -> None:
        """Stop listening, stop what runs for others, and wait for it. Idempotent."""
        thread, self._thread = self._thread, None
        if thread is None or self._loop is None or self._stop is None:
            return
        self._loop.call_soon_threadsafe(self._stop.set)
        thread.join()
        self._is_listening = False

    # on the thread

    def _run(self, started: threading.Event) -> None:
        try:
            asyncio.run(self._serve(started))
        finally:
            started.set()

    async def _serve(self, started: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._checking = asyncio.Lock()
        tasks: set[asyncio.Task[None]] = set()

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.ensure_future(self._talk(reader, writer))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        with ThreadPoolExecutor(2, THREAD) as self._workers:
            try:
                server = await asyncio.start_unix_server(accept, self._path, limit=_LONGEST_REQUEST_BYTES)
            except OSError:
                return  # no such sockets on this file system: others are told that the vault is in use
            self._path.chmod(0o600)
            self._is_listening = True
            started.set()
            await self._stop.wait()
            server.close()
            self._path.unlink(missing_ok=True)
            for cancelled in list(self._running):
                cancelled.set()
            if tasks:
                await asyncio.wait(tasks)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = _request(await reader.readline())
            code = await self._answer(request, reader, writer)
            writer.write(_line({"code": code}))
            await writer.drain()
        except (OSError, ValueError, TypeError, asyncio.LimitOverrunError):
            pass  # whoever asked has gone, or speaks another protocol
        finally:
            writer.close()

    async def _answer(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> int:
        word = request.get("word")
        if isinstance(word, str):
            call = self._words.get(word)
            if call is None:
                return 1
            call()
            return 0
        try:
            await self._check(Secret(str(request["passphrase"])))
        except (WrongPassphrase, PassphraseRefused) as error:
            writer.write(_refusal(error, str(request["language"])))
            return 1
        return await self._execute(request, reader, writer)

    async def _check(self, passphrase: Secret) -> None:
        """One at a time, and slower after each failure. Raises: WrongPassphrase, PassphraseRefused."""
        async with self._checking:
            if self._failures:
                await asyncio.sleep(min(_LONGEST_DELAY_S, 0.25 * 2**self._failures))
            is_right = await self._in_worker(lambda: self._session.vault.slots.opens(passphrase))
            self._failures = 0 if is_right else min(self._failures + 1, 8)
        if not is_right:
            raise WrongPassphrase

    async def _execute(
        self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> int:
        cancelled = threading.Event()
        self._running.add(cancelled)
        gone = asyncio.ensure_future(reader.read(1))  # the other side sends nothing more: this is its end
        gone.add_done_callback(lambda _: cancelled.set())
        loop = asyncio.get_running_loop()
        frames = [_Frames(name, loop, writer) for name in ("out", "err")]
        try:
            return await self._in_worker(
                lambda: run_for(
                    self._session,
                    [str(part) for part in cast("list[object]", request["command"])],
                    language=str(request["language"]),
                    folder=Path(str(request["folder"])),
                    out=cast("TextIO", frames[0]),
                    err=cast("TextIO", frames[1]),
                    cancelled=cancelled,
                    passphrase=Secret(str(request["passphrase"])),
                )
            )
        finally:
            self._running.discard(cancelled)
            gone.cancel()

    async def _in_worker(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._workers, work)


class _Frames:
    """What a command prints, as lines of JSON to the process that asked. Written to from a worker."""

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop, writer: asyncio.StreamWriter) -> None:
        self._name, self._loop, self._writer = name, loop, writer

    def write(self, text: str) -> int:
        self._loop.call_soon_threadsafe(self._writer.write, _line({self._name: text}))
        return len(text)

    def flush(self) -> None:
        """Lines leave by themselves."""


def _request(line: bytes) -> Request:
    """Raises: ValueError for anything that is no request."""
    request = json.loads(line)
    if not isinstance(request, dict):
        raise ValueError("not a request")
    if not isinstance(request.get("word"), str):
        texts = [request.get(name) for name in ("passphrase", "language", "folder")]
        if not isinstance(request.get("command"), list) or not all(isinstance(text, str) for text in texts):
            raise ValueError("not a request")
    return request


def _line(value: Request) -> bytes:
    return json.dumps(value).encode("ascii") + b"\n"


def _refusal(error: KeepsakeError, language: str) -> bytes:
    message, kept, next_step = error_texts(error, language if language in ("en", "zh") else "en")
    return _line({"error": error.code, "message": message, "kept": kept, "next": next_step})


def _prepare(path: Path) -> bool:
    """A run-time folder of the user's own without a socket left by a crash; False where that cannot be had."""
    if len(os.fsencode(path)) > _LONGEST_PATH_BYTES:
        return False
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = path.parent.stat()
        if found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
            return False  # somebody else could put a socket of theirs in its place
        path.unlink(missing_ok=True)  # the vault is ours, so whoever made it is gone
    except OSError:
        return False
    return True


# the other side


def forward(
    vault_path: Path, passphrase: Secret, command: Sequence[str], *, language: str, print_frame: PrintFrame
) -> int | None:
    """Send a command to the holder of the vault and hand on what it prints; its exit status, None where none listens.

    `print_frame` gets (out, text), (err, text) or (error, JSON of the error object).
    """
    request: Request = {
        "command": list(command),
        "language": language,
        "folder": str(Path.cwd()),
        "passphrase": passphrase.reveal().decode("utf-8", "replace"),
    }
    return _ask(vault_path, request, print_frame)


def tell_running(vault_path: Path, word: str) -> bool:
    """Send `show` or `lock` to the holder of the vault; False where there is none that can do it."""
    return _ask(vault_path, {"word": word}, lambda kind, text: None) == 0


def _ask(vault_path: Path, request: Request, print_frame: PrintFrame) -> int | None:
    if sys.platform == "win32":
        return None
    path = socket_path(inspect_vault(vault_path).vault_id)
    try:
        if path.stat().st_uid != os.getuid():
            return None
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_CONNECT_TIMEOUT_S)
            connection.connect(str(path))
            connection.settimeout(None)
            connection.sendall(_line(request))
            with connection.makefile("rb") as lines:
                return _read(lines, print_frame)
    except OSError:
        return None


def _read(lines: IO[bytes], print_frame: PrintFrame) -> int | None:
    for line in lines:
        frame: Request = json.loads(line)
        if "code" in frame:
            return int(str(frame["code"]))
        if "error" in frame:
            print_frame("error", json.dumps(frame, ensure_ascii=False))
        for kind in ("out", "err"):
            if kind in frame:
                print_frame(kind, str(frame[kind]))
    return None
