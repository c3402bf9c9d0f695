"""The conversations of a session: kept ones by id or name, temporary ones that live in memory only.

Whoever asks for a conversation gets the same turns from here, whatever kind it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.store import TemporaryTurns, TurnStore, VaultTurns
from vault import Vault
from vault.errors import NotFound
from vault.ids import new_id
from vault.privacy import Pseudonymiser
from vault.records import UNIVERSAL, Conversation


class Chats:
    """Kept and temporary conversations over one vault. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._temporary: dict[str, TemporaryTurns] = {}

    def kept(self, id_or_name: str = "", *, title: str = "", scope: str = UNIVERSAL) -> Conversation:
        """The conversation of that id or name; made when new. An empty name makes a new, unnamed one."""
        if not id_or_name:
            return self._vault.conversations.create(title, scope=scope)
        named = self._vault.conversations.by_name(id_or_name)
        if named is not None:
            return named
        try:
            return self._vault.conversations.get(id_or_name)
        except NotFound:
            return self._vault.conversations.create(title, scope=scope, name=id_or_name)

    def new_temporary(self) -> str:
        """The id of a new temporary chat."""
        chat = TemporaryTurns(new_id("c_", self._vault.clock()))
        self._temporary[chat.conversation_id] = chat
        return chat.conversation_id

    def temporary(self, conversation_id: str) -> TemporaryTurns | None:
        """What a temporary chat holds; None for any other conversation."""
        return self._temporary.get(conversation_id)

    def end_temporary(self, conversation_id: str = "") -> None:
        """Forget one temporary chat, or all of them where none is named."""
        if conversation_id:
            self._temporary.pop(conversation_id, None)
        else:
            self._temporary.clear()

    def turns(self, conversation: str) -> TurnStore:
        """The turns of a kept or temporary conversation, with their versions."""
        return self._temporary.get(conversation) or VaultTurns(self._vault, conversation)

    def originals(self, conversation: str, texts: Sequence[str]) -> list[str]:
        """What was sent in a conversation as it was before stand-ins took the place of values."""
        temporary = self._temporary.get(conversation)
        maps = temporary.pseudonyms if temporary is not None else self._vault.pseudonyms
        pseudonymiser = Pseudonymiser(maps, conversation)
        return [pseudonymiser.restore(text) for text in texts]
