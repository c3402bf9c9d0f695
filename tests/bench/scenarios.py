"""Memory-behaviour scenarios: scripted conversations through a real session, then what must hold.

User turns go through `Session.ask` with the recall-only endpoint, checks through `Session.recall_text` and the memory
list. A turn that a script gives to the assistant is stored as the assistant's. Raw line: id, model, ok, failed
[[check, got], …].
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
import tempfile
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from assistant.extraction.clauses import language_of
from assistant.extraction.forms import from_form
from assistant.importers import import_conversations
from assistant.model_extraction import extract_waiting
from assistant.session import Session
from tests.bench.embedding_cache import CachedEncoder
from tests.bench.harness import arguments, count_slow, finish, load_encoder, patient_recall, rows
from tests.bench.scripted_model import ScriptedModel
from vault import FLOOR_COST, Secret, create_vault, times
from vault.endpoints import RECALL_ONLY
from vault.recall import Encoder
from vault.records import (
    UNIVERSAL,
    EndpointConfig,
    Memory,
    MemoryMode,
    Quantity,
    RecallItem,
    RecallResult,
    Role,
    State,
)

_PASSPHRASE = Secret(b"measuring needs no secret 7291")
Model = ScriptedModel | EndpointConfig
_ZERO_WIDTH = dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))


class Watched(CachedEncoder):
    """The encoder, noting every passage it was given since `seen` was cleared."""

    seen: list[str]

    def encode_passages(self, texts: Sequence[str], **more: Any) -> Any:
        self.seen.extend(texts)
        return super().encode_passages(texts, **more)


@dataclass
class Play:
    """One scenario being played: its session, its clock, and where it stands."""

    session: Session
    clock: list[datetime]
    zone: str
    watched: Watched | None
    scope: str = UNIVERSAL
    is_temporary: bool = False
    has_deletion: bool = False
    asks_model: bool = False
    conversations: dict[str, str] = field(default_factory=dict)

    def conversation(self, name: str) -> str:
        """The conversation of a session name, in the scope and kind of the moment it began."""
        if name not in self.conversations:
            if self.is_temporary:
                self.conversations[name] = self.session.temporary_chat()
            else:
                self.conversations[name] = self.session.vault.conversations.create(scope=self.scope).id
        return self.conversations[name]


def zone_name(offset: timedelta) -> str:
    """The IANA name of a fixed offset of whole hours."""
    hours = int(offset.total_seconds() // 3600)
    return "Etc/UTC" if hours == 0 else f"Etc/GMT{-hours:+d}"


async def step(play: Play, at: Mapping[str, Any]) -> None:
    """Carry one step of a script out."""
    kind = at.get("do") or at.get("type") or at.get("step") or at["kind"]
    when = datetime.fromisoformat(at["time"])
    play.clock[0] = when.astimezone(UTC)
    vault = play.session.vault
    if kind == "say":
        await say(play, at, when)
    elif kind == "form":
        made = from_form(at["fields"], scope=play.scope, said_utc=play.clock[0])
        vault.memories.apply(made, mode=MemoryMode.AUTO, actor="user", at=play.clock[0])
    elif kind == "delete":
        play.has_deletion = True
        here = [
            m
            for m in vault.memories.list(None)
            if m.scope == play.scope and fits(at["matching"], text_of(m, play))
        ]
        vault.memories.forget([memory.id for memory in here])
    elif kind == "set_scope":
        play.scope = at["scope"]
    elif kind == "temporary_chat":
        play.is_temporary = at["on"]
    elif kind != "new_session":
        raise ValueError(kind)


async def say(play: Play, at: Mapping[str, Any], when: datetime) -> None:
    """A line of the script: the user's through the session, the assistant's as a stored turn."""
    vault = play.session.vault
    if at["session"].startswith("import-"):
        await asyncio.to_thread(read_in, play, at)
        return
    conversation = play.conversation(at["session"])
    if at["role"] == "assistant":
        if not play.is_temporary:
            vault.conversations.add_turn(
                conversation, Role.ASSISTANT, at["text"], at=when.astimezone(UTC), zone=play.zone
            )
        return
    endpoint = RECALL_ONLY.name
    asked = play.session.ask(
        at["text"], conversation, scope=play.scope, at=when.astimezone(UTC), endpoint=endpoint
    )
    async for _ in asked:
        pass
    if play.asks_model:
        await extract_waiting(play.session)
    play.has_deletion = play.has_deletion or vault.db.read(
        lambda conn: conn.execute("SELECT 1 FROM tombstones LIMIT 1").fetchone() is not None
    )


def read_in(play: Play, at: Mapping[str, Any]) -> None:
    """A line of an old chat, imported as a conversation file of its own."""
    line = {"time": at["time"], "role": at["role"], "text": at["text"], "session": at["session"]}
    with tempfile.TemporaryDirectory(prefix="keepsake-bench-") as folder:
        file = Path(folder) / f"{at['session']}.jsonl"
        file.write_text(json.dumps(line, ensure_ascii=False) + "\n", encoding="utf-8")
        import_conversations(play.session.vault, play.session.recall, file, zone=play.zone, auto=True)


def folded(text: str) -> str:
    """NFKC, no zero-width characters, case folded."""
    return unicodedata.normalize("NFKC", text).translate(_ZERO_WIDTH).casefold()


def fits(pattern: str, text: str) -> bool:
    """A substring, or a regex between slashes, on the text as written or folded."""
    if len(pattern) > 1 and pattern[0] == pattern[-1] == "/":
        compiled = re.compile(pattern[1:-1], re.IGNORECASE | re.DOTALL)
        return bool(compiled.search(text) or compiled.search(folded(text)))
    return pattern.casefold() in text.casefold() or folded(pattern) in folded(text)


def text_of(memory: Memory, play: Play) -> str:
    """The text of a memory in its current wording, with its event date at the precision that was given."""
    if memory.valid_from is None:
        return memory.claim
    return f"{memory.claim} ({times.format_point(memory.valid_from, memory.language)})"


def item_text(item: RecallItem, play: Play) -> str:
    """What a recalled unit says to the reader."""
    return text_of(item.memory, play) if item.memory is not None else item.text


def recalled(play: Play, query: str) -> RecallResult:
    """What a question asked at the final moment recalls."""
    play.session.recall.wait_until_indexed(20.0)
    return play.session.recall_text(query, at=play.clock[0], scope=play.scope)


def check(play: Play, expected: Mapping[str, Any]) -> str:
    """Empty where the expectation holds, else what was got instead."""
    name = expected["check"]
    vault = play.session.vault
    everything = [m for m in vault.memories.list(None) if m.state is not State.DELETED]
    if name == "recall":
        return check_recall(play, expected)
    if name == "range":
        return check_range(play, expected)
    if name == "memories_about":
        here = [m for m in everything if m.state is State.ACTIVE and m.scope in (play.scope, UNIVERSAL)]
        found = [text_of(m, play) for m in here if fits(expected["query"], text_of(m, play))]
        good = expected.get("min", 0) <= len(found) <= expected.get("max", 10**6)
        return "" if good else f"{len(found)}: {found}"
    if name == "stored_text_absent":
        return check_absent(play, expected["text"])
    fitting = [m for m in everything if fits(expected["matching"], text_of(m, play))]
    standing = [m for m in fitting if m.state in (State.ACTIVE, State.PROPOSED)]
    if name == "state":
        return check_state(fitting, expected["state"], play)
    if name == "language":
        wrong = [m.claim for m in standing if language_of(m.claim) != expected["lang"]]
        return "" if standing and not wrong else f"wrong: {wrong}" if wrong else "nothing fits"
    if name == "source_weight":
        best = max((m.weight for m in standing), default=0.0)
        return "" if abs(best - expected["weight"]) < 1e-9 else f"weight {best}"
    layers = {m.layer.value for m in standing}
    return "" if expected["layer"] in layers else f"layers {sorted(layers)}"


def check_state(fitting: Sequence[Memory], state: str, play: Play) -> str:
    states = {m.state.value for m in fitting}
    shown = [(m.state.value, text_of(m, play)) for m in fitting]
    if state == "absent":
        return "" if not fitting else f"{shown}"
    if state == "active":
        return "" if "active" in states else f"{shown}"
    return "" if state in states and "active" not in states else f"{shown}"


def check_recall(play: Play, expected: Mapping[str, Any]) -> str:
    result = recalled(play, expected["query"])
    texts = [item_text(item, play) for item in result.selected]
    missing = [pattern for pattern in expected["must"] if not any(fits(pattern, text) for text in texts)]
    wrong = [pattern for pattern in expected["must_not"] if any(fits(pattern, text) for text in texts)]
    ranked = [
        (item.kind, round(item.score, 2), item.selected, item_text(item, play)[:60])
        for item in result.items[:6]
    ]
    return "" if not missing and not wrong else f"missing {missing} wrong {wrong} of {ranked}"


def check_range(play: Play, expected: Mapping[str, Any]) -> str:
    values = [i.memory.value for i in recalled(play, expected["query"]).selected if i.memory is not None]
    numbers = [value for value in values if isinstance(value, Quantity)]
    got = [(value.low, value.high, value.unit) for value in numbers]
    wanted = (expected["low"], expected["high"], expected["unit"])
    return "" if got and got[0] == wanted else f"{got}"


def check_absent(play: Play, text: str) -> str:
    """Nowhere in memories of any state, evidence, history, turns that recall reads, titles, or passages encoded.

    After a deletion the passages encoded before it do not count: they were legitimate then.
    """
    queries = {
        "memories": "SELECT subject || attribute || claim || value_json || entities_json FROM memories",
        "evidence": "SELECT quote FROM memory_evidence",
        "history": "SELECT before_json || ' ' || after_json FROM memory_history",
        "turns": "SELECT text FROM turns WHERE is_indexed = 1",
        "titles": "SELECT title || ' ' || name FROM conversations",
        "index": "SELECT hex(tokens) FROM index_units",
    }
    for place, query in queries.items():
        found = play.session.vault.db.read(lambda conn, q=query: [str(row[0]) for row in conn.execute(q)])
        if place == "index":
            found = [bytes.fromhex(one).decode("utf-8", "ignore") for one in found]
        if any(text in one or folded(text) in folded(one) for one in found):
            return f"in {place}"
    seen = [] if play.has_deletion or play.watched is None else play.watched.seen
    return "in encoder input" if any(folded(text) in folded(one) for one in seen) else ""


def play_one(
    scenario: Mapping[str, Any], encoder: Encoder | None, model: Model | None = None
) -> list[tuple[str, str]]:
    """The expectations of one scenario that failed, with what was got. A model is asked after each turn."""
    now = datetime.fromisoformat(scenario["now"])
    zone = zone_name(now.utcoffset() or timedelta())
    clock = [now.astimezone(UTC)]
    with tempfile.TemporaryDirectory(prefix="keepsake-bench-") as folder:
        vault, _ = create_vault(Path(folder) / "vault", _PASSPHRASE, clock=lambda: clock[0], cost=FLOOR_COST)
        vault.settings.set("memory.mode", "auto")
        recall = patient_recall(vault, encoder)
        recall.start(background=True)
        watched = encoder if isinstance(encoder, Watched) else None
        if watched is not None:
            watched.seen = []
        with Session(vault, recall, encoder, zone=zone) as session:
            play = Play(session, clock, zone, watched)
            asyncio.run(with_model(play, scenario["steps"], model))
            clock[0] = now.astimezone(UTC)
            vault.memories.expire(clock[0])
            recall.wait_until_indexed(20.0)
            named = [
                (
                    f"{one['check']} {one.get('query') or one.get('matching') or one.get('text')}",
                    check(play, one),
                )
                for one in scenario["expect"]
            ]
        count_slow(recall)
    return [(name, got) for name, got in named if got]


async def with_model(play: Play, script: Sequence[Mapping[str, Any]], model: Model | None) -> None:
    """The steps of a script, with the model that is to be asked as the endpoint for background work."""
    if model is None:
        await steps(play, script)
        return
    running = model.running() if isinstance(model, ScriptedModel) else contextlib.nullcontext()
    async with running:
        config = model.config if isinstance(model, ScriptedModel) else model
        play.session.vault.endpoints.put(config)
        play.session.vault.endpoints.set_background(config.name)
        play.asks_model = True
        await steps(play, script)


async def steps(play: Play, script: Sequence[Mapping[str, Any]]) -> None:
    zones = {at["time"][-6:] for at in script}
    for at in script:
        offset = datetime.fromisoformat(at["time"]).utcoffset() or timedelta()
        if len(zones) > 1:
            play.session.vault.settings.set("zone", zone_name(offset))
        await step(play, at)


def model_of(replay: Path | None, url: str, name: str) -> Model:
    """The model to play with: recorded outputs, else an endpoint."""
    if replay is not None:
        return ScriptedModel(rows(replay))
    return EndpointConfig("given", "openai", url, name)


def main() -> int:
    """Play a file of scenarios and print what passed, by group, language and kind; returns the exit status."""
    parser = arguments("Play memory-behaviour scenarios.", has_data=False)
    parser.add_argument("file", type=Path, help="scenarios, one JSON object a line")
    parser.add_argument("--only", default="", help="play only ids that contain this")
    parser.add_argument("--replay", type=Path, help="recorded outputs: play what needs a model with them too")
    parser.add_argument("--url", default="", help="an OpenAI-compatible endpoint to play it with")
    parser.add_argument("--model", default="", help="the model of that endpoint")
    parser.add_argument("--without-encoder", action="store_true", help="words only")
    options = parser.parse_args()
    encoder: Encoder | None = None
    if not options.without_encoder:
        encoder = load_encoder()
        encoder.__class__ = Watched
        encoder.seen = []  # type: ignore[attr-defined]
    raw, passed, total = [], Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    faults: dict[str, int] = defaultdict(int)
    for scenario in rows(options.file):
        if options.only not in scenario["id"]:
            continue
        runs: list[tuple[str, Model | None]] = [
            ("needs_model" if scenario["needs_model"] else "model_free", None)
        ]
        if scenario["needs_model"] and (options.replay or options.url):
            runs.append(("with_model", model_of(options.replay, options.url, options.model)))
        for group, model in runs:
            failed = play_one(scenario, encoder, model)
            for key in ((group,), (group, scenario["lang"]), (group, scenario["lang"], scenario["kind"])):
                total[key] += 1
                passed[key] += not failed
            for name, _ in failed:
                faults[name.split()[0]] += 1
            raw.append(
                {
                    "id": scenario["id"],
                    "model": model is not None,
                    "ok": not failed,
                    "failed": [list(pair) for pair in failed],
                }
            )
            mark = " (with)" if model is not None else " (M)" if scenario["needs_model"] else ""
            for name, got in failed:
                print(f"{scenario['id']}{mark}: {name}: {got}"[:420])
    summary = {"/".join(key): {"passed": passed[key], "total": total[key]} for key in sorted(total)}
    for key, counts in summary.items():
        if key.count("/") < 2 or counts["passed"] < counts["total"]:
            print(f"{key:45} {counts['passed']:3} of {counts['total']}")
    return finish(options, {"groups": summary, "failed_checks": dict(faults)}, raw)


if __name__ == "__main__":
    sys.exit(main())
