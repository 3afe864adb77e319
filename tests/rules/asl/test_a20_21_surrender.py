"""Surrender, captors and units that never surrender (A20.21).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tiny import Position, asl, causes
from tiny_asl import HELD, TAKER, aboard, boxed_beside_a_vehicle, text_of

import pyrout

# --- a20-21-surrender ----------------------------------------------------------------------------------------------


def test_surrender() -> None:
    """a20-21-surrender, a20-21-clean, a20-21-captor: the only way leads through Interdiction."""
    held = asl(HELD, TAKER, "B3-B1").g1
    assert (held.verdict, held.captors, held.routes) == ("surrenders", ("a1",), ())
    assert asl(HELD, TAKER).g1.verdict == "routs"  # B1 out of sight: a clean way
    # Anybody's Interdiction counts, Known or not.
    assert asl(HELD + " B9. B8.", TAKER + "; a2:squad@B8", "B8-B1", "normal_range(a2,9).").g1.verdict == "surrenders"


def test_encircled_units_surrender() -> None:
    """a20-21-surrender, a7-7-encircled: even with a clean way; and the first hex costs them double."""
    assert asl(HELD, TAKER + "; g9:squad@B1", facts="status(g1,encircled).").g1.verdict == "surrenders"
    alone = "B1. B2. B3w", "g1:squad@B1 broken dm encircled"
    assert asl(*alone).destinations == {"B3": 4.0}  # 2 + 2
    assert asl(*alone, facts="option(encircled_mf,single).").destinations == {"B3": 3.0}


def test_surrender_on_the_way() -> None:
    """a20-21-surrender, option(surrender_again,no): in B2 it discovers a1 in B1, and a2 interdicts both ways on."""
    here = "B1w B2w B3. A3. A4w D3-", "g1:squad@B3 broken dm; a1:squad@B1; a2:squad@D3", "D3-A3 D3-B3"
    assert asl(*here).runs == {"B3 A4": "survives", "B3 A3 A4": "survives", "B3 B2": "surrenders"}
    assert {"B3 B2 A3 A4", "B3 B2 B3 A4"} < set(asl(*here, "option(surrender_again,no).").runs)


def test_before_it_goes_beneath_its_vehicle_a_passenger_makes_the_surrender_check() -> None:
    """a20-21-surrender, d5-311-crew: next to a1 it surrenders, Encircled or not, for getting beneath the vehicle is
    no clean rout.
    Who never surrenders goes beneath it."""
    for status in ("broken", "broken dm", "broken encircled"):
        taken = aboard(status, "passenger(g1,v1). status(v1,broken).").g1
        assert (taken.verdict, taken.captors, taken.assumes) == ("surrenders", ("a1",), ()), status
        assert set(causes(taken.reasons)) >= {"a20-21-surrender", "d5-311-crew"}
        assert len({reason.rule for reason in taken.reasons}) == len(taken.reasons)  # each once
        assert any("no farther than beneath its vehicle" in line for _, line in taken.applies)
    fanatic = aboard("broken encircled fanatic", "passenger(g1,v1). status(v1,broken).").g1
    assert fanatic.verdict == "cannot_rout"
    assert [line.partition(",")[0] for line in fanatic.assumes] == ["going beneath its vehicle is its rout"]
    quarter = aboard("broken", "passenger(g1,v1). status(v1,broken). no_quarter(german).").g1
    assert quarter.verdict == "cannot_rout"


def test_by_a_detour_it_has_a_clean_rout_on_from_where_somebody_is_revealed() -> None:
    """a20-21-surrender, a20-21-clean, a10-531-cover: before the step into B1 the Gun a1 is revealed, next to B2. Whoever came
    there
    past A4 pays for no shelter any more in this leg; it has a clean rout on into B1 all the same, and does not surrender."""
    here = asl(
        "B1w B2. B3. B4. B5. A3. A4. B9-",
        "g1:leader@B5 broken dm; a9:squad@B9; a1:gun@A3 concealed",
        "A3-B1 A3-B2 A3-B3 A3-B4 A3-A4 B9-B1 B9-B2 B9-B4 B9-B5",
        'normal_range(a9,12). normal_range(a1,3). reveal(a1,g1,"B1",before). feature("B2",foxhole).',
        near=False,
    )
    assert here.runs["B5 B4 A4 B3 B2 B1"] == "survives"
    assert here.runs["B5 B4 B3 B2 B1"] == "survives"
    assert "surrenders" not in here.runs.values()


def test_by_a_detour_it_has_a_clean_rout_on_from_where_somebody_is_revealed_to_it() -> None:
    """a20-21-surrender, a20-21-clean, a12-14-reveal: once it is in B4, bound for C4, a2 is revealed next to it. Also who came
    past
    A5, and pays for no shelter any more in this leg, has a clean rout on into C4, and does not surrender; a1 would be
    revealed before another step."""
    here = asl(
        "A2. B3w B4. B5. A4. A5b C4w B9-",
        "g1:leader@B5 broken dm; a9:squad@B9; a1:leader@A2 concealed; a2:squad@A4 concealed",
        "A2-B4 A2-C4 A4-A5 A4-B3 A4-B4 A4-C4 B9-A4 B9-A5 B9-B3",
        'normal_range(a9,12). reveal(a1,g1,"B3",before). reveal(a2,g1,"B4",after). feature("A4",foxhole).',
        near=False,
    )
    assert {("B5 A5 B4 C4", "B5>C4"), ("B5 B4 C4", "B5>C4")} <= here.legs
    assert "surrenders" not in here.runs.values()


def test_about_to_go_on_from_where_somebody_threatens_it_it_has_not_come_to_rest() -> None:
    """a20-21-surrender, a12-14-reveal, option free_toward: in C4, about to enter B3, where a9 would interdict it, it learns of a2
    next to it. To rest there would be a clean rout, but not one of those left: it gets no farther."""
    here = asl(
        "B1. B3. B4b B5. B6. C4. D3. B9.",
        "g1:leader@B5 broken dm; a9:squad@B9; a1:leader@B1 concealed; a2:leader@D3 concealed",
        "B9-B3 B9-B4 D3-C4",
        'normal_range(a9,12). reveal(a1,g1,"B6",before). reveal(a2,g1,"B3",before). option(free_toward,no).',
        near=False,
    )
    assert here.runs["B5 B4 C4"] == "survives"  # it may stop there without trying
    assert "B5 B4 C4 B3" not in here.runs


def test_a_detour_that_ends_in_a_new_choice_is_a_clean_rout() -> None:
    """a20-21-surrender, a20-21-clean, a10-51-refigure: next to a1 g1 surrenders without a clean rout. The shortest way to B1 is
    interdicted in B3 and B2, though B3 has a foxhole. Past C4 it meets a2 in C3, who closes B1, and goes elsewhere unharmed."""
    here = asl(
        "B0. B1w B2. B3. B4. B5. B6. B9. C2. C3. C4. D2w",
        "g1:squad@B5 broken dm; a1:squad@B6; a2:squad@B0; a9:squad@B9",
        "B6-B5 B9-B3 B9-B2 B0-B1 B0-C3",
        'normal_range(a9,9). normal_range(a2,1). feature("B3",foxhole). hexside("C3","D2",hedge).',
        near=False,
    )
    assert (here.g1.verdict, here.destinations) == ("routs", {"B1": 5})
    assert ("B5 B4 C4 C3 D2", "B5>B1 C3>D2") in here.legs


def test_who_has_not_moved_yet_is_encircled_still() -> None:
    """a20-21-surrender, a12-14-reveal: a2 is revealed in D3 before g1 has left C3. It surrenders though B3 is a clean rout; not
    Encircled, it would go there."""
    facts = 'reveal(a2,g1,"D3",before).'
    for status, ends in (("encircled", {"surrenders"}), ("", set())):
        here = asl("B3. C3. D3.", f"g1:squad@C3 broken dm {status}; a2:squad@D3 concealed", "C3-D3", facts)
        assert {route.end for route in here.g1.routes if route.path == ("C3",)} == ends, status
        assert "survives" in {route.end for route in here.g1.routes if route.path == ("C3", "B3")}


def test_it_is_no_clean_rout_to_be_about_to_go_on() -> None:
    """a20-21-surrender, a12-14-reveal, option(free_toward,no): before the step from B2 to B3 a1 is revealed next to it.
    a2 interdicts B3, so that it has no clean rout, and surrenders; next to a1 it could not stop, either, though the step
    stays legal."""
    here = asl(
        "A2- B1. B2. B3. H3-",
        "g1:squad@B1 broken dm; a1:squad@A2 concealed; a2:squad@H3",
        "H3-B3",
        'reveal(a1,g1,"B3",before). option(free_toward,no).',
    )
    assert here.runs == {"B1 B2": "survives"}  # without having tried to go on


@pytest.mark.parametrize(
    ("enemy", "surrenders"),
    [
        ("a1:squad@B3", True),
        ("a1:leader@B3", True),
        ("a1:cavalry@B3", True),
        ("a1:squad@B3 pinned", True),
        ("a1:vehicle@B3", False),
        ("a1:squad@B3 melee", False),
        ("a1:squad@B3 berserk", False),
        ("a1:squad@B3 unarmed", False),
        ("a1:squad@B3 concealed", False),
    ],
)
def test_to_whom_it_surrenders(enemy: str, surrenders: bool) -> None:
    """a20-21-surrender, a20-21-vehicle: ADJACENT to Good Order Known armed Infantry or Cavalry, with B1 under a2's fire."""
    units = f"g1:squad@B2 broken dm; {enemy}; a2:squad@B9"
    here = asl(HELD + " B9.", units, "B9-B1", "normal_range(a2,9).")
    assert (here.g1.verdict == "surrenders") == surrenders


