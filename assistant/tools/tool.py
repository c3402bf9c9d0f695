"""A tool, what it works on, and the box of those that are offered for one message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field

from assistant.ask import Gathered, Services
from assistant.endpoints.protocol import ToolSpec
from assistant.scrub import Scrubber
from assistant.tool_step import BUILT_IN


class ToolFailed(Exception):
    """A tool could not do what was asked; its text is short, for the model and the user, and holds no private
    data.
    """


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a tool may use of the turn it is called in."""

    services: Services
    g: Gathered
    scrubber: Scrubber


@dataclass(frozen=True, slots=True)
class ToolResult:
    """`text` is what came, in clear. `sent` is what the model is given where the tool has already scrubbed it;
    else the agent scrubs `text`.
    """

    text: str
    sent: str | None = None


Run = Callable[[ToolContext, Mapping[str, object]], Awaitable[ToolResult]]


@dataclass(frozen=True, slots=True)
class Tool:
    """`acts`: it changes something, so it is confirmed first. `is_trusted_local`: it runs in this process or in a
    program of the user's on this machine that is trusted, so that stand-ins in its arguments are turned back.
    `is_external`: its word is that of a stranger.
    """

    spec: ToolSpec
    run: Run
    server: str = BUILT_IN
    acts: bool = False
    is_trusted_local: bool = True
    is_external: bool = False

    @property
    def name(self) -> str:
        return self.spec.name


@dataclass(frozen=True, slots=True)
class Toolbox:
    """The tools of one message, by the names under which they are offered."""

    tools: Mapping[str, Tool] = field(default_factory=dict)

    @classmethod
    def of(cls, tools: Iterable[Tool]) -> Toolbox:
        """A box of these tools; of two with one name the first is in it."""
        found: dict[str, Tool] = {}
        for tool in tools:
            found.setdefault(tool.name, tool)
        return cls(found)

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        return tuple(tool.spec for tool in self.tools.values())

    def __bool__(self) -> bool:
        return bool(self.tools)
