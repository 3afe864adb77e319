"""The encodings of the two tabletop systems: their rules, reasons and headers."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from clingo import Control, Function, Number
from command_line import run
from encodings_read import Encoding, parsed, said, stated
from table_files import INSTANCES, ROOT, SYSTEMS, example, told

import pyrout
from pyrout.miniatures.report import unit_lines
from pyrout.position import vocabulary
from pyrout.program import rule_sets
from pyrout.program.rule_index import citations
from pyrout.wording import Names

pytestmark = pytest.mark.slow


# ---------------------------------------------------------------------------------------------------------------------
# The encodings


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_a_block_and_every_id_is_cited(system: str) -> None:
    folder = rule_sets.folder(system)
    text = "".join(p.read_text("utf-8") for p in sorted(folder.glob("*.lp")) if p.stem not in ("citations", "options"))
    named = set(re.findall(r"\b(?:rr|bs)-[a-z]+(?:-[a-z]+)*", text))
    assert named == set(citations(system))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.slow
def test_every_rule_is_given_as_a_reason(system: str) -> None:
    given: set[str] = set()
    for path in INSTANCES:
        if path.stem.startswith(system):
            for unit in told(path).answer.to_json()["units"]:
                reasons = [reason for route in unit["routes"] for event in route["events"] for reason in event["rules"]]
                given |= {reason["rule"] for reason in (*reasons, *unit["reasons"])}
    assert given == set(citations(system))


RALLIES = "rr-rally-turn rr-score"
REASONS: dict[str, list[str]] = {  # who does what, and by which rules, along the only way (or the first)
    "retreat-off-table": ["a routs: rr-back rr-off-table"],
    "retreat-stopped": ["a retreats: rr-back rr-contact-retreat(b)", f"a rallies: {RALLIES}", f"b rallies: {RALLIES}"],
    "retreat-spreads": [
        "a routs: rr-back rr-contact-rout(b)",
        "b routs: rr-back",
        f"a rallies: {RALLIES}",
        f"b rallies: {RALLIES}",
    ],
    "retreat-attacked": ["a routs: rr-back", "a rallies: rr-attacked"],
    "retreat-second-turn-3": [
        "a routs: rr-back",
        "a goes_on: rr-voluntary",
        "a routs: rr-back",
        f"a rallies: {RALLIES}",
    ],
    "retreat-fourth-turn": [
        *["a routs: rr-back", "a goes_on: rr-voluntary"] * 2,
        "a routs: rr-back",
        "a goes_on: rr-score(a) rr-voluntary",
    ],
    "retreat-routed-a-fourth-time": [
        *["a routs: rr-back rr-contact-rout(c)", "c routs: rr-back", "a goes_on: rr-voluntary"],
        *["a routs: rr-back rr-contact-rout(b,c)", "c routs: rr-back", "b routs: rr-back", f"a rallies: {RALLIES}"],
        *["b goes_on: rr-voluntary", "b routs: rr-back", "c goes_on: rr-voluntary", "c routs: rr-back"],
        *["b goes_on: rr-voluntary", "b routs: rr-back rr-contact-rout(c) rr-score(c)", f"b rallies: {RALLIES}"],
    ],
    "battlesystem-straight": ["a routs: bs-full", "a rallies: bs-each-turn"],
    "battlesystem-about-face": ["a routs: bs-face bs-full", "a rallies: bs-each-turn"],
    "battlesystem-half-off": ["a routs: bs-full bs-leave", "a rallies: bs-each-turn"],
    "battlesystem-leaves": ["a routs: bs-full bs-leave", "a routs: bs-full bs-leave"],
    "battlesystem-oblique": ["a routs: bs-avoid bs-no-facing bs-oblique", "a rallies: bs-each-turn"],
    "battlesystem-veer": ["a routs: bs-avoid bs-check(f) bs-no-facing bs-veer", "a rallies: bs-each-turn"],
    "battlesystem-gap-in-water": ["a routs: bs-frontage bs-full", "a rallies: bs-each-turn"],
    "battlesystem-enemy-line": ["a is_destroyed: bs-enemy(e)"],
    "battlesystem-swamp-cavalry": ["a is_destroyed: bs-impassable(swamp)"],
    "battlesystem-open-to-cavalry": [
        "a routs: bs-full bs-terrain(hill,light_woods,obstacle)",
        "a rallies: bs-each-turn",
    ],
    "battlesystem-routs-a-friend": [
        "f gives_way: bs-block(a)",
        "f is_routed: bs-block(a) bs-face",
        "f routs: bs-full",
        "a routs: bs-full",
        "a rallies: bs-each-turn",
        "f routs: bs-full",
        "f routs: bs-full",
        "f routs: bs-full bs-leave",
    ],
}


@pytest.mark.parametrize("name", REASONS)
@pytest.mark.slow
def test_the_reasons_of_every_event(name: str) -> None:
    route = told(example(name)).answer["a"].routes[0]
    named = []
    for event in route.events:
        reasons = sorted((*event.rules, *event.on_way))
        rules = (rule + (f"({','.join(because)})" if because else "") for rule, because in reasons)
        named.append(f"{event.unit} {event.does}: {' '.join(rules)}")
    assert named == REASONS[name]


@pytest.mark.slow
def test_further_facts_of_events() -> None:
    def notes(name: str, does: str) -> dict[str, Any]:
        routes = told(example(name)).answer["a"].routes
        return dict(next(event.notes for route in routes for event in route.events if event.does == does))

    assert notes("retreat-off-table", "routs") == {"facing": "south", "noted": 1, "leaves": "yes"}
    assert notes("retreat-diagonal", "routs") == {"facing": "south_west", "noted": 1}
    assert notes("retreat-second-turn-3", "rallies") == {"needs": 3, "up_to": 6, "score": 3}
    assert notes("retreat-second-turn-2", "fails") == {"needs": 3, "up_to": 6, "score": 2, "noted": 3}
    assert notes("retreat-attacked-third-turn", "fails") == {
        "needs": 1,
        "up_to": 2,
        "noted": 4,
        "casualties": ("a",),
        "removed": ("a",),
    }
    assert notes("battlesystem-half-off", "routs") == {"way": "straight", "frontage": 4, "lost": 4}
    assert notes("battlesystem-chain-still-in-the-way", "halts") == {"frontage": 4, "in_the_way": ("f",)}


def heeded(name: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the other moves on the ways of the unit a: who moves, the rule, and its cause."""
    routes = told(example(name)).answer["a"].routes
    return sorted({(event.unit, *reason) for route in routes for event in route.events for reason in event.on_way})


