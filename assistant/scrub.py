"""What happens to text on its way out and back: the rules of an endpoint, pseudonyms where they ask for them."""

from __future__ import annotations

import re
from typing import Protocol

from vault.privacy.policy import Policy, Treatment, Trust
from vault.privacy.pseudonyms import Pseudonymiser
from vault.records import EndpointConfig, Sensitivity

PREVIEW = "preview"  # the option of an endpoint that says when a request is shown first
PREVIEWS = ("always", "sensitive", "never")


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

    def __init__(self, policy: Policy, pseudonymiser: Pseudonymiser, *, can_ask: bool = False) -> None:
        """`can_ask`: whoever waits for the reply is shown the request first, so what must be asked about may go in."""
        self._policy = policy
        self._can_ask = can_ask
        self._pseudonymiser = pseudonymiser
        self._replaced: dict[tuple[str, str], None] = {}

    @property
    def replaced(self) -> tuple[tuple[str, str], ...]:
        return tuple(self._replaced)

    def may_leave(self, sensitivity: Sensitivity) -> bool:
        """Whether data of this sensitivity may go into the request; what must be asked about only where it can be."""
        if self.asks(sensitivity):
            return self._can_ask
        return self._policy.decide(sensitivity).treatment is not Treatment.NEVER

    def asks(self, sensitivity: Sensitivity) -> bool:
        """Whether data of this sensitivity leaves only after the user has seen the request."""
        return self._policy.decide(sensitivity).treatment is Treatment.ASK

    def scrub(self, text: str, sensitivity: Sensitivity = Sensitivity.NORMAL) -> str:
        """The text as it may leave. Raises: DetectionFailed when it cannot be checked."""
        if self._policy.decide(sensitivity).treatment is Treatment.PLAIN:
            return text
        scrubbed = self._pseudonymiser.scrub(text)
        self._replaced |= dict.fromkeys(scrubbed.replaced)
        return scrubbed.text

    def restored(self, token: str) -> str:
        """What a stand-in of this conversation takes the place of."""
        return self._pseudonymiser.restore(token)

    def has_bare(self, text: str) -> bool:
        """Whether a reply names one of this request's stand-ins without its brackets: it cannot be told from ordinary
        words, so it is not turned back, only said.
        """
        words = [re.findall(r"\d+|[^\W\d]+", token) for _, token in self._replaced]
        pattern = "|".join(r"[\s_-]*".join(map(re.escape, parts)) for parts in words if parts)
        bare = rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])"
        return bool(pattern) and re.search(bare, text, re.IGNORECASE) is not None

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


def preview_of(config: EndpointConfig) -> str:
    """When requests to this endpoint are shown before they leave: always, sensitive or never."""
    wanted = config.options.get(PREVIEW, "")
    return wanted if wanted in PREVIEWS else "sensitive"


def always_shows(config: EndpointConfig, trust: str) -> bool:
    """Whether each request that holds the user's words is shown before it leaves."""
    return preview_of(config) == "always" or policy_for(config, trust).decide().treatment is Treatment.ASK


def may_go_unseen(config: EndpointConfig, trust: str) -> bool:
    """Whether work in the background may send the user's words there: no rule forbids it or wants it shown first."""
    treatment = policy_for(config, trust).decide().treatment
    return treatment is not Treatment.NEVER and not always_shows(config, trust)


def asks_first(config: EndpointConfig, *, can_preview: bool) -> bool:
    """Whether sensitive data may go in after asking; "never" asks nothing, so it stays out."""
    return can_preview and preview_of(config) != "never"


def masks(policy: Policy) -> bool:
    """Whether anything that is not itself sensitive is replaced before it leaves."""
    return policy.decide(Sensitivity.NORMAL).treatment is not Treatment.PLAIN
