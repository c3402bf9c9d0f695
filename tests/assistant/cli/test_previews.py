"""The preview in the terminal, command by command and through a real pseudo-terminal; the rules of an endpoint."""

from __future__ import annotations

import asyncio
import io
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant.cli.context import Context
from assistant.cli.output import Output
from assistant.cli.previews import TerminalPreviews, struck_out
from assistant.endpoints import Message
from assistant.preview_step import Preview, PreviewStep, Replaced
from tests.assistant.cli.conftest import Run
from tests.assistant.cli.test_chat import terminal
from tests.assistant.servers import DONE, answering, event
from tests.e2e.desk import server_in_a_thread
from tests.fixtures import PASSPHRASE
from vault import Secret, open_vault
from vault.records import EndpointConfig

MESSAGES = (Message("system", "Rules.\n[1] note: “‹person 1› is 40”"), Message("user", "Call ‹person 1›."))
PREVIEW = Preview(
    "far", "https://x.invalid", "remote", "always", MESSAGES, (Replaced("PERSON", "‹person 1›", "Anna Berg"),), (),
    lambda messages: "|".join(message.content for message in messages).encode(),
)  # fmt: skip


def answered(*lines: str) -> tuple[tuple[Message, ...] | None, str]:
    """What the step was answered with after these lines were typed, and what was printed."""
    typed = iter(lines)
    out = io.StringIO()

    def read(prompt: str, begin: str) -> str:
        try:
            return next(typed)
        except StopIteration as error:
            raise EOFError from error

    async def scene() -> tuple[Message, ...] | None:
        step = PreviewStep(PREVIEW)
        context = Context(Namespace(), language="en", output=Output(out, out, is_json=False))
        TerminalPreviews(context, read).answer(step)
        return await step._answer

    return asyncio.run(scene()), out.getvalue()


def test_it_is_sent_as_shown() -> None:
    messages, printed = answered("s")
    assert messages == MESSAGES
    assert "\x1b[7m‹person 1›\x1b[0m" in printed
    assert "‹person 1› ← Anna Berg" in printed


@pytest.mark.parametrize("lines", [("c",), (), ("what", "c")])
def test_it_is_not_sent(lines: tuple[str, ...]) -> None:
    assert answered(*lines)[0] is None


def test_a_value_is_unmasked_a_line_struck_out_a_message_rewritten_and_the_bytes_shown() -> None:
    messages, printed = answered("u 1", "x is 40", "e 2", "Call Anna Berg today.", "b", "s")
    assert messages is not None
    assert [message.content for message in messages] == ["Rules.", "Call Anna Berg today."]
    assert "Rules.|Call Anna Berg today." in printed


def test_a_message_that_loses_all_its_lines_is_left_out() -> None:
    assert struck_out(MESSAGES, "Call") == MESSAGES[:1]
    assert struck_out(MESSAGES, "not in it") == MESSAGES


@pytest.fixture
def sent(folder: Path) -> Iterator[Callable[[], list[bytes]]]:
    """A vault whose default endpoint shows every request; gives what arrived there."""
    with server_in_a_thread(answering(event("Done."), DONE)) as server:
        with open_vault(folder, passphrase=Secret(PASSPHRASE)) as vault:
            vault.settings.set("extraction.model", False)
            vault.endpoints.put(
                EndpointConfig(
                    "far",
                    "openai",
                    server.origin,
                    "m",
                    "remote",
                    is_default=True,
                    options={"preview": "always"},
                )
            )
        yield lambda: [request.body for request in server.requests]


def test_chat_on_a_terminal_asks_before_it_sends(
    folder: Path, passphrase_file: Path, sent: Callable[[], list[bytes]]
) -> None:
    arguments = ("chat", "--vault", str(folder), "--passphrase-file", str(passphrase_file), "--lang", "en")
    with terminal(*arguments) as screen:
        screen.expect("> ")
        screen.type("Mail anna@example.com\n")
        screen.expect(r"\[s\]end")
        assert sent() == []
        screen.type("c\n")
        screen.expect("You did not send this request")
        screen.expect("> ")
        screen.type("Mail anna@example.com\n")
        screen.expect(r"\[s\]end")
        screen.type("s\n")
        screen.expect("Done")
        screen.expect("> ")
        screen.type("/quit\n")
    [body] = sent()
    assert b"anna@example.com" not in body


def test_without_a_terminal_nothing_is_sent_and_the_reply_says_why(
    here: Run, sent: Callable[[], list[bytes]]
) -> None:
    ran = here("ask", "Mail anna@example.com")
    assert sent() == []
    assert any("want the request shown" in note for note in ran.data["notes"])


def test_the_rules_of_an_endpoint_are_shown_and_changed(here: Run) -> None:
    here("endpoint", "add", "far", "--kind", "openai", "--url", "https://x.invalid/v1", "--model", "m")
    before = here("endpoint", "rules", "far").data
    assert before["rules"] == {
        "normal": "masked",
        "personal": "masked",
        "sensitive": "ask",
        "sealed": "never",
    }
    assert (before["changed"], before["preview"]) == ([], "sensitive")
    after = here("endpoint", "rules", "far", "--sensitive", "never", "--preview", "always").data
    assert (after["rules"]["sensitive"], after["changed"], after["preview"]) == (
        "never",
        ["sensitive"],
        "always",
    )
    assert here("endpoint", "rules", "far", "--sensitive", "usual").data["changed"] == []
    assert "stand-ins" in here("endpoint", "rules", "far", in_json=False).out
    assert here("endpoint", "rules", "nobody").data["error"] == "not_found"
