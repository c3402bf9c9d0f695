"""The rules of one endpoint: how each sensitivity leaves, and when a request is shown first. Part of "Privacy"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from assistant.scrub import PREVIEW, PREVIEWS, policy_for, preview_of
from desktop.memory.bars import ErrorLine
from desktop.memory.memory_words import MemoryWords
from desktop.settings.page import Shared
from desktop.theme import SPACE
from vault.privacy import Treatment
from vault.records import EndpointConfig, Sensitivity

_RULED = (Sensitivity.NORMAL, Sensitivity.PERSONAL, Sensitivity.SENSITIVE)
_DEFAULT = ""


class RulesSection(QWidget):
    """Reads and keeps `rule.*` and `preview` of the chosen endpoint's options."""

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shared, self._own = shared, MemoryWords(self)
        self._configs: list[EndpointConfig] = []
        self.empty = QLabel()
        self.empty.setProperty("role", "muted")
        self.empty.setWordWrap(True)
        self.endpoint, self.preview = QComboBox(), QComboBox()
        self.endpoint.setObjectName("rulesEndpoint")
        self.preview.setObjectName("rulesPreview")
        self.rules = {kind: QComboBox() for kind in _RULED}
        for kind, choice in self.rules.items():
            choice.setObjectName(f"rule_{kind.value}")
            choice.addItem("", _DEFAULT)
            for treatment in Treatment:
                choice.addItem("", treatment.value)
            choice.activated.connect(self._on_rule_activated)
        for wanted in PREVIEWS:
            self.preview.addItem("", wanted)
        self.preview.activated.connect(self._on_rule_activated)
        self.endpoint.currentIndexChanged.connect(self._fill)
        self._labels = [QLabel() for _ in range(2 + len(_RULED))]
        self._form = QWidget()
        form = QFormLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields = (self.endpoint, *self.rules.values(), self.preview)
        for label, field in zip(self._labels, fields, strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setProperty("role", "muted")
        self.notice = ErrorLine(shared.words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        for widget in (self.empty, self._form, self._text, self.notice):
            layout.addWidget(widget)
        self.retranslate()
        self._show([])

    def refresh(self) -> None:
        job = self._shared.bridge.run(self._shared.session.vault.endpoints.list)
        job.succeeded.connect(self._show)
        job.failed.connect(self.notice.show_error)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        texts = (
            self.tr("&Endpoint"),
            self.tr("N&ormal things"),
            self.tr("&Personal memories"),
            self.tr("Sensiti&ve memories"),
            self.tr("Sho&w requests first"),
        )
        fields = (self.endpoint, *self.rules.values(), self.preview)
        for label, text, field in zip(self._labels, texts, fields, strict=True):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        words = (
            self.tr("always"),
            self.tr("when something sensitive is in them"),
            self.tr("never; what would have to be asked about stays here"),
        )
        for index, word in enumerate(words):
            self.preview.setItemText(index, word)
        self.empty.setText(self.tr("There is no endpoint but the built-in one, which sends nothing."))
        self._text.setText(
            self.tr(
                "Sealed memories never leave, whatever the rules say. The rules hold for where the address really "
                "leads: an endpoint that turns out to be farther away than it was set up for is treated as that."
            )
        )
        self._fill()

    def _show(self, configs: Sequence[EndpointConfig]) -> None:
        chosen = self.endpoint.currentData()
        self._configs = [config for config in configs if config.kind != "recall_only"]
        self.endpoint.blockSignals(True)
        self.endpoint.clear()
        for config in self._configs:
            self.endpoint.addItem(f"{config.name} · {self._shared.words.trust(config.trust)}", config.name)
        self.endpoint.setCurrentIndex(max(self.endpoint.findData(chosen), 0))
        self.endpoint.blockSignals(False)
        self.empty.setVisible(not self._configs)
        self._form.setVisible(bool(self._configs))
        self._text.setVisible(bool(self._configs))
        self._fill()

    def _config(self) -> EndpointConfig | None:
        index = self.endpoint.currentIndex()
        return self._configs[index] if 0 <= index < len(self._configs) else None

    def _fill(self) -> None:
        config = self._config()
        if config is None:
            return
        plain = policy_for(replace(config, options={}), config.trust)
        for kind, choice in self.rules.items():
            for index, treatment in enumerate(Treatment, 1):
                choice.setItemText(index, self._treatment(treatment))
            usual = self._treatment(plain.decide(kind).treatment)
            choice.setItemText(0, self.tr("as usual: {treatment}").format(treatment=usual))
            choice.setCurrentIndex(
                max(choice.findData(config.options.get(f"rule.{kind.value}", _DEFAULT)), 0)
            )
        self.preview.setCurrentIndex(self.preview.findData(preview_of(config)))

    def _treatment(self, treatment: Treatment) -> str:
        return {
            Treatment.PLAIN: self.tr("sent as it is"),
            Treatment.MASKED: self.tr("sent with stand-ins"),
            Treatment.ASK: self.tr("sent after asking, with stand-ins"),
            Treatment.NEVER: self.tr("never sent"),
        }[treatment]

    def _on_rule_activated(self) -> None:
        config = self._config()
        if config is None:
            return
        ours = {PREVIEW, *(f"rule.{kind.value}" for kind in _RULED)}
        options = {name: value for name, value in config.options.items() if name not in ours}
        for kind, choice in self.rules.items():
            if choice.currentData() != _DEFAULT:
                options[f"rule.{kind.value}"] = str(choice.currentData())
        options[PREVIEW] = str(self.preview.currentData())
        changed = replace(config, options=options)
        job = self._shared.bridge.run(lambda: self._shared.session.vault.endpoints.put(changed))
        job.failed.connect(self.notice.show_error)
        job.finished.connect(self.refresh)
