"""The quirks of the design page "Endpoints and turns", each as often as there are protocols that can have it."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator

from tests.assistant.endpoints.quirk import Quirk
from tests.assistant.endpoints.voices import ANTHROPIC, OLLAMA, OPENAI, VOICES, Voice, sse
from tests.assistant.servers import Behaviour, HostileServer, Received, answering, event, head, refusing

JSON = "application/json"


def all_quirks() -> list[Quirk]:
    """Every quirk, in a fixed order."""
    made = [*_openai(), *_anthropic(), *_ollama()]
    for voice in VOICES:
        made += [*_addresses(voice), *_streams(voice), *_http(voice), *_statuses(voice), *_stops(voice)]
    return made


# where


def _addresses(voice: Voice) -> Iterator[Quirk]:
    forms = {
        OPENAI: ("{}/v1", "{}", "{}/v1/", "  {}/v1  ", "{}/v1/chat/completions", "{}//v1//"),
        ANTHROPIC: ("{}/v1", "{}", "{}/", " {}/v1 ", "{}/v1/messages", "{}//v1//"),
        OLLAMA: ("{}", "{}/", "{}/v1", " {}/api ", "{}/api/chat", "{}/v1/chat/completions"),
    }
    for form in forms[voice]:
        yield Quirk(
            f"address {form!r}", voice.kind, _only_at(voice), url=form,
            check=lambda server, path=voice.path: _wrong_paths(server, path),
        )  # fmt: skip


def _only_at(voice: Voice) -> Behaviour:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        good = request.path == voice.path
        await (answering(*voice.reply("你", "好")) if good else refusing("404 Not Found"))(request, writer)

    return behave


def _wrong_paths(server: HostileServer, path: str) -> str:
    paths = [request.path for request in server.requests]
    return "" if paths == [path] else f"asked at {paths}"


# streams of any protocol


def _streams(voice: Voice) -> Iterator[Quirk]:
    whole = b"".join(voice.reply("你", "好"))
    for name, parts in {
        "well formed": voice.reply("你", "好"),
        "one byte a packet": tuple(whole[i : i + 1] for i in range(len(whole))),
        "all in one packet": (whole,),
        "CRLF": tuple(part.replace(b"\n", b"\r\n") for part in voice.reply("你", "好")),
        "no last newline": (whole.rstrip(),),
        "byte order mark": (b"\xef\xbb\xbf" + whole,),
        "one whole object and no stream": (voice.whole("你好"),),
    }.items():
        yield Quirk(name, voice.kind, answering(*parts))
    yield Quirk("U+2028 and its kin inside JSON", voice.kind, answering(*voice.reply("a\u2028b\u2029c\u0085d")),
                answer="a\u2028b\u2029c\u0085d")  # fmt: skip
    yield Quirk("no mark of the end", voice.kind, answering(voice.begin(), voice.said("你好")),
                notes=("note.end_not_marked",))  # fmt: skip
    yield Quirk("thinking before the answer", voice.kind,
                answering(voice.begin(), voice.thought("hm"), *voice.reply("你好")[1:]))  # fmt: skip
    yield Quirk(
        "the whole answer as thinking",
        voice.kind,
        answering(voice.begin(), voice.thought("你好"), voice.end()),
    )
    yield Quirk(
        "think tags, a character a packet",
        voice.kind,
        answering(*voice.reply(*"<think>hm\n</think>\n\n你好")),
    )
    yield Quirk("only the closing think tag", voice.kind, answering(*voice.reply(*"hm</think>你好")))
    yield Quirk("half a character in each of two objects", voice.kind,
                answering(*(part.replace(b"@@", b"\\ud83d").replace(b"##", b"\\ude00")
                            for part in voice.reply("你好@@", "##"))), answer="你好😀")  # fmt: skip
    yield Quirk("cut by length", voice.kind, answering(voice.begin(), voice.said("你好"), voice.end("length")),
                notes=("note.cut_by_length",))  # fmt: skip
    yield Quirk("an error inside a good stream", voice.kind,
                answering(voice.begin(), voice.said("你好"), voice.failed("words of the server")),
                state="failed", error="endpoint_stream_failed", receipts=("failed",),
                notes=("note.partial_kept",))  # fmt: skip
    yield Quirk("overloaded in mid-stream", voice.kind,
                answering(voice.begin(), voice.said("你好"), voice.failed("Overloaded")),
                state="failed", error="endpoint_overloaded_midway", receipts=("failed",),
                notes=("note.partial_kept",))  # fmt: skip
    yield Quirk("an object that cannot be read", voice.kind,
                answering(voice.begin(), voice.said("你"), _broken(voice), voice.said("好"), voice.end()),
                notes=("note.events_dropped",))  # fmt: skip
    yield Quirk("an event of five megabytes", voice.kind,
                answering(voice.begin(), voice.said("你好"), voice.said("x" * 5_000_000)),
                state="failed", error="endpoint_unreadable", receipts=("failed",))  # fmt: skip
    yield Quirk("a stream without end", voice.kind, _endless(voice), state="failed", error="endpoint_unreadable",
                answer="你好" + "x" * 399_998, receipts=("failed",))  # fmt: skip
    yield Quirk("a bomb of brackets", voice.kind, answering(voice.begin(), _bomb(voice), *voice.reply("你好")[1:]),
                notes=("note.events_dropped",))  # fmt: skip


def _broken(voice: Voice) -> bytes:
    return b'{"message": {"con\n' if voice is OLLAMA else b'data: {"choices": [{"delta"\n\n'


def _bomb(voice: Voice) -> bytes:
    brackets = b"[" * 100_000
    return brackets + b"]" * 100_000 + b"\n" if voice is OLLAMA else b"data: " + brackets + b"\n\n"


def _endless(voice: Voice) -> Behaviour:
    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(head() + voice.begin() + voice.said("你好"))
        rest = 399_998
        while True:
            size = min(rest, 50_000) or 50_000
            rest -= min(rest, size)
            writer.write(voice.said("x" * size))
            await writer.drain()

    return behave


# what HTTP does to any protocol


def _http(voice: Voice) -> Iterator[Quirk]:
    whole = b"".join(voice.reply("你", "好"))
    yield Quirk("gzip", voice.kind,
                answering(gzip.compress(whole), before=head(extra=["Content-Encoding: gzip"])))  # fmt: skip
    yield Quirk("no charset and no type", voice.kind, answering(whole, before=head(kind="")))
    yield Quirk(
        "a wrong charset", voice.kind, answering(whole, before=head(kind="text/html; charset=latin-1"))
    )
    yield Quirk("HTTP/1.0", voice.kind, answering(whole, before=head(http="HTTP/1.0", kind="")))
    yield Quirk("the connection drops in mid-reply", voice.kind, _dropping(voice), state="failed",
                error="endpoint_dropped", notes=("note.partial_kept",), receipts=("failed",))  # fmt: skip
    yield Quirk("a web page", voice.kind, answering(b"<html>Sign in</html>", before=head(kind="text/html")), answer="",
                state="failed", error="endpoint_unreadable")  # fmt: skip
    yield Quirk("an empty answer", voice.kind, answering(before=head()), answer="", state="failed",
                error="endpoint_unreadable")  # fmt: skip
    yield Quirk("a redirect to another host", voice.kind,
                _saying(head("307 Elsewhere", extra=["Location: http://127.0.0.2:9/x"])), answer="",
                state="failed", error="send_refused", receipts=("failed",))  # fmt: skip
    yield Quirk("a redirect inside the host", voice.kind, _moved(voice), receipts=("ok", "ok"))
    yield Quirk("slow first token", voice.kind, _silent, answer="", state="failed", error="endpoint_first_token_late",
                receipts=("failed",), options={"first_token_timeout_s": "0.2"})  # fmt: skip
    yield Quirk("alive but without a token", voice.kind, _kept_alive(voice), answer="", state="failed",
                error="endpoint_first_token_late", receipts=("failed",),
                options={"first_token_timeout_s": "0.2"})  # fmt: skip
    yield Quirk("silent after a word", voice.kind, _word_then_silence(voice), state="failed",
                error="endpoint_silent", notes=("note.partial_kept",), receipts=("failed",),
                options={"idle_timeout_s": "0.2"})  # fmt: skip


def _saying(data: bytes) -> Behaviour:
    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(data)

    return behave


def _dropping(voice: Voice) -> Behaviour:
    part = voice.begin() + voice.said("你好")
    chunked = (
        head(extra=["Transfer-Encoding: chunked"]) + f"{len(part):x}\r\n".encode() + part + b"\r\nff\r\n"
    )
    return _saying(chunked)


def _moved(voice: Voice) -> Behaviour:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        there = request.path == "/moved"
        moved = _saying(head("308 Moved", extra=["Location: /moved"]))
        await (answering(*voice.reply("你好")) if there else moved)(request, writer)

    return behave


async def _silent(_: Received, writer: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


def _kept_alive(voice: Voice) -> Behaviour:
    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(head())
        while True:
            writer.write(b"\n" if voice is OLLAMA else b": keep-alive\n\n")
            await writer.drain()
            await asyncio.sleep(0.01)

    return behave


def _word_then_silence(voice: Voice) -> Behaviour:
    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(head() + voice.begin() + voice.said("你好"))
        await writer.drain()
        await asyncio.Event().wait()

    return behave


# statuses


def _failing(voice: Voice, status: str, code: str, text: str = "words of the server", *extra: str) -> Quirk:
    return Quirk(f"{status}: {text}", voice.kind, refusing(status, {"error": {"message": text}}, *extra), answer="",
                 state="failed", error=code, receipts=("failed",))  # fmt: skip


def _statuses(voice: Voice) -> Iterator[Quirk]:
    yield _failing(voice, "401 Unauthorized", "endpoint_unauthorized")
    yield _failing(voice, "403 Forbidden", "endpoint_forbidden")
    yield _failing(voice, "404 Not Found", "endpoint_model_missing", "model 'x' not found")
    yield _failing(voice, "402 Payment Required", "endpoint_out_of_credit")
    yield _failing(voice, "429 Too Many", "endpoint_out_of_credit", "insufficient_quota", "Retry-After: 1")
    yield _failing(voice, "429 Too Many", "endpoint_limited")
    yield _failing(voice, "429 Too Many", "endpoint_limited", "an hour", "Retry-After: 3600")
    yield _failing(voice, "500 Oops", "endpoint_broken")
    yield _failing(voice, "529 Overloaded", "endpoint_overloaded", "Overloaded")
    yield _failing(voice, "400 Bad Request", "endpoint_rejected")
    yield Quirk("429 with Retry-After", voice.kind,
                _first(refusing("429 Too Many", "", "Retry-After: 0.05"), answering(*voice.reply("你好"))),
                receipts=("failed", "ok"), waited=1)  # fmt: skip
    yield Quirk("503 with a date to retry after", voice.kind,
                _first(refusing("503 Busy", "", "Date: Mon, 30 Nov 2026 12:00:00 GMT",
                                "Retry-After: Mon, 30 Nov 2026 12:00:01 GMT"), answering(*voice.reply("你好"))),
                receipts=("failed", "ok"), waited=1)  # fmt: skip
    yield Quirk("too long for the context", voice.kind, _short_only(voice), notes=("note.context_shrunk",),
                history=tuple(f"{'长' * 600}{n}" for n in range(3)),
                receipts=("failed", "ok"))  # fmt: skip
    parameter = "options" if voice is OLLAMA else "temperature"
    if voice is not OLLAMA:
        yield Quirk("a parameter is refused", voice.kind, _without(voice, parameter), options={"temperature": "0.2"},
                    notes=("note.parameter_refused",), receipts=("failed", "ok"))  # fmt: skip
    yield Quirk("a slash and a colon in the model's id", voice.kind, answering(*voice.reply("你好")),
                model="org/name:7b-q4", check=lambda server: _wrong_model(server, "org/name:7b-q4"))  # fmt: skip


def _first(before: Behaviour, after: Behaviour) -> Behaviour:
    """The first request gets one answer, the others another."""
    seen: list[bytes] = []

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        seen.append(request.body)
        await (before if len(seen) == 1 else after)(request, writer)

    return behave


def _short_only(voice: Voice) -> Behaviour:
    return _first(
        refusing(
            "400 Bad Request", {"error": {"message": "prompt is too long: maximum context length 4096"}}
        ),
        answering(*voice.reply("你好")),
    )


def _without(voice: Voice, parameter: str) -> Behaviour:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        refused = {"error": {"message": f"{parameter}: Extra inputs are not permitted"}}
        good = parameter not in request.json
        await (answering(*voice.reply("你好")) if good else refusing("400 Bad Request", refused))(
            request, writer
        )

    return behave


def _wrong_model(server: HostileServer, model: str) -> str:
    sent = [request.json["model"] for request in server.requests]
    return "" if sent == [model] else f"asked for {sent}"


# stopping


def _stops(voice: Voice) -> Iterator[Quirk]:
    stages: dict[str, tuple[Behaviour, str]] = {
        "before an answer": (_silent, ""),
        "before the first token": (_kept_alive(voice), ""),
        "in mid-reply": (_word_then_silence(voice), "你好"),
        "while it waits to send again": (refusing("429 Too Many", "", "Retry-After: 30"), ""),
    }
    for stage, (behaviour, text) in stages.items():
        outcome = "failed" if stage.startswith("while") else "stopped"
        yield Quirk(f"stopped {stage}", voice.kind, behaviour, answer=text, state="stopped", notes=("note.stopped",),
                    receipts=(outcome,), stop_after=text, waited=int(stage.startswith("while")))  # fmt: skip


# one protocol each


def _openai() -> Iterator[Quirk]:
    good = OPENAI.reply("你", "好")
    odd: dict[str, tuple[bytes, ...]] = {
        "choices empty": (sse({"choices": []}), *good),
        "choices null": (sse({"choices": None}), *good),
        "choices missing": (sse({"id": "x"}), *good),
        "content null between": (event("你"), event(None), event("好"), OPENAI.end()),
        "content as a list of parts": (sse({"choices": [{"delta": {"content": [{"type": "text", "text": "你好"}]}}]}),
                                       OPENAI.end()),
        "answer in `reasoning`": (event(None, reasoning="你好"), OPENAI.end()),
        "answer in `reasoning_content`": (event(None, reasoning_content="你好"), OPENAI.end()),
        "answer in `thinking`": (event(None, thinking="你好"), OPENAI.end()),
        "keep-alive comments": (b": keep-alive\n\n", *good[:2], b":\n\n", *good[2:]),
        "keep-alive comments wrapped as data": (*good[:2], b"data: : still here\n\n", *good[2:]),
        "glued objects": (event("你").rstrip() + event("好")[6:], OPENAI.end()),
        "glued events": (event("你").rstrip() + event("好"), OPENAI.end()),
        "lost blank lines": tuple(part.replace(b"\n\n", b"\n") for part in good),
        "no space after data": tuple(part.replace(b"data: ", b"data:") for part in good),
        "no [DONE]": (event("你"), event("好", finish="stop")),
        "a usage chunk after the end": (event("你好"), event("", finish="stop"),
                                        sse({"choices": [], "usage": {"completion_tokens": 2}}), b"data: [DONE]\n\n"),
        "tool-call deltas without index": (sse({"choices": [{"delta": {"tool_calls": [{"id": "a"}]}}]}), *good),
        "a second choice": (event("你"), sse({"choices": [{"index": 1, "delta": {"content": "x"}}]}), event("好"),
                            OPENAI.end()),
        "text after [DONE]": (*good[:-1], good[-1] + event("x")),
        "JSON lines": (event("你")[6:].rstrip() + b"\n", event("好", finish="stop")[6:].rstrip() + b"\n"),
        "legacy text": (sse({"choices": [{"text": "你好"}]}), OPENAI.end()),
        "an event cut inside a string, without its blank line": (
            event("你").rstrip() + b'\ndata: {"choices":[{"delta":{"content":"x\n', event("好"), OPENAI.end()),
    }  # fmt: skip
    for name, parts in odd.items():
        yield Quirk(name, "openai", answering(*parts))
    yield Quirk("an error event of plain words", "openai",
                answering(event("你好"), b"event: error\ndata: upstream went away\n\n"), state="failed",
                error="endpoint_stream_failed", receipts=("failed",),
                notes=("note.partial_kept",))  # fmt: skip
    yield Quirk("content filter", "openai", answering(event("你好", finish="content_filter"), b"data: [DONE]\n\n"),
                notes=("note.content_filter",))  # fmt: skip
    yield Quirk("max_tokens has another name", "openai", _without(OPENAI, "max_tokens"),
                options={"max_tokens": "500"}, receipts=("failed", "ok"), check=_renamed)  # fmt: skip
    yield Quirk("two parameters are refused", "openai", _picky(), receipts=("failed", "failed", "ok"),
                options={"max_tokens": "500", "temperature": "0.2"})  # fmt: skip
    yield Quirk("a model that is loading", "openai",
                _first(refusing("503 Busy", {"error": {"message": "Loading model"}}, "Retry-After: 0.05"),
                       answering(*good)), receipts=("failed", "ok"), waited=1)  # fmt: skip
    yield Quirk("no version in the path", "openai", _only_at_root(good), receipts=("failed", "ok"))
    yield Quirk("an error as text and not as JSON", "openai", refusing("502 Bad Gateway", "<html>nginx</html>"),
                answer="", state="failed", error="endpoint_broken", receipts=("failed",))  # fmt: skip


def _renamed(server: HostileServer) -> str:
    return "" if server.requests[-1].json.get("max_completion_tokens") == 500 else "not renamed"


def _picky() -> Behaviour:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        named = next((n for n in ("max_tokens", "temperature") if n in request.json), "")
        refused = {"error": {"message": f"Unsupported parameter: '{named}'", "param": named}}
        await (refusing("400 Bad", refused) if named else answering(*OPENAI.reply("你好")))(request, writer)

    return behave


def _only_at_root(parts: tuple[bytes, ...]) -> Behaviour:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        good = request.path == "/chat/completions"
        await (answering(*parts) if good else refusing("404 Not Found"))(request, writer)

    return behave


def _anthropic() -> Iterator[Quirk]:
    start = ANTHROPIC.begin()
    yield Quirk("an event of an unknown type", "anthropic",
                answering(start, sse({"type": "x_new", "index": 0}), *ANTHROPIC.reply("你好")[1:]))  # fmt: skip
    yield Quirk("a thinking block, its signature, and a redacted one", "anthropic", answering(
        sse({"type": "message_start", "message": {}}),
        sse({"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": "h"}}),
        ANTHROPIC.thought("m"),
        sse({"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "x"}}),
        sse({"type": "content_block_start", "index": 1, "content_block": {"type": "redacted_thinking", "data": "x"}}),
        sse({"type": "content_block_start", "index": 2, "content_block": {"type": "text", "text": ""}}),
        ANTHROPIC.said("你好"), ANTHROPIC.end(),
    ))  # fmt: skip
    yield Quirk("a text block that begins with text", "anthropic", answering(
        sse({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "你"}}),
        ANTHROPIC.said("好"), ANTHROPIC.end(),
    ))  # fmt: skip
    yield Quirk("a refusal", "anthropic", answering(start, ANTHROPIC.said("你好"), ANTHROPIC.end("content_filter")),
                notes=("note.content_filter",))  # fmt: skip
    yield Quirk("the context window is full", "anthropic", answering(
        start, ANTHROPIC.said("你好"),
        sse({"type": "message_delta", "delta": {"stop_reason": "model_context_window_exceeded"}}),
        sse({"type": "message_stop"})), notes=("note.cut_by_length",))  # fmt: skip
    yield Quirk("overloaded_error before anything", "anthropic",
                answering(sse({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})),
                answer="", state="failed", error="endpoint_overloaded_midway", receipts=("failed",))  # fmt: skip
    yield Quirk("max_tokens above the model's", "anthropic", _at_most(4096), options={"max_tokens": "8192"},
                receipts=("failed", "ok"), notes=("note.parameter_refused",),
                check=lambda s: "" if s.requests[-1].json["max_tokens"] == 4096 else "not lowered")  # fmt: skip
    yield Quirk("the talk alternates, the system text stands apart, nothing is blank", "anthropic",
                answering(*ANTHROPIC.reply("你好")), history=("我住在挪威。", "我有两只猫。"),
                check=_alternates)  # fmt: skip


def _at_most(limit: int) -> Behaviour:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        asked = request.json["max_tokens"]
        text = f"max_tokens: {asked} > {limit}, which is the maximum allowed number of output tokens for model-4-5"
        refused = {"type": "error", "error": {"type": "invalid_request_error", "message": text}}
        good = isinstance(asked, int) and asked <= limit
        await (answering(*ANTHROPIC.reply("你好")) if good else refusing("400 Bad", refused))(request, writer)

    return behave


def _alternates(server: HostileServer) -> str:
    body = server.requests[-1].json
    talk = body["messages"]
    assert isinstance(talk, list)
    roles = [message["role"] for message in talk]
    texts = [block["text"] for message in talk for block in message["content"]]
    if roles != (["user", "assistant"] * len(roles))[: len(roles)] or len(roles) < 3:
        return f"roles {roles}"
    if any(not text or text != text.strip() for text in texts) or not isinstance(body.get("system"), str):
        return "a blank text, or no system text"
    headers = server.requests[-1].headers
    return "" if headers.get("x-api-key") and headers.get("anthropic-version") else "headers"


def _ollama() -> Iterator[Quirk]:
    good = OLLAMA.reply("你", "好")
    yield Quirk("a proxy wraps the lines as events", "ollama",
                answering(*(b"data: " + part + b"\n" for part in good)))  # fmt: skip
    yield Quirk("glued lines", "ollama", answering(b"".join(part.rstrip() for part in good)))
    yield Quirk("an object over several lines", "ollama",
                answering(json.dumps(json.loads(OLLAMA.said("你好")), indent=1).encode() + b"\n",
                          OLLAMA.end()))  # fmt: skip
    yield Quirk("blank lines between", "ollama", answering(*(b"\n" + part for part in good)))
    yield Quirk("an error at once in a 200", "ollama", answering(OLLAMA.failed("llama runner process has terminated")),
                answer="", state="failed", error="endpoint_stream_failed", receipts=("failed",))  # fmt: skip
    yield Quirk("the model does not think", "ollama", _thoughtless(), options={"think": "true"},
                receipts=("failed", "ok"), notes=("note.parameter_refused",))  # fmt: skip
    yield Quirk("the context is asked for", "ollama", answering(*good), options={"context_tokens": "16000"},
                check=_context_of(16000))  # fmt: skip
    yield Quirk("how long the model stays loaded", "ollama", answering(*good), options={"keep_alive": "10m"},
                check=lambda s: "" if s.requests[0].json["keep_alive"] == "10m" else "not sent")  # fmt: skip


def _thoughtless() -> Behaviour:
    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        refused = {"error": '"m" does not support thinking'}
        good = "think" not in request.json
        await (answering(*OLLAMA.reply("你好")) if good else refusing("400 Bad", refused))(request, writer)

    return behave


def _context_of(tokens: int) -> Callable[[HostileServer], str]:
    def check(server: HostileServer) -> str:
        options = server.requests[0].json["options"]
        assert isinstance(options, dict)
        return "" if options["num_ctx"] == tokens else f"{options}"

    return check