# --- a20-21-never --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "facts",
    ["no_quarter(german).", "status(g1,fanatic).", "nationality(g1,partisan).", "nationality(german,japanese).",
     "nationality(german,gurkha).",
     "nationality(german,ss). nationality(american,russian)."],
)  # fmt: skip
def test_who_never_surrenders(facts: str) -> None:
    """a20-21-never: they brave Interdiction."""
    assert asl(HELD, TAKER, "B3-B1", facts).g1.verdict == "routs"


def test_the_nationality_of_a_unit_stands_before_that_of_its_side() -> None:
    """a20-21-never: a Finn among Japanese surrenders; SS do not to a Russian in an American hex."""
    nations = "nationality(german,japanese). nationality(g1,finnish)."
    assert asl(HELD, TAKER, "B3-B1", nations).g1.verdict == "surrenders"
    assert asl(HELD, TAKER, "B3-B1", "nationality(g1,ss). nationality(a1,russian).").g1.verdict == "routs"


# --- a20-21-vehicle ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["passenger", "rider"])
@pytest.mark.parametrize(("status", "verdict"), [("", "routs"), (" disrupted", "surrenders")])
def test_nobody_surrenders_to_those_aboard_a_vehicle(seat: str, status: str, verdict: str) -> None:
    """a20-21-vehicle, a19-12-disrupted: A20.21 has Infantry and Cavalry, which those aboard are not (Index); A19.12 Personnel."""
    facts = 'unit(a2,american,vehicle). at(a2,"B3"). normal_range(a2,6).'
    on_foot = asl("B0w B1. B2. B3.", f"g1:squad@B2 broken dm{status}; a1:squad@B3", "B3-B1", facts)
    assert on_foot.g1.captors == ("a1",)  # the one way is interdicted
    g1 = Position(on_foot.text.replace('at(a1,"B3").', f"{seat}(a1,a2).")).g1
    assert (g1.verdict, g1.captors) == (verdict, ("a1",) if status else ())


