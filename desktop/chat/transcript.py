"""The column of messages: a window of the newest ones, older ones are fetched when the top is reached.

Keeps the place where a person is reading: follows the end only while the end is in view. At most `MAX_SHOWN` messages
exist as widgets; what is farther away is taken out and fetched again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from desktop.chat.message import MessageWidget, ReplyView
from desktop.theme import SPACE, Theme
from desktop.words import Words
from vault.records import Turn

PAGE = 40  # messages a fetch
MAX_SHOWN = 200
COLUMN_PX = 860
_NEAR_END_PX = 48


class Transcript(QScrollArea):
    """Signals: `older_wanted(int)` position before which messages are wanted; `reply_selected(str)`;
    `citation_activated(str, int)`; `attachment_activated(str)`; `link_activated(str)`; `version_chosen(str)`,
    `edit_wanted(str)`, `again_wanted(str)` and `delete_wanted(str)` as of a message."""

    older_wanted = Signal(int)
    reply_selected = Signal(str)
    citation_activated = Signal(str, int)
    attachment_activated = Signal(str)
    link_activated = Signal(str)
    version_chosen = Signal(str)
    edit_wanted = Signal(str)
    again_wanted = Signal(str)
    delete_wanted = Signal(str)

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.selected_id = ""
        self._theme = theme
        self._words = words
        self._messages: dict[str, MessageWidget] = {}
        self._first_position = 0
        self._is_kept = True
        self._is_fetching = False
        self._follows = True
        # After older messages came in above: how far from the end the reader is, until he scrolls.
        self._kept_from_end: int | None = None
        self._is_moving = False
        self.setObjectName("transcript")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._column = QWidget()
        self._layout = QVBoxLayout(self._column)
        self._layout.setSpacing(SPACE + 4)
        self._empty = QLabel()
        self._empty.setObjectName("muted")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._layout.addWidget(self._empty, 1)
        # Takes what the messages leave free; without it they would be stretched over the page.
        self._layout.addStretch(1)
        self.setWidget(self._column)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._on_range_changed)
        self._retranslate()

    # content

    def show_turns(self, turns: Sequence[Turn], *, is_kept: bool = True) -> None:
        """Replace everything by the newest turns of a conversation, oldest first.

        Of one that is not kept anywhere no message can be deleted alone.
        """
        self._is_kept = is_kept
        for message in self._messages.values():
            self._drop(message)
        self._messages.clear()
        self._is_fetching = False
        self._follows, self._kept_from_end = True, None
        for turn in turns:
            self._append(turn)
        self._first_position = turns[0].position if turns else 0
        self._empty.setVisible(not turns)

    def prepend(self, turns: Sequence[Turn]) -> None:
        """Put older turns above, oldest first; what is being read stays where it is."""
        self._is_fetching = False
        if not turns:
            self._first_position = 0
            return
        bar = self.verticalScrollBar()
        self._kept_from_end = bar.maximum() - bar.value()
        older = {turn.id: self._make(turn) for turn in turns}
        for index, message in enumerate(older.values()):
            self._layout.insertWidget(index, message)
        self._messages = older | self._messages
        self._first_position = turns[0].position

    def append(self, turn: Turn) -> MessageWidget:
        """Put a new message at the end and show it."""
        self._empty.hide()
        self._follows, self._kept_from_end = True, None
        message = self._append(turn)
        if len(self._messages) > MAX_SHOWN:
            oldest = next(iter(self._messages))
            self._drop(self._messages.pop(oldest))
            self._first_position += 1
        return message

    def message(self, turn_id: str) -> MessageWidget | None:
        return self._messages.get(turn_id)

    def beside(self, turn_id: str) -> str:
        """The id of the message after this one, or before it where it is the last; empty where it is alone."""
        ids = list(self._messages)
        place = ids.index(turn_id)
        return next(iter([*ids[place + 1 : place + 2], *ids[max(0, place - 1) : place]]), "")

    def rename(self, old_id: str, turn: Turn) -> None:
        """A message that was shown before it had its id in the vault now has one."""
        message = self._messages.pop(old_id, None)
        if message is not None:
            message.set_turn(turn)
            self._messages[turn.id] = message

    def set_reply(self, reply: ReplyView) -> None:
        message = self._messages.get(reply.turn_id)
        if message is not None:
            message.set_reply(reply)

    def set_versions(self, versions: Mapping[str, Sequence[str]]) -> None:
        """Show at each message which versions of it there are."""
        for turn_id, message in self._messages.items():
            message.set_versions(versions.get(turn_id, ()))

    def set_attachments(self, attached: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Show the files beside messages, by message."""
        for turn_id, files in attached.items():
            message = self._messages.get(turn_id)
            if message is not None:
                message.set_attachments(files)

    def cut_from(self, turn_id: str) -> None:
        """Take a message and all that follow it out: another version comes in their place."""
        if turn_id in self._messages:
            place = list(self._messages).index(turn_id)
            for following in list(self._messages)[place:]:
                self._drop(self._messages.pop(following))

    def select(self, turn_id: str) -> None:
        """Mark one reply as the one that the side panel speaks of."""
        self.selected_id = turn_id
        for key, message in self._messages.items():
            message.set_selected(key == turn_id)

    def scroll_to(self, turn_id: str) -> None:
        message = self._messages.get(turn_id)
        if message is not None:
            self._follows = False
            QTimer.singleShot(0, message, lambda: self.ensureWidgetVisible(message, 0, self.height() // 3))

    def count(self) -> int:
        return len(self._messages)

    # events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = max(SPACE * 2, (self.viewport().width() - COLUMN_PX) // 2)
        self._layout.setContentsMargins(side, SPACE * 2, side, SPACE * 2)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # inside

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Conversation"))
        self._empty.setText(
            self.tr(
                "Tell Keepsake something to remember, or ask about what you said before.\n"
                "Nothing leaves this machine unless you choose an endpoint that is elsewhere."
            )
        )

    def _append(self, turn: Turn) -> MessageWidget:
        message = self._make(turn)
        self._layout.insertWidget(self._layout.count() - 2, message)
        self._messages[turn.id] = message
        return message

    def _make(self, turn: Turn) -> MessageWidget:
        message = MessageWidget(self._theme, self._words, turn)
        message.selected.connect(self.reply_selected)
        message.citation_activated.connect(self.citation_activated)
        message.attachment_activated.connect(self.attachment_activated)
        message.link_activated.connect(self.link_activated)
        message.version_chosen.connect(self.version_chosen)
        message.edit_wanted.connect(self.edit_wanted)
        message.again_wanted.connect(self.again_wanted)
        message.delete_wanted.connect(self.delete_wanted)
        message.delete.setVisible(self._is_kept)
        return message

    def _drop(self, message: MessageWidget) -> None:
        self._layout.removeWidget(message)
        message.hide()
        message.deleteLater()

    def _on_scrolled(self, value: int) -> None:
        if self._is_moving:
            return
        bar = self.verticalScrollBar()
        self._kept_from_end = None
        self._follows = value >= bar.maximum() - _NEAR_END_PX
        if (
            value == bar.minimum()
            and bar.maximum() > 0
            and self._first_position > 0
            and not self._is_fetching
        ):
            self._is_fetching = True
            self.older_wanted.emit(self._first_position)

    def _on_range_changed(self, _minimum: int, maximum: int) -> None:
        if self._kept_from_end is None and not self._follows:
            return
        self._is_moving = True
        self.verticalScrollBar().setValue(maximum - (self._kept_from_end or 0))
        self._is_moving = False
