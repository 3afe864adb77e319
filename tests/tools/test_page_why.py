"""The reason of each hex and the readings of the rules, on the page in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from page_checks import faults
from page_player import ROOT, SIZES, Player, looks

from pyrout.position.shipped import text_of
from pyrout.program.rule_index import citations

INSTANCES = ROOT / "instances"


@looks()
@pytest.mark.parametrize("which", ["file", "served"])
def test_axe_finds_nothing(which: str, scheme: str, size: str, browser: Any, drawn: Path, served: str) -> None:
    # axe is put into the page, which the page's own policy would not let in
    player = Player(browser, viewport=SIZES[size], color_scheme=scheme, bypass_csp=True)
    page = player.open(drawn.as_uri() if which == "file" else served)
    player.hex("yI4").dispatch_event("click")
    if which == "served":
        page.locator('#map [data-unit="g1"]').dispatch_event("click")
        page.wait_for_selector("#editor fieldset")
    assert faults(page) == []
    player.context.close()


REASONS = {
    "yK4": "yK4 is closed: it is next to a2 in yL4.",
    "yK6": "yK6 is a destination, 2 MF.",
    "yI4": "yI4 is no destination at the start, though a rout may end there: it costs 3 MF and yK6 only 2. "
    "The unit may end there only after meeting a1 in yJ5.",
    "yJ5": "yJ5 is not a legal destination: it is neither woods nor building. "
    "A rout through yJ5 is interdicted by a1 in yK7.",
    "yL3": "No legal way leads to yL3. yL4 is closed from yK5: a2 in yL4 stands there. It is closer to a2 in yL4.",
}


@pytest.mark.parametrize(("hex_", "why"), REASONS.items(), ids=REASONS)
def test_one_click_gives_one_plain_sentence_beside_the_hex(player: Player, served: str, hex_: str, why: str) -> None:
    page = player.open(served)
    player.hex(hex_).dispatch_event("click")
    assert player.text("#beside p").removesuffix(" Rules") == why
    box, beside = player.hex(hex_).bounding_box(), page.locator("#beside").bounding_box()
    edge = 0.2 * box["width"]  # of the hex, where nothing stands
    assert (
        beside["x"] >= box["x"] + box["width"] - edge
        or beside["x"] + beside["width"] <= box["x"] + edge
        or beside["y"] + beside["height"] <= box["y"] + edge
        or beside["y"] >= box["y"] + box["height"] - edge
    )
    page.keyboard.press("Escape")
    player.hex(hex_).focus()
    page.keyboard.press("Escape")
    assert page.locator("#beside").is_hidden()


@pytest.mark.parametrize("width", [1400, 1180])
def test_the_sentence_does_not_lie_over_the_unit(width: int, browser: Any, served: str) -> None:
    player = Player(browser, viewport={"width": width, "height": 900})
    page = player.open(served)
    for hex_ in ("yI4", "yJ3", "yL3"):
        player.hex(hex_).dispatch_event("click")
        box, unit = page.locator("#beside").bounding_box(), page.locator('#map [data-unit="g1"]').bounding_box()
        assert (
            box["x"] + box["width"] <= unit["x"]
            or unit["x"] + unit["width"] <= box["x"]
            or box["y"] + box["height"] <= unit["y"]
            or unit["y"] + unit["height"] <= box["y"]
        ), hex_
    player.context.close()
    assert player.complaints == []


STARTS = (
    "rules(aslsk). side(german). side(american). attacker(american). unit(g1,german,squad). "
    'at(g1,"B2"). status(g1,broken). status(g1,dm). unit(a1,american,squad). at(a1,"A1").\n'
)


def _row(tmp_path: Path, **terrain: str) -> Path:
    """A row of hexes from A1 to D3, the unit in B2 and its enemy in A1."""
    spots = {"A1": (0, 1), "B2": (1, 2), "C2": (2, 3), "D3": (3, 4)}
    hexes = [f'hex("{n}",{c},{r}). terrain("{n}",{terrain.get(n, "open_ground")}).' for n, (c, r) in spots.items()]
    made = tmp_path / "row.lp"
    made.write_text(STARTS + "\n".join(hexes) + "\n", encoding="utf-8")
    return made


def test_where_a_rout_may_end_without_a_destination_the_sentence_says_so(
    player: Player, served: str, tmp_path: Path
) -> None:
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", _row(tmp_path))
    player.settled(before)
    player.hex("D3").dispatch_event("click")
    said = "A rout may end in D3: the unit has no destination, so it may go anywhere by legal steps."
    assert player.text("#beside p").removesuffix(" Rules").startswith(said)


def test_where_a_rout_may_stop_short_of_its_destination_the_sentence_says_so(
    player: Player, served: str, tmp_path: Path
) -> None:
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", _row(tmp_path, D3="woods"))
    player.settled(before)
    player.hex("C2").dispatch_event("click")
    assert (
        player.text("#beside p")
        .removesuffix(" Rules")
        .startswith(
            "C2 is not a destination of a run: it is neither woods nor building. A Low Crawl to D3 may end there: B2 - C2."
        )
    )


def test_the_list_of_units_says_where_the_best_rout_ends(player: Player, served: str) -> None:
    player.open(served)
    card = player.text('#units [data-choose="g1"]')
    assert "best: to yK6, stopping in yI5, 3 MF; interdicted in yJ5 by a1" in card


def test_ways_that_nobody_can_follow_are_dots(player: Player, served: str) -> None:
    page = player.open(served)
    assert page.locator("#map path.fan").count() > 0
    before = player.times_drawn
    page.locator("#new").click()
    page.wait_for_selector(f'body[data-shown="{before + 1}"]')
    page.locator("#typed").fill("E5 german 4-6-7 broken dm; E4 american 6-6-6")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer .head:has-text('MUST ROUT')")
    assert page.locator("#map path.fan").count() < 5, "those of the Low Crawl alone"
    assert page.locator("#map .fans circle").count() > 20


def test_the_rules_are_behind_a_mark(player: Player, served: str) -> None:
    page = player.open(served)
    player.hex("yK4").dispatch_event("click")
    assert "[" not in player.text("#beside"), "no rule ids"
    assert "No step next to a Known enemy" not in player.text("#beside")
    page.locator("#beside").get_by_role("button", name="Rules").click()
    assert "No step next to a Known enemy" in player.text("#beside")


def test_surrender_and_elimination_explain_themselves_on_the_map(player: Player, served: str, tmp_path: Path) -> None:
    hexes = {"B2": (1, 4), "B1": (1, 2), "B3": (1, 6), "A2": (0, 3), "A3": (0, 5), "C2": (2, 3), "C3": (2, 5)}
    text = "rules(aslsk). side(german). side(american). attacker(american).\n"
    for name, (column, row) in hexes.items():
        text += f'hex("{name}",{column},{row}). terrain("{name}",open_ground).\n'
    text += 'unit(g1,german,squad). at(g1,"B2"). status(g1,broken). status(g1,dm).\n'
    text += 'unit(a1,american,squad). at(a1,"B1"). unit(a2,american,squad). at(a2,"B3").\n'
    (tmp_path / "lost.lp").write_text(text)
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "lost.lp")
    player.settled(before)
    assert "ELIMINATED" in player.text("#answer .head")
    shut = page.locator('#map [data-overlay="g1"] [data-closed]')
    assert {e.get_attribute("data-closed") for e in shut.all()} == {"A2", "A3", "B1", "B3", "C2", "C3"}
    for name in ("A2", "B3"):
        player.hex(name).dispatch_event("click")
        assert player.text("#beside p").startswith(f"{name} is closed: ")


def test_on_a_phone_the_sentence_is_a_sheet_from_below(browser: Any, served: str) -> None:
    player = Player(browser, viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    page = player.open(served)
    box = player.hex("yK4").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3)
    sheet = page.locator("#beside.sheet")
    assert player.text("#beside p").startswith("yK4 is closed")
    place = sheet.bounding_box()
    assert round(place["x"]) == 0 and round(place["y"] + place["height"]) == SIZES["phone"]["height"]
    for button in sheet.locator("button:not(.spot)").all():
        size = button.bounding_box()
        assert size["width"] >= 44 and size["height"] >= 44
    sheet.get_by_role("button", name="Close").tap()
    assert sheet.is_hidden()
    player.context.close()
    assert player.complaints == []


def test_one_press_says_whether_the_answer_depends_on_a_reading(player: Player, served: str) -> None:
    page = player.open(served)
    page.get_by_role("button", name="Does it depend on a reading?").click()
    page.wait_for_selector("#depends .head")
    said = player.text("#depends .head")
    assert re.fullmatch(r"It depends on a reading: \d of 7 other readings change the answer\.", said)
    assert "g1 (german squad): MUST ROUT" in player.text("#depends") or "other ways" in player.text("#depends")
    before = player.times_drawn
    page.get_by_role("button", name="Take this reading").first.click()
    player.settled(before)
    assert page.locator("#undo").is_enabled()


def test_what_depends_on_no_reading_says_so(player: Player, served: str, tmp_path: Path) -> None:
    (tmp_path / "alone.lp").write_text(
        'rules(aslsk). side(german). side(american). attacker(american). hex("A1",0,1). hex("A2",0,3).\n'
        'terrain("A1",woods). terrain("A2",woods). unit(g1,german,squad). at(g1,"A1"). status(g1,broken). status(g1,dm).\n'
        'unit(a1,american,squad). at(a1,"A2").\n'
    )
    page = player.open(served)
    before = player.times_drawn
    page.set_input_files("#open", tmp_path / "alone.lp")
    player.settled(before)
    assert "ELIMINATED" in player.text("#answer .head")
    page.get_by_role("button", name="Does it depend on a reading?").click()
    page.wait_for_selector("#depends .head")
    assert player.text("#depends .head") == "It does not depend on a reading: 7 other readings give the same answer."


@pytest.mark.parametrize(
    ("example", "rules", "said"),
    [
        (
            "aslsk/example-04",
            "aslsk",
            "a2 in yV6. Forced by an enemy next to it (Who Must Rout): A broken unit must rout if",
        ),
        ("generated/asl/repulse-09", "asl", "Is it already DM? (Causes of DM, A10.62)"),
        ("miniatures/battlesystem-chain", "battlesystem", "(A friend in the way)"),
    ],
)
def test_a_player_reads_titles_and_sections_and_no_ids_of_rules(
    player: Player, served: str, example: str, rules: str, said: str
) -> None:
    page = player.open(served)
    before = player.times_drawn
    given = {"name": "position.lp", "mimeType": "text/plain", "buffer": text_of(example).encode()}
    page.set_input_files("#open", given)
    page.wait_for_selector(f'body[data-shown="{before + 1}"][data-reasons=there]')
    page.evaluate("for (const id of ['reasons', 'chart']) document.getElementById(id).open = true")
    read = player.text("main")
    for hex_ in page.locator("#map .hex").all()[::5]:
        hex_.dispatch_event("click")
        read += player.text("main")
    assert said in read
    assert [rule for rule in citations(rules) if re.search(rf"\b{rule}\b", read)] == []
    if rules != "battlesystem":
        assert page.locator("#why b[title], #why span[title]").first.get_attribute("title").partition(":")[
            0
        ] in citations(rules)
