"""The turn that runs under a conversation page: its job, what it tells, and the reply that grows in the transcript."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from assistant import events
from desktop.bridge import Bridge, Job
from desktop.chat.composer import Composer
from desktop.chat.message import MessageWidget, ReplyView
from desktop.chat.previews import Previews
from desktop.chat.tool_confirmation import ToolConfirmation
from desktop.chat.transcript import Transcript
from desktop.words import Words
from vault.records import Role, Turn

PENDING = "pending"


class RunningTurn(QObject):
    """At most one turn at a time; its dialogs open over `parent`. GUI thread.

    Signals: `saved(object)` the MessageSaved of its message; `replied(object, object)` the ReplyResult and the
    MessageWidget that shows it; `failed(object)` the error; `cancelled()`; `finished()` after any end. None comes of a
    turn that was left.
    """

    saved = Signal(object)
    replied = Signal(object, object)
    failed = Signal(object)
    cancelled = Signal()
    finished = Signal()

    def __init__(
        self,
        words: Words,
        bridge: Bridge,
        transcript: Transcript,
        composer: Composer,
        *,
        previews: Previews,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._words, self._bridge, self._parent = words, bridge, parent
        self._transcript, self._composer, self._previews = transcript, composer, previews
        self._job: Job | None = None
        self._text = ""
        self._has_reply = False
        self._in_place_of = ""
        self.outcomes: tuple[Any, ...] = ()
        """What the turn proposes to remember, as far as it has said."""

    @property
    def is_running(self) -> bool:
        return self._job is not None

    def run(self, make: Callable[[], AsyncIterator[events.Event]], in_place_of: str) -> None:
        """Run a turn. Its first event takes the message `in_place_of`, and what follows it, off the page."""
        self._text, self.outcomes, self._has_reply = "", (), False
        self._in_place_of = in_place_of
        self._composer.set_busy(True)
        self._composer.set_status(self.tr("Looking into your vault…"))
        job = self._bridge.stream(make)
        self._job = job
        job.events.connect(self._on_events)
        job.succeeded.connect(self._on_succeeded)
        job.failed.connect(self._on_failed)
        job.was_cancelled.connect(self._on_cancelled)
        job.finished.connect(self._on_finished)

    def stop(self) -> None:
        """Stop the reply that streams; what had arrived is kept."""
        if self._job is not None:
            self._job.cancel()

    def leave(self) -> None:
        """Stop it and hear no more of it: another conversation is shown."""
        self.stop()
        self._job = None
        self._previews.close()
        for waiting in self._parent.findChildren(ToolConfirmation):
            waiting.reject()
        self._composer.set_busy(False)
        self._composer.set_status("")

    # what it tells

    def _on_events(self, batch: list[object]) -> None:
        if self.sender() is not self._job:
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
        elif isinstance(event, events.TextReplaced):
            self._text = event.text
        elif isinstance(event, events.ConfirmationWanted):
            ToolConfirmation(event.step, self._parent).open()
        elif isinstance(event, events.PreviewWanted):
            self._previews.ask(event.step)
        elif isinstance(event, events.Proposed):
            self.outcomes = event.outcomes
        elif isinstance(event, events.Reply):
            self._on_reply(event.result)
        status = self._status(event)
        if status:
            self._composer.set_status(status)

    def _status(self, event: object) -> str:
        """What is said below the field while this is going on; empty where the last word still holds."""
        if isinstance(event, events.TextDelta):
            return self.tr("Writing…")
        if isinstance(event, events.Recalled):
            return self.tr("Waiting for the first word…")
        if isinstance(event, events.Thinking):
            return self.tr("The model is thinking…")
        if isinstance(event, events.ToolUsed):
            return self.tr("Using {tool}…").format(tool=event.call.name)
        if isinstance(event, events.ConfirmationWanted):
            return self.tr("Waiting for you to allow a tool…")
        if isinstance(event, events.PreviewWanted):
            return self.tr("Waiting for you to look at the request…")
        if isinstance(event, events.ModelLoading):
            return self.tr("Loading the model…")
        if isinstance(event, events.Waiting) and event.seconds:
            return self.tr("The endpoint asks to wait: sent again in {seconds} s").format(
                seconds=event.seconds
            )
        if isinstance(event, events.Sending):
            return self.tr("Sent {size} bytes to {endpoint}, waiting…").format(
                size=event.size_bytes, endpoint=event.endpoint
            )
        return ""

    def _on_saved(self, event: events.MessageSaved) -> None:
        if self._in_place_of:
            self._transcript.cut_from(self._in_place_of)
        if event.is_new:
            self._transcript.append(event.turn)
        self.saved.emit(event)

    def _pending(self) -> MessageWidget:
        shown = self._transcript.message(PENDING)
        if shown is not None:
            return shown
        now = datetime.now(UTC)
        return self._transcript.append(Turn(PENDING, "", 0, Role.ASSISTANT, "", now, "UTC", state="partial"))

    def _on_reply(self, result: events.ReplyResult) -> None:
        pending = self._pending()
        self._has_reply = True
        self._text = result.answer
        turn = Turn(
            result.turn_id,
            result.conversation,
            0,
            Role.ASSISTANT,
            result.answer,
            datetime.now(UTC),
            "UTC",
            state=result.state,
        )
        self._transcript.rename(PENDING, turn)
        self._transcript.set_reply(
            ReplyView(
                turn.id,
                result.confidence,
                dict(result.confidence_parts),
                result.citations,
                tuple(note for note in result.notes if note not in result.listing_notes),
                is_acknowledgement=result.is_acknowledgement,
            )
        )
        self.replied.emit(result, pending)

    # how it ends

    def _on_succeeded(self) -> None:
        if self.sender() is self._job:
            self._composer.set_status("")

    def _on_failed(self, error: Exception) -> None:
        if self.sender() is self._job:
            self._composer.set_status(" ".join(self._words.error(error)))
            self.failed.emit(error)

    def _on_cancelled(self) -> None:
        if self.sender() is self._job:
            self._composer.set_status("")
            self.cancelled.emit()

    def _on_finished(self) -> None:
        if self.sender() is self._job:
            self._job = None
            self._composer.set_busy(False)
            self.finished.emit()
