"""Measure a player's wait at the site without a server: from a saved game to the first verdict, in Chromium.

    python tests/bench/benchmark_site.py [--parts PARTS] [--boards DIR] [--rounds 3]

PARTS is the folder of `pyrout/site/build.sh`, else PYROUT_SITE_PARTS. The games are those of `benchmark_saves.py`: three
boards, 103 counters, eight units broken, full ASL. Each round is a browser that has kept nothing. Rows, in seconds on the
clock, so on a machine that has nothing else to do; the best of the rounds, to the first verdict and to all verdicts with the
reasons of the first:

  the page of an example     the site is opened; nothing is read
  the referee is ready       the same; from then on files are read at once
  save and boards            a saved game and the archives of its boards, chosen together
  second game                another game on the same boards, with everybody elsewhere
  first game again           the first save alone
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import os
import tempfile
import time
from typing import Any

from benchmark_saves import game, three_boards
from page_player import BROWSER
from playwright.sync_api import sync_playwright
from site_player import START, Reader, served_site

LOOK = 20  # milliseconds between looks at the page
Rows = dict[str, tuple[float, ...]]


def wait(page: Any, so: str) -> None:
    """Wait until an expression is true in the page, or the page complains. Raises RuntimeError."""
    asked = f"[{so}, document.getElementById('problem').innerText]"
    for _ in range(START // LOOK):
        done, problem = page.evaluate(asked)
        if problem:
            raise RuntimeError(problem)
        if done:
            return
        page.wait_for_timeout(LOOK)
    raise RuntimeError(f"never came true: {so}")


def waits(reader: Reader, files: list[Path]) -> tuple[float, float]:
    """Return the seconds from files to the first verdict, and to all verdicts with the reasons of the first."""
    before = reader.times_drawn
    began = time.perf_counter()
    reader.page.locator("#open").set_input_files([str(file) for file in files])
    drawn = f"Number(document.body.dataset.shown) > {before}"
    wait(
        reader.page,
        f"{drawn} && document.querySelector('#answer .head.must, #answer .head.good, #answer .head.bad') !== null",
    )
    first = time.perf_counter() - began
    wait(reader.page, f"{drawn} && document.body.dataset.pending === '0' && document.body.dataset.reasons === 'there'")
    return first, time.perf_counter() - began


def measure(browser: Any, site: str, saves: list[Path], boards: list[Path]) -> Rows:
    """One round: the seconds of each row."""
    reader = Reader(browser)
    try:
        began = time.perf_counter()
        reader.open(site)
        rows: Rows = {"the page of an example": (time.perf_counter() - began,)}
        wait(reader.page, "document.body.dataset.referee === 'ready'")
        rows["the referee is ready"] = (time.perf_counter() - began,)
        rows["save and boards"] = waits(reader, [saves[0], *boards])
        rows["second game"] = waits(reader, [saves[1]])
        rows["first game again"] = waits(reader, [saves[0]])
        return rows
    finally:
        reader.context.close()


def best(rounds: list[Rows]) -> Rows:
    return {
        row: tuple(min(several) for several in zip(*(one[row] for one in rounds), strict=True)) for row in rounds[0]
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", type=Path, default=os.environ.get("PYROUT_SITE_PARTS"))
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    if given.parts is None:
        parser.error("needs the parts of the site: pyrout/site/build.sh FOLDER, then --parts FOLDER")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards, names = three_boards(given.boards, folder)
        saves = [folder / "first.vsav", folder / "second.vsav"]
        saves[0].write_bytes(game(names))
        saves[1].write_bytes(game(names, seed=77))
        archives = [boards / f"bd{board}" for board in names]
        with served_site(folder / "web", Path(given.parts)) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            rounds = [measure(browser, site, saves, archives) for _ in range(given.rounds)]
            browser.close()
    print(f"boards {', '.join(names)}; seconds on the clock, best of {given.rounds}")
    for row, took in best(rounds).items():
        print(f"{row:<24} " + "   ".join(f"{seconds:6.2f}" for seconds in took))


if __name__ == "__main__":
    main()
