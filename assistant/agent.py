"""The steps of a reply that uses tools: plan, act, observe, reflect, each with memory.

Plan: the model is given what recall and the standing profile brought, and the tools that the message calls for;
the first call that reaches beyond the vault opens a task in working memory. Act: a call is checked, its stand-ins
are turned back where the tool is trusted and local, and the user confirms what changes something. Observe: the
result is data, quoted and scrubbed; the validator keeps what lasts as findings and proposals. Reflect: the task
ends with its outcome, and what it found is held against what was believed. Limits end it; a stop ends it at once.
Follows the design page "Endpoints and turns, Tools".
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from assistant.ask import Gathered, Services
from assistant.catalogue import say
from assistant.endpoints.protocol import ChatRequest, Endpoint, Message, ToolCall
from assistant.errors import ToolsRefused
from assistant.events import ConfirmationWanted, Event, TextReplaced, ToolUsed
from assistant.reflection import reflect
from assistant.scrub import Scrubber
from assistant.streaming import ReplyStream
from assistant.tool_step import ToolCallView, ToolStep
from assistant.tools import text_calls
from assistant.tools.arguments import each_text, read
from assistant.tools.quoting import as_data
from assistant.tools.tool import Tool, Toolbox, ToolContext, ToolFailed
from assistant.validator import validate
from vault.errors import KeepsakeError
from vault.privacy import for_storage
from vault.records import MemoryMode
from vault.tasks import StepState, TaskState

MAX_STEPS = 6
MAX_CALLS_A_STEP = 8
TOOL_TIMEOUT_S = 30.0
AGENT_TIMEOUT_S = 180.0  # of tools and model together; waiting for the user's word does not count
KEPT_RESULT_CHARACTERS = 4_000


@dataclass(slots=True)
class _Made:
    """A call that was made: its place, the tool, and the result as it is sent."""

    call: ToolCall
    view: ToolCallView
    sent: str


class Agent:
    """Answers one message with tools. Made for one turn."""

    def __init__(self, services: Services, g: Gathered, scrubber: Scrubber, box: Toolbox) -> None:
        self._services, self._g, self._scrubber, self._box = services, g, scrubber, box
        self._context = ToolContext(services, g, scrubber)
        self._is_text = False
        self._started = time.monotonic()
        self._waited = 0.0

    async def answer(
        self, stream: ReplyStream, endpoint: Endpoint, request: ChatRequest
    ) -> AsyncGenerator[Event, None]:
        """The events of the reply, step by step; the text of the last step is the answer.

        Raises:
            EndpointError, SendRefused: `stream.text` holds what had arrived.
        """
        step = 0
        while True:
            is_last = step >= MAX_STEPS or self._is_over()
            offered = self._offered(request, is_last=is_last)
            try:
                async with aclosing(stream.events(endpoint, offered)) as events:
                    async for event in events:
                        yield event
            except ToolsRefused:
                if self._is_text:
                    raise
                self._is_text = True
                stream.reads_text_calls()
                continue
            calls = stream.take_calls()
            if not calls or is_last:
                break
            if stream.text:
                stream.text = ""
                yield TextReplaced("")
            step += 1
            made: list[_Made] = []
            for call in calls[:MAX_CALLS_A_STEP]:
                async with aclosing(self._act(call, made)) as events:
                    async for event in events:
                        yield event
            request = self._continued(request, made)
        await asyncio.to_thread(self._reflect, stream.text)

    def _is_over(self) -> bool:
        if time.monotonic() - self._started - self._waited <= AGENT_TIMEOUT_S:
            return False
        self._g.note("note.tools_time")
        return True

    def _offered(self, request: ChatRequest, *, is_last: bool) -> ChatRequest:
        """The request with the tools in the form that this model takes; the last one asks for an answer without
        them.
        """
        language = self._g.ask.language
        if self._is_text:
            told = text_calls.instructions(self._box.specs, language)
            head, *rest = text_calls.flattened(request.messages)
            first = Message(head.role, f"{head.content}\n\n{told}" if not is_last else head.content)
            request = replace(request, messages=(first, *rest), tools=())
        else:
            # Servers refuse calls in the talk without their tools, so the offer stays; the words end it.
            request = replace(request, tools=self._box.specs)
        if is_last:
            self._g.note("note.tools_limit", count=MAX_STEPS)
            last = Message("user", say("prompt.tools_over", language))
            request = replace(request, messages=(*request.messages, last))
        self._g.messages = request.messages
        return request

    # act

    async def _act(self, call: ToolCall, made: list[_Made]) -> AsyncGenerator[Event, None]:
        """Make one call and keep what came; whatever goes wrong is a result that says so."""
        g, number = self._g, len(self._g.tool_calls) + 1
        tool = self._box.tools.get(call.name)
        if tool is None:
            view = ToolCallView(number, call.name, "", {}, acts=False, state="unknown")
            self._keep(call, view, say("prompt.tool_unknown", g.ask.language), made)
            yield ToolUsed(view)
            return
        try:
            arguments = self._arguments(tool, call)
        except ToolFailed as error:
            view = ToolCallView(
                number, tool.name, tool.server, {}, acts=tool.acts, state="failed", result=str(error)
            )
            self._keep(call, view, str(error), made)
            yield ToolUsed(view)
            return
        view = ToolCallView(number, tool.name, tool.server, arguments, acts=tool.acts, state="asking")
        if tool.acts:
            g.has_acting_call = True
            is_allowed = False
            if g.ask.can_confirm:
                step = ToolStep(view)
                yield ConfirmationWanted(step)
                asked = time.monotonic()
                is_allowed = await step.is_allowed()
                self._waited += time.monotonic() - asked
            if not is_allowed:
                view = replace(view, state="refused")
                g.note("note.tool_refused", tool=tool.name)
                self._keep(call, view, say("prompt.tool_refused", g.ask.language), made)
                yield ToolUsed(view)
                return
        yield ToolUsed(replace(view, state="running"))
        view, sent = await self._run(tool, view)
        self._keep(call, view, sent, made)
        yield ToolUsed(view)

    def _arguments(self, tool: Tool, call: ToolCall) -> Mapping[str, object]:
        """The arguments as the tool gets them. Raises: ToolFailed."""
        arguments = read(call.arguments, tool.spec.parameters)
        if not tool.is_trusted_local:
            return arguments
        restored = each_text(arguments, self._restored)
        assert isinstance(restored, Mapping)
        return restored

    def _restored(self, text: str) -> str:
        restorer = self._scrubber.restorer()
        return restorer.feed(text) + restorer.flush()

    async def _run(self, tool: Tool, view: ToolCallView) -> tuple[ToolCallView, str]:
        started, g = time.monotonic(), self._g
        step_id = await asyncio.to_thread(self._begin_step, tool, view) if tool.is_external else ""
        try:
            async with asyncio.timeout(TOOL_TIMEOUT_S):
                result = await tool.run(self._context, view.arguments)
            state, text, given = "done", result.text, result.sent
        except ToolFailed as error:
            state, text, given = "failed", str(error), None
        except TimeoutError:
            state, text, given = "failed", say("prompt.tool_timeout", g.ask.language), None
        if given is None:
            given = await asyncio.to_thread(self._given, text)
        sent, removed = as_data(given, g.ask.language)
        if removed:
            g.note("note.tool_orders", tool=tool.name, count=removed)
        if step_id:
            await asyncio.to_thread(self._observe, tool, step_id, state, text)
        view = replace(
            view,
            state=state,
            result=text[:KEPT_RESULT_CHARACTERS],
            seconds=round(time.monotonic() - started, 3),
        )
        return view, sent

    def _given(self, text: str) -> str:
        """A result as the model gets it: secrets are cut out first, for a stand-in would keep them in the vault."""
        return self._scrubber.scrub(for_storage(text).text)

    def _keep(self, call: ToolCall, view: ToolCallView, sent: str, made: list[_Made]) -> None:
        self._g.tool_calls.append(view)
        made.append(_Made(call, view, sent))

    def _continued(self, request: ChatRequest, made: Sequence[_Made]) -> ChatRequest:
        """The request with the calls and their results in it. Ids that a server left out are numbered."""
        ids = [one.call.id or f"call_{one.view.number}" for one in made]
        calls = tuple(replace(one.call, id=identity) for one, identity in zip(made, ids, strict=True))
        results = [
            Message("tool", one.sent, tool_call_id=identity) for one, identity in zip(made, ids, strict=True)
        ]
        g = self._g
        g.replaced = self._scrubber.replaced
        return replace(
            request,
            messages=(*request.messages, Message("assistant", "", calls), *results),
            sources=g.sources,
            memories=g.memories,
            memory_ids=tuple(source.id for source in g.all_sources if source.kind == "memory"),
            replaced=g.replaced,
        )

    # observe and reflect, in worker threads

    def _begin_step(self, tool: Tool, view: ToolCallView) -> str:
        """The step of this call in working memory; its task is opened with the first one. None in a temporary
        chat.
        """
        g, tasks = self._g, self._services.vault.tasks
        if g.ask.store.is_temporary:
            return ""
        if not g.task_id:
            task = tasks.create(
                g.question.text, conversation_id=g.ask.store.conversation_id, scope=g.ask.scope
            )
            g.task_id = tasks.set_state(task.id, TaskState.RUNNING).id
        title = f"{tool.name} {json.dumps(view.arguments, ensure_ascii=False)}"
        step = tasks.add_step(g.task_id, title[:400], tool=tool.name)
        return tasks.set_step(step.id, StepState.RUNNING).id

    def _observe(self, tool: Tool, step_id: str, state: str, text: str) -> None:
        """Keep what came as the step's observation; what lasts of it becomes findings, and proposals with source
        tool.
        """
        g, vault = self._g, self._services.vault
        try:
            vault.tasks.set_step(
                step_id, StepState.DONE if state == "done" else StepState.FAILED, observation=text
            )
            if state == "done":
                judged = validate(
                    vault, vault.tasks.get(g.task_id), text, tool=tool.name, step_id=step_id, mode=g.ask.mode
                )
                g.tool_proposals += judged.proposals
        except KeepsakeError:
            g.note("note.task_lost")  # it was cancelled or deleted meanwhile: the reply goes on without it

    def _reflect(self, answer: str) -> None:
        g, vault = self._g, self._services.vault
        if not g.task_id:
            return
        try:
            vault.tasks.set_state(g.task_id, TaskState.DONE, outcome=answer[:400])
            if g.ask.mode is not MemoryMode.OFF:
                found = reflect(vault, g.task_id, mode=g.ask.mode)
                g.tool_proposals += found.proposals
                for finding, memory in found.contradictions:
                    g.note("note.tool_contradicts", found=finding.text[:160], claim=memory.claim)
        except KeepsakeError:
            g.note("note.task_lost")
        if g.tool_proposals:
            g.note("note.tool_proposals", count=len(g.tool_proposals))
