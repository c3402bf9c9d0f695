"""The OpenAI-compatible client against a server that does what real servers do wrong, over real sockets."""

from __future__ import annotations

import asyncio
import gzip
import json

import pytest

from assistant.egress import Gate
from assistant.endpoints.chat import ChatEndpoint
from assistant.endpoints.openai import OpenAIDialect
from assistant.endpoints.protocol import ChatRequest, Message, Piece
from assistant.errors import (
    ContextTooLong,
    EndpointBroken,
    EndpointDropped,
    EndpointError,
    EndpointForbidden,
    EndpointLimited,
    EndpointPathMissing,
    EndpointRejected,
    EndpointStreamFailed,
    EndpointTimedOut,
    EndpointUnauthorized,
    EndpointUnreachable,
    EndpointUnreadable,
    SendRefused,
)
from tests.assistant.receipt_log import MemoryReceipts
from tests.assistant.servers import (
    DONE,
    Behaviour,
    HostileServer,
    Received,
    answering,
    event,
    head,
    refusing,
    serving,
)
from vault.records import EndpointConfig

REQUEST = ChatRequest((Message("system", "rules"), Message("user", "你好")), "你好", "zh")


async def no_wait(_seconds: float) -> None:
    """A countdown that takes no time."""


def endpoint(url: str, receipts: MemoryReceipts | None = None, **options: str) -> ChatEndpoint:
    config = EndpointConfig("test", "openai", url, "some/model-1", "local", "key-canary-1", options)
    return ChatEndpoint(config, Gate(receipts or MemoryReceipts()), OpenAIDialect(), wait=no_wait)


async def collect(target: ChatEndpoint, request: ChatRequest = REQUEST) -> list[Piece]:
    return [piece async for piece in target.stream(request)]


def text_of(pieces: list[Piece]) -> str:
    text = ""
    for piece in pieces:
        text = "" if piece.kind == "reset" else text + piece.text if piece.kind == "text" else text
    return text


def run(behaviour: Behaviour, **options: str) -> tuple[list[Piece], HostileServer, MemoryReceipts]:
    async def scene() -> tuple[list[Piece], HostileServer, MemoryReceipts]:
        receipts = MemoryReceipts()
        async with serving(behaviour) as server:
            return await collect(endpoint(server.origin, receipts, **options)), server, receipts

    return asyncio.run(scene())


def failure(behaviour: Behaviour, kind: type[EndpointError], **options: str) -> EndpointError:
    with pytest.raises(kind) as caught:
        run(behaviour, **options)
    return caught.value


def notes(pieces: list[Piece]) -> list[str]:
    return [piece.text for piece in pieces if piece.kind == "note"]


HELLO = (event("你"), event("好"), event("", finish="stop"), DONE)


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "{}/",
        " {} ",
        "{}/v1",
        "{}/v1/",
        "{}/v1/chat/completions",
        "{}/v1/chat/completions/ ",
        "{}/v1/models",
        "\t{}//v1//",
    ],
)
def test_every_form_of_the_address_reaches_the_same_path(form: str) -> None:
    async def scene() -> list[str]:
        async with serving(answering(*HELLO)) as server:
            assert text_of(await collect(endpoint(form.format(server.origin)))) == "你好"
            return [request.path for request in server.requests]

    assert asyncio.run(scene()) == ["/v1/chat/completions"]


def test_a_server_without_v1_is_found_after_a_404() -> None:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        good = request.path == "/chat/completions"
        await (answering(*HELLO) if good else refusing("404 Not Found"))(request, writer)

    pieces, server, _ = run(behave)
    assert text_of(pieces) == "你好"
    assert [r.path for r in server.requests] == ["/v1/chat/completions", "/chat/completions"]


def split(data: bytes, size: int) -> list[bytes]:
    return [data[i : i + size] for i in range(0, len(data), size)]


