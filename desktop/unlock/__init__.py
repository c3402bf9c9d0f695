"""The first window: unlock a vault, create one, open one with its recovery code."""

__all__: list[str] = []
