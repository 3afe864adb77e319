"""`pyrout generate`: what it finds has the wanted answer, needs everything that is in it, and comes again by its seed.

The positions looked at are the shipped ones under `instances/generated`; what makes an answer one of a kind is said here
once more, from the JSON beside them, and answers that just miss a kind are made by hand.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import phase_oracle
import pytest
from agreement_phase import differences as phase_differences
from click.testing import CliRunner
from generated import differences
from positions_phase import LOST_EITHER_WAY, ROOM_FOR_ONE
from tiny import facts_of

import pyrout
from pyrout import referee
from pyrout.cli import main
from pyrout.control import Deadline
from pyrout.errors import UsageError
from pyrout.generate import miniatures as tables
from pyrout.generate.answering import answers
from pyrout.generate.kinds import KINDS, Case, find_kind, substance, together
from pyrout.generate.making import Search, droppable, shape
from pyrout.generate.patches import Drawn
from pyrout.position.facts import Fact, Instance
from pyrout.position.vocabulary import Name
from pyrout.question import Question, ask
from pyrout.results.answer import Destination, Discovery, Interdiction, Leg, Reason, Repulse, Route, UnitAnswer
from pyrout.testing.minimise import without

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "instances" / "generated"
RULESETS = ("aslsk", "asl")
EACH = 20
# The folder is cloned with the repository, and copied into the site: so much is for about a thousand positions with their
# answers. Who needs more makes the positions smaller first.
MOST_BYTES = 5_600_000
ROUTES = 12  # at most, as the folder's README says
ALL = [(r, kind) for r in RULESETS for kind in KINDS if r in KINDS[kind].rulesets]
OF_PHASE = [(r, kind) for r, kind in ALL if KINDS[kind].of_phase]

every_kind = pytest.mark.parametrize(("ruleset", "kind"), ALL)


def files(ruleset: str, kind: str) -> list[Path]:
    return sorted((SHIPPED / ruleset).glob(f"{kind}-[0-9][0-9].lp"))


def case_of(instance: Instance) -> Case:
    return Case(instance, "g1", pyrout.solve(instance, units=["g1"], excluded=False)["g1"])


def cases_of(instances: Sequence[Instance]) -> list[Case | None]:
    """Return the cases of many positions, answered together; None where there is no answer."""
    found: dict[int, Question] = {}
    for number, instance in enumerate(instances):
        with contextlib.suppress(pyrout.PyroutError):
            found[number] = ask(instance, units=["g1"])
    given = dict(zip(found, referee.answers(list(found.values()), excluded=False), strict=True))
    cases: list[Case | None] = []
    for number, instance in enumerate(instances):
        answer = given.get(number)
        cases.append(Case(instance, "g1", answer["g1"]) if isinstance(answer, pyrout.Answer) else None)
    return cases


@cache
def firsts() -> dict[tuple[str, str], Case | None]:
    """Return the first position of each kind."""
    positions = [pyrout.load(files(*of)[0]).without("expect") for of in ALL]
    return dict(zip(ALL, cases_of(positions), strict=True))


def first(ruleset: str, kind: str) -> Case:
    case = firsts()[ruleset, kind]
    assert case
    return case


def one_of(ruleset: str, kind: str, step: int) -> Path:
    """Another number for each kind."""
    return files(ruleset, kind)[step * ALL.index((ruleset, kind)) % EACH]


def run(*args: object) -> Any:
    return CliRunner().invoke(main, ["generate", *map(str, args)])


# ---------------------------------------------------------------------------------------------------------------------
# The shipped positions


@every_kind
def test_there_are_enough_of_each(ruleset: str, kind: str) -> None:
    assert len(files(ruleset, kind)) == EACH
    assert all(path.with_suffix(".json").exists() for path in files(ruleset, kind))
    beside = [path.with_suffix(".phase.json").exists() for path in files(ruleset, kind)]
    assert all(beside) if KINDS[kind].of_phase else not any(beside)
    forms = {shape(pyrout.load(path)) for path in files(ruleset, kind)}
    assert len(forms) == EACH  # not even mirror images


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.rglob("*.*")) < MOST_BYTES


def units(path: Path) -> dict[str, Any]:
    return {unit["id"]: unit for unit in json.loads(path.read_text("utf-8"))["units"]}


def ends(unit: dict[str, Any], posture: str | None = None) -> list[str]:
    return [r["end"] for r in unit["routes"] if posture in (None, r["posture"])]


def alive(unit: dict[str, Any]) -> list[dict[str, Any]]:
    return [r for r in unit["routes"] if r["end"] == "survives"]


def mark(path: Path, predicate: str) -> bool:
    return f"{predicate}(" in path.read_text("utf-8")


# Each kind once more, in terms of the JSON: necessary, where sufficient would need another answer.
Said = Callable[[dict[str, Any], Path], bool]
SAID: dict[str, Said] = {
    "eliminated": lambda u, p: u["verdict"] == "eliminated" and not u["routes"] and bool(u["must_rout"]),
    "one-route": lambda u, p: u["verdict"] == "routs" and u["counts"]["routes"] == 1,
    "crawl-only": lambda u, p: "survives" in ends(u, "low_crawl") and "survives" not in ends(u, "run"),
    "doomed": lambda u, p: bool(u["routes"]) and u["counts"]["surviving"] == 0 and u["verdict"] == "routs",
    "unknown-enemy": lambda u, p: all(len(r["legs"]) > 1 and r["discovers"] for r in alive(u) if r["posture"] == "run"),
    "ignorable-building": lambda u, p: {d["ignorable"] for d in u["destinations"]} == {True, False},
    "free": lambda u, p: u["free"] and not u["destinations"] and u["verdict"] == "routs",
    "detour": lambda u, p: {bool(r["interdicted"]) for r in alive(u) if r["posture"] == "run"} == {True, False},
    "cover-to-cover": lambda u, p: any(r["path"][-1] != r["legs"][-1]["to"] for r in alive(u)) and not u["free"],
    "enemy-hex": lambda u, p: p.read_text("utf-8").count(f'"{u["at"]}").') > 1 and not ends(u, "low_crawl"),
    "own-building": lambda u, p: mark(p, "building") and any(d["ignorable"] for d in u["destinations"]),
    "stacking": lambda u, p: p.read_text("utf-8").count("german,squad") >= 3,
    "option": lambda u, p: "The answer depends on an option" in p.read_text("utf-8"),
    "surrender": lambda u, p: u["verdict"] == "surrenders" and not u["routes"] and bool(u["captors"]),
    "one-clean-way": lambda u, p: (
        len([r for r in alive(u) if r["posture"] == "run" and not r["interdicted"] and "repulsed" not in r]) == 1
    ),
    "no-quarter": lambda u, p: mark(p, "no_quarter") and u["verdict"] in ("routs", "eliminated"),
    "upper-levels": lambda u, p: any("@" in place for r in u["routes"] for place in r["path"]),
    "repulse": lambda u, p: any("repulsed" in r for r in u["routes"]) and mark(p, "status"),
    "reveal": lambda u, p: mark(p, "reveal"),
    "order-matters": lambda u, p: bool(phase(p)["order_matters"] or phase(p).get("order_opens")),
    "only-order-saves-all": lambda u, p: (
        phase(p)["best"]["survivors"] == len(phase(p)["units"])
        and ", ".join(phase(p)["best"]["order"]) in p.read_text()
    ),
    "crowded": lambda u, p: max(len(part["units"]) for part in phase(p).get("parts", [phase(p)])) > 2,
}


def phase(path: Path) -> dict[str, Any]:
    """Return the outcomes of g1's side, as the file beside says."""
    sides = json.loads(path.with_suffix(".phase.json").read_text("utf-8"))["phase"]
    return next(side for side in sides if "g1" in side["units"])


