"""Conversations from elsewhere become conversations of the vault, with their times, and what they say is proposed."""

from __future__ import annotations

from assistant.importers.chatgpt import is_chatgpt, read_chatgpt
from assistant.importers.conversation_file import FileMessages, Message, SkippedLine, read_messages
from assistant.importers.errors import (
    ImportEmpty,
    ImportForeign,
    ImportNotText,
    ImportRefused,
    ImportUnreadable,
)
from assistant.importers.importer import ImportReport, import_conversations

__all__ = [
    "FileMessages",
    "ImportEmpty",
    "ImportForeign",
    "ImportNotText",
    "ImportRefused",
    "ImportReport",
    "ImportUnreadable",
    "Message",
    "SkippedLine",
    "import_conversations",
    "is_chatgpt",
    "read_chatgpt",
    "read_messages",
]
