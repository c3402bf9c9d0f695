"""The version, and what Keepsake is made of."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.settings.page import SettingsPage, Shared

_DISTRIBUTION = "keepsake"
_LINES = 18


def version() -> str:
    """The installed version; empty where the program runs from a folder that was never installed."""
    try:
        return metadata.version(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return ""


def notice_text() -> str:
    """The NOTICE of this program, from the installed distribution or, without one, from the project's folder."""
    try:
        text = metadata.distribution(_DISTRIBUTION).read_text("licenses/NOTICE")
    except metadata.PackageNotFoundError:
        text = None
    if text:
        return text
    beside = Path(__file__).resolve().parents[2] / "NOTICE"
    return beside.read_text(encoding="utf-8") if beside.is_file() else ""


class AboutPage(SettingsPage):
    """Name, version, promise, licences."""

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(shared, parent)
        self.version, self._promise = self.paragraph(), self.paragraph(is_muted=True)
        self._section = self.section()
        self.notices = QPlainTextEdit(notice_text())
        self.notices.setObjectName("noticeText")
        self.notices.setReadOnly(True)
        self.notices.setTabChangesFocus(True)
        self.notices.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.notices.setFixedHeight(self.notices.fontMetrics().lineSpacing() * _LINES + 24)
        for widget in (self.version, self._promise, self._section, self.notices):
            self.body.addWidget(widget)
        self.retranslate()

    def retranslate(self) -> None:
        self.heading.setText(self.tr("About"))
        self.version.setText(self.tr("Keepsake {version}").format(version=version()))
        self._promise.setText(
            self.tr(
                "Keepsake keeps everything in one encrypted vault on this machine. It has no account, sends no "
                "telemetry and looks for no updates: it connects only to the endpoints that you set up."
            )
        )
        self._section.setText(self.tr("Licences and notices"))
        self.notices.setAccessibleName(self.tr("Licences and notices"))
