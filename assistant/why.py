"""Why a memory was not recalled, and what a reply rested on: the walk through store, filters, index, recall, request,
reply and caches, in that order, each step with what was found there.

Reads only; nothing is asked of a model. Steps carry stable words, which the catalogue puts into sentences. Follows the
design page "Product", M16.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

from assistant.session import Session
from vault import fold
from vault.errors import NotFound
from vault.recall.tokens import TOKENS_VERSION, query_tokens, tokenize
from vault.records import UNIVERSAL, Memory, RecallResult, Role, Sensitivity, State, Turn

STEPS = (
    "store",
    "state",
    "expiry",
    "layer",
    "scope",
    "sensitivity",
    "index",
    "recall",
    "request",
    "reply",
    "cache",
)
_INDEX_WAIT_S = 10.0
_RANKED = 200
_MOST_CONVERSATIONS = 200

Value = str | int | float


@dataclass(frozen=True, slots=True)
class Step:
    """One place on the way. `is_ok` None: nothing to judge there; `reason` a stable word; `values` what was found."""

    name: str
    is_ok: bool | None
    reason: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"step": self.name, "ok": self.is_ok, "reason": self.reason, **self.values}


@dataclass(frozen=True, slots=True)
class Walk:
    """The steps in order. `stopped_at` is the first that went no further, empty where nothing stood in the way."""

    subject: str  # the id of the memory, or of the reply's turn
    query: str
    steps: tuple[Step, ...]

    @property
    def stopped_at(self) -> str:
        return next((step.name for step in self.steps if step.is_ok is False), "")

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.subject,
            "query": self.query,
            "stopped_at": self.stopped_at,
            "steps": [step.as_json() for step in self.steps],
        }


# a memory and a question


def why_memory(
    session: Session, memory_id: str, query: str, *, scope: str = UNIVERSAL, at: datetime | None = None
) -> Walk:
    """Where a memory stands on the way into an answer to `query`; an unknown id stops at the store."""
    now = at or session.vault.clock()
    try:
        memory = session.vault.memories.get(memory_id)
    except NotFound:
        return Walk(memory_id, query, (_missing(session, memory_id),))
    session.recall.wait_until_indexed(_INDEX_WAIT_S)
    result = session.recall_text(query, limit=_RANKED, at=now, scope=scope)
    asked = _last_asked(session, query)
    steps = (
        Step("store", True, "found", {"version": memory.version, "claim": _shown(memory)}),
        Step("state", memory.state is State.ACTIVE, memory.state.value, {"why": memory.reason}),
        _expiry(memory, now),
        Step("layer", None, memory.layer.value, {"retention": memory.retention.value}),
        Step("scope", memory.scope in (UNIVERSAL, scope), "seen" if memory.scope in (UNIVERSAL, scope) else "other",
             {"scope": memory.scope, "asked_in": scope}),
        _sensitivity(memory),
        _index(session, memory, query),
        _recalled(memory, result),
        *_in_reply(session, memory, asked),
        _cache(session, memory, asked),
    )  # fmt: skip
    return Walk(memory_id, query, steps)


def _shown(memory: Memory) -> str:
    return "***" if memory.sensitivity is Sensitivity.SEALED else memory.claim


def _missing(session: Session, memory_id: str) -> Step:
    """Not there: never, or until somebody deleted it, which the audit remembers without what it said."""
    entry = session.vault.db.read(
        lambda conn: conn.execute(
            "SELECT actor, action FROM audit WHERE object_id = ? ORDER BY sequence DESC LIMIT 1", (memory_id,)
        ).fetchone()
    )
    if entry is None:
        return Step("store", False, "unknown")
    return Step("store", False, "deleted", {"action": entry["action"], "actor": entry["actor"]})


def _expiry(memory: Memory, now: datetime) -> Step:
    if memory.expires_utc is None:
        return Step("expiry", True, "never")
    reason = "ahead" if memory.expires_utc > now else "past"
    return Step("expiry", memory.expires_utc > now, reason, {"expires": memory.expires_utc.isoformat()})


def _sensitivity(memory: Memory) -> Step:
    return Step("sensitivity", memory.sensitivity is not Sensitivity.SEALED, memory.sensitivity.value)


def _index(session: Session, memory: Memory, query: str) -> Step:
    """Whether it is indexed, by the present encoder, and which words of the question it holds."""

    def read(conn: Any) -> tuple[Any, list[str]]:
        unit = conn.execute(
            "SELECT tokens_version FROM index_units WHERE kind = 'memory' AND ref_id = ?", (memory.id,)
        ).fetchone()
        rows = conn.execute(
            "SELECT DISTINCT encoder_id FROM index_vectors WHERE kind = 'memory' AND ref_id = ?", (memory.id,)
        )
        return unit, [str(row["encoder_id"]) for row in rows]

    unit, encoders = session.vault.db.read(read)
    status = session.recall.status()
    shared = sorted(
        set(query_tokens(query)) & set(tokenize(f"{memory.claim} {memory.attribute} {memory.value}"))
    )
    values: dict[str, Value] = {
        "shared_words": ", ".join(shared),
        "vectors": "none" if not encoders else "present" if status.encoder_id in encoders else "other_model",
        "pending": status.pending,
    }
    if unit is None:
        return Step("index", False, "waiting" if status.pending else "absent", values)
    is_current = unit["tokens_version"] == TOKENS_VERSION
    return Step("index", is_current, "indexed" if is_current else "outdated", values)


def _recalled(memory: Memory, result: RecallResult) -> Step:
    """Its place among what the question finds now."""
    for rank, item in enumerate(result.items, 1):
        if item.id == memory.id:
            values: dict[str, Value] = {
                "rank": rank,
                "score": round(item.score, 4),
                "why": ", ".join(item.why),
            }
            if item.selected:
                return Step("recall", True, "selected", values)
            left = next((out.reason for out in result.left_out if out.id == memory.id), "score")
            return Step("recall", False, left, values)
    left = next((out.reason for out in result.left_out if out.id == memory.id), "not_near")
    best = result.items[0].score if result.items else 0.0
    return Step("recall", False, left, {"best_score": round(best, 4), "ranked": len(result.items)})


@dataclass(frozen=True, slots=True)
class _Asked:
    """The last time a question was asked in earnest: its reply and what is kept of it."""

    reply: Turn
    detail: Mapping[str, Any]


def _last_asked(session: Session, query: str) -> _Asked | None:
    wanted = fold.canonical(query)
    for conversation in session.vault.conversations.list(_MOST_CONVERSATIONS):
        turns = session.vault.conversations.turns(conversation.id)
        for question, reply in reversed(list(pairwise(turns))):
            if (
                question.role is Role.USER
                and reply.role is Role.ASSISTANT
                and fold.canonical(question.text) == wanted
            ):
                detail = session.vault.conversations.reply(reply.id)
                if detail is not None:
                    return _Asked(reply, detail)
    return None


def _in_reply(session: Session, memory: Memory, asked: _Asked | None) -> tuple[Step, ...]:
    """Whether it stood in the request the last time this was asked, and whether the reply used it."""
    if asked is None:
        return Step("request", None, "not_asked"), Step("reply", None, "not_asked")
    entries = [*asked.detail.get("retrieved", ()), *asked.detail.get("profile", ())]
    entry = next((one for one in entries if one["id"] == memory.id), None)
    values: dict[str, Value] = {"reply": asked.reply.id, "endpoint": str(asked.detail.get("endpoint", ""))}
    if entry is None:
        left = next(
            (one["reason"] for one in asked.detail.get("left_out", ()) if one["id"] == memory.id), "absent"
        )
        return Step("request", False, str(left), values), Step("reply", False, "not_given", values)
    values["mark"] = int(entry["mark"])
    citations = [one for one in asked.detail.get("citations", ()) if one["id"] == memory.id]
    reason = (
        "not_cited" if not citations else "cited" if any(c["supported"] for c in citations) else "unsupported"
    )
    sent = _sent(session, asked, str(entry["text"]))
    return Step("request", sent != "not_in_text", sent, values), Step(
        "reply", reason == "cited", reason, values
    )


def _sent(session: Session, asked: _Asked, text: str) -> str:
    """Whether the words of a source stand in what was sent: the kept bytes, else the kept messages."""
    if asked.detail.get("is_builtin", True):
        return "given"
    receipts = session.vault.receipts.of_turn(asked.reply.id)
    bodies = [receipt.body.decode("utf-8", "replace") for receipt in receipts if receipt.body is not None]
    if not bodies and receipts:
        return "purged"
    words = set(fold.words(text))
    told = set(
        fold.words(
            "\n".join([*bodies, *(str(m.get("content", "")) for m in asked.detail.get("messages", ()))])
        )
    )
    return "sent" if not words or len(words & told) * 2 >= len(words) else "not_in_text"


def _cache(session: Session, memory: Memory, asked: _Asked | None) -> Step:
    """Whether something older than the memory answers in its place."""
    if session.recall.status().pending:
        return Step("cache", False, "index_behind", {"pending": session.recall.status().pending})
    if asked is not None and memory.updated_utc > asked.reply.said_utc:
        return Step("cache", None, "changed_since", {"changed": memory.updated_utc.isoformat()})
    return Step("cache", True, "current")


# a reply


def why_reply(session: Session, reply_id: str) -> Walk:
    """What a reply rested on. `reply_id` is its turn, or a conversation (by id or name) whose last reply is meant.

    Raises:
        NotFound: there is no such reply.
    """
    turn = _reply_turn(session, reply_id)
    detail = session.vault.conversations.reply(turn.id)
    if detail is None:
        raise NotFound(id=reply_id)
    question = session.vault.conversations.turn(str(detail["question"]))
    given = [*detail.get("retrieved", ()), *detail.get("profile", ())]
    steps = (
        Step("store", True, "found", {"question": question.text, "verdict": str(detail.get("verdict", ""))}),
        *_kept_back(detail),
        Step("index", None, "notes", {"notes": ", ".join(_recall_notes(detail)) or "none"}),
        Step("recall", bool(given), "given" if given else "nothing",
             {"count": len(given), "ids": ", ".join(str(one["id"]) for one in given),
              "score": float(detail.get("verdict_score", 0.0))}),
        _request(session, turn, detail, given),
        _used(detail),
        _since(session, turn, detail),
    )  # fmt: skip
    return Walk(turn.id, question.text, steps)


def _reply_turn(session: Session, reply_id: str) -> Turn:
    conversations = session.vault.conversations
    try:
        return conversations.turn(reply_id)
    except NotFound:
        known = conversations.by_name(reply_id) or conversations.get(reply_id)
    replies = [turn for turn in conversations.turns(known.id) if turn.role is Role.ASSISTANT]
    if not replies:
        raise NotFound(id=reply_id)
    return replies[-1]


def _kept_back(detail: Mapping[str, Any]) -> list[Step]:
    """What the filters kept out, by their order; what recall itself or the budget left out comes after."""
    by_reason: dict[str, list[str]] = {}
    for one in detail.get("left_out", ()):
        by_reason.setdefault(str(one["reason"]), []).append(str(one["id"]))
    names = {
        "state": "state",
        "expired": "expiry",
        "scope": "scope",
        "sealed": "sensitivity",
        "sensitivity": "sensitivity",
    }
    ordered = sorted(by_reason, key=lambda reason: STEPS.index(names.get(reason, "recall")))
    return [
        Step(names.get(reason, "recall"), None, f"left_out_{reason}",
             {"count": len(by_reason[reason]), "ids": ", ".join(by_reason[reason])})
        for reason in ordered
    ]  # fmt: skip


def _recall_notes(detail: Mapping[str, Any]) -> list[str]:
    keys = [str(note["key"]).removeprefix("note.") for note in detail.get("notes", ())]
    return [key for key in keys if key.startswith(("recall_", "index_", "memory_off", "budget_"))]


def _request(
    session: Session, turn: Turn, detail: Mapping[str, Any], given: Sequence[Mapping[str, Any]]
) -> Step:
    receipts = ", ".join(receipt.id for receipt in session.vault.receipts.of_turn(turn.id))
    values: dict[str, Value] = {"endpoint": str(detail.get("endpoint", "")), "receipts": receipts}
    if detail.get("is_builtin", True):
        return Step("request", True, "builtin", values)
    missing = [
        one["id"] for one in given if _sent(session, _Asked(turn, detail), str(one["text"])) == "not_in_text"
    ]
    values["missing"] = ", ".join(str(one) for one in missing)
    return Step("request", not missing, "sent" if not missing else "not_in_text", values)


def _used(detail: Mapping[str, Any]) -> Step:
    citations = detail.get("citations", ())
    unsupported = [str(one["id"]) for one in citations if not one["supported"]]
    values: dict[str, Value] = {
        "used": ", ".join(str(one) for one in detail.get("used_ids", ())),
        "unsupported": ", ".join(unsupported),
        "removed_marks": int(detail.get("removed_marks", 0)),
        "confidence": str(detail.get("confidence", "")),
    }
    if not citations:
        return Step("reply", None, "nothing_cited", values)
    return Step("reply", not unsupported, "cited" if not unsupported else "unsupported", values)


def _since(session: Session, turn: Turn, detail: Mapping[str, Any]) -> Step:
    """What has become of the memories that it used."""
    changed: list[str] = []
    for used in detail.get("used_ids", ()):
        if not str(used).startswith("m_"):
            continue
        try:
            memory = session.vault.memories.get(str(used))
        except NotFound:
            changed.append(f"{used} (deleted)")
            continue
        if memory.state is not State.ACTIVE or memory.updated_utc > turn.said_utc:
            changed.append(f"{used} ({memory.state})")
    return Step(
        "cache",
        None if changed else True,
        "changed_since" if changed else "current",
        {"changed": ", ".join(changed)},
    )
