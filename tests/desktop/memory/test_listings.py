"""Questions, clean-up, people and tasks in the memory view: what they show, and what their buttons do, with undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.memory.listing import EntryModel, ListingPage
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
