"""Finding the parts of a window by name, as a test drives it."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QDialog, QWidget
from pytestqt.qtbot import QtBot

_Found = TypeVar("_Found", bound=QObject)


def child(parent: QObject, kind: type[_Found], name: str) -> _Found:
    """The child of that kind and name; fails where there is none."""
    found = parent.findChild(kind, name)
    assert isinstance(found, kind), f"no {kind.__name__} of the name {name}"
    return found


def click(qtbot: QtBot, parent: QObject, name: str) -> None:
    """Click the visible, enabled button of that name."""
    button = child(parent, QAbstractButton, name)
    assert button.isVisible(), f"{name} is hidden"
    assert button.isEnabled(), f"{name} is disabled"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def dialog(qtbot: QtBot, parent: QWidget, kind: type[_Found]) -> _Found:
    """The open dialog of that kind, as soon as it is shown."""

    def shown() -> list[QObject]:
        return [
            found for found in parent.findChildren(kind) if isinstance(found, QDialog) and found.isVisible()
        ]

    qtbot.waitUntil(lambda: len(shown()) == 1)
    found = shown()[0]
    assert isinstance(found, kind)
    return found
