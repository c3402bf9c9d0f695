"""The window's part of the self-test passes here, and fails where its fault is."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from assistant.cli.errors import CheckFailed
from desktop import self_test


def test_the_window_is_shown_in_both_languages_and_chinese_is_drawn(
    qapp: QApplication, theme: object, tmp_path: Path
) -> None:
    found = {name: check() for name, check in self_test.checks()}
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert "Keepsake / 忆匣" in found["window"]
    assert found["chinese"].startswith("5 ")


def test_a_font_without_chinese_is_told(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    # Noncharacters are drawn by no font, so each of them gives the same box.
    monkeypatch.setattr(self_test, "_CHINESE", "\ufdd1\ufdd2\ufdd3")
    with pytest.raises(CheckFailed) as caught:
        self_test._chinese()
    assert caught.value.details["what"] in {"blank", "no_font_with_chinese"}
