"""A field for a scope: those that are there, and any new name that is typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox

from desktop.memory.memory_words import MemoryWords
from vault.records import UNIVERSAL


class ScopeChoice(QComboBox):
    """An editable choice; nothing typed is everywhere."""

    def __init__(self) -> None:
        super().__init__()
        self._own = MemoryWords(self)
        self._scopes: tuple[str, ...] = ()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.fill(())

    def fill(self, scopes: Sequence[str]) -> None:
        """Offer these beside the universal one; what is chosen stays."""
        chosen = self.scope() if self.count() else UNIVERSAL
        self._scopes = tuple(scopes)
        self.clear()
        for scope in dict.fromkeys((UNIVERSAL, *self._scopes)):
            self.addItem(self._own.scope(scope), scope)
        self.choose(chosen)

    def choose(self, scope: str) -> None:
        place = self.findData(scope)
        if place >= 0:
            self.setCurrentIndex(place)
        else:
            self.setEditText(scope)

    def scope(self) -> str:
        typed = self.currentText().strip()
        place = self.findText(typed)
        return str(self.itemData(place)) if place >= 0 else typed or UNIVERSAL
