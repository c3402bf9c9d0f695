"""Kills a working process at random moments, or lets the system calls of the driver fail, and looks at what is left."""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from tests.crash import worker
from tests.crash.hunt import Scanned, hunt
from tests.crash.light import light_derivation
from vault import Secret, Vault, open_vault
from vault.backup_format import check_database_bytes, read_backup
from vault.errors import NotFound
from vault.files import DATABASE, MIGRATING

PROJECT = Path(__file__).resolve().parents[2]
ALL_KINDS = "say,say,say,remember,remember,forget,change,backup,export,document,document,drop,draft"
# Told before the work: until it is acknowledged, the old or the new may be there.
UNDER_WAY = ("changing", "forgetting", "documenting", "drafting")
EXPORTS = frozenset({"memories.json", "memories.json.new"})


@dataclass
class Secrets:
    """What opens the vault that is worked on."""

    code: str
    passphrase: str


@dataclass
class Tally:
    """What was tried, what had been acknowledged, and what of it was lost."""

    kills: int = 0
    survived: int = 0
    acknowledged: int = 0
    lost: int = 0
    injected: int = 0
    scanned: Scanned = field(default_factory=Scanned)


def start(
    folder: Path, aside: Path, seed: int, kinds: str, *, before: Sequence[str] = ()
) -> subprocess.Popen[str]:
    command = [*before, sys.executable, "-m", "tests.crash.worker", str(folder), str(aside), str(seed), kinds]
    scratch = aside / "tmp"
    scratch.mkdir(exist_ok=True)
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=PROJECT,
        env={**os.environ, "TMPDIR": str(scratch)}, start_new_session=True,
    )  # fmt: skip


class Forked:
    """A worker forked from a process that has loaded everything already: half a second less for each kill."""

    _context = multiprocessing.get_context("forkserver")
    _context.set_forkserver_preload(["tests.crash.worker"])

    def __init__(self, folder: Path, aside: Path, seed: int, kinds: str) -> None:
        (aside / "tmp").mkdir(exist_ok=True)
        theirs, ours = zip(*(self._context.Pipe(duplex=False) for _ in range(3)), strict=True)
        ends = (theirs[0], ours[1], ours[2])
        self._process = self._context.Process(target=_forked, args=(ends, folder, aside, seed, kinds))
        self._process.start()
        for end in ends:
            end.close()
        self.stdin, self.stdout, self.stderr = (
            os.fdopen(os.dup(end.fileno()), mode)
            for end, mode in ((ours[0], "w"), (theirs[1], "r"), (theirs[2], "r"))
        )
        for end in (ours[0], theirs[1], theirs[2]):
            end.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def __enter__(self) -> Forked:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.join()
        self._process.close()
        for file in (self.stdin, self.stdout):
            with contextlib.suppress(BrokenPipeError):
                file.close()


def _forked(ends: Sequence[Connection], folder: Path, aside: Path, seed: int, kinds: str) -> None:
    os.setsid()
    for number, end in enumerate(ends):
        os.dup2(end.fileno(), number)
    os.environ["TMPDIR"] = str(aside / "tmp")
    tempfile.tempdir = None
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in enumerate("rww"))
    worker.main(folder, aside, seed, kinds)


