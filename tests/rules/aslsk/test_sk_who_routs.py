"""Starter Kit: MF, DM, units that must or may rout, the order of routs and what a unit carries.

Every answer is worked out by hand from the sentence in the docstring ("article": Jay Richardson's "Routing"; the
other sentences are those of the citations). Costs in comments are MF: open ground 1, brush and cover 2.
"""

from __future__ import annotations

import time
from itertools import combinations
from random import Random

import pytest
from tiny import ALONE, CORRIDOR, facts_of, position

import pyrout
from pyrout import Reason
from pyrout.report import answer_lines

# --- sk-mf ---------------------------------------------------------------------------------------------------------


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
    here = position(f"B1. B2{terrain}", ALONE)
    assert (here.g1.verdict, here.g1.routes) == ("stays", ())
    assert here.around == {"B2": {"sk-mf": ("B2",)}}
    assert here.judged("B2") == (1, {"sk-mf": ("B2",)})


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
    here = position(CORRIDOR, unit, facts="accompanies(g2,g1)." if "g2" in unit else "")
    assert here.g1.mf == allowance
    assert set(here.runs) == {" ".join(f"B{n}" for n in range(1, last + 1)) for last in range(2, allowance + 2)}


# --- DM: sk-dm-break, sk-dm-regain, sk-dm-keep, sk-dm-gain, sk-may-dm, sk-melee ------------------------------------


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
    g1 = position("B1. B2.", "g1:squad@B1 broken", facts=f"history(g1,{event}).").g1
    assert (g1.verdict, g1.may_rout, g1.dm, g1.must_rout) == ("may_rout", True, (rule,), ())


@pytest.mark.parametrize("event", ["attacked(cc)", "attacked(wp)", "attacked(sniper)"])
def test_sk_dm_regain_not_by_other_attacks(event: str) -> None:
    """sk-dm-regain: "attacked with enough FP to cause a Normal MC"; that CC and WP give DM "change[s] under the full
    ASL rules" (article)."""
    g1 = position("B1. B2.", "g1:squad@B1 broken", facts=f"history(g1,{event}).").g1
    assert (g1.verdict, g1.dm) == ("cannot_rout", ())


def test_sk_may_dm_broken_under_dm() -> None:
    """sk-may-dm: article "Any broken unit currently marked with a DM counter may rout"."""
    g1 = position("B1. B2.", "g1:squad@B1 broken dm").g1
    assert (g1.verdict, g1.may_rout, g1.dm, g1.must_rout) == ("may_rout", True, ("sk-may-dm",), ())


@pytest.mark.parametrize("status", ["broken", ""])
def test_sk_may_dm_no_other_may(status: str) -> None:
    """sk-may-dm: "A broken unit under DM may rout; no other may"."""
    here = position("B1. B2.", f"g1:squad@B1 {status}; g2:squad@B2 broken")
    assert (here.g1.verdict, here.g1.may_rout, here.g1.routes) == ("cannot_rout", False, ())
    assert here.g1.reasons == (Reason("sk-may-dm"),)
    assert here.judged("B2") == (1, {"sk-may-dm": ()})


def test_sk_may_dm_the_unbroken_are_not_answered_unasked() -> None:
    """sk-may-dm: only a broken unit can have a rout to be asked about."""
    here = position("B1. B2.", "g1:squad@B1 broken dm; g2:squad@B2; a1:squad@B2 broken")
    assert [unit.id for unit in pyrout.solve(here.instance).units] == ["g1", "a1"]


def test_sk_melee() -> None:
    """sk-melee: article "Broken units under a Melee counter may not rout"; not even one next to a further enemy."""
    here = position("B1. B2. A1-", "g1:squad@B1 broken dm melee; a1:squad@B1 melee; a2:squad@A1", "A1-B1")
    assert (here.g1.verdict, here.g1.may_rout, here.g1.must_rout) == ("cannot_rout", False, ())
    assert here.g1.reasons == (Reason("sk-melee"),)
    assert here.judged("B2") == (1, {"sk-melee": ()})


def test_sk_melee_is_a_counter() -> None:
    """sk-melee: "the counter is a fact, never worked out from who shares a hex"."""
    here = position("B1. B2.", "g1:squad@B1 broken dm; a1:squad@B1 melee")
    assert here.g1.verdict == "routs"


@pytest.mark.parametrize("status", ["", " dm"])
def test_sk_dm_gain(status: str) -> None:
    """sk-dm-gain: "A broken unit that must rout for either reason comes under DM when the Rout Phase starts"."""
    adjacent = position("B1o B2. A1-", f"g1:squad@B1 broken{status}; a1:squad@A1", "A1-B1").g1
    in_the_open = position("B1. A1o B4-", f"g1:squad@B1 broken{status}; a1:squad@B4", "B4-B1").g1
    for g1 in (adjacent, in_the_open):
        assert g1.dm == (("sk-may-dm",) if status else ("sk-dm-gain",))
        assert (g1.may_rout, g1.verdict) == (True, "routs")


