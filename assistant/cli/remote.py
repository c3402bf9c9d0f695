"""Carries out a command for another process, inside the one that holds the vault: same parser, same functions."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from assistant.catalogue import LANGUAGES
from assistant.cli.arguments import UsageError, parse
from assistant.cli.context import Context
from assistant.cli.errors import ValueRefused
from assistant.cli.execute import THROUGH_INSTANCE, guarded, handler
from assistant.cli.output import Output
from assistant.session import Session
from vault import Secret


def run_for(
    session: Session,
    arguments: Sequence[str],
    *,
    language: str,
    folder: Path,
    out: TextIO,
    err: TextIO,
    cancelled: threading.Event,
    passphrase: Secret | None = None,
) -> int:
    """The exit status of the command that another process was given. Not on an event loop's thread.

    `folder` is where relative paths begin; `out` and `err` take what that process prints; `cancelled` set: it is gone;
    `passphrase` is the one that the process gave with its command, which what is sealed asks for.
    """
    words = language if language in LANGUAGES else "en"
    output = Output(out, err, is_json="--json" in arguments)

    def work() -> int:
        options = _parsed(arguments, words)
        output.is_json = getattr(options, "json", False)
        context = Context(
            options, language=words, output=output, session=session, folder=folder, cancelled=cancelled,
            passphrase=passphrase,
        )  # fmt: skip
        return handler(options.family)(context)

    return guarded(work, output, words)


def _parsed(arguments: Sequence[str], language: str) -> argparse.Namespace:
    try:
        options = parse(arguments, language)
    except (UsageError, SystemExit) as error:  # the other process has parsed it before: another version
        raise ValueRefused(option="command") from error
    if options.family not in THROUGH_INSTANCE:
        raise ValueRefused(option="command")
    return options
