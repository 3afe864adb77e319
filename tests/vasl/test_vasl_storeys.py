"""LOS from upper levels by the simple form (whole hexes, `asp/asl/a6_los.lp`) beside VASL's, pixel by pixel: on boards made up
of whole hexes, and on real ones, where what is drawn does not fill its hexes."""

from __future__ import annotations

import random
from collections import Counter

import clingo
import pytest
from vasl_boards import BRUSH, GRAIN, OPEN, ORCHARD, STONE, WOODS, Drawing, real_data

import pyrout
from pyrout.program import rule_sets
from pyrout.vasl.boards.facts import board_facts
from pyrout.vasl.boards.maps import BoardMap, read_board

FARTHEST = 16  # hexes; as far as VASL's own tables go
FILLS = 0.95  # how much of the way to its hexsides terrain is drawn: whole hexes, whose edge belongs to no other hex
Found = dict[tuple[str, str], int | str | None]


def simple(board: BoardMap, *, hexsides: bool = True) -> Found:
    """The Hindrances of each pair of Locations one of which is an upper one, in two hexes, None where it is blocked, "open"
    where the simple form does not decide. `hexsides`: also of those whose LOS runs along hexsides."""
    position = pyrout.parse("\n".join(board_facts(board)), need="facts")
    spots = {str(f.args[0]): (int(str(f.args[1])), int(str(f.args[2]))) for f in position.of("hex")}
    upper = {f"{f.args[0]}@{f.args[1]}": (str(f.args[0]), int(str(f.args[1]))) for f in position.of("level")}
    places = {**{hex_: hex_ for hex_ in spots}, **{place: hex_ for place, (hex_, _) in upper.items()}}

    def asked(a: str, b: str) -> bool:
        (c, r), (d, s) = spots[places[a]], spots[places[b]]
        columns, rows = abs(c - d), abs(r - s)
        if columns + max(0, rows - columns) // 2 not in range(1, FARTHEST + 1) or (b in upper and b < a):
            return False
        return hexsides or columns == 0 or rows not in (0, 3 * columns)

    pairs = [(a, b) for a in upper for b in places if asked(a, b)]
    more = [
        f'located("{p}","{h}",{n}). at(u,"{h}",{n}). hex("{p}",{",".join(map(str, spots[h]))}).'
        for p, (h, n) in upper.items()
    ]
    control = clingo.Control(["--warn=none"])
    control.add("base", [], rule_sets.program("asl", "los") + position.program() + "\n".join(more))
    control.add("base", [], "".join(f'wanted("{a}","{b}").' for a, b in pairs))
    control.ground([("base", []), ("los", [])])
    table: Found = dict.fromkeys(pairs)
    for atom in control.symbolic_atoms.by_signature("derived_los", 3):
        a, b, hindrances = atom.symbol.arguments
        table[a.string, b.string] = hindrances.number
    for atom in control.symbolic_atoms.by_signature("los_undecided", 4):
        a, b = atom.symbol.arguments[:2]
        table[a.string, b.string] = "open"
    return table


def compared(board: BoardMap, *, hexsides: bool = True) -> Counter[str]:
    """Return the number of pairs of each kind: the answer of the simple form, then VASL's, which is clear where it is from one
    end (as in `mutual_los`); "differs" where both are clear and the Hindrances are not the same from either."""
    hindrances = simple(board, hexsides=hexsides)
    there, back = board.los(list(hindrances)), board.los([(b, a) for a, b in hindrances])
    kinds: Counter[str] = Counter()
    for n, mine in enumerate(hindrances.values()):
        clear = [int(sight.hindrance[n]) for sight in (there, back) if not sight.blocked[n]]
        if mine == "open":
            kinds["open"] += 1
        elif mine is None or not clear:
            kinds[f"{'blocked' if mine is None else 'clear'}, {'clear' if clear else 'blocked'}"] += 1
        else:
            kinds["clear, clear" if mine in clear else "differs"] += 1
    return kinds


def share(kinds: Counter[str]) -> float:
    """The share that agrees of what is decided."""
    return (kinds["clear, clear"] + kinds["blocked, blocked"]) / (kinds.total() - kinds["open"])


def made_up(seed: int, *, drop: int) -> BoardMap:
    """A board of whole hexes: buildings of up to three upper levels, alone or several hexes of one, woods, fields, and hills
    that fall by so many levels from hex to hex (none: 0)."""
    rng = random.Random(seed)
    board = Drawing(cols=13, rows=8, name="t")
    if drop:
        tops = [(rng.choice(board.hex_names), rng.randint(1, 3)) for _ in range(3)]
        levels = Counter[str]()
        for name in board.hex_names:
            x, y = board.centre(name)
            for top, height in tops:
                tx, ty = board.centre(top)
                away = int(max(abs(x - tx) / board.hex_width, abs(y - ty) / board.hex_height))
                levels[name] = max(levels[name], height - drop * away)
        for name in board.hex_names:
            board.raise_to(name, levels[name])
    for name in board.hex_names:
        board.fill(name, rng.choice([OPEN] * 12 + [WOODS, WOODS, GRAIN, BRUSH, ORCHARD]), FILLS)
    for _ in range(7):
        house = [rng.choice(board.hex_names)]
        x, y = board.centre(house[0])
        for name in board.hex_names:
            tx, ty = board.centre(name)
            if rng.random() < 0.15 and 0 < abs(x - tx) / board.hex_width + abs(y - ty) / board.hex_height <= 1.5:
                house.append(name)
        storeys = rng.randint(0, 3)
        for name in house:  # the hexes of one building are not parted
            board.fill(name, STONE + storeys, 1.0 if len(house) > 1 else FILLS)
            board.stairs.add(name)
    return board.map()


@pytest.mark.slow
@pytest.mark.parametrize("drop", [0, 1, 2])
def test_boards_of_whole_hexes(drop: int) -> None:
    """The rules are the same: what is left are lines that pass an edge of what is drawn by a pixel."""
    kinds = sum((compared(made_up(seed, drop=drop), hexsides=False) for seed in range(3)), Counter[str]())
    assert kinds.total() > 1000
    assert kinds["open"] < 0.05 * kinds.total()
    assert share(kinds) > 0.98, kinds


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("z", 0.91), ("10", 0.92), ("09", 0.88)])
def test_real_boards(name: str, least: float) -> None:
    """The drawing on them leaves parts of its hexes open. So the simple form has more blocked, and next to nothing clear
    that is not."""
    kinds = compared(read_board(real_data() / "boards" / f"bd{name}"))
    assert share(kinds) > least, kinds
    assert kinds["clear, blocked"] <= 2, kinds
    assert kinds["open"] < 0.08 * kinds.total(), kinds
    assert kinds["differs"] == 0, kinds
