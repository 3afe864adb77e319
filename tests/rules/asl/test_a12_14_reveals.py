"""Enemies revealed during a rout (A12.14).

Every answer is worked out by hand from the sentence of the rule ("chart": the Routing Flowchart 5.16, "note": one of its
specific notes). Costs in comments are MF: open ground 1, brush, woods and buildings 2.
"""

from __future__ import annotations

import pytest
from tiny import Position, asl, facts_of
from tiny_asl import FAR, FIELD, LANE, REACH, SEEN, VEIL, text_of

import pyrout
from pyrout.errors import InstanceError, UsageError


def test_dropping_concealment_after_a_step() -> None:
    """a12-14-reveal, note 21: a1 shows itself once g1 is in B2, and interdicts it there."""
    here = FIELD, FAR + " concealed", SEEN
    assert asl(*here).run("B3 B2 B1").interdicted == ()
    assert asl(*here, 'reveal(a1,g1,"B2",after).').run("B3 B2 B1").interdicted[0].by == ("a1",)


def test_the_choice_that_fewest_reveals_end_counts() -> None:
    """a12-14-reveal, a10-51-free, a20-21-clean: g1 gets to B3 on its way there, and on its way to B2, C3 and C4. a2, revealed
    before it starts, takes it if B2, where he interdicts it, is the Location that it has chosen; not if B3 is. a1 throws
    it back from there."""
    units = "g1:squad@B6 broken dm; a1:leader@B3 concealed; a2:squad@A6 concealed"
    here = asl("B2. B3. B4b B5g B6- A5- C3- C4. A6- B9-", units, "A6-B2 A6-B6", "normal_range(a2,9).", near=False)
    ends = [("B3", "a1", "before", "a10-533-repulse")]
    assert list(here.run("B6 B5 B4 B3 B4").unless) == ends
    claimed = pyrout.check(here.instance, "g1", ["B6", "B5", "B4", "B3"]).route
    assert claimed is not None and list(claimed.unless) == ends


def test_a_clean_rout_that_chooses_anew_a_step_away() -> None:
    """a12-14-reveal, a20-21-clean, a10-51-refigure: in B3, ADJACENT to a1, g1 chooses B4. a2 sees B2 alone: revealed there, he
    leaves it that clean rout."""
    units = "g1:squad@B2 broken dm; a1:squad@B2; a2:squad@B0 concealed"
    here = asl("B0- B2. B3h B4w", units, "B0-B2 B2-B3", near=False)
    assert (here.run("B2 B3 B4").holds, here.run("B2 B3 B4").unless) == (True, ())


@pytest.mark.parametrize(
    ("disrupted", "score", "ends"), [("", "two", False), (" disrupted", "two", False), ("", "pass", True)]
)
def test_who_goes_berserk_has_nothing_to_fear_from_a_reveal(disrupted: str, score: str, ends: bool) -> None:
    """a12-14-reveal, a15-hob, a10-5-ftr: g1, berserk in B1, stops there next to a2, who is pinned and interdicts nobody; whoever
    is still broken there may not."""
    facts = f'nmc(g1,"B1",{score}). no_quarter(german).' + ("hob(g1,berserk)." if score == "two" else "")
    units = f"g1:half_squad@B2 broken dm{disrupted}; a1:squad@B3; a2:squad@C2 concealed pinned"
    here = asl("B1. B2. B3- C2-", units, "B3-B2 B3-B1 C2-B1", facts, near=False)
    assert [u.rule for u in here.run("B2 B1").unless if u.when == "after"] == (["a10-5-ftr"] if ends else [])


def test_to_learn_of_an_enemy_is_not_to_enter_a_hex() -> None:
    """a12-14-reveal, a10-51-revisit: about to enter B1, g1, in B2, hears of a2 in D1, whom it does not see: it has been in B2
    once, and goes on."""
    units = "g1:crew@C3 broken; a1:half_squad@C3; a2:leader@D1 concealed"
    facts = 'reveal(a2,g1,"B3",before). reveal(a2,g1,"B1",before).'
    here = asl("B1w B2w B3. C3. D1. E2.", units, "D1-E2", facts, near=False)
    assert here.runs["C3 B2 B1"] == "survives"


