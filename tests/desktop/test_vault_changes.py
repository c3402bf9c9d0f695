"""What the window hears of changes in the vault."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.vault_changes import VaultChanges
from vault import Vault

WAIT_MS = 5000


def test_a_burst_is_told_once_with_every_kind(qtbot: QtBot, vault: Vault) -> None:
    changes = VaultChanges(vault, 200)
    heard: list[frozenset[str]] = []
    changes.changed.connect(heard.append)
    conversation = vault.conversations.create("One")
    vault.conversations.rename(conversation.id, "Two")
    vault.settings.set("language", "zh")
    qtbot.waitUntil(lambda: bool(heard), timeout=WAIT_MS)
    assert heard == [frozenset({"conversation", "setting"})]
    vault.settings.set("language", "en")
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=WAIT_MS)
    assert heard[1] == {"setting"}
    changes.stop()


def test_nothing_is_told_after_it_has_stopped(qtbot: QtBot, vault: Vault) -> None:
    listeners = list(vault.listeners)
    stopped, other = VaultChanges(vault, 10), VaultChanges(vault, 50)
    heard: list[object] = []
    stopped.changed.connect(heard.append)
    vault.conversations.create("Before")
    stopped.stop()
    with qtbot.waitSignal(other.changed, timeout=WAIT_MS):
        vault.conversations.create("After")
    other.stop()
    assert heard == []
    assert vault.listeners == listeners
