"""Entities and relations follow from the memories: aliases, scope, one step on, and deletion."""

from __future__ import annotations

import pytest

from tests.vault.telling import tell
from vault import Vault
from vault.aliases import aliases_in, full_name, means_the_same
from vault.entities import names_of
from vault.records import USER, Layer, Memory, State


def kept(memory: Memory | None) -> Memory:
    assert memory is not None
    return memory


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("NYC", "New York City"),
        ("北大", "北京大学"),
        ("Dr Amara Nwosu", "Amara Nwosu"),
        ("钟敏教授", "钟敏"),
        ("美国总统林肯", "林肯"),
        ("妈", "母亲"),
        ("ＵＫ", "united kingdom"),
    ],
)
def test_names_that_mean_the_same(first: str, second: str) -> None:
    assert means_the_same(first, second)


@pytest.mark.parametrize(
    ("first", "second"), [("Lena", "Lena Marsh"), ("北大", "北京"), ("who", "WHO"), ("LA", "la")]
)
def test_names_that_need_not(first: str, second: str) -> None:
    assert (
        full_name(first) == full_name(second)
        if first.casefold() == second.casefold()
        else not means_the_same(first, second)
    )
    assert aliases_in("who is she, and la la la") == ()


def test_the_same_school_by_its_short_name_is_told_twice_not_twice_kept(vault: Vault) -> None:
    tell(vault, "我在北大读的书", "school", "北大")
    again = tell(vault, "我毕业于北京大学", "school", "北京大学", day="2026-03-10")
    assert again.action == "confirmed"
    [memory] = vault.memories.list()
    assert memory.confirmations == 2


def people(vault: Vault) -> None:
    tell(
        vault,
        "My accountant is Lena Marsh",
        "holder:accountant",
        "Lena Marsh",
        entities=("Lena Marsh",),
        layer=Layer.RELATIONSHIP,
    )
    tell(
        vault,
        "Ms Lena Marsh works in Hove",
        "about",
        "works in Hove",
        subject="Ms Lena Marsh",
        entities=("Ms Lena Marsh",),
    )
    tell(
        vault,
        "LM is short for Lena Marsh",
        "alias:Lena Marsh",
        "LM",
        subject="Lena Marsh",
        entities=("LM", "Lena Marsh"),
    )
    tell(
        vault,
        "Ines, my colleague, is scared of dogs",
        "about",
        "is scared of dogs",
        subject="colleague Ines",
        entities=("Ines",),
    )
    tell(vault, "I like green tea", "likes", "green tea")


def test_a_person_has_one_node_whatever_they_are_called(vault: Vault) -> None:
    people(vault)
    graph = vault.memories.graph()
    lena = graph.find("LM")
    assert lena is not None
    assert lena is graph.find("Ms Lena Marsh") is graph.find("lena marsh")
    assert set(names_of(graph, lena)) >= {"Lena Marsh", "LM", "Ms Lena Marsh"}
    ties = {(one.subject, one.label, one.target) for one in graph.relations}
    assert (USER, "accountant", "lena marsh") in ties
    assert (USER, "colleague", "ines") in ties
    assert graph.find("green tea") is None


def test_a_walk_goes_one_step(vault: Vault) -> None:
    people(vault)
    tell(
        vault,
        "Hove Ledgers employs Lena Marsh",
        "about",
        "employs",
        subject="Hove Ledgers",
        entities=("Hove Ledgers", "Lena Marsh"),
    )
    tell(
        vault,
        "Hove Ledgers is closed on Fridays",
        "about",
        "closed",
        subject="Hove Ledgers",
        entities=("Hove Ledgers",),
    )
    claims = [memory.claim for memory in vault.memories.graph().walk("LM")]
    assert claims.index("Ms Lena Marsh works in Hove") < claims.index("Hove Ledgers is closed on Fridays")
    assert "Ines, my colleague, is scared of dogs" not in claims
    assert vault.memories.graph().walk("nobody") == ()


def test_a_graph_sees_its_scope_and_nothing_that_is_gone_or_sealed(vault: Vault) -> None:
    work = kept(
        tell(
            vault,
            "Bo Sandell approves travel",
            "about",
            "approves travel",
            subject="Bo Sandell",
            entities=("Bo Sandell",),
            scope="work",
        ).memory
    )
    assert vault.memories.graph("work").find("Bo Sandell") is not None
    assert vault.memories.graph("home").find("Bo Sandell") is None
    vault.memories.forget([work.id])
    assert vault.memories.graph().find("Bo Sandell") is None
    assert vault.memories.list(State.ACTIVE) == []
