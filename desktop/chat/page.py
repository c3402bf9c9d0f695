"""The conversation page: transcript and composer, and the turn that runs between them.

Talks to the session through the bridge only. What a turn tells arrives in batches; whatever does not belong to the
shown conversation any more is dropped by its job number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assistant import events
from assistant.events import CitationMark
from assistant.session import Session
from desktop.bridge import Bridge, Job
from desktop.chat.composer import Composer
from desktop.chat.message import MessageWidget, ReplyView
from desktop.chat.proposals import ProposalStrip
from desktop.chat.temporary import TemporaryNotice
from desktop.chat.transcript import MAX_SHOWN, PAGE, Transcript
from desktop.theme import Theme
from desktop.words import Words
from vault.records import EndpointConfig, Role, Turn

_PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Opened:
    """A conversation as it was read from the vault."""

    conversation_id: str
    endpoint: str
    turns: Sequence[Turn]
    replies: Mapping[str, Mapping[str, Any]]
    draft: str
    scroll_to: str = ""


def reply_view(turn: Turn, detail: Mapping[str, Any], words: Sequence[str]) -> ReplyView:
    """What is shown under a reply, from its kept detail."""
    marks = tuple(
        CitationMark(
            item["mark"], item["kind"], item["id"], item["quote"], item["supported"], item.get("sentence", "")
        )
        for item in detail["citations"]
    )
    return ReplyView(
        turn.id,
        str(detail["confidence"]),
        dict(detail["confidence_parts"]),
        marks,
        tuple(words),
        is_acknowledgement=bool(detail.get("is_acknowledgement")),
    )


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
        self._has_reply = False
        self._outcomes: tuple[Any, ...] = ()
        self._is_at_end = True
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
        job = self._bridge.run(lambda: self._read(conversation_id, turn_id))
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
        if not self._is_at_end:
            self.open(self.conversation_id)
        self._text, self._sent_text, self._outcomes, self._has_reply = "", text, (), False
        self.composer.set_busy(True)
        self.composer.set_status(self.tr("Looking into your vault…"))
        conversation, endpoint = self.conversation_id, self._endpoint
        job = self._bridge.stream(lambda: self._session.ask(text, conversation, endpoint=endpoint))
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

    # reading the vault, off the GUI thread

    def _read(self, conversation_id: str, turn_id: str) -> Opened:
        store = self._session.vault.conversations
        conversation = store.get(conversation_id)
        turns = store.turns(conversation_id, limit=PAGE)
        if turn_id and turn_id not in {turn.id for turn in turns}:
            wanted = store.turn(turn_id).position
            turns = store.turns(conversation_id, before=wanted + MAX_SHOWN // 2, limit=MAX_SHOWN)
        return Opened(
            conversation_id,
            conversation.endpoint,
            turns,
            self._details(turns),
            store.draft(conversation_id),
            turn_id,
        )

    def _details(self, turns: Sequence[Turn]) -> dict[str, Mapping[str, Any]]:
        found = {
            turn.id: self._session.vault.conversations.reply(turn.id)
            for turn in turns
            if turn.role is Role.ASSISTANT
        }
        return {key: value for key, value in found.items() if value is not None}

    # what comes back

    def _leave(self) -> None:
        self.composer.flush_draft()
        if self._turn_job is not None:
            self._turn_job.cancel()
        self._turn_job = None
        self.composer.set_busy(False)
        self.composer.set_status("")
        self._session.end_temporary_chat(self.conversation_id)

    def _on_opened(self, opened: Opened) -> None:
        job = self.sender()
        if isinstance(job, Job) and job.number != self._load_number:
            return
        self._show(opened)

    def _show(self, opened: Opened) -> None:
        self.conversation_id, self._endpoint = opened.conversation_id, opened.endpoint
        self.notice.setVisible(self.is_temporary)
        self.temporary_changed.emit(self.is_temporary)
        self.transcript.show_turns(opened.turns)
        self._show_replies(opened.turns, opened.replies)
        self.composer.set_text(opened.draft)
        self.composer.select_endpoint(opened.endpoint)
        last = next((turn.id for turn in reversed(opened.turns) if turn.id in opened.replies), "")
        self._is_at_end = not opened.scroll_to or len(opened.turns) < MAX_SHOWN
        if opened.scroll_to:
            self.transcript.scroll_to(opened.scroll_to)
            self.transcript.select(opened.scroll_to)
        elif last:
            self.select_reply(last)
        if not last:
            self.reply_shown.emit(None, "none")
        self.composer.edit.setFocus()

    def _show_replies(self, turns: Sequence[Turn], replies: Mapping[str, Mapping[str, Any]]) -> None:
        for turn in turns:
            if turn.id in replies:
                self.transcript.set_reply(reply_view(turn, replies[turn.id], turn.notes))

    def _on_older_wanted(self, before: int) -> None:
        conversation = self.conversation_id

        def read() -> Opened:
            turns = self._session.vault.conversations.turns(conversation, before=before, limit=PAGE)
            return Opened(conversation, "", turns, self._details(turns), "")

        self._bridge.run(read).succeeded.connect(self._on_older)

    def _on_older(self, older: Opened) -> None:
        if older.conversation_id == self.conversation_id:
            self.transcript.prepend(older.turns)
            self._show_replies(older.turns, older.replies)

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

    def _on_endpoint_chosen(self, name: str) -> None:
        self._endpoint = name
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
            self._on_saved(event.turn)
        elif isinstance(event, events.TextDelta):
            self._text += event.text
            self.composer.set_status(self.tr("Writing…"))
        elif isinstance(event, events.TextReplaced):
            self._text = event.text
        elif isinstance(event, events.Thinking):
            self.composer.set_status(self.tr("The model is thinking…"))
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

    def _on_saved(self, turn: Turn) -> None:
        is_new = turn.conversation_id != self.conversation_id
        self.conversation_id = turn.conversation_id
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
            temporary = self._session.temporary_turns(self.conversation_id)
            if temporary is not None:
                self.transcript.show_turns(temporary.turns(MAX_SHOWN))
            elif self.conversation_id:
                self.open(self.conversation_id)

    def _on_turn_finished(self) -> None:
        if self.sender() is self._turn_job:
            self._turn_job = None
            self.composer.set_busy(False)

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
