"""Says in the main window that air-gap mode is on; away while it is off."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPushButton, QWidget

from assistant.air_gap import AirGap


class AirGapBadge(QPushButton):
    """A button, so that it leads to the switch."""

    def __init__(self, air_gap: AirGap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._air_gap = air_gap
        self.setObjectName("chip")
        self.hide()  # until it has its place: shown without a parent it would be a window
        self._retranslate()

    def refresh(self) -> None:
        """Show or hide by the mode as it is now."""
        self.setVisible(self._air_gap.is_on)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setText(self.tr("Air gap: nothing leaves"))
        text = self.tr("Air-gap mode is on: nothing beyond this machine is reached. Opens its switch.")
        self.setToolTip(text)
        self.setAccessibleName(text)
