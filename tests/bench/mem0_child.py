"""One set through mem0's open-source package; started by `tests.bench.side_by_side` in the environment that holds it.

`add` with inference off, `search`, its local vector store (Qdrant in a folder), and this project's encoder through its
embedder hook. Nothing is fetched, so that its keyword part, which needs a model from the network, stays off: what is
measured is its dense search. Its telemetry is off. A question in a conversation is given as one text with the turns
before it.
"""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench import harness
from tests.bench.recall import stages
from vault.recall.texts import Said, own_passage

_LIMIT = 20
_USER = "one"
_NOBODY = ("user", "assistant")  # a speaker that only repeats the role


class OurEncoder:
    """This project's encoder behind mem0's embedder hook."""

    def __init__(self) -> None:
        self._encoder = harness.load_encoder()

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """One vector; a search is a query, everything else a passage."""
        if memory_action == "search":
            vector: list[float] = self._encoder.encode_queries([text])[0].tolist()
            return vector
        vectors: list[float] = self._encoder.encode_passages([text])[0].vectors[0].tolist()
        return vectors

    def embed_batch(self, texts: list[str], memory_action: str = "add") -> list[list[float]]:
        """Several at once."""
        return [self.embed(text, memory_action) for text in texts]


def main() -> int:
    """Writes one line for each query, as `tests.bench.recall` does, and the times; returns the exit status."""
    data, name, output = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    folder, encoder = data / "recall" / name, OurEncoder()
    queries = harness.by_haystack(harness.rows(folder / "queries.jsonl"))
    lines: list[dict[str, Any]] = []
    ingested_s = asked_s = 0.0
    units = 0
    for haystack, corpus in harness.by_haystack(harness.rows(folder / "corpus.jsonl")).items():
        with tempfile.TemporaryDirectory(prefix="keepsake-mem0-") as place:
            memory = _memory(Path(place), encoder)
            for new, asked in stages(corpus, queries.get(haystack, [])):
                started = time.perf_counter()
                for row in new:
                    speaker = row.get("speaker", "")
                    text = own_passage(Said("" if speaker in _NOBODY else speaker, row["text"]))
                    memory.add(text, user_id=_USER, infer=False, metadata={"line": str(row["id"])})
                units += len(new)
                ingested_s += time.perf_counter() - started
                for query in asked:
                    started = time.perf_counter()
                    text = "\n".join((*query.get("context", ()), query["text"]))
                    found = memory.search(text, filters={"user_id": _USER}, top_k=_LIMIT)["results"]
                    asked_s += time.perf_counter() - started
                    ranked = [one["metadata"]["line"] for one in found]
                    lines.append({"haystack": haystack, "query": query["id"], "ranked": ranked})
    times = {"units": units, "ingested_s": ingested_s, "asked_s": asked_s}
    output.write_text(json.dumps({"lines": lines, **times}), encoding="utf-8")
    return 0


def _memory(place: Path, encoder: OurEncoder) -> Any:
    store = {
        "collection_name": "bench",
        "path": str(place / "store"),
        "embedding_model_dims": 384,
        "on_disk": True,
    }
    unused = {"provider": "openai", "config": {"api_key": "not used"}}
    made = importlib.import_module("mem0").Memory.from_config(
        {
            "vector_store": {"provider": "qdrant", "config": store},
            "llm": unused,
            "embedder": unused,
            "history_db_path": str(place / "history.db"),
        }
    )
    made.embedding_model = encoder
    return made


if __name__ == "__main__":
    sys.exit(main())
