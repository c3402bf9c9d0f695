"""From what a server says when it fails to a typed error.

The server's own words stay out of messages and logs (they may quote the request); an error carries them as
`server_text` for the transparency panel, which reads from the vault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from assistant.errors import (
    ContextTooLong,
    EndpointBroken,
    EndpointError,
    EndpointForbidden,
    EndpointLimited,
    EndpointModelMissing,
    EndpointOutOfCredit,
    EndpointOverloaded,
    EndpointOverloadedMidway,
    EndpointPathMissing,
    EndpointRejected,
    EndpointStreamFailed,
    EndpointUnauthorized,
    ToolsRefused,
)

MAX_SERVER_TEXT = 2000
# llama.cpp answers 503 while it loads a model and names no time.
LOADING_RETRY_S = 2.0
_CONTEXT = re.compile(
    r"context.{0,20}(length|window|size|limit)|maximum.{0,20}(context|tokens)|too many tokens|n_ctx|"
    r"prompt is too long|exceeds? the (available )?context|上下文.{0,8}(长度|超)|输入.{0,6}(过长|超过|超出)",
    re.I,
)
_MODEL = re.compile(
    r"model\b.{0,120}?(not found|not exist|does not exist|not available|isn't available|not loaded|not supported)|"
    r"(no such|unknown|invalid|unsupported) model|model_not_found|模型.{0,20}(不存在|未找到)",
    re.I | re.S,
)
_CREDIT = re.compile(
    r"insufficient[_ ](quota|balance|credit|funds)|credit balance|exceeded your current quota|billing_|余额不足|欠费",
    re.I,
)
# Other words under which servers refuse a parameter of ours.
_ALIASES: Mapping[str, tuple[str, ...]] = {
    "think": ("thinking",),
    "response_format": ("json_schema", "guided_json", "grammar"),
    "format": ("json_schema", "grammar"),
    "tools": ("tool", "tool_choice", "function calling"),
}


def message_of(body: bytes) -> str:
    """The server's own words in an error body: the usual JSON places, else the text."""
    text = body.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text[:MAX_SERVER_TEXT]
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, Mapping):
        error = value.get("error", value)
        if isinstance(error, Mapping):
            parts = [str(error.get(k)) for k in ("message", "detail", "param", "code") if error.get(k)]
            return " ".join(parts)[:MAX_SERVER_TEXT] or text[:MAX_SERVER_TEXT]
        return str(error)[:MAX_SERVER_TEXT]
    return text[:MAX_SERVER_TEXT]


def error_for(
    status: int, headers: Mapping[str, str], text: str, parameters: frozenset[str]
) -> EndpointError:
    """The typed error of an HTTP status; for a 400 or 422 the first of our `parameters` that the server
    names is kept.
    """
    error = _typed(status, headers, text, parameters)
    error.server_text = text
    return error


def stream_error(error: object) -> EndpointError:
    """The typed error inside a stream that began well."""
    text = error if isinstance(error, str) else json.dumps(error, ensure_ascii=False)
    if isinstance(error, Mapping) and error.get("message"):
        text = f"{error.get('type') or ''} {error['message']}".strip()
    found: EndpointError = EndpointStreamFailed()
    if _CONTEXT.search(text):
        found = ContextTooLong()
    elif re.search(r"overloaded|capacity|too busy", text, re.I):
        found = EndpointOverloadedMidway()
    found.server_text = text[:MAX_SERVER_TEXT]
    return found


def _typed(status: int, headers: Mapping[str, str], text: str, parameters: frozenset[str]) -> EndpointError:
    if status == 402 or (status in (400, 403, 429) and _CREDIT.search(text)):
        return EndpointOutOfCredit(status=status)
    if status == 401:
        return EndpointUnauthorized(status=status)
    if status == 403:
        return EndpointForbidden(status=status)
    if status in (404, 405):
        return (
            EndpointModelMissing(status=status) if _MODEL.search(text) else EndpointPathMissing(status=status)
        )
    if status == 429:
        return EndpointLimited(status=status, retry_after_s=retry_after_s(headers))
    if status >= 500:
        return _broken(status, headers, text)
    return _rejected(status, text, parameters)


def _broken(status: int, headers: Mapping[str, str], text: str) -> EndpointError:
    wait_s = retry_after_s(headers)
    if status not in (503, 529) and not re.search("overloaded", text, re.I):
        return EndpointBroken(status=status, retry_after_s=wait_s)
    if not wait_s and re.search("loading", text, re.I):
        wait_s = LOADING_RETRY_S
    return EndpointOverloaded(status=status, retry_after_s=wait_s)


def _rejected(status: int, text: str, parameters: frozenset[str]) -> EndpointError:
    if status == 413 or _CONTEXT.search(text):
        return ContextTooLong(status=status)
    # Longest first: "stream_options" also contains "stream".
    for name in sorted(parameters - {"model"}, key=len, reverse=True):
        if any(_names(word, text) for word in (name, *_ALIASES.get(name, ()))):
            if name == "tools":
                return ToolsRefused(status=status, parameter=name)
            return EndpointRejected(status=status, parameter=name)
    return EndpointModelMissing(status=status) if _MODEL.search(text) else EndpointRejected(status=status)


def _names(word: str, text: str) -> bool:
    return re.search(rf"(?<![A-Za-z_]){re.escape(word)}(?![A-Za-z_])", text) is not None


def retry_after_s(headers: Mapping[str, str]) -> float:
    """Seconds the server asks to wait; 0 where it names none. A date counts from the server's own clock."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        return max(0.0, float(headers.get("retry-after", "0")))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(headers["retry-after"])
        return max(0.0, (until - parsedate_to_datetime(headers["date"])).total_seconds())
    except (KeyError, ValueError, TypeError):
        return 0.0
