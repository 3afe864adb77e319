"""B9.5: LOS over bocage, derived from the terrain: by hand on a row of hexes, and on random flat boards by geometry."""

from __future__ import annotations

import random
from itertools import combinations

import clingo
import enumerator_asl
import pytest
from agreement import broken_only, compare, product_answers_together
from los_oracle import Board, area, between, boards, judge
from tiny import asl

import pyrout
from pyrout import UnitAnswer
from pyrout.errors import InstanceError
from pyrout.program import rule_sets

ENCODINGS = [f"board/{name}.lp" for name in ("los", "los_heights", "los_one_level", "los_two_levels", "los_undecided")]
ROW = "B0. B1. B2. B3. B4."
BOCAGE = 'hexside("B2","B3",bocage). '


def answered(units: str, facts: str = BOCAGE, hexes: str = ROW) -> UnitAnswer:
    """Return the answer for g1, with the LOS from the terrain."""
    given = asl(hexes, units, facts=facts, near=False).text
    text = "\n".join(line for line in given.split("\n") if not line.startswith("los("))
    return pyrout.solve(pyrout.parse(text), units=("g1",))["g1"]


def forced(units: str, facts: str = BOCAGE, hexes: str = ROW) -> set[str]:
    return {enemy for reason in answered(units, facts, hexes).must_rout for enemy in reason.because}


@pytest.mark.parametrize("router", ["B3", "B4"])
def test_bocage_hides_who_is_behind_it(router: str) -> None:
    """B9.52, B9.521: two hexes behind it, or next to it and without Wall Advantage, it is not seen from beyond."""
    units = f"g1:squad@{router} broken; a1:squad@B0"
    assert forced(units) == set()
    assert forced(units, "") == {"a1"}
    assert forced(units, 'hexside("B1","B2",bocage). ') == set()


def test_over_its_own_bocage_it_is_seen_from_the_hex_across_it() -> None:
    """B9.521"""
    assert forced("g1:squad@B3 broken; a1:squad@B2", hexes="B2. B3.") == {"a1"}


def test_an_answer_says_that_nobody_broken_has_wall_advantage() -> None:
    """B9.32: only where such a LOS is in question."""
    behind = answered("g1:squad@B3 broken; a1:squad@B0").assumes
    assert [line for line in behind if "Wall Advantage" in line]
    assert not answered("g1:squad@B3 broken; a1:squad@B0", "").assumes


@pytest.mark.parametrize(
    ("units", "facts", "why"),
    [
        ("g1:squad@B3 broken; g2:squad@B3; a1:squad@B0", "", "who has Wall Advantage"),
        ("g1:squad@B0 broken; a1:squad@B3", "", "who has Wall Advantage"),
        ("g1:squad@B4 broken; g2:leader@B4; a1:squad@B0", "", "who has Wall Advantage"),  # he could go along to B3
        ("g1:squad@B4 broken; a1:squad@B0", 'elevation("B0",2). ', "hides from another level"),
        ("g1:squad@B3 broken; a1:squad@B1", 'elevation("B1",2). elevation("B2",1). ', "hides from another level"),
        ("g1:squad@B0 broken; a1:squad@B4", 'elevation("B3",-1). ', "between two levels"),
    ],
)
def test_what_wall_advantage_or_heights_decide_is_refused(units: str, facts: str, why: str) -> None:
    with pytest.raises(InstanceError, match=rf"bocage\) is refused.*{why}.*give los/3"):
        _ = answered(units, BOCAGE + facts)


BEHIND = "g1:squad@B3 broken dm; g2:squad@B3; a1:squad@B0"
AT_BOCAGE = "g1:squad@B0 broken; a1:squad@B3"
BOTH = BOCAGE + 'hexside("B0","B1",bocage). '
ABOVE = BOCAGE + 'elevation("B0",1). '


