"""The style sheet: what Qt makes inside a field keeps its room, so that its text is seen."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QLineEdit, QProxyStyle, QSpinBox, QStyle
from pytestqt.qtbot import QtBot

from desktop.theme import Theme


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_the_number_in_a_spin_box_is_seen(qtbot: QtBot, theme: Theme, choice: str) -> None:
    theme.apply(choice)
    box = QSpinBox()
    box.setRange(0, 365)
    box.setValue(7)
    qtbot.addWidget(box)
    box.show()
    line = box.lineEdit()
    assert line is not None
    assert line.width() >= line.fontMetrics().horizontalAdvance("365")
    assert line.height() >= line.fontMetrics().height()


def test_the_line_inside_a_field_has_no_frame_of_its_own(qtbot: QtBot, theme: Theme) -> None:
    box = QComboBox()
    box.setEditable(True)
    box.setEditText("a model's name")
    alone = QLineEdit("a model's name")
    for widget in (box, alone):
        qtbot.addWidget(widget)
        widget.show()
    line = box.lineEdit()
    assert line is not None
    assert line.height() >= line.fontMetrics().height()
    assert box.height() <= alone.height() + 2


class IconicStyle(QProxyStyle):
    """Wants icons on the buttons of dialogs, as bare desktops do."""

    def styleHint(self, hint: QStyle.StyleHint, *rest: Any) -> int:
        if hint is QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 1
        return super().styleHint(hint, *rest)


def test_the_buttons_of_a_dialog_have_no_icons_of_the_desktop(qtbot: QtBot, theme: Theme) -> None:
    theme.apply("dark")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    style = IconicStyle("fusion")
    box.setStyle(style)
    box.show()
    assert not box.style().styleHint(QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons, None, box)
