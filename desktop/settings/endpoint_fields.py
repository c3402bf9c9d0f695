"""The fields of one endpoint's form: which are there for its kind, what they are called, what is typed in them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop.settings.endpoint_advanced import AdvancedOptions
from desktop.settings.endpoint_form import GGUF, KINDS, Typed, suggested_trust
from desktop.settings.presets import PRESETS, Preset
from desktop.theme import SPACE
from desktop.words import Words
from vault.endpoints import TRUSTS
from vault.records import EndpointConfig


class EndpointFields(QWidget):
    """Filled from `before`, an endpoint that is edited, or empty. `advanced` is laid out by the dialog."""

    def __init__(self, words: Words, before: EndpointConfig | None) -> None:
        super().__init__()
        self._words, self._before = words, before
        self._trust_is_chosen = before is not None
        self.preset, self.kind, self.model, self.trust = (QComboBox() for _ in range(4))
        self.name, self.url, self.key = QLineEdit(), QLineEdit(), QLineEdit()
        self.load, self.choose, self.discover = QPushButton(), QPushButton(), QPushButton()
        self.advanced = AdvancedOptions()
        self.default = QCheckBox()
        self.trust_text = QLabel()
        self.trust_text.setWordWrap(True)
        self.trust_text.setProperty("role", "muted")
        self._labels = tuple(QLabel() for _ in range(7))
        self._name_parts()
        self._build()
        self._fill_in()
        self.url.textChanged.connect(self._on_url_changed)
        self.trust.activated.connect(self._on_trust_activated)
        self.kind.activated.connect(self._on_kind_activated)
        self._retranslate()

    @property
    def is_file(self) -> bool:
        return self.kind.currentData() == GGUF

    def typed(self) -> Typed:
        return Typed(
            self.name.text(),
            self.url.text(),
            self.model.currentText(),
            self.key.text(),
            str(self.trust.currentData()),
            self.default.isChecked(),
            str(self.kind.currentData()),
            self.advanced.options(),
        )

    def begin(self, preset: Preset, name: str) -> None:
        """Fill in what a preset knows, under a name that is free."""
        self.kind.setCurrentIndex(self.kind.findData(preset.kind))
        self.name.setText(name)
        self.url.setText(preset.url)
        self._on_kind_activated()

    def offer_models(self, names: list[str]) -> None:
        typed = self.model.currentText()
        self.model.clear()
        self.model.addItems(names)
        self.model.setEditText(typed or (names[0] if names else ""))

    def forget(self) -> None:
        """Take the secrets off the screen."""
        self.key.clear()
        self.advanced.forget()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _fields(self) -> tuple[QWidget, ...]:
        return (self.preset, self.kind, self.name, self.url, self.key, self.model, self.trust)

    # building

    def _name_parts(self) -> None:
        for name, widget in (
            ("presetChoice", self.preset),
            ("discoverServers", self.discover),
            ("endpointKind", self.kind),
            ("chooseModelFile", self.choose),
            ("endpointName", self.name),
            ("endpointUrl", self.url),
            ("endpointKey", self.key),
            ("endpointModel", self.model),
            ("loadModels", self.load),
            ("endpointTrust", self.trust),
            ("endpointDefault", self.default),
        ):
            widget.setObjectName(name)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setInputMethodHints(
            Qt.InputMethodHint.ImhHiddenText
            | Qt.InputMethodHint.ImhSensitiveData
            | Qt.InputMethodHint.ImhNoPredictiveText
        )
        self.model.setEditable(True)
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        for button in (self.load, self.choose, self.discover):
            button.setAutoDefault(False)

    def _build(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        beside = {self.preset: self.discover, self.url: self.choose, self.model: self.load}
        self._rows: dict[QWidget, QWidget] = {}
        for label, field in zip(self._labels, self._fields(), strict=True):
            label.setBuddy(field)
            self._rows[field] = field if field not in beside else _row(field, beside[field])
            form.addRow(label, self._rows[field])
        form.addRow("", self.trust_text)
        form.addRow("", self.default)

    def _fill_in(self) -> None:
        self.preset.addItem("", -1)
        for index, preset in enumerate(PRESETS):
            self.preset.addItem(preset.name, index)
        for kind in KINDS:
            self.kind.addItem("", kind)
        for trust in TRUSTS:
            self.trust.addItem("", trust)
        self.trust.setCurrentIndex(self.trust.findData("remote"))
        before = self._before
        if before is not None:
            self.name.setText(before.name)
            self.url.setText(before.url)
            self.model.setEditText(before.model)
            self.trust.setCurrentIndex(self.trust.findData(before.trust))
            self.default.setChecked(before.is_default)
            self.kind.setCurrentIndex(max(self.kind.findData(before.kind), 0))
            self.advanced.fill(before.options)
            self._rows[self.preset].hide()
            self._labels[0].hide()
        self._show_kind()

    def _retranslate(self) -> None:
        texts = (
            self.tr("&Preset"),
            self.tr("K&ind"),
            self.tr("&Name"),
            self.tr("&File") if self.is_file else self.tr("&Address"),
            self.tr("&Key"),
            self.tr("&Model"),
            self.tr("T&rust"),
        )
        for label, text, field in zip(self._labels, texts, self._fields(), strict=True):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        self.preset.setItemText(0, self.tr("None: fill in by hand"))
        for kind, text in (
            ("openai", self.tr("OpenAI-compatible")),
            ("ollama", self.tr("Ollama")),
            ("anthropic", self.tr("Anthropic")),
            ("gguf", self.tr("Model file (GGUF)")),
        ):
            self.kind.setItemText(self.kind.findData(kind), text)
        self.choose.setText(self.tr("Choose…"))
        self.choose.setAccessibleName(self.tr("Choose a model file"))
        self.discover.setText(self.tr("&Find on this machine"))
        for index in range(self.trust.count()):
            self.trust.setItemText(index, self._words.trust(str(self.trust.itemData(index))))
        has_key = self._before is not None and bool(self._before.key)
        self.key.setPlaceholderText(
            self.tr("Kept in the vault; type to replace it")
            if has_key
            else self.tr("Only if the service asks for one")
        )
        self.url.setPlaceholderText("http://127.0.0.1:11434/v1")
        self.load.setText(self.tr("&Load models"))
        self.default.setText(self.tr("Use it for &new conversations"))
        self._say_trust()

    def _say_trust(self) -> None:
        self.trust_text.setText(
            {
                "local": self.tr("Runs on this machine: everything is sent as it is."),
                "private": self.tr(
                    "On a network you trust: personal data is replaced by stand-ins, sensitive memories are "
                    "held back."
                ),
                "remote": self.tr(
                    "Somebody else's server: names, numbers and addresses are replaced by stand-ins in "
                    "everything that is sent, sensitive memories are held back."
                ),
            }[str(self.trust.currentData())]
        )

    # slots

    def _on_kind_activated(self) -> None:
        self._show_kind()
        self._retranslate()

    def _show_kind(self) -> None:
        """The fields that this kind has: a file needs no key, no list and no judgement where it leads."""
        is_file = self.is_file
        self.choose.setVisible(is_file)
        self.load.setVisible(not is_file)
        for field in (self.key, self.trust):
            self._rows[field].setVisible(not is_file)
            self._labels[self._fields().index(field)].setVisible(not is_file)
        self.trust_text.setVisible(not is_file)
        self.advanced.set_kind(str(self.kind.currentData()))

    def _on_url_changed(self, url: str) -> None:
        if self.is_file:
            return
        if not self._trust_is_chosen and url.strip():
            self.trust.setCurrentIndex(self.trust.findData(suggested_trust(url)))
            self._say_trust()

    def _on_trust_activated(self) -> None:
        self._trust_is_chosen = True
        self._say_trust()


def _row(field: QWidget, button: QPushButton) -> QWidget:
    """A field with a button at its end."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE)
    layout.addWidget(field, 1)
    layout.addWidget(button)
    return row
