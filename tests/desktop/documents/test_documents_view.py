"""The documents view: files are added by dropping them, opened at the passage, changed, copied and removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.bridge import Bridge
from desktop.documents import adding, document_dialog
from desktop.documents.dialogs import ChangeDialog, RemoveDocuments
from desktop.documents.document_dialog import DocumentDialog
from desktop.documents.scope_choice import ScopeChoice
from desktop.documents.view import DocumentsView
from desktop.language import Language
from desktop.main_window import MainWindow
from desktop.places import Places
from desktop.theme import Theme
from desktop.words import Words
from tests.assistant.documents.files import pdf
from tests.desktop.accessibility import problems
from tests.desktop.chat.test_page import say
from vault import Vault
from vault.documents import Document, DocumentKind, NewDocument, PassageText

WAIT_MS = 30_000
PAGES = [
    ["The flat is in Hill Street 12."],
    ["The deposit is 2,400 euros 𠮷."],
    ["退租须提前三个月通知房东。"],
]


@pytest.fixture
def session(vault: Vault) -> Iterator[Session]:
    session = Session.over(vault)
    yield session
    session.close()


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, words: Words, bridge: Bridge, session: Session) -> DocumentsView:
    made = DocumentsView(theme, words, bridge, session)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    made.refresh()
    return made


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    file = tmp_path / "lease.pdf"
    file.write_bytes(pdf(PAGES, title="Lease 租约"))
    return file


def added(qtbot: QtBot, view: DocumentsView, paths: list[Path]) -> list[str]:
    """Add files and give the titles that are then listed."""
    with qtbot.waitSignal(view.adding.ended, timeout=WAIT_MS):
        view.add_files([str(path) for path in paths])
    with qtbot.waitSignal(view.page.counted, timeout=WAIT_MS):
        pass
    return [entry.title for entry in view.page.model.entries]


def dialog_of(view: DocumentsView, kind: type[QDialog]) -> QDialog:
    [found] = [one for one in view.window().findChildren(kind) if one.isVisible()]
    return found


def press(qtbot: QtBot, button: QPushButton) -> None:
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_files_dropped_anywhere_are_kept_and_what_became_of_each_is_said(
    qtbot: QtBot, view: DocumentsView, lease: Path, tmp_path: Path, session: Session
) -> None:
    scan = tmp_path / "scan.pdf"
    scan.write_bytes(pdf([[], []]))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(lease)), QUrl.fromLocalFile(str(scan))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    place = view.page.list.viewport().mapTo(view, view.page.list.viewport().rect().center())
    entering = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(view, entering)
    assert entering.isAccepted()
    assert not view.page.list.acceptDrops()
    assert not view.page.list.viewport().acceptDrops()  # so that the view gets what falls on its list
    with qtbot.waitSignal(view.adding.ended, timeout=WAIT_MS):
        QApplication.sendEvent(
            view, QDropEvent(QPointF(place), Qt.DropAction.CopyAction, data, buttons, keys)
        )
    qtbot.waitUntil(lambda: view.page.model.rowCount() == 1, timeout=WAIT_MS)
    [document] = session.vault.documents.list()
    assert (document.name, document.pages) == ("lease.pdf", 3)
    said = view.status.text()
    assert "Kept: lease.pdf, passages: 3" in said
    assert "scan.pdf" in said
    assert "OCR" in said
    assert not view.bar.isVisible()
    assert added(qtbot, view, [lease]) == ["Lease 租约"]
    assert "already" in view.status.text()


def test_new_files_go_into_the_scope_that_is_chosen(
    qtbot: QtBot, view: DocumentsView, lease: Path, session: Session
) -> None:
    view.scope.setEditText("home")
    added(qtbot, view, [lease])
    assert [one.scope for one in session.vault.documents.list()] == ["home"]
    assert view.scope.findData("home") >= 0


def test_adding_shows_its_progress_and_can_be_stopped(
    qtbot: QtBot, view: DocumentsView, lease: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go_on = Event(), Event()
    keep = adding.keep_file

    def slow(*given: object, **more: object) -> object:
        reached.set()
        assert go_on.wait(30)
        return keep(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(adding, "keep_file", slow)
    view.add_files([str(lease)])
    qtbot.waitUntil(reached.is_set, timeout=WAIT_MS)
    assert view.bar.isVisible()
    qtbot.waitUntil(lambda: "lease.pdf (1 of 1)" in view.status.text(), timeout=WAIT_MS)
    with qtbot.waitSignal(view.adding.ended, timeout=WAIT_MS):
        press(qtbot, view.stop)
        go_on.set()
    assert session.vault.documents.list() == []
    assert not view.stop.isVisible()


def test_a_cited_passage_opens_selected_with_its_page(
    qtbot: QtBot, view: DocumentsView, lease: Path, session: Session
) -> None:
    added(qtbot, view, [lease])
    passages = session.vault.documents.passages(session.vault.documents.list()[0].id)
    for passage in passages[1:]:
        view.open_unit(passage.id)
        qtbot.waitUntil(lambda: bool(view.window().findChildren(DocumentDialog)), timeout=WAIT_MS)
        dialog = dialog_of(view, DocumentDialog)
        assert isinstance(dialog, DocumentDialog)
        assert dialog.text.textCursor().selectedText() == passage.text.strip()
        assert f"page {passage.page}" in dialog.about.text()
        assert dialog.windowTitle() == "Lease 租约"
        assert problems(dialog) == []
        dialog.reject()
        qtbot.waitUntil(lambda: not view.window().findChildren(DocumentDialog), timeout=WAIT_MS)
    with qtbot.waitSignal(view.not_found, timeout=WAIT_MS):
        view.open_unit("p_gone")
    assert "newer version" in view.notice.text()


def long_document(session: Session) -> Document:
    texts = [PassageText(f"Sentence {number}.\n\n", number + 1) for number in range(20)]
    return session.vault.documents.add(NewDocument("l.pdf", DocumentKind.PDF, b"l", texts, pages=20)).document


def test_a_long_document_is_shown_in_parts(
    qtbot: QtBot, view: DocumentsView, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_dialog, "PART_PASSAGES", 8)
    document = long_document(session)
    passages = session.vault.documents.passages(document.id)
    view.open_unit(passages[9].id)
    qtbot.waitUntil(lambda: bool(view.window().findChildren(DocumentDialog)), timeout=WAIT_MS)
    dialog = dialog_of(view, DocumentDialog)
    assert isinstance(dialog, DocumentDialog)
    assert dialog.text.textCursor().selectedText() == "Sentence 9."
    assert "Sentence 7." not in dialog.text.toPlainText()
    press(qtbot, dialog.later)
    assert "Sentence 19." in dialog.text.toPlainText()
    assert not dialog.later.isVisible()
    press(qtbot, dialog.earlier)
    press(qtbot, dialog.earlier)
    assert dialog.text.toPlainText().startswith("— Page 1 —\n\nSentence 0.")
    assert not dialog.earlier.isVisible()


def test_scope_and_sensitivity_are_changed(
    qtbot: QtBot, view: DocumentsView, lease: Path, session: Session
) -> None:
    added(qtbot, view, [lease])
    press(qtbot, view.page.acts["change"])
    qtbot.waitUntil(lambda: bool(view.window().findChildren(ChangeDialog)), timeout=WAIT_MS)
    dialog = dialog_of(view, ChangeDialog)
    assert isinstance(dialog, ChangeDialog)
    assert problems(dialog) == []
    dialog.scope.setEditText("home")
    dialog.sensitivity.setCurrentIndex(dialog.sensitivity.findData("sensitive"))
    qtbot.keyClick(dialog.sensitivity, Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: [(d.scope, d.sensitivity) for d in session.vault.documents.list()] == [("home", "sensitive")],
        timeout=WAIT_MS,
    )


def test_removing_asks_first_and_ends_with_the_report(
    qtbot: QtBot, view: DocumentsView, lease: Path, session: Session
) -> None:
    added(qtbot, view, [lease])
    qtbot.keyClick(view.page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: bool(view.window().findChildren(RemoveDocuments)), timeout=WAIT_MS)
    dialog = dialog_of(view, RemoveDocuments)
    assert isinstance(dialog, RemoveDocuments)
    assert dialog.cancel.isDefault()
    assert len(session.vault.documents.list()) == 1
    with qtbot.waitSignal(dialog.deleted, timeout=WAIT_MS):
        press(qtbot, dialog.remove)
    qtbot.waitUntil(lambda: "Passages of documents deleted: 3" in dialog.explanation.text(), timeout=WAIT_MS)
    assert session.vault.documents.list() == []
    qtbot.waitUntil(lambda: view.page.model.rowCount() == 0, timeout=WAIT_MS)
    dialog.reject()


def test_return_opens_and_a_copy_is_saved(
    qtbot: QtBot, view: DocumentsView, lease: Path, tmp_path: Path, session: Session
) -> None:
    added(qtbot, view, [lease])
    qtbot.keyClick(view.page.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(view.window().findChildren(DocumentDialog)), timeout=WAIT_MS)
    view._export(session.vault.documents.list()[0].id, tmp_path / "copy.pdf")
    qtbot.waitUntil((tmp_path / "copy.pdf").exists, timeout=WAIT_MS)
    assert (tmp_path / "copy.pdf").read_bytes() == lease.read_bytes()


def test_a_scope_is_one_of_the_list_or_typed(qtbot: QtBot, language: Language) -> None:
    choice = ScopeChoice()
    qtbot.addWidget(choice)
    choice.fill(["home", "home"])
    assert [choice.itemData(place) for place in range(choice.count())] == ["universal", "home"]
    assert choice.scope() == "universal"
    choice.setEditText("work")
    assert choice.scope() == "work"
    choice.setEditText("  ")
    assert choice.scope() == "universal"
    assert isinstance(choice, QComboBox)


def test_its_words_follow_the_language(
    qtbot: QtBot, view: DocumentsView, lease: Path, language: Language
) -> None:
    added(qtbot, view, [lease])
    language.use("zh")
    qtbot.waitUntil(lambda: view.add.text().startswith("添加文件"), timeout=WAIT_MS)
    assert "已保存：lease.pdf" in view.status.text()
    assert problems(view) == []


def test_a_chip_of_a_reply_opens_the_document_at_the_passage(
    qtbot: QtBot,
    theme: Theme,
    bridge: Bridge,
    session: Session,
    language: Language,
    places: Places,
    lease: Path,
) -> None:
    window = MainWindow(theme, bridge, session, language=language, places=places)
    qtbot.addWidget(window)
    window.show()
    window.show_documents()
    assert window.stack.currentWidget() is window.documents
    added(qtbot, window.documents, [lease])
    assert session.recall.wait_until_indexed(30)
    window.show_chat()
    window.chat.composer.set_text("退租要提前几个月通知房东？")
    reply = say(qtbot, window.chat, "")
    assert "《Lease 租约》第 3 页" in reply.text()
    qtbot.mouseClick(reply.chips()[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(window.findChildren(DocumentDialog)), timeout=WAIT_MS)
    [dialog] = window.findChildren(DocumentDialog)
    assert dialog.text.textCursor().selectedText() == "退租须提前三个月通知房东。"
    card = next(card for card in window.panel.cards() if card.mark == 1)
    said = [label.text() for label in card.findChildren(QLabel)]
    assert "Document · Lease 租约 · page 3" in said
