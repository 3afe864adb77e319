"""Changes of a position on a table, as the page asks for them: blocks, the table and its ground.

Places are whole numbers of what the file counts in; lengths that a player types are inches, and have to be whole
numbers of it as well. Whether blocks overlap, or are off the table, the rule set says.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from ..base.span import Said, subject
from ..draw.miniatures.table import counts_of
from ..errors import UsageError, quote
from ..position.facts import Fact, Instance
from ..position.vocabulary import AREA, DIRECTION, Name, Value
from .edit_fields import Change, Edit, instead, new_unit, put, refuse_word, unit, whole, word

LENGTHS = {  # the arguments that are lengths or places
    "table": (0, 1),
    "area": (1, 2, 3, 4),
    "stands_at": (1, 2),
    "threat": (1, 2),
    **dict.fromkeys(("frontage", "depth", "widest_stand", "movement"), (1,)),
}
BLOCK = ("stands_at", "facing", "frontage", "depth")  # what a block on the table has
NUMBERS = ("frontage", "depth", "widest_stand", "movement", "rating")  # of a unit; a rating is no length
TURNS = ("rallies", "attacked", "goes_on")  # what happens to a unit in some turns
TO_THREAT = 4  # inches from the middle of a front to a threat that is put before it
STEP = 2  # inches between two places that are tried for a new block
MOST_TRIED = 2_000
FARTHEST = 20_000  # that a change shifts a block at once, in what the file counts in

Spot = tuple[float, float]


class _Table:
    """The facts of a table, for changes.

    Raises UsageError where there is no table.
    """

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.position = Instance("", tuple(facts))
        if not self.position.of("table"):
            raise UsageError("there is no table in this position")
        self.width, self.depth = (int(str(arg)) for arg in self.position.of("table")[0].args)
        self.counts = counts_of(self.position)

    def only(self, name: str, of: Value) -> Fact | None:
        """Return a fact that occurs once for a unit or a side."""
        return next((fact for fact in self.position.of(name) if fact.args[0] == of), None)

    def units_of(self, inches: object, what: str) -> int:
        """Return a length in inches in the file's parts of an inch.

        Raises UsageError where it is no whole number of that.
        """
        if not isinstance(inches, int | float) or isinstance(inches, bool) or not abs(inches) <= FARTHEST:
            raise UsageError(f"{what} is a number of inches")
        count = round(inches * self.counts)
        if abs(count - inches * self.counts) > 1e-6:
            said = "whole inches" if self.counts == 1 else f"parts of an inch, {self.counts} to one"
            raise UsageError(f"{what}: {inches:g} inches cannot be said in {said}; choose what the file counts in")
        return count

    def spot(self, edit: Edit) -> tuple[int, int]:
        """Return the place of a change, its `x` and `y` in inches.

        Raises as `units_of`.
        """
        return self.units_of(edit.get("x"), "x"), self.units_of(edit.get("y"), "y")

    def block(self, name: Value) -> tuple[Spot, int, float, float]:
        """Return the front left corner of a block, the number of its facing, its frontage and its depth.

        Raises UsageError for one that is not all given.
        """
        given = [fact for each in BLOCK if (fact := self.only(each, name))]
        if len(given) < len(BLOCK):
            raise UsageError(f"{name} has no place, facing, frontage or depth: give them in the text of the position")
        place, facing, *shape = given
        x, y = (int(str(arg)) for arg in place.args[1:])
        wide, deep = (int(str(fact.args[1])) for fact in shape)
        return (x, y), DIRECTION.words.index(str(facing.args[1])), wide, deep


def _ahead(facing: int) -> Spot:
    """Return a step of one in a direction, by its number: from north by the east."""
    return math.sin(math.radians(45 * facing)), math.cos(math.radians(45 * facing))


def _corners(corner: Spot, facing: int, wide: float, deep: float) -> list[Spot]:
    """Return the corners of a block from its front left one: then front right, back right, back left."""
    (x, y), (east, north) = corner, _ahead(facing)
    right, back = (north * wide, -east * wide), (-east * deep, -north * deep)
    return [
        (x, y),
        (x + right[0], y + right[1]),
        (x + right[0] + back[0], y + right[1] + back[1]),
        (x + back[0], y + back[1]),
    ]


def _middle(corners: Iterable[Spot]) -> Spot:
    xs, ys = zip(*corners, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _whole(edit: Edit, key: str) -> int:
    return whole(edit.get(key), f"{key} is a whole number", -FARTHEST, FARTHEST)


def _shift(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Move a block, or the `threat` of a unit, `east` and `north` by the file's parts of an inch."""
    who, name = unit(facts, edit), "threat" if edit.get("what") == "threat" else "stands_at"
    fact = _Table(facts).only(name, who)
    if fact is None:
        raise UsageError(f"{who} has no {name}")
    x, y = (int(str(arg)) + _whole(edit, key) for arg, key in zip(fact.args[1:], ("east", "north"), strict=True))
    return put(facts, Fact(name, (who, x, y)))


