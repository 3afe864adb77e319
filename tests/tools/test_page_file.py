"""The file that `pyrout draw` writes, used as a player would, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from page_player import SEVEN, SIZES, Player

from pyrout.cli import main


def test_the_file_says_why_a_hex_is_no_destination(player: Player, drawn: Path) -> None:
    player.open(drawn.as_uri())
    assert player.text("#answer .head") == "g1 (german squad) in yK5, 6 MF: MUST ROUT"
    player.click_hex("yI4")
    said = player.text("#detail")
    assert said.startswith("yI4, stone building")
    assert "yI4 is no destination at the start, though a rout may end there: it costs 3 MF and yK6 only 2 (Nearest cover)" in said
    assert "Its destination may cost no more MF than the nearest one that it cannot ignore" in said
    assert player.requests == [drawn.as_uri()]


def test_hovering_says_it_in_short(player: Player, drawn: Path) -> None:
    player.open(drawn.as_uri())
    player.hex("yK4").hover()
    assert player.text("#hover") == "yK4, stone building. yK4 is closed: it is next to a2 in yL4."


def test_the_safest_way_is_shown_first(player: Player, tmp_path: Path) -> None:
    """In Example 6 a rout that runs is eliminated: `solve --best` names the Low Crawl."""
    made, position = tmp_path / "six.html", str(SEVEN.with_name("example-06.lp"))
    said = CliRunner().invoke(main, ["solve", "--best", "--no-details", position]).output
    assert "g1, the safest: Low Crawl yZ3 - yZ4, 6 MF" in said
    assert CliRunner().invoke(main, ["draw", position, "-o", str(made)]).exit_code == 0
    page = player.open(made.as_uri())
    ends = page.locator("#routes .end-row b").all_inner_texts()
    assert ends[0] == "Low Crawl, stops in yZ4" and len(ends) == 2
    page.locator("#routes .end-row").first.click()
    assert player.text("#detail h3") == "yZ3 - yZ4, 6 MF"
    arrows = page.locator("#map .best")
    assert arrows.evaluate_all("all => all.map((e) => e.dataset.posture)") == ["run", "low_crawl"], (
        "what is last lies on top"
    )
    assert arrows.evaluate_all("all => all.map((e) => getComputedStyle(e).opacity === '1')") == [False, True]


def test_a_route_is_followed_step_by_step(player: Player, drawn: Path) -> None:
    page = player.open(drawn.as_uri())
    page.locator("#routes .end-row").first.click()
    assert player.text("#detail h3").startswith("yK5 - yJ5 - yI5, 3 MF")
    steps = [re.sub(r"\s+", " ", step) for step in page.locator("#detail ol.steps > li").all_inner_texts()]
    assert len(steps) == 4
    assert steps[1].startswith("yK5 to yJ5: 1 MF, 1 MF in all. a1 becomes Known. Interdicted by a1: NMC;")
    assert steps[3] == "It survives."
    assert page.locator("#map .picked").count() == 1
    assert page.locator("#map .pointer .tag-text").all_text_contents() == ["1 MF", "3 MF"]
    assert page.locator("#map .pointer .picked-number").all_text_contents() == ["1", "2"], "steps are numbered"
    page.get_by_role("button", name="Show all ways again").click()
    assert page.locator("#map .picked").count() == 0


def test_the_keyboard_is_enough(player: Player, drawn: Path) -> None:
    page = player.open(drawn.as_uri())
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('hex')"):
            break
    focused = "document.activeElement.dataset.hex"
    assert page.evaluate(focused) == "yK5"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "yK6"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) in ("yJ5", "yJ6")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert player.text("#detail").startswith(page.evaluate(focused))
    named = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert re.fullmatch(r"yJ[45], [a-z ]+: .+", named)


def test_each_of_several_units_has_its_own_answer(player: Player, tmp_path: Path) -> None:
    both = tmp_path / "both.lp"
    more = 'unit(g2,german,squad). at(g2,"yM6"). status(g2,broken). status(g2,dm).'
    both.write_text(SEVEN.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert CliRunner().invoke(main, ["draw", str(both), "-o", str(tmp_path / "both.html")]).exit_code == 0
    page = player.open((tmp_path / "both.html").as_uri())
    seen = {}
    for unit in ("g1", "g2"):
        page.locator(f'#units [data-choose="{unit}"]').click()
        seen[unit] = player.text("#answer .head")
        visible = page.locator("#map .overlay:visible").evaluate_all("all => all.map((e) => e.dataset.overlay)")
        assert set(visible) == {unit}
    assert seen["g1"].startswith("g1 (german squad) in yK5") and seen["g2"].startswith("g2 (german squad) in yM6")
    page.locator('#map [data-unit="g1"]').click()
    assert player.text("#answer .head") == seen["g1"]


def test_it_fits_a_phone(browser: Any, drawn: Path) -> None:
    player = Player(browser, viewport=SIZES["phone"], has_touch=True)
    page = player.open(drawn.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
    box = player.hex("yK6").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.14)
    assert player.text("#detail").startswith("yK6, stone building")
    player.context.close()


def test_dark_is_dark_and_light_is_light(browser: Any, drawn: Path) -> None:
    shades = {}
    for scheme in ("light", "dark"):
        player = Player(browser, color_scheme=scheme)
        page = player.open(drawn.as_uri())
        shades[scheme] = [
            sum(map(int, re.findall(r"\d+", page.evaluate(f"getComputedStyle({what})"))[:3]))
            for what in (
                "document.body).backgroundColor.toString(",
                "document.querySelector('.t-open')).fill.toString(",
            )
        ]
        player.context.close()
    assert all(light > 600 for light in shades["light"])
    assert all(dark < 250 for dark in shades["dark"])


def test_the_hexes_around_a_unit_say_why_they_are_closed(player: Player, drawn: Path) -> None:
    player.open(drawn.as_uri())
    shut = player.page.locator('#map [data-overlay="g1"] [data-closed]')
    said = {e.get_attribute("data-closed"): e.locator("title").text_content() for e in shut.all()}
    assert said == {
        "yK4": "yK4 is closed: it is next to a2 in yL4.",
        "yL4": "yL4 is closed: a2 in yL4 stands there. It is closer to a2 in yL4.",
        "yL5": "yL5 is closed: it is next to a2 in yL4.",
    }
