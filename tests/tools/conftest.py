"""A browser, and a page that it can open, for the tests that drive one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Yield Chromium; the modules that ask for it are skipped where it is absent."""
    from playwright import sync_api
    from test_page import BROWSER

    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """Yield the address of a page of `pyrout serve`."""
    from test_serve import Page

    from pyrout.serve.app import Server

    page = Page(Server(seconds=20, workers=1))
    yield f"http://127.0.0.1:{page.port}/"
    page.close()
