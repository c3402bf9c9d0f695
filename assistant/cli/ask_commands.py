"""`keepsake ask` and `keepsake recall`: one turn, and what would be recalled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from assistant.attachments import read_files
from assistant.catalogue import say, word
from assistant.cli.context import Context, instant
from assistant.cli.errors import Interrupted, ValueRefused
from assistant.events import Event, ReplyResult, Waiting
from vault.records import UNIVERSAL, RecallItem, RecallResult

INDEX_WAIT_S = 10.0
_LOOK_S = 0.1


def ask(context: Context) -> int:
    """Answer one message and print the reply."""
    options = context.options
    files = read_files([context.path(name) for name in options.attach])
    with context.session() as session:
        # The last command may have ended before what it said was indexed.
        session.recall.wait_until_indexed(INDEX_WAIT_S)
        work = session.reply(
            options.text,
            options.conversation,
            endpoint=options.endpoint,
            temporary=options.temporary,
            watch=lambda event: _show_waiting(event, context),
            attachments=files,
        )
        reply = asyncio.run(_until(work, context.cancelled))
    context.output.result(reply.as_json(), reply_text(reply, context))
    return 0


def _show_waiting(event: Event, context: Context) -> None:
    """The one thing a person should know before the reply is there."""
    if isinstance(event, Waiting):
        context.output.countdown(event.seconds, context.say("chat.waiting", seconds=event.seconds))


async def _until(work: Coroutine[Any, Any, ReplyResult], cancelled: threading.Event) -> ReplyResult:
    """The reply; the turn is stopped, and kept as far as it came, when whoever asked has gone.

    Raises:
        Interrupted: it was stopped.
    """
    task = asyncio.ensure_future(work)
    while not task.done():
        await asyncio.wait([task], timeout=_LOOK_S)
        if cancelled.is_set():
            task.cancel()
    if task.cancelled():
        raise Interrupted
    return task.result()


def reply_text(reply: ReplyResult, context: Context) -> str:
    """A whole reply in words: answer, badge, sources, notes."""
    return "\n".join([reply.answer, *after_reply(reply, context)])


def after_reply(reply: ReplyResult, context: Context) -> list[str]:
    """What stands below an answer: badge, where anything was answered, sources, notes."""
    language = context.language
    lines = []
    if not reply.is_acknowledgement:
        lines = ["", context.say("reply.badge", badge=say(f"badge.{reply.confidence}", language))]
    for citation in reply.citations:
        key = "reply.citation" if citation.supported else "reply.citation_unsupported"
        kind = say(f"prompt.kind.{citation.kind}", language)
        page = context.say("documents.page", page=citation.page) if citation.page else ""
        kind = " ".join(part for part in (kind, citation.title, page) if part)
        quote = " ".join(citation.quote.split())
        lines.append(context.say(key, mark=citation.mark, kind=kind, id=citation.id, quote=quote))
    lines += [context.say("reply.note", text=note) for note in reply.notes]
    return lines


def recall(context: Context) -> int:
    """Print what would be recalled; calls no model and uses no network."""
    options = context.options
    with context.session() as session:
        try:
            at = instant(options.at, session.zone) if options.at else None
        except ValueError as error:
            raise ValueRefused(option="--at") from error
        session.recall.wait_until_indexed(INDEX_WAIT_S)
        result = session.recall_text(
            options.text,
            context=options.context,
            limit=options.limit,
            at=at,
            scope=options.scope or UNIVERSAL,
        )
    context.output.result(result_data(result), _result_text(result, context))
    return 0


def result_data(result: RecallResult) -> dict[str, object]:
    """The object of the design page "Commands", `recall`."""
    return {
        "verdict": result.verdict,
        "verdict_score": round(result.verdict_score, 4),
        "items": [_item_data(item) for item in result.items],
        "left_out": [{"id": out.id, "reason": out.reason, "kind": out.kind} for out in result.left_out],
        "notes": list(result.notes),
        "seconds": round(result.seconds, 4),
    }


def _item_data(item: RecallItem) -> dict[str, object]:
    return {
        "kind": item.kind,
        "id": item.id,
        "text": item.text,
        "score": round(item.score, 6),
        "selected": item.selected,
        "parts": {name: round(value, 6) for name, value in item.parts.items()},
        "why": list(item.why),
        "time": item.time_utc.isoformat() if item.time_utc is not None else None,
        "source": item.source,
        "origin": item.origin,
        "role": item.role,
        "speaker": item.speaker,
        "past": item.past,
        **(
            {"title": item.title, "page": item.page, "heading": item.heading}
            if item.kind == "passage"
            else {}
        ),
    }


def _result_text(result: RecallResult, context: Context) -> str:
    language = context.language
    lines = [context.say("recall.verdict", verdict=context.say(f"recall.{result.verdict}"))]
    for item in result.items:
        mark = "*" if item.selected else " "
        why = ", ".join(word("why", key, language) for key in item.why)
        text = " ".join(item.text.split())
        if item.kind == "passage":
            page = f", {context.say('documents.page', page=item.page)}" if item.page else ""
            text = f"{item.title}{page}: {text}"
        lines.append(f"{mark} {item.score:.3f}  {item.id}  {text}" + (f"  ({why})" if why else ""))
    return "\n".join(lines)
