"""A player in a real browser, for the tests of the page; modules that import this are skipped without Chromium."""

from __future__ import annotations

import os
import re
import shutil
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from day import of_today

pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

ROOT = Path(__file__).parents[2]
SEVEN = ROOT / "instances/aslsk/example-07.lp"
# The shell is the same engine without the windows of a browser: a page costs half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
if BROWSER is None:
    pytest.skip("needs Chromium (on Debian: apt-get install chromium-headless-shell)", allow_module_level=True)
SIZES = {
    "desk": {"width": 1400, "height": 900},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 390, "height": 844},
}
SCHEMES = ("light", "dark")
SERIOUS = ("serious", "critical", "moderate")

# Milliseconds by which answers and events come late: neither the page nor a test may count on a quick one.
LATE = int(os.environ.get("PYROUT_LATE_PAGE", "0"))
COMES_LATE = """late => {
  const soon = window.setTimeout.bind(window), asked = window.fetch.bind(window);
  const wait = () => new Promise(done => soon(done, late));
  window.fetch = (...what) => asked(...what).then(
    answer => wait().then(() => answer), error => wait().then(() => { throw error; }));
  const add = EventTarget.prototype.addEventListener, remove = EventTarget.prototype.removeEventListener;
  const made = new WeakMap(), kinds = ["toggle", "close", "hashchange", "popstate", "message", "load", "focus"];
  EventTarget.prototype.addEventListener = function (kind, does, ...more) {
    if (!kinds.includes(kind) || typeof does !== "function") return add.call(this, kind, does, ...more);
    if (!made.has(does)) made.set(does, function (event) { soon(() => does.call(this, event), late); });
    return add.call(this, kind, made.get(does), ...more);
  };
  EventTarget.prototype.removeEventListener = function (kind, does, ...more) {
    return remove.call(this, kind, kinds.includes(kind) && made.get(does) || does, ...more);
  };
  window.setTimeout = (does, delay, ...more) => soon(does, (delay || 0) + late, ...more);
}"""


def looks(*sizes: str) -> pytest.MarkDecorator:
    """Return the sizes of a window and colour schemes with which a test is run today: in three days with all."""
    return pytest.mark.parametrize(("size", "scheme"), of_today(product(sizes or SIZES, SCHEMES), 3))


class Player:
    """A page in the browser; whatever it complains of is kept."""

    def __init__(self, browser: Any, **more: Any) -> None:
        more.setdefault("viewport", SIZES["desk"])
        self.context = browser.new_context(accept_downloads=True, **more)
        if LATE:
            self.context.add_init_script(f"({COMES_LATE})({LATE})")
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, address: str) -> Any:
        self.page.goto(address)
        if address.startswith("http"):
            self.page.wait_for_selector("body[data-ready=yes][data-reasons=there]")
        return self.page

    def text(self, selector: str) -> str:
        return re.sub(r"\s+", " ", str(self.page.locator(selector).inner_text())).strip()

    def hex(self, name: str) -> Any:
        return self.page.locator(f'#map [data-hex="{name}"]')

    def settled(self, before: int) -> None:
        """Waits until the position was drawn again, with the reasons of its hexes."""
        self.page.wait_for_selector(f'body[data-shown="{before + 1}"][data-reasons=there]')

    @property
    def times_drawn(self) -> int:
        return int(self.page.locator("body").get_attribute("data-shown") or 0)

    def all_units(self) -> None:
        """Unfolds the list of all units."""
        if self.page.locator("#all-units").get_attribute("aria-expanded") == "false":
            self.page.locator("#all-units").click()

    def choose_example(self, name: str) -> None:
        """Finds an example by its name and presses it."""
        self.page.locator("#example-menu > summary").click()
        self.page.locator("#find-example").fill(name)
        self.page.locator(f'#examples [data-example="{name}"]').first.click()

    def click_hex(self, name: str) -> None:
        """Clicks into a corner of a hex where no counter lies."""
        box = self.hex(name).bounding_box()
        self.page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.14)

    def drag(self, unit: str, to: str) -> None:
        before = self.times_drawn
        one, two = self.page.locator(f'#map [data-unit="{unit}"]').bounding_box(), self.hex(to).bounding_box()
        middle = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (one, two)]
        self.page.mouse.move(*middle[0])
        self.page.mouse.down()
        self.page.mouse.move(*middle[1], steps=5)
        self.page.mouse.up()
        self.settled(before)

    def drop(self, *paths: Path) -> None:
        """Drops files and folders on the map, as from another program."""
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        box, session = self.page.locator("#map").bounding_box(), self.context.new_cdp_session(self.page)
        for kind in ("dragEnter", "dragOver", "drop"):
            place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            session.send("Input.dispatchDragEvent", {"type": kind, **place, "data": data})
