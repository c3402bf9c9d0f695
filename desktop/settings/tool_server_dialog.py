"""Adds or edits a server of tools: a program to start, or an address on this machine; tested before it is saved."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.errors import ToolServerRefused
from assistant.tools.servers import ToolServer, check, read_command, written
from desktop.memory.bars import ErrorLine
from desktop.settings.page import Shared
from desktop.settings.tool_server_trial import ToolServerTrial
from desktop.theme import SPACE

_FIELD_PX = 420
_PROGRAM, _ADDRESS = "program", "address"


class ToolServerDialog(QDialog):
    """Signals: `configured(object, str)` the ToolServer to keep and the name it had before (empty: a new one)."""

    configured = Signal(object, str)

    def __init__(
        self,
        shared: Shared,
        taken: frozenset[str],
        server: ToolServer | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`taken` are the names of the other servers."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._taken, self._before = taken, server
        self.name, self.place = QLineEdit(), QLineEdit()
        self.kind = QComboBox()
        self.trusted = QCheckBox()
        self._trust_text = QLabel()
        self._trust_text.setWordWrap(True)
        self._trust_text.setProperty("role", "muted")
        self._labels = tuple(QLabel() for _ in range(3))
        self.notice = ErrorLine(shared.words)
        self.trial = ToolServerTrial(shared, self._complete)
        self.buttons = QDialogButtonBox()
        self.save: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Save)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._build()
        self._fill_in()
        self.kind.activated.connect(self._retranslate)
        self.buttons.accepted.connect(self._on_save)
        self.buttons.rejected.connect(self.reject)
        self._retranslate()
        self.name.setFocus()

    def done(self, result: int) -> None:
        self.trial.cancel()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        for name, widget in (
            ("toolServerName", self.name),
            ("toolServerKind", self.kind),
            ("toolServerPlace", self.place),
            ("toolServerTrusted", self.trusted),
            ("saveToolServer", self.save),
        ):
            widget.setObjectName(name)
        self.save.setProperty("role", "primary")
        self.place.setMinimumWidth(_FIELD_PX)
        form = QFormLayout()
        form.setSpacing(SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for label, field in zip(self._labels, (self.name, self.kind, self.place), strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        form.addRow("", self.trusted)
        form.addRow("", self._trust_text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        layout.addLayout(form)
        layout.addWidget(self.trial)
        layout.addStretch(1)
        layout.addWidget(self.notice)
        layout.addWidget(self.buttons)

    def _fill_in(self) -> None:
        for kind in (_PROGRAM, _ADDRESS):
            self.kind.addItem("", kind)
        before = self._before
        if before is not None:
            self.name.setText(before.name)
            self.kind.setCurrentIndex(self.kind.findData(_ADDRESS if before.url else _PROGRAM))
            self.place.setText(before.url or written(before.command))
            self.trusted.setChecked(before.is_trusted)

    @property
    def _is_address(self) -> bool:
        return self.kind.currentData() == _ADDRESS

    def _retranslate(self) -> None:
        is_new = self._before is None
        self.setWindowTitle(
            self.tr("Add a server of tools") if is_new else self.tr("Edit the server of tools")
        )
        texts = (
            self.tr("&Name"),
            self.tr("K&ind"),
            self.tr("&Address") if self._is_address else self.tr("&Command"),
        )
        for label, text, field in zip(self._labels, texts, (self.name, self.kind, self.place), strict=True):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        self.kind.setItemText(0, self.tr("Program that is started"))
        self.kind.setItemText(1, self.tr("Address on this machine"))
        self.place.setPlaceholderText(
            "http://127.0.0.1:8000/mcp"
            if self._is_address
            else self.tr("program and arguments, quotes hold words together")
        )
        self.trusted.setText(self.tr("T&rusted: call its tools without asking"))
        self._trust_text.setText(
            self.tr(
                "Trust only a server of your own: its calls are then made at once, with names and numbers as they are. "
                "Otherwise each call is shown and asked about, and stand-ins stay in its arguments."
            )
        )
        self.save.setText(self.tr("Save"))
        self.cancel.setText(self.tr("Cancel"))

    def _complete(self) -> ToolServer | None:
        """What is typed as a server, or None after saying what is missing."""
        place = self.place.text().strip()
        try:
            server = ToolServer(
                self.name.text().strip(),
                () if self._is_address else read_command(place),
                place if self._is_address else "",
                self.trusted.isChecked(),
            )
            check(server, self._taken)
        except ToolServerRefused as error:
            self._say(str(error.details.get("reason", "")))
            return None
        self.notice.say()
        return server

    def _say(self, reason: str) -> None:
        said = {
            "name": self.tr("Give it a name of up to 24 Latin letters, digits, - and _."),
            "taken": self.tr("Another server has this name."),
            "quotes": self.tr("A quote in the command is not closed."),
            "not_loopback": self.tr("The address must begin with http:// and lead to this machine."),
            "form": self.tr("Type the address of the server.")
            if self._is_address
            else self.tr("Type the command that starts the server."),
        }[reason]
        self.notice.say(said)
        (self.name if reason in ("name", "taken") else self.place).setFocus()

    def _on_save(self) -> None:
        server = self._complete()
        if server is not None:
            self.configured.emit(server, "" if self._before is None else self._before.name)
            self.accept()
