"""Hexes, units and ways to read an answer that tests of several sections of full ASL share; the notation is that of `tiny`."""

from __future__ import annotations

from fractions import Fraction

from tiny import Position, asl

import pyrout
from pyrout import Route, report
from pyrout.hexes.solver import Solver
from pyrout.program.control import constant, sentence
from pyrout.question import ask

HELD = "B1. B2w B3w"
TAKER = "g1:squad@B2 broken dm; a1:squad@B3"
FIELD = "B1w B2. B3. B4. B5. B6. B7. B8."  # woods at one end of a corridor
FAR = "g1:squad@B3 broken dm; a1:squad@B8"
SEEN = "B8-B3 B8-B2"
REACH = "normal_range(a1,9)."


def assumed(position: Position) -> list[str]:
    """Return the assumptions of the answer for g1, without the sections."""
    solver = Solver(ask(position.instance, units=("g1",)))
    solver.prepare("g1")
    return sorted(
        sentence(said).partition(" (")[0] for _, said in solver.world_of("g1").of(constant("g1"), "assumes", 2)
    )


BLOCK = 'building("b","B2"). building("b","B3"). level("B2",1). level("B3",1). level("B2",-1). stairwell("B2"). '
BOX = 'feature("B2",pillbox). '
FROM_B5 = "g1:squad@B5 broken dm; a1:squad@B8"
SEEN_FROM_B5 = "B8-B5 B8-B4 B8-B3 B8-B2"
FENCE = 'hexside("B2","C2",hedge).'
TRUCK = 'unit(v1,german,vehicle). at(v1,"B2"). '


def aboard(status: str, facts: str, hexes: str = "B1w B2. B3.") -> Position:
    text = asl(hexes, f"g1:squad@B2 {status}; a1:squad@B3", facts=TRUCK + facts).text
    return Position(text.replace('at(g1,"B2").', ""))


def boxed_beside_a_vehicle(status: str, facts: str = "") -> Position:
    """g1 in a pillbox in B2, next to a1, who fires at B1; B0 is woods."""
    return asl("B0w B1. B2w B3.", f"g1:squad@B2@pillbox {status}; a1:vehicle@B3", "B3-B1 B3-B2@pillbox", BOX + facts)


# g1 runs from B3 to the woods of B1 through the open B2, which a1 sees from B8, 6 hexes off; and so does it see B3.
RUN = "B1w B2. B3. B4. B5w B6. B7. B8."
ROUTER = "g1:squad@B3 broken dm"


def shot(enemy: str, facts: str = "") -> tuple[str, ...]:
    """Return the enemies that interdict g1 in B2."""
    fire = asl(RUN, f"{ROUTER}; {enemy}", SEEN, facts).run("B3 B2 B1").interdicted
    return fire[0].by if fire else ()


def odds(route: Route) -> dict[str, Fraction]:
    return dict(route.odds)


def into_b2(here: Position) -> list[Route]:
    """Return the runs that enter B2."""
    return [run for run in here.g1.routes if run.posture == "run" and "B2" in run.path]


def wounded_in_b4(hexes: str, more: str = "", los: str = "", facts: str = "") -> dict[str, tuple[object, ...]]:
    """Return the runs of a leader with their end, his condition, and where he chose what."""
    units = f"g1:leader@B3 broken dm; a1:squad@B1{more}"
    here = asl(hexes, units, f"B1-B3 B1-B4 {los}", f'nmc(g1,"B4",fail). {facts}').g1
    runs = [run for run in here.routes if run.posture == "run"]
    return {" ".join(run.path): (run.end, run.condition, *(leg.to for leg in run.legs)) for run in runs}


def text_of(position: Position) -> str:
    answer = pyrout.solve(position.instance)
    return "\n".join(report.answer_lines(answer, position.instance, details=True, volunteers=True))


# a1 in C2 sees B3; C2 is ADJACENT to B1 and B2.
VEIL = "B1w B2. B3. B4. A2. C2.", "g1:squad@B3 broken dm; a1:squad@C2 concealed", "C2-B3"
# A woods on the way from A3 to another, and a2 who sees the one or the other step.
LANE = "A3. B3w B2w B4. A4. B1. A2."
# H3 is as far from each hex of the corridor.
DUG = "B1w B2. B3. B4. H3-", "g1:squad@B4 broken dm; a1:squad@H3 concealed", "H3-B4 H3-B3 H3-B2"
