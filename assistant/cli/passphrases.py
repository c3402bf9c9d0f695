"""Where a command's secrets come from: a file, an open descriptor, or a prompt on a terminal. Never an argument."""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable
from pathlib import Path

from assistant.cli.errors import FileUnreadable, PassphraseMissing, PassphrasesDiffer
from vault import Secret

Ask = Callable[[str], str]


def read_secret(file: str | None, descriptor: int | None) -> Secret | None:
    """The first line of the file or descriptor, without its line end; None where neither is named.

    Raises:
        FileUnreadable: it cannot be read.
    """
    try:
        if descriptor is not None:
            with os.fdopen(descriptor, "rb", closefd=False) as stream:
                line = stream.readline()
        elif file is not None:
            with Path(file).expanduser().open("rb") as stream:
                line = stream.readline()
        else:
            return None
    except OSError as error:
        raise FileUnreadable(option="passphrase") from error
    return Secret(line.removesuffix(b"\n").removesuffix(b"\r"))


def ask_secret(prompt: str, *, again: str = "") -> Secret:
    """Ask on the terminal without echo; with `again`, twice.

    Raises:
        PassphraseMissing: the terminal gave no line.
        PassphrasesDiffer: the two are not the same.
    """
    try:
        given = Secret(getpass.getpass(prompt))
        if again and Secret(getpass.getpass(again)) != given:
            raise PassphrasesDiffer
    except EOFError as error:
        raise PassphraseMissing from error
    return given
