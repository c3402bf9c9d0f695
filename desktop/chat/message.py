"""One message of the transcript: its text, and for a reply the badge, the citation chips and its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from assistant.events import CitationMark
from desktop import icons
from desktop.chat.markdown_body import MarkdownBody
from desktop.chat.versions import VersionBar
from desktop.clipboard import own_clipboard
from desktop.flow_layout import FlowLayout
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.records import Role, Turn


@dataclass(frozen=True, slots=True)
class ReplyView:
    """What is shown under a reply; `parts` are the summands of the confidence. An acknowledgement answers nothing,
    so it has no badge.
    """

    turn_id: str
    confidence: str
    parts: Mapping[str, float]
    citations: tuple[CitationMark, ...]
    notes: tuple[str, ...]
    is_acknowledgement: bool = False


def repolish(widget: QWidget) -> None:
    """Let the style sheet look at the widget's properties again."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)


class MessageWidget(QFrame):
    """Signals: `selected(str)` turn id, when a person picks this reply; `citation_activated(str, int)` turn id and
    mark; `attachment_activated(str)` id of an attached file; `link_activated(str)`; `version_chosen(str)` turn id of
    another version; `edit_wanted(str)` of a message of the user; `again_wanted(str)` of a reply;
    `delete_wanted(str)`."""

    selected = Signal(str)
    citation_activated = Signal(str, int)
    attachment_activated = Signal(str)
    link_activated = Signal(str)
    version_chosen = Signal(str)
    edit_wanted = Signal(str)
    again_wanted = Signal(str)
    delete_wanted = Signal(str)

    def __init__(self, theme: Theme, words: Words, turn: Turn, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = words
        self.turn_id = turn.id
        self._turn = turn
        self._reply: ReplyView | None = None
        self._is_user = turn.role is Role.USER
        self._is_selected = False
        self._has_files = False
        self.setObjectName("message")
        self.setProperty("speaker", "user" if self._is_user else "assistant")
        self._build()
        self.set_turn(turn)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._retranslate()

    def set_turn(self, turn: Turn) -> None:
        """Show another text or state of the same message."""
        self._turn = turn
        self.turn_id = turn.id
        self._body.set_text(turn.text)
        self._show_state()

    def set_text(self, text: str) -> None:
        self._body.set_text(text)

    def text(self) -> str:
        return self._body.text()

    def set_reply(self, reply: ReplyView) -> None:
        """Show badge, chips and notes of a finished reply."""
        self._reply = reply
        self._clear_chips()
        for citation in reply.citations:
            self._add_chip(citation)
        self._retranslate()
        self._on_theme_changed()

    def set_attachments(self, files: Sequence[tuple[str, str]]) -> None:
        """Show the files beside a message of the user, by id and name; a click opens one."""
        self._clear_chips()
        for identity, name in files:
            chip = QPushButton(name if len(name) <= 40 else f"{name[:28]}…{name[-11:]}")
            chip.setObjectName("chip")
            chip.setProperty("attachment", identity)
            chip.setToolTip(name)
            chip.setIcon(icons.icon("attach", self._theme.colours.muted))
            chip.clicked.connect(self._on_attachment_clicked)
            self._chip_layout.addWidget(chip)
        self._has_files = bool(files)
        self._retranslate()

    def set_versions(self, ids: Sequence[str]) -> None:
        """Offer the other versions of this message; none where it is the only one."""
        self.versions.show_versions(ids, self.turn_id)

    def add_below(self, widget: QWidget) -> None:
        """Put something that belongs to this reply at its end, such as what it proposes to keep."""
        self._column.addWidget(widget)

    def set_selected(self, is_selected: bool) -> None:
        if is_selected != self._is_selected:
            self._is_selected = is_selected
            self.setProperty("selected", is_selected)
            repolish(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._is_user:
            self.selected.emit(self.turn_id)
        super().mousePressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # building

    def _build(self) -> None:
        self._name = QLabel()
        self._name.setObjectName("section")
        self._time = QLabel()
        self._time.setProperty("role", "muted")
        self._copy = QToolButton()
        self._copy.clicked.connect(self._on_copy_clicked)
        self._details = QToolButton()
        self._details.clicked.connect(self._on_details_clicked)
        self._details.setVisible(not self._is_user)
        self.versions = VersionBar(self._theme)
        self.versions.chosen.connect(self.version_chosen)
        self.change = QToolButton()
        self.change.setObjectName("editMessage" if self._is_user else "answerAgain")
        self.change.clicked.connect(self._on_change_clicked)
        self.delete = QToolButton()
        self.delete.setObjectName("deleteMessage")
        self.delete.clicked.connect(self._on_delete_clicked)
        head = QHBoxLayout()
        head.setSpacing(SPACE)
        head.addWidget(self._name)
        head.addWidget(self._time)
        head.addStretch(1)
        head.addWidget(self.versions)
        head.addWidget(self.change)
        head.addWidget(self._details)
        head.addWidget(self._copy)
        head.addWidget(self.delete)
        self._body = MarkdownBody(self._theme, has_formulas=not self._is_user)
        self._body.link_activated.connect(self.link_activated)
        self._badge = QLabel()
        self._badge.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self._state = QLabel()
        self._state.setWordWrap(True)
        self._state.setProperty("role", "muted")
        self._chips = QWidget()
        self._chip_layout = FlowLayout(self._chips)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._chips.setSizePolicy(policy)
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 2, SPACE, SPACE, SPACE + 2)
        layout.setSpacing(SPACE // 2)
        layout.addLayout(head)
        layout.addWidget(self._badge)
        layout.addWidget(self._body)
        layout.addWidget(self._chips)
        layout.addWidget(self._state)

    def _add_chip(self, citation: CitationMark) -> None:
        chip = QPushButton()
        chip.setObjectName("chip")
        chip.setProperty("mark", citation.mark)
        chip.setIcon(icons.icon("quote", self._theme.colours.muted))
        chip.clicked.connect(self._on_chip_clicked)
        self._chip_layout.addWidget(chip)

    def _clear_chips(self) -> None:
        while (item := self._chip_layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def chips(self) -> list[QPushButton]:
        """The citation chips in order."""
        items = (self._chip_layout.itemAt(index) for index in range(self._chip_layout.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    # showing

    def _show_state(self) -> None:
        texts = {
            "stopped": self.tr("Stopped. What had arrived is kept."),
            "failed": self.tr("The reply was cut off. What had arrived is kept."),
        }
        notes = list(self._reply.notes) if self._reply else list(self._turn.notes)
        state = texts.get(self._turn.state)
        lines = notes or (
            [state] if state else []
        )  # the notes of a reply that was stopped or failed say it, too
        self._state.setText("\n".join(lines))
        self._state.setVisible(bool(lines))

    def _retranslate(self) -> None:
        self._name.setText(self._turn.speaker or self._words.role(self._turn.role.value))
        self._time.setText(self._words.when(self._turn.said_utc))
        for button, text in (
            (self._copy, self.tr("Copy message")),
            (self._details, self.tr("Show sources and what was sent")),
            (self.delete, self.tr("Delete this message…")),
            (self.change, self.tr("Edit this message") if self._is_user else self.tr("Answer again")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)
        # What only acknowledges is the answer of a command, or to something told: there is no other answer to it.
        self.change.setVisible(self._is_user or self._reply is None or not self._reply.is_acknowledgement)
        self._badge.setVisible(self._reply is not None and not self._reply.is_acknowledgement)
        self._chips.setVisible(self._has_files or bool(self._reply and self._reply.citations))
        if self._has_files:
            for chip in self.chips():
                chip.setAccessibleName(self.tr("Open the file {name}").format(name=chip.toolTip()))
        if self._reply is not None:
            self._badge.setText(self._words.confidence(self._reply.confidence))
            self._badge.setProperty("role", self._reply.confidence)
            repolish(self._badge)
            self._badge.setToolTip(self._words.confidence_parts(self._reply.parts))
            for chip, citation in zip(self.chips(), self._reply.citations, strict=True):
                self._label_chip(chip, citation)
        self._show_state()

    def _label_chip(self, chip: QPushButton, citation: CitationMark) -> None:
        quote = " ".join(citation.quote.split())
        short = quote if len(quote) <= 32 else quote[:31] + "…"
        chip.setText(f"{citation.mark}  {short}")
        if citation.supported:
            chip.setToolTip(self.tr("Open the source: {quote}").format(quote=quote))
            name = self.tr("Source {mark}: {quote}")
        else:
            chip.setToolTip(
                self.tr("The source does not clearly support this sentence: {quote}").format(quote=quote)
            )
            name = self.tr("Source {mark}, which does not clearly support the sentence: {quote}")
        chip.setProperty("supported", citation.supported)
        repolish(chip)
        chip.setAccessibleName(name.format(mark=citation.mark, quote=quote))

    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        self._copy.setIcon(icons.icon("copy", colours.muted))
        self._details.setIcon(icons.icon("panel", colours.muted))
        self.delete.setIcon(icons.icon("trash", colours.muted))
        self.change.setIcon(icons.icon("edit" if self._is_user else "refresh", colours.muted))
        for chip in self.chips():
            chip.setIcon(icons.icon("attach" if self._has_files else "quote", colours.muted))

    # actions

    def _on_copy_clicked(self) -> None:
        own_clipboard().copy(self._body.text())

    def _on_change_clicked(self) -> None:
        (self.edit_wanted if self._is_user else self.again_wanted).emit(self.turn_id)

    def _on_delete_clicked(self) -> None:
        self.delete_wanted.emit(self.turn_id)

    def _on_details_clicked(self) -> None:
        self.selected.emit(self.turn_id)

    def _on_attachment_clicked(self) -> None:
        chip = self.sender()
        if isinstance(chip, QPushButton):
            self.attachment_activated.emit(str(chip.property("attachment")))

    def _on_chip_clicked(self) -> None:
        chip = self.sender()
        if isinstance(chip, QPushButton):
            self.citation_activated.emit(self.turn_id, int(chip.property("mark")))