@pytest.mark.parametrize(("ruleset", "kind"), OF_PHASE)
@pytest.mark.slow
def test_the_phase_beside_is_what_the_phase_comes_to(ruleset: str, kind: str) -> None:
    path = one_of(ruleset, kind, 5)
    found = pyrout.phase(pyrout.load(path)).to_json()
    assert {**found, "file": path.name} == json.loads(path.with_suffix(".phase.json").read_text("utf-8"))


@pytest.mark.parametrize(("ruleset", "kind"), OF_PHASE)
def test_phases_are_small(ruleset: str, kind: str) -> None:
    """Small enough to work out by hand: of no unit more routes than elsewhere, and a map of two hexes around the middle."""
    for path in files(ruleset, kind):
        assert max(len(unit["routes"]) for unit in units(path.with_suffix(".json")).values()) <= ROUTES, path.name
        assert len(pyrout.load(path).of("hex")) <= 19, path.name


@pytest.mark.parametrize(("ruleset", "kind"), OF_PHASE)
@pytest.mark.slow
def test_phases_agree_with_the_brute_force(ruleset: str, kind: str) -> None:
    """Some of each kind; `python tests/bench/generated.py --shipped` compares all."""
    for path in files(ruleset, kind)[2::6]:
        assert phase_differences(path.read_text("utf-8"), ruleset) == [], path.name


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.slow
def test_by_the_brute_force_too_one_order_alone_saves_all(ruleset: str) -> None:
    for path in files(ruleset, "only-order-saves-all"):
        oracle = phase_oracle.Phase(path.read_text("utf-8"), ruleset)
        everybody = len(oracle.routers)
        saving = [o for o in permutations(oracle.routers) if oracle.best("german", order=o).survivors == everybody]
        assert len(saving) == 1 and everybody > 1, path.name
        assert f"% All come through only in the order {', '.join(saving[0])}." in path.read_text("utf-8"), path.name


