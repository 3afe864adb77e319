"""The question with what chance a unit is eliminated on a rout that is interdicted once."""

from __future__ import annotations

from fractions import Fraction
from zlib import crc32

from ...hexes.chances import OPEN, results
from ...hexes.solver import Solver
from ...position.consistency import with_facts
from ...position.reading import facts_in
from ...question import Question
from ...results.answer import Route
from .difficulty import rated
from .puzzle import Choice, Puzzle
from .questions import Maker

MORALES = (6, 7, 8)  # of which one is supposed where the position has none
SAFE_ONES = 6  # one rout in six of those that nothing eliminates is asked about
LOST = "eliminated"


def odds_puzzle(maker: Maker) -> Puzzle | None:
    """Return the question about the odds of a unit; None where no rout is interdicted just once, or a result is open.

    Raises InstanceError, TimeLimit.
    """
    runs = [r for r in maker.answer.routes if r.posture == "run" and r.end == "survives" and len(r.interdicted) == 1]
    if not runs or not maker.answer.complete or maker.position.of("broken_morale"):
        return None
    run = min(runs, key=lambda route: (not _may_be_lost(route), route.mf[-1], route.path))
    number = crc32(f"{maker.name} {maker.unit}".encode())
    if not _may_be_lost(run) and number % SAFE_ONES:
        return None
    morale = MORALES[number // SAFE_ONES % len(MORALES)]
    supposed = f"broken_morale({maker.unit},{morale})."
    right = chance(maker.question, maker.unit, run.path, supposed)
    if right is None:
        return None
    (hit,) = run.interdicted
    who = maker.names.unit(maker.unit)
    asks = (
        f"Suppose that {who} has a broken morale of {morale}. "
        f"With what chance is it eliminated on the rout {' - '.join(run.path)}?"
    )
    choices = tuple(
        Choice(str(one), str(one), _why(one, right, run, morale)) for one in sorted({*likely(morale), right})
    )
    cites = tuple(why.rule for why in maker.answer.must_rout)
    fire = ", ".join(map(maker.names.cause, hit.by))
    puzzle = maker.asking(
        "odds",
        asks,
        "one",
        (str(right),),
        cites[:1],
        path=run.path,
        supposes=(supposed,),
        choices=choices,
        why=(f"It checks its morale in {hit.hex}, because of {fire}.",),
    )
    return rated(puzzle, puzzle.cites, ways=len(choices))


def chance(question: Question, unit: str, path: tuple[str, ...], supposed: str) -> Fraction | None:
    """Return the chance to be eliminated on a rout, with another fact; None if it is not legal, or a result is open.

    Raises InstanceError, TimeLimit.
    """
    position = with_facts(question.position, facts_in(supposed, question.position.name))
    answer = Solver(question.about(position, units=(unit,))).unit(unit, excluded=False)
    chances = {dict(r.odds).get(LOST, Fraction(0)) for r in answer.routes if _is_asked(r, path)}
    return chances.pop() if len(chances) == 1 else None


def odds_now(question: Question, puzzle: Puzzle) -> Fraction | None:
    """Return the chance that a puzzle asks for, by the rules and options of a question.

    Raises InstanceError, TimeLimit.
    """
    return chance(question, puzzle.unit, puzzle.path, " ".join(puzzle.supposes))


def _may_be_lost(route: Route) -> bool:
    return any(LOST in (hit.if_pinned, hit.if_failed) for hit in route.interdicted)


def _is_asked(route: Route, path: tuple[str, ...]) -> bool:
    return route.posture == "run" and route.path == path and not any(end == OPEN for end, _ in route.odds)


def likely(morale: int) -> dict[Fraction, str]:
    """Return the chances that one could think of, each with the rolls that it counts."""
    by_result = results(morale, originals=())
    passed, pinned, failed = (by_result.get(result, Fraction(0)) for result in ("pass", "pin", "fail"))
    return {
        Fraction(0): "no roll at all",
        passed: f"rolls under {morale}",
        pinned: f"rolls of {morale}",
        passed + pinned: f"rolls of {morale} or less",
        pinned + failed: f"rolls of {morale} or more",
        failed: f"rolls over {morale}",
    }


def _why(one: Fraction, right: Fraction, run: Route, morale: int) -> tuple[str, ...]:
    """Return the rolls that a chance counts, and for the right one what they do."""
    rolls = likely(morale).get(one, "some of the rolls")
    if one != right:
        return (f"That is the chance of {rolls}.",)
    (hit,) = run.interdicted
    pinned, failed = ("it is eliminated" if end == LOST else "it lives" for end in (hit.if_pinned, hit.if_failed))
    pins = (f"A roll of {morale} pins it, and {pinned}.",) if hit.may_pin else ()
    return (*pins, f"A roll over {morale} fails the NMC, and {failed}.")
