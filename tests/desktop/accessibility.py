"""Walks the widgets of a window and names what a person without a mouse or without sight would miss.

What Qt makes for itself inside a widget (the line of a combo box, scroll bars, viewports) is its own affair.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

_INSIDE = (QComboBox, QAbstractSpinBox, QLineEdit, QAbstractItemView, QTabBar)


def problems(window: QWidget) -> list[str]:
    """One line for each widget that can be focused without a name, and for each button of an icon alone without a tip.

    Hidden widgets count too: they are shown in another state.
    """
    found: list[str] = []
    for widget in (window, *window.findChildren(QWidget)):
        if _is_qts_own(widget):
            continue
        if _can_be_focused(widget) and not _name_of(widget):
            found.append(f"no accessible name: {_describe(widget)}")
        if isinstance(widget, QAbstractButton) and not widget.text() and not widget.toolTip():
            found.append(f"no tooltip on an icon: {_describe(widget)}")
    return found


def _can_be_focused(widget: QWidget) -> bool:
    # A tab bar names its tabs, and an empty label has nothing to say; neither needs a name of its own.
    is_silent = isinstance(widget, QTabBar) or (isinstance(widget, QLabel) and not widget.text())
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not is_silent


def _is_qts_own(widget: QWidget) -> bool:
    if widget.objectName().startswith("qt_") or isinstance(widget, QHeaderView | QMenu):
        return True
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, _INSIDE):
            return True
        parent = parent.parentWidget()
    return False


def _name_of(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name).strip() if interface is not None else ""


def _describe(widget: QWidget) -> str:
    names: list[str] = []
    at: QWidget | None = widget
    while at is not None:
        names.append(at.objectName() or type(at).__name__)
        at = at.parentWidget()
    return f"{type(widget).__name__} at {' < '.join(names)}"
