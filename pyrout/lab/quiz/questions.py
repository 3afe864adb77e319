"""Makes questions from the referee's answers, each choice with the referee's own reason."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import permutations
from typing import Any, cast

from ...base import span
from ...base.colour import unstyle
from ...base.span import Said, Span, joined, rules_in
from ...errors import PyroutError
from ...hexes.chart import walk
from ...hexes.explain import explain_hexes
from ...hexes.report import UnitLine, box_words, hex_parts, route_line, safety, unit_parts
from ...hexes.solver import Solver
from ...phases.plan import Explored
from ...position.facts import Instance, locations
from ...program import rule_sets
from ...program.control import SymbolType, World, text
from ...program.rule_index import boxes
from ...question import Question
from ...results.answer import Posture, Route, UnitAnswer
from ...results.explanation import ChartBox, HexExplanation
from ...results.phase import OrderMatters
from ...wording import POSED, Names, join_words, manner, mf
from .difficulty import distance_of, rated, spread
from .kinds import KINDS, NO, VERDICTS, YES, Kind, priced, ways_out
from .puzzle import Choice, Form, KindName, Puzzle

MOST_CHOICES = 5
MOST_CITED = 4  # rules of an answer
MOST_BOXES = 3  # of the chart that are given as reasons
MOST_RIGHT = 6  # hexes that one is asked to find
MOST_NEAR = 4  # hexes whose reasons are given where none is right, and ways that are compared
MOST_LOOKED_AT = 24  # hexes from which wrong choices are taken
MOST_ORDERED = 3  # units whose orders are all offered
MOST_STATES = 20_000  # of a phase that is explored for a question
YES_NO = (Choice(YES, "Yes"), Choice(NO, "No"))
# The word of a rule set for the rule that the answer to a kind of question always rests on
LAST_CITED = {"cost": "price", "interdicted": "fire", "safest": "fire", "discovers": "met"} | dict.fromkeys(
    ("which", "destinations", "ends", "way"), "reach"
)
REASONS = ("crawl", "state", "far", "below", "reason", "after")  # the parts of the lines on a hex that are reasons


class Maker:
    """Makes the questions about one unit of a position; `name` is the position's name in them.

    Raises PyroutError where the position is not answered.
    """

    def __init__(self, question: Question, unit: str, name: str) -> None:
        self.question, self.name = question, name
        self.solver = Solver(question)
        self.answer = self.solver.unit(unit)
        self.names = Names(question.position)
        self.unit = unit

    @property
    def position(self) -> Instance:
        """The position."""
        return self.question.position

    @property
    def world(self) -> World:
        """The atoms of the position."""
        return self.solver.world_of(self.unit)

    @property
    def enemies(self) -> list[str]:
        """The units of the other sides."""
        sides = self.position.sides
        return [unit for unit in sides if sides[unit] != sides[self.unit]]

    @cached_property
    def places(self) -> frozenset[str]:
        """The hexes and Locations of the map."""
        return frozenset(text(place) for place, _, _ in self.world.atoms("hex", 3))

    @cached_property
    def chart(self) -> tuple[ChartBox, ...]:
        """The chart, walked for the unit; empty for a rule set without one."""
        try:
            return walk(self.solver, self.answer)
        except PyroutError:
            return ()

    def puzzles(self, kinds: Collection[str] = tuple(KINDS)) -> Iterator[Puzzle]:
        """Yield a question of each kind that has an answer here, in the order of the kinds."""
        for kind in KINDS.values():
            puzzle = self.puzzle(kind) if kind.name in kinds else None
            if puzzle is not None:
                yield puzzle

    def puzzle(self, kind: Kind) -> Puzzle | None:
        """Return the question of a kind; None where it has no answer, or nobody could miss it."""
        right = kind.right(self.answer)
        if right is None or (kind.form == "hexes" and (len(right) > MOST_RIGHT or any("@" in at for at in right))):
            return None
        offered: list[Choice] = []
        if kind.form in ("one", "several"):
            offered = list(getattr(self, f"_choices_of_{kind.name}")(right))
            if len(offered) < 2:
                return None
            right &= {choice.name for choice in offered}
        cites = tuple(dict.fromkeys(self._cites(kind.name, right)))[:MOST_CITED]
        dear = priced(self.answer) if kind.name == "cost" else None
        puzzle = self.asking(
            kind.name,
            kind.asks.format(unit=self.names.unit(self.unit), end=dear.path[-1] if dear else ""),
            kind.form,
            right if kind.form != "path" else (),
            cites,
            path=dear.path[-1:] if dear else (),
            choices=tuple(offered),
            why=tuple(self._why(kind.name, right)),
        )
        distance = 0
        if puzzle.form == "hexes" or puzzle.kind in ("which", "survive"):
            places = {name.rpartition(" ")[2] for name in puzzle.right}
            distance = distance_of(self.position, self.answer.at, self._cover(), places)
        return rated(puzzle, cites, distance=distance, discoveries=self._met(), ways=self._ways(kind.name))

    def of_chart(self, rule: str) -> Puzzle | None:
        """Return the first question of the chart that a rule answers with yes or no; None without one."""
        box = next((box for box in self.chart if rule in box.rules and box.answer in (YES, NO)), None)
        if box is None:
            return None
        asks = f"The chart asks of {self.names.unit(self.unit)}: {box.box}"
        why = (self._box_line(box),)
        puzzle = self.asking("chart", asks, "one", (box.answer,), (rule,), choices=YES_NO, why=why)
        return rated(puzzle, puzzle.cites, discoveries=self._met())

    def asking(
        self, kind: KindName, asks: str, form: Form, right: Iterable[str], cites: Iterable[str], **more: Any
    ) -> Puzzle:
        """Return a question about the unit that is not rated yet."""
        return Puzzle(
            kind,
            self.name,
            self.question.rules,
            self.unit,
            asks,
            form,
            tuple(sorted(right)),
            tuple(dict.fromkeys(cites)),
            assumes=self.answer.assumes,
            **more,
        )

    def _cover(self) -> list[str]:
        """Return the hexes of cover on the map."""
        return [place.string for (place,) in self.world.atoms("cover", 1) if place.type is SymbolType.String]

    def _met(self) -> int:
        """Return the number of enemies that the unit may discover."""
        return len({enemy for route in self.answer.routes for at in route.discovers for enemy in at.enemies})

    def _ways(self, kind: str) -> int:
        """Return the number of what has to be compared for a question: ends of routs, or hexes that they enter."""
        routes = self.answer.routes
        if kind in ("safest", "survive", "ends"):
            return len({route.path[-1] for route in routes})
        return len({hex_ for route in routes for hex_ in route.path[1:]}) if kind == "interdicted" else 0

    # -- choices -------------------------------------------------------------------------------------------------------

    def _choices_of_must(self, right: frozenset[str]) -> Iterator[Choice]:
        yield from YES_NO

    def _choices_of_verdict(self, right: frozenset[str]) -> Iterator[Choice]:
        if not self._own_reasons() and len(self._denied()) < 2:
            return
        surrender = "clean" in rule_sets.about(self.question.rules).wording
        yield from (Choice(name, words) for name, words in VERDICTS.items() if surrender or name != "surrenders")

    def _choices_of_cost(self, right: frozenset[str]) -> Iterator[Choice]:
        # The places of the choices are their MF, so that the number typed is the number meant.
        yield from (Choice(str(spent), f"{spent} MF") for spent in range(1, int(self.answer.mf) + 1))

    def _own_reasons(self) -> list[str]:
        """Return the reasons that the answer of the unit states, a line each."""
        lines = unit_parts(self.answer, self.question.rules, self.names)
        return [line.strip() for part, line in lines if part == "why"]

    def _denied(self) -> list[ChartBox]:
        """Return the last questions of the first part of the chart that are answered with no."""
        return [box for box in self.chart if box.part == self.chart[0].part and box.answer == NO][-2:]

    def _checked(self) -> list[ChartBox]:
        """Return the part of the chart that decides on surrender; empty where it is not reached."""
        clean = rule_sets.about(self.question.rules).wording.get("clean")
        titles = {box.title for box in boxes(self.question.rules).values() if clean in box.rules} if clean else set()
        return [box for box in self.chart if box.part in titles]

    def _choices_of_surrender(self, right: frozenset[str]) -> Iterator[Choice]:
        at = locations(self.position.facts)
        near = any(self.names.touch(at[enemy], at[self.unit]) for enemy in self.enemies)
        if near and len(self._checked()) > 1:
            yield from YES_NO

    def near_cover(self) -> list[str]:
        """Return the hexes of cover on the map, the nearest in hexes first, but for its own."""
        spots = spread(self.position, self.answer.at)
        return [hex_ for _, hex_ in sorted((spots[hex_], hex_) for hex_ in self._cover() if spots.get(hex_))]

    def _choices_of_which(self, right: frozenset[str]) -> Iterator[Choice]:
        rows = sorted(self.answer.excluded, key=lambda row: (row.mf is None, row.mf or 0, row.hex))
        wrong = list(dict.fromkeys([*(row.hex for row in rows), *self.near_cover()]))
        wrong = [hex_ for hex_ in wrong if hex_ not in right and hex_ != self.answer.at][:MOST_LOOKED_AT]
        chosen = sorted(right)[: MOST_CHOICES - 2]
        if not wrong or (not chosen and len(wrong) < 2):
            return
        lines = {
            explained.hex: tuple(reason_lines(explained, self.question.rules, self.names))
            for explained in explain_hexes(self.solver, self.answer, [*chosen, *wrong])
        }
        # One for each rule that excludes some, before further ones for the same.
        excluded_by = {hex_: tuple(rules_in(lines[hex_])[:1]) for hex_ in wrong}
        order = {hex_: [excluded_by[h] for h in wrong[: wrong.index(hex_)]].count(excluded_by[hex_]) for hex_ in wrong}
        wrong.sort(key=order.__getitem__)
        for hex_ in sorted([*chosen, *wrong[: MOST_CHOICES - len(chosen)]]):
            yield Choice(hex_, hex_, lines[hex_])

    def _choices_of_survive(self, right: frozenset[str]) -> Iterator[Choice]:
        for name, routes in sorted(ways_out(self.answer).items()):
            posture, _, end = name.partition(" ")
            words = f"{POSED[cast(Posture, posture)]}, ending in {end}"
            yield Choice(name, words, (route_words(min(routes, key=safety)),))

    def _why(self, kind: str, right: frozenset[str]) -> Iterator[str]:
        """Yield the reasons for the answer as a whole: a line for each right hex, or those for yes or no."""
        if kind == "destinations":
            for explained in explain_hexes(self.solver, self.answer, sorted(right) or self.near_cover()[:MOST_NEAR]):
                yield from reason_lines(explained, self.question.rules, self.names)
            if not right and not self.near_cover():
                yield f"On this map is no {rule_sets.about(self.question.rules).wording['cover']}."
        elif kind == "ends":
            for hex_ in sorted(right):
                ending = [route for route in self.answer.routes if route.path[-1] == hex_]
                best = min(ending, key=safety)
                yield Said(manner(best.posture), route_words(best))
        elif kind == "interdicted":
            yield from (fire_line(self.answer, hex_) for hex_ in sorted(right))
        elif kind == "safest":
            yield from list(map(danger_line, safest_by_end(self.answer).values()))[:MOST_NEAR]
        decisive: list[ChartBox] = []
        if kind in ("must", "verdict"):
            stated = self._own_reasons()
            yield from stated
            decisive = [] if stated else self._denied()
        elif kind == "cost" and (dear := priced(self.answer)):
            steps = zip(dear.path[1:], dear.mf[1:], strict=True)
            yield f"It has spent {', '.join(f'{mf(spent)} in {hex_}' for hex_, spent in steps)}."
        elif kind == "surrender":
            decisive = self._checked()[:-1][-MOST_BOXES:]
        for box in decisive:
            yield self._box_line(box)

    def _box_line(self, box: ChartBox) -> str:
        """Return a question of the chart with its answer; one that goes on from the box before it is whole here."""
        alone = box._replace(box=f"Is it {box.box.removeprefix('... ')}") if box.box.startswith("... ") else box
        return Said(f"{box.answer}: ", box_words(alone, self.names))

    def _choices_of_discovers(self, right: frozenset[str]) -> Iterator[Choice]:
        met: dict[str, set[str]] = defaultdict(set)
        for route in self.answer.routes:
            for at in route.discovers:
                for enemy in at.enemies:
                    met[enemy].add(at.hex)
        for enemy in self.enemies:
            where = f"It discovers {enemy} in {join_words(sorted(met[enemy]), 'or')}." if enemy in met else ""
            yield Choice(enemy, self.names.cause(enemy), (where or f"No legal rout discovers {enemy}.",))

    # -- rules ---------------------------------------------------------------------------------------------------------

    def _cites(self, kind: str, right: frozenset[str]) -> Iterator[str]:
        """Yield the rules that the right answer rests on, the first one above all."""
        answer = self.answer
        if kind == "verdict" and (answer.must_rout if answer.verdict == "routs" else answer.reasons):
            yield from (why.rule for why in (answer.must_rout if answer.verdict == "routs" else answer.reasons))
        elif kind in ("must", "surrender", "verdict"):
            own = [reason.rule for reason in answer.must_rout if kind == "must"]
            yield from own or [reason.rule for reason in reversed(answer.reasons) if answer.verdict != "routs"]
            denied = self._checked()[:-1] if kind == "surrender" else self._denied()
            if not own and not (kind == "surrender" and answer.verdict == "surrenders"):
                yield from _common(rule for box in reversed(denied) for rule in box.rules)
        elif kind in ("which", "destinations", "ends", "way"):
            yield from (reason.rule for place in answer.destinations for reason in place.why)
            yield from _common(row.rule for row in answer.excluded)
        elif kind == "survive":
            yield from _common(why.rule for route in answer.routes for why in route.fails)
            yield from (reason.rule for reason in answer.reasons)
        if kind in LAST_CITED:
            yield rule_sets.about(self.question.rules).wording[LAST_CITED[kind]]


def fire_line(answer: UnitAnswer, hex_: str) -> str:
    """Return a line on the Interdiction in a hex, by all routs of a unit."""
    by = {enemy for route in answer.routes for hit in route.interdicted if hit.hex == hex_ for enemy in hit.by}
    if by:
        return f"In {hex_} a rout is interdicted by {join_words(sorted(by))}."
    if any(hex_ in route.path[1:] for route in answer.routes):
        return f"A legal rout enters {hex_}, and no Interdiction happens there."
    return f"No legal rout enters {hex_}."


def safest_by_end(answer: UnitAnswer) -> dict[str, Route]:
    """Return the safest route to each end that it survives, the safest first."""
    routes = sorted((route for route in answer.routes if route.end == "survives"), key=safety)
    first: dict[str, Route] = {}
    for route in routes:
        first.setdefault(route.path[-1], route)
    return first


def danger_line(route: Route) -> str:
    """Return the end of a route, its Interdictions and MF in words, and the route."""
    times = len(route.interdicted)
    shots = {0: "no Interdiction", 1: "1 Interdiction"}.get(times, f"{times} Interdictions")
    how = "" if route.posture == "run" else f"{POSED[route.posture]}, "
    return f"To {route.path[-1]}: {how}{shots}, {mf(route.mf[-1])} ({' - '.join(route.path)})."


def _common(rules: Iterable[str]) -> list[str]:
    """Return rules by how often they are named, each once."""
    return [rule for rule, _ in Counter(rules).most_common()]


def reason_lines(explained: HexExplanation, ruleset: str, names: Names) -> list[str]:
    """Return the reason for a hex: without the verdict of the unit, and without the sentences of the rules."""
    return learnt_lines(line for line in hex_parts(explained, ruleset, names) if line.part in REASONS)


def learnt_lines(lines: Iterable[UnitLine]) -> list[str]:
    """Return lines as a learner gets them: each knows if it stands below the one before it."""
    return [Said(*[Span("", "below")] * (part == "below"), unstyle(line).strip()) for part, line in lines]


def order_puzzle(question: Question, name: str) -> Puzzle | None:
    """Return the question in which order all units of a side come through.

    None where any order will do, or no order, and where a side has many units. Raises PyroutError.
    """
    explored = Explored(question, states=MOST_STATES)
    phase = explored.phase()
    sides = [side for side in phase.phase if side.units]
    if not phase.complete or len(sides) != 1 or not 2 <= len(sides[0].units) <= MOST_ORDERED:
        return None
    (side,) = sides
    names, choices, right = Names(question.position), [], []
    for order in permutations(sorted(side.units)):
        plan = next((s.ordered for s in explored.phase(order).phase if s.side == side.side), None)
        home = plan.survivors if plan else 0
        key = ", ".join(order)
        right += [key] * (home == len(order))
        choices.append(Choice(key, key, (_order_line(home, len(order)), *_swayed(side.order_matters, order))))
    if not right or len(right) == len(choices):
        return None
    puzzle = Puzzle(
        "order",
        name,
        question.rules,
        sorted(side.units)[0],
        f"{join_words(names.unit(unit) for unit in sorted(side.units))} rout in turn. In which orders can all come through?",
        "several",
        tuple(right),
        tuple(dict.fromkeys(row.rule for row in side.order_matters if row.rule)),
        choices=tuple(choices),
    )
    return rated(puzzle, puzzle.cites, ways=len(choices) * len(side.units))


def _order_line(home: int, units: int) -> str:
    return (
        "All come through."
        if home == units
        else f"At best {home} of {units} {'comes' if home == 1 else 'come'} through."
    )


def _swayed(rows: Sequence[OrderMatters], order: Sequence[str]) -> list[str]:
    """Return the ends that a unit of this order loses because another has gone before it, a line each."""
    lines: list[str] = []
    for row in rows:
        unit, after, hex_, rule = row.unit, row.after, row.hex, row.rule
        if order.index(after) < order.index(unit) and hex_:
            said = f"After {after}, {unit} can no longer end in {hex_}"
            lines.append(Said(joined([said, *([span.rule(rule)] if rule else [])]), "."))
    return lines[:3]


def route_words(route: Route) -> Said:
    """Return one route in words, as an answer has it, without colours."""
    return unstyle(route_line(route))
