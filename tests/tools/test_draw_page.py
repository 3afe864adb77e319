"""The page that `pyrout draw` writes: the view that it holds, and what it says of hexes and routes."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from drawings import EXAMPLES, LED, ROOT, UPSTAIRS, WILLING, page_of, run, view_in

import pyrout
from pyrout.draw.answers import Answered
from pyrout.draw.html import reasons_alone
from pyrout.draw.view import Teller
from pyrout.hexes.solver import Solver
from pyrout.question import ask
from pyrout.results.answer import Step


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
    bare = "yI4 is no destination at the start, though a rout may end there: it costs 3 MF and yK6 only 2 [sk-dest-nearest]"
    assert wanted["lines"][0] == bare
    assert view["sentences"]["sk-dest-nearest"][1].startswith("Its destination may cost no more MF")
    assert all(entry["lines"] for entry in unit["hexes"].values())


@pytest.mark.parametrize("file", ["aslsk/example-07.lp", "rulings/R07.lp"])
@pytest.mark.slow
def test_the_page_walks_the_chart_as_the_command_does(file: str) -> None:
    path = ROOT / "instances" / file
    printed = run("explain", path, "g1", "--chart").stdout
    answered = Answered(Solver(ask(pyrout.load(path), units=("g1",))))
    (walked,) = reasons_alone(answered)["charts"].values()
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


@pytest.mark.parametrize(("morale", "odds"), [(7, "goes on 56 %, fails 39 %"), (3, "goes on 6 %, fails 89 %")])
def test_who_fords_is_not_pinned(morale: int, odds: str) -> None:
    """b21-43-fording: what would pin it passes: 20 of 36 ways with morale 7, and 2 with 3, by which nothing else passes."""
    _, view = page_of(
        'rules(asl). side(german). side(american). attacker(german). hex("B2",1,4). terrain("B2",woods). hex("B3",1,6). '
        'terrain("B3",river). fordable("B3"). hex("B9",1,18). terrain("B9",open_ground). unit(g1,german,squad). at(g1,"B2"). '
        f"status(g1,broken). status(g1,dm). broken_morale(g1,{morale}). unit(a1,american,squad). normal_range(a1,8). "
        'at(a1,"B9"). los("B9","B3",0).'
    )
    (unit,) = view["units"]
    (step,) = [step for route in unit["routes"] for step in route["steps"] if "NMC" in step]
    assert f"NMC; if it fails it is reduced. Broken morale {morale}: {odds}, Heat of Battle" in step


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
    told = next(r for r in view["units"][0]["routes"] if r["path"] == ["A3", "A4", "A5"])["steps"][1]
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
    path = ("A3", "A5", "A4", "A5")
    for hits, becomes_known, told in (
        ((2,), (), ["", "", "NMC", "", ""]),
        ((2, 3), (), ["", "", "NMC", "NMC", ""]),
        ((1, 2, 3), (), ["", "NMC", "NMC", "NMC", ""]),
        ((), (1, 2), ["", "Known", "Known", "", ""]),
        ((), (2, 3), ["", "", "Known", "Known", ""]),
    ):
        walked = tuple(
            Step(
                hex_,
                float(i),
                discovers=("a1",) if i in becomes_known else (),
                interdiction=shot._replace(hex=hex_) if i in hits else None,
            )
            for i, hex_ in enumerate(path)
        )
        route = unit.routes[0]._replace(path=path, mf=tuple(step.mf for step in walked), steps=walked)
        steps = Teller(solver.question.position, unit, solver.trace(unit.id)).steps(route)
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
        # A full stop is before the sentence of the rule
        line.removeprefix("why: ").replace(" [", ". [", 1) if line.startswith("why: ") else line
        for line in printed[3 : printed.index("", 3)]
        if not re.match("rout to|Low Crawl to|A3 - ", line)
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
    assert "\\udcff.lp)" in made
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
