"""What the data page says of the vault itself: the full checks after unlocking, and a folder that is watched."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.bridge import Bridge
from desktop.check_clock import CheckClock
from desktop.language import Language
from desktop.settings.view import SettingsView
from tests.desktop.finding import child
from vault import CheckReport, Vault

WAIT_MS = 20_000


@pytest.fixture
def clock_of_checks(bridge: Bridge, vault: Vault) -> CheckClock:
    return CheckClock(bridge, vault, bridge)


def test_an_open_vault_is_checked_in_full_and_the_page_says_so(
    qtbot: QtBot, view: SettingsView, clock_of_checks: CheckClock
) -> None:
    clock_of_checks.checked.connect(view.data.show_check)
    view.show_page(view.data)
    with qtbot.waitSignal(clock_of_checks.checked, timeout=WAIT_MS) as heard:
        clock_of_checks.look()
    assert heard.args is not None
    assert heard.args[0].is_whole
    said = child(view, QLabel, "checkResult")
    assert said.isVisible()
    assert said.text().startswith("Checked in full")


def test_damage_that_is_found_later_is_told_with_what_to_do(
    qtbot: QtBot, view: SettingsView, vault: Vault, clock_of_checks: CheckClock, language: Language
) -> None:
    vault.db.checkpoint()
    file = vault.path / "vault.db"
    whole = file.read_bytes()
    raw = bytearray(whole)
    raw[-3 * 4096 + 9] ^= 1
    file.write_bytes(raw)
    clock_of_checks.checked.connect(view.data.show_check)
    view.show_page(view.data)
    with qtbot.waitSignal(clock_of_checks.checked, timeout=WAIT_MS):
        clock_of_checks.look()
    said = child(view, QLabel, "checkResult")
    assert "damaged" in said.text()
    assert said.property("role") == "error"
    language.use("zh")
    qtbot.waitUntil(lambda: "损坏" in said.text())
    file.write_bytes(whole)  # so that it closes in order


def test_a_disk_that_fails_is_not_called_damage(view: SettingsView) -> None:
    view.data.show_check(CheckReport(0, 0, 0, has_disk_failed=True))
    assert "the disk" in child(view, QLabel, "checkResult").text()


def test_locking_cuts_the_checks_short(qtbot: QtBot, vault: Vault, clock_of_checks: CheckClock) -> None:
    clock_of_checks.start()
    clock_of_checks.stop()
    with qtbot.assertNotEmitted(clock_of_checks.checked):
        vault.close()


def test_a_watched_folder_is_warned_of(qtbot: QtBot, view: SettingsView, vault: Vault) -> None:
    warning = child(view, QLabel, "syncWarning")
    view.show_page(view.data)
    qtbot.waitUntil(lambda: "MB" in view.data.size_text.text())
    assert not warning.isVisible()
    (vault.path.parent / ".stfolder").mkdir()
    view.data.refresh()
    qtbot.waitUntil(warning.isVisible)
    assert "Syncthing" in warning.text()
