"""Hunts for planted personal data: `python -m tests.bench.leaks [--count 300] [--json F] [--raw F]`.

Made-up values of every type, in both languages, go through a real session with an endpoint on another machine (as the
rules see it): chat, titles, drafts, memories typed in, imports, a temporary chat, replies that fail, tools, what
models make up, tasks, edited messages, previews, files, documents, the model's learning. Then every row of the vault,
every request that arrived, every receipt, the exports, the log, the error texts, the vault's files, the clipboard and
what an aborted process leaves are searched for each value. A table says how many were found where, and where none may
be.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import logging
import os
import sys
import tempfile
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant.attachments import read_files
from assistant.catalogue import error_texts
from assistant.documents import keep_file
from assistant.importers import import_conversations
from assistant.session import Session
from tests.assistant.servers import DONE, Received, answering, event, refusing, serving
from tests.bench.leaks_outside import clipboard, crash, read_all
from tests.bench.leaks_work import work
from tests.bench.planted import Planted, planted
from vault import FLOOR_COST, Secret, Vault, create_vault
from vault.errors import KeepsakeError
from vault.export import ExportFormat, export_memories
from vault.privacy import for_storage
from vault.recall import Encoder
from vault.recall.lexical import unpack
from vault.recall.models import default_encoder_folder
from vault.recall.tokens import token_key, tokenize
from vault.records import Candidate, EndpointConfig, Layer, Sensitivity, Turn

_LONG_WORD = 4  # shorter pieces of a number stand in many others
_PASSPHRASE = Secret("leak hunt, opens nothing else")
# Where a value of a type that may be stored is allowed to be: in the vault, under its key, and in an export of
# memories and a copied message, which are clear text by the user's choice. Nowhere else, and the others nowhere at all.
_INSIDE = (
    "turns",
    "titles",
    "memories",
    "index",
    "replies",
    "drafts",
    "tasks",
    "model outputs",
    "digests",
    "attachments",
    "documents",
    "stand-ins",
    "other tables",
    "exports",
    "embedded texts",
    "clipboard",
)


PLACES = {
    "turns": "turns", "conversations": "titles", "memories": "memories", "memory_evidence": "memories",
    "memory_history": "memories", "index_units": "index", "index_vectors": "index", "replies": "replies",
    "drafts": "drafts", "pseudonyms": "stand-ins", "receipts": "receipts", "receipt_bodies": "receipts",
    "audit": "audit", "tasks": "tasks", "task_steps": "tasks", "task_findings": "tasks",
    "extraction_jobs": "model outputs", "digests": "digests", "attachments": "attachments",
    "draft_files": "drafts", "sealed_fields": "sealed fields", "documents": "documents",
    "passages": "documents", "document_bodies": "documents",
}  # fmt: skip
"""Where the text of each table belongs; what is in none of these is searched as "other tables"."""


@dataclass
class Hunt:
    """What was found: (place, value) pairs, and where each place's texts came from."""

    values: Sequence[Planted]
    found: dict[str, list[Planted]] = field(default_factory=dict)

    def look(self, place: str, texts: Iterable[str]) -> None:
        """Search the texts of one place for every value, as written and without gaps."""
        joined = "\n".join(texts)
        folded = joined.casefold()
        tight = "".join(character for character in folded if character.isalnum())
        here = self.found.setdefault(place, [])
        for one in self.values:
            plain = one.value.casefold()
            bare = "".join(character for character in plain if character.isalnum())
            if (_stands_in(plain, folded) or (len(bare) >= 8 and bare in tight)) and one not in here:
                here.append(one)

    def look_for_words(self, place: str, vault: Vault) -> None:
        """Search the index, which keeps words as numbers: a value is there where a unit holds all its longer words."""
        packed = vault.db.read(
            lambda conn: [row[0] for row in conn.execute("SELECT tokens FROM index_units")]
        )
        units = [frozenset(int(key) for key in unpack(bytes(one))[0]) for one in packed]
        here = self.found.setdefault(place, [])
        for one in self.values:
            wanted = frozenset(token_key(word) for word in tokenize(one.value) if len(word) >= _LONG_WORD)
            if wanted and any(wanted <= unit for unit in units) and one not in here:
                here.append(one)

    def forbidden(self) -> dict[str, list[Planted]]:
        """By place, what was found although it may not be there."""
        return {
            place: [one for one in found if place not in _INSIDE or not one.may_be_stored]
            for place, found in self.found.items()
        }


