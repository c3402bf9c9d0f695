"""A short leak hunt through a real session, and that the hunt finds what is there; `tests.bench.leaks` is long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bench import leaks
from tests.bench.planted import TYPES, planted
from vault.privacy import IDENTITY, NEVER_STORED, for_storage

COUNT = 30  # every type in both languages


def test_nothing_planted_is_found_where_it_may_not_be(tmp_path: Path) -> None:
    values = planted(COUNT)
    assert {one.type for one in values} == set(TYPES)
    result = leaks.hunt(values, tmp_path, with_models=False)
    assert {place: found for place, found in result.forbidden().items() if found} == {}
    # It went through: what may be kept is in the vault, found by its words too, and was replaced on the way out.
    for place in ("turns", "memories", "index", "stand-ins", "exports"):
        assert result.found[place], place
    assert {"requests that arrived", "receipts", "log", "files of the vault"} <= set(result.found)


def test_the_hunt_finds_what_is_not_cut_and_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
        "receipts",
        "requests that arrived",
        "exports",
    } <= leaked
    assert not result.found["files of the vault"]
    assert not result.found["log"]
    assert re.search(r"\| requests that arrived \| 0 \| [1-9]\d* \| [1-9]", leaks.table(result))


def test_every_planted_secret_is_recognised_before_it_is_stored() -> None:
    secrets = [one for one in planted(300) if not one.may_be_stored]
    assert len(secrets) > 100
    assert [one.text for one in secrets if one.value in for_storage(one.text).text] == []
