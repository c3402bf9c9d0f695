"""The composition root: an open vault, recall with its encoder, the gate and the endpoints, joined for one user.

The command line and the window use the same session. Everything comes in as arguments: paths, clock, zone,
language. Close it when done; it closes recall and the vault.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from types import TracebackType

from assistant.air_gap import AirGap
from assistant.ask import Ask, Services
from assistant.chats import Chats
from assistant.chosen_endpoints import ChosenEndpoints
from assistant.commands import parse
from assistant.daily import DailyUpkeep
from assistant.egress import Gate
from assistant.endpoints import Endpoint, TestStep
from assistant.endpoints.discovery import FoundServer
from assistant.errors import EndpointUnknown, TurnRefused
from assistant.events import Event, Reply, ReplyResult
from assistant.highlights import Highlight
from assistant.highlights import find as find_highlights
from assistant.known_names import VaultNames
from assistant.language import language_of
from assistant.model_extraction import ModelExtraction
from assistant.names import LazyNames, load_name_finders
from assistant.refining import Refining
from assistant.similarity import same_word_of, similarity_of
from assistant.slot_answers import with_slots
from assistant.store import TemporaryTurns, TurnStore
from assistant.tools import Tool
from assistant.tools.mcp_client import ServerLinks
from assistant.tools.servers import servers
from assistant.turn import TurnRunner
from vault import Secret, Vault, open_vault, utc_now
from vault.attachments import AttachedText
from vault.clock import Clock
from vault.errors import ModelDamaged, ModelMissing, NotFound
from vault.keyring_slot import SystemKeyring
from vault.recall import Encoder, Recall
from vault.records import UNIVERSAL, Conversation, EndpointConfig, MemoryMode, RecallResult, Role


def load_encoder(folder: Path) -> Encoder | None:
    """The encoder in a folder; None where it is missing or damaged, which recall then says in every answer."""
    try:
        return Encoder.load(folder)
    except (ModelMissing, ModelDamaged):
        return None


class Session:
    """One open vault with everything that answers from it. Methods that return at once may be called from any thread;
    the async ones belong to one event loop."""

    def __init__(self, vault: Vault, recall: Recall, encoder: Encoder | None, *, zone: str = "UTC") -> None:
        """`zone` is the user's IANA zone where the vault's settings name none."""
        self.vault = vault
        self.recall = recall
        self.encoder = encoder
        self._zone = zone
        self.same_word = cache(lambda: same_word_of(encoder))
        self.names = LazyNames(lambda: load_name_finders(encoder))
        self.air_gap = AirGap(vault)
        self._gate = Gate(vault.receipts, is_air_gapped=lambda: self.air_gap.is_on)
        self.known_names = VaultNames(vault)
        self._endpoints = ChosenEndpoints(vault, self._gate)
        self._chats = Chats(vault)
        self.extraction = ModelExtraction(self)
        self.upkeep = DailyUpkeep(vault, lambda: self.zone, afterwards=self.extraction.wake)
        self.refining = Refining()
        self.tool_servers = ServerLinks()

    @classmethod
    def open(
        cls,
        vault_path: Path,
        passphrase: Secret | None = None,
        *,
        recovery_code: str | None = None,
        keyring: SystemKeyring | None = None,
        encoder_folder: Path | None = None,
        clock: Clock = utc_now,
        zone: str = "UTC",
    ) -> Session:
        """Open a vault and everything around it. Without an encoder, or with a damaged one, recall works by
        words and says so.

        Raises:
            VaultError: the vault does not open.
        """
        vault = open_vault(
            vault_path, passphrase=passphrase, recovery_code=recovery_code, keyring=keyring, clock=clock
        )
        return cls.over(vault, encoder_folder=encoder_folder, zone=zone)

    @classmethod
    def over(
        cls,
        vault: Vault,
        *,
        encoder: Encoder | None = None,
        encoder_folder: Path | None = None,
        zone: str = "UTC",
    ) -> Session:
        """A session over a vault that is already open, which it then owns. Loading an encoder from its
        folder takes about a
        second; a loaded one may be shared by several sessions."""
        if encoder is None and encoder_folder is not None:
            encoder = load_encoder(encoder_folder)
        vault.tasks.pause_interrupted()
        recall = Recall(vault, encoder)
        recall.start()
        session = cls(vault, recall, encoder, zone=zone)
        session.upkeep.start()
        return session

    def close(self) -> None:
        """Stop the background work and close the vault. Temporary chats are gone with it. Idempotent."""
        self._chats.end_temporary()
        self._endpoints.close()
        self.upkeep.stop()
        self.extraction.stop()
        self.air_gap.close()
        self.known_names.close()
        self.recall.close()
        self.vault.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # settings as used by turns

    @property
    def zone(self) -> str:
        """The user's zone: the vault's setting, else the system's."""
        return self.vault.settings.text("zone") or self._zone

    @property
    def mode(self) -> MemoryMode:
        return MemoryMode(self.vault.settings.text("memory.mode"))

    def language(self, text: str) -> str:
        """The language to answer in: that of the text, else the one that is set."""
        return language_of(text, self.vault.settings.text("language") or "en")

    # conversations

    def conversation(self, id_or_name: str = "", *, title: str = "", scope: str = UNIVERSAL) -> Conversation:
        """The conversation of that id or name; made when new. An empty name makes a new, unnamed one."""
        return self._chats.kept(id_or_name, title=title, scope=scope)

    def temporary_chat(self) -> str:
        """The id of a new temporary chat: its turns live in this session only."""
        return self._chats.new_temporary()

    def temporary_turns(self, conversation_id: str) -> TemporaryTurns | None:
        """What a temporary chat holds; None for any other conversation."""
        return self._chats.temporary(conversation_id)

    def end_temporary_chat(self, conversation_id: str) -> None:
        """Forget a temporary chat."""
        self._chats.end_temporary(conversation_id)

    def turns_of(self, conversation: str) -> TurnStore:
        """The turns of a kept or temporary conversation, with their versions."""
        return self._chats.turns(conversation)

    def originals(self, conversation: str, texts: Sequence[str]) -> list[str]:
        """What was sent in a conversation as it was before stand-ins took the place of values."""
        return self._chats.originals(conversation, texts)

    # asking

    async def ask(
        self,
        text: str,
        conversation: str = "",
        *,
        endpoint: str = "",
        temporary: bool = False,
        scope: str = "",
        at: datetime | None = None,
        replaces: str = "",
        previews: bool = False,
        exceptions: Sequence[str] = (),
        confirms: bool = False,
        attachments: Sequence[AttachedText] | None = None,
    ) -> AsyncIterator[Event]:
        """Answer one message; the events of the turn in order, the last one `Reply`. Cancel the task to stop it.

        `conversation` is an id or any name, made when new; `endpoint` a configured name, else the
        conversation's, else the
        default; `at` (aware) is when it was said, now unless given; `replaces` a message of the user in that
        conversation of which this is another version: it is kept, with all that came of it, but no longer shown. With
        `previews` the caller answers each `PreviewWanted`; without, what an endpoint's rules want shown first is not
        sent. `exceptions` are values that this message sends as they are; secrets and identity numbers never are.
        With `confirms` the caller answers each `ConfirmationWanted`; without, a tool that changes something is refused.
        `attachments` are files beside the message; None: those of the message that it `replaces`.

        Raises:
            TurnRefused: the message is empty, or what it replaces is no message of the user.
            NotFound: what it replaces is not in that conversation.
            DetectionFailed: the message could not be checked for secrets; nothing was stored or sent.
        """
        if not text.strip():
            raise TurnRefused
        ask = self._ask(text, conversation, endpoint=endpoint, temporary=temporary, scope=scope, at=at)
        if replaces and ask.store.turn(replaces).role is not Role.USER:
            raise TurnRefused
        async for event in TurnRunner(
            self._services(),
            replace(
                ask,
                replaces=replaces,
                can_preview=previews,
                can_confirm=confirms,
                exceptions=tuple(exceptions),
                attachments=None if attachments is None else tuple(attachments),
            ),
        ).run():
            yield event
        self.refining.start(self._services(), ask)

    async def again(
        self,
        turn_id: str,
        conversation: str,
        *,
        endpoint: str = "",
        previews: bool = False,
        confirms: bool = False,
    ) -> AsyncIterator[Event]:
        """Answer a message of that conversation once more; `turn_id` is the message or a reply to it. The reply that
        was there is kept beside the new one, which is shown.

        Raises:
            NotFound: there is no such message.
            TurnRefused: it was a command, which is not carried out twice.
        """
        ask = self._ask("", conversation, endpoint=endpoint, temporary=False, scope="", at=None)
        turn = ask.store.turn(turn_id)
        if turn.role is Role.ASSISTANT:
            turn = ask.store.turn(turn.parent_id)
        if turn.role is not Role.USER or parse(turn.text) is not None:
            raise TurnRefused
        again = replace(
            ask,
            text=turn.text,
            language=self.language(turn.text),
            answers=turn.id,
            can_preview=previews,
            can_confirm=confirms,
        )
        async for event in TurnRunner(self._services(), again).run():
            yield event
        self.refining.start(self._services(), again)

    async def external_tools(self) -> tuple[Sequence[Tool], Mapping[str, str]]:
        """The tools of the servers that the user has added, and why some of them do not answer. In air-gap mode none is
        started: what another program does with the network is not in our hands."""
        wanted = await asyncio.to_thread(servers, self.vault.settings)
        if not wanted:
            return (), {}
        if self.air_gap.is_on:
            return (), {server.name: "air_gap" for server in wanted}
        return await self.tool_servers.tools(wanted)

    def _services(self) -> Services:
        return Services(
            self.vault,
            self.recall,
            self.endpoint,
            similarity_of(self.encoder),
            self.same_word,
            names=self.names,
            known_names=self.known_names,
            background_endpoint=self.background_endpoint,
            external_tools=self.external_tools,
        )

    async def reply(
        self,
        text: str,
        conversation: str = "",
        *,
        endpoint: str = "",
        temporary: bool = False,
        watch: Callable[[Event], None] | None = None,
        attachments: Sequence[AttachedText] = (),
    ) -> ReplyResult:
        """The finished reply alone, for callers that do not stream; `watch` is told what happens meanwhile."""
        result: ReplyResult | None = None
        asked = self.ask(text, conversation, endpoint=endpoint, temporary=temporary, attachments=attachments)
        async for event in asked:
            if watch is not None:
                watch(event)
            if isinstance(event, Reply):
                result = event.result
        assert result is not None, "a turn ends with its reply"
        return result

    def _ask(
        self, text: str, conversation: str, *, endpoint: str, temporary: bool, scope: str, at: datetime | None
    ) -> Ask:
        store: TurnStore
        chosen, seen_scope = endpoint, scope or UNIVERSAL
        known = self._chats.temporary(conversation)
        if temporary or known is not None:
            store = known if known is not None else self._chats.turns(self._chats.new_temporary())
        else:
            # The title is made of the first words after they are stored, so that a secret in them never gets there.
            kept = self.conversation(conversation, scope=scope or UNIVERSAL)
            store = self._chats.turns(kept.id)
            chosen, seen_scope = endpoint or kept.endpoint, scope or kept.scope
        return Ask(
            text=text,
            at=at or self.vault.clock(),
            zone=self.zone,
            scope=seen_scope,
            language=self.language(text),
            endpoint=chosen,
            store=store,
            mode=self.mode,
        )

    def highlights(
        self, text: str, endpoint: str = "", *, with_names: bool = False, exceptions: Sequence[str] = ()
    ) -> list[Highlight]:
        """What would become of the words of a message to that endpoint. `with_names` runs the trained finders as well.

        Raises:
            EndpointUnknown: none of that name.
            DetectionFailed: a detector failed.
        """
        try:
            config = self.vault.endpoints.get(endpoint) if endpoint else self.vault.endpoints.default()
        except NotFound as error:
            raise EndpointUnknown from error
        layers = self.names().layers if with_names else ()
        return find_highlights(text, config, known=self.known_names(), layers=layers, exceptions=exceptions)

    def recall_text(
        self,
        text: str,
        *,
        context: Sequence[str] = (),
        limit: int = 20,
        at: datetime | None = None,
        scope: str = UNIVERSAL,
    ) -> RecallResult:
        """What would be recalled; calls no model and uses no network."""
        found = self.recall.recall(text, context=context, limit=limit, at=at, scope=scope)
        return with_slots(found, self.vault, scope)

    # endpoints

    def endpoint(self, name: str = "") -> Endpoint:
        """The endpoint of that name, the default one for an empty name; what it learnt about its server is kept.

        Raises:
            EndpointUnknown: none of that name, or of a kind that is not there.
            EndpointAddressInvalid: its address cannot be used.
        """
        return self._endpoints.get(name)

    def background_endpoint(self) -> Endpoint | None:
        """The endpoint that the user chose for background work; None where such work is left undone or done without."""
        return self._endpoints.background()

    async def discover_endpoints(self) -> list[FoundServer]:
        """Model servers that answer on this machine; asks only loopback, and only when called."""
        return await self._endpoints.discover()

    def test_endpoint(self, endpoint: str | EndpointConfig = "") -> AsyncIterator[TestStep]:
        """Test a configured endpoint, or one that is only being typed, step by step."""
        return self._endpoints.test(endpoint)

    async def list_models(self, endpoint: str | EndpointConfig = "") -> list[str]:
        """The model ids that an endpoint lists. Raises: EndpointError."""
        return await self._endpoints.models(endpoint)
