"""`keepsake vault …` in this process: what needs no secret, what changes secrets, what verification says."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.catalogue import say
from assistant.cli.repair_command import salvage_text
from tests.assistant.cli.conftest import Run
from tests.fixtures import PASSPHRASE, VaultTemplate
from vault import Secret, open_vault
from vault.errors import WrongPassphrase
from vault.salvage import PARTS, TABLES, SalvageReport


def test_info_and_slots_show_the_outside_alone(here: Run, folder: Path) -> None:
    info = here("vault", "info")
    assert info.code == 0
    assert info.data["header_whole"] is True
    assert [slot["kind"] for slot in info.data["slots"]] == ["passphrase", "recovery"]
    assert here("vault", "slots").data["slots"] == info.data["slots"]
    assert info.data["vault_id"] in here("vault", "info", in_json=False).out


def test_verify_says_what_it_checked(here: Run, program: Run, folder: Path) -> None:
    full = here("vault", "verify")
    assert full.data["is_whole"] is True
    assert "audit" in full.data["checked"]
    outside = program(["vault", "verify", str(folder), "--json"])
    assert outside.data["not_checked"] == ["database", "audit", "receipts"]


def test_verify_fails_on_a_damaged_copy(here: Run, folder: Path, program: Run) -> None:
    (folder / "header.copy").write_bytes(b"damaged")
    ran = program(["vault", "verify", str(folder), "--json"])
    assert (ran.code, ran.data["error"]) == (1, "header_damaged")


def test_the_passphrase_is_changed(here: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "new").write_text("another one 新的\n", encoding="utf-8")
    assert here("vault", "passphrase", "--new-passphrase-file", str(tmp_path / "new")).code == 0
    open_vault(folder, passphrase=Secret("another one 新的")).close()
    with pytest.raises(WrongPassphrase):
        open_vault(folder, passphrase=Secret(PASSPHRASE), wait=lambda seconds: None)


def test_the_recovery_code_sets_a_new_passphrase(
    program: Run, folder: Path, tmp_path: Path, vault_template: VaultTemplate
) -> None:
    (tmp_path / "code").write_text(vault_template.recovery_code.lower() + "\r\n", encoding="utf-8")
    (tmp_path / "new").write_text("found again", encoding="utf-8")
    files = ["--recovery-code-file", str(tmp_path / "code"), "--new-passphrase-file", str(tmp_path / "new")]
    assert program(["vault", "recover", str(folder), *files, "--json"]).code == 0
    open_vault(folder, passphrase=Secret("found again")).close()


def test_the_data_key_is_changed_and_the_old_vault_kept(here: Run, folder: Path) -> None:
    assert here("memory", "add", "--claim", "I keep bees").code == 0
    changed = here("vault", "change-key")
    assert changed.code == 0
    assert Path(changed.data["kept"]).is_dir()
    open_vault(folder, recovery_code=changed.data["recovery_code"]).close()
    assert [item["claim"] for item in here("memory", "list").data["items"]] == ["I keep bees"]


def test_without_a_real_keyring_the_command_says_so_and_changes_nothing(
    here: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keyring.backend.get_all_keyring", lambda: [])
    before = (folder / "header").read_bytes()
    ran = here("vault", "keyring")
    assert (ran.code, ran.data["error"]) == (1, "keyring_unavailable")
    assert (folder / "header").read_bytes() == before


def test_repair_says_what_helps_and_does_it(here: Run, folder: Path, tmp_path: Path) -> None:
    assert here("memory", "add", "--claim", "I keep bees").code == 0
    assert here("vault", "repair").data["steps"] == ["open", "salvage", "find_backup"]
    made = here("backup", str(tmp_path / "b")).data
    (folder / "header").unlink()
    (folder / "header.copy").unlink()
    lost = here("memory", "list")
    assert (lost.code, lost.data["error"]) == (1, "header_damaged")
    assert "vault repair" in lost.data["next"]
    assert here("vault", "repair").data["steps"] == ["header_from_backup", "restore_backup"]
    assert made["path"] in here("vault", "repair", in_json=False).out
    assert here("vault", "repair", "--header-from", made["path"]).code == 0
    saved = here("vault", "repair", "--salvage", str(tmp_path / "saved"))
    assert (saved.code, saved.data["gaps"], saved.data["kept"]) == (0, {}, None)
    back = here("vault", "repair", "--restore")
    assert Path(back.data["kept"]).is_dir()
    assert [item["claim"] for item in here("memory", "list").data["items"]] == ["I keep bees"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_could_not_be_saved_is_told_in_words_for_its_owner(language: str) -> None:
    report = SalvageReport(Path("to"), 3, 9, dict.fromkeys(PARTS, 2), 0, is_rechained=False, kept=None)
    said = salvage_text(lambda key, **values: say(f"cli.{key}", language, **values), report)
    assert said.count(": 2") + said.count("：2") == len(PARTS)
    assert not [table for table in TABLES if "_" in table and table in said]


def test_a_folder_that_is_watched_is_warned_of(here: Run, folder: Path) -> None:
    assert here("vault", "info").data["sync_program"] is None
    (folder.parent / ".stfolder").mkdir()
    assert here("vault", "info").data["sync_program"] == "Syncthing"
    assert "Syncthing" in here("vault", "info", in_json=False).out


def test_ways_in_are_added_listed_and_removed_but_never_the_last(
    here: Run, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "second").write_text("a second passphrase 第二", encoding="utf-8")
    second = ("--new-passphrase-file", str(tmp_path / "second"))
    added = here("vault", "slots", "--add", "Ana", *second)
    assert added.code == 0
    listed = {slot["id"]: slot for slot in here("vault", "slots").data["slots"]}
    assert (listed[added.data["added"]]["name"], listed[added.data["added"]]["last_used"]) == ("Ana", None)
    open_vault(folder, passphrase=Secret("a second passphrase 第二")).close()
    assert here("vault", "slots").data["slots"][-1]["last_used"] is not None
    code = here("vault", "slots", "--new-recovery-code").data["recovery_code"]
    open_vault(folder, recovery_code=code).close()
    assert here("vault", "slots", "--remove", added.data["added"]).data == {"removed": added.data["added"]}
    with pytest.raises(WrongPassphrase):
        open_vault(folder, passphrase=Secret("a second passphrase 第二"), wait=lambda seconds: None)
    last = next(slot["id"] for slot in here("vault", "slots").data["slots"] if slot["kind"] == "passphrase")
    kept = here("vault", "slots", "--remove", last)
    assert (kept.code, kept.data["error"]) == (1, "transition_refused")
    assert here("vault", "slots", "--remove", "k_none").data["error"] == "not_found"
    assert "Ana" not in here("vault", "slots", in_json=False).out
