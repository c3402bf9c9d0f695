"""Sizes, imports in functions, waiting and signatures, read off every module."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.contracts.source_rules import crowded_signatures, local_imports, star_imports, waiting_calls

if TYPE_CHECKING:
    from tests.contracts.conftest import Sources

MAX_LINES = 600


def too_long(text: str) -> bool:
    return len(text.splitlines()) > MAX_LINES


@pytest.mark.parametrize("rule", [local_imports, star_imports, waiting_calls, crowded_signatures])
def test_every_module_keeps_the_rule(sources: Sources, rule: Callable[[str], list[str]]) -> None:
    found = [f"{path}, {finding}" for path, text in sources.of_all().items() for finding in rule(text)]
    assert found == []


def test_no_python_file_is_longer_than_six_hundred_lines(tracked_files: list[Path]) -> None:
    modules = [file for file in tracked_files if file.suffix == ".py"]
    assert [file.name for file in modules if too_long(file.read_text(encoding="utf-8"))] == []


def test_every_module_says_what_it_owns(sources: Sources) -> None:
    without = [
        path for path, text in sources.of_all().items() if not text.lstrip().startswith(('"""', 'r"""'))
    ]
    assert without == []


@pytest.mark.parametrize(
    ("rule", "planted"),
    [
        (local_imports, "def f():\n    import json"),
        (star_imports, "from os import *"),
        (waiting_calls, "time.sleep(1)"),
        (waiting_calls, "QCoreApplication.processEvents()"),
        (waiting_calls, "dialog.exec()"),
        (crowded_signatures, "def f(a, b, c, d, e, f): ..."),
    ],
)
def test_a_planted_breach_is_found(rule: Callable[[str], list[str]], planted: str) -> None:
    assert rule(planted)


@pytest.mark.parametrize(
    ("rule", "harmless"),
    [
        (local_imports, "def f():\n    import onnxruntime  # start-up time: 0.15 s"),
        (waiting_calls, "app.exec()"),
        (crowded_signatures, "def f(self, a, b, c, d, e, *, g): ..."),
    ],
)
def test_what_the_rule_allows_is_left_alone(rule: Callable[[str], list[str]], harmless: str) -> None:
    assert rule(harmless) == []


def test_a_long_module_is_found() -> None:
    assert too_long("x = 1\n" * (MAX_LINES + 1))
    assert not too_long("x = 1\n" * MAX_LINES)
