"""The base address of an OpenAI-compatible server, from whatever form a person pasted.

Plain string work on purpose: resolving `models` against `https://host/v1` would give `https://host/models`.
"""

from __future__ import annotations

import re

from assistant.errors import EndpointAddressInvalid

_KNOWN_TAILS = ("/chat/completions", "/completions", "/responses", "/embeddings", "/models")
_VERSION = re.compile(r"/v\d+[a-z0-9]*$")


def candidate_bases(url: str) -> list[str]:
    """Addresses to put `/chat/completions` behind, the likeliest first; there is always one. Raises:
    EndpointAddressInvalid.
    """
    text = re.sub(r"[\s\u200b\ufeff]+", "", url)
    if not text:
        raise EndpointAddressInvalid
    if "://" not in text:
        is_near = re.match(r"(localhost|127\.|\[::1\]|10\.|192\.168\.)", text)
        text = f"{'http' if is_near else 'https'}://{text}"
    scheme, _, rest = text.partition("://")
    if scheme.lower() not in ("http", "https") or not re.match(r"[^/?#]+", rest):
        raise EndpointAddressInvalid
    rest = re.split(r"[?#]", rest, maxsplit=1)[0]
    host, slash, path = rest.partition("/")
    path = re.sub(r"/+", "/", slash + path).rstrip("/")
    for tail in _KNOWN_TAILS:
        if path.lower().endswith(tail):
            path = path[: -len(tail)]
            break
    base = f"{scheme.lower()}://{host}"
    if not path:
        return [f"{base}/v1", base]
    if _VERSION.search(path):
        return [f"{base}{path}"]
    return [f"{base}{path}", f"{base}{path}/v1"]
