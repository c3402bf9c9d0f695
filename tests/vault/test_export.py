"""Exports: what is in the file, who may read it, where it may not lie, and that it is audited and can be cancelled."""

from __future__ import annotations

import csv
import io
import json
import stat
from pathlib import Path

import pytest

from tests.fixtures import SetClock
from vault import Vault
from vault.errors import ExportRefused
from vault.export import IN_FORCE, export_memories
from vault.records import Candidate, Evidence, Layer, Memory, Quantity, Role, Sensitivity

ZONE = "Asia/Shanghai"


def keep(vault: Vault, claim: str, attribute: str, value: str | Quantity, **fields: object) -> Memory:
    candidate = Candidate(attribute=attribute, claim=claim, layer=Layer.FACT, value=value, evidence=())
    changed = {**{name: getattr(candidate, name) for name in candidate.__slots__}, **fields}
    outcome = vault.memories.add(Candidate(**changed))
    assert outcome.memory is not None
    return outcome.memory


@pytest.fixture
def told(vault: Vault, clock: SetClock) -> Memory:
    """A budget said in a conversation, raised to a range a week later."""
    conversation = vault.conversations.create("CRM upgrade")
    said = "My budget for the CRM upgrade is 300000 yuan."
    turn = vault.conversations.add_turn(conversation.id, Role.USER, said, zone=ZONE)
    evidence = Evidence("turn", turn.id, said, 0, len(said), clock(), conversation.id)
    memory = keep(
        vault,
        said,
        "budget:CRM upgrade",
        Quantity(300_000, 300_000, "CNY"),
        evidence=(evidence,),
        scope="work",
    )
    clock.advance(days=7)
    vault.memories.edit(memory.id, claim="My budget for the CRM upgrade is 350000 yuan.")
    return vault.memories.get(memory.id)


def test_json_holds_value_evidence_and_history(vault: Vault, told: Memory, tmp_path: Path) -> None:
    report = export_memories(vault, tmp_path / "out.json")
    body = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert (body["format"], body["version"], report.memories) == ("keepsake-memories", 1, 1)
    (memory,) = body["memories"]
    assert memory["value"] | {"parts": []} == {
        "low": 350_000, "high": 350_000, "unit": "CNY", "qualifier": "", "parts": [],
    }  # fmt: skip
    (quote,) = [item for item in memory["evidence"] if item["kind"] == "turn"]
    assert quote["quote"] == "My budget for the CRM upgrade is 300000 yuan."
    assert quote["conversation_title"] == "CRM upgrade"
    assert quote["said_at"] == "2026-03-02T09:00:00Z"
    assert [change["action"] for change in memory["history"]] == ["memory.add", "memory.edit"]
    assert memory["history"][1]["claim_before"] == quote["quote"]


def test_the_file_is_for_its_owner_alone_and_replaces_an_older_one(
    vault: Vault, told: Memory, tmp_path: Path
) -> None:
    target = tmp_path / "out.json"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o644)
    report = export_memories(vault, target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert target.stat().st_size == report.size_bytes
    assert [path.name for path in tmp_path.glob("out*")] == ["out.json"]


def test_an_export_is_audited_without_its_content(vault: Vault, told: Memory, tmp_path: Path) -> None:
    export_memories(vault, tmp_path / "out.json", scope="work")
    entry = next(entry for entry in vault.audit.entries() if entry.action == "export")
    assert (entry.object_kind, entry.object_id, entry.reason) == ("scope", "work", "json 1")


def test_only_the_wanted_scope_and_states_are_written(vault: Vault, told: Memory, tmp_path: Path) -> None:
    keep(vault, "I am allergic to peanuts", "allergy", "peanuts")
    archived = keep(vault, "I have a cat named Mimi", "pet", "Mimi")
    vault.memories.archive(archived.id)
    assert export_memories(vault, tmp_path / "a.json").memories == 3
    assert export_memories(vault, tmp_path / "b.json", states=IN_FORCE).memories == 2
    assert export_memories(vault, tmp_path / "c.json", scope="work").memories == 1


def test_sealed_memories_are_left_out_and_counted(vault: Vault, told: Memory, tmp_path: Path) -> None:
    vault.memories.edit(told.id, sensitivity=Sensitivity.SEALED)
    report = export_memories(vault, tmp_path / "out.json")
    assert (report.memories, report.sealed_left_out) == (0, 1)
    assert b"350000" not in (tmp_path / "out.json").read_bytes()


@pytest.mark.parametrize(
    ("language", "heading", "said"), [("en", "## Facts", "said on"), ("zh", "## 事实", "说于")]
)
def test_markdown_is_grouped_by_layer_with_sources(
    vault: Vault, told: Memory, tmp_path: Path, language: str, heading: str, said: str
) -> None:
    export_memories(vault, tmp_path / "out.md", format="markdown", language=language)
    page = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert heading in page
    assert "- My budget for the CRM upgrade is 350000 yuan." in page
    assert "300000 yuan." in page
    assert "CRM upgrade”" in page
    assert said in page


def test_markdown_shows_a_persons_words_as_text(vault: Vault, tmp_path: Path) -> None:
    keep(vault, "I like <b>*bold*</b> [links](http://x)", "like", "bold")
    export_memories(vault, tmp_path / "out.md", format="markdown")
    page = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert "\\<b\\>\\*bold\\*\\</b\\> \\[links\\](http://x)" in page


def test_csv_opens_in_a_spreadsheet_and_holds_no_formula(vault: Vault, told: Memory, tmp_path: Path) -> None:
    keep(vault, "=SUM(A1) is my favourite, 我喜欢", "like", "spreadsheets")
    export_memories(vault, tmp_path / "out.csv", format="csv")
    raw = (tmp_path / "out.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    assert len(rows) == 2
    assert {row["claim"][0] for row in rows} == {"M", "'"}
    budget = next(row for row in rows if row["scope"] == "work")
    assert (budget["low"], budget["unit"], budget["conversations"].strip(" |")) == (
        "350000.0",
        "CNY",
        "CRM upgrade",
    )


def test_the_vaults_own_folder_is_refused_also_through_a_link(
    vault: Vault, told: Memory, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(vault.path, target_is_directory=True)
    for target in (
        vault.path / "out.json",
        link / "out.json",
        vault.path / ".." / vault.path.name / "out.json",
    ):
        with pytest.raises(ExportRefused) as caught:
            export_memories(vault, target)
        assert caught.value.details["reason"] == "in_vault"
    assert not (vault.path / "out.json").exists()


def test_a_missing_folder_or_a_folder_as_target_is_refused(vault: Vault, tmp_path: Path) -> None:
    with pytest.raises(ExportRefused):
        export_memories(vault, tmp_path / "missing" / "out.json")
    with pytest.raises(ExportRefused):
        export_memories(vault, tmp_path)


def test_a_cancelled_export_writes_nothing_and_says_so(vault: Vault, told: Memory, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = export_memories(vault, tmp_path / "out.json", progress=seen.append, cancelled=lambda: bool(seen))
    assert report.was_cancelled
    assert seen == [(1, 1)]
    assert not (tmp_path / "out.json").exists()
    assert not any(entry.action == "export" for entry in vault.audit.entries())


def test_an_unknown_format_is_a_mistake_of_the_caller(vault: Vault, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="pdf"):
        export_memories(vault, tmp_path / "out.pdf", format="pdf")
