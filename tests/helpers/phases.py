"""Positions of a whole Rout Phase, and what a rout or a phase leaves behind."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from tiny import facts_of

import pyrout
from pyrout.cli import main

PHASES = Path(__file__).parents[2] / "instances" / "phases"
PLACE = facts_of(
    "B1. B2. A2. B3w C3. C2w B4. A3. A4.",
    "g1:squad@B2 broken dm; g2:squad@A3 broken dm; g3:squad@B3; g4:squad@B3; a1:squad@B1",
    los="B1-B2 B1-A2 B1-A3 B1-C2 B1-C3",
)


def position(text: str, rules: str = "aslsk") -> pyrout.Instance:
    return pyrout.parse(text.replace("rules(aslsk)", f"rules({rules})"))


def facts(instance: pyrout.Instance) -> set[str]:
    return {str(fact) for fact in instance.facts}


def changed(before: pyrout.Instance, after: pyrout.Instance) -> tuple[set[str], set[str]]:
    return facts(before) - facts(after), facts(after) - facts(before)


def route_to(instance: pyrout.Instance, unit: str, place: str) -> pyrout.Route:
    answer = pyrout.solve(instance, units=[unit])[unit]
    return next(route for route in answer.routes if route.path[-1] == place)


def ends(phase: pyrout.Phase, side: int = 0) -> set[tuple[tuple[str, str | None, str], ...]]:
    return {tuple((u, end.hex, end.end) for u, end in o.ends) for o in phase.phase[side].outcomes}


def log(tmp_path: Path, instance: Path, lines: str, *more: str) -> tuple[int, str]:
    path = tmp_path / "played.log"
    path.write_text(lines)
    result = CliRunner().invoke(main, ["phase", str(instance), "--log", str(path), *more])
    return result.exit_code, result.output


def between(tmp_path: Path, after: str, *more: str) -> tuple[int, str]:
    path = tmp_path / "after.lp"
    path.write_text(after, encoding="utf-8")
    result = CliRunner().invoke(main, ["phase", str(PHASES / "one-place.lp"), "--after", str(path), *more])
    return result.exit_code, result.output
