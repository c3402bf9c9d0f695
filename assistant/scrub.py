"""What happens to text on its way out and back: the rules of an endpoint, pseudonyms where they ask for them."""

from __future__ import annotations

from typing import Protocol

from vault.privacy.policy import Policy, Treatment, Trust
from vault.privacy.pseudonyms import Pseudonymiser
from vault.records import EndpointConfig, Sensitivity


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


def masks(policy: Policy) -> bool:
    """Whether anything that is not itself sensitive is replaced before it leaves."""
    return policy.decide(Sensitivity.NORMAL).treatment is not Treatment.PLAIN
