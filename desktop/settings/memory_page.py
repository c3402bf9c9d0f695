"""How Keepsake learns: ask, automatic or off, each explained; and when it may say something unasked."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QLabel, QRadioButton, QSpinBox, QWidget

from desktop.settings.page import SettingsPage, Shared
from desktop.theme import SPACE
from vault.records import MemoryMode


class MemoryPage(SettingsPage):
    """The memory mode, the standing profile, learning with a model, and the unasked remark with its quiet hours."""

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(shared, parent)
        self._group = QButtonGroup(self)
        self.modes: dict[str, QRadioButton] = {}
        self._texts: dict[str, QLabel] = {}
        for mode in MemoryMode:
            button = QRadioButton()
            button.setObjectName(f"mode_{mode.value}")
            button.setProperty("mode", mode.value)
            self._group.addButton(button)
            text = self.paragraph(is_muted=True)
            text.setContentsMargins(26, 0, 0, 0)
            self.modes[mode.value], self._texts[mode.value] = button, text
            self.body.addWidget(button)
            self.body.addWidget(text)
        self.profile = QCheckBox()
        self.profile.setObjectName("profileShow")
        self._profile_text = self.paragraph(is_muted=True)
        self._profile_text.setContentsMargins(26, 0, 0, 0)
        self.model = QCheckBox()
        self.model.setObjectName("extractionModel")
        self._model_text = self.paragraph(is_muted=True)
        self._model_text.setContentsMargins(26, 0, 0, 0)
        self._model_section, self._section = self.section(), self.section()
        for widget in (
            self._model_section, self.model, self._model_text, self._section, self.profile, self._profile_text,
        ):  # fmt: skip
            self.body.addWidget(widget)
        self._add_remarks()
        self._group.buttonClicked.connect(self._on_mode_clicked)
        self.profile.clicked.connect(self._on_profile_clicked)
        self.model.clicked.connect(self._on_model_clicked)
        self.retranslate()

    def _add_remarks(self) -> None:
        self._remark_section = self.section()
        self.remarks = QCheckBox()
        self.remarks.setObjectName("remarksShow")
        self._remark_text = self.paragraph(is_muted=True)
        self._remark_text.setContentsMargins(26, 0, 0, 0)
        row = QHBoxLayout()
        row.setContentsMargins(26, 0, 0, 0)
        row.setSpacing(SPACE)
        self.quiet: dict[str, QSpinBox] = {}
        self._quiet_words: dict[str, QLabel] = {}
        for key in ("remarks.quiet_from", "remarks.quiet_until"):
            box, words = QSpinBox(), QLabel()
            box.setObjectName(key.replace(".", "_"))
            box.setRange(0, 23)
            box.setSuffix(":00")
            box.setKeyboardTracking(False)
            box.setProperty("key", key)
            words.setBuddy(box)
            box.valueChanged.connect(self._on_quiet_changed)
            self.quiet[key], self._quiet_words[key] = box, words
            row.addWidget(words)
            row.addWidget(box)
        row.addStretch(1)
        for widget in (self._remark_section, self.remarks, self._remark_text):
            self.body.addWidget(widget)
        self.body.addLayout(row)
        self.remarks.clicked.connect(self._on_remarks_clicked)

    def refresh(self) -> None:
        self.run(self.shared.session.vault.settings.all, self._on_read)

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Memory"))
        words = {
            "ask": (
                self.tr("&Ask me (recommended)"),
                self.tr(
                    "What you say is proposed with the sentence it came from. Nothing is kept until you accept it."
                ),
            ),
            "auto": (
                self.tr("Keep a&utomatically"),
                self.tr(
                    "What you plainly say is kept at once and announced in the reply, with undo. What is only "
                    "inferred still asks."
                ),
            ),
            "off": (
                self.tr("&Off"),
                self.tr(
                    "Nothing new is learnt and nothing from the vault is used in answers. What is kept stays."
                ),
            ),
        }
        for mode, (name, text) in words.items():
            self.modes[mode].setText(name)
            self.modes[mode].setAccessibleDescription(text)
            self._texts[mode].setText(text)
        self._model_section.setText(self.tr("Learning with a model"))
        self.model.setText(self.tr("&Let the model look for more after a reply"))
        self._model_text.setText(
            self.tr(
                "One more request for each message that may hold something, to the endpoint for background work or "
                "else the one that answered. What it finds must stand in your own words; every request has its "
                "receipt."
            )
        )
        self.model.setAccessibleDescription(self._model_text.text())
        self._section.setText(self.tr("Standing profile"))
        self.profile.setText(self.tr("&Give every answer my standing profile"))
        self._profile_text.setText(
            self.tr(
                "A few facts about you and how you like to be answered, such as your name, language and length "
                "of answers."
            )
        )

        self._remark_section.setText(self.tr("Unasked remarks"))
        self.remarks.setText(
            self.tr("Say &unasked when a limit is crossed, a date is near or a promise is open")
        )
        self._remark_text.setText(
            self.tr(
                "At most one note in a conversation, worked out on this machine from your memories, with both "
                "sources. None in quiet hours; the same hour twice means there are none."
            )
        )
        self.remarks.setAccessibleDescription(self._remark_text.text())
        for key, text in (
            ("remarks.quiet_from", self.tr("&Quiet from")),
            ("remarks.quiet_until", self.tr("un&til")),
        ):
            self._quiet_words[key].setText(text)
            self.quiet[key].setAccessibleName(text.replace("&", ""))

    def _on_read(self, values: dict[str, object]) -> None:
        for key, box in self.quiet.items():
            with QSignalBlocker(box):
                box.setValue(int(str(values[key])))
        self._show_remarks(bool(values["remarks.show"]))
        self.modes[str(values["memory.mode"])].setChecked(True)
        self.profile.setChecked(bool(values["profile.show"]))
        self.model.setChecked(bool(values["extraction.model"]))

    def _on_mode_clicked(self, button: QRadioButton) -> None:
        self.keep("memory.mode", str(button.property("mode")))

    def _on_model_clicked(self, is_checked: bool) -> None:
        self.keep("extraction.model", is_checked)

    def _show_remarks(self, is_on: bool) -> None:
        self.remarks.setChecked(is_on)
        for box in self.quiet.values():
            box.setEnabled(is_on)

    def _on_remarks_clicked(self, is_checked: bool) -> None:
        self._show_remarks(is_checked)
        self.keep("remarks.show", is_checked)

    def _on_quiet_changed(self, hour: int) -> None:
        self.keep(str(self.sender().property("key")), hour)

    def _on_profile_clicked(self, is_checked: bool) -> None:
        self.keep("profile.show", is_checked)
