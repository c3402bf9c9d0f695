"""Texts that Qt brings are in the language of the window, too."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from desktop.language import Language


@pytest.mark.parametrize("mode", [QFileDialog.FileMode.ExistingFiles, QFileDialog.FileMode.Directory])
def test_qts_own_file_dialog_has_no_english_label_in_chinese(
    qtbot: QtBot, language: Language, mode: QFileDialog.FileMode
) -> None:
    language.use("zh")
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(mode)
    dialog.show()
    labels = dialog.findChildren(QLabel) + dialog.findChildren(QAbstractButton)
    texts = [widget.text().replace("(&", "(") for widget in labels if widget.isVisible() and widget.text()]
    assert len(texts) >= 5
    assert all(any("\u4e00" <= character <= "\u9fff" for character in text) for text in texts), texts
    language.use("en")
