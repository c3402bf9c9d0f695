"""Runs one operation of `tests.crash.operations` in a process of its own, and says `done` when it was acknowledged.

Started with the name of the operation and the folder of the trial; the recovery code comes on standard input.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.crash.operations import OPERATIONS

if __name__ == "__main__":
    chosen = next(operation for operation in OPERATIONS if operation.name == sys.argv[1])
    chosen.run(Path(sys.argv[2]), sys.stdin.readline().rstrip("\n"))
    os.write(1, b"done\n")
