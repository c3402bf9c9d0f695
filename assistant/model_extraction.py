"""Asks a model, after the reply, what a message says that lasts: one call in the background, one retry,
nothing lost.

What waits is in the vault's `extraction_jobs`. The call goes to the endpoint chosen for background work,
else to the one of the conversation, through the gate with purpose "extraction" and under the same rules of
privacy as a turn. What comes back is judged by `assistant.extraction.model_output`, then by the write gate.
Follows the design page "Memory core, Extraction".
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from assistant.catalogue import LANGUAGES
from assistant.endpoints import ChatRequest, Endpoint, Message, whole_reply
from assistant.errors import EndpointError, NotShown
from assistant.extraction.clauses import own_words
from assistant.extraction.foreign import own_part
from assistant.extraction.guards import is_injection
from assistant.extraction.model_output import SCHEMA, Context, ModelRead, OutputMalformed, read_output
from assistant.extraction.model_prompt import extraction_messages, retry_messages
from assistant.language import language_of
from assistant.names import NameFinders
from assistant.scrub import Scrubber, masks, may_go_unseen, policy_for
from assistant.sensitive_words import SensitiveWords
from vault import Vault
from vault.asking import asks_or_orders_only
from vault.endpoints import BACKGROUND_SETTING
from vault.errors import KeepsakeError, NotFound
from vault.extraction_jobs import ExtractionJob
from vault.privacy import KnownNames, for_storage
from vault.privacy.pseudonyms import Pseudonymiser
from vault.records import Memory, MemoryMode, Outcome, RecallResult, Turn

SETTING: Final = "extraction.model"
EARLIER_TURNS: Final = 6
SHOWN_MEMORIES: Final = 8
MAX_TOKENS: Final = 1_200
THREAD: Final = "keepsake-extraction"
_SHORTEST = 4  # characters: below that a message is a nod


class Asker(Protocol):
    """What this needs of a session."""

    vault: Vault

    @property
    def mode(self) -> MemoryMode: ...

    @property
    def names(self) -> Callable[[], NameFinders]: ...

    @property
    def known_names(self) -> Callable[[], KnownNames]: ...

    def endpoint(self, name: str = "") -> Endpoint: ...

    def background_endpoint(self) -> Endpoint | None: ...

    def recall_text(self, text: str, *, limit: int = 20, scope: str = "universal") -> RecallResult: ...


@dataclass(slots=True)
class ExtractionReport:
    """What one run did: messages asked about, memories made or changed, outputs of no use, and why it ended
    early."""

    asked: int = 0
    outcomes: list[Outcome] = field(default_factory=list)
    malformed: int = 0
    dropped: dict[str, int] = field(default_factory=dict)
    stopped_by: str = ""


def is_worth_asking(text: str) -> bool:
    """Whether a message may hold anything for a model to find: not a nod, not only a question, not
    another's orders."""
    own = own_words(own_part(text)).strip()
    return len(own) >= _SHORTEST and not asks_or_orders_only(own) and not is_injection(text)


def note_for_model(vault: Vault, turn: Turn, scope: str, mode: MemoryMode, endpoint: Endpoint | None) -> None:
    """Within a turn that `endpoint` answers: note that a model is to be asked about the message, where it may be."""
    is_model = endpoint is not None and not endpoint.is_builtin
    has_model = is_model or bool(vault.settings.text(BACKGROUND_SETTING))
    is_wanted = has_model and mode is not MemoryMode.OFF and bool(vault.settings.get(SETTING))
    if is_wanted and is_worth_asking(turn.text):
        name = endpoint.name if endpoint is not None and is_model else ""
        vault.extraction_jobs.add(turn.id, turn.conversation_id, scope=scope, endpoint=name)


