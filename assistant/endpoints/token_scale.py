"""How a model's own token counts compare with the estimate, learnt from the counts its server tells with each reply."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.budget import MESSAGE_OVERHEAD_TOKENS, estimate_tokens
from assistant.endpoints.protocol import Message

# A short prompt says more about the template around it than about the tokenizer.
_LEAST_ESTIMATE = 300
_LOWEST, _HIGHEST = 0.5, 2.0
_MARGIN = 1.1
# How much of a higher ratio is kept when a lower one is seen: texts of another language count differently.
_MEMORY = 0.9


class TokenScale:
    """Real tokens for one that was estimated; 1 until a server has counted."""

    def __init__(self) -> None:
        self._ratio = 0.0

    def learn(self, messages: Sequence[Message], counted: int) -> None:
        """The server counted `counted` tokens in a prompt of these messages."""
        estimate = sum(estimate_tokens(m.content) + MESSAGE_OVERHEAD_TOKENS for m in messages)
        if counted <= 0 or estimate < _LEAST_ESTIMATE:
            return
        ratio = min(_HIGHEST, max(_LOWEST, counted / estimate))
        self._ratio = max(ratio, self._ratio * _MEMORY + ratio * (1 - _MEMORY))

    def room(self, context_tokens: int) -> int:
        """The model's context as a number of estimated tokens, with a margin for texts that count higher."""
        return int(context_tokens / (self._ratio * _MARGIN)) if self._ratio else context_tokens
