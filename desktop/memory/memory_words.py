"""The words of the memory view for the stable codes of the memory core that only it shows."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop.words import language_of_locale
from vault.quantity_format import format_quantity
from vault.records import UNIVERSAL, DeletionReport, Memory, Quantity, TimePoint
from vault.times import zone_of


class MemoryWords(QObject):
    """Translates codes; asks the translators anew at every call."""

    def scope(self, scope: str) -> str:
        return self.tr("Everywhere") if scope == UNIVERSAL else scope

    def sensitivity(self, sensitivity: str) -> str:
        return {
            "normal": self.tr("Normal"),
            "personal": self.tr("Personal"),
            "sensitive": self.tr("Sensitive"),
            "sealed": self.tr("Sealed"),
        }.get(sensitivity, sensitivity)

    def sealed_kind(self, attribute: str) -> str:
        """What a sealed memory holds, as far as that may be said."""
        return {
            "id_number": self.tr("Identity number"),
            "ssn": self.tr("Social security number"),
            "passport_number": self.tr("Passport or permit number"),
            "note": self.tr("Note"),
        }.get(attribute, attribute.replace("_", " "))

    def retention(self, retention: str) -> str:
        return {
            "permanent": self.tr("Kept until you change it"),
            "adaptive": self.tr("Fades when it is not used"),
            "session": self.tr("Ends with its conversation"),
        }.get(retention, retention)

    def reason(self, reason: str) -> str:
        """Why a proposal waits or a memory is in its state."""
        return {
            "review": self.tr("New: waits for your word"),
            "implausible": self.tr("The value looks unusual: is it right?"),
            "contradiction": self.tr("It contradicts what is in force"),
            "correction": self.tr("It corrects what is in force"),
            "later": self.tr("It is newer than what is in force"),
            "range": self.tr("Another value: together they make a range"),
            "outweighed": self.tr("A stronger source says otherwise"),
            "outweighs": self.tr("It comes from a stronger source"),
            "earlier": self.tr("Something newer is in force"),
            "observations_differ": self.tr("Two observations differ"),
            "needs_review": self.tr("What it stands against has changed: look again"),
            "same": self.tr("Said again"),
            "merged": self.tr("Joined with another memory"),
            "user": self.tr("By your decision"),
            "undo": self.tr("Taken back"),
            "expired": self.tr("Its date has passed"),
            "archived": self.tr("Its conversation has ended"),
            "fulfilled": self.tr("It has come about"),
            "less_exact": self.tr("Said again, less exactly"),
        }.get(reason, reason)

    def action(self, action: str) -> str:
        """A change in the history of a memory."""
        return {
            "memory.add": self.tr("Kept"),
            "memory.propose": self.tr("Proposed"),
            "memory.approve": self.tr("Accepted"),
            "memory.reject": self.tr("Rejected"),
            "memory.confirm": self.tr("Said again"),
            "memory.contradict": self.tr("Contradicted"),
            "memory.dispute": self.tr("Questioned"),
            "memory.edit": self.tr("Edited"),
            "memory.range": self.tr("Became a range"),
            "memory.supersede": self.tr("Superseded"),
            "memory.expire": self.tr("Expired"),
            "memory.archive": self.tr("Archived"),
            "memory.restore": self.tr("Restored"),
            "memory.merge": self.tr("Joined"),
            "memory.seal": self.tr("Sealed"),
            "memory.unseal": self.tr("Opened"),
            "memory.pin": self.tr("Pinned"),
            "memory.unpin": self.tr("Unpinned"),
            "memory.stale": self.tr("Put to you again"),
            "memory.undo": self.tr("Taken back"),
            "memory.update": self.tr("Quotes cut"),
        }.get(action, action)

    def actor(self, actor: str) -> str:
        return {
            "user": self.tr("you"),
            "assistant": self.tr("Keepsake"),
            "system": self.tr("Keepsake"),
            "import": self.tr("an import"),
        }.get(actor, actor)

    def done(self, action: str, count: int) -> str:
        """What the undo bar says."""
        text = {
            "approved": self.tr("Accepted: {count}"),
            "rejected": self.tr("Rejected: {count}"),
            "edited": self.tr("Changed: {count}"),
            "added": self.tr("Kept: {count}"),
            "sealed": self.tr("Sealed: {count}"),
            "pinned": self.tr("Pinned: {count}"),
            "unpinned": self.tr("Unpinned: {count}"),
            "archived": self.tr("Archived: {count}"),
            "restored": self.tr("Back in force: {count}"),
            "forgotten": self.tr("Deleted for good: {count}"),
            "undone": self.tr("Taken back: {count}"),
        }[action]
        return text.format(count=count)

    def value(self, memory: Memory) -> str:
        """The value in the language of the window."""
        value = memory.value
        return format_quantity(value, language_of_locale()) if isinstance(value, Quantity) else value

    def point(self, point: TimePoint | None) -> str:
        """A point of event time as exactly as it was given."""
        if point is None:
            return ""
        form = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d", "minute": "%Y-%m-%d %H:%M"}
        return point.start_utc.astimezone(zone_of(point.zone)).strftime(form[point.precision.value])

    def deletion(self, report: DeletionReport) -> list[str]:
        """What a deletion removed, a line for each kind that was met, and the backups that it does not reach into."""
        lines = (
            (len(report.memories), self.tr("Memories deleted: {count}")),
            (len(report.turns_cut), self.tr("Messages from which the words were cut: {count}")),
            (len(report.turns_removed), self.tr("Messages deleted: {count}")),
            (len(report.replies_cut), self.tr("Replies whose details were cut: {count}")),
            (len(report.receipts_purged), self.tr("Sent requests whose bytes were deleted: {count}")),
            (len(report.documents), self.tr("Documents deleted: {count}")),
            (report.passages, self.tr("Passages of documents deleted: {count}")),
            (
                len(report.documents_cut),
                self.tr("Documents cut, and the files they came in deleted: {count}"),
            ),
            (report.drafts_cut, self.tr("Drafts cut: {count}")),
            (report.history_rows, self.tr("Entries of the history deleted: {count}")),
            (report.index_rows, self.tr("Rows of the search index deleted: {count}")),
            (report.tombstones, self.tr("Marks kept so that it is not learnt again: {count}")),
            (len(report.backups), self.tr("Backups that still hold it, to be removed by yourself: {count}")),
        )
        return [*(text.format(count=count) for count, text in lines if count), *report.backups]