class ModelExtraction:
    """Works through what waits, on a thread of its own that lives only while there is something. Any
    thread."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._task: tuple[asyncio.AbstractEventLoop, asyncio.Task[ExtractionReport]] | None = None
        self._is_over = False
        self._at_work = threading.Lock()  # one message is not asked about twice at a time
        self.last_report: ExtractionReport | None = None

    def wake(self) -> None:
        """Begin to ask about what waits; returns at once. While it works already, nothing happens."""
        with self._lock:
            if self._is_over or (self._thread is not None and self._thread.is_alive()):
                return
            if not self._asker.vault.extraction_jobs.waiting(1):
                return
            self._thread = threading.Thread(target=self._run, name=THREAD, daemon=True)
            self._thread.start()

    def run_now(self, *, is_everything: bool = False) -> ExtractionReport:
        """Ask about what waits, in this thread, after what runs already."""
        with self._at_work:
            return asyncio.run(extract_waiting(self._asker, is_everything=is_everything))

    def stop(self) -> None:
        """Cancel a call that is open and wait for the thread. What it asked about stays noted. Idempotent."""
        with self._lock:
            self._is_over = True
            if self._task is not None:
                loop, task = self._task
                loop.call_soon_threadsafe(task.cancel)
        if self._thread is not None:
            self._thread.join()

    def wait(self, timeout_s: float) -> bool:
        """Whether the work that was begun is done within that time."""
        if self._thread is not None:
            self._thread.join(timeout_s)
        return self._thread is None or not self._thread.is_alive()

    def _run(self) -> None:
        try:
            with self._at_work:
                asyncio.run(self._watched())
        except asyncio.CancelledError:
            return
        except KeepsakeError as error:
            self.last_report = ExtractionReport(stopped_by=error.code)

    async def _watched(self) -> None:
        task = asyncio.ensure_future(extract_waiting(self._asker))
        with self._lock:
            if self._is_over:
                task.cancel()
            self._task = (asyncio.get_running_loop(), task)
        try:
            self.last_report = await task
        finally:
            with self._lock:
                self._task = None


async def extract_waiting(asker: Asker, *, is_everything: bool = False) -> ExtractionReport:
    """Ask about every message that waits, the oldest first. An endpoint that fails ends the run; the rest
    goes on waiting.

    With `is_everything` also what has failed too often to be tried unasked. Cancelling it closes the socket
    at once.
    """
    report = ExtractionReport()
    vault = asker.vault
    if asker.mode is MemoryMode.OFF or not vault.settings.get(SETTING):
        report.stopped_by = "off"
        return report
    tried: set[str] = set()
    while True:
        jobs = await asyncio.to_thread(vault.extraction_jobs.waiting, is_everything=is_everything)
        fresh = [job for job in jobs if job.turn_id not in tried]
        if not fresh:
            return report
        for job in fresh:
            tried.add(job.turn_id)
            try:
                await _one(asker, job, report)
            except KeepsakeError as error:
                report.stopped_by = error.code
                return report


async def _one(asker: Asker, job: ExtractionJob, report: ExtractionReport) -> None:
    vault = asker.vault
    try:
        turn = vault.conversations.turn(job.turn_id)
    except NotFound:
        vault.extraction_jobs.done(job.turn_id)
        return
    if not turn.is_shown:
        vault.extraction_jobs.done(job.turn_id)  # the message was edited: its old wording teaches nothing
        return
    endpoint = _endpoint(asker, job)
    if endpoint is None or not is_worth_asking(turn.text):
        if endpoint is not None or not vault.settings.text(BACKGROUND_SETTING):
            vault.extraction_jobs.done(
                job.turn_id
            )  # no model is behind this conversation: nothing to wait for
        return
    if not may_go_unseen(endpoint.config, await endpoint.trust()):
        raise NotShown  # it goes on waiting: the rules may change, or another endpoint be chosen for such work
    request, context, scrubber = await _prepared(asker, endpoint, job, turn)
    report.asked += 1
    read, answer, reason = await _asked(endpoint, request, context, scrubber)
    if read is None:
        report.malformed += 1
        await asyncio.to_thread(vault.extraction_jobs.failed, turn.id, reason, answer)
        return
    outcomes = await asyncio.to_thread(_keep, asker, turn, read)
    report.outcomes += outcomes
    for why, count in read.dropped.items():
        report.dropped[why] = report.dropped.get(why, 0) + count


def _endpoint(asker: Asker, job: ExtractionJob) -> Endpoint | None:
    """The endpoint chosen for background work, else the one that answered the message; None where that is no model,
    is gone or cannot be used: the message is sent nowhere else.
    """
    if asker.vault.settings.text(BACKGROUND_SETTING):
        return asker.background_endpoint()
    try:
        endpoint = asker.endpoint(job.endpoint)
    except EndpointError:
        return None
    return None if endpoint.is_builtin else endpoint


async def _prepared(
    asker: Asker, endpoint: Endpoint, job: ExtractionJob, turn: Turn
) -> tuple[ChatRequest, Context, Scrubber]:
    trust = await endpoint.trust()
    return await asyncio.to_thread(_request, asker, endpoint, job, turn, trust)


def _request(
    asker: Asker, endpoint: Endpoint, job: ExtractionJob, turn: Turn, trust: str
) -> tuple[ChatRequest, Context, Scrubber]:
    """The request under the rules of the endpoint, and what its output is to be checked against."""
    vault = asker.vault
    scrubber = scrubber_for(asker, endpoint, job.conversation_id, trust)
    words = SensitiveWords(vault, scrubber)
    earlier = words.history(
        vault.conversations.turns(job.conversation_id, before=turn.position, limit=EARLIER_TURNS)
    )
    told = "".join(one.text for one in words.history([turn]))
    shown = {
        memory.id: memory
        for memory in _related(asker, turn, job.scope)
        if scrubber.may_leave(memory.sensitivity)
    }
    language = language_of(turn.text, LANGUAGES[0])
    messages = extraction_messages(
        scrubber.scrub(told),
        [(one.role.value, scrubber.scrub(one.text)) for one in earlier if one.text.strip()],
        [(memory.id, scrubber.scrub(memory.claim, memory.sensitivity)) for memory in shown.values()],
        language,
    )
    request = ChatRequest(
        tuple(messages), turn.text, language, purpose="extraction", replaced=scrubber.replaced,
        memory_ids=tuple(shown), conversation_id=job.conversation_id, turn_id=turn.id, assumed_trust=trust,
        schema=SCHEMA, max_tokens=MAX_TOKENS, now_utc=turn.said_utc, zone=turn.zone,
    )  # fmt: skip

    def restore(text: str) -> str:
        restorer = scrubber.restorer()
        return restorer.feed(text) + restorer.flush()

    known = [memory.claim for memory in vault.memories.learnt_from(turn.id)]
    return request, Context(turn, turn.said_utc, job.scope, shown, known, restore), scrubber


def scrubber_for(asker: Asker, endpoint: Endpoint, conversation_id: str, trust: str) -> Scrubber:
    """What scrubs a request to this endpoint, with the stand-ins of its conversation."""
    policy = policy_for(endpoint.config, trust)
    is_masked = masks(policy)
    finders = asker.names() if is_masked else NameFinders()
    known = asker.known_names() if is_masked else KnownNames()
    pseudonymiser = Pseudonymiser(asker.vault.pseudonyms, conversation_id, known=known, layers=finders.layers)
    return Scrubber(policy, pseudonymiser)


def _related(asker: Asker, turn: Turn, scope: str) -> Sequence[Memory]:
    """The memories that the message may speak of; a model may say which of them it ends."""
    found = asker.recall_text(turn.text, limit=SHOWN_MEMORIES, scope=scope)
    return [item.memory for item in found.items if item.memory is not None and not item.past]


async def _asked(
    endpoint: Endpoint, request: ChatRequest, context: Context, scrubber: Scrubber
) -> tuple[ModelRead | None, str, str]:
    """What the output holds, else the second output that was of no use and why."""
    messages: tuple[Message, ...] = request.messages
    answer, reason = "", ""
    for _ in range(2):
        answer = await whole_reply(endpoint, replace(request, messages=messages))
        try:
            return read_output(answer, context), answer, ""
        except OutputMalformed as error:
            reason = error.reason
            # What the model has made up goes back, and into the receipt, as everything else does.
            said = await asyncio.to_thread(scrubber.scrub, for_storage(answer[:2000]).text)
            messages = retry_messages(request.messages, said, reason, request.language)
    return None, answer, reason


def _keep(asker: Asker, turn: Turn, read: ModelRead) -> list[Outcome]:
    """Through the gate, in the order given; only then is the message done."""
    vault = asker.vault
    outcomes = vault.memories.apply(read.candidates, mode=asker.mode, actor="model")
    for ended, claim in read.ended:
        by = next((one for one in vault.memories.learnt_from(turn.id) if one.claim == claim), None)
        if by is not None:
            vault.memories.supersede(ended, by.id, actor="model")
    vault.extraction_jobs.done(turn.id)
    return outcomes