def test_revealed_when_it_enters_a_foxhole() -> None:
    """a12-14-reveal: who enters the foxhole of B2 enters B2. a2, in C2, bars both if he is revealed before that; afterwards he
    is Known there, next to g1, and bars B1."""
    hexes, units = "B1w B2. B3. B4. B8. C2. A2.", "g1:squad@B3 broken dm; a1:squad@B8; a2:squad@C2 concealed"
    dug = REACH + 'feature("B2",foxhole). no_quarter(german). '
    before = asl(hexes, units, "B8-B3 B8-B2 C2-B3", dug + 'reveal(a2,g1,"B2",before).').runs
    assert not any("B2" in path for path in before)
    after = asl(hexes, units, "B8-B3 B8-B2 C2-B3", dug + 'reveal(a2,g1,"B2",after).')
    assert after.run("B3 B2@foxhole A2").discovers == (pyrout.Discovery("B2@foxhole", ("a2",)),)
    assert not any(path.startswith("B3 B2@foxhole B1") for path in after.runs)


def test_a_revealed_enemy_changes_only_what_is_to_come() -> None:
    """a12-14-reveal, a10-5-ftr: stopped in B1 with no MF left, a leader next to a1, who drops concealment then, surrenders, or
    is eliminated under No Quarter; a squad goes on to A2."""
    hexes, facts = "B1w B2. B3. B4. A2. C2.", 'reveal(a1,g1,"B1",after). '
    leader = "g1:leader@B3 broken dm wounded; a1:squad@C2 concealed"
    assert asl(hexes, leader, "C2-B3", facts).runs == {"B3 B2 B1": "surrenders"}
    assert asl(hexes, leader, "C2-B3", facts + "no_quarter(german).").runs == {"B3 B2 B1": "eliminated"}
    squad = asl(hexes, leader.replace("leader", "squad").replace(" wounded", ""), "C2-B3", facts).runs
    assert {path for path in squad if path.startswith("B3 B2 B1")} == {"B3 B2 B1 A2"}


@pytest.mark.parametrize("reveal", ["", 'reveal(a1,g1,"B2",before).'])
def test_more_enemies_than_reveals_can_tell_apart_are_refused(reveal: str) -> None:
    """Thirty hexes of enemies are distinguished where some of them are revealed."""
    far = [f"H{number}" for number in range(2, 33)]
    units = "; ".join(f"a{number}:squad@{hex_}" for number, hex_ in enumerate(far, 2))
    here = asl(
        f"{VEIL[0]} {' '.join(f'{hex_}-' for hex_ in far)}",
        f"{VEIL[1]}; {units}",
        f"{VEIL[2]} {' '.join(f'{hex_}-B1' for hex_ in far)}",
        reveal,
    )
    if reveal:
        with pytest.raises(UsageError, match="more than 30 where some are revealed"):
            _ = here.g1
    else:
        assert here.g1.verdict == "may_rout"


def test_concealed_enemies_change_nothing() -> None:
    """note 14: nobody knows them, and they neither bar nor interdict."""
    run = asl(*VEIL).run("B3 B2 B1")
    assert (run.end, run.interdicted, run.discovers) == ("survives", (), ())


def test_revealed_after_a_step() -> None:
    """a12-14-reveal: revealed when g1 is in B2, a1 interdicts it there, and bars B1."""
    here = asl(*VEIL, 'reveal(a1,g1,"B2",after).')
    assert "B3 B2 B1" not in here.runs
    run = here.run("B3 B2 A2")
    assert [(d.hex, d.enemies) for d in run.discovers] == [("B2", ("a1",))]
    assert [(i.hex, i.by, i.if_pinned) for i in run.interdicted] == [("B2", ("a1",), "surrenders")]
    # It has crawled there, and can go no further.
    assert here.crawls == {"B2": "surrenders"}


def test_whoever_goes_to_a_chosen_location_goes_on_there_after_a_reveal() -> None:
    """a12-14-reveal, a10-51-toward: nothing binds g1, which chooses C3 or D2. Before its step to C2 it learns of a2, behind
    it, who bars nothing: it enters C2 and goes on; a1, revealed before C3, changes as little."""
    here = asl(
        "A2- A3- B2. C2. C3. D2.",
        "g1:squad@B2 broken dm; a1:squad@A2 concealed; a2:squad@A3 concealed",
        "A2-A3",
        'reveal(a1,g1,"C3",before). reveal(a2,g1,"C2",before).',
    )
    ways = ("B2 C2", "B2 C2 C3", "B2 C2 D2", "B2 C2 C3 D2", "B2 C3", "B2 C3 C2", "B2 C3 D2", "B2 C3 C2 D2")
    assert here.runs == dict.fromkeys(ways, "survives")
    assert here.run("B2 C2 D2").discovers == (pyrout.Discovery("B2", ("a2",)),)