@pytest.mark.parametrize(
    ("name", "with_it"),
    [
        ("battlesystem-straight", []),
        ("battlesystem-about-face", [("a", "bs-face", ())]),
        ("battlesystem-quarter-turn", [("a", "bs-face", ())]),
        ("battlesystem-several-turns", []),
        ("battlesystem-swamp-infantry", [("a", "bs-terrain", ("swamp",))]),
        ("battlesystem-open-to-cavalry", [("a", "bs-terrain", ("hill", "light_woods", "obstacle"))]),
        ("battlesystem-round-a-swamp", [("a", "bs-no-facing", ())]),
        ("battlesystem-veer", [("a", "bs-check", ("f",)), ("a", "bs-no-facing", ())]),
        ("battlesystem-checks-beside", [("a", "bs-check", ("f",))]),
    ],
)
def test_what_the_way_brings_with_it_has_its_rules(name: str, with_it: list[Any]) -> None:
    assert heeded(name) == with_it


def test_no_rule_of_a_tabletop_system_is_in_python() -> None:
    for module in sorted((ROOT / "pyrout").rglob("*.py")):
        assert re.findall(r"[\"'](?:rr|bs)-[a-z]", module.read_text("utf-8")) == [], module


def test_rule_sets_are_listed_with_their_options() -> None:
    for system, option in (("retreat", "edge=whole"), ("battlesystem", "veer=beginning")):
        assert system in rule_sets.names()
        assert rule_sets.about(system).plays_on == "table"
        told = run("rules", system).stdout
        assert option in told and all(rule in told for rule in citations(system))


# ---------------------------------------------------------------------------------------------------------------------
# The page of the encodings


def page() -> str:
    return (rule_sets.root() / "miniatures" / "README.md").read_text("utf-8")


def test_the_page_lists_every_file() -> None:
    folder = rule_sets.root() / "miniatures"
    listed = re.findall(r"^\| `([^`]+\.lp)` \|", page(), re.M)
    assert sorted(listed) == sorted(str(path.relative_to(folder)) for path in folder.rglob("*.lp"))


@pytest.mark.parametrize(
    ("name", "who"), [("veer", ["a"]), ("gives-way", ["a"]), ("straight", []), ("enemy-line", []), ("oblique", [])]
)
def test_an_answer_says_that_it_rests_on_45_degrees(name: str, who: list[str]) -> None:
    """A unit that veers for a friend, or would if it could: "up to 45 degrees" leaves more open than is tried."""
    position = pyrout.load(ROOT / "instances" / "miniatures" / f"battlesystem-{name}.lp")
    answer = pyrout.solve(position)["a"]
    assert [sentence.partition(" veers for friends by 45 degrees")[0] for sentence in answer.assumes] == who
    told = list(unit_lines(answer, "battlesystem", Names(position)))
    assert sum("assumes: a veers" in line for line in told) == len(who)