@pytest.mark.parametrize(
    ("facts", "knows"),
    [
        (BOCAGE + "wall_advantage(g2). ", True),
        (BOCAGE + "no_wall_advantage(g2). ", False),
        (BOTH + "wall_advantage(g2). wall_advantage(a1). ", True),
        (BOTH + "wall_advantage(g2). no_wall_advantage(a1). ", False),
        # B9.53: from above
        (ABOVE + "wall_advantage(g2). ", True),
        (ABOVE + "no_wall_advantage(g2). ", False),
    ],
)
def test_with_wall_advantage_it_knows_who_is_beyond_the_bocage(facts: str, knows: bool) -> None:
    """B9.32, B9.521, a10-51-closer: who knows a1 does not rout towards it, over the bocage into B2."""
    assert ("B2" not in {route.path[1] for route in answered(BEHIND, facts).routes}) is knows


@pytest.mark.parametrize(
    ("units", "facts", "by"),
    [
        (AT_BOCAGE, BOCAGE + "wall_advantage(a1). ", {"a1"}),
        (AT_BOCAGE, BOCAGE + "no_wall_advantage(a1). ", set()),
        # g2 has it in the hex across, so that nobody in B3 has it over that hexside
        (AT_BOCAGE + "; g2:squad@B2", BOCAGE + "wall_advantage(g2). ", set()),
        # a friend of a1 has it in the hex across
        (AT_BOCAGE + "; a2:squad@B2", BOCAGE + "wall_advantage(a2). wall_advantage(a1). ", {"a1", "a2"}),
        ("g1:squad@B3 broken; a1:squad@B0", ABOVE, set()),
        # A6.2: bocage is as high as level 1
        ("g1:squad@B4 broken; a1:squad@B0", ABOVE, set()),
    ],
)
def test_who_has_wall_advantage_is_seen_beyond_the_bocage(units: str, facts: str, by: set[str]) -> None:
    """B9.32, B9.521"""
    assert forced(units, facts) == by


def test_an_answer_says_that_it_shares_wall_advantage() -> None:
    """B9.32: it may, and need not."""
    assert any(
        "shares the Wall Advantage" in line for line in answered(BEHIND, BOCAGE + "wall_advantage(g2). ").assumes
    )
    assert not any("shares" in line for line in answered(AT_BOCAGE, BOCAGE + "wall_advantage(a1). ").assumes)


def test_an_answer_says_where_the_wall_advantage_of_boards_could_matter() -> None:
    """B9.521: what boards show over bocage where nobody has Wall Advantage."""
    far = "B1. B2. B3. B4. B5.", "g1:squad@B1 broken dm; a1:squad@B5", "B5-B2"
    holds = "the LOS of a1 that the boards give over the bocage of B2 holds only if a unit there has Wall Advantage"
    bocage = 'hexside("B2","B3",bocage). '
    boards = 'board("y",0,0,normal). given_around("B1",999,los). given_around("B1",999,hexes). '
    assert any(holds in line for line in asl(*far, bocage + boards).g1.assumes)
    assert not any(holds in line for line in asl(*far, bocage).g1.assumes)
    assert not any(holds in line for line in asl(*far, bocage.replace("bocage", "wall") + boards).g1.assumes)


@pytest.mark.parametrize(
    ("units", "facts", "why"),
    [
        ("g1:squad@B4 broken; a1:squad@B0", "wall_advantage(a1). ", "there is none"),
        ("g1:squad@B4 broken; a1:squad@B0", "no_wall_advantage(a1). ", "there is none"),
        (AT_BOCAGE.replace("B0", "B2"), "no_wall_advantage(a1). wall_advantage(g1). ", "who is broken"),
        (BEHIND, "wall_advantage(g1). ", "who is broken"),
        (BEHIND, "wall_advantage(g2). no_wall_advantage(g1). ", "share its Wall Advantage"),
        (BEHIND.replace("B0", "B2"), "wall_advantage(g2). wall_advantage(a1). ", "only one side"),
    ],
)
def test_what_nobody_can_have_is_refused(units: str, facts: str, why: str) -> None:
    """B9.32"""
    with pytest.raises(InstanceError, match=r"wall_advantage\(.1\)|wall_advantage\(g2\)") as refused:
        _ = answered(units, BOCAGE + facts)
    assert why in str(refused.value)


