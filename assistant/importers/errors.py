"""Why a file cannot be imported at all; a single bad line is no error but part of the report.

AssistantError
└── ImportRefused       user
    ├── ImportUnreadable  no such file, or no permission
    ├── ImportNotText   not UTF-8
    ├── ImportEmpty     nothing in it
    └── ImportForeign   no line holds a message of the expected form
"""

from __future__ import annotations

from assistant.errors import AssistantError


class ImportRefused(AssistantError):
    code = "import_refused"
    audience = "user"
    default_message = "The file cannot be imported."
    default_kept = "Nothing was changed."
    default_next = "Check that it is the right file."


class ImportUnreadable(ImportRefused):
    code = "import_unreadable"
    default_message = "The file cannot be read."
    default_next = "Check its name and its permissions."


class ImportNotText(ImportRefused):
    code = "import_not_text"
    default_message = "The file is not UTF-8 text."
    default_next = "Save it as UTF-8 and import it again."


class ImportEmpty(ImportRefused):
    code = "import_empty"
    default_message = "The file is empty."
    default_next = "Check that it is the right file."


class ImportForeign(ImportRefused):
    code = "import_foreign"
    default_message = "No line of the file holds a message with time, role and text."
    default_next = (
        "Each line must be a JSON object with time, role (user or assistant) and text. "
        "Or take the export of ChatGPT as it came."
    )
