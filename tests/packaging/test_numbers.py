"""The table at the end of `make package`."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from installer.numbers import Numbers

_BUSY = "import time\nwhile time.process_time() < 1.2: pass"


def test_a_time_tells_the_processor_time_of_what_was_run(capsys: pytest.CaptureFixture[str]) -> None:
    numbers = Numbers()
    with numbers.timed("be busy"):
        subprocess.run([sys.executable, "-c", _BUSY], check=True)
    numbers.add("size", "1.0 MB")
    numbers.print()
    first, second = capsys.readouterr().out.splitlines()
    found = re.fullmatch(r"time to be busy  (\d+) s, (\d+) s of processor time", first)
    assert found is not None
    assert int(found[2]) >= 1
    assert second == "size             1.0 MB"
