"""What happens to text on its way out and back: the rules of an endpoint, pseudonyms where they ask for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from vault.privacy import KnownNames
from vault.privacy.policy import Policy, Treatment, Trust
from vault.privacy.pseudonyms import Pseudonymiser
from vault.records import USER, EndpointConfig, Layer, Memory, Sensitivity

_NAME_ATTRIBUTES = ("name", "alias", "nickname")
_PLACE_ATTRIBUTES = ("home_address", "address")


class Restorer(Protocol):
    """Turns stand-ins back in a streamed reply, holding back only what can still become one."""

    @property
    def leftovers(self) -> tuple[str, ...]: ...

    def feed(self, chunk: str) -> str: ...

    def flush(self) -> str: ...


class Scrubber:
    """Scrubs the parts of one request under one policy; `replaced` lists (type, token) of all replacements,
    never a value.
    """

    def __init__(self, policy: Policy, pseudonymiser: Pseudonymiser) -> None:
        self._policy = policy
        self._pseudonymiser = pseudonymiser
        self._replaced: dict[tuple[str, str], None] = {}

    @property
    def replaced(self) -> tuple[tuple[str, str], ...]:
        return tuple(self._replaced)

    def may_leave(self, sensitivity: Sensitivity) -> bool:
        """Whether data of this sensitivity may go at all; what would have to be asked about first stays here."""
        return self._policy.decide(sensitivity).treatment in (Treatment.PLAIN, Treatment.MASKED)

    def scrub(self, text: str, sensitivity: Sensitivity = Sensitivity.NORMAL) -> str:
        """The text as it may leave. Raises: DetectionFailed when it cannot be checked."""
        if self._policy.decide(sensitivity).treatment is Treatment.PLAIN:
            return text
        scrubbed = self._pseudonymiser.scrub(text)
        self._replaced |= dict.fromkeys(scrubbed.replaced)
        return scrubbed.text

    def restorer(self) -> Restorer:
        return self._pseudonymiser.stream()


def policy_for(config: EndpointConfig, trust: str) -> Policy:
    """The endpoint's rules for where it really leads; options `rule.normal` and its kin change a default."""
    rules: dict[Sensitivity, Treatment] = {}
    for sensitivity in Sensitivity:
        wanted = config.options.get(f"rule.{sensitivity.value}", "")
        if wanted in {treatment.value for treatment in Treatment}:
            rules[sensitivity] = Treatment(wanted)
    return Policy(Trust(trust), rules)


def known_names(memories: Iterable[Memory]) -> KnownNames:
    """The names that the vault knows, so that they are replaced where no rule would see a name."""
    persons: dict[str, None] = {}
    addresses: dict[str, None] = {}
    for memory in memories:
        value = memory.value if isinstance(memory.value, str) else ""
        if memory.attribute in _NAME_ATTRIBUTES and 1 < len(value) <= 60:
            persons[value] = None
        if memory.attribute in _PLACE_ATTRIBUTES and value:
            addresses[value] = None
        if memory.layer is Layer.RELATIONSHIP:
            persons |= dict.fromkeys(name for name in memory.entities if name != USER)
    return KnownNames(persons=tuple(persons), addresses=tuple(addresses))
