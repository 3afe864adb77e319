"""Boards for LOS: a row of hexes in one line of text, and a field of open ground."""

from __future__ import annotations

from los_oracle import Board

ENCODINGS = [f"board/{name}.lp" for name in ("los", "los_heights", "los_one_level", "los_two_levels")]
BLOCKED = None


def put(board: Board, name: str, place: tuple[int, int], cell: str) -> None:
    """`terrain`, `terrain@elevation`, `terrain+feature@elevation` or `terrain/storeys`; a dot is open ground."""
    cell, _, elevation = cell.partition("@")
    cell, _, feature = cell.partition("+")
    if feature:
        board.features[name] = feature
    cell, _, storeys = cell.partition("/")
    board.hexes[name] = place
    board.terrain[name] = "open_ground" if cell == "." else cell
    if elevation:
        board.elevation[name] = int(elevation)
    if storeys:
        board.storeys[name] = int(storeys)


def column(cells: str, month: int | None = None, side: str = "", kind: str = "") -> tuple[Board, str, str]:
    """A straight row of hexes A1, A2 ..., and its two ends. `kind` lies between the two hexes of `side`."""
    board = Board(month=month)
    names = [f"A{i}" for i in range(1, len(cells.split()) + 1)]
    for i, (name, cell) in enumerate(zip(names, cells.split(), strict=True)):
        put(board, name, (0, 2 * i + 1), cell)
    if side:
        board.sides[frozenset(side.split())] = kind
    return board, names[0], names[-1]


def field() -> Board:
    """Open ground on all sides of (0,0), hexes named by their place, as in `h(3,-1)`."""
    board = Board()
    for c in range(-6, 7):
        for r in range(-10, 11):
            if (c + r) % 2 == 0:
                put(board, h(c, r), (c, r), ".")
    return board


def h(c: int, r: int) -> str:
    return f"{c},{r}"
