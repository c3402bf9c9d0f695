"""The documents view: files in the vault, added, read at the cited passage, changed and removed."""

__all__: list[str] = []
