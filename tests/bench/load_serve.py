"""Clients that edit positions in the page's way, all at once: `python tests/bench/load_serve.py [--clients N] [--edits N]`.

Each client moves a unit from hex to hex on an example of its own, waits for the answer, asks for the reasons as the page
does, and pauses as a player would. Prints the times from request to answer, and the processor time of the server for each
request, which does not depend on what else the machine does.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import json
import random
import re
import resource
import statistics
import subprocess
import threading
import time
import urllib.request

WARM = 6
EXAMPLES = sorted((Path(__file__).parents[2] / "instances" / "aslsk").glob("*.lp"))


def ask(url: str, value: object, what: str = "view") -> dict[str, object]:
    headers = {"X-Pyrout": "1", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}/api/{what}", json.dumps(value).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as got:
        reply: dict[str, object] = json.load(got)
    return reply


def client(url: str, number: int, edits: int, pause: float, times: list[float], late: list[float]) -> None:
    text: object = EXAMPLES[number % len(EXAMPLES)].read_text(encoding="utf-8")
    rng = random.Random(number)
    at = {
        m[1]: (int(m[2]), int(m[3])) for m in re.finditer(r'^hex\("(.*?)",(-?\d+),(-?\d+)\)', str(text), re.MULTILINE)
    }
    here = re.findall(r'at\(g1,"(.*?)"', str(text))[0]
    for _ in range(edits):
        time.sleep(rng.uniform(0, 2 * pause))
        column, row = at[here]
        here = rng.choice([h for h, (c, r) in at.items() if (abs(c - column), abs(r - row)) in ((0, 2), (1, 1))])
        edit = {"op": "move", "unit": "g1", "to": here}
        began = time.perf_counter()
        reply = ask(url, {"text": text, "edits": [edit], "session": f"client{number}"})
        times.append(time.perf_counter() - began)
        text = reply["text"]
        began = time.perf_counter()
        ask(url, {"text": text, "session": f"client{number}"}, "why")
        late.append(time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--edits", type=int, default=10)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between the edits of a client, on average")
    given = parser.parse_args()
    server = subprocess.Popen(
        [sys.executable, "-m", "pyrout", "serve", "--port", "0", "--no-token"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[2].rstrip("/")
        for _ in range(WARM):  # the processes that solve are awake
            ask(url, {"text": EXAMPLES[0].read_text(encoding="utf-8")})
        times: list[float] = []
        late: list[float] = []
        threads = [
            threading.Thread(target=client, args=(url, n, given.edits, given.pause, times, late))
            for n in range(given.clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for name, seconds in (("answer", times), ("reasons", late)):
            print(
                f"{name}: {len(seconds)} requests of {given.clients} clients, median {1000 * statistics.median(seconds):.0f} ms, "
                f"95 % within {1000 * sorted(seconds)[int(0.95 * len(seconds))]:.0f} ms, worst {1000 * max(seconds):.0f} ms"
            )
    finally:
        server.terminate()
        server.wait(10)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    each = 1000 * (used.ru_utime + used.ru_stime) / (len(times) + len(late) + WARM)
    print(f"processor time of the server: {each:.0f} ms for each request, its start included")


if __name__ == "__main__":
    main()
