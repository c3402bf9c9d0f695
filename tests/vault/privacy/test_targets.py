"""The measured targets of detection, on the evaluation data where it is at hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.pii import main
from tests.vault.privacy.examples import FOUND, HARMLESS, example

# The first test measures for all of them: half a minute on a core of its own, several on a busy machine.
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def summary(eval_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    target = tmp_path_factory.mktemp("pii") / "summary.json"
    assert main([str(eval_dir), "--files", "adversarial,cn-bench,synth-v2", "--json", str(target)]) == 0
    files: dict[str, dict[str, object]] = json.loads(target.read_text(encoding="utf-8"))["files"]
    return files


def test_adversarial_targets(summary: dict[str, dict]) -> None:
    result = summary["adversarial"]
    assert result["structured_covered"] >= 0.95
    assert result["harmless_hit_share"] <= 0.05
    for kind in ("SECRET", "PASSWORD", "OTP", "SSN", "IP"):
        assert result["types"][kind]["covered"] == 1.0
    assert result["types"]["SECRET"]["precision"] == 1.0


def test_synthetic_targets(summary: dict[str, dict]) -> None:
    types = summary["synth-v2"]["types"]
    assert types["BANK_CARD"]["recall"] == 1.0
    assert types["BANK_CARD"]["precision"] >= 0.96
    assert types["PHONE"]["recall"] >= 0.80
    assert types["PHONE"]["precision"] >= 0.70
    assert types["EMAIL"]["recall"] == types["IBAN"]["recall"] == 1.0


def test_every_file_comes_back_whole(summary: dict[str, dict]) -> None:
    assert [name for name, result in summary.items() if result["round_trip_failures"]] == []


def test_measurement_counts_like_the_data_marks(tmp_path: Path) -> None:
    rows = [{"id": f"n{n}", "text": text, "spans": []} for n, text in enumerate(HARMLESS[:5])]
    for number, (kind, marked) in enumerate(FOUND[:5]):
        text, ranges = example(marked)
        spans = [{"start": start, "end": end, "type": kind.value} for start, end in ranges]
        rows.append({"id": f"f{number}", "text": text, "spans": spans})
    rows.append({"id": "missed", "text": "a b c", "spans": [{"start": 0, "end": 1, "type": "PHONE"}]})
    rows.append(
        {"id": "seen", "split": "train", "text": "a b c", "spans": [{"start": 0, "end": 1, "type": "PHONE"}]}
    )
    source, raw, target = tmp_path / "own.jsonl", tmp_path / "raw", tmp_path / "summary"
    source.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert main([str(tmp_path), "--json", str(target), "--raw", str(raw)]) == 0
    result = json.loads(target.read_text(encoding="utf-8"))["files"]["own"]
    assert result["types"]["PHONE"]["gold"] == 6
    assert result["types"]["PHONE"]["covered"] == pytest.approx(5 / 6)
    assert result["types"]["PHONE"]["precision"] == 1.0
    assert (result["harmless_hit_share"], result["round_trip_failures"]) == (0.0, 0)
    assert (
        len(raw.read_text(encoding="utf-8").splitlines()) == len(rows) - 1
    )  # what training has seen is not measured


def test_raw_lines_can_be_paired_by_id_where_ids_repeat(tmp_path: Path) -> None:
    phone = [{"start": 6, "end": 18, "type": "PHONE"}]
    rows = [
        {"id": 7, "text": "nothing in here", "spans": []},
        {"id": 7, "text": "phone 212-555-0187", "spans": phone},
        {"id": 8, "text": "phone 212-555-0143", "spans": phone},
    ]
    raw = tmp_path / "raw"
    (tmp_path / "own.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert main([str(tmp_path), "--rules-only", "--raw", str(raw)]) == 0
    lines = [json.loads(line) for line in raw.read_text(encoding="utf-8").splitlines()]
    paired = {row["id"]: row for row in rows}  # what a scorer by id knows
    assert sorted(line["id"] for line in lines) == [7, 8]
    assert all(line["spans"] == paired[line["id"]]["spans"] for line in lines)
