"""The text of an attached file as it is kept in the vault, open at the passage that a reply cites."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.text_dialog import TextDialog
from vault.attachments import AttachedText


class AttachmentDialog(TextDialog):
    """Read only. `start` to `end` (characters) is selected and in view; nothing where both are equal."""

    def __init__(self, file: AttachedText, start: int, end: int, parent: QWidget) -> None:
        super().__init__(file.name, "", "", parent)
        self.text.setAccessibleName(self.tr("Text of the file {name}").format(name=file.name))
        self.about.setText(
            self.tr("The vault keeps the text, not the file. Secrets in it were cut out before it was kept.")
        )
        self.show_text(file.text, start, end)
