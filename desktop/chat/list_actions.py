"""What is done to a conversation from the chat list: a new name, deletion after a question."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.bridge import Bridge
from desktop.chat.chat_list import ChatList
from desktop.chat.delete_dialog import DeleteConversation
from desktop.chat.dialogs import RenameDialog
from desktop.words import Words
from vault import Vault


class ListActions(QObject):
    """Signals: `deleted(str)` the id of a conversation that is no more."""

    deleted = Signal(str)

    def __init__(self, chats: ChatList, words: Words, bridge: Bridge, vault: Vault, window: QWidget) -> None:
        super().__init__(window)
        self._chats, self._words, self._window = chats, words, window
        self._bridge, self._vault = bridge, vault
        chats.rename_wanted.connect(self._on_rename_wanted)
        chats.delete_wanted.connect(self._on_delete_wanted)

    def _on_rename_wanted(self, conversation_id: str) -> None:
        row = self._chats.model.conversation(self._chats.model.row_of(conversation_id))
        dialog = RenameDialog(row.title if row else "", self._window)
        dialog.textValueSelected.connect(lambda title: self._rename(conversation_id, title))
        dialog.open()

    def _rename(self, conversation_id: str, title: str) -> None:
        self._bridge.run(lambda: self._vault.conversations.rename(conversation_id, title))

    def _on_delete_wanted(self, conversation_id: str) -> None:
        dialog = DeleteConversation(self._words, self._bridge, self._vault, conversation_id, self._window)
        dialog.deleted.connect(lambda: self.deleted.emit(conversation_id))
        dialog.open()
