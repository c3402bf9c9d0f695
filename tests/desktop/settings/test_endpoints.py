"""Endpoints as a person sets them up: preset, form, live test against a server on loopback, default, removal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.endpoints.connection_test import STEPS
from assistant.endpoints.discovery import FoundServer, LocalServer
from assistant.session import Session
from desktop.settings import step_lines
from desktop.settings.endpoint_dialog import EndpointDialog
from desktop.settings.endpoint_form import Typed, config_of, fault_of, suggested_trust
from desktop.settings.presets import PRESETS, free_name
from desktop.settings.step_lines import StepLines
from desktop.settings.view import SettingsView
from desktop.theme import Theme
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from tests.desktop.settings.loopback_server import ChatServer
from vault import Vault
from vault.records import EndpointConfig

KEY = "local-test-key"
TYPED = Typed("Home", "http://127.0.0.1:1/v1", "m", "", "local", is_default=False)


@pytest.fixture
def server() -> Iterator[ChatServer]:
    server = ChatServer(KEY)
    yield server
    server.close()


@pytest.fixture
def form(qtbot: QtBot, view: SettingsView) -> EndpointDialog:
    click(qtbot, view, "addEndpoint")
    return dialog(qtbot, view, EndpointDialog)


def fill_in(qtbot: QtBot, form: EndpointDialog, server: ChatServer, *, key: str = KEY) -> None:
    for name, text in (("endpointName", "Home"), ("endpointUrl", server.url), ("endpointKey", key)):
        field = child(form, QLineEdit, name)
        field.clear()
        qtbot.keyClicks(field, text)


def test_a_server_is_added_tested_and_made_the_default(
    qtbot: QtBot, view: SettingsView, form: EndpointDialog, server: ChatServer, vault: Vault
) -> None:
    fill_in(qtbot, form, server)
    assert child(form, QComboBox, "endpointTrust").currentData() == "local"
    click(qtbot, form, "loadModels")
    model = child(form, QComboBox, "endpointModel")
    qtbot.waitUntil(lambda: model.count() == 2)
    model.setEditText("small-model")
    with qtbot.waitSignal(form.test.finished) as finished:
        click(qtbot, form, "testConnection")
    assert finished.args == [True]
    assert [form.test.state_of(step) for step in STEPS] == ["ok"] * 6
    assert "large-model" in child(form, QLabel, "step_models").text()
    child(form, QCheckBox, "endpointDefault").setChecked(True)
    with qtbot.waitSignal(view.endpoints_changed):
        click(qtbot, form, "saveEndpoint")
    kept = vault.endpoints.default()
    assert (kept.name, kept.model, kept.key, kept.trust) == ("Home", "small-model", KEY, "local")
    qtbot.waitUntil(lambda: view.endpoints.model.rowCount() == 2)
    # Each request of the test has its receipt.
    assert {receipt.purpose for receipt in vault.receipts.list()} == {"models", "test"}


def test_a_wrong_key_is_said_at_its_step_and_the_rest_is_not_tried(
    qtbot: QtBot, form: EndpointDialog, server: ChatServer
) -> None:
    fill_in(qtbot, form, server, key="wrong")
    child(form, QComboBox, "endpointModel").setEditText("small-model")
    with qtbot.waitSignal(form.test.finished) as finished:
        click(qtbot, form, "testConnection")
    assert finished.args == [False]
    assert [form.test.state_of(step) for step in STEPS] == ["ok", "ok", "failed", "", "", ""]
    assert "key" in child(form, QLabel, "step_key").text()


def test_each_step_shows_the_seconds_that_it_is_waited_for(
    qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(step_lines.time, "monotonic", lambda: now[0])
    lines = StepLines(theme, STEPS)
    qtbot.addWidget(lines)
    lines.begin()
    now[0] += 3
    qtbot.waitUntil(lambda: "3 s" in child(lines, QLabel, "step_name").text())
    lines.set_done("name", "ok", "this machine")
    assert child(lines, QLabel, "step_name").text() == "this machine"
    assert "0 s" in child(lines, QLabel, "step_tls").text()
    lines.end()
    assert child(lines, QLabel, "step_tls").text() == ""


def test_what_is_missing_is_said_and_focused(qtbot: QtBot, form: EndpointDialog, vault: Vault) -> None:
    qtbot.keyClicks(child(form, QLineEdit, "endpointUrl"), "http://127.0.0.1:1/v1")
    click(qtbot, form, "saveEndpoint")
    assert form.isVisible()
    assert "name" in form.notice.text()
    assert form.fields.name.hasFocus()
    assert len(vault.endpoints.list()) == 1


def test_a_preset_fills_in_name_address_and_trust(form: EndpointDialog) -> None:
    box = child(form, QComboBox, "presetChoice")
    for name, trust in (("OpenRouter", "remote"), ("Ollama", "local")):
        index = box.findText(name)
        box.setCurrentIndex(index)
        box.activated.emit(index)
        assert form.fields.name.text() == name
        assert form.fields.url.text() == next(preset.url for preset in PRESETS if preset.name == name)
        assert form.fields.trust.currentData() == trust


def test_editing_keeps_the_stored_key_and_renames(qtbot: QtBot, view: SettingsView, vault: Vault) -> None:
    vault.endpoints.put(EndpointConfig("Old", "openai", "http://127.0.0.1:9/v1", "m", "local", KEY))
    view.endpoints.refresh()
    qtbot.waitUntil(lambda: view.endpoints.model.rowCount() == 2)
    view.endpoints.view.setCurrentIndex(view.endpoints.model.index(1))
    click(qtbot, view, "editEndpoint")
    form = dialog(qtbot, view, EndpointDialog)
    assert form.fields.key.text() == ""
    assert form.fields.key.echoMode() is QLineEdit.EchoMode.Password
    form.fields.name.selectAll()
    qtbot.keyClicks(form.fields.name, "New")
    with qtbot.waitSignal(view.endpoints_changed):
        qtbot.keyClick(form.fields.name, Qt.Key.Key_Return)
    assert [config.name for config in vault.endpoints.list()] == ["recall-only", "New"]
    assert vault.endpoints.get("New").key == KEY


def test_the_default_is_chosen_and_an_endpoint_removed(
    qtbot: QtBot, view: SettingsView, vault: Vault
) -> None:
    vault.endpoints.put(EndpointConfig("Home", "openai", "http://127.0.0.1:9/v1", "m", "local"))
    view.endpoints.refresh()
    qtbot.waitUntil(lambda: view.endpoints.model.rowCount() == 2)
    view.endpoints.view.setCurrentIndex(view.endpoints.model.index(1))
    click(qtbot, view, "defaultEndpoint")
    qtbot.waitUntil(lambda: vault.endpoints.default().name == "Home")
    qtbot.waitUntil(lambda: not view.endpoints.default.isEnabled())
    click(qtbot, view, "removeEndpoint")
    qtbot.waitUntil(lambda: view.endpoints.model.rowCount() == 1)
    assert vault.endpoints.default().name == "recall-only"


def test_the_built_in_endpoint_is_neither_edited_nor_removed(view: SettingsView) -> None:
    for name in ("editEndpoint", "removeEndpoint", "defaultEndpoint"):
        assert not child(view, QPushButton, name).isEnabled()


def test_the_form_has_names_for_everything(form: EndpointDialog) -> None:
    assert problems(form) == []


def test_the_models_hold_to_qts_rules(qtmodeltester: object, view: SettingsView) -> None:
    qtmodeltester.check(view.endpoints.model)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("url", "trust"),
    [
        ("http://localhost:11434/v1", "local"),
        ("127.0.0.1:8080", "local"),
        ("http://192.168.1.7:1234/v1", "private"),
        ("https://api.example.com/v1", "remote"),
        ("  ", "remote"),
    ],
)
def test_the_trust_is_suggested_by_the_address(url: str, trust: str) -> None:
    assert suggested_trust(url) == trust


def test_a_form_that_lacks_something_names_it() -> None:
    taken = frozenset({"Home", "Away"})
    own = EndpointConfig("Home", "openai")
    assert fault_of(TYPED, None, frozenset()) == ""
    assert fault_of(TYPED, None, taken) == "name_taken"
    assert fault_of(TYPED, own, taken) == ""
    assert fault_of(Typed("x", "u", " ", "", "local", is_default=False), None, taken) == "model"
    assert fault_of(Typed("x", "", "m", "", "local", is_default=False), None, taken) == "url"


def test_what_the_form_does_not_show_stays() -> None:
    before = EndpointConfig(
        "Home", "openai", "u", "m", "remote", KEY, {"rule.normal": "plain", "ca_file": "x"}
    )
    config = config_of(TYPED, before)
    assert (config.key, config.options, config.trust) == (KEY, {"rule.normal": "plain"}, "local")


def test_a_second_endpoint_of_a_preset_gets_a_name_of_its_own() -> None:
    assert free_name("Ollama", frozenset({"Ollama", "Ollama 2"})) == "Ollama 3"


def test_what_was_learnt_of_a_server_is_forgotten_with_its_address() -> None:
    before = EndpointConfig("Home", "openai", TYPED.url, "m", options={"learnt.refusals": "{}"})
    assert config_of(TYPED, before).options == {"learnt.refusals": "{}"}
    assert config_of(replace(TYPED, url="http://127.0.0.1:2"), before).options == {}


def test_further_settings_are_kept_and_shown_again(
    qtbot: QtBot, view: SettingsView, form: EndpointDialog, vault: Vault
) -> None:
    kind = child(form, QComboBox, "endpointKind")
    kind.setCurrentIndex(kind.findData("anthropic"))
    for name, text in (("endpointName", "Far"), ("endpointUrl", "https://llm.example")):
        qtbot.keyClicks(child(form, QLineEdit, name), text)
    child(form, QComboBox, "endpointModel").setEditText("m")
    click(qtbot, form, "moreEndpointOptions")
    for name, text in (
        ("idle_timeout_s", "30"),
        ("proxy", "http://proxy.example:3128"),
        ("max_tokens", "no"),
    ):
        qtbot.keyClicks(child(form, QLineEdit, f"option_{name}"), text)
    child(form, QPlainTextEdit, "endpointHeaders").setPlainText("X-Team: blue")
    click(qtbot, form, "saveEndpoint")
    assert child(form, QLineEdit, "option_max_tokens").hasFocus(), "no number was typed there"
    child(form, QLineEdit, "option_max_tokens").setText("700")
    assert problems(form) == []
    click(qtbot, form, "saveEndpoint")
    qtbot.waitUntil(lambda: len(vault.endpoints.list()) == 2)
    stored = vault.endpoints.get("Far")
    assert stored.kind == "anthropic"
    assert stored.options == {
        "idle_timeout_s": "30",
        "proxy": "http://proxy.example:3128",
        "max_tokens": "700",
        "header.X-Team": "blue",
    }
    qtbot.waitUntil(lambda: view.endpoints.model.rowCount() == 2)
    view.endpoints.view.setCurrentIndex(view.endpoints.model.index(1))
    click(qtbot, view, "editEndpoint")
    again = dialog(qtbot, view, EndpointDialog)
    assert again.fields.advanced.panel.isVisible()
    assert again.fields.typed().options == stored.options
    again.reject()


def test_a_model_file_needs_no_address_key_or_model(
    qtbot: QtBot, view: SettingsView, form: EndpointDialog, vault: Vault
) -> None:
    kind = child(form, QComboBox, "endpointKind")
    kind.setCurrentIndex(kind.findData("gguf"))
    kind.activated.emit(kind.currentIndex())
    assert child(form, QPushButton, "chooseModelFile").isVisible()
    assert not child(form, QLineEdit, "endpointKey").isVisible()
    qtbot.keyClicks(child(form, QLineEdit, "endpointName"), "File")
    click(qtbot, form, "saveEndpoint")
    assert form.fields.url.hasFocus(), "no file was chosen"
    qtbot.keyClicks(child(form, QLineEdit, "endpointUrl"), "/models/some.gguf")
    click(qtbot, form, "saveEndpoint")
    qtbot.waitUntil(lambda: len(vault.endpoints.list()) == 2)
    stored = vault.endpoints.get("File")
    assert (stored.kind, stored.url, stored.trust) == ("gguf", "/models/some.gguf", "local")


def test_servers_on_this_machine_are_found_on_a_click(
    qtbot: QtBot, form: EndpointDialog, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def found() -> list[FoundServer]:
        return [FoundServer(LocalServer("Ollama", "ollama", 11434), ("a:1b", "b:7b"))]

    monkeypatch.setattr(session, "discover_endpoints", found)
    click(qtbot, form, "discoverServers")
    model = child(form, QComboBox, "endpointModel")
    qtbot.waitUntil(lambda: model.count() == 2)
    assert form.fields.typed().kind == "ollama"
    assert form.fields.typed().url == "http://127.0.0.1:11434"
    assert form.fields.typed().model == "a:1b"
    qtbot.waitUntil(lambda: form.fields.discover.isEnabled())


def test_the_endpoint_for_background_work_is_chosen_in_the_list(
    qtbot: QtBot, view: SettingsView, vault: Vault
) -> None:
    vault.endpoints.put(EndpointConfig("near", "ollama", "http://127.0.0.1:11434", "m", "local"))
    view.endpoints.refresh()
    choice = child(view, QComboBox, "backgroundEndpoint")
    qtbot.waitUntil(lambda: choice.count() == 2)
    choice.setCurrentIndex(1)
    choice.activated.emit(1)
    qtbot.waitUntil(lambda: vault.settings.text("endpoint.background") == "near")
    qtbot.waitUntil(lambda: choice.currentData() == "near")
