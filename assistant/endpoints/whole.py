"""A reply read to its end, for work that nobody watches: extraction, compression, titles."""

from __future__ import annotations

from assistant.endpoints.protocol import ChatRequest, Endpoint


async def whole_reply(endpoint: Endpoint, request: ChatRequest) -> str:
    """The text of one reply without its thinking. The request is to be scrubbed already and to name its purpose;
    `request.schema` asks for JSON of that form, which a server may ignore: check what comes.

    Raises:
        EndpointError, SendRefused: there is no whole reply; what had come is dropped.
    """
    parts: list[str] = []
    async for piece in endpoint.stream(request):
        if piece.kind == "reset":
            parts.clear()
        elif piece.kind == "text":
            parts.append(piece.text)
    return "".join(parts).strip()
