"""Positions that are drawn, and what their drawings hold."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from page_texts import texts

import pyrout
from pyrout import referee
from pyrout.cli import main
from pyrout.draw.answers import Answered
from pyrout.draw.html import page
from pyrout.draw.svg import Art, picture
from pyrout.hexes.solver import Solver
from pyrout.question import ask

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


def drawn(text: str, art: Art | None = None) -> ET.Element:
    instance = pyrout.parse(text, "position.lp")
    return ET.fromstring(picture(instance, pyrout.solve(instance), [art] if art else []))


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


def page_of(text: str) -> tuple[str, dict[str, Any]]:
    solver = Solver(ask(pyrout.parse(text, "position.lp")))
    made = page(Answered(solver))
    return made, view_in(made)


def view_in(made: str) -> dict[str, Any]:
    """The view that a page holds."""
    match = re.search(r'<script type="application/json" id="view">(.*?)</script>', made, re.DOTALL)
    assert match
    view: dict[str, Any] = texts(json.loads(match[1]))
    return view
