"""Of the routes that leave the same behind one is found without walking out the others: the first of all of them."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import pytest
from clingo.control import Control
from positions import random_position
from positions_asl import random_position as random_position_asl
from positions_phase import crowded
from tiny import facts_of

import pyrout
from pyrout import rule_sets
from pyrout.hexes.solver import Solver
from pyrout.question import ask

# From one woods hex to another there are many ways, and across the open some of them are seen.
REVEALS = Path(__file__).parents[2] / "instances/generated/asl"
ROUND = facts_of(
    "A2. A3. A4. B1. B2. B3. B4. B5w C1. C2. C3. C4. C5. D2. D3. D4. D5. D6w",
    "g1:squad@B2 broken dm; a1:squad@B1",
    los="B1-B2 B1-C3 B1-B3",
)
TWICE = ROUND + "option(revisit,allow).\n"


def left(route: pyrout.Route, held: Collection[str], given: Collection[str]) -> object:
    """What a route leaves behind that another unit could meet, and its price."""
    entered = route.path[1:-1] if route.repulsed else route.path[1:]
    return (
        route.end,
        route.path[-1],
        route.mf[-1],
        held & set(entered),
        {enemy for seen in route.discovers for enemy in seen.enemies},
        [(shot.hex, shot.hex in given) for shot in route.interdicted if shot.hex in given],
        any(shot.hex not in given for shot in route.interdicted),
        route.repulsed.by if route.repulsed else (),
        route.loses,
        route.captors,
    )


def compared(text: str) -> tuple[int, int]:
    """How many routes there are, and how many are found, which have to be among them, and one of each kind: the first."""
    question = ask(pyrout.parse(text))
    every, few = Solver(question), Solver(question)
    counts = 0, 0
    for unit in every.routers:
        held = {str(f.args[1]) for f in question.position.of("at") if not str(f.args[0]).startswith(unit[0])}
        given = {str(f.args[1]) for f in question.position.of("nmc") if str(f.args[0]) == unit}
        routes = every.unit(unit, excluded=False).routes
        found = few.unit(unit, excluded=False, held=held).routes
        assert [route for route in routes if route in found] == list(found)
        firsts: list[tuple[object, pyrout.Route]] = []
        for route in routes:
            kind = left(route, held, given)
            if all(kind != other for other, _ in firsts):
                firsts.append((kind, route))
        assert [route for _, route in firsts if route not in found] == []
        counts = counts[0] + len(routes), counts[1] + len(found)
    return counts


@pytest.mark.parametrize("rules", ["aslsk", "asl"])
@pytest.mark.parametrize("text", [ROUND, TWICE], ids=["once", "twice"])
def test_the_first_of_each_kind_is_found(text: str, rules: str) -> None:
    routes, found = compared(text.replace("rules(aslsk)", f"rules({rules})"))
    assert 0 < found < routes


def test_what_could_be_revealed_is_told_of_those_found() -> None:
    """a12-14-reveal: a2 is concealed, and what he could do to a rout is asked of each that is found."""
    text = ROUND.replace("rules(aslsk)", "rules(asl)")
    concealed = 'hex("E5",4,9). unit(a2,american,squad). at(a2,"E5"). status(a2,concealed). normal_range(a2,6). los("E5","C5",0).'
    compared(text + concealed)
    assert any(r.holds is False for r in pyrout.solve(pyrout.parse(text + concealed))["g1"].routes)


def test_with_concealed_enemies_every_route_is_listed_before_one_stands_for_others() -> None:
    """One of several routes with a vain drop of concealment counts, also where every reveal is given."""
    several = [compared(path.read_text("utf-8")) for path in sorted(REVEALS.glob("reveal-0*.lp"))]
    assert len(several) > 5 and all(routes == found for routes, found in several)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_the_first_of_each_kind_is_found_in_any_position(seed: int) -> None:
    make = (
        random_position,
        random_position_asl,
        lambda number: crowded(number, "aslsk"),
        lambda number: crowded(number, "asl"),
    )[seed % 4]
    try:
        compared(make(700 + seed))
    except pyrout.InstanceError:
        pytest.skip("the position is refused")


def test_what_binds_a_route_besides_its_graph_is_a_route_fact() -> None:
    """The graph of a unit without such a fact is followed without clingo."""
    folder = rule_sets.root() / "asl"
    wanted = set(
        re.findall(r"\b(\w+)/\d", "".join(re.findall(r"(?m)^#defined.*", (folder / "route.lp").read_text("utf-8"))))
    )
    texts = [path.read_text("utf-8") for path in folder.glob("*.lp")]
    given = {word for text in texts for word in re.findall(r"(?m)^route_fact\(Unit,(\w+)", text)}
    assert wanted == given != set()
    messages: list[str] = []
    control = Control([], logger=lambda _, message: messages.append(message), message_limit=100)
    control.add("base", [], rule_sets.program("asl", "route"))
    control.ground([("base", [])])
    assert messages == [], "route.lp asks for what it does not name with #defined"
