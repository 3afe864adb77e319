"""A page that is served on a port of its own, and positions to send to it; skips modules without the server."""

from __future__ import annotations

import http.client
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import uvicorn
from page_texts import texts

from pyrout.serve.app import Server, listening

ROOT = Path(__file__).parents[2]
SEVEN = (ROOT / "instances/aslsk/example-07.lp").read_text(encoding="utf-8")
LIMIT = 20.0  # seconds; no test waits for it


class Served:
    """A server on a port of its own, and requests to it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.socket = listening(0)
        self.port = self.socket.getsockname()[1]
        server.at(self.port)
        self.uvicorn = uvicorn.Server(uvicorn.Config(server.app, log_level="error", ws="none"))
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            time.sleep(0.02)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            link.request(method, path, body, headers or {})
            got = link.getresponse()
            return got.status, {k.lower(): v for k, v in got.getheaders()}, got.read()
        finally:
            link.close()

    def post(self, path: str, value: object, **headers: str) -> tuple[int, Any]:
        sent = {
            "X-Pyrout": "1",
            "Content-Type": "application/json",
            **{k.replace("_", "-"): v for k, v in headers.items()},
        }
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        status, got, answer = self.ask("POST", path, body, sent)
        return status, texts(json.loads(answer)) if got["content-type"] == "application/json" else answer

    def close(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(10)
        self.server.close()
