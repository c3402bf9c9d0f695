"""Names of memories in a question: whole, alone, and with one slip."""

from __future__ import annotations

import pytest

from vault.recall.names import NameTable, is_one_slip


@pytest.fixture
def table() -> NameTable:
    table = NameTable()
    table.put(1, ["Kubernetes", "k8s", "kube"])
    table.put(2, ["dead letter queue", "DLQ"])
    table.put(3, ["预算", "装修预算"])
    table.put(4, ["TypeScript"])
    table.put(5, ["MongoDB", "Mongo"])
    return table


@pytest.mark.parametrize(
    ("query", "slots"),
    [
        ("what's my k8s story?", {1}),
        ("what happens to the dead letter queue", {2}),
        ("what happens to the letter queue", set()),
        ("我的装修预算是多少", {3}),
        ("我的预算", {3}),
        ("how do I configure typscript", {4}),
        ("typsecript config", {4}),
        ("mango pooling", set()),
        ("k9s pods", set()),
    ],
)
def test_a_question_finds_the_memories_it_names(table: NameTable, query: str, slots: set[int]) -> None:
    assert set(table.find(query)) == slots


def test_a_removed_name_is_found_no_more(table: NameTable) -> None:
    table.remove(1)
    assert table.find("k8s kubernetes kubernets") == {}
    assert not any("kube" in name for names in table._by_prefix.values() for name in names)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("error", "eror", True),
        ("redis", "reedis", True),
        ("abcd", "abdc", True),
        ("abcdefgh", "abxdefgh", True),
        ("abcd", "abxd", False),
        ("abcd", "abcd", False),
        ("abcd", "badc", False),
        ("abcd", "ab", False),
    ],
)
def test_one_slip_is_one_letter_or_one_swap(one: str, other: str, expected: bool) -> None:
    assert is_one_slip(one, other) is expected
    assert is_one_slip(other, one) is expected
