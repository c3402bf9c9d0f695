"""`keepsake memory form`, `template`, `clean-up`: how a new vault learns its first facts, and an old one sheds some."""

from __future__ import annotations

from assistant.cli import memory_data
from assistant.cli.context import Context
from assistant.cli.errors import ValueRefused
from assistant.extraction.forms import from_form
from assistant.session import Session
from assistant.templates import for_email, for_field, load
from vault.records import MemoryMode


def form(context: Context, session: Session) -> int:
    """Keep the fields given as NAME=VALUE, with the weight of a form."""
    fields: dict[str, str] = {}
    for written in context.options.fields:
        name, mark, value = written.partition("=")
        if not mark:
            raise ValueRefused(option="FIELD=VALUE")
        fields[name.strip().casefold()] = value
    now = session.vault.clock()
    outcomes = session.vault.memories.apply(
        from_form(fields, said_utc=now), mode=MemoryMode.ASK, actor="user", at=now
    )
    kept = [outcome.memory for outcome in outcomes if outcome.memory is not None]
    lines = [memory_data.memory_line(memory, context.language) for memory in kept]
    context.output.result(
        {"items": [memory_data.memory_data(memory) for memory in kept]},
        "\n".join([context.say("memory.form_kept", count=len(kept)), *lines]),
    )
    return 0


def template(context: Context, session: Session) -> int:
    """Show the template of an address or a field; load it only where that was asked for."""
    options = context.options
    found = for_email(options.email) if options.email else for_field(options.field)
    if found is None:
        context.output.result(
            {"template": "", "defaults": [], "items": []}, context.say("memory.template_none")
        )
        return 0
    claims = found.claims(context.language)
    lines = [
        context.say("memory.template_head", name=found.names[context.language]),
        *(f"- {c}" for c in claims),
    ]
    loaded = load(session.vault, found, context.language) if options.load else ()
    kept = [outcome.memory for outcome in loaded if outcome.memory is not None]
    lines.append(
        context.say("memory.template_loaded", count=len(kept))
        if options.load
        else context.say("memory.template_hint")
    )
    data = {
        "template": found.id,
        "defaults": list(claims),
        "items": [memory_data.memory_data(memory) for memory in kept],
    }
    context.output.result(data, "\n".join(lines))
    return 0


def clean_up(context: Context, session: Session) -> int:
    """List what is proposed for archiving; nothing is moved."""
    found = session.vault.memories.clean_up()
    lines = [
        context.say(
            "memory.clean_up_line",
            id=one.memory.id,
            worth=f"{one.worth:.2f}",
            reason=context.say(f"memory.{one.reason}"),
            claim=memory_data.shown(one.memory, one.memory.claim),
        )
        for one in found
    ]
    items = [
        {
            **memory_data.memory_data(one.memory),
            "clean_up": one.reason,
            "worth": one.worth,
            "worth_parts": one.parts,
        }
        for one in found
    ]
    text = (
        "\n".join([*lines, context.say("memory.clean_up_hint")])
        if found
        else context.say("memory.clean_up_none")
    )
    context.output.result({"items": items}, text)
    return 0
