"""What a process does to itself before it holds a key: no core dumps, not readable by other processes of the user.

Called by the entry points, not on import. Swap, hibernation and crash reporters are beyond its reach.
"""

from __future__ import annotations

import ctypes
import sys

if sys.platform != "win32":
    import resource

_PR_SET_DUMPABLE = 4  # Source: prctl(2), linux/prctl.h


def harden_process() -> bool:
    """Forbid core dumps and, on Linux, ptrace and /proc/self/mem by the same user. True where all of it took effect."""
    if sys.platform == "win32":
        return False
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not sys.platform.startswith("linux"):
        return True
    return bool(ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)
