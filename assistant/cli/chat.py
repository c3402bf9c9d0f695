"""A conversation in the terminal: lines in, streamed replies out, with badge, sources and the review of proposals.

Ctrl+C stops the reply that is streaming and keeps what came; at the prompt it only clears the line. Without a terminal
the same conversation runs on plain lines and nothing is asked.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing

from assistant.attachments import MAX_FILES, named_apart, read_files
from assistant.catalogue import error_texts
from assistant.cli import tool_commands, versions
from assistant.cli.ask_commands import after_reply
from assistant.cli.context import Context
from assistant.cli.output import plain
from assistant.cli.previews import TerminalPreviews
from assistant.cli.review import Review
from assistant.commands import parse
from assistant.errors import AttachmentRefused, AttachmentsTooMany
from assistant.events import (
    ConfirmationWanted,
    Event,
    ModelLoading,
    PreviewWanted,
    Proposed,
    Reply,
    Sending,
    TextDelta,
    TextReplaced,
    ToolUsed,
    Waiting,
)
from assistant.session import Session
from vault.attachments import AttachedText
from vault.errors import KeepsakeError
from vault.records import Memory

_WAITING = ("proposed", "queued")


class Chat:
    """One conversation. `locked` set from another thread ends it."""

    def __init__(self, context: Context, session: Session) -> None:
        self._context, self._session = context, session
        self._output = context.output
        self._review = Review(context, session)
        self._endpoint: str = context.options.endpoint
        self._conversation = ""
        self._shown = ""
        self._files: list[AttachedText] = []
        self._proposed: list[Memory] = []
        self.locked = threading.Event()

    def run(self) -> None:
        """Read and answer until the end of the input, /quit or a lock."""
        if self._output.is_terminal:
            import readline  # noqa: F401  start-up time: gives input() an editable line and a history in memory

            self._output.note(self._context.say("chat.welcome"))
        with asyncio.Runner() as runner:
            while not self.locked.is_set():
                try:
                    line = self._read()
                except KeyboardInterrupt:
                    self._output.note("" if self.locked.is_set() else self._context.say("chat.quit_hint"))
                    continue
                if line is None or not self._obey(line, runner):
                    break
        self._output.note(self._context.say("chat.locked" if self.locked.is_set() else "chat.bye"))

    def _read(self) -> str | None:
        """The next line, without its end; None at the end of the input."""
        if self._can_ask:
            try:
                return input(self._context.say("chat.prompt"))
            except EOFError:
                return None
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    def _obey(self, line: str, runner: asyncio.Runner) -> bool:
        """Carry out one line; False to leave."""
        text = line.strip()
        word, _, argument = text.partition(" ")
        if not text:
            return True
        if word in ("/quit", "/exit", "/q"):
            return False
        if word == "/help":
            self._output.line(self._context.say("chat.help"))
        elif word == "/new":
            self._conversation = ""
            self._context.options.conversation = argument.strip()
            self._output.line(self._context.say("chat.new"))
        elif word == "/endpoint":
            self._use_endpoint(argument.strip())
        elif word == "/review":
            self._review.all_waiting()
        elif word == "/version":
            self._versions().choose(argument.strip())
        elif word == "/attach":
            self._attach(argument.strip())
        elif word in versions.COMMANDS:
            events = self._versions().turn(word, argument.strip())
            if events is not None:
                self._answer(events, runner)
        elif text.startswith("/") and parse(text) is None:
            self._output.line(self._context.say("chat.unknown_command"))
        else:
            conversation = self._conversation_id()
            self._answer(
                self._session.ask(
                    text,
                    conversation,
                    endpoint=self._endpoint,
                    previews=self._can_ask,
                    confirms=self._can_ask,
                    attachments=self._take_files(),
                ),
                runner,
            )
        return True

    def _attach(self, path: str) -> None:
        """Put a file beside the next message; without a name, say which are there."""
        try:
            if path:
                files = [*self._files, *read_files([self._context.path(path)])]
                if len(files) > MAX_FILES:
                    raise AttachmentsTooMany
                files[-1] = named_apart(files[-1], [one.name for one in files[:-1]])
                self._files = files
        except AttachmentRefused as error:
            self._output.line(" ".join(error_texts(error, self._context.language)))
            return
        names = ", ".join(one.name for one in self._files) or "—"
        self._output.line(plain(self._context.say("chat.attached", names=names)))

    def _take_files(self) -> list[AttachedText]:
        taken, self._files = self._files, []
        return taken

    def _versions(self) -> versions.Versions:
        return versions.Versions(
            self._context, self._session, self._conversation, self._endpoint, previews=self._can_ask
        )

    def _use_endpoint(self, name: str) -> None:
        names = [config.name for config in self._session.vault.endpoints.list()]
        if name in names:
            self._endpoint = name
        self._output.line(
            self._context.say("chat.endpoints", names=", ".join(names), chosen=self._endpoint or "—")
        )

    def _answer(self, events: AsyncIterator[Event], runner: asyncio.Runner) -> None:
        self._shown, self._proposed = "", []
        try:
            runner.run(self._turn(events))
        except KeyboardInterrupt:
            # The turn was cancelled: its socket is closed and what had come is saved.
            self._output.line("")
            self._output.line(self._context.say("chat.stopped"))
        except KeepsakeError as error:
            message, kept, next_step = error_texts(error, self._context.language)
            self._output.line(f"{message} {kept} {next_step}")
        self._session.extraction.wake()
        if self._can_ask:
            self._review.these(self._proposed)

    async def _turn(self, events: AsyncIterator[Event]) -> None:
        async with aclosing(events):  # type: ignore[type-var]  # an async generator, declared as what it is used as
            async for event in events:
                self._show(event)

    def _conversation_id(self) -> str:
        """The conversation of this chat, made with its first message."""
        if not self._conversation:
            options = self._context.options
            if options.temporary:
                self._conversation = self._session.temporary_chat()
            else:
                self._conversation = self._session.conversation(options.conversation).id
        return self._conversation

    @property
    def _can_ask(self) -> bool:
        return self._output.is_terminal and sys.stdout.isatty()

    def _show(self, event: Event) -> None:
        if isinstance(event, TextDelta):
            self._write(event.text)
        elif isinstance(event, ConfirmationWanted):
            tool_commands.confirm(self._context, event.step)
        elif isinstance(event, ToolUsed):
            self._output.note(
                plain(self._context.say("tools.used", tool=event.call.name, state=event.call.state))
            )
        elif isinstance(event, PreviewWanted):
            TerminalPreviews(self._context).answer(event.step)
        elif isinstance(event, TextReplaced):
            self._replace(event.text)
        elif isinstance(event, ModelLoading):
            self._output.note(self._context.say("chat.loading", endpoint=event.endpoint))
        elif isinstance(event, Waiting):
            self._output.countdown(event.seconds, self._context.say("chat.waiting", seconds=event.seconds))
        elif isinstance(event, Sending):
            self._output.note(
                self._context.say(
                    "chat.sending",
                    endpoint=event.endpoint,
                    size=event.size_bytes,
                    replaced=len(event.replaced),
                    receipt=event.receipt_id,
                )
            )
        elif isinstance(event, Proposed):
            self._proposed = [
                outcome.memory
                for outcome in event.outcomes
                if outcome.action in _WAITING and outcome.memory is not None
            ]
        elif isinstance(event, Reply):
            self._output.line("" if self._shown else event.result.answer)
            self._output.line(plain("\n".join(after_reply(event.result, self._context))))

    def _write(self, text: str) -> None:
        self._shown += text
        self._output.out.write(plain(text))
        self._output.out.flush()

    def _replace(self, text: str) -> None:
        """What was printed cannot be taken back: print the rest where it only grew, else the checked text anew."""
        if text.startswith(self._shown):
            self._write(text[len(self._shown) :])
        elif text:
            self._output.line("")
            self._output.line(self._context.say("chat.checked"))
            self._shown = ""
            self._write(text)
