"""What is left of a damaged vault is saved: rows outside the damaged pages, a backup's header, the last backup."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures import SetClock
from tests.vault.pages import PAGE, RESERVED, SALT, plain_pages
from vault import FLOOR_COST, ReceiptDraft, Secret, Vault, create_vault, make_backup, open_vault
from vault.errors import (
    BackupDamaged,
    DatabaseDamaged,
    DiskFull,
    HeaderDamaged,
    SalvageFailed,
    TransitionRefused,
    VaultExists,
)
from vault.records import Candidate, Layer, Role
from vault.repair import advise, restore_header, restore_latest
from vault.salvage import TABLES, salvage_vault

TURNS = 160


def text_of(number: int) -> str:
    return f"turn {number}: " + "蜜蜂 hive " * (number % 7) * 20


@pytest.fixture
def lived(vault: Vault) -> Vault:
    """An open vault with several pages of turns, some of them long, and one of each other thing."""
    chat = vault.conversations.create("bees")

    def fill(conn: object) -> None:
        for number in range(TURNS):
            vault.conversations.add_turn(chat.id, Role.USER, text_of(number))

    vault.db.write(fill)
    vault.memories.add(Candidate("hives", "I keep three hives", Layer.FACT, "three", ()))
    receipt = vault.receipts.record(ReceiptDraft("reply", "home", "http://127.0.0.1/v1", "POST", b"{}"))
    vault.receipts.finish(receipt.id, "ok", status=200)
    vault.settings.set("language", "zh")
    return vault


def texts_of(vault: Vault) -> list[str]:
    return [turn.text for chat in vault.conversations.list() for turn in vault.conversations.turns(chat.id)]


def starts_of(words: bytes, text: bytes) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(words), text)]


def damage(file: Path, pages: list[int]) -> None:
    with file.open("r+b") as raw:
        for page in pages:
            raw.seek((page - 1) * PAGE + 500)
            raw.write(b"damaged")


def prints(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.name != "attempts"}


@pytest.mark.parametrize("seed", range(12))
def test_every_row_outside_the_damaged_pages_is_saved(
    lived: Vault, tmp_path: Path, recovery_code: str, clock: SetClock, seed: int
) -> None:
    lived.db.checkpoint()
    # Where one of those that say what is in the database is damaged, nothing of it can be read.
    schema = {(place + SALT) // (PAGE - RESERVED) + 1 for place in starts_of(b"CREATE ", plain_pages(lived))}
    lived.close()
    file = lived.path / "vault.db"
    pages = [page for page in range(4, file.stat().st_size // PAGE + 1) if page not in schema]
    damage(file, sorted(random.Random(seed).sample(pages, 1 + seed % 4)))
    before = prints(lived.path)
    report = salvage_vault(lived.path, tmp_path / "saved", recovery_code=recovery_code, clock=clock)
    assert prints(lived.path) == before
    assert report.kept is None
    with open_vault(tmp_path / "saved", recovery_code=recovery_code, clock=clock) as saved:
        assert saved.verify().is_whole
        found = texts_of(saved)
        assert set(found) <= {text_of(number) for number in range(TURNS)}
        assert len(found) == len(set(found)) or not found
        # A page holds a dozen turns or a hundred audit entries; what is on the others is all there.
        assert report.rows <= report.expected
        if not report.gaps:
            assert (len(found), report.rows) == (TURNS, report.expected)
        if "messages" not in report.gaps:
            assert len(found) == TURNS
        assert saved.audit.entries(5)[-1].sequence >= 1


def test_every_table_that_is_not_derived_is_saved(lived: Vault) -> None:
    sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    there = lived.db.read(lambda conn: {row["name"] for row in conn.execute(sql)})
    assert {name for name in there - TABLES.keys() if not name.startswith(("index_", "migrations"))} == set()
    assert set(TABLES) <= there


def test_a_page_of_turns_costs_its_own_turns_alone(
    lived: Vault, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    """What is lost is one run of neighbours, or one long turn; only the root of their table costs all of them."""
    lived.close()
    file = lived.path / "vault.db"
    whole, tried, roots = file.read_bytes(), 0, 0
    for page in range(5, len(whole) // PAGE + 1, 7):
        file.write_bytes(whole)
        damage(file, [page])
        target = tmp_path / f"saved-{page}"
        report = salvage_vault(lived.path, target, recovery_code=recovery_code, clock=clock)
        if report.gaps != {"messages": 1}:
            continue
        with open_vault(target, recovery_code=recovery_code, clock=clock) as saved:
            found = {text: number for number, text in enumerate(map(text_of, range(TURNS)))}
            there = [found[text] for text in texts_of(saved)]
            missing = sorted(set(range(TURNS)) - set(there))
        if not there:
            roots += 1
            continue
        tried += 1
        assert missing == list(range(missing[0], missing[-1] + 1))
        assert len(missing) < 45
    assert tried >= 2
    assert roots <= 1


def test_a_whole_vault_loses_nothing_by_it(
    lived: Vault, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    lived.close()
    report = salvage_vault(lived.path, tmp_path / "saved", recovery_code=recovery_code, clock=clock)
    assert (report.rows, report.gaps, report.orphans, report.is_rechained) == (report.expected, {}, 0, False)
    with open_vault(tmp_path / "saved", recovery_code=recovery_code, clock=clock) as saved:
        assert len(texts_of(saved)) == TURNS
        assert [memory.claim for memory in saved.memories.list()] == ["I keep three hives"]
        assert saved.settings.text("language") == "zh"
        assert len(saved.receipts.list()) == 1


def test_a_file_cut_short_gives_what_is_left_and_its_place(
    lived: Vault, recovery_code: str, clock: SetClock
) -> None:
    lived.close()
    file = lived.path / "vault.db"
    with file.open("r+b") as raw:
        raw.truncate(file.stat().st_size - 12 * PAGE)
    with pytest.raises(DatabaseDamaged):
        open_vault(lived.path, recovery_code=recovery_code, clock=clock)
    report = salvage_vault(lived.path, lived.path, recovery_code=recovery_code, clock=clock)
    assert report.kept is not None
    assert report.gaps
    with open_vault(lived.path, recovery_code=recovery_code, clock=clock) as saved:
        assert saved.verify().is_whole
    assert (report.kept / "vault.db").stat().st_size % PAGE == 0


def test_the_log_of_another_database_does_not_stop_it(
    lived: Vault, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    lived.close()
    other, _ = create_vault(tmp_path / "other", Secret("other"), clock=clock, cost=FLOOR_COST)
    other.conversations.create("x")
    shutil.copy(other.path / "vault.db-wal", lived.path / "vault.db-wal")
    other.close()
    report = salvage_vault(lived.path, tmp_path / "saved", recovery_code=recovery_code, clock=clock)
    assert (report.rows, report.gaps) == (report.expected, {})


def test_without_its_first_page_only_a_backup_helps(
    lived: Vault, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    lived.close()
    damage(lived.path / "vault.db", [1])
    with pytest.raises(SalvageFailed):
        salvage_vault(lived.path, tmp_path / "saved", recovery_code=recovery_code, clock=clock)
    assert [entry.name for entry in tmp_path.iterdir()] == ["vault"]


def test_salvage_takes_no_other_place_and_survives_a_full_disk(
    lived: Vault, tmp_path: Path, recovery_code: str, clock: SetClock, full_disk: Callable[[str], None]
) -> None:
    lived.close()
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "one").write_bytes(b"mine")
    with pytest.raises(VaultExists):
        salvage_vault(lived.path, tmp_path / "letters", recovery_code=recovery_code, clock=clock)
    before = prints(lived.path)
    full_disk(".vault.building/header.new")
    with pytest.raises(DiskFull):
        salvage_vault(lived.path, lived.path, recovery_code=recovery_code, clock=clock)
    assert prints(lived.path) == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["letters", "vault"]


# the header, and the last backup


def lose_headers(folder: Path) -> None:
    (folder / "header").write_bytes(b"")
    (folder / "header.copy").unlink()


def test_a_lost_header_comes_back_from_a_backup_and_nothing_after_it_is_lost(
    lived: Vault, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    made = make_backup(lived, tmp_path / "b").path
    lived.conversations.add_turn(lived.conversations.list()[0].id, Role.USER, "after the backup")
    lived.close()
    with pytest.raises(TransitionRefused):
        restore_header(made, lived.path, recovery_code=recovery_code)
    lose_headers(lived.path)
    with pytest.raises(HeaderDamaged):
        open_vault(lived.path, recovery_code=recovery_code, clock=clock)
    assert advise(lived.path).steps == ("header_from_backup", "restore_backup")
    restore_header(made, lived.path, recovery_code=recovery_code)
    with open_vault(lived.path, recovery_code=recovery_code, clock=clock) as vault:
        assert "after the backup" in texts_of(vault)
        assert vault.verify().is_whole


def test_the_header_of_another_vault_is_not_taken(lived: Vault, tmp_path: Path, clock: SetClock) -> None:
    other, code = create_vault(tmp_path / "other", Secret("other"), clock=clock, cost=FLOOR_COST)
    made = make_backup(other, tmp_path / "b").path
    other.close()
    lived.close()
    lose_headers(lived.path)
    before = prints(lived.path)
    with pytest.raises(DatabaseDamaged):
        restore_header(made, lived.path, recovery_code=code)
    assert prints(lived.path) == before


def test_the_last_verified_backup_takes_the_place_of_a_damaged_vault(
    lived: Vault, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    make_backup(lived, tmp_path / "b")
    lived.close()
    damage(lived.path / "vault.db", [1])
    advice = advise(lived.path)
    assert (advice.backup, advice.backup_created_utc) == (tmp_path / "b", clock())
    assert advice.steps == ("open", "restore_backup", "salvage")
    report = restore_latest(lived.path, recovery_code=recovery_code, clock=clock)
    assert report.kept is not None
    with open_vault(lived.path, recovery_code=recovery_code, clock=clock) as vault:
        assert len(texts_of(vault)) == TURNS


def test_a_backup_that_is_gone_is_not_promised(lived: Vault, tmp_path: Path, recovery_code: str) -> None:
    made = make_backup(lived, tmp_path / "b").path
    lived.close()
    made.unlink()
    assert advise(lived.path).steps == ("open", "salvage", "find_backup")
    with pytest.raises(BackupDamaged):
        restore_latest(lived.path, recovery_code=recovery_code)
    lose_headers(lived.path)
    assert advise(lived.path).steps == ("find_backup",)


def test_saving_can_be_stopped_and_leaves_the_damaged_vault(
    lived: Vault, tmp_path: Path, recovery_code: str, clock: SetClock
) -> None:
    folder = lived.path
    lived.close()
    told: list[tuple[str, int, int]] = []

    def is_stopped() -> bool:
        return len(told) > 3

    report = salvage_vault(
        folder, folder, recovery_code=recovery_code, clock=clock, progress=lambda *step: told.append(step),
        cancelled=is_stopped,
    )  # fmt: skip
    assert report.was_cancelled
    assert [stage for stage, _, _ in told] == ["salvage"] * 4
    assert not [*folder.parent.glob("*.before-*"), *folder.parent.glob(".*.building")]
    with open_vault(folder, recovery_code=recovery_code, clock=clock) as vault:
        assert vault.verify().is_whole
