"""`check`: is this rout legal, and if not, which rule forbids which step?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from ..because import reasons
from ..engine import Function, Symbol, constant, text
from ..errors import UsageError
from ..explanations import Judgement
from ..position.vocabulary import no_hex
from ..question import Question
from ..result import Route
from .solver import Solver
from .text import safety

MOST_WAYS = 200  # of taking one claimed rout: they differ in destinations and prices only


def check(
    question: Question, path: Sequence[str], *, to: str | None = None, low_crawl: bool = False, mf: float | None = None
) -> Judgement:
    """Judges a claimed rout of the unit asked for, as `pyrout.check` does. Raises InstanceError, UsageError, TimeLimit."""
    return judged(Solver(question), path, to=to, low_crawl=low_crawl, mf=mf)


def judged(
    solver: Solver, path: Sequence[str], *, to: str | None = None, low_crawl: bool = False, mf: float | None = None
) -> Judgement:
    """The same, by a solver that has not judged yet and can be asked more afterwards."""
    question = solver.question
    (unit,) = question.units
    if mf is not None and not float(2 * mf).is_integer():
        raise UsageError(f"{mf:g} MF are not spent on any way: give whole or half MF, as in 4 or 4.5")
    engine = solver.engine
    hexes = {text(h) for h, _, _ in engine.atoms("hex", 3)}
    for hex_ in (*path, *([to] if to else [])):
        if hex_ not in hexes:
            raise UsageError(f"{question.position.name}: {no_hex(hex_, hexes)}")
    solver.prepare(unit)
    u, g = solver.symbols(unit)
    start = next(text(args[1]) for args in engine.of(u, "begins", 2))
    walked = list(path) if path and path[0] == start else [start, *path]
    if len(walked) < 2:
        raise UsageError("a rout has at least one step: name the hexes that it enters")
    bars = [(rule, None) for _, rule in (*engine.of(u, "bar", 2), *engine.of(u, "surrenders", 2))]
    if bars:
        return Judgement(False, None, 1, start, walked[1], reasons(bars))

    claim = constant("claim")
    facts = "".join(f'claimed(claim,{i},"{h}"). ' for i, h in enumerate(walked))
    facts += f"claimed_posture(claim,{'low_crawl' if low_crawl else 'run'}). "
    facts += f'claimed_to(claim,"{to}"). ' if to else ""
    facts += f"claimed_mf(claim,{int(2 * mf)}). " if mf is not None else ""
    engine.assume(facts)
    solver.ask("judge", ("judge", [u, g, claim]))
    for _, end in engine.of(claim, "concludes", 2):
        return Judgement(True, text(end), route=_route(solver, unit, claim, len(walked) - 1, text(end)))
    faults: dict[int, list[tuple[Symbol, Symbol | None]]] = {}
    for _, number, rule, because in engine.of(claim, "fault", 4):
        faults.setdefault(number.number, []).append((rule, because))
    step = max((n.number for _, n, _, _ in engine.of(claim, "fails", 4)), default=max(faults, default=len(walked)))
    after = walked[step] if step < len(walked) else None
    return Judgement(False, None, step, walked[step - 1], after, reasons(faults.get(step, [])))


def _route(solver: Solver, unit: str, claim: Symbol, length: int, end: str) -> Route | None:
    """The safest way to take a claimed rout that comes to this end."""
    engine, reader = solver.engine, solver.reader(unit)
    u, _ = solver.symbols(unit)
    stands = {(i.number, node) for _, i, node in engine.of(claim, "stands", 3)}
    goals = {node for _, node, how in engine.of(u, "goal", 3) if text(how) == end}
    links: dict[Symbol, list[Symbol]] = defaultdict(list)
    for _, before, after in engine.of(u, "link", 3):
        links[before].append(after)

    def ways(number: int, node: Symbol) -> Iterator[list[Symbol]]:
        if number == length and node in goals:
            yield [Function("halt", [node])]
        then = number if node.arguments[2].name == "turn" else number + 1
        for after in sorted(links[node]):
            if (then, after) in stands:
                for rest in ways(then, after):
                    yield [Function("take", [node, after]), *rest]

    origins = [node for number, node in stands if number == 0 and node.arguments[2].name == "choose"]
    found = [reader.route(atoms) for node in origins for atoms in islice(ways(0, node), MOST_WAYS)]
    return min(found, key=safety, default=None)