def test_both_sides_rout_where_somebody_is_revealed() -> None:
    """a12-14-reveal: each unit has been in the hexes of its own way."""
    here = asl(
        LANE, "g1:squad@A3 broken dm; a1:squad@A3 broken; a2:squad@B4 concealed", "", 'reveal(a2,g1,"B2",before).'
    )
    both = pyrout.solve(here.instance)
    assert {unit.id: unit.verdict for unit in both.units} == {"g1": "routs", "a1": "may_rout"}
    assert both["g1"].routes == here.g1.routes


def test_a_revealed_enemy_out_of_sight_is_not_known_yet() -> None:
    """a12-14-reveal: in B3, before it enters B2, g1 does not see a1: it learns of him in B2, and he interdicts it there."""
    here = asl(VEIL[0], VEIL[1], "", 'reveal(a1,g1,"B2",before).')
    assert {path[:5] for path in here.runs} == {"B3 B2"}
    assert [i.by for i in here.run("B3 B2 A2").interdicted] == [("a1",)]


def test_an_nmc_under_a_revealed_enemy() -> None:
    """a12-14-reveal, a10-53-nmc: a given result counts where a1 interdicts, and only then."""
    pin = 'nmc(g1,"B2",pin).'
    assert asl(*VEIL, pin).run("B3 B2 B1").end == "survives"
    assert asl(*VEIL, pin + ' reveal(a1,g1,"B2",after). no_quarter(german).').runs == {"B3 B2": "eliminated"}


def test_a_revealed_enemy_interdicts_an_entry_over_a_road() -> None:
    facts = 'reveal(a1,g1,"B3",after).'
    for road, interdicted in (('road("B3","B2").', ["B3", "B2"]), ("", ["B3"])):
        here = asl("B4. B3. B2w D3.", "g1:squad@B4 broken dm; a1:squad@D3 concealed", "D3-B2 D3-B3", facts + road)
        assert [at.hex for at in here.run("B4 B3 B2", 2.0 if road else 3.0).interdicted] == interdicted
    # It may pay for the woods instead.
    here = asl(
        "B4. B3. B2w D3.", "g1:squad@B4 broken dm; a1:squad@D3 concealed", "D3-B2 D3-B3", facts + 'road("B3","B2").'
    )
    assert [at.hex for at in here.run("B4 B3 B2", 3.0).interdicted] == ["B3"]


def test_a_revealed_enemy_repulses_nobody() -> None:
    """He is unconcealed, though out of its sight until it comes into his Location: it finds him there, and goes away again."""
    hexes, units = "B4. B3. B2w", "g1:squad@B4 broken dm; a1:squad@B2 concealed"
    for facts, repulsed in (('reveal(a1,g1,"B3",after).', False), ("", True)):
        text = facts_of(hexes, units, "", facts + " no_quarter(german).").replace("rules(aslsk)", "rules(asl)")
        (route,) = [r for r in Position(text).g1.routes if r.posture == "run"]
        assert (route.repulsed is not None, route.end) == (repulsed, "eliminated" if repulsed else "survives")
        assert route.path == ("B4", "B3", "B2", "B3")
        assert [(discovery.hex, discovery.enemies) for discovery in route.discovers] == (
            [] if repulsed else [("B2", ("a1",))]
        )


def test_only_the_concealed_can_be_revealed() -> None:
    """a12-14-reveal"""
    with pytest.raises(InstanceError, match="a12-14-reveal"):
        _ = asl("B1. B2w B3.", "g1:squad@B1 broken dm; a1:squad@B3", facts='reveal(a1,g1,"B2",after).').g1
    with pytest.raises(InstanceError, match="a12-14-reveal"):
        _ = asl("B1. B2w B3.", "g1:squad@B1 broken dm; a1:dummy@B3 concealed", facts='reveal(a1,g1,"B2",after).').g1
    with pytest.raises(InstanceError, match="only enemies"):
        _ = asl("B1. B2w B3.", "g1:squad@B1 broken dm; g2:squad@B3 concealed", facts='reveal(g2,g1,"B2",after).').g1


