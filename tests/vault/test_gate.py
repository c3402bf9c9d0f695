"""What may become a memory at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.vault.telling import active_claims, candidate_of, claims_in, said, tell, turn_of
from vault import Vault
from vault.records import Evidence, MemoryMode, Precision, Quantity, Role, SourceKind, State, TimePoint


def test_six_characters_are_enough(vault: Vault) -> None:
    assert tell(vault, "我对花生过敏", "allergy", "花生").action == "added"


@pytest.mark.parametrize(("claim", "value"), [("", "x"), ("…", "…"), ("a claim", "")])
def test_empty_is_refused(vault: Vault, claim: str, value: str) -> None:
    outcome = tell(vault, "I like oysters.", "likes", value, claim=claim)
    assert (outcome.action, outcome.reason) == ("denied", "empty")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my password is hunter2-Kestrel", "hunter2-Kestrel"),
        ("我的密码是 qwe#8842x", "qwe#8842x"),
        ("my card is 4111 1111 1111 1111", "4111 1111 1111 1111"),
    ],
)
def test_a_secret_is_refused_even_on_request_and_the_audit_has_no_value(
    vault: Vault, text: str, value: str
) -> None:
    outcome = tell(vault, f"Remember: {text}", "note", text, requested=True)
    assert (outcome.action, outcome.reason) == ("denied", "secret")
    assert vault.memories.list(None) == []
    [entry] = [entry for entry in vault.audit.entries() if entry.action == "memory.deny"]
    assert entry.reason == "secret"
    assert value not in repr(entry)


def test_a_claim_around_a_cut_out_secret_is_refused(vault: Vault) -> None:
    outcome = tell(
        vault, "my wifi password is [password removed]", "note", "wifi password [password removed]"
    )
    assert outcome.reason == "secret"


def test_an_identity_number_is_kept_masked(vault: Vault) -> None:
    text = "记住：我的身份证号是11010519491231002X，办证用"
    outcome = tell(vault, text, "note", text, requested=True)
    assert outcome.memory is not None
    stored = repr(vault.memories.get(outcome.memory.id))
    assert "11010519491231002X" not in stored


def test_the_assistants_words_alone_are_refused(vault: Vault) -> None:
    outcome = tell(vault, "You could move to Berlin.", "home", "Berlin", role=Role.ASSISTANT)
    assert (outcome.action, outcome.reason) == ("denied", "not_the_users_words")


def test_a_users_confirmation_makes_the_confirmed_sentence_evidence(vault: Vault) -> None:
    proposed = turn_of(vault, "Do you mean the Tidewater office?", role=Role.ASSISTANT)
    answer = turn_of(vault, "Yes, that's the one.")
    candidate = candidate_of(answer, "work_place", "Tidewater office", claim="I work at the Tidewater office")
    both = (*candidate.evidence, Evidence("turn", proposed.id, proposed.text, said_utc=proposed.said_utc))
    candidate = candidate_of(
        answer, "work_place", "Tidewater office", claim="I work at the Tidewater office", evidence=both
    )
    [outcome] = vault.memories.apply([candidate], mode=MemoryMode.AUTO, actor="test")
    assert outcome.action == "added"


def test_a_quote_that_nobody_said_is_refused(vault: Vault) -> None:
    turn = turn_of(vault, "I like oysters.")
    evidence = (Evidence("turn", turn.id, "I like caviar.", said_utc=turn.said_utc),)
    candidate = candidate_of(turn, "likes", "caviar", claim="I like caviar.", evidence=evidence)
    [outcome] = vault.memories.apply([candidate], mode=MemoryMode.AUTO, actor="test")
    assert outcome.reason == "quote_not_found"


def test_nothing_without_evidence(vault: Vault) -> None:
    turn = turn_of(vault, "I like oysters.")
    [outcome] = vault.memories.apply(
        [candidate_of(turn, "likes", "oysters", evidence=())], mode=MemoryMode.AUTO, actor="test"
    )
    assert outcome.reason == "no_evidence"


@pytest.mark.parametrize(
    ("source", "confidence", "passes"),
    [
        (SourceKind.EXPLICIT, 0.1, True),
        (SourceKind.FORM, 0.1, True),
        (SourceKind.IMPORT, 0.59, False),
        (SourceKind.IMPORT, 0.6, True),
        (SourceKind.TOOL, 0.59, False),
        (SourceKind.DOCUMENT, 0.6, True),
        (SourceKind.INFERRED, 0.69, False),
        (SourceKind.INFERRED, 0.7, True),
    ],
)
def test_each_source_has_its_threshold_of_confidence(
    vault: Vault, source: SourceKind, confidence: float, passes: bool
) -> None:
    outcome = tell(vault, "I like oysters.", "likes", "oysters", source=source, confidence=confidence)
    assert (outcome.reason == "low_confidence") is not passes


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I have a dog.", "I have 3 dogs."),
        ("The deadline is in March.", "The deadline is 15 March."),
        ("预算再说吧", "预算是30万"),
    ],
)
def test_a_number_that_was_not_said_is_refused(vault: Vault, text: str, claim: str) -> None:
    assert tell(vault, text, "note", claim, claim=claim).reason == "number_not_said"


def test_a_quantity_that_was_not_said_is_refused(vault: Vault) -> None:
    outcome = tell(
        vault, "Make it two grand higher.", "budget", Quantity(20_000, 20_000, "USD"), claim="Higher budget"
    )
    assert outcome.reason == "number_not_said"


@pytest.mark.parametrize(
    ("total", "corrects", "passes"),
    [(11_000, True, True), (7_000, True, True), (12_000, True, False), (11_000, False, False)],
)
def test_a_correction_may_add_what_is_said_now_to_what_was_said_before(
    vault: Vault, total: int, corrects: bool, passes: bool
) -> None:
    before = turn_of(vault, "The boat budget is $9,000.", at=said("2026-03-09"))
    now = turn_of(vault, "Put it two grand up.", at=said("2026-03-10"))
    old, new = (
        Evidence("turn", turn.id, turn.text, 0, len(turn.text), turn.said_utc, turn.conversation_id)
        for turn in (before, now)
    )
    candidate = replace(
        candidate_of(
            now, "budget:boat", Quantity(total, total, "USD"), claim="The boat budget is $9,000; two grand up"
        ),
        evidence=(new, old),
        corrects=corrects,
    )
    [outcome] = vault.memories.apply([candidate], mode=MemoryMode.AUTO, actor="test")
    assert (outcome.reason != "number_not_said") is passes


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("My team size is nine.", "The team has 9 people."),
        ("预算三十万", "预算 30 万元"),
        ("The budget is $300k", "The budget is $300,000"),
        ("my phone is 020 7946 0018", "phone: 02079460018"),
    ],
)
def test_a_number_said_in_other_writing_passes(vault: Vault, text: str, claim: str) -> None:
    assert tell(vault, text, "note", claim, claim=claim).action == "added"


def test_numbers_of_a_date_that_was_resolved_pass(vault: Vault) -> None:
    friday = TimePoint(datetime(2026, 3, 13, tzinfo=UTC), Precision.DAY)
    claim = "The dentist is on Friday, 13 March 2026."
    outcome = tell(
        vault, "The dentist is on Friday.", "appointment", "dentist", claim=claim, valid_from=friday,
        expires_utc=datetime(2026, 3, 14, tzinfo=UTC),
    )  # fmt: skip
    assert outcome.action == "added"


@pytest.mark.parametrize("fields", [{"claim": "I met Rupert Vane."}, {"entities": ("Rupert Vane",)}])
def test_a_name_that_was_not_said_is_refused(vault: Vault, fields: dict[str, object]) -> None:
    assert tell(vault, "I met somebody.", "event", "met somebody", **fields).reason == "name_not_said"


def test_an_implausible_value_from_the_user_is_asked_about(vault: Vault) -> None:
    outcome = tell(vault, "I am 340 years old.", "age")
    assert (outcome.action, outcome.reason) == ("proposed", "implausible")
    assert active_claims(vault) == []


def test_an_implausible_value_from_anything_else_is_refused(vault: Vault) -> None:
    outcome = tell(vault, "340 years old", "age", source=SourceKind.IMPORT, confidence=0.9)
    assert (outcome.action, outcome.reason) == ("denied", "implausible")


def test_a_tools_and_a_documents_claim_is_a_proposal_even_in_auto(vault: Vault) -> None:
    for source in (SourceKind.TOOL, SourceKind.DOCUMENT):
        outcome = tell(
            vault, f"Order {source} shipped", "status", f"{source} shipped", source=source, confidence=0.9
        )
        assert outcome.action == "proposed"


def test_mode_ask_proposes_and_a_request_is_kept_at_once(vault: Vault) -> None:
    assert tell(vault, "I like oysters.", "likes", "oysters", mode=MemoryMode.ASK).action == "proposed"
    assert (
        tell(vault, "Remember that I like tea.", "likes", "tea", mode=MemoryMode.ASK, requested=True).action
        == "added"
    )
    assert (
        tell(vault, "Leeds", "city", "Leeds", mode=MemoryMode.ASK, source=SourceKind.FORM).action == "added"
    )
    assert claims_in(vault, State.PROPOSED) == ["I like oysters."]


def test_mode_off_keeps_nothing_but_a_request(vault: Vault) -> None:
    outcome = tell(vault, "I like oysters.", "likes", "oysters", mode=MemoryMode.OFF)
    assert (outcome.action, outcome.reason) == ("denied", "mode_off")
    assert (
        tell(vault, "Remember that I like tea.", "likes", "tea", mode=MemoryMode.OFF, requested=True).action
        == "added"
    )
    assert active_claims(vault) == ["Remember that I like tea."]


def test_every_denial_is_audited_with_its_reason(vault: Vault) -> None:
    tell(vault, "You could move to Berlin.", "home", "Berlin", role=Role.ASSISTANT)
    tell(vault, "I like oysters.", "likes", "oysters", source=SourceKind.INFERRED, confidence=0.1)
    reasons = [entry.reason for entry in vault.audit.entries() if entry.action == "memory.deny"]
    assert reasons == ["low_confidence", "not_the_users_words"]


def test_the_time_of_the_statement_is_kept_with_the_zone_it_was_said_in(vault: Vault) -> None:
    memory = tell(vault, "I like oysters.", "likes", "oysters", day="2026-03-09", zone="Asia/Shanghai").memory
    assert memory is not None
    assert (memory.said_utc, memory.zone) == (said("2026-03-09"), "Asia/Shanghai")
