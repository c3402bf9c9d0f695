"""The budget follows the tokens that a model's server really counted."""

from __future__ import annotations

import asyncio

from assistant.budget import estimate_tokens
from assistant.endpoints.protocol import ChatRequest, Message
from assistant.endpoints.token_scale import TokenScale
from tests.assistant.endpoints.test_openai import collect, endpoint
from tests.assistant.endpoints.voices import sse
from tests.assistant.servers import DONE, answering, event, serving

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
