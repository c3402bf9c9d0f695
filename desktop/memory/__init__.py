"""The memory view: what waits for review, what is remembered, and what would be recalled."""

__all__: list[str] = []
