"""People, organisations and things that memories speak of, with every name they go by and what relates them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from desktop.bridge import Bridge
from desktop.memory.listing import Entry, ListingPage
from desktop.memory.neighbourhood import neighbourhood
from desktop.memory.relation_map import RelationMap
from desktop.theme import Theme
from desktop.words import Words
from vault import Vault
from vault.entities import Entity, Graph, names_of
from vault.privacy import mask_for_list


class PeoplePage(ListingPage):
    """`act_wanted` acts: `show` the memories in the list, `forget` all that is known of the selected.

    Signals: `memory_wanted(str)` the memory of a tie that was opened in the drawing.
    """

    memory_wanted = Signal(str)
    ACTS = ("show", "forget")
    DANGER = frozenset({"forget"})

    def __init__(self, theme: Theme, words: Words, bridge: Bridge, vault: Vault) -> None:
        self._graph = Graph({}, ())
        self._names: dict[str, str] = {}
        self.map = RelationMap(theme, name=self._name, label=self._tie_label)
        super().__init__(theme, words, bridge, vault, picture=self.map)
        self.map.memory_wanted.connect(self.memory_wanted)
        self.map.entity_wanted.connect(self._on_entity_wanted)

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
        self._names = {
            key: self.tr("You") if one.is_user else mask_for_list(one.name)
            for key, one in graph.entities.items()
        }
        self._graph = graph
        return [self._entry(graph, node) for node in graph.entities.values()]

    def retranslate(self) -> None:
        self.map.setAccessibleName(self.tr("Drawing of what the selected entry is related to"))
        self.map.setToolTip("")
        super().retranslate()

    def _fill(self) -> None:
        super()._fill()
        chosen = self.selected()
        is_known = bool(chosen) and chosen[0].id in self._graph.entities
        shown = neighbourhood(self._graph, chosen[0].id) if is_known else None
        self.map.set_neighbourhood(shown)
        self.map.setVisible(shown is not None and len(shown.places) > 1)
        if shown is not None and shown.left_out:
            text = self.tr("Not drawn, but listed: {count}").format(count=shown.left_out)
            self.column.line(text, is_muted=True)

    def _name(self, key: str) -> str:
        return self._names.get(key, key)

    def _tie_label(self, label: str) -> str:
        """The words on a line: what the person is where it is said, else the kind of tie."""
        base, _, detail = label.partition(": ")
        kinds = {
            "": self.tr("related"),
            "employer": self.tr("works at"),
            "responsibility": self.tr("is responsible for"),
            "pet": self.tr("pet"),
            "school": self.tr("school"),
            "city": self.tr("lives in"),
            "email": self.tr("e-mail"),
            "phone": self.tr("phone"),
        }
        return detail or kinds.get(base, base.replace("_", " "))

    def _on_entity_wanted(self, key: str) -> None:
        rows = [number for number, entry in enumerate(self.model.entries) if entry.id == key]
        if rows:
            self.list.setCurrentIndex(self.model.index(rows[0]))

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
        found: list[str] = []
        for tie in graph.relations:
            if node.key not in (tie.subject, tie.target):
                continue
            claim = mask_for_list(tie.memory.claim)
            if tie.target:
                label = self._tie_label(tie.label)
                found.append(f"{self._name(tie.subject)} — {label} → {self._name(tie.target)}\n{claim}")
            else:
                found.append(claim)
        return found
