"""Finding evidence again: `Recall` asks an index of words and vectors over the memories and turns of one vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault.recall.encoder import Encoder
    from vault.recall.models import default_encoder_folder
    from vault.recall.service import Recall, RecallStatus
else:
    from vault.lazy import lazily

    __getattr__ = lazily(
        __name__,
        {
            "encoder": ("Encoder",),
            "models": ("default_encoder_folder",),
            "service": (
                "Recall",
                "RecallStatus",
            ),
        },
    )

__all__ = ["Encoder", "Recall", "RecallStatus", "default_encoder_folder"]
