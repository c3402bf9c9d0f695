"""`keepsake task …` and `keepsake memory learn` on a real vault."""

from __future__ import annotations

from pathlib import Path

from tests.assistant.cli.conftest import Run
from tests.fixtures import SetClock, VaultTemplate
from vault.tasks import StepState, TaskState


def planted(folder: Path, vault_template: VaultTemplate) -> str:
    """A running task with two steps and two findings, left by a program that ended."""
    with vault_template.open_copy(folder, SetClock()) as vault:
        task = vault.tasks.create("Where is order A-7731?", steps=["look it up", "tell the user"])
        vault.tasks.set_state(task.id, TaskState.RUNNING)
        vault.tasks.set_step(task.steps[0].id, StepState.DONE, observation="status: shipped")
        vault.tasks.record_finding(task.id, "status: shipped", step_id=task.steps[0].id)
        vault.tasks.record_finding(task.id, "", is_kept=False, reason="prose")
        return task.id


def test_a_task_is_listed_shown_cancelled_and_deleted(
    here: Run, folder: Path, vault_template: VaultTemplate
) -> None:
    task = planted(folder, vault_template)
    [listed] = here("task", "list").data["items"]
    assert (listed["id"], listed["state"], listed["reason"]) == (task, "paused", "interrupted")
    assert here("task", "list", "--state", "done").data["items"] == []
    shown = here("task", "show", task).data
    assert [step["state"] for step in shown["steps"]] == ["done", "waiting"]
    assert [(one["text"], one["kept"]) for one in shown["findings"]] == [
        ("status: shipped", True),
        ("", False),
    ]
    words = here("task", "show", task, in_json=False).out
    assert "status: shipped" in words
    assert "left out (prose)" in words
    assert here("task", "cancel", task).data["done"] == [task]
    assert here("task", "list", "--state", "open").data["items"] == []
    assert here("task", "cancel", task).data["done"] == [task]  # ended already
    assert here("task", "cancel", "k_none").data["error"] == "not_found"
    assert here("task", "delete", task, "k_none").data == {"done": [task], "failed": {"k_none": "not_found"}}
    assert "no tasks" in here("task", "list", in_json=False).out


def test_with_nothing_waiting_the_model_is_not_asked(here: Run) -> None:
    report = here("memory", "learn").data
    assert (report["asked"], report["items"], report["waiting"]) == (0, [], 0)
    assert here("settings", "set", "extraction.model", "off").code == 0
    assert here("memory", "learn", "--all").data["stopped_by"] == "off"
