"""The walk of M16 in words: each step with what was found there, and where it ended. Identity numbers are stars."""

from __future__ import annotations

from assistant.catalogue import has, say
from assistant.why import Step, Walk
from vault.privacy import mask_for_list

_MARKS = {True: "+", False: "-", None: " "}


def walk_lines(walk: Walk, language: str) -> list[str]:
    """A line for each step, and last where it ended."""
    lines = [mask_for_list(step_text(step, language)) for step in walk.steps]
    stopped = say(f"walk.step.{walk.stopped_at}", language) if walk.stopped_at else ""
    end = say("walk.stopped", language, step=stopped) if stopped else say("walk.through", language)
    return [*lines, end]


def step_text(step: Step, language: str) -> str:
    """One step in words: its name, what was found, and the values."""
    key = f"walk.reason.{step.reason}"
    reason = say(key, language) if has(key) else step.reason
    values = ", ".join(f"{name}={value}" for name, value in step.values.items() if value != "")
    line = f"{_MARKS[step.is_ok]} {say(f'walk.step.{step.name}', language)}: {reason}"
    return f"{line} ({values})" if values else line
