"""The Starter Kit rules one by one, each on a position of a few hexes that shows it and nothing else.

Every answer here is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in the comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

import re
import time
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from tiny import Causes, Position, facts_of, position

import pyrout
from pyrout import Reason
from pyrout.report import answer_lines
from pyrout.rule_index import citations, options

OPTION = re.compile(r"option\((\w+),(\w+)\)")
RULE_ID = re.compile(r"sk-[a-z]+(?:-[a-z]+)*")
CORRIDOR = "B1. B2. B3. B4. B5. B6. B7. B8."
ALONE = "g1:squad@B1 broken dm"


def test_every_rule_is_tested_here() -> None:
    """Each rule id of the citations stands in the name or body of a test, and no test names a rule that does not
    exist."""
    source = Path(__file__).read_text(encoding="utf-8")
    # A banner names the rules that the tests below it are for: it does not count.
    named = {rule for line in source.splitlines() if not line.startswith("# ---") for rule in RULE_ID.findall(line)}
    assert named == set(citations("aslsk"))


def test_every_option_is_tested_here() -> None:
    """Each value of each option is set in a test, and no test sets one that does not exist."""
    source = Path(__file__).read_text(encoding="utf-8")
    assert set(OPTION.findall(source)) == {(value.option, value.value) for value in options("aslsk")}


def test_defaults_of_the_options() -> None:
    """The readings in force when nobody asks for another."""
    assert pyrout.solve(position("B1. B2.", ALONE).instance).options == {
        "crawl_toward": "mf",
        "ftr_removal": "immediate",
        "ignore_from": "current",
        "revisit": "forbid",
        "road_rate": "choice",
    }


def test_each_option_names_its_rule() -> None:
    """An option bears on one rule."""
    assert {o.option: o.rule for o in options("aslsk")} == {
        "crawl_toward": "sk-crawl-toward",
        "ftr_removal": "sk-order",
        "ignore_from": "sk-dest-ignore-range",
        "revisit": "sk-revisit",
        "road_rate": "sk-road",
    }


# --- sk-mf ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "facts", "cost"),
    [
        ("B1. B2.", "", 1),
        ("B1. B2o", "", 1),
        ("B1. B2g", "", 1.5),
        ("B1. B2g", "month(6).", 1.5),
        ("B1. B2g", "month(9).", 1.5),
        ("B1. B2g", "month(5).", 1),
        ("B1. B2g", "month(10).", 1),
        ("B1. B2b", "", 2),
        ("B1. B2w", "", 2),
        ("B1. B2s", "", 2),
        ("B1. B2h", "", 2),
        # Silent: "over a hexside that a road crosses 2 [half-MF], whatever the hex" - on that hexside only.
        ("B1. B2w", 'road("B1","B2").', 1),
        ("B1. B2w", 'road("B2","B1").', 1),
        ("B1. B2g", 'road("B1","B2").', 1),
        ("B1. B2w", 'road("B2","B3").', 2),
        # "up a level twice the cost of the hex": downhill and level ground are plain.
        ("B1. B2.", 'elevation("B2",1).', 2),
        ("B1. B2w", 'elevation("B2",1).', 4),
        ("B1. B2.", 'elevation("B1",1).', 1),
        ("B1. B2.", 'elevation("B1",1). elevation("B2",1).', 1),
        ("B1. B2.", 'elevation("B1",-1).', 2),
        # "over a wall or hedge 2 [half-MF] more"
        ("B1. B2.", 'hexside("B1","B2",wall).', 2),
        ("B1. B2w", 'hexside("B2","B1",hedge).', 3),
        ("B1. B2.", 'hexside("B2","B3",wall).', 1),
        ("B1. B2.", 'hexside("B1","B2",wall). elevation("B2",1).', 3),
        ("B1. B2w", 'road("B1","B2"). hexside("B1","B2",wall). elevation("B2",1).', 3),
    ],
)
@pytest.mark.slow
def test_sk_mf_what_a_step_costs(hexes: str, facts: str, cost: float) -> None:
    """sk-mf: "Open ground and orchard cost 1, grain in season 1.5, brush, woods and buildings 2"."""
    assert position(hexes + " B3-", ALONE, facts=facts).run("B1 B2", cost).mf == (0, cost)


@pytest.mark.parametrize("terrain", "~-")
def test_sk_mf_other_terrain_is_not_entered(terrain: str) -> None:
    """sk-mf: "other terrain is not entered"."""
    found = position(f"B1. B2{terrain}", ALONE)
    assert (found.g1.verdict, found.g1.routes) == ("stays", ())
    assert found.around == {"B2": {"sk-mf": ("B2",)}}
    assert found.judged("B2") == (1, {"sk-mf": ("B2",)})


@pytest.mark.parametrize(
    ("unit", "allowance"),
    [
        ("g1:squad@B1 broken dm", 6),
        ("g1:half_squad@B1 broken dm", 6),
        ("g1:leader@B1 broken dm", 6),
        ("g1:leader@B1 broken dm wounded", 3),
        # sk-may-leader: "with the smaller allowance of the two"
        ("g1:squad@B1 broken dm; g2:leader@B1 wounded", 3),
        ("g1:leader@B1 broken dm wounded; g2:leader@B1", 3),
    ],
)
def test_sk_mf_allowance(unit: str, allowance: int) -> None:
    """sk-mf: article "All routing units have 6 MF except for wounded leaders, who have 3 MF"."""
    found = position(CORRIDOR, unit, facts="accompanies(g2,g1)." if "g2" in unit else "")
    assert found.g1.mf == allowance
    assert set(found.runs) == {" ".join(f"B{n}" for n in range(1, last + 1)) for last in range(2, allowance + 2)}


# --- DM: sk-dm-break, sk-dm-regain, sk-dm-keep, sk-dm-gain, sk-may-dm, sk-melee ----------------------------------


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        ("broke", "sk-dm-break"),
        ("enemy_adjacent", "sk-dm-regain"),
        ("attacked(fp)", "sk-dm-regain"),
        ("attacked(ffe)", "sk-dm-regain"),
        ("attacked(ordnance)", "sk-dm-regain"),
        ("kept_dm", "sk-dm-keep"),
    ],
)
def test_what_gives_dm(event: str, rule: str) -> None:
    """sk-dm-break, sk-dm-regain, sk-dm-keep: who is under DM by what has happened may rout, as with the marker."""
    found = position("B1. B2.", "g1:squad@B1 broken", facts=f"history(g1,{event}).").g1
    assert (found.verdict, found.may_rout, found.dm, found.must_rout) == ("may_rout", True, (rule,), ())


@pytest.mark.parametrize("event", ["attacked(cc)", "attacked(wp)", "attacked(sniper)"])
def test_sk_dm_regain_not_by_other_attacks(event: str) -> None:
    """sk-dm-regain: "attacked with enough FP to cause a Normal MC"; that CC and WP give DM "change[s] under the full
    ASL rules" (article)."""
    found = position("B1. B2.", "g1:squad@B1 broken", facts=f"history(g1,{event}).").g1
    assert (found.verdict, found.dm) == ("cannot_rout", ())


def test_sk_may_dm_broken_under_dm() -> None:
    """sk-may-dm: article "Any broken unit currently marked with a DM counter may rout"."""
    found = position("B1. B2.", "g1:squad@B1 broken dm").g1
    assert (found.verdict, found.may_rout, found.dm, found.must_rout) == ("may_rout", True, ("sk-may-dm",), ())


@pytest.mark.parametrize("status", ["broken", ""])
def test_sk_may_dm_no_other_may(status: str) -> None:
    """sk-may-dm: "A broken unit under DM may rout; no other may"."""
    found = position("B1. B2.", f"g1:squad@B1 {status}; g2:squad@B2 broken")
    assert (found.g1.verdict, found.g1.may_rout, found.g1.routes) == ("cannot_rout", False, ())
    assert found.g1.reasons == (Reason("sk-may-dm"),)
    assert found.judged("B2") == (1, {"sk-may-dm": ()})


def test_sk_may_dm_the_unbroken_are_not_answered_unasked() -> None:
    """sk-may-dm: only a broken unit can have a rout to be asked about."""
    found = position("B1. B2.", "g1:squad@B1 broken dm; g2:squad@B2; a1:squad@B2 broken")
    assert [unit.id for unit in pyrout.solve(found.instance).units] == ["g1", "a1"]


def test_sk_melee() -> None:
    """sk-melee: article "Broken units under a Melee counter may not rout"; not even one next to a further enemy."""
    found = position("B1. B2. A1-", "g1:squad@B1 broken dm melee; a1:squad@B1 melee; a2:squad@A1", "A1-B1")
    assert (found.g1.verdict, found.g1.may_rout, found.g1.must_rout) == ("cannot_rout", False, ())
    assert found.g1.reasons == (Reason("sk-melee"),)
    assert found.judged("B2") == (1, {"sk-melee": ()})


def test_sk_melee_is_a_counter() -> None:
    """sk-melee: "the counter is a fact, never worked out from who shares a hex"."""
    found = position("B1. B2.", "g1:squad@B1 broken dm; a1:squad@B1 melee")
    assert found.g1.verdict == "routs"


@pytest.mark.parametrize("status", ["", " dm"])
def test_sk_dm_gain(status: str) -> None:
    """sk-dm-gain: "A broken unit that must rout for either reason comes under DM when the Rout Phase starts"."""
    adjacent = position("B1o B2. A1-", f"g1:squad@B1 broken{status}; a1:squad@A1", "A1-B1").g1
    in_the_open = position("B1. A1o B4-", f"g1:squad@B1 broken{status}; a1:squad@B4", "B4-B1").g1
    for found in (adjacent, in_the_open):
        assert found.dm == (("sk-may-dm",) if status else ("sk-dm-gain",))
        assert (found.may_rout, found.verdict) == (True, "routs")


# --- sk-may-leader ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "may"),
    [
        ("g2:leader@B1", True),
        ("g2:leader@B1 wounded", True),
        ("g2:leader@B1 cx", True),
        ("g2:leader@B1 pinned", False),
        ("g2:leader@B1 broken", False),
        ("g2:leader@B1 melee", False),
        ("g2:leader@B2", False),
        ("g2:squad@B1", False),
        ("a1:leader@B1", False),
    ],
)
def test_sk_may_leader_who(leader: str, may: bool) -> None:
    """sk-may-leader: "An unbroken, unpinned leader stacked with a broken unit under DM may go with it"."""
    found = position("B1. B2.", f"g1:squad@B1 broken dm; {leader}")
    assert found.g1.may_accompany == (("g2",) if may else ())


def test_sk_may_leader_not_with_a_unit_that_stays() -> None:
    """sk-may-leader: "with a broken unit under DM"."""
    assert position("B1. B2.", "g1:squad@B1 broken; g2:leader@B1").g1.may_accompany == ()


@pytest.mark.parametrize("leader", ["leader@B1 pinned", "leader@B1 broken", "leader@B1 melee", "leader@B2", "squad@B1"])
def test_sk_may_leader_refuses_others(leader: str) -> None:
    """sk-may-leader: a fact that lets anybody else go along is an error in the position, named with its place."""
    units = f"g1:squad@B1 broken dm; g2:{leader}"
    with pytest.raises(pyrout.InstanceError, match=r":\d+:\d+: .*g2.*(leader|Location)"):
        pyrout.solve(position("B1. B2.", units, facts="accompanies(g2,g1).").instance)


def test_sk_may_leader_is_one() -> None:
    """sk-may-leader: one leader goes along. A second one is refused at the place of his fact."""
    units = "g1:squad@B1 broken dm; g2:leader@B1; g3:leader@B1"
    with pytest.raises(pyrout.InstanceError, match=r"accompanies\(g3,g1\).*one leader goes with a unit, and g2 goes"):
        pyrout.solve(position("B1. B2.", units, facts="accompanies(g2,g1). accompanies(g3,g1).").instance)


def test_sk_may_leader_goes_all_the_way() -> None:
    """sk-may-leader: "may go with it, all the way"."""
    units = "g1:squad@B1 broken dm; g2:leader@B1"
    along = position("B1. B2.", units, facts="accompanies(g2,g1).").g1
    assert [route.partners for route in along.routes] == [("g2",), ("g2",)]
    assert [route.partners for route in position("B1. B2.", units).g1.routes] == [(), ()]


