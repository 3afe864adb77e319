"""The judge of `check`: claimed routs, and the rules that illegal ones break."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from ..errors import UsageError
from ..program.control import Row, Symbol, constant, text
from ..question import Question
from ..reasons import reasons
from ..results.answer import Route
from ..results.explanation import Judgement
from .explain import places_called
from .list_routes import along
from .list_routes import reader as route_reader
from .report import safety
from .solver import Solver

BEST_FIRST = (
    "survives",
    "surrenders",
    "eliminated",
)  # the ends of a rout; a claim is judged by the best that it may have
Link = tuple[str, list[Symbol]]  # `take` with two nodes, or `halt` with one
MOST_WAYS = 200  # ways of one claimed rout; they differ only in destinations and prices


def check(
    question: Question, path: Sequence[str], *, to: str | None = None, low_crawl: bool = False, mf: float | None = None
) -> Judgement:
    """Judge a claimed rout of the unit asked for, as `pyrout.check` does.

    Raises InstanceError, UsageError, TimeLimit.
    """
    return judge_with(Solver(question), path, to=to, low_crawl=low_crawl, mf=mf)


def judge_with(
    solver: Solver,
    path: Sequence[str],
    *,
    to: str | None = None,
    low_crawl: bool = False,
    mf: float | None = None,
    tested: Collection[str] = (),
) -> Judgement:
    """Judge a claimed rout, with a solver that can be asked more afterwards.

    `tested` are the Locations with an NMC, which decide over which vertices the unit went.
    """
    judgement = _judged(solver, path, to=to, low_crawl=low_crawl, mf=mf, tested=tested)
    (unit,) = solver.question.units
    return judgement._replace(assumes=solver.assumes(unit), notes=solver.notes(unit))


def _judged(
    solver: Solver,
    path: Sequence[str],
    *,
    to: str | None,
    low_crawl: bool,
    mf: float | None,
    tested: Collection[str],
) -> Judgement:
    question = solver.question
    (unit,) = question.units
    if mf is not None and not float(2 * mf).is_integer():
        raise UsageError(f"{mf:g} MF are not spent on any way: give whole or half MF, as in 4 or 4.5")
    places = places_called(solver, [*path, *([to] if to else [])])
    path, to = places[: len(path)], places[-1] if to else None
    its_verdict = solver.verdict(unit)
    u, world = solver.symbol(unit), solver.world_of(unit)
    start = solver.of(unit, "start_location", 2)[0][0]
    walked = path if path and path[0] == start else [start, *path]
    stepless = UsageError("a rout has at least one step: name the hexes that it enters")
    if not path or (low_crawl and len(walked) < 2):
        raise stepless
    bars = solver.of(unit, "bar", 2) + solver.of(unit, "surrenders", 2) + solver.of(unit, "denied", 2)
    if bars and len(walked) > 1:
        captors = tuple(sorted(by for (by,) in solver.of(unit, "captor", 2))) if its_verdict == "surrenders" else ()
        return Judgement(False, None, 1, start, walked[1], reasons(bars), verdict=its_verdict, captors=captors)

    claim = constant("claim")
    facts = "".join(f'claimed(claim,{i},"{h}"). ' for i, h in enumerate(walked))
    facts += f"claimed_posture(claim,{'low_crawl' if low_crawl else 'run'}). "
    facts += f'claimed_to(claim,"{to}"). ' if to else ""
    facts += f"claimed_mf(claim,{int(2 * mf)}). " if mf is not None else ""
    world.assume(facts)
    solver.ask(unit, "judge", ("judge", [u, claim]))
    ends = {end for (end,) in world.rows(claim, "concludes", 2)}
    for end in (each for each in BEST_FIRST if each in ends):
        return Judgement(True, end, route=_route(solver, unit, claim, len(walked) - 1, end, mf, tested))
    if len(walked) < 2:  # and no reveal ends it before its first step
        goals = {node for node, _ in solver.of(unit, "end_node", 3)}
        if mf and any(node in goals for _, node in world.rows(claim, "stands", 3)):
            raise UsageError("before its first step it has spent nothing: leave out the MF, or claim 0")
        raise stepless
    faults: dict[int, list[Row]] = {}
    for number, *why in world.rows(claim, "fault", 4):
        faults.setdefault(number, []).append((*why,))
    failed = (number for number, _, _ in world.rows(claim, "failed_step", 4))
    step = max(failed, default=max(faults, default=len(walked)))
    after = walked[step] if step < len(walked) else None
    broken = reasons(faults.get(step, []))
    return Judgement(False, None, step, walked[step - 1], after, broken, goes_on=walked != path and len(path) > 1)


def _route(
    solver: Solver, unit: str, claim: Symbol, length: int, end: str, mf: float | None, tested: Collection[str]
) -> Route | None:
    """Return the safest route for a claimed rout with this end.

    The candidates cost what is claimed, or else the least, and have the claimed NMC.
    """
    reader = route_reader(solver, unit)
    stands = set(solver.world_of(unit).rows(claim, "stands", 3))
    goals: dict[Symbol, str] = dict(solver.of(unit, "end_node", 3))
    costs = {node: _place(node)[1] for number, node in stands if number == length and node in goals}
    spent = min(costs.values()) if mf is None else int(2 * mf)
    lasts = {node for node, cost in costs.items() if cost == spent and goals[node] == end}
    links: dict[Symbol, list[Symbol]] = defaultdict(list)
    for before, after in solver.of(unit, "transition", 3):
        links[before].append(after)

    def ways(number: int, node: Symbol) -> Iterator[list[Link]]:
        if number == length and node in lasts:
            yield [("halt", [node])]
        # A unit that is thrown back is where it came from; a claim may leave that last step out.
        if number == length - 1 and node in lasts and (length, node) in stands:
            yield [("halt", [node])]
        for after in sorted(links[node]):
            # A reveal, or a new choice, is no step.
            then = number if _place(after) == _place(node) else number + 1
            if (then, after) in stands:
                for rest in ways(then, after):
                    yield [("take", [node, after]), *rest]

    complete = [way for (node,) in solver.of(unit, "origin", 2) for way in islice(ways(0, node), MOST_WAYS)]

    def rank(way: list[Link]) -> tuple[int, object]:
        route = reader.taken(way)
        return len({*tested} - {shot.hex for shot in route.interdicted}), safety(route)

    complete.sort(key=rank)
    listed = along(solver, unit, complete)
    # The reveals that could bar a rout are unknown for one that is not listed.
    return listed or (reader.taken(complete[0])._replace(holds=None) if complete else None)


def _place(node: Symbol) -> tuple[str, int]:
    """Return the Location of a node of the rout graph, and the half-MF spent on getting there."""
    hex_, spent, _ = node.arguments[3].arguments
    return text(hex_), spent.number
