"""A whole conversation of the measurement data is imported and its questions are answered with the gold evidence cited.

Questions are asked in the order of the file until ten have been answered; that the vault does not know is an honest
reply and no answer, but it may not be the usual one. English: the LoCoMo conversation with the fewest turns, questions
of the category temporal (when something was), which a quotation with its date can answer. Chinese: of the MemDaily
haystacks with the most questions the one with the fewest turns; none has more than nine. Both go through the import's
own function, the real encoder and a session that only quotes.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from assistant.importers import import_conversations
from assistant.session import Session
from tests.bench.harness import by_haystack, load_encoder, rows
from vault import FLOOR_COST, Secret, create_vault
from vault.recall import Recall

QUESTIONS = 10
MOST_WRONG = 1  # of the answered questions, without gold evidence among the citations
MOST_REFUSED = 0.4  # share of the asked questions
ZONE = "UTC"
PLAIN = ("time", "role", "text", "id", "speaker", "session")
Row = dict[str, Any]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A new vault in the default mode with the real encoder, which remembers vectors by content between runs."""
    vault, _ = create_vault(tmp_path / "vault", Secret("a passphrase for tests only"), cost=FLOOR_COST)
    encoder = load_encoder()
    recall = Recall(vault, encoder)
    recall.start()
    with Session(vault, recall, encoder, zone=ZONE) as session:
        yield session


def plain_file(corpus: Sequence[Row], file: Path) -> Path:
    """The rows of a haystack in the plain form that `keepsake import` reads."""
    lines = [json.dumps({key: row[key] for key in PLAIN}, ensure_ascii=False) + "\n" for row in corpus]
    file.write_text("".join(lines), encoding="utf-8")
    return file


def bring(session: Session, corpus: Sequence[Row], file: Path) -> Mapping[str, str]:
    """Import a haystack; the turn of each id of the data."""
    report = import_conversations(session.vault, session.recall, plain_file(corpus, file), zone=ZONE)
    assert report.turns_added == len(corpus)
    assert not report.skipped
    assert report.is_indexed
    return report.ids


def cited(session: Session, question: str) -> set[str]:
    """The turns that a recall-only answer cites, those that a cited memory rests on included; none: it refused."""
    turns: set[str] = set()
    for citation in asyncio.run(session.reply(question)).citations:
        if citation.kind == "turn":
            turns.add(citation.id)
        elif citation.kind == "memory":
            turns |= {item.ref_id for item in session.vault.memories.get(citation.id).evidence}
    return turns


def check_answers(session: Session, queries: Sequence[Row], ids: Mapping[str, str], *, wanted: int) -> None:
    """Ask until `wanted` questions were answered; their gold evidence must be among the citations."""
    answered: list[str] = []
    refused: list[str] = []
    wrong: list[str] = []
    for query in queries:
        found = cited(session, query["text"])
        (answered if found else refused).append(query["id"])
        if found and not found & {ids[gold] for gold in query["gold"]}:
            wrong.append(query["id"])
        if len(answered) == wanted:
            break
    assert len(answered) == wanted, refused
    assert len(refused) <= MOST_REFUSED * (len(answered) + len(refused)), refused
    assert len(wrong) <= MOST_WRONG, wrong


@pytest.mark.timeout(600)
def test_an_english_conversation_answers_its_questions(
    session: Session, eval_dir: Path, tmp_path: Path
) -> None:
    corpora = by_haystack(rows(eval_dir / "recall" / "locomo" / "corpus.jsonl"))
    name = min(corpora, key=lambda haystack: len(corpora[haystack]))
    queries = [
        query
        for query in rows(eval_dir / "recall" / "locomo" / "queries.jsonl")
        if query["haystack"] == name and query["category"] == "temporal" and query["answerable"]
    ]
    ids = bring(session, corpora[name], tmp_path / "locomo.jsonl")
    check_answers(session, queries, ids, wanted=QUESTIONS)


@pytest.mark.timeout(600)
def test_a_chinese_haystack_answers_its_questions(session: Session, eval_dir: Path, tmp_path: Path) -> None:
    corpora = by_haystack(rows(eval_dir / "recall" / "memdaily-zh" / "corpus.jsonl"))
    asked: dict[str, list[Row]] = defaultdict(list)
    for query in rows(eval_dir / "recall" / "memdaily-zh" / "queries.jsonl"):
        if query.get("answerable", True) and query["gold"]:
            asked[query["haystack"]].append(query)
    most = max(len(queries) for queries in asked.values())
    name = min((h for h in asked if len(asked[h]) == most), key=lambda haystack: len(corpora[haystack]))
    ids = bring(session, corpora[name], tmp_path / "memdaily.jsonl")
    check_answers(session, asked[name], ids, wanted=min(QUESTIONS, most) - 1)
