"""Makes the scripts of packaging/ importable; that folder is no package, because the name is taken on PyPI."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PACKAGING = str(Path(__file__).resolve().parents[2] / "packaging")

if PACKAGING not in sys.path:
    sys.path.append(PACKAGING)

from model_builder import WheelPin, fetch_wheel  # noqa: E402

DOWNLOADS = Path(PACKAGING).parent / "build" / "downloads"


@pytest.fixture(scope="session")
def kept_wheel() -> Callable[[WheelPin], Path]:
    """The pinned wheel that `make models` has kept. A test fetches nothing: pip would go out where no guard sees it."""

    def find(pin: WheelPin) -> Path:
        if not (DOWNLOADS / pin.filename).exists():
            pytest.skip(f"{pin.filename} is not in build/downloads, where make models puts it")
        return fetch_wheel(pin, DOWNLOADS)

    return find
