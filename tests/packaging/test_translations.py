"""The check of translations names what is unfinished, what does not fit, and what is out of step with the source."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

SOURCE = """
from PySide6.QtWidgets import QLabel
class Card(QLabel):
    def fill(self) -> None:
        self.setText(self.tr("&Open {name}"))
"""
FILE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en"><context><name>Card</name>
<message><source>{source}</source><translation{kind}>{translation}</translation></message>
</context></TS>
"""


@pytest.fixture
def check(project: Path) -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("translations_check", project / "packaging/translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def problems(
    check: ModuleType,
    folder: Path,
    translation: str,
    *,
    kind: str = "",
    source: str = "&amp;Open {name}",
) -> list[str]:
    code, file = folder / "card.py", folder / "keepsake_zh.ts"
    code.write_text(SOURCE, encoding="utf-8")
    file.write_text(FILE.format(source=source, kind=kind, translation=translation), encoding="utf-8")
    found: list[str] = check.problems(file, [code])
    return found


def test_a_finished_fitting_translation_passes(check: ModuleType, tmp_path: Path) -> None:
    assert problems(check, tmp_path, "打开 {name}(&amp;O)") == []


@pytest.mark.parametrize(
    ("translation", "kind", "word"),
    [
        ("", ' type="unfinished"', "not translated"),
        ("打开 {name}(&amp;O)", ' type="unfinished"', "not translated"),
        ("  ", "", "not translated"),
        ("打开 {nam}(&amp;O)", "", "placeholders"),
        ("打开(&amp;O)", "", "placeholders"),
        ("打开 {name}", "", "mnemonic"),
    ],
)
def test_an_unfinished_or_unfitting_translation_is_named(
    check: ModuleType, tmp_path: Path, translation: str, kind: str, word: str
) -> None:
    found = problems(check, tmp_path, translation, kind=kind)
    assert len(found) == 1
    assert word in found[0]


def test_a_text_that_the_file_does_not_know_is_named(check: ModuleType, tmp_path: Path) -> None:
    found = problems(check, tmp_path, "关闭", source="Close")
    assert any("out of step" in line and "&Open {name}" in line for line in found)
    assert any("out of step" in line and "Close" in line for line in found)
