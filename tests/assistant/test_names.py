"""The trained finders of names inside a session: what a remote endpoint gets, and what is said of missing ones."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.events import Event, Reply
from assistant.names import LazyNames, NameFinders, load_name_finders
from assistant.session import Session
from tests.assistant.conftest import ZONE
from tests.assistant.servers import Received, serving
from tests.assistant.test_turn import configure, events_of, replying, result_of, shown
from vault import FLOOR_COST, Secret, create_vault
from vault.privacy import Span, detect
from vault.privacy.folding import Folded
from vault.recall import Encoder

# Sentence, and the names in it that no rule and no memory knows.
MESSAGES = (
    ("My name is Ada Quill and I will be late", ("Ada Quill",)),
    (
        "Yesterday Priya Raman drove from Leeds to Porto with Tom Okafor.",
        ("Priya", "Raman", "Leeds", "Porto", "Okafor"),
    ),
    ("call raju and tell him that sarah moved to chicago", ("raju", "sarah", "chicago")),
    ("昨天韩梅梅和张伟从厦门去了拉萨，欧阳明没去", ("韩梅梅", "张伟", "厦门", "拉萨", "欧阳明")),
    ("remind me to email Kevin Walsh，顺便问问钱丹要不要去 Bangkok", ("Kevin", "Walsh", "钱丹", "Bangkok")),
    ("收件人：李秀英，我叫王小明", ("李秀英", "王小明")),
)


@pytest.fixture(scope="module")
def encoder(models_dir: Path) -> Encoder:
    return Encoder.load(models_dir / "encoder", threads=1)


@pytest.fixture
def equipped(tmp_path: Path, encoder: Encoder) -> Iterator[Session]:
    """A session over a new vault with the encoder, so with all finders."""
    vault, _ = create_vault(tmp_path / "vault", Secret("a passphrase for tests only"), cost=FLOOR_COST)
    with Session.over(vault, encoder=encoder, zone=ZONE) as session:
        yield session


def ask_remotely(session: Session, text: str) -> tuple[list[Event], str]:
    """The events of one message to a remote endpoint that says it back, and the bytes that it received."""

    def echo(request: Received) -> str:
        return f"You wrote: {request.json['messages'][-1]['content']}"  # type: ignore[index]

    async def scene() -> tuple[list[Event], str]:
        async with serving(replying(echo)) as server:
            configure(session, server.origin)
            events = await events_of(session, text, endpoint="server")
            return events, server.requests[0].body.decode("unicode_escape")

    return asyncio.run(scene())


@pytest.mark.parametrize(("text", "names"), MESSAGES)
def test_no_name_reaches_a_remote_endpoint_and_all_come_back(
    text: str, names: tuple[str, ...], equipped: Session
) -> None:
    events, _ = ask_remotely(equipped, text)
    receipt = equipped.vault.receipts.get(result_of(events).receipts[0])
    assert receipt.body is not None
    sent = receipt.body.decode("utf-8")
    assert [name for name in names if name in sent] == []
    assert shown(events) == f"You wrote: {text}"
    assert not any("looked for" in note or "查找" in note for note in result_of(events).notes)


def test_the_endpoint_gets_exactly_what_the_receipt_says(equipped: Session) -> None:
    events, received = ask_remotely(equipped, "call raju and tell him that sarah moved to chicago")
    assert "raju" not in received
    assert isinstance(events[-1], Reply)


def test_without_the_encoder_the_reply_says_that_names_were_looked_for_less_well(session: Session) -> None:
    events, _ = ask_remotely(session, "昨天韩梅梅从厦门去了拉萨")
    assert any("encoder that the name finder" in note or "识别器" in note for note in result_of(events).notes)


def test_an_endpoint_on_this_machine_needs_no_finders(session: Session) -> None:
    session.names = LazyNames(lambda: pytest.fail("loaded for a local answer"))
    assert result_of(asyncio.run(events_of(session, "What is my name?"))).answer


def test_all_is_found_where_everything_is_installed(encoder: Encoder) -> None:
    finders = load_name_finders(encoder)
    assert [layer.name for layer in finders.layers] == ["names"]
    assert finders.notes == ()


@pytest.mark.parametrize("damage", ["missing", "damaged"])
def test_a_names_model_that_cannot_be_used_is_left_out_with_a_note(
    damage: str, encoder: Encoder, models_dir: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "names"
    if damage == "damaged":
        shutil.copytree(models_dir / "names", folder)
        (folder / "model.onnx").write_bytes(b"no model")
    finders = load_name_finders(encoder, folder)
    assert finders.notes == (f"note.names_chinese_{damage}",)
    text = "yesterday Priya Raman drove to Leeds"
    assert {text[span.start : span.end] for span in detect(text, layers=finders.layers)} == {
        "Priya Raman",
        "Leeds",
    }


def test_another_encoder_than_the_heads_own_is_not_read(
    encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoder, "encoder_id", "custom@0123456789ab")
    assert load_name_finders(encoder).notes == ("note.names_no_encoder",)


def test_finders_are_loaded_once() -> None:
    loaded: list[NameFinders] = []

    def load() -> NameFinders:
        loaded.append(NameFinders())
        return loaded[-1]

    lazy = LazyNames(load)
    assert lazy() is lazy()
    assert len(loaded) == 1


def test_what_a_session_has_read_for_names_it_does_not_read_again() -> None:
    read: list[str] = []

    class Reader:
        name = "names"

        def find(self, folded: Folded) -> list[Span]:
            read.append(folded.source)
            return []

    lazy = LazyNames(lambda: NameFinders((Reader(),), ("note.names_no_encoder",)))
    for text in ("My sister lives in Porto.", "我妹妹住在波尔图。", "My sister lives in Porto."):
        detect(text, layers=lazy().layers)
    assert read == ["My sister lives in Porto.", "我妹妹住在波尔图。"]
    assert lazy().notes == ("note.names_no_encoder",)
