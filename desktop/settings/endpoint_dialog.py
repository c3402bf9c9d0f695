"""The form of one endpoint: preset, kind, name, address or file, key, model, trust; tested before it is saved."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assistant.endpoints.discovery import FoundServer
from desktop.bridge import Job
from desktop.memory.bars import ErrorLine
from desktop.settings.connection_test import ConnectionTest
from desktop.settings.endpoint_advanced import AdvancedOptions
from desktop.settings.endpoint_form import GGUF, KINDS, Typed, config_of, fault_of, suggested_trust
from desktop.settings.page import Shared
from desktop.settings.presets import PRESETS, Preset, free_name
from desktop.theme import SPACE
from vault.endpoints import TRUSTS
from vault.records import EndpointConfig

_FIELD_PX = 420
_LINES_SHOWN = 26


class EndpointDialog(QDialog):
    """Adds an endpoint, or edits `config`.

    Signals: `configured(object, str)` the EndpointConfig to keep and the name it had before (empty: a new one).
    """

    configured = Signal(object, str)

    def __init__(
        self,
        shared: Shared,
        taken: frozenset[str],
        config: EndpointConfig | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`taken` are the names of all endpoints."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._shared, self._taken, self._before = shared, taken, config
        self._models_job: Job | None = None
        self._trust_is_chosen = config is not None
        self.preset, self.kind, self.model, self.trust = (QComboBox() for _ in range(4))
        self.name, self.url, self.key = QLineEdit(), QLineEdit(), QLineEdit()
        self.load, self.choose, self.discover = QPushButton(), QPushButton(), QPushButton()
        self.advanced = AdvancedOptions()
        self.default = QCheckBox()
        self.trust_text = QLabel()
        self.trust_text.setWordWrap(True)
        self.trust_text.setProperty("role", "muted")
        self.notice = ErrorLine(shared.words)
        self.test = ConnectionTest(
            shared.theme, shared.words, shared.bridge, shared.session, config=self._complete_config
        )
        self._labels = tuple(QLabel() for _ in range(7))
        self.buttons = QDialogButtonBox()
        self.save: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Save)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._name_parts()
        self._build()
        self._fill_in()
        self._connect()
        self._retranslate()
        (self.preset if config is None else self.name).setFocus()

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

    @property
    def _is_file(self) -> bool:
        return self.kind.currentData() == GGUF

    def _fields(self) -> tuple[QWidget, ...]:
        return (self.preset, self.kind, self.name, self.url, self.key, self.model, self.trust)

    def done(self, result: int) -> None:
        self.test.cancel()
        if self._models_job is not None:
            self._models_job.cancel()
        self.key.clear()
        self.advanced.forget()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

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
            ("saveEndpoint", self.save),
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
        self.save.setProperty("role", "primary")

    def _build(self) -> None:
        form = QFormLayout()
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
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(SPACE + 4)
        inside.addLayout(form)
        inside.addWidget(self.advanced)
        inside.addWidget(self.test)
        inside.addStretch(1)
        # Unfolded, and with the words of a failed test, it is higher than a small screen.
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the field that has the focus
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumHeight(self.fontMetrics().lineSpacing() * _LINES_SHOWN)
        scroll.setWidget(content)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.notice)
        layout.addWidget(self.buttons)
        content.setMinimumWidth(_FIELD_PX + 120)
        scroll.setMinimumWidth(content.minimumWidth() + SPACE * 3)

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

    def _connect(self) -> None:
        self.preset.activated.connect(self._on_preset_activated)
        self.url.textChanged.connect(self._on_url_changed)
        self.trust.activated.connect(self._on_trust_activated)
        self.kind.activated.connect(self._on_kind_activated)
        self.choose.clicked.connect(self._on_choose)
        self.discover.clicked.connect(self._on_discover)
        self.load.clicked.connect(self._on_load_clicked)
        self.test.models_found.connect(self._on_models)
        self.buttons.accepted.connect(self._on_save)
        self.buttons.rejected.connect(self.reject)

    def _retranslate(self) -> None:
        is_new = self._before is None
        self.setWindowTitle(self.tr("Add an endpoint") if is_new else self.tr("Edit the endpoint"))
        texts = (
            self.tr("&Preset"),
            self.tr("K&ind"),
            self.tr("&Name"),
            self.tr("&File") if self._is_file else self.tr("&Address"),
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
            self.trust.setItemText(index, self._shared.words.trust(str(self.trust.itemData(index))))
        has_key = self._before is not None and bool(self._before.key)
        self.key.setPlaceholderText(
            self.tr("Kept in the vault; type to replace it")
            if has_key
            else self.tr("Only if the service asks for one")
        )
        self.url.setPlaceholderText("http://127.0.0.1:11434/v1")
        self.load.setText(self.tr("&Load models"))
        self.default.setText(self.tr("Use it for &new conversations"))
        self.save.setText(self.tr("Save"))
        self.cancel.setText(self.tr("Cancel"))
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

    def _complete_config(self) -> EndpointConfig | None:
        """What is typed as a configuration, or None after saying what is missing."""
        wrong = self.advanced.fault()
        if wrong is not None:
            self.advanced.more.setChecked(True)
            self.notice.say(self.tr("This cannot be kept: {field}").format(field=wrong.accessibleName()))
            wrong.setFocus()
            return None
        typed = self.typed()
        fault = fault_of(typed, self._before, self._taken)
        if not fault:
            self.notice.say()
            return config_of(typed, self._before)
        said, field = {
            "name": (self.tr("Give the endpoint a name."), self.name),
            "name_taken": (self.tr("Another endpoint has this name."), self.name),
            "url": (self.tr("Type the address of the server."), self.url),
            "file": (self.tr("Choose a model file."), self.url),
            "model": (self.tr("Choose or type a model."), self.model),
        }[fault]
        self.notice.say(said)
        field.setFocus()
        return None

    # slots

    def _on_preset_activated(self) -> None:
        number = int(self.preset.currentData())
        if number >= 0:
            preset = PRESETS[number]
            self._begin(preset)

    def _begin(self, preset: Preset) -> None:
        self.kind.setCurrentIndex(self.kind.findData(preset.kind))
        self.name.setText(free_name(preset.name, self._taken))
        self.url.setText(preset.url)
        self._show_kind()

    def _on_kind_activated(self) -> None:
        self._show_kind()
        self._retranslate()

    def _show_kind(self) -> None:
        """The fields that this kind has: a file needs no key, no list and no judgement where it leads."""
        is_file = self._is_file
        self.choose.setVisible(is_file)
        self.load.setVisible(not is_file)
        for field in (self.key, self.trust):
            self._rows[field].setVisible(not is_file)
            self._labels[self._fields().index(field)].setVisible(not is_file)
        self.trust_text.setVisible(not is_file)
        self.advanced.set_kind(str(self.kind.currentData()))

    def _on_choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a model file"), self.url.text())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Models (*.gguf)"))
        dialog.fileSelected.connect(self.url.setText)
        dialog.open()

    def _on_discover(self) -> None:
        session = self._shared.session

        async def found():  # type: ignore[no-untyped-def]  # an async generator, as the bridge takes it
            yield await session.discover_endpoints()

        self.discover.setEnabled(False)
        self.notice.say()
        self._models_job = self._shared.bridge.stream(found)
        self._models_job.succeeded.connect(self._on_discovered)
        self._models_job.failed.connect(self.notice.show_error)
        self._models_job.finished.connect(self._on_load_finished)

    def _on_discovered(self, found: list[FoundServer]) -> None:
        """Offer what answered; the first one begins the form."""
        if not found:
            self.notice.say(self.tr("No model server answers on this machine's usual ports."))
            return
        names = ", ".join(one.server.name for one in found)
        self.notice.say(self.tr("Found on this machine: {names}").format(names=names))
        first = found[0]
        self._begin(Preset(first.server.name, first.server.url, first.server.kind))
        self.preset.setCurrentText(first.server.name)
        self._on_models(list(first.models))

    def _on_url_changed(self, url: str) -> None:
        if self._is_file:
            return
        if not self._trust_is_chosen and url.strip():
            self.trust.setCurrentIndex(self.trust.findData(suggested_trust(url)))
            self._say_trust()

    def _on_trust_activated(self) -> None:
        self._trust_is_chosen = True
        self._say_trust()

    def _on_load_clicked(self) -> None:
        if not self.url.text().strip():
            self.notice.say(self.tr("Type the address of the server."))
            self.url.setFocus()
            return
        config, session = config_of(self.typed(), self._before), self._shared.session
        self.load.setEnabled(False)
        self.notice.say()

        async def models():  # type: ignore[no-untyped-def]  # an async generator, as the bridge takes it
            yield await session.list_models(config)

        self._models_job = self._shared.bridge.stream(models)
        self._models_job.succeeded.connect(self._on_models)
        self._models_job.failed.connect(self.notice.show_error)
        self._models_job.finished.connect(self._on_load_finished)

    def _on_load_finished(self) -> None:
        self._models_job = None
        self.load.setEnabled(True)
        self.discover.setEnabled(True)

    def _on_models(self, names: list[str]) -> None:
        typed = self.model.currentText()
        self.model.clear()
        self.model.addItems(names)
        self.model.setEditText(typed or (names[0] if names else ""))

    def _on_save(self) -> None:
        config = self._complete_config()
        if config is not None:
            self.configured.emit(config, "" if self._before is None else self._before.name)
            self.accept()


def _row(field: QWidget, button: QPushButton) -> QWidget:
    """A field with a button at its end."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE)
    layout.addWidget(field, 1)
    layout.addWidget(button)
    return row
