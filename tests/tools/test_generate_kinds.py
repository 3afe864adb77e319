"""Kinds of positions: answers that just miss one, and what a kind looks at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from positions_phase import LOST_EITHER_WAY, ROOM_FOR_ONE
from shipped_positions import case_of, every_kind, first
from tiny import facts_of

import pyrout
from pyrout.cli import main
from pyrout.errors import UsageError
from pyrout.lab.generate.kinds import KINDS, Case, find_kind, together
from pyrout.lab.generate.patches import Drawn
from pyrout.lab.generate.search import Search
from pyrout.position.facts import Instance
from pyrout.program.control import Deadline
from pyrout.results.answer import Destination, Discovery, Interdiction, Leg, Reason, Repulse, Route, Step, UnitAnswer


def changed(case: Case, **fields: Any) -> Case:
    return Case(case.instance, case.unit, replace(case.answer, **fields))


def routes(case: Case, change: Callable[[Route], Route | None]) -> Case:
    kept = tuple(r for r in map(change, case.answer.routes) if r is not None)
    return changed(
        case,
        routes=kept,
        routes_total=len(kept),
        surviving=sum(r.end == "survives" for r in kept),
    )


def less(case: Case, *names: str) -> Case:
    """The position without the facts of some predicates, answered."""
    return case_of(case.instance.without(*names))


def no_friends(case: Case) -> Case:
    friends = {f.args[0] for f in case.instance.of("unit") if f.args[1] == "german" and f.args[0] != "g1"}
    facts = (f for f in case.instance.facts if not f.args or f.args[0] not in friends)
    return case_of(Instance("alone", tuple(facts)))


def unbroken_friends(case: Case) -> Case:
    friends = {f.args[0] for f in case.instance.of("unit")} - {"g1"}
    facts = (f for f in case.instance.facts if f.name != "status" or f.args[0] not in friends)
    return case_of(Instance("healthy", tuple(facts)))


def moved_enemies(case: Case) -> Case:
    here = case.answer.at.partition("@")[0]
    facts = tuple(
        f._replace(args=(f.args[0], "elsewhere")) if f.name == "at" and f.args[0] != "g1" and f.args[1] == here else f
        for f in case.instance.facts
    )
    return Case(Instance("apart", facts), "g1", case.answer)


def doubled(route: Route) -> tuple[Route, Route]:
    return route, route._replace(path=(*route.path, "elsewhere"))


NEAR_MISSES: dict[str, Callable[[Case], Case]] = {
    "eliminated": lambda c: changed(c, verdict="routs"),
    "one-route": lambda c: changed(c, routes=doubled(c.answer.routes[0]), routes_total=2),
    "crawl-only": lambda c: routes(c, lambda r: r._replace(posture="run")),
    "doomed": lambda c: routes(c, lambda r: r._replace(end="survives") if r == c.answer.routes[0] else r),
    "unknown-enemy": lambda c: routes(c, lambda r: r._replace(legs=r.legs[:1])),
    "ignorable-building": lambda c: changed(
        c, destinations=tuple(d._replace(ignorable=False) for d in c.answer.destinations)
    ),
    "free": lambda c: changed(c, destinations=(Destination("elsewhere", 1.0, True),)),
    "detour": lambda c: routes(c, lambda r: r._replace(interdicted=())),
    "cover-to-cover": lambda c: routes(c, lambda r: r if r.path[-1] == r.legs[-1].to else None),
    "enemy-hex": moved_enemies,
    "own-building": lambda c: changed(c, destinations=tuple(d._replace(why=()) for d in c.answer.destinations)),
    "stacking": no_friends,
    "option": lambda c: changed(c, verdict="stays"),
    "surrender": lambda c: changed(c, verdict="routs"),
    "one-clean-way": lambda c: routes(c, lambda r: r._replace(interdicted=(Interdiction("here", (), "", ""),))),
    "no-quarter": lambda c: less(c, "no_quarter"),
    "upper-levels": lambda c: changed(
        routes(c, lambda r: r._replace(steps=tuple(s._replace(hex=s.hex.partition("@")[0]) for s in r.steps))), at="E5"
    ),
    "repulse": lambda c: routes(c, lambda r: r._replace(repulsed=None)),
    "reveal": lambda c: less(c, "reveal"),
    "spoilt": lambda c: routes(c, lambda r: r._replace(unless=())),
    "order-matters": unbroken_friends,
    "only-order-saves-all": unbroken_friends,
    "crowded": unbroken_friends,
}


@every_kind
@pytest.mark.slow
def test_a_near_miss_is_none(ruleset: str, kind: str) -> None:
    case = first(ruleset, kind)
    assert KINDS[kind].holds(case)
    assert not KINDS[kind].holds(NEAR_MISSES[kind](case))


def made_up(*route: Route, **fields: Any) -> Case:
    """An answer that no position gave."""
    case = first("aslsk", "own-building")
    base: dict[str, Any] = {"verdict": "routs", "free": False, "destinations": (), "must_rout": (Reason("any"),)}
    surviving = sum(r.end == "survives" for r in route)
    answer: UnitAnswer = replace(
        case.answer, **{**base, "routes": route, "routes_total": len(route), "surviving": surviving, **fields}
    )
    return Case(case.instance, "g1", answer)


def way(*path: str, to: str | None = "C", end: str = "survives", fire: bool = False, crawl: bool = False) -> Route:
    return Route(
        "low_crawl" if crawl else "run",
        (Leg(path[0], to),),
        path,
        tuple(float(i) for i in range(len(path))),
        (),
        (Interdiction(path[1], ("a1",), "survives", "reduced"),) if fire else (),
        end,  # type: ignore[arg-type]
        steps=tuple(Step(hex_, float(i)) for i, hex_ in enumerate(path)),
    )


def test_what_a_detour_is() -> None:
    holds = KINDS["detour"].holds
    short, long = way("A", "B", "C", fire=True), way("A", "D", "E", "C")
    assert holds(made_up(short, long))
    assert not holds(made_up(short))  # no way is safe
    assert not holds(made_up(short, way("A", "D", "C")))  # as short, and safe
    assert not holds(made_up(short, way("A", "D", "E", "C", fire=True)))
    assert not holds(made_up(short, long, way("A", "F", to="F")))  # elsewhere it is safe without a detour


def test_what_an_unknown_enemy_forces() -> None:
    holds = KINDS["unknown-enemy"].holds
    route = way("A", "B", "C")._replace(legs=(Leg("A", "B"), Leg("B", "C")), discovers=(Discovery("B", ("a1",)),))
    assert holds(made_up(route))
    assert not holds(made_up(route, way("A", "D", to="D")))  # one way avoids it
    assert not holds(made_up(route._replace(end="eliminated")))


def test_a_low_crawl_that_is_the_only_way_to_survive() -> None:
    holds = KINDS["crawl-only"].holds
    assert holds(made_up(way("A", "B", crawl=True), way("A", "B", "C", end="eliminated")))
    assert not holds(made_up(way("A", "B", crawl=True, end="eliminated")))


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["aslsk", "asl"])
def test_kinds_that_never_combine_do_not(ruleset: str) -> None:
    """No shipped position of a kind is of a kind that the first does not combine with."""
    for one, other in ((a, b) for a in KINDS for b in KINDS if a != b):
        if ruleset not in KINDS[one].rulesets or ruleset not in KINDS[other].rulesets:
            continue
        try:
            together([KINDS[one], KINDS[other]])
        except UsageError:
            if KINDS[one].verdicts == KINDS[other].verdicts:
                assert not KINDS[other].holds(first(ruleset, one)), (one, other)


@pytest.mark.slow
def test_a_search_ends_when_its_time_is_over(tmp_path: Path) -> None:
    """Before the first proposal, here; and it tells what it is at."""
    told: list[str] = []
    kind = together([find_kind("enemy-hex", "aslsk"), find_kind("free", "aslsk")])
    search = Search(Drawn("aslsk"), "aslsk", kind, 1, tries=8, most_routes=24, progress=told.append)
    assert list(search.made()) == [] or search.found
    assert told[0] == "enemy-hex+free: 0 found, 0 of 8 proposals tried" and search.tried == 8
    over = Search(Drawn("aslsk"), "aslsk", kind, 1, tries=8, most_routes=24, deadline=Deadline(0))
    assert (list(over.made()), over.tried, over.late) == ([], 0, True)
    args = ["generate", "--want", "enemy-hex,free", "--count", "3", "-o", str(tmp_path / "x"), "--timeout", "0.000001"]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 3
    assert result.stderr == (
        "pyrout: enemy-hex+free: found 0 of 3 in 0 tries; time limit reached; allow more with --timeout; "
        "perhaps no position has all these kinds\n"
    )


@pytest.mark.slow
def test_what_the_order_of_turns_decides() -> None:
    """sk-step-stacking. If g1 goes first, g2 goes elsewhere; if g2 goes first, g1 is eliminated. With room for both, both
    orders save them; with room for neither, none does; and two are no crowd."""
    case = case_of(pyrout.parse(ROOM_FOR_ONE))
    kinds = ("order-matters", "only-order-saves-all", "crowded")
    assert [KINDS[kind].holds(case) for kind in kinds] == [True, True, False]
    assert KINDS["only-order-saves-all"].tells(case) == "All come through only in the order g1, g2."
    without_one = case_of(pyrout.parse(ROOM_FOR_ONE.replace('unit(g4,german,squad). at(g4,"B3").', "")))
    assert not KINDS["only-order-saves-all"].holds(without_one)
    healthy = case_of(pyrout.parse(ROOM_FOR_ONE.replace("status(g2,broken).", "").replace("status(g2,dm).", "")))
    assert not KINDS["order-matters"].holds(healthy)


@pytest.mark.slow
def test_the_order_of_turns_can_decide_how_a_unit_is_lost() -> None:
    """a20-21-surrender: eliminated or captured. g1 itself can do the same whenever its turn comes."""
    case = case_of(pyrout.parse(LOST_EITHER_WAY))
    assert KINDS["order-matters"].holds(case)
    said = "The order of the turns matters: how g2 ends depends on whether g1 has had its turn."
    assert KINDS["order-matters"].tells(case) == said
    apart = case_of(pyrout.parse(LOST_EITHER_WAY.replace('los("B1","E6",0).', "")))
    assert not KINDS["order-matters"].holds(apart)


def test_whose_phase_is_worth_exploring() -> None:
    """Each has to go where the other does; with a way of its own for one of them, nothing of the other's turn matters."""
    answer = pyrout.solve(pyrout.parse(ROOM_FOR_ONE), excluded=False)
    case = replace(case_of(pyrout.parse(ROOM_FOR_ONE)), mates={"g2": answer["g2"]})
    apart = replace(case, mates={"g2": replace(answer["g2"], routes=(way("C4", "B4"),))})
    for kind in ("order-matters", "only-order-saves-all"):
        assert KINDS[kind].promising([case, apart]) == [case, None], kind


