"""`keepsake memory …` on a real vault: list with filters and base units, every change, and what is never shown."""

from __future__ import annotations

from pathlib import Path

from tests.assistant.cli.conftest import Run

ID_NUMBER = "11010519491231002X"


def add(here: Run, claim: str, *more: str) -> str:
    ran = here("memory", "add", "--claim", claim, *more)
    assert ran.code == 0, ran.out
    return str(ran.data["id"])


def test_a_number_is_listed_in_base_units(here: Run) -> None:
    add(here, "装修预算 30万")
    [item] = here("memory", "list").data["items"]
    assert (item["value"]["low"], item["value"]["high"], item["value"]["unit"]) == (300000, 300000, "CNY")
    assert {"id", "claim", "state", "layer", "scope", "weight", "confidence"} <= set(item)
    assert item["state"] == "active"


def test_the_list_filters_by_layer_scope_text_and_state(here: Run) -> None:
    tea = add(here, "I like green tea", "--layer", "preference")
    fact = add(here, "The office printer is called Gustav", "--scope", "work")
    assert [item["id"] for item in here("memory", "list", "--layer", "preference").data["items"]] == [tea]
    assert [item["id"] for item in here("memory", "list", "--scope", "work").data["items"]] == [fact]
    assert [item["id"] for item in here("memory", "list", "--text", "GUSTAV").data["items"]] == [fact]
    assert here("memory", "list", "--state", "proposed").data["items"] == []
    assert len(here("memory", "list", "--state", "all").data["items"]) == 2


def test_show_edit_pin_and_history(here: Run) -> None:
    memory = add(here, "The office printer is called Gustav")
    assert (
        here("memory", "show", memory).data["evidence"][0]["quote"] == "The office printer is called Gustav"
    )
    edited = here("memory", "edit", memory, "--claim", "The office printer is called Gustav II")
    assert edited.data["claim"].endswith("Gustav II")
    stale = here("memory", "edit", memory, "--claim", "Something else", "--version", "1")
    assert (stale.code, stale.data["error"]) == (1, "stale_version")
    assert here("memory", "pin", memory).data["items"][0]["pinned"] is True
    assert here("memory", "pin", memory, "--off").data["items"][0]["pinned"] is False
    actions = [entry["action"] for entry in here("memory", "history", memory).data["items"]]
    assert actions == ["memory.add", "memory.edit", "memory.pin", "memory.unpin"]


def test_proposals_are_approved_and_rejected(here: Run) -> None:
    asked = here("ask", "I like green tea. I like black coffee.")
    first, second = asked.data["proposals"]
    assert here("memory", "approve", first).data["items"][0]["state"] == "active"
    assert here("memory", "reject", second).data["items"][0]["state"] == "rejected"
    assert [item["id"] for item in here("memory", "list").data["items"]] == [first]


def test_one_unknown_id_does_not_keep_the_others_from_being_done(here: Run) -> None:
    memory = add(here, "I like green tea")
    ran = here("memory", "pin", memory, "m_unknown")
    assert ran.code == 1
    assert ran.data["failed"] == {"m_unknown": "not_found"}
    assert ran.data["items"][0]["pinned"] is True
    assert here("memory", "pin", "m_unknown").data["error"] == "not_found"


def test_a_sealed_memory_shows_nothing(here: Run) -> None:
    memory = add(here, "The safe stands behind the blue cupboard")
    assert here("memory", "seal", memory).data["items"][0]["claim"] == "***"
    assert "cupboard" not in here("memory", "show", memory).out
    assert "cupboard" not in here("memory", "history", memory).out
    assert "cupboard" not in here("memory", "list", in_json=False).out


def test_a_sealed_memory_is_revealed_and_opened_for_the_passphrase(here: Run, tmp_path: Path) -> None:
    memory = add(here, "The safe stands behind the blue cupboard")
    here("memory", "seal", memory)
    assert here("memory", "reveal", memory).data["claim"] == "The safe stands behind the blue cupboard"
    target = tmp_path / "out.json"
    assert here("export", str(target)).data["sealed_left_out"] == 1
    assert "cupboard" not in target.read_text(encoding="utf-8")
    assert here("export", "--sealed", str(target)).data["sealed_left_out"] == 0
    assert "cupboard" in target.read_text(encoding="utf-8")
    assert here("memory", "unseal", memory).data["claim"] == "The safe stands behind the blue cupboard"
    assert here("memory", "reveal", memory).data["error"] == "not_found"


def test_a_secret_is_refused_and_not_repeated(here: Run) -> None:
    ran = here("memory", "add", "--claim", "my password is Tr0ub4dor&3")
    assert (ran.code, ran.data["error"]) == (1, "write_denied")
    assert "Tr0ub4dor" not in ran.out + ran.err