ODD_STREAMS = {
    "choices empty, null and missing": [
        b'data: {"choices": []}\n\n',
        b'data: {"choices": null}\n\n',
        b'data: {"id": "x"}\n\n',
        *HELLO,
    ],
    "content null between": [event("你"), event(None), event("好"), DONE],
    "delta null": [b'data: {"choices":[{"delta":null}]}\n\n', *HELLO],
    "delta is a list of parts": [
        b'data: {"choices":[{"delta":{"content":[{"type":"text","text":"\xe4\xbd\xa0\xe5\xa5\xbd"}]}}]}\n\n',
        DONE,
    ],
    "comments": [b": keep-alive\n\n", event("你"), b":\n\n", b"data: : still here\n\n", event("好"), DONE],
    "no DONE": [event("你"), event("好", finish="stop")],
    "no last newline": [event("你"), event("好", finish="stop").rstrip()],
    "CRLF": [part.replace(b"\n", b"\r\n") for part in HELLO],
    "lost blank lines": [part.rstrip(b"\n") + b"\n" for part in HELLO],
    "glued events": [event("你").rstrip() + event("好")[6:], DONE],
    "glued with prefix": [event("你").rstrip() + event("好"), DONE],
    "no space after data": [part.replace(b"data: ", b"data:") for part in HELLO],
    "event and id lines": [b"event: message\nid: 1\nretry: 10\n" + part for part in HELLO],
    "one byte a packet": split(b"".join(HELLO), 1),
    "byte order mark": [b"\xef\xbb\xbf" + HELLO[0], *HELLO[1:]],
    "usage chunk at the end": [
        *HELLO[:3],
        b'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}\n\n',
        DONE,
    ],
    "text after DONE": [*HELLO, event("x")],
    "a second choice": [
        event("你"),
        b'data: {"choices":[{"index":1,"delta":{"content":"x"}}]}\n\n',
        event("好"),
        DONE,
    ],
    "whole JSON body": [
        json.dumps(
            {"choices": [{"message": {"content": "你好"}, "finish_reason": "stop"}]}, indent=1
        ).encode()
    ],
    "JSON lines": [part[6:].rstrip() + b"\n" for part in HELLO[:3]],
    "legacy text": [b'data: {"choices":[{"text":"\xe4\xbd\xa0\xe5\xa5\xbd"}]}\n\n', DONE],
    "tool call deltas without index": [
        b'data: {"choices":[{"delta":{"tool_calls":[{"id":"a"}]}}]}\n\n',
        *HELLO,
    ],
}


@pytest.mark.parametrize("name", ODD_STREAMS)
def test_a_stream_of_odd_form_gives_the_whole_text(name: str) -> None:
    pieces, _, receipts = run(answering(*ODD_STREAMS[name]))
    assert text_of(pieces) == "你好"
    assert receipts.last.outcome == "ok"


def test_line_separators_inside_json_do_not_cut_an_event() -> None:
    pieces, _, _ = run(answering(event("a\u2028b\u2029c\u0085d\x0be"), DONE))
    assert text_of(pieces) == "a\u2028b\u2029c\u0085d\x0be"


def test_an_unreadable_event_is_counted_and_the_rest_is_kept() -> None:
    pieces, _, _ = run(answering(event("你"), b'data: {"choices": [{"delta"\n\n', event("好"), DONE))
    assert text_of(pieces) == "你好"
    assert "note.events_dropped" in notes(pieces)


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content", "thinking"])
def test_an_answer_wholly_in_a_reasoning_field_is_still_an_answer(field: str) -> None:
    pieces, _, _ = run(answering(event(None, **{field: "你"}), event("", **{field: "好"}), DONE))
    assert text_of(pieces) == "你好"


def test_reasoning_before_an_answer_is_no_part_of_it() -> None:
    pieces, _, _ = run(answering(event(None, reasoning_content="hm"), *HELLO))
    assert text_of(pieces) == "你好"
    assert "".join(p.text for p in pieces if p.kind == "thinking") == "hm"


@pytest.mark.parametrize(
    "written",
    [
        "<think>hm\n</think>\n\n你好",
        "hm</think>你好",
        "<thinking>a</thinking>你好",
        "<think>a</think>你<think>b</think>好",
    ],
)
def test_think_tags_are_folded_away_one_character_a_packet(written: str) -> None:
    pieces, _, _ = run(answering(*(event(c) for c in written), DONE))
    assert text_of(pieces) == "你好"


def test_a_less_than_sign_that_begins_no_tag_is_shown() -> None:
    pieces, _, _ = run(answering(*(event(c) for c in "a <b and <th"), DONE))
    assert text_of(pieces) == "a <b and <th"


