"""What the user's own words declare, found by rules in English and Chinese.

`extract` reads one turn and gives candidates for the write gate; it keeps nothing itself. The assistant's words, questions,
suppositions, jokes, jobs for once, quoted and pasted text and secrets give none. Every candidate quotes the exact
characters of the turn. Attributes are those of `vault.slots`. Follows the design page "Memory core, Extraction". Any thread.
"""

from __future__ import annotations

from assistant.extraction.findings import Known
from assistant.extraction.pipeline import extract

__all__ = ["Known", "extract"]
