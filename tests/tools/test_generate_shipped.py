"""The shipped positions: each has the answer that its kind wants, and needs everything that is in it.

A kind is stated here a second time, from the answers in their lines.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import phase_oracle
import pytest
from agreement_phase import differences as phase_differences
from click.testing import CliRunner
from day import of_today
from generated import differences
from shipped_positions import (
    ALL,
    EACH,
    OF_PHASE,
    ROUTES,
    RULESETS,
    SHIPPED,
    case_of,
    cases_of,
    ends,
    every_kind,
    files,
    first,
    line_of,
    one_of,
)

import pyrout
from pyrout import referee
from pyrout.cli import main
from pyrout.lab import corpora
from pyrout.lab.generate.answering import answers
from pyrout.lab.generate.kinds import KINDS, substance
from pyrout.lab.generate.search import droppable, shape
from pyrout.lab.minimise import without
from pyrout.position.facts import Fact, Instance
from pyrout.position.vocabulary import Name
from pyrout.question import ask

# The folder is cloned with the repository, and copied into the site: so much is for about a thousand positions with their
# answers. Who needs more makes the positions smaller first.
MOST_BYTES = 5_700_000


@every_kind
def test_there_are_enough_of_each(ruleset: str, kind: str) -> None:
    assert len(files(ruleset, kind)) == EACH
    asked = "phase" if KINDS[kind].of_phase else "solve"
    assert {line_of(path).question for path in files(ruleset, kind)} == {asked}
    forms = {shape(pyrout.load(path)) for path in files(ruleset, kind)}
    assert len(forms) == EACH  # not even mirror images


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.rglob("*.*")) < MOST_BYTES


def text(path: Path) -> str:
    return line_of(path).position


@cache
def units(path: Path) -> dict[str, Any]:
    """The answers for the units of a position: those of its line, or worked out where this has the whole phase."""
    line = line_of(path)
    answer = line.answer if line.question == "solve" else pyrout.solve(pyrout.load(path)).to_json()
    return {unit["id"]: unit for unit in json.loads(json.dumps(answer))["units"]}


def alive(unit: dict[str, Any]) -> list[dict[str, Any]]:
    return [r for r in unit["routes"] if r["end"] == "survives"]


def mark(path: Path, predicate: str) -> bool:
    return f"{predicate}(" in text(path)


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
    "enemy-hex": lambda u, p: text(p).count(f'"{u["at"]}").') > 1 and not ends(u, "low_crawl"),
    "own-building": lambda u, p: mark(p, "building") and any(d["ignorable"] for d in u["destinations"]),
    "stacking": lambda u, p: text(p).count("german,squad") >= 3,
    "option": lambda u, p: "The answer depends on an option" in text(p),
    "surrender": lambda u, p: u["verdict"] == "surrenders" and not u["routes"] and bool(u["captors"]),
    "one-clean-way": lambda u, p: (
        len([r for r in alive(u) if r["posture"] == "run" and not r["interdicted"] and "repulsed" not in r]) == 1
    ),
    "no-quarter": lambda u, p: mark(p, "no_quarter") and u["verdict"] in ("routs", "eliminated"),
    "upper-levels": lambda u, p: any("@" in place for r in u["routes"] for place in r["path"]),
    "repulse": lambda u, p: any("repulsed" in r for r in u["routes"]) and mark(p, "status"),
    "reveal": lambda u, p: mark(p, "reveal"),
    "spoilt": lambda u, p: any(r.get("unless") for r in alive(u) if r["posture"] == "run") and "concealed" in text(p),
    "order-matters": lambda u, p: bool(phase(p)["order_matters"] or phase(p).get("order_opens")),
    "only-order-saves-all": lambda u, p: (
        phase(p)["best"]["survivors"] == len(phase(p)["units"]) and ", ".join(phase(p)["best"]["order"]) in text(p)
    ),
    "crowded": lambda u, p: max(len(part["units"]) for part in phase(p).get("parts", [phase(p)])) > 2,
}


def phase(path: Path) -> dict[str, Any]:
    """Return the outcomes of g1's side, as the line says."""
    return next(side for side in line_of(path).answer["phase"] if "g1" in side["units"])


@pytest.mark.parametrize(("ruleset", "kind"), of_today(OF_PHASE, 3))
@pytest.mark.slow
def test_the_phase_of_the_line_is_what_the_phase_comes_to(ruleset: str, kind: str) -> None:
    line = line_of(one_of(ruleset, kind, 5))
    assert corpora.stated_answer(line.id, pyrout.phase(pyrout.parse(line.position))) == line.answer


@pytest.mark.parametrize(("ruleset", "kind"), OF_PHASE)
def test_phases_are_small(ruleset: str, kind: str) -> None:
    """Small enough to work out by hand: of no unit more routes than elsewhere, and a map of two hexes around the middle."""
    for path in of_today(files(ruleset, kind), 4):
        assert max(len(unit["routes"]) for unit in units(path).values()) <= ROUTES, path.name
        assert len(pyrout.load(path).of("hex")) <= 19, path.name


@pytest.mark.parametrize(("ruleset", "kind"), OF_PHASE)
@pytest.mark.slow
def test_phases_agree_with_the_brute_force(ruleset: str, kind: str) -> None:
    """Some of each kind each day; `python tests/bench/generated.py --shipped` compares all."""
    for path in of_today(files(ruleset, kind), 15):
        assert phase_differences(text(path), ruleset) == [], path.name


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.slow
def test_by_the_brute_force_too_one_order_alone_saves_all(ruleset: str) -> None:
    for path in files(ruleset, "only-order-saves-all"):
        oracle = phase_oracle.Phase(text(path), ruleset)
        everybody = len(oracle.routers)
        saving = [o for o in permutations(oracle.routers) if oracle.best("german", order=o).survivors == everybody]
        assert len(saving) == 1 and everybody > 1, path.name
        assert f"% All come through only in the order {', '.join(saving[0])}." in text(path), path.name


@every_kind
def test_the_answer_shows_the_kind(ruleset: str, kind: str) -> None:
    for path in files(ruleset, kind):
        assert SAID[kind]({} if KINDS[kind].of_phase else units(path)["g1"], path), path.name


@pytest.mark.slow
def test_they_have_the_answers_that_they_state() -> None:
    paths = [one_of(*of, 3) for of in of_today(ALL, 4)]
    for path, answer in zip(paths, referee.answers([ask(pyrout.load(path)) for path in paths]), strict=True):
        assert isinstance(answer, pyrout.Answer), (path, answer)
        line = line_of(path)
        assert line.question == "phase" or corpora.stated_answer(line.id, answer) == line.answer
    verified = CliRunner().invoke(main, ["verify", *map(str, paths)])
    assert verified.output.splitlines() == [f"{path}: agrees" for path in paths]


@pytest.mark.parametrize(("ruleset", "kind"), of_today(ALL, 5))
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
    assert [a.verdict if a else None for a in given] == [units(p)["g1"]["verdict"] for p in paths]
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
        differing = differences(ruleset, text(path))
        assert not differing, (path.name, differing)
        taken += differing is not None
    assert taken > 15  # the others are outside the enumerator's rules
