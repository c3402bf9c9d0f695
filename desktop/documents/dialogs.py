"""Changing where documents are seen and how sensitive they are, and removing them for good, with the report."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from assistant.erasing import together
from desktop.bridge import Bridge
from desktop.chat.delete_dialog import DeletionDialog
from desktop.documents.scope_choice import ScopeChoice
from desktop.memory.memory_words import MemoryWords
from desktop.theme import SPACE
from desktop.words import Words
from vault import Vault
from vault.records import DeletionReport, Sensitivity

_SENSITIVITIES = (Sensitivity.NORMAL, Sensitivity.PERSONAL, Sensitivity.SENSITIVE)


class RemoveDocuments(DeletionDialog):
    """Asks whether documents go."""

    def __init__(
        self, words: Words, bridge: Bridge, vault: Vault, ids: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(words, bridge, vault, parent)
        self._ids = tuple(ids)
        self.remove = self._offer("removeDocuments", self._remove)
        self._retranslate()
        self.cancel.setFocus()

    def _remove(self) -> DeletionReport:
        removed = DeletionReport((), ())
        for document_id in self._ids:
            removed = together(removed, self._memories.delete_document(document_id))
        return removed

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Remove documents"))
        self.heading.setText(
            self.tr("Documents that will be deleted for good: {count}").format(count=len(self._ids))
        )
        self.explanation.setText(
            self.tr(
                "They go with their files, their passages in the search index, what replies quoted of them, and the "
                "bytes of what was sent from then on. What replies say in their own words stays."
            )
        )
        self.remove.setText(self.tr("Delete for good"))
        super()._retranslate()


class ChangeDialog(QDialog):
    """Signals: `chosen(str, str)` the scope and the sensitivity."""

    chosen = Signal(str, str)

    def __init__(self, scope: str, scopes: Sequence[str], sensitivity: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Scope and sensitivity"))
        own = MemoryWords(self)
        self.scope, self.sensitivity = ScopeChoice(), QComboBox()
        self.scope.setObjectName("scopeChoice")
        self.scope.fill(scopes)
        self.scope.choose(scope)
        for item in _SENSITIVITIES:
            self.sensitivity.addItem(own.sensitivity(item.value), item.value)
        self.sensitivity.setCurrentIndex(max(0, self.sensitivity.findData(sensitivity)))
        form = QFormLayout()
        for field, text in ((self.scope, self.tr("&Seen in")), (self.sensitivity, self.tr("Se&nsitivity"))):
            label = QLabel(text)
            label.setBuddy(field)
            field.setAccessibleName(text.replace("&", ""))
            form.addRow(label, field)
        about = QLabel(
            self.tr("The rules of an endpoint decide by the sensitivity what of a document may leave for it.")
        )
        about.setWordWrap(True)
        about.setProperty("role", "muted")
        buttons = QDialogButtonBox()
        save = buttons.addButton(QDialogButtonBox.StandardButton.Save)
        save.setText(self.tr("Save"))
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        cancel.setText(self.tr("Cancel"))
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.addLayout(form)
        layout.addWidget(about)
        layout.addWidget(buttons)
        self.setMinimumWidth(380)

    def _on_accepted(self) -> None:
        self.chosen.emit(self.scope.scope(), str(self.sensitivity.currentData()))
        self.accept()
