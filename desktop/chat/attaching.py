"""Puts files beside the message that is written: chosen, dropped or pasted, read off the GUI thread, shown as chips."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from assistant.attachments import MAX_FILES, named_apart, place_of, read_file
from assistant.errors import AttachmentsTooMany
from assistant.session import Session
from desktop.bridge import Bridge
from desktop.chat.attachment_dialog import AttachmentDialog
from desktop.chat.composer import Composer
from desktop.words import Words
from vault.attachments import AttachedText


class Attaching(QObject):
    """Connects the composer's button and chips with what is read. GUI thread.

    Signals: `draft_changed()` the user put a file beside the message that is not sent yet, or took one away.
    """

    draft_changed = Signal()

    def __init__(self, words: Words, bridge: Bridge, session: Session, composer: Composer) -> None:
        super().__init__(composer)
        self._words, self._bridge, self._session, self._composer = words, bridge, session, composer
        self._files: list[AttachedText] = []
        self._kept: list[AttachedText] | None = None  # of the draft, while an earlier message is changed
        self._has_said = (
            False  # of what could not be attached; anything else below the field is not ours to clear
        )
        self._number = 0  # of the message that is written; what is read for another one comes too late
        composer.attach.clicked.connect(self.choose)
        composer.edit.files_given.connect(self.add)
        composer.attached.remove_wanted.connect(self._on_remove_wanted)

    @property
    def files(self) -> tuple[AttachedText, ...]:
        return tuple(self._files)

    def set_files(self, files: Sequence[AttachedText]) -> None:
        self._files = list(files)
        self._composer.attached.show_files(self._files)

    def take(self) -> tuple[AttachedText, ...]:
        """The files of the message that is sent; the next one begins with none."""
        taken = self.files
        is_draft = self._kept is None and bool(taken)
        self._number += 1
        self.set_files(self._kept or ())
        self._kept = None
        if is_draft:
            self.draft_changed.emit()
        return taken

    def clear(self) -> None:
        """Another conversation is shown."""
        self._kept = None
        self._number += 1
        self.set_files(())

    def begin_edit(self, conversation_id: str, turn_id: str) -> None:
        """Show the files of an earlier message that is changed; those of the draft come back afterwards."""
        if self._kept is None:
            self._kept = self._files
        self._number += 1
        self.set_files(())
        number, session = self._number, self._session

        def read() -> tuple[int, list[AttachedText]]:
            found = session.turns_of(conversation_id).attachments([turn_id]).get(turn_id, ())
            return number, [one.file for one in found]

        self._bridge.run(read).succeeded.connect(self._on_read)

    def open(self, conversation_id: str, unit_id: str) -> None:
        """Show the text of a file of that conversation, given its id, or that of a passage, which is then selected."""
        attachment, start, end = place_of(unit_id) if ":" in unit_id else (unit_id, 0, 0)
        session = self._session
        job = self._bridge.run(
            lambda: (session.turns_of(conversation_id).attachment(attachment).file, start, end)
        )
        job.succeeded.connect(self._on_opened)
        job.failed.connect(self._on_failed)

    def _on_opened(self, found: tuple[AttachedText, int, int]) -> None:
        AttachmentDialog(*found, parent=self._composer.window()).open()

    def leave_edit(self) -> None:
        if self._kept is not None:
            self._number += 1
            self.set_files(self._kept)
            self._kept = None

    def choose(self) -> None:
        dialog = QFileDialog(self._composer, self.tr("Attach files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self.add)
        dialog.open()

    def add(self, paths: Sequence[str]) -> None:
        """Read files and put them beside the message; what cannot be attached is said below the field."""
        number = self._number
        job = self._bridge.run_slow(
            lambda _progress, _cancelled: (number, [read_file(Path(path)) for path in paths])
        )
        job.succeeded.connect(self._on_read)
        job.failed.connect(self._on_failed)

    def _on_read(self, read: tuple[int, list[AttachedText]]) -> None:
        number, files = read
        if number != self._number:
            return
        if len(self._files) + len(files) > MAX_FILES:
            self._on_failed(AttachmentsTooMany())
            return
        for file in files:
            self._files.append(named_apart(file, [one.name for one in self._files]))
        if self._has_said:
            self._has_said = False
            self._composer.set_status("")
        self._composer.attached.show_files(self._files)
        self._composer.edit.setFocus()
        self._tell()

    def _tell(self) -> None:
        if self._kept is None:
            self.draft_changed.emit()

    def _on_failed(self, error: Exception) -> None:
        self._has_said = True
        self._composer.set_status(" ".join(self._words.error(error)))

    def _on_remove_wanted(self, place: int) -> None:
        del self._files[place]
        self._composer.attached.show_files(self._files)
        self._composer.edit.setFocus()
        self._tell()