@pytest.mark.parametrize(("there", "enters"), [(3, True), (4, False)])
def test_sk_may_leader_needs_room_for_both(there: int, enters: bool) -> None:
    """sk-may-leader: "The pair ... needs room for both"; the squad by itself always has it here."""
    friends = "; ".join(f"g{n}:leader@B2" for n in range(3, 3 + there))
    units = f"g1:squad@B1 broken dm; g2:leader@B1; {friends}"
    assert (position("B1. B2.", units, facts="accompanies(g2,g1).").g1.verdict == "may_rout") is enters
    assert position("B1. B2.", units).g1.verdict == "may_rout"


# --- sk-must-adjacent -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enemy", "los", "must"),
    [
        ("squad@B2", "B2-B1", True),
        ("squad@B2", "B1-B2", True),
        ("squad@B2", "B2-B1/3", True),  # a hindered LOS is a LOS
        ("squad@B1", "", True),  # in the same hex
        # article: "all of the units mentioned above WILL force a broken unit to rout if they are adjacent to it"
        ("leader@B2", "B2-B1", True),
        ("squad@B2 pinned", "B2-B1", True),
        ("squad@B2 cx", "B2-B1", True),
        ("squad@B2 melee", "B2-B1", True),
        ("squad@B2 unarmed", "B2-B1", True),
        # "unbroken", "Known", "adjacent"
        ("squad@B2 broken", "B2-B1", False),
        ("squad@B2", "", False),
        ("squad@B3", "B3-B1", False),
    ],
)
def test_sk_must_adjacent(enemy: str, los: str, must: bool) -> None:
    """sk-must-adjacent: article "If it is adjacent to an unbroken Known Enemy Unit"."""
    found = position("B1o A1o B2- B3-", f"g1:squad@B1 broken; a1:{enemy}", los).g1
    assert found.must_rout == found.reasons[: len(found.must_rout)]
    assert found.must_rout == ((Reason("sk-must-adjacent", ("a1",)),) if must else ())
    assert found.verdict == ("routs" if must else "cannot_rout")


def test_sk_must_adjacent_names_all() -> None:
    """sk-must-adjacent: each of them is a reason, in one hex or in two; the broken one among them is none."""
    units = "g1:squad@B1 broken; a1:squad@B2; a2:leader@B2; a3:squad@B2 broken; a4:crew@C1"
    found = position("B1o A1o B2- C1-", units, "B2-B1 C1-B1").g1
    assert found.must_rout == (Reason("sk-must-adjacent", ("a1", "a2", "a4")),)


# --- sk-must-open-ground ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "facts", "must"),
    [
        (".", "", True),
        ("g", "month(1).", True),
        ("g", "", False),
        ("g", "month(7).", False),
        ("o", "", False),
        ("b", "", False),
        ("w", "", False),
        ("s", "", False),
        # Silent: a hex entered over a road counts as Open Ground "for that entry"; who stands there has entered
        # nothing.
        ("w", 'road("B1","A1").', False),
    ],
)
def test_sk_must_open_ground_where(start: str, facts: str, must: bool) -> None:
    """sk-must-open-ground: "A broken unit must rout if it is in Open Ground ..."."""
    found = position(f"B1{start} A1o B4-", "g1:squad@B1 broken; a1:squad@B4", "B4-B1", facts).g1
    assert found.must_rout == ((Reason("sk-must-open-ground", ("a1",)),) if must else ())


@pytest.mark.parametrize(
    ("enemy", "los", "facts", "must"),
    [
        ("squad@B4", "B4-B1", "normal_range(a1,3).", True),
        ("squad@B4", "B4-B1", "normal_range(a1,2).", False),
        # article: "leaders without a SW, CX units, pinned units, units in Melee, and any unit whose LOS to the Open
        # Ground location passes through any Hindrance"; "Guns that would have to change CA ..., or that are more than
        # 16 hexes away"
        ("leader@B4", "B4-B1", "", False),
        ("squad@B4 cx", "B4-B1", "", False),
        ("squad@B4 pinned", "B4-B1", "", False),
        ("squad@B4 melee", "B4-B1", "", False),
        ("squad@B4", "B4-B1/1", "", False),
        ("squad@B4 broken", "B4-B1", "", False),
        ("squad@B4", "", "", False),
        ("gun@B4", "B4-B1", 'normal_range(a1,40). covered_arc(a1,"B1").', True),
        ("gun@B4", "B4-B1", 'normal_range(a1,40). covered_arc(a1,"B2").', False),
        ("gun@B17", "B17-B1", "normal_range(a1,40).", True),
        ("gun@B18", "B18-B1", "normal_range(a1,40).", False),
    ],
)
def test_sk_must_open_ground_who(enemy: str, los: str, facts: str, must: bool) -> None:
    """sk-must-open-ground: "... where a Good Order Known enemy unit could interdict it"."""
    found = position("B1. A1o B2- B4- B17- B18-", f"g1:squad@B1 broken; a1:{enemy}", los, facts).g1
    assert found.must_rout == ((Reason("sk-must-open-ground", ("a1",)),) if must else ())


# --- sk-order ---------------------------------------------------------------------------------------------------

# g1 in D1 has nowhere to go but the hex of a2: it must rout, and cannot. a1 in B4 can only go to B3: closer to g1.
ORDER = ("B3w B4o D1. D2.", "g1:squad@D1 broken dm; a1:squad@B4 broken dm; a2:squad@D2", "D1-D2 D1-B4")


def test_sk_order_the_attacker_first() -> None:
    """sk-order: article "The ATTACKER conducts all of his routs first, ... the DEFENDER then conducts all of his
    routs"."""
    assert [u.id for u in pyrout.solve(position(*ORDER, attacker="german").instance).units] == ["g1", "a1"]
    assert [u.id for u in pyrout.solve(position(*ORDER, attacker="american").instance).units] == ["a1", "g1"]


@pytest.mark.parametrize(
    ("attacker", "option", "verdict"),
    [
        ("german", "", "may_rout"),
        ("german", "option(ftr_removal,immediate).", "may_rout"),
        ("german", "option(ftr_removal,end).", "stays"),
        # a1 routs before g1 has been eliminated.
        ("american", "", "stays"),
    ],
)
@pytest.mark.slow
def test_sk_order_the_eliminated_are_gone(attacker: str, option: str, verdict: str) -> None:
    """sk-order: article, of removal at the end of the phase: it could "block the rout paths of broken defending
    units"."""
    found = position(*ORDER, option, attacker)
    everybody = pyrout.solve(found.instance)
    assert (everybody["g1"].verdict, everybody["a1"].verdict) == ("eliminated", verdict)
    # Asked for alone, the defender's unit is answered on the same position.
    assert found.unit("a1").verdict == verdict
    assert [d.hex for d in everybody["a1"].destinations] == (["B3"] if verdict == "may_rout" else [])


def test_sk_order_who_only_may_be_eliminated_is_still_there() -> None:
    """sk-order: only a unit without a legal rout is gone; g1 has one to E1, although it ends next to a3 in F1."""
    hexes, units, los = ORDER
    found = pyrout.solve(position(hexes + " E1o F1-", units + "; a3:squad@F1", los + " F1-E1").instance)
    assert {(r.path, r.end) for r in found["g1"].routes} == {(("D1", "E1"), "eliminated")}
    assert (found["g1"].verdict, found["a1"].verdict) == ("routs", "stays")


# --- sk-carry ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "portage", "loads"),
    [
        ("squad", "3", {("w0",)}),
        ("half_squad", "3", {("w0",)}),
        ("crew", "3", {("w0",)}),
        ("squad", "4", {()}),  # "must abandon any SW whose PP exceeds 3"
        ("squad", "5 1", {("w1",)}),
        ("squad", "2 1", {("w0", "w1")}),
        ("squad", "2 2", {("w0",), ("w1",)}),  # "may carry only 3 PP total, abandoning any excess"
        ("squad", "2 2 1", {("w0", "w2"), ("w1", "w2")}),  # "will otherwise carry as much as possible"
        ("squad", "1 3", {("w1",)}),
        ("squad", "1 1 1", {("w0", "w1", "w2")}),
        ("squad", "1 1 1 1", {("w0", "w1", "w2"), ("w0", "w1", "w3"), ("w0", "w2", "w3"), ("w1", "w2", "w3")}),
        ("squad", "3 0", {("w0", "w1")}),
        ("squad", "5 0", {("w1",)}),
        ("leader", "1", {("w0",)}),  # "Routing leaders may only carry 1 PP"
        ("leader", "2", {()}),
        ("leader", "1 1", {("w0",), ("w1",)}),
    ],
)
@pytest.mark.slow
def test_sk_carry(unit: str, portage: str, loads: set[tuple[str, ...]]) -> None:
    """sk-carry: article "MMCs must abandon any SW whose PP exceeds 3, and may carry only 3 PP total"."""
    facts = "".join(f"possesses(g1,w{n}). sw(w{n},lmg,{pp},6)." for n, pp in enumerate(portage.split()))
    found = position("B1. B2.", f"g1:{unit}@B1 broken dm", facts=facts).g1
    assert set(found.loads) == loads
    assert len(found.loads) == len(loads)


def with_sw(weights: list[int]) -> pyrout.Instance:
    """Return a broken squad with SW of these weights in PP, w0 first."""
    text = facts_of("B1. B2. B3w", "g1:squad@B2 broken dm; a1:squad@B1", los="B1-B2")
    text += "".join(f"sw(w{n},lmg,{pp},6). possesses(g1,w{n}). " for n, pp in enumerate(weights))
    return pyrout.parse(text)


@pytest.mark.parametrize("seed", range(12))
def test_sk_carry_of_many_sw_the_number_of_loads_is_told(seed: int) -> None:
    """All sets of SW of at most 3 PP, by brute force: those of the greatest weight."""
    draw = Random(seed)
    weights = [draw.choice([1, 1, 2, 3, 4] if seed % 2 else [1, 2, 2, 5]) for _ in range(draw.randint(3, 16))]
    weights = [weight for weight in weights if weight != 3 or seed % 3]
    sets = [s for size in range(4) for s in combinations(range(len(weights)), size) if sum(weights[n] for n in s) <= 3]
    most = max(sum(weights[n] for n in s) for s in sets)
    loads = {tuple(sorted(f"w{n}" for n in s)) for s in sets if sum(weights[n] for n in s) == most}
    given = with_sw(weights)
    found = pyrout.solve(given)["g1"]
    assert len(set(found.loads)) == len(found.loads) and set(found.loads) <= loads
    assert len(found.loads) + found.more_loads.get("g1", 0) == len(loads)
    if max(weights.count(pp) for pp in (1, 2, 3)) <= 8:
        assert set(found.loads) == loads
    for load in draw.sample(sorted(loads), min(3, len(loads))):
        after = pyrout.after(given, found.routes[0], "g1", carries=load)
        assert {str(f.args[1]) for f in after.of("possesses") if str(f.args[0]) == "g1"} == set(load)
    for wrong in [(*load, "w0"), load[1:], ("w99",)]:
        if tuple(sorted(wrong)) not in loads:
            with pytest.raises(pyrout.UsageError, match="does not carry"):
                pyrout.after(given, found.routes[0], "g1", carries=wrong)


def test_sk_carry_two_hundred_sw_are_told_in_a_few_words() -> None:
    given = with_sw([1] * 200)
    began = time.monotonic()
    answer = pyrout.solve(given)
    assert time.monotonic() - began < 20
    assert len(answer["g1"].loads) + answer["g1"].more_loads["g1"] == 200 * 199 * 198 // 6
    (line,) = [line for line in answer_lines(answer, given, 0, details=True) if line.startswith("  carries: ")]
    assert len(line) < 600 and line.endswith(" or one of 1,313,395 other loads")
    assert "(leaves behind " in line and " and 191 more [sk-carry])" in line


def test_sk_carry_a_leader_does_not_assist() -> None:
    """sk-carry: article "Routing leaders may only carry 1 PP, and may not assist a routing MMC in carrying
    anything"."""
    weapons = "possesses(g1,v). sw(v,mmg,4,6). possesses(g1,w). sw(w,lmg,3,6). possesses(g2,x). sw(x,lmg,1,6)."
    found = position("B1. B2.", "g1:squad@B1 broken dm; g2:leader@B1", facts="accompanies(g2,g1)." + weapons).g1
    assert (found.loads, found.partner_loads) == ((("w",),), {"g2": (("x",),)})


# --- sk-step-touch ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_sk_step_touch() -> None:
    """sk-step-touch: "A step goes from a hex to a hex that touches it"; of a board, B2 touches these six."""
    names = [f"{column}{row}" for column in "ABC" for row in range(1, 5)] + ["D2", "D3"]
    found = position(" ".join(f"{name}." for name in names), "g1:squad@B2 broken dm")
    touching = {"B1", "B3", "A2", "A3", "C2", "C3"}
    assert {path.split()[1] for path in found.runs} == set(found.crawls) == set(found.around) == touching
    for name in set(names) - touching - {"B2"}:
        assert found.judged(name) == (1, {"sk-step-touch": ("B2",)})
    assert found.judged("B3 B3") == (2, {"sk-step-touch": ("B3",)})


