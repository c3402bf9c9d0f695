"""Questions about a conversation or a link: rename, delete with or without its memories, open an address."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl, Signal
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


class DeleteDialog(QMessageBox):
    """Asks whether a conversation goes, and its memories with it. Cancel is the default.

    Signals: `chosen(bool)` whether its memories go too.
    """

    chosen = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(self.tr("Delete the conversation"))
        self.setText(
            self.tr("This conversation will be deleted for good, with its messages and what was sent.")
        )
        self.setInformativeText(self.tr("Memories learnt from it stay, unless you also delete them."))
        role = QMessageBox.ButtonRole.DestructiveRole
        self.keep = self.addButton(self.tr("Delete, keep memories"), role)
        self.both = self.addButton(self.tr("Delete with its memories"), role)
        cancel = self.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(cancel)
        self.buttonClicked.connect(self._on_button_clicked)

    def _on_button_clicked(self, button: QWidget) -> None:
        if button in (self.keep, self.both):
            self.chosen.emit(button is self.both)


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
