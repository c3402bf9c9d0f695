"""`keepsake scrub`: personal data in the text of standard input, found and replaced. Keeps nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from assistant.cli.context import Context
from assistant.cli.errors import FileUnreadable
from vault.privacy import MASKED_REMOTELY, MemoryPseudonyms, Pseudonymiser, Span, detect


def run(context: Context) -> int:
    """Print the text with what was found replaced, and under `--json` the places."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileUnreadable from error
    if context.options.mode == "pseudonym":
        pseudonyms = MemoryPseudonyms()
        scrubbed = Pseudonymiser(pseudonyms, "scrub").scrub(text)
        replaced = {token: value for token, _, value in pseudonyms.entries("scrub")}
        data = {"text": scrubbed.text, "spans": [_data(span) for span in scrubbed.spans], "map": replaced}
        shown = scrubbed.text
    else:
        spans = detect(text, types=MASKED_REMOTELY)
        shown = _masked(text, spans)
        data = {"text": shown, "spans": [_data(span) for span in spans]}
    if context.output.is_json:
        context.output.result(data, "")
    else:
        context.output.out.write(shown)
    return 0


def _masked(text: str, spans: Sequence[Span]) -> str:
    """The text with the type of each of the ordered, disjoint spans in its place."""
    parts, position = [], 0
    for span in spans:
        parts += [text[position : span.start], f"[{span.type.value}]"]
        position = span.end
    return "".join([*parts, text[position:]])


def _data(span: Span) -> dict[str, object]:
    return {"start": span.start, "end": span.end, "type": span.type.value, "layer": span.layer}
