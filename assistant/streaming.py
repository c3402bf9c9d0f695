"""From an endpoint's pieces to what the user sees: thinking folded, the tail and echoes hidden, stand-ins turned back.

Keeps the text so far, so that a reply that is stopped or cut off is never lost.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing

from assistant import previews
from assistant.ask import Gathered
from assistant.contract import Tail, TailFilter
from assistant.endpoints.protocol import ChatRequest, Endpoint, Piece, ToolCall
from assistant.events import (
    Event,
    ModelLoading,
    PreviewWanted,
    Sending,
    TextDelta,
    TextReplaced,
    Thinking,
    Waiting,
)
from assistant.reply_form import FormFilter
from assistant.scrub import Restorer, Scrubber
from assistant.tools import text_calls


class ReplyStream:
    """One reply while it streams. `text` is what the user has seen; `tail` the model's own word, complete
    at the end.
    """

    def __init__(self, g: Gathered, scrubber: Scrubber) -> None:
        self._g = g
        self._scrubber = scrubber
        self._filter: TailFilter = TailFilter()
        self._restorer: Restorer = scrubber.restorer()
        self._started = time.monotonic()
        self._calls: list[ToolCall] = []
        self.text = ""

    def reads_text_calls(self) -> None:
        """From now on the model calls tools in plain text."""
        self._filter.hides_calls = True

    def reads_form(self) -> None:
        """The reply comes as JSON of the form; what does not is read as it is."""
        self._filter = FormFilter()

    def take_calls(self) -> tuple[ToolCall, ...]:
        """The tool calls of the step that has ended, once."""
        calls = (*self._calls, *text_calls.parse(self._filter.call_text))
        self._calls.clear()
        return calls

    @property
    def tail(self) -> Tail:
        return self._filter.tail()

    async def events(self, endpoint: Endpoint, request: ChatRequest) -> AsyncGenerator[Event, None]:
        """The reply's events. Raises: EndpointError, SendRefused; `text` then holds what had arrived."""
        step = previews.step_for(self._g, endpoint, request, self._scrubber)
        if step is not None:
            yield PreviewWanted(step)
            request = await previews.approved(self._g, request, step)
            self._started = time.monotonic()
        self._filter.reset()
        # Only now: a restorer knows the stand-ins that were issued before it was made.
        self._restorer = self._scrubber.restorer()
        async with aclosing(endpoint.stream(request)) as pieces:
            async for piece in pieces:
                for event in self._piece(endpoint, request, piece):
                    yield event
        for event in self._shown(self._restorer.feed(self._filter.flush()) + self._restorer.flush()):
            yield event
        if self._restorer.leftovers or self._scrubber.has_bare(self.text):
            yield self._g.note("note.pseudonym_left")

    def _piece(self, endpoint: Endpoint, request: ChatRequest, piece: Piece) -> list[Event]:
        if piece.kind == "text":
            self._g.seconds.setdefault("first_token", round(time.monotonic() - self._started, 4))
            return self._shown(self._restorer.feed(self._filter.feed(piece.text)))
        if piece.kind == "thinking":
            self._g.thinking += piece.text
            return [Thinking(piece.text)]
        if piece.kind == "loading":
            return [ModelLoading(endpoint.name)]
        if piece.kind == "waiting":
            return [Waiting(int(piece.data["seconds"]))]
        if piece.kind == "reset":
            self.text = ""
            self._filter.reset()
            self._restorer = self._scrubber.restorer()
            return [TextReplaced("")]
        if piece.kind == "sent":
            receipt = str(piece.data["receipt"])
            self._g.receipts.append(receipt)
            return [
                Sending(
                    endpoint.name, self._g.trust, int(piece.data["size_bytes"]), request.replaced, receipt
                )
            ]
        if piece.kind == "tool_call":
            if piece.call is not None:
                self._calls.append(piece.call)
            return []
        if piece.kind == "usage":
            self._g.tokens |= {key: int(value) for key, value in piece.data.items()}
            return []
        return [self._g.note(piece.text, **piece.data)]

    def _shown(self, text: str) -> list[Event]:
        if not self.text:
            text = text.lstrip()
        if not text:
            return []
        self.text += text
        return [TextDelta(text)]
