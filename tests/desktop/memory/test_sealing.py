"""Sealing in the window: the act, stars in the list, the passphrase to see it again, and the export by choice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop.memory.detail_pane import acts_for
from desktop.memory.export_dialog import ExportDialog
from desktop.memory.reveal_dialog import RevealDialog
from desktop.memory.view import MemoryView
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from tests.desktop.memory.conftest import Tell
from tests.fixtures import PASSPHRASE
from vault import Vault
from vault.records import MemoryMode, Sensitivity


@pytest.fixture
def memory_id(tell: Tell) -> str:
    [outcome] = tell("I like green tea.", mode=MemoryMode.AUTO)
    assert outcome.memory is not None
    return outcome.memory.id


@pytest.fixture
def sealed(qtbot: QtBot, make_view: Callable[[], MemoryView], memory_id: str, vault: Vault) -> MemoryView:
    """The view with the memory sealed by its button."""
    view = make_view()
    view.show_memory(memory_id)
    detail = view.memories.detail
    qtbot.waitUntil(lambda: detail.memory is not None and detail.memory.id == memory_id)
    click(qtbot, detail, "sealButton")
    qtbot.waitUntil(lambda: detail.memory is not None and detail.memory.sensitivity is Sensitivity.SEALED)
    return view


def texts(view: MemoryView) -> str:
    labels = [label.text() for label in view.findChildren(QLabel)]
    return "\n".join([*labels, *(row.claim for row in view.store.state.memories)])


def test_the_button_seals_and_the_window_shows_stars(
    sealed: MemoryView, memory_id: str, vault: Vault
) -> None:
    assert "***" in texts(sealed)
    assert "green tea" not in texts(sealed)
    memory = vault.memories.get(memory_id)
    assert "edit" not in acts_for(memory)
    assert "reveal" in acts_for(memory)


def test_the_passphrase_shows_it_and_closing_takes_it_away(qtbot: QtBot, sealed: MemoryView) -> None:
    click(qtbot, sealed.memories.detail, "revealButton")
    asked = dialog(qtbot, sealed, RevealDialog)
    field, told = child(asked, QLineEdit, "revealPassphrase"), child(asked, QPlainTextEdit, "revealed")
    assert problems(asked) == []
    qtbot.keyClicks(field, "wrong")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: asked.notice.text() != "", timeout=15_000)
    assert not told.isVisible()
    assert field.text() == ""
    field.setText(PASSPHRASE)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(told.isVisible, timeout=15_000)
    assert "green tea" in told.toPlainText()
    qtbot.waitUntil(
        lambda: told.geometry().bottom() < asked.buttons.geometry().top()
    )  # nothing lies over the words
    assert asked._timer.isActive()
    asked.reject()  # what Escape does; a key's release would come to a dialog that is gone
    qtbot.waitUntil(lambda: not sealed.findChildren(RevealDialog))


def test_it_is_made_ordinary_again_for_the_passphrase(
    qtbot: QtBot, sealed: MemoryView, memory_id: str, vault: Vault
) -> None:
    click(qtbot, sealed.memories.detail, "revealButton")
    asked = dialog(qtbot, sealed, RevealDialog)
    child(asked, QLineEdit, "revealPassphrase").setText(PASSPHRASE)
    click(qtbot, asked, "unsealButton")
    qtbot.waitUntil(
        lambda: vault.memories.get(memory_id).sensitivity is Sensitivity.SENSITIVE, timeout=15_000
    )
    assert "green tea" in vault.memories.get(memory_id).claim


@pytest.mark.parametrize("is_wanted", [False, True])
def test_it_is_exported_by_explicit_choice_only(
    qtbot: QtBot, sealed: MemoryView, tmp_path: Path, is_wanted: bool
) -> None:
    sealed._on_export_wanted()
    form = dialog(qtbot, sealed, ExportDialog)
    target = tmp_path / "out.json"
    child(form, QLineEdit, "exportFile").setText(str(target))
    child(form, QCheckBox, "exportSealed").setChecked(is_wanted)
    if is_wanted:
        child(form, QLineEdit, "exportPassphrase").setText(PASSPHRASE)
    click(qtbot, form, "exportButton")
    qtbot.waitUntil(lambda: form._report is not None, timeout=15_000)
    assert ("green tea" in json.dumps(json.loads(target.read_text(encoding="utf-8")))) is is_wanted
