"""`keepsake why`: the walk of a reply, or of a memory with a question, step by step."""

from __future__ import annotations

from assistant.cli.context import Context, instant
from assistant.cli.errors import ValueRefused
from assistant.why import Walk, why_memory, why_reply
from assistant.why_words import walk_lines
from vault.privacy import mask_for_list
from vault.records import UNIVERSAL


def run(context: Context) -> int:
    """Print the walk; 0 whether or not anything stood in the way."""
    options = context.options
    if options.memory and not options.query.strip():
        raise ValueRefused(option="--query")
    with context.session() as session:
        if options.memory:
            try:
                at = instant(options.at, session.zone) if options.at else None
            except ValueError as error:
                raise ValueRefused(option="--at") from error
            walk = why_memory(session, options.memory, options.query, scope=options.scope or UNIVERSAL, at=at)
        else:
            walk = why_reply(session, options.reply)
    context.output.result(walk_data(walk), "\n".join(walk_lines(walk, context.language)))
    return 0


def walk_data(walk: Walk) -> dict[str, object]:
    """The walk as JSON; identity numbers in what it quotes are stars."""
    data = walk.as_json()
    data["query"] = mask_for_list(walk.query)
    data["steps"] = [
        {key: mask_for_list(value) if isinstance(value, str) else value for key, value in step.items()}
        for step in data["steps"]
    ]
    return data
