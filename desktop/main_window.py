"""The main window: composes the chat list, the conversation, the side panel and the full views; decides nothing itself.

Signals of `MainWindow`: `lock_wanted()`; `closed()`.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from assistant.session import Session
from desktop import icons
from desktop.bridge import Bridge, Job
from desktop.chat.chat_list import ChatList
from desktop.chat.dialogs import LinkDialog
from desktop.chat.list_actions import ListActions
from desktop.chat.page import ChatPage
from desktop.chat.redaction_dialog import Redactions
from desktop.chat.side_panel import SidePanel
from desktop.documents.view import DocumentsView
from desktop.language import Language
from desktop.memory.view import MemoryView
from desktop.navigation import Navigation
from desktop.places import Places
from desktop.receipt_dialog import ReceiptDialog
from desktop.settings.view import SettingsView
from desktop.theme import SPACE, Theme
from desktop.vault_changes import VaultChanges
from desktop.why_dialog import WhyDialog
from desktop.words import Words
from vault import CheckReport
from vault.records import Conversation, Receipt

_CHATS_PAGE = 200  # read at once; older ones come when the list is scrolled to its end
# Of conversations that were read: they and perhaps one more than the number wanted, from where, for which search.
_ChatsRead = tuple[list[Conversation], int, int, str | None]
_BURST_MS = 250  # one refresh serves a burst of changes


class MainWindow(QMainWindow):
    lock_wanted = Signal()
    closed = Signal()

    def __init__(
        self, theme: Theme, bridge: Bridge, session: Session, *, language: Language, places: Places
    ) -> None:
        super().__init__()
        self._theme, self._bridge, self._session, self._places = theme, bridge, session, places
        self._words = Words(self)
        self.setWindowIcon(icons.app_icon())
        self.chats = ChatList(theme, self._words)
        self.navigation = Navigation(theme, session.air_gap)
        self.chat = ChatPage(theme, self._words, bridge, session)
        self.panel = SidePanel(theme, self._words)
        self.memory = MemoryView(theme, self._words, bridge, session)
        self.documents = DocumentsView(theme, self._words, bridge, session)
        self.settings = SettingsView(theme, self._words, bridge, session, language=language, places=places)
        self.stack = QStackedWidget()
        self._changes = VaultChanges(session.vault, _BURST_MS, self)
        self._build()
        self._connect()
        self._add_actions()
        self._retranslate()
        self._restore_place()
        self.refresh_chats()
        self.chat.start_new()
        self.memory.refresh()  # the last: of many memories it takes seconds, and what comes after it waits

    def refresh_chats(self) -> None:
        """Read the list of conversations again, as far as it is shown."""
        # One more than is shown tells whether there are others.
        limit = max(_CHATS_PAGE, self.chats.model.rowCount()) + 1
        self._read_chats(limit, 0).succeeded.connect(self._on_chats)

    def _read_chats(self, limit: int, offset: int) -> Job:
        text = self.chats.search.text().strip() or None
        conversations = self._session.vault.conversations
        return self._bridge.run(
            lambda: (conversations.list(limit, text, offset=offset), limit - 1, offset, text)
        )

    def show_chat(self) -> None:
        self.stack.setCurrentWidget(self._chat_area)
        self.navigation.mark(self.navigation.chat)
        self.chat.composer.edit.setFocus()

    def show_memory(self) -> None:
        self.stack.setCurrentWidget(self.memory)
        self.navigation.mark(self.navigation.memory)
        self.memory.refresh()

    def show_tasks(self) -> None:
        """What the assistant works on, a page of the memory view."""
        self.show_memory()
        self.memory.show_tasks()

    def show_documents(self) -> None:
        self.stack.setCurrentWidget(self.documents)
        self.navigation.mark(self.navigation.documents)
        self.documents.refresh()
        self.documents.page.list.setFocus()

    def show_settings(self) -> None:
        self.stack.setCurrentWidget(self.settings)
        self.navigation.mark(self.navigation.settings)

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
        self._changes.stop()
        self._places.set_text("geometry", bytes(self.saveGeometry().toBase64().data()).decode())

    def closeEvent(self, event: QCloseEvent) -> None:
        self.flush()
        super().closeEvent(event)
        self.closed.emit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _build(self) -> None:
        self._chat_area = _beside(self.chat, self.panel, widths=(720, 340), growing=0)
        self.panel.setMinimumWidth(260)
        for page in (self._chat_area, self.memory, self.documents, self.settings):
            self.stack.addWidget(page)
        sidebar = QWidget()
        sidebar.setObjectName("sidebar")
        sidebar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(sidebar)
        column.setContentsMargins(0, 0, 0, SPACE)
        column.setSpacing(0)
        column.addWidget(self.chats, 1)
        column.addWidget(self.navigation)
        sidebar.setMinimumWidth(200)
        self.setCentralWidget(_beside(sidebar, self.stack, widths=(250, 950), growing=1))
        self.resize(1220, 780)
        self.setMinimumSize(820, 520)

    def _connect(self) -> None:
        self.chats.opened.connect(self._on_chat_opened)
        self.chats.new_wanted.connect(self._on_new_wanted)
        self.chats.temporary_wanted.connect(self._on_temporary_wanted)
        self.chat.temporary_changed.connect(self.chats.temporary.setChecked)
        self.chats.search_changed.connect(self._on_search_changed)
        self.chats.model.more_wanted.connect(self._on_more_chats_wanted)
        actions = ListActions(self.chats, self._words, self._bridge, self._session.vault, self)
        actions.deleted.connect(self._on_deleted)
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
        self.documents.not_found.connect(self.show_documents)
        self.memory.open_passage.connect(self.documents.open_unit)
        self.memory.pending_changed.connect(self.navigation.set_pending)
        self.settings.lock_wanted.connect(self.lock_wanted)
        self.settings.endpoints_changed.connect(self.chat.refresh_endpoints)
        self.settings.security.erase_begun.connect(self._on_erase_begun)
        self.settings.security.erased.connect(self._on_erased)
        self.settings.data.backup_made.connect(self.say_backup_made)
        self.settings.data.backup_failed.connect(self.say_backup_failed)
        self.navigation.chat_wanted.connect(self.show_chat)
        self.navigation.memory_wanted.connect(self.show_memory)
        self.navigation.documents_wanted.connect(self.show_documents)
        self.navigation.settings_wanted.connect(self.show_settings)
        self.navigation.lock_wanted.connect(self.lock_wanted)
        self.navigation.air_gap_wanted.connect(self._on_air_gap_wanted)
        self._changes.changed.connect(self._on_vault_changed)

    def _add_actions(self) -> None:
        shortcuts = (
            (QKeySequence(QKeySequence.StandardKey.New), self._on_new_wanted),
            (QKeySequence("Ctrl+1"), self.show_chat),
            (QKeySequence("Ctrl+2"), self.show_memory),
            (QKeySequence("Ctrl+3"), self.show_settings),
            (QKeySequence("Ctrl+4"), self.show_tasks),
            (QKeySequence("Ctrl+5"), self.show_documents),
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

    def _restore_place(self) -> None:
        geometry = self._places.text("geometry")
        if geometry:
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode()))
        self.navigation.mark(self.navigation.chat)

    # slots

    def _on_vault_changed(self, kinds: frozenset[str]) -> None:
        """Follow also what came from elsewhere, such as a command that this process serves."""
        if kinds & {"conversation", "turn"}:
            self.refresh_chats()
        if kinds & {"memory", "task"}:
            self.memory.refresh_listings()
        if "document" in kinds and self.documents.isVisible():
            self.documents.refresh()
        if "endpoint" in kinds:
            self.chat.refresh_endpoints()
        if "setting" in kinds:
            self.navigation.air_gap.refresh()

    def _set_backup_failed(self, has_failed: bool) -> None:
        self.navigation.set_backup_failed(has_failed)
        if self.settings.isVisible():
            self.settings.data.refresh()

    def _on_chats(self, read: _ChatsRead) -> None:
        rows, limit, _, _ = read
        self.chats.model.set_rows(rows[:limit], has_more=len(rows) > limit)
        self.chats.select(self.chat.conversation_id)

    def _on_search_changed(self) -> None:
        self._read_chats(_CHATS_PAGE + 1, 0).succeeded.connect(self._on_chats)

    def _on_more_chats_wanted(self, shown: int) -> None:
        self._read_chats(_CHATS_PAGE + 1, shown).succeeded.connect(self._on_more_chats)

    def _on_more_chats(self, read: _ChatsRead) -> None:
        rows, limit, offset, text = read
        # A list that was searched or read anew meanwhile asks again for what follows.
        if offset == self.chats.model.rowCount() and text == (self.chats.search.text().strip() or None):
            self.chats.model.append_rows(rows[:limit], has_more=len(rows) > limit)

    def _on_chat_opened(self, conversation_id: str) -> None:
        if conversation_id != self.chat.conversation_id:
            self.chat.open(conversation_id)
        self.show_chat()

    def _on_air_gap_wanted(self) -> None:
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

    def _on_open_wanted(self, kind: str, ref_id: str) -> None:
        if kind == "memory":
            self.show_memory()
            self.memory.show_memory(ref_id)
        elif kind == "passage" and ":" in ref_id:  # of a file beside a message
            self.chat.open_attachment(ref_id)
        elif kind == "passage":
            self.documents.open_unit(ref_id)
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
        ReceiptDialog(self._words, receipt, self).open()

    def _on_link_activated(self, address: str) -> None:
        LinkDialog(address, self).open()

    def _on_erase_begun(self) -> None:
        """Nothing that is shown or typed may be kept again after it was erased."""
        self.chat.composer.set_text("")
        self.chat.start_new()

    def _on_deleted(self, conversation_id: str) -> None:
        if conversation_id == self.chat.conversation_id:
            self.chat.start_new()
        self._on_erased()

    def _on_erased(self, _report: object = None) -> None:
        self.refresh_chats()
        self.memory.refresh()


def _beside(left: QWidget, right: QWidget, *, widths: tuple[int, int], growing: int) -> QSplitter:
    """Two parts with a movable border; the one at index `growing` takes what the window gains."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    splitter.addWidget(left)
    splitter.addWidget(right)
    splitter.setStretchFactor(growing, 1)
    splitter.setSizes(list(widths))
    return splitter
