"""Fixtures for tests about VASL's files."""

from __future__ import annotations

from pathlib import Path

import pytest
from vasl_games import Game
from vasl_saves import marker, squad
from vasl_tables import Table


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A Russian squad in C2, where it can fire at a broken German one in C3 and the hexes around it."""
    made = Game(tmp_path)
    made.enemy = made.put("C2", squad("ru"))[0]  # type: ignore[attr-defined]
    return made


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A broken German squad in C3, with a Russian one in C2."""
    made = Table(tmp_path)
    made.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    return made