@every_kind
def test_the_json_beside_shows_the_kind(ruleset: str, kind: str) -> None:
    for path in files(ruleset, kind):
        assert SAID[kind](units(path.with_suffix(".json"))["g1"], path), path.name


@pytest.mark.slow
def test_they_have_the_answers_that_they_state() -> None:
    paths = [one_of(*of, 3) for of in ALL]
    for path, answer in zip(paths, referee.answers([ask(pyrout.load(path)) for path in paths]), strict=True):
        assert isinstance(answer, pyrout.Answer), (path, answer)
        assert {**answer.to_json(), "file": path.name} == json.loads(path.with_suffix(".json").read_text("utf-8"))
    verified = CliRunner().invoke(main, ["verify", *map(str, paths)])
    assert verified.output.splitlines() == [f"{path}: agrees" for path in paths]


@every_kind
@pytest.mark.slow
def test_nothing_in_it_can_be_dropped(ruleset: str, kind: str) -> None:
    case = case_of(pyrout.load(one_of(ruleset, kind, 7)).without("expect"))
    assert KINDS[kind].holds(case)
    assert droppable(case.instance)
    pieces = droppable(case.instance)
    for piece, other in zip(pieces, cases_of([without(case.instance, [piece]) for piece in pieces]), strict=True):
        if other:  # no answer at all is another answer
            assert substance(other.answer) != substance(case.answer) or not KINDS[kind].holds(other), piece


def test_dropping_is_noticed() -> None:
    """The test above could fail: a unit far out of sight changes nothing."""
    case = first("aslsk", "eliminated")
    far = [
        Fact("hex", ("far", 200, 200 + (case.instance.of("hex")[0].args[1] + case.instance.of("hex")[0].args[2]) % 2)),  # type: ignore[operator]
        Fact("unit", (Name("a9"), Name("american"), Name("squad"))),
        Fact("at", (Name("a9"), "far")),
    ]
    other = case_of(Instance("more", (*case.instance.facts, *far)))
    assert substance(other.answer) == substance(case.answer)
    assert KINDS["eliminated"].holds(other)