def test_sk_step_touch_on_the_map() -> None:
    """sk-step-touch: "on the map"."""
    assert position("B1. B4.", ALONE).g1.verdict == "stays"


# --- sk-step-closer ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["", " broken", " melee", " unarmed"])
def test_sk_step_closer(status: str) -> None:
    """sk-step-closer: article "NEVER move closer to a Known Enemy Unit, even if that Known Enemy Unit is broken"."""
    found = position("B1w B2. B3o B4w B6-", f"g1:squad@B3 broken dm; a1:squad@B6{status}", "B6-B3")
    assert found.destinations == {"B1": 3}
    assert found.excluded == {("B4", "sk-step-closer"): (None, ("a1",))}
    assert found.judged("B4") == (1, {"sk-step-closer": ("a1",)})
    assert found.around == {"B2": {}, "B4": {"sk-step-closer": ("a1",)}}


def test_sk_step_closer_needs_to_know() -> None:
    """sk-step-closer: "to a Known enemy unit": seen from B1 only, a1 bars nothing in B3."""
    found = position("B1w B2. B3o B4w B6-", "g1:squad@B3 broken dm; a1:squad@B6", "B6-B1")
    assert found.destinations == {"B4": 2}
    assert found.judged("B4") == "survives"


def test_sk_step_closer_is_remembered_and_counted_from_each_hex() -> None:
    """sk-step-closer: article "remains aware of it ... even if its rout path takes it out of the LOS", and its example
    1: from 4 hexes away to 3 is closer, although the unit began 3 hexes away. a1 sees B3 only."""
    found = position("A3. A4. B2. B3o B6-", "g1:squad@B3 broken dm; a1:squad@B6", "B6-B3")
    assert found.judged("A4") == "survives"
    assert found.judged("B2 A3") == "survives"
    assert found.judged("B2 A3 A4") == (3, {"sk-step-closer": ("a1",)})
    paths = {"B3 A4", "B3 A4 A3", "B3 A4 A3 B2", "B3 A3", "B3 A3 B2", "B3 B2", "B3 B2 A3"}
    assert set(found.runs) == paths


def test_sk_step_closer_names_every_enemy() -> None:
    """sk-step-closer: each of the enemies that come closer is a reason."""
    found = position("B2. B3o B6- A5-", "g1:squad@B2 broken dm; a1:squad@B6; a2:squad@A5; a3:leader@A5", "B6-B2 A5-B2")
    assert found.judged("B3") == (1, {"sk-step-closer": ("a1", "a2", "a3")})


# --- sk-step-adjacent -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["", " broken"])
def test_sk_step_adjacent(status: str) -> None:
    """sk-step-adjacent: article "A routing unit may not move adjacent to a Known Enemy Unit". From B2 to B1, both next
    to A2, is no step closer. C1 lies behind B1."""
    units = f"g1:squad@B2 broken dm; a1:squad@A2{status}"
    found = position("A2- B1. B2o B3. C1w", units, "A2-B2")
    assert found.judged("B1") == (1, {"sk-step-adjacent": ("a1",)})
    # No terrain is given for A2.
    assert found.around == {"A2": {"sk-mf": ("A2",)}, "B1": {"sk-step-adjacent": ("a1",)}, "B3": {}}
    assert (found.destinations, set(found.runs)) == ({}, {"B2 B3"})
    assert position("A2- B1. B2o C1w", units, "A2-B2").excluded == {("C1", "sk-step-adjacent"): (None, ("a1",))}


def test_sk_step_adjacent_needs_to_know() -> None:
    """sk-step-adjacent: "A routing unit CAN move adjacent to an enemy unit, if that enemy unit was unknown to it"."""
    assert position("A2- B1. B2o B3. C1w", "g1:squad@B2 broken dm; a1:squad@A2").destinations == {"C1": 3}


def test_sk_step_adjacent_leaving_its_hex() -> None:
    """sk-step-adjacent: "unless it leaves that very unit's hex": a1's, not that of a2 next door."""
    found = position("B1. B2o B3.", "g1:squad@B2 broken dm; a1:squad@B2 broken")
    assert found.runs == {"B2 B1": "survives", "B2 B3": "survives"}
    found = position("B1. B2o B3. C2-", "g1:squad@B2 broken dm; a1:squad@B2 broken; a2:squad@C2", "C2-B2")
    assert found.judged("B1") == (1, {"sk-step-adjacent": ("a2",)})
    assert found.runs == {"B2 B3": "survives"}


# --- sk-step-occupied -------------------------------------------------------------------------------------------


def test_sk_step_occupied() -> None:
    """sk-step-occupied: "No step may enter the hex of a Known enemy unit" (which is also a step closer)."""
    found = position("B2o B3.", "g1:squad@B2 broken dm; a1:squad@B3 broken", "B3-B2")
    assert found.judged("B3") == (1, {"sk-step-closer": ("a1",), "sk-step-occupied": ("a1",)})
    assert found.around == {"B3": {"sk-step-closer": ("a1",), "sk-step-occupied": ("a1",)}}


def test_sk_step_occupied_needs_to_know() -> None:
    """sk-step-occupied: an enemy not Known bars nothing; in the same hex he is seen."""
    found = position("B2o B3.", "g1:squad@B2 broken dm; a1:squad@B3 broken")
    route = found.run("B2 B3")
    assert (route.end, route.discovers) == ("survives", (("B3", ("a1",)),))


# --- sk-step-stacking -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "friends", "room"),
    [
        ("squad", "squad squad", True),
        ("squad", "squad squad half_squad", False),
        ("squad", "squad squad crew", False),
        ("squad", "squad squad squad", False),
        ("half_squad", "squad squad half_squad", True),
        ("crew", "squad squad squad", False),
        ("leader", "squad squad squad", True),
        ("leader", "leader leader hero", True),
        ("leader", "leader leader hero leader", False),
        ("hero", "leader leader leader leader", False),
        ("squad", "leader leader leader leader", True),
        ("squad", "squad squad gun", True),
    ],
)
@pytest.mark.slow
def test_sk_step_stacking(unit: str, friends: str, room: bool) -> None:
    """sk-step-stacking: "a hex where its own side leaves no room: three squads, and four leaders", "even in passing":
    the woods in B3 lie behind B2."""
    stack = "".join(f"; g{n}:{kind}@B2" for n, kind in enumerate(friends.split(), 2))
    found = position("B1. B2. B3w", f"g1:{unit}@B1 broken dm{stack}")
    assert found.destinations == ({"B3": 3} if room else {})
    assert found.g1.verdict == ("may_rout" if room else "stays")
    full: Causes = {"sk-step-stacking": ("B2",)}
    assert found.judged("B2 B3") == ("survives" if room else (1, full))
    assert found.around == {"B2": {} if room else full}
    assert found.excluded == ({} if room else {("B3", "sk-step-stacking"): (None, ("B2",))})
    # Nor would there be room if it might not rout at all.
    assert position("B1. B2. B3w", f"g1:{unit}@B1 broken{stack}").around == found.around


@pytest.mark.parametrize(
    ("fact", "words"),
    [("status(a1,concealed).", "do not know this status"), ('unit(d1,american,dummy). at(d1,"B3").', "no dummies")],
)
def test_what_only_the_full_rules_know_is_refused(fact: str, words: str) -> None:
    """Silent "no concealment": it is full ASL's. The place of the fact is named, and what to do about it."""
    with pytest.raises(pyrout.InstanceError, match=rf":\d+:\d+: .*{words}.*remove it, or use the full rules"):
        pyrout.solve(position("B1. B2. B3.", "g1:squad@B1 broken dm; a1:squad@B3", facts=fact).instance)


@pytest.mark.parametrize("status", ["hidden", "motion", "buttoned_up"])
def test_words_of_later_starter_kits_are_refused_as_such(status: str) -> None:
    """Silent "later Starter Kits": they know these, and no answer is given that leaves them out."""
    with pytest.raises(
        pyrout.InstanceError, match=r":\d+:\d+: .*later Starter Kits have rules on it.*use the full rules"
    ):
        pyrout.solve(
            position("B1. B2. B3.", "g1:squad@B1 broken dm; a1:vehicle@B3", facts=f"status(a1,{status}).").instance
        )


def test_a_squad_is_not_wounded() -> None:
    """Nor is it taken for whole: a leader might have been meant, who has 3 MF."""
    for units in ("g1:squad@B1 broken dm wounded", "g1:squad@B1 broken dm; a1:squad@B2 wounded"):
        with pytest.raises(pyrout.InstanceError, match=r":\d+:\d+: .*only a leader, hero or commissar is wounded"):
            pyrout.solve(position("B1. B2.", units).instance)


def test_a_squad_does_not_malfunction() -> None:
    """Nor is that passed over: its MG might have been meant."""
    for unit in ("g1:squad@B1 broken dm malfunctioned", "g1:squad@B1 broken dm; a1:vehicle@B2 malfunctioned"):
        with pytest.raises(
            pyrout.InstanceError, match=r":\d+:\d+: .*a SW or a Gun malfunctions: give the weapon as sw/4"
        ):
            pyrout.solve(position("B1. B2.", unit).instance)


@pytest.mark.parametrize(
    ("kind", "remedy"), [("gun", "give the broken crew itself"), ("vehicle", "use the full rules")]
)
def test_only_infantry_routs(kind: str, remedy: str) -> None:
    """Nobody takes a Gun with him (sk-carry), or drives away in a rout; the Gun's crew, as a crew, routs."""
    with pytest.raises(pyrout.InstanceError, match=rf":\d+:\d+: .*only Infantry routs.*{remedy}"):
        pyrout.solve(position("B1. B2. B3.", f"g1:{kind}@B1 broken dm; a1:squad@B3", "B1-B3").instance)
    assert position("B1w B2.", "g1:crew@B2 broken dm").destinations == {"B1": 2}


def test_what_a_failed_nmc_leaves_fits_where_the_unit_did_not() -> None:
    """sk-step-stacking, sk-nmc: five half-squads in B2 leave room for one more, which g1 is once it has failed in B3."""
    friends = "; ".join(f"g{number}:half_squad@B2" for number in range(2, 7))
    here = position(
        "B4. B3. B2. B1w C3. C2. D9.",
        f"g1:squad@B4 broken dm; {friends}; a1:squad@D9",
        "D9-B3",
        'nmc(g1,"B3",fail). normal_range(a1,20).',
    )
    assert here.destinations == {"B1": 5}  # by way of C3 and C2
    assert set(here.runs) == {
        "B4 B3 B2 B1",
        "B4 B3 B2 C2 B1",
        "B4 B3 C3 C2 B1",
        "B4 B3 C3 B2 B1",
        "B4 B3 C3 B2 C2 B1",
        "B4 B3 C3 C2 B2 B1",
    }


def test_sk_step_stacking_only_its_own_side() -> None:
    """sk-step-stacking: "its own side": enemies it does not know of take no room."""
    assert position("B1o B2. B3w", "g1:squad@B1 broken dm; a1:squad@B2; a2:squad@B2; a3:squad@B2").destinations == {
        "B3": 3
    }


# --- sk-step-mf -------------------------------------------------------------------------------------------------


def test_sk_step_mf() -> None:
    """sk-step-mf: "A step must be affordable with the MF left": six hexes of open ground, and no seventh."""
    found = position(CORRIDOR, ALONE)
    assert found.judged("B2 B3 B4 B5 B6 B7") == "survives"
    assert found.judged("B2 B3 B4 B5 B6 B7 B8") == (7, {"sk-step-mf": ("B8",)})


# --- sk-dest-reach ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "facts", "destinations"),
    [
        ("B1. B2w", "", {"B2": 2}),
        ("B1. B2s", "", {"B2": 2}),
        ("B1. B2h", "", {"B2": 2}),
        ("B1. B2w", 'road("B1","B2").', {"B2": 1}),
        ("B1. B2b", "", {}),
        ("B1. B2o", "", {}),
        ("B1. B2g", "", {}),
        # "reached using no more than 6 MF": 2+2+2, 2+1.5+1+2
        ("B1. B2b B3b B4w", "", {"B4": 6}),
        ("B1. B2b B3g B4. B5w", "", {}),
        # Where it is already is no destination.
        ("B1w B2.", "", {}),
    ],
)
def test_sk_dest_reach(hexes: str, facts: str, destinations: dict[str, float]) -> None:
    """sk-dest-reach: article "A woods or building hex ... if it can be reached by the routing unit in the current
    RtPh"."""
    found = position(hexes, ALONE, facts=facts)
    assert (found.destinations, found.g1.free) == (destinations, not destinations)


