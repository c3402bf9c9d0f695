"""`keepsake receipts …`, `audit …` and `settings …`: what left, what happened, and what is set."""

from __future__ import annotations

import base64
import json

from assistant.cli.context import Context
from assistant.cli.errors import CheckFailed
from vault import AuditReport, parse_setting
from vault.records import Receipt


def run(context: Context) -> int:
    """Carry out the command that the options name."""
    return {"receipts": _receipts, "audit": _audit, "settings": _settings}[context.options.family](context)


def _receipts(context: Context) -> int:
    """List receipts, or show one with the exact bytes."""
    with context.session(with_encoder=False) as session:
        if context.options.action == "show":
            return _show(context, session.vault.receipts.get(context.options.id))
        found = session.vault.receipts.list(context.options.limit)
    lines = [_line(receipt) for receipt in found]
    context.output.result(
        {"items": [_data(receipt) for receipt in found]}, "\n".join(lines) or context.say("receipts.none")
    )
    return 0


def _show(context: Context, receipt: Receipt) -> int:
    body, is_text = _body(receipt)
    data = {**_data(receipt), "body": body, "body_is_base64": body is not None and not is_text}
    below = body if body is not None else context.say("receipts.no_bytes")
    context.output.result(data, f"{_line(receipt)}\n{below}")
    return 0


def _body(receipt: Receipt) -> tuple[str | None, bool]:
    if receipt.body is None:
        return None, True
    try:
        return receipt.body.decode("utf-8"), True
    except UnicodeDecodeError:
        return base64.b64encode(receipt.body).decode("ascii"), False


def _data(receipt: Receipt) -> dict[str, object]:
    return {
        "id": receipt.id,
        "sequence": receipt.sequence,
        "sent": receipt.sent_utc.isoformat(),
        "purpose": receipt.purpose,
        "endpoint": receipt.endpoint,
        "url": receipt.url,
        "method": receipt.method,
        "size_bytes": receipt.size_bytes,
        "received_bytes": receipt.received_bytes,
        "digest": receipt.digest,
        "replaced": [list(pair) for pair in receipt.replaced],
        "memory_ids": list(receipt.memory_ids),
        "conversation": receipt.conversation_id,
        "turn": receipt.turn_id,
        "outcome": receipt.outcome,
        "status": receipt.status,
        "seconds": receipt.seconds,
        "has_bytes": receipt.body is not None,
    }


def _line(receipt: Receipt) -> str:
    sent = receipt.sent_utc.isoformat(timespec="seconds")
    what = f"{receipt.method} {receipt.url}  {receipt.size_bytes} B"
    return f"{receipt.id}  {sent}  {receipt.purpose}  {receipt.endpoint}  {what}  {receipt.outcome} {receipt.status}"


def _audit(context: Context) -> int:
    """List the newest audit entries, or check the chain."""
    with context.session(with_encoder=False) as session:
        if context.options.action == "verify":
            return _verify(context, session.vault.audit.verify())
        entries = session.vault.audit.entries(context.options.limit)
    items = [
        {
            "sequence": entry.sequence, "at": entry.at_utc.isoformat(), "actor": entry.actor, "action": entry.action,
            "object_kind": entry.object_kind, "object_id": entry.object_id, "reason": entry.reason,
            "old": entry.old_fingerprint, "new": entry.new_fingerprint,
        }
        for entry in entries
    ]  # fmt: skip
    lines = [
        f"{e.sequence}  {e.at_utc.isoformat(timespec='seconds')}  {e.actor}  {e.action}"
        f"  {e.object_kind} {e.object_id}  {e.reason}".rstrip()
        for e in entries
    ]
    context.output.result({"items": items}, "\n".join(lines))
    return 0


def _verify(context: Context, report: AuditReport) -> int:
    data = {
        "intact": report.is_intact,
        "entries": report.entries,
        "first_bad": report.first_bad,
        "head": report.head,
    }
    if not report.is_intact:
        raise CheckFailed(sequence=report.first_bad)
    text = context.say("audit.intact", count=report.entries)
    context.output.result(data, f"{text}\n{context.say('vault.verify_limits')}")
    return 0


def _settings(context: Context) -> int:
    """Show one setting or all, or change one."""
    options = context.options
    with context.session(with_encoder=False) as session:
        stored = session.vault.settings
        if options.action == "set":
            stored.set(options.key, parse_setting(options.key, options.value))
        found = {options.key: stored.get(options.key)} if options.key else stored.all()
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in found.items()]
    context.output.result({"settings": dict(found)}, "\n".join(lines))
    return 0
