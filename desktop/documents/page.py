"""The list of documents with what is known of the chosen one beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt

from desktop.bridge import Bridge
from desktop.memory.listing import Entry, ListingPage
from desktop.memory.memory_words import MemoryWords
from desktop.theme import Theme
from desktop.words import Words
from vault import Vault
from vault.documents import Document
from vault.privacy import mask_for_list


class DocumentsPage(ListingPage):
    """`act_wanted` acts: `open`, `export` or `change` a document, `remove` those selected."""

    ACTS = ("open", "change", "export", "remove")
    DANGER = frozenset({"remove"})

    def __init__(self, theme: Theme, words: Words, bridge: Bridge, vault: Vault) -> None:
        self._own = MemoryWords()
        super().__init__(theme, words, bridge, vault)
        self.list.doubleClicked.connect(lambda _index: self._on_act_clicked("open"))

    def words(self) -> tuple[str, str, str]:
        return (
            self.tr(
                "Files that Keepsake answers from, with the passage: text, Markdown, HTML, Word (.docx) and PDF. "
                "They are kept in the vault, encrypted."
            ),
            self.tr("Documents"),
            self.tr(
                "There are no documents yet.\nDrop files anywhere here, or choose them with “Add files…”."
            ),
        )

    def act_words(self) -> dict[str, str]:
        return {
            "open": self.tr("&Open"),
            "change": self.tr("&Scope and sensitivity…"),
            "export": self.tr("Save a &copy…"),
            "remove": self.tr("&Remove…"),
        }

    def read(self) -> Sequence[Entry]:
        return [self._entry(document) for document in self._vault.documents.list()]

    def _entry(self, document: Document) -> Entry:
        own = self._own
        kinds = {
            "text": self.tr("Text"),
            "markdown": self.tr("Markdown"),
            "html": self.tr("HTML"),
            "word": self.tr("Word"),
            "pdf": self.tr("PDF"),
        }
        size = QLocale().formattedDataSize(document.size_bytes)
        facts = [kinds[document.kind.value], size]
        if document.pages:
            facts.append(self.tr("Pages: {count}").format(count=document.pages))
        lines = [
            " · ".join(facts),
            self.tr("Passages that can be cited: {count}").format(count=document.passages),
            self.tr("Added: {when}").format(when=self._words.moment(document.added_utc)),
            self.tr("# Where it is seen"),
            own.scope(document.scope),
            self.tr("# Sensitivity"),
            own.sensitivity(document.sensitivity.value),
        ]
        if document.title:
            lines.insert(0, mask_for_list(document.name))
        if document.version > 1:
            version = self.tr("Version {number}; the one before it was replaced.")
            lines.insert(3, version.format(number=document.version))
        if not document.has_file:
            lines.insert(
                3,
                self.tr("The file itself is not kept: secrets or forgotten words were cut out of its text."),
            )
        subtitle = " · ".join([kinds[document.kind.value], own.scope(document.scope)])
        title = mask_for_list(document.label)
        return Entry(document.id, title, subtitle, tuple(lines), self.ACTS, (document.scope,))

    def _on_key_pressed(self, key: int) -> None:
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_act_clicked("open")
        else:
            super()._on_key_pressed(key)
