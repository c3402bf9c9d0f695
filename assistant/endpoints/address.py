"""The base address of a chat server, from whatever form a person pasted.

Plain string work on purpose: resolving `models` against `https://host/v1` would give `https://host/models`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.errors import EndpointAddressInvalid

OPENAI_TAILS = ("/chat/completions", "/completions", "/responses", "/embeddings", "/models")
ANTHROPIC_TAILS = ("/messages/count_tokens", "/messages", "/complete", "/models")
_OLLAMA_TAIL = re.compile(r"/(?:api(?:/.*)?|v1(?:/.*)?)$", re.I)
_VERSION = re.compile(r"/v\d+[a-z0-9]*$")


def candidate_bases(
    url: str, tails: Sequence[str] = OPENAI_TAILS, *, prefers_version: bool = False
) -> list[str]:
    """Addresses to put a path such as `/chat/completions` behind, the likeliest first; there is always one. A path
    without a version is taken as it is before `/v1` is added to it, unless `prefers_version`. Raises:
    EndpointAddressInvalid.
    """
    origin, path = _split(url)
    for tail in tails:
        if path.lower().endswith(tail):
            path = path[: -len(tail)]
            break
    if _VERSION.search(path):
        return [f"{origin}{path}"]
    forms = [f"{origin}{path}", f"{origin}{path}/v1"]
    return forms[::-1] if prefers_version or not path else forms


def native_base(url: str) -> str:
    """The address before `/api` of an Ollama server, also where its compatible one (`/v1`) was given. Raises:
    EndpointAddressInvalid.
    """
    origin, path = _split(url)
    return origin + _OLLAMA_TAIL.sub("", path)


def _split(url: str) -> tuple[str, str]:
    """Scheme and host, and the path without doubled or trailing slashes, query and fragment."""
    text = re.sub(r"[\s\u200b\ufeff]+", "", url)
    if not text:
        raise EndpointAddressInvalid
    if "://" not in text:
        is_near = re.match(r"(localhost|127\.|\[::1\]|10\.|192\.168\.)", text)
        text = f"{'http' if is_near else 'https'}://{text}"
    scheme, _, rest = text.partition("://")
    if scheme.lower() not in ("http", "https") or not re.match(r"[^/?#]+", rest):
        raise EndpointAddressInvalid
    host, slash, path = re.split(r"[?#]", rest, maxsplit=1)[0].partition("/")
    return f"{scheme.lower()}://{host}", re.sub(r"/+", "/", slash + path).rstrip("/")
