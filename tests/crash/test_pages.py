"""Pages of the database that are torn, swapped, blank, cut off or put back; `make crash` does it with every page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.pages import KINDS, TwoStates, alter, two_states


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> TwoStates:
    return two_states(tmp_path_factory.mktemp("pages") / "vault")


@pytest.mark.parametrize("kind", KINDS)
def test_an_altered_page_is_noticed_or_changes_no_row(kind: str, states: TwoStates, tmp_path: Path) -> None:
    # Old pages alone are few, and each is another trouble to the checks.
    noticed = alter(states, kind, tmp_path / "trial", every=1 if kind == "put back" else 13)
    assert noticed.tried > 0
    assert noticed.unnoticed == 0
