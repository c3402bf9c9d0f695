"""The walker finds what it is there to find, and nothing in the windows that are built from the vault."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.icons import app_icon
from tests.desktop.accessibility import problems


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    QVBoxLayout(window)
    qtbot.addWidget(window)
    return window


def _nameless_line() -> QWidget:
    return QLineEdit()


def _nameless_choice() -> QWidget:
    return QComboBox()


def _icon_button() -> QWidget:
    button = QToolButton()
    button.setIcon(QIcon(app_icon()))
    button.setAccessibleName("Lock")
    return button


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (_nameless_line, "no accessible name"),
        (_nameless_choice, "no accessible name"),
        (_icon_button, "no tooltip"),
    ],
)
def test_a_missing_name_or_tip_is_found(window: QWidget, make: Callable[[], QWidget], what: str) -> None:
    layout = window.layout()
    assert layout is not None
    layout.addWidget(make())
    (found,) = problems(window)
    assert what in found


def test_the_label_beside_a_field_names_it(window: QWidget) -> None:
    layout = window.layout()
    assert layout is not None
    label, line = QLabel("&Name"), QLineEdit()
    label.setBuddy(line)
    layout.addWidget(label)
    layout.addWidget(line)
    assert problems(window) == []
