"""A process that holds a vault open is aborted where the system would write a core: there must be none, and no words.

The same process without `harden_process` must leave one, or the trial proves nothing; systems that hand cores to a
program of their own, or forbid them, do not let it, and this is then said.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

from tests.crash.hunt import FORMS, hunt
from tests.crash.kills import PROJECT
from tests.crash.operations import Scene

_HOLD = """
import os, sys
from pathlib import Path
from tests.crash.light import light_derivation
from tests.crash.operations import texts_of
from vault import harden_process, open_vault
if sys.argv[2] == "hardened":
    harden_process()
with light_derivation():
    vault = open_vault(Path(sys.argv[1]), recovery_code=sys.stdin.readline().rstrip("\\n"))
said = texts_of(vault)
print("open", flush=True)
sys.stdin.readline()
os.abort()
"""


def abort(scene: Scene, root: Path, mode: str) -> tuple[bool, list[Path]]:
    """(the system says that it dumped a core, the files left) of an aborted process; `mode` is its hardening."""
    place = scene.copy_to(root)
    scratch = place / "scratch"
    scratch.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(place / "vault"), mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, cwd=scratch, env={**os.environ, "PYTHONPATH": str(PROJECT), "TMPDIR": str(scratch)},
        preexec_fn=allow_cores,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(scene.recovery_code + "\n")
    process.stdin.flush()
    assert process.stdout.readline() == "open\n"
    process.stdin.close()
    _, status = os.waitpid(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    assert os.WIFSIGNALED(status)
    return os.WCOREDUMP(status), [*scratch.iterdir()]


def abort_and_hunt(scene: Scene, root: Path) -> str:
    """Abort a hardened process and hunt in what it left; then one that is not, for comparison."""
    dumped, left = abort(scene, root / "hardened", "hardened")
    assert not dumped
    assert left == []
    hunt(root, scene.scanned, but=frozenset({"memories.json"}))
    would, cores = abort(scene, root / "plain", "plain")
    if not would or not cores:
        return "1, 0; without the hardening none either: this system writes none here"
    assert any(form in core.read_bytes() for core in cores for form in FORMS), (
        "the hunt finds nothing in a core"
    )
    return "1, 0; without the hardening 1, with the words in it"


def allow_cores() -> None:
    """As large as the system lets them be."""
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
