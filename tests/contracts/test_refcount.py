"""The installed Qt binding keeps the reference count of None.

PySide6 6.12.0 on Python 3.11 drops one reference on most calls that return None, and the interpreter aborts when none
is left. From Python 3.12 None is immortal and its count stands still.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QLabel

ROUNDS = 300
# Other code may take or drop a few references meanwhile; the defect drops several in every round.
TOLERATED = 50


def call_what_returns_none(label: QLabel, timer: QTimer, thing: QObject) -> None:
    label.setText("忆匣")
    label.setEnabled(True)
    label.setToolTip("")
    label.update()
    timer.setInterval(1000)
    timer.stop()
    thing.setObjectName("thing")


def test_calls_that_return_none_keep_its_count(qapp: QApplication) -> None:
    label, timer, thing = QLabel(), QTimer(), QObject()
    call_what_returns_none(label, timer, thing)
    before = sys.getrefcount(None)
    for _ in range(ROUNDS):
        call_what_returns_none(label, timer, thing)
    after = sys.getrefcount(None)
    label.deleteLater()
    assert abs(after - before) < TOLERATED