def test_option_abtf_knows_nobody_aboard_a_vehicle() -> None:
    """a20-21-abtf: "any ADJACENT armed Infantry"; broken, a1 takes g1 on foot, and aboard he does not."""
    facts = 'unit(a2,american,vehicle). at(a2,"B3"). normal_range(a2,6). option(abtf,yes).'
    on_foot = asl("B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3 broken", facts=facts)
    aboard_it = Position(on_foot.text.replace('at(a1,"B3").', "passenger(a1,a2)."))
    assert [here.g1.verdict for here in (on_foot, aboard_it)] == ["surrenders", "eliminated"]


def test_option_vehicle_only() -> None:
    """a20-21-vehicle, option(vehicle_only,eliminated)"""
    here = HELD, "g1:squad@B2 broken dm; a1:vehicle@B3", "B3-B1"
    assert asl(*here).g1.verdict == "routs"
    assert asl(*here, "option(vehicle_only,eliminated).").g1.verdict == "eliminated"


def test_the_reason_of_option_vehicle_only() -> None:
    """a20-21-vehicle"""
    here = asl(HELD, "g1:squad@B2 broken dm; a1:vehicle@B3", "B3-B1", "option(vehicle_only,eliminated).").g1
    assert "a20-21-vehicle" in {reason.rule for reason in here.reasons}