def test_upstairs_nobody_has_wall_advantage() -> None:
    """B9.32"""
    upstairs = 'level("B3",1). unit(a2,american,squad). at(a2,"B3",1). wall_advantage(a2). '
    here = asl(ROW.replace("B3.", "B3s"), "g1:squad@B0 broken; a1:squad@B4", "B0-B4", BOCAGE + upstairs)
    with pytest.raises(InstanceError, match=r"wall_advantage\(a2\).*upstairs"):
        _ = here.g1


def test_what_is_blocked_anyway_is_not_refused() -> None:
    """B13: woods between the two."""
    woods = ROW.replace("B3.", "B3w")
    assert forced("g1:squad@B0 broken; a1:squad@B4", 'hexside("B3","B4",bocage). ', woods) == set()


# --- random boards ----------------------------------------------------------------------------------------------


def hidden(board: Board, has: set[str], lacks: set[str], a: str, b: str) -> bool | None:
    """Return True if bocage blocks the LOS (B9.52, B9.521), None if that is open.

    `has`, `lacks`: the hexes of which it is said that units in them have Wall Advantage, or cannot have it.
    """
    (start, end), unsure = (board.centre(a), board.centre(b)), False
    low, high = sorted((board.ground(a), board.ground(b)))
    for side, kind in board.sides.items():
        beside = sorted(board.ground(h) for h in side)
        if kind != "bocage" or side == {a, b} or beside[1] < low:  # it ends at the level of the lower end
            continue
        p, q = board.corner_pair(side)
        d, e = area(start, end, p), area(start, end, q)
        f, g = area(p, q, start), area(p, q, end)
        along = d == e == 0 and between(start, end, p) and between(start, end, q)
        if (d * e < 0 and f * g < 0) or along:
            own = side & {a, b}
            if beside[0] != beside[1] and (low != high or beside[0] < low):
                unsure = True
            elif own:
                unsure |= not own <= has | lacks
                if own <= lacks - has:
                    return True
            elif high <= beside[0] + 1:
                return True
            else:
                unsure = True
        unsure |= (d == 0 and e != 0 and between(start, end, p)) or (e == 0 and d != 0 and between(start, end, q))
    return None if unsure else False


def seen(board: Board, units: str, pairs: list[tuple[str, str]]) -> dict[tuple[str, str], int]:
    control = clingo.Control()
    for encoding in (*ENCODINGS, "asl/los_bocage.lp", "asl/b9_32.lp"):
        control.load(str(rule_sets.root() / encoding))
    control.add("base", [], board.facts() + units + "".join(f'\nwanted("{a}","{b}").' for a, b in pairs))
    control.ground([("base", [])])
    control.ground([("los", [])])
    atoms = control.symbolic_atoms.by_signature("derived_los", 3)
    return {(a.string, b.string): count.number for a, b, count in (atom.symbol.arguments for atom in atoms)}


def units_beside(board: Board, chance: random.Random) -> tuple[str, set[str], set[str]]:
    """Place units; return their facts, and the hexes that have Wall Advantage, and those that cannot."""
    sides = {h: chance.choice(("german", "american")) for h in board.hexes if chance.random() < 0.4}
    text, has, may = "\nside(german). side(american).\n", set(), set()
    for number, (hex_, side) in enumerate(sides.items()):
        text += f'unit(u{number},{side},squad). at(u{number},"{hex_}").\n'
        rivals = {h for s in board.sides for h in s if hex_ in s and h in has and sides[h] != side}
        if chance.random() < 0.2:
            text += f"status(u{number},broken).\n"
        elif chance.random() < 0.4 and not rivals and any(hex_ in s for s in board.sides):
            text += f"wall_advantage(u{number}).\n"
            has.add(hex_)
        elif chance.random() < 0.5:
            text += f"no_wall_advantage(u{number}).\n"
        else:
            may.add(hex_)
    return text, has, {h for h in board.hexes if h not in may | has}


