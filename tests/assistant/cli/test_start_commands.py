"""`keepsake memory form`, `template`, `clean-up`, `archive`, `restore`, `undo` on a real vault."""

from __future__ import annotations

from tests.assistant.cli.conftest import Run


def test_a_form_is_kept_with_its_own_weight(here: Run) -> None:
    data = here("memory", "form", "name=Ann Lee", "city=Hull", "password=hunter2").data
    assert {(item["claim"], item["weight"]) for item in data["items"]} == {
        ("My name is Ann Lee", 0.9),
        ("I live in Hull", 0.9),
    }
    assert here("memory", "form", "Ann").code == 1


def test_a_template_is_shown_before_it_is_loaded(here: Run) -> None:
    shown = here("memory", "template", "--email", "ann@north-clinic.example.com").data
    assert shown["template"] == "medical"
    assert shown["items"] == []
    assert here("memory", "list", "--state", "all").data["items"] == []
    loaded = here("memory", "template", "--field", "medical", "--load").data
    assert [item["weight"] for item in loaded["items"]] == [0.2] * len(shown["defaults"])
    assert here("memory", "template", "--field", "circus").data["template"] == ""


def test_memories_are_put_away_brought_back_and_changes_taken_back(here: Run) -> None:
    memory = here("memory", "add", "--claim", "I like green tea").data["id"]
    assert here("memory", "clean-up").data["items"] == []
    assert here("memory", "archive", memory).data["items"][0]["state"] == "archived"
    assert here("memory", "undo", memory).data["items"][0]["state"] == "active"
    here("memory", "archive", memory)
    assert here("memory", "restore", memory).data["items"][0]["state"] == "active"
    assert here("memory", "keep", memory).code == 0
