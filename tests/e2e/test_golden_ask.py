"""The golden cases through `Session.ask`, with the real encoder: what was said in one conversation answers
in another.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant.events import Reply, ReplyResult, Sending
from assistant.session import Session
from tests.assistant.servers import DONE, answering, event, serving
from tests.vault.pages import log_bytes, plain_pages
from vault import FLOOR_COST, Secret, create_vault, open_vault
from vault.privacy import mask_for_list
from vault.recall import Encoder, default_encoder_folder
from vault.records import EndpointConfig

PASSPHRASE = Secret("a passphrase for golden cases")
ZONE = "Asia/Shanghai"
Opener = Callable[..., contextlib.AbstractContextManager[Session]]
ID_NUMBER = "11010519491231002X"


@pytest.fixture(params=["ask", "auto"])
def mode(request: pytest.FixtureRequest) -> str:
    """Both ways of keeping: waiting for review, and at once with undo."""
    return str(request.param)


@pytest.fixture
def folder(tmp_path: Path, models_dir: Path) -> Path:
    """A new vault's folder, closed."""
    vault, _ = create_vault(tmp_path / "vault", PASSPHRASE, cost=FLOOR_COST)
    vault.close()
    return tmp_path / "vault"


@pytest.fixture(scope="module")
def encoder(models_dir: Path) -> Encoder:
    """The encoder that ships, loaded once."""
    return Encoder.load(default_encoder_folder())


@pytest.fixture
def opened(encoder: Encoder) -> Opener:
    """Opens a vault's folder as a session with the real encoder."""
    return functools.partial(_opened, encoder)


@contextlib.contextmanager
def _opened(encoder: Encoder, folder: Path, mode: str = "auto") -> Iterator[Session]:
    with Session.over(open_vault(folder, passphrase=PASSPHRASE), encoder=encoder, zone=ZONE) as session:
        session.vault.settings.set("memory.mode", mode)
        yield session


def tell(session: Session, *messages: tuple[str, str]) -> list[ReplyResult]:
    """Ask (conversation, text) in order; the finished replies."""

    async def talk() -> list[ReplyResult]:
        return [await session.reply(text, conversation) for conversation, text in messages]

    return asyncio.run(talk())


def all_pages(session: Session) -> bytes:
    """Every page in clear, with the log emptied into the file first."""
    session.recall.index_now()
    session.vault.db.checkpoint()
    assert log_bytes(session.vault) == 0
    return plain_pages(session.vault)


def test_a_name_and_address_said_once_answer_in_another_conversation(
    opened: Opener, folder: Path, mode: str
) -> None:
    with opened(folder, mode) as session:
        told, name, address = tell(
            session,
            ("一", "我叫李明，邮箱 li@example.com"),
            ("二", "我叫什么名字？"),
            ("三", "我的邮箱是什么？"),
        )
        said = session.vault.conversations.turns(told.conversation)[0]
        for reply, answer in ((name, "李明"), (address, "li@example.com")):
            assert answer in reply.answer.split("\n")[0]
            assert reply.citations[0].supported
            assert answer in reply.citations[0].quote
            assert reply.confidence in ("high", "medium")
            used = [citation.id for citation in reply.citations if citation.kind == "memory"]
            sources = {e.ref_id for m in used for e in session.vault.memories.get(m).evidence} | set(
                reply.used_ids
            )
            assert said.id in sources
        used = [i for r in (name, address) for i in r.used_ids if i.startswith("m_")]
        assert all(session.vault.memories.get(i).uses >= 1 for i in used)


@pytest.mark.parametrize(
    ("first", "second", "question", "answer", "quotes"),
    [
        ("我的预算是 50 万", "预算最多 30 万", "预算是多少？", "30–50 万元", ("50 万", "最多 30 万")),
        ("My budget is $500k.", "My budget is $300k at most.", "What is my budget?",
         "$300,000–500,000", ("$500k", "$300k")),
    ],
)  # fmt: skip
def test_two_numbers_answer_as_a_range_with_both_sources(
    opened: Opener,
    folder: Path,
    mode: str,
    first: str,
    second: str,
    question: str,
    answer: str,
    quotes: tuple[str, str],
) -> None:
    with opened(folder, mode) as session:
        *_, reply = tell(session, ("一", first), ("二", second), ("三", question))
        assert reply.answer.startswith(answer)
        cited = [citation.quote for citation in reply.citations]
        assert all(any(quote in c for c in cited) for quote in quotes), cited
        assert all(citation.supported for citation in reply.citations)
        assert reply.needs_user_confirm, "a range is put to the user"