def test_sk_dest_reach_price_is_that_of_the_cheapest_way() -> None:
    """sk-dest-reach: the price of B3 is 2+1 by A2, not 2+2 by B2."""
    assert position("B1. B2b A2. A3. B3w", ALONE).destinations == {"B3": 4}
    assert position("B1. B2b C2. C3. B3w", ALONE, facts='road("B1","B2"). ').destinations == {"B3": 3}


# --- sk-dest-ignore-range ---------------------------------------------------------------------------------------


def test_sk_dest_ignore_range() -> None:
    """sk-dest-ignore-range: article, "if it is no further from a Known Enemy Unit than the broken unit's current hex".
    A4 is 2 hexes from a1 in B5, as B3 is; so B1, 4 hexes from it, sets the limit."""
    found = position("B1w B2. B3o A4w B5-", "g1:squad@B3 broken dm; a1:squad@B5", "B5-B3")
    assert [(d.hex, d.mf, d.ignorable, d.why) for d in found.g1.destinations] == [
        ("A4", 2, True, (Reason("sk-dest-ignore-range", ("B5",)),)),
        ("B1", 3, False, ()),
    ]
    assert found.g1.free is False


def test_sk_dest_ignore_range_not_if_farther() -> None:
    """sk-dest-ignore-range: B2 is 3 hexes from B5, one more than B3: it cannot be ignored."""
    found = position("B1w B2w B3o B5-", "g1:squad@B3 broken dm; a1:squad@B5", "B5-B3")
    assert [(d.hex, d.mf, d.ignorable, d.why) for d in found.g1.destinations] == [("B2", 2, False, ())]


def test_sk_dest_ignore_range_some_enemy_is_enough() -> None:
    """sk-dest-ignore-range: "no farther from *some* Known enemy unit": A4 is 11 from L5, B3 is 10; of a1 as above."""
    found = position("B3o A4w B5- L5-", "g1:squad@B3 broken dm; a1:squad@B5; a2:squad@L5", "B5-B3 L5-B3")
    assert [(d.hex, d.why) for d in found.g1.destinations] == [("A4", (Reason("sk-dest-ignore-range", ("B5",)),))]
    assert found.g1.free is True


# g1 in A3 knows of nobody. In B2 it discovers a1 in A5, 3 hexes away; A3 and B3 are 2 hexes from A5, C3 is 3.
LATERAL = ("A3o B2. B3w C3w A5-", "g1:squad@A3 broken dm; a1:squad@A5", "A5-B2")
STAYS_ON_COURSE = {("A3 B3", "A3>B3"), ("A3 B3 C3", "A3>B3")}


@pytest.mark.parametrize(
    ("option", "new_legs"),
    [
        ("", {("A3 B2", "A3>B3 B2>free"), ("A3 B2 C3", "A3>B3 B2>C3"), ("A3 B2 C3", "A3>B3 B2>free")}),
        (
            "option(ignore_from,current).",
            {("A3 B2", "A3>B3 B2>free"), ("A3 B2 C3", "A3>B3 B2>C3"), ("A3 B2 C3", "A3>B3 B2>free")},
        ),
        ("option(ignore_from,start).", {("A3 B2 C3", "A3>B3 B2>C3")}),
    ],
)
def test_sk_dest_ignore_range_measured_from(option: str, new_legs: set[tuple[str, str]]) -> None:
    """sk-dest-ignore-range: "than the unit's own hex"; option ignore_from: the hex where it chooses, or its first. C3
    is as far from a1 as B2 is, but farther than A3."""
    assert position(*LATERAL, option).legs == STAYS_ON_COURSE | new_legs


# --- sk-dest-ignore-building ------------------------------------------------------------------------------------

# B1 costs 3 from A1: 2, and 1 for the hedge. A2 costs 2, and leads to B1 as well.
ROOMS = 'building("A1-A2","A1"). building("A1-A2","A2"). hexside("A1","B1",hedge).'


def test_sk_dest_ignore_building() -> None:
    """sk-dest-ignore-building: article "may ignore all other hexes of that building", "not required to leave"."""
    found = position("A1s A2s B1w", "g1:squad@A1 broken dm", facts=ROOMS)
    assert [(d.hex, d.mf, d.ignorable, d.why) for d in found.g1.destinations] == [
        ("A2", 2, True, (Reason("sk-dest-ignore-building", ("A1",)),)),
        ("B1", 3, False, ()),
    ]
    # "also while walking through it": bound for B1 it need not stop in A2.
    assert ("A1 A2 B1", "A1>B1") in found.legs


def test_sk_dest_ignore_building_another_building() -> None:
    """sk-dest-ignore-building: "that building": A2 as a house of its own binds, and so does one that g1 did not begin
    in."""
    found = position("A1s A2s B1w", "g1:squad@A1 broken dm", facts='hexside("A1","B1",hedge).')
    assert found.destinations == {"A2": 2}
    found = position("A1s A2s B1s", "g1:squad@A1 broken dm", facts='building("A2-B1","A2"). building("A2-B1","B1").')
    assert [d.ignorable for d in found.g1.destinations] == [False, False]


# --- sk-dest-nearest --------------------------------------------------------------------------------------------

NEAREST = ("A2w B1. B2. B3w C2w", ALONE)


def test_sk_dest_nearest() -> None:
    """sk-dest-nearest: "the nearest destination in MF", and "If there is more than one ..., the routing player may
    choose" (article): A2 and C2 cost 2, B3 costs 3."""
    found = position(*NEAREST)
    assert found.destinations == {"A2": 2, "C2": 2}
    assert found.excluded == {("B3", "sk-dest-nearest"): (3, ("A2", "C2"))}
    assert found.judged("C2", to="C2") == "survives"


def test_sk_dest_nearest_names_nothing_else() -> None:
    """sk-dest-nearest: whoever claims B3 has claimed the wrong destination; nothing else is wrong with the step to
    B2."""
    assert position(*NEAREST).judged("B2 B3", to="B3") == (1, {"sk-dest-nearest": ("B3",)})


# --- sk-dest-free -----------------------------------------------------------------------------------------------


def test_sk_dest_free_anywhere() -> None:
    """sk-dest-free: article "can rout to any hex it wishes"; it need not "use all of its available MF"."""
    found = position("B1. B2. B3b A2.", ALONE)
    assert (found.destinations, found.g1.free) == ({}, True)
    assert found.legs == {
        (path, "B1>free") for path in ("B1 B2", "B1 B2 A2", "B1 B2 B3", "B1 A2", "B1 A2 B2", "B1 A2 B2 B3")
    }


def test_sk_dest_free_if_all_can_be_ignored() -> None:
    """sk-dest-free: "Without a destination that it cannot ignore it may go anywhere": A2 may be ignored, B1 is open."""
    found = position("A1s A2s B1.", "g1:squad@A1 broken dm", facts=ROOMS)
    assert (found.destinations, found.g1.free) == ({"A2": 2}, True)
    # Bound for A2 it goes there, at once or by B1, and no farther; without a destination it stops where it likes.
    assert found.legs == {
        ("A1 A2", "A1>A2"),
        ("A1 B1 A2", "A1>A2"),
        *((path, "A1>free") for path in ("A1 A2", "A1 A2 B1", "A1 B1", "A1 B1 A2")),
    }


def test_sk_dest_free_not_with_a_destination() -> None:
    """sk-dest-free: with one that binds, no rout is without a destination."""
    found = position("B1. B2w", ALONE)
    assert (found.g1.free, found.legs) == (False, {("B1 B2", "B1>B2")})


# --- sk-dest-reached --------------------------------------------------------------------------------------------


def test_sk_dest_reached_by_any_way() -> None:
    """sk-dest-reached: article "As long as a routing unit reaches its rout destination, it is not required to use the
    shortest path"."""
    found = position("B1. B2w A2.", ALONE)
    assert set(found.runs) == {"B1 B2", "B1 A2 B2"}
    assert found.run("B1 A2 B2").mf == (0, 1, 3)


def test_sk_dest_reached_in_this_phase() -> None:
    """sk-dest-reached: "It must get to its destination in this phase"."""
    assert position("B1. B2w A2.", ALONE).judged("A2") == (2, {"sk-dest-reached": ("B2",)})


def test_sk_dest_reached_every_step_leaves_it_in_reach() -> None:
    """sk-dest-reached: "every step must leave the destination within reach": from A1 to B2 a wounded leader would spend
    1+1+2 more of the 2 MF that he has left."""
    found = position("A1. B1. B2w", "g1:leader@B1 broken dm wounded")
    assert set(found.runs) == {"B1 B2"}
    assert found.judged("A1") == (1, {"sk-dest-reached": ("B2",)})
    # Further on the way: from A2 to B4 a squad would spend 1+2+2 more of the 4 MF that it has left.
    assert position("B1. B2. B3b B4w A2.", ALONE).judged("B2 A2") == (2, {"sk-dest-reached": ("B4",)})
    # With 6 MF it is a detour, back through the starting hex.
    found = position("A1. B1. B2w", ALONE, facts="option(revisit,allow).")
    assert "B1 A1 B1 B2" in found.runs


def test_a_claimed_destination_is_that_of_the_first_leg() -> None:
    """In B2 it discovers a1 next door, and must go on to B4, a destination that nobody could claim before."""
    found = position("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm; a1:squad@A2", "A2-B2 A2-B3")
    assert found.judged("B2 B3 B4", to="B2") == "survives"
    assert found.judged("B2 B3 B4", to="B4") == (1, {"sk-dest-nearest": ("B4",)})


# --- sk-dest-new ------------------------------------------------------------------------------------------------


def test_sk_dest_new() -> None:
    """sk-dest-new: article "a new rout destination must be immediately selected, based on the unused MF". In B2 it
    finds that B3 is closer to a1."""
    found = position(*LATERAL, "option(ignore_from,start).")
    route = found.run("A3 B2 C3")
    assert [(leg.start, leg.to) for leg in route.legs] == [("A3", "B3"), ("B2", "C3")]
    assert (route.mf, route.discovers) == ((0, 1, 3), (("B2", ("a1",)),))
    # It must not stop where it has to choose.
    assert found.judged("B2") == (2, {"sk-dest-new": ("B2",)})
    assert found.judged("B2 B3") == (2, {"sk-step-closer": ("a1",)})


def test_sk_dest_new_with_the_mf_left() -> None:
    """sk-dest-new: "with the MF left": C3 costs 2 of the 3 that a wounded leader has, and 1 is spent; over a hedge it
    costs 3, and there is no destination left."""
    wounded = (LATERAL[0], "g1:leader@A3 broken dm wounded; a1:squad@A5", LATERAL[2])
    on = "option(ignore_from,start)."
    assert ("A3 B2 C3", "A3>B3 B2>C3") in position(*wounded, on).legs
    hedged = position(*wounded, on + 'hexside("B2","C3",hedge).')
    assert hedged.legs == {("A3 B3", "A3>B3"), ("A3 B2", "A3>B3 B2>free")}


def test_sk_dest_new_not_if_it_can_still_be_reached() -> None:
    """sk-dest-new: "If it can still be reached, it goes on to the same destination"; L2 is 10 hexes from B2 and B3."""
    found = position("B1o B2. B3w L2-", "g1:squad@B1 broken dm; a1:squad@L2", "L2-B2")
    assert found.legs == {("B1 B2 B3", "B1>B3")}
    assert found.run("B1 B2 B3").discovers == (("B2", ("a1",)),)


def test_sk_dest_new_not_if_another_way_is_left() -> None:
    """sk-dest-new: "goes on to the same destination": in D2 it finds a1 in F2, next to E3, and goes round by C3."""
    found = position("D1o D2. C3. C4. E3. E4. D4w F2-", "g1:squad@D1 broken dm; a1:squad@F2", "F2-D2")
    assert found.legs == {("D1 D2 C3 C4 D4", "D1>D4")}


# --- sk-dest-continue -------------------------------------------------------------------------------------------


def test_sk_dest_continue() -> None:
    """sk-dest-continue: article "it may continue to rout, but only to adjacent woods/building hexes", "end its rout in
    any of these"."""
    found = position("B1. B2w B3s B4. B5w", ALONE)
    assert found.legs == {("B1 B2", "B1>B2"), ("B1 B2 B3", "B1>B2")}
    assert found.judged("B2 B3") == "survives"
    assert found.judged("B2 B3 B4") == (3, {"sk-dest-continue": ("B4",)})
    assert found.judged("B2 B3 B4 B5") == (3, {"sk-dest-continue": ("B4",)})


