"""Working memory: a task with its goal, steps, state and findings, kept in the vault until it is deleted.

It is no memory: nothing here is recalled, and what of it is worth keeping becomes a proposal through the
write gate. Every text passes the detector of secrets on its way in. A temporary chat must not use it.
Follows the design page "Memory core, Working memory and tasks".
"""

from __future__ import annotations

import builtins
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from vault.changes import Change
from vault.codec import clean_text, from_us, to_us
from vault.database import Connection, Row
from vault.errors import NotFound, TransitionRefused
from vault.ids import new_id
from vault.privacy import for_storage
from vault.records import UNIVERSAL
from vault.task_records import OPEN, Finding, StepState, Task, TaskState, TaskStep

if TYPE_CHECKING:
    from vault.vault import Vault

__all__ = ["OPEN", "Finding", "StepState", "Task", "TaskState", "TaskStep", "TaskStore"]

# A page of text is not a finding: what is longer is cut, and the whole of it stays where it came from.
MAX_GOAL_CHARACTERS: Final = 2_000
MAX_OBSERVATION_CHARACTERS: Final = 4_000
INTERRUPTED: Final = "interrupted"

_ENDED: Final[frozenset[TaskState]] = frozenset()
_FOLLOWING: Final[Mapping[TaskState, frozenset[TaskState]]] = {
    TaskState.PLANNED: frozenset(
        {TaskState.RUNNING, TaskState.PAUSED, TaskState.CANCELLED, TaskState.FAILED}
    ),
    TaskState.RUNNING: frozenset({TaskState.PAUSED, TaskState.DONE, TaskState.FAILED, TaskState.CANCELLED}),
    TaskState.PAUSED: frozenset({TaskState.RUNNING, TaskState.CANCELLED, TaskState.FAILED}),
    TaskState.DONE: _ENDED,
    TaskState.FAILED: _ENDED,
    TaskState.CANCELLED: _ENDED,
}
_OPEN_STEPS: Final = (StepState.WAITING.value, StepState.RUNNING.value)


