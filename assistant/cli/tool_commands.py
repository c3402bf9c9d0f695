"""`keepsake tools …`: the servers of tools that a model may call, and the user's word on a call in the terminal."""

from __future__ import annotations

import json

from assistant.cli.context import Context
from assistant.cli.output import plain
from assistant.tool_step import ToolStep
from assistant.tools.servers import ToolServer, add, remove, servers, trust


def run(context: Context) -> int:
    """Carry out the action that the options name."""
    options = context.options
    with context.session(with_encoder=False) as session:
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
