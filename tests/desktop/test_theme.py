"""The style sheet: what Qt makes inside a field keeps its room, so that its text is seen."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox
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
