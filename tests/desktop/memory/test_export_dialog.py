"""The export dialog: the file it writes, what it says before and after, cancel, and a refused place."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from desktop.bridge import Bridge
from desktop.memory.export_dialog import ExportDialog
from desktop.memory.view import MemoryView
from tests.desktop.finding import child, click, dialog
from vault import Vault
from vault.records import MemoryMode, Outcome

Tell = Callable[..., Sequence[Outcome]]


@pytest.fixture
def listing(make_view: Callable[[], MemoryView], tell: Tell) -> MemoryView:
    tell("My budget for the CRM upgrade is 300k.", mode=MemoryMode.AUTO, scope="work", title="CRM")
    tell("I am allergic to peanuts.", mode=MemoryMode.AUTO)
    tell("I prefer short answers.")
    view = make_view()
    view.tabs.setCurrentWidget(view.memories)
    return view


@pytest.fixture
def exporting(qtbot: QtBot, listing: MemoryView) -> ExportDialog:
    click(qtbot, listing, "exportMemories")
    return dialog(qtbot, listing, ExportDialog)


def choose(box: QComboBox, value: str) -> None:
    index = box.findData(value)
    assert index >= 0, f"no choice {value}"
    box.setCurrentIndex(index)
    box.activated.emit(index)


def type_file(qtbot: QtBot, exporting: ExportDialog, target: Path) -> None:
    field = child(exporting, QLineEdit, "exportFile")
    field.selectAll()
    qtbot.keyClicks(field, str(target))


def test_it_says_that_the_file_is_in_clear_text(exporting: ExportDialog) -> None:
    assert "clear text" in exporting.warning.text()


def test_a_scope_is_written_with_its_sources_for_the_owner_alone(
    qtbot: QtBot, exporting: ExportDialog, tmp_path: Path, vault: Vault
) -> None:
    target = tmp_path / "work.json"
    type_file(qtbot, exporting, target)
    choose(child(exporting, QComboBox, "exportScope"), "work")
    qtbot.keyClick(child(exporting, QLineEdit, "exportFile"), Qt.Key.Key_Return)
    result = child(exporting, QLabel, "exportResult")
    qtbot.waitUntil(result.isVisible)
    (memory,) = json.loads(target.read_text(encoding="utf-8"))["memories"]
    assert memory["evidence"][0]["conversation_title"] == "CRM"
    assert memory["value"]["low"] == 300_000
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert "Memories: 1, quoted sentences: 1" in result.text()
    assert any(entry.action == "export" for entry in vault.audit.entries())


def test_proposals_are_left_out_on_request_and_the_suffix_follows_the_format(
    qtbot: QtBot, exporting: ExportDialog, tmp_path: Path
) -> None:
    type_file(qtbot, exporting, tmp_path / "all.json")
    choose(child(exporting, QComboBox, "exportFormat"), "markdown")
    assert child(exporting, QLineEdit, "exportFile").text().endswith("all.md")
    child(exporting, QCheckBox, "exportPast").setChecked(False)
    click(qtbot, exporting, "exportButton")
    qtbot.waitUntil(child(exporting, QLabel, "exportResult").isVisible)
    page = (tmp_path / "all.md").read_text(encoding="utf-8")
    assert "peanuts" in page
    assert "short answers" not in page


def test_the_vaults_folder_is_refused_in_words(qtbot: QtBot, exporting: ExportDialog, vault: Vault) -> None:
    type_file(qtbot, exporting, vault.path / "out.json")
    click(qtbot, exporting, "exportButton")
    qtbot.waitUntil(exporting.notice.isVisible)
    assert "outside the vault" in exporting.notice.text()
    assert not (vault.path / "out.json").exists()
    assert exporting.export.isEnabled()


def test_cancelling_a_running_export_writes_nothing(
    qtbot: QtBot, exporting: ExportDialog, tmp_path: Path, bridge: Bridge
) -> None:
    # The export waits behind this one, so that it is cancelled while it waits.
    held = bridge.run_slow(_until_cancelled)
    type_file(qtbot, exporting, tmp_path / "never.json")
    click(qtbot, exporting, "exportButton")
    qtbot.keyClick(exporting, Qt.Key.Key_Escape)
    held.cancel()
    qtbot.waitUntil(exporting.notice.isVisible)
    assert "Nothing was written" in exporting.notice.text()
    assert exporting.isVisible()
    assert not (tmp_path / "never.json").exists()


def _until_cancelled(_progress: object, cancelled: Callable[[], bool]) -> None:
    event = getattr(cancelled, "_event")  # noqa: B009 - the token offers no wait, and a test must not spin
    event.wait(10)
