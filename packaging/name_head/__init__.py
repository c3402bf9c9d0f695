"""Trains the name head in resources/name_head.npz; see train_name_head.py. Nothing in here runs in the program."""

from name_head.corpus import read_rows
from name_head.examples import Example
from name_head.generated import generate
from name_head.states import TokenTable, collect_states
from name_head.training import Options, train

__all__ = ["Example", "Options", "TokenTable", "collect_states", "generate", "read_rows", "train"]
