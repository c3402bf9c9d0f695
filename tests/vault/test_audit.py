"""The audit's chain: what is appended, and that every kind of tampering shows."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from tests.fixtures import SetClock
from vault import Vault, open_vault
from vault.anchor import read_anchor
from vault.database import Connection
from vault.errors import DatabaseDamaged
from vault.integrity import CheckReport
from vault.records import Candidate, Layer, Role
from vault.salvage import salvage_vault

PAGE = 4096


@pytest.fixture
def busy(vault: Vault) -> Vault:
    conversation = vault.conversations.create("x")
    for number in range(6):
        vault.conversations.add_turn(conversation.id, Role.USER, f"secret text {number}")
    return vault


def test_entries_name_who_did_what_and_when(busy: Vault, clock: SetClock) -> None:
    newest = busy.audit.entries(1)[0]
    assert (newest.actor, newest.action, newest.object_kind) == ("user", "turn.add", "turn")
    assert newest.at_utc == clock()
    assert newest.object_id == busy.conversations.turns(busy.conversations.list()[0].id)[-1].id
    assert newest.new_fingerprint
    older = busy.audit.entries(3, before=newest.sequence)
    assert [entry.sequence for entry in older] == [
        newest.sequence - 1,
        newest.sequence - 2,
        newest.sequence - 3,
    ]


def test_entries_hold_no_values(busy: Vault) -> None:
    rows = busy.db.read(lambda conn: [tuple(row) for row in conn.execute("SELECT * FROM audit")])
    assert "secret text" not in repr(rows)


def test_equal_values_have_equal_fingerprints_only_under_the_key(busy: Vault) -> None:
    assert busy.audit.fingerprint(b"a") == busy.audit.fingerprint(b"a") != busy.audit.fingerprint(b"b")
    assert busy.audit.fingerprint(None) == b""


def test_an_untouched_chain_is_intact(busy: Vault) -> None:
    report = busy.audit.verify()
    assert report.is_intact
    assert report.entries == len(busy.audit.entries(1000))


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE audit SET actor = 'somebody' WHERE sequence = 4",
        "UPDATE audit SET reason = 'other' WHERE sequence = 4",
        "UPDATE audit SET at_us = at_us + 1 WHERE sequence = 4",
        "UPDATE audit SET new_fingerprint = x'00' WHERE sequence = 4",
        "UPDATE audit SET chain = zeroblob(32) WHERE sequence = 4",
        "DELETE FROM audit WHERE sequence = 4",
        "DELETE FROM audit WHERE sequence = 1",
        "UPDATE audit SET sequence = 400 WHERE sequence = 4",
        "INSERT INTO audit SELECT 100, at_us, actor, action, object_kind, object_id, reason, old_fingerprint,"
        " new_fingerprint, chain FROM audit WHERE sequence = 4",
        "UPDATE audit SET actor = 'a', action = 'uservault.open' WHERE sequence = 4",
    ],
)
def test_tampering_is_found_at_its_place(busy: Vault, tampering: str) -> None:
    changed = busy.db.write(lambda conn: conn.execute(tampering).rowcount)
    assert changed == 1
    report = busy.audit.verify()
    assert not report.is_intact
    assert report.first_bad in (2, 4, 5, 100)
    assert not busy.verify().is_whole


def test_entries_cut_from_the_end_are_seen_by_the_anchor(
    busy: Vault, recovery_code: str, vault_folder: Path
) -> None:
    busy.close()
    anchor = read_anchor(vault_folder, busy.keys)
    assert anchor is not None
    with open_vault(vault_folder, recovery_code=recovery_code) as again:
        last = again.audit.entries(1)[0].sequence
        assert last == anchor.sequence + 1
        again.db.write(
            lambda conn: conn.execute("DELETE FROM audit WHERE sequence > ?", (last - 3,)).rowcount
        )
        assert again.audit.verify().is_intact  # the chain alone cannot know
        vault_file = (vault_folder / "anchor").read_bytes()
        again.close()
    (vault_folder / "anchor").write_bytes(vault_file)  # the anchor of before the cut
    with pytest.raises(Exception, match="older than the vault's anchor"):
        open_vault(vault_folder, recovery_code=recovery_code)


def test_the_anchor_follows_within_a_hundred_entries(vault: Vault) -> None:
    conversation = vault.conversations.create("x")

    def lag() -> int:
        anchor = read_anchor(vault.path, vault.keys)
        assert anchor is not None
        assert not anchor.is_closed
        return vault.audit.entries(1)[0].sequence - anchor.sequence

    for _ in range(230):
        vault.conversations.add_turn(conversation.id, Role.USER, "x")
        assert lag() < 100


def test_an_undone_write_leaves_no_entry_and_no_anchor_debt(vault: Vault) -> None:
    before = vault.audit.verify().entries

    def action(conn: Connection) -> None:
        for _ in range(150):
            vault.audit.append(conn, "user", "turn.add", "turn", "t_x")
        raise LookupError

    with pytest.raises(LookupError):
        vault.db.write(action)
    assert vault.audit.verify().entries == before
    vault.settings.set("language", "zh")
    report = vault.audit.verify()
    assert report.entries == before + 1
    assert report.is_intact


def test_an_old_page_with_only_the_text_of_a_turn_is_seen_and_can_be_saved(
    busy: Vault, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    folder, file = busy.path, busy.path / "vault.db"
    chat = busy.conversations.list()[0].id
    changed = busy.conversations.turns(chat)[2].id
    busy.close()
    earlier = file.read_bytes()
    with open_vault(folder, recovery_code=recovery_code, clock=clock) as vault:
        vault.conversations.update_turn(changed, text="another text")
    whole = file.read_bytes()
    seen = 0
    reports: queue.SimpleQueue[CheckReport | None] = queue.SimpleQueue()
    for at in range(0, min(len(whole), len(earlier)), PAGE):
        page = earlier[at : at + PAGE]
        if page == whole[at : at + PAGE]:
            continue
        file.write_bytes(whole[:at] + page + whole[at + PAGE :])
        try:
            vault = open_vault(folder, recovery_code=recovery_code, clock=clock)
        except DatabaseDamaged:
            continue
        with vault:
            if vault.conversations.turn(changed).text == "another text":
                continue
            seen += 1
            report = vault.verify()
            assert report.audit.is_intact
            assert report.database == CheckReport(0, 0, 0, bad_turns=1)
            vault.start_checks(reports.put)
            assert reports.get(timeout=20) == report.database
        salvage_vault(folder, tmp_path / "saved", recovery_code=recovery_code, clock=clock)
        with open_vault(tmp_path / "saved", recovery_code=recovery_code, clock=clock) as saved:
            assert saved.verify().is_whole
            assert saved.conversations.turn(changed).text == "secret text 2"
            assert [entry.object_id for entry in saved.audit.entries() if entry.action == "turn.salvage"] == [
                changed
            ]
    assert seen == 1
    file.write_bytes(whole)


def test_a_turn_that_grew_and_was_cut_is_as_the_audit_says(busy: Vault) -> None:
    chat = busy.conversations.list()[0].id
    turns = busy.conversations.turns(chat)
    busy.conversations.update_turn(turns[0].id, text="I live in Hangzhou")
    memory = busy.memories.add(Candidate("home", "I live in Hangzhou", Layer.FACT, "Hangzhou", ())).memory
    assert memory is not None
    assert busy.memories.forget([memory.id], actor="user").turns_cut == (turns[0].id,)
    busy.conversations.update_turn(turns[1].id, state="stopped")
    assert busy.verify().is_whole
