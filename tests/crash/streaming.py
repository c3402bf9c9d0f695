"""Kills a process while a reply streams into its vault, and looks at what is left of the chat.

As a module it is that process: `python -m tests.crash.streaming FOLDER ORIGIN NUMBER`, the recovery code on standard
input; each line of standard output is the JSON of something that it had seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import sys
from pathlib import Path

from assistant.events import MessageSaved, TextDelta
from assistant.session import Session
from tests.assistant.servers import Received, event, head, serving
from tests.crash.hunt import MARKER, hunt
from tests.crash.kills import EXPORTS, PROJECT, Secrets, Tally
from tests.crash.light import light_derivation
from vault import open_vault
from vault.records import EndpointConfig, Role

CHAT = "streamed"
_WORDS = [f"word{number}" for number in range(4000)]
REPLY = f"{MARKER} " + " ".join(_WORDS)
_EVERY_S = 0.01
LONGEST_S = 2.5
# A partial reply is saved once a second; so long after its first word some of it is in the vault.
SURELY_KEPT_AFTER_S = 2.0


async def endless(_: Received, writer: asyncio.StreamWriter) -> None:
    """The reply word by word, until it is at its end or nobody reads."""
    with contextlib.suppress(ConnectionError):
        writer.write(head() + event(f"{MARKER} "))
        for number, word in enumerate(_WORDS):
            writer.write(event(word if number == len(_WORDS) - 1 else f"{word} "))
            await writer.drain()
            await asyncio.sleep(_EVERY_S)


def kill_loop(folder: Path, secrets: Secrets, kills: int, tally: Tally, *, seed: int = 0) -> None:
    """So many replies into one chat of one vault, each cut off by SIGKILL at a random moment."""
    asyncio.run(_kill_loop(folder, secrets, kills, tally, seed))


async def _kill_loop(folder: Path, secrets: Secrets, kills: int, tally: Tally, seed: int) -> None:
    chosen = random.Random(seed)
    kept: dict[str, str] = {}
    async with serving(endless) as server:
        for number in range(seed, seed + kills):
            after_s = chosen.uniform(0.0, LONGEST_S)
            saved = await _run_and_kill(folder, server.origin, number, secrets.code, after_s)
            tally.kills += 1
            _look(folder, secrets, saved, kept, tally, must_have_text=after_s > SURELY_KEPT_AFTER_S)
            tally.survived += 1


async def _run_and_kill(folder: Path, origin: str, number: int, code: str, after_s: float) -> str:
    """The id of the message that was acknowledged before the process was killed, `after_s` from the first word on."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.crash.streaming", str(folder), origin, str(number),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=PROJECT, start_new_session=True,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{code}\n".encode())
    saved = ""
    while line := await process.stdout.readline():
        kind, told = json.loads(line)
        if kind == "saved":
            saved = told
        elif kind == "text":
            break
    try:
        await asyncio.wait_for(process.stdout.read(), after_s)
        raise AssertionError("the process ended before it was killed")
    except TimeoutError:
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
    return saved


@light_derivation()
def _look(
    folder: Path, secrets: Secrets, saved: str, kept: dict[str, str], tally: Tally, *, must_have_text: bool
) -> None:
    """`kept`, what earlier looks found by id, is checked and brought up to date."""
    with open_vault(folder, recovery_code=secrets.code) as vault:
        report = vault.verify()
        assert report.is_whole
        chat = vault.conversations.by_name(CHAT)
        assert chat is not None
        turns = {turn.id: turn for turn in vault.conversations.turns(chat.id)}
        tally.acknowledged += 1
        tally.lost += saved not in turns
        tally.lost += sum(
            identity not in turns or turns[identity].text != text for identity, text in kept.items()
        )
        replies = [turn for turn in turns.values() if turn.role is Role.ASSISTANT]
        assert len(replies) == tally.kills
        assert all(REPLY.startswith(turn.text.strip()) and turn.state == "partial" for turn in replies)
        if must_have_text:
            tally.lost += not replies[-1].text
        kept.update((turn.id, turn.text) for turn in turns.values())
        hunt(folder.parent, tally.scanned, but=EXPORTS)


async def _ask(folder: Path, origin: str, number: str) -> None:
    code = sys.stdin.readline().rstrip("\n")
    with light_derivation():
        vault = open_vault(folder, recovery_code=code)
    vault.settings.set("extraction.model", False)
    vault.endpoints.put(EndpointConfig("model", "openai", origin, "m", "local"))
    session = Session.over(vault)
    is_told = False
    async for told in session.ask(f"Tell me {MARKER} {number}", CHAT, endpoint="model"):
        if isinstance(told, MessageSaved):
            print(json.dumps(["saved", told.turn.id]), flush=True)
        elif isinstance(told, TextDelta) and not is_told:
            is_told = True
            print(json.dumps(["text", ""]), flush=True)


if __name__ == "__main__":
    asyncio.run(_ask(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
