"""The documents view: the list, adding by a button or by dropping files anywhere, progress, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from assistant.documents import SUFFIXES
from assistant.session import Session
from desktop import icons
from desktop.bridge import Bridge
from desktop.documents.adding import Adding, Outcome, Step
from desktop.documents.dialogs import ChangeDialog, RemoveDocuments
from desktop.documents.document_dialog import DocumentDialog, OpenedDocument, read
from desktop.documents.page import DocumentsPage
from desktop.documents.scope_choice import ScopeChoice
from desktop.memory.bars import ErrorLine
from desktop.memory.listing import Entry
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.documents import Document
from vault.documents import Outcome as KeptAs
from vault.errors import NotFound
from vault.export import export_document
from vault.records import Sensitivity

_POLL_MS = 1_000
_MOST_LINES = 8


class DocumentsView(QWidget):
    """Signals: `not_found()` what was to be opened is gone, which is said here."""

    not_found = Signal()

    def __init__(self, theme: Theme, words: Words, bridge: Bridge, session: Session) -> None:
        super().__init__()
        self.setObjectName("documentsView")
        self.setAcceptDrops(True)
        self._theme, self._words, self._bridge, self._session = theme, words, bridge, session
        self.page = DocumentsPage(theme, words, bridge, session.vault)
        self.adding = Adding(bridge, session.vault, self)
        self.add, self.stop = QPushButton(), QPushButton()
        self.add.setObjectName("addFiles")
        self.stop.setObjectName("stopAdding")
        self.scope_label, self.scope = QLabel(), ScopeChoice()
        self.scope_label.setBuddy(self.scope)
        self.status, self.bar = QLabel(), QProgressBar()
        self.status.setObjectName("addStatus")
        self.status.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)
        self.waiting = QLabel()
        self.waiting.setProperty("role", "muted")
        self.notice = ErrorLine(words)
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._outcomes: Sequence[Outcome] = ()
        self._pending = 0
        self._build()
        self._connect()
        self._on_theme_changed()
        self._retranslate()
        self._show_progress(is_running=False)

    # for the window

    def refresh(self) -> None:
        self.page.refresh()
        self._ask_pending()

    def open_unit(self, unit_id: str) -> None:
        """Open a document, or the one of a passage at that passage."""
        vault = self._session.vault
        job = self._bridge.run(lambda: read(vault, unit_id))
        job.succeeded.connect(self._on_opened)
        job.failed.connect(self._on_not_opened)

    def choose(self) -> None:
        """Ask for files."""
        patterns = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        dialog = QFileDialog(self, self.tr("Add documents"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters([
            self.tr("Documents ({patterns})").format(patterns=patterns), self.tr("All files (*)"),
        ])  # fmt: skip
        dialog.filesSelected.connect(self.add_files)
        dialog.open()

    def add_files(self, paths: Sequence[str]) -> None:
        """Take files into the vault, into the scope that is chosen."""
        self.notice.say()
        self._outcomes = ()
        self._show_progress(is_running=True)
        self.adding.add(paths, self.scope.scope())

    # Qt

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _files_of(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if paths := _files_of(event):
            event.acceptProposedAction()
            self.add_files(paths)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, 0)
        head.setSpacing(SPACE)
        self.scope.setMinimumWidth(160)
        for widget in (self.add, self.scope_label, self.scope):
            head.addWidget(widget)
        head.addStretch(1)
        below = QHBoxLayout()
        below.setSpacing(SPACE)
        below.addWidget(self.bar, 1)
        below.addWidget(self.stop)
        below_list = QWidget()  # takes no more room than its words need
        below_list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        foot = QVBoxLayout(below_list)
        foot.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE)
        foot.setSpacing(SPACE // 2)
        foot.addWidget(self.status)
        foot.addLayout(below)
        foot.addWidget(self.waiting)
        foot.addWidget(self.notice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(head)
        column.addWidget(self.page, 1)
        column.addWidget(below_list)

    def _connect(self) -> None:
        self.add.clicked.connect(self.choose)
        self.stop.clicked.connect(self.adding.cancel)
        self.adding.stepped.connect(self._on_stepped)
        self.adding.ended.connect(self._on_ended)
        self.adding.failed.connect(self._on_failed)
        self.page.act_wanted.connect(self._on_act_wanted)
        self.page.failed.connect(self._on_failed)
        self.page.counted.connect(self._on_counted)
        self._poll.timeout.connect(self._ask_pending)
        self._theme.changed.connect(self._on_theme_changed)

    def _retranslate(self) -> None:
        self.add.setText(self.tr("&Add files…"))
        self.add.setToolTip(self.tr("Add documents to the vault; dropping them here does the same"))
        self.stop.setText(self.tr("Stop"))
        self.scope_label.setText(self.tr("New ones are seen &in"))
        self.scope.setAccessibleName(self.tr("Scope of new documents"))
        self.scope.setToolTip(
            self.tr("Everywhere, or in conversations of one scope; a new name makes a new scope")
        )
        self.bar.setAccessibleName(self.tr("Progress of reading"))
        self.scope.fill([entry.ids[0] for entry in self.page.model.entries])
        self._say_outcomes()
        self._say_pending()

    def _show_progress(self, *, is_running: bool) -> None:
        self.bar.setVisible(is_running)
        self.stop.setVisible(is_running)
        self.status.setVisible(is_running or bool(self._outcomes))

    def _say_outcomes(self) -> None:
        if not self._outcomes:
            return
        in_order = sorted(
            self._outcomes, key=lambda one: one.error is None
        )  # what went wrong is never cut off
        lines = [line for one in in_order for line in self._told(one)]
        if len(lines) > _MOST_LINES:
            more = self.tr("and more files: {count}").format(count=len(lines) - _MOST_LINES + 1)
            lines[_MOST_LINES - 1 :] = [more]
        self.status.setText("\n".join(lines))

    def _told(self, one: Outcome) -> list[str]:
        if one.error is not None:
            return [f"{one.name}: " + " ".join(self._words.error(one.error))]
        if one.kept is None:
            return []
        document = one.kept.document
        said = {
            "added": self.tr("Kept: {name}, passages: {passages}"),
            "known": self.tr("The same file is in the vault already: {name}"),
            "replaced": self.tr("A new version of {name} took the earlier one's place, passages: {passages}"),
        }[one.kept.outcome.value]
        lines = [said.format(name=document.name, passages=document.passages)]
        if one.kept.outcome is KeptAs.KNOWN:
            return lines
        if one.kept.blank_pages:
            blank = self.tr(
                "Pages without text, pictures of a scan perhaps, are not found: {blank} of {pages}"
            )
            lines.append(blank.format(blank=one.kept.blank_pages, pages=document.pages))
        if one.kept.secrets:
            cut = self.tr(
                "Secrets and identity numbers cut out of the text: {count}. The file itself holds them and was not"
                " kept: keep yours."
            )
            lines.append(cut.format(count=one.kept.secrets))
        return lines

    def _say_pending(self) -> None:
        self.waiting.setText(
            self.tr("Passages still to be understood: {count}. Their words are found already.").format(
                count=self._pending
            )
        )
        self.waiting.setVisible(self._pending > 0)

    def _ask_pending(self) -> None:
        recall = self._session.recall
        job = self._bridge.run(lambda: recall.status().pending_passages)
        job.succeeded.connect(self._on_pending)

    # slots

    def _on_stepped(self, step: Step) -> None:
        self.bar.setValue(round(100 * step.share))
        text = self.tr("Reading {name} ({number} of {count})")
        self.status.setText(text.format(name=step.name, number=step.number, count=step.count))

    def _on_ended(self, outcomes: Sequence[Outcome]) -> None:
        self._outcomes = outcomes
        self._show_progress(is_running=False)
        self._say_outcomes()
        self.refresh()
        self._poll.start()

    def _on_pending(self, count: int) -> None:
        self._pending = count
        self._say_pending()
        if not count:
            self._poll.stop()
        elif not self._poll.isActive():
            self._poll.start()

    def _on_counted(self, _count: int) -> None:
        self.scope.fill([entry.ids[0] for entry in self.page.model.entries])

    def _on_opened(self, opened: OpenedDocument) -> None:
        DocumentDialog(opened, self.window()).open()

    def _on_not_opened(self, error: Exception) -> None:
        if isinstance(error, NotFound):
            gone = self.tr(
                "That passage is gone: its document was removed, or a newer version took its place."
            )
            self.notice.say(gone)
        else:
            self.notice.show_error(error)
        self.not_found.emit()

    def _on_failed(self, error: Exception) -> None:
        self.notice.show_error(error)

    def _on_theme_changed(self) -> None:
        self.add.setIcon(icons.icon("plus", self._theme.colours.text))

    def _on_act_wanted(self, act: str, entries: Sequence[Entry]) -> None:
        self.notice.say()
        vault, first = self._session.vault, entries[0].id
        if act == "open":
            self.open_unit(first)
        elif act == "remove":
            dialog = RemoveDocuments(self._words, self._bridge, vault, [one.id for one in entries], self)
            dialog.deleted.connect(self.refresh)
            dialog.open()
        else:
            job = self._bridge.run(lambda: vault.documents.get(first))
            job.succeeded.connect(self._on_change_read if act == "change" else self._on_export_read)
            job.failed.connect(self._on_failed)

    def _on_change_read(self, document: Document) -> None:
        documents = self._session.vault.documents
        scopes = [entry.ids[0] for entry in self.page.model.entries]
        dialog = ChangeDialog(document.scope, scopes, document.sensitivity.value, self)
        dialog.chosen.connect(
            lambda scope, sensitivity: self.page.act(
                lambda: documents.change(document.id, scope=scope, sensitivity=Sensitivity(sensitivity))
            )
        )
        dialog.open()

    def _on_export_read(self, document: Document) -> None:
        dialog = QFileDialog(self, self.tr("Save a copy that is not encrypted"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(document.name if document.has_file else f"{Path(document.name).stem}.txt")
        dialog.fileSelected.connect(lambda path: self._export(document.id, Path(path)))
        dialog.open()

    def _export(self, document_id: str, path: Path) -> None:
        vault = self._session.vault
        job = self._bridge.run_slow(lambda _progress, _cancelled: export_document(vault, document_id, path))
        job.failed.connect(self._on_failed)


def _files_of(event: QDropEvent) -> list[str]:
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
