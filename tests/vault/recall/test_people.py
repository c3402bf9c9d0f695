"""What belongs to a namesake is told from what belongs to the person in the question."""

from __future__ import annotations

import pytest

from vault.recall.people import is_namesakes, is_of_another

_MARTIN = "Martin Lindqvist's email is martin@example.com"


def test_a_shared_surname_does_not_make_the_same_person() -> None:
    assert is_namesakes("What is Astrid Lindqvist's email?", _MARTIN)


@pytest.mark.parametrize(
    "question", ["What is Martin Lindqvist's email?", "What is Martin's email?", "What is Lindqvist's email?"]
)
def test_the_person_in_the_question_is_no_namesake(question: str) -> None:
    assert not is_namesakes(question, _MARTIN)


def test_a_text_that_names_both_answers_for_both() -> None:
    assert not is_namesakes("What is Astrid Lindqvist's email?", f"{_MARTIN}, Astrid has none")


@pytest.mark.parametrize(
    ("question", "text", "subject"),
    [
        ("What is Astrid's email?", _MARTIN, "Martin Lindqvist"),
        ("王芳的邮箱是什么？", "王静的邮箱是 wj@example.com", "王静"),
    ],
)
def test_another_owner_in_the_question_means_another_person(question: str, text: str, subject: str) -> None:
    assert is_of_another(question, text, subject)


@pytest.mark.parametrize(
    ("question", "text", "subject"),
    [
        ("What is my sister's name?", "My sister's name is Ann", "sister"),
        ("王静的邮箱是什么？", "王静的邮箱是 wj@example.com", "王静"),
        ("我老婆的生日是哪天？", "我妻子的生日是五月三日", "妻子"),
    ],
)
def test_the_same_owner_or_a_relation_is_no_other_person(question: str, text: str, subject: str) -> None:
    assert not is_of_another(question, text, subject)
