"""Decides how a piece of the vault may go to an endpoint: plain, masked, after asking, or never.

Defaults by trust and sensitivity, changed per endpoint by the user; sealed data never leaves. Every decision says why.
"""

from __future__ import annotations

import enum
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from vault.records import Sensitivity


class Trust(enum.StrEnum):
    """Who can read what an endpoint receives; the values are those of `EndpointConfig.trust`."""

    LOCAL = "local"
    PRIVATE = "private"
    REMOTE = "remote"


class Treatment(enum.StrEnum):
    PLAIN = "plain"
    MASKED = "masked"
    ASK = "ask"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Decision:
    """How to treat one piece, and the stable word for why: sealed, exception, endpoint_rule or default."""

    treatment: Treatment
    reason: str
    trust: Trust
    sensitivity: Sensitivity


_DEFAULTS: Mapping[Trust, Mapping[Sensitivity, Treatment]] = {
    Trust.LOCAL: {
        Sensitivity.NORMAL: Treatment.PLAIN,
        Sensitivity.PERSONAL: Treatment.PLAIN,
        Sensitivity.SENSITIVE: Treatment.PLAIN,
    },
    Trust.PRIVATE: {
        Sensitivity.NORMAL: Treatment.PLAIN,
        Sensitivity.PERSONAL: Treatment.MASKED,
        Sensitivity.SENSITIVE: Treatment.ASK,
    },
    Trust.REMOTE: {
        Sensitivity.NORMAL: Treatment.MASKED,
        Sensitivity.PERSONAL: Treatment.MASKED,
        Sensitivity.SENSITIVE: Treatment.ASK,
    },
}


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules of one endpoint: its trust and what the user changed for it."""

    trust: Trust = Trust.REMOTE
    rules: Mapping[Sensitivity, Treatment] = field(default_factory=dict)

    def decide(
        self, sensitivity: Sensitivity = Sensitivity.NORMAL, *, exception: Treatment | None = None
    ) -> Decision:
        """What may happen to data of a sensitivity. `exception` is the user's word for this one message."""
        if sensitivity is Sensitivity.SEALED:
            return Decision(Treatment.NEVER, "sealed", self.trust, sensitivity)
        if exception is not None:
            return Decision(exception, "exception", self.trust, sensitivity)
        if sensitivity in self.rules:
            return Decision(self.rules[sensitivity], "endpoint_rule", self.trust, sensitivity)
        return Decision(_DEFAULTS[self.trust][sensitivity], "default", self.trust, sensitivity)


def trust_of(url: str) -> Trust:
    """The trust to begin with that an endpoint's address suggests: this machine, a private network by its number or
    `.local` name, or remote. Nothing is looked up; the gate judges every request by the addresses that the name has.
    """
    try:
        host = urlsplit(url.strip()).hostname or ""
    except ValueError:
        return Trust.REMOTE
    if host == "localhost" or host.endswith(".localhost"):
        return Trust.LOCAL
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return Trust.PRIVATE if host.endswith((".local", ".lan", ".home.arpa", ".internal")) else Trust.REMOTE
    if address.is_loopback:
        return Trust.LOCAL
    return Trust.PRIVATE if address.is_private or address.is_link_local else Trust.REMOTE
