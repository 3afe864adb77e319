"""Makes the README's picture of the page: `python tests/tools/picture_page.py docs/page.jpg` (needs Chromium)."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "helpers"))

from page_player import BROWSER
from playwright.sync_api import ViewportSize, sync_playwright
from served_page import Served

from pyrout.serve.app import Server

SIZE: ViewportSize = {"width": 1400, "height": 900}


def main(target: Path) -> None:
    served = Served(Server(seconds=20, workers=1))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            page = browser.new_page(viewport=SIZE)
            page.goto(f"http://127.0.0.1:{served.port}/")
            page.wait_for_selector("body[data-ready=yes][data-reasons=there]")
            page.locator('#map [data-hex="yI4"]').dispatch_event("click")
            page.screenshot(path=target, type="jpeg", quality=70)
            browser.close()
    finally:
        served.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
