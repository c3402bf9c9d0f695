"""`keepsake endpoint …`: what can be set, what is refused, and the one for background work."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.session import Session
from tests.assistant.cli.conftest import Run


def test_every_option_of_an_endpoint_is_kept(here: Run, tmp_path: Path) -> None:
    headers = tmp_path / "headers"
    headers.write_text("X-Team: blue\n\nX-Secret: header-canary\n")
    added = here(
        "endpoint", "add", "far", "--kind", "anthropic", "--url", "https://llm.example", "--model", "m",
        "--header-file", str(headers), "--proxy", "http://proxy.example:3128", "--ca-file", str(tmp_path / "ca.pem"),
        "--connect-timeout", "5", "--first-word-timeout", "60.5", "--idle-timeout", "30", "--context-tokens", "9000",
        "--max-tokens", "700", "--temperature", "0.3", "--background",
    )  # fmt: skip
    assert added.code == 0
    assert added.data["background"] is True
    assert "header-canary" not in str(added.data)
    found = here("settings", "get", "endpoint.background")
    assert found.data["settings"] == {"endpoint.background": "far"}
    assert here("endpoint", "background").data == {"background": ""}
    assert here("endpoint", "background", "far").data == {"background": "far"}
    assert here("endpoint", "background", "nowhere").code == 1


@pytest.mark.parametrize(
    ("option", "value"),
    [("--max-tokens", "many"), ("--idle-timeout", "-1"), ("--temperature", "9"), ("--context-tokens", "0")],
)
def test_a_value_that_makes_no_sense_is_refused(here: Run, option: str, value: str) -> None:
    refused = here("endpoint", "add", "x", "--kind", "ollama", "--url", "http://x", f"{option}={value}")
    assert refused.data["error"] == "value_refused"


def test_a_file_of_headers_that_are_none_is_refused(here: Run, tmp_path: Path) -> None:
    (tmp_path / "headers").write_text("no header\n")
    refused = here(
        "endpoint", "add", "x", "--kind", "openai", "--url", "http://x", "--header-file", str(tmp_path / "headers")
    )  # fmt: skip
    assert refused.data["error"] == "value_refused"


def test_a_model_file_is_kept_by_its_whole_path_and_is_local(here: Run, tmp_path: Path) -> None:
    added = here("endpoint", "add", "file", "--kind", "gguf", "--url", "some.gguf")
    assert added.data["url"] == str((Path.cwd() / "some.gguf").absolute())
    assert added.data["trust"] == "local"
    tested = here("endpoint", "test", "file")
    assert tested.code == 1
    assert tested.data["steps"][0]["error"] in ("endpoint_file_missing", "endpoint_extra_missing")


def test_discovery_lists_what_answers(here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(_session: Session) -> list[object]:
        return []

    monkeypatch.setattr(Session, "discover_endpoints", nobody)
    assert here("endpoint", "discover").data == {"items": []}
