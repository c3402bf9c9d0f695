"""Runs one parsed command and turns every error into what the contract promises: a line, an object, a status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from assistant.catalogue import error_texts
from assistant.cli.context import Checks, Context
from assistant.cli.errors import FileUnwritable, Interrupted, Unexpected
from assistant.cli.output import Output
from vault import harden_process
from vault.errors import InUse, KeepsakeError

Handler = Callable[[Context], int]
# What works on an open session. Creating a vault and changing what opens it need the vault for themselves.
THROUGH_INSTANCE = frozenset(
    {
        "ask",
        "recall",
        "memory",
        "task",
        "tools",
        "endpoint",
        "receipts",
        "audit",
        "settings",
        "documents",
        "export",
        "import",
        "backup",
        "why",
    }
)


def execute(
    options: argparse.Namespace,
    arguments: Sequence[str],
    *,
    language: str,
    output: Output,
    more_checks: Callable[[], Checks] = tuple,
) -> int:
    """Run the command in this process. `arguments` are what it was parsed from."""
    harden_process()
    output.is_json = getattr(options, "json", False)
    context = Context(options, language=language, output=output, more_checks=more_checks)
    try:
        return guarded(lambda: _here_or_there(context, arguments), output, language)
    finally:
        _quiet_broken_pipe()


def _here_or_there(context: Context, arguments: Sequence[str]) -> int:
    """Carry the command out in this process, or through the one that holds the vault."""
    try:
        return handler(context.options.family)(context)
    except InUse:
        if context.options.family not in THROUGH_INSTANCE:
            raise
        from assistant.instance import forward  # start-up time: most commands open the vault themselves

        code = forward(
            context.vault_path,
            context.passphrase(),
            arguments,
            language=context.language,
            print_frame=context.output.frame,
        )
        if code is None:
            raise
        return code


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
    match family:
        case "vault":
            from assistant.cli import vault_commands  # start-up time

            return vault_commands.run
        case "ask" | "recall":
            from assistant.cli import ask_commands  # start-up time

            return ask_commands.ask if family == "ask" else ask_commands.recall
        case "chat":
            from assistant.cli import chat_command  # start-up time

            return chat_command.run
        case "memory" | "task" | "tools":
            from assistant.cli import memory_commands, task_commands, tool_commands  # start-up time

            families: dict[str, Handler] = {"memory": memory_commands.run, "task": task_commands.run}
            return families.get(family, tool_commands.run)
        case "endpoint":
            from assistant.cli import endpoint_commands  # start-up time

            return endpoint_commands.run
        case "scrub":
            from assistant.cli import scrub_command  # start-up time

            return scrub_command.run
        case "receipts" | "audit" | "settings":
            from assistant.cli import record_commands  # start-up time

            return record_commands.run
        case "export" | "import":
            from assistant.cli import transfer_commands  # start-up time

            return transfer_commands.export if family == "export" else transfer_commands.import_file
        case "backup" | "restore":
            from assistant.cli import backups  # start-up time

            return backups.backup if family == "backup" else backups.restore
        case "why" | "documents":
            from assistant.cli import document_commands, why_command  # start-up time

            return why_command.run if family == "why" else document_commands.run
        case "self-test":
            from assistant.cli import self_test  # start-up time

            return self_test.run
        case _:
            from assistant.cli import running_commands  # start-up time

            return running_commands.run


def _quiet_broken_pipe() -> None:
    """Python would complain at exit that it could not flush to a reader that has gone."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