def test_sk_dest_continue_through_the_starting_hex() -> None:
    """sk-dest-continue, sk-leave: g1 in the woods B2 goes to B1, and on through B2 to B3: cover all the way. 6 MF, and
    a hex twice."""
    found = position("B1w B2w B3w", "g1:squad@B2 broken dm", facts="option(revisit,allow).")
    to_b1 = ("B2 B1", "B2 B1 B2 B1", "B2 B1 B2 B3", "B2 B3 B2 B1")
    to_b3 = ("B2 B3", "B2 B3 B2 B3", "B2 B3 B2 B1", "B2 B1 B2 B3")
    assert found.legs == {*((path, "B2>B1") for path in to_b1), *((path, "B2>B3") for path in to_b3)}


# --- sk-dest-threatened -----------------------------------------------------------------------------------------

# a1 in A2 is next to B1 and B2, and sees B2 and B3.
NEXT_DOOR = ("B1o B2w B3. B4w A2-", "g1:squad@B1 broken dm; a1:squad@A2", "A2-B2 A2-B3")


def test_sk_dest_threatened() -> None:
    """sk-dest-threatened: article "the routing unit must immediately rout away from this new Known Enemy Unit"."""
    found = position(*NEXT_DOOR)
    assert found.legs == {("B1 B2 B3 B4", "B1>B2 B2>B4")}
    route = found.run("B1 B2 B3 B4")
    assert (route.end, route.mf, route.discovers) == ("survives", (0, 2, 3, 5), (("B2", ("a1",)),))
    assert [(i.hex, i.by) for i in route.interdicted] == [("B3", ("a1",))]
    assert found.judged("B2") == (2, {"sk-dest-threatened": ("a1",)})


@pytest.mark.parametrize(
    ("status", "stops"), [(" broken", True), (" pinned", False), (" cx", False), (" melee", False)]
)
def test_sk_dest_threatened_by_the_unbroken(status: str, stops: bool) -> None:
    """sk-dest-threatened: "Where an unbroken Known enemy unit is adjacent it may not stop"."""
    hexes, units, los = NEXT_DOOR
    found = position(hexes, units + status, los)
    assert ("B1 B2" in found.runs) is stops
    assert (found.judged("B2") == "survives") is stops


def test_sk_dest_threatened_in_cover_beyond() -> None:
    """sk-dest-threatened: "cover beyond it". a1 in A4 is next to B3, not to B2; g1 has 2 MF left, and goes back to
    B2."""
    found = position("B1. B2w B3w A4-", f"{ALONE}; a1:squad@A4", "A4-B3")
    assert found.legs == {("B1 B2", "B1>B2"), ("B1 B2 B3 B2", "B1>B2 B3>B2")}


def test_sk_dest_threatened_without_destination() -> None:
    """sk-dest-threatened: "or any hex of a rout without destination"."""
    found = position("B1o B2o B3o B4o A2-", "g1:squad@B1 broken dm; a1:squad@A2", "A2-B2")
    assert found.legs == {("B1 B2 B3", "B1>free B2>free"), ("B1 B2 B3 B4", "B1>free B2>free")}


def test_sk_dest_threatened_next_to_the_hex_it_leaves() -> None:
    """sk-dest-threatened: "or whose hex it has just left"."""
    found = position("B1o B2o B3o", "g1:squad@B3 broken dm; a1:squad@B3")
    assert found.legs == {("B3 B2 B1", "B3>free B2>free")}


# --- sk-crawl ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "mf"), [("squad@B1 broken dm", 6), ("leader@B1 broken dm wounded", 3)])
def test_sk_crawl(unit: str, mf: int) -> None:
    """sk-crawl: article "a rout of one hex that requires all of the routing unit's MF"."""
    found = position("B1. B2. B3.", f"g1:{unit}")
    (crawl,) = [route for route in found.g1.routes if route.posture == "low_crawl"]
    assert (crawl.path, crawl.mf, crawl.end) == (("B1", "B2"), (0, mf), "survives")
    assert found.judged("B2", low_crawl=True) == "survives"
    assert found.judged("B2 B3", low_crawl=True) == (2, {"sk-crawl": ("B3",)})


def test_sk_crawl_whatever_it_costs() -> None:
    """sk-crawl: "regardless of the terrain in the hex entered" (article): woods up a level cost 4, he has 3."""
    found = position("B1. B2w", "g1:leader@B1 broken dm wounded", facts='elevation("B2",1).')
    assert (found.runs, found.crawls) == ({}, {"B2": "survives"})
    assert found.judged("B2") == (1, {"sk-step-mf": ("B2",)})
    assert found.judged("B2", low_crawl=True) == "survives"


def test_sk_crawl_takes_a_legal_step() -> None:
    """sk-crawl: "one legal step": "Low Crawl follows the same rules as a normal rout" (article)."""
    found = position("B1o B2. B3o B4. B6-", "g1:squad@B3 broken dm; a1:squad@B6", "B6-B3")
    assert found.crawls == {"B2": "survives"}
    assert found.judged("B4", low_crawl=True) == (1, {"sk-step-closer": ("a1",)})
    full = position("B1. B2.", f"{ALONE}; g2:squad@B2; g3:squad@B2; g4:squad@B2")
    assert full.judged("B2", low_crawl=True) == (1, {"sk-step-stacking": ("B2",)})


# --- sk-crawl-toward --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "into"),
    [
        ("", {"B2"}),
        ("option(crawl_toward,mf).", {"B2"}),
        ("option(crawl_toward,hexes).", set()),
        ("option(crawl_toward,reachable).", {"B1", "B2"}),
        ("option(crawl_toward,free).", {"A1", "B1", "B2"}),
    ],
)
@pytest.mark.slow
def test_sk_crawl_toward(option: str, into: set[str]) -> None:
    """sk-crawl-toward: article "A Low Crawl must always be made towards the unit's rout destination (if there is one)".

    A4 costs 4 from A2, by B2 and B3; from B2 it costs 3, from B1 4 and from A1 5. It is 2 hexes from A2 and from B2, 3
    from B1 and from A1. By way of B1 it costs 1+4, by way of the brush in A1 2+5.
    """
    found = position("A1b A2. A4w B1. B2. B3.", "g1:squad@A2 broken dm", facts=option)
    assert found.destinations == {"A4": 4}
    assert set(found.crawls) == into
    for hex_ in ("A1", "B1", "B2"):
        expected = "survives" if hex_ in into else (1, {"sk-crawl-toward": (hex_,)})
        assert found.judged(hex_, low_crawl=True) == expected


@pytest.mark.parametrize(
    "value", ["crawl_toward,mf", "crawl_toward,hexes", "crawl_toward,reachable", "crawl_toward,free"]
)
def test_sk_crawl_toward_straight(value: str) -> None:
    """sk-crawl-toward: whatever is counted, the next hex of the straight way is closer; "another destination" is
    not."""
    found = position("B1. B2. B3w", ALONE, facts=f"option({value}).")
    (crawl,) = [route for route in found.g1.routes if route.posture == "low_crawl"]
    assert (crawl.path, [(leg.start, leg.to) for leg in crawl.legs]) == (("B1", "B2"), [("B1", "B3")])


def test_sk_crawl_toward_without_destination() -> None:
    """sk-crawl-toward: "if it has one"; without one "any legal step will do"."""
    assert set(position("A2. B1. B2. C1.", ALONE).crawls) == {"A2", "B2", "C1"}


def test_sk_crawl_toward_only_what_may_be_chosen() -> None:
    """sk-crawl-toward: "must be one that sk-dest-nearest allows": B2 leads to B3 only, which is not the nearest."""
    assert set(position(*NEAREST).crawls) == {"A2", "C2"}


# --- sk-crawl-occupied, sk-crawl-safe ---------------------------------------------------------------------------


def test_sk_crawl_occupied() -> None:
    """sk-crawl-occupied: "available to every routing unit except one that is routing out of an enemy-occupied hex"."""
    found = position("B1. B2o B3.", "g1:squad@B2 broken dm; a1:squad@B2 broken")
    assert (found.crawls, set(found.runs)) == ({}, {"B2 B1", "B2 B3"})
    assert found.judged("B1", low_crawl=True) == (1, {"sk-crawl-occupied": ("B2",)})


def test_sk_crawl_occupied_by_friends_is_no_matter() -> None:
    """sk-crawl-occupied: "enemy-occupied"; an enemy next door is not in the hex either."""
    found = position("A3- B1. B2o B3-", "g1:squad@B2 broken dm; g2:squad@B2 broken; a1:squad@A3", "A3-B2")
    assert found.crawls == {"B1": "survives"}


def test_sk_crawl_safe() -> None:
    """sk-crawl-safe: "A routing unit that uses Low Crawl cannot be interdicted"; no NMC result can befall it either."""
    found = position("B1o B2. B5-", "g1:squad@B1 broken dm; a1:squad@B5", "B5-B2", 'nmc(g1,"B2",fail). morale(g1,7).')
    (crawl,) = [route for route in found.g1.routes if route.posture == "low_crawl"]
    assert (crawl.interdicted, crawl.end, crawl.discovers) == ((), "survives", (("B2", ("a1",)),))
    assert [i.hex for i in found.run("B1 B2").interdicted] == ["B2"]


# --- sk-interdict -----------------------------------------------------------------------------------------------


def interdicted(found: Position, path: str = "B1 B2") -> dict[str, tuple[str, ...]]:
    """The interdicted hexes of a run, and by whom."""
    return {i.hex: i.by for i in found.run(path).interdicted}


@pytest.mark.parametrize(
    ("enemies", "facts", "able"),
    [
        ("a1:squad@B5", "", True),
        # article: "an enemy unit that is not broken, pinned, CX, or in Melee"
        ("a1:squad@B5 broken", "", False),
        ("a1:squad@B5 pinned", "", False),
        ("a1:squad@B5 cx", "", False),
        ("a1:squad@B5 melee", "", False),
        ("a1:squad@B5 unarmed", "possesses(a1,w). sw(w,lmg,3,6).", False),
        # "normal range": B2 is 3 hexes off; "at least 1 FP"
        ("a1:squad@B5", "normal_range(a1,3).", True),
        ("a1:squad@B5", "normal_range(a1,2).", False),
        ("a1:squad@B5", "firepower(a1,1).", True),
        ("a1:squad@B5", "firepower(a1,0).", False),
        ("a1:hero@B5", "", True),
        # "its inherent FP and range, or the FP and range of any SW it possesses"
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,3).", True),
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,2).", False),
        ("a1:squad@B5", "normal_range(a1,3). possesses(a1,w). sw(w,lmg,3,2).", True),
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,9). status(w,malfunctioned).", False),
        ("a1:squad@B5", "normal_range(a1,2). sw(w,lmg,3,9).", False),
        ("a1:squad@B5 pinned", "normal_range(a1,2). possesses(a1,w). sw(w,lmg,3,9).", False),
        # What is thrown, placed or spoken into does not fire at a hex.
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,dc,1,9).", False),
        ("a1:squad@B5", "normal_range(a1,2). possesses(a1,w). sw(w,radio,1,9).", False),
        # "Leaders without a SW, or a single leader with a MG, cannot Interdict."
        ("a1:leader@B5", "", False),
        ("a1:leader@B5", "firepower(a1,4).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,mmg,3,6).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,hmg,3,6).", False),
        ("a1:leader@B5", "possesses(a1,w). sw(w,psk,1,4).", True),
        ("a1:leader@B5; a2:leader@B5", "possesses(a1,w). sw(w,lmg,3,6).", True),
        ("a1:leader@B5; a2:leader@B5 broken", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5; a2:leader@B6", "possesses(a1,w). sw(w,lmg,3,6).", False),
        ("a1:leader@B5; a2:hero@B5", "possesses(a1,w). sw(w,lmg,3,6). firepower(a2,0).", False),
        ("a1:leader@B5; g9:leader@B5", "possesses(a1,w). sw(w,lmg,3,6).", False),
        # "as long as they do not have to change their CA"
        ("a1:gun@B5", "normal_range(a1,40).", True),
        ("a1:gun@B5", "normal_range(a1,2).", False),
        # A malfunctioned Gun does not fire; the SW of its crew does.
        ("a1:gun@B5 malfunctioned", "normal_range(a1,40).", False),
        ("a1:gun@B5 malfunctioned", "normal_range(a1,40). possesses(a1,w). sw(w,lmg,3,6).", True),
        ("a1:gun@B5", 'normal_range(a1,40). covered_arc(a1,"B2").', True),
        ("a1:gun@B5", 'normal_range(a1,40). covered_arc(a1,"B3").', False),
        ("a1:crew@B5", 'normal_range(a1,2). possesses(a1,w). sw(w,gun,9,40). covered_arc(w,"B2").', True),
        ("a1:crew@B5", 'normal_range(a1,2). possesses(a1,w). sw(w,gun,9,40). covered_arc(w,"B3").', False),
        ("a1:crew@B5", 'normal_range(a1,3). possesses(a1,w). sw(w,gun,9,40). covered_arc(w,"B3").', True),
    ],
)
@pytest.mark.slow
def test_sk_interdict_who(enemies: str, facts: str, able: bool) -> None:
    """sk-interdict: "an enemy unit that could fire at it". He becomes Known by that very step."""
    found = position("B1o B2. B3- B5- B6-", f"g1:squad@B1 broken dm; {enemies}", "B5-B2", facts)
    assert interdicted(found) == ({"B2": ("a1",)} if able else {})


