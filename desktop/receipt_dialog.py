"""One receipt: what left the machine, when, for what, and the exact bytes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop.theme import SPACE
from desktop.words import Words
from vault.records import Receipt


class ReceiptDialog(QDialog):
    """Shows a receipt as it is kept in the vault."""

    def __init__(self, words: Words, receipt: Receipt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("What was sent"))
        self.resize(640, 560)
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        rows = (
            (self.tr("Sent"), words.when(receipt.sent_utc)),
            (self.tr("Purpose"), words.purpose(receipt.purpose)),
            (self.tr("Endpoint"), receipt.endpoint),
            (self.tr("Address"), f"{receipt.method} {receipt.url}"),
            (self.tr("Size"), self.tr("{count} bytes").format(count=receipt.size_bytes)),
            (self.tr("Outcome"), words.receipt_outcome(receipt.outcome)),
            (self.tr("Replaced"), ", ".join(token for _kind, token in receipt.replaced) or "–"),
        )
        for name, value in rows:
            label = QLabel(value)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            form.addRow(name, label)
        body = QPlainTextEdit()
        body.setObjectName("receiptBody")
        body.setReadOnly(True)
        body.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        body.setAccessibleName(self.tr("Exact bytes"))
        if receipt.body is None:
            body.setPlainText(
                self.tr("The bytes were purged or never kept; the receipt still proves size and hash.")
            )
        else:
            body.setPlainText(receipt.body.decode("utf-8", "replace"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(SPACE)
        layout.addLayout(form)
        layout.addWidget(body, 1)
        layout.addWidget(buttons)
