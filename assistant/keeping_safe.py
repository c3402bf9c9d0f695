"""An identity number that the user asks to be kept becomes a sealed memory; without that word it is only masked.

"Keep my passport number safe: …", "记住我的身份证号…" and the like. The stored message holds a mark in its place either
way. Passwords, codes, cards and keys are not kept even on the user's word.
"""

from __future__ import annotations

import re

from assistant.ask import Ask
from assistant.catalogue import say
from vault import Vault
from vault.privacy import IDENTITY, PiiType, Stored
from vault.records import Candidate, Layer, MemoryMode, Outcome, Sensitivity

_ATTRIBUTES = {PiiType.CN_ID: "id_number", PiiType.SSN: "ssn", PiiType.PASSPORT: "passport_number"}
_ASKS = re.compile(
    r"(?<![a-z])(?:keep|remember|store|save|seal|note down|hold on to|put away|/remember)(?![a-z])"
    r"|记住|记下|记一下|帮我记|保存|存一下|存好|存起来|收好|保管|封存|密封",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"(?<![a-z])(?:don'?t|do not|never|no need to|without)\s+(?:\w+\s+){0,2}(?:keep|remember|store|sav|seal|note)"
    r"|(?:不要|别|不用|不必|无需|请勿|禁止)(?:再|给我|帮我|把)?.{0,6}(?:记|保存|存|保管|封存)",
    re.IGNORECASE,
)


def asks_to_keep(text: str) -> bool:
    """Whether a message asks that something be kept."""
    return _ASKS.search(text) is not None and _REFUSES.search(text) is None


def keep_safe(vault: Vault, ask: Ask, stored: Stored) -> list[Outcome]:
    """Seal the identity numbers of a message that asks for it; what was made. Not in a temporary chat, nor with memory
    switched off.
    """
    numbers = [cut for cut in stored.cuts if cut.type in IDENTITY]
    if not numbers or ask.store.is_temporary or ask.mode is MemoryMode.OFF or not asks_to_keep(ask.text):
        return []
    made = []
    for cut in numbers:
        value = ask.text[cut.start : cut.end]
        claim = say(f"sealed.{_ATTRIBUTES[cut.type]}", ask.language, value=value)
        made.append(
            vault.memories.add(
                Candidate(
                    _ATTRIBUTES[cut.type],
                    claim,
                    Layer.FACT,
                    value,
                    (),
                    scope=ask.scope,
                    language=ask.language,
                    sensitivity=Sensitivity.SEALED,
                )
            )
        )
    return [outcome for outcome in made if outcome.memory is not None]
