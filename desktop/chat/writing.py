"""Follows a message while it is written: marks what is cut or replaced, by rules at once, names after a pause."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextCursor, QTextDocument

from assistant.highlights import CUT, Highlight
from assistant.session import Session
from desktop.bridge import Bridge, Job
from desktop.chat import marks
from desktop.chat.found_strip import Found, FoundStrip
from desktop.chat.marks import Mark, Marker, places_of
from desktop.chat.message_edit import MessageEdit
from desktop.theme import Theme

RULES_MS, NAMES_MS = 120, 700
# Secrets and the like are cut or replaced whatever the user says of one message.
_NEVER_PASS = frozenset({"IBAN", "ACCOUNT", "CRYPTO"})


class Writing(QObject):
    """Connects the field, the strip of what was found and the session. `endpoint` names who would answer."""

    def __init__(
        self,
        theme: Theme,
        bridge: Bridge,
        session: Session,
        *,
        edit: MessageEdit,
        strip: FoundStrip,
        endpoint: Callable[[], str],
    ) -> None:
        super().__init__(edit)
        self._bridge, self._session = bridge, session
        self._edit, self._strip, self._endpoint = edit, strip, endpoint
        self._marker = Marker(edit.document(), theme)
        self._exceptions: dict[str, None] = {}
        self._highlights: list[Highlight] = []
        self._seen = ""
        self._number = 0
        self._rules, self._names = self._timer(RULES_MS), self._timer(NAMES_MS)
        self._rules.timeout.connect(self._on_rules_timeout)
        self._names.timeout.connect(self._on_names_timeout)
        edit.textChanged.connect(self._on_text_changed)
        strip.strike_wanted.connect(self._on_strike_wanted)
        strip.pass_wanted.connect(self._on_pass_wanted)

    def take_exceptions(self) -> tuple[str, ...]:
        """The values that the message being sent lets pass; the next message begins with none."""
        taken = tuple(self._exceptions)
        self._exceptions.clear()
        return taken

    def refresh(self) -> None:
        """Look again, after another endpoint was chosen."""
        self._seen = ""
        self._on_text_changed()

    def _timer(self, interval_ms: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        return timer

    def _on_text_changed(self) -> None:
        text = self._edit.toPlainText()
        if text == self._seen:  # only marks have changed
            return
        self._seen = text
        self._number = 0
        if not text.strip():
            self._rules.stop()
            self._names.stop()
            self._show(text, [])
            return
        self._rules.start()
        self._names.start()

    def _on_rules_timeout(self) -> None:
        self._look(with_names=False)

    def _on_names_timeout(self) -> None:
        self._look(with_names=True)

    def _look(self, *, with_names: bool) -> None:
        text, endpoint, passed = self._seen, self._endpoint(), tuple(self._exceptions)

        def find() -> tuple[str, list[Highlight]]:
            return text, self._session.highlights(text, endpoint, with_names=with_names, exceptions=passed)

        job = (
            self._bridge.run_slow(lambda _progress, _cancelled: find())
            if with_names
            else self._bridge.run(find)
        )
        self._number = job.number
        job.succeeded.connect(self._on_found)

    def _on_found(self, result: tuple[str, list[Highlight]]) -> None:
        job, (text, highlights) = self.sender(), result
        if isinstance(job, Job) and job.number == self._number and text == self._edit.toPlainText():
            self._show(text, highlights)

    def _show(self, text: str, highlights: Sequence[Highlight]) -> None:
        self._highlights = list(highlights)
        shown = [Mark(h.start, h.end, marks.CUT if h.fate == CUT else marks.REPLACED) for h in highlights]
        found = {
            text[h.start : h.end]: Found(
                text[h.start : h.end], h.fate, h.fate != CUT and h.type not in _NEVER_PASS
            )
            for h in highlights
        }
        if text.strip():  # an emptied field is about to be sent
            self._exceptions = {value: None for value in self._exceptions if value in text}
        for value in self._exceptions:
            shown += places_of(text, value, marks.CLEAR)
            if value in text:
                found[value] = Found(value, "clear", can_pass=True)
        self._marker.set_marks(text, shown)
        self._strip.show_found(list(found.values()))

    def _on_strike_wanted(self, value: str) -> None:
        """Take every place of the value out, so that undo brings it back."""
        document = self._edit.document()
        exactly = QTextDocument.FindFlag.FindCaseSensitively
        cursor = document.find(value, 0, exactly)
        edit = QTextCursor(document)
        edit.beginEditBlock()
        while not cursor.isNull():
            cursor.removeSelectedText()
            cursor = document.find(value, cursor, exactly)
        edit.endEditBlock()
        self._exceptions.pop(value, None)
        self._edit.setFocus()

    def _on_pass_wanted(self, value: str, is_wanted: bool) -> None:
        if is_wanted:
            self._exceptions[value] = None
        else:
            self._exceptions.pop(value, None)
        self._look(with_names=True)
