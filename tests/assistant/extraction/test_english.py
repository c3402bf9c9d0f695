"""What English sentences declare: attribute, value and layer; wording that is not in any measuring set."""

from __future__ import annotations

import pytest

from assistant.extraction import Known
from tests.assistant.extraction.telling import number, one, told
from vault.records import USER, Layer, Sensitivity


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("My name's Clara Whitfield.", "name", "Clara Whitfield"),
        ("Hi, I'm Marcus Oyelaran.", "name", "Marcus Oyelaran"),
        ("Please call me Ollie.", "nickname", "Ollie"),
        ("I'm 34 years old.", "age", "34"),
        ("My birthday is 9 April.", "birthday", "9 April"),
        ("My work email is c.whitfield@example.org", "email:work", "c.whitfield@example.org"),
        ("You can reach me at 0161 496 0123.", "phone", "0161 496 0123"),
        ("My delivery address is 4 Quay Lane, Hull.", "address:delivery", "4 Quay Lane, Hull"),
        ("We've just moved to Lisbon.", "city", "Lisbon"),
        ("I'm from Ghana originally.", "hometown", "Ghana"),
        ("I'm in the logistics department.", "department", "logistics"),
        ("My job title is dispatcher.", "role", "dispatcher"),
        ("I work for the harbour authority.", "employer", "the harbour authority"),
        ("I studied chemistry at Uppsala.", "school", "Uppsala"),
        ("My blood type is A negative.", "blood_type", "A negative"),
        ("I'm fluent in Portuguese.", "language_spoken", "Portuguese"),
        ("The project code is FALCON-7.", "project_code", "FALCON-7"),
        ("The design docs are in /srv/falcon/docs.", "location:design docs", "/srv/falcon/docs"),
        ("We run PostgreSQL 16.", "stack:postgresql", "PostgreSQL 16"),
        ("I've upgraded to MySQL 8.4.", "stack:mysql", "MySQL 8.4"),
        ("Branches are named feature/<ticket>.", "naming_rule:branches", "feature/<ticket>"),
        ("My shoe size is 43.", "number:shoe size", "43"),
        ("I have a peanut allergy.", "allergy", "peanut"),
        ("I take 20 mg of citalopram daily.", "medication", "20 mg of citalopram daily"),
        ("I have asthma.", "condition", "asthma"),
        ("I use a folding keyboard.", "uses:keyboard", "a folding keyboard"),
        ("I own two canoes.", "owns:canoes", "two canoes"),
        ("I go by Kit.", "nickname", "Kit"),
        ("I'm a locksmith.", "role", "locksmith"),
        ("I'm based in Utrecht.", "city", "Utrecht"),
        ("My time zone is CET.", "zone", "CET"),
        ("My student ID is S-20931.", "number:student id", "S-20931"),
        ("I type on a Dvorak keyboard.", "habit:type", "type on a Dvorak keyboard"),
        (
            "I always sit at the back of the bus.",
            "habit:sit",
            "sit at the back of the bus",
        ),
        ("I go swimming every Tuesday.", "habit:go swimming", "go swimming every Tuesday"),
    ],
)
def test_facts(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.layer, found.subject) == (attribute, value, Layer.FACT, USER)


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("I love hiking in the Dolomites.", "likes"),
        ("I'm keen on brass bands.", "likes"),
        ("My favourite author is Ursula Le Guin.", "favourite:author"),
        ("I can't stand loud music.", "dislikes"),
        ("I don't like coriander.", "dislikes"),
        ("I prefer quiet carriages.", "prefer:carriage"),
        ("I prefer tea to coffee.", "prefer:coffee/tea"),
        ("I like answers with code, and short", "answer_format"),
        ("Please keep your answers short.", "answer_length"),
        ("From now on, reply in French.", "answer_language"),
        ("Never use emojis.", "answer_dislike"),
        ("I'm a vegan.", "diet"),
    ],
)
def test_preferences(text: str, attribute: str) -> None:
    found = one(text)
    assert (found.attribute, found.layer) == (attribute, Layer.PREFERENCE)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("My line manager is Priya Raman.", "holder:line manager", "Priya Raman"),
        ("Our approver for travel is Dennis Okafor.", "holder:approver for travel", "Dennis Okafor"),
        ("Expenses are approved by Helen Sharpe.", "holder:approver of expenses", "Helen Sharpe"),
        ("My business partner is Lou Feng.", "holder:business partner", "Lou Feng"),
        ("I've changed doctors, it's Dr Petrov now.", "holder:doctor", "Dr Petrov"),
        ("My brother's name is Pavel.", "relation:brother", "Pavel"),
        ("Our cat is called Biscuit.", "pet:cat", "Biscuit"),
    ],
)
def test_ties_between_people_are_relationships(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.layer) == (attribute, value, Layer.RELATIONSHIP)
    assert found.entities == (value,)


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("The wedding budget is £15k.", "budget:wedding", (15000, 15000, "GBP")),
        ("My budget for the new bike is around 900 euros.", "budget:bike", (900, 900, "EUR")),
        ("No more than $2,500.", "budget", (2500, 2500, "USD")),
        ("Our team size is eleven.", "team_size", (11, 11, "person")),
        ("The hall seats 120 people.", "count:hall", (120, 120, "person")),
        ("In May 2025 the society had 44 members.", "count:society members", (44, 44, "person")),
        ("The workshop takes 24 pupils.", "count:workshop pupils", (24, 24, "person")),
        ("We are a team of seven.", "team_size", (7, 7, "person")),
        ("My rent is $1,450 a month.", "price:rent", (1450, 1450, "USD")),
        ("I weigh 82 kg.", "weight", (82, 82, "kg")),
        ("I'm 178 cm tall.", "height", (1.78, 1.78, "m")),
        ("The wedding is limited to 80 guests.", "count:wedding guests", (80, 80, "person")),
        ("We expect 60 guests at the party.", "count:party guests", (60, 60, "person")),
        ("Not more than 45 people.", "headcount", (45, 45, "person")),
        ("Budget for the trip: 2,000 euros.", "budget:trip", (2000, 2000, "EUR")),
    ],
)
def test_numbers_come_with_their_units(text: str, attribute: str, expected: tuple[float, float, str]) -> None:
    found = one(text)
    assert (found.attribute, number(found)) == (attribute, expected)


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [
        ("My sister Joan works at a bakery in Hull.", "sister Joan", "employer"),
        ("My mother lives in Porto.", "mother", "city"),
        ("My wife is a violinist.", "wife", "role"),
        ("My flatmate hates mushrooms.", "flatmate", "dislikes"),
        ("Lena Marsh is allergic to shellfish.", "Lena Marsh", "allergy"),
        ("Remember that Lena Marsh's phone is 0161 496 0200.", "Lena Marsh", "phone"),
        ("Ivora prefers conservative forecasts.", "Ivora", "prefer"),
    ],
)
def test_what_is_said_of_others_is_theirs(text: str, subject: str, attribute: str) -> None:
    found = one(text)
    assert (found.subject, found.attribute) == (subject, attribute)
    assert found.sensitivity is not Sensitivity.NORMAL


