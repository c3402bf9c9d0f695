"""`keepsake why`: the walk of a reply, or of a memory with a question, step by step."""

from __future__ import annotations

from assistant.catalogue import has, say
from assistant.cli.context import Context, instant
from assistant.cli.errors import ValueRefused
from assistant.why import Step, Walk, why_memory, why_reply
from vault.privacy import mask_for_list
from vault.records import UNIVERSAL

_MARKS = {True: "+", False: "-", None: " "}


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
    context.output.result(walk_data(walk), walk_text(walk, context.language))
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


def walk_text(walk: Walk, language: str) -> str:
    """The walk in words, a line for each step, and where it ended."""
    lines = [mask_for_list(step_text(step, language)) for step in walk.steps]
    stopped = say(f"walk.step.{walk.stopped_at}", language) if walk.stopped_at else ""
    end = say("walk.stopped", language, step=stopped) if stopped else say("walk.through", language)
    return "\n".join([*lines, end])


def step_text(step: Step, language: str) -> str:
    """One step in words: its name, what was found, and the values."""
    key = f"walk.reason.{step.reason}"
    reason = say(key, language) if has(key) else step.reason
    values = ", ".join(f"{name}={value}" for name, value in step.values.items() if value != "")
    line = f"{_MARKS[step.is_ok]} {say(f'walk.step.{step.name}', language)}: {reason}"
    return f"{line} ({values})" if values else line
