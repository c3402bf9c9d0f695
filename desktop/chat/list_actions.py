"""What is done to a conversation from the chat list: a new name, deletion after a question."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.bridge import Bridge
from desktop.chat.chat_list import ChatList
from desktop.chat.dialogs import DeleteDialog, RenameDialog
from vault import Vault


class ListActions(QObject):
    """Signals: `deleted(str)` the id of a conversation that is no more."""

    deleted = Signal(str)

    def __init__(self, chats: ChatList, bridge: Bridge, vault: Vault, window: QWidget) -> None:
        super().__init__(window)
        self._chats, self._bridge, self._vault, self._window = chats, bridge, vault, window
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
        dialog = DeleteDialog(self._window)
        dialog.chosen.connect(lambda with_memories: self._delete(conversation_id, with_memories))
        dialog.open()

    def _delete(self, conversation_id: str, with_memories: bool) -> None:
        memories = self._vault.memories
        job = self._bridge.run(
            lambda: memories.delete_conversation(conversation_id, with_memories=with_memories)
        )
        job.succeeded.connect(lambda _report: self.deleted.emit(conversation_id))