def test_gzip_and_http_1_0_are_read() -> None:
    body = gzip.compress(b"".join(HELLO))
    pieces, _, _ = run(answering(body, before=head(extra=["Content-Encoding: gzip"])))
    assert text_of(pieces) == "你好"
    pieces, _, _ = run(answering(*HELLO, before=head(http="HTTP/1.0", kind="")))
    assert text_of(pieces) == "你好"


def test_a_cut_by_length_is_noted() -> None:
    pieces, _, _ = run(answering(event("你", finish="length"), DONE))
    assert notes(pieces) == ["note.cut_by_length"]


def test_a_refused_parameter_is_left_out_once_and_remembered() -> None:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        if "temperature" in request.json:
            error = {"error": {"message": "Unsupported parameter: 'temperature'.", "param": "temperature"}}
            await refusing("400 Bad Request", error)(request, writer)
            return
        await answering(*HELLO)(request, writer)

    async def scene() -> list[bool]:
        async with serving(behave) as server:
            target = endpoint(server.origin, temperature="0.2")
            first = await collect(target)
            assert text_of(first) == "你好"
            assert notes(first) == ["note.parameter_refused"]
            assert notes(await collect(target)) == []
            return ["temperature" in r.json for r in server.requests]

    assert asyncio.run(scene()) == [True, False, False]


def test_max_tokens_is_renamed_where_it_is_refused() -> None:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        refused = "max_tokens" in request.json
        await (
            refusing("400 Bad Request", {"error": "max_tokens is not supported"})
            if refused
            else answering(*HELLO)
        )(request, writer)

    _, server, _ = run(behave, max_tokens="50")
    assert server.requests[-1].json["max_completion_tokens"] == 50


def test_a_second_refusal_is_an_error_and_no_loop() -> None:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        named = next((n for n in ("stream_options", "temperature") if n in request.json), "messages")
        await refusing("400 Bad Request", {"error": {"message": f"bad {named}"}})(request, writer)

    failure(behave, EndpointRejected, temperature="0.2")


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("401 Unauthorized", EndpointUnauthorized),
        ("403 Forbidden", EndpointForbidden),
        ("404 Not Found", EndpointPathMissing),
        ("429 Too Many", EndpointLimited),
        ("500 Oops", EndpointBroken),
        ("503 Busy", EndpointBroken),
        ("400 Bad", EndpointRejected),
    ],
)
def test_a_status_becomes_its_error(status: str, kind: type[EndpointError]) -> None:
    error = failure(refusing(status, {"error": {"message": "words of the server"}}, "Retry-After: 7"), kind)
    assert error.server_text == "words of the server"
    assert "words of the server" not in str(error)
    if kind is EndpointLimited:
        assert error.details["retry_after_s"] == 7


def test_a_request_too_long_is_told_apart() -> None:
    message = "This model's maximum context length is 4096 tokens."
    failure(refusing("400 Bad", {"error": {"message": message}}), ContextTooLong)


def test_an_error_inside_a_good_stream_is_an_error() -> None:
    error = failure(
        answering(event("你"), b'data: {"error": {"message": "overloaded"}}\n\n'), EndpointStreamFailed
    )
    assert error.server_text == "overloaded"


def test_a_connection_dropped_in_mid_reply_keeps_what_came() -> None:
    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        part = event("你")
        writer.write(
            head(extra=["Transfer-Encoding: chunked"]) + f"{len(part):x}\r\n".encode() + part + b"\r\nff\r\n"
        )

    async def scene() -> tuple[list[Piece], MemoryReceipts]:
        pieces: list[Piece] = []
        receipts = MemoryReceipts()

        async def read(origin: str) -> None:
            async for piece in endpoint(origin, receipts).stream(REQUEST):
                pieces.append(piece)

        async with serving(behave) as server:
            with pytest.raises(EndpointDropped):
                await read(server.origin)
        return pieces, receipts

    pieces, receipts = asyncio.run(scene())
    assert text_of(pieces) == "你"
    assert receipts.last.outcome == "failed"


def test_a_web_page_is_no_reply() -> None:
    failure(
        answering(b"<html><body>Sign in</body></html>", before=head(kind="text/html")), EndpointUnreadable
    )