def _stands_in(value: str, text: str) -> bool:
    """A code of six digits stands by chance inside a time in microseconds: one of digits has to begin and end there."""
    place = text.find(value)
    while place >= 0:
        around = text[max(place - 1, 0) : place] + text[place + len(value) : place + len(value) + 1]
        if not (value.isdigit() and any(map(str.isdigit, around))):
            return True
        place = text.find(value, place + 1)
    return False


def hunt(values: Sequence[Planted], folder: Path, *, with_models: bool) -> Hunt:
    """Send everything through a vault in `folder` and search. Needs loopback; minutes for hundreds of values."""
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    vault, _ = create_vault(folder / "vault", _PASSPHRASE, cost=FLOOR_COST)
    vault.settings.set("memory.mode", "auto")
    result, said = Hunt(values), []
    embedded: list[str] = []
    encoder = _listening(Encoder.load(default_encoder_folder()), embedded) if with_models else None
    try:
        with Session.over(vault, encoder=encoder) as session:
            arrived = asyncio.run(_talk(session, values))
            said += _other_ways_in(session, values, folder)
            outside = asyncio.run(work(session, values, folder))
            arrived += [text.encode() for text in outside.pop("requests that arrived")]
            _look_where(result, outside)
            session.recall.wait_until_indexed(120.0)
            _look_into(result, vault, folder)
            result.look("requests that arrived", [body.decode("utf-8", "replace") for body in arrived])
            _look_where(result, clipboard(_turns(vault)))
        result.look("embedded texts", embedded)
        result.look("files of the vault", read_all(folder / "vault"))
        _look_where(result, crash(values, folder))
        result.look("error texts and tracebacks", said)
        result.look("log", [log.getvalue()])
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    return result


def _listening(encoder: Encoder, heard: list[str]) -> Encoder:
    """The encoder, with every text noted that a vector of the index is made of."""
    real = encoder.encode_passages

    def encode(texts: Sequence[str], *arguments: Any, **named: Any) -> Any:
        heard.extend(texts)
        return real(texts, *arguments, **named)

    encoder.encode_passages = encode  # type: ignore[method-assign]
    return encoder


async def _talk(session: Session, values: Sequence[Planted]) -> list[bytes]:
    """Chat with an endpoint that answers, one that repeats what it got, and one that fails; what arrived at them."""
    bodies: list[bytes] = []

    async def repeat(request: Received, writer: asyncio.StreamWriter) -> None:
        last = request.json["messages"][-1]["content"]  # type: ignore[index]
        await answering(event(f"You wrote: {last}"), DONE)(request, writer)

    for name, behaviour in (("repeats", repeat), ("fails", refusing("500 Server Error", {"error": "no"}))):
        async with serving(behaviour) as server:
            session.vault.endpoints.put(EndpointConfig(name, "openai", server.origin, "m", "remote"))
            for number, one in enumerate(values):
                if name == "fails" and number % 10:
                    continue
                is_temporary = number % 7 == 3
                # Each in a conversation of its own, so that titles are made; two turns, so that there is a history.
                conversation = session.temporary_chat() if is_temporary else session.conversation().id
                for text in (one.text, "Thank you." if one.language == "en" else "谢谢。"):
                    async for _ in session.ask(text, conversation, endpoint=name):
                        pass
            bodies += [request.body for request in server.requests]
    return bodies


