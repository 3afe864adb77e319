"""The page as players use it at the table: a save that takes its time, large games, stacks, an empty board, a phone."""

from __future__ import annotations

import contextlib
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from day import of_today
from drawings import UPSTAIRS
from page_checks import faults
from page_player import SCHEMES, SIZES, Player, looks
from served_page import Served
from vasl_boards import DOT, WOODS, Drawing

import pyrout
from pyrout.serve.app import Server

CORNER = 15  # pixels of the map below the round corners of the sheet


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two boards with art, as players have them."""
    made: Path = tmp_path_factory.mktemp("boards")
    for name in ("x", "w"):
        with zipfile.ZipFile(Drawing(33, 10, name).fill("C6 D6 R5", WOODS).save(made), "a") as archive:
            archive.writestr(f"bd{name}.gif", DOT)
    return made


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[str]:
    made = Served(Server(seconds=30, workers=1, boards=folder))
    yield f"http://127.0.0.1:{made.port}/"
    made.close()


@pytest.fixture(scope="module")
def large(folder: Path) -> str:
    """A game on two boards beside each other: a broken squad far to the right with others around it, a stack of six, and a
    broken squad that surrenders."""
    from pyrout.vasl.boards.archive import read_archive
    from pyrout.vasl.boards.facts import board_facts
    from pyrout.vasl.boards.maps import BoardMap, Placed

    placed = [Placed(read_archive(folder / f"bd{name}"), name, column, 0) for column, name in enumerate(("x", "w"))]
    lines = [*board_facts(BoardMap(placed)), "rules(aslsk). side(german). side(russian). attacker(russian)."]
    lines += ['unit(g1,german,squad). at(g1,"wR4"). status(g1,broken). status(g1,dm). broken_morale(g1,7).']
    lines += ['unit(r1,russian,squad). at(r1,"wR2"). normal_range(r1,6). firepower(r1,4).']
    lines += [f'unit(g{n},german,squad). at(g{n},"xC3"). normal_range(g{n},6). firepower(g{n},4).' for n in range(2, 8)]
    lines += ['unit(g9,german,squad). at(g9,"xG3"). status(g9,broken). unit(r9,russian,squad). at(r9,"xG4").']
    return "\n".join(lines)


@pytest.fixture
def player(browser: Any) -> Iterator[Player]:
    made = Player(browser, viewport=SIZES["desk"])
    yield made
    made.context.close()
    assert made.complaints == []


def opened(player: Player, file: Path) -> None:
    before = player.times_drawn
    player.page.set_input_files("#open", file)
    player.settled(before)


def written(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


IN_SIGHT = """(selector) => {
  const port = document.getElementById("map").getBoundingClientRect();
  const found = document.querySelector(selector).getBoundingClientRect();
  return found.left >= port.left && found.right <= port.right && found.top >= port.top && found.bottom <= port.bottom;
}"""
# The counter that one hits where its middle is
HIT = """(unit) => {
  const box = document.querySelector(`#map [data-unit="${unit}"] .counter`).getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest(".unit");
  return hit && hit.dataset.unit;
}"""


# ---------------------------------------------------------------------------------------------------------------------
# 7 and 13: opening


class Held:
    """Requests of a page to an address, kept waiting until they are let go."""

    def __init__(self, page: Any, address: str) -> None:
        self.routes: list[Any] = []
        page.route(address, lambda route: self.routes.append(route))

    def let_go(self) -> None:
        for route in self.routes:
            with contextlib.suppress(Exception):  # the page may not want it any more
                route.continue_()
        self.routes.clear()


@looks()
def test_opening_a_save_says_at_once_what_goes_on_and_clears_the_answer(
    size: str, scheme: str, browser: Any, served: str, tmp_path: Path
) -> None:
    from vasl_saves import marker, squad
    from vasl_tables import Table

    table = Table(tmp_path)
    table.board = Drawing(cols=17, rows=10, name="x").fill("C6 D6", WOODS)
    table.save.boards = ["0", "0", "x"]
    table.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    player = Player(browser, viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    page = player.open(served)
    held = Held(page, "**/api/import*")
    page.set_input_files("#open", table.written())
    assert player.text("#work-name") == "Opening game.vsav"
    assert page.locator("#work-bar").is_visible() and page.get_by_role("button", name="Cancel").is_visible()
    assert player.text("#title").startswith("game.vsav")
    for old in ("#units", "#answer", "#routes", "#walk", "#map", "#editor", "#assumed"):
        assert page.locator(old).text_content().strip() == "", old
    assert "yK" not in page.locator("#detail").text_content()
    assert faults(page) == []
    before = player.times_drawn
    held.let_go()
    player.settled(before)
    assert page.locator("#work").is_hidden()
    assert "in xC3, 6 MF: MUST ROUT" in player.text("#answer .head")
    player.context.close()
    assert player.complaints == []


def test_opening_can_be_cancelled(player: Player, served: str, tmp_path: Path) -> None:
    page = player.open(served)
    Held(page, "**/api/import*")
    (tmp_path / "game.vsav").write_bytes(b"PK")
    page.set_input_files("#open", tmp_path / "game.vsav")
    page.get_by_role("button", name="Cancel").click()
    assert page.locator("#work").is_hidden()
    assert player.text("#answer .head").startswith("g1 (german squad) in yK5")
    assert player.text("#title").endswith("example-07.lp")
    before = player.times_drawn
    player.choose_example("example-03")
    player.settled(before)
    assert player.text("#title").endswith("example-03.lp")


def test_a_newer_file_takes_the_place_of_one_that_is_still_being_opened(
    player: Player, served: str, tmp_path: Path, large: str
) -> None:
    page = player.open(served)
    held = Held(page, "**/api/import*")
    (tmp_path / "game.vsav").write_bytes(b"PK")
    page.set_input_files("#open", tmp_path / "game.vsav")
    opened(player, written(tmp_path, "large.lp", large))
    held.let_go()
    page.wait_for_timeout(300)
    assert player.text("#title").endswith("large.lp")
    assert page.locator("#problem").is_hidden() and page.locator("#work").is_hidden()


def test_the_first_verdict_does_not_wait_for_all_los_and_what_is_saved_then_has_it(
    player: Player, served: str, tmp_path: Path
) -> None:
    """The text that the page had at first gives no LOS; the one that it saves can be answered without boards."""
    from vasl_saves import marker, squad
    from vasl_tables import Table

    table = Table(tmp_path)
    table.board, table.save.boards = Drawing(33, 10, "x"), ["0", "0", "x"]
    for hex_ in ("C3", "K8", "O3"):
        table.put(hex_, squad(broken=True), marker("DM"))
    for number in range(64):
        table.put(f"{'EFGHIJLM'[number % 8]}{1 + number // 8}", squad("ru"))
    page = player.open(served)
    held = Held(page, "**/api/view")
    shown = player.times_drawn
    page.set_input_files("#open", table.written())
    for _ in range(200):
        if held.routes:
            break
        page.wait_for_timeout(50)
    assert "los(" not in json.loads(held.routes[0].request.post_data)["text"]
    held.let_go()
    page.wait_for_selector(f'body[data-shown="{shown + 1}"][data-pending="2"]')
    assert "in xC3, 6 MF:" in player.text("#answer .head")
    page.wait_for_timeout(50)
    held.let_go()
    page.unroute("**/api/view")
    page.wait_for_selector('body[data-pending="0"]')
    page.locator("#save-menu > summary").click()
    with page.expect_download() as waiting:
        page.locator("#save-lp").click()
    saved = tmp_path / "saved.lp"
    waiting.value.save_as(saved)
    assert {unit.at for unit in pyrout.solve(pyrout.load(saved)).units} >= {"xC3", "xK8", "xO3"}


# ---------------------------------------------------------------------------------------------------------------------
# 8, 9 and 10: what there is to be seen


@pytest.mark.parametrize("size", of_today(SIZES, 3))
def test_one_list_of_all_units_is_the_way_in(size: str, browser: Any, served: str, tmp_path: Path, large: str) -> None:
    player = Player(browser, viewport=SIZES[size])
    page = player.open(served)
    opened(player, written(tmp_path, "large.lp", large))
    rows = page.locator("#units [data-choose]")
    assert rows.count() == 10, "those that rout first, then all others"
    assert [rows.nth(n).get_attribute("data-choose") for n in range(2)] == ["g1", "g9"]
    player.all_units()
    said = [re.sub(r"\s+", " ", rows.first.locator(part).inner_text()) for part in (".who", ".chip-of")]
    assert said == ["g1 (german squad) wR4", "MUST"] and "to wR5" in rows.first.get_attribute("title")
    rows.nth(1).click()
    assert player.text("#answer .head").startswith("g9 (german squad) in xG3")
    assert page.evaluate(IN_SIGHT, '#map [data-unit="g9"] .counter')
    page.locator("#units details.all-units > summary").click()
    page.locator('#units [data-choose="r1"]').click()
    assert "r1, russian squad in wR2" in player.text("#detail")
    assert page.evaluate(IN_SIGHT, '#map [data-unit="r1"] .counter')
    player.context.close()


def test_routes_stand_beside_the_map_before_the_reasons(
    player: Player, served: str, tmp_path: Path, large: str
) -> None:
    page = player.open(served)
    opened(player, written(tmp_path, "large.lp", large))
    tops = [page.locator(s).bounding_box()["y"] for s in ("#units", "#answer", "#routes", "#reasons")]
    assert tops == sorted(tops)
    route = page.locator("#routes .end-row").first.bounding_box()
    assert route["y"] + route["height"] < SIZES["desk"]["height"]


@pytest.mark.parametrize("size", of_today(SIZES, 3))
def test_the_map_opens_on_the_unit_and_its_ways(
    size: str, browser: Any, served: str, tmp_path: Path, large: str
) -> None:
    player = Player(browser, viewport=SIZES[size])
    page = player.open(served)
    opened(player, written(tmp_path, "large.lp", large))
    assert page.evaluate(IN_SIGHT, '#map [data-unit="g1"] .counter')
    for best in page.locator('#map .answers [data-overlay="g1"] .best .route').all():
        assert best.evaluate("""(e) => {
          const port = document.getElementById("map").getBoundingClientRect(), box = e.getBoundingClientRect();
          return box.left < port.right && box.right > port.left && box.top < port.bottom && box.bottom > port.top;
        }""")
    assert page.evaluate("pyrout.zoom") >= 0.6, "large enough to be read"
    player.context.close()


def test_the_first_view_of_a_phone_has_the_enemy_who_is_met(browser: Any, served: str) -> None:
    """Example 7: the rout meets a1 in yK7, two hexes below where the unit stands."""
    player = Player(browser, viewport=SIZES["phone"])
    page = player.open(served)
    assert page.evaluate(IN_SIGHT, '#map [data-unit="a1"] .counter')
    player.context.close()
    assert player.complaints == []


def test_the_first_view_of_a_unit_that_may_go_anywhere_has_its_fight(browser: Any, served: str, tmp_path: Path) -> None:
    player = Player(browser, viewport=SIZES["phone"])
    page = player.open(served)
    hexes = [(f"{'ABCDEFGHI'[c]}{r}", c, 2 * r - 1 + c % 2) for c in range(9) for r in range(1, 10)]
    text = "rules(aslsk). side(german). side(american). attacker(american).\n"
    text += "".join(f'hex("{name}",{c},{r}). terrain("{name}",open_ground).\n' for name, c, r in hexes)
    text += 'unit(g1,german,squad). at(g1,"E5"). status(g1,broken). status(g1,dm). '
    text += 'unit(a1,american,squad). at(a1,"E4"). normal_range(a1,6). firepower(a1,6).\n'
    opened(player, written(tmp_path, "anywhere.lp", text))
    assert page.evaluate(IN_SIGHT, '#map [data-unit="g1"] .counter')
    assert page.evaluate(IN_SIGHT, '#map [data-unit="a1"] .counter')
    assert page.evaluate("pyrout.zoom") >= 0.9, "closer than the whole map"
    player.context.close()
    assert player.complaints == []


def test_what_is_written_keeps_its_size_on_the_screen(player: Player, served: str, tmp_path: Path, large: str) -> None:
    page = player.open(served)
    opened(player, written(tmp_path, "large.lp", large))
    heights: dict[str, set[int]] = {".tag-text": set(), '[data-unit="r1"] .unit-id': set(), ".hex-name": set()}
    for button in ("#larger", "#larger", "#larger", "#smaller", "#smaller", "#smaller", "#smaller", "#smaller"):
        page.locator(button).click()
        for selector, seen in heights.items():
            seen.add(round(page.locator(f"#map {selector}").first.bounding_box()["height"]))
    for selector, seen in heights.items():
        assert min(seen) >= 8 and max(seen) - min(seen) <= 3, (selector, seen)
    page.locator("#fit").click()
    assert page.locator("#map").get_attribute("data-scale") == "far"
    ids = page.locator("#map .unit-id:visible")
    assert sorted(ids.all_text_contents()) == ["g1", "g9"], "from afar only those that rout are named"
    assert all(unit.bounding_box()["height"] >= 8 for unit in ids.all())


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_art_of_all_boards_lies_below_a_joined_map(
    scheme: str, browser: Any, served: str, tmp_path: Path, large: str
) -> None:
    player = Player(browser, viewport=SIZES["desk"], color_scheme=scheme)
    page = player.open(served)
    opened(player, written(tmp_path, "large.lp", large))
    before = player.times_drawn
    page.locator("#more-menu > summary").click()
    page.select_option("#art", "all")
    player.settled(before)
    images = page.locator("#map image")
    assert images.evaluate_all("all => all.map((e) => e.getAttribute('href'))") == ["/art/bdw", "/art/bdx"]
    boxes = {image.get_attribute("href")[-1]: image.bounding_box() for image in images.all()}
    for board, hex_ in (("x", "xQ5"), ("w", "wQ5")):
        spot, box = player.hex(hex_).bounding_box(), boxes[board]
        assert box["x"] < spot["x"] and spot["x"] + spot["width"] < box["x"] + box["width"]
    assert boxes["x"]["x"] < boxes["w"]["x"]
    dim = images.first.evaluate("e => getComputedStyle(e).filter")
    assert (dim == "none") == (scheme == "light")
    player.context.close()


def test_what_was_assumed_stays_and_is_put_right_beside_it(player: Player, served: str, tmp_path: Path) -> None:
    from vasl_saves import marker, squad
    from vasl_tables import Table

    table = Table(tmp_path)
    table.board = Drawing(cols=17, rows=10, name="x").fill("C6 D6", WOODS)
    table.save.boards = ["0", "0", "x"]
    table.put("C3", squad(broken=True), marker("DM")).put("C2", squad("ru"))
    page = player.open(served)
    opened(player, table.written())
    page.locator("#setup > summary").click()
    said = player.text("#assumed")
    assert "Sides are taken from nationalities" in said and "--sides" not in said
    before = player.times_drawn
    page.locator("#attacker").select_option("german")
    player.settled(before)
    assert page.locator("#setup").get_attribute("open") is not None
    assert player.text("#assumed") == said
    assert player.text("#setup-name").startswith("Set-up: aslsk, attacker german, month not known")
    page.locator("#month").select_option("12")
    player.settled(before + 1)
    assert "December" in player.text("#setup-name")
    page.locator('[data-side="russian"] select').select_option("german")
    player.settled(before + 2)
    assert "german: 2 units" in player.text("#setup-controls") and "MUST" not in player.text("#units")
    for times in (3, 4, 5):
        page.get_by_role("button", name="Undo").click()
        player.settled(before + times)
    assert player.text("#answer .head").endswith("MUST ROUT")


# ---------------------------------------------------------------------------------------------------------------------
# 11: stacks


@pytest.mark.parametrize("size", of_today(SIZES, 3))
def test_a_stack_opens_into_a_row_and_a_click_takes_what_one_sees(
    size: str, browser: Any, served: str, tmp_path: Path, large: str
) -> None:
    player = Player(browser, viewport=SIZES[size])
    page = player.open(served)
    opened(player, written(tmp_path, "large.lp", large))
    page.evaluate("pyrout.home('g7', false)")
    page.locator('#map [data-unit="g7"] .counter').click()
    tray = page.locator('#map [data-opened="xC3"]')
    assert tray.locator(".unit").count() == 6
    for number in range(2, 8):
        assert page.evaluate(HIT, f"g{number}") == f"g{number}"
    tops = {round(unit.bounding_box()["y"]) for unit in tray.locator(".unit .counter").all()}
    assert len(tops) == 1, "one row"
    page.locator('#map [data-unit="g4"] .counter').click()
    assert player.text("#editor legend").startswith("g4, german squad in xC3")
    assert tray.count() == 1, "it stays open for the next"
    page.locator('#map [data-unit="g4"]').focus()
    page.keyboard.press("Escape")
    assert tray.count() == 0 and page.locator("#map .stack .unit").count() == 10
    page.locator("#fit").click()
    player.hex("xC3").focus()
    page.keyboard.press("Enter")
    assert page.locator('#map [data-unit="g2"] .counter').bounding_box()["width"] > 30, "to be read from afar, too"
    player.context.close()


@pytest.mark.parametrize("size", of_today(SIZES, 3))
def test_no_counter_lies_below_a_label_and_levels_are_a_ladder(
    size: str, browser: Any, served: str, tmp_path: Path
) -> None:
    player = Player(browser, viewport=SIZES[size])
    page = player.open(served)
    opened(player, written(tmp_path, "upstairs.lp", UPSTAIRS))
    for unit in ("g1", "r1", "r2"):
        assert page.evaluate(HIT, unit) == unit
    upstairs, downstairs = (page.locator(f'#map [data-unit="{u}"] .counter').bounding_box() for u in ("g1", "r1"))
    assert upstairs["x"] > downstairs["x"] + downstairs["width"] / 2 and upstairs["y"] < downstairs["y"]
    order = page.evaluate("""() => [...document.querySelectorAll("#map .tag, #map .hex-name, #map .note")].every((label) =>
      [...document.querySelectorAll("#map .unit")].every((unit) => label.compareDocumentPosition(unit) & 4))""")
    assert order, "whatever is written comes before the counters, that is below them"
    page.locator("#key > summary").click()
    assert "a row for each level" in page.locator("#legend").text_content()
    page.locator('#map [data-unit="r1"]').focus()
    page.keyboard.press("Enter")
    rows = {u: page.locator(f'#map .opened [data-unit="{u}"] .counter').bounding_box()["y"] for u in ("g1", "r1")}
    assert rows["g1"] < rows["r1"], "the upper level is the upper row"
    player.context.close()


# ---------------------------------------------------------------------------------------------------------------------
# 12: an empty board


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_an_empty_board_is_a_beginning(size: str, browser: Any, served: str, tmp_path: Path) -> None:
    board = Drawing(9, 6, "v").fill("C5", WOODS).save(tmp_path)
    player = Player(browser, viewport=SIZES[size])
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", board)
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    assert "This map has no units yet." in player.text("#units")
    assert page.locator("#problem").is_hidden()
    assert player.text("#setup-name").startswith("Set-up: aslsk"), "board v is of the Starter Kit"

    page.locator('[data-tool="unit:german squad 4-6-7 broken dm"]').click()
    page.locator("#map").scroll_into_view_if_needed()
    player.click_hex("vC3")
    page.wait_for_selector(f'body[data-shown="{before + 2}"]')
    assert page.locator('#map [data-unit="g1"]').get_attribute("data-at") == "vC3"
    page.locator('[data-tool="unit:american squad 6-6-6"]').focus()  # and by keyboard
    page.keyboard.press("Enter")
    player.hex("vD2").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(f'body[data-shown="{before + 3}"]')
    assert page.locator('#map [data-unit="a1"]').get_attribute("data-at") == "vD3"
    page.keyboard.press("Escape")

    page.locator('#map [data-unit="g1"]').focus()
    page.keyboard.press("m")
    menu = page.get_by_role("menu", name="Status of g1")
    assert menu.get_by_role("menuitemcheckbox").first.inner_text().strip() == "\u2713 broken"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # no Desperation Morale any more: it is broken all the same
    player.settled(before + 3)
    assert player.text("#answer .head") == "g1 (german squad) in vC3, 6 MF: MUST ROUT"
    page.locator('#map [data-unit="a1"]').click(button="right")
    menu = page.get_by_role("menu", name="Status of a1")
    menu.get_by_role("menuitemcheckbox", name="pinned").click()
    player.settled(before + 4)
    assert "pinned" in page.locator('#map [data-unit="a1"]').get_attribute("aria-label")
    player.context.close()
    assert player.complaints == []


def test_the_rules_come_from_the_board(player: Player, served: str, tmp_path: Path) -> None:
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", Drawing(9, 6, "5").save(tmp_path))
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    assert player.text("#setup-name").startswith("Set-up: asl,")
    assert page.locator("[data-tool] .counter-face").count() > 6, "kinds are drawn as they are on counters"


# ---------------------------------------------------------------------------------------------------------------------
# 14: a position in one line, and as a link

LINE = "aslsk; russian against german; boards x; xC2 r1 russian squad 4-4-7; xC3 g1 german squad 4-6-7-7 broken dm"


def test_a_line_is_pasted_and_written_again(player: Player, served: str, browser: Any) -> None:
    page = player.open(served)
    page.locator("#more-menu > summary").click()
    page.locator("#lines > summary").click()
    before = player.times_drawn
    page.locator("#line").fill(LINE)
    page.get_by_role("button", name="Open this line").click()
    player.settled(before)
    assert player.text("#answer .head").startswith("g1 (german squad) in xC3")
    page.get_by_role("button", name="Write it anew").click()
    page.wait_for_function("document.getElementById('line').value.startsWith('aslsk; russian')")
    assert page.locator("#line").input_value() == LINE
    page.locator("#save-menu > summary").click()
    page.locator("#link").click()
    page.wait_for_url("**#l=*")
    assert len(page.url) < 250
    other = Player(browser)
    other.open(page.url)
    assert other.text("#answer .head").startswith("g1 (german squad) in xC3")
    other.context.close()


def test_a_line_that_is_about_to_be_typed_is_not_written_over(player: Player, served: str) -> None:
    """The line of the position, which comes by itself as the field is opened, stays out of a field that somebody is in."""
    page = player.open(served)
    held = Held(page, "**/api/line")
    page.locator("#more-menu > summary").click()
    page.locator("#lines > summary").click()
    while not held.routes:
        page.wait_for_timeout(50)
    page.locator("#line").focus()
    with page.expect_response("**/api/line"):
        held.let_go()
    page.wait_for_timeout(300)
    assert page.locator("#line").input_value() == ""
    page.get_by_role("button", name="Write it anew").click()
    while not held.routes:
        page.wait_for_timeout(50)
    with page.expect_response("**/api/line"):
        held.let_go()
    page.wait_for_timeout(300)
    assert page.locator("#line").input_value().startswith("aslsk; ")


def test_a_bad_line_gets_one_line_and_changes_nothing(browser: Any, served: str) -> None:
    player = Player(browser)
    page = player.open(served)
    page.locator("#more-menu > summary").click()
    page.locator("#lines > summary").click()
    for line, said in (
        (LINE.replace("squad 4-6-7-7", "sqad"), "did you mean squad?"),
        (LINE.replace("boards x", "boards q"), "bdq"),
    ):
        page.locator("#line").fill(line)
        page.get_by_role("button", name="Open this line").click()
        page.wait_for_selector(f"#problem:has-text('{said}')")
        assert player.text("#answer .head").startswith("g1 (german squad) in yK5")
    player.context.close()


def test_a_position_that_is_too_long_for_a_link_is_offered_as_a_file(
    player: Player, served: str, tmp_path: Path, large: str
) -> None:
    page = player.open(served)
    opened(player, written(tmp_path, "large.lp", large))
    page.locator("#save-menu > summary").click()
    page.locator("#link").click()
    page.wait_for_selector("#warning:has-text('too long')")
    assert "#l=" not in page.url
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the position").click()
    assert waiting.value.suggested_filename == "large.lp"


# ---------------------------------------------------------------------------------------------------------------------
# 15: a rout, step by step


@looks()
def test_a_rout_is_walked_with_the_enemies_who_see_it(size: str, scheme: str, browser: Any, served: str) -> None:
    player = Player(browser, viewport=SIZES[size], color_scheme=scheme)
    page = player.open(served)
    page.locator("#routes .end-row").first.click()
    on, back = page.locator("#step-on"), page.locator("#step-back")
    assert back.is_disabled()
    on.click()
    assert player.text("#seen") == "In yK5: seen by a2, american squad in yL4."
    on.click()
    assert player.text("#seen") == "In yJ5: seen by a1, american squad in yK7; a2, american squad in yL4."
    assert page.locator("#map .unit.watching").evaluate_all("all => all.map((e) => e.dataset.unit)") == ["a1", "a2"]
    assert page.locator("#map .pointer .sight.now").count() == 2
    assert page.locator("#detail li[aria-current=step]").inner_text().startswith("yK5 to yJ5")
    on.click()
    assert on.is_disabled() and "In yI5:" in player.text("#seen")
    back.click()
    assert "In yJ5:" in player.text("#seen")
    page.get_by_role("button", name="Show all ways again").click()
    assert page.locator("#map .watching").count() == 0
    player.context.close()


def test_a_rout_is_played_and_taken_back(player: Player, served: str) -> None:
    page = player.open(served)
    before = player.times_drawn
    page.locator("#routes .end-row").first.click()
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    assert page.locator('#map [data-unit="g1"]').get_attribute("data-at") == "yI5"
    assert "MUST ROUT" not in player.text("#units"), "it has had its turn"
    page.get_by_role("button", name="Undo").click()
    player.settled(before + 1)
    assert player.text("#answer .head") == "g1 (german squad) in yK5, 6 MF: MUST ROUT"


# ---------------------------------------------------------------------------------------------------------------------
# 16, and everybody


@pytest.mark.parametrize("size", of_today(SIZES, 3))
def test_nothing_is_wider_than_the_screen_and_on_a_phone_the_map_comes_first(
    size: str, browser: Any, served: str, tmp_path: Path, large: str
) -> None:
    player = Player(browser, viewport=SIZES[size], has_touch=size == "phone")
    page = player.open(served)
    opened(player, written(tmp_path, "large.lp", large))
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    board, panel = (page.locator(s).bounding_box() for s in ("#board", "#panel"))
    last = page.locator("#more-menu > summary").bounding_box()
    if size != "phone":
        assert last["x"] + last["width"] <= SIZES[size]["width"], "no button is cut off"
    if size == "phone":
        assert board["y"] < 120 and board["height"] > 350 and board["y"] + board["height"] <= panel["y"] + CORNER
        page.locator("#routes .end-row").first.click()
        page.locator("#step-on").click()
        here = page.locator("#board").bounding_box()
        assert here["y"] >= -1 and here["y"] + here["height"] < SIZES[size]["height"], "the map stays in sight"
        seen = page.locator("#detail h3").bounding_box()
        assert here["y"] + here["height"] <= seen["y"] + CORNER, "and hides nothing of the steps"
    player.context.close()


@looks()
def test_axe_finds_nothing_in_a_large_game(
    size: str, scheme: str, browser: Any, served: str, tmp_path: Path, large: str
) -> None:
    player = Player(browser, viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    page = player.open(served)
    opened(player, written(tmp_path, "large.lp", large))
    page.locator("#setup > summary").click()
    player.all_units()
    page.locator("#units details.all-units > summary").click()
    page.locator('#map [data-unit="g7"]').dispatch_event("click")
    page.locator("#routes .end-row").first.click() if page.locator("#routes .end-row").count() else None
    page.locator("#edit").evaluate("button => button.click()")
    page.locator('#map [data-unit="r1"]').focus()
    page.keyboard.press("m")
    assert faults(page) == []
    player.context.close()
