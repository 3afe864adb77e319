"""A link on a phone: the map and the counters stand there before anything was worked out, and the answer follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from page_player import SIZES, Player
from page_setter import set_up

from pyrout.position.line import LINK_LIMIT, link, pack, position_of

FIVE = (
    "aslsk; american against german; boards y; yK5 german squad 4-6-7 broken dm; yL4 american squad 6-6-6; "
    "yK8 american leader 8-1, american squad 6-6-6; yI5 american squad 6-6-7; yM6 german squad 4-6-7"
)


@pytest.fixture
def phone(browser: Any) -> Iterator[Player]:
    made = Player(browser, viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    yield made
    made.context.close()


def test_a_link_is_short() -> None:
    assert len(link(position_of(FIVE, need="facts"), "https://example.org/rout/")) < 300
    game = "; ".join(
        f"y{column}5 german squad 4-6-7, german squad 4-6-7 broken dm" for column in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
    game += "; " + "; ".join(
        f"y{column}8 american squad 6-6-6, american leader 8-1" for column in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
    assert len(link(position_of(f"aslsk; american against german; boards y; {game}", need="facts"))) < LINK_LIMIT
    assert len(pack(set_up())) < LINK_LIMIT


def test_a_link_shows_map_and_counters_before_it_is_answered(phone: Player, served: str) -> None:
    held: list[Any] = []
    phone.page.route("**/api/words", lambda request: held.append(request))
    phone.page.goto(f"{served}#l={pack(set_up())}", wait_until="commit")
    phone.page.wait_for_selector("#map svg.first")
    counters = phone.page.locator("#map svg.first .unit text").all_text_contents()
    assert sorted(counters) == ["4-6-7", "6-6-6", "6-6-6"]
    assert phone.page.locator("#map svg.first .unit.broken").count() == 1
    assert phone.page.locator("#map svg.first .t-woods").count() == 1
    assert phone.page.locator("#map svg.first .side.wall").count() == 1
    assert phone.page.locator("#map svg.first .road").count() == 1
    phone.page.wait_for_selector("#work:visible progress")
    assert phone.text("#work-name") == "Working out the routs"
    (words,) = held
    words.continue_()
    phone.page.wait_for_selector("#answer .head:has-text('MUST ROUT')")
    assert phone.page.locator("#map svg.first").count() == 0
    assert phone.page.locator("#work").is_hidden()
    assert phone.complaints == []


def test_counters_on_a_board_that_is_only_named_stand_in_their_hexes(phone: Player, served: str) -> None:
    phone.page.route("**/api/**", lambda request: None)
    phone.page.goto(f"{served}#l={pack(position_of(FIVE, need='facts'))}", wait_until="commit")
    phone.page.wait_for_selector("#map svg.first")
    assert phone.page.locator("#map svg.first .unit").count() == 6
    names = phone.page.locator("#map svg.first .hex-name").all_text_contents()
    assert {"yK5", "yK6", "yL4", "yI5", "yJ4"} <= set(names)

    def spot(selector: str) -> tuple[float, float]:
        box = phone.page.locator(selector).first.bounding_box()
        return round(box["x"] + box["width"] / 2), box["y"]

    (broken, top), (name, _) = spot("#map svg.first .unit.broken"), spot("#map svg.first text.hex-name:text-is('yK5')")
    assert abs(broken - name) <= 1 and top > spot("#map svg.first text.hex-name:text-is('yK5')")[1]


def test_what_was_shown_last_is_drawn_at_once_on_the_next_visit(phone: Player, served: str) -> None:
    page = phone.open(f"{served}#l={pack(set_up())}")
    page.wait_for_selector("body[data-address=there]")
    page.goto("about:blank")
    page.route("**/api/**", lambda request: None)
    page.goto(served, wait_until="commit")
    page.wait_for_selector("#map svg.first")
    assert page.locator("#map svg.first .unit").count() == 3


@pytest.mark.parametrize("damage", ["#l=1.AAAA", "#l=1.", "#l=2.xyz", "#l=1.%%%"])
def test_a_damaged_link_draws_nothing(phone: Player, served: str, damage: str) -> None:
    phone.page.goto(served + damage)
    phone.page.wait_for_selector("#problem:visible")
    assert phone.page.locator("#map svg.first").count() == 0
    phone.page.wait_for_selector("#problem:has-text('an example, not that of the link')")
