"""`keepsake tools …`: the servers of tools that a model may call, and the user's word on a call in the terminal."""

from __future__ import annotations

import asyncio
import json

from assistant.cli.context import Context
from assistant.cli.output import plain
from assistant.cli.waits import with_waits
from assistant.errors import ToolServerRefused
from assistant.session import Session
from assistant.tool_step import ToolStep
from assistant.tools.server_trial import STEPS, ServerStep, try_server
from assistant.tools.servers import ToolServer, add, remove, servers, trust

_REASONS = frozenset({"no_program", "no_answer", "not_loopback", "air_gap"})


def run(context: Context) -> int:
    """Carry out the action that the options name."""
    options = context.options
    with context.session(with_encoder=False) as session:
        if options.action == "test":
            return asyncio.run(_test(context, session))
        settings = session.vault.settings
        if options.action == "add":
            add(settings, ToolServer(options.name, tuple(options.program), options.url, options.trusted))
        elif options.action == "remove":
            remove(settings, options.name)
        elif options.action in ("trust", "distrust"):
            trust(settings, options.name, is_trusted=options.action == "trust")
        found = servers(settings)
    items = [
        {"name": one.name, "command": list(one.command), "url": one.url, "trusted": one.is_trusted}
        for one in found
    ]
    lines = [
        context.say("tools.trusted" if one.is_trusted else "tools.asked", name=one.name,
                    where=one.url or " ".join(one.command))
        for one in found
    ]  # fmt: skip
    context.output.result({"items": items}, plain("\n".join(lines) or context.say("tools.none")))
    return 0


async def _test(context: Context, session: Session) -> int:
    """Test a server that was added, step by step; each step is shown as soon as it is done."""
    server = next((one for one in servers(session.vault.settings) if one.name == context.options.name), None)
    if server is None:
        raise ToolServerRefused(reason="unknown")
    steps: list[ServerStep] = []

    def show(seconds: int) -> None:
        if not context.output.is_json and len(steps) < len(STEPS):
            step = context.say(f"tools.step.{STEPS[len(steps)]}")
            context.output.countdown(seconds, context.say("endpoint.waiting", step=step, seconds=seconds))

    async for step in with_waits(try_server(server, is_air_gapped=session.air_gap.is_on), show):
        steps.append(step)
        if not context.output.is_json:
            context.output.line(plain(_line(context, step)))
    is_ok = all(step.is_ok for step in steps)
    if context.output.is_json:
        context.output.result({"ok": is_ok, "steps": [_data(step) for step in steps]}, "")
    return 0 if is_ok else 1


def _line(context: Context, step: ServerStep) -> str:
    reason = f"tools.reason.{step.reason}" if step.reason in _REASONS else "tools.reason.other"
    parts = (
        context.say("endpoint.ok" if step.is_ok else "endpoint.failed"),
        context.say(f"tools.step.{step.name}"),
        f"{step.seconds:.2f} s",
        step.detail if step.is_ok else context.say(reason, reason=step.reason),
    )
    described = [f"\n  {tool.name}  {tool.spec.description}".rstrip() for tool in step.tools]
    return "  ".join(parts).rstrip() + "".join(described)


def _data(step: ServerStep) -> dict[str, object]:
    return {
        "name": step.name, "ok": step.is_ok, "detail": step.detail, "seconds": round(step.seconds, 3),
        "reason": step.reason, "tools": [tool.name for tool in step.tools],
    }  # fmt: skip


def confirm(context: Context, step: ToolStep) -> None:
    """Show a call and ask for the user's word; anything but yes refuses it."""
    call = step.call
    shown = json.dumps(dict(call.arguments), ensure_ascii=False)
    context.output.line(
        plain(context.say("tools.wanted", tool=call.name, server=call.server, arguments=shown))
    )
    try:
        answer = input(context.say("tools.question")).strip().casefold()
    except (EOFError, KeyboardInterrupt):
        answer = ""
    (step.allow if answer in context.say("chat.yes").split() else step.refuse)()
