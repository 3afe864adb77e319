"""Tables of the two tabletop systems, and the commands that read them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import agreement_miniatures
from command_line import run

ROOT = Path(__file__).parents[2]
INSTANCES = sorted((ROOT / "instances" / "miniatures").glob("*.lp"))
SYSTEMS = ("retreat", "battlesystem")

TABLE = """\
rules({rules}). side(blue). side(red). table(40,30). home_edge(blue,south). home_edge(red,north).
unit(a,blue,infantry). stands_at(a,10,20). facing(a,north). frontage(a,4). depth(a,2). movement(a,3). rating(a,9).
order(a,routed). threat(a,12,28).
"""


def table(rules: str = "retreat", more: str = "") -> str:
    return TABLE.format(rules=rules) + more


def unit(name: str, x: int, y: int, side: str = "blue", facing: str = "north") -> str:
    return (
        f"unit({name},{side},infantry). stands_at({name},{x},{y}). facing({name},{facing}). "
        f"frontage({name},4). depth({name},2). movement({name},3). rating({name},9).\n"
    )


@cache
def told(path: Path) -> agreement_miniatures.Told:
    """The lines of events and the answer of a table, worked out once: a chain of units takes seconds."""
    return agreement_miniatures.told(path.read_text(encoding="utf-8"))


def example(name: str) -> Path:
    return ROOT / "instances" / "miniatures" / f"{name}.lp"


def page_view(path: Path, out: Path) -> Any:
    """Return the view of the page of a table."""
    assert run("draw", path, "-o", out).exit_code == 0
    match = re.search(r'<script type="application/json" id="view">(.*?)</script>', out.read_text("utf-8"), re.DOTALL)
    assert match
    return json.loads(match[1])
