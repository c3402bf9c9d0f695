"""What a process does to itself before it holds a key: no core dumps, not readable by other processes of the user,
and no telemetry of the libraries it will load.

Called by the entry points, not on import. Swap, hibernation and crash reporters are beyond its reach.
"""

from __future__ import annotations

import ctypes
import os
import sys

if sys.platform != "win32":
    import resource

# Read by the model runtime when it is loaded. Without it, it leaves a session mark in the temporary folder even where
# its events are switched off right afterwards (onnxruntime 1.32, measured).
_NO_TELEMETRY = "ORT_DISABLE_TELEMETRY"
_PR_SET_DUMPABLE = 4  # Source: prctl(2), linux/prctl.h


def harden_process() -> bool:
    """Forbid core dumps and, on Linux, ptrace and /proc/self/mem by the same user. True where all of it took effect."""
    os.environ[_NO_TELEMETRY] = "1"
    if sys.platform == "win32":
        return False
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not sys.platform.startswith("linux"):
        return True
    return bool(ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)
