"""The further settings of an endpoint, folded away: limits, sizes, headers, proxy, certificate file."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.endpoint_options import CHOICES, HEADER, headers_from, headers_text, is_valid
from desktop.theme import SPACE

# Fields of one line, in order, by the option that they set.
_LINES = (
    "connect_timeout_s",
    "first_token_timeout_s",
    "idle_timeout_s",
    "context_tokens",
    "max_tokens",
    "temperature",
    "keep_alive",
    "threads",
    "proxy",
    "ca_file",
)
_ONLY = {"keep_alive": "ollama", "threads": "gguf"}
_NOT_FOR_FILES = ("proxy", "ca_file")


class AdvancedOptions(QWidget):
    """A button that unfolds a form. `options` is what it holds, `fault` the field that cannot be kept."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.more = QPushButton()
        self.more.setObjectName("moreEndpointOptions")
        self.more.setCheckable(True)
        self.more.setAutoDefault(False)
        self.panel = QWidget()
        self.panel.hide()
        self.more.toggled.connect(self.panel.setVisible)
        self.lines = {name: QLineEdit() for name in _LINES}
        self.choices = {name: QComboBox() for name in CHOICES}
        self._labels = {name: QLabel() for name in (*_LINES, *CHOICES, "headers")}
        self.headers = QPlainTextEdit()
        self.headers.setObjectName("endpointHeaders")
        self.headers.setTabChangesFocus(True)
        self.headers.setFixedHeight(self.fontMetrics().lineSpacing() * 3 + SPACE)
        self.near = QCheckBox()
        self.near.setObjectName("endpointProxyNear")
        self.choose = QPushButton()
        self.choose.setObjectName("chooseCaFile")
        self.choose.setAutoDefault(False)
        self.choose.clicked.connect(self._on_choose)
        self._form = QFormLayout(self.panel)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setSpacing(SPACE)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._build()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        row = QHBoxLayout()
        row.addWidget(self.more)
        row.addStretch(1)
        layout.addLayout(row)
        layout.addWidget(self.panel)
        self._retranslate()

    def options(self) -> dict[str, str]:
        """What is typed; a field left empty sets nothing."""
        found = {name: line.text().strip() for name, line in self.lines.items() if line.text().strip()}
        for name, box in self.choices.items():
            if box.currentIndex() > 0:
                found[name] = str(box.currentData())
        if self.near.isChecked():
            found["proxy_near"] = "true"
        return found | (headers_from(self.headers.toPlainText()) or {})

    def fault(self) -> QWidget | None:
        """The first field whose content cannot be kept."""
        for name, line in self.lines.items():
            if line.text().strip() and not is_valid(name, line.text().strip()):
                return line
        return self.headers if headers_from(self.headers.toPlainText()) is None else None

    def fill(self, options: Mapping[str, str]) -> None:
        """Show what is stored; unfolded where anything is."""
        for name, line in self.lines.items():
            line.setText(options.get(name, ""))
        for name, box in self.choices.items():
            box.setCurrentIndex(max(box.findData(options.get(name, "")), 0))
        self.near.setChecked(options.get("proxy_near") == "true")
        self.headers.setPlainText(headers_text(options))
        self.more.setChecked(
            any(name in options or name.startswith(HEADER) for name in options if is_shown(name))
        )

    def set_kind(self, kind: str) -> None:
        """Show the fields that this kind of endpoint has."""
        for name, line in self.lines.items():
            is_wanted = _ONLY.get(name, kind) == kind and not (kind == "gguf" and name in _NOT_FOR_FILES)
            self._form.setRowVisible(self._field(name), is_wanted) if name == "ca_file" else (
                self._form.setRowVisible(line, is_wanted)
            )
        for widget in (self.near, self.headers):
            self._form.setRowVisible(widget, kind != "gguf")

    def forget(self) -> None:
        """Empty what may be secret."""
        self.headers.clear()
        self.lines["proxy"].clear()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        for name, line in self.lines.items():
            line.setObjectName(f"option_{name}")
            self._labels[name].setBuddy(line)
            self._form.addRow(self._labels[name], self._field(name) if name == "ca_file" else line)
            if name == "proxy":
                self._form.addRow("", self.near)
        for name, box in self.choices.items():
            box.setObjectName(f"option_{name}")
            for choice in CHOICES[name]:
                box.addItem("", choice)
            self._labels[name].setBuddy(box)
            self._form.addRow(self._labels[name], box)
        self._labels["headers"].setBuddy(self.headers)
        self._form.addRow(self._labels["headers"], self.headers)

    def _field(self, name: str) -> QWidget:
        """The line with its button, made once."""
        found: QWidget | None = getattr(self, "_ca_row", None)
        if found is None:
            found = QWidget()
            row = QHBoxLayout(found)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(SPACE)
            row.addWidget(self.lines[name], 1)
            row.addWidget(self.choose)
            self._ca_row = found
        return found

    def _retranslate(self) -> None:
        self.more.setText(self.tr("More settings"))
        self.near.setText(self.tr("Also for this machine and private networks"))
        self.choose.setText(self.tr("Choose…"))
        self.choose.setAccessibleName(self.tr("Choose a certificate file"))
        texts = {
            "connect_timeout_s": (self.tr("Limit for connecting"), self.tr("10 seconds")),
            "first_token_timeout_s": (
                self.tr("Limit for the first word"),
                self.tr("180 to 900 seconds, by trust"),
            ),
            "idle_timeout_s": (self.tr("Limit for pauses"), self.tr("120 seconds")),
            "context_tokens": (self.tr("Context, in tokens"), self.tr("as usual for this kind")),
            "max_tokens": (self.tr("Longest reply, in tokens"), self.tr("the server decides")),
            "temperature": (self.tr("Temperature"), self.tr("the server decides")),
            "keep_alive": (self.tr("Keep the model loaded"), self.tr("such as 10m")),
            "threads": (self.tr("Threads"), self.tr("all processors but one")),
            "proxy": (self.tr("Proxy"), self.tr("none; the system's is not used")),
            "ca_file": (
                self.tr("Certificate file"),
                self.tr("of an authority of your own (PEM)"),
            ),
        }
        for name, (label, hint) in texts.items():
            self._labels[name].setText(label)
            self.lines[name].setAccessibleName(label)
            self.lines[name].setPlaceholderText(hint)
        words = (self.tr("where it helps"), self.tr("always"), self.tr("never"))
        for name, label in (
            ("tools", self.tr("Offer tools")),
            ("reply_form", self.tr("Replies in a fixed form")),
        ):
            self._labels[name].setText(label)
            self.choices[name].setAccessibleName(label)
            for place, word in enumerate(words):
                self.choices[name].setItemText(place, word)
        self._labels["headers"].setText(self.tr("Headers"))
        self.headers.setAccessibleName(self.tr("Headers"))
        self.headers.setPlaceholderText(self.tr("Name: value, one a line"))

    def _on_choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a certificate file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.lines["ca_file"].setText)
        dialog.open()


def is_shown(name: str) -> bool:
    """Whether an option is one of this form, and not of another page or learnt from the server."""
    return name in _LINES or name in CHOICES or name == "proxy_near" or name.startswith(HEADER)
