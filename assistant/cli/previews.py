"""The preview of a request in the terminal: what would leave, stand-ins shown reversed, with edits before it is sent.

Nothing is written to a file and no editor is started: what is edited stays in this process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from assistant.cli.context import Context
from assistant.cli.output import plain
from assistant.endpoints.protocol import Message
from assistant.preview_step import Preview, PreviewStep, unmasked

_REVERSED, _NORMAL = "\x1b[7m", "\x1b[0m"


class TerminalPreviews:
    """Asks about previews on standard input. `read` takes a prompt and a text to begin with, and gives the line."""

    def __init__(self, context: Context, read: Callable[[str, str], str] | None = None) -> None:
        self._context, self._output = context, context.output
        self._read = read if read is not None else _read_line

    def answer(self, step: PreviewStep) -> None:
        """Show the request and obey until it is sent or not; the end of the input and Ctrl+C send nothing."""
        try:
            messages = self._ask(step.preview)
        except (EOFError, KeyboardInterrupt):
            self._output.line("")
            messages = None
        if messages is None:
            step.cancel()
        else:
            step.send(messages)

    def _ask(self, preview: Preview) -> tuple[Message, ...] | None:
        messages, say = preview.messages, self._context.say
        self._show(preview, messages)
        while True:
            word, _, argument = self._read(say("preview.question"), "").strip().partition(" ")
            number = int(argument) if argument.strip().isdecimal() else 0
            if word in say("preview.send").split():
                return messages
            if word in say("preview.cancel").split():
                return None
            if word in say("preview.bytes").split():
                self._output.line(plain(preview.wire(messages).decode("utf-8", "replace")))
            elif word in say("preview.unmask").split() and 0 < number <= len(preview.replaced):
                messages = unmasked(messages, preview.replaced[number - 1])
                self._show(preview, messages)
            elif word in say("preview.edit").split() and 0 < number <= len(messages):
                messages = self._edited(messages, number - 1)
                self._show(preview, messages)
            elif word in say("preview.strike").split() and argument.strip():
                messages = struck_out(messages, argument.strip())
                self._show(preview, messages)
            else:
                self._output.line(say("preview.help"))

    def _edited(self, messages: tuple[Message, ...], place: int) -> tuple[Message, ...]:
        """One message written anew, line by line, each beginning with what it was; an emptied line is left out."""
        lines = []
        for line in messages[place].content.split("\n"):
            written = self._read("| ", line)
            if written.strip() or not line.strip():
                lines.append(written)
        changed = replace(messages[place], content="\n".join(lines))
        return (*messages[:place], changed, *messages[place + 1 :])

    def _show(self, preview: Preview, messages: tuple[Message, ...]) -> None:
        say, output = self._context.say, self._output
        reason = say(f"preview.reason_{preview.reason}")
        size = len(preview.wire(messages))
        output.line(
            plain(say("preview.head", endpoint=preview.endpoint, url=preview.url, size=size, reason=reason))
        )
        text = "\n".join(message.content for message in messages)
        for number, message in enumerate(messages, 1):
            output.line(f"[{number}] {message.role}")
            output.line(self._highlighted(preview, plain(message.content)))
        for number, replaced in enumerate(preview.replaced, 1):
            if replaced.token in text:
                output.line(plain(f"  {number}. {replaced.token} ← {replaced.value}"))

    def _highlighted(self, preview: Preview, text: str) -> str:
        for replaced in preview.replaced:
            text = text.replace(replaced.token, f"{_REVERSED}{replaced.token}{_NORMAL}")
        return text


def struck_out(messages: tuple[Message, ...], text: str) -> tuple[Message, ...]:
    """The messages without the lines that hold `text`; a message that loses all of them is left out whole."""
    kept = []
    for message in messages:
        lines = message.content.split("\n")
        rest = [line for line in lines if text not in line]
        if len(rest) == len(lines):
            kept.append(message)
        elif any(line.strip() for line in rest):
            kept.append(replace(message, content="\n".join(rest)))
    return tuple(kept)


def _read_line(prompt: str, begin: str) -> str:
    """A line of standard input that begins with a text, where the terminal's line editing can do that."""
    try:
        import readline  # start-up time: only a terminal needs it
    except ImportError:
        return input(prompt)
    readline.set_startup_hook((lambda: readline.insert_text(begin)) if begin else None)
    try:
        return input(prompt)
    finally:
        readline.set_startup_hook(None)
