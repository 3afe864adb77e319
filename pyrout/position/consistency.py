"""Checks of facts against each other, for all rule sets: references, contradictions, places, ids, known answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from ..base import arguments, span
from ..base.span import Said
from ..errors import InstanceError, UsageError, quote
from ..program import rule_sets
from ..program.rule_index import options as option_values
from . import tables
from .facts import Fact, Fault, Instance, locations, once
from .vocabulary import (
    BY_NAME,
    CARRIERS,
    CONTRADICTORY,
    EXPECTED,
    FLEEING,
    LEADERS,
    NOWHERE,
    OF_THE_HEX,
    ONLY_WITH,
    PLACED,
    SINGLE_ANSWERS,
    SW_STATUS,
    UNBREAKABLE,
    Name,
    Term,
    Value,
    fact_problem,
    nearest,
    quote_value,
)

HEX_LIMIT = 3_000
UNIT_LIMIT = 400
FAR_AWAY = "leave out what is far from the routing units"
TOO_MANY_UNITS = (f"more than {UNIT_LIMIT} units", FAR_AWAY)
# Demands on the facts: none (the hexes of a board, say), a position (two sides and a unit), or a position
# in which somebody may rout.
Need: TypeAlias = Literal["facts", "position", "router"]


def check_facts(instance: Instance, need: Need = "router") -> Instance:
    """Return the instance if its facts fit together.

    Level 0 is the ground, as in at/2. The LOS of a foxhole, a trench or shellholes is that of its hex. Raises
    InstanceError.
    """
    if instance.fits not in ("", "facts"):
        _check_routers(instance, need)
        return instance
    if any(fact.args[2:] == (0,) for fact in instance.of("at")):
        facts = (f._replace(args=f.args[:2]) if f.name == "at" and f.args[2:] == (0,) else f for f in instance.facts)
        instance = Instance(instance.name, once(facts))
    _check(instance, need)
    checked = _seen_from_hexes(instance)
    object.__setattr__(checked, "fits", need)  # it is frozen for everybody else
    return checked


_SIGHTS = {"los": 2, "los_from": 1}  # facts of LOS, and how many Locations each begins with


def _of_hex(place: Value) -> Value:
    """Return the Location, with its hex for a foxhole and the like."""
    hex_, _, feature = str(place).partition("@")
    return hex_ if feature in OF_THE_HEX else place


def _of_hexes(fact: Fact) -> tuple[Value, ...]:
    """Return the arguments of a fact of LOS, with hexes for foxholes and the like."""
    count = _SIGHTS[fact.name]
    return (*map(_of_hex, fact.args[:count]), *fact.args[count:])


def _inside(fact: Fact, count: int) -> bool:
    """Return True if one of the first arguments of a fact is a Location other than a hex."""
    return any("@" in str(place) for place in fact.args[:count])


def _seen_from_hexes(instance: Instance) -> Instance:
    """Return the instance with its LOS given by hexes where it was given by foxholes and the like in them."""
    if not any(_inside(fact, count) for name, count in _SIGHTS.items() for fact in instance.of(name)):
        return instance
    facts = (f._replace(args=_of_hexes(f)) if f.name in _SIGHTS else f for f in instance.facts)
    return Instance(instance.name, once(facts))


def is_position(given: object) -> Instance:
    """Return the argument if it is a position whose facts fit together.

    Facts that nobody has checked are looked up in the vocabulary and checked against each other: a position can be
    made by hand. Raises UsageError, InstanceError.
    """
    remedy = "pyrout.load(path) makes one of a file, pyrout.parse(text) of a text"
    if not isinstance(given, Instance):
        raise UsageError(f"a position is wanted, not {arguments.kind(given)}; {remedy}")
    if given.fits:
        return given
    arguments.string(given.name, "the name of a position", "a string")
    if not isinstance(given.facts, tuple) or not all(isinstance(fact, Fact) for fact in given.facts):
        raise UsageError(f"a position has a tuple of facts; {remedy}")
    for fact in given.facts:
        _in_vocabulary(given.name, fact)
    return check_facts(Instance(given.name, once(given.facts)), "facts")


def _in_vocabulary(name: str, fact: Fact) -> None:
    """Raise InstanceError for a fact that is not in the vocabulary, UsageError for one that is not of the form of a fact."""
    if not isinstance(fact.name, str) or not isinstance(fact.args, tuple):
        raise UsageError(f"{name}: a fact has a name and a tuple of values, not {quote(repr(tuple(fact)[:2]))}")
    problem = fact_problem(fact.name, fact.args)
    if problem:
        raise InstanceError(name, *fact.place, *problem)


def with_facts(instance: Instance, facts: Iterable[Fact]) -> Instance:
    """Return the instance with more facts.

    Raises InstanceError for one that is not in the vocabulary or contradicts, UsageError for what is no fact.
    """
    instance = is_position(instance)
    wanted = "a list of facts, as pyrout.parse(text, need='facts').facts has them"
    if isinstance(facts, (str, bytes)) or not isinstance(facts, Iterable):
        raise UsageError(f"facts: {wanted}, not {arguments.kind(facts)}")
    added = tuple(facts)
    for each in added:
        if not isinstance(each, Fact):
            raise UsageError(f"facts: {wanted}; {quote(repr(each))} is {arguments.kind(each)}")
    for fact in added:
        _in_vocabulary(instance.name, fact)
    atoms = {fact[:2]: fact for fact in reversed(instance.facts + added)}
    return check_facts(Instance(instance.name, tuple(reversed(atoms.values()))), "facts")


def with_options(instance: Instance, options: Mapping[str, str]) -> Instance:
    """Return the instance with these options in place of its own.

    Raises InstanceError for an option or value that no rule set has, UsageError for what are no options.
    """
    instance, options = is_position(instance), arguments.settings(options)
    kept = tuple(f for f in instance.facts if f.name != "option" or f.args[0] not in options)
    changed = with_facts(
        Instance(instance.name, kept),
        (Fact("option", (Name(option), Name(value))) for option, value in options.items()),
    )
    values = [value for ruleset in rule_sets.names() for value in option_values(ruleset)]
    for option, given in options.items():
        known = sorted({value.value for value in values if value.option == option})
        if not known:
            remedy = "`pyrout rules RULESET` lists those of one"
            raise InstanceError(instance.name, 0, 0, f"no rule set has an option {quote(option)}", remedy)
        if given not in known:
            problem = f"the option {option} has no value {quote(given)}"
            raise InstanceError(instance.name, 0, 0, problem, f"there are: {', '.join(known)}")
    return changed


def _check(instance: Instance, need: Need) -> None:
    """Raise InstanceError for the first place where the facts do not fit together, then for what is missing."""
    name, of = instance.name, instance.of
    for predicate, limit, what in (("hex", HEX_LIMIT, "hexes"), ("unit", UNIT_LIMIT, "units")):
        if len(of(predicate)) > limit:
            fact = of(predicate)[limit]
            raise InstanceError(name, *fact.place, f"more than {limit:,} {what}", FAR_AWAY)
    sides = list(dict.fromkeys(fact.args[0] for fact in of("side")))
    if need != "facts" and len(sides) < 2:
        declared = f"only one side ({quote(str(sides[0]))}) is declared" if sides else "no side is declared"
        sides_given = span.form(", as in side(german). side(american)", "side(german)")
        raise InstanceError(name, 1, 1, declared, Said("declare the two sides", sides_given, "."))
    first = min(faults(instance, need), key=lambda fault: fault[0].place, default=None)
    if first:
        fact, problem, remedy = first
        raise InstanceError(name, *fact.place, problem, remedy)
    if need != "facts" and not of("unit"):
        raise InstanceError(name, 1, 1, "there is no unit", span.act("add_unit"))
    _check_routers(instance, need)


def _check_routers(instance: Instance, need: Need) -> None:
    """Raise InstanceError if somebody has to rout, and nobody may."""
    name, of, on_table = instance.name, instance.of, is_on_table(instance)
    if need == "router" and on_table and not any(f.args[1] in FLEEING for f in of("order")):
        remedy = Said("mark one with ", span.fact("order(U,routed)"), " or ", span.fact("order(U,retreating)"))
        raise InstanceError(name, 1, 1, "no unit is retreating or routed", remedy)
    if need == "router" and not (on_table or routers(instance) or rule_sets.volunteers(str(instance.rules))):
        remedy = Said("mark one with ", span.fact("status(U,broken)"), ", or ", span.act("breaks"))
        raise InstanceError(name, 1, 1, "no unit may rout: none is broken", remedy)


def is_on_table(instance: Instance) -> bool:
    """Return True if a position is on a table."""
    return bool(instance.of("table") or instance.of("stands_at"))


def faults(instance: Instance, need: Need) -> Iterator[Fault]:
    """Yield every place where the facts of an instance do not fit together."""
    of, on_table = instance.of, is_on_table(instance)
    yield from _undeclared(instance)
    yield from _conflicts(instance)
    yield from _on_the_map(instance)
    yield from _of_boards(instance, need)
    yield from _among_units(instance, "facts" if on_table else need)
    for fact in of("side")[2:3]:
        yield fact, f"{quote(str(fact.args[0]))} is a third side", "declare exactly two sides"
    yield from _answers(of("expect"), on_table)
    if need != "facts":
        yield from _of_itself(instance)
    if on_table:
        yield from tables.faults(instance, need != "facts")


def routers(instance: Instance) -> tuple[Name, ...]:
    """Return the units that are broken or use their right to break, in the order of the file."""
    marked = {fact.args[0] for fact in instance.of("status") if fact.args[1] == "broken"}
    marked.update(fact.args[0] for fact in instance.of("breaks"))
    return tuple(unit for unit in instance.units if unit in marked)


_REFERENCES = tuple(
    (name, arity, index, kind.refers)
    for name, forms in BY_NAME.items()
    for arity, predicate in forms.items()
    for index, kind in enumerate(predicate.args)
    if kind.refers
)
_PREDICATES = tuple((name, next(iter(forms.values()))) for name, forms in BY_NAME.items())
# Names, in messages, of what an argument refers to, each with the way to declare it
_DECLARED_BY = {
    "hex": ("hex", ("add ", span.fact("hex/3", "its hex/3 fact"))),
    "hex of": ("hex or Location", ("add ", span.fact("hex/3", "the hex/3 fact"), " of its hex")),
    "location": (
        "hex or Location",
        (
            *("add ", span.fact("hex/3", "the hex/3 fact"), " of its hex, or "),
            *(span.fact("level/2", "its level/2"), " or ", span.fact("feature/2", "feature/2 fact")),
        ),
    ),
    "unit": ("unit", ("add ", span.fact("unit/3", "its unit/3 fact"))),
    "sw": ("SW", ("add ", span.fact("sw/4", "its sw/4 fact"), span.only(" (as sw(mg,mmg,5,12))"))),
    "side": ("side", ("add ", span.fact("side/1", "its side/1 fact"))),
    "unit|sw": ("unit or SW", ("add ", span.fact("unit/3", "its unit/3"), " or ", span.fact("sw/4", "sw/4 fact"))),
    "unit|side": (
        "unit or side",
        ("add ", span.fact("unit/3", "its unit/3"), " or ", span.fact("side/1", "side/1 fact")),
    ),
}
_ADD_BOARD = ("add ", span.fact("board/4", "its board/4 fact"))


def _undeclared(instance: Instance) -> Iterator[Fault]:
    """Yield a fault for each hex, unit, SW and side that facts name and nothing declares."""
    of = instance.of
    hexes, units, sws, sides = ({fact.args[0] for fact in of(name)} for name in ("hex", "unit", "sw", "side"))
    inside = {f"{fact.args[0]}@{fact.args[1]}" for name in ("level", "feature") for fact in of(name)}
    declared = {
        **{"hex": hexes, "hex of": hexes, "location": hexes | inside, "unit": units, "sw": sws, "side": sides},
        **{"unit|sw": units | sws, "unit|side": units | sides},
    }
    on_boards = bool(of("board"))  # then hexes that are not here are looked up there, with their levels
    for name, arity, index, refers in _REFERENCES:
        facts = of(name)
        if not facts or (on_boards and refers in ("hex", "hex of")):
            continue
        known = declared[refers]
        unknown = {fact[1][index] for fact in facts if len(fact[1]) == arity} - known
        if refers == "hex of":
            unknown = {place for place in unknown if str(place).partition("@")[0] not in hexes}
        elif on_boards and refers == "location":
            unknown = {place for place in unknown if str(place).partition("@")[0] in hexes}
        if unknown:
            for fact in facts:
                if len(fact.args) == arity and fact.args[index] in unknown:
                    yield _not_declared(fact, fact.args[index], refers, known)
    for fact in of("expect"):
        answer = fact.args[1]
        if isinstance(answer, Term) and EXPECTED.terms[answer.name].refers == "location":
            place = answer.args[0]
            looked_up = isinstance(place, Name) or (on_boards and str(place).partition("@")[0] not in hexes)
            if not looked_up and place not in declared["location"]:
                yield _not_declared(fact, place, "location", declared["location"])


def _not_declared(fact: Fact, value: Value, refers: str, known: Collection[Value]) -> Fault:
    what, declaration = _DECLARED_BY[refers]
    remedy = Said(*declaration, " or correct the name")
    words = [str(word) for word in known]
    near = nearest(str(value), words) if refers == "side" else None
    if refers in PLACED:
        near = next((quote_value(word) for word in words if word.lower() == str(value).lower()), None)
    return fact, f"{what} {quote_value(value)} is not declared", f"did you mean {near}?" if near else remedy


def _conflicts(instance: Instance) -> Iterator[Fault]:
    """Yield a fault for facts of which only one can be true."""
    for name, predicate in _PREDICATES:
        key, facts = predicate.key, instance.of(name)
        if key is None or not facts:
            continue
        inside = name in _SIGHTS and any(_inside(fact, _SIGHTS[name]) for fact in facts)
        said = [_of_hexes(fact) for fact in facts] if inside else [fact.args for fact in facts]
        if len({args[:key] for args in said}) == len(facts):
            continue
        first: dict[tuple[Value, ...], tuple[Fact, tuple[Value, ...]]] = {}
        for fact, args in zip(facts, said, strict=True):
            other, others = first.setdefault(args[:key], (fact, args))
            if others != args:
                yield _contradiction(fact, other)


def _on_the_map(instance: Instance) -> Iterator[Fault]:
    """Yield faults of the map: hexes on one spot or off the pattern, hexsides of hexes that do not touch."""
    spots: dict[tuple[Any, ...], Value] = {}
    at: dict[Value, tuple[Any, ...]] = {}
    parities: tuple[list[Fact], list[Fact]] = ([], [])
    for fact in instance.of("hex"):
        hexname: Value = fact.args[0]
        spot: tuple[Any, ...] = fact.args[1:]
        at[hexname] = spot
        other = spots.setdefault(spot, hexname)
        if other != hexname:
            problem = f"hex {quote_value(hexname)} is where hex {quote_value(other)} is, at {spot[0]},{spot[1]}"
            yield fact, problem, "correct the column or the doubled row of one"
        parities[sum(spot) % 2].append(fact)
    if all(parities):
        # If the halves are equal, the hex that comes first is right.
        odd_ones = min(parities, key=lambda facts: (len(facts), -facts[0].line, -facts[0].column))
        problem = f"hex {quote_value(odd_ones[0].args[0])} lies between the hexes: it can touch none of the others"
        remedy = "correct it (columns A, C, E have doubled rows 2r-1, columns B, D, F have 2r)"
        yield odd_ones[0], problem, remedy
    for name, predicate in _PREDICATES:
        if not predicate.touching:
            continue
        for fact in instance.of(name):
            a, b = at.get(fact.args[0]), at.get(fact.args[1])
            if a and b and (abs(a[0] - b[0]), abs(a[1] - b[1])) not in ((0, 2), (1, 1)):
                names = f"{quote_value(fact.args[0])} and {quote_value(fact.args[1])}"
                yield fact, f"hexes {names} do not touch", "name two hexes with a hexside between them"


def _of_itself(instance: Instance) -> Iterator[Fault]:
    """Yield the fault of LOS given of hexes to themselves alone: no LOS is derived then, and nobody sees another hex."""
    given = instance.of("los")
    if given and not instance.of("board") and all(fact.args[0] == fact.args[1] for fact in given):
        yield (
            given[0],
            f"{given[0]} is the LOS of a hex to itself, and no other is given",
            "remove it, or give the LOS between hexes",
        )


def _of_boards(instance: Instance, need: Need) -> Iterator[Fault]:
    """Yield a fault for facts about boards that the file does not name."""
    archives = {fact.args[0] for fact in instance.of("board")}
    for name in ("crop", "terrain_change"):
        for fact in instance.of(name):
            if fact.args[0] not in archives:
                problem = f"board {quote_value(fact.args[0])} is not declared"
                example = span.only(f" (as board({quote_value(fact.args[0])},0,0,normal))")
                yield fact, problem, Said(*_ADD_BOARD, example, ", or remove this")
    for name in () if archives or need == "facts" else ("los_from", "given_around", "los_counts"):
        for fact in instance.of(name):
            problem = f"{fact} says what was read of boards, and the file names no board"
            yield fact, problem, Said(*_ADD_BOARD, ", or remove this")
    for fact in () if archives else instance.of("rubble_counter"):
        remedy = Said("give what it makes of the hex", span.form(" with terrain/2", "terrain/2"))
        yield fact, "the board that this counter changes is not declared", remedy


# Facts about units of some kinds alone: which argument names the unit, its kinds, their name in messages, and the remedy
_ONLY_OF = (
    ("afv", 0, CARRIERS, "vehicle", "name the vehicle that is in the way, or remove it"),
    ("leadership", 0, LEADERS, "leader", "name the leader whose DRM it is, or remove it"),
    ("passenger", 1, CARRIERS, "vehicle", "name the vehicle that it is aboard"),
    ("rider", 1, CARRIERS, "vehicle", "name the vehicle that it is aboard"),
)


def _among_units(instance: Instance, need: Need) -> Iterator[Fault]:
    """Yield a fault for units and SW whose facts cannot hold at once."""
    of = instance.of
    units = {fact.args[0]: fact for fact in of("unit")}
    sws = {fact.args[0] for fact in of("sw")}
    at = locations(instance.facts)
    status: dict[Value, dict[Value, Fact]] = {}
    for fact in of("status"):
        status.setdefault(fact.args[0], {})[fact.args[1]] = fact

    aboard = {fact.args[0] for name in ("passenger", "rider") for fact in of(name)}
    for unit, fact in units.items():
        if need != "facts" and str(unit) not in at and unit not in aboard and fact.args[2] not in NOWHERE:
            yield fact, f"unit {unit} is nowhere", Said("add ", span.fact(f'at({unit},"HEX")'))
    for declaring in ("sw", "side"):
        for fact in of(declaring):
            if fact.args[0] in units:
                what = "SW" if declaring == "sw" else "side"
                later = max(fact, units[fact.args[0]], key=lambda fact: fact.place)
                yield later, f"{fact.args[0]} is the id of a unit and of a {what}", "rename one of them"

    for unit, facts in status.items():
        if unit in sws and unit not in units:
            for word, fact in facts.items():
                if word not in SW_STATUS:
                    yield fact, f"{word} is no status of a SW", f"a SW can be {' or '.join(SW_STATUS)}"
        for one, two in CONTRADICTORY:
            if one in facts and two in facts:
                problem = f"{unit} is {one} and {'in Melee' if two == 'melee' else two}"
                yield max(facts[one], facts[two], key=lambda fact: fact.place), problem, "remove one of the two"
        for one, two in ONLY_WITH:
            if one in facts and two not in facts:
                never = unit in units and units[unit].args[2] in UNBREAKABLE
                yield (
                    facts[one],
                    f"{unit} is {one} and not {two}",
                    "remove it, or correct the kind of the unit"
                    if never
                    else Said("add ", span.fact(f"status({unit},{two})")),
                )
    for name, at_, kinds, what, remedy in _ONLY_OF:
        for fact in of(name):
            unit = fact.args[at_]
            if unit in units and units[unit].args[2] not in kinds:
                yield fact, f"{unit} is no {what}", remedy
    for fact in of("breaks"):
        if "broken" in status.get(fact.args[0], {}):
            remedy = Said("remove ", span.fact("breaks/1"), ", or ", span.fact("status(..,broken)"))
            yield fact, f"{fact.args[0]} is broken already", remedy

    for fact in of("accompanies"):
        leader, unit = fact.args
        if leader not in units or unit not in units:
            continue
        if units[leader].args[1] != units[unit].args[1] or leader == unit:
            yield fact, f"{leader} and {unit} are not two units of one side", "name a unit of the leader's side"
        elif _of_hex(at.get(str(leader), "")) != _of_hex(at.get(str(unit), "")):
            yield fact, f"{leader} and {unit} are not in the same Location", "put them together, or remove it"
    yield from _aboard_in_a_circle(instance)
    owners: dict[Value, Fact] = {}
    for fact in of("possesses"):
        other = owners.setdefault(fact.args[1], fact)
        if other is not fact:
            yield fact, f"{other.args[0]} possesses {fact.args[1]} already", "keep one: a SW has one possessor"


def _aboard_in_a_circle(instance: Instance) -> Iterator[Fault]:
    """Yield a fault for Passengers and Riders aboard of each other."""
    carrier = {fact.args[0]: fact for name in ("passenger", "rider") for fact in instance.of(name)}
    for unit, fact in carrier.items():
        way: list[Value] = [unit]
        while way[-1] in carrier and len(way) <= len(carrier):
            way.append(carrier[way[-1]].args[1])
            if way[-1] == unit:
                circle = " aboard of ".join(map(str, way))
                yield fact, f"{circle}: units are aboard in a circle", "say who carries whom"
                return


def _answers(facts: tuple[Fact, ...], on_table: bool) -> Iterator[Fault]:
    """Yield known answers that cannot be the answer together. On a table a unit that is eliminated has routes, too."""
    first: dict[tuple[Value, str], Fact] = {}
    for fact in facts:
        unit, answer = fact.args
        assert isinstance(answer, Term)
        other = first.setdefault((unit, answer.name), fact)
        if other is fact:
            continue
        assert isinstance(other.args[1], Term)
        nothing = any(isinstance(value, Name) and value == "none" for value in (*answer.args, *other.args[1].args))
        if answer.name in SINGLE_ANSWERS or nothing:
            yield _contradiction(fact, other)
    claims: dict[tuple[Value, str], Fact] = {}
    for fact in () if on_table else facts:
        unit, answer = fact.args
        assert isinstance(answer, Term)
        for claim in _claims(answer.name, answer.args[0]):
            if (unit, _OPPOSITE[claim]) in claims:
                yield _contradiction(fact, claims[unit, _OPPOSITE[claim]])
            claims.setdefault((unit, claim), fact)


_OPPOSITE = {"a way": "no way", "no way": "a way", "must": "need not", "need not": "must"}
_ON_A_WAY = ("destinations", "first", "crawl", "end", "eliminated_at", "interdicted")
_OF_VERDICTS = {
    "routs": ("a way", "must"),
    "may_rout": ("a way", "need not"),
    "stays": ("no way", "need not"),
    "eliminated": ("no way",),
    "cannot_rout": ("no way",),
    "surrenders": ("no way",),
}


def _claims(kind: str, value: Value) -> tuple[str, ...]:
    """Say what a known answer on hexes claims: whether the unit has a way, and whether it must rout."""
    if kind == "verdict":
        return _OF_VERDICTS.get(str(value), ())
    if kind == "must":
        return ("must",)
    if kind == "routes":
        return ("a way" if value else "no way",)
    if kind in _ON_A_WAY and not isinstance(value, Name):
        return ("a way",)
    return ("a way",) if kind == "free" and value == "yes" else ()


def _contradiction(fact: Fact, other: Fact) -> Fault:
    place = f" in line {other.line}" if other.line else ""
    return fact, f"{fact} contradicts {other}{place}", "keep one of the two"
