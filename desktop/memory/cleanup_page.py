"""What is worth little and proposed for archiving; it stays in force until archived, and comes back by undo."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.memory.listing import Entry, ListingPage
from vault.privacy import mask_for_list
from vault.worth import PAST_LIFE, CleanUp


class CleanUpPage(ListingPage):
    """`act_wanted` acts: `archive` and `keep`, for all that are selected."""

    ACTS = ("archive", "keep")

    def words(self) -> tuple[str, str, str]:
        return (
            self.tr(
                "These have helped least. They stay in force until you archive them; select several with Shift or "
                "all with Ctrl+A."
            ),
            self.tr("Proposed for archiving"),
            self.tr("Nothing is proposed for archiving."),
        )

    def act_words(self) -> dict[str, str]:
        return {"archive": self.tr("&Archive"), "keep": self.tr("&Keep")}

    def read(self) -> Sequence[Entry]:
        return [self._entry(one) for one in self._vault.memories.clean_up()]

    def _entry(self, one: CleanUp) -> Entry:
        memory = one.memory
        reason = (
            self.tr("Not used for its lifetime") if one.reason == PAST_LIFE else self.tr("Has helped little")
        )
        last = self._words.when(memory.last_used_utc) or self.tr("never")
        lines = (
            self.tr("Worth: {worth}").format(worth=f"{one.worth:.2f}"),
            self.tr("Used in replies: {count}").format(count=memory.uses),
            self.tr("Last used: {when}").format(when=last),
            self.tr("Said: {when}").format(when=self._words.when(memory.said_utc)),
        )
        return Entry(memory.id, mask_for_list(memory.claim), reason, lines, self.ACTS, (memory.id,))
