"""Versions of messages in the terminal: answer again, edit the last message, list the versions and choose one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from assistant.cli.context import Context
from assistant.cli.output import plain
from assistant.events import Event
from assistant.session import Session
from assistant.store import short_title
from vault.records import Role, Turn

COMMANDS = ("/again", "/edit", "/version")
_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of one conversation, which has an id as soon as something was said in it."""

    context: Context
    session: Session
    conversation: str
    endpoint: str
    previews: bool = False  # whether a request may be put to the user before it is sent

    def turn(self, word: str, argument: str) -> AsyncIterator[Event] | None:
        """The turn that /again or /edit starts; None, and a line that says so, where there is nothing to start from."""
        last = self._last(Role.ASSISTANT if word == "/again" else Role.USER)
        if last is None or (word == "/edit" and not argument):
            self._line("chat.nothing_to_change")
            return None
        if word == "/again":
            return self.session.again(
                last.id,
                self.conversation,
                endpoint=self.endpoint,
                previews=self.previews,
                confirms=self.previews,
            )
        return self.session.ask(
            argument,
            self.conversation,
            endpoint=self.endpoint,
            replaces=last.id,
            previews=self.previews,
            confirms=self.previews,
        )

    def choose(self, argument: str) -> None:
        """List the versions of the last message that has several, or show one of them by its number."""
        found = self.session.turns_of(self.conversation).versions() if self.conversation else {}
        if not found:
            self._line("chat.no_versions")
            return
        ids = list(found.values())[-1]
        if argument.isdecimal() and 1 <= int(argument) <= len(ids):
            self._show(ids[int(argument) - 1])
            return
        store = self.session.turns_of(self.conversation)
        for number, turn_id in enumerate(ids, 1):
            turn = store.turn(turn_id)
            mark = "*" if turn.is_shown else " "
            self.context.output.line(plain(f"{mark} {number}/{len(ids)}  {short_title(turn.text)}"))

    def _show(self, turn_id: str) -> None:
        store = self.session.turns_of(self.conversation)
        shown = store.show(turn_id)
        self._line("chat.version_shown")
        for turn in store.turns(_LOOKED_AT):
            if turn.position >= shown.position:
                head = self.context.say(f"chat.said_{turn.role.value}")
                self.context.output.line(plain(f"{head} {turn.text}"))

    def _last(self, role: Role) -> Turn | None:
        turns = self.session.turns_of(self.conversation).turns(_LOOKED_AT) if self.conversation else ()
        return next((turn for turn in reversed(turns) if turn.role is role), None)

    def _line(self, key: str) -> None:
        self.context.output.line(self.context.say(key))
