"""Passphrase, recovery code, the list of what opens the vault, locking, and erasing everything."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.settings.erase_dialog import EraseDialog
from desktop.settings.keyring_section import KeyringSection
from desktop.settings.page import SettingsPage, Shared
from desktop.settings.passphrase_dialog import PassphraseDialog
from desktop.settings.slots_section import SlotsSection
from desktop.theme import SPACE
from desktop.unlock.fields import PassphraseField, StrengthBar
from desktop.unlock.recovery_pages import RecoveryCodePage
from vault import BackupRecord, PassphraseEstimate, Secret, SlotInfo, estimate_passphrase, inspect_vault

_JUDGE_MS = 150
_CODE_PX = 440
_IDLE_MINUTES = (1, 2, 5, 10, 15, 30, 60, 0)  # 0: never
_CLEAR_SECONDS = (15, 30, 60, 300, 0)  # 0: only when the vault locks


class RecoveryDialog(QDialog):
    """Shows a new recovery code once; closes when its last group was typed."""

    def __init__(self, code: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.page = RecoveryCodePage()
        self.page.show_code(code)
        self.page.confirmed.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 3, SPACE * 3, SPACE * 3, SPACE * 3)
        layout.addWidget(self.page)
        self.page.setMinimumWidth(_CODE_PX)
        self._retranslate()

    def reject(self) -> None:
        """Not by Escape: the code is shown only now."""

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("New recovery code"))


class SecurityPage(SettingsPage):
    """Signals: `lock_wanted()`; `idle_minutes_changed(int)` 0 for never; `clear_seconds_changed(int)` 0 for when
    locking; `erase_begun()` everything is about to be erased; `erased(object)` the ErasureReport.
    """

    lock_wanted = Signal()
    idle_minutes_changed = Signal(int)
    clear_seconds_changed = Signal(int)
    erase_begun = Signal()
    erased = Signal(object)

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(shared, parent)
        theme = shared.theme
        self.current, self.new, self.again = (PassphraseField(theme) for _ in range(3))
        self.strength = StrengthBar(theme)
        self.change, self.renew, self.lock, self.erase = (QPushButton() for _ in range(4))
        self.slots, self.keyring = SlotsSection(shared), KeyringSection(shared)
        self.idle = QComboBox()
        for minutes in _IDLE_MINUTES:
            self.idle.addItem("", minutes)
        self.clear_after = QComboBox()
        for seconds in _CLEAR_SECONDS:
            self.clear_after.addItem("", seconds)
        self._sections = tuple(self.section() for _ in range(5))
        self._labels = tuple(QLabel() for _ in range(5))
        self._recovery_text, self._lock_text, self._erase_text = (
            self.paragraph(is_muted=True) for _ in range(3)
        )
        self.done = self.paragraph()
        self.done.setProperty("role", "high")
        self.done.setObjectName("securityDone")
        self.done.hide()
        self._judge = QTimer(self)
        self._judge.setSingleShot(True)
        self._judge.setInterval(_JUDGE_MS)
        self._name_parts()
        self._build()
        self._connect()
        self.retranslate()

    def refresh(self) -> None:
        vault = self.shared.session.vault
        settings = vault.settings
        self.run(
            lambda: (
                vault.slots.list(),
                settings.number("lock.idle_minutes"),
                settings.number("clipboard.clear_seconds"),
            ),
            self._on_read,
        )

    # building

    def _name_parts(self) -> None:
        self.erase.setProperty("role", "danger")
        for name, widget in (
            ("currentPassphrase", self.current),
            ("newPassphrase", self.new),
            ("newPassphraseAgain", self.again),
            ("changePassphrase", self.change),
            ("renewRecovery", self.renew),
            ("lockNow", self.lock),
            ("eraseEverything", self.erase),
            ("idleMinutes", self.idle),
            ("clearSeconds", self.clear_after),
        ):
            widget.setObjectName(name)

    def _build(self) -> None:
        form = QFormLayout()
        form.setSpacing(SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for label, field in zip(self._labels[:3], (self.current, self.new, self.again), strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        form.addRow("", self.strength)
        idle = QHBoxLayout()
        idle.setSpacing(SPACE)
        self._labels[3].setBuddy(self.idle)
        idle.addWidget(self._labels[3])
        idle.addWidget(self.idle)
        idle.addStretch(1)
        clear = QHBoxLayout()
        clear.setSpacing(SPACE)
        self._labels[4].setBuddy(self.clear_after)
        clear.addWidget(self._labels[4])
        clear.addWidget(self.clear_after)
        clear.addStretch(1)
        left = Qt.AlignmentFlag.AlignLeft
        body = self.body
        body.addWidget(self._sections[0])
        body.addLayout(form)
        body.addWidget(self.change, 0, left)
        body.addWidget(self.done)
        body.addWidget(self._sections[1])
        body.addWidget(self._recovery_text)
        body.addWidget(self.renew, 0, left)
        body.addWidget(self._sections[2])
        body.addWidget(self.slots)
        body.addWidget(self.keyring)
        body.addWidget(self._sections[3])
        body.addLayout(idle)
        body.addLayout(clear)
        body.addWidget(self._lock_text)
        body.addWidget(self.lock, 0, left)
        body.addWidget(self._sections[4])
        body.addWidget(self._erase_text)
        body.addWidget(self.erase, 0, left)

    def _connect(self) -> None:
        self.new.textEdited.connect(self._on_edited)
        self._judge.timeout.connect(self._on_judge_timeout)
        self.again.returnPressed.connect(self._on_change)
        self.change.clicked.connect(self._on_change)
        self.renew.clicked.connect(self._on_renew)
        self.lock.clicked.connect(self.lock_wanted)
        self.keyring.changed.connect(self.refresh)
        self.slots.changed.connect(self.refresh)
        self.erase.clicked.connect(self._on_erase_clicked)
        self.idle.activated.connect(self._on_idle_activated)
        self.clear_after.activated.connect(self._on_clear_after_activated)

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Security"))
        heads = (
            self.tr("Change the passphrase"),
            self.tr("Recovery code"),
            self.tr("What opens this vault"),
            self.tr("Locking"),
            self.tr("Erase"),
        )
        for section, text in zip(self._sections, heads, strict=True):
            section.setText(text)
        texts = (
            self.tr("&Current passphrase"),
            self.tr("&New passphrase"),
            self.tr("New passphrase &again"),
            self.tr("&Lock when idle for"),
            self.tr("Clea&r what was copied after"),
        )
        fields = (self.current, self.new, self.again, self.idle, self.clear_after)
        for label, text, field in zip(self._labels, texts, fields, strict=True):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        self.change.setText(self.tr("Change the passphrase"))
        self._recovery_text.setText(
            self.tr("A new code makes the old one worthless. It is shown once, and nobody can show it again.")
        )
        self.renew.setText(self.tr("Make a new recovery code…"))
        self._say_minutes()
        self._lock_text.setText(
            self.tr("Locking closes the vault and ends the process that held its key. Drafts are kept.")
        )
        self.lock.setText(self.tr("Lock now"))
        self._erase_text.setText(
            self.tr("Remove everything that was said and learnt from this vault. You are asked once more.")
        )
        self.erase.setText(self.tr("Erase everything…"))
        self.done.setText(self.tr("The passphrase was changed."))

    def _say_minutes(self) -> None:
        for index in range(self.idle.count()):
            minutes = int(self.idle.itemData(index))
            text = self.tr("{count} min").format(count=minutes) if minutes else self.tr("never")
            self.idle.setItemText(index, text)

        for index in range(self.clear_after.count()):
            seconds = int(self.clear_after.itemData(index))
            text = self.tr("{count} s").format(count=seconds) if seconds else self.tr("when locking")
            self.clear_after.setItemText(index, text)

    # slots

    def _on_read(self, read: tuple[tuple[SlotInfo, ...], int, int]) -> None:
        slots, minutes, seconds = read
        self.slots.show_slots(slots)
        self.keyring.show_slots(slots)
        for box, value in ((self.idle, minutes), (self.clear_after, seconds)):
            if box.findData(value) < 0:  # set on the command line
                box.addItem("", value)
                self._say_minutes()
            box.setCurrentIndex(box.findData(value))

    def _on_edited(self) -> None:
        self._judge.start()

    def _on_judge_timeout(self) -> None:
        text = self.new.text()
        if not text:
            self.strength.show_score(None)
            return
        job = self.shared.bridge.run(lambda: estimate_passphrase(Secret(text)))
        job.succeeded.connect(self._on_judged)

    def _on_judged(self, estimate: PassphraseEstimate) -> None:
        self.strength.show_score(estimate.score if self.new.text() else None)

    def _on_change(self) -> None:
        if not self.change.isEnabled():
            return
        self.done.hide()
        if not self.new.text().strip():
            self.notice.say(self.tr("Choose a new passphrase first."))
            self.new.setFocus()
            return
        if self.new.text() != self.again.text():
            self.notice.say(self.tr("The two passphrases differ. Type the same one twice."))
            self.again.setFocus()
            self.again.selectAll()
            return
        self.notice.say()
        self._judge.stop()
        self.again.clear()
        current, new = self.current.take(), self.new.take()
        self.strength.show_score(None)
        self.change.setEnabled(False)
        slots = self.shared.session.vault.slots
        job = self.run(lambda: slots.change_passphrase(current, new), self._on_passphrase_changed)
        job.finished.connect(self._on_change_finished)

    def _on_passphrase_changed(self, _result: object) -> None:
        self.done.show()
        self.refresh()

    def _on_change_finished(self) -> None:
        self.change.setEnabled(True)

    def _on_renew(self) -> None:
        dialog = PassphraseDialog(
            self.shared,
            self.tr("Make a new recovery code"),
            self.tr("The new code opens this vault. Type the passphrase before it is shown."),
            self.shared.session.vault.slots.renew_recovery_code,
            self,
        )
        dialog.succeeded.connect(self._on_renewed)
        dialog.open()

    def _on_renewed(self, code: str) -> None:
        RecoveryDialog(code, self).open()
        self.refresh()

    def _on_idle_activated(self) -> None:
        minutes = int(self.idle.currentData())
        self.keep("lock.idle_minutes", minutes)
        self.idle_minutes_changed.emit(minutes)

    def _on_clear_after_activated(self) -> None:
        seconds = int(self.clear_after.currentData())
        self.keep("clipboard.clear_seconds", seconds)
        self.clear_seconds_changed.emit(seconds)

    def _on_erase_clicked(self) -> None:
        path = self.shared.session.vault.path
        self.run(lambda: inspect_vault(path).backups, self._on_backups_read)

    def _on_backups_read(self, backups: BackupRecord) -> None:
        dialog = EraseDialog(self.shared, backups, self)
        dialog.begun.connect(self.erase_begun)
        dialog.erased.connect(self.erased)
        dialog.open()