class TaskStore:
    """The tasks of one vault. Any thread; each call is one transaction, audited and told to the listeners."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def create(
        self,
        goal: str,
        *,
        conversation_id: str = "",
        scope: str = UNIVERSAL,
        steps: Sequence[str] = (),
        actor: str = "assistant",
    ) -> Task:
        """A new task in state planned, with the steps that are planned so far."""
        now = self._vault.clock()
        task_id = new_id("k_", now)

        def insert(conn: Connection) -> Task:
            conn.execute(
                "INSERT INTO tasks (id, goal, state, scope, conversation_id, created_us, updated_us)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (task_id, _stored(goal, MAX_GOAL_CHARACTERS), TaskState.PLANNED.value, scope, conversation_id,
                 to_us(now), to_us(now)),
            )  # fmt: skip
            for title in steps:
                self._insert_step(conn, task_id, title, "")
            self._record(conn, actor, "task.create", task_id)
            return _task(conn, task_id)

        return self._vault.db.write(insert)

    def get(self, task_id: str) -> Task:
        """Raises NotFound where there is none of that id."""
        return self._vault.db.read(lambda conn: _task(conn, task_id))

    def list(
        self, states: Collection[TaskState] = (), *, conversation_id: str = "", limit: int = 100
    ) -> builtins.list[Task]:
        """Tasks in any of `states` (none given: in all), the last changed first."""
        where, values = ["1"], [state.value for state in states]
        if states:
            where.append(f"state IN ({', '.join('?' * len(values))})")
        if conversation_id:
            where.append("conversation_id = ?")
            values.append(conversation_id)
        sql = f"SELECT id FROM tasks WHERE {' AND '.join(where)} ORDER BY updated_us DESC, id DESC LIMIT {int(limit)}"
        return self._vault.db.read(
            lambda conn: [_task(conn, row["id"]) for row in conn.execute(sql, values).fetchall()]
        )

    def add_step(self, task_id: str, title: str, *, tool: str = "", actor: str = "assistant") -> TaskStep:
        """Append a step that waits. Raises NotFound; TransitionRefused where the task has ended."""

        def insert(conn: Connection) -> TaskStep:
            _must_be_open(_task(conn, task_id))
            step_id = self._insert_step(conn, task_id, title, tool)
            self._record(conn, actor, "task.step", task_id)
            return next(step for step in _task(conn, task_id).steps if step.id == step_id)

        return self._vault.db.write(insert)

    def set_step(
        self, step_id: str, state: StepState, *, observation: str | None = None, actor: str = "assistant"
    ) -> TaskStep:
        """Move a step, with what was observed in it. Raises NotFound; TransitionRefused where the task has
        ended."""

        def update(conn: Connection) -> TaskStep:
            row = conn.execute("SELECT task_id FROM task_steps WHERE id = ?", (step_id,)).fetchone()
            if row is None:
                raise NotFound(id=step_id)
            _must_be_open(_task(conn, row["task_id"]))
            conn.execute(
                "UPDATE task_steps SET state = ?, updated_us = ?, observation = coalesce(?, observation) WHERE id = ?",
                (state.value, to_us(self._vault.clock()),
                 None if observation is None else _stored(observation, MAX_OBSERVATION_CHARACTERS), step_id),
            )  # fmt: skip
            self._record(conn, actor, "task.step", row["task_id"])
            return next(step for step in _task(conn, row["task_id"]).steps if step.id == step_id)

        return self._vault.db.write(update)

    def record_finding(
        self,
        task_id: str,
        text: str,
        *,
        step_id: str = "",
        is_kept: bool = True,
        reason: str = "",
        memory_id: str = "",
        actor: str = "assistant",
    ) -> Finding:
        """Keep what a step found. What was not kept leaves its reason and no text.

        Raises NotFound where there is no such task.
        """
        now = self._vault.clock()
        made = Finding(
            new_id("f_", now), task_id, step_id,
            _stored(text, MAX_OBSERVATION_CHARACTERS) if is_kept else "", is_kept, reason, memory_id, now,
        )  # fmt: skip

        def insert(conn: Connection) -> Finding:
            _task(conn, task_id)
            conn.execute(
                "INSERT INTO task_findings VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (made.id, task_id, step_id, made.text, "kept" if is_kept else "rejected", reason, memory_id,
                 to_us(now)),
            )  # fmt: skip
            self._record(conn, actor, "task.finding", task_id, reason)
            return made

        return self._vault.db.write(insert)

    def set_state(
        self, task_id: str, state: TaskState, *, outcome: str = "", reason: str = "", actor: str = "assistant"
    ) -> Task:
        """Move a task; `outcome` says in a sentence what came of it. Setting the present state again
        changes nothing.

        Raises:
            NotFound: there is none of that id.
            TransitionRefused: the task has ended, or cannot go there.
        """

        def update(conn: Connection) -> Task:
            task = _task(conn, task_id)
            if task.state is state and not outcome:
                return task
            if state is not task.state and state not in _FOLLOWING[task.state]:
                raise TransitionRefused(from_state=str(task.state), to_state=str(state))
            conn.execute(
                "UPDATE tasks SET state = ?, outcome = ?, reason = ?, updated_us = ? WHERE id = ?",
                (state.value, _stored(outcome, MAX_GOAL_CHARACTERS) or task.outcome, reason,
                 to_us(self._vault.clock()), task_id),
            )  # fmt: skip
            if state not in OPEN:
                _skip_open_steps(conn, task_id)
            self._record(conn, actor, f"task.{state.value}", task_id, reason)
            return _task(conn, task_id)

        return self._vault.db.write(update)

    def cancel(self, task_id: str, *, actor: str = "user") -> Task:
        """End a task that has not ended; its open steps are skipped. What runs it sees that at its next
        step."""
        return self.set_state(task_id, TaskState.CANCELLED, reason=actor, actor=actor)

    def is_cancelled(self, task_id: str) -> bool:
        """Whether whoever runs the task has to stop: it was cancelled, or deleted."""
        row = self._vault.db.read(
            lambda conn: conn.execute("SELECT state FROM tasks WHERE id = ?", (task_id,)).fetchone()
        )
        return row is None or row["state"] == TaskState.CANCELLED.value

    def delete(self, task_id: str, *, actor: str = "user") -> None:
        """Remove a task with its steps and findings. Raises NotFound where there is none of that id."""

        def remove(conn: Connection) -> None:
            if not conn.execute("DELETE FROM tasks WHERE id = ?", (task_id,)).rowcount:
                raise NotFound(id=task_id)
            self._record(conn, actor, "task.delete", task_id)

        self._vault.db.write(remove)
        self._vault.db.checkpoint()  # the deleted rows also leave the write-ahead log

    def pause_interrupted(self) -> builtins.list[Task]:
        """At the start: what still says it is running was cut off with the program, and waits to be taken
        up again."""
        return [
            self.set_state(task.id, TaskState.PAUSED, reason=INTERRUPTED, actor="system")
            for task in self.list([TaskState.RUNNING], limit=-1)
        ]

    def _insert_step(self, conn: Connection, task_id: str, title: str, tool: str) -> str:
        now = self._vault.clock()
        step_id = new_id("s_", now)
        conn.execute(
            "INSERT INTO task_steps (id, task_id, ordinal, title, tool, state, updated_us) VALUES (?, ?,"
            " (SELECT coalesce(max(ordinal) + 1, 0) FROM task_steps WHERE task_id = ?), ?, ?, ?, ?)",
            (step_id, task_id, task_id, _stored(title, MAX_GOAL_CHARACTERS), tool, StepState.WAITING.value, to_us(now)),
        )  # fmt: skip
        conn.execute("UPDATE tasks SET updated_us = ? WHERE id = ?", (to_us(now), task_id))
        return step_id

    def _record(self, conn: Connection, actor: str, action: str, task_id: str, reason: str = "") -> None:
        self._vault.audit.append(conn, actor, action, "task", task_id, reason=reason)
        self._vault.announce(Change("task", task_id, action))


def _stored(text: str, limit: int) -> str:
    """The text as it may be kept: secrets cut out, and cut where it is too long."""
    kept = for_storage(clean_text(text).strip()).text
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def _must_be_open(task: Task) -> None:
    if not task.is_open:
        raise TransitionRefused(from_state=str(task.state), to_state=str(TaskState.RUNNING))


def _skip_open_steps(conn: Connection, task_id: str) -> None:
    conn.execute(
        f"UPDATE task_steps SET state = ? WHERE task_id = ? AND state IN ({', '.join('?' * len(_OPEN_STEPS))})",
        (StepState.SKIPPED.value, task_id, *_OPEN_STEPS),
    )


def _task(conn: Connection, task_id: str) -> Task:
    row = conn.execute("SELECT * FROM tasks WHERE id = ?", (task_id,)).fetchone()
    if row is None:
        raise NotFound(id=task_id)
    own = (task_id,)
    steps = conn.execute("SELECT * FROM task_steps WHERE task_id = ? ORDER BY ordinal", own).fetchall()
    findings = conn.execute("SELECT * FROM task_findings WHERE task_id = ? ORDER BY rowid", own).fetchall()
    return Task(
        row["id"], row["goal"], TaskState(row["state"]), row["scope"], row["conversation_id"],
        tuple(map(_step, steps)), tuple(map(_finding, findings)), row["outcome"], row["reason"],
        from_us(row["created_us"]), from_us(row["updated_us"]),
    )  # fmt: skip


def _step(row: Row) -> TaskStep:
    return TaskStep(
        row["id"], row["task_id"], row["ordinal"], row["title"], row["tool"], StepState(row["state"]),
        row["observation"], from_us(row["updated_us"]),
    )  # fmt: skip


def _finding(row: Row) -> Finding:
    return Finding(
        row["id"], row["task_id"], row["step_id"], row["text"], row["verdict"] == "kept", row["reason"],
        row["memory_id"], from_us(row["found_us"]),
    )  # fmt: skip
