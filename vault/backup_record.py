"""What is known of a vault's backups without opening it: where they went, the last one verified, and failures since.

It lies beside the header, because it is wanted when the vault no longer opens. It says where a backup is and nothing
of what is in it; somebody who changes it can only point to another file, which still has to open and verify.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from vault.codec import canonical_bytes, from_us
from vault.files import BACKUPS, write_atomic

_MOST: Final = 300


@dataclass(frozen=True, slots=True)
class BackupRecord:
    """Times in UTC microseconds, 0 for never; `failures` since the last success, the last of them with its code.

    `made`: where verified backups were put, with the time; the newest few hundred.
    """

    path: str = ""
    verified_us: int = 0
    failures: int = 0
    failed_us: int = 0
    failed_code: str = ""
    made: Mapping[str, int] = field(default_factory=dict)

    @property
    def verified_utc(self) -> datetime | None:
        return from_us(self.verified_us) if self.verified_us else None

    @property
    def failed_utc(self) -> datetime | None:
        return from_us(self.failed_us) if self.failed_us else None


def read_record(folder: Path) -> BackupRecord:
    """The record of a vault's folder; an empty one where it is missing or damaged."""
    try:
        body: Any = json.loads((folder / BACKUPS).read_bytes())
        path, verified_us = str(body["path"]), int(body["verified_us"])
        made = body.get(
            "made", {path: verified_us} if path else {}
        )  # the first version kept the last one alone
        return BackupRecord(
            path,
            verified_us,
            int(body["failures"]),
            int(body["failed_us"]),
            str(body["failed_code"]),
            {str(name): int(at_us) for name, at_us in made.items()},
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return BackupRecord()


def record_success(folder: Path, path: Path, at_us: int) -> None:
    """Note a verified backup; failures before it are history."""
    made = sorted({**read_record(folder).made, str(path): at_us}.items(), key=lambda item: item[1])
    _write(folder, BackupRecord(str(path), at_us, made=dict(made[-_MOST:])))


def record_failure(folder: Path, code: str, at_us: int) -> None:
    """Note a failure beside the last success."""
    record = read_record(folder)
    _write(folder, replace(record, failures=record.failures + 1, failed_us=at_us, failed_code=code))


def _write(folder: Path, record: BackupRecord) -> None:
    body = canonical_bytes(
        {
            "path": record.path,
            "verified_us": record.verified_us,
            "failures": record.failures,
            "failed_us": record.failed_us,
            "failed_code": record.failed_code,
            "made": dict(record.made),
        }
    )
    write_atomic(folder / BACKUPS, body)
