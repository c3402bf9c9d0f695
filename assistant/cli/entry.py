"""Where a command begins: reads the arguments, answers `--help` at once, and only then loads what the command needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from assistant.catalogue import say
from assistant.cli.arguments import UsageError, chosen_language, parse, wants_json
from assistant.cli.output import Output

if TYPE_CHECKING:
    from assistant.cli.context import Checks

EXIT_OK, EXIT_FAILED, EXIT_USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None, *, more_checks: Callable[[], Checks] = tuple) -> int:
    """Run one command and give its exit status: 0 done, 1 refused or failed, 2 wrong usage.

    `more_checks`: what the self-test looks at beyond the core; called by that command alone.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = chosen_language(given, os.environ)
    _use_utf8()
    output = Output(sys.stdout, sys.stderr, is_json=wants_json(given))
    try:
        options = parse(given, language)
    except UsageError as error:
        sys.stderr.write(error.usage)
        output.error("usage", say("cli.usage", language, reason=error.reason), say("cli.usage.kept", language),
                     say("cli.usage.next", language))  # fmt: skip
        return EXIT_USAGE
    except SystemExit:  # --help has been printed
        return EXIT_OK
    from assistant.cli.execute import execute  # start-up time: help needs neither the vault nor the encoder

    return execute(options, given, language=language, output=output, more_checks=more_checks)


def _use_utf8() -> None:
    """Where a pipe or an old terminal has another encoding, text would be lost or printing would fail."""
    for stream in (sys.stdout, sys.stderr):
        encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "")
        if encoding != "utf8" and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
