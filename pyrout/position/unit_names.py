"""Units and hexes as players name them: a unit by its id, or by the hex that it is in."""

from __future__ import annotations

from ..errors import UsageError, quote
from .consistency import routers
from .facts import Instance
from .vocabulary import Name

LISTED = 12  # units that a message names


def hex_called(position: Instance, word: str, any_case: bool = False) -> str:
    """Return the hex or Location that a player calls so: `05Y3` is 5Y3, and `Y3` too where the map is board 5 alone.

    With `any_case` upper and lower case are the same where only one hex is meant. Words that name no hex of the
    position are returned unchanged.
    """
    known = {str(fact.args[0]) for fact in position.of("hex")}
    hex_, at, level = word.partition("@")
    boards = [str(fact.args[0]) for fact in position.of("board")]
    names = [hex_, hex_.lstrip("0")]
    if len(boards) == 1:
        names.append(f"{boards[0].lstrip('0') or boards[0][:1]}{hex_}")
    if any_case:
        by_case = [hex_ for name in names for hex_ in known if hex_.lower() == name.lower()]
        names += by_case if len(set(by_case)) == 1 else []
    return next((f"{name}{at}{level}" for name in names if name in known), word)


def units_in(position: Instance, place: str) -> tuple[Name, ...]:
    """Return the units in a hex (any Location of it) or in a Location (`2M2@1`), in the order of the file.

    Upper and lower case are the same.
    """
    place = hex_called(position, place, any_case=True)
    wanted, at, _ = place.lower().partition("@")
    units = []
    for fact in position.of("at"):
        hex_ = str(fact.args[1]).lower()
        location = f"{hex_}@{fact.args[2] if len(fact.args) == 3 else 0}"
        if hex_ == wanted and (not at or location == place.lower()):
            units.append(Name(fact.args[0]))
    known = set(position.units)
    return tuple(unit for unit in dict.fromkeys(units) if unit in known)


def unit_called(position: Instance, word: str) -> Name:
    """Return the unit with this id, or in this hex: the only one there, or the only one there that is broken.

    Raises UsageError, which names the units to choose from.
    """
    known = position.units
    if word in known:
        return Name(word)
    company = word.split("+")
    if len(company) > 1 and all(each in known for each in company):
        remedy = "a rout in company is judged by `pyrout phase FILE --log LOG` (pyrout.play)"
        raise UsageError(f"{position.name}: {quote(word)} is more than one unit; {remedy}")
    there = units_in(position, word)
    broken = [unit for unit in there if unit in set(routers(position))]
    for several in (broken, there):
        if len(several) == 1:
            return several[0]
    if there:
        units = ", ".join(describe_unit(position, unit) for unit in there)
        raise UsageError(f"{position.name}: in {quote(word)}: {units}; name one by its id")
    hex_ = hex_called(position, word, any_case=True).partition("@")[0].lower()
    if any(str(fact.args[0]).lower() == hex_ for fact in position.of("hex")):
        raise UsageError(f"{position.name}: no unit is in {quote(word)}; name a unit by its id or its hex")
    ids = sorted(known)
    more = f" and {len(ids) - LISTED} more" if len(ids) > LISTED else ""
    raise UsageError(f"{position.name}: no unit is called {quote(word)}; there are: {', '.join(ids[:LISTED])}{more}")


def describe_unit(position: Instance, unit: str) -> str:
    """Return a unit in words: `g1 (german squad, broken)`."""
    side, kind = next((f.args[1], f.args[2]) for f in position.of("unit") if f.args[0] == unit)
    states = [str(fact.args[1]) for fact in position.of("status") if fact.args[0] == unit]
    return f"{unit} ({', '.join([f'{side} {kind}'.replace('_', ' '), *states])})"
