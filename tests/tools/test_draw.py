"""The drawings: what is on them, not where each pixel is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tiny import facts_of

import pyrout
from pyrout import referee
from pyrout.cli import main
from pyrout.draw.answers import Answered
from pyrout.draw.html import page, reasons_alone
from pyrout.draw.layout import Layout
from pyrout.draw.svg import Art, picture
from pyrout.draw.view import Teller
from pyrout.hexes.solver import Solver
from pyrout.hexes.trace import trace
from pyrout.question import ask
from pyrout.results.answer import Discovery
from pyrout.wording import mf

ROOT = Path(__file__).parents[2]
EXAMPLES = [f for part in ("aslsk", "rulings") for f in sorted((ROOT / "instances" / part).glob("*.lp"))]
SVG = "{http://www.w3.org/2000/svg}"

UPSTAIRS = """
rules(asl). side(german). side(russian). attacker(russian). month(7).
hex("A1",0,1). hex("A2",0,3). hex("A3",0,5). hex("B1",1,2). hex("B2",1,4). hex("A4",0,7).
terrain("A1",open_ground). terrain("A2",stone_building). terrain("A3",open_ground). terrain("A4",woods).
terrain("B1",open_ground). terrain("B2",brush). level("A2",1). stairwell("A2"). elevation("B1",1).
hexside("A2","A3",wall). feature("A3",foxhole). building("h","A2").
unit(g1,german,squad). at(g1,"A2",1). status(g1,broken). status(g1,dm).
unit(r1,russian,squad). at(r1,"A2"). normal_range(r1,4). firepower(r1,4). nationality(r1,russian).
unit(r2,russian,leader). at(r2,"B1"). status(r2,pinned).
los("A2@1","A1",0). los("A2@1","B1",0). los("A2@1","A3",0). los("A2","A1",0). los("B1","A1",0). los("B1","A2",0).
"""

WILLING = """
rules(asl). side(german). side(american). attacker(american). month(7).
hex("A1",0,1). hex("A2",0,3). hex("A3",0,5). hex("A4",0,7). hex("A5",0,9). terrain("A1",open_ground).
terrain("A2",open_ground). terrain("A3",open_ground). terrain("A4",woods). terrain("A5",woods).
unit(g1,german,squad). at(g1,"A3"). unit(a1,american,squad). at(a1,"A1"). normal_range(a1,6). firepower(a1,6).
"""
LED = (
    WILLING.replace('terrain("A4",woods)', 'terrain("A4",open_ground)')
    + """
