"""Where one interface of a server refuses or lists nothing, the connection test tries its other one."""

from __future__ import annotations

import asyncio
import json

import pytest

from assistant.endpoints import TestStep
from assistant.session import Session
from tests.assistant.servers import Received, head, refusing, serving
from vault.records import EndpointConfig

TAGS = json.dumps({"models": [{"name": "llama3:8b"}, {"name": "qwen2:7b"}]}).encode()
LIST = json.dumps({"object": "list", "data": [{"id": "served"}]}).encode()


def steps(
    session: Session, kind: str, paths: dict[str, bytes], path: str = ""
) -> tuple[list[TestStep], list[str]]:
    """The steps of a test against a server that answers these paths and refuses all others with 403."""
    asked: list[str] = []

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        asked.append(request.path)
        body = paths.get(request.path)
        if body is None:
            await refusing("403 Forbidden", "not here")(request, writer)
        else:
            writer.write(head(kind="application/json") + body)

    async def scene() -> list[TestStep]:
        async with serving(behave) as server:
            config = EndpointConfig("x", kind, server.origin + path, "llama3:8b", "local")
            return [step async for step in session.test_endpoint(config)]

    return asyncio.run(scene()), asked


def test_a_compatible_path_that_refuses_is_said_and_the_native_one_is_found(session: Session) -> None:
    found, asked = steps(session, "openai", {"/api/tags": TAGS}, "/v1")
    failed = next(step for step in found if not step.is_ok)
    assert failed.error is not None
    assert failed.error.code == "endpoint_forbidden"
    last = found[-1]
    assert (last.name, last.is_ok, last.detail) == ("other", True, "ollama: llama3:8b, qwen2:7b")
    assert "/api/tags" in asked
    assert {receipt.url.rpartition("/")[2] for receipt in session.vault.receipts.list()} >= {"tags", "models"}


def test_a_list_without_models_is_worth_another_try(session: Session) -> None:
    empty = json.dumps({"data": []}).encode()
    found, _ = steps(session, "openai", {"/v1/models": empty, "/api/tags": TAGS}, "/v1")
    assert found[-1].name == "other"
    assert found[-1].is_ok


def test_a_native_path_that_refuses_falls_to_the_compatible_one(session: Session) -> None:
    found, _ = steps(session, "ollama", {"/v1/models": LIST}, "/api")
    assert (found[-1].name, found[-1].is_ok, found[-1].detail) == ("other", True, "openai: served")


@pytest.mark.parametrize("kind", ["openai", "ollama"])
def test_where_neither_works_both_failures_are_told(session: Session, kind: str) -> None:
    found, _ = steps(session, kind, {})
    assert not found[-1].is_ok
    assert not found[-1].is_needed
    assert found[-1].error is not None


def test_a_server_that_is_not_there_is_not_asked_twice(session: Session) -> None:
    async def scene() -> list[TestStep]:
        config = EndpointConfig("x", "openai", "http://127.0.0.1:9/v1", "m", "local")
        return [step async for step in session.test_endpoint(config)]

    assert [step.name for step in asyncio.run(scene())] == ["name", "tls"]
