"""What only the user can settle: observations that differ, unlikely values, proposals that were overtaken."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.memory.listing import Entry, ListingPage
from vault.privacy import mask_for_list
from vault.questions import IMPLAUSIBLE, OBSERVATIONS_DIFFER, Question
from vault.records import Memory


class QuestionsPage(ListingPage):
    """`act_wanted` acts: `first` and `second` say which of two holds, `accept` and `reject` settle a proposal."""

    ACTS = ("first", "second", "accept", "reject")

    def words(self) -> tuple[str, str, str]:
        return (
            self.tr("Where what is known does not fit together, only you can say what holds."),
            self.tr("Open questions"),
            self.tr("There are no open questions."),
        )

    def act_words(self) -> dict[str, str]:
        return {
            "first": self.tr("The newer one &holds"),
            "second": self.tr("The &older one holds"),
            "accept": self.tr("It is &right"),
            "reject": self.tr("It is &wrong"),
        }

    def read(self) -> Sequence[Entry]:
        return [self._entry(question) for question in self._vault.memories.questions()]

    def _entry(self, question: Question) -> Entry:
        """`ids`: the memory asked about first, then those it stands against."""
        kinds = {
            OBSERVATIONS_DIFFER: self.tr("Two observations differ"),
            IMPLAUSIBLE: self.tr("The value looks unusual"),
        }
        sides = (question.memory, *question.against)
        lines = [line for side in sides for line in self._side(side)]
        is_dispute = question.kind == OBSERVATIONS_DIFFER
        return Entry(
            question.memory.id,
            mask_for_list(question.memory.claim),
            kinds.get(question.kind, self.tr("Something else is in force")),
            tuple(lines),
            ("first", "second") if is_dispute else ("accept", "reject"),
            tuple(side.id for side in sides),
        )

    def _side(self, memory: Memory) -> list[str]:
        source = self._words.source(memory.source.value)
        when = self._words.when(memory.said_utc)
        lines = [f"# {source} · {when}", mask_for_list(memory.claim)]
        return [*lines, *(f"“{mask_for_list(item.quote)}”" for item in memory.evidence[:2] if item.quote)]
