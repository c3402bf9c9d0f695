"""The pages that make a vault or let one in by its recovery code. Like the others, they only say what is wanted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from desktop.clipboard import own_clipboard
from desktop.theme import Theme
from desktop.unlock.fields import PassphraseField, StrengthBar
from desktop.unlock.pages import Page


class CreatePage(Page):
    """Signals: `create_wanted(Path, Secret)`; `back_wanted()`; `passphrase_edited(str)` to be judged;
    `folder_edited(Path)` to be looked at.
    """

    create_wanted = Signal(object, object)
    back_wanted = Signal()
    passphrase_edited = Signal(str)
    folder_edited = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.folder = QLineEdit()
        self.folder.setObjectName("vaultFolder")
        self.passphrase, self.again = PassphraseField(theme), PassphraseField(theme)
        self.passphrase.setObjectName("newPassphrase")
        self.again.setObjectName("newPassphraseAgain")
        self.strength = StrengthBar(theme)
        self.watched = QLabel()
        self.watched.setObjectName("syncWarning")
        self.watched.setWordWrap(True)
        self.watched.setProperty("role", "error")
        self.watched.hide()
        self._program = ""
        self.folder.textChanged.connect(self._on_folder_changed)
        self.passphrase.textEdited.connect(self._on_edited)
        self.passphrase.returnPressed.connect(self.again.setFocus)
        self.again.returnPressed.connect(self._on_create)
        rows = QFormLayout()
        rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        rows.setContentsMargins(0, 0, 0, 0)
        self._labels = (QLabel(), QLabel(), QLabel())
        for label, field in zip(self._labels, (self.folder, self.passphrase, self.again), strict=True):
            label.setBuddy(field)
            rows.addRow(label, field)
        self.form.addLayout(rows)
        self.form.addWidget(self.strength)
        self.form.addWidget(self.watched)
        self.create_button, self.back = self.primary(), self.link()
        self.create_button.setObjectName("createButton")
        self.create_button.clicked.connect(self._on_create)
        self.back.clicked.connect(self.back_wanted)
        self.buttons.addWidget(self.back)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.create_button)
        self.retranslate()

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Create your vault"))
        self.explanation.setText(
            self.tr(
                "One encrypted folder on this machine will hold your conversations and what Keepsake learns from them. "
                "Nobody can open it without the passphrase or the recovery code, not even we."
            )
        )
        texts = (self.tr("&Folder"), self.tr("&Passphrase"), self.tr("Passphrase &again"))
        for label, text, field in zip(
            self._labels, texts, (self.folder, self.passphrase, self.again), strict=True
        ):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        self.create_button.setText(self.tr("Create the vault"))
        self.back.setText(self.tr("Open an existing vault"))
        self.show_sync(self._program)

    def show_sync(self, program: str) -> None:
        """Warn of the program that seems to watch the folder; empty for none."""
        self._program = program
        self.watched.setText(
            self.tr(
                "This folder seems to be watched by {program}, which does not go well with an open database. Choose "
                "another one, and put backups there instead."
            ).format(program=program)
        )
        self.watched.setVisible(bool(program))

    def set_busy(self, is_busy: bool) -> None:
        for widget in (self.create_button, self.back, self.folder, self.passphrase, self.again):
            widget.setEnabled(not is_busy)
        self.create_button.setText(self.tr("Creating…") if is_busy else self.tr("Create the vault"))

    def _on_folder_changed(self, text: str) -> None:
        self.folder_edited.emit(Path(text.strip()))

    def _on_edited(self, text: str) -> None:
        self.passphrase_edited.emit(text)

    def _on_create(self) -> None:
        if not self.create_button.isEnabled():
            return
        if self.passphrase.text() != self.again.text():
            self.notice.say(self.tr("The two passphrases differ. Type the same one twice."))
            self.again.setFocus()
            self.again.selectAll()
            return
        if not self.passphrase.text().strip():
            self.notice.say(self.tr("Choose a passphrase first."))
            self.passphrase.setFocus()
            return
        self.notice.say()
        self.again.clear()
        secret = self.passphrase.take()
        self.strength.show_score(None)
        self.create_wanted.emit(Path(self.folder.text()).expanduser(), secret)


class RecoveryCodePage(Page):
    """Shows the recovery code once; going on needs its last group typed.

    Signals: `confirmed()`.
    """

    confirmed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = ""
        self.code = QLabel()
        self.code.setObjectName("recoveryCode")
        self.code.setWordWrap(True)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF() * 1.25)
        self.code.setFont(font)
        # Not to be selected: what is copied must be known to be a secret, see `desktop.clipboard`.
        self.copy = self.link()
        self.copy.setObjectName("copyRecoveryCode")
        self.copy.clicked.connect(self._on_copy_clicked)
        self.label = QLabel()
        self.typed = QLineEdit()
        self.typed.setObjectName("recoveryConfirm")
        self.label.setBuddy(self.typed)
        self.typed.returnPressed.connect(self._on_confirm)
        for widget in (self.code, self.label, self.typed):
            self.form.addWidget(widget)
        self.go_on = self.primary()
        self.go_on.setObjectName("recoveryConfirmButton")
        self.go_on.clicked.connect(self._on_confirm)
        self.buttons.addWidget(self.copy)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.go_on)
        self.retranslate()

    def show_code(self, code: str) -> None:
        self._code = code
        groups = code.split("-")
        self.code.setText(
            "\n".join("-".join(groups[start : start + 3]) for start in range(0, len(groups), 3))
        )
        self.code.setAccessibleName(code)
        self.typed.clear()
        self.typed.setFocus()

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Your recovery code"))
        self.explanation.setText(
            self.tr(
                "Write it down and keep it away from this machine. It opens the vault when the passphrase is lost, "
                "and it is shown only now."
            )
        )
        self.label.setText(self.tr("&Last group of the code, to show that you have it"))
        self.typed.setAccessibleName(self.tr("Last group of the code"))
        self.go_on.setText(self.tr("Go on"))
        self.copy.setText(self.tr("Copy the code"))

    def _on_copy_clicked(self) -> None:
        own_clipboard().copy(self._code, is_secret=True)

    def _on_confirm(self) -> None:
        typed = (
            "".join(self.typed.text().split()).upper().replace("O", "0").replace("I", "1").replace("L", "1")
        )
        if not self._code or typed != self._code.rsplit("-", 1)[-1]:
            self.notice.say(self.tr("That is not the last group. Compare it with what you wrote down."))
            self.typed.setFocus()
            return
        self._code = ""
        self.code.clear()
        self.typed.clear()
        self.notice.say()
        self.confirmed.emit()


class RecoverPage(Page):
    """Signals: `recover_wanted(str code, Secret new_passphrase)`; `back_wanted()`."""

    recover_wanted = Signal(str, object)
    back_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.code = QLineEdit()
        self.code.setObjectName("recoveryInput")
        self.passphrase = PassphraseField(theme)
        self.passphrase.setObjectName("recoveryNewPassphrase")
        self._code_label, self._passphrase_label = QLabel(), QLabel()
        self._code_label.setBuddy(self.code)
        self._passphrase_label.setBuddy(self.passphrase)
        for widget in (self._code_label, self.code, self._passphrase_label, self.passphrase):
            self.form.addWidget(widget)
        self.code.returnPressed.connect(self.passphrase.setFocus)
        self.passphrase.returnPressed.connect(self._on_recover)
        self.recover, self.back = self.primary(), self.link()
        self.recover.setObjectName("recoverButton")
        self.recover.clicked.connect(self._on_recover)
        self.back.clicked.connect(self.back_wanted)
        self.buttons.addWidget(self.back)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.recover)
        self.retranslate()

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Open with the recovery code"))
        self.explanation.setText(
            self.tr("Type the code that you wrote down, then choose a new passphrase for this vault.")
        )
        self._code_label.setText(self.tr("&Recovery code"))
        self.code.setAccessibleName(self.tr("Recovery code"))
        self._passphrase_label.setText(self.tr("New &passphrase"))
        self.passphrase.setAccessibleName(self.tr("New passphrase"))
        self.recover.setText(self.tr("Open the vault"))
        self.back.setText(self.tr("Back"))

    def set_busy(self, is_busy: bool) -> None:
        for widget in (self.recover, self.back, self.code, self.passphrase):
            widget.setEnabled(not is_busy)

    def _on_recover(self) -> None:
        if not self.recover.isEnabled():
            return
        if not self.passphrase.text().strip():
            self.notice.say(self.tr("Choose a passphrase first."))
            self.passphrase.setFocus()
            return
        code = self.code.text()
        self.code.clear()
        self.recover_wanted.emit(code, self.passphrase.take())
