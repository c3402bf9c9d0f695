"""The text of a document, page by page, open at the passage that a reply cites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget

from desktop.text_dialog import TextDialog
from vault import Vault
from vault.documents import Document, Passage
from vault.errors import NotFound

PART_PASSAGES = 300  # shown at once: a whole book at once would stop the window for a moment


@dataclass(frozen=True, slots=True)
class OpenedDocument:
    """A document with its passages; `passage_id` is the one to show, empty for the beginning."""

    document: Document
    passages: Sequence[Passage]
    passage_id: str = ""


def read(vault: Vault, unit_id: str) -> OpenedDocument:
    """What an id of a document or of a passage opens. Off the GUI thread. Raises: NotFound."""
    try:
        document_id, passage_id = vault.documents.passage(unit_id).document_id, unit_id
    except NotFound:
        document_id, passage_id = unit_id, ""
    return OpenedDocument(vault.documents.get(document_id), vault.documents.passages(document_id), passage_id)


class DocumentDialog(TextDialog):
    """Read only. A long document is shown in parts, with buttons that lead to the next."""

    def __init__(self, opened: OpenedDocument, parent: QWidget) -> None:
        super().__init__(opened.document.label, "", "", parent)
        self._opened = opened
        self.text.setAccessibleName(self.tr("Text of the document {name}").format(name=opened.document.label))
        self.earlier = self._add_button(self.tr("&Earlier part"), -1)
        self.later = self._add_button(self.tr("&Later part"), 1)
        places = [one.ordinal for one in opened.passages if one.id == opened.passage_id]
        self._part = (places[0] if places else 0) // PART_PASSAGES
        self._show_part(opened.passage_id)
        self.text.setFocus()

    def _add_button(self, text: str, step: int) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._on_step_clicked(step))
        self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        return button

    def _on_step_clicked(self, step: int) -> None:
        self._part += step
        self._show_part("")

    def _show_part(self, passage_id: str) -> None:
        first = self._part * PART_PASSAGES
        shown = self._opened.passages[first : first + PART_PASSAGES]
        self.earlier.setVisible(first > 0)
        self.later.setVisible(first + len(shown) < len(self._opened.passages))
        text, start, end, page = "", 0, 0, 0
        for passage in shown:
            if passage.page and passage.page != page:
                page = passage.page
                text += "— {} —\n\n".format(self.tr("Page {page}").format(page=page))
            if passage.id == passage_id:
                start, end = len(text), len(text) + len(passage.text.rstrip())
            text += passage.text
        self.about.setText(self._about(passage_id, shown))
        self.show_text(text.rstrip("\n"), start, end)

    def _about(self, passage_id: str, shown: Sequence[Passage]) -> str:
        document = self._opened.document
        cited = next((one for one in shown if one.id == passage_id), None)
        facts = [document.name] if document.title else []
        if cited is not None and cited.page:
            facts.append(self.tr("the cited passage is on page {page}").format(page=cited.page))
        if cited is not None and cited.heading:
            facts.append(cited.heading)
        if document.version > 1:
            facts.append(self.tr("version {number}").format(number=document.version))
        if not document.has_file:
            facts.append(self.tr("secrets or forgotten words were cut out of this text"))
        return " · ".join(facts)
