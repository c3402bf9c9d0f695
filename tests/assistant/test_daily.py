"""The upkeep's thread: it runs at the start and ends with the session; uses count only on their topic."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from assistant import learning
from assistant.ask import Gathered, Services
from assistant.daily import UPKEEP_THREAD, DailyUpkeep
from assistant.session import Session
from assistant.store import VaultTurns
from tests.vault.telling import said, tell
from vault import FLOOR_COST, Secret, Vault, create_vault
from vault.errors import DiskFull
from vault.records import State
from vault.upkeep import UpkeepReport


def names() -> list[str]:
    return [thread.name for thread in threading.enumerate()]


def reply(session: Session, text: str, conversation: str) -> None:
    asyncio.run(session.reply(text, conversation))


def wait_for_run(vault: Vault) -> threading.Event:
    """Set once the upkeep has expired something."""
    done = threading.Event()
    vault.listeners.append(lambda change: done.set() if change.action == "memory.expire" else None)
    return done


def test_a_session_does_the_days_upkeep_by_itself_and_ends_its_thread(tmp_path: Path) -> None:
    vault, _ = create_vault(tmp_path / "vault", Secret("only for this test"), cost=FLOOR_COST)
    outcome = tell(vault, "Dentist on Friday.", "appointment", "dentist", expires_utc=said("2026-03-14"))
    assert outcome.memory is not None
    done = wait_for_run(vault)
    session = Session.over(vault)
    assert done.wait(10)
    assert vault.memories.get(outcome.memory.id).state is State.EXPIRED
    session.close()
    assert UPKEEP_THREAD not in names()


def test_an_upkeep_that_fails_is_kept_for_the_next_look_and_still_stops(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = threading.Event()

    def fail(*_: object, **__: object) -> UpkeepReport:
        failed.set()
        raise DiskFull

    monkeypatch.setattr(session.vault.memories.upkeep, "is_due", lambda *_: True)
    monkeypatch.setattr(session.vault.memories.upkeep, "run", fail)
    daily = DailyUpkeep(session.vault, lambda: "UTC")
    daily.start()
    assert failed.wait(10)
    daily.stop()
    daily.stop()
    assert isinstance(daily.last_error, DiskFull)


def test_what_the_profile_brings_along_counts_only_while_it_is_spoken_of(session: Session) -> None:
    reply(session, "Please remember that I prefer answers in bullet points.", "start")
    [memory] = [m for m in session.vault.memories.list() if "bullet" in m.claim]
    chat = session.conversation("expenses")
    services = Services(session.vault, session.recall, session.endpoint)
    for text in ("How do I file my travel expenses?", "Which expenses need receipts?", "Who signs expenses?"):
        reply(session, text, "expenses")
        ask = session._ask(text, "expenses", endpoint="", temporary=False, scope="", at=None)
        question = next(t for t in reversed(VaultTurns(session.vault, chat.id).turns(4)) if t.text == text)
        g = Gathered(ask, question)
        g.memories = {memory.id: memory}
        learning.count_use(services, g, [memory.id])
    assert session.vault.memories.get(memory.id).uses == 0
    reply(session, "Are bullet points fine for the report?", "expenses")
    learning.count_use(services, g, [memory.id])
    assert session.vault.memories.get(memory.id).uses >= 1