def listed_as_read() -> list[str]:
    section = page().partition("\n## Atoms that the driver reads\n")[2].partition("\n## ")[0]
    return re.findall(r"`(\w+/\d)`", section)


def test_the_page_lists_every_atom_that_is_read() -> None:
    modules = [*(ROOT / "pyrout" / "miniatures").glob("*.py"), *(ROOT / "pyrout" / "draw" / "miniatures").glob("*.py")]
    code = "".join(module.read_text("utf-8") for module in sorted(modules))
    calls = r'\b(?:(?:of|atoms|rows|table)\((?:\w+, )?|Field\("\w+", )"(\w+)", (\d)'
    read = {f"{name}/{arity}" for name, arity in re.findall(calls, code)}
    assert sorted(listed_as_read()) == sorted(read)


@pytest.mark.parametrize(
    "path", sorted((rule_sets.root() / "miniatures").rglob("*.lp")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_every_file_says_what_it_needs_and_gives(path: Path) -> None:
    head = path.read_text("utf-8").partition("\n#")[0]
    assert head.startswith("% ")
    if path.stem not in ("main", "route"):
        assert "% gives " in head


@cache
def encodings() -> dict[Path, Encoding]:
    return {path: parsed(path.read_text("utf-8")) for path in sorted((rule_sets.root() / "miniatures").rglob("*.lp"))}


def of_system(system: str) -> list[Path]:
    """The encodings of a system, and those that both share."""
    return [path for path in encodings() if path.parent.name in (system, "table")]


@pytest.mark.parametrize("system", SYSTEMS)
def test_headers_say_what_files_need_and_give(system: str) -> None:
    wrong: list[str] = []
    for path in of_system(system):
        if path.stem in ("main", "about", "options"):
            continue
        own, header = encodings()[path], stated(path.read_text("utf-8"))
        users = encodings() if path.parent.name == "table" else of_system(system)
        elsewhere: set[tuple[str, int]] = set().union(*(encodings()[other].uses for other in users if other != path))
        wrong += [f"{path.stem} does not give {x}" for x in said(header.gives - own.gives)]
        wrong += [f"{path.stem} gives {x}, unsaid" for x in said((own.gives & elsewhere) - header.gives)]
        wrong += [f"{path.stem} does not need {x}" for x in said(header.needs - own.uses)]
        wrong += [f"{path.stem} needs {x}, unsaid" for x in said(own.uses - own.gives - header.needs)]
    assert wrong == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_derived_for_nobody(system: str) -> None:
    derived = set().union(*(encodings()[path].gives for path in of_system(system)))
    used = set().union(*(encodings()[path].uses | encodings()[path].shows for path in of_system(system)))
    shared = [path for path in encodings() if path.parent.name == "table"]  # either system may use it
    used |= set().union(*(encodings()[path].gives & encodings()[o].uses for path in shared for o in encodings()))
    about = {"plays_on/1", "listed/1"}  # test_blocks.py
    read = set(listed_as_read()) | {"rule/3", "rule_title/2", "option_value/5", "option_title/2", *about}
    assert set(said(derived - used)) - read == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_clingo_has_nothing_to_say(system: str) -> None:
    messages: list[str] = []
    control = Control(["--warn=all"], logger=lambda _, message: messages.append(message), message_limit=100)
    handed_in = (("setting", 2), ("only", 1), ("thrown", 2))
    known = [(predicate.name, len(predicate.args)) for predicate in vocabulary.PREDICATES]
    control.add("base", [], "".join(f"#defined {name}/{arity}.\n" for name, arity in (*known, *handed_in)))
    control.add("base", [], rule_sets.program(system))
    state = Function("start", [Function("a")])
    block = Function("block", [Number(0), Number(400), Number(0)])
    place = Function("place", [Number(0), Function("ahead"), block, Number(900), Function("none")])
    ask = Function("move") if system == "retreat" else place
    parts = {part for path in of_system(system) for part in encodings()[path].heads}
    arguments = {"base": [], "answer": [], "look": [state, ask], "contact": [state, ask], "walk": [Function("a")]}
    arguments["attempt"] = [state, Number(0)]
    arguments |= {part: [state, place] for part in ("squeeze", "aside", "veer")}
    arguments["distance"] = [state, Function("neighbours")]
    arguments["round"] = [state, Function("veering", [Function("b"), Number(0), place])]
    control.ground([(part, arguments.get(part, [state])) for part in sorted(parts)])
    assert messages == []
