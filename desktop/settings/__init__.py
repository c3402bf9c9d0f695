"""The settings view: endpoints, memory, appearance, privacy, security, data, about."""

__all__: list[str] = []
