"""A model that answers over TLS on this machine's loopback, for trying a frozen program against.

It speaks OpenAI's protocol as streaming servers do: it calls the one tool that it is offered, and repeats what it got.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from installer.project import ROOT
from tests.assistant.private_ca import PrivateCa

_TOOLS = ROOT / "tests" / "assistant" / "tools" / "mcp_server.py"


@contextmanager
def counterpart(folder: Path) -> Iterator[dict[str, str]]:
    """What packaging/linux/use.sh wants to know: address, certificate file, command of a server of tools."""
    authority = PrivateCa(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Model)
    server.daemon_threads = True
    server.socket = authority.context("127.0.0.1").wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield {
            "KEEPSAKE_TRY_URL": f"https://127.0.0.1:{server.server_address[1]}/v1",
            "KEEPSAKE_TRY_CA": str(authority.file),
            "KEEPSAKE_TRY_TOOLS": f"{sys.executable} {_TOOLS}",
        }
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Model(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._send("application/json", json.dumps({"object": "list", "data": [{"id": "small"}]}).encode())

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        events = [
            {"choices": [{"index": 0, "delta": part, "finish_reason": None}]} for part in _answer(asked)
        ]
        is_call = "tool_calls" in events[0]["choices"][0]["delta"]
        ending = {"index": 0, "delta": {}, "finish_reason": "tool_calls" if is_call else "stop"}
        events.append({"choices": [ending]})
        body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
        self._send("text/event-stream", body.encode())

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """What it is asked is nobody's business."""


def _answer(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts of a reply: a call of the tool that tracks parcels, then what the tool said."""
    results = [one["content"] for one in asked["messages"] if one["role"] == "tool"]
    if results:
        return [{"role": "assistant", "content": ""}, {"content": f"It is {results[-1]}"}]
    names = [tool["function"]["name"] for tool in asked.get("tools", ())]
    track = next((name for name in names if name.endswith("track")), "")
    if not track:
        return [{"role": "assistant", "content": "Hello."}]
    function = {"name": track, "arguments": json.dumps({"number": "4711"})}
    return [{"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": function}]}]