@pytest.mark.parametrize(
    ("unit", "facts", "hexes_away"),
    [
        # "Weapons that fire using the To Hit process ... out to their normal range or 16 hexes, whichever is less"
        ("gun", "normal_range(a1,40).", 16),
        ("gun", "normal_range(a1,15).", 15),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,mortar,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,baz,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,psk,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,piat,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,rcl,3,40).", 16),
        ("crew", "normal_range(a1,1). possesses(a1,w). sw(w,gun,3,40).", 16),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,mortar,3,9).", 9),
        ("squad", "normal_range(a1,1). possesses(a1,w). sw(w,hmg,3,18).", 18),
        ("squad", "normal_range(a1,18).", 18),
    ],
)
@pytest.mark.slow
def test_sk_interdict_range(unit: str, facts: str, hexes_away: int) -> None:
    """sk-interdict: "in the unhindered LOS and normal range": one hex more, and there is none."""
    for farther, able in ((0, True), (1, False)):
        place = f"B{2 + hexes_away + farther}"
        found = position(f"B1o B2. {place}-", f"g1:squad@B1 broken dm; a1:{unit}@{place}", f"{place}-B2", facts)
        assert bool(interdicted(found)) is able


@pytest.mark.parametrize(("los", "able"), [("B5-B2", True), ("B2-B5", True), ("B5-B2/1", False), ("", False)])
def test_sk_interdict_unhindered(los: str, able: bool) -> None:
    """sk-interdict: article "with no Hindrance modifiers"."""
    found = position("B1o B2. B5-", "g1:squad@B1 broken dm; a1:squad@B5", los)
    assert interdicted(found) == ({"B2": ("a1",)} if able else {})


@pytest.mark.parametrize(
    ("terrain", "facts", "is_open"),
    [
        (".", "", True),
        ("g", "month(3).", True),
        ("g", "month(8).", False),
        ("g", "", False),
        ("o", "", False),
        ("b", "", False),
        ("w", "", False),
        ("s", "", False),
        # Silent: "a hex entered over a road hexside at the road rate counts as Open Ground for that entry"
        ("w", 'road("B1","B2"). option(road_rate,taken).', True),
        ("o", 'road("B2","B1"). option(road_rate,taken).', True),
        ("o", 'road("B2","B1").', False),
        ("w", 'road("B2","B3").', False),
        (".", 'road("B1","B2").', True),
    ],
)
@pytest.mark.slow
def test_sk_interdict_where(terrain: str, facts: str, is_open: bool) -> None:
    """sk-interdict: "Each Open Ground hex that it enters"."""
    found = position(f"B1o B2{terrain} B3- B5-", "g1:squad@B1 broken dm; a1:squad@B5", "B5-B2", facts)
    assert interdicted(found) == ({"B2": ("a1",)} if is_open else {})


def ways(found: Position) -> list[tuple[str, tuple[float, ...], list[str]]]:
    """The runs of g1: path, MF, and where it is interdicted."""
    return [(" ".join(r.path), r.mf, [i.hex for i in r.interdicted]) for r in found.g1.routes if r.posture == "run"]


BY_ROAD = "B1. B2{} B6-", "g1:squad@B1 broken dm; a1:squad@B6", "B6-B2"


@pytest.mark.parametrize(
    ("terrain", "facts", "expected"),
    [
        # "the unit may instead pay for the hex's own terrain and have its cover"
        ("w", "", [(1, ["B2"]), (2, [])]),
        ("w", "option(road_rate,choice).", [(1, ["B2"]), (2, [])]),
        ("w", "option(road_rate,taken).", [(1, ["B2"])]),
        ("b", "", [(1, ["B2"]), (2, [])]),
        ("g", "month(7).", [(1, ["B2"]), (1.5, [])]),
        # Where the terrain costs no more there is one way, with the cover if the hex has any.
        ("o", "", [(1, [])]),
        ("o", "option(road_rate,taken).", [(1, ["B2"])]),
        (".", "", [(1, ["B2"])]),
        ("g", "month(2).", [(1, ["B2"])]),
        # Both are doubled uphill, and pay for the wall.
        ("w", 'elevation("B2",1). elevation("B6",1).', [(2, ["B2"]), (4, [])]),
        ("w", 'hexside("B1","B2",wall).', [(2, ["B2"]), (3, [])]),
    ],
)
def test_sk_road_two_ways(terrain: str, facts: str, expected: list[tuple[float, list[str]]]) -> None:
    """sk-road: at the road rate and in the open, or at the price of the hex's own terrain and under its cover."""
    hexes, units, los = BY_ROAD
    found = position(hexes.format(terrain), units, los, 'road("B1","B2"). ' + facts)
    assert ways(found) == [("B1 B2", (0, mf), interdicted) for mf, interdicted in expected]
    if terrain == "w":
        assert found.destinations == {"B2": expected[0][0]}  # the cheapest way is the price
    assert found.crawls == {"B2": "survives"}  # one Low Crawl, whatever the way


def test_sk_road_every_mix_of_ways_is_listed() -> None:
    """sk-road: two hexes by road are four ways; an allowance of 3 MF leaves three of them."""
    road = 'road("B1","B2"). road("B2","B3").'
    for wounded, costs in (
        ("", [(0, 1, 2), (0, 1, 3), (0, 2, 3), (0, 2, 4)]),
        ("wounded", [(0, 1, 2), (0, 1, 3), (0, 2, 3)]),
    ):
        found = position("B1. B2w B3w", f"g1:leader@B1 broken dm {wounded}", facts=road)
        assert [mf for path, mf, _ in ways(found) if path == "B1 B2 B3"] == costs


def test_sk_road_judged() -> None:
    """sk-road: a claim is judged by the cheapest way that is legal, or by the MF that it claims."""
    hexes, units, los = BY_ROAD
    found = position(hexes.format("w"), units, los, 'road("B1","B2").')
    assert [found.judged("B2", mf=mf) for mf in (None, 1, 2)] == ["survives"] * 3
    assert found.judged("B2", mf=1.5) == (1, {"sk-mf": ("B2",)})
    assert found.judged("B2", low_crawl=True, mf=6) == "survives"
    with pytest.raises(pyrout.UsageError, match="whole or half MF"):
        found.judged("B2", mf=1.3)


def test_sk_road_nmc_given() -> None:
    """sk-road: the given result of an NMC comes to pass only where there is one."""
    hexes, units, los = BY_ROAD
    found = position(hexes.format("w") + " A2w", units, los, 'road("B1","B2"). nmc(g1,"B2",pin).')
    # Under cover it may go on from B2; at the road rate it is pinned there.
    assert (found.judged("B2 A2", mf=4), found.judged("B2 A2", mf=3)) == ("survives", (2, {"sk-mf": ("A2",)}))
    assert [found.judged("B2", mf=mf) for mf in (1, 2)] == ["survives"] * 2


def test_sk_interdict_once_a_hex() -> None:
    """sk-interdict: article "only one Interdiction NMC per Open Ground hex entered, regardless of how many"."""
    found = position(
        "B1o B2. B5- B6-", "g1:squad@B1 broken dm; a1:squad@B5; a2:squad@B6; a3:squad@B6 cx", "B5-B2 B6-B2"
    )
    assert [(i.hex, i.by) for i in found.run("B1 B2").interdicted] == [("B2", ("a1", "a2"))]


def test_sk_interdict_free() -> None:
    """sk-interdict-free: article "There is no limit to the number of Interdictions a single unit can make"; the second
    unit to rout finds a1 as the first one did."""
    units = "g1:squad@B4 broken dm; g2:squad@B4 broken dm; a1:squad@B9"
    found = position("B1. B2. B3. B4o B9-", units, "B9-B3 B9-B2 B9-B1", "normal_range(a1,12).")
    for answer in pyrout.solve(found.instance).units:
        (route,) = [r for r in answer.routes if r.path == ("B4", "B3", "B2", "B1")]
        assert [(i.hex, i.by) for i in route.interdicted] == [("B3", ("a1",)), ("B2", ("a1",)), ("B1", ("a1",))]


# --- sk-odds ----------------------------------------------------------------------------------------------------

# From B4 to the woods of B1, over B3 and B2 in sight of a1; the brush of A3 and A2 hides it, for 6 MF in all.
SHOT_AT = "B1w B2. B3. B4o B9-", "B9-B3 B9-B2"


def chances(units: str, facts: str) -> dict[str, Fraction]:
    """The chances of g1 on its way through both hexes."""
    hexes, los = SHOT_AT
    here = position(hexes, f"{units}; a1:squad@B9", los, f"normal_range(a1,9). {facts}")
    return dict(here.run("B4 B3 B2 B1").odds)


def test_sk_odds_two_checks() -> None:
    """sk-odds: "pass below the morale, pin on it, fail above": at 7 a DR passes with 15/36, pins with 6/36, fails with 15/36. A
    squad that fails once is reduced, what is left of it is eliminated with the next."""
    ok, pin, fail = Fraction(15, 36), Fraction(6, 36), Fraction(15, 36)
    assert chances("g1:squad@B4 broken dm", "broken_morale(g1,7).") == {
        "survives": ok * ok,
        "reduced": 2 * ok * fail,
        "pinned": pin + (ok + fail) * pin,
        "eliminated": fail * fail,
    }
    assert chances("g1:squad@B4 broken dm", "") == {}


@pytest.mark.parametrize(
    ("morale", "odds"),
    [
        (2, {"pinned": Fraction(1, 36), "eliminated": Fraction(35, 36)}),
        (12, {"survives": Fraction(35, 36) ** 2, "pinned": Fraction(1, 36) + Fraction(35, 36) * Fraction(1, 36)}),
    ],
)
def test_sk_odds_without_originals(morale: int, odds: dict[str, Fraction]) -> None:
    """sk-odds: "No Heat of Battle, no fate": a DR of 2 or 12 is held against the morale like any other."""
    assert chances("g1:half_squad@B4 broken dm", f"broken_morale(g1,{morale}).") == odds


@pytest.mark.parametrize("wounded", ["", " wounded"])
def test_sk_odds_of_a_leader(wounded: str) -> None:
    """sk-odds: a leader who fails in B3 is wounded, and goes on to B2, 3 MF from B4; "a wounded leader who fails again is
    eliminated"."""
    ok, pin, fail = Fraction(15, 36), Fraction(6, 36), Fraction(15, 36)
    facts = "normal_range(a1,9). broken_morale(g1,7)."
    here = position("B1o B2w B3. B4o B9-", f"g1:leader@B4 broken dm{wounded}; a1:squad@B9", "B9-B3", facts)
    failed = "eliminated" if wounded else "wounded"
    assert dict(here.run("B4 B3 B2").odds) == {"survives": ok, "pinned": pin, failed: fail}


def test_sk_odds_with_a_leader() -> None:
    """sk-odds: "a fact of leadership(L,N) counts": with -1 a DR up to 7 passes (21/36), 8 pins (5/36). Once the unit has failed
    he is lost (sk-may-leader), and 7 alone counts."""
    ok, pin, fail = Fraction(21, 36), Fraction(5, 36), Fraction(10, 36)
    units = "g1:squad@B4 broken dm; g2:leader@B4"
    along = "broken_morale(g1,7). accompanies(g2,g1)."
    assert chances(units, f"{along} leadership(g2,-1).") == {
        "survives": ok * ok,
        "reduced": ok * fail + fail * Fraction(15, 36),
        "pinned": pin + ok * pin + fail * Fraction(6, 36),
        "eliminated": fail * Fraction(15, 36),
    }
    without_him = chances("g1:squad@B4 broken dm", "broken_morale(g1,7).")
    assert chances(units, along) == without_him
    assert chances(units, "broken_morale(g1,7). leadership(g2,-1).") == without_him  # he stays behind