@pytest.mark.slow
@pytest.mark.parametrize("hilly", [False, True])
def test_random_boards_with_bocage(hilly: bool) -> None:
    compared = blocked = free = 0
    for n, board in enumerate(boards(2000, 40 if hilly else 12, radius=2, hilly=hilly)):
        chance = random.Random(n)
        board.sides = {s: kind for s, kind in board.sides.items() if kind == "cliff"}
        for side in chance.sample(board.every_side, 6):
            board.sides[side] = "bocage"
        units, has, lacks = units_beside(board, chance)
        pairs = list(combinations(board.hexes, 2))
        hindrances = seen(board, units, pairs)
        for pair in pairs:
            hides = hidden(board, has, lacks, *pair)
            if hides is not None:
                assert hindrances.get(pair) == (None if hides else judge(board, *pair)), (n, pair)
                compared += 1
                blocked += hides and judge(board, *pair) is not None
                free += any(s & has & set(pair) and s != set(pair) for s in board.sides) and pair in hindrances
    assert compared > 1000 and blocked > 100 and free > 100


def bocage_row(seed: int) -> tuple[str, str]:
    """A row of hexes with bocage across it: with the facts of Wall Advantage, and with the LOS that these make."""
    chance = random.Random(seed)
    board = Board(hexes={f"A{n}": (0, 2 * n) for n in range(1, 8)})
    board.terrain = {h: chance.choice(("open_ground", "open_ground", "open_ground", "woods")) for h in board.hexes}
    board.sides = dict.fromkeys(chance.sample(board.every_side, chance.choice((1, 2, 2, 3))), "bocage")
    friend = chance.choice(["A4", *board.hexes])
    places = [h for h in board.hexes if h not in ("A4", friend)]
    at = {"g1": "A4", "g2": friend, **{f"a{n}": chance.choice(places) for n in range(1, chance.choice((2, 3)))}}
    text = "rules(asl). side(german). side(american). attacker(german).\n" + board.facts() + "\n"
    text += "unit(g1,german,squad). status(g1,broken). status(g1,dm). unit(g2,german,squad).\n"
    text += "".join(
        f"unit({u},american,squad). normal_range({u},{chance.choice((3, 4, 6))}).\n" for u in at if u[0] == "a"
    )
    text += "".join(f'at({u},"{h}").\n' for u, h in at.items())
    has: set[str] = set()
    claims = ""
    for unit, hex_ in sorted(at.items()):
        beside = {other for side in board.sides if hex_ in side for other in side - {hex_}}
        if unit == "g1" or not beside:
            continue
        if hex_ not in has and not beside & has and chance.random() < 0.6:
            has.add(hex_)
            claims += f"wall_advantage({unit}).\n"
        elif hex_ not in has:
            claims += f"no_wall_advantage({unit}).\n"
    los = 'hex("Z98",90,196). hex("Z99",90,198). los("Z98","Z99",0).\n'
    for pair in combinations(board.hexes, 2):
        hindrances = None if hidden(board, has, set(board.hexes) - has, *pair) else judge(board, *pair)
        los += "" if hindrances is None else 'los("{}","{}",{}).\n'.format(*pair, hindrances)
    return text + claims, text + los


@pytest.mark.slow
def test_answers_with_wall_advantage_agree_with_the_enumerator() -> None:
    """B9.32, B9.521: on a row no LOS meets the end of bocage, and Wall Advantage decides who is Known."""
    positions = [bocage_row(seed) for seed in range(60)]
    together = product_answers_together([claimed for claimed, _ in positions], [False] * len(positions))
    compared = 0
    for seed, ((claimed, given), units) in enumerate(zip(positions, together, strict=True)):
        if isinstance(units, Exception):
            assert "is refused" in str(units), (seed, units)
            continue
        assert compare(broken_only(enumerator_asl.solve(given)), units) == [], seed
        compared += " wall_advantage" in claimed.replace("\n", " ")
    assert compared > 20
