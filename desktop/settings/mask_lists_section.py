"""The user's own lists: words that are always replaced before sending, and words that never are. Part of "Privacy"."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.known_names import ALWAYS, NEVER
from desktop.memory.bars import ErrorLine
from desktop.settings.page import Shared
from desktop.theme import SPACE

_ROWS_SHOWN = 4


class WordList(QWidget):
    """One list, kept as lines of one setting of the vault."""

    def __init__(self, shared: Shared, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shared, self._key = shared, key
        self.label = QLabel()
        self.words = QListWidget()
        self.words.setObjectName("framed")
        self.words.setFixedHeight((self.fontMetrics().lineSpacing() + SPACE) * _ROWS_SHOWN)
        self.typed = QLineEdit()
        self.typed.setObjectName(f"typed_{key}")
        self.typed.returnPressed.connect(self._on_add_clicked)
        self.add, self.remove = QPushButton(), QPushButton()
        for button in (self.add, self.remove):
            button.setAutoDefault(False)
        self.add.clicked.connect(self._on_add_clicked)
        self.remove.clicked.connect(self._on_remove_clicked)
        self.words.currentRowChanged.connect(self._on_row_changed)
        self.notice = ErrorLine(shared.words)
        self.label.setBuddy(self.words)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self.typed, 1)
        row.addWidget(self.add)
        row.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE // 2)
        layout.addWidget(self.label)
        layout.addWidget(self.words)
        layout.addLayout(row)
        layout.addWidget(self.notice)

    def refresh(self) -> None:
        job = self._shared.bridge.run(lambda: self._shared.session.vault.settings.text(self._key))
        job.succeeded.connect(self._show)
        job.failed.connect(self.notice.show_error)

    def all(self) -> list[str]:
        return [self.words.item(row).text() for row in range(self.words.count())]

    def _show(self, text: str) -> None:
        self.words.clear()
        self.words.addItems([line for line in text.split("\n") if line.strip()])
        self._on_row_changed()

    def _keep(self, words: list[str]) -> None:
        settings = self._shared.session.vault.settings
        job = self._shared.bridge.run(lambda: settings.set(self._key, "\n".join(words)))
        job.failed.connect(self.notice.show_error)
        job.finished.connect(self.refresh)

    def _on_add_clicked(self) -> None:
        word = " ".join(self.typed.text().split())
        if len(word) > 1:
            self.typed.clear()
            self._keep(list(dict.fromkeys([*self.all(), word])))

    def _on_remove_clicked(self) -> None:
        row = self.words.currentRow()
        self._keep([word for place, word in enumerate(self.all()) if place != row])

    def _on_row_changed(self) -> None:
        self.remove.setEnabled(self.words.currentRow() >= 0)


class MaskListsSection(QWidget):
    """Both lists with their explanation."""

    def __init__(self, shared: Shared, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.always, self.never = WordList(shared, ALWAYS), WordList(shared, NEVER)
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setProperty("role", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE * 2)
        for widget in (self._text, self.always, self.never):
            layout.addWidget(widget)
        self.retranslate()

    def refresh(self) -> None:
        self.always.refresh()
        self.never.refresh()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        self._text.setText(
            self.tr(
                "Names, places and addresses that your memories know are replaced by themselves. Passwords, cards, "
                "keys and identity numbers are replaced even where they stand in the second list."
            )
        )
        for box, label, hint in (
            (self.always, self.tr("Always replace"), self.tr("A name, a company, a project…")),
            (self.never, self.tr("Never replace"), self.tr("A word that is taken for a name")),
        ):
            box.label.setText(label)
            box.words.setAccessibleName(label)
            box.typed.setPlaceholderText(hint)
            box.typed.setAccessibleName(self.tr("Add to: {list}").format(list=label))
            box.add.setText(self.tr("Add"))
            box.add.setAccessibleName(self.tr("Add to: {list}").format(list=label))
            box.remove.setText(self.tr("Remove"))
            box.remove.setAccessibleName(self.tr("Remove from: {list}").format(list=label))
