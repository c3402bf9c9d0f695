"""The conversation: chat list, transcript, composer, and the panel that shows sources and what was sent."""

__all__: list[str] = []
