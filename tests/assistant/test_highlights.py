"""What becomes of the words of a message, told while it is written; and the exception that one message makes."""

from __future__ import annotations

import asyncio

from assistant.highlights import CUT, REPLACED, find
from assistant.session import Session
from tests.assistant.servers import DONE, answering, event, serving
from vault.privacy import KnownNames
from vault.records import EndpointConfig

REMOTE = EndpointConfig("far", "openai", "https://x.invalid", "m", "remote")
LOCAL = EndpointConfig("near", "openai", "http://127.0.0.1:1", "m", "local")
TEXT = "My password is Tr0ub4dor&3, mail anna@example.com or ask Zelda Quill."
KNOWN = KnownNames(persons=("Zelda Quill", "Zelda", "Quill"))


def told(config: EndpointConfig, *exceptions: str) -> dict[str, str]:
    found = find(TEXT, config, known=KNOWN, exceptions=exceptions)
    return {TEXT[one.start : one.end]: one.fate for one in found}


def test_secrets_are_cut_and_the_rest_is_replaced_for_another_machine() -> None:
    assert told(REMOTE) == {"Tr0ub4dor&3": CUT, "anna@example.com": REPLACED, "Zelda Quill": REPLACED}


def test_for_this_machine_only_what_is_never_stored_is_told() -> None:
    assert told(LOCAL) == {"Tr0ub4dor&3": CUT}


def test_an_exception_lets_a_value_and_its_parts_pass_but_no_secret() -> None:
    assert told(REMOTE, "Zelda Quill", "Tr0ub4dor&3") == {"Tr0ub4dor&3": CUT, "anna@example.com": REPLACED}


def test_an_exception_holds_for_one_message_also_where_the_value_was_replaced_before(
    session: Session,
) -> None:
    async def scene() -> list[bytes]:
        async with serving(answering(event("Done."), DONE)) as server:
            session.vault.endpoints.put(EndpointConfig("far", "openai", server.origin, "m", "remote"))
            conversation = session.conversation().id
            for exceptions in ((), ("anna@example.com",), ()):
                asked = session.ask(
                    "Write to anna@example.com", conversation, endpoint="far", exceptions=exceptions
                )
                async for _ in asked:
                    pass
            return [request.body for request in server.requests]

    before, during, after = asyncio.run(scene())
    assert b"anna@example.com" not in before
    assert b"anna@example.com" in during
    assert b"anna@example.com" not in after
