"""ChatGPT's export becomes conversations with their dates and roles, and nothing of it a memory before it was reviewed.

Row L105 of the reports.
"""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from assistant.importers import (
    ImportEmpty,
    ImportForeign,
    ImportNotText,
    import_conversations,
    is_chatgpt,
    read_chatgpt,
)
from assistant.session import Session
from vault.records import Role, State

BEGAN = 1_714_557_600.5  # 2024-05-01 10:00:00.5 UTC


def node(key: str, parent: str | None, role: str = "", text: object = "", **more: Any) -> dict[str, Any]:
    """A node of the tree, without a message where no role is given."""
    message = {
        "id": f"m-{key}",
        "author": {"role": role},
        "create_time": more.pop("at", BEGAN),
        "content": more.pop("content", {"content_type": "text", "parts": [text]}),
        **more,
    }
    return {"id": key, "parent": parent, "children": [], "message": message if role else None}


def conversation(*nodes: dict[str, Any], current: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "title": "Allergies",
        "conversation_id": "c-1",
        "create_time": BEGAN,
        "mapping": {one["id"]: one for one in nodes},
        "current_node": current if current is not None else nodes[-1]["id"],
        **more,
    }


CHAT = conversation(
    node("root", None),
    node("sys", "root", "system", "", metadata={"is_visually_hidden_from_conversation": True}),
    node("q1", "sys", "user", "I am allergic to peanuts."),
    node("a-old", "q1", "assistant", "An answer that was made again."),
    node("a1", "q1", "assistant", "Noted\ue200cite\ue202turn0search1\ue201, no peanuts.", at=BEGAN + 60),
    node("q2", "a1", "user", at=BEGAN + 86_400, content={
        "content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer"}, "我的预算是 30万"]}),
    node("call", "q2", "assistant", "search()", recipient="browser"),
    node("tool", "call", "tool", "found something"),
    node("thought", "tool", "assistant", content={"content_type": "thoughts", "thoughts": []}),
    node("a2", "thought", "assistant", "好的。", at=None),
)  # fmt: skip


def data(*conversations: object) -> bytes:
    return json.dumps(conversations, ensure_ascii=False).encode()


def test_the_branch_that_was_shown_is_read_with_roles_and_times() -> None:
    found = read_chatgpt(data(CHAT), "Asia/Shanghai")
    assert [(one.role, one.text) for one in found.messages] == [
        (Role.USER, "I am allergic to peanuts."),
        (Role.ASSISTANT, "Noted, no peanuts."),
        (Role.USER, "我的预算是 30万"),
        (Role.ASSISTANT, "好的。"),
    ]
    assert found.messages[0].said_utc == datetime(2024, 5, 1, 10, 0, 0, 500_000, tzinfo=UTC)
    assert (found.messages[2].said_utc - found.messages[0].said_utc).total_seconds() == 86_400
    # A message without a time was said no earlier than the one before it.
    assert found.messages[3].said_utc >= found.messages[2].said_utc
    assert {(one.session, one.title, one.zone) for one in found.messages} == {
        ("c-1", "Allergies", "Asia/Shanghai")
    }
    assert found.messages[0].origin == "chatgpt:m-q1"


def test_conversations_come_in_the_order_in_which_they_began() -> None:
    later = conversation(
        node("b", None, "user", "Later", at=BEGAN + 9), conversation_id="c-2", create_time=BEGAN + 9
    )
    assert [one.session for one in read_chatgpt(data(later, CHAT), "UTC").messages] == ["c-1"] * 4 + ["c-2"]


def test_a_broken_conversation_is_named_and_the_others_are_read() -> None:
    circle = conversation(
        node("x", "y", "user", "round"), node("y", "x", "assistant", "and round"), conversation_id="c-3"
    )
    found = read_chatgpt(data({"title": "no tree", "create_time": 1}, CHAT, circle, "no object"), "UTC")
    assert [(one.line, one.reason) for one in found.skipped] == [(1, "field")]
    assert len(found.messages) == 6


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        (b"[]", ImportEmpty),
        (b"[1, 2", ImportForeign),
        (b'[{"mapping": {}}]', ImportForeign),
        (b'["\xff"]', ImportNotText),
        (b"PK\x03\x04 and no archive", ImportNotText),
    ],
)
def test_what_is_no_export_is_refused(raw: bytes, error: type[Exception]) -> None:
    assert is_chatgpt(raw)
    with pytest.raises(error):
        read_chatgpt(raw, "UTC")


@pytest.mark.parametrize("is_archive", [False, True])
def test_nothing_of_an_export_is_a_memory_before_it_was_reviewed(
    session: Session, tmp_path: Path, is_archive: bool
) -> None:
    session.vault.settings.set("memory.mode", "auto")
    file = tmp_path / ("export.zip" if is_archive else "conversations.json")
    if is_archive:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("chat.html", "<html>")
            archive.writestr("conversations.json", data(CHAT))
    else:
        file.write_bytes(data(CHAT))
    report = import_conversations(session.vault, session.recall, file, zone="UTC")
    assert (report.turns_added, report.kept) == (4, 0)
    assert report.proposed >= 2
    assert {memory.state for memory in session.vault.memories.list(None)} == {State.PROPOSED}
    (kept,) = session.vault.conversations.list()
    assert kept.title == "Allergies"
    turns = session.vault.conversations.turns(kept.id)
    assert [turn.role for turn in turns] == [Role.USER, Role.ASSISTANT] * 2
    assert turns[0].said_utc == datetime(2024, 5, 1, 10, 0, 0, 500_000, tzinfo=UTC)
    again = import_conversations(session.vault, session.recall, file, zone="UTC")
    assert (again.turns_added, again.turns_known) == (0, 4)
