"""Icons, translations, the word catalogue and the model manifest, shipped as data; holds no code."""

__all__: list[str] = []
