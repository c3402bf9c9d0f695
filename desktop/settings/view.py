"""The settings view: a list of sections at the left, the chosen page beside it. Composes and connects."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.language import Language
from desktop.places import Places
from desktop.settings.about_page import AboutPage
from desktop.settings.appearance_page import AppearancePage
from desktop.settings.data_page import DataPage
from desktop.settings.endpoints_page import EndpointsPage
from desktop.settings.memory_page import MemoryPage
from desktop.settings.page import SettingsPage, Shared
from desktop.settings.privacy_page import PrivacyPage
from desktop.settings.security_page import SecurityPage
from desktop.settings.tools_page import ToolsPage
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault import RestoreReport

_LIST_PX = 190


class SettingsView(QWidget):
    """Signals: `lock_wanted()`; `endpoints_changed()`; `idle_minutes_changed(int)` 0 for never;
    `clear_seconds_changed(int)` after which the clipboard is cleared."""

    lock_wanted = Signal()
    endpoints_changed = Signal()
    idle_minutes_changed = Signal(int)
    clear_seconds_changed = Signal(int)

    def __init__(
        self,
        theme: Theme,
        words: Words,
        bridge: Bridge,
        session: Session,
        *,
        language: Language,
        places: Places,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        shared = Shared(theme, words, bridge, session)
        self._places = places
        self.endpoints = EndpointsPage(shared)
        self.tools = ToolsPage(shared)
        self.memory = MemoryPage(shared)
        self.appearance = AppearancePage(shared, language, places)
        self.privacy = PrivacyPage(shared)
        self.security = SecurityPage(shared)
        self.data = DataPage(shared)
        self.about = AboutPage(shared)
        self.title = QLabel()
        self.title.setObjectName("title")
        self.sections = QListWidget()
        self.sections.setObjectName("settingsSections")
        self.stack = QStackedWidget()
        for page in self.pages():
            self.sections.addItem("")
            self.sections.item(self.sections.count() - 1).setSizeHint(self._row_size())
            self.stack.addWidget(page)
        self._build()
        self.sections.currentRowChanged.connect(self._on_section_changed)
        self.security.lock_wanted.connect(self.lock_wanted)
        self.security.idle_minutes_changed.connect(self.idle_minutes_changed)
        self.security.clear_seconds_changed.connect(self.clear_seconds_changed)
        self.endpoints.endpoints_changed.connect(self.endpoints_changed)
        self.data.vault_restored.connect(self._on_vault_restored)
        self._retranslate()
        self.sections.setCurrentRow(0)

    def pages(self) -> tuple[SettingsPage, ...]:
        """The pages in the order of the list."""
        return (
            self.endpoints,
            self.tools,
            self.memory,
            self.appearance,
            self.privacy,
            self.security,
            self.data,
            self.about,
        )

    def show_page(self, page: SettingsPage) -> None:
        """Bring one page up."""
        self.sections.setCurrentRow(self.pages().index(page))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        left = QVBoxLayout()
        left.setContentsMargins(SPACE * 2, SPACE * 2, SPACE, SPACE)
        left.setSpacing(SPACE * 2)
        left.addWidget(self.title)
        left.addWidget(self.sections, 1)
        column = QWidget()
        column.setLayout(left)
        column.setFixedWidth(_LIST_PX)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(column)
        layout.addWidget(self.stack, 1)

    def _row_size(self) -> QSize:
        return QSize(0, self.fontMetrics().lineSpacing() + SPACE * 2)

    def _retranslate(self) -> None:
        self.title.setText(self.tr("Settings"))
        self.sections.setAccessibleName(self.tr("Sections of the settings"))
        names = (
            self.tr("Endpoints"),
            self.tr("Tools"),
            self.tr("Memory"),
            self.tr("Appearance"),
            self.tr("Privacy"),
            self.tr("Security"),
            self.tr("Data"),
            self.tr("About"),
        )
        for row, name in enumerate(names):
            self.sections.item(row).setText(name)

    def _refresh(self) -> None:
        page = self.stack.currentWidget()
        if isinstance(page, SettingsPage):
            page.refresh()

    def _on_vault_restored(self, report: RestoreReport) -> None:
        """The unlock window offers it, after the one that is open now."""
        self._places.remember_vault(report.path)
        self._places.remember_vault(self.security.shared.session.vault.path)

    def _on_section_changed(self, row: int) -> None:
        self.stack.setCurrentIndex(row)
        if self.isVisible():
            self._refresh()
