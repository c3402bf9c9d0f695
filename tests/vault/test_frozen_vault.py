"""Whole vaults and a backup of format 1, made once: every later version opens them; so does the independent reader."""

from __future__ import annotations

import ast
import shutil
import sys
from pathlib import Path

import pytest

from tests.vault import independent_reader
from tests.vault.frozen.freeze import PASSPHRASE
from vault import Secret, Vault, make_backup, open_vault, restore_backup
from vault.digests import Digest
from vault.documents import DocumentKind, NewDocument, PassageText
from vault.records import Role
from vault.schema import applied_migrations

FROZEN = Path(__file__).parent / "frozen" / "format-1"
SCHEMA_4, SCHEMA_5, SCHEMA_7 = (FROZEN.with_name(f"schema-{number}") for number in (4, 5, 7))
CODE = (FROZEN / "recovery-code").read_text(encoding="ascii").strip()
TURNS = [("user", "我养了三箱蜜蜂。"), ("assistant", "Three hives, noted.")]
QUERY = "SELECT role, text FROM turns ORDER BY conversation_id, position"


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """A copy: the frozen files themselves are never opened."""
    shutil.copytree(FROZEN / "vault", tmp_path / "vault")
    shutil.copy(FROZEN / "vault.keepsake-backup", tmp_path)
    return tmp_path


def assert_all_is_there(vault: Vault) -> None:
    chat = vault.conversations.by_name("bees")
    assert chat is not None
    assert chat.title == "Bienen 蜜蜂"
    assert [(turn.role.value, turn.text) for turn in vault.conversations.turns(chat.id)] == TURNS
    assert [memory.claim for memory in vault.memories.list()] == ["I keep three hives of bees"]
    assert vault.settings.text("language") == "zh"
    assert vault.endpoints.get("home").key == "sk-frozen"
    assert vault.verify().is_whole


def test_the_frozen_vault_opens_and_goes_on(frozen: Path) -> None:
    with open_vault(frozen / "vault", passphrase=Secret(PASSPHRASE)) as vault:
        assert_all_is_there(vault)
        vault.conversations.add_turn(vault.conversations.list()[0].id, Role.USER, "and on")
    with open_vault(frozen / "vault", recovery_code=CODE) as vault:
        assert vault.verify().is_whole


def test_the_vault_of_schema_4_opens_with_its_tasks_digests_and_sealed_key(tmp_path: Path) -> None:
    shutil.copytree(SCHEMA_4 / "vault", tmp_path / "vault")
    code = (SCHEMA_4 / "recovery-code").read_text(encoding="ascii").strip()
    with open_vault(tmp_path / "vault", passphrase=Secret(PASSPHRASE)) as vault:
        assert_all_is_there(vault)
        (task,) = vault.tasks.list()
        assert task.goal == "Prepare the hives for winter"
        assert [step.title for step in task.steps] == ["Buy sugar"]
        assert [finding.text for finding in task.findings] == ["Twelve kilos are enough"]
        chat = vault.conversations.list()[0]
        turns = tuple(vault.conversations.path(chat.id))
        assert vault.digests.of(chat.id) == {turns: Digest(turns, ((turns[0], "three hives"),))}
        assert vault.db.read(applied_migrations)[:4] == [f"version_{number}" for number in range(1, 5)]
    assert independent_reader.read_rows(tmp_path / "vault", code, QUERY) == TURNS


