"""Tool calls as servers stream them: with and without index, whole, cut, repeated; and a model that takes no tools."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.endpoints.protocol import ChatRequest, Message, Piece, ToolCall, ToolSpec
from assistant.endpoints.tool_deltas import ToolCallReader
from assistant.errors import ToolsRefused
from tests.assistant.endpoints.test_openai import REQUEST, collect, endpoint, text_of
from tests.assistant.servers import DONE, Behaviour, HostileServer, answering, event, refusing, serving

TOOL = ToolSpec("add", "Adds.", {"type": "object", "properties": {"a": {"type": "number"}}})
OFFER = replace(REQUEST, tools=(TOOL,))


def read(*deltas: list[dict[str, object]]) -> list[tuple[str, str, str]]:
    reader = ToolCallReader()
    for calls in deltas:
        reader.feed({"tool_calls": calls})
    return [(call.id, call.name, call.arguments) for call in reader.calls()]


def piece(arguments: str = "", **fields: object) -> dict[str, object]:
    name = fields.pop("name", None)
    return {**fields, "function": {"arguments": arguments, **({"name": name} if name else {})}}


def test_pieces_with_an_index_are_joined_call_by_call() -> None:
    assert read(
        [piece(index=0, id="x", name="add")],
        [piece('{"a":', index=0), piece(index=1, id="y", name="sub")],
        [piece("{}", index=1), piece(" 1}", index=0)],
    ) == [("x", "add", '{"a": 1}'), ("y", "sub", "{}")]


def test_pieces_without_an_index_belong_to_the_last_call() -> None:
    assert read(
        [piece(id="x", name="add")], [piece('{"a"')], [piece(": 1}")], [piece('{"b": 2}', id="y", name="add")]
    ) == [("x", "add", '{"a": 1}'), ("y", "add", '{"b": 2}')]
    assert read([piece('{"a": 1}', name="add")], [piece('{"a": 2}', name="add")]) == [
        ("", "add", '{"a": 1}'),
        ("", "add", '{"a": 2}'),
    ]


def test_every_call_at_index_0_and_a_name_that_is_repeated() -> None:
    assert read(
        [piece(index=0, id="x", name="add")],
        [piece("{}", index=0, id="x", name="add")],
        [piece("{}", index=0, id="y", name="add")],
    ) == [("x", "add", "{}"), ("y", "add", "{}")]


def test_whole_calls_objects_and_the_older_field() -> None:
    assert read([{"id": "x", "function": {"name": "add", "arguments": {"a": "一"}}}]) == [
        ("x", "add", '{"a": "一"}')
    ]
    reader = ToolCallReader()
    reader.feed({"function_call": {"name": "add"}})
    reader.feed({"function_call": {"arguments": "{}"}})
    assert reader.calls() == (ToolCall("", "add", "{}"),)


def test_a_piece_that_belongs_nowhere_is_counted() -> None:
    reader = ToolCallReader()
    reader.feed({"tool_calls": [piece('{"a": 1}'), None, {"index": 0, "function": "add"}]})
    assert reader.calls() == ()
    assert reader.dropped == 2


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["index", "id", "function", "name", "arguments", "x"]), inner, max_size=5
        )
    ),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(st.sampled_from(["tool_calls", "function_call"]), _ANY), max_size=6))
def test_whatever_comes_every_call_has_a_name(deltas: list[dict[str, object]]) -> None:
    reader = ToolCallReader()
    for delta in deltas:
        reader.feed(delta)
    assert all(call.name and isinstance(call.arguments, str) for call in reader.calls())


def offered(behaviour: Behaviour, request: ChatRequest = OFFER) -> tuple[list[Piece], HostileServer]:
    async def scene() -> tuple[list[Piece], HostileServer]:
        async with serving(behaviour) as server:
            return await collect(endpoint(server.origin), request), server

    return asyncio.run(scene())


def test_calls_come_whole_after_the_text_and_the_offer_stands_in_the_request() -> None:
    calls = [piece('{"a": 1}', index=0, id="x", name="add")]
    parts = (event("Let me see."), event(None, tool_calls=calls), event(None, finish="tool_calls"), DONE)
    pieces, server = offered(answering(*parts))
    assert text_of(pieces) == "Let me see."
    assert [one.call for one in pieces if one.kind == "tool_call"] == [ToolCall("x", "add", '{"a": 1}')]
    sent = server.requests[0].json["tools"]
    assert isinstance(sent, list)
    assert sent[0]["function"]["name"] == "add"


def test_calls_and_results_are_sent_back_as_the_protocol_writes_them() -> None:
    call = ToolCall("x", "add", '{"a": 1}')
    talk = (*REQUEST.messages, Message("assistant", "", (call,)), Message("tool", "", tool_call_id="x"))
    _, server = offered(answering(event("2"), DONE), replace(OFFER, messages=talk))
    sent = server.requests[0].json["messages"]
    assert isinstance(sent, list)
    assert json.loads(sent[2]["tool_calls"][0]["function"]["arguments"]) == {"a": 1}
    assert sent[3] == {"role": "tool", "content": "", "tool_call_id": "x"}


def test_a_model_without_tools_is_asked_once() -> None:
    async def scene() -> HostileServer:
        async with serving(refusing("400 Bad Request", "some/model-1 does not support tools")) as server:
            target = endpoint(server.origin)
            for _ in range(2):
                with pytest.raises(ToolsRefused):
                    await collect(target, OFFER)
            return server

    assert len(asyncio.run(scene()).requests) == 1
