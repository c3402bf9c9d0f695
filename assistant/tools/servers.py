"""The servers of tools that the user has added, as they are kept in the vault's settings.

A server is a program on this machine that speaks the Model Context Protocol over its standard streams, or over
HTTP on loopback. None of its calls is made unseen; unless it is trusted each is confirmed, and its arguments keep
their stand-ins.

"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from assistant.errors import ToolServerRefused
from assistant.socket_guard import is_loopback_host
from vault.settings import Settings

SETTING = "tools.servers"
MAX_SERVERS = 16
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,23}")


@dataclass(frozen=True, slots=True)
class ToolServer:
    """`command` is the program with its arguments, or else `url` where it listens on this machine."""

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    is_trusted: bool = False


def servers(settings: Settings) -> list[ToolServer]:
    """The servers in the order in which they were added; an entry that cannot be read is passed over."""
    try:
        entries = json.loads(settings.text(SETTING) or "[]")
    except ValueError:
        return []
    found = (
        [_read(entry) for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    )
    return [server for server in found if server is not None]


def _read(entry: dict[str, object]) -> ToolServer | None:
    name, url, command = entry.get("name"), entry.get("url", ""), entry.get("command", [])
    if not isinstance(name, str) or not isinstance(url, str) or not isinstance(command, list):
        return None
    return ToolServer(name, tuple(map(str, command)), url, entry.get("trusted") is True)


def check(server: ToolServer, taken: Collection[str] = ()) -> None:
    """Whether a server could be added beside those of the names `taken`.

    Raises:
        ToolServerRefused: its name is taken or not plain, it has neither or both of a command and an address, or the
            address is not on this machine.

    """
    if not _NAME.fullmatch(server.name):
        raise ToolServerRefused(reason="name")
    if server.name in taken:
        raise ToolServerRefused(reason="taken")
    if bool(server.command) == bool(server.url):
        raise ToolServerRefused(reason="form")
    if server.url and not _is_on_this_machine(server.url):
        raise ToolServerRefused(reason="not_loopback")


def _is_on_this_machine(url: str) -> bool:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    return parts.scheme == "http" and is_loopback_host(parts.hostname or "") and port != 0


def add(settings: Settings, server: ToolServer, *, before: str = "") -> None:
    """Add a server, or put it in the place of the one that was called `before`.

    Raises:
        ToolServerRefused: it is refused by `check`, there are too many, or none is called `before`.

    """
    known = servers(settings)
    check(server, [one.name for one in known if one.name != before])
    if before:
        if all(one.name != before for one in known):
            raise ToolServerRefused(reason="unknown")
        _keep(settings, [server if one.name == before else one for one in known])
        return
    if len(known) >= MAX_SERVERS:
        raise ToolServerRefused(reason="many")
    _keep(settings, [*known, server])


def read_command(text: str, *, is_windows: bool = os.name == "nt") -> tuple[str, ...]:
    """A command line as a person types it, in its words; quotes hold one together.

    Raises:
        ToolServerRefused: a quote is not closed.

    """
    try:
        words = shlex.split(text, posix=not is_windows)  # there a backslash is part of a path
    except ValueError as error:
        raise ToolServerRefused(reason="quotes") from error
    return tuple(word.strip('"') for word in words) if is_windows else tuple(words)


def written(command: Sequence[str]) -> str:
    """A command as one line that `read_command` reads again."""
    if os.name == "nt":
        return " ".join(f'"{word}"' if " " in word or not word else word for word in command)
    return shlex.join(command)


def remove(settings: Settings, name: str) -> None:
    """Raises ToolServerRefused where there is none of that name."""
    known = servers(settings)
    if all(one.name != name for one in known):
        raise ToolServerRefused(reason="unknown")
    _keep(settings, [one for one in known if one.name != name])


def trust(settings: Settings, name: str, *, is_trusted: bool) -> None:
    """Raises ToolServerRefused where there is none of that name."""
    known = servers(settings)
    if all(one.name != name for one in known):
        raise ToolServerRefused(reason="unknown")
    _keep(settings, [replace(one, is_trusted=is_trusted) if one.name == name else one for one in known])


def _keep(settings: Settings, found: Sequence[ToolServer]) -> None:
    entries = [
        {"name": one.name, "command": list(one.command), "url": one.url, "trusted": one.is_trusted}
        for one in found
    ]
    settings.set(SETTING, json.dumps(entries, ensure_ascii=False) if entries else "")
