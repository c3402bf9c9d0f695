"""The system's keyring as a further way to open the vault: said plainly, switched on and off. Part of "Security"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.bridge import Job
from desktop.memory.bars import ErrorLine
from desktop.settings.page import Shared
from desktop.settings.passphrase_dialog import PassphraseDialog
from desktop.theme import SPACE
from vault import KeySlots, Secret, SlotInfo
from vault.errors import KeyringUnavailable, WrongPassphrase
from vault.keyring_slot import REAL_BACKENDS, SystemKeyring, system_keyring

_KIND = "keyring"


class KeyringSection(QWidget):
    """Adds and removes the keyring's slot. `look_up` looks for the system's keyring; it may take seconds.

    Signals: `changed()` the slots are no longer those that were shown.
    """

    changed = Signal()

    def __init__(
        self,
        shared: Shared,
        parent: QWidget | None = None,
        *,
        look_up: Callable[[], SystemKeyring] = system_keyring,
    ) -> None:
        super().__init__(parent)
        self._shared, self.look_up = shared, look_up
        self._slot: SlotInfo | None = None
        self._job: Job | None = None
        self.state = QLabel()
        self.state.setObjectName("keyringState")
        self.state.setWordWrap(True)
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setProperty("role", "muted")
        self.switch = QPushButton()
        self.switch.setObjectName("switchKeyring")
        self.switch.clicked.connect(self._on_switch_clicked)
        self.notice = ErrorLine(shared.words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.state)
        layout.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.notice)
        self._retranslate()

    def show_slots(self, slots: Sequence[SlotInfo]) -> None:
        self._slot = next((slot for slot in slots if slot.kind == _KIND), None)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        if self._slot is None:
            self.state.setText(
                self.tr(
                    "The keyring of this system can keep a key that opens the vault without the passphrase. Whoever "
                    "is signed in to your account can then open it. The passphrase keeps working."
                )
            )
            self.switch.setText(self.tr("Let the keyring open this vault…"))
        else:
            name = REAL_BACKENDS.get(self._slot.name, self._slot.name)
            self.state.setText(self.tr("{keyring} opens this vault on this machine.").format(keyring=name))
            self.switch.setText(self.tr("Take that away from the keyring"))

    def _on_switch_clicked(self) -> None:
        if self._job is not None:
            return
        slots, find = self._shared.session.vault.slots, self.look_up
        self.notice.say()
        if self._slot is None:
            dialog = PassphraseDialog(
                self._shared,
                self.tr("Let the keyring open this vault"),
                self.tr("The keyring will open this vault without the passphrase. Type it once more."),
                lambda secret: _add(slots, find, secret),
                self,
            )
            dialog.succeeded.connect(self._on_switched)
            dialog.open()
            return
        self.switch.setEnabled(False)
        self._job = self._shared.bridge.run_slow(lambda _progress, _cancelled: _remove(slots, find))
        self._job.succeeded.connect(self._on_switched)
        self._job.failed.connect(self.notice.show_error)
        self._job.finished.connect(self._on_finished)

    def _on_switched(self, _result: object) -> None:
        self.changed.emit()

    def _on_finished(self) -> None:
        self._job = None
        self.switch.setEnabled(True)


def _add(slots: KeySlots, find: Callable[[], SystemKeyring], passphrase: Secret) -> SlotInfo:
    if not slots.opens(passphrase):
        raise WrongPassphrase
    return slots.add_keyring(find())


def _remove(slots: KeySlots, find: Callable[[], SystemKeyring]) -> None:
    """Remove the slot also where the keyring cannot be reached: its key then opens nothing."""
    try:
        keyring: SystemKeyring | None = find()
    except KeyringUnavailable:
        keyring = None
    slots.remove_keyring(keyring)
