"""What the window's tests share: one theme, a bridge that is closed again, places in a folder of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop.bridge import Bridge
from desktop.language import Language
from desktop.places import Places
from desktop.theme import Theme
from desktop.words import Words


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    font = qapp.font()
    theme = Theme(qapp)
    theme.apply("light")
    yield theme
    qapp.setStyleSheet("")
    qapp.setFont(font)  # a theme takes the text size it finds for the normal one
    theme.deleteLater()


@pytest.fixture
def language(qapp: QApplication) -> Iterator[Language]:
    language = Language(qapp)
    language.use("en")
    yield language
    language.use("en")
    language.deleteLater()


@pytest.fixture
def words(language: Language) -> Words:
    return Words()


@pytest.fixture
def bridge(qapp: QApplication) -> Iterator[Bridge]:
    bridge = Bridge()
    yield bridge
    bridge.close()
    bridge.deleteLater()


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "config")
