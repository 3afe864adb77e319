"""The page of `pyrout serve` with a position on a table: a block is dragged and turned, and what comes of it is there at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_checks import faults
from page_player import SIZES, Player, looks
from served_page import Served

from pyrout.serve.app import Server

pytestmark = pytest.mark.slow
INCH = 16  # units of the drawing
TABLE = """\
rules(retreat). side(blue). side(red). table(40,30). home_edge(blue,south). home_edge(red,north).
unit(a,blue,infantry). stands_at(a,10,20). facing(a,north). frontage(a,4). depth(a,2). movement(a,3).
order(a,routed). threat(a,12,28). goes_on(a,2).
unit(b,blue,infantry). stands_at(b,30,10). facing(b,south). frontage(b,4). depth(b,2). movement(b,3).
"""


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    made = Served(Server(seconds=30, workers=1))
    yield f"http://127.0.0.1:{made.port}/"
    made.close()


class Umpire(Player):
    """Somebody with a table in front of him."""

    def begin(self, address: str, folder: Path, text: str = TABLE) -> Any:
        self.open(address)
        (folder / "table.lp").write_text(text, encoding="utf-8")
        before = self.times_drawn
        self.page.set_input_files("#open", folder / "table.lp")
        self.settled(before)
        return self.page

    def block(self, unit: str) -> Any:
        return self.page.locator(f'#map [data-unit="{unit}"]')

    def facts(self) -> str:
        return str(self.page.locator("#facts").input_value())

    def does(self, work: Any) -> None:
        before = self.times_drawn
        work()
        self.settled(before)

    def drag_by(self, target: Any, east: float, north: float) -> None:
        """Drags something on the table by so many inches."""
        box, scale = target.bounding_box(), self.page.evaluate("pyrout.zoom") * INCH
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + east * scale, y - north * scale, steps=5)
        self.does(self.page.mouse.up)


@pytest.fixture
def umpire(browser: Any) -> Iterator[Umpire]:
    made = Umpire(browser)
    yield made
    made.context.close()
    assert made.complaints == []


def test_a_table_is_opened_and_answered_at_once(umpire: Umpire, served: str, tmp_path: Path) -> None:
    page = umpire.begin(served, tmp_path)
    assert umpire.text("#title") == "A table, rules retreat"
    assert page.locator("#problem").is_hidden()
    rows = [re.sub(r"\s+", " ", words) for words in page.locator("#units [data-choose]").all_inner_texts()]
    assert rows[0].startswith("a (blue infantry) at 10,20, 3 inches MUST ROUT; rallied 13/18")
    assert rows[1] == "b (blue infantry) at 30,10, facing south"
    for _ in range(3):
        page.locator("#next button").click()
    assert "A die decides" in umpire.text("#detail")
    page.locator("#next button", has_text="rallies").click()
    assert "This is the end: rallied, chance 2/3." in umpire.text("#detail")


def test_a_table_is_begun_on_the_page(umpire: Umpire, served: str) -> None:
    page = umpire.open(served)
    page.locator("#more-menu > summary").click()
    umpire.does(lambda: page.locator("#new-table").click())
    assert page.locator("#edit").get_attribute("aria-pressed") == "true"
    infantry, table = page.locator('[data-tool="block:blue:infantry"]'), page.locator("#map .ground")
    spot = table.bounding_box()
    page.locator("[data-side=blue] select").select_option("routed")
    infantry.click()
    assert "blue infantry routed: press the table" in umpire.text("#table-shelves .holding")
    umpire.does(lambda: page.mouse.click(spot["x"] + spot["width"] / 4, spot["y"] + spot["height"] / 2))
    x, y = (int(each) for each in re.findall(r"stands_at\(b1,(\d+),(\d+)\)", umpire.facts())[0])
    wide, deep = (int(each) for each in re.findall(r"table\((\d+),(\d+)\)", umpire.facts())[0])
    assert abs(x + 2 - wide / 4) <= 1 and abs(y - 1 - deep / 2) <= 1, "its middle is where the table was pressed"
    assert "order(b1,routed)." in umpire.facts() and page.evaluate("document.activeElement.dataset.unit") == "b1"
    cavalry = page.locator('[data-tool="block:red:cavalry"]')
    cavalry.focus()
    umpire.does(lambda: page.keyboard.press("Enter"))
    assert "unit(r1,red,cavalry)." in umpire.facts(), "by keyboard it comes where there is room"
    page.locator('#table-shelves [data-tool="erase"]').click()
    umpire.does(umpire.block("r1").click)
    assert umpire.block("r1").count() == 0
    page.keyboard.press("Escape")
    assert umpire.text("#table-shelves .holding") == ""
    page.locator("#judge").click()
    assert page.locator("#palette").is_hidden()


def test_a_block_is_dragged_and_turned_and_that_is_undone(umpire: Umpire, served: str, tmp_path: Path) -> None:
    page = umpire.begin(served, tmp_path)
    umpire.drag_by(umpire.block("a"), 5.2, -3.8)  # whole inches are what the file counts in
    assert "stands_at(a,15,16)." in umpire.facts()
    assert umpire.text("#units [data-choose=a] .who") == "a (blue infantry) at 15,16, 3 inches"
    assert "15,16" in umpire.text("#next"), "the answer is of the new place"
    umpire.does(page.locator("#turn-right").click)
    assert "facing(a,north_east)." in umpire.facts()
    umpire.does(page.locator("#undo").click)
    assert "facing(a,north)." in umpire.facts() and "stands_at(a,15,16)." in umpire.facts()
    umpire.does(page.locator("#undo").click)
    assert "stands_at(a,10,20)." in umpire.facts()
    umpire.does(page.locator("#redo").click)
    assert "stands_at(a,15,16)." in umpire.facts()
    umpire.drag_by(page.locator("#map [data-threat=a]"), 8, -20)
    assert "threat(a,20,8)." in umpire.facts()


def test_the_keyboard_shifts_and_turns_a_block(umpire: Umpire, served: str, tmp_path: Path) -> None:
    page = umpire.begin(served, tmp_path)
    umpire.block("a").focus()
    umpire.does(lambda: page.keyboard.press("ArrowRight"))
    assert page.evaluate("document.activeElement.dataset.unit") == "a", "it keeps the focus"
    umpire.does(lambda: page.keyboard.press("ArrowDown"))
    assert "stands_at(a,11,19)." in umpire.facts()
    umpire.does(lambda: [page.keyboard.press("r") for _ in range(2)])
    page.wait_for_timeout(1500)  # however many answers the two have come to
    assert "facing(a,east)." in umpire.facts()
    umpire.does(lambda: page.keyboard.press("Delete"))
    assert "unit(a," not in umpire.facts()
    assert umpire.text("#detail") == "Nobody has to be answered."


def test_sizes_edges_and_orders_are_controls(umpire: Umpire, served: str, tmp_path: Path) -> None:
    page = umpire.begin(served, tmp_path)
    umpire.block("b").click()

    def typed(field: str, value: str) -> None:
        page.fill(field, value)
        umpire.does(lambda: page.locator(field).press("Tab"))

    typed("#of-frontage", "6")
    umpire.does(lambda: page.select_option("#of-facing", "west"))
    umpire.does(lambda: page.select_option("#of-order", "routed"))
    assert "nothing says what it flees from" in umpire.text("#problem")
    umpire.does(lambda: page.locator("#of-threat").click())
    assert page.locator("#problem").is_hidden()
    assert {"frontage(b,6).", "facing(b,west).", "order(b,routed)."} <= set(umpire.facts().split("\n"))
    assert page.locator("#units [data-choose]").first.get_attribute("data-choose") == "a"
    assert "MUST ROUT" in umpire.text("#units [data-choose=b]")
    assert umpire.text("#answer .head") == "a: MUST ROUT"
    umpire.block("b").click()
    assert umpire.text("#answer .head") == "b: MUST ROUT", "the block that is clicked is the one that is told of"
    page.locator("#setup > summary").click()
    umpire.does(lambda: page.select_option("#table-counts", "2"))
    typed("#table-width", "36.5")
    umpire.does(lambda: page.select_option("#home-blue", "west"))
    assert {"unit_of_length(inch,2).", "table(73,60).", "home_edge(blue,west)."} <= set(umpire.facts().split("\n"))
    umpire.drag_by(umpire.block("a"), 1.5, 0)
    assert "stands_at(a,23,40)." in umpire.facts(), "half inches"
    umpire.does(lambda: page.select_option("#die-3", "5"))
    assert "die(3,5)." in umpire.facts()
    assert "rallied 1" in umpire.text("#units [data-choose=a]")


def test_units_and_ground_are_added_and_the_text_is_written(umpire: Umpire, served: str, tmp_path: Path) -> None:
    page = umpire.begin(served, tmp_path)
    page.locator("#edit").click()
    chip, table = page.locator('[data-tool="block:red:cavalry"]').bounding_box(), page.locator("#map .ground").bounding_box()
    page.mouse.move(chip["x"] + 9, chip["y"] + 9)
    page.mouse.down()
    page.mouse.move(table["x"] + 2, table["y"] + 2, steps=5)
    umpire.does(page.mouse.up)
    assert "unit(r1,red,cavalry)." in umpire.facts() and "stands_at(r1,4,28)." in umpire.facts(), "it stays on the table"
    assert page.evaluate("document.activeElement.dataset.unit") == "r1"
    page.locator('[data-tool="area:light_woods"]').click()
    step = table["width"] / 40
    page.mouse.move(table["x"] + 20 * step, table["y"] + 20 * step)
    page.mouse.down()
    page.mouse.move(table["x"] + 26 * step, table["y"] + 24 * step, steps=3)
    umpire.does(page.mouse.up)
    assert "area(light_woods,20,6,26,10)." in umpire.facts()
    page.keyboard.press("Escape")
    page.locator("[data-fold=ground] > summary").click()
    page.fill("#area-0-2", "30")
    umpire.does(lambda: page.locator("#area-0-2").press("Tab"))
    assert "area(light_woods,20,6,30,10)." in umpire.facts()
    page.locator("[data-fold=writer] > summary").click()
    page.fill("#facts", umpire.facts().replace("movement(a,3)", "movement(a,5)"))
    umpire.does(page.locator("#facts-open").click)
    assert umpire.text("#units [data-choose=a] .who") == "a (blue infantry) at 10,20, 5 inches"
    page.fill("#facts", "table(4).")
    page.locator("#facts-open").click()
    page.wait_for_selector("#problem:not([hidden])")
    assert "table does not take 1 argument" in umpire.text("#problem")
    assert umpire.text("#units [data-choose=a] .who") == "a (blue infantry) at 10,20, 5 inches", (
        "the table that was there stays"
    )
    assert umpire.facts() == "table(4).", "and so does what was written"
    assert "422" in umpire.complaints.pop()  # the browser's own note of the answer


def test_a_link_opens_a_table_and_a_map_comes_back(umpire: Umpire, served: str, tmp_path: Path) -> None:
    page = umpire.begin(served, tmp_path)
    page.locator("#save-menu > summary").click()
    page.locator("#link").click()
    page.wait_for_selector("#busy:has-text('The link is in the clipboard.'), #busy:has-text('is the link.')")
    address = page.evaluate("location.href")
    assert "#l=" in address
    umpire.does(lambda: umpire.choose_example("example-03"))
    assert page.locator("#map [data-hex]").count() > 0 and page.locator("#events").is_hidden()
    assert umpire.text("#title").endswith("example-03.lp")
    umpire.does(lambda: umpire.choose_example("miniatures/battlesystem-veer"))
    assert page.locator("#map .table").count() == 1 and page.locator("#home").is_hidden()
    other = page.context.new_page()
    other.goto(address)
    other.wait_for_selector("body[data-ready=yes][data-reasons=there]")
    assert other.locator("#map [data-unit=a]").count() == 1
    other.close()


def test_what_was_chosen_beside_a_table_is_saved_with_it(umpire: Umpire, served: str, tmp_path: Path) -> None:
    page = umpire.begin(served, tmp_path, TABLE.replace("side(red).", "side(red). option(edge,part).", 1))
    page.locator("#setup > summary").click()
    page.locator("#setup .options > summary").click()
    umpire.does(lambda: page.select_option("[data-option=edge]", "whole"))
    page.locator("#save-menu > summary").click()
    with page.expect_download() as waiting:
        page.locator("#save-lp").click()
    saved = Path(waiting.value.path()).read_text("utf-8")
    assert saved.startswith("option(edge,whole).") and "edge,part" not in saved
    assert "side(blue). side(red)." in saved and "table(40,30)." in saved, "what stood in the same line is there"


def test_readings_of_a_table_are_compared(umpire: Umpire, served: str, tmp_path: Path) -> None:
    page = umpire.begin(served, tmp_path)
    page.locator("#more-menu > summary").click()
    page.select_option("#compare", "edge")
    page.wait_for_selector("#readings .head")
    assert "All readings give the same answer here." in umpire.text("#readings")
    assert page.locator("#readings svg").count() == 2


@looks("desk", "phone")
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    scheme: str, size: str, browser: Any, served: str, tmp_path: Path
) -> None:
    umpire = Umpire(browser, viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    page = umpire.begin(served, tmp_path)
    page.locator("#units [data-choose=a]").click()
    page.locator("#setup > summary").click()
    page.locator("#edit").click()
    page.locator("[data-fold=writer] > summary").click()
    assert faults(page) == []
    umpire.context.close()
    assert umpire.complaints == []
