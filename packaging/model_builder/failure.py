"""The one error of the model build; its text says what is missing and what to do."""

from __future__ import annotations


class BuildFailed(Exception):
    """The models could not be built; nothing half-made was left in the models folder."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem} {remedy}")
        self.problem = problem
        self.remedy = remedy
