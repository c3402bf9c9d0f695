"""`keepsake show` and `keepsake lock`: a word to the process that holds the vault. They need no passphrase."""

from __future__ import annotations

from assistant.cli.context import Context
from assistant.cli.errors import NotRunning
from assistant.instance import tell_running


def run(context: Context) -> int:
    """Carry out the command that the options name."""
    name = context.options.family
    if not tell_running(context.vault_path, name):
        raise NotRunning
    context.output.result({"done": name}, context.say(f"running.{name}"))
    return 0