def test_whether_a_route_holds() -> None:
    """a12-14-reveal: each way in which a1 could bar or end the rout; none where he neither sees nor touches it."""
    run = asl(*VEIL).run("B3 B2 B1")
    assert not run.holds
    assert {(u.hex, u.when, u.rule) for u in run.unless if u.by == "a1"} == {
        ("B2", "before", "a10-51-adjacent"),
        ("B2", "before", "a10-51-closer"),  # from 2 hexes to 1
        ("B2", "after", "a10-532-interdict"),
        ("B2", "after", "a20-21-surrender"),
        ("B1", "before", "a10-51-adjacent"),
        ("B1", "before", "a10-51-again"),
        ("B1", "after", "a20-21-surrender"),
        ("B1", "after", "a10-5-ftr"),
    }
    far = asl("B1w B2. B3. B4. D9.", "g1:squad@B3 broken dm; a1:squad@D9 concealed").run("B3 B2 B1")
    assert (far.holds, far.unless) == (True, ())
    assert asl("B1w B2. B3.", "g1:squad@B3 broken dm").run("B3 B2 B1").holds is None
    assert "a1 is revealed before it enters B2 [a10-51-adjacent] [a10-51-closer]" in text_of(asl(*VEIL))


def taken_away(here: Position, path: str, reveal: str, fact: str) -> bool:
    """Return True if a route is named with a reveal (hex, when, rule) that could spoil it, and is none with that reveal."""
    named = {f"{u.hex} {u.when} {u.rule}" for u in here.run(path).unless}
    return reveal in named and path not in Position(here.text + fact).runs


def test_by_the_price_of_the_terrain_a_rout_stays_clean() -> None:
    """a12-14-reveal, a20-21-surrender, b3-4-road: revealed next to it, a1 fires at the road in C3; into the woods for their own
    MF it routs clean, and does not surrender."""
    here = asl("B1b B2. C3w", "g1:leader@B2 broken dm; a1:squad@B1 concealed", "B1-B2 B1-C3", 'road("B2","C3").')
    named = {route.mf[-1]: [(u.when, u.rule) for u in route.unless] for route in here.g1.routes}
    assert named == {1.0: [("after", "a10-532-interdict")], 2.0: [], 6.0: []}
    there = Position(here.text + 'reveal(a1,g1,"C3",before).')
    assert {route.mf[-1]: route.end for route in there.g1.routes} == dict.fromkeys((1.0, 2.0, 6.0), "survives")


@pytest.mark.parametrize("cover", ["B1w", "B1."])
@pytest.mark.parametrize("option", ["", "option(free_toward,no)."])
@pytest.mark.parametrize("pit", [True, False])
def test_the_fire_of_an_enemy_revealed_opens_the_shelter_that_makes_a_rout_clean(
    cover: str, option: str, pit: bool
) -> None:
    """a20-21-clean, a10-531-cover: in B3, next to a1, g1 has no clean rout: he fires at B2. With shellholes there it may pay for
    them (1 + 1 MF), and goes on to B1 (4 MF with open ground, 5 with woods; it has 6)."""
    units, facts = "g1:squad@A4 broken dm; a1:squad@C4 concealed", 'feature("B2",shellholes).' if pit else ""
    here = asl(f"{cover} B2. B3. A4. C4-", units, "C4-B2", facts + option)
    named = {(u.hex, u.when) for u in here.run("A4 B3 B2 B1").unless if u.rule == "a20-21-surrender"}
    assert named == (set() if pit else {("B3", "after"), ("B2", "before")})
    there = Position(here.text + 'reveal(a1,g1,"B3",after).')
    assert ("A4 B3" in there.runs and there.runs["A4 B3"] == "surrenders") is not pit


@pytest.mark.parametrize("seen", ["", "C3-A3"])
def test_who_bars_all_cover_leaves_it_any_location_for_a_clean_rout(seen: str) -> None:
    """a20-21-clean, a10-51-free: about to enter A3, on its way to B2, g1 learns of a1, next to it and to B2. A3 it may enter, and
    choose; in the open there nobody fires at it, unless a1 sees A3."""
    here = asl("B2w B3. A3. C3-", "g1:squad@B3 broken dm; a1:squad@C3 concealed", seen)
    named = {u.rule for u in here.run("B3 A3 B2").unless if (u.hex, u.when) == ("A3", "before")}
    assert ("a20-21-surrender" in named) is bool(seen)


