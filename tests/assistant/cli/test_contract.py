"""The outer contract, on the installed command: options, statuses, error objects, languages, secrets."""

from __future__ import annotations

import argparse
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.cli.arguments import build_parser
from tests.assistant.cli.conftest import Run
from tests.fixtures import PASSPHRASE
from vault import Secret, open_vault
from vault.recovery_code import parse_recovery_code


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and all below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


def test_a_vault_is_created_talked_to_and_remembers_in_another_conversation(
    program: Run, tmp_path: Path, passphrase_file: Path
) -> None:
    vault = tmp_path / "my.keepsake"
    created = program(["vault", "create", str(vault), "--passphrase-file", str(passphrase_file), "--json"])
    assert created.code == 0
    assert len(parse_recovery_code(created.data["recovery_code"])) == 20
    assert {stat.S_IMODE(file.stat().st_mode) for file in vault.iterdir()} == {0o600}
    common = ["--vault", str(vault), "--passphrase-file", str(passphrase_file), "--json"]
    told = program([*common, "ask", "我叫李明，邮箱 li@example.com", "--conversation", "first"])
    assert told.code == 0
    assert told.data["proposals"]
    asked = program(["ask", "我的邮箱是什么？", "--conversation", "second", *common])
    assert asked.code == 0
    assert "li@example.com" in asked.data["answer"]
    assert asked.data["conversation"] != told.data["conversation"]
    assert any("li@example.com" in citation["quote"] for citation in asked.data["citations"])
    assert asked.data["confidence"] in ("high", "medium")


def test_a_wrong_passphrase_has_its_code_and_changes_nothing(program: Run, folder: Path) -> None:
    ran = program(["--passphrase-fd", "0", "ask", "hello", "--json", "--vault", str(folder)], stdin="wrong\n")
    assert ran.code == 1
    assert ran.data["error"] == "wrong_passphrase"
    assert set(ran.data) == {"error", "message", "kept", "next"}
    assert ran.err.count("\n") == 1
    assert ran.data["message"] in ran.err


def test_the_passphrase_may_come_from_a_descriptor(program: Run, folder: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, PASSPHRASE.encode() + b"\nnot part of it")
    os.close(writing)
    with os.fdopen(reading):
        ran = program(
            ["settings", "get", "zone", "--vault", str(folder), "--passphrase-fd", str(reading), "--json"],
            pass_fds=[reading],
        )
    assert ran.data == {"settings": {"zone": ""}}


def test_without_a_terminal_nothing_is_asked(program: Run, folder: Path, tmp_path: Path) -> None:
    for arguments in (["ask", "hello"], ["vault", "create", str(tmp_path / "new")], ["memory", "list"]):
        ran = program([*arguments, "--vault", str(folder), "--json"], stdin=PASSPHRASE + "\n")
        assert (ran.code, ran.data["error"]) == (1, "passphrase_missing")
    assert not (tmp_path / "new").exists()


def test_a_vault_that_another_process_holds_is_in_use(
    program: Run, folder: Path, passphrase_file: Path
) -> None:
    with open_vault(folder, passphrase=Secret(PASSPHRASE)):
        ran = program(
            ["ask", "hello", "--vault", str(folder), "--passphrase-file", str(passphrase_file), "--json"]
        )
    assert (ran.code, ran.data["error"]) == (1, "in_use")


def test_a_newer_vault_says_so(program: Run, folder: Path, passphrase_file: Path) -> None:
    with open_vault(folder, passphrase=Secret(PASSPHRASE)) as vault:
        vault.db.write(
            lambda conn: conn.execute("INSERT INTO migrations VALUES (99, 'version_99', 0)").rowcount
        )
    ran = program(
        ["memory", "list", "--vault", str(folder), "--passphrase-file", str(passphrase_file), "--json"]
    )
    assert (ran.code, ran.data["error"]) == (1, "newer_format")


def test_a_damaged_header_says_so(program: Run, folder: Path) -> None:
    for name in ("header", "header.copy"):
        (folder / name).write_bytes(b"damaged")
    assert program(["vault", "info", str(folder), "--json"]).data["error"] == "header_damaged"


def test_a_missing_vault_and_a_folder_in_the_way_say_so(
    program: Run, tmp_path: Path, passphrase_file: Path
) -> None:
    missing = program(["vault", "info", str(tmp_path / "none"), "--json"])
    assert (missing.code, missing.data["error"]) == (1, "vault_missing")
    there = program(
        [
            "vault",
            "create",
            str(tmp_path),
            "--passphrase-file",
            str(passphrase_file),
            "--json",
            "--lang",
            "zh",
        ]
    )
    assert (there.code, there.data["error"]) == (1, "vault_exists")


@pytest.mark.parametrize(
    "arguments",
    [[], ["nonsense"], ["ask"], ["memory"], ["memory", "list", "--state", "odd"], ["backup", "x", "y"]],
)
def test_wrong_usage_is_status_two(program: Run, arguments: list[str]) -> None:
    ran = program([*arguments, "--json"])
    assert ran.code == 2
    assert ran.data["error"] == "usage"
    assert ran.err.startswith("usage: keepsake")


def test_help_needs_neither_the_vault_nor_the_network_nor_the_encoder() -> None:
    script = (
        "import sys; from assistant.cli import main; code = main(['--help']); "
        "heavy = {'httpx', 'onnxruntime', 'numpy', 'cryptography', 'sqlcipher3'} & set(sys.modules); "
        "sys.exit(f'{code} {heavy}' if code or heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, timeout=30)
    assert done.returncode == 0, done.stderr


def test_the_terminal_speaks_chinese_where_the_locale_or_the_option_says_so(
    program: Run, tmp_path: Path
) -> None:
    missing = ["vault", "info", str(tmp_path / "none")]
    assert "文件夹" in program(missing, lang="zh_CN.UTF-8").err
    assert "文件夹" in program([*missing, "--lang", "zh"]).err
    assert "no vault" in program([*missing, "--lang", "en"], lang="zh_CN.UTF-8").err
    assert "创建" in program(["vault", "--help", "--lang=zh"]).out


def test_no_option_takes_a_secret_itself() -> None:
    for parser in parsers(build_parser("en")):
        for action in parser._actions:
            for name in action.option_strings if action.nargs != 0 else ():  # a mere flag takes nothing
                words = ("pass", "key", "code", "secret", "token")
                if any(word in name for word in words) and not name.endswith("-tokens"):
                    assert name.endswith(("-file", "-fd")), name


def test_every_command_has_help_in_both_languages() -> None:
    for language in ("en", "zh"):
        assert len(list(parsers(build_parser(language)))) > 40
        for parser in parsers(build_parser(language)):
            assert parser.format_help()
            assert parser.description