@pytest.mark.parametrize(
    ("facts", "said"), [("", "no leadership DRM of g2"), ("leadership(g2,1).", "gives a DRM of 2 as long")]
)
def test_sk_odds_of_whose_leadership_nothing_is_said(facts: str, said: str) -> None:
    """sk-odds: of a leader without the fact the odds say so; that of a wounded one is one worse (A17.2)."""
    units = "g1:squad@B3 broken dm; g2:leader@B3 wounded; a1:squad@B8"
    here = position("B1w B2. B3o B8-", units, "B8-B2", f"accompanies(g2,g1). broken_morale(g1,7). {facts}")
    assert any(said in sentence for sentence in here.g1.odds_assume)
    passed = Fraction(6 if facts else 15, 36)  # a DR of 2, 3 or 4, else up to 6
    assert dict(here.run("B3 B2 B1").odds)["survives"] == passed


def test_sk_odds_of_a_phase() -> None:
    """sk-odds: "phase, --best and --after use them": the half-squad that dies with 15/36 in B2, 3 MF from home, takes the 5 MF
    over A3 and A2, which nobody sees."""
    units = "g1:half_squad@B3 broken dm; a1:squad@B8"
    here = position("B1w B2. B3. A2b A3o B8-", units, "B8-B3 B8-B2", "broken_morale(g1,7).")
    assert dict(here.run("B3 B2 B1").odds)["eliminated"] == Fraction(15, 36)
    (side,) = pyrout.phase(here.instance).phase
    assert side.best is not None
    assert (dict(side.best.routes)["g1"].path, side.best.chance) == (("B3", "A3", "A2", "B1"), 1)
    short = pyrout.phase(position("B1w B2. B3o B8-", units, "B8-B3 B8-B2", "broken_morale(g1,7).").instance)
    assert not any("original 2" in sentence for sentence in short.assumes)


# --- sk-nmc, sk-nmc-listed --------------------------------------------------------------------------------------


def under_fire(router: str, nmc: str = "", friends: str = "") -> Position:
    """g1 in B5; a1 in B9 interdicts in B4, B3 and B2. ``nmc``: ``B4:fail`` and so on."""
    results = "".join('nmc(g1,"{}",{}).'.format(*entry.split(":")) for entry in nmc.split())
    kind, _, statuses = router.partition(" ")
    return position(
        "B1. B2. B3. B4. B5o B9-",
        f"g1:{kind}@B5 broken dm {statuses}; a1:squad@B9{friends}",
        "B9-B4 B9-B3 B9-B2",
        "normal_range(a1,9)." + results + ("accompanies(g2,g1)." if "g2:" in friends else ""),
    )


def ends(found: Position) -> dict[str, str]:
    """Where each run ends, and how: all of them lead straight away from B5."""
    return {path.split()[-1]: end for path, end in found.runs.items()}


ALL = dict.fromkeys(["B4", "B3", "B2", "B1"], "survives")


@pytest.mark.parametrize("nmc", ["", "B4:pass B3:pass", "B5:fail B1:pin"])
def test_sk_nmc_listed_as_passed(nmc: str) -> None:
    """sk-nmc-listed: "Routes are listed as though every NMC were passed"; a result where none is due has no effect."""
    found = under_fire("squad", nmc)
    assert ends(found) == ALL
    assert list(interdicted(found, "B5 B4 B3 B2 B1")) == ["B4", "B3", "B2"]


def test_sk_nmc_listed_with_its_result() -> None:
    """sk-nmc-listed: "unless its result is given"."""
    assert ends(under_fire("squad", "B3:pin")) == {"B4": "survives", "B3": "survives"}


def test_sk_nmc_pin() -> None:
    """sk-nmc: article "If the interdicted unit is pinned, it must immediately end its rout in that hex"."""
    found = under_fire("squad", "B4:pin")
    assert ends(found) == {"B4": "survives"}
    assert found.judged("B4 B3") == (2, {"sk-nmc": ("B4",)})


def test_sk_nmc_pin_short_of_its_destination() -> None:
    """sk-nmc: pinned on the way to B1, it need not get there (nor choose anew)."""
    found = position(
        "B1w B2. B3. B9-", "g1:squad@B3 broken dm; a1:squad@B9", "B9-B2", 'normal_range(a1,9). nmc(g1,"B2",pin).'
    )
    assert found.legs == {("B3 B2", "B3>B1")}
    assert found.runs == {"B3 B2": "survives"}


@pytest.mark.parametrize(
    ("router", "nmc", "expected"),
    [
        # article: "If it fails this NMC it suffers Casualty Reduction, but any remaining HS may continue to rout."
        ("squad", "B4:fail", ALL),
        ("squad", "B4:fail B2:fail", {"B4": "survives", "B3": "survives", "B2": "eliminated"}),
        ("half_squad", "B4:fail", {"B4": "eliminated"}),
        ("crew", "B3:fail", {"B4": "survives", "B3": "eliminated"}),
        # "A routing leader wounded by a failed Interdiction NMC may continue to rout if he has not yet spent 3 MF."
        ("leader", "B4:fail", {"B4": "survives", "B3": "survives", "B2": "survives"}),
        ("leader", "B2:fail", {"B4": "survives", "B3": "survives", "B2": "survives"}),
        # Silent: "or, if wounded already, eliminated"
        ("leader wounded", "B3:fail", {"B4": "survives", "B3": "eliminated"}),
        ("leader", "B4:fail B3:fail", {"B4": "survives", "B3": "eliminated"}),
    ],
)
def test_sk_nmc_failed(router: str, nmc: str, expected: dict[str, str]) -> None:
    """sk-nmc: "failing it suffers Casualty Reduction, and what is left may go on"."""
    assert ends(under_fire(router, nmc)) == expected


@pytest.mark.parametrize(
    ("router", "nmc", "failed"),
    [
        ("squad", "", "reduced"),
        ("half_squad", "", "eliminated"),
        ("crew", "", "eliminated"),
        ("leader", "", "wounded"),
        ("leader wounded", "", "eliminated"),
        ("squad", "B4:fail", "eliminated"),  # a half-squad by then
        ("leader", "B4:fail", "eliminated"),  # wounded by then
    ],
)
def test_sk_nmc_what_a_failure_would_do(router: str, nmc: str, failed: str) -> None:
    """sk-nmc: what a pin or a failure in B3 would make of the unit."""
    last = under_fire(router, nmc).run("B5 B4 B3").interdicted[-1]
    assert (last.hex, last.if_pinned, last.if_failed) == ("B3", "survives", failed)


def test_sk_nmc_half_squad_takes_less_room() -> None:
    """sk-nmc: what is left is a half-squad: B3 has room for one of those beside five others."""
    friends = "".join(f"; g{n}:half_squad@B3" for n in range(3, 8))
    assert set(ends(under_fire("squad", "", friends))) == {"B4"}
    assert ends(under_fire("squad", "B4:fail", friends)) == ALL
    # Beside six there is none.
    assert set(ends(under_fire("squad", "B4:fail", friends + "; g8:half_squad@B3"))) == {"B4"}


def test_sk_nmc_costs_the_leader_who_goes_along() -> None:
    """sk-nmc, sk-may-leader: Silent "it takes no NMC and is eliminated if the unit fails one": four leaders in B3 leave
    room for the half-squad, not for the pair. His wound still counts: the allowance "is never increased"."""
    friends = "; g2:leader@B5" + "".join(f"; g{n}:leader@B3" for n in range(3, 7))
    assert set(ends(under_fire("squad", "", friends))) == {"B4"}
    assert ends(under_fire("squad", "B4:fail", friends)) == ALL
    assert set(ends(under_fire("squad", "B4:fail", "; g2:leader@B5 wounded"))) == {"B4", "B3", "B2"}


def test_sk_nmc_in_a_threatened_hex() -> None:
    """sk-nmc, sk-ftr-adjacent: a leader finds a1 next door, and routs on. Had he been pinned there, he would be
    eliminated; so he would in B1, had he been wounded: 3 MF are spent. In B2, 2 MF spent, the wounded could still go
    on."""

    def hazards(found: Position, hex_: str) -> set[tuple[str, str]]:
        return {(i.if_pinned, i.if_failed) for r in found.g1.routes for i in r.interdicted if i.hex == hex_}

    in_a1 = ("B1. B2. B3. B4o A1-", "g1:leader@B4 broken dm; a1:squad@A1", "A1-B1")
    in_a2 = ("B1o B2. B3. B4o A2-", "g1:leader@B4 broken dm; a1:squad@A2", "A2-B2")
    assert hazards(position(*in_a1), "B1") == {("eliminated", "eliminated")}
    assert hazards(position(*in_a2), "B2") == {("eliminated", "wounded")}
    assert position(*in_a1, 'nmc(g1,"B1",fail).').runs["B4 B3 B2 B1"] == "eliminated"
    assert position(*in_a2, 'nmc(g1,"B2",pin).').runs["B4 B3 B2"] == "eliminated"
    wounded = position(*in_a2, 'nmc(g1,"B2",fail).')
    assert [route.path for route in wounded.g1.routes if "B2" in route.path] == [("B4", "B3", "B2", "B3")]


def test_sk_nmc_comes_to_rest_where_it_can_go_no_further() -> None:
    """sk-nmc, sk-dest-new: wounded where he began, with 1/2 MF left of 3: B3 is out of reach, and so is every step.
    Nobody threatens him there."""
    facts = 'normal_range(a1,9). nmc(g1,"B5",fail). option(revisit,allow).'
    found = position("B5. A6g B4. B3w B9-", "g1:leader@B5 broken dm; a1:squad@B9", "B9-B5", facts)
    assert found.runs == {"B5 B4 B3": "survives", "B5 A6 B5": "survives"}


def test_sk_nmc_over_a_road() -> None:
    """sk-nmc: the NMC that an entry over a road costs has the result given for it."""
    along = 'road("B1","B2"). nmc(g1,"B2",pin). option(road_rate,taken).'
    found = position("B1o B2b A2o B5-", "g1:squad@B1 broken dm; a1:squad@B5 cx; a2:squad@B5", "B5-B2", along)
    # Through A2 it enters B2 over no road: no NMC, and no pin.
    assert found.runs == {"B1 B2": "survives", "B1 A2": "survives", "B1 A2 B2": "survives"}
    assert found.judged("B2 A2") == (2, {"sk-nmc": ("B2",)})


# --- sk-leave ---------------------------------------------------------------------------------------------------


def test_sk_once_a_unit_has_one_turn() -> None:
    """sk-once: next to a1 it must rout; once it has had its turn it routs no more, and is not eliminated for that."""
    hexes, units = "B1w B2. B3.", "g1:squad@B2 broken dm; a1:squad@B3"
    assert position(hexes, units, "B3-B2").g1.verdict == "routs"
    after = position(hexes, units, "B3-B2", "routed(g1).").g1
    assert (after.verdict, after.routes) == ("cannot_rout", ())
    assert [reason.rule for reason in after.reasons] == ["sk-once"]


def test_sk_leave_does_not_end_there() -> None:
    """sk-leave: article "You cannot rout "in place"": back to B1 is legal if it leads on, the end there is not."""
    found = position("B1. B2.", ALONE, facts="option(revisit,allow).")
    assert set(found.runs) == {"B1 B2", "B1 B2 B1 B2", "B1 B2 B1 B2 B1 B2"}
    assert found.judged("B2 B1") == (3, {"sk-leave": ("B1",)})


def test_sk_leave_must_be_able_to_go_on() -> None:
    """sk-leave: "only if a legal, affordable step leads on from it": 2 and 1 of his 3 MF are spent, and there is only
    the brush in B2."""
    found = position("B1. B2b", "g1:leader@B1 broken dm wounded")
    assert found.judged("B2 B1") == (2, {"sk-leave": ("B1",)})


def test_sk_leave_wounded_on_the_way_back() -> None:
    """sk-leave, sk-ftr-adjacent: from B5, where a1 bars the way, he goes back to B6, from where B7 is legal; but there a2 wounds
    him, and of 3 MF none is left: with no way to go on he comes to rest where he is."""
    found = position(
        "B4w B5b B6. B7. J6. B1.",
        "g1:leader@B6 broken dm; a1:squad@B1; a2:squad@J6",
        "B1-B5 J6-B6",
        'normal_range(a2,9). nmc(g1,"B6",fail).',
    )
    assert found.runs["B6 B5 B6"] == "survives"