def test_out_of_reach_already_it_goes_on_by_the_shortest_way() -> None:
    """a12-14-reveal, a10-531-cover: with the trench (2 MF) B1 is out of reach, and g1 goes on by the shortest way, B3 and B2.
    a1, once revealed, would bar the step from B6 back into B5 alone. a2 ends that way, in B3."""
    here = asl(
        "B1w B2. B3. B4. B5. B6. A4. C6- B9- C3-",
        "g1:squad@B5 broken dm; a1:leader@C6 concealed; a9:squad@B9; a2:squad@C3",
        "B9-B5 B9-B4 B9-B3 C3-B3 C3-B2 C6-B5 C6-B6",
        'feature("B4",trench). normal_range(a9,12). no_quarter(german).',
        near=False,
    )
    route = here.run("B5 B4@trench B3 A4")
    assert ([leg.to for leg in route.legs], route.holds, route.unless) == (["B1", None], True, ())


def test_who_surrenders_anyway_is_not_named_with_a_reveal() -> None:
    """a12-14-reveal, a20-21-surrender: in C3 it surrenders to a1, whether a2, who is with him, is revealed there or not."""
    units = "g1:leader@B2 broken dm; a1:leader@D3; a2:leader@D3 concealed"
    here = asl("B2b C3w D3. D2w", units, "D3-C3 D3-D2", "option(free_toward,no).")
    for text in (here.text, here.text + 'reveal(a2,g1,"C3",after).'):
        ends = [(route.posture, route.end, route.unless) for route in Position(text).g1.routes]
        assert ends == [("run", "surrenders", ()), ("low_crawl", "surrenders", ())]


def test_a_reveal_before_the_first_step_may_force_a_surrender() -> None:
    """a12-14-reveal, a20-21-surrender: a1 fires at B2, so that there is no clean rout. Whoever is next to no captor does not ask
    for one; with a2 revealed in B4 it is next to one. By option surrender_again=no it routs on."""
    hexes, units = "B1w B2. B3. B4. B8.", "g1:squad@B3 broken dm; a1:squad@B8; a2:squad@B4 concealed"
    fact = 'reveal(a2,g1,"B2",before).'
    for option, surrenders in (("", True), ("option(surrender_again,no).", False)):
        here = asl(hexes, units, "B8-B2", option + REACH)
        assert taken_away(here, "B3 B2 B1", "B2 before a20-21-surrender", fact) == surrenders


def test_a_reveal_makes_a_known_captor_ask_again() -> None:
    """a12-14-reveal, a20-21-surrender: g1 leaves a1 by B2, clean. Once a2, far away, is revealed, he fires at B2: g1 has no
    clean rout then, and a1 takes it."""
    hexes, units = "B1w B2. B3. B4. B9.", "g1:squad@B3 broken dm; a1:squad@B4; a2:squad@B9 concealed"
    here = asl(hexes, units, "B9-B3 B9-B2", "normal_range(a2,9).")
    assert taken_away(here, "B3 B2 B1", "B2 before a20-21-surrender", 'reveal(a2,g1,"B2",before).')


def test_a_reveal_stops_a_disrupted_unit() -> None:
    """a12-14-reveal, a19-12-rout: in the open to a1, g1 routs. In the woods of B2 it learns of a2, far away, and stops."""
    units = "g1:squad@B3 broken dm disrupted; a1:squad@B8; a2:squad@H9 concealed"
    here = asl("A2w B1w B2w B3. B8. H9-", units, "B8-B3 H9-B2", REACH)
    assert taken_away(here, "B3 B2 B1", "B2 after a19-12-rout", 'reveal(a2,g1,"B2",after).')


def test_a_reveal_bars_the_way_into_a_foxhole() -> None:
    """a12-14-reveal, a10-51-closer: in B3 g1 learns of a2, to whom the foxhole of B2 is closer."""
    hexes, units = "B1w B2. B3. B4. B8. E1-", "g1:squad@B4 broken dm; a1:squad@B8; a2:squad@E1 concealed"
    here = asl(hexes, units, "B8-B4 B8-B2 E1-B3", REACH + 'feature("B2",foxhole).')
    assert taken_away(here, "B4 B3 B2@foxhole B1", "B2@foxhole before a10-51-closer", 'reveal(a2,g1,"B2",before).')


