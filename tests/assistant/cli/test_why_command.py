"""`keepsake why` on a real vault: a memory with a question, a reply, and wrong usage."""

from __future__ import annotations

from tests.assistant.cli.conftest import Run


def test_a_memory_with_a_question_is_walked_step_by_step(here: Run) -> None:
    memory = here("memory", "add", "--claim", "The office printer is called Gustav").data["id"]
    data = here("why", "--memory", memory, "--query", "What is the office printer called?").data
    assert [step["step"] for step in data["steps"]][:3] == ["store", "state", "expiry"]
    assert data["stopped_at"] == ""
    here("memory", "edit", memory, "--scope", "work")
    assert here("why", "--memory", memory, "--query", "printer").data["stopped_at"] == "scope"
    text = here("why", "--memory", memory, "--query", "printer", in_json=False).out
    assert "- scope: it belongs to another scope" in text
    assert "It went no further than: scope." in text


def test_a_reply_is_found_by_its_conversation(here: Run) -> None:
    here("memory", "add", "--claim", "The office printer is called Gustav")
    here("ask", "What is the office printer called?", "--conversation", "office")
    data = here("why", "office").data
    assert data["query"] == "What is the office printer called?"
    assert {step["step"] for step in data["steps"]} >= {"store", "recall", "request", "reply", "cache"}
    missing = here("why", "t_unknown")
    assert (missing.code, missing.data["error"]) == (1, "not_found")


def test_a_walk_needs_a_reply_or_a_memory_and_a_memory_needs_a_question(here: Run) -> None:
    assert here("why").code == 2
    assert here("why", "--memory", "m_1").code == 1