@pytest.mark.parametrize(
    ("start", "behind", "router", "runs"),
    [
        # In B4 it discovers a1, which bars B3 and leaves the way back through B5.
        (".", "B6.", "squad", {"B5 B4", "B5 B4 B5 B6"}),
        (".", "", "squad", {"B5 B4"}),
        (".", "B6.", "leader wounded", {"B5 B4", "B5 B4 B5 B6"}),
        (".", "B6b", "leader wounded", {"B5 B4"}),
        # The starting hex is never a destination, woods or not.
        ("w", "B6.", "squad", {"B5 B4", "B5 B4 B5 B6"}),
    ],
)
def test_sk_leave_passing_through(start: str, behind: str, router: str, runs: set[str]) -> None:
    """sk-leave: "It may pass through it again"."""
    kind, _, wounded = router.partition(" ")
    units = f"g1:{kind}@B5 broken dm {wounded}; a1:squad@B1"
    found = position(f"B3w B4. B5{start} {behind} B1-", units, "B1-B4/1")
    assert set(found.runs) == runs
    assert {legs for _, legs in found.legs} == {"B5>B3 B4>free"}


def test_sk_leave_what_leads_on_must_be_legal() -> None:
    """sk-leave: B4 shows a1 in B1 and a2 in B8: neither B3 nor B6 is open any more, so B5 leads nowhere."""
    units = "g1:squad@B5 broken dm; a1:squad@B1; a2:squad@B8"
    found = position("B3w B4. B5. B6. B1- B8-", units, "B1-B4/1 B8-B4/1")
    assert set(found.runs) == {"B5 B4"}


@pytest.mark.parametrize(("friends", "returns"), [(2, True), (3, False)])
def test_sk_leave_its_own_room_is_kept(friends: int, returns: bool) -> None:
    """sk-leave, sk-step-stacking: the unit that has left takes no room in the hex that it comes back to."""
    stack = "".join(f"; g{n}:squad@B5" for n in range(2, 2 + friends))
    found = position("B3w B4. B5. B6. B1-", f"g1:squad@B5 broken dm{stack}; a1:squad@B1", "B1-B4/1")
    assert set(found.runs) == {"B5 B4"} | ({"B5 B4 B5 B6"} if returns else set())


def test_sk_leave_room_ahead() -> None:
    """sk-leave: what leads on must have room, too: three squads in B6 leave none."""
    stack = "".join(f"; g{n}:squad@B6" for n in range(2, 5))
    found = position("B3w B4. B5. B6. B1-", f"g1:squad@B5 broken dm{stack}; a1:squad@B1", "B1-B4/1")
    assert set(found.runs) == {"B5 B4"}


# --- sk-ftr-none ------------------------------------------------------------------------------------------------


def test_sk_ftr_none() -> None:
    """sk-ftr-none: article "Whenever a broken unit is forced to rout, but has no legal rout path at all, even with Low
    Crawl, the broken unit is automatically eliminated"."""
    units = "g1:squad@B3 broken dm; a1:squad@B5; a2:squad@B1"
    forced = position("B2w B3. B4w B1- B5-", units, "B5-B3 B1-B3").g1
    assert (forced.verdict, forced.routes, forced.destinations, forced.free) == ("eliminated", (), (), False)
    assert forced.reasons == (Reason("sk-must-open-ground", ("a1", "a2")), Reason("sk-ftr-none"))
    # In the orchard it is not forced.
    free = position("B2w B3o B4w B1- B5-", units, "B5-B3 B1-B3").g1
    assert (free.verdict, free.routes) == ("stays", ())
    assert free.reasons == (Reason("sk-step-adjacent", ("a1", "a2")), Reason("sk-step-closer", ("a1", "a2")))


def test_sk_ftr_none_not_with_a_low_crawl() -> None:
    """sk-ftr-none: "Low Crawl included": up into the woods costs 4 MF, and the wounded leader has 3."""
    units = "g1:leader@B3 broken dm wounded; a1:squad@B5"
    found = position("B2w B3. B5-", units, "B5-B3", 'elevation("B2",1).').g1
    assert (found.verdict, [r.posture for r in found.routes]) == ("routs", ["low_crawl"])


# --- sk-ftr-adjacent --------------------------------------------------------------------------------------------


def test_sk_ftr_adjacent_with_nothing_left() -> None:
    """sk-ftr-adjacent: article, example 6: it "will end its rout adjacent to the previously unknown American squad ...
    and be eliminated ..., because it has no MF remaining"."""
    found = position("B1o B2b B3b B4w B5-", "g1:squad@B1 broken dm; a1:squad@B5", "B5-B4")
    assert (found.runs, found.crawls) == ({"B1 B2 B3 B4": "eliminated"}, {"B2": "survives"})
    assert found.judged("B2 B3 B4") == "eliminated"
    assert (found.g1.verdict, found.g1.routes_total, found.g1.surviving) == ("may_rout", 2, 1)


def test_sk_ftr_adjacent_by_low_crawl() -> None:
    """sk-ftr-adjacent: article, example 7: "If the broken unit Low Crawls into yK6, it will end its rout there and be
    eliminated"."""
    found = position(*NEXT_DOOR)
    assert found.crawls == {"B2": "eliminated"}
    assert found.judged("B2", low_crawl=True) == "eliminated"


def test_sk_ftr_adjacent_not_by_the_broken() -> None:
    """sk-ftr-adjacent: "an unbroken Known enemy unit"; and "Known": unseen, he is no threat."""
    hexes, units, _ = NEXT_DOOR
    assert position(hexes, units + " broken", "A2-B2").crawls == {"B2": "survives"}
    assert position(hexes, units, "").crawls == {"B2": "survives"}


def test_sk_ftr_adjacent_by_a_known_enemy() -> None:
    """sk-ftr-adjacent: a1, whose hex it leaves, is adjacent wherever it stops in one step; B3 is the end of the map."""
    found = position("B1- B2o B3o", "g1:squad@B2 broken dm; a1:squad@B2")
    assert (found.g1.verdict, found.runs) == ("routs", {"B2 B3": "eliminated"})
    assert found.judged("B3") == "eliminated"


# --- sk-revisit -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "runs"),
    [
        ("", {"B1 B2"}),
        ("option(revisit,forbid).", {"B1 B2"}),
        ("option(revisit,allow).", {"B1 B2", "B1 A1 B1 B2", "B1 A1 B1 A1 B1 B2"}),
    ],
)
def test_sk_revisit(option: str, runs: set[str]) -> None:
    """sk-revisit: "Nothing forbids entering a hex twice, but such routes are listed only on request". A1 is a dead end;
    there and back costs 2 of the 6 MF, and B2 costs 2."""
    found = position("A1. B1. B2w", ALONE, facts=option)
    assert set(found.runs) == runs
    assert (found.g1.verdict, found.destinations) == ("may_rout", {"B2": 2})
    # Whoever claims such a rout has claimed a legal one.
    assert found.judged("A1 B1 B2") == "survives"


def test_sk_revisit_a_new_leg_may_use_old_hexes() -> None:
    """sk-revisit: "within one leg": back through B2, which the first leg entered, to the only way out."""
    found = position("B1o B2w B3w A4-", "g1:squad@B1 broken dm; a1:squad@A4", "A4-B3")
    assert "B1 B2 B3 B2" in found.runs


# --- many enemies -----------------------------------------------------------------------------------------------


def crowd(number: int, prefix: str) -> str:
    """Enemies in so many hexes far up column B, all of which see B2: no step down the column brings anybody closer."""
    facts = []
    for i in range(number):
        facts.append(
            f'hex("{prefix}{100 + i}",1,{-20 - 2 * i}). unit(b{i},american,squad). at(b{i},"{prefix}{100 + i}").'
        )
        facts.append(f'normal_range(b{i},1). los("{prefix}{100 + i}","B2",0).')
    return "\n".join(facts)


many = pytest.mark.parametrize("number", [0, 28, 29, 30, 45, 60, 75, 90, 119])
# Enemies are told apart in the order of their hexes: those in the distance come before a1 or after.
first_or_last = pytest.mark.parametrize("prefix", ["A0", "M"])


@many
@first_or_last
@pytest.mark.slow
def test_threats_among_many_enemies(number: int, prefix: str) -> None:
    """sk-dest-threatened, sk-step-adjacent, sk-step-closer: NEXT_DOOR, with hosts of enemies in the distance."""
    found = position(*NEXT_DOOR, crowd(number, prefix))
    others = tuple(sorted(f"b{i}" for i in range(number)))
    assert found.legs == {("B1 B2 B3 B4", "B1>B2 B2>B4")}
    assert found.crawls == {"B2": "eliminated"}
    assert found.run("B1 B2 B3 B4").discovers == (("B2", ("a1", *others)),)
    closer: Causes = {"sk-step-closer": others} if others else {}
    assert found.judged("B2 B1") == (2, {"sk-step-adjacent": ("a1",)} | closer)
    assert found.judged("B2") == (2, {"sk-dest-threatened": ("a1",)})


@many
@first_or_last
@pytest.mark.slow
def test_what_may_be_ignored_among_many_enemies(number: int, prefix: str) -> None:
    """sk-dest-ignore-range, sk-dest-new: LATERAL, where C3 may be ignored because of a1 alone."""
    found = position(*LATERAL, crowd(number, prefix))
    free = {("A3 B2", "A3>B3 B2>free"), ("A3 B2 C3", "A3>B3 B2>C3"), ("A3 B2 C3", "A3>B3 B2>free")}
    assert found.legs == STAYS_ON_COURSE | free


def test_more_enemies_than_can_be_told_apart() -> None:
    """There is a limit, and it is said."""
    found = position(*NEXT_DOOR, crowd(120, "M"))
    with pytest.raises(pyrout.UsageError, match="more than 120 hexes of enemies"):
        pyrout.solve(found.instance)


@pytest.mark.parametrize(
    "fact",
    [
        "environment(night).",
        'level("B1",1). los("B1","B2",0).',
        'stairwell("B1").',
        'feature("B1@1",blaze).',
        'capacity("B1",foxhole,1).',
        'wire_exit("B1",2).',
        "no_quarter(german).",
        "nationality(german,japanese).",
        "passenger(g2,v1).",
        "rider(g2,v1).",
        "breaks(g2).",
        "hob(g1,berserk).",
        'reveal(a1,g1,"B1",after).',
        "no_interdiction(a1).",
        'no_interdiction(a1,"B1").',
        'nmc(g1,"B1",twelve).',
        'nmc(g2,"B1",pin).',
        "status(v1,malfunctioned).",
        "history(g2,broke).",
        "routed(g2). failed(g2).",
        "rating(g1,12).",
        "home_edge(german,north).",
        'building("b","B2").',
    ],
)
def test_what_the_starter_kit_has_no_rule_for_is_refused(fact: str) -> None:
    """Each would change the answer of full ASL, or of a table: the Starter Kit does not pass it over."""
    units = "g1:squad@B2 broken dm; g2:squad@B2; a1:squad@B4"
    facts = 'unit(v1,german,vehicle). at(v1,"B2"). ' + fact
    with pytest.raises(
        pyrout.InstanceError,
        match=r"is refused by the rule set aslsk; .*(remove (it|this fact|this one)|write pass, pin or fail)",
    ):
        _ = position("B1w B2. B3. B4.", units, "B4-B2", facts).g1


def test_the_attacker_s_own_units_do_not_make_his_units_rout() -> None:
    """sk-must-open-ground: a3 is in Open Ground in the LOS of its own a2, who is no enemy of it; only g1 is in sight of one."""
    sides = position(
        "B1. B2. B3.", "g1:squad@B1 broken; a2:squad@B2; a3:squad@B3 broken", "B2-B1 B2-B3", attacker="american"
    )
    solver = pyrout.Solver(pyrout.ask(pyrout.parse(sides.text)))
    assert [r.because for r in solver.unit("g1").must_rout] == [("a2",), ("a2",)]
    assert solver.unit("a3").must_rout == ()  # asked after the other side was worked out on the same position


def test_height_advantage() -> None:
    """sk-interdict-height: more of it in test_height.py. From B2 up into B3 with a1 behind, and from B2 as high as B3."""
    here = "B1. B2. B3. B4w", "g1:squad@B2 broken dm; a1:squad@B1", "B1-B2 B1-B3"
    hill = 'elevation("B3",1). elevation("B4",1).'
    assert position(*here, hill).run("B2 B3 B4").interdicted
    assert not position(*here, hill + 'elevation("B2",1).').run("B2 B3 B4").interdicted
