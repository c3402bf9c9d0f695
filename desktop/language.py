"""Switches the window between English and Chinese at run time.

English is the language of the source texts; Chinese comes from resources/translations/keepsake_zh.qm. Qt's own texts
(standard buttons, menus) are switched with it where Qt brings them.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from PySide6.QtCore import QT_TRANSLATE_NOOP, QLibraryInfo, QLocale, QObject, QTranslator, Signal
from PySide6.QtWidgets import QApplication

LANGUAGES = ("en", "zh")
# Labels of Qt's own file dialog that its Chinese lacks (6.11): our translations have them under Qt's name.
OF_FILE_DIALOG = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
)


def system_language() -> str:
    """The language to begin with: Chinese where the system's first is Chinese, else English."""
    first = next(iter(QLocale.system().uiLanguages()), "en")
    return "zh" if first.lower().startswith("zh") else "en"


class Language(QObject):
    """Installs translators.

    Signals: `switched(str)` the language that is shown now; widgets get a LanguageChange event as well.
    """

    switched = Signal(str)

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._installed: list[QTranslator] = []
        self.current = "en"

    def use(self, language: str) -> None:
        """Show `language` (en, zh; empty: the system's)."""
        chosen = language if language in LANGUAGES else system_language()
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed.clear()
        self.current = chosen
        QLocale.setDefault(QLocale(QLocale.Language.Chinese if chosen == "zh" else QLocale.Language.English))
        if chosen == "zh":
            self._install_own()
            self._install_qt()
        self.switched.emit(chosen)

    def _install_own(self) -> None:
        translator = QTranslator(self)
        with as_file(files("resources").joinpath("translations", "keepsake_zh.qm")) as path:
            if translator.load(str(path)):
                self._add(translator)

    def _install_qt(self) -> None:
        translator = QTranslator(self)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if translator.load("qtbase_zh_CN", folder):
            self._add(translator)

    def _add(self, translator: QTranslator) -> None:
        self._app.installTranslator(translator)
        self._installed.append(translator)
