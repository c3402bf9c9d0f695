"""The two commands that need no vault."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

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
    for name in (
        "crypto",
        "database",
        "models",
        "embed",
        "recall",
        "names",
        "scrub",
        "catalogue",
        "tool_servers",
        "network",
        "air_gap",
    ):
        assert f"ok      {name}" in printed


def test_the_self_test_shows_each_way_out_and_what_became_of_it(program: Run) -> None:
    ran = program(["self-test", "--json"])
    assert ran.code == 0
    ways = ran.data["ways_out"]
    assert {way["outcome"] for way in ways} == {"refused", "let_through"}
    assert [way["way"] for way in ways if way["outcome"] == "let_through"] == ["loopback"]
    assert {"name", "public", "private", "lookup", "udp", "library", "redirect"} <= {
        way["way"] for way in ways
    }


def checks_of(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, str]]:
    """The status of a self-test in this process, and the detail of each failed check."""
    code = main(["self-test", "--json"])
    found = json.loads(capsys.readouterr().out)["checks"]
    return code, {check["name"]: check["detail"] for check in found if not check["ok"]}


def test_a_damaged_and_a_missing_model_are_named_by_their_file(
    models_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "encoder"
    shutil.copytree(models_dir / "encoder", damaged)
    with (damaged / "tokenizer.json").open("ab") as file:
        file.write(b" ")
    monkeypatch.setattr(self_test, "default_encoder_folder", lambda: damaged)
    code, failed = checks_of(capsys)
    assert code == 1
    assert failed["models"] == "model_damaged: tokenizer.json"
    assert failed["names"] == "check_failed: note.names_no_encoder"
    (damaged / "model.onnx").unlink()
    code, failed = checks_of(capsys)
    assert code == 1
    assert failed["models"] == "model_missing: model.onnx"


def test_checks_that_are_handed_in_are_run_with_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["self-test", "--lang", "en"], more_checks=lambda: (("extra", lambda: "seen"),)) == 0
    assert "ok      extra" in capsys.readouterr().out


def test_a_check_that_fails_is_told_and_ends_in_status_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> str:
        raise RuntimeError("a native library is missing")

    monkeypatch.setattr(self_test, "_checks", lambda folder: [("crypto", broken)])
    assert main(["self-test", "--lang", "en"]) == 1
    assert "FAILED  crypto" in capsys.readouterr().out
