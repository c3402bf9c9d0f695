"""`keepsake backup` and `restore` in this process, and what `vault info` then says without a passphrase."""

from __future__ import annotations

from pathlib import Path

from tests.assistant.cli.conftest import Run
from tests.fixtures import VaultTemplate


def test_a_vault_is_backed_up_and_restored(here: Run, tmp_path: Path) -> None:
    assert here("memory", "add", "--claim", "I keep bees").code == 0
    assert here("vault", "info").data["backups"]["last_verified"] is None
    made = here("backup", str(tmp_path / "b.keepsake-backup"))
    assert made.code == 0
    assert made.data["verified"] is True
    info = here("vault", "info").data["backups"]
    assert (info["path"], info["last_verified"]) == (made.data["path"], made.data["created"])
    assert here("memory", "add", "--claim", "I sold the bees").code == 0
    back = here("restore", made.data["path"], str(tmp_path / "vault"))
    assert (back.code, back.data["error"]) == (1, "vault_exists")
    back = here("restore", made.data["path"], str(tmp_path / "vault"), "--replace")
    assert back.code == 0
    assert Path(back.data["kept"]).is_dir()
    assert back.data["restored"]
    claims = [item["claim"] for item in here("memory", "list").data["items"]]
    assert claims == ["I keep bees"]
    assert here("vault", "info").data["backups"]["path"] == made.data["path"]


def test_the_recovery_code_restores_into_a_new_place(
    here: Run, tmp_path: Path, vault_template: VaultTemplate
) -> None:
    made = here("backup", str(tmp_path))
    (tmp_path / "code").write_text(vault_template.recovery_code, encoding="ascii")
    back = here(
        "restore", made.data["path"], str(tmp_path / "r"), "--recovery-code-file", str(tmp_path / "code")
    )
    assert (back.code, back.data["kept"]) == (0, None)
    assert (tmp_path / "r" / "header").is_file()


def test_the_set_folder_takes_one_a_day(here: Run, tmp_path: Path) -> None:
    nowhere = here("backup")
    assert (nowhere.code, nowhere.data["error"]) == (1, "backup_refused")
    (tmp_path / "backups").mkdir()
    assert here("settings", "set", "backup.folder", str(tmp_path / "backups")).code == 0
    first = here("backup")
    assert first.code == 0
    assert here("backup", "--if-due").data == {"made": False, "reason": "not_due"}
    assert [str(entry) for entry in (tmp_path / "backups").iterdir()] == [first.data["path"]]


def test_a_file_that_is_no_backup_is_told_as_that(here: Run, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("mine", encoding="ascii")
    back = here("restore", str(tmp_path / "letter"), str(tmp_path / "r"))
    assert (back.code, back.data["error"]) == (1, "backup_damaged")
    assert not (tmp_path / "r").exists()