@pytest.mark.slow
def test_answers_given_together_are_those_given_alone() -> None:
    """Also of those where concealment is dropped, which share a word of the encodings."""
    paths = [files(*of)[2] for of in ALL[:: len(ALL) // 10]] + files("asl", "reveal")[:5]
    positions = [pyrout.load(path).without("expect") for path in paths]
    given = answers([(position, "g1") for position in positions])
    assert [a.verdict if a else None for a in given] == [units(p.with_suffix(".json"))["g1"]["verdict"] for p in paths]
    for position, answer in list(zip(positions, given, strict=True))[::3]:
        alone = case_of(position).answer
        assert answer is not None
        assert set(answer.routes) == set(alone.routes), position.name
        assert replace(answer, routes=()) == replace(alone, routes=()), position.name


def test_a_position_without_an_answer_does_not_matter_to_the_others() -> None:
    fine = pyrout.load(files("aslsk", "detour")[0]).without("expect")
    one, none, two = answers([(fine, "g1"), (fine, "nobody"), (fine, "g1")])
    assert one is not None and one == two
    assert none is None


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.slow
def test_generated_positions_agree_with_the_enumerators(ruleset: str) -> None:
    """Forty shipped positions of mixed kinds; `python tests/bench/generated.py` compares as many as you like."""
    kinds = [kind for of, kind in ALL if of == ruleset]
    paths = [one_of(ruleset, kind, step) for step in (1, 9) for kind in kinds][:20]
    assert len(paths) == 20
    taken = 0
    for path in paths:
        found = differences(ruleset, path.read_text("utf-8"))
        assert not found, (path.name, found)
        taken += found is not None
    assert taken > 15  # the others are outside the enumerator's rules


# ---------------------------------------------------------------------------------------------------------------------
# Near misses: the same answer but for the one thing that the kind is about


def changed(case: Case, **fields: Any) -> Case:
    return Case(case.instance, case.unit, replace(case.answer, **fields))


def routes(case: Case, change: Callable[[Route], Route | None]) -> Case:
    found = tuple(r for r in map(change, case.answer.routes) if r is not None)
    return changed(case, routes=found, routes_total=len(found), surviving=sum(r.end == "survives" for r in found))


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
    here = case.hex_of("g1")
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
        routes(c, lambda r: r._replace(path=tuple(p.partition("@")[0] for p in r.path))), at="E5"
    ),
    "repulse": lambda c: routes(c, lambda r: r._replace(repulsed=None)),
    "reveal": lambda c: less(c, "reveal"),
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


def made_up(*found: Route, **fields: Any) -> Case:
    """An answer that no position gave."""
    case = first("aslsk", "own-building")
    base: dict[str, Any] = {"verdict": "routs", "free": False, "destinations": (), "must_rout": (Reason("any"),)}
    surviving = sum(r.end == "survives" for r in found)
    answer: UnitAnswer = replace(
        case.answer, **{**base, "routes": found, "routes_total": len(found), "surviving": surviving, **fields}
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
    found = way("A", "B", "C")._replace(legs=(Leg("A", "B"), Leg("B", "C")), discovers=(Discovery("B", ("a1",)),))
    assert holds(made_up(found))
    assert not holds(made_up(found, way("A", "D", to="D")))  # one way avoids it
    assert not holds(made_up(found._replace(end="eliminated")))


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
    found = pyrout.solve(pyrout.parse(ROOM_FOR_ONE), excluded=False)
    case = replace(case_of(pyrout.parse(ROOM_FOR_ONE)), mates={"g2": found["g2"]})
    apart = replace(case, mates={"g2": replace(found["g2"], routes=(way("C4", "B4"),))})
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


# ---------------------------------------------------------------------------------------------------------------------
# The command


@pytest.mark.parametrize(
    ("ruleset", "kind"),
    [
        *(("aslsk", "eliminated"), ("aslsk", "cover-to-cover"), ("asl", "surrender")),
        *(("aslsk", "crowded"), ("asl", "only-order-saves-all")),
    ],
)
@pytest.mark.slow
def test_the_shipped_files_come_again(tmp_path: Path, ruleset: str, kind: str) -> None:
    """In another process, with other hashes: byte for byte."""
    command = [sys.executable, "-m", "pyrout", "generate", "--want", kind, "--rules", ruleset, "--count", "2"]
    command += ["--routes", str(ROUTES), "--seed", "1", "--json", "-o", str(tmp_path)]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "7"}, timeout=300)
    names = sorted(path.name for path in tmp_path.iterdir())
    ends = ("json", "lp", "phase.json") if KINDS[kind].of_phase else ("json", "lp")
    assert names == [f"{kind}-{n}.{end}" for n in ("01", "02") for end in ends]
    for name in names:
        assert (tmp_path / name).read_bytes() == (SHIPPED / ruleset / name).read_bytes(), name


@pytest.mark.slow
def test_another_seed_gives_others(tmp_path: Path) -> None:
    for seed in (1, 2):
        assert run("--want", "enemy-hex", "--seed", seed, "-o", tmp_path / str(seed)).exit_code == 0
    one, two = ((tmp_path / str(seed) / "enemy-hex-01.lp").read_text("utf-8") for seed in (1, 2))
    assert one != two


