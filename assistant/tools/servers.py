"""The servers of tools that the user has added, as they are kept in the vault's settings.

A server is a program on this machine that speaks the Model Context Protocol over its standard streams, or over
HTTP on loopback. None of its calls is made unseen; unless it is trusted each is confirmed, and its arguments keep
their stand-ins.

"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
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


def add(settings: Settings, server: ToolServer) -> None:
    """Add a server.

    Raises:
        ToolServerRefused: its name is taken or not plain, it has neither or both of a command and an address, the
            address is not on this machine, or there are too many.

    """
    known = servers(settings)
    if not _NAME.fullmatch(server.name) or any(one.name == server.name for one in known):
        raise ToolServerRefused(reason="name")
    if bool(server.command) == bool(server.url):
        raise ToolServerRefused(reason="form")
    if server.url:
        parts = urlsplit(server.url)
        if parts.scheme != "http" or not is_loopback_host(parts.hostname or ""):
            raise ToolServerRefused(reason="not_loopback")
    if len(known) >= MAX_SERVERS:
        raise ToolServerRefused(reason="many")
    _keep(settings, [*known, server])


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
