"""Small positions as files, and for the tests that drive a browser: a player in it, and the pages that it opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from batches import corridor, folder_of
from command_line import DISCOVERY, QUIET
from tiny import facts_of


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that drive a browser, by the fixture."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Yield Chromium; the modules that ask for it are skipped where it is absent."""
    from page_player import BROWSER
    from playwright import sync_api

    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """Yield the address of a page of `pyrout serve`."""
    from served_page import Served

    from pyrout.serve.app import Server

    page = Served(Server(seconds=20, workers=1))
    yield f"http://127.0.0.1:{page.port}/"
    page.close()


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    """Yield a page of `pyrout serve` with two processes and a time limit, for requests without a browser."""
    from served_page import LIMIT, Served

    from pyrout.serve.app import Server

    page = Served(Server(seconds=LIMIT, workers=2))
    yield page
    page.close()


@pytest.fixture
def player(browser: Any) -> Iterator[Any]:
    """Yield a player with a page of its own, who in the end has seen no error in the browser."""
    from page_player import Player

    made = Player(browser)
    yield made
    made.context.close()
    assert made.complaints == []


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file that `pyrout draw` writes of Example 7."""
    from click.testing import CliRunner
    from page_player import SEVEN

    from pyrout.cli import main

    made = tmp_path_factory.mktemp("page") / "seven.html"
    assert CliRunner().invoke(main, ["draw", str(SEVEN), "-o", str(made)]).exit_code == 0
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Write a position of one router who discovers an enemy in its destination."""
    path = tmp_path / "discovery.lp"
    path.write_text(facts_of(*DISCOVERY), encoding="utf-8")
    return path


@pytest.fixture
def quiet(tmp_path: Path) -> Path:
    """Write a position of one router that need not rout."""
    path = tmp_path / "quiet.lp"
    path.write_text(facts_of(*QUIET), encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write six positions with six different answers into a folder."""
    return folder_of(tmp_path / "positions", *(corridor(length) for length in range(1, 7)))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the site without a server."""
    from site_parts import PARTS
    from site_player import served_site

    assert PARTS
    with served_site(tmp_path_factory.mktemp("web"), Path(PARTS)) as address:
        yield address