@pytest.mark.slow
def test_three_round_one_place_are_a_crowd() -> None:
    text = facts_of(
        "B1. B2. B3w B4. C4. A4. E6.",
        "g1:squad@B2 broken dm; g2:squad@C4 broken dm; g5:squad@A4 broken dm; g3:squad@B3; g4:squad@B3; "
        "a1:squad@B1; a2:squad@E6",
        los="B1-B2 E6-C4",
    )
    case = case_of(pyrout.parse(text))
    assert KINDS["crowded"].holds(case)
    assert KINDS["crowded"].tells(case) == "The turns of g1, g2 and g5 depend on each other."


def test_who_is_thrown_back() -> None:
    thrown = way("A", "B", "A", end="eliminated")._replace(repulsed=Repulse("B", ("a1",)))
    assert KINDS["repulse"].holds(made_up(thrown))


def test_kinds_combine() -> None:
    both = together([find_kind("enemy-hex", "aslsk"), find_kind("free", "aslsk")])
    assert both.name == "enemy-hex+free"
    assert set(both.hints) == {*KINDS["enemy-hex"].hints, *KINDS["free"].hints}
    assert not both.holds(first("aslsk", "enemy-hex")) or KINDS["free"].holds(first("aslsk", "enemy-hex"))
    with pytest.raises(UsageError, match="at once"):
        together([find_kind("eliminated", "aslsk"), find_kind("free", "aslsk")])
