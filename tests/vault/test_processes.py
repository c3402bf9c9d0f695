"""Two processes, a killed one, and what a process does to itself. Real ones; they speak over pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vault import open_vault
from vault.errors import InUse

HOLD = """
import sys
from pathlib import Path
from vault.lock import VaultLock
lock = VaultLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""

WRITE = """
import sys
from pathlib import Path
from vault import open_vault
from vault.records import Role
vault = open_vault(Path(sys.argv[1]), recovery_code=(sys.stdin.readline().rstrip("\\n")))
conversation = vault.conversations.create("written until killed")
number = 0
while True:
    vault.conversations.add_turn(conversation.id, Role.USER, f"turn {number}")
    print(number, flush=True)
    number += 1
"""

HARDEN = """
import ctypes, resource, sys
from vault import harden_process
assert harden_process()
print(resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""


def start(script: str, *arguments: str) -> subprocess.Popen[str]:
    project = Path(__file__).resolve().parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project)},
    )


def test_another_process_holds_the_vault_until_it_ends(vault_folder: Path, recovery_code: str) -> None:
    with start(HOLD, str(vault_folder)) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(InUse):
            open_vault(vault_folder, recovery_code=recovery_code)
        holder.kill()
    assert (vault_folder / "lock").exists()  # its existence means nothing
    open_vault(vault_folder, recovery_code=recovery_code).close()


@pytest.mark.skipif(os.name == "nt", reason="no such signal on Windows")
@pytest.mark.parametrize("after", [1, 7, 130])
def test_what_was_acknowledged_survives_a_kill(vault_folder: Path, recovery_code: str, after: int) -> None:
    with start(WRITE, str(vault_folder)) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdin.write(recovery_code + "\n")
        writer.stdin.flush()
        acknowledged = [int(writer.stdout.readline()) for _ in range(after)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += [int(line) for line in writer.stdout]
    with open_vault(vault_folder, recovery_code=recovery_code) as vault:
        assert "unclean_exit" in vault.opening_notes
        turns = vault.conversations.turns(vault.conversations.list()[0].id)
        assert [turn.text for turn in turns][: len(acknowledged)] == [f"turn {n}" for n in acknowledged]
        assert len(turns) <= len(acknowledged) + 1
        assert vault.verify().is_whole
    with open_vault(vault_folder, recovery_code=recovery_code) as vault:
        assert vault.opening_notes == ()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="prctl is Linux's")
def test_a_hardened_process_leaves_no_core_and_is_not_dumpable() -> None:
    with start(HARDEN) as process:
        assert process.stdout is not None
        assert process.stdout.read() == "(0, 0) 0\n"
    assert process.returncode == 0


def test_the_model_runtime_leaves_nothing_in_the_temporary_folder(tmp_path: Path) -> None:
    project = Path(__file__).resolve().parents[2]
    script = "from vault import harden_process; harden_process(); import onnxruntime"
    subprocess.run(
        [sys.executable, "-c", script], check=True, cwd=project,
        env={**os.environ, "PYTHONPATH": str(project), "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert [*tmp_path.iterdir()] == []