def test_next_to_a_vehicle_only_who_may_stay_has_no_rout_that_is_not_clean() -> None:
    """a20-21-vehicle, b30-5-pillbox, option(vehicle_only,eliminated): a1 interdicts it in B1."""
    for status in ("broken dm", "broken dm disrupted"):
        chart = boxed_beside_a_vehicle(status).g1
        assert (chart.verdict, chart.routes_total > 0) == ("may_rout", True), status
        strict = boxed_beside_a_vehicle(status, "option(vehicle_only,eliminated).")
        assert (strict.g1.verdict, strict.g1.routes_total) == ("stays", 0), status
        # That alone, not what bars the steps around it.
        assert set(causes(strict.g1.reasons)) == {"a20-21-vehicle", "b30-5-pillbox"}
        assert strict.excluded["B0", "a20-21-vehicle"] == (4.0, ("a1",))
        assert [line for rule, line in strict.g1.applies if rule == "a20-21-vehicle"] == [
            "by option vehicle_only=eliminated it neither crawls nor braves Interdiction",
            "the way into B1 is interdicted by a1",
        ]


# --- a20-21-captor -------------------------------------------------------------------------------------------------


def test_who_takes_a_unit_on_the_way() -> None:
    """a20-21-captor: in B2 g1 meets a1 and a3, both ADJACENT; a vehicle takes nobody."""
    units = "g1:squad@B3 broken dm; a1:squad@B1; a2:squad@D3; a3:squad@A2; a4:vehicle@C2"
    met = asl("B1w B2w B3. A2w A3. A4w C2w D3-", units, "D3-A3 D3-B3")
    assert met.runs["B3 B2"] == "surrenders"
    assert met.run("B3 B2").captors == ("a1", "a3")


def test_a_stack_surrenders_together() -> None:
    """a20-21-captor, note 10: g1 and g2 surrender as one, and leave their SW behind; a fanatic g3 does not."""
    units = "g1:squad@B2 broken dm; g2:leader@B2 broken dm; g3:squad@B2 broken dm fanatic; a1:squad@B3; a2:squad@A3"
    here = asl(HELD + " A3.", units, "B3-B1", "possesses(g1,m). sw(m,lmg,1,8).")
    answer = pyrout.solve(here.instance)
    assert answer["g1"].surrenders_with == ("g2",)
    assert answer["g1"].captors == ("a1", "a2")
    assert (answer["g1"].abandons, answer["g1"].loads) == (("m",), ((),))
    assert answer["g3"].verdict != "surrenders"
    assert answer["g3"].surrenders_with == ()
    assert "surrenders together with: g2" in text_of(here)


# --- a20-21-abtf ---------------------------------------------------------------------------------------------------


def test_option_abtf() -> None:
    """a20-21-abtf, option(abtf,yes): to a unit in Melee nobody surrenders, but by this option."""
    here = "B1w B2w", "g1:squad@B1 broken dm; a1:squad@B2 melee"
    assert asl(*here).g1.verdict == "eliminated"
    assert asl(*here, facts="option(abtf,yes).").g1.verdict == "surrenders"
    # A unit that surrenders without this option does so to those who can take prisoners.
    both = asl(HELD, TAKER + "; a2:squad@B3 melee", "B3-B1", "option(abtf,yes).").g1
    assert (both.verdict, both.captors) == ("surrenders", ("a1",))


