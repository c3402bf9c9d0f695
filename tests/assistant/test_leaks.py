"""A short leak hunt through a real session, and that the hunt finds what is there; `tests.bench.leaks` is long."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.bench import leaks, leaks_outside
from tests.bench.planted import TYPES, Planted, planted
from vault import Vault
from vault.privacy import IDENTITY, NEVER_STORED, PiiType, for_storage

COUNT = 30  # every type in both languages
# Settings, endpoints, hashes and the vault's own marks: searched as well, as "other tables".
OWN_TABLES = {"endpoints", "meta", "migrations", "settings", "tombstones"}


def test_nothing_planted_is_found_where_it_may_not_be(tmp_path: Path, qapp: QApplication) -> None:
    values = planted(COUNT)
    assert {one.type for one in values} == set(TYPES)
    result = leaks.hunt(values, tmp_path, with_models=False)
    assert {place: found for place, found in result.forbidden().items() if found} == {}
    # It went through: what may be kept is in the vault, found by its words too, and was replaced on the way out.
    for place in ("turns", "memories", "index", "replies", "tasks", "model outputs", "digests", "attachments",
                  "stand-ins", "exports", "clipboard"):  # fmt: skip
        assert result.found[place], place
    looked = {
        "requests that arrived",
        "receipts",
        "previews",
        "log",
        "files of the vault",
        "clipboard after locking",
    }
    assert looked <= set(result.found)
    if os.name != "nt":
        assert {"crash: output and fault report", "crash: files left"} <= set(result.found)


@pytest.mark.skipif(os.name == "nt", reason="no such abort on Windows")
def test_the_hunt_finds_what_a_careless_crash_leaves(tmp_path: Path) -> None:
    values = planted(COUNT)
    write = 'Path(tempfile.gettempdir(), "left").write_text("".join(texts), encoding="utf-16-le")'
    careless = f"print(texts, file=sys.stderr, flush=True); {write}; {leaks_outside.ABORT}"
    result = leaks.Hunt(values)
    for place, texts in leaks_outside.crash(values, tmp_path, ending=careless).items():
        result.look(place, texts)
    assert {place: len(found) for place, found in result.forbidden().items()} == {
        "crash: output and fault report": COUNT,
        "crash: files left": COUNT,
    }


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("the code is 852585.", True),
        ("码852585。", True),
        ("x852585y", True),
        ("1796074852585123", False),
        ("8525851", False),
    ],
)
def test_a_code_is_not_found_inside_a_longer_number(text: str, is_found: bool) -> None:
    code = Planted("852585", PiiType.OTP, "Your verification code is 852585.", "en")
    result = leaks.Hunt([code])
    result.look("turns", [text])
    assert result.found["turns"] == ([code] if is_found else [])


def test_the_hunt_finds_what_is_not_cut_and_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    monkeypatch.setattr("vault.privacy.masking.detect", lambda text, **_: [])
    monkeypatch.setattr("vault.privacy.pseudonyms.detect", lambda text, **_: [])
    values = [one for one in planted(COUNT) if one.type in NEVER_STORED | IDENTITY][:6]
    result = leaks.hunt(values, tmp_path, with_models=False)
    leaked = {place for place, found in result.forbidden().items() if found}
    assert {
        "turns",
        "titles",
        "memories",
        "index",
        "drafts",
        "tasks",
        "digests",
        "replies",
        "previews",
        "receipts",
        "requests that arrived",
        "exports",
        "clipboard",
    } <= leaked
    assert not result.found["files of the vault"]
    assert not result.found["log"]
    assert re.search(r"\| requests that arrived \| 0 \| [1-9]\d* \| [1-9]", leaks.table(result))


def test_every_table_with_text_has_a_place_in_the_hunt(vault: Vault) -> None:
    tables = vault.db.read(
        lambda conn: [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    )
    assert set(tables) - set(leaks.PLACES) == OWN_TABLES


def test_every_planted_secret_is_recognised_before_it_is_stored() -> None:
    secrets = [one for one in planted(300) if not one.may_be_stored]
    assert len(secrets) > 100
    assert [one.text for one in secrets if one.value in for_storage(one.text).text] == []
