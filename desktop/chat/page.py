"""The conversation page: transcript and composer, and the turn that runs between them.

Talks to the session through the bridge only. What a turn tells arrives in batches; whatever does not belong to the
shown conversation any more is dropped by its job number.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assistant import events
from assistant.session import Session
from desktop.bridge import Bridge, Job
from desktop.chat import opened
from desktop.chat.composer import Composer
from desktop.chat.message import MessageWidget, ReplyView
from desktop.chat.opened import Opened, Versions, reply_view
from desktop.chat.previews import Previews
from desktop.chat.proposals import ProposalStrip
from desktop.chat.temporary import TemporaryNotice
from desktop.chat.tool_confirmation import ToolConfirmation
from desktop.chat.transcript import MAX_SHOWN, Transcript
from desktop.chat.writing import Writing
from desktop.theme import Theme
from desktop.words import Words
from vault.records import EndpointConfig, Role, Turn

_PENDING = "pending"


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
        self._turn_job: Job | None = None
        self._load_number = 0
        self._text = ""
        self._sent_text = ""
        self._replaces = ""
        self._in_place_of = ""
        self._has_reply = False
        self._outcomes: tuple[Any, ...] = ()
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
        self.transcript.version_chosen.connect(self._on_version_chosen)
        self.composer.edit_left.connect(self._on_edit_left)
        self.writing = Writing(
            theme, bridge, session, edit=self.composer.edit, strip=self.composer.found,
            endpoint=lambda: self._endpoint,
        )  # fmt: skip
        self.refresh_endpoints()

    @property
    def is_busy(self) -> bool:
        return self._turn_job is not None

    # opening

    def start_new(self) -> None:
        """An empty conversation; it comes into the vault with its first message."""
        self._leave()
        self._show(Opened("", "", (), {}, ""))

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
        self._load(conversation_id, turn_id)

    def _load(self, conversation_id: str, turn_id: str = "") -> None:
        job = self._bridge.run(lambda: opened.read(self._session, conversation_id, turn_id))
        self._load_number = job.number
        job.succeeded.connect(self._on_opened)
        job.failed.connect(self._on_failed)

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
        self._run(
            lambda: self._session.ask(
                text,
                conversation,
                endpoint=endpoint,
                replaces=replaces,
                previews=True,
                confirms=True,
                exceptions=passed,
            ),
            replaces,
        )

    def answer_again(self, turn_id: str) -> None:
        """Have the message before a reply answered once more; the reply that is there is kept as another version."""
        if self.is_busy or turn_id == _PENDING:
            return
        self._sent_text = ""
        conversation, endpoint = self.conversation_id, self._endpoint
        self._run(
            lambda: self._session.again(
                turn_id, conversation, endpoint=endpoint, previews=True, confirms=True
            ),
            turn_id,
        )

    def _run(self, make: Callable[[], AsyncIterator[events.Event]], in_place_of: str) -> None:
        """Run a turn. Its first event takes the message `in_place_of`, and what follows it, off the page."""
        self._text, self._outcomes, self._has_reply = "", (), False
        self._in_place_of = in_place_of
        self.composer.set_busy(True)
        self.composer.set_status(self.tr("Looking into your vault…"))
        job = self._bridge.stream(make)
        self._turn_job = job
        job.events.connect(self._on_events)
        job.succeeded.connect(self._on_turn_succeeded)
        job.failed.connect(self._on_turn_failed)
        job.was_cancelled.connect(self._on_turn_cancelled)
        job.finished.connect(self._on_turn_finished)

    def stop(self) -> None:
        """Stop the reply that streams; what had arrived is kept."""
        if self._turn_job is not None:
            self._turn_job.cancel()

    def select_reply(self, turn_id: str) -> None:
        """Show one reply's sources in the side panel."""
        if turn_id == _PENDING:
            return
        self.transcript.select(turn_id)
        temporary = self._session.temporary_turns(self.conversation_id)
        if temporary is not None:
            self._on_detail(temporary.reply(turn_id))
            return
        job = self._bridge.run(lambda: self._session.vault.conversations.reply(turn_id))
        job.succeeded.connect(self._on_detail)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh_endpoints()
        super().changeEvent(event)

    # what comes back

    def _leave(self) -> None:
        self.composer.leave_edit()
        self.composer.flush_draft()
        if self._turn_job is not None:
            self._turn_job.cancel()
        self._turn_job = None
        self.previews.close()
        for waiting in self.findChildren(ToolConfirmation):
            waiting.reject()
        self.composer.set_busy(False)
        self.composer.set_status("")
        self._session.end_temporary_chat(self.conversation_id)

    def _on_opened(self, found: Opened) -> None:
        job = self.sender()
        if isinstance(job, Job) and job.number != self._load_number:
            return
        self._show(found)

    def _show(self, found: Opened) -> None:
        self.conversation_id, self._endpoint = found.conversation_id, found.endpoint
        self.composer.set_text(found.draft)
        self.composer.select_endpoint(found.endpoint)
        self._show_turns(found)
        self.composer.edit.setFocus()

    def _show_turns(self, found: Opened) -> None:
        self.notice.setVisible(self.is_temporary)
        self.temporary_changed.emit(self.is_temporary)
        self.transcript.show_turns(found.turns)
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

    def _on_older_wanted(self, before: int) -> None:
        conversation = self.conversation_id
        if not self.is_temporary:
            job = self._bridge.run(lambda: opened.older(self._session, conversation, before))
            job.succeeded.connect(self._on_older)

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

    def _on_edit_left(self) -> None:
        self._replaces = ""

    def _on_version_chosen(self, turn_id: str) -> None:
        if self.is_busy:
            return
        conversation = self.conversation_id
        job = self._bridge.run(lambda: opened.read(self._session, conversation, turn_id))
        self._load_number = job.number
        job.succeeded.connect(self._on_version_shown)
        job.failed.connect(self._on_failed)

    def _on_version_shown(self, found: Opened) -> None:
        job = self.sender()
        if isinstance(job, Job) and job.number == self._load_number:
            self._show_turns(found)
            shown = self.transcript.message(found.scroll_to)
            if shown is not None:
                shown.versions.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refresh_versions(self) -> None:
        conversation = self.conversation_id
        job = self._bridge.run(lambda: (conversation, self._session.turns_of(conversation).versions()))
        job.succeeded.connect(self._on_versions)

    def _on_versions(self, found: tuple[str, Versions]) -> None:
        if found[0] == self.conversation_id:
            self.transcript.set_versions(found[1])

    def _on_endpoint_chosen(self, name: str) -> None:
        self._endpoint = name
        self.writing.refresh()
        conversation = self.conversation_id
        if conversation and not self.is_temporary:
            self._bridge.run(lambda: self._session.vault.conversations.use_endpoint(conversation, name))

    def _on_draft_changed(self, text: str) -> None:
        conversation = self.conversation_id
        if not self.is_temporary:
            self._bridge.run(lambda: self._session.vault.conversations.set_draft(conversation, text))

    def _on_failed(self, error: Exception) -> None:
        self.composer.set_status(" ".join(self._words.error(error)))

    # the events of a turn

    def _on_events(self, batch: list[object]) -> None:
        if self.sender() is not self._turn_job:
            return
        before = self._text
        for event in batch:
            self._on_event(event)
        if self._text != before and not self._has_reply:
            self._pending().set_text(self._text)

    def _on_event(self, event: object) -> None:
        if isinstance(event, events.MessageSaved):
            self._on_saved(event)
        elif isinstance(event, events.TextDelta):
            self._text += event.text
            self.composer.set_status(self.tr("Writing…"))
        elif isinstance(event, events.TextReplaced):
            self._text = event.text
        elif isinstance(event, events.Thinking):
            self.composer.set_status(self.tr("The model is thinking…"))
        elif isinstance(event, events.ToolUsed | events.ConfirmationWanted):
            self._on_tool(event)
        elif isinstance(event, events.PreviewWanted):
            self.composer.set_status(self.tr("Waiting for you to look at the request…"))
            self.previews.ask(event.step)
        elif isinstance(event, events.ModelLoading):
            self.composer.set_status(self.tr("Loading the model…"))
        elif isinstance(event, events.Waiting) and event.seconds:
            self.composer.set_status(
                self.tr("The endpoint asks to wait: sent again in {seconds} s").format(seconds=event.seconds)
            )
        elif isinstance(event, events.Sending):
            self.composer.set_status(
                self.tr("Sent {size} bytes to {endpoint}, waiting…").format(
                    size=event.size_bytes, endpoint=event.endpoint
                )
            )
        elif isinstance(event, events.Proposed):
            self._outcomes = event.outcomes
        elif isinstance(event, events.Reply):
            self._on_reply(event.result)

    def _on_tool(self, event: events.ToolUsed | events.ConfirmationWanted) -> None:
        if isinstance(event, events.ConfirmationWanted):
            ToolConfirmation(event.step, self).open()
        else:
            self.composer.set_status(self.tr("Using {tool}…").format(tool=event.call.name))

    def _on_saved(self, event: events.MessageSaved) -> None:
        turn = event.turn
        is_new = turn.conversation_id != self.conversation_id
        self.conversation_id = turn.conversation_id
        if self._in_place_of:
            self.transcript.cut_from(self._in_place_of)
        if event.is_new:
            self.transcript.append(turn)
        if is_new:
            endpoint = self._endpoint
            if endpoint:
                self._on_endpoint_chosen(endpoint)
            self._bridge.run(lambda: self._session.vault.conversations.set_draft("", ""))
        self.conversations_changed.emit()

    def _pending(self) -> MessageWidget:
        shown = self.transcript.message(_PENDING)
        if shown is not None:
            return shown
        now = datetime.now(UTC)
        turn = Turn(_PENDING, self.conversation_id, 0, Role.ASSISTANT, "", now, "UTC", state="partial")
        return self.transcript.append(turn)

    def _on_reply(self, result: events.ReplyResult) -> None:
        pending = self._pending()
        self._has_reply = True
        now = datetime.now(UTC)
        turn = Turn(
            result.turn_id,
            result.conversation,
            0,
            Role.ASSISTANT,
            result.answer,
            now,
            "UTC",
            state=result.state,
        )
        self._text = result.answer
        self.transcript.rename(_PENDING, turn)
        self.transcript.set_reply(
            ReplyView(
                turn.id,
                result.confidence,
                dict(result.confidence_parts),
                result.citations,
                tuple(note for note in result.notes if note not in result.listing_notes),
                is_acknowledgement=result.is_acknowledgement,
            )
        )
        self._show_proposals(pending)
        self._refresh_versions()
        self.select_reply(turn.id)
        self.conversations_changed.emit()

    def _show_proposals(self, message: MessageWidget) -> None:
        strip = ProposalStrip(self._theme, self._words, self._outcomes)
        if not strip.rows:
            strip.deleteLater()
            return
        strip.accepted.connect(self._on_accepted)
        strip.rejected.connect(self._on_rejected)
        strip.undone.connect(self._on_undone)
        message.add_below(strip)
        self.memories_changed.emit()

    def _on_turn_failed(self, error: Exception) -> None:
        self.composer.set_status(" ".join(self._words.error(error)))
        if self.transcript.message(_PENDING) is None and not self.composer.edit.toPlainText():
            self.composer.set_text(self._sent_text)

    def _on_turn_succeeded(self) -> None:
        if self.sender() is self._turn_job:
            self.composer.set_status("")

    def _on_turn_cancelled(self) -> None:
        """Stopped: what the vault kept of the reply is shown, which may be nothing but that it was stopped."""
        if self.sender() is self._turn_job:
            self.composer.set_status("")
            if self.is_temporary:
                self._load(self.conversation_id)
            elif self.conversation_id:
                self.open(self.conversation_id)

    def _on_turn_finished(self) -> None:
        if self.sender() is self._turn_job:
            self._turn_job = None
            self.composer.set_busy(False)
            # The reply is there: only now may a model be asked what of the message lasts.
            self._bridge.run(self._session.extraction.wake)

    # proposals

    def _on_accepted(self, memory_id: str) -> None:
        self._settle(memory_id, "kept", lambda: self._session.vault.memories.approve(memory_id))

    def _on_rejected(self, memory_id: str) -> None:
        self._settle(memory_id, "dropped", lambda: self._session.vault.memories.reject(memory_id))

    def _on_undone(self, memory_id: str) -> None:
        self._settle(memory_id, "undone", lambda: self._session.vault.memories.undo(memory_id))

    def _settle(self, memory_id: str, word: str, work: Any) -> None:
        rows = [row for strip in self.findChildren(ProposalStrip) for row in strip.rows]

        def settle(_result: object) -> None:
            for row in rows:
                if row.memory_id == memory_id:
                    row.settle(word)
            self.memories_changed.emit()

        job = self._bridge.run(work)
        job.succeeded.connect(settle)
        job.failed.connect(self._on_failed)
