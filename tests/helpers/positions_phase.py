"""Random positions for a whole Rout Phase: two to four routers crowded round few cover hexes, now and then one of the other
side, leaders who could go with either, enemies who see them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from positions_asl import _AslScene
from tiny import facts_of

# Room for one in B3. g1 can go nowhere else; g2 must go there as long as there is room, and to B4 or nowhere when there is
# none. a1 and a2 make them rout.
ROOM_FOR_ONE = facts_of(
    "B1. B2. B3w B4. C4. E6.",
    "g1:squad@B2 broken dm; g2:squad@C4 broken dm; g3:squad@B3; g4:squad@B3; a1:squad@B1; a2:squad@E6",
    los="B1-B2 E6-C4",
)

# By full ASL: g2 has nowhere to go. If g1 enters E6, a1 drops its concealment, and g2 has an enemy to surrender to; until then it
# is eliminated for failure to rout.
LOST_EITHER_WAY = facts_of(
    "B1- B2. B8- E5. E6w",
    "g1:squad@E5 broken dm; g2:squad@B2 broken dm; a1:squad@B1 concealed; a2:squad@B8",
    los="B1-B2 B8-B2 B1-E6",
    facts='reveal(a1,g1,"E6",after).',
).replace("rules(aslsk)", "rules(asl)")

# B4 is dear to overstack, and g1 takes an NMC in B3 on its way there.
RISKY = facts_of(
    "A3. F2. B2. B3. B4w C5. C6g C7w E5.",
    "g1:squad@B2 broken dm; g2:squad@C5 broken dm; g3:squad@B4; g4:squad@B4; g5:squad@B4; a1:squad@F2; "
    "a2:squad@A3 concealed; a3:squad@E5",
    los="F2-B2 F2-B3 A3-B3 E5-C5",
    facts='broken_morale(g1,7). broken_morale(g2,7). reveal(a2,g1,"B3",after).',
)

SIDES = ("german", "american")
Cell = tuple[int, int]
NEIGHBOURS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def _name(cell: Cell) -> str:
    return f"y{chr(ord('A') + cell[0])}{cell[1]}"


def _apart(a: Cell, b: Cell) -> int:
    columns, rows = abs(a[0] - b[0]), abs(a[1] - b[1])
    return columns + max(0, rows - columns) // 2


def crowded(seed: int, rules: str) -> str:
    """The text of a position; the same seed gives the same."""
    rnd = Random(f"{rules} {seed}")
    lines = [f"rules({rules}).", *(f"side({side})." for side in SIDES)]
    mine, theirs = SIDES if rnd.random() < 0.5 else SIDES[::-1]
    lines.append(f"attacker({mine if rnd.random() < 0.6 else theirs}).")
    radius = 2
    centre = (4, 10)
    cells = [(c, r) for c in range(9) for r in range(21) if (c + r) % 2 == 0 and _apart(centre, (c, r)) <= radius]
    cover = rnd.sample(cells, rnd.randint(1, 3))
    for cell in cells:
        lines.append(f'hex("{_name(cell)}",{cell[0]},{cell[1]}).')
        if cell in cover:
            terrain = rnd.choice(("woods", "woods", "stone_building", "wooden_building"))
        else:
            terrain = rnd.choices(("open_ground", "orchard", "grain", "brush", "water"), (12, 2, 2, 1, 1))[0]
        lines.append(f'terrain("{_name(cell)}",{terrain}).')
    if len(cover) > 1 and rnd.random() < 0.2:
        piece = cover[:1]
        for cell in piece:
            piece += [other for other in cover if other not in piece and _apart(cell, other) == 1]
        lines += [f'building("b","{_name(cell)}").' for cell in piece]
    for _ in range(rnd.choice((0, 0, 2))):
        a = rnd.choice(cells)
        b = rnd.choice([cell for cell in cells if _apart(a, cell) == 1])
        lines.append(f'hexside("{_name(a)}","{_name(b)}",{rnd.choice(("wall", "hedge"))}).')
    numbers = dict.fromkeys(SIDES, 0)
    places: list[tuple[str, Cell, str]] = []

    def unit(side: str, kind: str, cell: Cell, *statuses: str) -> str:
        numbers[side] += 1
        uid = f"{side[0]}{numbers[side]}"
        lines.append(f'unit({uid},{side},{kind}). at({uid},"{_name(cell)}").')
        lines.extend(f"status({uid},{status})." for status in statuses)
        places.append((uid, cell, side))
        return uid

    def router(side: str, near: list[Cell]) -> None:
        cell = rnd.choice(near)
        statuses = ["broken", "dm"] if rnd.random() < 0.8 else ["broken"]
        kind = rnd.choices(("squad", "half_squad", "leader"), (6, 2, 1))[0]
        if kind == "leader" and rnd.random() < 0.3:
            statuses.append("wounded")
        if rules == "asl" and rnd.random() < 0.12:
            statuses.append(rnd.choice(("encircled", "disrupted", "pinned")))
        if rnd.random() < 0.03:
            statuses.append("melee")
        uid = unit(side, kind, cell, *statuses)
        if rnd.random() < 0.15:
            for hex_ in rnd.sample([other for other in cells if other != cell], 4):
                lines.append(f'nmc({uid},"{_name(hex_)}",{rnd.choice(("pin", "fail"))}).')
        if rnd.random() < 0.25:
            leader = unit(side, "leader", cell, *(("pinned",) if rnd.random() < 0.1 else ()))
            if rnd.random() < 0.3:
                lines.append(f"accompanies({leader},{uid}).")

    number = rnd.choices((2, 3, 4), (6, 3, 1))[0]
    near = [cell for cell in cells if _apart(cell, rnd.choice(cover)) <= 2] or cells
    some = rnd.sample(near, min(len(near), rnd.randint(1, 3)))
    for _ in range(number):
        router(mine, some)
    for cell in cover:
        for _ in range(rnd.choice((0, 0, 1, 2, 2, 3))):
            unit(mine, rnd.choice(("squad", "squad", "half_squad")), cell)
    free = [cell for cell in cells if cell not in cover and all(cell != other for _, other, _ in places)]
    for _ in range(rnd.randint(1, 2)):
        if not free:
            break
        cell = rnd.choice(free)
        hidden = ("concealed",) if rules == "asl" and rnd.random() < 0.2 else ()
        kind = "dummy" if hidden and rnd.random() < 0.3 else "squad"
        uid = unit(theirs, kind, cell, *hidden)
        if kind != "dummy":
            lines.append(f"normal_range({uid},{rnd.randint(2, 6)}).")
            if hidden and rnd.random() < 0.4:
                whom = rnd.choice([u for u, _, side in places if side == mine])
                place = _name(rnd.choice(cells))
                lines.append(f'reveal({uid},{whom},"{place}",{rnd.choice(("before", "after"))}).')
    if rnd.random() < 0.25 and free:
        router(theirs, free)
    share = rnd.choice((0.4, 0.7, 0.95))
    lines += _sights(rnd, cells, share, (0, 0, 0, 0, 1))
    if rules == "aslsk" and rnd.random() < 0.2:
        lines.append("option(ftr_removal,end).")
    if rnd.random() < 0.1:
        lines.append("option(revisit,allow).")
    return "\n".join(lines) + "\n"


def _sights(rnd: Random, cells: list[Cell], share: float, hindrances: tuple[int, ...]) -> Iterator[str]:
    """LOS between a share of the pairs of cells, with one of these numbers of Hindrances."""
    for number, a in enumerate(cells):
        for b in cells[number + 1 :]:
            if rnd.random() < share:
                yield f'los("{_name(a)}","{_name(b)}",{rnd.choice(hindrances)}).'


def cramped(seed: int, rules: str) -> str:
    """The text of a small position, mostly of routers who must run through fire to the only cover, which has little room;
    often with their broken morale. The same seed gives the same."""
    rnd = Random(f"cramped {rules} {seed}")
    mine, theirs = SIDES if rnd.random() < 0.5 else SIDES[::-1]
    lines = [f"rules({rules}).", *(f"side({side})." for side in SIDES)]
    lines.append(f"attacker({mine if rnd.random() < 0.5 else theirs}).")
    centre = (4, 10)
    around = [(c, r) for c in range(9) for r in range(21) if (c + r) % 2 == 0 and _apart(centre, (c, r)) <= 2]
    cells = sorted({centre, *rnd.sample(around, rnd.randint(8, 12))})
    cover = rnd.sample(cells, rnd.choice((1, 2, 2, 3)))
    for cell in cells:
        open_ = rnd.choices(("open_ground", "grain", "brush"), (10, 1, 1))[0]
        terrain = rnd.choice(("woods", "woods", "stone_building")) if cell in cover else open_
        lines += [f'hex("{_name(cell)}",{cell[0]},{cell[1]}).', f'terrain("{_name(cell)}",{terrain}).']
    numbers = dict.fromkeys(SIDES, 0)
    there: set[Cell] = set()

    def unit(side: str, kind: str, cell: Cell, *statuses: str) -> str:
        numbers[side] += 1
        uid = f"{side[0]}{numbers[side]}"
        lines.append(f'unit({uid},{side},{kind}). at({uid},"{_name(cell)}").')
        lines.extend(f"status({uid},{status})." for status in statuses)
        there.add(cell)
        return uid

    free = [cell for cell in cells if cell not in cover]
    starts = rnd.sample(free, min(len(free), rnd.choice((1, 2, 2))))
    dicing = rnd.random() < 0.6

    def router(side: str, cell: Cell) -> None:
        kind = rnd.choices(("squad", "half_squad", "leader"), (6, 2, 1))[0]
        statuses = ["broken", "dm"] + (["disrupted"] if rules == "asl" and rnd.random() < 0.05 else [])
        uid = unit(side, kind, cell, *statuses)
        if dicing:
            lines.append(f"broken_morale({uid},{rnd.randint(5, 9)}).")
        elif rnd.random() < 0.15:
            lines.append(
                f'nmc({uid},"{_name(rnd.choice([c for c in cells if c != cell]))}",{rnd.choice(("pin", "fail"))}).'
            )
        if rnd.random() < 0.12:
            leader = unit(side, "leader", cell, *(("wounded",) if rnd.random() < 0.2 else ()))
            if rnd.random() < 0.7:
                lines.append(f"leadership({leader},{rnd.randint(-2, 1)}).")
            if rnd.random() < 0.3:
                lines.append(f"accompanies({leader},{uid}).")

    for _ in range(rnd.choices((2, 3, 4), (6, 3, 1))[0]):
        router(mine, rnd.choice(starts))
    for cell in cover:
        for _ in range(rnd.choice((0, 1, 2, 2, 3))):
            unit(mine, rnd.choice(("squad", "squad", "half_squad")), cell)
    for _ in range(rnd.randint(1, 2)):
        near = [
            c for c in cells if c not in there and c not in cover and any(_apart(c, start) <= 2 for start in starts)
        ]
        if near:
            hidden = ("concealed",) if rules == "asl" and rnd.random() < 0.15 else ()
            lines.append(f"normal_range({unit(theirs, 'squad', rnd.choice(near), *hidden)},{rnd.randint(2, 6)}).")
    left = [cell for cell in cells if cell not in there]
    if left and rnd.random() < 0.15:
        router(theirs, rnd.choice(left))
    share = rnd.choice((0.5, 0.8, 1))
    lines += _sights(rnd, cells, share, (0, 0, 0, 0, 0, 1))
    if rules == "aslsk" and rnd.random() < 0.2:
        lines.append("option(ftr_removal,end).")
    return "\n".join(lines) + "\n"


class _Varied(_AslScene):
    """A position of any terrain and fortification of full ASL, with several routers who meet where there is little room."""

    def __init__(self, rnd: Random) -> None:
        super().__init__(rnd, 2, wet=0.03)
        near = self.near(self.start, 1, 1)
        self.cells = [self.start, *near, *self.some(self.near(self.start, 2, 2), 2, 6)]

    def _draw_rarer(self) -> None:
        super()._draw_rarer()
        for cell in self.some(self.near(self.start, 0, 2), 0, 4):
            self.terrain[cell] = self.rnd.choice(("dense_jungle", "dense_jungle", "bamboo", "light_jungle", "huts"))

    def draw_friends(self, side: str) -> None:
        for number in range(self.rnd.choice((1, 1, 1, 2))):
            kind = self.weighted({"squad": 6, "half_squad": 2, "leader": 1})
            near = [c for c in self.near(self.start, 1, 2) if self.stands(c)] or [self.start]
            cell = self.start if self.chance(0.6) else self.rnd.choice(near)
            level = self.start_level if cell == self.start else self.draw_level(cell)
            statuses = ["broken", "dm"] if number or self.chance(0.9) else ["broken"]
            uid = self.put(side, kind, cell, level, *statuses)
            if self.chance(0.1):
                self.fact("status", uid, self.rnd.choice(("disrupted", "encircled")))
        dense = [c for c in self.near(self.start, 0, 2) if self.terrain[c] in ("dense_jungle", "bamboo")]
        cover = [c for c in self.near(self.start, 1, 2) if self.terrain[c] in COVER]
        for cell in (*self.some(dense, 0, 2), *self.some(cover, 0, 1)):
            level = self.draw_level(cell)
            for _ in range(self.rnd.choice((1, 1, 2, 3))):
                if level not in SMALL:
                    self.put(side, self.rnd.choice(("squad", "squad", "half_squad")), cell, level)

    def draw_enemies(self, side: str) -> None:
        hiding = self.rnd.choice((0.0, 0.1, 0.3))
        for _ in range(self.rnd.choice((1, 1, 2, 2, 3))):
            cells = [c for c in self.near(self.start, *self.rnd.choice(((1, 1), (1, 2), (2, 3)))) if self.stands(c)]
            if cells:
                kind = self.weighted({"squad": 8, "half_squad": 1, "leader": 1, "vehicle": 1, "dummy": 1})
                self.put_enemy(side, kind, self.rnd.choice(cells), 0, 0.1, hiding)

    def draw_nmc(self) -> None:
        for uid, _, _, broken in self.places:
            for cell in self.some(self.near(self.start, 0, 2), 0, 4) if broken and self.chance(0.5) else ():
                self.fact("nmc", uid, cell, self.rnd.choice(("pass", "pin", "fail")))

    def _draw_melees(self, mine: str, theirs: str) -> None:
        pass


COVER = (
    "woods",
    "light_woods",
    "forest",
    "pine_woods",
    "light_jungle",
    "dense_jungle",
    "bamboo",
    "huts",
    "wooden_building",
)
SMALL = ("foxhole", "trench", "pillbox")


def varied(seed: int, rules: str) -> str:
    """The text of a position with any terrain of its rule set and two or three routers; by full ASL also with tunnels,
    fortifications, levels, weather and night. The same seed gives the same."""
    return crowded(seed, rules) if rules == "aslsk" else _Varied(Random(f"varied {seed}")).draw()
