"""`keepsake documents …` on a real vault, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.cli import document_commands
from tests.assistant.cli.conftest import Run
from tests.assistant.documents.files import pdf

PAGES = [["The deposit of the flat is 2,400 euros."], ["退租须提前三个月通知房东。"], []]


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    file = tmp_path / "lease.pdf"
    file.write_bytes(pdf(PAGES, title="Lease"))
    return file


def test_a_file_is_added_listed_shown_searched_exported_and_removed(
    here: Run, lease: Path, tmp_path: Path
) -> None:
    added = here("documents", "add", str(lease), "--scope", "home").data
    [one] = added["done"]
    assert (one["outcome"], one["kind"], one["pages"], one["passages"], one["blank_pages"]) == (
        "added", "pdf", 3, 2, 1,
    )  # fmt: skip
    assert here("documents", "list").data["items"][0]["id"] == one["id"]
    assert here("documents", "list", "--scope", "work").data["items"] == []
    shown = here("documents", "show", one["id"]).data
    assert [(part["page"], part["text"].strip()) for part in shown["text"]] == [
        (1, "The deposit of the flat is 2,400 euros."), (2, "退租须提前三个月通知房东。"),
    ]  # fmt: skip
    passage = shown["text"][1]["id"]
    words = here("documents", "show", passage, in_json=False).out
    assert "lease.pdf" in words
    assert "page 2" in words
    assert "退租须提前三个月通知房东。" in words
    assert "2,400" not in words
    found = here("documents", "search", "deposit of the flat", "--scope", "home").data["items"]
    assert (found[0]["title"], found[0]["page"], found[0]["selected"]) == ("Lease", 1, True)
    assert here("documents", "search", "deposit of the flat").data["items"] == []
    recalled = here("recall", "deposit of the flat", "--scope", "home")
    assert recalled.data["items"][0]["kind"] == "passage"
    out = tmp_path / "out.pdf"
    assert here("documents", "export", one["id"], str(out)).data["is_file"]
    assert out.read_bytes() == lease.read_bytes()
    removed = here("documents", "remove", one["id"], "d_none").data
    assert removed["failed"] == {"d_none": "not_found"}
    assert removed["done"][0]["passages"] == 2
    assert "no documents" in here("documents", "list", in_json=False).out


def test_a_long_file_tells_how_far_it_is(here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_commands, "TELL_S", 0.0)
    file = tmp_path / "long.txt"
    file.write_text("\n\n".join(f"Paragraph {number}." for number in range(20)), encoding="utf-8")
    assert "long.txt: 50 %" in here("documents", "add", str(file)).err


def test_the_same_file_is_said_and_a_newer_one_takes_its_place(here: Run, lease: Path) -> None:
    here("documents", "add", str(lease))
    again = here("documents", "add", str(lease), in_json=False)
    assert "in the vault already" in again.out
    lease.write_bytes(pdf([["The deposit is 3,000 euros."]]))
    newer = here("documents", "add", str(lease)).data["done"][0]
    assert (newer["outcome"], newer["version"], newer["passages"]) == ("replaced", 2, 1)


def test_what_cannot_be_read_is_said_and_the_rest_is_kept(here: Run, lease: Path, tmp_path: Path) -> None:
    scan, secret = tmp_path / "scan.pdf", tmp_path / "keys.txt"
    scan.write_bytes(pdf([[], []]))
    secret.write_text("The key is sk-proj-Zx81bTq0LmN4vRc7Wd2YpK9s.", encoding="utf-8")
    ran = here("documents", "add", str(scan), str(secret), str(lease), in_json=False)
    assert ran.code == 1
    assert "OCR" in ran.out
    assert "Nothing was added" in ran.out
    assert "cut out of the text: 1" in ran.out
    assert "1 of 3 pages hold no text" in ran.out
    assert {item["name"] for item in here("documents", "list").data["items"]} == {"keys.txt", "lease.pdf"}
    chinese = here("documents", "add", str(scan), "--lang", "zh", in_json=False)
    assert "扫描件" in chinese.out


def test_an_answer_names_document_and_page_and_its_source_is_shown(here: Run, lease: Path) -> None:
    here("documents", "add", str(lease))
    asked = here("ask", "How much is the deposit of the flat?", in_json=False).out
    assert "“Lease”, page 1: “The deposit of the flat is 2,400 euros.” [1]" in asked
    assert "[1] document Lease page 1 p_" in asked
    identity = asked.split("document Lease page 1 ")[1].split(":")[0]
    assert "The deposit of the flat" in here("documents", "show", identity, in_json=False).out
