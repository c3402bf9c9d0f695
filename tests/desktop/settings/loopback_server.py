"""A chat server on loopback for tests that have no event loop of their own: it runs on a thread until it is closed."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODELS = ("small-model", "large-model")


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""

    def do_GET(self) -> None:
        self.server.seen.append((self.path, self.headers.get("Authorization", "")))
        if self._is_refused():
            return
        self._answer("application/json", json.dumps({"data": [{"id": name} for name in MODELS]}).encode())

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append((self.path, self.headers.get("Authorization", "")))
        if self._is_refused():
            return
        if body.get("stream"):
            delta = {"choices": [{"index": 0, "delta": {"content": "OK"}, "finish_reason": "stop"}]}
            self._answer("text/event-stream", f"data: {json.dumps(delta)}\n\ndata: [DONE]\n\n".encode())
            return
        message = {"role": "assistant", "content": "OK"}
        reply = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
        self._answer("application/json", json.dumps(reply).encode())

    def _is_refused(self) -> bool:
        if self.headers.get("Authorization") == f"Bearer {self.server.key}":
            return False
        self._answer("application/json", b'{"error": {"message": "bad key"}}', status=401)
        return True

    def _answer(self, kind: str, body: bytes, *, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class ChatServer(ThreadingHTTPServer):
    """Answers to the one `key`; `seen` are paths and authorizations in the order of arrival."""

    daemon_threads = True

    def __init__(self, key: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.key = key
        self.seen: list[tuple[str, str]] = []
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def close(self) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()
