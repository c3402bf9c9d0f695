"""Servers of tools as a person sets them up: typed, tested step by step, trusted, edited, removed; by keyboard too."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.tools.server_trial import STEPS
from assistant.tools.servers import ToolServer, add, servers
from desktop.language import Language
from desktop.settings.tool_server_dialog import ToolServerDialog
from desktop.settings.tools_page import ToolsPage
from desktop.settings.view import SettingsView
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from vault import Vault

SERVER = str(Path(__file__).parents[2] / "assistant" / "tools" / "mcp_server.py")
WAIT_MS = 60_000


@pytest.fixture
def page(qtbot: QtBot, view: SettingsView) -> ToolsPage:
    view.show_page(view.tools)
    qtbot.waitUntil(lambda: view.tools.use.isChecked())
    return view.tools


@pytest.fixture
def form(qtbot: QtBot, page: ToolsPage) -> ToolServerDialog:
    click(qtbot, page, "addToolServer")
    return dialog(qtbot, page, ToolServerDialog)


def type_in(qtbot: QtBot, form: ToolServerDialog, name: str, place: str) -> None:
    for field, text in (("toolServerName", name), ("toolServerPlace", place)):
        line = child(form, QLineEdit, field)
        line.clear()
        qtbot.keyClicks(line, text)


def test_a_server_is_tested_added_trusted_and_removed(
    qtbot: QtBot, page: ToolsPage, form: ToolServerDialog, vault: Vault
) -> None:
    type_in(qtbot, form, "parcels", f'"{sys.executable}" "{SERVER}"')
    with qtbot.waitSignal(form.trial.finished, timeout=WAIT_MS) as finished:
        click(qtbot, form, "testToolServer")
    assert finished.args == [True]
    assert [form.trial.lines.state_of(step) for step in STEPS] == ["ok"] * 3
    assert "4 offered" in child(form, QLabel, "step_tools").text()
    shown = [form.trial.tools.item(row).text() for row in range(form.trial.tools.count())]
    assert shown[1] == "add — Adds two numbers."
    qtbot.waitUntil(
        lambda: form.trial.rect().contains(form.trial.tools.geometry())
    )  # nothing of it is cut off
    click(qtbot, form, "saveToolServer")
    qtbot.waitUntil(lambda: page.current() is not None)
    assert page.view.item(0).text() == "parcels · asks before each call"
    assert servers(vault.settings) == [ToolServer("parcels", (sys.executable, SERVER))]
    click(qtbot, page, "trustToolServer")
    qtbot.waitUntil(lambda: page.view.item(0).text() == "parcels · trusted")
    assert servers(vault.settings)[0].is_trusted
    click(qtbot, page, "removeToolServer")
    qtbot.waitUntil(lambda: page.current() is None)
    assert servers(vault.settings) == []
    assert not page.remove.isEnabled()


def test_what_does_not_answer_is_said_at_its_step(qtbot: QtBot, form: ToolServerDialog) -> None:
    type_in(qtbot, form, "shut", "http://127.0.0.1:9/mcp")
    kind = child(form, QComboBox, "toolServerKind")
    kind.setCurrentIndex(1)
    kind.activated.emit(1)
    with qtbot.waitSignal(form.trial.finished, timeout=WAIT_MS) as finished:
        click(qtbot, form, "testToolServer")
    assert finished.args == [False]
    assert [form.trial.lines.state_of(step) for step in STEPS] == ["failed", "", ""]
    assert "Nothing answers" in child(form, QLabel, "step_place").text()


@pytest.mark.parametrize(
    ("name", "place", "said"),
    [
        ("two words", "run", "name"),
        ("one", "", "command"),
        ("one", '"open', "quote"),
        ("parcels", "run", "Another server"),
    ],
)
def test_what_is_missing_is_said_and_focused(
    qtbot: QtBot, page: ToolsPage, vault: Vault, name: str, place: str, said: str
) -> None:
    add(vault.settings, ToolServer("parcels", ("x",)))
    page.refresh()
    qtbot.waitUntil(lambda: page.current() is not None)
    click(qtbot, page, "addToolServer")
    form = dialog(qtbot, page, ToolServerDialog)
    type_in(qtbot, form, name, place)
    click(qtbot, form, "saveToolServer")
    assert form.isVisible()
    assert said in form.notice.text()
    assert form.focusWidget() is (form.name if said in ("name", "Another server") else form.place)
    assert len(servers(vault.settings)) == 1


def test_a_server_is_edited_with_the_keyboard_alone(qtbot: QtBot, page: ToolsPage, vault: Vault) -> None:
    add(vault.settings, ToolServer("old", ("run", "a b")))
    page.refresh()
    qtbot.waitUntil(lambda: page.current() is not None)
    page.view.setFocus()
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    form = dialog(qtbot, page, ToolServerDialog)
    assert form.focusWidget() is form.name
    assert form.place.text() == "run 'a b'"
    form.name.selectAll()
    qtbot.keyClicks(form.name, "new")
    qtbot.keyClick(form.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [one.name for one in servers(vault.settings)] == ["new"])
    assert servers(vault.settings)[0].command == ("run", "a b")


def test_tools_are_switched_off_and_stay_off(qtbot: QtBot, page: ToolsPage, vault: Vault) -> None:
    page.use.setFocus()
    qtbot.keyClick(page.use, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: vault.settings.get("tools.use") is False)
    page.refresh()
    qtbot.waitUntil(lambda: not page.use.isChecked())
    assert child(page, QCheckBox, "useTools") is page.use


def test_both_have_names_and_words_in_both_languages(
    qtbot: QtBot, page: ToolsPage, form: ToolServerDialog, language: Language
) -> None:
    assert problems(form) == []
    assert problems(page) == []
    language.use("zh")
    qtbot.waitUntil(lambda: form.windowTitle() == "添加工具服务器")
    assert page.heading.text() == "工具"
    assert child(form, QPushButton, "testToolServer").text().startswith("测试服务器")
    assert problems(form) == []
