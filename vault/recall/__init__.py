"""Finding evidence again: `Recall` asks an index of words and vectors over the memories and turns of one vault."""

from vault.recall.encoder import Encoder
from vault.recall.models import default_encoder_folder
from vault.recall.service import Recall, RecallStatus

__all__ = ["Encoder", "Recall", "RecallStatus", "default_encoder_folder"]
