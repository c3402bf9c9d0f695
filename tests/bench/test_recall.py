"""The summary of recall tells what its numbers rest on."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from tests.bench import harness, recall
from vault.recall import Encoder, default_encoder_folder

_QUERY = {"haystack": "h", "id": "q", "text": "Where is the kettle?", "gold": ["1"], "category": "c"}


@pytest.mark.parametrize(("timeout_s", "expected"), [(harness.ENCODER_TIMEOUT_S, 0), (0.0, 1)])
def test_questions_that_the_encoder_was_too_slow_for_are_counted_and_fail_the_measurement(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], timeout_s: float, expected: int
) -> None:
    monkeypatch.setattr(harness, "ENCODER_TIMEOUT_S", timeout_s)
    monkeypatch.setattr(harness, "_slow", [])
    with harness.fresh_store(Encoder.load(default_encoder_folder())) as store:
        store.add({"id": "1", "session": "s", "role": "user", "text": "The kettle is in the hall."})
        store.recall.index_now()
        line = recall.ask("set", store, _QUERY)
    assert line["ranked"] == ["1"]
    assert recall.summarise([line], [_QUERY])["all"]["by_words_alone"] == expected
    assert harness.finish(argparse.Namespace(json=None, raw=None), {}) == expected
    assert f"too slow: {expected}" in capsys.readouterr().out


def test_a_turn_without_a_time_is_said_after_the_one_before_it() -> None:
    rows: list[dict[str, Any]] = [
        {"id": "1", "session": "s", "role": "user", "text": "one", "time": "2024-03-15T00:00:00"},
        {"id": "2", "session": "s", "role": "assistant", "text": "two"},
    ]
    with harness.fresh_store(None) as store:
        for row in rows:
            store.add(row)
        said = {
            store.ids[turn.id]: turn.said_utc
            for turn in store.vault.conversations.turns(next(iter(store._conversations.values())))
        }
    assert said["1"] == harness.instant("2024-03-15T00:00:00")
    assert 0 < (said["2"] - said["1"]).total_seconds() < 60
