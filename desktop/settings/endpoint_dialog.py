"""The form of one endpoint: preset, name, address, key, model, trust; it can be tested before it is saved."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.bridge import Job
from desktop.memory.bars import ErrorLine
from desktop.settings.connection_test import ConnectionTest
from desktop.settings.endpoint_form import Typed, config_of, fault_of, suggested_trust
from desktop.settings.page import Shared
from desktop.settings.presets import PRESETS, free_name
from desktop.theme import SPACE
from vault.endpoints import TRUSTS
from vault.records import EndpointConfig

_FIELD_PX = 420


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
        self.preset, self.model, self.trust = QComboBox(), QComboBox(), QComboBox()
        self.name, self.url, self.key = QLineEdit(), QLineEdit(), QLineEdit()
        self.load = QPushButton()
        self.default = QCheckBox()
        self.trust_text = QLabel()
        self.trust_text.setWordWrap(True)
        self.trust_text.setProperty("role", "muted")
        self.notice = ErrorLine(shared.words)
        self.test = ConnectionTest(
            shared.theme, shared.words, shared.bridge, shared.session, config=self._complete_config
        )
        self._labels = tuple(QLabel() for _ in range(6))
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
        )

    def done(self, result: int) -> None:
        self.test.cancel()
        if self._models_job is not None:
            self._models_job.cancel()
        self.key.clear()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _name_parts(self) -> None:
        for name, widget in (
            ("presetChoice", self.preset),
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
        self.load.setAutoDefault(False)
        self.save.setProperty("role", "primary")

    def _build(self) -> None:
        models = QHBoxLayout()
        models.setSpacing(SPACE)
        models.addWidget(self.model, 1)
        models.addWidget(self.load)
        form = QFormLayout()
        form.setSpacing(SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields = (self.preset, self.name, self.url, self.key, self.model, self.trust)
        for label, field in zip(self._labels, fields, strict=True):
            label.setBuddy(field)
            form.addRow(label, models if field is self.model else field)
        form.addRow("", self.trust_text)
        form.addRow("", self.default)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE + 4)
        layout.addLayout(form)
        layout.addWidget(self.test)
        layout.addStretch(1)
        layout.addWidget(self.notice)
        layout.addWidget(self.buttons)
        self.url.setMinimumWidth(_FIELD_PX)

    def _fill_in(self) -> None:
        self.preset.addItem("", -1)
        for index, preset in enumerate(PRESETS):
            self.preset.addItem(preset.name, index)
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
            self.preset.hide()
            self._labels[0].hide()

    def _connect(self) -> None:
        self.preset.activated.connect(self._on_preset_activated)
        self.url.textChanged.connect(self._on_url_changed)
        self.trust.activated.connect(self._on_trust_activated)
        self.load.clicked.connect(self._on_load_clicked)
        self.test.models_found.connect(self._on_models)
        self.buttons.accepted.connect(self._on_save)
        self.buttons.rejected.connect(self.reject)

    def _retranslate(self) -> None:
        is_new = self._before is None
        self.setWindowTitle(self.tr("Add an endpoint") if is_new else self.tr("Edit the endpoint"))
        texts = (
            self.tr("&Preset"),
            self.tr("&Name"),
            self.tr("&Address"),
            self.tr("&Key"),
            self.tr("&Model"),
            self.tr("T&rust"),
        )
        fields = (self.preset, self.name, self.url, self.key, self.model, self.trust)
        for label, text, field in zip(self._labels, texts, fields, strict=True):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        self.preset.setItemText(0, self.tr("None: fill in by hand"))
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
        typed = self.typed()
        fault = fault_of(typed, self._before, self._taken)
        if not fault:
            self.notice.say()
            return config_of(typed, self._before)
        said, field = {
            "name": (self.tr("Give the endpoint a name."), self.name),
            "name_taken": (self.tr("Another endpoint has this name."), self.name),
            "url": (self.tr("Type the address of the server."), self.url),
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
            self.name.setText(free_name(preset.name, self._taken))
            self.url.setText(preset.url)

    def _on_url_changed(self, url: str) -> None:
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
