"""`keepsake memory …`: the memory list from the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from assistant.cli import memory_data, start_commands
from assistant.cli.context import Context
from assistant.extraction import extract
from assistant.language import language_of
from assistant.session import Session
from vault.entities import names_of
from vault.errors import KeepsakeError, WriteDenied
from vault.privacy import mask_for_list
from vault.records import Candidate, Layer, Role, Sensitivity, SourceKind, State, Turn


def run(context: Context) -> int:
    """Carry out the action that the options name."""
    with context.session(with_encoder=False) as session:
        action = context.options.action
        if action in ("approve", "reject", "pin", "seal", "archive", "restore", "keep", "undo"):
            return _each(context, session, action)
        return {
            "list": _list,
            "show": _show,
            "add": _add,
            "edit": _edit,
            "merge": _merge,
            "forget": _forget,
            "history": _history,
            "form": start_commands.form,
            "template": start_commands.template,
            "clean-up": start_commands.clean_up,
            "learn": _learn,
            "reveal": _reveal,
            "unseal": _unseal,
            "graph": _graph,
        }[action](context, session)


def _list(context: Context, session: Session) -> int:
    options = context.options
    found = session.vault.memories.list(
        None if options.state == "all" else State(options.state),
        layer=Layer(options.layer) if options.layer else None,
        scope=options.scope,
        text=options.text,
        limit=options.limit,
    )
    lines = [memory_data.memory_line(memory, context.language) for memory in found]
    context.output.result(
        {"items": [memory_data.memory_data(memory) for memory in found]},
        "\n".join(lines) or context.say("memory.none"),
    )
    return 0


def _show(context: Context, session: Session) -> int:
    memory = session.vault.memories.get(context.options.ids[0])
    lines = [memory_data.memory_line(memory, context.language)]
    for item in memory.evidence:
        said = item.said_utc.isoformat() if item.said_utc is not None else ""
        lines.append(f"    {item.kind} {item.ref_id} {said} “{memory_data.shown(memory, item.quote)}”")
    context.output.result(memory_data.with_evidence(memory), "\n".join(lines))
    return 0


def _history(context: Context, session: Session) -> int:
    entries = session.vault.memories.history(context.options.ids[0])
    if entries and entries[-1].after.sensitivity is Sensitivity.SEALED:
        # What it said before it was sealed is as little for a list as what it says now.
        entries = [memory_data.sealed(entry) for entry in entries]
    lines = [
        f"{entry.at_utc.isoformat()}  {entry.actor}  {entry.action}"
        f"  {memory_data.memory_line(entry.after, context.language)}"
        for entry in entries
    ]
    context.output.result({"items": [memory_data.change_data(entry) for entry in entries]}, "\n".join(lines))
    return 0


def _add(context: Context, session: Session) -> int:
    outcome = session.vault.memories.add(_typed(context, session))
    if outcome.memory is None:
        raise WriteDenied(reason=outcome.reason)
    data = {**memory_data.outcome_data(outcome), "memory": memory_data.memory_data(outcome.memory)}
    context.output.result(data, memory_data.memory_line(outcome.memory, context.language))
    return 0


def _typed(context: Context, session: Session) -> Candidate:
    """The sentence as a candidate: with the attribute and value that the rules read in it, else as a note."""
    options = context.options
    claim, now = options.claim.strip(), session.vault.clock()
    read = extract(Turn("", "", 0, Role.USER, claim, now, session.zone), now=now, scope=options.scope)
    note = Candidate("note", claim, Layer.FACT, claim, (), language=language_of(claim, context.language))
    base = read[0] if len(read) == 1 else note
    layer = Layer(options.layer) if options.layer else base.layer
    return replace(
        base,
        claim=claim,
        layer=layer,
        scope=options.scope,
        source=SourceKind.EXPLICIT,
        evidence=(),
        said_utc=now,
    )


def _edit(context: Context, session: Session) -> int:
    options = context.options
    memory = session.vault.memories.edit(
        options.ids[0],
        claim=options.claim,
        layer=Layer(options.layer) if options.layer else None,
        scope=options.scope,
        version=options.version,
    )
    context.output.result(memory_data.memory_data(memory), memory_data.memory_line(memory, context.language))
    return 0


def _merge(context: Context, session: Session) -> int:
    memory = session.vault.memories.merge(context.options.ids, context.options.claim)
    context.output.result(memory_data.memory_data(memory), memory_data.memory_line(memory, context.language))
    return 0


def _forget(context: Context, session: Session) -> int:
    options = context.options
    report = session.vault.memories.forget(options.ids, never_again=options.never_again)
    text = context.say(
        "memory.forgotten",
        memories=len(report.memories),
        cut=len(report.turns_cut),
        removed=len(report.turns_removed),
        receipts=len(report.receipts_purged),
        replies=len(report.replies_cut),
    )
    if report.documents_cut:
        text += "\n" + context.say("documents.cut", count=len(report.documents_cut))
    if report.backups:
        text += "\n" + context.say("memory.still_held", paths="\n  ".join(report.backups))
    context.output.result(memory_data.deletion_data(report), text)
    return 0


def _reveal(context: Context, session: Session) -> int:
    """Show what one sealed memory says, for the passphrase that came with this command."""
    told = session.vault.memories.sealing.reveal(context.options.ids[0], context.passphrase_again())
    quotes = [item.quote for item in told.evidence if item.quote]
    data = {
        "id": told.memory_id,
        "claim": told.claim,
        "value": memory_data.plain_value(told.value),
        "quotes": quotes,
    }
    context.output.result(data, told.claim)
    return 0


def _unseal(context: Context, session: Session) -> int:
    """Make one sealed memory an ordinary, sensitive one again."""
    memory = session.vault.memories.sealing.unseal(context.options.ids[0], context.passphrase_again())
    context.output.result(memory_data.memory_data(memory), memory_data.memory_line(memory, context.language))
    return 0


def _graph(context: Context, session: Session) -> int:
    """Print who and what is known and how they are related; with a name, what is one step from it."""
    options = context.options
    graph = session.vault.memories.graph(options.scope)
    nodes = [graph.find(options.name)] if options.name else list(graph.entities.values())
    found = [node for node in nodes if node is not None]
    keys = {node.key for node in found}
    ties = [one for one in graph.relations if keys & {one.subject, one.target}]
    shown = {node.key: mask_for_list(node.name) for node in graph.entities.values()}
    lines = [
        context.say(
            "memory.tie",
            subject=shown[one.subject],
            label=one.label or "·",
            target=shown.get(one.target, memory_data.shown(one.memory, one.memory.claim)),
        )
        for one in ties
    ]
    data = {
        "entities": [
            {"name": shown[node.key], "names": list(names_of(graph, node)), "memories": node.memories}
            for node in found
        ],
        "relations": [
            {
                "subject": shown[one.subject],
                "label": one.label,
                "target": shown.get(one.target, ""),
                "memory": one.memory.id,
            }
            for one in ties
        ],
    }
    context.output.result(data, "\n".join(lines) or context.say("memory.none"))
    return 0


def _learn(context: Context, session: Session) -> int:
    """Ask the model about the messages that wait, and say what came of it."""
    report = session.extraction.run_now(is_everything=context.options.all)
    left = len(session.vault.extraction_jobs.waiting(1000, is_everything=True))
    found = [outcome for outcome in report.outcomes if outcome.memory is not None]
    lines = [memory_data.memory_line(one.memory, context.language) for one in found if one.memory is not None]
    lines.append(
        context.say(
            "memory.learnt", asked=report.asked, found=len(found), malformed=report.malformed, left=left
        )
    )
    if report.stopped_by:
        lines.append(context.say("memory.learn_stopped", code=report.stopped_by))
    data = {
        "asked": report.asked,
        "items": [memory_data.outcome_data(one) for one in report.outcomes],
        "malformed": report.malformed,
        "dropped": dict(report.dropped),
        "stopped_by": report.stopped_by,
        "waiting": left,
    }
    context.output.result(data, "\n".join(lines))
    return 0


def _each(context: Context, session: Session, action: str) -> int:
    """Do the same to every id; what fails does not keep the others from being done."""
    memories = session.vault.memories
    works: dict[str, Callable[[str], object]] = {
        "approve": memories.approve,
        "reject": memories.reject,
        "pin": lambda memory_id: memories.pin(memory_id, not context.options.off),
        "seal": lambda memory_id: memories.edit(memory_id, sensitivity=Sensitivity.SEALED),
        "archive": memories.archive,
        "restore": memories.restore,
        "keep": lambda memory_id: memories.keep([memory_id]),
        "undo": memories.undo,
    }
    work = works[action]
    failed: dict[str, KeepsakeError] = {}
    for memory_id in context.options.ids:
        try:
            work(memory_id)
        except KeepsakeError as error:
            failed[memory_id] = error
    done = [memory_id for memory_id in context.options.ids if memory_id not in failed]
    if failed and not done:
        raise next(iter(failed.values()))
    return _report(context, session, done, failed)


def _report(context: Context, session: Session, done: Sequence[str], failed: dict[str, KeepsakeError]) -> int:
    known = {memory.id: memory for memory in session.vault.memories.list(None)}
    found = [known[memory_id] for memory_id in done if memory_id in known]  # an undo may have unmade one
    lines = [memory_data.memory_line(memory, context.language) for memory in found]
    lines += [
        context.say("memory.not_done", id=memory_id, code=error.code) for memory_id, error in failed.items()
    ]
    data = {
        "items": [memory_data.memory_data(memory) for memory in found],
        "failed": {memory_id: error.code for memory_id, error in failed.items()},
    }
    context.output.result(data, "\n".join(lines))
    return 1 if failed else 0
