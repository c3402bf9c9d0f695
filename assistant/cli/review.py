"""The review of proposals in the terminal: keep, refuse, change first, or leave for later."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.catalogue import error_texts
from assistant.cli import memory_data
from assistant.cli.context import Context
from assistant.cli.output import plain
from assistant.session import Session
from vault.errors import KeepsakeError
from vault.records import Memory, State


class Review:
    """Asks about proposals, one at a time, on standard input."""

    def __init__(self, context: Context, session: Session) -> None:
        self._context, self._memories = context, session.vault.memories

    def all_waiting(self) -> None:
        """Ask about everything that waits, the oldest first."""
        waiting = self._memories.list(State.PROPOSED)[::-1]
        if not waiting:
            self._context.output.line(self._context.say("review.none"))
        self.these(waiting)

    def these(self, memories: Sequence[Memory]) -> None:
        """Ask about these; stops at the end of the input or at Ctrl+C, and what is left goes on waiting."""
        for memory in memories:
            try:
                self._one(memory)
            except KeyboardInterrupt:
                self._context.output.line("")
                return
            except EOFError:
                return
            except KeepsakeError as error:
                message, _, next_step = error_texts(error, self._context.language)
                self._context.output.line(f"{message} {next_step}")

    def _one(self, memory: Memory) -> None:
        say, output = self._context.say, self._context.output
        quote = memory_data.shown(memory, memory.evidence[0].quote) if memory.evidence else ""
        output.line(plain(say("review.proposal", claim=memory_data.shown(memory, memory.claim), quote=quote)))
        answer = input(say("review.question")).strip().lower()
        if answer in say("review.keep").split():
            self._memories.approve(memory.id)
            output.line(say("review.kept"))
        elif answer in say("review.refuse").split():
            self._memories.reject(memory.id)
            output.line(say("review.refused"))
        elif answer in say("review.edit").split():
            claim = input(say("review.sentence")).strip()
            if claim:
                self._memories.edit(memory.id, claim=claim)
                self._memories.approve(memory.id)
                output.line(say("review.kept"))
        else:
            output.line(say("review.later"))
