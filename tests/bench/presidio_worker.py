"""Runs Presidio over texts: JSON lines {"text"} in, JSON lines [{"start", "end", "type"}] out.

Run by the python of an environment of its own, see `presidio`. The first argument names the language model, or "none":
then only the pattern recognisers run.
"""

from __future__ import annotations

import json
import sys

from presidio_analyzer import (  # type: ignore[import-not-found]  # installed in an environment of its own
    AnalyzerEngine,
)
from presidio_analyzer.nlp_engine import NlpEngineProvider  # type: ignore[import-not-found]  # like above
from tldextract import TLDExtract, tldextract  # type: ignore[import-not-found]  # like above

# The list of public suffixes in the package: asking for a newer one takes seconds for every address without a network.
tldextract.TLD_EXTRACTOR = TLDExtract(suffix_list_urls=())


def engine(model: str) -> AnalyzerEngine:
    """Stock recognisers with the model, or with an empty one."""
    if model == "none":
        import spacy  # type: ignore[import-not-found]  # like above

        spacy.blank("en").to_disk("empty-model")
        model = "empty-model"
    configuration = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": model}]}
    return AnalyzerEngine(
        nlp_engine=NlpEngineProvider(nlp_configuration=configuration).create_engine(),
        supported_languages=["en"],
    )


def main() -> None:
    analyzer = engine(sys.argv[1])
    for line in sys.stdin:
        found = analyzer.analyze(json.loads(line)["text"], language="en")
        print(
            json.dumps([{"start": one.start, "end": one.end, "type": one.entity_type} for one in found]),
            flush=True,
        )


if __name__ == "__main__":
    main()
