"""The words of the window for the stable codes of the core: confidence, layers, states, reasons, roles, errors.

One class, so that one translation context holds them; every text is a literal for the translation tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from PySide6.QtCore import QDate, QDateTime, QLocale, QObject

from assistant.catalogue import error_texts, has, say
from vault.errors import DatabaseDamaged, HeaderDamaged, KeepsakeError, VaultMissing


def _core_word(table: str, name: str) -> str:
    key = f"{table}.{name}"
    return say(key if has(key) else f"{table}.other", language_of_locale())


def language_of_locale() -> str:
    """The language that the window shows now, as the catalogue names it."""
    return "zh" if QLocale().language() == QLocale.Language.Chinese else "en"


class Words(QObject):
    """Translates codes; create after the translators are installed, it asks them anew at every call."""

    def confidence(self, level: str) -> str:
        return {
            "high": self.tr("High confidence"),
            "medium": self.tr("Medium confidence"),
            "low": self.tr("Low confidence"),
            "none": self.tr("Not from your vault"),
        }[level]

    def confidence_parts(self, parts: Mapping[str, float]) -> str:
        """The inputs of the confidence's formula and their values, a line each, in the formula's order."""
        names = {
            "score": self.tr("Score"),
            "support": self.tr("Borne out by what is cited"),
            "recall": self.tr("Strength of recall"),
            "source": self.tr("Weight of the sources"),
            "freshness": self.tr("Freshness"),
            "contradiction": self.tr("Contradiction"),
            "own_word": self.tr("The model's own word"),
            "own_reply": self.tr("Earlier reply that it rests on"),
        }
        line = self.tr("{name}: {value}")
        ordered = [*(name for name in names if name in parts), *(name for name in parts if name not in names)]
        return "\n".join(
            line.format(name=names.get(name, name), value=f"{parts[name]:.2f}") for name in ordered
        )

    def layer(self, layer: str) -> str:
        return {
            "fact": self.tr("Fact"),
            "preference": self.tr("Preference"),
            "event": self.tr("Event"),
            "relationship": self.tr("Relationship"),
            "summary": self.tr("Summary"),
        }.get(layer, layer)

    def state(self, state: str) -> str:
        return {
            "proposed": self.tr("Waiting for review"),
            "active": self.tr("In force"),
            "superseded": self.tr("Superseded"),
            "expired": self.tr("Expired"),
            "archived": self.tr("Archived"),
            "rejected": self.tr("Rejected"),
            "deleted": self.tr("Deleted"),
        }.get(state, state)

    def source(self, source: str) -> str:
        return {
            "explicit": self.tr("Said by you"),
            "form": self.tr("From a form"),
            "tool": self.tr("From a tool"),
            "document": self.tr("From a document"),
            "import": self.tr("Imported"),
            "inferred": self.tr("Inferred"),
            "template": self.tr("Default"),
        }.get(source, source)

    def unit_kind(self, kind: str) -> str:
        return {
            "memory": self.tr("Memory"),
            "turn": self.tr("Message"),
            "reply": self.tr("Earlier reply"),
            "passage": self.tr("Document"),
        }.get(kind, kind)

    def verdict(self, verdict: str) -> str:
        return {
            "known": self.tr("Known"),
            "uncertain": self.tr("Uncertain"),
            "unknown": self.tr("Not known"),
        }.get(verdict, verdict)

    def role(self, role: str) -> str:
        return {
            "user": self.tr("You"),
            "assistant": self.tr("Keepsake"),
            "system": self.tr("Rules"),
            "tool": self.tr("Tool"),
        }.get(role, role)

    def trust(self, trust: str) -> str:
        return {
            "local": self.tr("This machine"),
            "private": self.tr("Private network"),
            "remote": self.tr("Remote"),
        }.get(trust, trust)

    def when(self, moment: datetime | None) -> str:
        """A moment in the local zone: the time today, the day this year, the date otherwise."""
        if moment is None:
            return ""
        local = QDateTime.fromSecsSinceEpoch(int(moment.astimezone(UTC).timestamp()))
        locale = QLocale()
        if local.date() == QDate.currentDate():
            return locale.toString(local.time(), QLocale.FormatType.ShortFormat)
        if local.date().year() == QDate.currentDate().year():
            return locale.toString(local.date(), self.tr("d MMM", "date format of a day in this year"))
        return locale.toString(local.date(), self.tr("d MMM yyyy", "date format of a day in another year"))

    def moment(self, moment: datetime) -> str:
        """A moment in the local zone with its date and time."""
        local = QDateTime.fromSecsSinceEpoch(int(moment.astimezone(UTC).timestamp()))
        return QLocale().toString(local, self.tr("d MMM yyyy hh:mm", "date format of a moment"))

    def why(self, reasons: Iterable[str]) -> str:
        """Why a unit was recalled, in words; the core's own, in the window's language."""
        return ", ".join(_core_word("why", reason) for reason in reasons)

    def left_out(self, reason: str) -> str:
        return _core_word("left_out", reason)

    def outcome(self, action: str) -> str:
        return {
            "proposed": self.tr("Proposed"),
            "added": self.tr("Kept"),
            "confirmed": self.tr("Confirmed"),
            "ranged": self.tr("Joined into a range"),
            "superseded": self.tr("Replaced an older one"),
            "denied": self.tr("Not kept"),
            "queued": self.tr("Waiting for review"),
            "deleted": self.tr("Deleted"),
        }.get(action, action)

    def tool_state(self, state: str) -> str:
        """How a call of a tool ended."""
        return {
            "done": self.tr("done"),
            "failed": self.tr("failed"),
            "refused": self.tr("not allowed"),
            "unknown": self.tr("no such tool"),
        }.get(state, state)

    def purpose(self, purpose: str) -> str:
        return {
            "chat": self.tr("Conversation"),
            "title": self.tr("Title"),
            "extraction": self.tr("Learning"),
            "compression": self.tr("Summary of older turns"),
            "models": self.tr("List of models"),
            "tokens": self.tr("Counting tokens"),
            "test": self.tr("Connection test"),
        }.get(purpose, purpose)

    def personal_data(self, kind: str) -> str:
        """A type of personal data, by the stable name of the detectors."""
        return {
            "PERSON": self.tr("name"),
            "LOCATION": self.tr("place"),
            "ADDRESS": self.tr("address"),
            "ORGANIZATION": self.tr("organisation"),
            "PHONE": self.tr("telephone number"),
            "EMAIL": self.tr("e-mail address"),
            "CN_ID": self.tr("identity number"),
            "SSN": self.tr("social security number"),
            "PASSPORT": self.tr("passport or permit"),
            "BANK_CARD": self.tr("bank card"),
            "BANK_TAIL": self.tr("last digits of a card"),
            "IBAN": self.tr("IBAN"),
            "ACCOUNT": self.tr("account"),
            "USCC": self.tr("credit code"),
            "PLATE": self.tr("number plate"),
            "IP": self.tr("network address"),
            "CRYPTO": self.tr("wallet"),
            "SEED": self.tr("recovery words"),
            "PASSWORD": self.tr("password"),
            "OTP": self.tr("one-time code"),
            "SECRET": self.tr("key"),
            "BIRTH_DATE": self.tr("date of birth"),
            "COORDINATES": self.tr("coordinates"),
            "ZIP_CODE": self.tr("postcode"),
            "CUSTOM": self.tr("your own list"),
            "LITERAL": self.tr("looks like a stand-in"),
        }.get(kind, kind)

    def receipt_outcome(self, outcome: str) -> str:
        return {
            "pending": self.tr("Under way"),
            "ok": self.tr("Answered"),
            "failed": self.tr("Failed"),
            "stopped": self.tr("Stopped"),
            "refused": self.tr("Refused by the rules, not sent"),
        }.get(outcome, outcome)

    def denied(self, reason: str) -> str:
        return _core_word("denied", reason)

    def error(self, error: Exception) -> tuple[str, str, str]:
        """What went wrong, what was kept, what to do next; three sentences."""
        if not isinstance(error, KeepsakeError):
            return (
                self.tr("Something went wrong inside Keepsake."),
                self.tr("What was saved before is still there."),
                self.tr("Try again; if it happens again, restart Keepsake."),
            )
        text, kept, following = error_texts(error, language_of_locale())
        if isinstance(error, HeaderDamaged | DatabaseDamaged):  # the catalogue's words name a command
            following = self.tr("“Repair…” in the unlock window says what helps, and does it.")
        elif isinstance(error, VaultMissing):
            following = self.tr("Check the folder, or create a new vault there.")
        return text, kept, following

    def error_of_code(self, code: str) -> tuple[str, str]:
        """What went wrong and what to do next, of a failure of which only the code was kept."""
        key, language = f"error.{code}", language_of_locale()
        if not has(key):
            return self.tr("Something went wrong inside Keepsake."), ""
        return say(key, language), say(f"{key}.next", language) if has(f"{key}.next") else ""
