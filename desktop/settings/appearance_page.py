"""Theme, text size and language; each applies at once and is kept, for the unlock window also outside the vault."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QSpinBox, QWidget

from desktop.language import Language
from desktop.places import Places
from desktop.settings.page import SettingsPage, Shared
from desktop.theme import SPACE

_SMALLEST, _LARGEST, _STEP = 80, 200, 10  # per cent


class AppearancePage(SettingsPage):
    """What the window looks like."""

    def __init__(
        self, shared: Shared, language: Language, places: Places, parent: QWidget | None = None
    ) -> None:
        super().__init__(shared, parent)
        self._language, self._places = language, places
        self.theme, self.language = QComboBox(), QComboBox()
        self.text_size = QSpinBox()
        self.theme.setObjectName("themeChoice")
        self.language.setObjectName("languageChoice")
        self.text_size.setObjectName("textSize")
        for value in ("system", "light", "dark"):
            self.theme.addItem("", value)
        for value, name in (("", ""), ("en", "English"), ("zh", "简体中文")):
            self.language.addItem(name, value)
        self.text_size.setRange(_SMALLEST, _LARGEST)
        self.text_size.setSingleStep(_STEP)
        self.text_size.setSuffix(" %")
        self.text_size.setValue(100)
        form = QFormLayout()
        form.setSpacing(SPACE + 4)
        self._labels = (QLabel(), QLabel(), QLabel())
        for label, field in zip(self._labels, (self.theme, self.text_size, self.language), strict=True):
            field.setMinimumWidth(220)
            label.setBuddy(field)
            form.addRow(label, field)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        self.body.addLayout(form)
        self.theme.activated.connect(self._on_theme_activated)
        self.text_size.valueChanged.connect(self._on_size_changed)
        self.language.activated.connect(self._on_language_activated)
        self.retranslate()

    def refresh(self) -> None:
        self.run(self.shared.session.vault.settings.all, self._on_read)

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Appearance"))
        texts = (self.tr("&Theme"), self.tr("Text &size"), self.tr("&Language"))
        for label, text, field in zip(
            self._labels, texts, (self.theme, self.text_size, self.language), strict=True
        ):
            label.setText(text)
            field.setAccessibleName(text.replace("&", ""))
        for index, text in enumerate((self.tr("As the system"), self.tr("Light"), self.tr("Dark"))):
            self.theme.setItemText(index, text)
        self.language.setItemText(0, self.tr("As the system"))

    def _on_read(self, values: dict[str, object]) -> None:
        self.theme.setCurrentIndex(self.theme.findData(values["appearance.theme"]))
        self.language.setCurrentIndex(self.language.findData(values["language"]))
        self.text_size.blockSignals(True)
        self.text_size.setValue(int(str(values["appearance.text_size"])))
        self.text_size.blockSignals(False)

    def _on_theme_activated(self) -> None:
        choice = str(self.theme.currentData())
        self._apply()
        self._places.set_text("theme", choice)
        self.keep("appearance.theme", choice)

    def _on_size_changed(self, per_cent: int) -> None:
        self._apply()
        self.keep("appearance.text_size", per_cent)

    def _apply(self) -> None:
        self.shared.theme.apply(str(self.theme.currentData()), text_scale=self.text_size.value() / 100)

    def _on_language_activated(self) -> None:
        choice = str(self.language.currentData())
        self._places.set_text("language", choice)
        self.keep("language", choice)
        self._language.use(choice)
