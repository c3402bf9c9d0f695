"""A conversation turn, from text to checked reply: recall, request, endpoint, citations, badge. No Qt."""

__all__: list[str] = []
