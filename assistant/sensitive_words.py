"""Words of earlier turns that carry a sensitive memory go where the memory may go and nowhere else.

A memory that stays on this machine would be of little use if the sentence that told it, or a reply that repeated it,
left with the history of the conversation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from assistant.citations import Source
from assistant.scrub import Scrubber
from vault import Vault
from vault.quoted import Quoted, quoted_in, sensitivities
from vault.records import LeftOut, Role, Sensitivity, Turn

CUT = "[…]"


class SensitiveWords:
    """Cuts turns for one request. `asked` collects the memories whose words stay in and have to be asked about."""

    def __init__(self, vault: Vault, scrubber: Scrubber) -> None:
        self._vault, self._scrubber = vault, scrubber
        self.asked: set[str] = set()

    def sources(self, sources: Sequence[Source]) -> tuple[list[Source], list[LeftOut]]:
        """The sources with turns cut, and those of which nothing is left."""
        quoted = self._quoted([source.id for source in sources if source.kind == "turn"])
        kept: list[Source] = []
        gone: list[LeftOut] = []
        for source in sources:
            text = self._cut(source.text, quoted.get(source.id, ()))
            if text == source.text:
                kept.append(source)
            elif any(map(str.isalnum, text)):
                kept.append(replace(source, text=text, quote=self._cut(source.quote, quoted[source.id])))
            else:
                gone.append(LeftOut(source.id, "sensitivity", source.kind))
        return kept, gone

    def history(self, turns: Sequence[Turn]) -> list[Turn]:
        """The turns of a conversation, in order, without what may not leave; emptied ones are left out."""
        quoted = self._quoted([turn.id for turn in turns if turn.role is Role.USER])
        kept = []
        for turn in turns:
            text = self._cut(turn.text, quoted.get(turn.id, ()))
            if turn.role is Role.ASSISTANT and self._rests_on_sensitive(turn.id):
                text = CUT
            if any(map(str.isalnum, text)):
                kept.append(turn if text == turn.text else replace(turn, text=text))
        return kept

    def kept_back(self, turns: Sequence[Turn]) -> set[str]:
        """The turns of which nothing in short may leave: words in another order cannot be cut."""
        quoted = self._quoted([turn.id for turn in turns if turn.role is Role.USER])
        return {
            turn.id
            for turn in turns
            if not all([self._may_leave(q.memory_id, q.sensitivity) for q in quoted.get(turn.id, ())])
            or (turn.role is Role.ASSISTANT and self._rests_on_sensitive(turn.id))
        }

    def _quoted(self, turn_ids: Sequence[str]) -> Mapping[str, list[Quoted]]:
        found: dict[str, list[Quoted]] = {}
        for quoted in quoted_in(self._vault, turn_ids):
            found.setdefault(quoted.turn_id, []).append(quoted)
        return found

    def _cut(self, text: str, quoted: Iterable[Quoted]) -> str:
        for words in quoted:
            if words.quote and words.quote in text:
                if self._may_leave(words.memory_id, words.sensitivity):
                    continue
                text = text.replace(words.quote, CUT)
        return text

    def _rests_on_sensitive(self, reply_id: str) -> bool:
        detail = self._vault.conversations.reply(reply_id) or {}
        used = sensitivities(self._vault, {str(memory_id) for memory_id in detail.get("used_ids", ())})
        return not all([self._may_leave(memory_id, kind) for memory_id, kind in used.items()])

    def _may_leave(self, memory_id: str, sensitivity: Sensitivity) -> bool:
        if not self._scrubber.may_leave(sensitivity):
            return False
        if self._scrubber.asks(sensitivity):
            self.asked.add(memory_id)
        return True
