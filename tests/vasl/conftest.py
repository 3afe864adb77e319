"""Fixtures for tests about VASL's files."""

from __future__ import annotations

from pathlib import Path

import pytest
from vasl_games import Game
from vasl_saves import squad


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A Russian squad in C2, where it can fire at a broken German one in C3 and the hexes around it."""
    made = Game(tmp_path)
    made.enemy = made.put("C2", squad("ru"))[0]  # type: ignore[attr-defined]
    return made
