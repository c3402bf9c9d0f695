"""Who is who, told with the name first, between commas, or through another person."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.telling import one, told
from vault.records import USER, Layer


@pytest.mark.parametrize(
    ("text", "attribute", "name"),
    [
        ("Olu is my chiropodist.", "holder:chiropodist", "Olu"),
        ("Dr Fenn is our new vet.", "holder:vet", "Dr Fenn"),
        ("Marlow Kent is my cousin.", "relation:cousin", "Marlow Kent"),
        ("I report to Sana Idris.", "holder:manager", "Sana Idris"),
        ("陶瑞是我的理疗师。", "holder:理疗师", "陶瑞"),
        ("门卫姓董。", "holder:门卫", "董"),
        ("简敏是我们新来的财务总监。", "holder:财务总监", "简敏"),
        ("我向聂霜汇报。", "holder:领导", "聂霜"),
    ],
)
def test_the_one_who_is_it_is_a_relation_of_the_user(text: str, attribute: str, name: str) -> None:
    found = one(text)
    assert (found.subject, found.attribute, found.value, found.layer, found.entities) == (
        USER, attribute, name, Layer.RELATIONSHIP, (name,)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("Jo is married to Sam.", "Jo", "relation:married", "Sam"),
        ("Anna is my sister's boss.", "Anna", "relation:boss", "my sister"),
        ("小乔跟小山结婚了。", "小乔", "relation:结婚", "小山"),
    ],
)
def test_how_others_are_related_is_theirs(text: str, subject: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.subject, found.attribute, found.value) == (subject, attribute, value)


def test_a_name_between_commas_gives_both_the_person_and_what_is_said() -> None:
    person, about = told("My landlord, Piet Vos, repairs clocks.")
    assert (person.subject, person.attribute, person.value) == (USER, "holder:landlord", "Piet Vos")
    assert (about.subject, about.value) == ("landlord Piet Vos", "repairs clocks")


def test_of_ones_own_people_any_plain_statement_counts() -> None:
    found = one("My grandfather built this house in 1931.")
    assert (found.subject, found.attribute, found.value) == (
        "grandfather",
        "about",
        "built this house in 1931",
    )
    assert not told("My boss would like a tea.")


@pytest.mark.parametrize("text", ["That is my answer.", "Tea is my favourite.", "This is my number."])
def test_a_thing_is_nobody(text: str) -> None:
    assert not [one for one in told(text) if one.layer is Layer.RELATIONSHIP]
