"""`keepsake scrub`: personal data in the text of standard input, found and replaced. Keeps nothing.

Uses the models of names where they are installed, and says what is not.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.catalogue import say
from assistant.cli.context import Context
from assistant.cli.errors import FileUnreadable
from vault.privacy import MASKED_REMOTELY, MemoryPseudonyms, Pseudonymiser, Span, detect
from vault.recall.models import default_encoder_folder

if TYPE_CHECKING:
    from assistant.names import NameFinders


def run(context: Context) -> int:
    """Print the text with what was found replaced, and under `--json` the places."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileUnreadable from error
    finders = _finders()
    for key in finders.notes:
        context.output.note(say(key, context.language))
    if context.options.mode == "pseudonym":
        pseudonyms = MemoryPseudonyms()
        scrubbed = Pseudonymiser(pseudonyms, "scrub", layers=finders.layers).scrub(text)
        replaced = {token: value for token, _, value in pseudonyms.entries("scrub")}
        data = {"text": scrubbed.text, "spans": [_data(span) for span in scrubbed.spans], "map": replaced}
        shown = scrubbed.text
    else:
        spans = detect(text, types=MASKED_REMOTELY, layers=finders.layers)
        shown = _masked(text, spans)
        data = {"text": shown, "spans": [_data(span) for span in spans]}
    if context.output.is_json:
        context.output.result(data, "")
    else:
        context.output.out.write(shown)
    return 0


def _finders() -> NameFinders:
    from assistant.names import load_name_finders  # start-up time: help needs no model
    from assistant.session import load_encoder  # start-up time

    return load_name_finders(load_encoder(default_encoder_folder()))


def _masked(text: str, spans: Sequence[Span]) -> str:
    """The text with the type of each of the ordered, disjoint spans in its place."""
    parts, position = [], 0
    for span in spans:
        parts += [text[position : span.start], f"[{span.type.value}]"]
        position = span.end
    return "".join([*parts, text[position:]])


def _data(span: Span) -> dict[str, object]:
    return {"start": span.start, "end": span.end, "type": span.type.value, "layer": span.layer}
