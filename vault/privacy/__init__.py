"""Finding and masking personal data: the one entry point, other packages import only these names.

Follows the design page "Privacy".
"""

from __future__ import annotations

from vault.privacy.chinese_names import ChineseNames, ChineseNamesLayer, default_names_folder
from vault.privacy.detection import detect
from vault.privacy.joint_names import JointNamesLayer
from vault.privacy.masking import Stored, for_index, for_storage, mask_for_list
from vault.privacy.name_head import NameHead, NameHeadLayer
from vault.privacy.names import KnownNames
from vault.privacy.policy import Decision, Policy, Treatment, Trust, trust_of
from vault.privacy.pseudonyms import MemoryPseudonyms, Pseudonymiser, PseudonymStore, Scrubbed, StreamRestorer
from vault.privacy.remembered import RememberedLayer
from vault.privacy.spans import IDENTITY, MASKED_REMOTELY, NEVER_STORED, Layer, PiiType, Span

__all__ = [
    "IDENTITY",
    "MASKED_REMOTELY",
    "NEVER_STORED",
    "ChineseNames",
    "ChineseNamesLayer",
    "Decision",
    "JointNamesLayer",
    "KnownNames",
    "Layer",
    "MemoryPseudonyms",
    "NameHead",
    "NameHeadLayer",
    "PiiType",
    "Policy",
    "PseudonymStore",
    "Pseudonymiser",
    "RememberedLayer",
    "Scrubbed",
    "Span",
    "Stored",
    "StreamRestorer",
    "Treatment",
    "Trust",
    "default_names_folder",
    "detect",
    "for_index",
    "for_storage",
    "mask_for_list",
    "trust_of",
]