def test_the_vault_of_schema_5_opens_with_its_attached_file_and_takes_documents(tmp_path: Path) -> None:
    shutil.copytree(SCHEMA_5 / "vault", tmp_path / "vault")
    code = (SCHEMA_5 / "recovery-code").read_text(encoding="ascii").strip()
    with open_vault(tmp_path / "vault", passphrase=Secret(PASSPHRASE)) as vault:
        assert_all_is_there(vault)
        chat = vault.conversations.list()[0]
        first = vault.conversations.turns(chat.id)[0]
        (kept,) = vault.attachments.of([first.id])[first.id]
        assert (kept.file.name, kept.file.text) == ("蜂箱.txt", "三箱，南坡。")
        applied = vault.db.read(applied_migrations)
        assert applied[:6] == [f"version_{number}" for number in range(1, 7)]
        new = NewDocument("bees.txt", DocumentKind.TEXT, b"Bees fly.", [PassageText("Bees fly.")])
        assert vault.documents.add(new).outcome == "added"
        assert vault.verify().is_whole
    passages = "SELECT d.name, p.text FROM documents d JOIN passages p ON p.document_id = d.id"
    assert independent_reader.read_rows(tmp_path / "vault", code, passages) == [("bees.txt", "Bees fly.")]
    assert independent_reader.read_rows(tmp_path / "vault", code, QUERY) == TURNS


def test_the_vault_of_schema_7_opens_with_its_document_and_the_file_beside_a_draft(tmp_path: Path) -> None:
    shutil.copytree(SCHEMA_7 / "vault", tmp_path / "vault")
    code = (SCHEMA_7 / "recovery-code").read_text(encoding="ascii").strip()
    with open_vault(tmp_path / "vault", passphrase=Secret(PASSPHRASE)) as vault:
        assert_all_is_there(vault)
        (document,) = vault.documents.list()
        assert vault.documents.file(document.id) == "Bees fly.\f蜜蜂过冬。".encode()
        assert [(one.text, one.page, one.heading) for one in vault.documents.passages(document.id)] == [
            ("Bees fly.", 1, "Summer"),
            ("蜜蜂过冬。", 2, "Winter"),
        ]
        (draft,) = vault.attachments.draft(vault.conversations.list()[0].id)
        assert (draft.name, draft.text) == ("草稿.txt", "冬天之前。")
        assert vault.db.read(applied_migrations)[:7] == [f"version_{number}" for number in range(1, 8)]
    passages = "SELECT text FROM passages ORDER BY ordinal"
    assert independent_reader.read_rows(tmp_path / "vault", code, passages) == [
        ("Bees fly.",),
        ("蜜蜂过冬。",),
    ]


def test_the_frozen_backup_is_restored(frozen: Path) -> None:
    restore_backup(frozen / "vault.keepsake-backup", frozen / "restored", recovery_code=CODE)
    with open_vault(frozen / "restored", passphrase=Secret(PASSPHRASE)) as vault:
        assert_all_is_there(vault)


@pytest.mark.parametrize("secret", [PASSPHRASE, CODE, CODE.lower()])
@pytest.mark.parametrize("name", ["vault", "vault.keepsake-backup"])
def test_the_independent_reader_reads_both(frozen: Path, name: str, secret: str) -> None:
    assert independent_reader.read_rows(frozen / name, secret, QUERY) == TURNS


def test_the_independent_reader_reads_what_is_made_today(
    vault: Vault, tmp_path: Path, recovery_code: str
) -> None:
    chat = vault.conversations.create("x")
    vault.conversations.add_turn(chat.id, Role.USER, "今天")
    made = make_backup(vault, tmp_path / "b").path
    assert independent_reader.read_rows(made, recovery_code, QUERY) == [("user", "今天")]
    assert independent_reader.read_rows(vault.path, recovery_code, QUERY) == [("user", "今天")]


def test_the_independent_reader_refuses_a_wrong_secret_and_damage(frozen: Path) -> None:
    file = frozen / "vault.keepsake-backup"
    with pytest.raises(PermissionError):
        independent_reader.read_rows(file, "wrong", QUERY)
    raw = bytearray(file.read_bytes())
    raw[-1000] ^= 1
    file.write_bytes(raw)
    with pytest.raises(AssertionError, match="damaged"):
        independent_reader.read_rows(file, PASSPHRASE, QUERY)


def test_the_independent_reader_is_short_and_independent() -> None:
    text = Path(independent_reader.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80
    modules = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [item.name for item in node.names]
        )
    }
    assert modules - sys.stdlib_module_names == {"cryptography", "sqlcipher3"}