def test_the_users_own_name_in_the_third_person_is_the_user() -> None:
    found = one("Clara Whitfield is short-sighted.", known=Known(names=("Clara Whitfield",)))
    assert found.subject == USER


def test_a_pronoun_means_the_person_before() -> None:
    found = told("My sister lives in Porto and she is allergic to cats.")
    assert [(c.subject, c.attribute) for c in found] == [("sister", "city"), ("sister", "allergy")]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("I live in Halifax and I have two ponies.", ["I live in Halifax", "I have two ponies"]),
        (
            "I work at Brightwell Labs as a data engineer.",
            ["I work at Brightwell Labs", "I work as a data engineer"],
        ),
        ("We use PostgreSQL 16 and Redis 7.", ["We use PostgreSQL 16", "We use Redis 7"]),
        (
            "My name is Jo Lindt, and my email is jo@example.net.",
            ["My name is Jo Lindt", "My email is jo@example.net"],
        ),
    ],
)
def test_two_facts_in_a_sentence_are_two_memories(text: str, claims: list[str]) -> None:
    assert [c.claim for c in told(text)] == claims


@pytest.mark.parametrize(
    "text",
    [
        "I no longer ride to work.",
        "I quit smoking.",
        "I don't eat pork.",
        "Photography isn't allowed in the crypt.",
    ],
)
def test_denials_are_marked(text: str) -> None:
    assert one(text).negated


def test_an_ended_habit_has_the_slot_of_the_habit() -> None:
    assert one("I no longer ride to work.").attribute == one("I ride to work every day.").attribute


def test_permissions_for_and_against_share_a_slot() -> None:
    allowed, forbidden = one("Dogs are allowed in the yard."), one("Dogs are not allowed in the yard.")
    assert allowed.attribute == forbidden.attribute
    assert (allowed.negated, forbidden.negated) == (False, True)


@pytest.mark.parametrize(
    "text",
    [
        "I like it.",
        "I like your idea.",
        "I'd like a coffee.",
        "I'm tired.",
        "I'm so sorry.",
        "Thanks, that works!",
        "I think that's fine.",
        "I don't understand the second part.",
        "I'm getting an error when I run the tests.",
        "My code doesn't compile.",
        "The weather is great today.",
        "I'll look into it.",
        "Good morning!",
        "What is your name?",
        "Run echo hello",
        "ok",
    ],
)
def test_small_talk_leaves_nothing(text: str) -> None:
    assert told(text) == []
