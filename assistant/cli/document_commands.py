"""`keepsake documents …`: files into the vault, what is in them, and both out again."""

from __future__ import annotations

import time

from assistant.catalogue import error_texts
from assistant.cli.ask_commands import result_data
from assistant.cli.context import Context
from assistant.cli.memory_data import deletion_data
from assistant.documents import Kept, keep_file
from assistant.session import Session
from vault.documents import Document, Passage
from vault.errors import KeepsakeError, NotFound
from vault.export import export_document
from vault.recall.units import PASSAGE
from vault.records import UNIVERSAL, DeletionReport, RecallItem, Sensitivity

INDEX_STEP_S = TELL_S = 1.0


def run(context: Context) -> int:
    """Carry out the action that the options name."""
    action = context.options.action
    with context.session(with_encoder=action in ("add", "search")) as session:
        return {
            "add": _add, "list": _list, "show": _show, "export": _export, "remove": _remove, "search": _search,
        }[action](context, session)  # fmt: skip


def document_data(document: Document) -> dict[str, object]:
    """A document as JSON."""
    return {
        "id": document.id,
        "name": document.name,
        "title": document.title,
        "kind": document.kind.value,
        "sha256": document.sha256,
        "size_bytes": document.size_bytes,
        "pages": document.pages,
        "passages": document.passages,
        "scope": document.scope,
        "sensitivity": document.sensitivity.value,
        "version": document.version,
        "added": document.added_utc.isoformat(),
        "has_file": document.has_file,
    }


def _line(context: Context, document: Document) -> str:
    return context.say(
        "documents.line",
        id=document.id,
        name=document.name,
        title=document.title or "—",
        passages=document.passages,
        pages=document.pages,
        scope=document.scope,
    )


def _add(context: Context, session: Session) -> int:
    done: list[dict[str, object]] = []
    failed: dict[str, str] = {}
    lines: list[str] = []
    for name in context.options.files:
        try:
            kept = keep_file(
                session.vault,
                context.path(name),
                scope=context.options.scope or UNIVERSAL,
                sensitivity=Sensitivity(context.options.sensitivity),
                progress=_Teller(context, name),
            )
        except KeepsakeError as error:
            failed[name] = error.code
            lines.append(f"{name}: " + " ".join(error_texts(error, context.language)))
            continue
        done.append({**document_data(kept.document), "outcome": kept.outcome.value,
                     "blank_pages": kept.blank_pages, "secrets_cut": kept.secrets})  # fmt: skip
        lines += _told(context, kept)
    _wait_for_index(context, session)
    context.output.result({"done": done, "failed": failed}, "\n".join(lines))
    return 1 if failed else 0


class _Teller:
    """How far the reading of a long file is, on standard error, at most once a second."""

    def __init__(self, context: Context, name: str) -> None:
        self._context, self._name, self._told_at = context, name, time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now - self._told_at >= TELL_S:
            self._told_at = now
            per_cent = 100 * done // max(1, of)
            self._context.output.note(
                self._context.say("documents.reading", name=self._name, per_cent=per_cent)
            )


def _told(context: Context, kept: Kept) -> list[str]:
    lines = [
        context.say(f"documents.{kept.outcome.value}", name=kept.document.name, id=kept.document.id,
                    passages=kept.document.passages, version=kept.document.version)
    ]  # fmt: skip
    if kept.blank_pages:
        lines.append(
            context.say("documents.blank", blank=kept.blank_pages, pages=max(1, kept.document.pages))
        )
    if kept.secrets:
        lines.append(context.say("documents.secrets", count=kept.secrets))
    return lines


def _wait_for_index(context: Context, session: Session) -> None:
    """Words are there at once; what Ctrl+C leaves is embedded when the vault is open the next time."""
    if context.is_remote:
        return  # the running instance goes on with it
    while not session.recall.wait_until_indexed(INDEX_STEP_S):
        context.output.note(context.say("documents.indexing", count=session.recall.status().pending))


def _list(context: Context, session: Session) -> int:
    found = session.vault.documents.list(context.options.scope or None)
    lines = [_line(context, document) for document in found]
    context.output.result(
        {"items": [document_data(document) for document in found]},
        "\n".join(lines) or context.say("documents.none"),
    )
    return 0


def _show(context: Context, session: Session) -> int:
    """A whole document, or the one passage that a reply cites."""
    documents = session.vault.documents
    try:
        passages = [documents.passage(context.options.id)]
    except NotFound:
        passages = documents.passages(context.options.id)
    document = documents.get(passages[0].document_id if passages else context.options.id)
    data = {**document_data(document), "text": [_passage_data(passage) for passage in passages]}
    lines = [_line(context, document)]
    for passage in passages:
        lines += [f"— {_place(context, passage)}", passage.text.strip()]
    context.output.result(data, "\n".join(lines))
    return 0


def _passage_data(passage: Passage) -> dict[str, object]:
    return {
        "id": passage.id,
        "page": passage.page,
        "heading": passage.heading,
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
    }


def _place(context: Context, passage: Passage) -> str:
    page = [context.say("documents.page", page=passage.page)] if passage.page else []
    return " · ".join([passage.id, *page, *([passage.heading] if passage.heading else [])])


def _export(context: Context, session: Session) -> int:
    context.output.note(context.say("export.warning"))
    written = export_document(session.vault, context.options.id, context.path(context.options.target))
    key = "documents.exported" if written.is_file else "documents.exported_text"
    data = {"path": str(written.path), "is_file": written.is_file, "size_bytes": written.size_bytes}
    context.output.result(data, context.say(key, path=str(written.path)))
    return 0


def _remove(context: Context, session: Session) -> int:
    done: list[dict[str, object]] = []
    failed: dict[str, str] = {}
    lines: list[str] = []
    for document_id in context.options.ids:
        try:
            report = session.vault.memories.delete_document(document_id)
        except KeepsakeError as error:
            failed[document_id] = error.code
            lines.append(f"{document_id}: " + " ".join(error_texts(error, context.language)))
            continue
        done.append({"id": document_id, **deletion_data(report)})
        lines.append(_removed(context, document_id, report))
    context.output.result({"done": done, "failed": failed}, "\n".join(lines))
    return 1 if failed else 0


def _removed(context: Context, document_id: str, report: DeletionReport) -> str:
    text = context.say(
        "documents.removed",
        id=document_id,
        passages=report.passages,
        index=report.index_rows,
        replies=len(report.replies_cut),
        receipts=len(report.receipts_purged),
    )
    if report.backups:
        text += "\n" + context.say("memory.still_held", paths="\n  ".join(report.backups))
    return text


def _search(context: Context, session: Session) -> int:
    """What would be recalled of documents alone."""
    options = context.options
    session.recall.wait_until_indexed(INDEX_STEP_S)
    found = session.recall.recall(
        options.text, limit=options.limit, scope=options.scope or UNIVERSAL, kinds=(PASSAGE,)
    )
    lines = [_found(context, item) for item in found.items]
    context.output.result(result_data(found), "\n".join(lines) or context.say("documents.nothing"))
    return 0


def _found(context: Context, item: RecallItem) -> str:
    page = f" · {context.say('documents.page', page=item.page)}" if item.page else ""
    mark = "*" if item.selected else " "
    return f"{mark} {item.score:.3f}  {item.id}  {item.title}{page}\n    {' '.join(item.text.split())}"