def test_whoever_is_revealed_out_of_sight_throws_nobody_back() -> None:
    """a12-14-reveal, a10-533-repulse: g1 does not see a1 in B2 from B3; it finds him there, and goes away again."""
    here = asl("B4. B3. B2w", "g1:squad@B4 broken dm; a1:squad@B2 concealed", "", "no_quarter(german).", near=False)
    (thrown,) = [r for r in here.g1.routes if r.posture == "run" and r.repulsed]
    assert [(u.hex, u.when, u.rule) for u in thrown.unless if u.rule == "a10-533-repulse"] == [
        ("B2", "before", "a10-533-repulse")
    ]


def test_a_reveal_makes_whoever_goes_on_in_cover_choose_anew() -> None:
    """a12-14-reveal, a10-51-refigure: in B3 g1 has arrived, and goes on into B2. Next to a1, who is revealed there, it has to
    choose anew, and by the road A3 is nearer."""
    here = asl("A3w B2w B3w B4. C4.", "g1:squad@B4 broken dm; a1:squad@C4 concealed", "C4-B3", 'road("B3","A3").')
    assert taken_away(here, "B4 B3 B2", "B3 after a10-51-refigure", 'reveal(a1,g1,"B3",after).')


def test_a_reveal_may_put_the_destination_out_of_reach() -> None:
    """a12-14-reveal, a10-51-refigure: bound for C3, g1 discovers a1 in C2, gives C3 up and goes to A2. Told of a3 before
    C2 it gives C3 up in B2, and from there C2 leads away from A2."""
    hexes = "A2. A3g B1. B2. B3b C2. C3w D1b D2w D3w B8-"
    units = "g1:squad@B2 broken dm; a1:squad@B8 broken; a3:squad@D3 concealed"
    here = asl(hexes, units, "B8-C2 B8-C3 B8-D2 D3-B2 D3-C3 D3-D2", "no_quarter(german).")
    assert taken_away(here, "B2 C2 B1 A2", "C2 before a10-51-refigure", 'reveal(a3,g1,"C2",before).')


def test_revealed_enemies_drive_a_unit_to_surrender() -> None:
    """a12-14-reveal, a20-21-clean: in B2 it learns of a1, who fires at B3 and A2: it has no clean way on."""
    here = asl(VEIL[0], VEIL[1], "C2-B3 C2-A2", 'reveal(a1,g1,"B2",after).')
    assert {path: end for path, end in here.runs.items() if path.startswith("B3 B2")} == {"B3 B2": "surrenders"}


def test_until_it_is_revealed_nothing_happens() -> None:
    """a12-14-reveal: revealed in B1, a1 has let it pass B2; a given pin there does not come about."""
    for pin in ("", ' nmc(g1,"B2",pin).'):
        here = asl(*VEIL, 'reveal(a1,g1,"B1",after).' + pin)
        assert "B3 B2 B1 A2" in here.runs
        assert here.run("B3 B2 B1 A2").interdicted == ()


def test_a_revealed_gun_has_its_covered_arc() -> None:
    """a12-14-reveal, a10-532-interdict, note 20"""
    gun = "g1:squad@B3 broken dm; a1:gun@C2 concealed"
    for arc, fires in (("B2", True), ("B4", False)):
        covered = f'covered_arc(a1,"{arc}").'
        facts = f'{covered} reveal(a1,g1,"B2",after).'
        assert bool(asl(VEIL[0], gun, "C2-B3/1", facts).run("B3 B2 A2").interdicted) == fires
        rules = {(u.hex, u.rule) for u in asl(VEIL[0], gun, "C2-B3/1", covered).run("B3 B2 B1").unless}
        assert (("B2", "a10-532-interdict") in rules) == fires


def test_a_disrupted_unit_and_a_revealed_enemy() -> None:
    """a12-14-reveal, a19-12-rout: in the open in the LOS and Normal Range of a1, revealed there, it routs on."""
    units = "g1:squad@B4 broken dm disrupted; a1:squad@B9 concealed; a2:squad@B8"
    here = asl("B1w B2. B3. B4. B8. B9.", units, "B8-B4 B9-B3", 'reveal(a1,g1,"B3",after).')
    assert "B4 B3 B2 B1" in here.runs