def test_an_identity_number_is_stars_in_lists(here: Run) -> None:
    here("settings", "set", "memory.mode", "auto")
    here("ask", f"请记住：我的身份证号是 {ID_NUMBER}，我喜欢喝绿茶")
    for arguments in (["memory", "list", "--state", "all"], ["recall", "身份证号"]):
        printed = here(*arguments).out
        assert ID_NUMBER not in printed
    assert ID_NUMBER not in here("memory", "list", "--state", "all", in_json=False).out


def test_forgetting_reports_and_is_not_found_again(here: Run) -> None:
    here("settings", "set", "memory.mode", "auto")
    here("ask", "I like green tea")
    [memory] = here("memory", "list").data["items"]
    report = here("memory", "forget", memory["id"]).data
    assert report["memories"] == [memory["id"]]
    assert report["turns_cut"] or report["turns_removed"]
    assert not any("green tea" in item["text"] for item in here("recall", "green tea").data["items"])


def test_forgetting_names_the_backups_that_still_hold_it(here: Run, tmp_path: Path) -> None:
    first, second = add(here, "The spare key hangs in the shed"), add(here, "The boat is called Mara")
    made = str(here("backup", str(tmp_path / "b.keepsake-backup")).data["path"])
    assert here("memory", "forget", first).data["backups"] == [made]
    assert made in here("memory", "forget", second, in_json=False).out


def test_merging_must_lose_nothing(here: Run) -> None:
    first = add(here, "Python threads share the interpreter lock")
    second = add(here, "The job queue uses 4 worker threads")
    lost = here("memory", "merge", first, second, "--claim", "Threads are used")
    assert lost.data["error"] == "write_denied"


def test_settings_receipts_audit_and_endpoints_are_reachable(here: Run, tmp_path: Path) -> None:
    assert here("settings", "set", "language", "zh").data["settings"] == {"language": "zh"}
    assert here("settings", "set", "language", "xx").data["error"] == "setting_refused"
    assert here("settings", "get", "nonsense").data["error"] == "not_found"
    assert here("receipts", "list").data == {"items": []}
    assert here("audit", "verify").data["intact"] is True
    words = here("audit", "verify", in_json=False).out
    assert "nothing was changed without the vault's key" in words
    assert "cannot prove that the newest entries were not cut off" in words
    assert here("audit", "list", "--limit", "1").data["items"][0]["action"] == "vault.open"
    (tmp_path / "key").write_text("sk-canary-0001\n", encoding="utf-8")
    added = here(
        "endpoint", "add", "mine", "--kind", "openai", "--url", "http://localhost:9/v1", "--model", "m",
        "--key-file", str(tmp_path / "key"),
    )  # fmt: skip
    assert (added.data["has_key"], added.data["trust"]) == (True, "local")
    listed = here("endpoint", "list")
    assert [item["name"] for item in listed.data["items"]] == ["recall-only", "mine"]
    assert "canary" not in added.out + listed.out
    assert here("endpoint", "add", "odd", "--kind", "odd", "--url", "x").data["error"] == "value_refused"
    tested = here("endpoint", "test", "mine")
    assert (tested.code, tested.data["ok"]) == (1, False)
    assert here("endpoint", "remove", "mine").code == 0
    assert here("endpoint", "models", "mine").data["error"] == "endpoint_unknown"


def test_recall_gives_ranked_items_and_takes_a_time(here: Run) -> None:
    here("ask", "My sister Anna plays the violin")
    found = here("recall", "Who plays the violin?", "--limit", "3", "--at", "2026-05-01T10:00")
    assert found.data["verdict"] in ("known", "uncertain")
    assert "violin" in found.data["items"][0]["text"]
    keys = {"kind", "id", "text", "score", "selected", "parts", "why", "time", "source", "origin"}
    assert keys <= set(found.data["items"][0])
    assert here("recall", "x", "--at", "yesterday").data["error"] == "value_refused"


def test_an_export_is_private_and_says_that_it_is_not_encrypted(here: Run, tmp_path: Path) -> None:
    add(here, "I like green tea")
    ran = here("export", "--format", "markdown", str(tmp_path / "memories.md"))
    assert ran.data["memories"] == 1
    assert "not encrypted" in ran.err
    assert "green tea" in (tmp_path / "memories.md").read_text(encoding="utf-8")
    assert (tmp_path / "memories.md").stat().st_mode & 0o777 == 0o600


def test_the_graph_lists_who_is_known_by_every_name(here: Run) -> None:
    add(here, "My accountant is Dr Lena Marsh")
    add(here, "LM is short for Lena Marsh")
    add(here, "I like green tea")
    graph = here("memory", "graph").data
    lena = next(one for one in graph["entities"] if "LM" in one["names"])
    assert {"Dr Lena Marsh", "Lena Marsh"} <= set(lena["names"])
    assert ("user", "accountant") in {(one["subject"], one["label"]) for one in graph["relations"]}
    near = here("memory", "graph", "--name", "lm").data
    assert [one["names"] for one in near["entities"]] == [lena["names"]]
    assert here("memory", "graph", "--name", "nobody").data == {"entities": [], "relations": []}