# --- sk-may-leader -------------------------------------------------------------------------------------------------


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
    here = position("B1. B2.", f"g1:squad@B1 broken dm; {leader}")
    assert here.g1.may_accompany == (("g2",) if may else ())


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


# --- sk-must-adjacent ----------------------------------------------------------------------------------------------


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
    g1 = position("B1o A1o B2- B3-", f"g1:squad@B1 broken; a1:{enemy}", los).g1
    assert g1.must_rout == g1.reasons[: len(g1.must_rout)]
    assert g1.must_rout == ((Reason("sk-must-adjacent", ("a1",)),) if must else ())
    assert g1.verdict == ("routs" if must else "cannot_rout")


def test_sk_must_adjacent_names_all() -> None:
    """sk-must-adjacent: each of them is a reason, in one hex or in two; the broken one among them is none."""
    units = "g1:squad@B1 broken; a1:squad@B2; a2:leader@B2; a3:squad@B2 broken; a4:crew@C1"
    g1 = position("B1o A1o B2- C1-", units, "B2-B1 C1-B1").g1
    assert g1.must_rout == (Reason("sk-must-adjacent", ("a1", "a2", "a4")),)


# --- sk-must-open-ground -------------------------------------------------------------------------------------------


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
    g1 = position(f"B1{start} A1o B4-", "g1:squad@B1 broken; a1:squad@B4", "B4-B1", facts).g1
    assert g1.must_rout == ((Reason("sk-must-open-ground", ("a1",)),) if must else ())


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
    g1 = position("B1. A1o B2- B4- B17- B18-", f"g1:squad@B1 broken; a1:{enemy}", los, facts).g1
    assert g1.must_rout == ((Reason("sk-must-open-ground", ("a1",)),) if must else ())


def test_the_attacker_s_own_units_do_not_make_his_units_rout() -> None:
    """sk-must-open-ground: a3 is in Open Ground in the LOS of its own a2, who is no enemy of it; only g1 is in sight of one."""
    sides = position(
        "B1. B2. B3.", "g1:squad@B1 broken; a2:squad@B2; a3:squad@B3 broken", "B2-B1 B2-B3", attacker="american"
    )
    solver = pyrout.Solver(pyrout.ask(pyrout.parse(sides.text)))
    assert [r.because for r in solver.unit("g1").must_rout] == [("a2",), ("a2",)]
    assert solver.unit("a3").must_rout == ()  # asked after the other side was worked out on the same position


# --- sk-order ------------------------------------------------------------------------------------------------------


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
    here = position(*ORDER, option, attacker)
    everybody = pyrout.solve(here.instance)
    assert (everybody["g1"].verdict, everybody["a1"].verdict) == ("eliminated", verdict)
    # Asked for alone, the defender's unit is answered on the same position.
    assert here.unit("a1").verdict == verdict
    assert [d.hex for d in everybody["a1"].destinations] == (["B3"] if verdict == "may_rout" else [])


def test_sk_order_who_only_may_be_eliminated_is_still_there() -> None:
    """sk-order: only a unit without a legal rout is gone; g1 has one to E1, although it ends next to a3 in F1."""
    hexes, units, los = ORDER
    answer = pyrout.solve(position(hexes + " E1o F1-", units + "; a3:squad@F1", los + " F1-E1").instance)
    assert {(r.path, r.end) for r in answer["g1"].routes} == {(("D1", "E1"), "eliminated")}
    assert (answer["g1"].verdict, answer["a1"].verdict) == ("routs", "stays")


# --- sk-carry ------------------------------------------------------------------------------------------------------


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
    g1 = position("B1. B2.", f"g1:{unit}@B1 broken dm", facts=facts).g1
    assert set(g1.loads) == loads
    assert len(g1.loads) == len(loads)


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
    answer = pyrout.solve(given)["g1"]
    assert len(set(answer.loads)) == len(answer.loads) and set(answer.loads) <= loads
    assert len(answer.loads) + answer.more_loads.get("g1", 0) == len(loads)
    if max(weights.count(pp) for pp in (1, 2, 3)) <= 8:
        assert set(answer.loads) == loads
    for load in draw.sample(sorted(loads), min(3, len(loads))):
        after = pyrout.after(given, answer.routes[0], "g1", carries=load)
        assert {str(f.args[1]) for f in after.of("possesses") if str(f.args[0]) == "g1"} == set(load)
    for wrong in [(*load, "w0"), load[1:], ("w99",)]:
        if tuple(sorted(wrong)) not in loads:
            with pytest.raises(pyrout.UsageError, match="does not carry"):
                pyrout.after(given, answer.routes[0], "g1", carries=wrong)


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
    g1 = position("B1. B2.", "g1:squad@B1 broken dm; g2:leader@B1", facts="accompanies(g2,g1)." + weapons).g1
    assert (g1.loads, g1.partner_loads) == ((("w",),), {"g2": (("x",),)})
