"""The drawing of the best plan of a Rout Phase: numbered turns, and each unit's rout in its own colour."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

from ..errors import one_line
from ..phases.report import plan_lines
from ..position.facts import Instance
from ..results.answer import Route
from ..results.phase import Phase, PhaseEnd
from ..wording import join_words, mf
from .layout import Point, lanes, place_of
from .markup import Markup, circle, group, joined, label
from .svg import COLOURS, Art, Drawing, sheet


class Turn(NamedTuple):
    """A turn of a plan: its number, unit, rout (or None) and end, and the shift of its arrow from the middle."""

    number: int
    unit: str
    route: Route | None
    end: PhaseEnd
    shift: float

    @property
    def colour(self) -> int:
        """The number of its colour."""
        return (self.number - 1) % COLOURS


def plans(instance: Instance, phase: Phase, arts: Sequence[Art] = ()) -> str:
    """Return the drawing as a whole file: the best plan of each side, that of the attacker first."""
    said = []
    for side in phase.phase:
        if side.best:
            first, *turns = plan_lines(side.best)
            said += [f"{side.side}, {first}", *turns]
        if side.unfinished:
            said.append(f"{side.side}, not finished: {join_words(side.unfinished)}; their turns may change the others.")
    if not phase.complete:
        said.append("Not every state was looked at: there may be a better plan.")
    name = one_line(PurePath(phase.file).name)
    heads = f"The best plan of the Rout Phase ({name})", f"The whole Rout Phase (rules {phase.rules})"
    return sheet(Plans(instance, phase, arts), *heads, said or ["No unit has a turn in this Rout Phase."])


class Plans(Drawing):
    """A map with the plans of a phase on it: the best, or those in the order that was asked for."""

    def __init__(self, instance: Instance, phase: Phase, arts: Sequence[Art], prefix: str = "p-") -> None:
        super().__init__(instance, (), arts=arts, prefix=prefix)
        self.turns = list(_turns(phase))

    def answered(self) -> tuple[Markup, Markup]:
        """Return the routs below the names of the hexes; counters, numbers and ends above."""
        routs = [turn for turn in self.turns if turn.route]
        below = [*self._danger(routs), *(self._arrow(turn) for turn in routs)]
        above = [
            group(*self._stacks(), class_="units"),
            group(*self._told(), *(sign for turn in self.turns for sign in self._number(turn)), class_="marks"),
        ]
        return joined(below), joined(above)

    def _danger(self, turns: list[Turn]) -> Iterator[Markup]:
        shots = {(shot.hex, by) for turn in turns if turn.route for shot in turn.route.interdicted for by in shot.by}
        yield from (self.interdicted(location) for location in sorted({location for location, _ in shots}))
        for location, enemy in sorted(shots):
            yield from self.sight(enemy, location)

    def _arrow(self, turn: Turn) -> Markup:
        assert turn.route
        self.explain("planned")
        if turn.route.posture == "low_crawl":
            self.explain("crawl")
        # Its head is not to lie under counters.
        lead = 25.0 if any(hex_ == place_of(turn.route.path[-1])[0] for hex_, _ in self.stacks) else 8.0
        return group(
            self.arrow(turn.route, turn.colour, turn.shift, "3", lead), class_="best", data_turn=str(turn.number)
        )

    def _told(self) -> Iterator[Markup]:
        """Yield the labels where routs end: the unit and its price."""
        there: dict[str, list[Turn]] = defaultdict(list)
        for turn in self.turns:
            if turn.route:
                there[place_of(turn.route.path[-1])[0]].append(turn)
        for hex_, turns in sorted(there.items()):
            x, y = self.layout.centre(hex_)
            for row, turn in enumerate(turns):
                assert turn.route
                words = f"{turn.unit} {mf(turn.route.mf[-1])}"
                yield self._tag(words, Point(x, y + 31 - 12 * row), turn.colour)

    def _number(self, turn: Turn) -> Iterator[Markup]:
        spot = self.unit_spot(turn.unit)
        if spot is None:
            return
        self.explain("turn")
        yield group(
            circle(Point(spot.x - 18, spot.y + 21), 7, f"turn f{turn.colour}"),
            label(str(turn.number), spot.x - 18, spot.y + 24, "badge-text"),
            data_number=turn.unit,
        )
        if not turn.route:
            yield self._tag(turn.end.end, Point(spot.x, spot.y + 18), turn.colour)
        if turn.end.end == "eliminated":
            yield self.cross(self.layout.location(turn.route.path[-1]) if turn.route else Point(spot.x, spot.y + 23))


def _turns(phase: Phase) -> Iterator[Turn]:
    number = 0
    before: list[Route] = []
    apart = lanes(sum(len(side.units) for side in phase.phase) or 1)
    for side in phase.phase:
        plan = side.ordered or side.best
        if plan is None:
            continue
        routes, ends = dict(plan.routes), dict(plan.ends)
        for unit in plan.order:
            number += 1
            route = routes.get(unit)
            crossed = sum(not set(other.path).isdisjoint(route.path) for other in before) if route else 0
            yield Turn(number, unit, route, ends[unit], apart[crossed])
            before += [route] if route else []
