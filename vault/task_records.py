"""The plain values of working memory: a task, its steps and what was found in them."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime


class TaskState(enum.StrEnum):
    PLANNED = "planned"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class StepState(enum.StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


OPEN = frozenset({TaskState.PLANNED, TaskState.RUNNING, TaskState.PAUSED})


@dataclass(frozen=True, slots=True)
class TaskStep:
    """One step in its place. `tool` is the name of the tool it calls, empty for none."""

    id: str
    task_id: str
    ordinal: int
    title: str
    tool: str
    state: StepState
    observation: str
    updated_utc: datetime


@dataclass(frozen=True, slots=True)
class Finding:
    """What a step found and was judged by the validator; `memory_id` where it became a proposal."""

    id: str
    task_id: str
    step_id: str
    text: str
    is_kept: bool
    reason: str
    memory_id: str
    found_utc: datetime


@dataclass(frozen=True, slots=True)
class Task:
    """A task as it stands. `reason` says why it is in its state: "interrupted", who cancelled it, an error's code."""

    id: str
    goal: str
    state: TaskState
    scope: str
    conversation_id: str
    steps: tuple[TaskStep, ...]
    findings: tuple[Finding, ...]
    outcome: str
    reason: str
    created_utc: datetime
    updated_utc: datetime

    @property
    def is_open(self) -> bool:
        """Whether it may still go on."""
        return self.state in OPEN

    @property
    def kept(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.is_kept)
