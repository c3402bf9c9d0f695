"""What detection speaks of: the types of personal data, a span of one, and the seam behind which a layer of detection sits.

No pattern is in here. Follows the design page "Privacy, Detection"; the type names are those of the measurement files.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from vault.privacy.folding import Folded


class PiiType(enum.StrEnum):
    """A kind of personal data. The value is a stable name, stored with pseudonyms and printed by the command line."""

    PERSON = "PERSON"
    LOCATION = "LOCATION"
    ADDRESS = "ADDRESS"
    ORGANIZATION = "ORGANIZATION"
    PHONE = "PHONE"
    EMAIL = "EMAIL"
    CN_ID = "CN_ID"
    SSN = "SSN"
    PASSPORT = "PASSPORT"
    BANK_CARD = "BANK_CARD"
    BANK_TAIL = "BANK_TAIL"
    IBAN = "IBAN"
    ACCOUNT = "ACCOUNT"
    USCC = "USCC"
    PLATE = "PLATE"
    IP = "IP"
    CRYPTO = "CRYPTO"
    SEED = "SEED"
    PASSWORD = "PASSWORD"
    OTP = "OTP"
    SECRET = "SECRET"
    BIRTH_DATE = "BIRTH_DATE"
    COORDINATES = "COORDINATES"
    ZIP_CODE = "ZIP_CODE"
    CUSTOM = "CUSTOM"  # from the user's own always-mask list
    LITERAL = "LITERAL"  # text that only looks like one of our tokens; never detected, only escaped


IDENTITY: frozenset[PiiType] = frozenset({PiiType.CN_ID, PiiType.SSN, PiiType.PASSPORT})
"""Identity numbers: masked in stored turns, in the index and in lists."""

NEVER_STORED: frozenset[PiiType] = frozenset(
    {PiiType.PASSWORD, PiiType.OTP, PiiType.BANK_CARD, PiiType.SECRET, PiiType.SEED}
)
"""Cut out of a message before it is stored anywhere."""

HIDDEN_IN_INDEX: frozenset[PiiType] = IDENTITY | NEVER_STORED
"""Typed marks in what is indexed or embedded; telephone numbers and addresses stay findable."""

HIDDEN_IN_LISTS: frozenset[PiiType] = HIDDEN_IN_INDEX | {PiiType.IBAN, PiiType.ACCOUNT, PiiType.CRYPTO}

MASKED_REMOTELY: frozenset[PiiType] = frozenset(PiiType) - {PiiType.ORGANIZATION, PiiType.LITERAL}
"""Replaced by pseudonyms under the default rules of a remote endpoint; organisations only on the user's word."""

# Where two spans of one length compete, the type further up in this order is the more specific.
_SPECIFIC: tuple[PiiType, ...] = (
    PiiType.LITERAL,
    PiiType.CUSTOM,
    PiiType.CN_ID,
    PiiType.USCC,
    PiiType.IBAN,
    PiiType.SSN,
    PiiType.PASSPORT,
    PiiType.PLATE,
    PiiType.SEED,
    PiiType.CRYPTO,
    PiiType.EMAIL,
    PiiType.BANK_CARD,
    PiiType.SECRET,
    PiiType.OTP,
    PiiType.PASSWORD,
    PiiType.PHONE,
    PiiType.BANK_TAIL,
    PiiType.IP,
    PiiType.COORDINATES,
    PiiType.BIRTH_DATE,
    PiiType.ACCOUNT,
    PiiType.ADDRESS,
    PiiType.ZIP_CODE,
    PiiType.PERSON,
    PiiType.LOCATION,
    PiiType.ORGANIZATION,
)
SPECIFICITY: dict[PiiType, int] = {kind: len(_SPECIFIC) - rank for rank, kind in enumerate(_SPECIFIC)}


@dataclass(frozen=True, slots=True)
class Span:
    """Personal data at `start:end` (characters, end exclusive) and the layer that found it."""

    start: int
    end: int
    type: PiiType
    layer: str


class Layer(Protocol):
    """One source of spans. `find` gets folded text and returns spans in folded offsets; it may raise, which blocks a send."""

    @property
    def name(self) -> str: ...

    def find(self, folded: Folded) -> Iterable[Span]: ...
