"""Questions about a conversation or a link: rename it, open an address."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget


class RenameDialog(QInputDialog):
    """Asks for another title; `textValueSelected` gives it."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Rename the conversation"))
        self.setLabelText(self.tr("Title"))
        self.setTextValue(title)


class LinkDialog(QMessageBox):
    """Shows where a link of a reply leads, and opens it in the browser only on a click. Cancel is the default."""

    def __init__(self, address: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._address = address
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowTitle(self.tr("Open a link"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(self.tr("Open this address in the browser?\n\n{address}").format(address=address))
        self._open = self.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        self.setDefaultButton(self.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole))
        self.buttonClicked.connect(self._on_button_clicked)

    def _on_button_clicked(self, button: QWidget) -> None:
        if button is self._open:
            QDesktopServices.openUrl(QUrl(self._address))