def _other_ways_in(session: Session, values: Sequence[Planted], folder: Path) -> list[str]:
    """Type memories and drafts, rename, import, ask recall; the texts of every error on the way."""
    said: list[str] = []
    vault = session.vault
    conversation = session.conversation().id
    lines = []
    for number, one in enumerate(values):
        sensitivity = Sensitivity.SEALED if number % 5 == 4 else Sensitivity.NORMAL
        try:
            vault.memories.add(
                Candidate(
                    "note", one.text, Layer.FACT, one.text, (), sensitivity=sensitivity, language=one.language
                )
            )
            vault.conversations.set_draft(conversation, one.text)
            vault.conversations.rename(conversation, one.text)
            session.recall_text(one.text)
            vault.endpoints.get(one.value)
        except KeepsakeError as error:
            said += [str(error), *error_texts(error, one.language), traceback.format_exc()]
        lines.append(json.dumps({"time": "2026-01-02T10:00:00", "role": "user", "text": one.text}))
    file = folder / "chat.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    report = import_conversations(vault, session.recall, file, zone="UTC", auto=True)
    said.append(repr(report))
    file.unlink()
    for number, one in enumerate(values):
        paper = folder / f"paper {number}.txt"
        paper.write_text(f"{one.text}\n", encoding="utf-8")
        keep_file(vault, paper)
        vault.attachments.keep_draft(session.conversation().id, read_files([paper]))
        paper.unlink()
    for broken in ({"endpoint": "x"}, {"endpoint": ""}):
        said.append(json.dumps(broken))
    return said


def _look_into(result: Hunt, vault: Vault, folder: Path) -> None:
    by_place: dict[str, list[str]] = {}
    names = vault.db.read(
        lambda conn: [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    )
    for name in names:
        rows = vault.db.read(lambda conn, name=name: conn.execute(f"SELECT * FROM {name}").fetchall())
        by_place.setdefault(PLACES.get(name, "other tables"), []).extend(
            part.decode("utf-8", "replace") if isinstance(part, bytes) else str(part)
            for row in rows
            for part in row
        )
    for place, texts in by_place.items():
        result.look(place, texts)
    result.look_for_words("index", vault)
    exported = []
    for chosen in ExportFormat:
        target = folder / f"out.{chosen.value}"
        export_memories(vault, target, format=chosen)
        exported.append(target.read_text(encoding="utf-8"))
        target.unlink()
    result.look("exports", exported)


def _look_where(result: Hunt, places: Mapping[str, Iterable[str]]) -> None:
    for place, texts in places.items():
        result.look(place, texts)


def _turns(vault: Vault) -> list[Turn]:
    return [turn for chat in vault.conversations.list() for turn in vault.conversations.turns(chat.id)]


def table(result: Hunt) -> str:
    """Found where: values that may be stored, values that may not, and how many of all that breaks a rule."""
    forbidden = result.forbidden()
    lines = ["| place | may be stored: found | never stored: found | leaks |", "| --- | --- | --- | --- |"]
    for place, found in result.found.items():
        storable = sum(one.may_be_stored for one in found)
        lines.append(f"| {place} | {storable} | {len(found) - storable} | {len(forbidden[place])} |")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 1 where anything was found that may not be there."""
    parser = argparse.ArgumentParser(prog="tests.bench.leaks", description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--raw", type=Path)
    options = parser.parse_args(arguments)
    values = planted(options.count)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="keepsake-leaks-") as folder:
        result = hunt(values, Path(folder), with_models=True)
    print(table(result))
    rows: list[dict[str, Any]] = [
        {
            "place": place,
            "type": one.type.value,
            "language": one.language,
            "value": one.value,
            "text": one.text,
        }
        for place, found in result.forbidden().items()
        for one in found
    ]
    uncut = [one.text for one in values if not one.may_be_stored and one.value in for_storage(one.text).text]
    print(f"planted: {len(values)}, leaks: {len(rows)}, not recognised before storing: {len(uncut)}")
    for row in rows:
        print(f"leaked: a value of type {row['type']} ({row['language']}) in {row['place']}")
    if options.json:
        counts = {place: len(found) for place, found in result.forbidden().items()}
        options.json.write_text(
            json.dumps({"planted": len(values), "leaks": len(rows), "places": counts}), encoding="utf-8"
        )
    if options.raw:
        options.raw.write_text(
            "\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8"
        )
    return 1 if rows else 0


if __name__ == "__main__":
    sys.exit(main())
