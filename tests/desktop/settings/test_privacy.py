"""The privacy page: air-gap mode with its test, the rules of an endpoint, the user's own lists."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from assistant.air_gap import SETTING
from assistant.known_names import ALWAYS, NEVER, VaultNames
from desktop.air_gap_badge import AirGapBadge
from desktop.settings.privacy_page import PrivacyPage
from desktop.settings.view import SettingsView
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click
from vault.records import EndpointConfig


@pytest.fixture
def page(qtbot: QtBot, view: SettingsView) -> PrivacyPage:
    options = {"rule.personal": "never", "context_tokens": "9000"}
    view.privacy.shared.session.vault.endpoints.put(
        EndpointConfig("far", "openai", "https://models.invalid/v1", "m", "remote", "key", options)
    )
    view.show_page(view.privacy)
    qtbot.waitUntil(lambda: view.privacy.rules.endpoint.count() == 1)
    return view.privacy


def choose(box: QComboBox, value: str) -> None:
    index = box.findData(value)
    assert index >= 0
    box.setCurrentIndex(index)
    box.activated.emit(index)


def test_the_switch_turns_the_mode_on_and_the_badge_follows(qtbot: QtBot, page: PrivacyPage) -> None:
    session = page.shared.session
    badge = AirGapBadge(session.air_gap)
    qtbot.addWidget(badge)
    switch = child(page, QCheckBox, "airGap")
    assert not switch.isChecked()
    switch.click()
    qtbot.waitUntil(lambda: session.air_gap.is_on)
    badge.refresh()
    assert not badge.isHidden()
    session.vault.settings.set(SETTING, False)
    page.refresh()
    badge.refresh()
    assert not switch.isChecked()
    assert badge.isHidden()


def test_the_test_shows_every_way_out_and_what_became_of_it(qtbot: QtBot, page: PrivacyPage) -> None:
    click(qtbot, page, "testAirGap")
    result = child(page, QLabel, "airGapResult")
    qtbot.waitUntil(lambda: "refused" in result.text())
    rows = [page.air_gap.ways.item(row).text() for row in range(page.air_gap.ways.count())]
    assert len(rows) > 20
    assert sum("let through" in row for row in rows) == 1
    assert page.shared.session.vault.receipts.list() == []


def test_rules_are_shown_and_kept_with_everything_else_of_the_endpoint(
    qtbot: QtBot, page: PrivacyPage
) -> None:
    rules = page.rules
    assert child(page, QComboBox, "rule_personal").currentData() == "never"
    assert "stand-ins" in child(page, QComboBox, "rule_normal").currentText()
    choose(child(page, QComboBox, "rule_sensitive"), "masked")
    endpoints = page.shared.session.vault.endpoints
    qtbot.waitUntil(lambda: endpoints.get("far").options.get("rule.sensitive") == "masked")
    choose(child(page, QComboBox, "rulesPreview"), "always")
    qtbot.waitUntil(lambda: endpoints.get("far").options.get("preview") == "always")
    choose(child(page, QComboBox, "rule_personal"), "")
    qtbot.waitUntil(lambda: "rule.personal" not in endpoints.get("far").options)
    kept = endpoints.get("far")
    assert (kept.key, kept.options["context_tokens"]) == ("key", "9000")
    assert rules.preview.currentData() == "always"


def test_words_of_the_lists_are_kept_and_used_at_once(qtbot: QtBot, page: PrivacyPage) -> None:
    names = VaultNames(page.shared.session.vault)
    try:
        assert names().always == ()
        for key, word in ((ALWAYS, "Project  Heron"), (ALWAYS, "Acme"), (NEVER, "Grace")):
            field = child(page, QLineEdit, f"typed_{key}")
            qtbot.keyClicks(field, word)
            qtbot.keyClick(field, Qt.Key.Key_Return)
            box = page.lists.always if key == ALWAYS else page.lists.never
            qtbot.waitUntil(lambda box=box, word=word: " ".join(word.split()) in box.all())
        assert (names().always, names().never) == (("Project Heron", "Acme"), ("Grace",))
        page.lists.always.words.setCurrentRow(0)
        page.lists.always.remove.click()
        qtbot.waitUntil(lambda: page.lists.always.all() == ["Acme"])
        assert names().always == ("Acme",)
    finally:
        names.close()


def test_nothing_on_the_page_lacks_a_name(page: PrivacyPage) -> None:
    assert problems(page) == []