status(g1,broken). status(g1,dm). unit(l1,german,leader). at(l1,"A3"). accompanies(l1,g1).
"""
)


def drawn(text: str, **extra: Art) -> ET.Element:
    instance = pyrout.parse(text, "position.lp")
    return ET.fromstring(picture(instance, pyrout.solve(instance), **extra))


def with_class(root: ET.Element, *names: str) -> list[ET.Element]:
    return [e for e in root.iter() if set(names) <= set(e.get("class", "").split())]


def words(element: ET.Element) -> list[str]:
    return [e.text or "" for e in element.iter(f"{SVG}text")]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


@cache
def answered(folder: Path) -> dict[Path, Any]:
    """The answers of the examples of a folder, got together."""
    files = [file for file in EXAMPLES if file.parent == folder]
    return dict(zip(files, referee.answers([ask(pyrout.load(file)) for file in files]), strict=True))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
@pytest.mark.slow
def test_a_drawing_has_every_hex_and_unit_and_names_the_destinations_with_their_price(file: Path) -> None:
    instance, answer = pyrout.load(file), answered(file.parent)[file]
    root = ET.fromstring(picture(instance, answer))
    entered = {str(f.args[0]) for f in instance.of("terrain")}
    seen = {str(e.get("data-hex")) for e in with_class(root, "hex")}
    spots = {str(f.args[0]): (int(str(f.args[1])), int(str(f.args[2]))) for f in instance.of("hex")}
    assert seen <= set(spots)
    edges = [(min(side), max(side)) for side in zip(*(spots[hex_] for hex_ in seen), strict=True)]
    left_out = entered - seen  # nothing within the part that is shown
    assert not [h for h in left_out if all(low <= at <= high for at, (low, high) in zip(spots[h], edges, strict=True))]
    answers = [unit.if_breaks or unit for unit in answer.units]
    ways = {place.partition("@")[0] for unit in answers for route in unit.routes for place in route.path}
    assert ways | {unit.at.partition("@")[0] for unit in answers} <= seen
    assert {e.get("data-unit") for e in with_class(root, "unit")} == set(map(str, instance.units))
    assert len(with_class(root, "road", "bed")) == (2 if instance.of("road") else 0)  # on the map and in the legend
    for unit in answer.units:
        marks = [e for e in with_class(root, "overlay") if e.get("data-overlay") == unit.id]
        prices = {e.get("data-price"): words(e)[0] for m in marks for e in m.iter() if e.get("data-price")}
        unit = unit.if_breaks or unit
        assert set(prices) == {d.hex for d in unit.destinations}
        assert all(mf(d.mf) in prices[d.hex] for d in unit.destinations)
    drawn_to = {e.get("data-to") for e in with_class(root, "best")}
    routes = [route for unit in answer.units for route in (unit.if_breaks or unit).routes]
    assert drawn_to == {route.legs[0].to or "" for route in routes}
    interdicted = {hit.hex for route in routes for hit in route.interdicted}
    assert {e.get("data-interdicted") for e in root.iter()} - {None} == interdicted


def test_example_seven_shows_what_the_article_says() -> None:
    root = drawn((ROOT / "instances/aslsk/example-07.lp").read_text(encoding="utf-8"))
    title, line = words(root)[:2]
    assert title == "position.lp: rules aslsk"
    assert line == ("g1 (german squad) in yK5: MUST ROUT to yK6 (2 MF); 17 ways, 1 of them ending in elimination.")
    assert [e.get("data-interdicted") for e in root.iter() if e.get("data-interdicted")] == ["yJ5"]
    assert {"2 MF", "crawl", "DM", "!"} <= set(words(root))
    assert {"discovered on the way", "eliminated", "Low Crawl"} <= set(words(with_class(root, "legend")[0]))
    broken = with_class(root, "unit", "broken")
    assert [e.get("data-unit") for e in broken] == ["g1"]


@pytest.mark.slow
def test_surrender_is_not_called_elimination(tmp_path: Path) -> None:
    said = "6 ways, 1 of them ending in surrender"
    position = ROOT / "instances/rulings/R01.lp"
    assert said in run("solve", position).stdout
    for name in ("r.svg", "r.html"):
        assert run("draw", position, "-o", tmp_path / name).exit_code == 0
        made = (tmp_path / name).read_text(encoding="utf-8")
        assert said in made
        assert "ending in elimination" not in made


def test_who_may_break_on_purpose_is_drawn_with_what_it_could_do_then() -> None:
    root = drawn(WILLING)
    assert words(root)[1:3] == [
        "g1 (german squad) in A3: cannot rout; it may break on purpose, and then:",
        "MUST ROUT to A4 (2 MF); 3 ways.",
    ]
    assert {e.get("data-to") for e in with_class(root, "best")} == {"A4"}
    (start, in_legend) = with_class(root, "start")
    assert start.get("stroke-dasharray") and in_legend.get("stroke-dasharray")
    legend = words(with_class(root, "legend")[0])
    assert "start, if it breaks on purpose" in legend and "where a unit starts" not in legend


@pytest.mark.parametrize(
    ("more", "answered", "says"),
    [
        ([], 0, "g1 may break on purpose at the start of the Rout Phase."),
        (["--volunteers"], 1, "it may break on purpose, and then:"),
        (["--unit", "g1"], 1, "it may break on purpose, and then:"),
    ],
)
def test_routs_after_a_voluntary_break_are_worked_out_only_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], answered: int, says: str
) -> None:
    asked: list[str] = []
    volunteer = Answered._volunteer
    monkeypatch.setattr(Answered, "_volunteer", lambda self, unit: asked.append(unit) or volunteer(self, unit))
    file, out = tmp_path / "willing.lp", tmp_path / "willing.svg"
    file.write_text(WILLING, encoding="utf-8")
    assert run("draw", file, "-o", out, *more).exit_code == 0
    assert len(asked) == answered
    assert says in out.read_text(encoding="utf-8")


def test_the_legend_holds_only_what_is_drawn() -> None:
    legend = words(with_class(drawn((ROOT / "instances/rulings/S03.lp").read_text(encoding="utf-8")), "legend")[0])
    assert {"open ground", "woods", "Counter Exhausted (CX)"} <= set(legend)
    assert not {"grain", "road", "stone building", "eliminated", "interdicted"} & set(legend)


def test_upper_levels_features_hexsides_and_elevations_are_drawn() -> None:
    root = drawn(UPSTAIRS)
    upstairs, downstairs = (next(e for e in with_class(root, "unit") if e.get("data-unit") == u) for u in ("g1", "r1"))
    heights = [float(e.get("transform", "").split()[1].rstrip(")")) for e in (upstairs, downstairs)]
    assert heights[0] < heights[1] - 8
    said = words(root)
    assert {"@1", "foxhole", "B1 (+1)", "PIN", "L1 stairs"} <= set(said)
    assert len(with_class(root, "side", "wall")) == 2  # on the map and in the legend


def test_hexes_far_off_that_nobody_enters_make_no_room() -> None:
    far = 'hex("Z1",200,1). hex("Z2",200,3). hex("C1",2,1).'
    one, two = (drawn(UPSTAIRS + more) for more in ("", far))
    assert one.get("viewBox") == two.get("viewBox")


def test_counters_of_one_hex_do_not_hide_each_other() -> None:
    text = UPSTAIRS + "".join(f'unit(r{n},russian,squad). at(r{n},"A4"). ' for n in range(3, 9))
    spots = [
        tuple(map(float, re.findall(r"-?[\d.]+", e.get("transform", ""))[:2]))
        for e in with_class(drawn(text), "unit")
        if e.get("data-at") == "A4"
    ]
    assert len(set(spots)) == 6


def test_names_of_strangers_stay_text() -> None:
    evil = "A1</text><script>alert(1)</script>&amp;"
    text = UPSTAIRS.replace('"A4"', f'"{evil}"')
    root = drawn(text)
    assert not [e for e in root.iter() if e.tag.endswith("script")]
    assert evil in [e.get("data-hex") for e in with_class(root, "hex")]


def test_the_art_of_a_board_lies_where_its_hexes_are() -> None:
    art = Art("data:image/png;base64,AAAA", (0.0, 1.0), (1.0, 7.0))
    root = drawn(UPSTAIRS, art=art)
    (image,) = root.iter(f"{SVG}image")
    sheet = Layout(pyrout.parse(UPSTAIRS))
    assert float(image.get("x", "")) == pytest.approx(sheet.centre("A1").x, abs=0.1)
    assert float(image.get("y", "")) + float(image.get("height", "")) == pytest.approx(sheet.centre("A4").y, abs=0.1)
    assert image.get("transform") is None
    (turned,) = drawn(UPSTAIRS, art=Art(art.href, art.end, art.start)).iter(f"{SVG}image")
    assert turned.get("transform", "").startswith("rotate(180")


@pytest.mark.slow
def test_the_command_writes_svg_and_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    example = ROOT / "instances/aslsk/example-07.lp"
    for name, begins in (("a.svg", b"<svg"), ("a.PNG", b"\x89PNG\r\n\x1a\n")):
        result = run("draw", example, "-o", tmp_path / name)
        assert (result.exit_code, result.output) == (0, "")
        assert (tmp_path / name).read_bytes().startswith(begins)
    wide, high = (int.from_bytes((tmp_path / "a.PNG").read_bytes()[at : at + 4], "big") for at in (16, 20))
    assert wide > 1000 < high


def test_one_unit_can_be_drawn_alone(tmp_path: Path) -> None:
    two = UPSTAIRS + 'unit(g2,german,squad). at(g2,"A3"). status(g2,broken). status(g2,dm).'
    (tmp_path / "two.lp").write_text(two)
    run("draw", tmp_path / "two.lp", "--unit", "g2", "-o", tmp_path / "two.svg")
    root = ET.parse(tmp_path / "two.svg").getroot()
    assert {e.get("data-overlay") for e in with_class(root, "overlay")} == {"g2"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-o", "a.gif"), "a.gif: what kind of file? call it .svg, .png or .html"),
        (("-o", "a.svg", "--unit", "x9"), "no unit is called x9"),
        (("-o", "nowhere/a.svg"), "cannot be written"),
        (("-o", "a.svg", "--board", "none"), "none: cannot be read"),
        ((), "Missing option '-o' / '--output'"),
    ],
)
def test_what_cannot_be_drawn_gets_one_line(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("draw", ROOT / "instances/aslsk/example-07.lp", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_position_without_hexes_is_refused_in_one_line(tmp_path: Path) -> None:
    position = tmp_path / "table.lp"
    position.write_text(
        "rules(aslsk). side(german). side(american). attacker(german). unit(g1,german,aircraft). status(g1,broken)."
    )
    result = run("draw", position, "-o", tmp_path / "table.svg")
    assert result.exit_code == 2
    assert result.stderr.endswith("there are no hexes in it; only positions on a grid of hexes are drawn\n")
    assert result.stderr.count("\n") == 1


# ---------------------------------------------------------------------------------------------------------------------
# The page


def page_of(text: str) -> tuple[str, dict[str, Any]]:
    solver = Solver(ask(pyrout.parse(text, "position.lp")))
    made = page(Answered(solver))
    return made, view_in(made)


def view_in(made: str) -> dict[str, Any]:
    """The view that a page holds."""
    found = re.search(r'<script type="application/json" id="view">(.*?)</script>', made, re.DOTALL)
    assert found
    view: dict[str, Any] = json.loads(found[1])
    return view


def test_the_page_needs_nothing_from_anywhere() -> None:
    made, _ = page_of((ROOT / "instances/aslsk/example-07.lp").read_text(encoding="utf-8"))
    assert not re.search(r"""(?:src|href)=["']?(?!#)[^"'\s>]""", made)
    assert "http" not in made.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "default-src 'none'" in made


def test_the_page_says_of_every_hex_what_it_is_and_why() -> None:
    _, view = page_of((ROOT / "instances/aslsk/example-07.lp").read_text(encoding="utf-8"))
    (unit,) = view["units"]
    assert set(unit["hexes"]) == set(view["hexes"])
    assert unit["hexes"]["yK6"]["state"] == "destination"
    assert unit["hexes"]["yK5"]["state"] == "start"
    wanted = unit["hexes"]["yI4"]
    assert wanted["state"] == "end"
    assert wanted["lines"][0] == "yI4 is not a legal destination: it costs 3 MF and yK6 only 2 [sk-dest-nearest]"
    assert view["sentences"]["sk-dest-nearest"][1].startswith("It must go to the nearest destination in MF")
    assert all(entry["lines"] for entry in unit["hexes"].values())


@pytest.mark.parametrize("file", ["aslsk/example-07.lp", "rulings/R07.lp"])
@pytest.mark.slow
def test_the_page_walks_the_chart_as_the_command_does(file: str) -> None:
    path = ROOT / "instances" / file
    printed = run("explain", path, "g1", "--chart").stdout
    found = Answered(Solver(ask(pyrout.load(path), units=("g1",))))
    (walked,) = reasons_alone(found)["charts"].values()
    assert walked
    for part, boxes in walked:
        assert f"\n{part}" in printed
        for answer, line in boxes:
            assert f"  {'-' if answer == 'holds' else answer:3}  {line}\n" in printed


@pytest.mark.parametrize("file", EXAMPLES[::9], ids=lambda file: file.stem)
@pytest.mark.slow
def test_the_page_explains_hexes_as_the_command_does(file: Path) -> None:
    _, view = page_of(file.read_text(encoding="utf-8"))
    for unit in view["units"]:
        for hex_ in [h for h in unit["hexes"] if "@" not in h][::37]:
            printed = run("explain", file, unit["id"], hex_).stdout.splitlines()[1:]
            lines = [line for line in unit["hexes"][hex_]["lines"] if not line.startswith("routes that pass through")]
            assert lines == [line.strip() for line in printed if not line.startswith("[")]


def test_a_route_is_told_step_by_step() -> None:
    text = (ROOT / "instances/aslsk/example-07.lp").read_text(encoding="utf-8")
    _, view = page_of(text + "broken_morale(g1,7).")
    (unit,) = view["units"]
    assert [(g["label"], g["ways"]) for g in unit["groups"]] == [("Rout to yK6", 16), ("Low Crawl to yK6", 1)]
    safest = unit["routes"][unit["groups"][0]["routes"][0]]
    assert safest["path"] == ["yK5", "yJ5", "yI5"]
    assert safest["steps"][0] == "In yK5: rout to yK6."
    assert safest["steps"][1] == (
        "yK5 to yJ5: 1 MF, 1 MF in all. a1 becomes Known. Interdicted by a1: NMC; if pinned it stops there, if it fails it "
        "is reduced. Broken morale 7: goes on 42 %, pinned 17 %, fails 42 %. There it turns to yI5."
    )
    assert safest["steps"][-1].startswith("It survives.")
    (crawl,) = (unit["routes"][i] for i in unit["groups"][1]["routes"])
    assert crawl["steps"][-1] == "It is ELIMINATED."


def test_the_chances_of_an_nmc_are_those_of_the_answer() -> None:
    """a10-53-nmc: with morale 7 and a leader of -1, 20 of 36 DR pass (3 to 7), 5 pin (8), 9 fail (9 to 11); an original 2 is
    Heat of Battle, an original 12 eliminates."""
    _, view = page_of(LED + "broken_morale(g1,7). leadership(l1,-1).")
    (unit,) = view["units"]
    route = next(route for route in unit["routes"] if route["path"] == ["A3", "A4", "A5"])
    assert route["steps"][1].endswith(
        "Broken morale 7, DRM -1: goes on 56 %, pinned 14 %, fails 25 %, Heat of Battle (original 2) 3 %, "
        "eliminated (original 12) 3 %."
    )
    assert route["steps"][-1] == (
        "It survives. Chances: survives 5/9, reduced 1/4, pinned 5/36, eliminated 1/36, heat of battle 1/36."
    )

    _, view = page_of(LED + "leadership(l1,-1).")
    told = view["units"][0]["routes"][0]["steps"][1]
    assert "not given; with 6, DRM -1: goes on 39 %, pinned 17 %, fails 39 %, Heat" in told
    assert "; with 7, DRM -1: goes on 56 %, pinned 14 %, fails 25 %, Heat" in told


def test_a_leader_who_is_lost_on_the_way_gives_no_drm() -> None:
    """a10-711-leader: he is eliminated where the unit fails. The NMC after that is rolled without him."""
    far = LED.replace('terrain("A5",woods)', 'terrain("A5",open_ground). hex("A6",0,11). terrain("A6",woods)')
    for given, second in (
        ("", "Broken morale 7, DRM -1: goes on 56 %"),
        ('nmc(g1,"A4",pass).', "Broken morale 7, DRM -1: goes on 56 %"),
        ('nmc(g1,"A4",fail).', "Broken morale 7: goes on 39 %"),
    ):
        _, view = page_of(f"{far} broken_morale(g1,7). leadership(l1,-1). {given}")
        (unit,) = view["units"]
        route = next(route for route in unit["routes"] if route["path"] == ["A3", "A4", "A5", "A6"])
        assert second in route["steps"][2]


def test_a_hex_that_is_entered_twice_has_both_of_its_nmc(tmp_path: Path) -> None:
    run("draw", ROOT / "instances/aslsk/example-05.lp", "--set", "revisit=allow", "-o", tmp_path / "five.html")
    (unit,) = view_in((tmp_path / "five.html").read_text(encoding="utf-8"))["units"]
    route = next(r for r in unit["routes"] if r["path"] == ["yR7", "yQ8", "yP7", "yQ8"])
    assert [step.partition(": NMC;")[0].rpartition(". ")[2] for step in route["steps"][1:4]] == [
        "Interdicted by a2",
        "Interdicted by a1 and a2",
        "Interdicted by a2",
    ]


def test_what_only_the_second_entry_of_a_hex_brings_is_told_there() -> None:
    solver = Solver(ask(pyrout.parse(LED, "position.lp")))
    (unit,) = Answered(solver).answer.units
    shot = next(hit for route in unit.routes for hit in route.interdicted)
    assert shot.hex == "A4"  # open ground that a1 sees; A5 is woods, where it could only interdict for another reason
    route = unit.routes[0]._replace(path=("A3", "A5", "A4", "A5"), mf=(0.0, 1.0, 2.0, 3.0))
    for hits, found, told in (
        (("A4",), (), ["", "", "NMC", "", ""]),
        (("A4", "A5"), (), ["", "", "NMC", "NMC", ""]),
        (("A5", "A4", "A5"), (), ["", "NMC", "NMC", "NMC", ""]),
        ((), ("A5", "A4"), ["", "Known", "Known", "", ""]),
        ((), ("A4", "A5"), ["", "", "Known", "Known", ""]),
    ):
        brought = route._replace(
            interdicted=tuple(shot._replace(hex=hex_) for hex_ in hits),
            discovers=tuple(Discovery(hex_, ("a1",)) for hex_ in found),
        )
        steps = Teller(solver.question.position, unit, trace(solver, unit.id)).steps(brought)
        assert [next((word for word in ("NMC", "Known") if word in step), "") for step in steps] == told


@pytest.mark.parametrize(("others", "said"), [("", "a1 becomes Known."), ("a9", "a1 and a9 become Known.")])
def test_one_enemy_becomes_known_and_two_become(others: str, said: str) -> None:
    text = (ROOT / "instances/aslsk/example-07.lp").read_text(encoding="utf-8")
    more = "".join(f'unit({u},american,squad). at({u},"yK7"). normal_range({u},6). ' for u in others.split())
    _, view = page_of(text + more)
    steps = [step for route in view["units"][0]["routes"] for step in route["steps"] if "Known" in step]
    assert steps and all(said in step for step in steps)


@pytest.mark.parametrize("morale", ["", "broken_morale(g1,7)."])
@pytest.mark.slow
def test_the_page_has_every_line_of_solve(morale: str, tmp_path: Path) -> None:
    (tmp_path / "led.lp").write_text(LED + morale)
    printed = [line.strip() for line in run("solve", tmp_path / "led.lp").stdout.splitlines()]
    odds = [line for line in printed if line.startswith("odds")]
    assert odds[0].startswith(
        "odds assume: " if morale else "odds: unknown; give its broken morale as broken_morale(g1,N)"
    )
    assert "a failed NMC would eliminate l1, too [a10-711-leader]" in printed
    _, view = page_of(LED + morale)
    (unit,) = view["units"]
    assert [unit["head"], *unit["lines"]] == [
        line for line in printed[3:-2] if not re.match("rout to|Low Crawl to|A3 - ", line)
    ]


@pytest.mark.slow
def test_the_page_says_what_a_unit_could_do_if_it_broke_on_purpose(tmp_path: Path) -> None:
    _, view = page_of(WILLING)
    (unit,) = view["units"]
    assert (unit["head"], unit["supposed"]) == ("g1 (german squad) in A3, 6 MF: cannot rout", "if it breaks")
    assert unit["lines"][1:] == [
        "here: it is not broken",
        "it may break on purpose at the start of the Rout Phase",
        "if it does: MUST ROUT, to A4, 3 ways, 3 of them surviving",
    ]
    assert [(g["label"], g["ways"]) for g in unit["groups"]] == [("Rout to A4", 2), ("Low Crawl to A4", 1)]
    assert unit["hexes"]["A4"]["state"] == "destination"
    assert unit["hexes"]["A4"]["lines"][0] == "A4 is a destination, 2 MF"
    # One that is in no danger has no such right
    _, safe = page_of(WILLING + 'status(a1,broken). unit(g2,german,squad). at(g2,"A5"). status(g2,broken).')
    assert "g1" not in [unit["id"] for unit in safe["units"]]


@pytest.mark.parametrize("name", ["a.svg", "a.html"])
def test_a_name_that_is_no_utf_8_is_written_as_an_escape(name: str, tmp_path: Path) -> None:
    position = tmp_path / os.fsdecode(b"\xff.lp")
    try:
        position.write_text(WILLING)
    except OSError:
        pytest.skip("this file system has no such names")
    result = run("draw", position, "-o", tmp_path / name)
    assert (result.exit_code, result.output) == (0, "")
    made = (tmp_path / name).read_text(encoding="utf-8")
    assert "\\udcff.lp: " in made
    if name == "a.html":
        assert view_in(made)["file"].endswith("\\udcff.lp")


def test_a_script_of_a_stranger_does_not_leave_its_string() -> None:
    evil = "</script><script>alert(1)</script><!--"
    made, view = page_of(UPSTAIRS.replace('"A4"', f'"{evil}"'))
    assert evil in view["hexes"]
    assert made.count("<script") == 2
    assert "<script>alert" not in made


@pytest.mark.parametrize(
    ("missing", "arguments", "extra"),
    [
        ("resvg_py", ("draw", str(ROOT / "instances/aslsk/example-07.lp"), "-o", "a.png"), "pyrout[png]"),
        ("starlette", ("serve", "--port", "0"), "pyrout[web]"),
        ("uvicorn", ("serve", "--port", "0"), "pyrout[web]"),
    ],
)
def test_a_missing_extra_is_named(
    missing: str, arguments: tuple[str, ...], extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.endswith(f"pip install '{extra}'\n") and result.stderr.count("\n") == 1


# ---------------------------------------------------------------------------------------------------------------------
# A whole Rout Phase

PHASES = ROOT / "instances" / "phases"


def test_the_plan_of_a_phase_has_numbers_and_a_colour_for_each_unit(tmp_path: Path) -> None:
    """Worked out by hand in tests/rules/test_phase.py: g1 goes first, to B3, and g2 to A4."""
    assert run("draw", PHASES / "one-place.lp", "--phase", "-o", tmp_path / "a.svg").exit_code == 0
    root = ET.parse(tmp_path / "a.svg").getroot()
    numbers = {g.get("data-number"): g[1].text for g in root.iter(f"{SVG}g") if g.get("data-number")}
    assert numbers == {"g1": "1", "g2": "2"}
    routs = [g for g in root.iter(f"{SVG}g") if g.get("data-turn")]
    colours = [path.get("class") for g in routs for path in g if "route" in path.get("class", "")]
    assert len(colours) == 2 and len(set(colours)) == 2
    words = [t.text for t in root.iter(f"{SVG}text")]
    assert {"1. g1: B2 - B3, 2 MF", "2. g2: A3 - A4, 1 MF", "g1 2 MF", "g2 1 MF"} <= set(words)


def test_a_plan_that_the_time_limit_cut_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit status 3, as `phase`; the picture names the units that are not finished."""
    from pyrout.draw import hexes

    def cut(question: pyrout.Question) -> pyrout.Phase:
        whole = pyrout.phase(question.position)
        sides = tuple(side._replace(complete=False, unfinished=("g2",)) for side in whole.phase)
        return replace(whole, phase=sides, late=True)

    monkeypatch.setattr(hexes, "phase", cut)
    result = run("draw", PHASES / "one-place.lp", "--phase", "-o", tmp_path / "a.svg")
    assert result.exit_code == 3 and result.stderr.count("\n") == 1 and "time limit reached" in result.stderr
    words = {text.text for text in ET.parse(tmp_path / "a.svg").getroot().iter(f"{SVG}text")}
    assert "german, not finished: g2; their turns may change the others." in words


def test_a_unit_without_a_rout_is_numbered_too(tmp_path: Path) -> None:
    """g1 has to go through B3 and is eliminated; the plan says so, with a cross."""
    position = tmp_path / "barred.lp"
    position.write_text(
        facts_of("B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B3", los="B1-B2 B2-B3"), encoding="utf-8"
    )
    assert run("draw", position, "--phase", "-o", tmp_path / "b.svg").exit_code == 0
    drawing = (tmp_path / "b.svg").read_text()
    assert "1. g1 is eliminated" in drawing and 'class="dead"' in drawing and 'data-number="g1"' in drawing


@pytest.mark.parametrize(
    ("more", "said"), [(("--unit", "g1"), "leave out --unit"), ((), "drawn as .svg or .png")], ids=["unit", "html"]
)
def test_a_phase_that_cannot_be_drawn_so_is_said(tmp_path: Path, more: tuple[str, ...], said: str) -> None:
    kind = "svg" if more else "html"
    result = run("draw", PHASES / "one-place.lp", "--phase", *more, "-o", tmp_path / f"a.{kind}")
    assert result.exit_code == 2 and said in result.stderr and result.stderr.count("\n") == 1


# ---------------------------------------------------------------------------------------------------------------------
# Its price, and the README


def test_commands_that_draw_nothing_load_nothing_of_it() -> None:
    code = "import sys, pyrout.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "pyrout.cli" in loaded
    heavy = ("pyrout.draw", "pyrout.serve", "starlette", "uvicorn", "resvg_py", "multiprocessing")
    assert [name for name in loaded if name.startswith(heavy)] == []


def test_the_picture_in_the_readme_is_what_the_command_draws(tmp_path: Path) -> None:
    run("draw", ROOT / "instances/aslsk/example-07.lp", "-o", tmp_path / "seven.svg")
    assert (tmp_path / "seven.svg").read_text() == (ROOT / "docs/example-07.svg").read_text()


def test_the_phase_in_the_readme_is_what_the_command_draws(tmp_path: Path) -> None:
    run("draw", ROOT / "instances/phases/one-place.lp", "--phase", "-o", tmp_path / "phase.svg")
    assert (tmp_path / "phase.svg").read_text() == (ROOT / "docs/phase.svg").read_text()


def test_the_pictures_of_the_readme_are_there_and_hold_no_board_art() -> None:
    pictures = re.findall(r"!\[[^]]{20,}\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert "docs/example-07.svg" in pictures
    assert all((ROOT / picture).is_file() for picture in pictures)
    assert "<image" not in (ROOT / "docs/example-07.svg").read_text()


def test_a_picture_shows_the_part_of_the_map_where_the_fight_is(tmp_path: Path) -> None:
    hexes = {f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[c]}{r}": (c, 2 * r - 1 + c % 2) for c in range(26) for r in range(1, 19)}
    text = "rules(aslsk). side(german). side(american). attacker(american).\n"
    text += "".join(
        f'hex("{h}",{c},{r}). terrain("{h}",{"woods" if h == "F6" else "open_ground"}).\n'
        for h, (c, r) in hexes.items()
    )
    text += (
        'unit(g1,german,squad). at(g1,"H5"). status(g1,broken). status(g1,dm). unit(a1,american,squad). at(a1,"H4").\n'
    )
    text += 'unit(a2,american,squad). at(a2,"Z18"). road("Y17","Z17").\n'
    (tmp_path / "far.lp").write_text(text)
    run("draw", tmp_path / "far.lp", "-o", tmp_path / "far.svg")
    made = (tmp_path / "far.svg").read_text()
    drawn = set(re.findall(r'data-hex="(\w+)"', made))
    assert {"H5", "H4", "F6", "H8", "F3", "K5"} <= drawn
    assert not drawn & {"Z18", "P5", "H16"}
    assert "Farther off, not on this part of the map: a2 in Z18." in made, "nobody is left out without a word"
    width = float(re.search(r'viewBox="0 0 (\d+)', made)[1])  # type: ignore[index]
    assert width < 700 and 'clip-path="url(#part)"' in made
