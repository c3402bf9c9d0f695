"""`keepsake export` and `keepsake import`: out of the vault in clear text, and conversations into it."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

from assistant.cli.context import Context
from assistant.importers import ImportReport, import_conversations
from vault.export import export_memories

_TELL_S = 1.0


def export(context: Context) -> int:
    """Write memories to a file that is not encrypted, and say so."""
    options = context.options
    with context.session(with_encoder=False) as session:
        context.output.note(context.say("export.warning"))
        report = export_memories(
            session.vault,
            context.path(options.target),
            format=options.format,
            scope=options.scope,
            language=context.language,
            sealed_passphrase=context.passphrase_again() if options.sealed else None,
        )
    data = {**asdict(report), "path": str(report.path)}
    text = context.say(
        "export.done", path=str(report.path), memories=report.memories, sealed=report.sealed_left_out
    )
    context.output.result(data, text)
    return 0


def import_file(context: Context) -> int:
    """Take in a conversation file; Ctrl+C stops after the batch at hand and the next import goes on there."""
    options = context.options
    with context.session() as session, _stopping(context.cancelled) as stop:
        teller = _Teller(context)
        report = import_conversations(
            session.vault,
            session.recall,
            context.path(options.file),
            zone=session.zone,
            kind=options.kind,
            auto=options.auto,
            progress=teller,
            cancelled=stop.is_set,
        )
    context.output.result(_data(report, with_ids=options.ids), _text(context, report))
    return 0


def _data(report: ImportReport, *, with_ids: bool) -> dict[str, object]:
    data = asdict(report)
    ids = data.pop("ids")
    return {**data, "ids": ids} if with_ids else data


def _text(context: Context, report: ImportReport) -> str:
    lines = [
        context.say("import.turns", added=report.turns_added, known=report.turns_known,
                    conversations=len(report.conversations)),
        context.say("import.statements", proposed=report.proposed, kept=report.kept),
    ]  # fmt: skip
    if report.has_several_speakers:
        lines.append(context.say("import.several_speakers"))
    if report.secrets_cut or report.identity_masked:
        lines.append(context.say("import.cut", secrets=report.secrets_cut, identity=report.identity_masked))
    for skipped in report.skipped:
        reason = context.say(f"import.reason_{skipped.reason}")
        lines.append(context.say("import.skipped", line=skipped.line, reason=reason))
    if report.was_cancelled:
        lines.append(context.say("import.cancelled"))
    if not report.is_indexed:
        lines.append(context.say("import.not_indexed"))
    return "\n".join(lines)


class _Teller:
    """Progress on standard error, at most once a second, and always at the end of a stage."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._told_at = 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if done < total and now - self._told_at < _TELL_S:
            return
        self._told_at = now
        self._context.output.note(self._context.say(f"import.{stage}_progress", done=done, total=total))


@contextmanager
def _stopping(event: threading.Event) -> Iterator[threading.Event]:
    """Ctrl+C sets the event instead of ending the program; only the main thread can take signals."""
    if threading.current_thread() is not threading.main_thread():
        yield event
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: event.set())
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
