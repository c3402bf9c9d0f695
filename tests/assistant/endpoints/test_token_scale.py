"""The budget follows the tokens that a model's server really counted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import pytest

from assistant.budget import estimate_tokens
from assistant.endpoints.protocol import ChatRequest, Message
from assistant.endpoints.token_counter import TokenCounter
from assistant.endpoints.token_scale import TokenScale
from tests.assistant.endpoints.test_openai import collect, endpoint
from tests.assistant.endpoints.voices import sse
from tests.assistant.servers import DONE, Received, answering, event, serving

LONG = (Message("user", "many words and " * 200),)


def test_a_tokenizer_that_needs_fewer_gives_more_room_and_one_that_needs_more_less() -> None:
    estimate = estimate_tokens(LONG[0].content)
    scale = TokenScale()
    assert scale.room(8000) == 8000
    scale.learn(LONG, int(estimate * 0.7))
    assert 9500 < scale.room(8000) < 10_500
    scale.learn(LONG, int(estimate * 1.5))
    assert 4700 < scale.room(8000) < 5000
    scale.learn(LONG, int(estimate * 0.7))
    assert scale.room(8000) < 5700, "one good count does not undo a bad one"


def pieces_of(body: bytes, size: int) -> dict[str, object]:
    """What llama.cpp answers, with a tokenizer that cuts every `size` bytes."""
    raw = json.loads(body)["content"].encode()
    cut = [raw[at : at + size] for at in range(0, len(raw), size)]
    readable = [(part.decode() if part.isascii() else list(part)) for part in cut]
    return {"tokens": [{"id": number, "piece": piece} for number, piece in enumerate(readable)]}


def test_texts_are_counted_in_one_request_and_each_once() -> None:
    asked: list[dict[str, object]] = []

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        asked.append(request.json)
        answer = json.dumps(pieces_of(request.body, 4)).encode()
        head = f"HTTP/1.1 200 OK\r\nServer: llama.cpp\r\nContent-Length: {len(answer)}\r\n\r\n"
        writer.write(head.encode() + answer)

    async def scene() -> list[Mapping[str, int] | None]:
        async with serving(behave) as server:
            target = endpoint(server.origin)
            unknown = await target.count_tokens(["a"])
            target._counter.is_offered = True  # as its first answer would tell
            found = [await target.count_tokens(texts) for texts in (["one text", "汉字"], ["汉字", "more"])]
            return [unknown, *found]

    unknown, first, second = asyncio.run(scene())
    assert unknown is None
    assert first == {"one text": 3, "汉字": 2}
    assert second == {"汉字": 2, "more": 1}
    assert [one["content"] for one in asked] == ["one text\n\n汉字", "more"]


@pytest.mark.parametrize("answer", [b"", b"[]", b'{"tokens": [1, 2]}', b'{"tokens": [{"piece": "x"}]}'])
def test_a_server_that_counts_otherwise_is_not_asked_again(answer: bytes) -> None:
    counter = TokenCounter(is_offered=True)
    assert not counter.learn(["some text"], answer)
    assert not counter.is_offered


def test_what_makes_no_sense_teaches_nothing() -> None:
    scale = TokenScale()
    scale.learn((Message("user", "short"),), 400)
    scale.learn(LONG, 0)
    scale.learn(LONG, -5)
    assert scale.room(8000) == 8000
    scale.learn(LONG, 10**9)
    assert scale.room(8000) > 3000


def test_the_count_comes_with_the_reply() -> None:
    counted = int(estimate_tokens(LONG[0].content) * 1.4)

    async def scene() -> tuple[int, int]:
        usage = sse({"choices": [], "usage": {"prompt_tokens": counted, "completion_tokens": 1}})
        async with serving(answering(event("hello", finish="stop"), usage, DONE)) as server:
            target = endpoint(server.origin)
            before = target.context_tokens
            await collect(target, ChatRequest(LONG, "", "en"))
            return before, target.context_tokens

    before, after = asyncio.run(scene())
    assert after < before * 0.75
