"""An endpoint's trust and a memory's sensitivity decide; sealed data never leaves."""

from __future__ import annotations

import pytest

from vault.privacy import Policy, Treatment, Trust, trust_of
from vault.records import Sensitivity


@pytest.mark.parametrize(
    ("trust", "sensitivity", "treatment"),
    [
        (Trust.REMOTE, Sensitivity.NORMAL, Treatment.MASKED),
        (Trust.REMOTE, Sensitivity.PERSONAL, Treatment.MASKED),
        (Trust.REMOTE, Sensitivity.SENSITIVE, Treatment.ASK),
        (Trust.PRIVATE, Sensitivity.SENSITIVE, Treatment.ASK),
        (Trust.LOCAL, Sensitivity.SENSITIVE, Treatment.PLAIN),
    ],
)
def test_defaults(trust: Trust, sensitivity: Sensitivity, treatment: Treatment) -> None:
    decision = Policy(trust).decide(sensitivity)
    assert (decision.treatment, decision.reason) == (treatment, "default")


@pytest.mark.parametrize("trust", list(Trust))
def test_sealed_is_never_sent_whatever_the_user_set(trust: Trust) -> None:
    policy = Policy(trust, {Sensitivity.SEALED: Treatment.PLAIN})
    decision = policy.decide(Sensitivity.SEALED, exception=Treatment.PLAIN)
    assert (decision.treatment, decision.reason) == (Treatment.NEVER, "sealed")


def test_rule_of_the_endpoint_beats_the_default_and_an_exception_beats_both() -> None:
    policy = Policy(Trust.REMOTE, {Sensitivity.SENSITIVE: Treatment.NEVER})
    assert policy.decide(Sensitivity.SENSITIVE).reason == "endpoint_rule"
    assert policy.decide(Sensitivity.SENSITIVE).treatment is Treatment.NEVER
    once = policy.decide(Sensitivity.SENSITIVE, exception=Treatment.MASKED)
    assert (once.treatment, once.reason) == (Treatment.MASKED, "exception")


@pytest.mark.parametrize(
    ("url", "trust"),
    [
        ("http://localhost:11434/v1", Trust.LOCAL),
        ("http://127.0.0.1:8080", Trust.LOCAL),
        ("http://[::1]:8080", Trust.LOCAL),
        ("http://192.168.1.5:1234/v1", Trust.PRIVATE),
        ("http://box.local", Trust.PRIVATE),
        ("https://api.example.com/v1", Trust.REMOTE),
        ("https://127.0.0.1.example.com", Trust.REMOTE),
        ("http://93.184.216.34", Trust.REMOTE),
        ("not a url", Trust.REMOTE),
        ("http://[broken", Trust.REMOTE),
    ],
)
def test_trust_of_an_address(url: str, trust: Trust) -> None:
    assert trust_of(url) is trust
