"""The files beside the message that is written, one chip each; a click on a chip takes its file away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from desktop import icons
from desktop.flow_layout import FlowLayout
from desktop.theme import Theme
from vault.attachments import AttachedText

_KIB = 1024


class AttachmentStrip(QWidget):
    """Signals: `remove_wanted(int)` the place of a file."""

    remove_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._files: tuple[AttachedText, ...] = ()
        self._layout = FlowLayout(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setObjectName("attachmentStrip")
        self.hide()

    def show_files(self, files: Sequence[AttachedText]) -> None:
        self._files = tuple(files)
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for place, file in enumerate(self._files):
            self._layout.addWidget(self._chip(place, file))
        self.setVisible(bool(files))

    def chips(self) -> list[QPushButton]:
        items = (self._layout.itemAt(place) for place in range(self._layout.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.show_files(self._files)
        super().changeEvent(event)

    def _chip(self, place: int, file: AttachedText) -> QPushButton:
        chip = QPushButton()
        chip.setObjectName("chip")
        chip.setProperty("place", place)
        size = self.tr("{size} KB").format(size=max(1, round(file.size_bytes / _KIB)))
        name = file.name if len(file.name) <= 32 else f"{file.name[:20]}…{file.name[-11:]}"
        chip.setText(f"{name} · {size}  ✕")
        chip.setIcon(icons.icon("attach", self._theme.colours.muted))
        chip.setToolTip(
            self.tr("{name}, {encoding}: click to take it away").format(
                name=file.name, encoding=file.encoding
            )
        )
        chip.setAccessibleName(self.tr("Take away the file {name}").format(name=file.name))
        chip.clicked.connect(self._on_clicked)
        return chip

    def _on_clicked(self) -> None:
        chip = self.sender()
        if isinstance(chip, QPushButton):
            self.remove_wanted.emit(int(chip.property("place")))
