"""Colours of a terminal: those that click would write."""

from __future__ import annotations

from typing import Any

import click
import pytest

from pyrout.base.colour import style, unstyle

WAYS: list[dict[str, Any]] = [
    {"bold": True},
    {"fg": "red"},
    {"fg": "yellow", "bold": True},
    {"fg": None, "bold": True},
    {"bold": True, "underline": True},
    {"fg": "green"},
]


@pytest.mark.parametrize("way", WAYS)
def test_a_text_is_written_as_click_writes_it(way: dict[str, Any]) -> None:
    assert style("may rout", **way) == click.style("may rout", **way)
    assert unstyle(f"g1 {style('may rout', **way)}.") == "g1 may rout."
