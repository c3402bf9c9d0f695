"""`keepsake task …`: what the assistant works on, seen and ended from the terminal."""

from __future__ import annotations

from assistant.cli.context import Context
from assistant.session import Session
from vault.errors import KeepsakeError
from vault.privacy import mask_for_list
from vault.tasks import OPEN, Finding, StepState, Task, TaskState

_MARKS = {
    StepState.DONE: "+",
    StepState.FAILED: "!",
    StepState.RUNNING: ">",
    StepState.SKIPPED: "-",
    StepState.WAITING: " ",
}


def run(context: Context) -> int:
    """Carry out the action that the options name."""
    with context.session(with_encoder=False) as session:
        action = context.options.action
        if action in ("cancel", "delete"):
            return _each(context, session, action)
        return _list(context, session) if action == "list" else _show(context, session)


def task_data(task: Task) -> dict[str, object]:
    """A task as JSON."""
    return {
        "id": task.id,
        "goal": mask_for_list(task.goal),
        "state": task.state.value,
        "reason": task.reason,
        "scope": task.scope,
        "conversation": task.conversation_id,
        "outcome": mask_for_list(task.outcome),
        "created": task.created_utc.isoformat(),
        "updated": task.updated_utc.isoformat(),
        "steps": [
            {
                "title": mask_for_list(step.title),
                "tool": step.tool,
                "state": step.state.value,
                "observation": mask_for_list(step.observation),
            }
            for step in task.steps
        ],
        "findings": [
            {
                "text": mask_for_list(finding.text),
                "kept": finding.is_kept,
                "reason": finding.reason,
                "memory": finding.memory_id,
            }
            for finding in task.findings
        ],
    }


def _line(context: Context, task: Task) -> str:
    return context.say(
        "task.line",
        id=task.id,
        state=context.say(f"task.{task.state.value}"),
        done=sum(step.state is StepState.DONE for step in task.steps),
        steps=len(task.steps),
        goal=mask_for_list(task.goal),
    )


def _list(context: Context, session: Session) -> int:
    wanted = context.options.state
    states = OPEN if wanted == "open" else () if wanted == "all" else (TaskState(wanted),)
    found = session.vault.tasks.list(states, limit=context.options.limit)
    lines = [_line(context, task) for task in found]
    context.output.result(
        {"items": [task_data(task) for task in found]}, "\n".join(lines) or context.say("task.none")
    )
    return 0


def _show(context: Context, session: Session) -> int:
    task = session.vault.tasks.get(context.options.id)
    lines = [_line(context, task)]
    for step in task.steps:
        lines.append(context.say("task.step", mark=_MARKS[step.state], title=mask_for_list(step.title)))
        lines += [_finding(context, one) for one in task.findings if one.step_id == step.id]
    known = {step.id for step in task.steps}
    lines += [_finding(context, one) for one in task.findings if one.step_id not in known]
    if task.outcome:
        lines.append(context.say("task.outcome", text=mask_for_list(task.outcome)))
    context.output.result(task_data(task), "\n".join(lines))
    return 0


def _finding(context: Context, finding: Finding) -> str:
    text = (
        mask_for_list(finding.text)
        if finding.is_kept
        else context.say("task.rejected", reason=finding.reason)
    )
    return context.say("task.finding", text=text)


def _each(context: Context, session: Session, action: str) -> int:
    """Do the same to every id; what fails does not keep the others from being done."""
    tasks = session.vault.tasks
    done: list[str] = []
    failed: dict[str, KeepsakeError] = {}
    for task_id in dict.fromkeys(context.options.ids):
        try:
            if action == "cancel":
                tasks.cancel(task_id)
            else:
                tasks.delete(task_id)
            done.append(task_id)
        except KeepsakeError as error:
            failed[task_id] = error
    if failed and not done:
        raise next(iter(failed.values()))
    lines = [_line(context, tasks.get(task_id)) if action == "cancel" else task_id for task_id in done]
    lines += [
        context.say("memory.not_done", id=task_id, code=error.code) for task_id, error in failed.items()
    ]
    data = {"done": done, "failed": {task_id: error.code for task_id, error in failed.items()}}
    context.output.result(data, "\n".join(lines))
    return 1 if failed else 0
