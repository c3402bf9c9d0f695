"""The two commands that need no vault."""

from __future__ import annotations

import socket

import pytest

from assistant.cli import main, self_test
from tests.assistant.cli.conftest import Run

TEXT = "Mail anna@example.com, id 11010519491231002X. 密码是 Tr0ub4dor&3。\n"


def test_scrub_masks_what_stdin_brings(program: Run) -> None:
    ran = program(["scrub", "--json"], stdin=TEXT)
    assert ran.code == 0
    assert not {"anna@", "1949", "Tr0ub4dor"} & {
        part for part in ("anna@", "1949", "Tr0ub4dor") if part in ran.data["text"]
    }
    assert {"EMAIL", "CN_ID", "PASSWORD"} <= {span["type"] for span in ran.data["spans"]}
    [mail] = [span for span in ran.data["spans"] if span["type"] == "EMAIL"]
    assert TEXT[mail["start"] : mail["end"]] == "anna@example.com"
    assert program(["scrub"], stdin=TEXT).out == ran.data["text"]


def test_scrub_by_pseudonyms_prints_the_map_that_restores(program: Run) -> None:
    found = program(["scrub", "--mode", "pseudonym", "--json"], stdin=TEXT).data
    restored = found["text"]
    for token, value in found["map"].items():
        restored = restored.replace(token, value)
    assert restored == TEXT
    assert "anna@example.com" not in found["text"]


def test_the_self_test_passes_on_this_machine(models_dir: object, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["self-test", "--lang", "en"])
    printed = capsys.readouterr().out
    assert code == 0, printed
    for name in ("crypto", "database", "models", "embed", "recall", "scrub", "catalogue", "network"):
        assert f"ok      {name}" in printed


def test_the_self_test_refuses_and_notes_a_socket() -> None:
    with self_test._forbidden_sockets() as attempts:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried, pytest.raises(PermissionError):
            tried.connect(("127.0.0.1", 9))
        assert attempts == ["socket.connect"]


def test_a_check_that_fails_is_told_and_ends_in_status_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> str:
        raise RuntimeError("a native library is missing")

    monkeypatch.setattr(self_test, "_checks", lambda folder: [("crypto", broken)])
    assert main(["self-test", "--lang", "en"]) == 1
    assert "FAILED  crypto" in capsys.readouterr().out