@pytest.mark.parametrize("text", [f"我的身份证号是{ID_NUMBER}，住在杭州", f"身份证 {ID_NUMBER} 帮我存一下"])
def test_an_identity_number_is_nowhere_in_clear(opened: Opener, folder: Path, mode: str, text: str) -> None:
    with opened(folder, mode) as session:
        tell(session, ("一", text), ("二", "我的身份证号是多少？"))
        session.recall.index_now()
        tokens = session.vault.db.read(
            lambda conn: "\n".join(str(tuple(row)) for row in conn.execute("SELECT * FROM index_units"))
        )
        assert ID_NUMBER.lower() not in tokens.lower()
        store = session.vault.conversations
        assert not any(ID_NUMBER in turn.text for c in store.list() for turn in store.turns(c.id))
        assert not any(ID_NUMBER in f"{m.claim}{m.value}" for m in session.vault.memories.list(None))
        pages = all_pages(session)
        assert ID_NUMBER.encode() not in pages
    assert mask_for_list(ID_NUMBER) == "***"
    for file in folder.rglob("*"):
        if file.is_file():
            raw = file.read_bytes()
            assert ID_NUMBER.encode() not in raw
            assert "杭州".encode() not in raw


@pytest.mark.parametrize(
    ("said", "order", "yes", "question", "value"),
    [
        ("我的猫叫雪球", "忘掉我的猫", "是的", "我的猫叫什么？", "雪球"),
        (
            "My email is ada.quill@example.com",
            "Forget my email",
            "yes",
            "What is my email?",
            "ada.quill@example.com",
        ),
    ],
)
def test_what_is_forgotten_is_gone_at_once_after_a_restart_and_from_the_pages(
    opened: Opener, folder: Path, mode: str, said: str, order: str, yes: str, question: str, value: str
) -> None:
    with opened(folder, mode) as session:
        before, listed, done, after = tell(
            session, ("一", said), ("二", question), ("三", order), ("三", yes), ("四", question)
        )[1:]
        assert value in before.answer
        assert value in listed.answer, "what would go is shown first"
        assert listed.needs_user_confirm
        assert value not in done.answer
        assert value not in after.answer
    with opened(folder, mode) as session:
        (again,) = tell(session, ("五", question))
        assert value not in again.answer
        assert value.encode() not in all_pages(session)


def test_a_forgetting_that_is_not_confirmed_deletes_nothing(opened: Opener, folder: Path) -> None:
    with opened(folder) as session:
        *_, kept, after = tell(
            session,
            ("一", "我的猫叫雪球"),
            ("二", "忘掉我的猫"),
            ("二", "不，留着"),
            ("三", "我的猫叫什么？"),
        )
        assert "没有删除" in kept.answer
        assert "雪球" in after.answer


def test_a_standing_preference_reaches_a_request_that_shares_no_word_with_it(
    opened: Opener, folder: Path
) -> None:
    said = "I like answers with code, and short"

    async def scene(session: Session) -> tuple[ReplyResult, bytes, tuple[str, ...]]:
        await session.reply(said, "one")
        async with serving(answering(event("Learn Rust."), DONE)) as server:
            session.vault.endpoints.put(EndpointConfig("model", "openai", server.origin, "m", "remote"))
            events = [
                e async for e in session.ask("recommend me something to learn", "two", endpoint="model")
            ]
            assert any(isinstance(e, Sending) for e in events)
            last = events[-1]
            assert isinstance(last, Reply)
            return last.result, server.requests[0].body, last.result.receipts

    with opened(folder) as session:
        result, body, receipts = asyncio.run(scene(session))
        detail = session.vault.conversations.reply(result.turn_id)
        assert detail is not None
        assert said in body.decode()
        assert [entry["text"] for entry in detail["profile"]] == [said]
        assert session.vault.receipts.get(receipts[0]).body == body
