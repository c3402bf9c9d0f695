"""`keepsake chat`: opens the vault, or offers to create one, serves other processes meanwhile, and talks."""

from __future__ import annotations

import os
import signal
import sys

from assistant.cli.chat import Chat
from assistant.cli.context import Context
from assistant.cli.errors import Interrupted
from assistant.instance import InstanceServer
from vault import create_vault, is_vault
from vault.errors import VaultMissing


def run(context: Context) -> int:
    """Talk until the user leaves or another process locks."""
    if not is_vault(context.vault_path):
        _offer_vault(context)
    # A shell that starts this in the background has it ignored; here it stops replies and carries a lock.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with context.session() as session:
        chat = Chat(context, session)
        server = InstanceServer(session, None, lambda: _lock(chat))
        server.start()
        try:
            chat.run()
        finally:
            server.close()
    return 0


def _offer_vault(context: Context) -> None:
    """Ask whether to create a vault, and show its recovery code once. Raises: VaultMissing, Interrupted."""
    output = context.output
    if not output.is_terminal:
        raise VaultMissing
    output.note(context.say("chat.no_vault", path=str(context.vault_path)))
    answer = input(context.say("chat.create_question")).strip().lower()
    if answer not in context.say("chat.yes").split():
        raise Interrupted
    vault, code = create_vault(context.vault_path, context.passphrase(is_new=True))
    try:
        output.line(context.say("vault.created", path=str(vault.path), code=code))
    finally:
        vault.close()


def _lock(chat: Chat) -> None:
    """End the chat from the server's thread: the signal wakes the main thread, which may be waiting for a line."""
    chat.locked.set()
    if sys.platform != "win32":
        os.kill(os.getpid(), signal.SIGINT)
