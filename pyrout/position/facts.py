"""A position as ground facts: what one fact is, and what a collection of them can be asked.

Nothing is checked here: `reading.py` makes facts of a stranger's text, `consistency.py` says whether they fit together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from ..version import SCHEMA
from .vocabulary import Name, Term, Value, write_value


class Fact(NamedTuple):
    """One fact and its place (line and column count from 1; 0 for a fact from no file).

    `str()` is its clingo text.
    """

    name: str
    args: tuple[Value, ...]
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(write_value, self.args))})"

    @property
    def place(self) -> tuple[int, int]:
        return self.line, self.column


def once(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return each fact once, in their order."""
    return tuple({fact[:2]: fact for fact in facts}.values())


# A fact that does not fit together with others, the problem, the remedy
Fault: TypeAlias = tuple[Fact, str, str]


def location_of(fact: Fact) -> str:
    """Return the Location that a fact at/2 or at/3 names."""
    level = str(fact.args[2]) if len(fact.args) > 2 else "0"
    return str(fact.args[1]) if level == "0" else f"{fact.args[1]}@{level}"


ABOARD = ("passenger", "rider")  # facts that place a unit in its vehicle


def keep_places(before: Sequence[Fact], after: Sequence[Fact]) -> list[Fact]:
    """Return the facts after a change, with a place for each unit that was aboard and is nowhere now: its vehicle's."""
    old, new = places(before), places(after)
    units = [fact.args[0] for fact in after if fact.name == "unit"]
    return [*after, *(old[unit] for unit in units if unit in old and unit not in new)]


def places(facts: Iterable[Fact]) -> dict[Value, Fact]:
    """Return the place of each unit as a fact at/2 or at/3.

    A Passenger or Rider without one has the place of its vehicle.
    """
    by_place: dict[Value, Fact] = {}
    carrier: dict[Value, Value] = {}
    for fact in facts:
        if fact.name == "at":
            by_place[fact.args[0]] = fact
        elif fact.name in ABOARD:
            carrier[fact.args[0]] = fact.args[1]
    for unit, vehicle in carrier.items():
        seen = {unit}
        while vehicle not in by_place and vehicle in carrier and vehicle not in seen:
            seen.add(vehicle)
            vehicle = carrier[vehicle]
        if vehicle in by_place:
            by_place.setdefault(unit, Fact("at", (unit, *by_place[vehicle].args[1:])))
    return by_place


def locations(facts: Iterable[Fact]) -> dict[str, str]:
    """Return the Location of each unit; those aboard have that of their vehicle."""
    return {str(unit): location_of(fact) for unit, fact in places(facts).items()}


Spot = tuple[int, int]  # the column and doubled row of a hex


@dataclass(frozen=True)
class Instance:
    """A position: its name (the file's) and its facts, each only once.

    >>> from pyrout import parse
    >>> board = parse('hex("yA1",0,1). terrain("yA1",woods).', need="facts")
    >>> board.of("terrain")[0].args
    ('yA1', woods)
    >>> print(board.without("hex").program(), end="")
    terrain("yA1",woods).
    """

    name: str
    facts: tuple[Fact, ...] = field(repr=False)
    # The need that `consistency.check_facts` has checked, so that a position is checked once
    fits: str = field(default="", init=False, repr=False, compare=False)

    def of(self, name: str) -> tuple[Fact, ...]:
        """Return the facts of one predicate, of whatever arity."""
        return self._by_name.get(name, ())

    @cached_property
    def _by_name(self) -> dict[str, tuple[Fact, ...]]:
        lists: dict[str, list[Fact]] = {}
        for fact in self.facts:
            lists.setdefault(fact[0], []).append(fact)
        return {name: tuple(facts) for name, facts in lists.items()}

    @property
    def predicates(self) -> Collection[str]:
        """The predicates of its facts."""
        return self._by_name.keys()

    @property
    def rules(self) -> Name | None:
        """The rule set that the instance names."""
        return next((Name(fact.args[0]) for fact in self.of("rules")), None)

    @property
    def ground(self) -> str:
        """The ground that it is played on, as `plays_on/1` of a rule set names it."""
        return "table" if self.of("table") else "hexes"

    @property
    def units(self) -> tuple[Name, ...]:
        """The ids of the units, in the order of the file."""
        return tuple(Name(fact.args[0]) for fact in self.of("unit"))

    @cached_property
    def sides(self) -> dict[str, str]:
        """The side of each unit."""
        return {str(fact.args[0]): str(fact.args[1]) for fact in self.of("unit")}

    @cached_property
    def spots(self) -> dict[str, Spot]:
        """The column and doubled row of each hex."""
        return {str(fact.args[0]): (int(str(fact.args[1])), int(str(fact.args[2]))) for fact in self.of("hex")}

    @property
    def attacker(self) -> str:
        """The side that attacks, or "" where no fact names it."""
        return next((str(fact.args[0]) for fact in self.of("attacker")), "")

    def turn(self, side: str) -> tuple[bool, str]:
        """Return the key by which sides rout in turn, the attacker first."""
        return side != self.attacker, side

    def program(self, without: Collection[str] = ()) -> str:
        """Return the facts, but those of `without`, as a clingo program."""
        texts: dict[type, _Texts] = {kind: _Texts() for kind in (int, str, Name, Term)}
        return "".join(
            [
                f"{name}({','.join([texts[type(arg)][arg] for arg in args])}).\n"
                for name, args, _, _ in self.facts
                if name not in without
            ]
        )

    def to_json(self) -> dict[str, Any]:
        """Return the object that `pyrout convert` writes, which `parse` reads."""
        facts = [{fact.name: [_plain(value) for value in fact.args]} for fact in self.facts]
        return {"schema": SCHEMA, "file": self.name, "facts": facts}

    def without_places(self) -> Instance:
        """Return the instance, its facts without their lines and columns."""
        bare = Instance(self.name, tuple(Fact(fact.name, fact.args) for fact in self.facts))
        object.__setattr__(bare, "fits", self.fits)  # it is frozen for everybody else
        return bare

    def without(self, *names: str) -> Instance:
        """Return the instance without the facts of these predicates."""
        return Instance(self.name, tuple(fact for fact in self.facts if fact.name not in names))


class _Texts(dict[Value, str]):
    """A cache of the text of each value."""

    def __missing__(self, value: Value) -> str:
        self[value] = text = write_value(value)
        return text


def range_between(one: Spot, other: Spot) -> int:
    """Return the range in hexes between two hexes, by their columns and doubled rows."""
    columns, rows = abs(one[0] - other[0]), abs(one[1] - other[1])
    return columns + max(0, rows - columns) // 2


def nmc_results(position: Instance, unit: str) -> dict[str, str]:
    """Return the results of a unit's NMC that the position gives, by Location."""
    return {str(f.args[1]): str(f.args[2]) for f in position.of("nmc") if f.args[0] == unit}


def _plain(value: Value) -> Any:
    if isinstance(value, Term):
        return {value.name: _plain(value.args[0])}
    return int(value) if isinstance(value, int) else str(value)
