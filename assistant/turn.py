"""One conversation turn as an async generator of typed events: save, recall, request, stream, verify, save, propose.

The order and its promises are those of the design page "Endpoints and turns, a turn": the message is saved
first and no later failure can lose it; partial replies are saved while they stream; cancelling the task
closes the socket at once and keeps what had arrived. Runs on one event loop; the vault's calls run in worker threads.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Sequence
from contextlib import aclosing
from typing import TypeVar

from assistant import assembling, finishing, learning, preparing, reply_form, user_message
from assistant.agent import Agent
from assistant.ask import Ask, Gathered, Services
from assistant.catalogue import error_texts
from assistant.chat_commands import CommandAnswer, answer_command
from assistant.confidence import SURE_FROM, recall_strength
from assistant.contract import Tail
from assistant.endpoints.protocol import ChatRequest, Endpoint
from assistant.errors import AirGapped, ContextTooLong, TurnRefused
from assistant.events import (
    Event,
    Failed,
    MessageSaved,
    Note,
    Proposed,
    Recalled,
    Reply,
    ReplyNote,
    TextDelta,
    TextReplaced,
)
from assistant.kept_reply import kept_detail, kept_text, kept_words
from assistant.scrub import Scrubber, asks_first
from assistant.scrubbing import scrubber_for
from assistant.streaming import ReplyStream
from assistant.tools import Tool, Toolbox
from assistant.tools.offer import TOOLS_SETTING, choose, tokens_of
from vault.endpoints import RECALL_ONLY
from vault.errors import KeepsakeError
from vault.records import Outcome, Role, Turn

_SHRINK = 0.5
T = TypeVar("T")


class TurnRunner:
    """Answers one message. Made for one turn; `run` is called once."""

    def __init__(self, services: Services, ask: Ask) -> None:
        self._services = services
        self._ask = ask
        self._outcomes: list[Outcome] = []
        self._reply_turn: Turn | None = None
        self._saved_at = 0.0
        self._shown: set[int] = set()
        self._box = Toolbox()

    async def run(self) -> AsyncIterator[Event]:
        """The events of the turn.

        Raises:
            TurnRefused: the message is empty.
            DetectionFailed: the message could not be checked for secrets; it was neither stored nor sent.
        """
        if not self._ask.text.strip():
            raise TurnRefused
        g, command, history = await asyncio.to_thread(self._received)
        yield MessageSaved(g.question, is_new=not self._ask.answers)
        for note in self._fresh_notes(g):
            yield note
        if command is not None:
            async for event in self._command(g, command):
                yield event
            return
        try:
            async for event in self._answer(g, history):
                yield event
        except KeepsakeError as error:
            # Whatever stopped the answer, the message is saved and the turn ends with a reply that says so.
            async for event in self._failed(g, None, "", error):
                yield event

    # before the endpoint

    def _received(self) -> tuple[Gathered, CommandAnswer | None, Sequence[Turn]]:
        """The message, saved, and what was said before it on its path; the path to what it replaces or answers is
        shown."""
        place = self._ask.answers or self._ask.replaces
        before = self._ask.store.show(place).position if place else None
        history = self._ask.store.turns(preparing.HISTORY_TURNS, before)
        g, command = user_message.received(self._services, self._ask, history)
        g.path = self._ask.store.path(g.question.position)
        return g, command, history

    async def _command(self, g: Gathered, command: CommandAnswer) -> AsyncIterator[Event]:
        """A command answers by itself; no endpoint hears of it."""
        answered = await asyncio.to_thread(answer_command, self._services, g, command)
        self._outcomes = list(answered.outcomes)
        yield TextDelta(answered.text)
        turn = await asyncio.to_thread(self._add_reply, answered.text, "complete")
        verified = finishing.verify(g, "", Tail(), is_builtin=True, similarity=None)
        detail = finishing.detail(g, None, verified, self._outcomes)
        detail |= {"command": answered.detail, "is_acknowledgement": True}
        await asyncio.to_thread(self._ask.store.save_reply, turn.id, "none", detail)
        if self._outcomes:
            yield Proposed(tuple(self._outcomes))
        result = finishing.result(g, turn, verified, self._outcomes)
        yield Reply(
            finishing.with_answer(result, answered.text, needs_user_confirm=answered.needs_confirmation)
        )

    async def _answer(self, g: Gathered, history: Sequence[Turn]) -> AsyncIterator[Event]:
        if not self._ask.answers:
            g.candidates = await asyncio.to_thread(learning.candidates, self._services, g, history)
        recalled = await asyncio.to_thread(preparing.recall, self._services, g, history)
        if recalled is not None:
            yield Recalled(recalled)
        endpoint = await self._endpoint(g)
        scrubber, history = await self._while_reply_begins(self._leaving(g, endpoint, history))
        stream = ReplyStream(g, scrubber)
        g.is_form = not self._box and reply_form.is_wanted(endpoint)
        if g.is_form:
            stream.reads_form()
        try:
            # Closed here, so that the socket is gone before what had come is saved.
            async with aclosing(
                self._stream(g, endpoint, stream, history=history, scrubber=scrubber)
            ) as events:
                async for event in events:
                    yield event
            async for event in self._finished(g, endpoint, stream):
                yield event
        except (asyncio.CancelledError, GeneratorExit):
            self._stopped(g, endpoint, stream)
            raise
        except KeepsakeError as error:
            async for event in self._failed(g, endpoint, stream.text, error):
                yield event

    async def _while_reply_begins(self, parts: Awaitable[T]) -> T:
        """The parts of the request; the reply, which is empty until its words come, is stored meanwhile."""
        prepared, reply = await asyncio.gather(
            parts, asyncio.to_thread(self._add_reply, "", "partial"), return_exceptions=True
        )
        if isinstance(reply, BaseException):
            raise reply
        self._reply_turn = reply
        if isinstance(prepared, BaseException):
            raise prepared
        return prepared

    async def _leaving(
        self, g: Gathered, endpoint: Endpoint, history: Sequence[Turn]
    ) -> tuple[Scrubber, Sequence[Turn]]:
        """Sources, history and tools, as far as they may go to this endpoint, with what scrubs them."""

        def gathered() -> tuple[Scrubber, Sequence[Turn]]:
            scrubber = self._scrubber(g, endpoint)
            preparing.collect_sources(self._services, g, scrubber)
            return scrubber, preparing.leaving_history(self._services, g, scrubber, history)

        scrubber, kept = await asyncio.to_thread(gathered)
        self._box = await self._toolbox(g, endpoint)
        return scrubber, kept

    async def _toolbox(self, g: Gathered, endpoint: Endpoint) -> Toolbox:
        """The tools that this message may use; servers that do not answer are left out with a note."""
        is_on = bool(self._services.vault.settings.get(TOOLS_SETTING))
        load = self._services.external_tools
        external: Sequence[Tool] = ()
        if load is not None and is_on and not endpoint.is_builtin:
            external, failed = await load()
            for server, reason in failed.items():
                g.note("note.tool_server_failed", server=server, reason=reason)
        has_documents = await asyncio.to_thread(self._services.vault.documents.has_any)
        box = choose(g, endpoint, external, is_on=is_on, has_documents=has_documents)
        g.tool_tokens = tokens_of(box)
        return box

    async def _endpoint(self, g: Gathered) -> Endpoint:
        """The endpoint that was chosen; recall-only, with a note, where air-gap mode keeps that one away."""
        endpoint = self._services.endpoint(self._ask.endpoint)
        try:
            g.trust = await endpoint.trust()
        except AirGapped:
            g.note("note.air_gapped", endpoint=endpoint.name)
            endpoint = self._services.endpoint(RECALL_ONLY.name)
            g.trust = await endpoint.trust()
        return endpoint

    def _scrubber(self, g: Gathered, endpoint: Endpoint) -> Scrubber:
        can_ask = asks_first(endpoint.config, can_preview=self._ask.can_preview)
        scrubber, notes = scrubber_for(self._services, self._ask, endpoint, g.trust, can_ask=can_ask)
        for key in notes:
            g.note(key)
        return scrubber

    # with the endpoint

    async def _stream(
        self,
        g: Gathered,
        endpoint: Endpoint,
        stream: ReplyStream,
        *,
        history: Sequence[Turn],
        scrubber: Scrubber,
    ) -> AsyncGenerator[Event, None]:
        """Stream the reply; where the request is too long for the model, once more with half of everything."""
        is_doubtful = g.recalled is not None and recall_strength(g.recalled, g.question.text) < SURE_FROM
        if is_doubtful and g.sources and not g.has_files and not endpoint.is_builtin:
            g.note("turn.low_first")
        for share in (1.0, _SHRINK):
            request = await self._request(g, endpoint, history, scrubber, share)
            for note in self._fresh_notes(g):
                yield note
            try:
                async with aclosing(self._steps(g, scrubber, stream, endpoint, request)) as events:
                    async for event in events:
                        if isinstance(event, Note):
                            self._shown.add(id(event.note))
                        yield event
                        if isinstance(event, TextDelta | TextReplaced):
                            await self._save_partial(stream.text)
                return
            except ContextTooLong:
                # What tools have done is not done a second time.
                if stream.text or share == _SHRINK or endpoint.is_builtin or g.tool_calls:
                    raise
                g.note("note.context_shrunk")

    def _steps(
        self, g: Gathered, scrubber: Scrubber, stream: ReplyStream, endpoint: Endpoint, request: ChatRequest
    ) -> AsyncGenerator[Event, None]:
        """One request, or with tools as many as they take."""
        if not self._box:
            return stream.events(endpoint, request)
        return Agent(self._services, g, scrubber, self._box).answer(stream, endpoint, request)

    async def _request(
        self, g: Gathered, endpoint: Endpoint, history: Sequence[Turn], scrubber: Scrubber, share: float
    ) -> ChatRequest:
        if endpoint.is_builtin:
            return assembling.builtin_request(g)
        found = await asyncio.to_thread(assembling.pieces, g, endpoint, scrubber, history, share)
        room = assembling.room_of(endpoint, await endpoint.count_tokens(found.texts), share)
        request = await asyncio.to_thread(assembling.model_request, self._services, g, scrubber, found, room)
        is_kept = not self._ask.store.is_temporary and self._reply_turn is not None
        return assembling.with_turn(request, self._reply_turn.id) if is_kept and self._reply_turn else request

    def _fresh_notes(self, g: Gathered) -> list[Note]:
        """Notes that were not shown yet; each is shown once, whichever step made it."""
        fresh = [note for note in g.notes if id(note) not in self._shown]
        self._shown.update(id(note) for note in fresh)
        return [Note(note, self._worded(note)) for note in fresh]

    async def _save_partial(self, text: str) -> None:
        now = time.monotonic()
        if self._reply_turn is None or now - self._saved_at < self._services.partial_save_s:
            return
        self._saved_at = now
        await asyncio.to_thread(lambda: self._update_reply(kept_text(text).text, "partial", ()))

    # after the endpoint

    async def _finished(self, g: Gathered, endpoint: Endpoint, stream: ReplyStream) -> AsyncIterator[Event]:
        g.contested = await asyncio.to_thread(learning.contested, self._services, g)
        g.own_levels = await asyncio.to_thread(finishing.own_levels, self._services, g)
        verified = await asyncio.to_thread(
            finishing.verify,
            g,
            stream.text,
            stream.tail,
            is_builtin=endpoint.is_builtin,
            similarity=self._services.similarity,
            same_word=self._services.same_word,
        )
        if verified.checked.text != stream.text:
            yield TextReplaced(verified.checked.text)
        await asyncio.to_thread(self._save_finished, g, endpoint, verified)
        for note in self._fresh_notes(g):
            yield note
        if self._outcomes:
            yield Proposed(tuple(self._outcomes))
        assert self._reply_turn is not None
        yield Reply(finishing.result(g, self._reply_turn, verified, self._outcomes))

    def _save_finished(
        self, g: Gathered, endpoint: Endpoint | None, verified: finishing.Verified, state: str = "complete",
        error: KeepsakeError | None = None,
    ) -> None:  # fmt: skip
        """Apply what was learnt, count what was used, store text and detail."""
        if not self._ask.answers:
            self._outcomes = learning.apply(self._services, g)
            learning.leave_for_model(self._services, g, endpoint)
        if not self._ask.store.is_temporary and verified.used_ids:
            learning.count_use(self._services, g, verified.used_ids)
        if not self._ask.store.is_temporary and self._reply_turn is not None:
            # A request that was stopped before its first answer has a receipt, too.
            sent = self._services.vault.receipts.of_turn(self._reply_turn.id)
            g.receipts = [receipt.id for receipt in sent] or g.receipts
        stored = (
            kept_text(verified.checked.text) if endpoint is not None and not endpoint.is_builtin else None
        )
        if stored is not None and stored.cuts:
            types = {span.type for span in stored.cuts}
            g.note("note.reply_cut", types=user_message.type_words(types, self._ask.language))
        # What waits for review changes; a message that keeps listing it would soon be wrong.
        notes = [
            kept_words(self._worded(note)) for note in g.notes if note.key not in finishing.LISTING_NOTES
        ]
        # What recall-only says is made of quotations: indexed, it would stand before its own sources.
        is_indexed = endpoint is not None and not endpoint.is_builtin and bool(verified.checked.text.strip())
        self._update_reply(
            verified.checked.text if stored is None else stored.text, state, notes, is_indexed=is_indexed
        )
        detail = kept_detail(finishing.detail(g, endpoint, verified, self._outcomes, error=error))
        assert self._reply_turn is not None
        self._ask.store.save_reply(self._reply_turn.id, verified.badge.level, detail)

    def _stopped(self, g: Gathered, endpoint: Endpoint, stream: ReplyStream) -> None:
        """Keep what had arrived. Synchronous: a cancelled task must not wait for anything again."""
        if self._reply_turn is None or self._reply_turn.state in ("complete", "failed"):
            return
        g.note("note.stopped")
        verified = finishing.verify(
            g, stream.text, stream.tail, is_builtin=endpoint.is_builtin, similarity=None
        )
        self._save_finished(g, endpoint, verified, "stopped")

    async def _failed(
        self, g: Gathered, endpoint: Endpoint | None, text: str, error: KeepsakeError
    ) -> AsyncIterator[Event]:
        """The message stands, the part of the reply that came stands, and the error says what to do next."""
        yield Failed(error)
        what, _, next_step = error_texts(error, self._ask.language)
        g.note("turn.no_answer", reason=what, next=next_step)
        if text:
            g.note("note.partial_kept")
        if error.details.get("retry_after_s"):
            g.note("note.retry_after", seconds=int(float(error.details["retry_after_s"])))
        if self._reply_turn is None:
            self._reply_turn = await asyncio.to_thread(self._add_reply, "", "partial")
        verified = finishing.verify(
            g, text, Tail(), is_builtin=endpoint is None or endpoint.is_builtin, similarity=None
        )
        await asyncio.to_thread(self._save_finished, g, endpoint, verified, "failed", error)
        for note in self._fresh_notes(g):
            yield note
        if self._outcomes:
            yield Proposed(tuple(self._outcomes))
        yield Reply(finishing.result(g, self._reply_turn, verified, self._outcomes, state="failed"))

    # small things

    def _add_reply(self, text: str, state: str) -> Turn:
        return self._ask.store.add(
            Role.ASSISTANT,
            text,
            at=self._services.vault.clock(),
            zone=self._ask.zone,
            state=state,
            is_indexed=False,
            parent_id=self._ask.answers or None,
        )

    def _update_reply(self, text: str, state: str, notes: Sequence[str], *, is_indexed: bool = False) -> None:
        assert self._reply_turn is not None
        self._reply_turn = self._ask.store.update(
            self._reply_turn.id, text=text, state=state, notes=notes, is_indexed=is_indexed
        )

    def _worded(self, note: ReplyNote) -> str:
        return finishing.worded(note, self._ask.language)