def _place(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Put the front left corner of a block `x` and `y` inches from the south-west."""
    who, table = unit(facts, edit), _Table(facts)
    return put(facts, Fact("stands_at", (who, *table.spot(edit))))


def _turn(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Turn a block about its middle, `by` eighths to the right or to a `facing`.

    It stays as near to its place as the file can state, and no further off the table than it was.
    """
    who, table = unit(facts, edit), _Table(facts)
    corner, before, wide, deep = table.block(who)
    if "facing" in edit:
        refuse_word(DIRECTION.problem(word(edit, "facing")))
        facing = DIRECTION.words.index(edit["facing"])
    else:
        facing = (before + _whole(edit, "by")) % len(DIRECTION.words)
    now = _corners((0, 0), facing, wide, deep)
    middles = zip(_middle(_corners(corner, before, wide, deep)), _middle(now), strict=True)
    spot = _inside(table, now, [math.floor(old - new + 0.5) for old, new in middles])
    return put(put(facts, Fact("facing", (who, Name(DIRECTION.words[facing])))), Fact("stands_at", (who, *spot)))


def _measure(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Set a number of a unit, its lengths in inches; None removes an optional one."""
    who, name, value = unit(facts, edit), word(edit, "name"), edit.get("value")
    if name not in NUMBERS:
        raise UsageError(f"{quote(name)} is not a number of a unit on a table; there are: {', '.join(NUMBERS)}")
    if value is None:
        return instead(facts, named=name, of=who)
    number = _whole(edit, "value") if name not in LENGTHS else _Table(facts).units_of(value, name)
    return put(facts, Fact(name, (who, number)))


def _word_of(name: str, without: str = "") -> Change:
    """Return the edit of a word of a unit; `without` is the word of a unit without the fact."""

    def change(facts: list[Fact], edit: Edit) -> list[Fact]:
        who, value = unit(facts, edit), word(edit, "value")
        new = [] if value == without else [Fact(name, (who, value))]
        return instead(facts, *new, named=name, of=who)

    return change


def _flag(name: str) -> Change:
    """Return the edit of a fact without a value."""

    def change(facts: list[Fact], edit: Edit) -> list[Fact]:
        who = unit(facts, edit)
        return instead(facts, *([Fact(name, (who,))] if edit.get("on") else []), named=name, of=who)

    return change


def _belongs(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Set the side and the kind of a unit; what the change leaves out stays."""
    who = unit(facts, edit)
    old = next(f for f in facts if f.name == "unit" and f.args[0] == who)
    side, kind = (word(edit, key) if key in edit else old.args[n] for n, key in ((1, "side"), (2, "kind")))
    return [Fact("unit", (who, side, kind)) if f is old else f for f in facts]


def _threat(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Set the origin of the attack, `x` and `y` in inches.

    Without them it is before the middle of the front; without `on` the attack is removed.
    """
    who = unit(facts, edit)
    if not edit.get("on"):
        return instead(facts, named="threat", of=who)
    table = _Table(facts)
    if "x" in edit:
        spot = table.spot(edit)
    else:
        corner, facing, wide, deep = table.block(who)
        front, ahead = _middle(_corners(corner, facing, wide, deep)[:2]), _ahead(facing)
        x, y = (round(at + TO_THREAT * table.counts * by) for at, by in zip(front, ahead, strict=True))
        spot = (min(max(x, 0), table.width), min(max(y, 0), table.depth))
    return put(facts, Fact("threat", (who, *spot)))


def _turns(facts: list[Fact], edit: Edit) -> list[Fact]:
    """In which turns something happens to a unit."""
    who, name, turns = unit(facts, edit), word(edit, "name"), edit.get("turns")
    if name not in TURNS or not isinstance(turns, list) or not all(type(turn) is int for turn in turns):
        raise UsageError(f"this change names one of {', '.join(TURNS)}, and turns")
    return instead(facts, *(Fact(name, (who, turn)) for turn in turns), named=name, of=who)


def _die(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Set the score of the dice of a turn, or remove it."""
    turn = _whole(edit, "turn")
    new = [] if edit.get("score") is None else [Fact("die", (turn, _whole(edit, "score")))]
    return instead(facts, *new, named="die", of=turn)


def _size(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Set the width and the depth of the table in inches."""
    table = _Table(facts)
    size = (table.units_of(edit.get("width"), "the width"), table.units_of(edit.get("depth"), "the depth"))
    return instead(facts, Fact("table", size), named="table")


def _home(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Set the home edge of a side."""
    return put(facts, Fact("home_edge", (word(edit, "side"), word(edit, "edge"))))


def _area(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Change the area of a `number` (`kind`, `from` and `to`, in inches), or remove it.

    Without a number, add a new area.
    """
    there = [f for f in facts if f.name == "area"]
    number = edit.get("number")
    if number is not None and not (type(number) is int and 0 <= number < len(there)):
        raise UsageError("there is no such area")
    old = None if number is None else there[number]
    if "kind" not in edit:
        return [f for f in facts if f is not old]
    kind, table, ends = word(edit, "kind"), _Table(facts), [edit.get("from"), edit.get("to")]
    refuse_word(AREA.problem(kind))
    if not all(isinstance(end, list) and len(end) == 2 for end in ends):
        raise UsageError("an area goes from its south-west corner to its north-east corner")
    (x, x2), (y, y2) = (
        sorted(table.units_of(end[axis], "a corner of an area") for end in ends if end) for axis in (0, 1)
    )
    new = Fact("area", (kind, x, y, x2, y2))
    return [*facts, new] if old is None else [new if f is old else f for f in facts]


def _counts(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Set the number of parts of an inch that the file counts in; everything stays in its place.

    Raises UsageError where the file cannot state a place in them.
    """
    table, parts = _Table(facts), _whole(edit, "value")
    if parts < 1:
        raise UsageError("a file counts in whole inches, or in parts of an inch")

    def scaled(fact: Fact) -> Fact:
        args = list(fact.args)
        for index in LENGTHS.get(fact.name, ()):
            if int(str(args[index])) * parts % table.counts:
                given = subject(str(fact))
                raise UsageError(Said(given, f" cannot be said in parts of an inch, {parts} to one; move or measure it first"))
            args[index] = int(str(args[index])) * parts // table.counts
        return Fact(fact.name, tuple(args))

    new = [] if parts == 1 else [Fact("unit_of_length", (Name("inch"), parts))]
    return instead([scaled(f) for f in facts], *new, named="unit_of_length")


def _add(facts: list[Fact], edit: Edit) -> list[Fact]:
    """Add a new block with its back to its home edge, its middle `x` and `y` inches from the south-west.

    It stays on the table. Without a place it comes where there is room near the middle of the table.
    """
    table = _Table(facts)
    side, kind = word(edit, "side"), word(edit, "kind")
    who = new_unit(facts, side)
    lengths = {name: table.units_of(edit.get(name), name) for name in ("frontage", "depth", "movement")}
    home = table.only("home_edge", side)
    facing = (DIRECTION.words.index(str(home.args[1])) + 4) % 8 if home else 0
    shape = lengths["frontage"], lengths["depth"]
    spot = _around(table, facing, *shape, edit) if "x" in edit else _free(table, facing, *shape)
    order = str(edit.get("order") or "good")
    return [
        *facts,
        Fact("unit", (who, side, kind)),
        Fact("stands_at", (who, *spot)),
        Fact("facing", (who, Name(DIRECTION.words[facing]))),
        *(Fact(name, (who, value)) for name, value in lengths.items()),
        *([Fact("rating", (who, _whole(edit, "rating")))] if edit.get("rating") is not None else []),
        *([Fact("order", (who, Name(order)))] if order != "good" else []),
    ]


def _around(table: _Table, facing: int, wide: int, deep: int, edit: Edit) -> tuple[int, int]:
    """Return the front left corner of a block with its middle where an edit says, or as near as the table allows."""
    corners = _corners((0, 0), facing, wide, deep)
    middles = zip("xy", _middle(corners), strict=True)
    return _inside(table, corners, [round(table.units_of(edit.get(axis), axis) - middle) for axis, middle in middles])


def _inside(table: _Table, shape: list[Spot], spot: Sequence[int]) -> tuple[int, int]:
    """Return the place for the front left corner of a shape that is nearest to a spot, as far as the table allows."""
    kept = []
    for wanted, ends, most in zip(spot, zip(*shape, strict=True), (table.width, table.depth), strict=True):
        least, last = math.ceil(-min(ends) - 1e-6), math.floor(most - max(ends) + 1e-6)
        kept.append(max(min(wanted, last), least, 0))
    return kept[0], kept[1]


def _free(table: _Table, facing: int, wide: int, deep: int) -> tuple[int, int]:
    """Return the front left corner for a new block that faces straight ahead and overlaps none.

    It is as near to the middle of the table as steps of some inches allow; without room, it is the middle.
    """
    others = [_box(corners) for corners in _all_corners(table)]
    shape = _corners((0, 0), facing, wide, deep)
    left, low, right, high = _box(shape)
    step = STEP * table.counts
    middle = (table.width - left - right) / 2, (table.depth - low - high) / 2
    around = sorted(
        ((i, j) for i in range(-30, 31) for j in range(-30, 31)), key=lambda at: (at[0] ** 2 + at[1] ** 2, at)
    )
    for i, j in around[:MOST_TRIED]:
        x, y = round(middle[0]) + i * step, round(middle[1]) + j * step
        if x + left < 0 or y + low < 0 or x + right > table.width or y + high > table.depth:
            continue
        if not any(x + left < b[2] and b[0] < x + right and y + low < b[3] and b[1] < y + high for b in others):
            return x, y
    return max(round(middle[0]), 0), max(round(middle[1]), 0)


def _all_corners(table: _Table) -> Iterator[list[Spot]]:
    for fact in table.position.of("stands_at"):
        if all(table.only(name, fact.args[0]) for name in BLOCK):
            yield _corners(*table.block(fact.args[0]))


def _box(corners: Iterable[Spot]) -> tuple[float, float, float, float]:
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


EDITS: dict[str, Change] = {
    "shift": _shift,
    "place": _place,
    "turn": _turn,
    "measure": _measure,
    "order": _word_of("order", "good"),
    "formed": _flag("formed"),
    "moves_first": _flag("moves_first"),
    "belongs": _belongs,
    "threat": _threat,
    "turns": _turns,
    "die": _die,
    "table": _size,
    "home": _home,
    "area": _area,
    "counts": _counts,
    "add_block": _add,
}
