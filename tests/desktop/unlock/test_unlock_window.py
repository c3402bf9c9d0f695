"""The unlock window as a person uses it: creating, unlocking, a wrong passphrase, the recovery code, both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop.bridge import Bridge
from desktop.language import Language
from desktop.places import Places
from desktop.theme import Theme
from desktop.unlock.window import UnlockWindow
from tests.vault.test_keyring_slot import SECRET_SERVICE, backend_of
from vault import FLOOR_COST, Secret, Vault, create_vault, open_vault
from vault.keyring_slot import SystemKeyring

PASSPHRASE = "lamp orchard seven rivers"


class VaultOpener:
    """Opens real vaults; the vault itself stands for the session here."""

    def __init__(self) -> None:
        self.opened: list[Vault] = []
        self.backend = backend_of(SECRET_SERVICE)

    def open_with_keyring(self, path: Path) -> Vault:
        return self._keep(open_vault(path, keyring=SystemKeyring([self.backend])))

    def open(self, path: Path, passphrase: Secret) -> Vault:
        return self._keep(open_vault(path, passphrase=passphrase))

    def create(self, path: Path, passphrase: Secret) -> tuple[Vault, str]:
        vault, code = create_vault(path, passphrase, cost=FLOOR_COST)
        return self._keep(vault), code

    def recover(self, path: Path, code: str, passphrase: Secret) -> Vault:
        vault = self._keep(open_vault(path, recovery_code=code))
        vault.slots.reset_passphrases(passphrase, cost=FLOOR_COST)
        return vault

    def _keep(self, vault: Vault) -> Vault:
        self.opened.append(vault)
        return vault


@pytest.fixture
def opener() -> Iterator[VaultOpener]:
    opener = VaultOpener()
    yield opener
    for vault in opener.opened:
        vault.close()


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, bridge: Bridge, opener: VaultOpener, places: Places, language: Language
) -> UnlockWindow:
    window = UnlockWindow(theme, bridge, opener, places, language)
    qtbot.addWidget(window)
    window.show()
    return window


def field(window: UnlockWindow, name: str) -> QLineEdit:
    found = window.findChild(QLineEdit, name)
    assert isinstance(found, QLineEdit)
    return found


def press(qtbot: QtBot, window: UnlockWindow, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert isinstance(button, QPushButton)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def create(qtbot: QtBot, window: UnlockWindow, folder: Path) -> str:
    """Create a vault by typing; returns the recovery code that was shown."""
    field(window, "vaultFolder").setText(str(folder))
    qtbot.keyClicks(field(window, "newPassphrase"), PASSPHRASE)
    qtbot.keyClicks(field(window, "newPassphraseAgain"), PASSPHRASE)
    press(qtbot, window, "createButton")
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.code_page, timeout=20_000)
    return window.code_page.code.accessibleName()


def test_a_first_start_offers_to_create(window: UnlockWindow) -> None:
    assert window.pages.currentWidget() is window.create_page


def made(folder: Path) -> Path:
    create_vault(folder, Secret(PASSPHRASE), cost=FLOOR_COST)[0].close()
    return folder


@pytest.fixture
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a first vault would be put."""
    folder = tmp_path / "data" / "my.keepsake"
    folder.parent.mkdir()
    monkeypatch.setattr(Places, "default_vault", staticmethod(lambda: folder))
    return folder


def test_a_vault_that_the_window_has_forgotten_is_offered_before_a_new_one(
    qtbot: QtBot, window: UnlockWindow, usual: Path, language: Language
) -> None:
    """Row L99 of the reports: after an update the program began anew in an empty folder beside the old one."""
    old = made(usual)
    window.refresh()
    assert window.pages.currentWidget() is window.unlock_page
    assert window.unlock_page.vaults.path() == old
    question = window.unlock_page.notice
    assert question.text() == (
        f"There is a vault that was not opened in this window before: {old}\n"
        "Is it yours? Then unlock it. A new vault begins empty."
    )
    language.use("zh")
    qtbot.waitUntil(lambda: question.text().startswith(f"这里有一个此前没有在本窗口打开过的保险库：{old}"))
    with qtbot.waitSignal(window.unlocked, timeout=20_000):
        qtbot.keyClicks(field(window, "passphrase"), PASSPHRASE)
        press(qtbot, window, "unlockButton")


