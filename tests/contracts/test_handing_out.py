"""Nothing is handed to another program but a link that the user was asked about, and the encrypted folder itself.

A file that another program opens may be copied, cached or drawn as a preview by it or by the system.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.contracts.conftest import Sources

HANDS_OUT = re.compile(r"openUrl\(|\bstartfile\(|xdg-open|\bwebbrowser\b")
ALLOWED = {
    "desktop/settings/data_page.py",  # shows the vault's folder in the file manager: encrypted files
    "desktop/chat/dialogs.py",  # a link of a reply, shown in full and asked about first
}


def test_only_these_hand_anything_to_another_program(sources: Sources) -> None:
    found = {path for path, text in sources.of_all().items() if HANDS_OUT.search(text)}
    assert found == ALLOWED


def test_a_planted_one_is_found() -> None:
    assert HANDS_OUT.search("QDesktopServices.openUrl(url)")
    assert HANDS_OUT.search("os.startfile(path)")
