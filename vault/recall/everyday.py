"""What anybody might say: the direction in which all messages are a little alike, taken off when nearness is compared.

Some units lie near to every message, however little they have to do with it, and would stand in the first ten of most
rankings. How near a unit is to the mean of everyday messages (resources/everyday.txt, the project's own, in both
languages) tells how much of its nearness to a question says nothing. Source: Radovanović and others, "Hubs in Space"
(2010); Bogolin and others, "Cross Modal Retrieval with Querybank Normalisation" (2022), here with the mean of the bank.
"""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from vault.recall.encoder import Encoder

type_floats = npt.NDArray[np.float32]

LINES = "everyday.txt"
STORED = "everyday.json"  # the mean for the encoder that ships, so that nobody waits a second for it


def everyday(encoder: Encoder) -> type_floats:
    """The mean vector of everyday messages, (dimension,); read for the encoder that ships, else made, in a second.

    Raises: EncodingFailed.
    """
    stored = json.loads(files("resources").joinpath(STORED).read_text(encoding="utf-8"))
    if stored["encoder_id"] == encoder.encoder_id:
        values: type_floats = np.array(stored["values"], np.float32) * np.float32(stored["scale"])
        return values
    return measured(encoder)


def measured(encoder: Encoder) -> type_floats:
    """The mean vector as the encoder makes it from the lines."""
    lines = files("resources").joinpath(LINES).read_text(encoding="utf-8").splitlines()
    mean: type_floats = encoder.encode_queries(lines).mean(axis=0)
    return mean
