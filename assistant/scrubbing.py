"""The scrubber of one conversation for one endpoint, made of the session's name finders and known names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.ask import Ask, Services
from assistant.endpoints.protocol import Endpoint
from assistant.names import NameFinders
from assistant.scrub import Scrubber, masks, policy_for
from assistant.store import TemporaryTurns
from vault.privacy import KnownNames
from vault.privacy.pseudonyms import Pseudonymiser


def scrubber_for(
    services: Services, ask: Ask, endpoint: Endpoint, trust: str, *, can_ask: bool = False
) -> tuple[Scrubber, Sequence[str]]:
    """What this endpoint's rules, for where it really leads, make of texts; and the notes on what was not looked for.

    `can_ask`: whoever waits for the reply is shown the request first.
    """
    # A temporary chat keeps its stand-ins with its turns, in memory, so that a value has one in all of its requests.
    maps = ask.store.pseudonyms if isinstance(ask.store, TemporaryTurns) else services.vault.pseudonyms
    policy = policy_for(endpoint.config, trust)
    is_masked = masks(policy) and not endpoint.is_builtin
    finders = services.names() if is_masked else NameFinders()
    known = services.known_names() if is_masked else KnownNames()
    known = replace(known, never=(*known.never, *ask.exceptions))
    pseudonymiser = Pseudonymiser(maps, ask.store.conversation_id, known=known, layers=finders.layers)
    return Scrubber(policy, pseudonymiser, can_ask=can_ask), finders.notes
