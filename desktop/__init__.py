"""The window: views, presenters and Qt models over the assistant and the vault."""

__all__: list[str] = []