def test_option_abtf_on_the_way() -> None:
    """option(abtf,yes), a20-21-abtf, a10-533-repulse: who would be eliminated for Failure to Rout where it is thrown back (note
    22), or where it stops, surrenders to any ADJACENT armed Infantry, also in Melee; a1 has been revealed by then."""
    hexes, units, option = (
        "A1. B1. B2w",
        "g1:squad@B1 broken dm; a1:squad@B2 concealed{}; a2:squad@A1 melee",
        "option(abtf,yes).",
    )
    back = asl(hexes, units.format(""), facts=option).run("B1 B2 B1")
    assert (back.end, back.captors) == ("surrenders", ("a1", "a2"))
    back = asl(hexes, units.format(" unarmed"), facts=option).run("B1 B2 B1")
    assert (back.end, back.captors) == ("surrenders", ("a2",))
    here = "B1. B2w B3.", "g1:squad@B3 broken dm; a1:squad@B1 melee"
    stopped = asl(*here, facts=option).run("B3 B2")
    assert (stopped.end, stopped.captors) == ("surrenders", ("a1",))
    assert asl(*here).runs == {"B3 B2": "eliminated"}


def test_option_abtf_for_who_would_be_pinned() -> None:
    """option(abtf,yes), a20-21-abtf, a10-53-nmc: pinned in B2, ADJACENT to a2, who is berserk and takes no prisoners, g1 would be
    eliminated for Failure to Rout, and so surrenders. With broken morale 7 that is 6 of 36 DR; an original 12 eliminates."""
    units = "g1:squad@B3 broken dm; a1:squad@B5; a2:squad@A2 berserk"
    here = "A2. B2. B3. B4. B5. C2w", units, "B5-B3 B5-B2"
    for option, end in (("", "eliminated"), ("option(abtf,yes). ", "surrenders")):
        facts = option + "broken_morale(g1,7)."
        route = asl(*here, facts).run("B3 B2 C2")
        assert [(shot.hex, shot.if_pinned) for shot in route.interdicted] == [("B2", end)]
        lost = {end: Fraction(6, 36), "eliminated": Fraction(1, 36)} if option else {end: Fraction(7, 36)}
        assert {e: p for e, p in route.odds if e in ("surrenders", "eliminated")} == lost
        assert asl(*here, facts + 'nmc(g1,"B2",pin).').run("B3 B2").end == end


def test_reasons_of_a_surrender() -> None:
    """a20-21-abtf by the option, a20-21-surrender without; a unit in a pillbox is told that nothing forces it (b30-5-pillbox)."""
    abtf = asl("B1w B2w", "g1:squad@B1 broken dm; a1:squad@B2 melee", facts="option(abtf,yes).").g1
    assert {reason.rule for reason in abtf.reasons} == {"a10-5-must", "a20-21-abtf"}
    plain = asl("B1. B2.", "g1:squad@B1 broken dm; a1:squad@B2").g1
    assert {reason.rule for reason in plain.reasons} == {"a10-5-must", "a20-21-surrender"}
    text = asl("B1. B2.", "g1:squad@B1 broken dm", facts='feature("B1",pillbox).').text
    boxed = Position(text.replace('at(g1,"B1")', 'at(g1,"B1",pillbox)')).g1
    assert {reason.rule for reason in boxed.reasons} == {"b30-5-pillbox"}


def test_a_repulsed_unit_in_a_bridge_too_far() -> None:
    """a20-21-abtf, a10-533-repulse: instead of elimination, it surrenders to Infantry that is revealed, but to no vehicle."""
    for kind, end in (("squad", "surrenders"), ("vehicle", "eliminated")):
        units = f"g1:squad@B1 broken dm; a1:{kind}@B2 concealed"
        assert asl("B1. B2w", units, facts="option(abtf,yes).").runs == {"B1 B2 B1": end}


def test_captors_in_a_bridge_too_far() -> None:
    """a20-21-abtf: any ADJACENT armed Infantry that is Known, broken or not."""
    here = "B1w B2w A1w", "g1:squad@B1 broken dm; a1:squad@B2; a2:squad@A1 broken"
    lost = asl(*here, facts="option(abtf,yes). status(a1,melee).").g1
    assert (lost.verdict, lost.captors) == ("surrenders", ("a1", "a2"))
