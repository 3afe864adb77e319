"""Bars of the ground are named with rule and cause wherever somebody asks: `explain`, `check` and `excluded`; and only
those are blamed for a hex who bar the best way to it."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from tiny import Causes, Position, causes, facts_of

import pyrout
from pyrout import referee
from pyrout.game import Wanted
from pyrout.hexes.report import explanation_lines
from pyrout.hexes.solver import Solver
from pyrout.question import ask
from pyrout.wording import Names

ALONE = "g1:squad@B2 broken dm"
CROWD = ALONE + "; g2:squad@B3; g3:squad@B3; g4:squad@B3"


def position(rules: str, hexes: str, units: str = ALONE, los: str = "", facts: str = "") -> Position:
    return Position(facts_of(hexes, units, los, facts).replace("rules(aslsk)", f"rules({rules})"))


class Bar(NamedTuple):
    """A step from B2 to B3 that the ground bars: by which rule, because of what, and the barred cover hexes behind it."""

    rules: str
    hexes: str
    facts: str
    rule: str
    cause: str
    barred: str
    units: str = ALONE


BARS = {
    "water": Bar("aslsk", "B2. B3~ B4w", "", "sk-mf", "B3", "B4"),
    "no terrain": Bar("aslsk", "B2. B3- B4w", "", "sk-mf", "B3", "B4"),
    "cliff": Bar("aslsk", "B2. B3w", 'hexside("B3","B2",cliff).', "sk-mf", "B2-B3", "B3"),
    "full": Bar("aslsk", "B2. B3w B4w", "", "sk-step-stacking", "B3", "B3 B4", CROWD),
    "asl water": Bar("asl", "B2. B3~ B4w", "", "a10-51-hazards", "B3", "B4"),
    "asl no terrain": Bar("asl", "B2. B3- B4w", "", "asl-mf", "B3", "B4"),
    "asl cliff": Bar("asl", "B2. B3w", 'hexside("B2","B3",cliff).', "a10-51-map", "B2-B3", "B3"),
    "Blaze": Bar("asl", "B2. B3h B4w", 'feature("B3",blaze).', "a10-51-hazards", "B3", "B3 B4"),
    "bridge": Bar("asl", "B2. B3~ B4w", 'feature("B3",bridge). road("B3","B4").', "b6-bridge", "B2-B3", "B4"),
    "unknown_vehicle": Bar(
        "asl", "B2. B3w B4w", "option(unknown_vehicle,barred).", "a10-51-map", "B3", "B3 B4", ALONE + "; a1:vehicle@B3"
    ),
}


@pytest.fixture(params=[*BARS.values()], ids=[*BARS])
def bar(request: pytest.FixtureRequest) -> Bar:
    given = request.param
    assert isinstance(given, Bar)
    return given


@pytest.mark.slow
def test_what_the_ground_bars_is_excluded(bar: Bar) -> None:
    """sk-mf, sk-step-stacking, asl-mf, a10-51-hazards, a10-51-map, b6-bridge: each cover hex that it keeps the unit from."""
    here = position(bar.rules, bar.hexes, bar.units, facts=bar.facts)
    assert here.g1.destinations == ()
    assert here.excluded == {(hex_, bar.rule): (None, (bar.cause,)) for hex_ in bar.barred.split()}


@pytest.mark.slow
def test_explain_names_what_the_ground_bars(bar: Bar) -> None:
    here = position(bar.rules, bar.hexes, bar.units, facts=bar.facts)
    reason: Causes = {bar.rule: (bar.cause,)}
    assert here.around == {"B3": reason}
    for hex_ in bar.barred.split():
        explanation = pyrout.explain_hex(here.instance, "g1", hex_)
        (step,) = explanation.barred
        assert (step.before, step.after, causes(step.reasons)) == ("B2", "B3", reason)
        assert not explanation.too_far
        lines = list(explanation_lines(explanation, bar.rules, Names(here.instance)))
        named = f"the cliff {bar.cause}" if "cliff" in bar.facts else bar.cause
        assert f"  B2 - B3: {named} [{bar.rule}]" in lines
        assert not any("out of reach" in line for line in lines)


@pytest.mark.slow
def test_check_cites_what_the_ground_bars(bar: Bar) -> None:
    here = position(bar.rules, bar.hexes, bar.units, facts=bar.facts)
    assert here.judged("B3") == (1, {bar.rule: (bar.cause,)})


def test_a_burning_hex_is_no_reason_where_none_burns() -> None:
    """a10-51-hazards: the same building, not on fire."""
    assert set(position("asl", "B2. B3h B4w").destinations) >= {"B3"}


# --- a10-51-toward ----------------------------------------------------------------------------------------------------

DETOUR = "B3. C3. D3. D4. C5. B5w"  # C3 is 3 hexes from B5, B3 is 2


@pytest.mark.slow
def test_a10_51_toward_is_told() -> None:
    """a10-51-toward: the only way to B5 begins with a step away from it."""
    here = position("asl", DETOUR, "g1:squad@B3 broken dm")
    assert here.excluded == {("B5", "a10-51-toward"): (None, ("B5",))}
    explanation = pyrout.explain_hex(here.instance, "g1", "B5")
    assert [(s.before, s.after, causes(s.reasons)) for s in explanation.barred] == [
        ("B3", "C3", {"a10-51-toward": ("B5",)}),
    ]
    assert here.judged("C3 D3 D4 C5 B5", to="B5") == (1, {"a10-51-toward": ("B5",)})


def test_a10_51_toward_is_told_where_something_else_binds() -> None:
    """a10-51-toward: with woods in B2 it has a destination, and cannot choose B5; its first step leads away from that."""
    here = position("asl", "B2w " + DETOUR, "g1:squad@B3 broken dm")
    assert here.destinations == {"B2": 2.0}
    assert here.judged("C3 D3 D4 C5 B5", to="B5") == (1, {"a10-51-toward": ("B5",)})


def test_a10_51_toward_bars_nothing_where_it_need_not_go_toward() -> None:
    """a10-51-toward: with option(toward,reach), and in the Starter Kit, B5 is a destination."""
    units = "g1:squad@B3 broken dm"
    assert position("asl", DETOUR, units, facts="option(toward,reach).").destinations == {"B5": 6.0}
    assert position("aslsk", DETOUR, units).destinations == {"B5": 6.0}


@pytest.mark.parametrize(("rules", "rule"), [("aslsk", "sk-dest-reach"), ("asl", "a10-51-reach")])
def test_a_claimed_destination_that_is_none(rules: str, rule: str) -> None:
    """sk-dest-reach, a10-51-reach: B4 is no cover, so it is no question of the nearest."""
    assert position(rules, "B1w B2. B3. B4.").judged("B3", to="B4") == (1, {rule: ("B4",)})


# --- The one to blame -------------------------------------------------------------------------------------------------

# To B4 it is 4 MF by B3, which a1 bars, and 5 MF by C3 and C4, which a2 bars.
TWO_WAYS = ("B2. B3b B4w C3. C4b A3- D2-", ALONE + "; a1:squad@A3; a2:squad@D2", "A3-B2 A3-B3 D2-B2 D2-C3")


@pytest.mark.parametrize(
    ("rules", "barring"),
    [("aslsk", {"sk-step-adjacent"}), ("asl", {"a10-51-adjacent", "a10-51-again"})],
)
@pytest.mark.slow
def test_those_are_blamed_who_bar_the_best_way(rules: str, barring: set[str]) -> None:
    here = position(rules, *TWO_WAYS)
    assert here.excluded == {("B4", rule): (None, ("a1",)) for rule in barring}
    (step,) = pyrout.explain_hex(here.instance, "g1", "B4").barred
    assert (step.before, step.after) == ("B2", "B3")


def test_both_are_blamed_if_both_ways_are_best() -> None:
    """With open ground in C4 either way costs 4 MF."""
    here = position("aslsk", "B2. B3b B4w C3. C4. A3- D2-", *TWO_WAYS[1:])
    assert here.excluded == {
        ("B4", "sk-step-adjacent"): (None, ("a1", "a2")),
        ("B4", "sk-step-closer"): (None, ("a2",)),
    }


def test_an_enemy_is_not_to_blame_for_a_way_that_the_ground_bars() -> None:
    """sk-mf: a1 bars C3, on the way round the water in B3; the ground lets that way through, so a1 is to blame, and the
    water only where there is no other."""
    around = position("aslsk", "B2. B3~ B4w C3. C4. D2-", ALONE + "; a1:squad@D2", "D2-B2")
    assert {rule for _, rule in around.excluded} == {"sk-step-adjacent", "sk-step-closer"}
    alone = position("aslsk", "B2. B3~ B4w C3. D2-", ALONE + "; a1:squad@D2", "D2-B2")
    assert alone.excluded == {("B4", "sk-mf"): (None, ("B3",))}


def test_what_the_ground_bars_costs_what_its_terrain_costs() -> None:
    """sk-mf: to B4 it is 2 + 2 MF over the cliff into brush, and 1 + 1 + 2 by the water in C3, which has no cost: the least."""
    here = position("aslsk", "B2. B3b B4w C3~ C4.", facts='hexside("B2","B3",cliff).')
    assert here.excluded == {("B4", "sk-mf"): (None, ("B2-B3", "C3"))}


@pytest.mark.parametrize(
    ("rules", "hexes", "rule", "cause", "barred"),
    [
        ("aslsk", "B2. B3. B4w", "sk-step-stacking", "B4", "B4"),
        ("aslsk", "B2. B3. B4~ B5w", "sk-mf", "B4", "B5"),
        ("asl", "B2. B3. B4~ B5w", "a10-51-hazards", "B4", "B5"),
    ],
)
def test_what_bars_a_later_step(rules: str, hexes: str, rule: str, cause: str, barred: str) -> None:
    """sk-step-stacking, sk-mf, a10-51-hazards: the first step is legal, and the second leads into three squads, or into water."""
    crowd = CROWD.replace("B3", "B4") if "stacking" in rule else ALONE
    assert position(rules, hexes, crowd).excluded == {(barred, rule): (None, (cause,))}


def test_who_bars_a_way_past_a_hex_that_is_dear() -> None:
    """a5-11-overstack: B2, two steps on, costs g1 1 MF more, so 1 + 2 + 2 to B1; from C1 a1 bars the way."""
    units = "g1:squad@B4 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2; a1:squad@C1 broken"
    here = position("asl", "B4. B3. B2. B1w C1.", units, "C1-B4 C1-B3 C1-B2")
    assert here.excluded == {("B1", "a10-51-closer"): (None, ("a1",))}
    for hex_ in ("B1", "B2", "B3"):
        (step,) = pyrout.explain_hex(here.instance, "g1", hex_).barred
        assert (step.before, step.after, causes(step.reasons)) == ("B4", "B3", {"a10-51-closer": ("a1",)})


def test_who_keeps_a_way_from_counting() -> None:
    """a10-51-nearest, option adjacent_clean: next to a1 the way into B3 does not count, where a2 would interdict it."""
    units = "g1:squad@B2 broken dm; a1:squad@B1; a2:squad@B8"
    facts = "option(adjacent_clean,yes). normal_range(a2,16)."
    here = position("asl", "B1. B2. B3. B4w B8-", units, "B1-B2 B8-B3", facts)
    assert here.excluded == {("B4", "a10-51-nearest"): (None, ("a2",))}


def test_who_bars_a_hex_bars_what_is_inside() -> None:
    """a10-51-closer, a10-51-adjacent, b27-entrench: into the foxhole in B3, next to a1, it is a step into B3."""
    facts = 'feature("B3",foxhole). normal_range(a2,16).'
    units = "g1:squad@B2 broken dm; a1:squad@B4; a2:squad@B9"
    here = position("asl", "B2. B3. B4. B5. B9-", units, "B4-B2 B4-B3 B9-B3", facts)
    assert here.judged("B3@foxhole", to="B3@foxhole") == (1, {"a10-51-adjacent": ("a1",), "a10-51-closer": ("a1",)})


# --- The edge of the map ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "rule"), [("aslsk", "sk-step-touch"), ("asl", "a10-51-map")])
def test_where_the_file_has_no_hex(rules: str, rule: str) -> None:
    """sk-step-touch, a10-51-map: B2 has a neighbour to the south and one to the north-east, C2; four are wanting."""
    here = position(rules, "B2. B3. C2.")
    explanation = pyrout.explain_unit(here.instance, "g1")
    assert {step.after: causes(step.reasons) for step in explanation.off_map} == {
        bearing: {rule: ()} for bearing in ("north", "south-east", "south-west", "north-west")
    }
    lines = list(explanation_lines(explanation, rules, Names(here.instance)))
    assert f"    north: the file has no hex there [{rule}]" in lines


def test_a_location_of_its_own_choice_that_is_out_of_the_way() -> None:
    """a10-51-toward, a10-51-free: to B5, open ground now, legal steps lead, but the first leads away from it."""
    here = position("asl", DETOUR.replace("B5w", "B5."), "g1:squad@B3 broken dm")
    (step,) = pyrout.explain_hex(here.instance, "g1", "B5").barred
    assert (step.before, step.after, causes(step.reasons)) == ("B3", "C3", {"a10-51-toward": ("B5",)})


def test_nothing_bars_a_location_of_its_own_choice_that_it_gets_to() -> None:
    """a10-51-free: past B3, next to a1, is the shortest way to B4; it goes round by A3, which leads no further away from B4."""
    here = position("asl", "A3. A4. B2. B3. B4. C3.", "g1:squad@B2 broken dm; a1:squad@C3", "C3-B2 C3-B3")
    explanation = pyrout.explain_hex(here.instance, "g1", "B4")
    assert ([route.path for route in explanation.ends], explanation.barred) == ([("B2", "A3", "A4", "B4")], ())


@pytest.mark.alone  # beside others it would read what is apart in all positions
@pytest.mark.parametrize("rules", ["aslsk", "asl"])
def test_the_place_of_a_map_costs_nothing(rules: str) -> None:
    """Distances are worked out for the columns and rows of the map, wherever it lies."""
    here = position(rules, "A2. A3w B2. B3. C2. C3.", "g1:squad@B2 broken dm; a1:squad@B3", "B2-B3").instance
    places = [[int(str(n)) for n in fact.args[1:]] for fact in here.of("hex")]
    spans = [max(numbers) - min(numbers) + 1 for numbers in zip(*places, strict=True)]
    for shift in (0, 700, -900):
        facts = (
            f._replace(args=(f.args[0], *(int(str(n)) + shift for n in f.args[1:]))) if f.name == "hex" else f
            for f in here.facts
        )
        solver = Solver(ask(pyrout.Instance("shifted", tuple(facts))))
        assert solver.verdict("g1") == "routs"
        apart = list(solver.world_of("g1").atoms("apart", 3))
        assert len(apart) == spans[0] * spans[1]


@pytest.mark.alone  # beside others it would read what is apart in all positions
@pytest.mark.parametrize("rules", ["aslsk", "asl"])
def test_far_hexes_cost_what_is_near_and_change_nothing(rules: str) -> None:
    """a1 stands sixty columns away and sees B1 to B3: toward it nobody routs, however far the corners of the map are."""
    far = 'hex("far",60,3). terrain("far",open_ground). unit(a1,american,squad). at(a1,"far"). normal_range(a1,6). '
    far += "".join(f'los("far","{hex_}",0). ' for hex_ in ("B1", "B2", "B3", "C2", "A2"))
    here = position(rules, "A2w B1. B2. B3. C2w C3.", "g1:squad@B2 broken dm; a2:squad@B3", "B2-B3", far).instance
    corners = 'hex("one",-900,-899). hex("other",900,901). terrain("one",woods). terrain("other",woods).'
    wide = pyrout.Instance("wide", (*here.facts, *pyrout.parse(corners, need="facts").facts))
    answers = [pyrout.solve(instance, units=("g1",)).to_json()["units"] for instance in (here, wide)]
    assert answers[0] == answers[1]
    assert "a1" in str(answers[0])
    assert len(list(Solver(ask(wide)).world_of("g1").atoms("apart", 3))) < 5_000


@pytest.mark.parametrize("rules", ["aslsk", "asl"])
def test_positions_that_are_answered_together_keep_their_places(rules: str) -> None:
    """The woods are 2, 3 and 4 MF away."""
    corridors = "B2. B3w", "B2. B3. B4w", "B2. B3. B4. B5w"
    asked = [ask(position(rules, hexes).instance, units=("g1",)) for hexes in corridors]
    destinations = []
    for answer in referee.answers(asked, Wanted(excluded=False)):
        assert isinstance(answer, pyrout.Answer)
        destinations.append({d.hex: d.mf for d in answer["g1"].destinations})
    assert destinations == [{"B3": 2}, {"B4": 3}, {"B5": 4}]
