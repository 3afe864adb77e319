"""Positions on a table as the page shows them: drawn, answered, and what the editor has to know of their facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..draw.miniatures.page import view
from ..draw.miniatures.table import INCH, bare, colours_of, counts_of
from ..errors import PyroutError, TimeLimit
from ..miniatures.solve import table_and_answer
from ..miniatures.solver import lay_table
from ..position.consistency import check_facts
from ..position.facts import Fact, Instance
from ..position.tables import LONGEST
from ..position.vocabulary import AREA, DIRECTION, EDGE, ORDER, UNIT_KIND
from ..program import rule_sets
from ..program.rule_index import options as option_values
from ..question import ask
from ..results.answer import Answer
from .phrases import of_error

TABLE = "table"  # what drives rule sets without hexes
# Kinds of units that stand in blocks; the rule sets tell cavalry from all others
KINDS = tuple(kind for kind in UNIT_KIND.words if kind in ("infantry", "cavalry", "artillery", "leader", "hero"))
BLANK = (48, 36)  # inches of a new table
COUNTS = {
    1: "inches",
    2: "half inches",
    4: "quarters of an inch",
    10: "tenths of an inch",
    100: "hundredths of an inch",
}


def table_rules() -> list[str]:
    """Return the rule sets that are played on a table."""
    return [name for name in rule_sets.names() if rule_sets.about(name).plays_on == TABLE]


def blank() -> str:
    """Return the text of a table without units, with two sides."""
    edges = (("blue", "south"), ("red", "north"))
    sides = [f"side({side}). home_edge({side},{edge})." for side, edge in edges]
    return "\n".join([f"rules({table_rules()[0]}).", "table({},{}).".format(*BLANK), *sides]) + "\n"


def words() -> dict[str, Any]:
    """Return the words of the editor, and the rule sets with their options."""
    return {
        "rules": {name: [value._asdict() for value in option_values(name)] for name in table_rules()},
        "kinds": KINDS,
        "facings": DIRECTION.words,
        "edges": EDGE.words,
        "orders": ORDER.words,
        "areas": AREA.words,
        "counts": list(COUNTS.items()),
    }


def show_table(instance: Instance, rules: str | None, options: Mapping[str, str], seconds: float) -> dict[str, Any]:
    """Return the drawing and the view of a table with its answer.

    For a table that cannot be answered, return the drawing and the reason (`unsolved`). Raises PyroutError where
    there is nothing to draw.
    """
    try:
        question = ask(check_facts(instance, "position"), rules=rules, options=options, timeout=seconds)
        table, answer = table_and_answer(question)
        unsolved = None
    except PyroutError as error:
        if not _can_be_drawn(instance):
            raise
        known = rules or instance.rules
        ruleset = known if known in table_rules() else table_rules()[0]
        table, unsolved = lay_table(instance, str(ruleset)), _said(error, seconds, instance.name)
        answer = Answer(instance.name, str(ruleset), {}, ())
    fields = view(table, answer)
    routing = {unit.id for unit in answer.units}
    units_there = _units(instance)
    fields["rest"] = [[unit, row["words"]] for unit, row in units_there.items() if unit not in routing]
    fields["counters"] = {
        unit: {"side": row["side"], "words": row["words"], "at": ""} for unit, row in units_there.items()
    }
    if unsolved:
        fields["nobody"] = "It cannot be answered as it is."
    return {
        "table": _facts(instance, units_there, answer),
        "svg": bare(table, answer),
        "legend": "",
        "view": {**fields, "hexes": {}, "others": []},
        **({"unsolved": unsolved} if unsolved else {}),
    }


def _said(error: PyroutError, seconds: float, file: str) -> str:
    """Return why there is no answer, with advice for tables that take too long."""
    if isinstance(error, TimeLimit):
        return f"time limit reached ({seconds:g} s); leave out units that are far away, or say when they rally"
    return of_error(error, file)


def _can_be_drawn(instance: Instance) -> bool:
    size = instance.of("table")
    most = LONGEST["table"] * counts_of(instance)
    return bool(size) and all(isinstance(length, int) and length <= most for length in size[0].args)


def _facts(instance: Instance, units: Mapping[str, Any], answer: Answer) -> dict[str, Any]:
    """Return the data of the editor for a table; lengths in inches."""
    counts = counts_of(instance)
    width, depth = (_inches(length, counts) for length in instance.of("table")[0].args)
    dice = {str(f.args[0]): f.args[1] for f in instance.of("die")}
    for unit in answer.units:
        for route in unit.routes:
            for event in route.events:
                if event.chance is not None:
                    dice.setdefault(str(event.turn), None)  # type: ignore[arg-type]
    return {
        "rules": answer.rules,
        "width": width,
        "depth": depth,
        "counts": counts,
        "scale": INCH / counts,
        "colours": colours_of(instance),
        "homes": {str(f.args[0]): str(f.args[1]) for f in instance.of("home_edge")},
        "areas": [[str(f.args[0]), *(_inches(a, counts) for a in f.args[1:])] for f in instance.of("area")],
        "dice": sorted(((int(turn), score) for turn, score in dice.items()), key=lambda die: die[0]),
        "units": units,
    }


def _inches(value: object, counts: int) -> int | float:
    inches = round(int(str(value)) / counts, 2)
    return int(inches) if inches == int(inches) else inches


def _units(instance: Instance) -> dict[str, dict[str, Any]]:
    """Return the editable data of each unit; lengths in inches."""
    counts = counts_of(instance)
    by_name: dict[str, dict[str, Any]] = {
        str(f.args[0]): {"side": str(f.args[1]), "kind": str(f.args[2]), "order": "good"} for f in instance.of("unit")
    }
    shown: dict[str, Callable[[Fact], object]] = {
        **dict.fromkeys(("frontage", "depth", "widest_stand", "movement"), lambda f: _inches(f.args[1], counts)),
        **dict.fromkeys(("stands_at", "threat"), lambda f: [_inches(length, counts) for length in f.args[1:]]),
        **dict.fromkeys(("facing", "order"), lambda f: str(f.args[1])),
        "rating": lambda f: f.args[1],
        **dict.fromkeys(("formed", "moves_first"), lambda f: True),
    }
    for name, of in shown.items():
        for f in instance.of(name):
            by_name[str(f.args[0])][name] = of(f)
    for name in ("rallies", "attacked", "goes_on"):
        for f in instance.of(name):
            by_name[str(f.args[0])].setdefault(name, []).append(f.args[1])
    for unit, row in by_name.items():
        row["words"] = _words(unit, row)
    return by_name


def _words(unit: str, row: Mapping[str, Any]) -> str:
    at = f" at {','.join(map(str, row['stands_at']))}" if "stands_at" in row else ""
    facing = f", facing {row['facing'].replace('_', ' ')}" if "facing" in row else ""
    order = "" if row["order"] == "good" else f", {row['order']}"
    return f"{unit} ({row['side']} {row['kind']}){at}{facing}{order}"
