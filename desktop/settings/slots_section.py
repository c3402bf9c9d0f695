"""What opens the vault, a line for each: when it was made and last used, removing it, adding a passphrase."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.bridge import Job
from desktop.memory.bars import ErrorLine
from desktop.settings.page import Shared
from desktop.theme import SPACE
from desktop.unlock.fields import PassphraseField
from vault import SlotInfo
from vault.errors import WrongPassphrase

_PASSPHRASE, _KEYRING = "passphrase", "keyring"
_NAME_LENGTH = 60


class AddPassphraseDialog(QDialog):
    """Adds a passphrase beside those that are there; asks for one of them first.

    Signals: `added()`.
    """

    added = Signal()

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._shared = shared
        self._job: Job | None = None
        self.name = QLineEdit()
        self.name.setMaxLength(_NAME_LENGTH)
        self.current, self.new, self.again = (PassphraseField(shared.theme) for _ in range(3))
        self._labels = tuple(QLabel() for _ in range(4))
        self.notice = ErrorLine(shared.words)
        self.buttons = QDialogButtonBox()
        self.add: QPushButton = self.buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.add.setObjectName("confirmAddPassphrase")
        self.add.setProperty("role", "primary")
        self.add.setDefault(True)
        self.cancel.setAutoDefault(False)
        form = QFormLayout()
        form.setSpacing(SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        names = ("slotName", "slotCurrent", "slotNew", "slotAgain")
        for label, field, name in zip(self._labels, self._fields(), names, strict=True):
            field.setObjectName(name)
            label.setBuddy(field)
            form.addRow(label, field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        layout.addLayout(form)
        layout.addWidget(self.notice)
        layout.addWidget(self.buttons)
        self.add.clicked.connect(self._on_add_clicked)
        self.cancel.clicked.connect(self.reject)
        self._retranslate()
        self.name.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _fields(self) -> tuple[QLineEdit, ...]:
        return (self.name, self.current, self.new, self.again)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Add a passphrase"))
        texts = (
            self.tr("N&ame"),
            self.tr("&Current passphrase"),
            self.tr("&New passphrase"),
            self.tr("New passphrase a&gain"),
        )
        for label, text, field in zip(self._labels, texts, self._fields(), strict=True):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        self.name.setPlaceholderText(self.tr("whose or what for"))
        self.add.setText(self.tr("Add the passphrase"))
        self.cancel.setText(self.tr("Cancel"))

    def _on_add_clicked(self) -> None:
        if self._job is not None:
            return
        if not self.new.text().strip():
            self.notice.say(self.tr("Choose a new passphrase first."))
            self.new.setFocus()
            return
        if self.new.text() != self.again.text():
            self.notice.say(self.tr("The two passphrases differ. Type the same one twice."))
            self.again.setFocus()
            return
        self.notice.say()
        self.again.clear()
        current, new, name = self.current.take(), self.new.take(), self.name.text().strip()
        slots = self._shared.session.vault.slots

        def work() -> SlotInfo:
            if not slots.opens(current):
                raise WrongPassphrase
            return slots.add_passphrase(new, name)

        self.add.setEnabled(False)
        self._job = self._shared.bridge.run(work)
        self._job.succeeded.connect(self._on_added)
        self._job.failed.connect(self.notice.show_error)
        self._job.finished.connect(self._on_finished)

    def _on_added(self, _slot: SlotInfo) -> None:
        self.added.emit()
        self.accept()

    def _on_finished(self) -> None:
        self._job = None
        self.add.setEnabled(True)
        self.current.setFocus()


class SlotsSection(QWidget):
    """The slots as lines. The last passphrase has no way to be removed, and the keyring's has its own section.

    Signals: `changed()` the slots are no longer those that were shown.
    """

    changed = Signal()

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shared = shared
        self._slots: tuple[SlotInfo, ...] = ()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(SPACE // 2)
        self.add = QPushButton()
        self.add.setObjectName("addPassphrase")
        self.add.clicked.connect(self._on_add_clicked)
        self.notice = ErrorLine(shared.words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addLayout(self._rows)
        layout.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.notice)
        self._retranslate()

    def show_slots(self, slots: Sequence[SlotInfo]) -> None:
        self._slots = tuple(slots)
        self._fill()

    def text(self) -> str:
        """All lines, as they are shown."""
        return "\n".join(self._line(slot) for slot in self._slots)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.add.setText(self.tr("Add a passphrase…"))
        self._fill()

    def _fill(self) -> None:
        while self._rows.count():
            item = self._rows.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        passphrases = sum(slot.kind == _PASSPHRASE for slot in self._slots)
        for slot in self._slots:
            is_last = slot.kind == _PASSPHRASE and passphrases == 1
            self._rows.addWidget(self._row(slot, is_removable=not is_last and slot.kind != _KEYRING))

    def _row(self, slot: SlotInfo, *, is_removable: bool) -> QWidget:
        row, line = QWidget(), QLabel(self._line(slot))
        line.setTextFormat(Qt.TextFormat.PlainText)
        line.setWordWrap(True)
        line.setProperty("role", "muted")
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(line, 1)
        if is_removable:
            remove = QPushButton(self.tr("Remove…"))
            remove.setObjectName(f"remove.{slot.id}")
            remove.setAccessibleName(self.tr("Remove: {slot}").format(slot=self._line(slot)))
            remove.setProperty("role", "link")
            remove.setProperty("slot", slot.id)
            remove.clicked.connect(self._on_remove_clicked)
            layout.addWidget(remove)
        return row

    def _line(self, slot: SlotInfo) -> str:
        when = self._shared.words.when
        kind = {
            "passphrase": self.tr("Passphrase"),
            "recovery": self.tr("Recovery code"),
            "keyring": self.tr("System keyring"),
        }.get(slot.kind, slot.kind)
        used = (
            self.tr("last used {date}").format(date=when(slot.last_used_utc))
            if slot.last_used_utc is not None
            else self.tr("never used")
        )
        made = self.tr("made {date}").format(date=when(slot.created_utc))
        name = slot.name if slot.kind != _KEYRING else ""
        return " · ".join(part for part in (kind, name, made, used) if part)

    # slots

    def _on_add_clicked(self) -> None:
        dialog = AddPassphraseDialog(self._shared, self)
        dialog.added.connect(self.changed)
        dialog.open()

    def _on_remove_clicked(self) -> None:
        slot_id = str(self.sender().property("slot"))
        slot = next((slot for slot in self._slots if slot.id == slot_id), None)
        if slot is None:
            return
        box = QMessageBox(self)
        box.setObjectName("confirmRemoveSlot")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Remove a way in"))
        box.setText(self.tr("This will no longer open the vault:"))
        box.setInformativeText(
            self._line(slot)
            + "\n"
            + self.tr("Old copies of the vault and backups made before still open with it.")
        )
        remove = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        remove.setObjectName("reallyRemoveSlot")
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        remove.setProperty("slot", slot_id)
        remove.clicked.connect(self._on_remove_confirmed)
        box.open()

    def _on_remove_confirmed(self) -> None:
        slot_id, slots = str(self.sender().property("slot")), self._shared.session.vault.slots
        self.notice.say()
        job = self._shared.bridge.run(lambda: slots.remove(slot_id))
        job.succeeded.connect(self._on_removed)
        job.failed.connect(self.notice.show_error)

    def _on_removed(self, _result: object) -> None:
        self.changed.emit()
