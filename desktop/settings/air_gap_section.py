"""Air-gap mode in the settings: the switch, what it means, and the test that tries every way out. Part of "Privacy"."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.air_gap import SETTING, WayOut, try_ways_out
from assistant.catalogue import has, say
from desktop import icons
from desktop.bridge import Job
from desktop.memory.bars import ErrorLine
from desktop.settings.page import Shared
from desktop.theme import SPACE
from desktop.words import language_of_locale

_ROWS_SHOWN = 8


class AirGapSection(QWidget):
    """Keeps the setting and shows each way out as it is tried."""

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shared = shared
        self._job: Job | None = None
        self._ways: list[WayOut] = []
        self.switch = QCheckBox()
        self.switch.setObjectName("airGap")
        self.switch.clicked.connect(self._on_switch_clicked)
        self._text, self.result = QLabel(), QLabel()
        for label in (self._text, self.result):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setProperty("role", "muted")
        self._text.setContentsMargins(26, 0, 0, 0)
        self.result.setObjectName("airGapResult")
        self.test = QPushButton()
        self.test.setObjectName("testAirGap")
        self.test.clicked.connect(self._on_test_clicked)
        self.ways = QListWidget()
        self.ways.setObjectName("framed")
        self.ways.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.ways.setFixedHeight((self.fontMetrics().lineSpacing() + SPACE) * _ROWS_SHOWN)
        self.notice = ErrorLine(shared.words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.switch)
        layout.addWidget(self._text)
        layout.addWidget(self.test, 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.result, self.ways, self.notice):
            layout.addWidget(widget)
        self.retranslate()

    def refresh(self) -> None:
        """Show the setting as it is now; it may have been changed on the command line."""
        self.switch.setChecked(self._shared.session.air_gap.is_on)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        self.switch.setText(self.tr("&Air-gap mode: reach nothing beyond this machine"))
        self._text.setText(
            self.tr(
                "Only endpoints on this machine are reached, no name is looked up, and no part of Keepsake can open a "
                "connection past the gate. Messages for other endpoints are kept and answered from your vault alone. "
                "A program on this machine that passes things on, such as a proxy, is beyond this switch."
            )
        )
        self.switch.setAccessibleDescription(self._text.text())
        self.test.setText(self.tr("&Try every way out"))
        self.ways.setAccessibleName(self.tr("Ways out that were tried"))
        self._fill()

    def _fill(self) -> None:
        self.ways.clear()
        for way in self._ways:
            self._add(way)
        self.ways.setVisible(bool(self._ways))
        refused = sum(way.outcome == "refused" for way in self._ways)
        is_good = all(way.is_ok for way in self._ways)
        if not self._ways or self._job is not None:
            self.result.setText("")
        elif is_good:
            self.result.setText(
                self.tr(
                    "In air-gap mode all %n ways out are refused, and this machine is reached.", "", refused
                )
            )
        else:
            self.result.setText(self.tr("Not everything went as it must. Do not rely on air-gap mode."))
        self.result.setProperty("role", "high" if is_good else "error")
        self.result.style().unpolish(self.result)
        self.result.style().polish(self.result)
        self.result.setVisible(bool(self.result.text()))

    def _add(self, way: WayOut) -> None:
        language, colours = language_of_locale(), self._shared.theme.colours
        key = f"air_gap.outcome.{way.outcome}"
        outcome = say(key, language) if has(key) else way.outcome
        row = QListWidgetItem(f"{say(f'air_gap.way.{way.way}', language)} · {way.target} · {outcome}")
        icon, colour = ("check", colours.high) if way.is_ok else ("warning", colours.low)
        row.setIcon(icons.icon(icon, colour))
        self.ways.addItem(row)

    # slots

    def _on_switch_clicked(self, is_on: bool) -> None:
        settings = self._shared.session.vault.settings
        job = self._shared.bridge.run(lambda: settings.set(SETTING, is_on))
        job.failed.connect(self.notice.show_error)
        job.finished.connect(self.refresh)

    def _on_test_clicked(self) -> None:
        if self._job is not None:
            return
        self._ways = []
        self.test.setEnabled(False)
        self._job = self._shared.bridge.stream(try_ways_out)
        self._job.events.connect(self._on_ways)
        self._job.failed.connect(self.notice.show_error)
        self._job.finished.connect(self._on_test_finished)
        self._fill()

    def _on_ways(self, ways: list[WayOut]) -> None:
        self._ways += ways
        self._fill()

    def _on_test_finished(self) -> None:
        self._job = None
        self.test.setEnabled(True)
        self._fill()
