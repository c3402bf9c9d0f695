"""The memory view: the review queue first, then all memories, then the recall inspector. Composes and connects."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QTabWidget, QVBoxLayout, QWidget

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.memory.actions import Detail, Done, Draft
from desktop.memory.bars import ErrorLine, UndoBar
from desktop.memory.cleanup_page import CleanUpPage
from desktop.memory.edit_dialog import EditDialog
from desktop.memory.export_dialog import ExportDialog
from desktop.memory.forget_dialog import ForgetDialog
from desktop.memory.inspector import Inspector
from desktop.memory.list_page import ListPage
from desktop.memory.listing import Entry, ListingPage
from desktop.memory.people_page import PeoplePage
from desktop.memory.questions_page import QuestionsPage
from desktop.memory.reveal_dialog import RevealDialog
from desktop.memory.review_page import ReviewPage
from desktop.memory.store import MemoryStore
from desktop.memory.tasks_page import TasksPage
from desktop.theme import SPACE, Theme
from desktop.why_dialog import WhyDialog
from desktop.words import Words
from vault.errors import KeepsakeError
from vault.records import Memory, State


class MemoryView(QWidget):
    """Signals: `open_turn(str, str)` conversation and turn; `open_passage(str)` of a document; `pending_changed(int)`
    how many proposals wait.
    """

    open_turn = Signal(str, str)
    open_passage = Signal(str)
    pending_changed = Signal(int)

    def __init__(
        self, theme: Theme, words: Words, bridge: Bridge, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._words, self._bridge, self._session = theme, words, bridge, session
        self._pending = 0
        self._wanted_id = ""
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.store = MemoryStore(bridge, session, self)
        self.title = QLabel()
        self.title.setObjectName("title")
        self.review = ReviewPage(theme, words)
        self.memories = ListPage(theme, words)
        self.inspector = Inspector(theme, words, bridge, session)
        vault = session.vault
        self.questions = QuestionsPage(theme, words, bridge, vault)
        self.clean_up = CleanUpPage(theme, words, bridge, vault)
        self.people = PeoplePage(theme, words, bridge, vault)
        self.tasks = TasksPage(theme, words, bridge, vault)
        self._listings: tuple[ListingPage, ...] = (self.questions, self.clean_up, self.people, self.tasks)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.undo_bar = UndoBar(theme)
        self.notice = ErrorLine(words)
        self._build()
        self._connect()
        self._retranslate()

    def refresh(self) -> None:
        """Read everything anew in the background."""
        self.store.refresh()
        self.refresh_listings()

    def refresh_listings(self) -> None:
        """Read again how many questions are open, and the page that is shown."""
        for page in self._listings:
            if page is self.questions or page is self.tabs.currentWidget():
                page.refresh()

    def show_tasks(self) -> None:
        """Show what the assistant works on."""
        self.tabs.setCurrentWidget(self.tasks)
        self.tasks.list.setFocus()

    def show_memory(self, memory_id: str) -> None:
        """Show one memory in the list, or in the queue where it waits for review; as soon as it is read."""
        self._wanted_id = memory_id
        self._show_wanted()
        self.store.refresh()

    @property
    def pending(self) -> int:
        return self._pending

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _build(self) -> None:
        for page in (self.review, self.memories, *self._listings, self.inspector):
            self.tabs.addTab(page, "")
        head = QHBoxLayout()
        head.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE)
        head.addWidget(self.title, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(SPACE * 2, 0, SPACE * 2, 0)
        foot.setSpacing(SPACE)
        foot.addWidget(self.notice)
        foot.addWidget(self.undo_bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, SPACE)
        layout.setSpacing(SPACE // 2)
        layout.addLayout(head)
        layout.addWidget(self.tabs, 1)
        layout.addLayout(foot)
        self._undo_action = QAction(self)
        self._undo_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
        self._undo_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._undo_action.triggered.connect(self.undo_bar.take_back)
        self.addAction(self._undo_action)

    def _connect(self) -> None:
        store = self.store
        store.loaded.connect(self._on_loaded)
        store.acted.connect(self._on_acted)
        store.failed.connect(self._on_failed)
        store.detail_read.connect(self._on_detail_read)
        store.found.connect(self.memories.set_found)
        self.undo_bar.undo_wanted.connect(store.undo)
        review = self.review
        review.accept_wanted.connect(store.approve)
        review.reject_wanted.connect(store.reject)
        review.edit_wanted.connect(self._on_edit_proposal)
        review.never_wanted.connect(self._on_never_wanted)
        review.open_turn.connect(self.open_turn)
        page = self.memories
        page.detail_wanted.connect(store.read_detail)
        page.meaning_wanted.connect(store.search)
        page.act_wanted.connect(self._on_act_wanted)
        page.add_wanted.connect(self._on_add_wanted)
        page.export_wanted.connect(self._on_export_wanted)
        page.open_turn.connect(self.open_turn)
        for listing in self._listings:
            listing.failed.connect(self._on_failed)
        self.questions.counted.connect(self._on_questions_counted)
        self.questions.act_wanted.connect(self._on_question_act)
        self.clean_up.act_wanted.connect(self._on_clean_up_act)
        self.people.act_wanted.connect(self._on_people_act)
        self.people.memory_wanted.connect(self.show_memory)
        self.tasks.act_wanted.connect(self._on_task_act)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.inspector.memory_wanted.connect(self.show_memory)
        self.inspector.turn_wanted.connect(self.open_turn)
        self.inspector.passage_wanted.connect(self.open_passage)

    def _retranslate(self) -> None:
        self.title.setText(self.tr("Memory"))
        self.tabs.setTabText(1, self.tr("Memories"))
        for page, text in (
            (self.clean_up, self.tr("Clean-up")),
            (self.people, self.tr("People and things")),
            (self.tasks, self.tr("Tasks")),
            (self.inspector, self.tr("Recall inspector")),
        ):
            self.tabs.setTabText(self.tabs.indexOf(page), text)
        self._on_questions_counted(len(self.questions.model.entries))
        self.tabs.tabBar().setAccessibleName(self.tr("Parts of the memory view"))
        self.tabs.setAccessibleName(self.tr("Memory"))
        self._undo_action.setText(self.tr("Undo"))
        self._say_pending()

    def _say_pending(self) -> None:
        count = self._pending
        self.tabs.setTabText(
            0, self.tr("Review ({count})").format(count=count) if count else self.tr("Review")
        )

    # slots

    def _on_tab_changed(self, _number: int) -> None:
        page = self.tabs.currentWidget()
        if isinstance(page, ListingPage):
            page.refresh()

    def _on_questions_counted(self, count: int) -> None:
        text = self.tr("Questions ({count})").format(count=count) if count else self.tr("Questions")
        self.tabs.setTabText(self.tabs.indexOf(self.questions), text)

    def _on_question_act(self, act: str, entries: list[Entry]) -> None:
        first, others = entries[0].ids[0], list(entries[0].ids[1:])
        if act == "first":
            self.store.archive(others)
        elif act == "second":
            self.store.archive([first])
        elif act == "accept":
            self.store.approve([first])
        else:
            self.store.reject([first])

    def _on_clean_up_act(self, act: str, entries: list[Entry]) -> None:
        ids = [memory_id for entry in entries for memory_id in entry.ids]
        if act == "archive":
            self.store.archive(ids)
        else:
            self.clean_up.act(lambda: self._session.vault.memories.keep(ids))

    def _on_people_act(self, act: str, entries: list[Entry]) -> None:
        rows = [self.store.state.find(memory_id) for entry in entries for memory_id in entry.ids]
        memories = [row.memory for row in rows if row is not None]
        if act == "show" and memories:
            self.show_memory(memories[0].id)
        elif memories:
            ForgetDialog(self._words, self.store, memories, parent=self).open()

    def _on_task_act(self, act: str, entries: list[Entry]) -> None:
        tasks, ids = self._session.vault.tasks, [entry.id for entry in entries]
        if act == "open":
            self.open_turn.emit(entries[0].ids[0], "")
        elif act == "cancel":
            self.tasks.act(lambda: [tasks.cancel(task_id) for task_id in ids])
        else:
            self.tasks.act(lambda: _each(tasks.delete, ids))

    def _on_loaded(self) -> None:
        state = self.store.state
        self.review.set_rows(state.proposals)
        self.memories.set_snapshot(state)
        self.inspector.set_scopes(state.scopes)
        count = len(state.proposals)
        has_changed, self._pending = count != self._pending, count
        self._say_pending()
        if has_changed:
            self.pending_changed.emit(count)
        self._show_wanted()
        self.refresh_listings()

    def _show_wanted(self) -> None:
        row = self.store.state.find(self._wanted_id) if self._wanted_id else None
        if row is None:
            return
        self._wanted_id = ""
        if row.memory.state is State.PROPOSED:
            self.tabs.setCurrentWidget(self.review)
            self.review.show_memory(row.id)
        else:
            self.tabs.setCurrentWidget(self.memories)
            self.memories.show_memory(row.id)

    def _on_acted(self, done: Done) -> None:
        self.notice.say()
        if done.left:
            self.notice.show_error(done.left[0][1])
        if done.outcome is not None and done.outcome.memory is None:
            refused = self.tr("It was not kept: {reason}.")
            self.notice.say(refused.format(reason=self._words.denied(done.outcome.reason)))
            return
        if done.action in ("added", "edited") and done.ids:
            self._wanted_id = done.ids[0]
        if done.action != "undone" or done.ids:
            self.undo_bar.offer(done)

    def _on_failed(self, error: Exception) -> None:
        is_closing = isinstance(error, KeepsakeError) and error.code == "vault_closed"
        if not is_closing:  # the vault locks while a reading is under way: there is nobody to tell
            self.notice.show_error(error)

    def _on_detail_read(self, detail: Detail) -> None:
        self.memories.detail.show_detail(detail)

    def _on_edit_proposal(self, memory: Memory) -> None:
        dialog = EditDialog(self._words, self.store.state.scopes, memory, approves=True, parent=self)
        dialog.drafted.connect(self._on_proposal_drafted)
        dialog.open()

    def _on_proposal_drafted(self, draft: Draft, memory: Memory) -> None:
        self.store.edit_and_approve(memory.id, draft, memory.version)

    def _on_never_wanted(self, memories: list[Memory]) -> None:
        ForgetDialog(self._words, self.store, memories, never_again=True, parent=self).open()

    def _on_add_wanted(self) -> None:
        dialog = EditDialog(self._words, self.store.state.scopes, parent=self)
        dialog.drafted.connect(self._on_drafted)
        dialog.open()

    def _on_drafted(self, draft: Draft, memory: Memory | None) -> None:
        if memory is None:
            self.store.add(draft)
        else:
            self.store.edit(memory.id, draft, memory.version)

    def _on_export_wanted(self) -> None:
        scopes = self.store.state.scopes
        vault = self._session.vault
        ExportDialog(self._theme, self._words, self._bridge, vault, scopes=scopes, parent=self).open()

    def _on_act_wanted(self, act: str, memories: list[Memory]) -> None:
        first = memories[0]
        if act == "forget":
            ForgetDialog(self._words, self.store, memories, parent=self).open()
        elif act == "edit":
            dialog = EditDialog(self._words, self.store.state.scopes, first, parent=self)
            dialog.drafted.connect(self._on_drafted)
            dialog.open()
        elif act == "seal":
            self.store.seal(first.id)
        elif act == "reveal":
            vault = self._session.vault
            RevealDialog(self._theme, self._words, self._bridge, vault, memory=first, parent=self).open()
        elif act == "why":
            WhyDialog(self._words, self._bridge, self._session, memory=first, parent=self).open()
        elif act in ("pin", "unpin"):
            self.store.pin(first.id, act == "pin")
        elif act == "archive":
            self.store.archive([memory.id for memory in memories])
        elif act == "restore":
            self.store.restore(first.id)
        elif act == "approve":
            self.store.approve([first.id])
        elif act == "reject":
            self.store.reject([first.id])


def _each(act: Callable[[str], None], ids: Sequence[str]) -> None:
    for one in ids:
        act(one)
