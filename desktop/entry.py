"""Where the `keepsake` command begins: the window without a subcommand, everything else in `assistant.cli`.

Imports no Qt until a window is wanted, so that the command line starts fast and works without a display.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

_OPTIONS_WITH_VALUE = {"--vault", "--passphrase-file", "--passphrase-fd", "--lang"}


def wants_window(arguments: Sequence[str]) -> bool:
    """Whether these arguments name no subcommand and ask for no help."""
    rest = iter(arguments)
    for argument in rest:
        if argument in _OPTIONS_WITH_VALUE:
            next(rest, None)
        elif argument.startswith("--") and argument.split("=", 1)[0] in _OPTIONS_WITH_VALUE:
            continue
        else:
            return False
    return True


def main() -> int:
    """Entry point of the console script; returns the exit status."""
    arguments = sys.argv[1:]
    if wants_window(arguments):
        from desktop.application import run  # start-up time: Qt is loaded only for the window

        return run(arguments)
    from assistant.cli import main as run_command  # start-up time: the window does not need the command line

    return run_command(arguments)


if __name__ == "__main__":
    sys.exit(main())
