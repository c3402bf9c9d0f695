"""`keepsake tools`: servers are added, listed, trusted and removed; what is not on this machine is refused."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.assistant.cli.conftest import Run


def test_servers_come_and_go(program: Run, folder: Path, passphrase_file: Path) -> None:
    at = ["--vault", str(folder), "--passphrase-file", str(passphrase_file), "--json", "tools"]
    added = program([*at, "add", "parcels", "--", "python", "server.py", "--flag"])
    server = {"name": "parcels", "command": ["python", "server.py", "--flag"], "url": "", "trusted": False}
    assert added.data == {"items": [server]}
    assert program([*at, "trust", "parcels"]).data == {"items": [{**server, "trusted": True}]}
    refused = program([*at, "add", "far", "--url", "http://example.com/mcp"])
    assert (refused.code, refused.data["error"]) == (1, "tool_server_refused")
    assert program([*at, "remove", "parcels"]).data == {"items": []}
    assert program([*at, "list"]).data == {"items": []}


def test_a_program_keeps_its_own_options_behind_the_marks(
    program: Run, folder: Path, passphrase_file: Path
) -> None:
    at = ["--vault", str(folder), "--passphrase-file", str(passphrase_file), "--json", "tools", "add"]
    line = ["python", "server.py", "--trusted", "--json", "--lang", "xx"]
    for number, options in enumerate((["--trusted"], []), 1):
        added = program([*at, f"s{number}", *options, "--", *line])
        assert added.code == 0, added.data
        own = next(one for one in added.data["items"] if one["name"] == f"s{number}")
        assert (own["command"], own["trusted"]) == (line, bool(options))
    before = program([*at, "--trusted", "s3", "--", *line])
    assert next(one for one in before.data["items"] if one["name"] == "s3")["trusted"]
    without = program([*at[:4], "tools", "add", "s4", "--", "python", "--json"])
    assert without.out.startswith("s1")  # not JSON: that option is the program's


def test_a_file_may_be_put_beside_a_message(program: Run, folder: Path, passphrase_file: Path) -> None:
    ran = program(
        ["ask", "What is in it?", "--attach", str(passphrase_file), "--vault", str(folder), "--passphrase-file",
         str(passphrase_file), "--json"]
    )  # fmt: skip
    assert ran.code == 0  # without a model nothing is read
    assert ran.data["confidence"] == "none"


def test_a_server_is_tested_step_by_step(program: Run, folder: Path, passphrase_file: Path) -> None:
    at = ["--vault", str(folder), "--passphrase-file", str(passphrase_file), "tools"]
    server = Path(__file__).parents[1] / "tools" / "mcp_server.py"
    program([*at, "add", "parcels", "--", sys.executable, str(server)])
    tested = program([*at, "test", "parcels", "--json"])
    assert (tested.code, tested.data["ok"]) == (0, True)
    assert [step["name"] for step in tested.data["steps"]] == ["place", "talk", "tools"]
    assert "parcels__add" in tested.data["steps"][2]["tools"]
    shown = program([*at, "test", "parcels"])
    assert "Adds two numbers." in shown.out
    assert program([*at, "test", "nobody"]).code == 1
    program([*at, "add", "none", "--", "keepsake-no-such-program"])
    failed = program([*at, "test", "none"])
    assert failed.code == 1
    assert "no such program" in failed.out


def test_a_document_beside_a_message_is_refused_and_nothing_is_asked(
    program: Run, folder: Path, passphrase_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "scan.pdf").write_bytes(b"%PDF-1.7")
    at = ["--vault", str(folder), "--passphrase-file", str(passphrase_file), "--json"]
    refused = program(["ask", "What is in it?", "--attach", str(tmp_path / "scan.pdf"), *at])
    assert (refused.code, refused.data["error"]) == (1, "attachment_document")
    assert str(tmp_path) not in str(refused.data)