@pytest.mark.parametrize("is_emptied", [True, False], ids=["emptied", "gone"])
def test_a_folder_that_lost_its_vault_leads_to_the_question_and_the_one_beside_it(
    window: UnlockWindow, usual: Path, places: Places, is_emptied: bool
) -> None:
    """Row L99 of the reports. Nothing is written into the empty folder before a person has answered."""
    old = made(usual.with_name("my-2.keepsake"))
    usual.mkdir()
    places.remember_vault(usual)
    if not is_emptied:
        usual.rmdir()
    window.refresh()
    assert window.pages.currentWidget() is window.unlock_page
    assert window.unlock_page.vaults.path() == old
    lines = window.unlock_page.notice.text().splitlines()
    assert lines[0] == f"The vault that was used last is not in its folder: {usual}"
    assert lines[2] == f"Is this one yours: {old}? Then unlock it. A new vault begins empty."
    assert not usual.is_dir() or not any(usual.iterdir())


def test_a_vault_on_a_drive_that_is_not_attached_is_missed_and_not_replaced(
    window: UnlockWindow, usual: Path, places: Places, tmp_path: Path
) -> None:
    """Row L99 of the reports."""
    away = tmp_path / "drive" / "my.keepsake"
    away.mkdir(parents=True)
    places.remember_vault(away)
    away.rmdir()
    window.refresh()
    assert window.pages.currentWidget() is window.create_page
    assert str(away) in window.create_page.notice.text()
    assert "drive" in window.create_page.notice.text()
    assert not usual.exists()


def test_a_known_vault_asks_nothing(window: UnlockWindow, usual: Path, places: Places) -> None:
    made(usual.with_name("my-2.keepsake"))
    places.remember_vault(made(usual))
    window.refresh()
    assert window.unlock_page.vaults.path() == usual.resolve()
    assert window.unlock_page.notice.text() == ""


