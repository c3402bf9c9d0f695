"""What the assistant works on or has worked on: tasks with steps and findings, to be ended and removed here."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.memory.listing import Entry, ListingPage
from vault.privacy import mask_for_list
from vault.tasks import INTERRUPTED, Finding, StepState, Task

_SHOWN = 200
_MARKS = {
    StepState.DONE: "✓",
    StepState.FAILED: "✗",
    StepState.RUNNING: "▸",
    StepState.SKIPPED: "–",
    StepState.WAITING: "○",
}


class TasksPage(ListingPage):
    """`act_wanted` acts: `cancel` and `delete` the selected tasks, `open` the conversation of one."""

    ACTS = ("open", "cancel", "delete")
    DANGER = frozenset({"delete"})

    def words(self) -> tuple[str, str, str]:
        return (
            self.tr(
                "What the assistant works on for you, step by step. A task survives a restart and ends when you say so."
            ),
            self.tr("Tasks"),
            self.tr("There are no tasks."),
        )

    def act_words(self) -> dict[str, str]:
        return {
            "open": self.tr("&Open the conversation"),
            "cancel": self.tr("&Cancel task"),
            "delete": self.tr("&Remove task"),
        }

    def read(self) -> Sequence[Entry]:
        return [self._entry(task) for task in self._vault.tasks.list(limit=_SHOWN)]

    def _entry(self, task: Task) -> Entry:
        states = {
            "planned": self.tr("Planned"),
            "running": self.tr("Running"),
            "paused": self.tr("Paused"),
            "done": self.tr("Done"),
            "failed": self.tr("Failed"),
            "cancelled": self.tr("Cancelled"),
        }
        state = states[task.state.value]
        if task.reason == INTERRUPTED:
            state = self.tr("Paused: the program ended while it ran")
        lines = [f"{state} · {self._words.when(task.updated_utc)}"]
        if task.steps:
            lines.append(self.tr("# Steps"))
            lines += [f"{_MARKS[step.state]} {mask_for_list(step.title)}" for step in task.steps]
        if task.findings:
            lines.append(self.tr("# Found"))
            lines += [self._finding(finding) for finding in task.findings]
        if task.outcome:
            lines += [self.tr("# Outcome"), mask_for_list(task.outcome)]
        acts = (
            *(("open",) if task.conversation_id else ()),
            *(("cancel",) if task.is_open else ()),
            "delete",
        )
        return Entry(task.id, mask_for_list(task.goal), state, tuple(lines), acts, (task.conversation_id,))

    def _finding(self, finding: Finding) -> str:
        if finding.is_kept:
            return mask_for_list(finding.text)
        reasons = {
            "prose": self.tr("a page of text"),
            "markup": self.tr("a page of text"),
            "order": self.tr("orders to the assistant"),
            "secret": self.tr("a secret"),
            "technical": self.tr("technical values"),
            "about_user": self.tr("claims about you"),
            "unrelated": self.tr("nothing about the task"),
            "many": self.tr("more than is worth keeping"),
        }
        return self.tr("Left out: {what}").format(what=reasons.get(finding.reason, finding.reason))
