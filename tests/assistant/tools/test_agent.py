"""Replies that use tools: what is called, confirmed, sent back, kept and learnt; limits, stops and the text form."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from assistant import agent
from assistant.endpoints.protocol import ToolSpec
from assistant.events import ConfirmationWanted, TextReplaced, ToolUsed
from assistant.session import Session
from assistant.tools import Tool, ToolContext, ToolResult
from tests.assistant.servers import serving
from tests.assistant.tools.scripted import Scripted, collect, configure, play
from tests.vault.telling import tell
from vault.records import SourceKind, State
from vault.tasks import StepState, TaskState


def external(session: Session, reply: str, *, acts: bool = False, seen: list[object] | None = None) -> None:
    """Give the session one tool of a stranger that answers with `reply`."""

    async def run(_: ToolContext, arguments: object) -> ToolResult:
        if seen is not None:
            seen.append(arguments)
        return ToolResult(reply)

    spec = ToolSpec("track", "Tracks a parcel.", {"type": "object", "properties": {"id": {"type": "string"}}})
    tool = Tool(spec, run, "post", acts=acts, is_trusted_local=False, is_external=True)

    async def tools() -> tuple[list[Tool], dict[str, str]]:
        return [tool], {}

    session.external_tools = tools  # type: ignore[method-assign]


def test_a_call_is_made_and_its_result_goes_back_as_data(session: Session) -> None:
    played = play(
        session, "What is 17% of 3,200?", [[("calculate", {"expression": "17% * 3200"})], "It is 544."]
    )
    assert played.states == [("calculate", "done")]
    assert played.result.answer.startswith("It is 544")
    assert not any("check.number" in str(n) for n in played.detail["notes"])  # type: ignore[attr-defined]
    call, result = played.requests[1].json["messages"][-2:]  # type: ignore[index]
    assert call["tool_calls"][0]["function"]["name"] == "calculate"
    assert result["role"] == "tool"
    assert "544" in result["content"]
    assert "quoted data" in result["content"]
    used = [item.call.state for item in played.events if isinstance(item, ToolUsed)]
    assert used == ["running", "done"]
    assert not played.result.needs_user_confirm


def test_a_message_that_calls_for_no_tool_is_offered_none(session: Session) -> None:
    played = play(session, "Tell me a joke", ["A joke."])
    assert "tools" not in played.requests[0].json
    assert play(session, "Tell me a joke", ["A joke."], tools="always").requests[0].json["tools"]
    assert "tools" not in play(session, "What is 2+2?", ["4"], tools="never").requests[0].json
    session.vault.settings.set("tools.use", value=False)
    assert "tools" not in play(session, "What is 2+2?", ["4"]).requests[0].json


def test_what_a_search_finds_is_a_source_that_can_be_cited(session: Session) -> None:
    asyncio.run(session.reply("My bicycle is a green Kestrel from 2019", "garage"))
    asked = "Search my notes: which bicycle do I have?"
    found = play(
        session,
        asked,
        [[("search_memory", {"query": "green Kestrel bicycle"})], "You have a green Kestrel [1]."],
    )
    assert [citation.supported for citation in found.result.citations] == [True]
    assert "Kestrel" in found.last_sent()
    assert found.result.confidence != "none"


def test_acting_is_confirmed_and_done_once(session: Session) -> None:
    now = session.vault.clock()
    day = f"{now + timedelta(days=9):%Y-%m-%d}"
    call = [("set_reminder", {"what": "Water the ferns", "when": day})]
    yes = play(session, "Remind me to water the ferns", [call, "Done."], confirm=True)
    assert yes.states == [("set_reminder", "done")]
    assert [
        item.step.call.arguments["what"] for item in yes.events if isinstance(item, ConfirmationWanted)
    ] == ["Water the ferns"]
    ahead = session.vault.memories.upcoming(now, timedelta(days=30))
    assert [entry.memory.claim for entry in ahead] == ["Water the ferns"]
    assert yes.result.needs_user_confirm


@pytest.mark.parametrize("confirm", [False, None])
def test_what_is_not_allowed_is_not_done(session: Session, confirm: bool | None) -> None:
    call = [("update_task", {"goal": "Paint the fence"})]
    played = play(session, "Add a task: paint the fence", [call, "It was not done."], confirm=confirm)
    assert played.states == [("update_task", "refused")]
    assert session.vault.tasks.list() == []
    assert "did not allow" in played.last_sent()
    assert played.result.needs_user_confirm
    assert any(isinstance(item, ConfirmationWanted) for item in played.events) == (confirm is not None)


def test_tasks_are_listed_made_and_moved(session: Session) -> None:
    made = play(
        session,
        "Add a task: paint the fence",
        [[("update_task", {"goal": "Paint the fence"})], "ok"],
        confirm=True,
    )
    assert made.states == [("update_task", "done")]
    [task] = session.vault.tasks.list()
    calls = [("list_tasks", {}), ("update_task", {"id": task.id, "state": "done"})]
    moved = play(session, "Finish the task about the fence", [calls, "ok"], confirm=True)
    assert [state for _, state in moved.states] == ["done", "done"]
    assert "Paint the fence" in moved.last_sent()
    assert session.vault.tasks.get(task.id).state is TaskState.DONE


def test_wrong_calls_are_answered_and_the_reply_goes_on(session: Session) -> None:
    calls = [
        ("fly", {}),
        ("calculate", {}),
        ("calculate", {"expression": "import os"}),
        ("dates", {"start": "soon"}),
    ]
    played = play(session, "What is 2 + 2?", [calls, "Four."], tools="always")
    assert played.states == [
        ("fly", "unknown"),
        ("calculate", "failed"),
        ("calculate", "failed"),
        ("dates", "failed"),
    ]
    assert played.result.answer.startswith("Four.")


def test_steps_are_limited_and_the_last_request_asks_for_an_answer(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent, "MAX_STEPS", 2)
    played = play(session, "What is 2 + 2?", [[("calculate", {"expression": "2+2"})]])
    assert len(played.requests) == 3
    assert "No more tools" in played.last_sent()
    assert any(note["key"] == "note.tools_limit" for note in played.detail["notes"])  # type: ignore[attr-defined]


def test_a_tool_that_hangs_is_given_up(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent, "TOOL_TIMEOUT_S", 0.05)
    gone = asyncio.Event()

    async def hang(_: ToolContext, __: object) -> ToolResult:
        try:
            await asyncio.Event().wait()
        finally:
            gone.set()
        raise AssertionError

    external(session, "")

    async def tools() -> tuple[list[Tool], dict[str, str]]:
        spec = ToolSpec("track", "", {"type": "object", "properties": {}})
        return [Tool(spec, hang, "post", is_trusted_local=False, is_external=True)], {}

    session.external_tools = tools  # type: ignore[method-assign]
    played = play(session, "Where is my parcel?", [[("track", {})], "Unknown."])
    assert played.states == [("track", "failed")]
    assert gone.is_set()


def test_a_model_without_a_tool_protocol_calls_in_text_that_the_user_never_sees(session: Session) -> None:
    answers = ['Let me see.\n@@tool {"name": "calculate", "arguments": {"expression": "6*7"}}', "It is 42."]
    played = play(session, "What is 6 * 7?", answers, takes_tools=False)
    assert played.states == [("calculate", "done")]
    assert played.result.answer.startswith("It is 42")
    assert "tools" not in played.requests[0].json
    assert "@@tool" in played.requests[0].json["messages"][0]["content"]  # type: ignore[index]
    roles = [message["role"] for message in played.requests[1].json["messages"]]  # type: ignore[attr-defined]
    assert "tool" not in roles
    shown = [
        item.text for item in played.events if hasattr(item, "text") and not isinstance(item, TextReplaced)
    ]
    assert not any("@@" in text or "arguments" in text for text in shown if isinstance(text, str))


def test_stand_ins_are_turned_back_for_trusted_local_tools_only(session: Session) -> None:
    asyncio.run(session.reply("My e-mail is ada.quill@example.com", "first"))
    seen: list[object] = []
    external(session, "ok", seen=seen)

    def arguments_of(number: int, played_tools: object) -> str:
        assert isinstance(played_tools, list)
        return json.dumps(played_tools[number]["arguments"])

    script = Scripted([[("search_memory", {"query": "STAND-IN"}), ("track", {"id": "STAND-IN"})], "ok"])

    async def scene() -> dict[str, object]:
        async def behave(request, writer):  # type: ignore[no-untyped-def]
            if script.given == 0:
                question = request.json["messages"][-1]["content"]
                token = question.split("for ")[-1].strip(" .")
                script.answers = [
                    [("search_memory", {"query": token}), ("track", {"id": token})], "ok",
                ]  # fmt: skip
            await script(request, writer)

        async with serving(behave) as server:
            configure(session, server, "remote", {})
            events = await collect(
                session.ask("Search for ada.quill@example.com", "second", endpoint="script"), None
            )
        detail = session.vault.conversations.reply(events[-1].result.turn_id)  # type: ignore[union-attr]
        assert detail is not None
        return detail

    detail = asyncio.run(scene())
    assert "ada.quill@example.com" in arguments_of(0, detail["tools"])
    assert "ada.quill" not in json.dumps(seen)
    assert all("ada.quill" not in request.body.decode() for request in script.requests)


def test_results_are_scrubbed_for_a_remote_endpoint(session: Session) -> None:
    external(session, "Call the courier on 13800138000 or write to courier@example.com.")
    played = play(session, "Where is my parcel?", [[("track", {"id": "7"})], "Soon."], trust="remote")
    assert "13800138000" in json.dumps(played.detail["tools"])
    assert "13800138000" not in played.last_sent()
    assert "courier@example.com" not in played.last_sent()


def test_a_strangers_result_is_judged_and_reflected_on(session: Session) -> None:
    session.vault.settings.set("memory.mode", "ask")
    external(session, json.dumps({"order number": "A-7731", "status": "shipped", "etag": "x9", "note": "Hi"}))
    played = play(
        session, "Where is order A-7731?", [[("track", {"id": "A-7731"})], "Order A-7731 was shipped."]
    )
    [task] = session.vault.tasks.list()
    assert (task.state, task.goal) == (TaskState.DONE, "Where is order A-7731?")
    assert [step.state for step in task.steps] == [StepState.DONE]
    assert any("shipped" in finding.text for finding in task.kept)
    assert "shipped" in task.outcome
    waiting = [m for m in session.vault.memories.list(State.PROPOSED) if m.source is SourceKind.TOOL]
    assert waiting
    assert session.vault.memories.list(State.ACTIVE) == []
    assert any(note["key"] == "note.tool_proposals" for note in played.detail["notes"])  # type: ignore[attr-defined]


def test_each_step_of_a_reply_with_tools_reads_and_writes_memory(session: Session) -> None:
    tell(session.vault, "My name is Rosalind Peake.", "name", "Rosalind Peake")
    tell(session.vault, "My order A-7731 has not shipped yet", "note", "not shipped")
    session.recall.index_now()
    external(session, json.dumps({"order number": "A-7731", "status": "shipped"}))
    played = play(
        session, "Has order A-7731 shipped?", [[("track", {"id": "A-7731"})], "Order A-7731 was shipped."]
    )
    first = json.dumps(played.requests[0].json["messages"], ensure_ascii=False)
    assert "Rosalind Peake" in first  # plan: the standing profile
    assert "has not shipped yet" in first  # plan: what recall found
    [task] = session.vault.tasks.list()
    assert any("shipped" in finding.text for finding in task.kept)  # observe: kept as a finding
    notes = [note for note in played.detail["notes"] if note["key"] == "note.tool_contradicts"]  # type: ignore[attr-defined]
    assert "has not shipped yet" in json.dumps(notes)  # reflect: held against what was believed


def test_a_number_that_only_a_stranger_has_said_asks_for_confirmation(session: Session) -> None:
    external(session, "price: 480 EUR")
    played = play(session, "What does it cost?", [[("track", {"id": "7"})], "It costs 480 EUR."])
    assert played.result.needs_user_confirm


def test_a_temporary_chat_uses_tools_and_leaves_nothing(session: Session) -> None:
    external(session, "status: shipped")
    chat = session.temporary_chat()
    calls = [("track", {"id": "7"}), ("update_task", {"goal": "x"})]
    played = play(
        session, "Where is my parcel? Add a task.", [calls, "Shipped."], conversation=chat, confirm=True
    )
    assert played.states == [("track", "done"), ("update_task", "failed")]
    assert session.vault.tasks.list() == []
    assert session.vault.memories.list(None) == []


def test_a_stop_while_a_tool_runs_ends_it_and_keeps_the_message(session: Session) -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def hang(_: ToolContext, __: object) -> ToolResult:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        raise AssertionError

    async def tools() -> tuple[list[Tool], dict[str, str]]:
        spec = ToolSpec("track", "", {"type": "object", "properties": {}})
        return [Tool(spec, hang, "post", is_trusted_local=False, is_external=True)], {}

    session.external_tools = tools  # type: ignore[method-assign]

    async def scene() -> None:
        async with serving(Scripted([[("track", {})]])) as server:
            configure(session, server, "local", {})
            turn = asyncio.create_task(collect(session.ask("Where is it?", "c", endpoint="script"), None))
            await asyncio.wait_for(started.wait(), 20)
            turn.cancel()
            with pytest.raises(asyncio.CancelledError):
                await turn

    asyncio.run(scene())
    assert ended.is_set()
    turns = session.turns_of(session.conversation("c").id).turns(9)
    assert [turn.state for turn in turns] == ["complete", "stopped"]


def test_an_attached_file_is_read_and_no_other(session: Session, tmp_path: Path) -> None:
    note = tmp_path / "minutes.txt"
    note.write_text("The vote was 7 to 2.", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("canary-secret", encoding="utf-8")
    calls = [
        ("read_attachment", {"name": name})
        for name in ("minutes.txt", "../secret.txt", str(tmp_path / "secret.txt"))
    ]
    played = play(session, "What was the vote?", [calls, "7 to 2."], attachments=[note], tools="always")
    assert [state for _, state in played.states] == ["done", "failed", "failed"]
    assert "7 to 2" in played.last_sent()
    assert "canary-secret" not in json.dumps(played.detail)


def test_the_time_for_tools_ends(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent, "AGENT_TIMEOUT_S", -1.0)
    played = play(session, "What is 2 + 2?", [[("calculate", {"expression": "2+2"})], "4"])
    assert len(played.requests) == 1
    assert played.states == []
    assert replace(played.result, notes=()).state == "complete"
