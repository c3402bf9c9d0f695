"""The main window: composes the chat list, the conversation, the side panel and the full views; decides nothing itself.

Signals of `MainWindow`: `lock_wanted()`; `closed()`.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from assistant.session import Session
from desktop import icons
from desktop.air_gap_badge import AirGapBadge
from desktop.bridge import Bridge
from desktop.chat.chat_list import ChatList
from desktop.chat.dialogs import DeleteDialog, LinkDialog, RenameDialog
from desktop.chat.page import ChatPage
from desktop.chat.redaction_dialog import Redactions
from desktop.chat.side_panel import SidePanel
from desktop.language import Language
from desktop.memory.view import MemoryView
from desktop.places import Places
from desktop.receipt_dialog import ReceiptDialog
from desktop.settings.view import SettingsView
from desktop.theme import SPACE, Theme
from desktop.why_dialog import WhyDialog
from desktop.words import Words
from vault import Change, CheckReport
from vault.records import Receipt

_CHATS_SHOWN = 200
_REFRESH_MS = 250  # changes come in bursts; one refresh serves a burst


class MainWindow(QMainWindow):
    lock_wanted = Signal()
    closed = Signal()
    _vault_changed = Signal(str)

    def __init__(
        self, theme: Theme, bridge: Bridge, session: Session, *, language: Language, places: Places
    ) -> None:
        super().__init__()
        self._theme, self._bridge, self._session, self._places = theme, bridge, session, places
        self._words = Words(self)
        self.setWindowIcon(icons.app_icon())
        self.chats = ChatList(theme, self._words)
        self.chat = ChatPage(theme, self._words, bridge, session)
        self.panel = SidePanel(theme, self._words)
        self.memory = MemoryView(theme, self._words, bridge, session)
        self.settings = SettingsView(theme, self._words, bridge, session, language=language, places=places)
        self.stack = QStackedWidget()
        self._build()
        self._connect()
        self._add_actions()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._retranslate()
        self._restore_place()
        self._watch()
        self.refresh_chats()
        self.memory.refresh()
        self.chat.start_new()

    def refresh_chats(self) -> None:
        """Read the list of conversations again."""
        text = self.chats.search.text().strip() or None
        job = self._bridge.run(lambda: self._session.vault.conversations.list(_CHATS_SHOWN, text))
        job.succeeded.connect(self._on_chats)

    def show_chat(self) -> None:
        self.stack.setCurrentWidget(self._chat_area)
        self.chat.composer.edit.setFocus()
        self._mark_buttons()

    def show_memory(self) -> None:
        self.stack.setCurrentWidget(self.memory)
        self.memory.refresh()
        self._mark_buttons()

    def show_tasks(self) -> None:
        """What the assistant works on, a page of the memory view."""
        self.show_memory()
        self.memory.show_tasks()

    def show_settings(self) -> None:
        self.stack.setCurrentWidget(self.settings)
        self._mark_buttons()

    def say_backup_failed(self, _error: object) -> None:
        """A backup that nobody watched failed: the way to the settings shows it until one succeeds."""
        self._set_backup_failed(True)

    def say_checked(self, report: CheckReport) -> None:
        """What the full checks found; damage is told at once, where the way out of it is."""
        self.settings.data.show_check(report)
        if not report.is_whole:
            self.show_settings()
            self.settings.show_page(self.settings.data)

    def say_backup_made(self, _report: object) -> None:
        self._set_backup_failed(False)

    def flush(self) -> None:
        """Keep what is typed and where the window stands; called before it closes or the vault locks."""
        self.chat.flush()
        if self._tell_change in self._session.vault.listeners:
            self._session.vault.listeners.remove(self._tell_change)
        self._places.set_text("geometry", bytes(self.saveGeometry().toBase64().data()).decode())

    def closeEvent(self, event: QCloseEvent) -> None:
        self.flush()
        self._refresh.stop()
        super().closeEvent(event)
        self.closed.emit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _build(self) -> None:
        self._chat_area = QSplitter(Qt.Orientation.Horizontal)
        self._chat_area.setHandleWidth(1)
        self._chat_area.setChildrenCollapsible(False)
        self._chat_area.addWidget(self.chat)
        self._chat_area.addWidget(self.panel)
        self._chat_area.setStretchFactor(0, 1)
        self._chat_area.setSizes([720, 340])
        self.panel.setMinimumWidth(260)
        for page in (self._chat_area, self.memory, self.settings):
            self.stack.addWidget(page)
        sidebar = QWidget()
        sidebar.setObjectName("sidebar")
        sidebar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(sidebar)
        column.setContentsMargins(0, 0, 0, SPACE)
        column.setSpacing(0)
        column.addWidget(self.chats, 1)
        self.chat_button, self.memory_button = self._nav("chat"), self._nav("memory")
        self.settings_button, self.lock_button = self._nav("settings"), self._nav("lock")
        self.air_gap = AirGapBadge(self._session.air_gap)
        column.addWidget(self.air_gap)
        self.air_gap.refresh()
        for button in (self.chat_button, self.memory_button, self.settings_button, self.lock_button):
            column.addWidget(button)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(sidebar)
        splitter.addWidget(self.stack)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([250, 950])
        sidebar.setMinimumWidth(200)
        self.setCentralWidget(splitter)
        self.resize(1220, 780)
        self.setMinimumSize(820, 520)

    def _nav(self, name: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"{name}Button")
        button.setProperty("icon_name", name)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(18, 18))
        button.setCheckable(name != "lock")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().Policy.Fixed)
        return button

    def _connect(self) -> None:
        self.chats.opened.connect(self._on_chat_opened)
        self.chats.new_wanted.connect(self._on_new_wanted)
        self.chats.temporary_wanted.connect(self._on_temporary_wanted)
        self.chat.temporary_changed.connect(self.chats.temporary.setChecked)
        self.chats.search_changed.connect(self.refresh_chats)
        self.chats.delete_wanted.connect(self._on_delete_wanted)
        self.chats.rename_wanted.connect(self._on_rename_wanted)
        self.chat.reply_shown.connect(self.panel.show_reply)
        self.chat.citation_chosen.connect(self._on_citation_chosen)
        self.chat.conversations_changed.connect(self.refresh_chats)
        self.chat.memories_changed.connect(self.memory.refresh)
        self.chat.link_activated.connect(self._on_link_activated)
        self.panel.open_wanted.connect(self._on_open_wanted)
        self.panel.receipt_wanted.connect(self._on_receipt_wanted)
        self.panel.why_wanted.connect(self._on_why_wanted)
        self.redactions = Redactions(self._theme, self._words, self._bridge, self._session, self)
        self.panel.redaction_wanted.connect(self.redactions.show_detail)
        self.memory.open_turn.connect(self._on_open_turn)
        self.memory.pending_changed.connect(self._on_pending_changed)
        self.settings.lock_wanted.connect(self.lock_wanted)
        self.settings.endpoints_changed.connect(self.chat.refresh_endpoints)
        self.settings.security.erase_begun.connect(self._on_erase_begun)
        self.settings.security.erased.connect(self._on_erased)
        self.settings.data.backup_made.connect(self.say_backup_made)
        self.settings.data.backup_failed.connect(self.say_backup_failed)
        self.air_gap.clicked.connect(self._on_air_gap_clicked)
        self.chat_button.clicked.connect(self.show_chat)
        self.memory_button.clicked.connect(self.show_memory)
        self.settings_button.clicked.connect(self.show_settings)
        self.lock_button.clicked.connect(self.lock_wanted)

    def _add_actions(self) -> None:
        shortcuts = (
            (QKeySequence(QKeySequence.StandardKey.New), self._on_new_wanted),
            (QKeySequence("Ctrl+1"), self.show_chat),
            (QKeySequence("Ctrl+2"), self.show_memory),
            (QKeySequence("Ctrl+3"), self.show_settings),
            (QKeySequence("Ctrl+4"), self.show_tasks),
            (QKeySequence("Ctrl+L"), self.lock_wanted.emit),
            (QKeySequence("Ctrl+F"), self._on_search_wanted),
            (QKeySequence("Ctrl+B"), self._on_panel_toggled),
            (QKeySequence("Escape"), self.chat.stop),
        )
        for keys, slot in shortcuts:
            action = QAction(self)
            action.setShortcut(keys)
            action.triggered.connect(slot)
            self.addAction(action)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Keepsake"))
        texts = (
            (self.chat_button, self.tr("Conversation"), "Ctrl+1"),
            (self.settings_button, self.tr("Settings"), "Ctrl+3"),
            (self.lock_button, self.tr("Lock"), "Ctrl+L"),
        )
        for button, text, keys in texts:
            button.setText(text)
            button.setAccessibleName(text)
            button.setToolTip(f"{text} ({keys})")
        if self._has_failed_backup:
            self.settings_button.setAccessibleName(self.tr("Settings: the last backup failed"))
            self.settings_button.setToolTip(
                self.tr("The last backup failed. Settings, Data says why. (Ctrl+3)")
            )
        self._on_pending_changed(self._pending)

    _pending = 0
    _has_failed_backup = False

    def _mark_buttons(self) -> None:
        shown = self.stack.currentWidget()
        for button, page in (
            (self.chat_button, self._chat_area),
            (self.memory_button, self.memory),
            (self.settings_button, self.settings),
        ):
            button.setChecked(page is shown)

    def _restore_place(self) -> None:
        geometry = self._places.text("geometry")
        if geometry:
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode()))
        self._mark_buttons()

    def _watch(self) -> None:
        """Follow changes that came from elsewhere, such as a command that this process serves."""
        self._changed_kinds: set[str] = set()
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(_REFRESH_MS)
        self._refresh.timeout.connect(self._on_refresh_timeout)
        self._vault_changed.connect(self._on_vault_changed)
        self._session.vault.listeners.append(self._tell_change)

    def _tell_change(self, change: Change) -> None:
        """Called on the vault's writer thread."""
        self._vault_changed.emit(change.kind)

    # slots

    def _on_vault_changed(self, kind: str) -> None:
        self._changed_kinds.add(kind)
        if not self._refresh.isActive():
            self._refresh.start()

    def _on_refresh_timeout(self) -> None:
        kinds, self._changed_kinds = self._changed_kinds, set()
        if kinds & {"conversation", "turn"}:
            self.refresh_chats()
        if "memory" in kinds:
            self.memory.refresh()
        if "task" in kinds:
            self.memory.refresh_listings()
        if "endpoint" in kinds:
            self.chat.refresh_endpoints()
        if "setting" in kinds:
            self.air_gap.refresh()

    def _on_theme_changed(self) -> None:
        colour = self._theme.colours.text
        for button in (self.chat_button, self.memory_button, self.settings_button, self.lock_button):
            button.setIcon(icons.icon(str(button.property("icon_name")), colour))
        if self._has_failed_backup:
            self.settings_button.setIcon(icons.icon("warning", self._theme.colours.low))

    def _set_backup_failed(self, has_failed: bool) -> None:
        self._has_failed_backup = has_failed
        self._on_theme_changed()
        self._retranslate()
        if self.settings.isVisible():
            self.settings.data.refresh()

    def _on_chats(self, rows: list) -> None:  # type: ignore[type-arg]
        self.chats.model.set_rows(rows)
        self.chats.select(self.chat.conversation_id)

    def _on_chat_opened(self, conversation_id: str) -> None:
        if conversation_id != self.chat.conversation_id:
            self.chat.open(conversation_id)
        self.show_chat()

    def _on_air_gap_clicked(self) -> None:
        self.show_settings()
        self.settings.show_page(self.settings.privacy)

    def _on_new_wanted(self) -> None:
        self.chats.select("")
        self.chat.start_new()
        self.show_chat()

    def _on_temporary_wanted(self) -> None:
        self.chats.select("")
        self.chat.start_temporary()
        self.show_chat()

    def _on_search_wanted(self) -> None:
        self.chats.search.setFocus()
        self.chats.search.selectAll()

    def _on_panel_toggled(self) -> None:
        self.panel.setVisible(not self.panel.isVisible())

    def _on_citation_chosen(self, mark: int) -> None:
        self.panel.show()
        self.panel.wait_for_mark(mark)

    def _on_pending_changed(self, count: int) -> None:
        self._pending = count
        text = self.tr("Memory")
        self.memory_button.setText(f"{text} ({count})" if count else text)
        name = self.tr("Memory, {count} waiting for review").format(count=count) if count else text
        self.memory_button.setAccessibleName(name)
        self.memory_button.setToolTip(f"{name} (Ctrl+2)")

    def _on_open_wanted(self, kind: str, ref_id: str) -> None:
        if kind == "memory":
            self.show_memory()
            self.memory.show_memory(ref_id)
        elif kind == "turn":
            job = self._bridge.run(lambda: self._session.vault.conversations.turn(ref_id))
            job.succeeded.connect(lambda turn: self._on_open_turn(turn.conversation_id, turn.id))

    def _on_open_turn(self, conversation_id: str, turn_id: str) -> None:
        self.chat.open(conversation_id, turn_id)
        self.chats.select(conversation_id)
        self.show_chat()

    def _on_why_wanted(self) -> None:
        reply = self.chat.transcript.selected_id
        if reply and not self.chat.is_temporary:
            WhyDialog(self._words, self._bridge, self._session, reply_id=reply, parent=self).open()

    def _on_receipt_wanted(self, receipt_id: str) -> None:
        job = self._bridge.run(lambda: self._session.vault.receipts.get(receipt_id))
        job.succeeded.connect(self._on_receipt)

    def _on_receipt(self, receipt: Receipt) -> None:
        dialog = ReceiptDialog(self._words, receipt, self)
        dialog.open()

    def _on_link_activated(self, address: str) -> None:
        LinkDialog(address, self).open()

    def _on_rename_wanted(self, conversation_id: str) -> None:
        row = self.chats.model.conversation(self.chats.model.row_of(conversation_id))
        dialog = RenameDialog(row.title if row else "", self)
        dialog.textValueSelected.connect(
            lambda title: self._bridge.run(
                lambda: self._session.vault.conversations.rename(conversation_id, title)
            )
        )
        dialog.open()

    def _on_delete_wanted(self, conversation_id: str) -> None:
        dialog = DeleteDialog(self)
        dialog.chosen.connect(lambda with_memories: self._delete(conversation_id, with_memories))
        dialog.open()

    def _delete(self, conversation_id: str, with_memories: bool) -> None:
        memories = self._session.vault.memories
        job = self._bridge.run(
            lambda: memories.delete_conversation(conversation_id, with_memories=with_memories)
        )
        job.succeeded.connect(lambda _report: self._on_deleted(conversation_id))

    def _on_erase_begun(self) -> None:
        """Nothing that is shown or typed may be kept again after it was erased."""
        self.chat.composer.set_text("")
        self.chat.start_new()

    def _on_erased(self, _report: object) -> None:
        self.refresh_chats()
        self.memory.refresh()

    def _on_deleted(self, conversation_id: str) -> None:
        if conversation_id == self.chat.conversation_id:
            self.chat.start_new()
        self.refresh_chats()
        self.memory.refresh()