def test_where_a_first_vault_is_put_depends_on_the_user_and_on_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row L99 of the reports: no version, language or working folder is in the path."""
    before = Places.default_vault()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert Places.default_vault() == before
    assert before.parts[-2:] == ("keepsake", "my.keepsake")


def test_creating_shows_the_recovery_code_and_wants_its_last_group(
    qtbot: QtBot, window: UnlockWindow, tmp_path: Path
) -> None:
    code = create(qtbot, window, tmp_path / "one.keepsake")
    assert len(code.split("-")) == 9
    qtbot.keyClicks(field(window, "recoveryConfirm"), "0000")
    press(qtbot, window, "recoveryConfirmButton")
    assert window.code_page.notice.isVisible()
    field(window, "recoveryConfirm").clear()
    with qtbot.waitSignal(window.unlocked):
        qtbot.keyClicks(field(window, "recoveryConfirm"), code.rsplit("-", 1)[-1].lower())
        qtbot.keyClick(field(window, "recoveryConfirm"), Qt.Key.Key_Return)
    assert window.code_page.code.text() == ""


def test_return_goes_on_to_the_second_field(qtbot: QtBot, window: UnlockWindow) -> None:
    field(window, "newPassphrase").setFocus()
    qtbot.keyClicks(field(window, "newPassphrase"), PASSPHRASE)
    qtbot.keyClick(field(window, "newPassphrase"), Qt.Key.Key_Return)
    assert field(window, "newPassphraseAgain").hasFocus()
    assert not window.create_page.notice.isVisible()


def test_differing_passphrases_are_refused_before_anything_is_written(
    qtbot: QtBot, window: UnlockWindow, tmp_path: Path
) -> None:
    field(window, "vaultFolder").setText(str(tmp_path / "two.keepsake"))
    qtbot.keyClicks(field(window, "newPassphrase"), PASSPHRASE)
    qtbot.keyClicks(field(window, "newPassphraseAgain"), "something else")
    press(qtbot, window, "createButton")
    assert "differ" in window.create_page.notice.text()
    assert not (tmp_path / "two.keepsake").exists()


def test_the_strength_of_a_passphrase_is_shown_while_typing(qtbot: QtBot, window: UnlockWindow) -> None:
    qtbot.keyClicks(field(window, "newPassphrase"), "password")
    qtbot.waitUntil(lambda: "guessed" in window.create_page.strength._label.text())
    qtbot.keyClicks(field(window, "newPassphrase"), " orchard lamp velocity seventeen")
    qtbot.waitUntil(lambda: window.create_page.strength._bar.value() >= 3)


@pytest.fixture
def known_vault(tmp_path: Path, places: Places) -> tuple[Path, str]:
    path = tmp_path / "known.keepsake"
    vault, code = create_vault(path, Secret(PASSPHRASE), cost=FLOOR_COST)
    vault.close()
    places.remember_vault(path)
    return path, code


def test_the_right_passphrase_unlocks_and_leaves_no_text_in_the_field(
    qtbot: QtBot, known_vault: tuple[Path, str], window: UnlockWindow
) -> None:
    passphrase = field(window, "passphrase")
    qtbot.keyClicks(passphrase, PASSPHRASE)
    with qtbot.waitSignal(window.unlocked, timeout=20_000) as unlocked:
        qtbot.keyClick(passphrase, Qt.Key.Key_Return)
    assert unlocked.args[1] == known_vault[0]
    assert passphrase.text() == ""


def test_a_wrong_passphrase_is_told_in_words_and_in_both_languages(
    qtbot: QtBot, known_vault: tuple[Path, str], window: UnlockWindow
) -> None:
    for language, part in (("en", "passphrase"), ("zh", "口令")):
        window._language.use(language)
        qtbot.keyClicks(field(window, "passphrase"), "wrong wrong wrong")
        press(qtbot, window, "unlockButton")
        qtbot.waitUntil(window.unlock_page.notice.isVisible, timeout=20_000)
        assert part in window.unlock_page.notice.text()
        qtbot.waitUntil(window.unlock_page.unlock.isEnabled)
        assert field(window, "passphrase").text() == ""


def test_the_recovery_code_opens_and_sets_a_new_passphrase(
    qtbot: QtBot, known_vault: tuple[Path, str], window: UnlockWindow, opener: VaultOpener
) -> None:
    path, code = known_vault
    press(qtbot, window, "recoverLink")
    qtbot.keyClicks(field(window, "recoveryInput"), code.lower().replace("-", " "))
    qtbot.keyClicks(field(window, "recoveryNewPassphrase"), "another good phrase")
    with qtbot.waitSignal(window.unlocked, timeout=20_000):
        press(qtbot, window, "recoverButton")
    opener.opened[-1].close()
    open_vault(path, passphrase=Secret("another good phrase")).close()


def test_the_language_switches_at_run_time(qtbot: QtBot, window: UnlockWindow, places: Places) -> None:
    window.language_choice.setCurrentIndex(window.language_choice.findData("zh"))
    window.language_choice.activated.emit(window.language_choice.currentIndex())
    qtbot.waitUntil(lambda: window.create_page.heading.text() != "Create your vault")
    assert places.text("language") == "zh"


def test_the_keyring_is_offered_where_it_opens_the_vault(
    qtbot: QtBot, known_vault: tuple[Path, str], window: UnlockWindow, opener: VaultOpener
) -> None:
    path, _ = known_vault
    button = window.unlock_page.keyring
    with qtbot.waitSignal(window.unlocked, timeout=20_000):
        qtbot.keyClicks(field(window, "passphrase"), PASSPHRASE)
        qtbot.keyClick(field(window, "passphrase"), Qt.Key.Key_Return)
    assert button.isHidden()
    opener.opened[-1].slots.add_keyring(SystemKeyring([opener.backend]))
    opener.opened[-1].close()
    window.refresh()
    qtbot.waitUntil(lambda: not button.isHidden(), timeout=20_000)
    with qtbot.waitSignal(window.unlocked, timeout=20_000) as unlocked:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert unlocked.args[1] == path


def test_a_keyring_that_lost_its_key_leaves_the_passphrase(
    qtbot: QtBot, known_vault: tuple[Path, str], window: UnlockWindow, opener: VaultOpener
) -> None:
    path, _ = known_vault
    with open_vault(path, passphrase=Secret(PASSPHRASE)) as vault:
        vault.slots.add_keyring(SystemKeyring([opener.backend]))
    opener.backend.items.clear()
    window.refresh()
    qtbot.waitUntil(lambda: not window.unlock_page.keyring.isHidden(), timeout=20_000)
    qtbot.mouseClick(window.unlock_page.keyring, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.unlock_page.notice.isVisible, timeout=20_000)
    qtbot.waitUntil(window.unlock_page.unlock.isEnabled)
    with qtbot.waitSignal(window.unlocked, timeout=20_000):
        qtbot.keyClicks(field(window, "passphrase"), PASSPHRASE)
        qtbot.keyClick(field(window, "passphrase"), Qt.Key.Key_Return)
