"""Creating and opening: every way in, every refusal by its type, and that a refused opening changes nothing."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures import PASSPHRASE, SetClock, VaultTemplate
from vault import FLOOR_COST, CheckReport, Secret, Vault, create_vault, inspect_vault, open_vault
from vault.database import open_connection
from vault.errors import (
    CipherUnavailable,
    DatabaseDamaged,
    DiskFull,
    HeaderDamaged,
    InUse,
    NewerFormat,
    PassphraseRefused,
    RecoveryCodeInvalid,
    VaultClosed,
    VaultExists,
    VaultMissing,
    WrongPassphrase,
)
from vault.keys import SubKeys
from vault.lock import VaultLock
from vault.records import Role
from vault.recovery_code import new_recovery_code

FILES = {"header", "header.copy", "anchor", "attempts", "lock", "vault.db"}
OPEN_FILES = FILES | {"vault.db-wal", "vault.db-shm"}


def no_wait(seconds: float) -> None:
    assert 0 <= seconds <= 5


def prints(folder: Path) -> dict[str, str]:
    """What each file holds; the log's index is left out, it is the driver's scratch."""
    return {
        entry.name: hashlib.sha256(entry.read_bytes()).hexdigest()
        for entry in folder.iterdir()
        if not entry.name.endswith("-shm")
    }


def say(vault: Vault, *texts: str) -> str:
    conversation = vault.conversations.create("notes")
    for text in texts:
        vault.conversations.add_turn(conversation.id, Role.USER, text)
    return conversation.id


def texts_of(vault: Vault) -> list[str]:
    found = []
    for conversation in vault.conversations.list():
        found += [turn.text for turn in vault.conversations.turns(conversation.id)]
    return found


# the ways in


def test_a_new_vault_opens_with_passphrase_and_recovery_code(tmp_path: Path, clock: SetClock) -> None:
    path = tmp_path / "深" / "my.keepsake"
    vault, code = create_vault(path, Secret("öpen sesame"), clock=clock, cost=FLOOR_COST)
    with vault:
        say(vault, "你好")
        assert vault.verify().is_whole
        assert {entry.name for entry in path.iterdir()} == OPEN_FILES - {"attempts"}
    assert {entry.name for entry in path.iterdir()} == FILES - {"attempts"}
    with open_vault(path, passphrase=Secret("o\u0308pen sesame"), clock=clock) as again:
        assert texts_of(again) == ["你好"]
        assert again.opening_notes == ()
    with open_vault(path, recovery_code=code.lower(), clock=clock) as recovered:
        assert texts_of(recovered) == ["你好"]
        actions = [entry.action for entry in recovered.audit.entries()]
    assert actions == ["vault.open", "vault.open", "turn.add", "conversation.create", "vault.create"]
    assert [entry.name for entry in path.parent.iterdir()] == ["my.keepsake"]


def test_an_empty_folder_may_become_a_vault(tmp_path: Path, passphrase: Secret) -> None:
    (tmp_path / "empty").mkdir()
    create_vault(tmp_path / "empty", passphrase, cost=FLOOR_COST)[0].close()
    assert inspect_vault(tmp_path / "empty").is_header_whole


def test_the_outside_of_a_vault_shows_its_slots_and_no_secret(vault: Vault, clock: SetClock) -> None:
    info = inspect_vault(vault.path)
    assert [slot.kind for slot in info.slots] == ["passphrase", "recovery"]
    assert info.vault_id == vault.vault_id
    assert info.headers_agree
    assert info.created_utc == clock()
    assert info.size_bytes > 0


def test_exactly_one_secret_is_taken(vault_folder: Path, passphrase: Secret) -> None:
    with pytest.raises(ValueError, match="passphrase or"):
        open_vault(vault_folder)
    with pytest.raises(ValueError, match="passphrase or"):
        open_vault(vault_folder, passphrase=passphrase, recovery_code="x")


def test_a_closed_vault_is_closed(vault: Vault) -> None:
    vault.close()
    vault.close()
    with pytest.raises(VaultClosed):
        vault.conversations.list()
    with pytest.raises(VaultClosed):
        vault.conversations.create("x")


# what is refused, and that nothing changes


@pytest.mark.parametrize("present", [*sorted(OPEN_FILES), "stranger.txt"])
def test_nothing_is_created_where_any_file_is(tmp_path: Path, passphrase: Secret, present: str) -> None:
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / present).write_bytes(b"something")
    with pytest.raises(VaultExists):
        create_vault(tmp_path / "v", passphrase, cost=FLOOR_COST)
    assert [entry.name for entry in tmp_path.iterdir()] == ["v"]
    assert (tmp_path / "v" / present).read_bytes() == b"something"


def test_a_refused_passphrase_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(PassphraseRefused):
        create_vault(tmp_path / "v", Secret(""), cost=FLOOR_COST)
    with pytest.raises(ValueError, match="floor"):
        create_vault(tmp_path / "v", Secret("x"), cost=FLOOR_COST.__class__(8, 1, 1))
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_creation_does_not_stop_the_next(tmp_path: Path, passphrase: Secret) -> None:
    staging = tmp_path / ".v.creating"
    staging.mkdir()
    for name in ("header", "vault.db", "lock", "header.new"):
        (staging / name).write_bytes(b"half")
    create_vault(tmp_path / "v", passphrase, cost=FLOOR_COST)[0].close()
    assert [entry.name for entry in tmp_path.iterdir()] == ["v"]


def test_a_full_disk_while_creating_leaves_nothing(
    tmp_path: Path, passphrase: Secret, full_disk: Callable[[str], None]
) -> None:
    full_disk("header.copy.new")
    with pytest.raises(DiskFull):
        create_vault(tmp_path / "v", passphrase, cost=FLOOR_COST)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_vault_is_missing(tmp_path: Path, passphrase: Secret) -> None:
    for path in (tmp_path, tmp_path / "absent"):
        with pytest.raises(VaultMissing):
            open_vault(path, passphrase=passphrase)
        with pytest.raises(VaultMissing):
            inspect_vault(path)
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_secret_changes_the_attempts_file_alone(vault_folder: Path) -> None:
    before = prints(vault_folder)
    with pytest.raises(WrongPassphrase):
        open_vault(vault_folder, passphrase=Secret("wrong"))
    with pytest.raises(WrongPassphrase):
        open_vault(vault_folder, recovery_code=new_recovery_code()[0])
    after = prints(vault_folder)
    assert {name for name in after if after[name] != before.get(name)} <= {"attempts"}
    assert after.keys() - before.keys() <= {"attempts"}
    assert inspect_vault(vault_folder).failed_attempts == 2


def test_a_mistyped_recovery_code_is_no_attempt(vault_folder: Path, vault_template: VaultTemplate) -> None:
    before = prints(vault_folder)
    code = vault_template.recovery_code
    with pytest.raises(RecoveryCodeInvalid):
        open_vault(vault_folder, recovery_code=code[:-1] + ("0" if code[-1] != "0" else "1"))
    assert prints(vault_folder) == before


def test_the_delay_grows_to_five_seconds_and_survives_a_restart(
    vault_folder: Path, clock: SetClock, passphrase: Secret
) -> None:
    waited: list[float] = []
    for _ in range(9):
        with pytest.raises(WrongPassphrase):
            open_vault(vault_folder, recovery_code=new_recovery_code()[0], clock=clock, wait=waited.append)
    assert waited == sorted(waited)
    assert waited[0] < 1
    assert waited[-2:] == [5.0, 5.0]
    clock.advance(hours=-3)  # setting the clock back does not shorten it
    with open_vault(vault_folder, passphrase=passphrase, clock=clock, wait=waited.append) as vault:
        assert waited[-1] == 5.0
        found = [entry.reason for entry in vault.audit.entries() if entry.action == "vault.failed_attempts"]
        assert found == ["9"]
    assert inspect_vault(vault_folder).failed_attempts == 0


def test_time_that_passed_counts_towards_the_delay(vault_folder: Path, clock: SetClock) -> None:
    waited: list[float] = []
    for _ in range(5):
        with pytest.raises(WrongPassphrase):
            open_vault(vault_folder, recovery_code=new_recovery_code()[0], clock=clock, wait=waited.append)
        clock.advance(minutes=1)
    assert waited == []


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"failed": "x"}', b"\xff"])
def test_a_damaged_attempts_file_keeps_nobody_out(
    vault_folder: Path, passphrase: Secret, content: bytes
) -> None:
    (vault_folder / "attempts").write_bytes(content)
    open_vault(vault_folder, passphrase=passphrase).close()


# the header


def test_every_flipped_byte_in_both_header_files_is_damage(vault_folder: Path, recovery_code: str) -> None:
    raw = (vault_folder / "header").read_bytes()
    before = prints(vault_folder)
    for place in range(len(raw)):
        flipped = raw[:place] + bytes([raw[place] ^ 0xFF]) + raw[place + 1 :]
        for name in ("header", "header.copy"):
            (vault_folder / name).write_bytes(flipped)
        with pytest.raises(HeaderDamaged):
            open_vault(vault_folder, recovery_code=recovery_code)
    for name in ("header", "header.copy"):
        (vault_folder / name).write_bytes(raw)
    assert prints(vault_folder) == before


@pytest.mark.parametrize("victim", ["header", "header.copy"])
@pytest.mark.parametrize("content", [None, b"", b"KEEPSAKE", b"\0" * 800])
def test_one_damaged_header_file_is_mended_from_the_other(
    vault_folder: Path, recovery_code: str, victim: str, content: bytes | None
) -> None:
    whole = (vault_folder / victim).read_bytes()
    if content is None:
        (vault_folder / victim).unlink()
    else:
        (vault_folder / victim).write_bytes(content)
    assert not inspect_vault(vault_folder).headers_agree
    with open_vault(vault_folder, recovery_code=recovery_code) as vault:
        assert "header_repaired" in vault.opening_notes
        assert vault.audit.entries(1)[0].action == "header.repair"
        assert vault.verify().is_whole
    assert (vault_folder / victim).read_bytes() == whole
    assert (vault_folder / victim).stat().st_mode & 0o077 == 0 or os.name == "nt"


def test_a_header_with_a_flipped_byte_is_mended(vault_folder: Path, recovery_code: str) -> None:
    raw = (vault_folder / "header").read_bytes()
    for place in (0, 9, 12, len(raw) // 2, len(raw) - 40, len(raw) - 1):
        (vault_folder / "header").write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])
        open_vault(vault_folder, recovery_code=recovery_code).close()
        assert (vault_folder / "header").read_bytes() == raw


def test_a_database_without_headers_is_damage_and_no_new_vault(
    vault_folder: Path, passphrase: Secret, recovery_code: str
) -> None:
    (vault_folder / "header").unlink()
    (vault_folder / "header.copy").unlink()
    before = prints(vault_folder)
    with pytest.raises(HeaderDamaged):
        open_vault(vault_folder, recovery_code=recovery_code)
    with pytest.raises(VaultExists):
        create_vault(vault_folder, passphrase, cost=FLOOR_COST)
    assert prints(vault_folder) == before


def test_two_forged_headers_with_mended_hashes_are_damage(vault_folder: Path, recovery_code: str) -> None:
    raw = (vault_folder / "header").read_bytes()
    forged = raw[:-64].replace(b'"name":""', b'"name":"x"', 1)
    covered = forged[:10] + (len(forged) - 14).to_bytes(4, "big") + forged[14:] + raw[-64:-32]
    for name in ("header", "header.copy"):
        (vault_folder / name).write_bytes(covered + hashlib.sha256(covered).digest())
    with pytest.raises(HeaderDamaged):
        open_vault(vault_folder, recovery_code=recovery_code)
    (vault_folder / "header.copy").write_bytes(raw)  # one forged, one whole: the whole one counts
    open_vault(vault_folder, recovery_code=recovery_code).close()
    assert (vault_folder / "header").read_bytes() == raw


def test_the_headers_of_another_vault_do_not_open_this_database(
    vault_folder: Path, tmp_path: Path, passphrase: Secret
) -> None:
    create_vault(tmp_path / "other", passphrase, cost=FLOOR_COST)[0].close()
    for name in ("header", "header.copy"):
        shutil.copy(tmp_path / "other" / name, vault_folder / name)
    with pytest.raises(DatabaseDamaged):
        open_vault(vault_folder, passphrase=passphrase)


# the database


@pytest.fixture
def opened_before(vault_folder: Path, recovery_code: str) -> Path:
    """A vault with a few turns, closed in order."""
    with open_vault(vault_folder, recovery_code=recovery_code) as vault:
        say(vault, *(f"turn {number} " + "x" * 500 for number in range(40)))
    return vault_folder


def refuse(folder: Path, recovery_code: str) -> None:
    """Opening raises DatabaseDamaged and leaves database and headers as they were."""
    before = prints(folder)
    with pytest.raises(DatabaseDamaged):
        open_vault(folder, recovery_code=recovery_code, wait=no_wait)
    after = prints(folder)
    assert {name for name in after if after[name] != before.get(name)} <= {"attempts"}
    VaultLock(folder).release()  # freed


def test_a_plain_database_is_refused(opened_before: Path, recovery_code: str) -> None:
    (opened_before / "vault.db").unlink()
    plain = sqlite3.connect(opened_before / "vault.db")
    plain.execute("CREATE TABLE meta (key TEXT, value TEXT)")
    plain.commit()
    plain.close()
    refuse(opened_before, recovery_code)


@pytest.mark.parametrize("content", [None, b"", b"\0" * 4096, b"noise" * 4000])
def test_a_missing_blank_or_foreign_database_is_refused(
    opened_before: Path, recovery_code: str, content: bytes | None
) -> None:
    if content is None:
        (opened_before / "vault.db").unlink()
    else:
        (opened_before / "vault.db").write_bytes(content)
    refuse(opened_before, recovery_code)
    assert (opened_before / "vault.db").exists() == (content is not None)


def test_a_blank_database_under_the_right_key_is_refused(
    opened_before: Path, recovery_code: str, vault_template: VaultTemplate
) -> None:
    (opened_before / "vault.db").write_bytes(b"")
    keys = SubKeys(vault_template.data_key, vault_template.header.vault_id)
    conn = open_connection(opened_before / "vault.db", keys.key("database"))
    conn.execute("CREATE TABLE meta (key TEXT, value TEXT)")
    conn.close()
    refuse(opened_before, recovery_code)


@pytest.mark.parametrize("pages", [1, 2, 5])
def test_pages_cut_off_the_end_are_seen(opened_before: Path, recovery_code: str, pages: int) -> None:
    file = opened_before / "vault.db"
    os.truncate(file, file.stat().st_size - pages * 4096)
    refuse(opened_before, recovery_code)


def test_an_older_copy_of_the_database_is_seen(
    opened_before: Path, recovery_code: str, tmp_path: Path
) -> None:
    shutil.copy(opened_before / "vault.db", tmp_path / "old.db")
    with open_vault(opened_before, recovery_code=recovery_code) as vault:
        say(vault, "newer")
    shutil.copy(tmp_path / "old.db", opened_before / "vault.db")
    refuse(opened_before, recovery_code)


def test_a_database_copied_without_its_log_is_seen(vault: Vault, recovery_code: str, tmp_path: Path) -> None:
    vault.db.checkpoint()
    say(vault, *(f"recent {number}" for number in range(120)))  # past the next anchor
    assert (vault.path / "vault.db-wal").stat().st_size > 0
    copied = tmp_path / "copied"
    shutil.copytree(vault.path, copied, ignore=shutil.ignore_patterns("*-wal", "*-shm"))
    refuse(copied, recovery_code)


def test_a_foreign_log_is_refused_and_harms_nothing(
    opened_before: Path, passphrase: Secret, recovery_code: str, tmp_path: Path
) -> None:
    other, _ = create_vault(tmp_path / "other", passphrase, cost=FLOOR_COST)
    say(other, "foreign " * 100)
    shutil.copy(tmp_path / "other" / "vault.db-wal", opened_before / "vault.db-wal")
    other.close()
    refuse(opened_before, recovery_code)
    refuse(opened_before, recovery_code)
    (opened_before / "vault.db-wal").unlink()
    (opened_before / "vault.db-shm").unlink(missing_ok=True)
    with open_vault(opened_before, recovery_code=recovery_code) as vault:
        assert len(texts_of(vault)) == 40
        assert vault.verify().is_whole


def test_a_damaged_page_is_found_by_the_checks(opened_before: Path, recovery_code: str) -> None:
    file = opened_before / "vault.db"
    raw = bytearray(file.read_bytes())
    raw[-2000] ^= 1
    file.write_bytes(raw)
    with open_vault(opened_before, recovery_code=recovery_code) as vault:
        found: list[object] = []
        vault.start_checks(found.append)
        vault._checks._thread.join()  # type: ignore[union-attr]
        assert found[0].bad_pages >= 1  # type: ignore[attr-defined]
    (opened_before / "anchor").unlink()  # now the last end was not clean: the same is found before use
    refuse(opened_before, recovery_code)


def test_closing_cuts_the_checks_short_or_waits_for_them(vault: Vault) -> None:
    say(vault, *(f"turn {number} " + "x" * 5000 for number in range(50)))
    found: list[CheckReport | None] = []
    vault.start_checks(found.append)
    vault.start_checks(found.append)
    vault.close()
    assert len(found) == 2
    assert all(report is None or report.is_whole for report in found)


def test_a_missing_or_damaged_anchor_is_noted_and_made_anew(opened_before: Path, recovery_code: str) -> None:
    for content in (None, b"", b"0" * 200):
        if content is None:
            (opened_before / "anchor").unlink()
        else:
            (opened_before / "anchor").write_bytes(content)
        with open_vault(opened_before, recovery_code=recovery_code) as vault:
            assert vault.opening_notes == ("anchor_missing",)
            assert vault.audit.entries(1)[0].reason == "anchor_missing"
    with open_vault(opened_before, recovery_code=recovery_code) as vault:
        assert vault.opening_notes == ()


def test_a_database_of_a_later_schema_is_newer(opened_before: Path, recovery_code: str) -> None:
    with open_vault(opened_before, recovery_code=recovery_code) as vault:
        vault.db.write(
            lambda conn: conn.execute("INSERT INTO migrations VALUES (99, 'version_99', 0)").rowcount
        )
    with pytest.raises(NewerFormat):
        open_vault(opened_before, recovery_code=recovery_code)
    VaultLock(opened_before).release()


# one at a time, and nothing in clear


def test_a_second_opening_in_the_same_process_is_refused(vault: Vault, recovery_code: str) -> None:
    with pytest.raises(InUse):
        open_vault(vault.path, recovery_code=recovery_code)
    vault.close()
    open_vault(vault.path, recovery_code=recovery_code).close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permission bits")
def test_every_file_stays_the_owners_alone(vault_folder: Path, recovery_code: str) -> None:
    old_mask = os.umask(0)
    try:
        with open_vault(vault_folder, recovery_code=recovery_code) as vault:
            say(vault, "x")
            vault.slots.renew_recovery_code(Secret(PASSPHRASE))
            vault.drop_anchor()
            modes = {entry.name: entry.stat().st_mode & 0o777 for entry in vault_folder.iterdir()}
    finally:
        os.umask(old_mask)
    assert modes.keys() == OPEN_FILES
    assert set(modes.values()) == {0o600}
    assert vault_folder.stat().st_mode & 0o777 == 0o700


def test_a_marker_is_in_no_raw_file(vault: Vault, passphrase: Secret, recovery_code: str) -> None:
    marker = "MARKER-7f3a-紫色大象"
    conversation = say(vault, marker)
    vault.conversations.rename(conversation, marker)
    vault.conversations.set_draft(conversation, marker)
    vault.settings.set("endpoint.background", marker)
    needles = [marker.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")] + [
        passphrase.reveal()
    ]

    def hits() -> list[str]:
        return [
            entry.name
            for entry in vault.path.iterdir()
            if any(needle in entry.read_bytes() for needle in needles)
        ]

    assert texts_of(vault) == [marker]
    assert hits() == []
    vault.db.checkpoint()
    assert hits() == []
    vault.close()
    assert hits() == []


def test_a_driver_that_does_not_encrypt_is_refused(
    vault_folder: Path, tmp_path: Path, passphrase: Secret, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vault.database.connect", sqlite3.connect)
    before = prints(vault_folder)
    with pytest.raises(CipherUnavailable):
        open_vault(vault_folder, passphrase=passphrase)
    assert {name for name, value in prints(vault_folder).items() if before.get(name) != value} <= {"attempts"}
    with pytest.raises(CipherUnavailable):
        create_vault(tmp_path / "new", passphrase, cost=FLOOR_COST)
    assert [entry.name for entry in tmp_path.iterdir()] == ["vault"]
