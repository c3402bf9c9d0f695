"""The memory view as a person uses it: reviewing by key, undo, finding, editing, forgetting, adding, both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from assistant.session import Session
from desktop.language import Language
from desktop.memory.edit_dialog import EditDialog
from desktop.memory.forget_dialog import ForgetDialog
from desktop.memory.memory_words import MemoryWords
from desktop.memory.models import MemoryModel
from desktop.memory.view import MemoryView
from desktop.theme import Theme
from tests.desktop.accessibility import problems
from tests.desktop.finding import child, click, dialog
from tests.fixtures import SetClock
from vault import Vault
from vault.errors import NotFound
from vault.records import MemoryMode, Outcome, State

Tell = Callable[..., Sequence[Outcome]]
MakeView = Callable[[], MemoryView]
Key = Qt.Key


def claims(model: QAbstractItemModel) -> list[str]:
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def press(qtbot: QtBot, view: MemoryView, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(view.review.view, key)


def wait_for_queue(qtbot: QtBot, view: MemoryView, length: int) -> None:
    qtbot.waitUntil(lambda: view.review.model.rowCount() == length)


@pytest.fixture
def queue(tell: Tell, clock: SetClock) -> list[str]:
    """Three proposals; the ids in the order in which they wait."""
    ids = []
    for text in ("I am allergic to peanuts.", "My cat is called Mimi.", "I prefer short answers."):
        clock.advance(minutes=1)
        (outcome,) = tell(text)
        assert outcome.memory is not None
        ids.append(outcome.memory.id)
    return ids


# the queue


def test_the_badge_counts_what_the_queue_shows(
    qtbot: QtBot, make_view: MakeView, queue: list[str], tell: Tell
) -> None:
    view = make_view()
    assert view.pending == view.review.model.rowCount() == 3
    assert "3" in view.tabs.tabText(0)
    with qtbot.waitSignal(view.pending_changed) as told:
        tell("I am a vegetarian.")
    assert told.args == [4]
    assert view.review.model.rowCount() == 4


def test_a_proposal_shows_the_sentence_it_came_from(make_view: MakeView, queue: list[str]) -> None:
    view = make_view()
    assert "“I am allergic to peanuts" in view.review.card.quote.text()
    assert "peanuts" in view.review.card.claim.text()
    assert view.review.card.link.isVisible()


def test_keys_accept_reject_and_move_on(
    qtbot: QtBot, make_view: MakeView, queue: list[str], vault: Vault
) -> None:
    view = make_view()
    first, second, third = queue
    press(qtbot, view, Key.Key_A)
    wait_for_queue(qtbot, view, 2)
    press(qtbot, view, Key.Key_Down, Key.Key_R)
    wait_for_queue(qtbot, view, 1)
    states = {memory_id: vault.memories.get(memory_id).state for memory_id in queue}
    assert states == {first: State.ACTIVE, second: State.PROPOSED, third: State.REJECTED}
    assert view.review.chosen()[0].id == second
    assert view.pending == 1


@pytest.mark.parametrize("key", [Key.Key_A, Key.Key_R])
def test_undo_puts_a_proposal_back(
    qtbot: QtBot, make_view: MakeView, queue: list[str], vault: Vault, key: Qt.Key
) -> None:
    view = make_view()
    press(qtbot, view, key)
    wait_for_queue(qtbot, view, 2)
    assert view.undo_bar.isVisible()
    click(qtbot, view, "undoButton")
    wait_for_queue(qtbot, view, 3)
    assert vault.memories.get(queue[0]).state is State.PROPOSED


def test_all_selected_proposals_are_accepted_and_undone_together(
    qtbot: QtBot, make_view: MakeView, queue: list[str], vault: Vault
) -> None:
    view = make_view()
    click(qtbot, view, "selectAll")
    press(qtbot, view, Key.Key_A)
    wait_for_queue(qtbot, view, 0)
    assert {memory.id for memory in vault.memories.list()} == set(queue)
    assert child(view, QLabel, "reviewEmpty").isVisible()
    qtbot.keyClick(view, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait_for_queue(qtbot, view, 3)
    assert vault.memories.list() == []


def test_an_edited_proposal_is_kept_as_it_was_typed(
    qtbot: QtBot, make_view: MakeView, queue: list[str], vault: Vault
) -> None:
    view = make_view()
    press(qtbot, view, Key.Key_E)
    editor = dialog(qtbot, view, EditDialog)
    claim = child(editor, QPlainTextEdit, "claimEdit")
    claim.selectAll()
    qtbot.keyClicks(claim, "I am allergic to peanuts and cashews")
    qtbot.keyClick(claim, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    wait_for_queue(qtbot, view, 2)
    kept = vault.memories.get(queue[0])
    assert (kept.claim, kept.state) == ("I am allergic to peanuts and cashews", State.ACTIVE)


def test_an_empty_sentence_is_not_saved(
    qtbot: QtBot, make_view: MakeView, queue: list[str], vault: Vault
) -> None:
    view = make_view()
    press(qtbot, view, Key.Key_E)
    editor = dialog(qtbot, view, EditDialog)
    child(editor, QPlainTextEdit, "claimEdit").clear()
    click(qtbot, editor, "saveButton")
    assert editor.isVisible()
    assert editor.notice.isVisible()
    assert vault.memories.get(queue[0]).state is State.PROPOSED


def test_never_again_deletes_the_proposal_and_its_words_after_one_question(
    qtbot: QtBot, make_view: MakeView, queue: list[str], vault: Vault, tell: Tell
) -> None:
    view = make_view()
    press(qtbot, view, Key.Key_N)
    asked = dialog(qtbot, view, ForgetDialog)
    assert child(asked, QCheckBox, "neverAgain").isChecked()
    click(qtbot, asked, "confirmForget")
    wait_for_queue(qtbot, view, 2)
    with pytest.raises(NotFound):
        vault.memories.get(queue[0])
    assert [outcome.action for outcome in tell("I am allergic to peanuts.")] == ["denied"]


def test_a_quote_opens_its_conversation(
    qtbot: QtBot, make_view: MakeView, queue: list[str], vault: Vault
) -> None:
    view = make_view()
    (evidence,) = vault.memories.get(queue[0]).evidence
    with qtbot.waitSignal(view.open_turn) as opened:
        click(qtbot, view, "openTurn")
    assert opened.args == [evidence.conversation_id, evidence.ref_id]


# the list


@pytest.fixture
def kept(tell: Tell, clock: SetClock) -> list[str]:
    """Memories in force, in two scopes and three layers."""
    ids = []
    for text, scope in (
        ("I am allergic to peanuts.", "universal"),
        ("My budget for the CRM upgrade is 300k.", "work"),
        ("I prefer short answers.", "universal"),
    ):
        clock.advance(minutes=1)
        (outcome,) = tell(text, mode=MemoryMode.AUTO, scope=scope)
        assert outcome.memory is not None
        ids.append(outcome.memory.id)
    return ids


@pytest.fixture
def listing(make_view: MakeView, kept: list[str]) -> MemoryView:
    view = make_view()
    view.tabs.setCurrentWidget(view.memories)
    return view


def wait_for_detail(qtbot: QtBot, view: MemoryView, memory_id: str) -> None:
    def shown() -> bool:
        memory = view.memories.detail.memory
        return memory is not None and memory.id == memory_id

    qtbot.waitUntil(shown)


def choose(qtbot: QtBot, box: QComboBox, value: str) -> None:
    index = box.findData(value)
    assert index >= 0, f"no choice {value}"
    box.setCurrentIndex(index)
    box.activated.emit(index)


def test_words_narrow_the_list(qtbot: QtBot, listing: MemoryView) -> None:
    search = child(listing, QLineEdit, "memorySearch")
    qtbot.keyClicks(search, "BUDGET crm")
    qtbot.waitUntil(lambda: listing.memories.model.rowCount() == 1)
    assert "300k" in claims(listing.memories.model)[0]
    search.clear()
    qtbot.waitUntil(lambda: listing.memories.model.rowCount() == 3)
    qtbot.keyClicks(search, "nothing like this")
    qtbot.waitUntil(lambda: listing.memories.model.rowCount() == 0)
    assert child(listing, QLabel, "memoryEmpty").isVisible()


def test_scope_layer_and_state_narrow_the_list(
    qtbot: QtBot, listing: MemoryView, kept: list[str], vault: Vault
) -> None:
    model = listing.memories.model
    choose(qtbot, child(listing, QComboBox, "scopeFilter"), "work")
    assert [model.index(0, 0).data(MemoryModel.IdRole)] == [kept[1]]
    choose(qtbot, child(listing, QComboBox, "scopeFilter"), "")
    choose(qtbot, child(listing, QComboBox, "layerFilter"), "preference")
    assert [model.index(0, 0).data(MemoryModel.IdRole)] == [kept[2]]
    choose(qtbot, child(listing, QComboBox, "layerFilter"), "")
    vault.memories.archive(kept[0])
    qtbot.waitUntil(lambda: model.rowCount() == 2)
    choose(qtbot, child(listing, QComboBox, "stateFilter"), "archived")
    assert [model.index(0, 0).data(MemoryModel.IdRole)] == [kept[0]]


def test_a_search_by_meaning_finds_other_words(qtbot: QtBot, listing: MemoryView) -> None:
    assert listing.store._session.recall.wait_until_indexed(20)
    qtbot.mouseClick(child(listing, QCheckBox, "byMeaning"), Qt.MouseButton.LeftButton)
    child(listing, QCheckBox, "byMeaning").setChecked(True)
    qtbot.keyClicks(child(listing, QLineEdit, "memorySearch"), "peanuts")
    qtbot.waitUntil(lambda: listing.memories.filters.order is not None)
    assert "peanuts" in claims(listing.memories.model)[0]


def test_account_numbers_are_masked_in_the_list(
    qtbot: QtBot, listing: MemoryView, vault: Vault, kept: list[str]
) -> None:
    vault.memories.edit(kept[0], claim="my account number is 12345678901")
    qtbot.waitUntil(lambda: any("***" in claim for claim in claims(listing.memories.model)))
    assert not any("5678" in claim for claim in claims(listing.memories.model))


def test_details_show_source_evidence_and_history(qtbot: QtBot, listing: MemoryView, kept: list[str]) -> None:
    listing.show_memory(kept[1])
    wait_for_detail(qtbot, listing, kept[1])
    texts = "\n".join(label.text() for label in listing.memories.detail.findChildren(QLabel))
    for part in (
        "300k",
        "Said by you",
        "weight 1.0",
        "“My budget for the CRM upgrade is 300k",
        "Lunch",
        "Kept",
    ):
        assert part in texts
    links = [
        b for b in listing.memories.detail.findChildren(QPushButton) if b.text() == "Open the conversation"
    ]
    with qtbot.waitSignal(listing.open_turn):
        qtbot.mouseClick(links[0], Qt.MouseButton.LeftButton)


def test_editing_changes_sentence_value_and_scope_and_can_be_undone(
    qtbot: QtBot, listing: MemoryView, vault: Vault, kept: list[str]
) -> None:
    listing.show_memory(kept[1])
    wait_for_detail(qtbot, listing, kept[1])
    click(qtbot, listing.memories.detail, "editButton")
    editor = dialog(qtbot, listing, EditDialog)
    claim = child(editor, QPlainTextEdit, "claimEdit")
    claim.selectAll()
    qtbot.keyClicks(claim, "My budget for the CRM upgrade is 350k.")
    scope = child(editor, QComboBox, "scopeChoice")
    scope.setEditText("office")
    click(qtbot, editor, "saveButton")
    qtbot.waitUntil(lambda: vault.memories.get(kept[1]).scope == "office")
    memory = vault.memories.get(kept[1])
    assert getattr(memory.value, "high", None) == 350_000
    qtbot.waitUntil(listing.undo_bar.isVisible)
    click(qtbot, listing, "undoButton")
    qtbot.waitUntil(lambda: vault.memories.get(kept[1]).scope == "work")
    assert "300k" in vault.memories.get(kept[1]).claim


def test_a_change_made_meanwhile_is_not_overwritten(
    qtbot: QtBot, listing: MemoryView, vault: Vault, kept: list[str]
) -> None:
    listing.show_memory(kept[1])
    wait_for_detail(qtbot, listing, kept[1])
    click(qtbot, listing.memories.detail, "editButton")
    editor = dialog(qtbot, listing, EditDialog)
    vault.memories.edit(kept[1], claim="My budget for the CRM upgrade is 400k.")
    child(editor, QPlainTextEdit, "claimEdit").setPlainText("My budget for the CRM upgrade is 1k.")
    click(qtbot, editor, "saveButton")
    qtbot.waitUntil(listing.notice.isVisible)
    assert "changed meanwhile" in listing.notice.text()
    assert "400k" in vault.memories.get(kept[1]).claim


def test_pin_archive_and_bring_back(qtbot: QtBot, listing: MemoryView, vault: Vault, kept: list[str]) -> None:
    listing.show_memory(kept[2])
    wait_for_detail(qtbot, listing, kept[2])
    click(qtbot, listing.memories.detail, "pinButton")
    qtbot.waitUntil(lambda: vault.memories.get(kept[2]).pinned)
    qtbot.waitUntil(listing.memories.detail.acts["unpin"].isVisible)
    click(qtbot, listing.memories.detail, "archiveButton")
    qtbot.waitUntil(lambda: listing.memories.model.rowCount() == 2)
    listing.show_memory(kept[2])
    wait_for_detail(qtbot, listing, kept[2])
    qtbot.waitUntil(listing.memories.detail.acts["restore"].isVisible)
    click(qtbot, listing.memories.detail, "restoreButton")
    qtbot.waitUntil(lambda: vault.memories.get(kept[2]).state is State.ACTIVE)


def test_forgetting_shows_what_goes_and_reports_it(
    qtbot: QtBot, listing: MemoryView, vault: Vault, kept: list[str]
) -> None:
    listing.show_memory(kept[0])
    wait_for_detail(qtbot, listing, kept[0])
    turn = vault.memories.get(kept[0]).evidence[0].ref_id
    click(qtbot, listing.memories.detail, "forgetButton")
    asked = dialog(qtbot, listing, ForgetDialog)
    assert any("peanuts" in label.text() for label in asked.findChildren(QLabel))
    assert not child(asked, QCheckBox, "neverAgain").isChecked()
    assert asked.cancel.isDefault()
    click(qtbot, asked, "confirmForget")
    qtbot.waitUntil(lambda: asked.heading.text() == "It is gone" or asked.notice.isVisible())
    assert not asked.notice.isVisible(), asked.notice.text()
    assert "Memories deleted: 1" in [label.text() for label in asked.findChildren(QLabel)]
    assert any(label.text().startswith("Messages from which") for label in asked.findChildren(QLabel))
    qtbot.waitUntil(lambda: listing.memories.model.rowCount() == 2)
    assert "peanuts" not in vault.conversations.turn(turn).text
    assert not listing.undo_bar.undo.isVisible()


def test_escape_leaves_the_memory(qtbot: QtBot, listing: MemoryView, vault: Vault, kept: list[str]) -> None:
    listing.show_memory(kept[0])
    wait_for_detail(qtbot, listing, kept[0])
    qtbot.keyClick(listing.memories.view, Key.Key_Delete)
    asked = dialog(qtbot, listing, ForgetDialog)
    qtbot.keyClick(asked, Key.Key_Escape)
    assert vault.memories.get(kept[0]).state is State.ACTIVE


def test_a_typed_memory_is_the_users_word_with_its_value(
    qtbot: QtBot, listing: MemoryView, vault: Vault
) -> None:
    click(qtbot, listing, "addMemory")
    editor = dialog(qtbot, listing, EditDialog)
    qtbot.keyClicks(child(editor, QPlainTextEdit, "claimEdit"), "My budget for the new laptop is 9000 yuan.")
    click(qtbot, editor, "saveButton")
    qtbot.waitUntil(lambda: listing.memories.model.rowCount() == 4)
    (memory,) = [memory for memory in vault.memories.list() if "laptop" in memory.claim]
    assert (memory.weight, getattr(memory.value, "low", None)) == (1.0, 9000)
    wait_for_detail(qtbot, listing, memory.id)


def test_a_typed_secret_is_refused_with_its_reason(qtbot: QtBot, listing: MemoryView, vault: Vault) -> None:
    click(qtbot, listing, "addMemory")
    editor = dialog(qtbot, listing, EditDialog)
    qtbot.keyClicks(child(editor, QPlainTextEdit, "claimEdit"), "My bank password is hunter2-Delta9")
    click(qtbot, editor, "saveButton")
    qtbot.waitUntil(listing.notice.isVisible)
    assert "never kept" in listing.notice.text()
    assert len(vault.memories.list(None)) == 3


def test_an_empty_vault_says_what_to_do(make_view: MakeView) -> None:
    view = make_view()
    assert "proposes" in child(view, QLabel, "reviewEmpty").text()
    view.tabs.setCurrentWidget(view.memories)
    assert child(view, QLabel, "memoryEmpty").isVisible()
    assert view.pending == 0


# words, models, access


def test_the_language_switches_while_it_is_shown(
    qtbot: QtBot, make_view: MakeView, queue: list[str], language: Language
) -> None:
    view = make_view()
    language.use("zh")
    qtbot.waitUntil(lambda: view.tabs.tabText(0) == "审阅（3）")
    assert view.review.accept.text() == "接受"
    facts = view.review.model.index(0, 0).data(MemoryModel.FactsRole)
    assert "你亲口说的" in str(facts)
    language.use("en")
    qtbot.waitUntil(lambda: view.review.accept.text() == "Accept")


def test_every_part_has_a_name_in_both_languages(
    qtbot: QtBot, make_view: MakeView, queue: list[str], kept: list[str], language: Language
) -> None:
    view = make_view()
    view.tabs.setCurrentWidget(view.memories)
    wait_for_detail(qtbot, view, kept[2])
    for name, accept in (("en", "Accept"), ("zh", "接受")):
        language.use(name)
        qtbot.waitUntil(partial(_says, view, accept))
        assert problems(view) == []


def test_every_dialog_has_names(qtbot: QtBot, listing: MemoryView, kept: list[str]) -> None:
    for button in ("addMemory", "exportMemories"):
        click(qtbot, listing, button)
        shown = dialog(qtbot, listing, QDialog)
        assert problems(shown) == []
        shown.reject()
        qtbot.waitUntil(lambda: not listing.findChildren(QDialog))
    qtbot.keyClick(listing.memories.view, Key.Key_Delete)
    assert problems(dialog(qtbot, listing, ForgetDialog)) == []


def test_the_model_holds_to_qts_rules(
    qtmodeltester: object, make_view: MakeView, kept: list[str], queue: list[str]
) -> None:
    view = make_view()
    for model in (view.review.model, view.memories.model):
        qtmodeltester.check(model)  # type: ignore[attr-defined]


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_no_text_of_a_button_is_cut_off(
    qtbot: QtBot,
    make_view: MakeView,
    queue: list[str],
    kept: list[str],
    language: Language,
    theme: Theme,
    theme_name: str,
) -> None:
    view = make_view()
    theme.apply(theme_name, text_scale=1.25)
    for name, accept in (("en", "Accept"), ("zh", "接受")):
        language.use(name)
        qtbot.waitUntil(partial(_says, view, accept))
        for page in (view.review, view.memories, view.inspector):
            view.tabs.setCurrentWidget(page)
            cut = [b.text() for b in page.findChildren(QPushButton) if b.isVisible() and is_cut(b)]
            assert cut == []


def _says(view: MemoryView, accept: str) -> bool:
    return view.review.accept.text() == accept


def is_cut(widget: QWidget) -> bool:
    return (
        widget.width() < widget.minimumSizeHint().width()
        or widget.height() < widget.minimumSizeHint().height()
    )


def test_every_reason_and_action_of_the_core_is_worded(language: Language) -> None:
    words = MemoryWords()
    language.use("zh")
    for reason in (
        "review",
        "contradiction",
        "correction",
        "outweighed",
        "needs_review",
        "implausible",
        "range",
    ):
        assert words.reason(reason) != reason
    for action in (
        "memory.add",
        "memory.propose",
        "memory.approve",
        "memory.range",
        "memory.undo",
        "memory.expire",
    ):
        assert words.action(action) != action


def test_the_view_stops_listening_when_it_is_gone(
    qtbot: QtBot, make_view: MakeView, vault: Vault, session: Session, tell: Tell
) -> None:
    qtbot.waitUntil(lambda: session.recall.ready)  # it listens from then on, too
    before = list(vault.listeners)
    view = make_view()
    assert len(vault.listeners) > len(before)
    with qtbot.waitSignal(view.destroyed):
        view.close()
        view.deleteLater()
    assert vault.listeners == before
    tell("I am a vegetarian.")
