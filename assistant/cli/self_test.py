"""`keepsake self-test`: every part of this installation does its work on this machine, without a network.

A temporary vault is created, filled, closed and opened again; the window's own checks are handed in by the program's
entry. While it runs, any attempt to open an internet socket fails the test. Afterwards every way out is tried under
air-gap mode. Works in the frozen program.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assistant.air_gap import WayOut, try_ways_out
from assistant.catalogue import LANGUAGES, has, say, texts
from assistant.cli.context import Context
from assistant.cli.errors import CheckFailed
from assistant.names import load_name_finders
from assistant.socket_guard import SocketHold
from assistant.tools.mcp_client import client_parts
from vault import FLOOR_COST, Secret, create_vault, open_vault
from vault.errors import KeepsakeError, WrongPassphrase
from vault.keys import Argon2Cost, derive_passphrase_key, new_data_key, unwrap, wrap
from vault.privacy import MemoryPseudonyms, PiiType, Pseudonymiser, for_storage
from vault.privacy.folding import fold
from vault.recall import Encoder, Recall
from vault.recall.models import default_encoder_folder, describe_encoder
from vault.records import Role

_PASSPHRASE = Secret("self-test, opens nothing else 自检")
_TEXTS = (
    ("The accountant recommended filing the tax return early.", "What did my tax adviser suggest?"),
    ("猫咪豆豆每天早上六点要吃罐头。", "我的宠物几点吃饭？"),
)
_NAMED = ("Please ask Maria Fernandez about the lease.", "请转告王建国，明天不用来了。")


@dataclass(frozen=True, slots=True)
class Step:
    """One check: `detail` is a short technical fact, or the code of the error."""

    name: str
    is_ok: bool
    detail: str
    seconds: float


def run(context: Context) -> int:
    """Print each check; 1 where any of them failed."""
    steps: list[Step] = []
    with SocketHold(allows_loopback=False) as hold:
        with tempfile.TemporaryDirectory(prefix="keepsake-self-test-") as folder:
            for name, check in (*_checks(Path(folder)), *context.more_checks()):
                steps.append(_timed(name, check))
                _show(context, steps[-1])
        tried = ",".join(attempt.partition(" ")[0] for attempt in hold.attempts)
        steps.append(Step("network", not tried, tried or "no attempt", 0.0))
        _show(context, steps[-1])
    started = time.monotonic()
    ways = asyncio.run(_ways_out())
    refused, is_ok = sum(way.outcome == "refused" for way in ways), all(way.is_ok for way in ways)
    steps.append(Step("air_gap", is_ok, f"{refused} refused", time.monotonic() - started))
    _show(context, steps[-1])
    if not context.output.is_json:
        for way in ways:
            context.output.line(way_line(way, context.language))
    is_ok = all(step.is_ok for step in steps)
    if context.output.is_json:
        checks = [
            {"name": s.name, "ok": s.is_ok, "detail": s.detail, "seconds": round(s.seconds, 3)} for s in steps
        ]
        tried_ways = [
            {"way": way.way, "target": way.target, "ok": way.is_ok, "outcome": way.outcome} for way in ways
        ]
        context.output.result({"ok": is_ok, "checks": checks, "ways_out": tried_ways}, "")
    return 0 if is_ok else 1


async def _ways_out() -> list[WayOut]:
    return [way async for way in try_ways_out()]


def way_line(way: WayOut, language: str) -> str:
    """One way out in words: what was tried, where to, and what became of it."""
    mark = say("cli.self_test.ok" if way.is_ok else "cli.self_test.failed", language)
    known = f"air_gap.outcome.{way.outcome}"
    outcome = say(known, language) if has(known) else way.outcome
    return f"  {mark}  {say(f'air_gap.way.{way.way}', language)}  {way.target}  {outcome}"


def _show(context: Context, step: Step) -> None:
    if not context.output.is_json:
        mark = context.say("self_test.ok" if step.is_ok else "self_test.failed")
        context.output.line(f"{mark}  {step.name}  {step.seconds:.2f} s  {step.detail}")


def _timed(name: str, check: Callable[[], str]) -> Step:
    started = time.monotonic()
    try:
        detail, is_ok = check(), True
    except KeepsakeError as error:
        about = error.details.get("what") or error.details.get("file")
        detail, is_ok = f"{error.code}: {about}" if about else error.code, False
    except Exception as error:  # noqa: BLE001  whatever a broken installation raises is this check's finding
        detail, is_ok = type(error).__name__, False
    return Step(name, is_ok, detail, time.monotonic() - started)


def _checks(folder: Path) -> list[tuple[str, Callable[[], str]]]:
    encoders: list[Encoder] = []

    def embed() -> str:
        encoders.append(Encoder.load(default_encoder_folder()))
        return _embed(encoders[0])

    return [
        ("crypto", _crypto),
        ("database", lambda: _database(folder / "vault")),
        ("models", lambda: describe_encoder(default_encoder_folder()).encoder_id),
        ("embed", embed),
        ("recall", lambda: _recall(folder / "recall", encoders[0] if encoders else None)),
        ("names", lambda: _names(encoders[0] if encoders else None)),
        ("scrub", _scrub),
        ("catalogue", _catalogue),
        ("tool_servers", lambda: ", ".join(client_parts())),
    ]


def _need(condition: bool, what: str) -> None:
    if not condition:
        raise CheckFailed(what=what)


def _crypto() -> str:
    """Key derivation is deterministic, a wrap opens with its key and its associated data alone."""
    cost = Argon2Cost(FLOOR_COST.memory_kib, FLOOR_COST.iterations, FLOOR_COST.lanes)
    key = derive_passphrase_key(b"one", b"0123456789abcdef", cost)
    _need(key == derive_passphrase_key(b"one", b"0123456789abcdef", cost), "kdf_stable")
    _need(key != derive_passphrase_key(b"two", b"0123456789abcdef", cost), "kdf_differs")
    data_key = new_data_key()
    nonce, wrapped = wrap(key, data_key, b"self-test")
    _need(unwrap(key, nonce, wrapped, b"self-test") == data_key, "wrap")
    _need(unwrap(key, nonce, wrapped, b"self-tesT") is None, "associated_data")
    # Source: FIPS 180-4, the digest of "abc".
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    _need(hashlib.sha256(b"abc").hexdigest() == known, "sha256")
    return "argon2id, aes-256-gcm, sha-256"


def _database(path: Path) -> str:
    """What is written is read back after closing; the file shows nothing of it; another passphrase does not open it."""
    marker = "self-test marker 自检标记"
    vault, _ = create_vault(path, _PASSPHRASE, cost=FLOOR_COST)
    with vault:
        conversation = vault.conversations.create()
        turn = vault.conversations.add_turn(conversation.id, Role.USER, marker)
    files = [file.read_bytes() for file in path.iterdir() if file.is_file()]
    _need(
        not any(marker.encode() in data or data.startswith(b"SQLite format") for data in files), "encrypted"
    )
    try:
        open_vault(path, passphrase=Secret("another")).close()
        _need(False, "wrong_passphrase_opened")
    except WrongPassphrase:
        pass
    with open_vault(path, passphrase=_PASSPHRASE, wait=lambda seconds: None) as vault:
        _need(vault.conversations.turn(turn.id).text == marker, "read_back")
        _need(vault.verify().is_whole, "verify")
        version: str = vault.db.read(lambda conn: str(conn.execute("PRAGMA cipher_version").fetchone()[0]))
    return f"SQLCipher {version}"


def _embed(encoder: Encoder) -> str:
    """Each question is nearer to its own statement than to the other."""
    rows = encoder.encode_queries([question for _, question in _TEXTS])
    passages = np.stack([it.vectors[0] for it in encoder.encode_passages([text for text, _ in _TEXTS])])
    likeness = rows @ passages.T
    for place in range(len(_TEXTS)):
        _need(int(likeness[place].argmax()) == place, "nearest")
    return f"{passages.shape[1]} dimensions"


def _recall(path: Path, encoder: Encoder | None) -> str:
    """What was said in one conversation is found by a question in other words."""
    vault, _ = create_vault(path, _PASSPHRASE, cost=FLOOR_COST)
    with vault:
        recall = Recall(vault, encoder)
        try:
            recall.start(background=False)
            conversation = vault.conversations.create()
            turns = [vault.conversations.add_turn(conversation.id, Role.USER, text) for text, _ in _TEXTS]
            recall.index_now()
            for turn, (_, question) in zip(turns, _TEXTS, strict=True):
                found = recall.recall(question).items
                _need(bool(found) and found[0].id == turn.id, "first")
        finally:
            recall.close()
    return "with vectors" if encoder is not None else "by words only"


def _names(encoder: Encoder | None) -> str:
    """Both trained finders are there, and each finds a person that no rule names."""
    finders = load_name_finders(encoder)
    _need(not finders.notes, ",".join(finders.notes))
    for text in _NAMED:
        types = {span.type for layer in finders.layers for span in layer.find(fold(text))}
        _need(PiiType.PERSON in types, "person")
    return f"{len(finders.layers)} finders"


def _scrub() -> str:
    """Secrets are cut, contacts are replaced and come back as they were."""
    # Source: the example card number that payment networks publish for tests.
    text = "My card is 4111 1111 1111 1111, mail me at anna@example.com. 我的密码是 Tr0ub4dor&3。"
    stored = for_storage(text).text
    _need("4111" not in stored and "Tr0ub4dor" not in stored and "anna@example.com" in stored, "stored")
    pseudonymiser = Pseudonymiser(MemoryPseudonyms(), "self-test")
    sent = pseudonymiser.scrub(text)
    _need("anna@example.com" not in sent.text and pseudonymiser.restore(sent.text) == text, "round_trip")
    return f"{len(sent.spans)} places"


def _catalogue() -> str:
    """Both languages say the same things."""
    keys = [set(texts(language)) for language in LANGUAGES]
    _need(bool(keys[0]) and all(found == keys[0] for found in keys), "keys")
    return f"{len(keys[0])} texts"
