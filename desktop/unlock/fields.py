"""Parts of the unlock pages: a passphrase field that can be shown, a strength bar, a line that says what is wrong."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QProgressBar, QVBoxLayout, QWidget

from desktop import icons
from desktop.job_dialog import make_room
from desktop.theme import SPACE, Theme
from vault import Secret


class PassphraseField(QLineEdit):
    """A line for a secret with an eye to show it. `take()` empties it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setMaxLength(1024)
        self.setMinimumWidth(320)
        # The platform's input method must neither learn nor complete it.
        self.setInputMethodHints(
            Qt.InputMethodHint.ImhHiddenText
            | Qt.InputMethodHint.ImhSensitiveData
            | Qt.InputMethodHint.ImhNoPredictiveText
            | Qt.InputMethodHint.ImhNoAutoUppercase
        )
        self._show = QAction(self)
        self._show.setCheckable(True)
        self._show.toggled.connect(self._on_show_toggled)
        self.addAction(self._show, QLineEdit.ActionPosition.TrailingPosition)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._retranslate()

    def take(self) -> Secret:
        """What was typed; the field is empty afterwards."""
        secret = Secret(self.text())
        self.clear()
        return secret

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._show.setText(self.tr("Show the passphrase"))
        self._show.setToolTip(self.tr("Show the passphrase"))

    def _on_show_toggled(self, is_shown: bool) -> None:
        self.setEchoMode(QLineEdit.EchoMode.Normal if is_shown else QLineEdit.EchoMode.Password)
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        name = "eye-off" if self._show.isChecked() else "eye"
        self._show.setIcon(icons.icon(name, self._theme.colours.muted))


class Notice(QLabel):
    """A line or two below a form: what went wrong, what was kept, what to do next. Hidden while empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setProperty("role", "error")
        self.setObjectName("notice")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.hide()

    def say(self, *sentences: str) -> None:
        text = "\n".join(sentence for sentence in sentences if sentence)
        self.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        window = self.window()
        if text and isinstance(window, QDialog):
            make_room(window)


class StrengthBar(QWidget):
    """How hard a passphrase is to guess, as a bar and in words; 0 to 4, None while nothing is typed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._score: int | None = None
        self._bar = QProgressBar()
        self._bar.setRange(0, 4)
        self._bar.setTextVisible(False)
        self._label = QLabel()
        self._label.setProperty("role", "muted")
        self._label.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE // 2)
        layout.addWidget(self._bar)
        layout.addWidget(self._label)
        self.show_score(None)

    def show_score(self, score: int | None) -> None:
        self._score = score
        self._bar.setValue(score or 0)
        role = ("low", "low", "medium", "high", "high")[score or 0]
        self._bar.setStyleSheet(
            f"QProgressBar::chunk {{ background: {getattr(self._theme.colours, role)}; }}"
        )
        words = (
            self.tr("Too easy: it would be guessed at once"),
            self.tr("Weak: a few hours of guessing"),
            self.tr("Fair: add another word or two"),
            self.tr("Good"),
            self.tr("Strong"),
        )
        self._label.setText(
            self.tr("Several unrelated words are easy to keep in mind and hard to guess.")
            if score is None
            else words[score]
        )
        self._bar.setAccessibleName(self._label.text())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.show_score(self._score)
        super().changeEvent(event)
