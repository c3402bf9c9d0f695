"""Adds or edits an endpoint: its fields, what they find on the network, and a test before it is saved."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assistant.endpoints.discovery import FoundServer
from desktop.bridge import Job
from desktop.memory.bars import ErrorLine
from desktop.settings.connection_test import ConnectionTest
from desktop.settings.endpoint_fields import EndpointFields
from desktop.settings.endpoint_form import config_of, fault_of
from desktop.settings.page import Shared
from desktop.settings.presets import PRESETS, Preset, free_name
from desktop.theme import SPACE
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
        self.fields = EndpointFields(shared.words, config)
        self.notice = ErrorLine(shared.words)
        self.test = ConnectionTest(shared, self._complete_config)
        self.buttons = QDialogButtonBox()
        self.save: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Save)
        self.cancel: QPushButton = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.save.setObjectName("saveEndpoint")
        self.save.setProperty("role", "primary")
        self._build()
        self._connect()
        self._retranslate()
        (self.fields.preset if config is None else self.fields.name).setFocus()

    def done(self, result: int) -> None:
        self.test.cancel()
        if self._models_job is not None:
            self._models_job.cancel()
        self.fields.forget()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _build(self) -> None:
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(SPACE + 4)
        inside.addWidget(self.fields)
        inside.addWidget(self.fields.advanced)
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

    def _connect(self) -> None:
        self.fields.choose.clicked.connect(self._on_choose)
        self.fields.discover.clicked.connect(self._on_discover)
        self.fields.load.clicked.connect(self._on_load_clicked)
        self.test.models_found.connect(self.fields.offer_models)
        self.fields.preset.activated.connect(self._on_preset_activated)
        self.buttons.accepted.connect(self._on_save)
        self.buttons.rejected.connect(self.reject)

    def _retranslate(self) -> None:
        is_new = self._before is None
        self.setWindowTitle(self.tr("Add an endpoint") if is_new else self.tr("Edit the endpoint"))
        self.save.setText(self.tr("Save"))
        self.cancel.setText(self.tr("Cancel"))

    def _complete_config(self) -> EndpointConfig | None:
        """What is typed as a configuration, or None after saying what is missing."""
        wrong = self.fields.advanced.fault()
        if wrong is not None:
            self.fields.advanced.more.setChecked(True)
            self.notice.say(self.tr("This cannot be kept: {field}").format(field=wrong.accessibleName()))
            wrong.setFocus()
            return None
        typed = self.fields.typed()
        fault = fault_of(typed, self._before, self._taken)
        if not fault:
            self.notice.say()
            return config_of(typed, self._before)
        fields = self.fields
        said, field = {
            "name": (self.tr("Give the endpoint a name."), fields.name),
            "name_taken": (self.tr("Another endpoint has this name."), fields.name),
            "url": (self.tr("Type the address of the server."), fields.url),
            "file": (self.tr("Choose a model file."), fields.url),
            "model": (self.tr("Choose or type a model."), fields.model),
        }[fault]
        self.notice.say(said)
        field.setFocus()
        return None

    # slots

    def _on_preset_activated(self) -> None:
        number = int(self.fields.preset.currentData())
        if number >= 0:
            self._begin(PRESETS[number])

    def _begin(self, preset: Preset) -> None:
        self.fields.begin(preset, free_name(preset.name, self._taken))

    def _on_choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a model file"), self.fields.url.text())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Models (*.gguf)"))
        dialog.fileSelected.connect(self.fields.url.setText)
        dialog.open()

    def _on_discover(self) -> None:
        session = self._shared.session

        async def found():  # type: ignore[no-untyped-def]  # an async generator, as the bridge takes it
            yield await session.discover_endpoints()

        self.fields.discover.setEnabled(False)
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
        self.fields.preset.setCurrentText(first.server.name)
        self.fields.offer_models(list(first.models))

    def _on_load_clicked(self) -> None:
        if not self.fields.url.text().strip():
            self.notice.say(self.tr("Type the address of the server."))
            self.fields.url.setFocus()
            return
        config, session = config_of(self.fields.typed(), self._before), self._shared.session
        self.fields.load.setEnabled(False)
        self.notice.say()

        async def models():  # type: ignore[no-untyped-def]  # an async generator, as the bridge takes it
            yield await session.list_models(config)

        self._models_job = self._shared.bridge.stream(models)
        self._models_job.succeeded.connect(self.fields.offer_models)
        self._models_job.failed.connect(self.notice.show_error)
        self._models_job.finished.connect(self._on_load_finished)

    def _on_load_finished(self) -> None:
        self._models_job = None
        self.fields.load.setEnabled(True)
        self.fields.discover.setEnabled(True)

    def _on_save(self) -> None:
        config = self._complete_config()
        if config is not None:
            self.configured.emit(config, "" if self._before is None else self._before.name)
            self.accept()
