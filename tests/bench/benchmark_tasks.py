"""Measure five tasks of a player at the page of `pyrout serve`, in a browser: actions, and seconds on the clock.

    python tests/bench/benchmark_tasks.py [--repeat 3]

Needs Playwright and Chromium. An action is a click, a drag, a choice, or a line that is typed. The seconds run from the first
action until the page shows what the task asks for; a player's own thinking is not in them. Rows, each the median and the worst:

  link on a phone         a link is opened at 390 x 844: until the map and the counters are there, and until the verdict is
  position from nothing   a squad in woods beside an enemy squad, another behind it
  save to verdict         a saved game is chosen together with its board
  why this hex            a hex is clicked, and the sentence about it stands there
  share                   *Copy link*, until the clipboard has it
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).parents[1] / "helpers"))

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

from page_player import BROWSER, SIZES, Player
from page_setter import ENEMY, SQUAD, WOODS, Setter, set_up
from playwright.sync_api import sync_playwright
from served_page import Served
from vasl_games import Game
from vasl_saves import marker, squad

from pyrout.position.line import pack
from pyrout.serve.app import Server

VERDICT = "#answer .head:has-text('MUST ROUT')"
Times = dict[str, float]
Task = Callable[[Any, str], tuple[int, Times]]


def clock(times: Times, name: str, began: float) -> None:
    times[name] = time.perf_counter() - began


def link_on_a_phone(browser: Any, served: str) -> tuple[int, Times]:
    player, times = Player(browser, viewport=SIZES["phone"], has_touch=True, is_mobile=True), Times()
    began = time.perf_counter()
    player.page.goto(f"{served}#l={pack(set_up())}", wait_until="commit")
    player.page.wait_for_selector("#map .unit")
    clock(times, "map", began)
    player.page.wait_for_selector(VERDICT)
    clock(times, "verdict", began)
    player.context.close()
    return 1, times


def position_from_nothing(browser: Any, served: str) -> tuple[int, Times]:
    player, times = Setter(browser), Times()
    page = player.open(served)
    began = time.perf_counter()
    player.act(lambda: page.locator("#new").click())
    puts = ((WOODS, "E5"), (SQUAD, "E5"), (ENEMY, "E4"), (ENEMY, "E2"))
    for tool, to in puts:
        player.pull(tool, to)
    page.wait_for_selector('#map [data-unit="a2"]')
    page.wait_for_selector(VERDICT)
    clock(times, "verdict", began)
    player.context.close()
    return 1 + len(puts), times


def save_to_verdict(browser: Any, served: str) -> tuple[int, Times]:
    player, times = Player(browser), Times()
    with tempfile.TemporaryDirectory() as name:
        game = Game(Path(name), cut=True)  # a log without steps is a saved game
        game.put("C3", squad("ru"))
        game.put("C4", squad(broken=True), marker("DM"))
        page = player.open(served)
        files = [game.written(), *(path for path in game.boards.iterdir() if path.is_file())]
        began = time.perf_counter()
        page.set_input_files("#open", files)
        page.wait_for_selector('#map [data-unit^="ge"]', timeout=60_000)
        page.wait_for_selector("#answer .head", timeout=60_000)
        clock(times, "verdict", began)
    player.context.close()
    return 1, times


def why_this_hex(browser: Any, served: str) -> tuple[int, Times]:
    player, times = Player(browser), Times()
    page = player.open(served)
    began = time.perf_counter()
    player.click_hex("yI4")
    page.wait_for_selector("#beside:visible")
    clock(times, "sentence", began)
    player.context.close()
    return 1, times


def share(browser: Any, served: str) -> tuple[int, Times]:
    player, times = Player(browser), Times()
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = player.open(served)
    began = time.perf_counter()
    page.locator("#save-menu > summary").click()
    page.locator("#link").click()
    page.wait_for_selector("#busy:has-text('The link is in the clipboard')")
    clock(times, "link", began)
    player.context.close()
    return 1, times


TASKS: dict[str, Task] = {
    "link on a phone": link_on_a_phone,
    "position from nothing": position_from_nothing,
    "save to verdict": save_to_verdict,
    "why this hex": why_this_hex,
    "share": share,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3)
    repeat = parser.parse_args().repeat
    with tempfile.TemporaryDirectory() as boards:
        served = Served(Server(seconds=60, workers=2, boards=Path(boards)))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
                for name, task in TASKS.items():
                    runs = [task(browser, f"http://127.0.0.1:{served.port}/") for _ in range(repeat)]
                    for step in runs[0][1]:
                        seconds = [times[step] for _, times in runs]
                        spread = f"{statistics.median(seconds):6.2f} s   worst {max(seconds):.2f}"
                        print(f"{name:<22} {runs[0][0]} actions  {step:<9} {spread}", flush=True)
                browser.close()
        finally:
            served.close()


if __name__ == "__main__":
    main()
