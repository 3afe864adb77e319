"""The product against the brute-force enumerator, and what must hold of either whatever the position."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any

import enumerator_asl
import pytest
from agreement import (
    NAMED,
    Json,
    compare,
    is_wrong,
    product_answers,
    product_answers_together,
    reduce_text,
    refuses_break,
    route_of,
    unit_differences,
    value_of,
)
from enumerated import Destination
from enumerator import Answer, Route, solve
from hypothesis import HealthCheck, Phase, given, settings
from positions import positions, random_position
from positions_tiny import tiny_position

import pyrout
from pyrout.question import ask


@cache
def drawn(count: int, **limits: Any) -> tuple[str, ...]:
    """The first positions that Hypothesis draws, always the same. They are answered together: one by one would take three
    times as long. What it does not shrink then, `reduce_text` does."""
    texts: dict[str, None] = {}

    @given(positions(**limits))
    @settings(
        max_examples=count,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def keep(text: str) -> None:
        texts[text] = None

    keep()
    assert len(texts) > 0.9 * count
    return tuple(texts)


def assert_agreement(texts: Sequence[str]) -> None:
    """The answers are those of the enumerator. A few positions that are drawn do not say who mans which Gun."""
    answered = 0
    for text, units in zip(texts, product_answers_together(texts, [True] * len(texts)), strict=True):
        if isinstance(units, pyrout.PyroutError) and "a10-532-crew" in str(units):
            continue
        assert not isinstance(units, Exception), (units, text)
        answered += 1
        differences = compare(solve(text), units)
        assert differences == [], reduce_text(text, is_wrong)
    assert answered > 0.9 * len(texts)


@pytest.mark.slow
def test_product_agrees_with_the_enumerator() -> None:
    """On two hundred; `agreement.py` compares many thousands."""
    assert_agreement(drawn(200))


@pytest.mark.slow
def test_product_agrees_on_larger_maps() -> None:
    assert_agreement([random_position(seed) for seed in range(1, 25)])


# Invariants, of the product and of the enumerator alike.


Answers = dict[str, Answer]


def product(*texts: str) -> list[Answers]:
    """The product's answers on positions, got together, in the enumerator's form."""

    def answer(unit: Json) -> Answer:
        destinations = {d["hex"]: Destination(round(2 * d["mf"]), d["ignorable"]) for d in unit["destinations"]}
        must = {because["rule"] for because in unit["must_rout"]}
        routes = {route_of(route) for route in unit["routes"]}
        return Answer(unit["verdict"], must, destinations, unit["free"], routes)

    answered = []
    for units in product_answers_together(texts, [True] * len(texts)):
        assert not isinstance(units, Exception), units
        answered.append({unit["id"]: answer(unit) for unit in units})
    return answered


def enumerated(*texts: str) -> list[Answers]:
    return [solve(text) for text in texts]


Solver = Callable[..., list[Answers]]
either = pytest.mark.parametrize("solver", [enumerated, product])
SOME = 60
OPTION = re.compile(r"option\(\w+,\w+\)\.\n")
PLACE = re.compile(r'hex\("(\w+)",(\d+),(\d+)\)\.')


def default_options(text: str) -> str:
    return OPTION.sub("", text)


def moved(text: str, place: Callable[[int, int], tuple[int, int]]) -> str:
    """The position with every hex at another place of the grid, under its old name."""

    def put(match: re.Match[str]) -> str:
        column, row = place(int(match[2]), int(match[3]))
        return f'hex("{match[1]}",{column},{row}).'

    return PLACE.sub(put, text)


def sharing_with_enemies(text: str, gone: set[str]) -> set[str]:
    """The units that share a hex with an enemy who is not gone."""
    sides = dict(re.findall(r"unit\((\w+),(\w+),\w+\)", text))
    at = re.findall(r'at\((\w+),"(\w+)"\)', text)
    return {a for a, here in at for b, there in at if here == there and sides[a] != sides[b] and b not in gone}


@either
@pytest.mark.slow
def test_whoever_runs_may_crawl(solver: Solver) -> None:
    # sk-crawl-toward: "every unit with a destination has a crawl, as the article promises".
    texts = [default_options(text) for text in drawn(SOME)]
    for text, answers in zip(texts, solver(*texts), strict=True):
        # sk-order: "only the attacker's units with verdict `eliminated` are gone for the defender's".
        first = re.findall(r"attacker\((\w+)\)", text)[0]
        eliminated = {uid for uid, answer in answers.items() if answer.verdict == "eliminated"}
        attackers = set(re.findall(rf"unit\((\w+),{first},", text))
        sharing = sharing_with_enemies(text, eliminated & attackers)
        for uid, answer in answers.items():
            postures = {route.posture for route in answer.routes}
            if uid in sharing:
                # sk-crawl-occupied: "No Low Crawl out of an enemy-occupied hex."
                assert "low_crawl" not in postures, text
            elif "run" in postures:
                assert "low_crawl" in postures, text


@either
@pytest.mark.slow
def test_revisit_only_filters_routes(solver: Solver) -> None:
    # sk-revisit: "Verdicts, destinations and reasons never depend on this option."
    texts = [default_options(text) for text in drawn(SOME, max_radius=3)]
    allowed = [text + "option(revisit,allow).\n" for text in texts]
    for text, once, again in zip(texts, solver(*texts), solver(*allowed), strict=True):
        assert once.keys() == again.keys(), text
        for uid, answer in once.items():
            other = again[uid]
            assert (answer.verdict, answer.must, answer.free) == (other.verdict, other.must, other.free), text
            assert answer.destinations == other.destinations, text
            assert answer.routes == {route for route in other.routes if not repeats_in_a_leg(route)}, text


def repeats_in_a_leg(route: Route) -> bool:
    """Return True if some leg holds a hex twice.

    The legs of a route are cut at the hexes where they begin; a hex passed through more than once can be cut at more
    than one place, and the route is free of repetition if any of the cuts is.
    """

    def clean(start: int, legs: tuple[str, ...]) -> bool:
        ends = [len(route.path) - 1] if not legs else list(range(start + 1, len(route.path)))
        for end in ends:
            if legs and route.path[end] != legs[0]:
                continue
            hexes = route.path[start : end + 1]
            if len(set(hexes)) == len(hexes) and (not legs or clean(end, legs[1:])):
                return True
        return False

    return not clean(0, tuple(leg[0] for leg in route.legs[1:]))


ELSEWHERE: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "translated": lambda c, r: (c + 3, r + 5),
    "mirrored east and west": lambda c, r: (60 - c, r),
    "mirrored north and south": lambda c, r: (c, 100 - r),
    "turned by 60 degrees": lambda c, r: ((c + r) // 2, (r - 3 * c) // 2 + 100),
}


@either
@pytest.mark.slow
def test_answers_do_not_depend_on_the_place_on_the_map(solver: Solver) -> None:
    """On half of them: each is answered five times."""
    texts = drawn(SOME)[::2]
    here = solver(*texts)
    for where, place in ELSEWHERE.items():
        there = solver(*(moved(text, place) for text in texts))
        for text, one, other in zip(texts, here, there, strict=True):
            assert one == other, (where, text)


# The comparison itself.


def spoil_verdict(unit: Json) -> None:
    unit["verdict"] = "stays"


def spoil_must(unit: Json) -> None:
    unit["must_rout"].pop()


def spoil_free(unit: Json) -> None:
    unit["free"] = not unit["free"]


def spoil_price(unit: Json) -> None:
    unit["destinations"][0]["mf"] += 0.5


def spoil_ignorable(unit: Json) -> None:
    unit["destinations"][0]["ignorable"] ^= True


def spoil_routes(unit: Json) -> None:
    unit["routes"].pop()


def spoil_repetition(unit: Json) -> None:
    unit["routes"].append(unit["routes"][0])


def spoil_key(unit: Json) -> None:
    # This way once more, without its Interdiction.
    route = next(route for route in unit["routes"] if route["interdicted"])
    unit["routes"].append({**route, "interdicted": []})


def spoil_mf(unit: Json) -> None:
    unit["routes"][0]["mf"][-1] += 0.5


def spoil_end(unit: Json) -> None:
    ends = {"survives": "eliminated", "eliminated": "survives"}
    unit["routes"][0]["end"] = ends[unit["routes"][0]["end"]]


def spoil_discovery(unit: Json) -> None:
    next(route for route in unit["routes"] if route["discovers"])["discovers"][0]["enemies"].append("nobody")


def spoil_interdiction(unit: Json) -> None:
    next(route for route in unit["routes"] if route["interdicted"])["interdicted"].pop()


def spoil_legs(unit: Json) -> None:
    unit["routes"][0]["legs"][0]["to"] = "nowhere"


SPOILS = [
    spoil_verdict,
    spoil_must,
    spoil_free,
    spoil_price,
    spoil_ignorable,
    spoil_routes,
    spoil_repetition,
    spoil_key,
    spoil_mf,
    spoil_end,
    spoil_discovery,
    spoil_interdiction,
    spoil_legs,
]


@cache
def eventful_position() -> str:
    """A random position with one broken unit, of whose answer every part holds something."""
    for seed in range(1, 1000):
        text = random_position(seed)
        answers = solve(text)
        if list(answers) != ["g1"]:
            continue
        g1 = answers["g1"]
        discovers = any(route.discovers for route in g1.routes)
        interdicted = any(route.interdicted for route in g1.routes)
        if g1.must and g1.destinations and discovers and interdicted:
            return text
    raise AssertionError("no seed gives an eventful position")


@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.slow
def test_comparison_sees(spoil: Callable[[Json], None]) -> None:
    text = eventful_position()
    units = product_answers(text)
    assert compare(solve(text), units) == []
    spoil(units[0])
    assert compare(solve(text), units) != []


FIELDS = [(kind, field.name) for kind in (Answer, enumerator_asl.Answer) for field in fields(kind)]


def planted(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, set):
        return value - {min(value, key=repr)} if value else {"nobody"}
    if isinstance(value, dict):
        return {**value, "nowhere": Destination(2, False)}
    return f"not {value}" if isinstance(value, str) else (value or 0) + 1


@pytest.mark.parametrize(("kind", "name"), FIELDS, ids=lambda of: of if isinstance(of, str) else of.__module__)
@pytest.mark.slow
def test_comparison_sees_each_field_of_an_answer(kind: type[Answer | enumerator_asl.Answer], name: str) -> None:
    """A field of an enumerator that is compared with nothing would be a rule that nobody checks."""
    text, solver = (eventful_position(), solve) if kind is Answer else (tiny_position(1), enumerator_asl.solve)
    answer, unit = solver(text)["g1"], next(unit for unit in product_answers(text) if unit["id"] == "g1")
    assert list(unit_differences(answer, unit)) == []
    wrong = replace(answer, **{name: planted(getattr(answer, name))})
    (line,) = unit_differences(wrong, unit)
    assert line.startswith("only the product" if name == "routes" else f"{name}: ")


def test_comparison_refuses_a_field_that_the_json_does_not_have() -> None:
    with pytest.raises(KeyError):
        value_of({}, "unheard_of", True)


def test_comparison_sees_who_is_only_named() -> None:
    """A unit that may break may be named alone where the product refuses its break; not one that is broken."""
    text = eventful_position()
    answers = solve(text)
    assert compare(answers, [{"id": "g1", NAMED: True}]) != []
    others = [*product_answers(text), {"id": "g2", NAMED: False}]
    assert compare(answers, others) != []
    others[-1][NAMED] = True
    assert compare(answers, others) == []


def test_comparison_sees_a_missing_unit() -> None:
    text = eventful_position()
    assert compare(solve(text), []) != []


TUNNEL_TO_AN_ENEMY = """
rules(asl). side(german). side(american). attacker(german).
hex("A1",0,1). hex("A2",0,3). hex("A3",0,5). hex("A4",0,7). los("A1","A2",0). los("A2","A4",0).
terrain("A1",woods). terrain("A2",open_ground). terrain("A3",open_ground). terrain("A4",woods).
unit(g1,german,squad). at(g1,"A1"). unit(a1,american,squad). at(a1,"A2"). normal_range(a1,6).
"""


@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        ('tunnel("A1","A4",german). unit(a2,american,squad). at(a2,"A4"). status(a2,unarmed).', True),  # once g1 routs
        ('tunnel("A1","A4",german).', False),
        ("environment(skis).", True),  # at once
    ],
)
@pytest.mark.slow
def test_comparison_knows_whose_break_is_refused(facts: str, refused: bool) -> None:
    """b8-62-tunnels: whether a unit comes out in a Location with an enemy is not settled; it shows once a rout leads there."""
    assert refuses_break(ask(pyrout.parse(TUNNEL_TO_AN_ENEMY + facts)), "g1") == refused
