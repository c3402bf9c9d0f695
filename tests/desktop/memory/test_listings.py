"""Questions, clean-up, people and tasks in the memory view: what they show, and what their buttons do, with undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.memory.listing import EntryModel, ListingPage
from desktop.memory.neighbourhood import MOST_NEAR
from desktop.memory.view import MemoryView
from tests.vault.telling import tell as tell_memory
from vault import Vault
from vault.records import Layer, SourceKind, State
from vault.tasks import TaskState

Make = Callable[[], MemoryView]


def shown(qtbot: QtBot, view: MemoryView, page: ListingPage) -> list[str]:
    """The titles of a page once it is read."""
    with qtbot.waitSignal(page.counted):
        view.tabs.setCurrentWidget(page)
        page.refresh()
    return [entry.title for entry in page.model.entries]


def press(qtbot: QtBot, page: ListingPage, act: str) -> None:
    button = page.acts[act]
    assert button.isVisible(), act
    assert button.text(), act
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_model_is_one(qtmodeltester: object, qtbot: QtBot) -> None:
    from desktop.memory.listing import Entry

    model = EntryModel()
    model.set_entries([Entry("a", "A", "b", ("# c", "d"), ("x",), ("1",)), Entry("e", "E")])
    qtmodeltester.check(model)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("act", "state_of_the_users"), [("first", State.ARCHIVED), ("second", State.ACTIVE)])
def test_a_contradiction_is_settled_by_a_click_and_taken_back(
    qtbot: QtBot, vault: Vault, make_view: Make, act: str, state_of_the_users: State
) -> None:
    users = tell_memory(vault, "The parcel has not shipped", "status", "not shipped", subject="parcel").memory
    tool = tell_memory(
        vault, "The parcel: shipped", "status", "shipped", subject="parcel", source=SourceKind.TOOL,
        day="2026-03-10",
    ).memory  # fmt: skip
    assert users is not None
    assert tool is not None
    vault.memories.approve(tool.id)
    view = make_view()
    assert shown(qtbot, view, view.questions) == ["The parcel: shipped"]
    assert "(1)" in view.tabs.tabText(view.tabs.indexOf(view.questions))
    with qtbot.waitSignal(view.store.acted):
        press(qtbot, view.questions, act)
    assert vault.memories.get(users.id).state is state_of_the_users
    assert vault.memories.questions() == []
    with qtbot.waitSignal(view.store.acted):
        view.undo_bar.take_back()
    assert len(vault.memories.questions()) == 1


def test_an_unlikely_value_is_accepted_or_not(qtbot: QtBot, vault: Vault, make_view: Make) -> None:
    odd = tell_memory(vault, "I am 400 years old", "age").memory
    assert odd is not None
    view = make_view()
    assert shown(qtbot, view, view.questions) == ["I am 400 years old"]
    with qtbot.waitSignal(view.store.acted):
        press(qtbot, view.questions, "reject")
    assert vault.memories.get(odd.id).state is State.REJECTED


def test_the_clean_up_archives_what_is_selected_and_undo_brings_it_back(
    qtbot: QtBot, vault: Vault, make_view: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = []
    for dish in ("figs", "plums", "kale"):
        memory = tell_memory(vault, f"I like {dish}", "likes", dish, day="2025-01-02").memory
        assert memory is not None
        ids.append(memory.id)
    view = make_view()
    assert len(shown(qtbot, view, view.clean_up)) == 3
    view.clean_up.list.selectAll()
    with qtbot.waitSignal(view.store.acted):
        press(qtbot, view.clean_up, "archive")
    assert {vault.memories.get(one).state for one in ids} == {State.ARCHIVED}
    with qtbot.waitSignal(view.store.acted):
        view.undo_bar.take_back()
    assert {vault.memories.get(one).state for one in ids} == {State.ACTIVE}
    assert len(shown(qtbot, view, view.clean_up)) == 3
    view.clean_up.list.selectAll()
    with qtbot.waitSignal(view.clean_up.counted):
        press(qtbot, view.clean_up, "keep")
    assert shown(qtbot, view, view.clean_up) == []


def test_people_are_shown_by_every_name_and_forgotten_with_all_that_is_known(
    qtbot: QtBot, vault: Vault, make_view: Make
) -> None:
    tell_memory(
        vault, "My accountant is Lena Marsh", "holder:accountant", "Lena Marsh", entities=("Lena Marsh",),
        layer=Layer.RELATIONSHIP,
    )  # fmt: skip
    tell_memory(
        vault, "LM is short for Lena Marsh", "alias:Lena Marsh", "LM", subject="Lena Marsh",
        entities=("LM", "Lena Marsh"),
    )  # fmt: skip
    view = make_view()
    assert "Lena Marsh" in shown(qtbot, view, view.people)
    lena = next(entry for entry in view.people.model.entries if entry.title == "Lena Marsh")
    assert any("LM" in line for line in lena.lines)
    assert any("accountant" in line for line in lena.lines)
    assert len(lena.ids) == 2


def _related(vault: Vault) -> str:
    """Lena, who works for a firm, as the user's accountant; the id of the memory that says so."""
    first = tell_memory(
        vault, "My accountant is Lena Marsh", "holder:accountant", "Lena Marsh", entities=("Lena Marsh",),
        layer=Layer.RELATIONSHIP,
    ).memory  # fmt: skip
    tell_memory(
        vault, "Lena Marsh works at Brill & Co", "employer", "Brill & Co", subject="Lena Marsh",
        entities=("Lena Marsh", "Brill & Co"), layer=Layer.RELATIONSHIP,
    )  # fmt: skip
    assert first is not None
    return first.id


