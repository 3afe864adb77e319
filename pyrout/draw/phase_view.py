"""The JSON of a whole Rout Phase for the page: verdict and plans of each side, and where the order matters.

All sentences are written here, so that the page only shows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..base.span import rules_in
from ..hexes.chances import describe_chances
from ..phases.report import difference, matter_lines, otherwise_lines, turns, verdict, worth
from ..position.facts import Instance
from ..program.rule_index import told
from ..results.answer import Route
from ..results.phase import Phase, Plan, SidePhase
from ..wording import Names
from .layout import place_of
from .markup import sheet
from .plans import Plans
from .svg import Art

PREFIX = "f-"  # of the ids in the drawing: it stands beside the map of the page
MARGIN = 70.0  # of the map that is shown around the turns of a plan
LOST = ("eliminated", "surrenders")


def phase_view(phase: Phase, instance: Instance, arts: Sequence[Art] = ()) -> dict[str, Any]:
    """Everything that the page shows of a phase.

    The plans drawn are those in the order that was asked for, where one was.
    """
    names = Names(instance)
    sides = [_side(side, names) for side in phase.phase]
    return {
        "phase": phase.to_json(),
        "sides": sides,
        "log": list(phase.log),
        "whose": [line.partition(":")[0].split("+")[-1].strip() for line in phase.log],
        "complete": phase.complete,
        "states": phase.states,
        "assumes": list(phase.assumes),
        "sentences": told(phase.rules, rules_in(sides)),
        "svg": _picture(phase, instance, arts),
    }


def _side(side: SidePhase, names: Names) -> dict[str, Any]:
    return {
        "side": side.side,
        "units": [[unit, names.unit(unit)] for unit in side.units],
        "verdict": verdict(side),
        "all": side.best is not None and side.best.survivors == len(side.best.ends),
        "best": _plan(side.best) if side.best else None,
        "ordered": {**_plan(side.ordered), "differs": difference(side.ordered, side.best)}
        if side.ordered and side.best
        else None,
        "matters": list(matter_lines(side)),
        "complete": side.complete,
    }


def _plan(plan: Plan) -> dict[str, Any]:
    routes, ends = dict(plan.routes), dict(plan.ends)
    return {
        "order": list(plan.order),
        "worth": worth(plan),
        "turns": [
            {"unit": unit, "words": words + _odds(routes.get(unit)), "lost": ends[unit].end in LOST}
            for unit, words in zip(plan.order, turns(plan), strict=True)
        ],
        "otherwise": list(otherwise_lines(plan)),
    }


def _odds(route: Route | None) -> str:
    """Return the chances of each end of a rout, where something on its way is left to the dice."""
    return f"; odds: {describe_chances(route.odds)}" if route and route.interdicted and route.odds else ""


def _picture(phase: Phase, instance: Instance, arts: Sequence[Art]) -> str:
    """Return the plans on that part of the map where they are played."""
    drawing = Plans(instance, phase, arts, prefix=PREFIX)
    layers = drawing.layers()
    left, top, right, bottom = _part(drawing)
    named = ", ".join(f"{turn.number}. {turn.unit}" for turn in drawing.turns)
    return str(
        sheet(
            right - left,
            bottom - top,
            *layers,
            left=left,
            top=top,
            role="img",
            aria_label=f"Map of the turns in their order: {named}.",
        )
    )


def _part(drawing: Plans) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the part of the map that the turns touch, with a margin."""
    layout = drawing.layout
    spots = list(_spots(drawing))
    if not spots:
        return 0, 0, layout.width, layout.height
    xs, ys = zip(*spots, strict=True)
    return (
        max(0.0, min(xs) - MARGIN),
        max(0.0, min(ys) - MARGIN),
        min(layout.width, max(xs) + MARGIN),
        min(layout.height, max(ys) + MARGIN),
    )


def _spots(drawing: Plans) -> Iterator[tuple[float, float]]:
    for turn in drawing.turns:
        spot = drawing.unit_spot(turn.unit)
        if spot is not None:
            yield spot.x, spot.y
        for location in turn.route.path if turn.route else ():
            middle = drawing.layout.centre(place_of(location)[0])
            yield middle.x, middle.y
