"""Messages that a model is still to be asked about, and what it said of them that could not be used.

A job stands for one message of the user. It is there from the moment the call is due until its output was
used, so a crash or an output that cannot be read costs nothing: the daily job or a command tries again.
Follows the design page "Memory core, Extraction".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from vault.codec import clean_text, from_us, to_us
from vault.database import Connection, Row
from vault.privacy import for_storage
from vault.records import UNIVERSAL

if TYPE_CHECKING:
    from vault.vault import Vault

MAX_OUTPUT_CHARACTERS: Final = 16_000
MAX_ATTEMPTS: Final = 6  # after that it waits for the user's own command


@dataclass(frozen=True, slots=True)
class ExtractionJob:
    """`endpoint` answered the message; `attempts` calls were made; `reason` is why the last one was of no use and
    `output` what it said.
    """

    turn_id: str
    conversation_id: str
    scope: str
    endpoint: str
    attempts: int
    reason: str
    output: str
    created_utc: datetime


class ExtractionJobs:
    """The waiting messages of one vault. Any thread."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def add(self, turn_id: str, conversation_id: str, *, scope: str = UNIVERSAL, endpoint: str = "") -> None:
        """Note that a message is due; one that is noted already stays as it is."""
        now = to_us(self._vault.clock())
        self._vault.db.write(
            lambda conn: (
                conn.execute(
                    "INSERT OR IGNORE INTO extraction_jobs VALUES (?, ?, ?, ?, 'waiting', 0, '', '', ?, ?)",
                    (turn_id, conversation_id, scope, endpoint, now, now),
                ).rowcount
            )
        )

    def failed(self, turn_id: str, reason: str, output: str = "") -> None:
        """Keep what came of a call that was of no use. A job whose message is gone is passed over."""
        kept = for_storage(clean_text(output)[:MAX_OUTPUT_CHARACTERS]).text

        def update(conn: Connection) -> None:
            conn.execute(
                "UPDATE extraction_jobs SET state = 'failed', attempts = attempts + 1, reason = ?, output = ?,"
                " updated_us = ? WHERE turn_id = ?",
                (reason, kept, to_us(self._vault.clock()), turn_id),
            )
            self._vault.audit.append(conn, "assistant", "extraction.failed", "turn", turn_id, reason=reason)

        self._vault.db.write(update)

    def done(self, turn_id: str) -> None:
        """The output was used: nothing waits any more."""
        self._vault.db.write(
            lambda conn: conn.execute("DELETE FROM extraction_jobs WHERE turn_id = ?", (turn_id,)).rowcount
        )

    def waiting(self, limit: int = 50, *, is_everything: bool = False) -> list[ExtractionJob]:
        """What is due, the oldest first; with `is_everything` also what has failed too often to be tried
        unasked."""
        bound = 1 << 30 if is_everything else MAX_ATTEMPTS
        sql = "SELECT * FROM extraction_jobs WHERE attempts < ? ORDER BY created_us, turn_id LIMIT ?"
        return self._vault.db.read(
            lambda conn: [_job(row) for row in conn.execute(sql, (bound, limit)).fetchall()]
        )


def _job(row: Row) -> ExtractionJob:
    return ExtractionJob(
        row["turn_id"], row["conversation_id"], row["scope"], row["endpoint"], row["attempts"], row["reason"],
        row["output"], from_us(row["created_us"]),
    )  # fmt: skip