@pytest.mark.slow
def test_several_kinds_at_once(tmp_path: Path) -> None:
    result = run("--want", "enemy-hex,free", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.iterdir()
    assert path.name == "enemy-hex+free-01.lp"
    case = case_of(pyrout.load(path).without("expect"))
    assert KINDS["enemy-hex"].holds(case) and KINDS["free"].holds(case)
    assert pyrout.verify(path) == []


@pytest.mark.slow
def test_one_option(tmp_path: Path) -> None:
    result = run("--want", "option:crawl_toward", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.iterdir()
    assert "with crawl_toward=" in " ".join(path.read_text("utf-8").split("\n% "))
    position = pyrout.load(path)
    answers = [
        pyrout.solve(position, options={"crawl_toward": value}, excluded=False)["g1"].routes
        for value in ("mf", "hexes", "reachable", "free")
    ]
    assert len(set(answers)) > 1


@pytest.mark.slow
def test_a_file_of_hexes_is_a_board(tmp_path: Path) -> None:
    board = ROOT / "instances" / "aslsk" / "example-07.lp"
    result = run("--want", "enemy-hex", "--board", board, "-o", tmp_path)
    assert result.exit_code == 0, result.output
    position = pyrout.load(tmp_path / "enemy-hex-01.lp")
    terrain = {f.args for f in pyrout.load(board).of("terrain")}
    assert {f.args for f in position.of("terrain")} <= terrain
    assert pyrout.verify(position) == []


BOARD = ROOT.parent / "shared" / "data" / "vasl" / "boards" / "bdz"


@pytest.mark.skipif(not BOARD.exists(), reason="no board archive here")
@pytest.mark.slow
def test_an_archive_is_a_board(tmp_path: Path) -> None:
    result = run("--want", "enemy-hex", "--board", BOARD, "-o", tmp_path)
    assert result.exit_code == 0, result.output
    position = pyrout.load(tmp_path / "enemy-hex-01.lp")
    assert all(str(fact.args[0]).startswith("z") for fact in position.of("hex"))
    assert [str(fact) for fact in position.of("los_rules")] == ["los_rules(aslsk)"]
    assert pyrout.verify(position) == []


def test_the_kinds_are_listed() -> None:
    result = run("--list")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == [*KINDS, *tables.kinds()]
    of_kit = run("--list", "--rules", "aslsk").output
    assert "surrender " not in of_kit and "stacking " in of_kit


def test_what_cannot_be_found_is_said_in_one_line(tmp_path: Path) -> None:
    result = run("--want", "detour", "--tries", 1, "--count", 2, "-o", tmp_path)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "detour: found 0 of 2 in 1 tries" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    there = tmp_path / "enemy-hex-02.lp"
    there.write_text("mine", encoding="utf-8")
    result = run("--want", "enemy-hex", "--count", 2, "-o", tmp_path)
    assert result.exit_code == 2
    assert "enemy-hex-02.lp already exists" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == [there.name]
    assert there.read_text("utf-8") == "mine"
    assert run("--want", "enemy-hex", "--count", 2, "-o", tmp_path, "--force").exit_code == 0
    assert there.read_text("utf-8") != "mine"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["-o", "x"], "wants --want KIND"),
        (["--want", "free"], "wants -o DIR"),
        (["--want", "fun", "-o", "x"], "there is no kind fun"),
        (["--want", "free:mf", "-o", "x"], "there is no kind free:mf"),
        (["--want", "option:luck", "-o", "x"], "no option luck"),
        (["--want", "surrender", "-o", "x"], "has no positions of the kind surrender; choose --rules asl"),
        (["--want", "eliminated,free", "-o", "x"], "no position is eliminated and free at once"),
        (["--want", "enemy-hex,doomed", "-o", "x"], "no position is enemy-hex and doomed at once"),
        (["--want", "stacking,one-route,free", "-o", "x"], "no position is stacking and free at once"),
        (["--want", "free", "--rules", "chess", "-o", "x"], "no rule set is called 'chess'"),
        (["--want", "free", "--count", "0", "-o", "x"], "--count"),
        (["--want", "free", "--seed", "one", "-o", "x"], "--seed"),
        (["--want", "free", "--board", "nowhere.lp", "-o", "x"], "nowhere.lp: no such file"),
        (["--want", "free", "--board", "nowhere", "-o", "x"], "nowhere"),
    ],
)
def test_bad_arguments(args: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*args)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.lp"))


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = run("--want", "free", "-o", tmp_path / "file" / "folder")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
