"""People, organisations and things that memories speak of, with every name they go by and what relates them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from desktop.bridge import Bridge
from desktop.memory.listing import Entry, ListingPage
from desktop.theme import Theme
from desktop.words import Words
from vault import Vault
from vault.entities import Entity, Graph, names_of
from vault.privacy import mask_for_list


class PeoplePage(ListingPage):
    """`act_wanted` acts: `show` the memories in the list, `forget` all that is known of the selected."""

    ACTS = ("show", "forget")
    DANGER = frozenset({"forget"})

    def __init__(
        self, theme: Theme, words: Words, bridge: Bridge, vault: Vault, parent: QWidget | None = None
    ) -> None:
        self._words, self._vault = words, vault
        super().__init__(theme, bridge, parent)

    def words(self) -> tuple[str, str, str]:
        return (
            self.tr(
                "Who and what your memories speak of, and how they are related. Each relation is a memory."
            ),
            self.tr("People and things"),
            self.tr("Your memories name nobody yet."),
        )

    def act_words(self) -> dict[str, str]:
        return {"show": self.tr("Show &memory"), "forget": self.tr("&Forget…")}

    def read(self) -> Sequence[Entry]:
        graph = self._vault.memories.graph()
        return [self._entry(graph, node) for node in graph.entities.values()]

    def _entry(self, graph: Graph, node: Entity) -> Entry:
        title = self.tr("You") if node.is_user else mask_for_list(node.name)
        others = [mask_for_list(name) for name in names_of(graph, node) if name != node.name]
        lines: list[str] = []
        if others and not node.is_user:
            lines += [self.tr("# Also called"), ", ".join(others)]
        lines.append(self.tr("# Relations"))
        lines += self._ties(graph, node)
        count = len(node.memories)
        subtitle = self.tr("Memories: {count}").format(count=count)
        return Entry(node.key, title, subtitle, tuple(lines), self.ACTS, tuple(node.memories))

    def _ties(self, graph: Graph, node: Entity) -> list[str]:
        names = {
            key: self.tr("You") if one.is_user else mask_for_list(one.name)
            for key, one in graph.entities.items()
        }
        found: list[str] = []
        for tie in graph.relations:
            if node.key not in (tie.subject, tie.target):
                continue
            claim = mask_for_list(tie.memory.claim)
            if tie.target:
                label = tie.label or "·"
                found.append(f"{names[tie.subject]} — {label} → {names[tie.target]}\n{claim}")
            else:
                found.append(claim)
        return found
