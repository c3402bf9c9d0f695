"""Runs one parsed command and turns every error into what the contract promises: a line, an object, a status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from assistant.catalogue import error_texts
from assistant.cli.context import Context
from assistant.cli.errors import FileUnwritable, Interrupted, Unexpected
from assistant.cli.output import Output
from vault import harden_process
from vault.errors import KeepsakeError

Handler = Callable[[Context], int]


def execute(options: argparse.Namespace, arguments: Sequence[str], *, language: str, output: Output) -> int:
    """Run the command in this process. `arguments` are what it was parsed from."""
    harden_process()
    output.is_json = getattr(options, "json", False)
    context = Context(options, language=language, output=output)
    try:
        return guarded(lambda: handler(options.family)(context), output, language)
    finally:
        _quiet_broken_pipe()


def guarded(work: Callable[[], int], output: Output, language: str) -> int:
    """The status of `work`; an error it raises is printed as the contract says."""
    try:
        return work()
    except KeepsakeError as error:
        found = error
    except KeyboardInterrupt:
        found = Interrupted()
    except BrokenPipeError:
        return 1  # whoever read the output has gone
    except OSError as error:
        found = FileUnwritable()
        found.__cause__ = error
    except Exception as error:  # noqa: BLE001  the end of the program: a bug becomes a message without private text
        found = Unexpected(kind=type(error).__name__)
    if isinstance(found, Unexpected):
        output.note(f"keepsake: {found.details['kind']}")
    message, kept, next_step = error_texts(found, language)
    output.error(found.code, message, kept, next_step)
    return 1


def handler(family: str) -> Handler:
    """The function that carries out a family of commands; only what it needs is loaded."""
    return _HANDLERS[family]()


def _vault() -> Handler:
    from assistant.cli import vault_commands  # start-up time

    return vault_commands.run


def _ask() -> Handler:
    from assistant.cli import ask_commands  # start-up time

    return ask_commands.ask


def _recall() -> Handler:
    from assistant.cli import ask_commands  # start-up time

    return ask_commands.recall


_HANDLERS: dict[str, Callable[[], Handler]] = {"vault": _vault, "ask": _ask, "recall": _recall}


def _quiet_broken_pipe() -> None:
    """Python would complain at exit that it could not flush to a reader that has gone."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