def run(
    process: subprocess.Popen[str] | Forked, secrets: Secrets, kill_after_s: float
) -> tuple[list[list[str]], str]:
    """The acknowledged facts until it was killed or had ended, and what it said on standard error."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    facts: list[list[str]] = []
    timer: threading.Timer | None = None
    errors: list[str] = []
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read()))  # type: ignore[union-attr]
    reader.start()
    with process:
        process.stdin.write(f"{secrets.code}\n{secrets.passphrase}\n")
        process.stdin.flush()
        for line in process.stdout:
            if not line.endswith("\n"):
                break
            facts.append(json.loads(line))
            if timer is None:
                timer = threading.Timer(kill_after_s, lambda: _kill(process))
                timer.start()
    reader.join()
    if timer is not None:
        timer.cancel()
        timer.join()
    return facts, errors[0]


def _kill(process: subprocess.Popen[str] | Forked) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@light_derivation()
def check(folder: Path, aside: Path, secrets: Secrets, facts: list[list[str]], tally: Tally) -> None:
    """Look at what a dead process left; `secrets` is brought up to date."""
    with open_vault(folder, recovery_code=secrets.code) as vault:
        assert vault.verify().is_whole
        gone = {found for kind, found in facts if kind == "forgetting"}
        for kind, found in facts:
            tally.acknowledged += kind not in UNDER_WAY
            tally.lost += not _is_there(vault, kind, found, gone)
        tally.lost += _lost_files(vault, facts)
        told = [found for kind, found in facts if kind in ("changing", "changed")]
        if told:
            before = [found for kind, found in facts if kind == "changed"][-1:] or [secrets.passphrase]
            opening = [word for word in {*before, told[-1]} if vault.slots.opens(Secret(word))]
            assert len(opening) == 1, "neither or both passphrases open the vault"
            secrets.passphrase = opening[0]
        hunt(folder.parent, tally.scanned, but=EXPORTS)  # also behind what the open vault has open
    assert not any((aside / "tmp").iterdir()), "it left something in the temporary folder"
    if (aside / "b").exists():
        check_database_bytes(read_backup(aside / "b"))
    if (aside / "memories.json").exists():
        json.loads((aside / "memories.json").read_text(encoding="utf-8"))


def _is_there(vault: Vault, kind: str, found: str, gone: set[str]) -> bool:
    try:
        if kind == "turn":
            return bool(vault.conversations.turn(found).text)
        if kind == "memory" and found and found not in gone:
            return bool(vault.memories.get(found).claim)
        if kind == "forgotten":
            return found not in {memory.id for memory in vault.memories.list(None)}
    except NotFound:
        return False
    return True


def _lost_files(vault: Vault, facts: list[list[str]]) -> int:
    """How many documents and drafts are not as they were acknowledged last. What was under way then is either."""
    last: dict[str, str | None] = {}
    for kind, found in facts:
        name, _, content = found.partition(" ")
        if kind in ("document", "documenting"):
            last[name] = content if kind == "document" else None
        elif kind in ("draft", "drafting"):
            last["draft"] = found if kind == "draft" else None
    kept = {document.name: document for document in vault.documents.list()}
    for document in kept.values():  # whole: the file that its digest is of, and text
        body = vault.documents.file(document.id)
        assert body is not None
        assert hashlib.sha256(body).hexdigest() == document.sha256
        assert len(vault.documents.passages(document.id)) == document.passages > 0
    drafts = "".join(file.name for file in vault.attachments.draft(""))
    there = {name: document.sha256 for name, document in kept.items()} | {"draft": drafts}
    return sum(content is not None and there.get(name, "") != content for name, content in last.items())


def kill_loop(
    folder: Path,
    aside: Path,
    secrets: Secrets,
    kills: int,
    tally: Tally,
    *,
    seed: int = 0,
    is_forked: bool = False,
) -> None:
    """Let a process work on the vault, kill it at a random moment, look, and go on with what is left."""
    chosen = random.Random(seed)
    for number in range(seed, seed + kills):
        arguments = (folder, aside, number, ALL_KINDS)
        process = Forked(*arguments) if is_forked else start(*arguments)
        facts, errors = run(process, secrets, chosen.uniform(0.0, 0.8))  # from its opening on
        assert errors == "", "the process said something on standard error"
        tally.kills += 1
        check(folder, aside, secrets, facts, tally)
        tally.survived += 1


@dataclass(frozen=True)
class Fault:
    """The k-th `call` of the driver on the vault's database, its log, or the copy that is migrated fails.

    Where it `lasts`, all after it fail too.
    """

    call: str
    k: int
    error: str = "EIO"
    lasts: bool = False

    @property
    def code(self) -> str:
        """What Keepsake has to call it."""
        return "disk_full" if self.error == "ENOSPC" else "disk_failed"


def inject(folder: Path, aside: Path, secrets: Secrets, fault: Fault, tally: Tally) -> bool:
    """One run with the fault. False where there were fewer calls."""
    log = aside / "strace.log"
    strace = shutil.which("strace")
    assert strace is not None
    names = [f"{name}{ending}" for name in (DATABASE, MIGRATING) for ending in ("", "-wal")]
    files = [argument for name in names for argument in ("-P", str(folder / name))]
    when = f"{fault.k}{'+' if fault.lasts else ''}"
    before = [
        strace, "-f", "--seccomp-bpf", "-qq", "-o", str(log), *files, "-e", f"trace={fault.call}", "-e",
        f"inject={fault.call}:error={fault.error}:when={when}",
    ]  # fmt: skip
    process = start(folder, aside, fault.k, "say,say,remember", before=before)
    facts, errors = run(process, secrets, 0.6)
    was_met = "INJECTED" in log.read_text(encoding="utf-8", errors="replace")
    # What the disk did is told as that: never as damage, and never as an error of the driver.
    told = {found for kind, found in facts if kind == "error"}
    assert told <= {fault.code}, told
    assert errors == "", errors
    log.unlink()
    tally.injected += was_met
    check(folder, aside, secrets, [fact for fact in facts if fact[0] != "error"], tally)
    return was_met
