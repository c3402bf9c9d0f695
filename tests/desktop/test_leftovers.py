"""A widget is deleted when its test is over, on the thread that made it."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

_made: list[QWidget] = []


@pytest.mark.parametrize("turn", ["one", "the other"])
def test_the_widget_of_the_test_before_is_gone(qtbot: QtBot, turn: str) -> None:
    assert not any(shiboken6.isValid(widget) for widget in _made), turn
    widget = QWidget()
    qtbot.addWidget(widget)
    _made.append(widget)
