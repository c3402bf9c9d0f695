"""After a task: contradictions are flagged, plans come true, details that come up again are lifted."""

from __future__ import annotations

import asyncio
import json

import pytest

from assistant.reflection import CONTRADICTION, FULFILLED, LIFTED, reflect, reflect_with_model
from assistant.session import Session
from assistant.validator import validate
from tests.assistant.extraction.malformed import one
from tests.assistant.servers import DONE, answering, event, serving
from tests.vault.telling import tell
from vault import Vault
from vault.records import EndpointConfig, MemoryMode, SourceKind, State
from vault.tasks import TaskState

GOAL = "Find out where my order A-7731 is"


def task_with(vault: Vault, goal: str, result: str) -> str:
    """A task that ended with what a tool said."""
    task = vault.tasks.create(goal)
    vault.tasks.set_state(task.id, TaskState.RUNNING)
    validate(vault, task, result, tool="shop")
    vault.tasks.set_state(task.id, TaskState.DONE)
    return task.id


@pytest.mark.parametrize(
    ("said", "goal", "result"),
    [
        ("My order A-7731 has not shipped yet", GOAL, json.dumps({"status": "shipped"})),
        ("The price of order A-7731 is 80 euros", GOAL, json.dumps({"price": "95 euros"})),
        ("我的订单88421还没发货", "查一下订单88421到哪了", "状态：已发货"),
    ],
)
def test_what_differs_from_what_was_believed_is_flagged(
    vault: Vault, said: str, goal: str, result: str
) -> None:
    believed = tell(vault, said, "note", said).memory
    tell(vault, "I like green tea", "likes", "green tea")
    assert believed is not None
    seen = reflect(vault, task_with(vault, goal, result), mode=MemoryMode.ASK)
    assert [memory.id for _, memory in seen.contradictions] == [believed.id]
    assert vault.memories.get(believed.id).state is State.ACTIVE
    [task] = vault.tasks.list()
    assert CONTRADICTION in {finding.reason for finding in task.findings}


def test_what_agrees_is_no_contradiction(vault: Vault) -> None:
    tell(vault, "My order A-7731 was shipped on Monday", "note", "shipped on Monday")
    tell(vault, "My order B-1 has not shipped yet", "note", "not shipped")
    seen = reflect(vault, task_with(vault, GOAL, json.dumps({"status": "shipped"})), mode=MemoryMode.ASK)
    assert seen.contradictions == ()


def test_other_words_under_the_same_label_are_no_contradiction(vault: Vault) -> None:
    tell(vault, "The courier of order A-7731 is Hermes", "note", "the courier is Hermes")
    seen = reflect(vault, task_with(vault, GOAL, json.dumps({"courier": "DHL"})), mode=MemoryMode.ASK)
    assert seen.contradictions == ()


def test_a_plan_that_the_task_was_about_may_have_come_true(vault: Vault) -> None:
    plan = tell(
        vault, "I plan to renew the parking permit", "plan", "renew the parking permit", is_plan=True
    ).memory
    assert plan is not None
    seen = reflect(vault, task_with(vault, "Renew my parking permit", "Status: renewed"), mode=MemoryMode.ASK)
    assert [memory.id for memory in seen.fulfilled] == [plan.id]
    assert FULFILLED in {finding.reason for finding in vault.tasks.list()[0].findings}
    assert vault.memories.get(plan.id).is_plan


def test_a_detail_that_a_later_task_names_is_lifted_to_a_proposal(vault: Vault) -> None:
    first = vault.tasks.create("Look up the parts list")
    vault.tasks.record_finding(first.id, "crate: PL-4402 in hall C")
    later = vault.tasks.create("Move crate PL-4402 to the workshop")
    assert reflect(vault, later.id, mode=MemoryMode.OFF).proposals == ()
    [memory_id] = reflect(vault, later.id, mode=MemoryMode.AUTO).proposals
    memory = vault.memories.get(memory_id)
    assert (memory.state, memory.source) == (State.PROPOSED, SourceKind.TOOL)
    assert "PL-4402" in memory.claim
    assert [finding.reason for finding in vault.tasks.get(later.id).findings] == [LIFTED]


def test_with_a_model_the_findings_are_looked_at_under_the_same_checks(session: Session) -> None:
    vault = session.vault
    task = vault.tasks.create("Which wheel size does the frame of order A-7731 take?")
    vault.tasks.record_finding(task.id, "The frame takes 28 inch wheels only")
    good = json.loads(one(
        claim="The frame takes 28 inch wheels only", quote="The frame takes 28 inch wheels only", subject="frame",
        value="28 inch", attribute="note",
    ))["memories"][0]  # fmt: skip
    invented = {**good, "claim": "The frame takes 29 inch wheels only"}
    output = json.dumps({"memories": [good, invented]})

    async def scene() -> tuple[str, ...]:
        async with serving(answering(event(output), DONE)) as server:
            session.vault.endpoints.put(EndpointConfig("m", "openai", server.origin, "m", "local"))
            seen = await reflect_with_model(session, session.endpoint("m"), task.id)
            assert seen.dropped == 1
            return seen.proposals

    [memory_id] = asyncio.run(scene())
    memory = vault.memories.get(memory_id)
    assert (memory.source, memory.state, memory.subject) == (SourceKind.TOOL, State.PROPOSED, "frame")
    assert memory.claim == "The frame takes 28 inch wheels only"
