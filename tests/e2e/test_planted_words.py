"""A planted passphrase, recovery code and message, and a person's whole day: none is anywhere outside the vault.

Looked at are every file below the folder in which all of it happens (vault, settings, temporary files), what lies
behind this process's open descriptors, the log at its most talkative, standard output and error, the titles of all
windows, and after locking the clipboard.
"""

from __future__ import annotations

import io
import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.clipboard import own_clipboard
from tests.crash.hunt import MARKER, Scanned, hunt
from tests.e2e import desk as desks
from tests.e2e.desk import Desk
from vault.records import State

PASSPHRASE = "planted zorblatt passphrase"  # typed key by key, which goes with Latin letters only


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    handler, root = logging.StreamHandler(stream), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
def desk(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(desks, "PASSPHRASE", PASSPHRASE)
    (tmp_path / "scratch").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    font = qapp.font()
    desk = Desk(qtbot, qapp, tmp_path)
    yield desk
    desk.close()
    qapp.setStyleSheet("")
    qapp.setFont(font)


def titles(qapp: QApplication) -> str:
    return "\n".join(widget.windowTitle() for widget in qapp.topLevelWidgets())


def test_nothing_planted_is_outside_the_vault(
    desk: Desk, qapp: QApplication, tmp_path: Path, log: io.StringIO, capfd: pytest.CaptureFixture[str]
) -> None:
    code = desk.create()
    seen = [titles(qapp)]
    desk.session.vault.settings.set("memory.mode", "auto")
    desk.new_chat()
    reply = desk.say(f"Please remember that my boat is called {MARKER}.")
    desk.say(f"记住：我的船叫 {MARKER}")
    seen.append(titles(qapp))
    vault = desk.session.vault
    kept = " ".join(memory.claim for memory in vault.memories.list(None)) + " ".join(
        turn.text for chat in vault.conversations.list() for turn in vault.conversations.turns(chat.id)
    )
    assert MARKER in kept, "it was not even said: the hunt would find nothing anyhow"
    assert State.ACTIVE in {memory.state for memory in vault.memories.list(None)}

    own_clipboard().copy(reply.text())
    own_clipboard().copy(code, is_secret=True)
    scanned = Scanned()
    hunt(tmp_path, scanned)
    assert scanned.files >= 8
    assert scanned.descriptors >= 2
    desk.window.chat.composer.edit.setPlainText(f"a draft of {MARKER}")
    desk.application.lock()
    assert desk.locked == 1
    clipboard = QGuiApplication.clipboard().text()
    hunt(tmp_path, scanned)
    out, err = capfd.readouterr()
    places = {
        "log": log.getvalue(), "standard output": out, "standard error": err, "titles": "\n".join(seen),
        "clipboard": clipboard,
    }  # fmt: skip
    planted = (MARKER, code, PASSPHRASE)
    assert [place for place, text in places.items() if any(word in text for word in planted)] == []
    for path in tmp_path.rglob("*"):
        raw = path.read_bytes() if path.is_file() else b""
        assert not any(word.encode() in raw for word in planted), path.name
    # The model runtime's mark, which it makes where it was not loaded before and nobody hardened this process.
    assert {path.name for path in (tmp_path / "scratch").iterdir()} <= {".ses"}
