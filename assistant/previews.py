"""Shows a request before it leaves: when an endpoint's rules ask for it, and what the answer makes of the request.

A preview is a step of the turn: it goes out as an event, and the turn waits for its answer. Where nobody can answer, a
request that must be shown is not sent. The gate checks once more that what had to be shown was (`assistant.egress`).
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.ask import Gathered
from assistant.endpoints.protocol import ChatRequest, Endpoint
from assistant.errors import NotShown
from assistant.preview_step import Preview, PreviewStep, Replaced
from assistant.scrub import Scrubber, always_shows
from vault.records import LeftOut

_LINE_MARK = re.compile(r"^\s*\[(\d+)\]", re.MULTILINE)


def step_for(g: Gathered, endpoint: Endpoint, request: ChatRequest, scrubber: Scrubber) -> PreviewStep | None:
    """The preview that the rules ask for before this request; None where they ask for none.

    Raises:
        NotShown: they do, and nobody can be shown anything here.
    """
    if endpoint.is_builtin:
        return None
    named = [g.memories[memory_id] for memory_id in request.memory_ids if memory_id in g.memories]
    asked = {memory.id for memory in named if scrubber.asks(memory.sensitivity)} | g.asked_ids
    asked |= {one.id for one in g.all_sources if one.kind == "passage" and scrubber.asks(one.sensitivity)}
    is_always = always_shows(endpoint.config, g.trust)
    if not is_always and not asked:
        return None
    if not g.ask.can_preview:
        raise NotShown
    return PreviewStep(
        Preview(
            endpoint=endpoint.name,
            url=endpoint.config.url,
            trust=g.trust,
            reason="always" if is_always else "sensitive",
            messages=request.messages,
            replaced=tuple(
                Replaced(kind, token, scrubber.restored(token)) for kind, token in request.replaced
            ),
            asked_ids=tuple(sorted(asked)),
            wire=lambda messages: endpoint.wire_body(replace(request, messages=tuple(messages))),
        )
    )


async def approved(g: Gathered, request: ChatRequest, step: PreviewStep) -> ChatRequest:
    """The request as the user let it go: what was struck out is no source of it, and what was unmasked not replaced.

    Raises:
        SendCancelled: the user did not.
    """
    messages = await step.messages()
    called = [call.arguments for message in messages for call in message.tool_calls]
    text = "\n".join([*(message.content for message in messages), *called])
    if messages != request.messages:
        g.note("note.request_edited")
        _drop_struck_out(g, text)
    g.messages = messages
    g.replaced = tuple(pair for pair in request.replaced if pair[1] in text)
    kept = {source.id for source in g.all_sources}
    return replace(
        request,
        messages=messages,
        replaced=g.replaced,
        sources=g.sources,
        memory_ids=tuple(memory_id for memory_id in request.memory_ids if memory_id in kept),
        is_approved=True,
    )


def _drop_struck_out(g: Gathered, text: str) -> None:
    """A numbered note that is not in the text any more was never given to the model, so nothing can rest on it."""
    marks = {int(mark) for mark in _LINE_MARK.findall(text)}
    gone = [source for source in g.all_sources if source.mark not in marks]
    g.left_out += [LeftOut(source.id, "struck_out", source.kind) for source in gone]
    g.sources = tuple(source for source in g.sources if source.mark in marks)
    g.profile = tuple(source for source in g.profile if source.mark in marks)
