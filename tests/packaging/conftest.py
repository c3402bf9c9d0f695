"""Makes the scripts of packaging/ importable; that folder is no package, because the name is taken on PyPI."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGING = str(Path(__file__).resolve().parents[2] / "packaging")

if PACKAGING not in sys.path:
    sys.path.append(PACKAGING)
