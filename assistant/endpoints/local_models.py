"""The processes that run GGUF models for this session: started at first use, ended with it.

Each serves on loopback under a random key that is told through a pipe and kept nowhere; when this process ends, however
that happens, the pipe closes and they end, too.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import secrets
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import (
    EndpointExtraMissing,
    EndpointFileMissing,
    EndpointFileUnusable,
    EndpointModelFailed,
)

# A third model ends the one that was used longest ago: each keeps its whole file in memory.
MAX_RUNNING = 2
_MAGIC = b"GGUF"
_SCRIPT = Path(__file__).with_name("gguf_server.py")
_END_WITHIN_S = 5.0


@dataclass(frozen=True, slots=True)
class Model:
    """What to run: a file, the name it answers to, how much context, how many threads (0: all processors but one)."""

    path: Path
    name: str
    context_tokens: int
    threads: int = 0


@dataclass(slots=True)
class RunningModel:
    """A server that answers at `address` to those who know `key`."""

    address: str
    key: str
    process: subprocess.Popen[str]


def check_file(path: Path) -> None:
    """Raises: EndpointExtraMissing, EndpointFileMissing, EndpointFileUnusable."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise EndpointExtraMissing
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise EndpointFileMissing from error
    if magic != _MAGIC:
        raise EndpointFileUnusable


class LocalModels:
    """Running models by what was asked for, the last used last. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[Model, RunningModel] = {}
        self._processes: set[subprocess.Popen[str]] = set()
        self._is_closed = False

    def run(self, model: Model) -> RunningModel:
        """The server of a model, started where it does not run; blocks while the model is loaded.

        Raises:
            EndpointExtraMissing, EndpointFileMissing, EndpointFileUnusable: nothing was started.
            EndpointModelFailed: the model cannot be loaded, or the session is closed.
        """
        check_file(model.path)
        with self._lock:
            known = self._running.pop(model, None)
            if known is None or known.process.poll() is not None:
                while len(self._running) >= MAX_RUNNING:
                    self._end(self._running.pop(next(iter(self._running))).process)
                known = self._start(model)
            self._running[model] = known
            return known

    def is_running(self, model: Model) -> bool:
        """Whether the model can answer at once."""
        known = self._running.get(model)
        return known is not None and known.process.poll() is None

    def close(self) -> None:
        """End every process, also one that is still loading. Idempotent."""
        self._is_closed = True
        for process in list(self._processes):
            self._end(process)
        with self._lock:
            for process in list(self._processes):
                self._end(process)
            self._running.clear()

    def _start(self, model: Model) -> RunningModel:
        key = secrets.token_urlsafe(32)
        # The file is run by its path and isolated: it needs only the site's packages, and nothing of this program.
        process = subprocess.Popen(
            [sys.executable, "-I", str(_SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._processes.add(process)
        assert process.stdin is not None
        assert process.stdout is not None
        told = {
            "path": str(model.path), "key": key, "name": model.name, "context_tokens": model.context_tokens,
            "threads": model.threads or max(1, (os.cpu_count() or 2) - 1),
        }  # fmt: skip
        try:
            process.stdin.write(json.dumps(told) + "\n")
            process.stdin.flush()
            address = process.stdout.readline().strip()
        except (OSError, ValueError):
            address = ""
        if not address or self._is_closed:
            self._end(process)
            raise EndpointModelFailed
        return RunningModel(address, key, process)

    def _end(self, process: subprocess.Popen[str]) -> None:
        """Kill it: it holds nothing that could be lost. The pipes are closed by whoever started it or here."""
        process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_END_WITHIN_S)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError, ValueError):
                    pipe.close()
        self._processes.discard(process)