def test_about_to_enter_a_hex_it_is_not_thrown_back_from_the_shelter_there() -> None:
    """a12-14-reveal, a10-531-cover, option(revisit,allow): before the step to A2 a1 is revealed; too late to pay for the
    shellholes there against him. Into A2 itself it goes, and is thrown back by a3."""
    here = asl(
        "A2. A3w B1. B2. C2.",
        "g1:squad@B2 broken dm; a1:squad@C2 concealed; a3:squad@A2 concealed",
        "C2-A2",
        'option(revisit,allow). feature("A2",shellholes). reveal(a1,g1,"A2",before). no_quarter(german).',
    )
    assert "B2 A2 B2" in here.runs and not any("A2@shellholes" in path for path in here.runs)


def test_learning_of_somebody_in_a_foxhole_is_no_second_entry() -> None:
    """a12-14-reveal, a10-51-revisit: in the foxhole of A2 g1 learns of a1 before the step to A3, which it may make. It has
    entered A2 once, though by way of A3 it could have come there, too."""
    here = asl(
        "A2. A3. B1w B2w C2w F2-",
        "g1:squad@B2 broken dm; a1:squad@F2 concealed; a3:squad@F2",
        "F2-A2 F2-A3 F2-B1 F2-C2",
        'feature("A2",foxhole). reveal(a1,g1,"A3",before). option(free_toward,no).',
    )
    assert "B2 B1 A2@foxhole A3" in here.runs


def test_without_a_destination_concealment_can_drop_too() -> None:
    """a12-14-reveal: bound for nowhere, it learns of a1 in B2; and no route is listed twice."""
    here = asl("B1. B2. B3. B4. A2. C2.", VEIL[1], "", 'reveal(a1,g1,"B2",before).').g1
    # Bound for A2; or for B2, where it arrives next to a1 and chooses anew (a10-51-refigure).
    runs = {tuple(leg.start for leg in r.legs): r for r in here.routes if r.path == ("B3", "B2", "A2")}
    assert set(runs) == {("B3",), ("B3", "B2")}
    assert all([i.by for i in run.interdicted] == [("a1",)] for run in runs.values())
    assert {r.path: r.end for r in here.routes if r.posture == "low_crawl"}["B3", "B2"] == "surrenders"
    keys = [(r.posture, r.path, r.legs) for r in here.routes]
    assert len(keys) == len(set(keys))


def test_where_it_began_nobody_is_revealed_after_a_step() -> None:
    """a12-14-reveal, note 21: "immediately after a unit has routed into a new Location". Before the step to B1 a2 is revealed and
    bars it, so that g1 chooses anew in B2; it has not come there by a step, and a1 stays concealed."""
    here = asl(
        "B1w B2. B3. B4w C1- C2-",
        "g1:squad@B2 broken dm; a1:squad@C2 concealed; a2:squad@C1 concealed",
        "C1-B2 C1-B1",
        'reveal(a1,g1,"B2",after). reveal(a2,g1,"B1",before).',
    )
    anew = here.run("B2 B3 B4")
    assert [(at.hex, at.enemies) for at in anew.discovers] == [("B2", ("a2",))]


def test_what_a_dummy_can_reveal() -> None:
    """A dummy bars nothing."""
    units = "g1:squad@B3 broken dm; a1:dummy@C2 concealed"
    assert asl(VEIL[0], units, "C2-B3").run("B3 B2 B1").holds is None


@pytest.mark.parametrize("around", ["", "A3 "])
@pytest.mark.parametrize("first", ["B4", "C4"])
def test_check_takes_each_way_on_after_a_reveal(first: str, around: str) -> None:
    """a12-14-reveal: whoever knows a2 already, from B4, learns of a1 alone before B2 or A3, and may be about to enter either;
    who comes through C4 learns of both before B2. That one of them would not then go to A3 bars it to nobody."""
    facts = (
        'reveal(a2,g1,"B4",after). reveal(a2,g1,"B2",before). reveal(a1,g1,"B2",before). reveal(a1,g1,"A3",before). '
        "normal_range(a1,1). normal_range(a2,1)."
    )
    units = "g1:squad@C5 broken dm; a1:squad@H9 concealed; a2:squad@H9 concealed"
    here = asl("C5. C4. B4. B3. B2. A3. A2w H9-", units, "H9-B4 H9-B3 H9-B2 H9-A3 H9-C4", facts)
    for last in ("A3", f"{around}B2"):
        assert here.judged(f"{first} B3 {last} A2") == "survives"  # 1 MF a hex, 2 for the woods of A2: 6 at most
