"""Why a memory was not recalled for a question, or what a reply rested on: the walk, step by step, in words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assistant.session import Session
from assistant.why import Walk, why_memory, why_reply
from assistant.why_words import walk_lines
from desktop.bridge import Bridge, Job
from desktop.memory.bars import ErrorLine
from desktop.theme import SPACE
from desktop.words import Words, language_of_locale
from vault.privacy import mask_for_list
from vault.records import Memory

_LINES = 14
_WIDTH_PX = 620


class WhyDialog(QDialog):
    """With a memory it asks for the question first; with a reply it walks at once."""

    def __init__(
        self,
        words: Words,
        bridge: Bridge,
        session: Session,
        *,
        memory: Memory | None = None,
        reply_id: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge, self._session = bridge, session
        self._memory, self._reply_id = memory, reply_id
        self._reading = 0
        self.intro, self._label = QLabel(), QLabel()
        self.intro.setWordWrap(True)
        self.question = QLineEdit()
        self.question.setObjectName("whyQuestion")
        self._label.setBuddy(self.question)
        self.walk_button = QPushButton()
        self.walk_button.setObjectName("walkButton")
        self.walk_button.setDefault(True)
        self.told = QPlainTextEdit()
        self.told.setObjectName("walk")
        self.told.setReadOnly(True)
        self.told.setTabChangesFocus(True)
        self.told.setMinimumHeight(self.fontMetrics().lineSpacing() * _LINES)
        self.notice = ErrorLine(words)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._build()
        self.walk_button.clicked.connect(self.walk)
        self.buttons.rejected.connect(self.reject)
        self._retranslate()
        self.resize(_WIDTH_PX, self.sizeHint().height())
        if memory is None:
            self.walk()
        else:
            self.question.setFocus()

    def walk(self) -> None:
        """Walk in the background; only the answer to the last call is shown."""
        question = self.question.text().strip()
        if self._memory is not None and not question:
            self.question.setFocus()
            return
        job = self._bridge.run(self._work(question))
        self._reading = job.number
        job.succeeded.connect(self._on_walked)
        job.failed.connect(self.notice.show_error)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _work(self, question: str) -> Callable[[], Walk]:
        memory = self._memory
        if memory is None:
            return lambda: why_reply(self._session, self._reply_id)
        return lambda: why_memory(self._session, memory.id, question, scope=memory.scope)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
        layout.setSpacing(SPACE)
        layout.addWidget(self.intro)
        row = QHBoxLayout()
        row.addWidget(self._label)
        row.addWidget(self.question, 1)
        row.addWidget(self.walk_button)
        layout.addLayout(row)
        layout.addWidget(self.told, 1)
        layout.addWidget(self.notice)
        layout.addWidget(self.buttons)
        for widget in (self._label, self.question, self.walk_button):
            widget.setVisible(self._memory is not None)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Why?"))
        if self._memory is not None:
            text = self.tr("Why was “{claim}” not recalled? Write the question that should have found it.")
            self.intro.setText(text.format(claim=mask_for_list(self._memory.claim)))
        else:
            self.intro.setText(self.tr("What this reply rested on, from the vault to what was sent."))
        self._label.setText(self.tr("&Question"))
        self.walk_button.setText(self.tr("&Look"))
        self.told.setAccessibleName(self.tr("The walk, step by step"))
        self.question.setAccessibleName(self.tr("Question"))

    def _on_walked(self, walk: Walk) -> None:
        job = self.sender()
        if isinstance(job, Job) and job.number == self._reading:
            self.notice.say()
            self.told.setPlainText("\n".join(walk_lines(walk, language_of_locale())))
