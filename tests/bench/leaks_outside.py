"""Where a session leaves text outside the vault: the clipboard of the window, and a process that is aborted.

Both return the texts of each place by its name; `tests.bench.leaks` searches them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QToolButton

from desktop.chat.message import MessageWidget
from desktop.clipboard import own_clipboard
from desktop.theme import Theme
from desktop.words import Words
from tests.bench.planted import Planted
from vault.records import Turn

PROJECT = Path(__file__).resolve().parents[2]
ABORT = "os.abort()"

# The values are in its memory, in local variables of the frames that a fault report lists, in the page cache of the
# database and in half a reply. The log is at its most talkative, and the report of all threads is on.
_CHILD = """
import asyncio, faulthandler, json, logging, os, sys, tempfile
from pathlib import Path
from tests.crash.cores import allow_cores
allow_cores()
from assistant.session import Session
from vault import FLOOR_COST, Secret, create_vault, harden_process
from vault.records import Candidate, Layer

harden_process()
faulthandler.enable(all_threads=True)
logging.basicConfig(level=logging.DEBUG)
texts = json.loads(sys.stdin.read())
vault, _ = create_vault(Path(sys.argv[1]), Secret("a crash, opens nothing else"), cost=FLOOR_COST)

async def talk(session):
    conversation = session.conversation().id
    for text in texts:
        vault.memories.add(Candidate("note", text, Layer.FACT, text, ()))
        vault.conversations.set_draft(conversation, text)
    for number, text in enumerate(texts[::10]):
        async for _ in session.ask(text, conversation):
            if number == len(texts[::10]) - 1:
                print("in a reply", flush=True)
                ENDING

with Session.over(vault) as session:
    asyncio.run(talk(session))
"""


def clipboard(turns: Sequence[Turn]) -> dict[str, list[str]]:
    """Press *Copy* at every message; what was on the clipboard, and what is there after what locking does to it."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    font, sheet = app.font(), app.styleSheet()
    theme, copied = Theme(app), []
    board = QGuiApplication.clipboard()
    try:
        for turn in turns:
            message = MessageWidget(theme, Words(), turn)
            _copy_button(message).click()
            copied.append(board.text())
            message.deleteLater()
    finally:
        theme.deleteLater()
        app.setStyleSheet(sheet)
        app.setFont(font)
    own_clipboard().clear()
    return {"clipboard": copied, "clipboard after locking": [board.text()]}


def _copy_button(message: MessageWidget) -> QToolButton:
    return next(one for one in message.findChildren(QToolButton) if one.toolTip() == "Copy message")


def crash(values: Sequence[Planted], folder: Path, *, ending: str = ABORT) -> dict[str, list[str]]:
    """Abort a process that holds the values; its output with the fault report, and every file it left.

    `ending` is the line that ends it; the system must say that it wrote no core. Nothing on Windows, which has neither
    cores nor this abort.
    """
    if os.name == "nt":
        return {}
    scratch = folder / "crash"
    scratch.mkdir()
    output = folder / "crash.out"
    with output.open("wb") as stream:
        process = Popen(
            [sys.executable, "-c", _CHILD.replace("ENDING", ending), str(scratch / "vault")],
            stdin=PIPE, stdout=stream, stderr=STDOUT, cwd=scratch,
            env={**os.environ, "PYTHONPATH": str(PROJECT), "TMPDIR": str(scratch)},
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(json.dumps([one.text for one in values]).encode())
        process.stdin.close()
        _, status = os.waitpid(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    said = output.read_text(encoding="utf-8", errors="replace")
    output.unlink()
    assert os.WIFSIGNALED(status), f"it ended otherwise:\n{said}"
    assert not os.WCOREDUMP(status), "the system wrote a core"
    assert "in a reply" in said
    assert "Fatal Python error: Aborted" in said
    return {"crash: output and fault report": [said], "crash: files left": [*read_all(scratch)]}


def read_all(folder: Path) -> Iterator[str]:
    """The content of every file below, read in each way that text may stand in it."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            raw = file.read_bytes()
            yield raw.decode("utf-8", "replace")
            yield raw.decode("latin-1")
            yield from (raw[start:].decode("utf-16-le", "replace") for start in (0, 1))
