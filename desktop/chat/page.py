"""The conversation page: transcript and composer, which conversation is shown, and what the user wants done in it.

Talks to the session through the bridge only; whatever does not belong to the shown conversation any more is dropped by
its job number. The turn itself is `running_turn`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assistant import events
from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.attaching import Attaching
from desktop.chat.composer import Composer
from desktop.chat.message import MessageWidget
from desktop.chat.message_deletion import MessageDeletion
from desktop.chat.opened import Opened, Versions, reply_view
from desktop.chat.previews import Previews
from desktop.chat.reading import Reading
from desktop.chat.running_turn import PENDING, RunningTurn
from desktop.chat.settling import Settling
from desktop.chat.temporary import TemporaryNotice
from desktop.chat.transcript import MAX_SHOWN, Transcript
from desktop.chat.writing import Writing
from desktop.theme import Theme
from desktop.words import Words
from vault.attachments import AttachedText
from vault.records import EndpointConfig


class ChatPage(QWidget):
    """Signals: `reply_shown(object, str)` detail of the reply that the side panel is to show (or None) and its
    confidence; `citation_chosen(int)` a chip's mark; `conversations_changed()`; `memories_changed()`;
    `link_activated(str)`; `temporary_changed(bool)` whether nothing of the conversation is kept."""

    reply_shown = Signal(object, str)
    citation_chosen = Signal(int)
    conversations_changed = Signal()
    memories_changed = Signal()
    link_activated = Signal(str)
    temporary_changed = Signal(bool)

    def __init__(self, theme: Theme, words: Words, bridge: Bridge, session: Session) -> None:
        super().__init__()
        self._theme, self._words, self._bridge, self._session = theme, words, bridge, session
        self.conversation_id = ""
        self._endpoint = ""
        self._sent_text = ""
        self._sent_files: tuple[AttachedText, ...] = ()
        self._replaces = ""
        self._is_at_end = True
        self.previews = Previews(theme, words, self)
        self.setObjectName("page")
        self.notice = TemporaryNotice()
        self.transcript = Transcript(theme, words)
        self.composer = Composer(theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.notice)
        layout.addWidget(self.transcript, 1)
        layout.addWidget(self.composer)
        self.composer.send_wanted.connect(self.send)
        self.composer.stop_wanted.connect(self.stop)
        self.composer.draft_changed.connect(self._on_draft_changed)
        self.composer.endpoint_chosen.connect(self._on_endpoint_chosen)
        self.transcript.older_wanted.connect(self._on_older_wanted)
        self.transcript.reply_selected.connect(self.select_reply)
        self.transcript.citation_activated.connect(self._on_citation_activated)
        self.transcript.link_activated.connect(self.link_activated)
        self.transcript.edit_wanted.connect(self._on_edit_wanted)
        self.transcript.again_wanted.connect(self.answer_again)
        self.transcript.delete_wanted.connect(self._on_delete_wanted)
        self.transcript.version_chosen.connect(self._on_version_chosen)
        self.composer.edit_left.connect(self._on_edit_left)
        self.writing = Writing(
            theme, bridge, session, edit=self.composer.edit, strip=self.composer.found,
            endpoint=lambda: self._endpoint,
        )  # fmt: skip
        self.turn = RunningTurn(
            words, bridge, self.transcript, self.composer, previews=self.previews, parent=self
        )
        self.turn.saved.connect(self._on_saved)
        self.turn.replied.connect(self._on_replied)
        self.turn.failed.connect(self._on_turn_failed)
        self.turn.cancelled.connect(self._on_turn_cancelled)
        self.turn.finished.connect(self._on_turn_finished)
        self.attaching = Attaching(words, bridge, session, self.composer)
        self.attaching.draft_changed.connect(self._on_files_changed)
        self.transcript.attachment_activated.connect(self.open_attachment)
        self.reading = Reading(bridge, session, self)
        self.reading.opened.connect(self._show)
        self.reading.draft_read.connect(self._on_draft_read)
        self.reading.version_opened.connect(self._on_version_shown)
        self.reading.older_read.connect(self._on_older)
        self.reading.versions_read.connect(self._on_versions)
        self.reading.attached_read.connect(self.transcript.set_attachments)
        self.reading.failed.connect(self._on_failed)
        self.deletion = MessageDeletion(words, bridge, session, self.transcript, self)
        self.deletion.deleted.connect(self._on_deleted)
        self.settling = Settling(theme, words, bridge, session, self)
        self.settling.memories_changed.connect(self.memories_changed)
        self.settling.failed.connect(self._on_failed)
        self.refresh_endpoints()

    @property
    def is_busy(self) -> bool:
        return self.turn.is_running

    # opening

    def start_new(self) -> None:
        """An empty conversation; it comes into the vault with its first message."""
        self._leave()
        self._show(Opened("", "", (), {}, ""))
        self.reading.draft_of_new()

    def start_temporary(self) -> None:
        """An empty conversation of which nothing is kept; leaving it ends it."""
        self._leave()
        self._show(Opened(self._session.temporary_chat(), "", (), {}, ""))

    @property
    def is_temporary(self) -> bool:
        return self._session.temporary_turns(self.conversation_id) is not None

    def open(self, conversation_id: str, turn_id: str = "") -> None:
        """Show a conversation at its end, or around `turn_id`."""
        self._leave()
        self.reading.open(conversation_id, turn_id)

    def refresh_endpoints(self) -> None:
        """Read the endpoints again, after the settings changed."""
        self._bridge.run(self._session.vault.endpoints.list).succeeded.connect(self._on_endpoints)

    def flush(self) -> None:
        """Keep the draft; called before the window closes or the vault locks."""
        self.composer.flush_draft()

    # a turn

    def send(self, text: str) -> None:
        """Send a message in this conversation; a new one is made where there is none."""
        if self.is_busy:
            return
        replaces, self._replaces = self._replaces, ""
        if not self._is_at_end and not replaces:
            self.open(self.conversation_id)
        self._sent_text = text
        conversation, endpoint = self.conversation_id, self._endpoint
        passed = self.writing.take_exceptions()
        files = self._sent_files = self.attaching.take()
        self.turn.run(
            lambda: self._session.ask(
                text,
                conversation,
                endpoint=endpoint,
                replaces=replaces,
                previews=True,
                confirms=True,
                exceptions=passed,
                attachments=files,
            ),
            replaces,
        )

    def answer_again(self, turn_id: str) -> None:
        """Have the message before a reply answered once more; the reply that is there is kept as another version."""
        if self.is_busy or turn_id == PENDING:
            return
        self._sent_text, self._sent_files = "", ()
        conversation, endpoint = self.conversation_id, self._endpoint
        self.turn.run(
            lambda: self._session.again(
                turn_id, conversation, endpoint=endpoint, previews=True, confirms=True
            ),
            turn_id,
        )

    def stop(self) -> None:
        """Stop the reply that streams; what had arrived is kept."""
        self.turn.stop()

    def select_reply(self, turn_id: str) -> None:
        """Show one reply's sources in the side panel."""
        if turn_id == PENDING:
            return
        self.transcript.select(turn_id)
        temporary = self._session.temporary_turns(self.conversation_id)
        if temporary is not None:
            self._on_detail(temporary.reply(turn_id))
            return
        job = self._bridge.run(lambda: self._session.vault.conversations.reply(turn_id))
        job.succeeded.connect(self._on_detail)

    def open_attachment(self, unit_id: str) -> None:
        """Show a file of this conversation, or the passage of it that a reply cites."""
        self.attaching.open(self.conversation_id, unit_id)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh_endpoints()
        super().changeEvent(event)

    # what comes back

    def _leave(self) -> None:
        self.composer.leave_edit()
        self.composer.flush_draft()
        self.turn.leave()
        self.reading.forget()
        self.attaching.clear()
        self._session.end_temporary_chat(self.conversation_id)

    def _show(self, found: Opened) -> None:
        self.conversation_id, self._endpoint = found.conversation_id, found.endpoint
        self.composer.set_text(found.draft)
        self.attaching.set_files(found.files)
        self.composer.select_endpoint(found.endpoint)
        self._show_turns(found)
        self.composer.edit.setFocus()

    def _show_turns(self, found: Opened) -> None:
        self.notice.setVisible(self.is_temporary)
        self.temporary_changed.emit(self.is_temporary)
        self.transcript.show_turns(found.turns, is_kept=not self.is_temporary)
        self._show_replies(found)
        last = next((turn.id for turn in reversed(found.turns) if turn.id in found.replies), "")
        self._is_at_end = not found.scroll_to or len(found.turns) < MAX_SHOWN
        if found.scroll_to:
            self.transcript.scroll_to(found.scroll_to)
            self.transcript.select(found.scroll_to)
        elif last:
            self.select_reply(last)
        if not last:
            self.reply_shown.emit(None, "none")

    def _show_replies(self, found: Opened) -> None:
        for turn in found.turns:
            if turn.id in found.replies:
                self.transcript.set_reply(reply_view(turn, found.replies[turn.id], turn.notes))
        self.transcript.set_versions(found.versions)
        self.transcript.set_attachments(found.attached)

    def _on_older_wanted(self, before: int) -> None:
        if not self.is_temporary:
            self.reading.older(self.conversation_id, before)

    def _on_older(self, older: Opened) -> None:
        if older.conversation_id == self.conversation_id:
            self.transcript.prepend(older.turns)
            self._show_replies(older)

    def _on_detail(self, detail: Mapping[str, Any] | None) -> None:
        self.reply_shown.emit(detail, str(detail["confidence"]) if detail else "none")

    def _on_citation_activated(self, turn_id: str, mark: int) -> None:
        self.select_reply(turn_id)
        self.citation_chosen.emit(mark)

    def _on_endpoints(self, configs: Sequence[EndpointConfig]) -> None:
        names = []
        for config in configs:
            label = self.tr("Recall only") if config.kind == "recall_only" else config.name
            names.append((config.name, f"{label} · {self._words.trust(config.trust)}"))
        default = next((config.name for config in configs if config.is_default), "")
        self.composer.set_endpoints(names, default)
        self.composer.select_endpoint(self._endpoint)

    # versions of a message

    def _on_edit_wanted(self, turn_id: str) -> None:
        message = self.transcript.message(turn_id)
        if message is not None and not self.is_busy:
            self._replaces = turn_id
            self.composer.start_edit(message.text())
            self.attaching.begin_edit(self.conversation_id, turn_id)

    def _on_delete_wanted(self, turn_id: str) -> None:
        if not self.is_busy and turn_id != PENDING:
            self.deletion.ask(turn_id)

    def _on_deleted(self, turn_id: str, beside: str) -> None:
        if self._replaces == turn_id:
            self.composer.leave_edit()
        self.reading.choose_version(self.conversation_id, beside)
        self.conversations_changed.emit()

    def _on_edit_left(self) -> None:
        self._replaces = ""
        self.attaching.leave_edit()

    def _on_version_chosen(self, turn_id: str) -> None:
        if not self.is_busy:
            self.reading.choose_version(self.conversation_id, turn_id)

    def _on_version_shown(self, found: Opened) -> None:
        self._show_turns(found)
        shown = self.transcript.message(found.scroll_to)
        if shown is not None:
            shown.versions.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_versions(self, conversation_id: str, versions: Versions) -> None:
        if conversation_id == self.conversation_id:
            self.transcript.set_versions(versions)

    def _on_endpoint_chosen(self, name: str) -> None:
        self._endpoint = name
        self.writing.refresh()
        conversation = self.conversation_id
        if conversation and not self.is_temporary:
            self._bridge.run(lambda: self._session.vault.conversations.use_endpoint(conversation, name))

    def _on_draft_changed(self, text: str) -> None:
        conversation = self.conversation_id
        if not self.is_temporary:
            job = self._bridge.run(lambda: self._session.vault.conversations.set_draft(conversation, text))
            job.failed.connect(self._on_failed)

    def _on_files_changed(self) -> None:
        conversation, files = self.conversation_id, self.attaching.files
        if not self.is_temporary:
            job = self._bridge.run(lambda: self._session.vault.attachments.keep_draft(conversation, files))
            job.failed.connect(self._on_failed)

    def _on_draft_read(self, found: Opened) -> None:
        """What was written for a conversation that is not begun; what is written by now comes first."""
        if self.conversation_id:
            return
        if found.draft and not self.composer.edit.toPlainText():
            self.composer.set_text(found.draft)
        if found.files and not self.attaching.files:
            self.attaching.set_files(found.files)

    def _on_failed(self, error: Exception) -> None:
        self.composer.set_status(" ".join(self._words.error(error)))

    # a turn

    def _on_saved(self, event: events.MessageSaved) -> None:
        is_new = event.turn.conversation_id != self.conversation_id
        self.conversation_id = event.turn.conversation_id
        if is_new:
            if self._endpoint:
                self._on_endpoint_chosen(self._endpoint)
            self._bridge.run(self._forget_new_draft)
        # What was sent is no draft any more; what has been written since then is.
        self._on_draft_changed(self.composer.draft())
        if self._sent_files:
            self.reading.attached(self.conversation_id, event.turn.id)
        self.conversations_changed.emit()

    def _forget_new_draft(self) -> None:
        self._session.vault.conversations.set_draft("", "")
        self._session.vault.attachments.keep_draft("", ())

    def _on_replied(self, result: events.ReplyResult, message: MessageWidget) -> None:
        self.settling.show_below(message, self.turn.outcomes)
        self.reading.versions(self.conversation_id)
        self.select_reply(result.turn_id)
        self.conversations_changed.emit()

    def _on_turn_failed(self, _error: Exception) -> None:
        """A message that was not even saved goes back to where it was written."""
        if self.transcript.message(PENDING) is None and not self.composer.edit.toPlainText():
            self.composer.set_text(self._sent_text)
            self.attaching.set_files(self._sent_files)
            self._on_files_changed()

    def _on_turn_cancelled(self) -> None:
        """Stopped: what the vault kept of the reply is shown, which may be nothing but that it was stopped."""
        if self.is_temporary:
            self.reading.open(self.conversation_id)
        elif self.conversation_id:
            self.open(self.conversation_id)

    def _on_turn_finished(self) -> None:
        """The reply is there: only now may a model be asked what of the message lasts."""
        self._bridge.run(self._session.extraction.wake)
