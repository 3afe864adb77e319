"""Settings of all tests. No test may depend on what the runner inherits: a background job of a shell ignores Ctrl-C, and so
would every process that a test starts."""

from __future__ import annotations

import contextlib
import gc
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import day  # noqa: F401 - the day of this run is settled before its processes start
import pytest

if TYPE_CHECKING:
    from vasl_games import Game
    from vasl_tables import Table


# Modules, caches and encodings stay to the end: looking through them each time took an eighth of the tests' time.
gc.set_threshold(100_000, 50, 100)


def pytest_configure() -> None:
    with contextlib.suppress(ValueError):  # not in the main thread: then nobody sends us signals
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Give each file to one process: its tests share a server or a browser. Quick tests share groundings with other files."""
    from side_by_side import file_of, groups
    from xdist.scheduler import LoadFileScheduling

    def group(nodeid: str) -> str:
        if not group_of:
            quick = config.getoption("markexpr") == "quick"
            group_of.update(groups(scheduling.collection, quick=quick))
        return group_of[file_of(nodeid)]

    if config.getvalue("dist") != "load":
        return None
    group_of: dict[str, str] = {}
    scheduling = LoadFileScheduling(config, log)
    scheduling._split_scope = group
    return scheduling


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Return a log with a Russian squad in C2, where it can fire at a broken German one in C3 and the hexes around it."""
    from vasl_games import Game
    from vasl_saves import squad

    made = Game(tmp_path)
    made.enemy = made.put("C2", squad("ru"))[0]  # type: ignore[attr-defined]
    return made


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Return a saved game with a broken German squad in C3, and a Russian one in C2."""
    from vasl_saves import marker, squad
    from vasl_tables import Table

    made = Table(tmp_path)
    made.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    return made
