"""Trains the word pairs in resources/word_pairs.npz; see train_word_pairs.py. Nothing in here runs in the program."""

from word_pairs.dictionaries import UNKNOWN, Pair, learnt_from
from word_pairs.network import Options, area, train

__all__ = ["UNKNOWN", "Options", "Pair", "area", "learnt_from", "train"]
