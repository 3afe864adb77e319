"""The whole Rout Phase on the page of `pyrout serve`: its plan, other orders, played turns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from page_checks import faults
from page_player import SIZES, Player, looks
from positions_phase import ROOM_FOR_ONE


def explore(player: Player, text: str, folder: Path) -> Any:
    """Opens a position and explores its phase."""
    file = folder / "one.lp"
    file.write_text(text)
    before = player.times_drawn
    player.page.locator("#open").set_input_files(str(file))
    player.settled(before)
    player.page.locator("#to-phase").click()
    player.page.locator("#phase-ask").click()
    player.page.wait_for_selector("#phase-found:not([hidden]) ol.turns")
    return player.page


def turns(player: Player) -> list[str]:
    return list(player.page.locator("ol.turns [data-turn]").evaluate_all("all => all.map((e) => e.dataset.turn)"))


def reordered(player: Player) -> str:
    """Return the text of the page once it has the answer for another order."""
    player.page.wait_for_selector("#phase-found:not([aria-busy]) .best-again")
    return player.text("#phase-said")


def test_a_player_asks_who_goes_first_and_pulls_the_turns_about(player: Player, served: str, tmp_path: Path) -> None:
    player.open(served)
    page = explore(player, ROOM_FOR_ONE, tmp_path)
    assert player.text("#phase-said") == "german: all of them can come through"
    assert turns(player) == ["g1", "g2"]
    assert "Best plan: 2 of 2 come through, 3 MF." in player.text("#phase-sides")
    assert "g1 can no longer reach B3 (Stacking)" in player.text("#phase-sides")
    assert "a hex where its own side leaves no room" in player.text("#phase-sides")
    assert page.locator("#map .plan [data-turn]").count() == 2
    assert page.locator("#map .plan [data-number]").all_text_contents() == ["1", "2"]
    assert page.locator("#map .answers > .overlay").first.is_hidden(), "the ways of one unit give place to the plan"
    page.locator("#phase-drawn").uncheck()
    assert page.locator("#map .plan").count() == 0 and page.locator("#map .answers > .overlay").first.is_visible()
    page.locator("#phase-drawn").check()
    one, two = (page.locator(f'[data-turn="{unit}"] .grip').bounding_box() for unit in ("g2", "g1"))
    page.mouse.move(one["x"] + 5, one["y"] + 5)
    page.mouse.down()
    page.mouse.move(two["x"] + 5, two["y"] - 4, steps=6)
    page.mouse.up()
    assert reordered(player).endswith("In this order: 1 of 2 come through, 2 MF; 1 fewer than in the best plan.")
    assert turns(player) == ["g2", "g1"]
    assert page.locator("ol.turns .lost").get_attribute("data-turn") == "g1"
    assert "g1 is eliminated" in player.text("ol.turns .lost")
    page.locator(".best-again").click()
    page.wait_for_selector(".best-again", state="detached")
    assert turns(player) == ["g1", "g2"] and "In this order" not in player.text("#phase-said")


def test_the_order_is_changed_by_keyboard(player: Player, served: str, tmp_path: Path) -> None:
    player.open(served)
    page = explore(player, ROOM_FOR_ONE, tmp_path)
    page.get_by_role("button", name="g2 earlier").focus()
    page.keyboard.press("Enter")
    assert "1 fewer than in the best plan" in reordered(player)
    assert turns(player) == ["g2", "g1"]
    page.wait_for_selector('[data-turn="g2"] button:focus')
    page.keyboard.press("Enter")  # the button that is left to it: back again
    page.wait_for_selector('ol.turns > li:first-child[data-turn="g1"]')
    assert "as good as the best plan" in reordered(player)


def test_a_phase_is_played_turn_by_turn_and_taken_back(player: Player, served: str, tmp_path: Path) -> None:
    player.open(served)
    page = explore(player, ROOM_FOR_ONE, tmp_path)
    places = []
    assert player.text("#phase-at") == "0 of 2 turns played. Next: g1: B3"
    for _ in range(2):
        before = player.times_drawn
        page.locator("#phase-next").click()
        player.settled(before)
        places.append([page.locator(f'#map [data-unit="{unit}"]').get_attribute("data-at") for unit in ("g1", "g2")])
    assert places == [["B3", "C4"], ["B3", "B4"]]
    assert player.text("#phase-at").startswith("All 2 turns are played.")
    assert page.locator("#phase-next").is_disabled()
    page.locator("#undo").click()
    page.wait_for_selector('ol.turns [data-turn="g2"][aria-current=step]')
    assert player.text("#phase-at").startswith("1 of 2 turns played.")
    # Another order takes back what was played of the old one.
    page.get_by_role("button", name="g2 earlier").click()
    assert "1 fewer than in the best plan" in reordered(player)
    page.wait_for_selector('#map [data-unit="g1"][data-at=B2]')
    assert player.text("#phase-at") == "0 of 2 turns played. Next: g2: B3"
    for _ in range(2):
        before = player.times_drawn
        page.locator("#phase-next").click()
        player.settled(before)
    assert page.locator('#map [data-unit="g1"]').count() == 0, "it is eliminated"
    before = player.times_drawn
    page.locator("#phase-back").click()
    player.settled(before)
    assert page.locator('#map [data-unit="g1"]').get_attribute("data-at") == "B2"


@pytest.mark.parametrize("name", ["attacker-frees", "captor", "leader-of-two", "one-place"])
def test_a_shipped_phase_is_played_to_its_end(player: Player, served: str, name: str) -> None:
    page = player.open(served)
    before = player.times_drawn
    player.choose_example(f"phases/{name}")
    player.settled(before)
    page.locator("#to-phase").click()
    page.locator("#phase-ask").click()
    page.wait_for_selector("#phase-found:not([hidden])")
    turns = re.match(r"0 of (\d+) turns? played", player.text("#phase-at"))
    assert turns
    count = int(turns[1])
    assert count >= 2
    for number in range(1, count + 1):
        page.locator("#phase-next:not(:disabled)").click()
        page.wait_for_selector(
            f"#phase-at:has-text('{f'All {count} turns' if number == count else f'{number} of {count} turns'}')"
        )
        assert page.locator("#problem").is_hidden()
    assert page.locator("#phase-next").is_disabled()


def test_another_position_is_not_played_by_the_plan_of_the_first(player: Player, served: str, tmp_path: Path) -> None:
    player.open(served)
    page = explore(player, ROOM_FOR_ONE, tmp_path)
    player.drag("g2", "B4")
    assert page.locator("#phase-found").is_hidden()
    assert player.text("#phase-said") == "The position is not the one that was explored any more."
    page.locator("#phase-ask").click()  # g2 stands in B4 now
    page.wait_for_selector('#phase-found:not([hidden]) [data-turn="g2"]:has-text("g2 stays in B4")')
    page.locator("#undo").click()
    page.wait_for_selector("#phase-found[hidden]", state="attached")
    page.locator("#phase-ask").click()
    page.wait_for_selector('#phase-found:not([hidden]) [data-turn="g2"]:has-text("g2: C4 - B4")')
    assert player.text("#phase-at") == "0 of 2 turns played. Next: g1: B3"
    before = player.times_drawn
    page.locator("#redo").click()
    player.settled(before)
    assert page.locator("#phase-found").is_hidden()
    page.locator("#undo").click()
    page.wait_for_selector("#phase-found:not([hidden])")


@looks("desk", "phone")
def test_axe_finds_nothing_in_the_phase(scheme: str, size: str, browser: Any, served: str, tmp_path: Path) -> None:
    player = Player(browser, viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    player.open(served)
    page = player.page
    explore(player, ROOM_FOR_ONE, tmp_path)
    page.locator("#phase-next").click()
    page.wait_for_selector('ol.turns [data-turn="g2"][aria-current=step]')
    page.get_by_role("button", name="g2 earlier").click()
    reordered(player)
    assert faults(page) == []
    player.context.close()


def test_next_goes_from_unit_to_unit(player: Player, served: str, tmp_path: Path) -> None:
    page = player.open(served)
    following = page.get_by_role("button", name="Next unit")
    assert following.is_hidden(), "one unit routs"
    file = tmp_path / "two.lp"
    file.write_text(ROOM_FOR_ONE)
    before = player.times_drawn
    page.locator("#open").set_input_files(str(file))
    player.settled(before)
    chosen = []
    for _ in range(3):
        chosen.append(page.locator("#units [aria-pressed=true]").get_attribute("data-choose"))
        following.click()
    assert chosen == ["g1", "g2", "g1"]
    assert player.text("#answer .head").startswith("g2 (german squad) in C4")