async def _silent(_: Received, writer: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


async def _alive_but_silent(_: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(head())
    while True:
        writer.write(b": keep-alive\n\n")
        await writer.drain()
        await asyncio.sleep(0.02)


async def _one_word_then_silence(_: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(head() + event("你"))
    await writer.drain()
    await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("behaviour", "phase"),
    [(_silent, "first_token"), (_alive_but_silent, "first_token"), (_one_word_then_silence, "idle")],
)
def test_each_wait_has_a_limit_of_its_own(behaviour: Behaviour, phase: str) -> None:
    error = failure(behaviour, EndpointTimedOut, first_token_timeout_s="0.3", idle_timeout_s="0.3")
    assert error.details["phase"] == phase


@pytest.mark.parametrize("behaviour", [_silent, _alive_but_silent, _one_word_then_silence])
def test_stopping_closes_the_socket_within_a_second_at_any_stage(behaviour: Behaviour) -> None:
    async def scene() -> str:
        receipts = MemoryReceipts()
        async with serving(behaviour) as server:
            task = asyncio.create_task(collect(endpoint(server.origin, receipts)))
            while not server.requests:
                await asyncio.sleep(0.005)
            await asyncio.sleep(0.05)
            task.cancel()
            async with asyncio.timeout(1):
                await server.client_gone.wait()
            with pytest.raises(asyncio.CancelledError):
                await task
        return receipts.last.outcome

    assert asyncio.run(scene()) == "stopped"


def test_the_receipt_holds_exactly_the_bytes_received_and_not_the_key() -> None:
    pieces, server, receipts = run(answering(*HELLO))
    assert receipts.last.body == server.requests[0].body
    assert receipts.last.size_bytes == len(server.requests[0].body)
    assert server.requests[0].headers["authorization"] == "Bearer key-canary-1"
    assert b"key-canary-1" not in (receipts.last.body or b"")
    assert "key-canary-1" not in repr(receipts.last)
    assert receipts.last.received_bytes > 0
    assert [p.data["receipt"] for p in pieces if p.kind == "sent"] == [receipts.last.id]


def test_a_redirect_to_another_host_is_refused_and_one_inside_is_followed() -> None:
    async def scene() -> None:
        async with serving(answering(*HELLO)) as other:

            async def away(_: Received, writer: asyncio.StreamWriter) -> None:
                writer.write(head("307 Elsewhere", extra=[f"Location: {other.origin}/v1/chat/completions"]))

            receipts = MemoryReceipts()
            async with serving(away) as server:
                with pytest.raises(SendRefused):
                    await collect(endpoint(server.origin, receipts))
            assert other.requests == []

            async def inside(request: Received, writer: asyncio.StreamWriter) -> None:
                if request.path == "/moved":
                    await answering(*HELLO)(request, writer)
                else:
                    writer.write(head("308 Moved", extra=["Location: /moved"]))

            receipts = MemoryReceipts()
            async with serving(inside) as server:
                assert text_of(await collect(endpoint(server.origin, receipts))) == "你好"
            assert len(receipts.all) == 2

    asyncio.run(scene())


def test_nobody_listening_is_unreachable() -> None:
    async def scene() -> None:
        async with serving(answering()) as server:
            pass
        with pytest.raises(EndpointUnreachable):
            await collect(endpoint(server.origin))

    asyncio.run(scene())


def test_proxies_of_the_environment_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    pieces, _, _ = run(answering(*HELLO))
    assert text_of(pieces) == "你好"


def test_models_are_listed_and_the_test_reports_each_step() -> None:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        if request.path.endswith("/models"):
            body = json.dumps({"data": [{"id": "b/model"}, {"id": "models/a"}]}).encode()
            writer.write(head(kind="application/json") + body)
            return
        await answering(*HELLO)(request, writer)

    async def scene() -> None:
        async with serving(behave) as server:
            target = endpoint(server.origin)
            assert await target.models() == ["a", "b/model"]
            steps = [step async for step in target.test()]
            assert [(s.name, s.is_ok) for s in steps] == [
                (n, True) for n in ("name", "tls", "key", "models", "chat", "stream")
            ]

    asyncio.run(scene())


def test_a_server_without_a_model_list_still_passes_the_chat_steps() -> None:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        await (refusing("404 Not Found") if request.path.endswith("/models") else answering(*HELLO))(
            request, writer
        )

    async def scene() -> list[tuple[str, bool]]:
        async with serving(behave) as server:
            return [(s.name, s.is_ok) async for s in endpoint(server.origin).test()]

    assert asyncio.run(scene()) == [
        ("name", True),
        ("tls", True),
        ("key", True),
        ("models", False),
        ("chat", True),
        ("stream", True),
    ]
