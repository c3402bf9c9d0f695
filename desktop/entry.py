"""Where the `keepsake` command begins: the window without a subcommand, everything else in `assistant.cli`.

A backup file as the only argument, which is what a double click on one gives, opens the window with its restore dialog.
Imports no Qt until a window is wanted, so that the command line starts fast and works without a display.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, MutableMapping, Sequence

# Where the frozen program looks for libraries. It finds them without once it runs; programs that it starts, a browser
# for a link, would take ours for theirs. Source: PyInstaller's manual, "Launching external programs from the frozen
# application"; the second name from "Independent subprocess": who starts anew, as for locking, finds its own again.
_PLACES_OF_BUNDLE = ("LD_LIBRARY_PATH", "QT_PLUGIN_PATH", "QML2_IMPORT_PATH")
_START_ANEW = "PYINSTALLER_RESET_ENVIRONMENT"
_OPTIONS_WITH_VALUE = {"--vault", "--passphrase-file", "--passphrase-fd", "--lang"}


def wants_window(arguments: Sequence[str]) -> bool:
    """Whether these arguments name no subcommand and ask for no help."""
    rest = iter(arguments)
    for argument in rest:
        if argument in _OPTIONS_WITH_VALUE:
            next(rest, None)
        elif argument.startswith("--") and argument.split("=", 1)[0] in _OPTIONS_WITH_VALUE:
            continue
        elif not _is_backup(argument):
            return False
    return True


def _is_backup(argument: str) -> bool:
    if "." not in argument:  # as in every name of a subcommand
        return False
    from vault.backup_format import SUFFIX  # start-up time: a command line seldom gets here

    return argument.endswith(SUFFIX)


def lacks_display(environment: Mapping[str, str], platform: str) -> bool:
    """Whether Qt could only abort here: Linux without X, without Wayland and with no other platform named."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return platform == "linux" and not any(environment.get(name) for name in named)


def _say_no_display(arguments: Sequence[str]) -> int:
    from assistant.catalogue import say  # start-up time: only where there is something to say
    from assistant.cli.arguments import chosen_language  # start-up time

    sys.stderr.write(f"keepsake: {say('cli.no_display', chosen_language(arguments, os.environ))}\n")
    return 1


def load_model_runtime_first(platform: str) -> None:
    """On Windows the model runtime comes into the process before Qt. Both need a C++ library of the same name, Windows
    gives both whichever was loaded first, and the runtime does not load with one older than it was built with.

    Source: microsoft/onnxruntime issue 26127. Today's wheels fit each other (PySide6 6.11.3 holds 14.44, onnxruntime
    1.32 was built with that); nothing keeps it so. In the frozen program packaging/runtime_hook.py calls this earlier.
    """
    if platform == "win32":
        from vault import harden_process  # start-up time

        harden_process()  # the runtime's telemetry has to be off before it is loaded
        import onnxruntime  # noqa: F401  start-up time: elsewhere it is loaded behind the unlock window


def leave_others_their_libraries(environment: MutableMapping[str, str]) -> None:
    """Give the environment of a frozen program back what its start took, for all that it starts, itself included."""
    for name in _PLACES_OF_BUNDLE:
        before = environment.pop(f"{name}_ORIG", None)
        environment.pop(name, None)
        if before is not None:
            environment[name] = before
    environment[_START_ANEW] = "1"


def main() -> int:
    """Entry point of the console script; returns the exit status."""
    if getattr(sys, "frozen", False):
        leave_others_their_libraries(os.environ)
    arguments = sys.argv[1:]
    if wants_window(arguments):
        if lacks_display(os.environ, sys.platform):
            return _say_no_display(arguments)
        load_model_runtime_first(sys.platform)
        from desktop.application import run  # start-up time: Qt is loaded only for the window

        return run(arguments)
    from assistant.cli import main as run_command  # start-up time: the window does not need the command line

    return run_command(arguments, more_checks=_window_checks)


def _window_checks() -> Sequence[tuple[str, Callable[[], str]]]:
    """What the window adds to `keepsake self-test`."""
    load_model_runtime_first(sys.platform)
    from desktop.self_test import checks  # start-up time: Qt is loaded for this command alone

    return checks()


if __name__ == "__main__":
    sys.exit(main())
