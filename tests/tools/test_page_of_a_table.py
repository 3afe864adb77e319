"""The page of a table in a real browser: events one after the other, a die chosen, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from day import of_today
from page_player import SIZES, Player

from pyrout.cli import main

POSITION = """\
rules(retreat). side(blue). side(red). table(40,30). home_edge(blue,south). home_edge(red,north).
unit(a,blue,infantry). stands_at(a,10,20). facing(a,north). frontage(a,4). depth(a,2). movement(a,3).
order(a,routed). threat(a,12,28). goes_on(a,2).
"""


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    (tmp_path / "table.lp").write_text(POSITION, encoding="utf-8")
    made = tmp_path / "table.html"
    assert CliRunner().invoke(main, ["draw", str(tmp_path / "table.lp"), "-o", str(made)]).exit_code == 0
    return made


@pytest.mark.parametrize("size", of_today(SIZES, 3))
def test_a_line_is_followed_and_a_die_is_chosen(size: str, browser: Any, drawn: Path) -> None:
    player = Player(browser, viewport=SIZES[size])
    page = player.open(drawn.as_uri())
    assert page.locator("#map .ways").is_visible() and page.locator("#back").is_disabled()
    for _ in range(3):  # it moves, moves on, and moves again
        page.locator("#next button").click()
    assert not page.locator("#map .ways").is_visible()
    assert page.locator("#steps li").count() == 3
    # At the end of the second move it stands 6 inches south of where it began: 14 to 12 from the south edge.
    assert set(page.locator("#map .now polygon").get_attribute("points").split()) == {
        "200,296",
        "264,296",
        "264,328",
        "200,328",
    }
    assert "A die decides" in player.text("#detail")
    choices = page.locator("#next button").all_inner_texts()
    assert len(choices) == 2 and any("needs 3-6" in words and "chance 2/3" in words for words in choices)
    page.locator("#next button", has_text="rallies").click()
    assert "This is the end: rallied, chance 2/3." in player.text("#detail")
    page.keyboard.press("Enter")  # it stands on Back
    assert page.locator("#next button").count() == 2
    page.locator("#begin").click()
    assert page.locator("#map .ways").is_visible() and page.locator("#map .now *").count() == 0
    assert player.complaints == [] and len(player.requests) == 1
