"""The dialog in which a memory is typed in or changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.memory.actions import Draft
from desktop.memory.memory_words import MemoryWords
from desktop.theme import SPACE
from desktop.unlock.fields import Notice
from desktop.words import Words
from vault.records import UNIVERSAL, Layer, Memory, Sensitivity

_CLAIM_LINES = 4
_TEXT_PX = 480  # on the text, since a minimum of the dialog would go before what larger fields need
# Made by joining memories, or by rules that need more than a sentence; a person does not choose it.
_NOT_CHOSEN = (Layer.SUMMARY,)


class ClaimEdit(QPlainTextEdit):
    """A few lines of text. Tab leaves it; Ctrl+Enter asks to save.

    Signals: `submitted()`.
    """

    submitted = Signal()

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTabChangesFocus(True)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * _CLAIM_LINES + 24)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submitted.emit()
            return
        super().keyPressEvent(event)


class EditDialog(QDialog):
    """Edits `memory`, or makes a new one where it is None.

    Signals: `drafted(object, object)` the Draft and the Memory or None; the dialog then closes.
    """

    drafted = Signal(object, object)

    def __init__(
        self,
        words: Words,
        scopes: Sequence[str],
        memory: Memory | None = None,
        *,
        approves: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """`approves`: saving a proposal also puts it into force, and the button says so."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._words, self._own, self._memory, self._approves = words, MemoryWords(self), memory, approves
        self.claim = ClaimEdit("" if memory is None else memory.claim)
        self.claim.setObjectName("claimEdit")
        self.claim.submitted.connect(self._on_save)
        self.layer, self.scope, self.sensitivity = QComboBox(), QComboBox(), QComboBox()
        self.layer.setObjectName("layerChoice")
        self.scope.setObjectName("scopeChoice")
        self.sensitivity.setObjectName("sensitivityChoice")
        self.scope.setEditable(True)
        self._labels = tuple(QLabel() for _ in range(4))
        self._hint = QLabel()
        self._hint.setProperty("role", "muted")
        self._hint.setWordWrap(True)
        self.notice = Notice()
        self.buttons = QDialogButtonBox()
        self.save: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Save)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.save.setProperty("role", "primary")
        self.save.setObjectName("saveButton")
        self.buttons.accepted.connect(self._on_save)
        self.buttons.rejected.connect(self.reject)
        self._build()
        self._fill_choices(scopes)
        self._retranslate()
        self.claim.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        form = QFormLayout()
        form.setSpacing(SPACE)
        fields = (self.claim, self.layer, self.scope, self.sensitivity)
        for label, field in zip(self._labels, fields, strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE)
        layout.addLayout(form)
        layout.addWidget(self._hint)
        layout.addWidget(self.notice)
        layout.addWidget(self.buttons)
        self._hint.setMinimumWidth(_TEXT_PX)

    def _fill_choices(self, scopes: Sequence[str]) -> None:
        layer = Layer.FACT if self._memory is None else self._memory.layer
        for choice in Layer:
            if choice not in _NOT_CHOSEN or choice is layer:
                self.layer.addItem("", choice.value)
        self.layer.setCurrentIndex(self.layer.findData(layer.value))
        for scope in scopes:
            self.scope.addItem(self._own.scope(scope), scope)
        scope = UNIVERSAL if self._memory is None else self._memory.scope
        self.scope.setCurrentIndex(max(self.scope.findData(scope), 0))
        kind = Sensitivity.NORMAL if self._memory is None else self._memory.sensitivity
        for item in Sensitivity:
            self.sensitivity.addItem("", item.value)
        self.sensitivity.setCurrentIndex(self.sensitivity.findData(kind.value))

    def _retranslate(self) -> None:
        is_new = self._memory is None
        self.setWindowTitle(self.tr("Add a memory") if is_new else self.tr("Edit the memory"))
        texts = (self.tr("&Sentence"), self.tr("&Kind"), self.tr("See&n in"), self.tr("Sensi&tivity"))
        fields = (self.claim, self.layer, self.scope, self.sensitivity)
        for label, text, field in zip(self._labels, texts, fields, strict=True):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        for choice, word in ((self.layer, self._words.layer), (self.sensitivity, self._own.sensitivity)):
            for index in range(choice.count()):
                choice.setItemText(index, word(str(choice.itemData(index))))
        self._hint.setText(
            self.tr(
                "Write it as you would say it: it counts as your own word and goes before anything inferred."
            )
        )
        self.save.setText(self.tr("Save and accept") if self._approves else self.tr("Save"))
        self.cancel.setText(self.tr("Cancel"))

    def _on_save(self) -> None:
        claim = self.claim.toPlainText().strip()
        if not claim:
            self.notice.say(self.tr("Write a sentence first."))
            self.claim.setFocus()
            return
        draft = Draft(
            claim,
            Layer(str(self.layer.currentData())),
            self._chosen_scope(),
            Sensitivity(str(self.sensitivity.currentData())),
        )
        self.drafted.emit(draft, self._memory)
        self.accept()

    def _chosen_scope(self) -> str:
        """A scope of the list, or a new one by the name typed; nothing typed is everywhere."""
        typed = self.scope.currentText().strip()
        index = self.scope.findText(typed)
        return str(self.scope.itemData(index)) if index >= 0 else typed or UNIVERSAL
