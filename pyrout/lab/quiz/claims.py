"""The question what is wrong with a rout that an opponent claims: a step, its end, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from zlib import crc32

from ...base.span import Said, joined
from ...position.facts import range_between
from ...referee import judge
from ...results.explanation import Judgement
from .difficulty import rated
from .puzzle import Choice, Puzzle
from .questions import Maker, route_words, safest_by_end

END, LEGAL = "end", "legal"  # choices beside the numbers of the steps
FEWEST, MOST = 3, 6  # hexes of a claim, with its first
LOOKED_AT = 6  # claims of which the first that has an answer is taken
LEGAL_ONES = 5  # one unit in five is claimed to rout legally


def fault(judgement: Judgement) -> str:
    """Return the choice that is right of a judged rout: the number of its illegal step, its end, or nothing."""
    if judgement.legal:
        return LEGAL
    return str(judgement.step) if judgement.after else END


def claim_puzzle(maker: Maker) -> Puzzle | None:
    """Return the question about a claimed rout of a unit; None where nobody would claim one.

    Raises InstanceError, TimeLimit.
    """
    answer = maker.answer
    if not answer.routes or not answer.complete or any(r.end != "survives" or r.repulsed for r in answer.routes):
        return None
    question = maker.question.about(units=(maker.unit,))
    legal = {route.path for route in answer.routes if route.posture == "run"}
    for path in islice(_claims(maker), LOOKED_AT):
        judgement = judge(question, path)
        right = fault(judgement)
        puzzle = _puzzle(maker, path, judgement, right) if right == _first_fault(legal, path) else None
        if puzzle and puzzle.cites:
            return puzzle
    return None


def _puzzle(maker: Maker, path: Sequence[str], judgement: Judgement, right: str) -> Puzzle:
    names, cites = maker.names, [reason.rule for reason in judgement.faults]
    because = joined(map(names.because, judgement.faults), "; ")
    steps = list(pairwise(path))
    words = {str(n): f"The step from {one} to {other} is illegal" for n, (one, other) in enumerate(steps, 1)}
    words |= {END: f"It may not end in {path[-1]}", LEGAL: "Nothing: the rout is legal"}
    choices = []
    for name, said in words.items():
        why: str = "The rout is illegal earlier."
        if name == right:
            why = route_words(judgement.route) if judgement.route else Said(f"{said}: ", because)
        elif right == LEGAL:
            why = f"The rout may end in {path[-1]}." if name == END else "That step is legal."
        elif name == LEGAL:
            why = "It breaks a rule."
        elif right == END or (name != END and int(name) < int(right)):
            why = "That step is legal."
        choices.append(Choice(name, f"{said}.", (why,)))
    if right == LEGAL:
        cites = [why.rule for place in maker.answer.destinations for why in place.why]
        cites = cites or [why.rule for why in maker.answer.must_rout]
    asks = f"Your opponent claims that {names.unit(maker.unit)} may rout {' - '.join(path)}. What is wrong with that?"
    puzzle = maker.asking("claim", asks, "one", (right,), cites, path=tuple(path), choices=tuple(choices))
    return rated(puzzle, puzzle.cites, ways=len(steps))


def _first_fault(legal: set[tuple[str, ...]], path: Sequence[str]) -> str:
    """Return the first step by which no legal rout goes; the end or nothing where some go by all of them."""
    for step in range(1, len(path)):
        if not any(route[: step + 1] == tuple(path[: step + 1]) for route in legal):
            return str(step)
    return LEGAL if tuple(path) in legal else END


def _claims(maker: Maker) -> Iterator[tuple[str, ...]]:
    """Yield routs that could be claimed: legal ones for some units, for others those that look so."""
    best = [route.path for route in safest_by_end(maker.answer).values() if route.posture == "run"]
    legal = {route.path for route in maker.answer.routes if route.posture == "run"}
    number = crc32(f"{maker.name} {maker.unit}".encode())
    straight = (way for hex_ in maker.near_cover() if (way := _straight(maker, hex_)) and way not in legal)
    too_short = (path[:-1] for path in best if path[:-1] not in legal)
    claims = [best] if number % LEGAL_ONES == 0 else [straight, too_short, _longer(maker, best, legal)]
    first = number // LEGAL_ONES % len(claims)
    for several in (*claims[first:], *claims[:first]):
        yield from islice((path for path in several if FEWEST <= len(path) <= MOST), LOOKED_AT // 2)


def _longer(maker: Maker, best: Sequence[tuple[str, ...]], legal: set[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield routs with one step more."""
    spots = maker.position.spots
    for path in best:
        last = spots.get(path[-1])
        for hex_ in spots:
            if last and hex_ not in path and range_between(last, spots[hex_]) == 1 and (*path, hex_) not in legal:
                yield (*path, hex_)


def _straight(maker: Maker, hex_: str) -> tuple[str, ...]:
    """Return the hexes of a straight way; empty where the map has a gap on it, or the unit is on another level."""
    spots, path = maker.position.spots, [maker.answer.at]
    while path[-1] != hex_ and path[-1] in spots:
        here = spots[path[-1]]
        left = range_between(here, spots[hex_])
        path.append(
            min(
                (
                    n
                    for n, at in spots.items()
                    if range_between(here, at) == 1 and range_between(at, spots[hex_]) < left
                ),
                default="",
            )
        )
    return tuple(path) if path[-1] == hex_ else ()
