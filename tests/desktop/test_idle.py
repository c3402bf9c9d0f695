"""The idle watch: fires once after quiet, is put off by input, can be switched off."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from desktop.idle import IdleWatch


def test_quiet_fires_once(qtbot: QtBot, qapp: QApplication) -> None:
    watch = IdleWatch(qapp)
    with qtbot.waitSignal(watch.idled, timeout=2000):
        watch.set_interval(30)
    with qtbot.assertNotEmitted(watch.idled, wait=100):
        pass
    qapp.removeEventFilter(watch)


def test_typing_puts_it_off(qtbot: QtBot, qapp: QApplication) -> None:
    watch = IdleWatch(qapp)
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    watch.set_interval(60_000)
    qtbot.waitUntil(lambda: watch._timer.remainingTime() < 59_500)
    qtbot.keyClick(field, Qt.Key.Key_A)
    assert watch._timer.remainingTime() > 59_500
    watch.stop()
    qapp.removeEventFilter(watch)


def test_zero_means_never(qtbot: QtBot, qapp: QApplication) -> None:
    watch = IdleWatch(qapp)
    watch.set_minutes(0)
    assert not watch._timer.isActive()
    qapp.removeEventFilter(watch)
