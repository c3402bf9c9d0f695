"""Pairs of a reply and its payload, and the command that scores the support check on them."""
