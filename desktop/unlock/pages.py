"""The pages of the unlock window. Each lays out its fields and says in signals what a person wants."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.theme import SPACE, Theme
from desktop.unlock.fields import Notice, PassphraseField


class Page(QWidget):
    """A column with a heading, an explanation, the fields, a notice and a row of buttons."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = QLabel()
        self.heading.setObjectName("title")
        self.explanation = QLabel()
        self.explanation.setProperty("role", "muted")
        self.explanation.setWordWrap(True)
        self.form = QVBoxLayout()
        self.form.setSpacing(SPACE)
        self.notice = Notice()
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(SPACE)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE + 4)
        for widget in (self.heading, self.explanation):
            layout.addWidget(widget)
        layout.addLayout(self.form)
        layout.addWidget(self.notice)
        layout.addLayout(self.buttons)
        layout.addStretch(1)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Put all words in again."""

    def primary(self) -> QPushButton:
        button = QPushButton()
        button.setProperty("role", "primary")
        button.setDefault(True)
        button.setAutoDefault(True)
        return button

    def link(self) -> QPushButton:
        button = QPushButton()
        button.setProperty("role", "link")
        return button


class UnlockPage(Page):
    """Signals: `unlock_wanted(Path, Secret)`; `create_wanted()`; `recover_wanted(Path)`; `restore_wanted(Path)`, which
    is offered where the vault is damaged; `keyring_wanted(Path)`, which is offered where the keyring opens it;
    `vault_chosen(Path)` when another vault is shown.
    """

    unlock_wanted = Signal(object, object)
    keyring_wanted = Signal(object)
    vault_chosen = Signal(object)
    create_wanted = Signal()
    recover_wanted = Signal(object)
    restore_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.vaults = VaultChoice(theme)
        self.passphrase = PassphraseField(theme)
        self.passphrase.setObjectName("passphrase")
        self.passphrase.returnPressed.connect(self._on_unlock)
        self._vault_label, self._passphrase_label = QLabel(), QLabel()
        self._vault_label.setBuddy(self.vaults.choice)
        self._passphrase_label.setBuddy(self.passphrase)
        for widget in (self._vault_label, self.vaults, self._passphrase_label, self.passphrase):
            self.form.addWidget(widget)
        self.unlock, self.create_link, self.recover = self.primary(), self.link(), self.link()
        self.unlock.setObjectName("unlockButton")
        self.create_link.setObjectName("createLink")
        self.recover.setObjectName("recoverLink")
        self.unlock.clicked.connect(self._on_unlock)
        self.create_link.clicked.connect(self.create_wanted)
        self.recover.clicked.connect(self._on_recover)
        self.restore = QPushButton()
        self.restore.setObjectName("restoreDamaged")
        self.restore.clicked.connect(self._on_restore)
        self.restore.hide()
        self.form.addWidget(self.restore)
        self.keyring = QPushButton()
        self.keyring.setObjectName("keyringButton")
        self.keyring.clicked.connect(self._on_keyring)
        self.keyring.hide()
        self.form.addWidget(self.keyring)
        self.vaults.choice.currentIndexChanged.connect(self._on_vault_changed)
        self.buttons.addWidget(self.recover)
        self.buttons.addWidget(self.create_link)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.unlock)
        self.retranslate()

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Unlock your vault"))
        self.explanation.setText(self.tr("Everything Keepsake remembers is encrypted with your passphrase."))
        self._vault_label.setText(self.tr("&Vault"))
        self._passphrase_label.setText(self.tr("&Passphrase"))
        self.passphrase.setAccessibleName(self.tr("Passphrase"))
        self.unlock.setText(self.tr("Unlock"))
        self.create_link.setText(self.tr("Create a new vault"))
        self.recover.setText(self.tr("Use the recovery code"))
        self.restore.setText(self.tr("Repair…"))
        self.keyring.setText(self.tr("Unlock with the system's keyring"))

    def set_busy(self, is_busy: bool) -> None:
        for widget in (
            self.unlock, self.create_link, self.recover, self.passphrase, self.vaults, self.keyring
        ):  # fmt: skip
            widget.setEnabled(not is_busy)
        self.unlock.setText(self.tr("Unlocking…") if is_busy else self.tr("Unlock"))

    def _on_unlock(self) -> None:
        if self.unlock.isEnabled():
            self.notice.say()
            self.restore.hide()
            self.unlock_wanted.emit(self.vaults.path(), self.passphrase.take())

    def _on_keyring(self) -> None:
        self.notice.say()
        self.restore.hide()
        self.keyring_wanted.emit(self.vaults.path())

    def _on_vault_changed(self) -> None:
        self.keyring.hide()
        if self.vaults.choice.count():
            self.vault_chosen.emit(self.vaults.path())

    def _on_recover(self) -> None:
        self.recover_wanted.emit(self.vaults.path())

    def _on_restore(self) -> None:
        self.restore_wanted.emit(self.vaults.path())


class VaultChoice(QWidget):
    """The vaults known on this machine, and a button for another folder."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.choice = QComboBox()
        self.choice.setObjectName("vaultChoice")
        self.choice.setSizePolicy(
            self.choice.sizePolicy().Policy.Expanding, self.choice.sizePolicy().Policy.Fixed
        )
        self.browse = QToolButton()
        self.browse.clicked.connect(self._on_browse_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.choice, 1)
        layout.addWidget(self.browse)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._retranslate()

    def set_paths(self, paths: Sequence[Path]) -> None:
        self.choice.clear()
        for path in paths:
            self._add(path)

    def path(self) -> Path:
        return Path(str(self.choice.currentData()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _add(self, path: Path) -> None:
        index = self.choice.findData(str(path))
        if index < 0:
            self.choice.addItem(path.name.removesuffix(".keepsake"), str(path))
            index = self.choice.count() - 1
            self.choice.setItemData(index, str(path), Qt.ItemDataRole.ToolTipRole)
        self.choice.setCurrentIndex(index)

    def _retranslate(self) -> None:
        self.choice.setAccessibleName(self.tr("Vault"))
        self.browse.setToolTip(self.tr("Open a vault in another folder"))
        self.browse.setAccessibleName(self.tr("Open a vault in another folder"))

    def _on_theme_changed(self) -> None:
        self.browse.setIcon(icons.icon("more", self._theme.colours.muted))

    def _on_browse_clicked(self) -> None:
        dialog = QFileDialog(self, self.tr("Open a vault"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._on_folder_selected)
        dialog.open()

    def _on_folder_selected(self, folder: str) -> None:
        self._add(Path(folder))
