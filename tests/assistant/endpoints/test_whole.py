"""Background work: the endpoint it goes to, and a reply read to its end."""

from __future__ import annotations

import asyncio

import pytest

from assistant.endpoints import ChatRequest, Message, whole_reply
from assistant.errors import EndpointStreamFailed
from assistant.session import Session
from tests.assistant.servers import (
    DONE,
    Behaviour,
    HostileServer,
    Received,
    answering,
    event,
    refusing,
    serving,
)
from vault.records import EndpointConfig

SCHEMA = {"type": "object", "properties": {"claims": {"type": "array"}}, "required": ["claims"]}
REQUEST = ChatRequest(
    (Message("user", "x"),),
    "",
    "en",
    purpose="extraction",
    schema=SCHEMA,
    max_tokens=77,
    assumed_trust="local",
)


def asked(session: Session, behaviour: Behaviour, times: int = 1) -> tuple[list[str], HostileServer]:
    async def scene() -> tuple[list[str], HostileServer]:
        async with serving(behaviour) as server:
            session.vault.endpoints.put(EndpointConfig("near", "openai", server.origin, "m", "local"))
            session.vault.endpoints.set_background("near")
            endpoint = session.background_endpoint()
            assert endpoint is not None
            return [await whole_reply(endpoint, REQUEST) for _ in range(times)], server

    return asyncio.run(scene())


def test_background_work_goes_to_the_chosen_endpoint_alone(session: Session) -> None:
    session.vault.endpoints.put(EndpointConfig("other", "openai", "http://127.0.0.1:9", "m", is_default=True))
    assert session.background_endpoint() is None
    texts, server = asked(session, answering(event("hm</think>{}"), event(" "), DONE))
    assert texts == ["{}"]
    sent = server.requests[0].json
    assert sent["max_tokens"] == 77
    assert sent["response_format"]["json_schema"]["schema"] == SCHEMA  # type: ignore[index]
    assert [receipt.purpose for receipt in session.vault.receipts.list()] == ["extraction"]


def test_an_address_that_cannot_be_used_means_no_background_work(session: Session) -> None:
    session.vault.endpoints.put(EndpointConfig("odd", "openai", "ftp://x", "m"))
    session.vault.endpoints.set_background("odd")
    assert session.background_endpoint() is None


def test_a_server_that_takes_no_schema_is_asked_once_more_without_and_remembered(session: Session) -> None:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        refused = {"error": {"message": "Unknown parameter: response_format"}}
        good = "response_format" not in request.json
        await (answering(event("{}"), DONE) if good else refusing("400 Bad", refused))(request, writer)

    texts, server = asked(session, behave, times=2)
    assert texts == ["{}", "{}"]
    assert ["response_format" in r.json for r in server.requests] == [True, False, False]


def test_half_a_reply_is_no_reply(session: Session) -> None:
    with pytest.raises(EndpointStreamFailed):
        asked(session, answering(event("{"), b'data: {"error": "overloaded"}\n\n'))
