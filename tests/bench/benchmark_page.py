"""Measure a player's wait at the page of `pyrout serve`: from a saved game to the first verdict, and after each change.

    python tests/bench/benchmark_page.py [--boards DIR] [--edits 40] [--seed 1]

The game is that of `benchmark_saves.py`: three boards, 103 counters, eight units broken, full ASL. The requests are those of
the page, in its order: the save is imported, then one unit is answered before the others, and then all. A change moves a unit
by a hex, breaks or rallies one, pins one or puts it under DM; the unit that is looked at is one of those that rout. Rows, in
seconds on the clock, so on a machine that has nothing else to do:

  save to first verdict, nothing read     the first game that this server sees, and nothing kept on disk
  the same, boards read before            another game on the same boards, with everybody elsewhere
  the same, game read before              the first game with one unit moved by a hex
  change to first verdict                 median, nine in ten, worst
  change to all verdicts                  the same
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import json
import os
import random
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from typing import Any

from benchmark_saves import HERE, game, three_boards

Json = dict[str, Any]


class Page:
    """The requests of one page in one session."""

    def __init__(self, url: str) -> None:
        self.url, self.have = url, None
        self.hexes: Json = {}

    def post(self, what: str, content: bytes, kind: str) -> Json:
        headers = {"X-Pyrout": "1", "Content-Type": kind}
        request = urllib.request.Request(f"{self.url}/api/{what}", content, headers)
        with urllib.request.urlopen(request, timeout=120) as got:
            reply: Json = json.load(got)
        return reply

    def opened(self, save: bytes) -> Json:
        return self.post("import?name=game.vsav&session=s", save, "application/octet-stream")

    def changed(self, text: str, edit: Json) -> str:
        asked = {"text": text, "name": "game.vsav", "session": "s", "edits": [edit]}
        return str(self.post("change", json.dumps(asked).encode(), "application/json")["text"])

    def view(self, text: str, **more: Any) -> Json:
        asked = {"text": text, "name": "game.vsav", "session": "s", "have": self.have, **more}
        reply = self.post("view", json.dumps(asked).encode(), "application/json")
        self.have = reply.get("map") or self.have
        self.hexes = reply["view"].get("hexes") or self.hexes
        return reply


def first_verdict(page: Page, save: bytes) -> tuple[float, Json]:
    """The seconds from a save to the first verdict, and the view of all units."""
    began = time.perf_counter()
    text = page.opened(save)["text"]
    page.view(text, first="")
    took = time.perf_counter() - began
    return took, page.view(text)


def change(rng: random.Random, reply: Json, hexes: Json) -> Json:
    """A change as a player makes it."""
    units = sorted(reply["statuses"])
    unit = rng.choice(units)
    kind = rng.choice(["move", "move", "broken", "pinned", "dm"])
    if kind == "move":
        counters = reply["view"]["counters"]
        unit = rng.choice(sorted(counters))
        return {"op": "move", "unit": unit, "to": rng.choice(beside(hexes, counters[unit]))}
    return {"op": "status", "unit": unit, "status": kind, "on": kind not in reply["statuses"].get(unit, [])}


def beside(hexes: Json, counter: Json) -> list[str]:
    """The hexes next to a counter."""
    column, row, *_ = hexes[counter["at"].partition("@")[0]]
    return [name for name, (c, r, *_) in hexes.items() if (abs(c - column), abs(r - row)) in ((0, 2), (1, 1))]


def spread(times: list[float]) -> str:
    tenths = sorted(times)[int(0.9 * len(times))]
    return f"median {statistics.median(times):.2f}   nine in ten {tenths:.2f}   worst {max(times):.2f}"


def measure(url: str, names: list[str], edits: int, seed: int) -> None:
    page, rng = Page(url), random.Random(seed)
    for row, save in (
        ("save to first verdict, nothing read", game(names)),
        ("the same, boards read before", game(names, seed=77)),
        ("the same, game read before", game(names, moved=1)),
    ):
        took, reply = first_verdict(page, save)
        print(f"{row:<38} {took:5.2f}", flush=True)
    first: list[float] = []
    every: list[float] = []
    while len(first) < edits:
        routing = [unit["id"] for unit in reply["view"]["units"] if unit["total"]]
        began = time.perf_counter()
        edit, unit = change(rng, reply, page.hexes), rng.choice(routing) if routing else ""
        try:
            some = page.view(page.changed(reply["text"], edit), first=unit)
        except urllib.error.HTTPError:
            continue  # a change that is refused, as a hex that cannot be entered
        first.append(time.perf_counter() - began)
        reply = page.view(some["text"])
        every.append(time.perf_counter() - began)
    print(f"{'change to first verdict':<38} {spread(first)}")
    print(f"{'change to all verdicts':<38} {spread(every)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards, names = three_boards(given.boards, folder)
        environment = {**os.environ, "PYTHONPATH": str(HERE), "PYROUT_CACHE": str(folder / "kept")}
        asked = [sys.executable, "-m", "pyrout", "serve", "--port", "0", "--no-token", "--boards", str(boards)]
        server = subprocess.Popen(asked, stdout=subprocess.PIPE, text=True, cwd=HERE, env=environment)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[2].rstrip("/")
            print(f"boards {', '.join(names)}; seconds on the clock")
            measure(url, names, given.edits, given.seed)
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
