"""What a command works with: its options, its language, its output, its secrets, and the session once it is wanted."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.catalogue import say
from assistant.cli.errors import PassphraseMissing
from assistant.cli.output import Output
from assistant.cli.passphrases import ask_secret, read_secret
from assistant.cli.zone import system_zone
from assistant.places import usual_vault
from vault import Secret
from vault.recall.models import default_encoder_folder
from vault.times import zone_of

if TYPE_CHECKING:
    from assistant.session import Session

# Name and work of checks; the work gives a short technical fact, or raises.
Checks = Sequence[tuple[str, Callable[[], str]]]


class Context:
    """One run of one command. `session` is handed in where a running instance executes it for somebody else.

    `more_checks` gives what the self-test looks at beyond the core; only that command calls it.
    """

    def __init__(
        self,
        options: argparse.Namespace,
        *,
        language: str,
        output: Output,
        session: Session | None = None,
        folder: Path | None = None,
        cancelled: threading.Event | None = None,
        more_checks: Callable[[], Checks] = tuple,
        passphrase: Secret | None = None,
    ) -> None:
        self.options, self.language, self.output = options, language, output
        self.more_checks = more_checks
        self._session = session
        self._folder = folder
        self.cancelled = cancelled or threading.Event()
        self._passphrase = passphrase

    # words

    def say(self, key: str, **values: str | int | float) -> str:
        """A text of the terminal in the command's language."""
        return say(f"cli.{key}", self.language, **values)

    # where and with what

    @property
    def vault_path(self) -> Path:
        """The vault that is meant: named by position, by `--vault`, or the usual one."""
        named = getattr(self.options, "folder", None) or getattr(self.options, "vault", None)
        return Path(named).expanduser() if named else usual_vault()

    @property
    def has_given_passphrase(self) -> bool:
        return hasattr(self.options, "passphrase_file") or hasattr(self.options, "passphrase_fd")

    def passphrase(self, *, is_new: bool = False) -> Secret:
        """The vault's passphrase; read once.

        Raises:
            PassphraseMissing: none was given and nobody can be asked.
        """
        if self._passphrase is None:
            given = read_secret(
                getattr(self.options, "passphrase_file", None), getattr(self.options, "passphrase_fd", None)
            )
            self._passphrase = given if given is not None else self._ask(is_new=is_new)
        return self._passphrase

    def passphrase_again(self) -> Secret:
        """The passphrase for what asks for it once more: the one that was handed to this command, typed or not.

        Raises:
            PassphraseMissing: none was given and nobody can be asked.
        """
        return self.passphrase()

    def new_passphrase(self) -> Secret:
        """The passphrase to be set. Raises: PassphraseMissing."""
        given = read_secret(self.options.new_passphrase_file, self.options.new_passphrase_fd)
        return given if given is not None else self._ask(is_new=True)

    def _ask(self, *, is_new: bool) -> Secret:
        if not self.output.is_terminal:
            raise PassphraseMissing
        if is_new:
            return ask_secret(self.say("prompt.new_passphrase"), again=self.say("prompt.again"))
        return ask_secret(self.say("prompt.passphrase"))

    @contextmanager
    def session(self, *, with_encoder: bool = True) -> Iterator[Session]:
        """The open session: the one handed in, which stays open, or one of this command's own.

        `with_encoder` False saves its second where nothing is recalled.

        Raises:
            VaultError: the vault does not open.
        """
        if self._session is not None:
            yield self._session
            return
        from assistant.session import (
            Session,  # start-up time: recall and the network are loaded only for this
        )

        opened = Session.open(
            self.vault_path,
            self.passphrase(),
            encoder_folder=default_encoder_folder() if with_encoder else None,
            zone=system_zone(),
        )
        with opened:
            self.use_language_of(opened)
            yield opened

    def path(self, text: str) -> Path:
        """A path from the command line, which begins where the command was given."""
        return (self._folder or Path.cwd()) / Path(text).expanduser()

    def use_language_of(self, session: Session) -> None:
        """Speak the language that is set in the vault, unless `--lang` names one."""
        stored = session.vault.settings.text("language")
        if stored and not hasattr(self.options, "lang"):
            self.language = stored

    @property
    def is_remote(self) -> bool:
        """Whether a running instance executes this for somebody else."""
        return self._session is not None


def instant(text: str, zone: str) -> datetime:
    """A time from the command line as UTC; one without a zone is meant in `zone`. Raises: ValueError."""
    read = datetime.fromisoformat(text)
    return (read if read.tzinfo is not None else read.replace(tzinfo=zone_of(zone))).astimezone(UTC)