def test_the_drawing_shows_one_and_two_steps_and_a_tie_opens_its_memory(
    qtbot: QtBot, vault: Vault, make_view: Make
) -> None:
    memory_id = _related(vault)
    view = make_view()
    titles = shown(qtbot, view, view.people)
    page = view.people
    page.list.setCurrentIndex(page.model.index(titles.index("You")))
    drawn = page.map.parts()
    assert {"You", "Lena Marsh", "Brill & Co"} <= set(drawn)
    assert page.map.isVisible()
    boxes = [drawn["You"], drawn["Lena Marsh"], drawn["Brill & Co"]]
    assert not any(one.intersects(other) for one in boxes for other in boxes if one is not other)
    tie = next(text for text in drawn if "accountant" in text)
    with qtbot.waitSignal(page.memory_wanted) as opened:
        qtbot.mouseClick(page.map, Qt.MouseButton.LeftButton, pos=drawn[tie].center().toPoint())
    assert opened.args == [memory_id]
    assert view.tabs.currentWidget() is view.memories


def test_the_drawing_is_reached_and_used_by_keys_alone(qtbot: QtBot, vault: Vault, make_view: Make) -> None:
    _related(vault)
    view = make_view()
    titles = shown(qtbot, view, view.people)
    page = view.people
    page.list.setCurrentIndex(page.model.index(titles.index("You")))
    page.list.setFocus()
    for _ in range(12):
        if page.map.hasFocus():
            break
        qtbot.keyClick(view.focusWidget(), Qt.Key.Key_Tab)
    assert page.map.hasFocus()
    assert page.map.accessibleName()
    qtbot.keyClick(page.map, Qt.Key.Key_Right)
    assert page.map.accessibleDescription() == "Lena Marsh"
    qtbot.keyClick(page.map, Qt.Key.Key_Return)
    assert page.selected()[0].title == "Lena Marsh"
    assert page.map.current_text() == "Lena Marsh"


def test_what_is_not_drawn_is_counted(qtbot: QtBot, vault: Vault, make_view: Make) -> None:
    for number in range(11):
        name = f"Guest {chr(65 + number)}"
        tell_memory(
            vault, f"My friend is {name}", "relation:friend", name, entities=(name,), layer=Layer.RELATIONSHIP
        )
    view = make_view()
    titles = shown(qtbot, view, view.people)
    view.people.list.setCurrentIndex(view.people.model.index(titles.index("You")))
    assert len([text for text in view.people.map.parts() if text.startswith("Guest")]) == MOST_NEAR
    lines = [label.text() for label in view.people.column.findChildren(QLabel)]
    assert any("3" in line and "listed" in line for line in lines)


def test_a_task_is_shown_with_steps_and_findings_and_cancelled_by_key(
    qtbot: QtBot, vault: Vault, make_view: Make
) -> None:
    task = vault.tasks.create("Where is order A-7731?", steps=["look it up"])
    vault.tasks.set_state(task.id, TaskState.RUNNING)
    vault.tasks.record_finding(task.id, "status: shipped")
    vault.tasks.record_finding(task.id, "", is_kept=False, reason="prose")
    view = make_view()
    view.show_tasks()
    assert shown(qtbot, view, view.tasks) == ["Where is order A-7731?"]
    [entry] = view.tasks.model.entries
    assert "status: shipped" in entry.lines
    assert any("look it up" in line for line in entry.lines)
    assert any("page of text" in line for line in entry.lines)
    with qtbot.waitSignal(view.tasks.counted):
        press(qtbot, view.tasks, "cancel")
    assert vault.tasks.is_cancelled(task.id)
    with qtbot.waitSignal(view.tasks.counted, check_params_cb=lambda count: count == 0):
        qtbot.keyClick(view.tasks.list, Qt.Key.Key_Delete)
    assert vault.tasks.list() == []
