"""Pictures of a position or a whole phase: what is on them, not where each pixel is."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from day import of_today
from drawings import EXAMPLES, ROOT, SVG, UPSTAIRS, WILLING, answered, drawn, run, with_class, words
from tiny import facts_of

import pyrout
from pyrout.draw.answers import Answered
from pyrout.draw.layout import Layout
from pyrout.draw.scene import MOST_INTERDICTED
from pyrout.draw.svg import Art, Drawing, picture
from pyrout.serve.map_edits import blank
from pyrout.wording import mf


@pytest.mark.parametrize("file", of_today(EXAMPLES, 3), ids=lambda file: file.stem)
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
        for d in unit.destinations:
            ends = {route.end for route in unit.routes if route.path[-1] == d.hex}
            postures = {route.posture for route in unit.routes if route.path[-1] == d.hex}
            if postures == {"low_crawl"} and ends in ({"eliminated"}, {"surrenders"}):
                assert prices[d.hex] == f"crawl: {ends.pop()}"
            else:
                least = re.escape(mf(d.mf).removesuffix(" MF"))
                assert re.search(rf"(^| ){least}( to \S+)? MF", prices[d.hex])
    drawn_to = {e.get("data-to") for e in with_class(root, "best")}
    routes = [route for unit in answer.units for route in (unit.if_breaks or unit).routes]
    assert drawn_to == {route.legs[0].to or "" for route in routes}
    interdicted = {hit.hex for route in routes for hit in route.interdicted}
    assert {e.get("data-interdicted") for e in root.iter()} - {None} == interdicted


def test_example_seven_shows_what_the_article_says() -> None:
    root = drawn((ROOT / "instances/aslsk/example-07.lp").read_text(encoding="utf-8"))
    title, line = words(root)[:2]
    assert title == "German squad in yK5 must rout to yK6 (rules aslsk)"
    assert line == ("g1 (german squad) in yK5: MUST ROUT to yK6 (2 MF); 17 ways, 1 of them ending in elimination.")
    assert [e.get("data-interdicted") for e in root.iter() if e.get("data-interdicted")] == ["yJ5"]
    assert {"crawl: eliminated", "DM", "!"} <= set(words(root)), "one label of yK6: a second one would lie over yK7"
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

    def noted(self: Answered, unit: str) -> object:
        asked.append(unit)
        return volunteer(self, unit)

    monkeypatch.setattr(Answered, "_volunteer", noted)
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


def test_a_paved_road_is_drawn_as_such() -> None:
    for paved, legend in (("", "road"), ('paved("B1","A1").', "paved road")):
        root = drawn(f'{UPSTAIRS} road("A1","B1"). {paved}')
        assert len(with_class(root, "road", "paved")) == (2 if paved else 0)  # on the map and in the legend
        assert [said for said in words(with_class(root, "legend")[0]) if "road" in said] == [legend]


def test_illuminated_hexes_fords_and_tunnels_are_drawn() -> None:
    """They are on the map, in the legend, and in the words of their hexes; also above the art of a board."""
    text = (
        UPSTAIRS.replace('"B1",open_ground', '"B1",river')
        .replace('elevation("B1",1).', "")
        .replace('at(r2,"B1")', 'at(r2,"B2")')
        + 'environment(night). nvr(3). illuminated("A2@1"). fordable("B1"). tunnel("A4","A2",russian).'
    )
    art = Art("data:,", (0, 0), (2, 8))
    for extra in ({}, {"art": art}):
        root = drawn(text, **extra)
        for mark in ("lit", "ford", "tunnel"):
            assert len(with_class(root, mark)) == 2, mark  # on the map and in the legend
        assert {"Illuminated", "fordable", "tunnel"} <= set(words(with_class(root, "legend")[0]))
        said = {e.get("data-hex"): "".join(e.itertext()) for e in with_class(root, "hex")}
        assert said["A2"] == "A2, stone building, Illuminated @1, tunnel to A4 (russian)"
        assert said["A4"] == "A4, woods, tunnel to A2 (russian)"
        assert said["B1"] == "B1, river, fordable"
    assert not {"Illuminated", "fordable", "tunnel"} & set(words(drawn(UPSTAIRS)))


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


WORD = re.compile(r'<text x="([-\d.]+)" y="([-\d.]+)"[^>]* text-anchor="(\w+)"[^>]*>([^<]*)<')


@pytest.mark.parametrize(
    "path", sorted((ROOT / "instances/miniatures").glob("retreat-*.lp")), ids=lambda path: path.stem
)
def test_no_path_on_a_table_crosses_a_word(path: Path, tmp_path: Path) -> None:
    assert run("draw", path, "-o", tmp_path / "table.svg").exit_code == 0
    drawing = (tmp_path / "table.svg").read_text()
    ways = [way.split() for way in re.findall(r'<polyline points="([^"]*)"', drawing)]
    lines = [tuple(tuple(map(float, end.split(","))) for end in pair) for way in ways for pair in pairwise(way)]
    for x, y, anchor, word in WORD.findall(drawing):
        wide, high = 6 * len(word), 8
        left, bottom = float(x) - (wide / 2 if anchor == "middle" else 0), float(y)
        for (x1, y1), (x2, y2) in lines:
            for part in range(101):
                across, down = x1 + (x2 - x1) * part / 100, y1 + (y2 - y1) * part / 100
                assert not (left <= across <= left + wide and bottom - high <= down <= bottom), word


# ---------------------------------------------------------------------------------------------------------------------
# A whole Rout Phase


PHASES = ROOT / "instances" / "phases"


def test_the_plan_of_a_phase_has_numbers_and_a_colour_for_each_unit(tmp_path: Path) -> None:
    """Worked out by hand in tests/rules/test_phase_turns.py: g1 goes first, to B3, and g2 to A4."""
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
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pictures = re.findall(r"!\[[^]]{20,}\]\(([^)]+)\)", readme)
    assert pictures and "(docs/example-07.svg)" in readme
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


def test_without_cover_only_the_interdiction_of_the_safest_ways_is_hatched() -> None:
    units = """unit(g1,german,squad). status(g1,broken). status(g1,dm). at(g1,"E5").
    unit(a1,american,squad). at(a1,"E3"). normal_range(a1,6)."""
    root = drawn(blank(9, 10) + units)
    best = with_class(root, "best")
    assert [e.get("data-to") for e in best] == ["", ""]
    hatched = {e.get("data-interdicted") for e in root.iter()} - {None}
    assert 0 < len(hatched) <= len(best)
    assert len(with_class(root, "risky")) > MOST_INTERDICTED, (
        "the other ends show by their look that they are under fire"
    )
    assert not any("\N{MULTIPLICATION SIGN}" in said for said in words(with_class(root, "marks")[0]))


def test_on_a_page_the_colours_of_a_unit_do_not_depend_on_the_others() -> None:
    def colours(more: str) -> list[str]:
        instance = pyrout.parse(
            (ROOT / "instances/aslsk/example-07.lp").read_text(encoding="utf-8") + more, "position.lp"
        )
        drawing = Drawing(instance, pyrout.solve(instance).units, interactive=True)
        routing = next(o for o in drawing.overlays if o.unit.id == "g1")
        return [str(drawing.colour(routing, bundle.to)) for bundle in routing.bundles]

    other = 'unit(f1,german,squad). status(f1,broken). status(f1,dm). at(f1,"yI7").'
    assert colours("") == colours(other)
