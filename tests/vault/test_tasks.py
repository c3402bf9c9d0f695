"""Working memory: tasks survive a restart, end when they are cancelled, and lose what is forgotten."""

from __future__ import annotations

import pytest

from tests.fixtures import SetClock, VaultTemplate
from tests.vault.pages import plain_pages
from tests.vault.telling import tell
from vault import Vault
from vault.errors import NotFound, TransitionRefused
from vault.tasks import INTERRUPTED, MAX_OBSERVATION_CHARACTERS, StepState, TaskState


def test_a_task_has_steps_state_and_findings(vault: Vault, clock: SetClock) -> None:
    task = vault.tasks.create("Find out where order A-7731 is", steps=["look it up"])
    assert (task.state, [step.title for step in task.steps]) == (TaskState.PLANNED, ["look it up"])
    clock.advance(seconds=1)
    vault.tasks.set_state(task.id, TaskState.RUNNING)
    second = vault.tasks.add_step(task.id, "tell the user", tool="none")
    vault.tasks.set_step(second.id, StepState.DONE, observation="told")
    vault.tasks.record_finding(task.id, "status: shipped", step_id=second.id, memory_id="m_1")
    vault.tasks.record_finding(task.id, "a page of text", is_kept=False, reason="prose")
    done = vault.tasks.set_state(task.id, TaskState.DONE, outcome="It has been shipped.")
    assert [(step.ordinal, step.state) for step in done.steps] == [
        (0, StepState.SKIPPED),
        (1, StepState.DONE),
    ]
    assert [(f.text, f.is_kept, f.reason) for f in done.findings] == [
        ("status: shipped", True, ""),
        ("", False, "prose"),
    ]
    assert [finding.memory_id for finding in done.kept] == ["m_1"]
    assert (done.outcome, done.is_open) == ("It has been shipped.", False)
    actions = {entry.action for entry in vault.audit.entries() if entry.object_kind == "task"}
    assert actions == {"task.create", "task.running", "task.step", "task.finding", "task.done"}


def test_what_ran_when_the_program_ended_waits_to_be_taken_up(
    vault: Vault, vault_template: VaultTemplate, clock: SetClock
) -> None:
    running, planned = vault.tasks.create("one"), vault.tasks.create("two")
    vault.tasks.set_state(running.id, TaskState.RUNNING)
    path = vault.path
    vault.close()
    with vault_template.open_copy(path, clock) as again:
        assert [task.id for task in again.tasks.pause_interrupted()] == [running.id]
        assert again.tasks.get(running.id).state is TaskState.PAUSED
        assert again.tasks.get(running.id).reason == INTERRUPTED
        assert again.tasks.get(planned.id).state is TaskState.PLANNED
        assert again.tasks.set_state(running.id, TaskState.RUNNING).is_open


def test_a_cancelled_task_goes_nowhere(vault: Vault) -> None:
    task = vault.tasks.create("one", steps=["a", "b"])
    vault.tasks.set_state(task.id, TaskState.RUNNING)
    assert not vault.tasks.is_cancelled(task.id)
    cancelled = vault.tasks.cancel(task.id)
    assert vault.tasks.is_cancelled(task.id)
    assert {step.state for step in cancelled.steps} == {StepState.SKIPPED}
    for act in (
        lambda: vault.tasks.set_state(task.id, TaskState.RUNNING),
        lambda: vault.tasks.add_step(task.id, "c"),
        lambda: vault.tasks.set_step(task.steps[0].id, StepState.DONE),
    ):
        with pytest.raises(TransitionRefused):
            act()


def test_tasks_are_listed_by_state_and_conversation(vault: Vault, clock: SetClock) -> None:
    talk = vault.conversations.create()
    first = vault.tasks.create("one", conversation_id=talk.id)
    clock.advance(minutes=1)
    second = vault.tasks.create("two")
    assert [task.id for task in vault.tasks.list()] == [second.id, first.id]
    assert [task.id for task in vault.tasks.list(conversation_id=talk.id)] == [first.id]
    vault.tasks.cancel(second.id)
    assert [task.id for task in vault.tasks.list([TaskState.PLANNED])] == [first.id]


def test_secrets_and_pages_of_text_do_not_stay(vault: Vault) -> None:
    task = vault.tasks.create("log in", steps=["read"])
    step = vault.tasks.set_step(
        task.steps[0].id, StepState.DONE, observation="password: hunter2-Zebra!\n" + "word " * 9000
    )
    assert "hunter2" not in step.observation
    assert len(step.observation) == MAX_OBSERVATION_CHARACTERS
    with pytest.raises(NotFound):
        vault.tasks.get("k_none")


def test_forgetting_reaches_into_tasks(vault: Vault) -> None:
    canary = "zorblatt.quill@example.com"
    memory = tell(vault, f"My email is {canary}", "email", canary).memory
    assert memory is not None
    task = vault.tasks.create(f"Write to {canary}", steps=[f"find {canary}"])
    vault.tasks.record_finding(task.id, f"address: {canary}")
    talk = vault.conversations.create()
    own = vault.tasks.create("chat's own", conversation_id=talk.id)
    vault.memories.forget([memory.id])
    left = vault.tasks.get(task.id)
    assert canary not in f"{left}"
    vault.conversations.delete(talk.id)
    assert vault.tasks.is_cancelled(own.id)
    vault.tasks.delete(task.id)
    assert [task.id for task in vault.tasks.list()] == []
    assert canary.encode() not in plain_pages(vault)
