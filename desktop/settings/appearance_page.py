"""Theme, text size and language; each applies at once and is kept, for the unlock window also outside the vault."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QWidget

from desktop.language import Language
from desktop.places import Places
from desktop.settings.page import SettingsPage, Shared
from desktop.theme import SPACE

_SIZES = (80, 90, 100, 110, 125, 150, 175, 200)  # per cent


class AppearancePage(SettingsPage):
    """What the window looks like."""

    def __init__(
        self, shared: Shared, language: Language, places: Places, parent: QWidget | None = None
    ) -> None:
        super().__init__(shared, parent)
        self._language, self._places = language, places
        self.theme, self.text_size, self.language = QComboBox(), QComboBox(), QComboBox()
        self.theme.setObjectName("themeChoice")
        self.language.setObjectName("languageChoice")
        self.text_size.setObjectName("textSize")
        for value in ("system", "light", "dark"):
            self.theme.addItem("", value)
        for value, name in (("", ""), ("en", "English"), ("zh", "简体中文")):
            self.language.addItem(name, value)
        for per_cent in _SIZES:
            self.text_size.addItem(f"{per_cent} %", per_cent)
        self.text_size.setCurrentIndex(_SIZES.index(100))
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
        self.text_size.activated.connect(self._on_size_activated)
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
        per_cent = int(str(values["appearance.text_size"]))
        if self.text_size.findData(per_cent) < 0:  # set on the command line
            self.text_size.addItem(f"{per_cent} %", per_cent)
        self.text_size.setCurrentIndex(self.text_size.findData(per_cent))

    def _on_theme_activated(self) -> None:
        choice = str(self.theme.currentData())
        self._apply()
        self._places.set_text("theme", choice)
        self.keep("appearance.theme", choice)

    def _on_size_activated(self) -> None:
        self._apply()
        self.keep("appearance.text_size", int(self.text_size.currentData()))

    def _apply(self) -> None:
        self.shared.theme.apply(str(self.theme.currentData()), text_scale=self.text_size.currentData() / 100)

    def _on_language_activated(self) -> None:
        choice = str(self.language.currentData())
        self._places.set_text("language", choice)
        self.keep("language", choice)
        self._language.use(choice)
