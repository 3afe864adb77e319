"""A player at the site without a server: nothing but a folder of files is served. Skipped without Chromium."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from page_player import Player

from pyrout.site.assembly import POLICY, assemble

START = 240_000  # milliseconds that the referee may take to start on a busy machine
STEP = 60_000


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        # Workers are bound by the policy that comes with their own script
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        pass


Handler.extensions_map = {
    **http.server.SimpleHTTPRequestHandler.extensions_map,
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}


@contextmanager
def served_site(folder: Path, parts: Path) -> Iterator[str]:
    """Yield the address of the site in a folder of its own, as most web space has it."""
    assemble(folder / "rout", parts, ("aslsk", "miniatures", "terrain"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/rout/"
    finally:
        server.shutdown()


class Reader(Player):
    def open(self, address: str) -> Any:
        self.page.set_default_timeout(STEP)
        self.page.goto(address)
        self.ready()
        return self.page

    def until(self, expression: str) -> None:
        """Waits until something is so. Playwright's own way of waiting is barred by the policy of the page."""
        for _ in range(STEP // 200):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(200)
        raise AssertionError(f"never came true: {expression}")

    def example(self, name: str) -> None:
        """Opens one of the positions that the page lists, and waits for its answer."""
        before = self.times_drawn
        self.choose_example(name)
        self.until(f"Number(document.body.dataset.shown) > {before}")
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector("body[data-ready=yes][data-reasons=there]", timeout=START)

    def answers(self, path: Path) -> Any:
        """Return the answer of the page's own referee to a position."""
        asked = json.dumps({"verb": "solve", "position": path.read_text("utf-8"), "name": path.name})
        reply = self.page.evaluate("async (body) => (await fetch('/api/ask', { method: 'POST', body })).json()", asked)
        return reply.get("answer", reply)
