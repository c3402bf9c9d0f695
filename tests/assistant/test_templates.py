"""Templates by work address and field: which fits, nothing is loaded unasked, and the user's word beats them."""

from __future__ import annotations

import pytest

from assistant.session import Session
from assistant.templates import for_email, for_field, load, templates
from tests.vault.telling import tell
from vault.records import SourceKind, State


def name(found: object) -> str:
    return getattr(found, "id", "")


@pytest.mark.parametrize(
    ("address", "template"),
    [
        ("ann@mail.tencent.com", "internet"),
        ("ann@bluecloud.example.com", ""),
        ("ann@blue-cloud.example.com", "internet"),
        ("li@first-hospital.example.org", "medical"),
        ("li@students.univ.edu.cn", "education"),
        ("x@council.example.gov", "public"),
        ("x@smith-law.example.com", "law"),
        ("someone@gmail.com", ""),
        ("someone@qq.com", ""),
        ("no address", ""),
    ],
)
def test_the_domain_of_a_work_address_chooses_the_template(address: str, template: str) -> None:
    assert name(for_email(address)) == template


@pytest.mark.parametrize(
    ("field", "role", "template"),
    [("Healthcare", "", "medical"), ("互联网", "", "internet"), ("", "patent attorney", "law"), ("医院", "", "medical"),
     ("circus", "", ""), ("software for a bank", "", "")],
)  # fmt: skip
def test_the_field_or_the_role_chooses_the_template_and_doubt_chooses_none(
    field: str, role: str, template: str
) -> None:
    assert name(for_field(field, role)) == template


def test_every_template_speaks_both_languages() -> None:
    assert len(templates()) >= 5
    for template in templates():
        assert set(template.names) == {"en", "zh"}
        assert all(topic and english and chinese for topic, english, chinese in template.defaults)
        assert len(template.claims("zh")) == len(template.claims("en")) >= 3


@pytest.mark.parametrize(("mode", "language"), [("ask", "en"), ("auto", "zh"), ("off", "en")])
def test_loading_keeps_the_defaults_with_the_lowest_weight(
    session: Session, mode: str, language: str
) -> None:
    session.vault.settings.set("memory.mode", mode)
    template = for_field("internet")
    assert template is not None
    assert session.vault.memories.list(None) == []
    load(session.vault, template, language)
    found = session.vault.memories.list()
    assert {memory.claim for memory in found} == set(template.claims(language))
    assert {(m.weight, m.confidence, m.source) for m in found} == {(0.2, 0.95, SourceKind.TEMPLATE)}


def test_what_the_user_says_of_the_same_thing_replaces_a_default(session: Session) -> None:
    template = for_field("internet")
    assert template is not None
    load(session.vault, template, "en")
    tell(session.vault, "Our invoices are on paper.", "default:invoices", "on paper")
    states = {memory.claim: memory.state for memory in session.vault.memories.list(None)}
    assert states["Invoices are electronic"] is State.SUPERSEDED
    assert states["Our invoices are on paper."] is State.ACTIVE
    load(session.vault, template, "en")
    assert "Our invoices are on paper." in {memory.claim for memory in session.vault.memories.list()}
    assert "Invoices are electronic" not in {memory.claim for memory in session.vault.memories.list()}
