"""Errors that only a command can meet.

AssistantError
├── PassphraseMissing    user   no passphrase was given and there is no terminal to ask on
├── FileUnreadable       user   a file named on the command line cannot be read or is not text
├── FileUnwritable       world  a file named on the command line cannot be written
├── ValueRefused         user   an option's value cannot be used; `details["option"]`
├── NotRunning           user   no running instance to show or lock
├── CheckFailed          world  a self-test or verification found something wrong
└── Unexpected           bug    anything else; the text of the exception is not shown
"""

from __future__ import annotations

from typing import ClassVar

from assistant.errors import AssistantError
from vault.errors import Audience


class CommandError(AssistantError):
    """Root of the errors of a command."""

    code = "command_failed"
    audience: ClassVar[Audience] = "user"
    default_message = "The command failed."
    default_kept = "Nothing was changed."
    default_next = "Look at `keepsake --help`."


class PassphraseMissing(CommandError):
    code = "passphrase_missing"
    default_message = "No passphrase was given, and there is no terminal to ask for it."
    default_next = "Give --passphrase-file or --passphrase-fd."


class PassphrasesDiffer(CommandError):
    code = "passphrases_differ"
    default_message = "The two passphrases are not the same."
    default_next = "Type the same passphrase twice."


class FileUnreadable(CommandError):
    code = "file_unreadable"
    default_message = "The file cannot be read as UTF-8 text."
    default_next = "Check its name, its permissions and its encoding."


class FileUnwritable(CommandError):
    code = "file_unwritable"
    audience: ClassVar[Audience] = "world"
    default_message = "The file cannot be written."
    default_next = "Check the folder and its permissions, and that nothing of that name is there."


class ValueRefused(CommandError):
    code = "value_refused"
    default_message = "A value cannot be used."
    default_next = "Look at the command's --help."


class NotRunning(CommandError):
    code = "not_running"
    default_message = "No running Keepsake holds this vault."
    default_next = "Start `keepsake`."


class CheckFailed(CommandError):
    code = "check_failed"
    audience: ClassVar[Audience] = "world"
    default_message = "A check did not pass."
    default_next = "Look at the report above."


class Interrupted(CommandError):
    code = "interrupted"
    default_message = "Interrupted."
    default_kept = "What was finished before is kept."
    default_next = "Run the command again."


class Unexpected(CommandError):
    code = "unexpected"
    audience: ClassVar[Audience] = "bug"
    default_message = "Something went wrong that should not."
    default_kept = "What was saved before is still there."
    default_next = "Try again; if it stays, report it."
