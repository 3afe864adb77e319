"""The position after a rout: applies the changes that the encodings give (`after.lp` of the rule set)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ..errors import UsageError
from ..position.consistency import check_facts
from ..position.facts import Fact, Instance, location_of, places
from ..position.vocabulary import BY_NAME, PLACES, Name, Value
from ..program import rule_sets
from ..program.control import SharedControl, Symbol, SymbolType, text
from ..question import Question
from ..results.answer import Posture, Route, UnitAnswer

MOST_WORLDS = 256  # routs whose effects are worked out in one grounding
_ABOUT_UNITS = frozenset({"unit", "unit|sw", "unit|side"})
# Facts that a rout adds stand at the end, in this order whichever way led there: behind the first routed/1 among them.
_ADDED = ("routed", "failed", "unit", "at", "status", "normal_range", "firepower", "skis", "guards")


class Rout(NamedTuple):
    """A unit's turn, as it was taken.

    `end` is survives, eliminated, surrenders, or declined: it has not routed. `path` are the Locations entered,
    `took` the Interdiction NMC on the way with their results, `known` the enemies that became Known; `carried` what
    each took along (unit, SW).
    """

    unit: str
    end: str
    place: str
    path: tuple[str, ...] = ()
    took: tuple[tuple[str, str], ...] = ()
    partners: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    threw_back: tuple[str, ...] = ()
    captor: str | None = None
    carried: tuple[tuple[str, str], ...] = ()
    posture: Posture = "run"


class Effect(NamedTuple):
    """The changes of a rout: facts removed (as text), facts added, and units off the map."""

    drops: frozenset[str]
    adds: tuple[Fact, ...]
    vanishes: frozenset[str]


def rout_of(
    unit: str,
    route: Route,
    given: Mapping[str, str],
    carried: Iterable[tuple[str, str]] = (),
    captor: str | None = None,
) -> Rout:
    """Return the turn of a unit that takes a route.

    `given` are the results of its NMC by Location (passed without one).
    """
    back = route.repulsed is not None
    return Rout(
        unit,
        route.end,
        route.path[-1],
        route.path[1:-1] if back else route.path[1:],
        tuple((shot.hex, given.get(shot.hex, "pass")) for shot in route.interdicted),
        route.partners,
        tuple(sorted({enemy for seen in route.discovers for enemy in seen.enemies})),
        route.repulsed.by if route.repulsed else (),
        captor,
        tuple(sorted(carried)),
        route.posture,
    )


def list_carried(answer: UnitAnswer, load: Iterable[str] | None = None) -> list[tuple[str, str]]:
    """List the SW that a unit and the leaders with it carry, as pairs of bearer and SW.

    `load` is that of the unit; without it, its first listed load.
    """
    own = answer.loads[0] if load is None else load
    with_it = [(leader, sw) for leader, loads in answer.partner_loads.items() for sw in loads[0]]
    return [*((answer.id, sw) for sw in own), *with_it]


def captor_of(captors: Sequence[str], named: str | None) -> str | None:
    """Return the captor of a unit that surrenders: the one named, or the only one possible.

    None where no unit can be the captor.
    """
    captor = captors[0] if named is None and len(captors) == 1 else named
    return captor if captor in captors else None


@lru_cache(maxsize=100_000)
def write_fact(fact: Fact) -> str:
    """Return the text of a fact."""
    return str(fact)


@cache
def _places_of(name: str, arity: int) -> tuple[int, ...]:
    """Return the argument positions at which a fact of a predicate names a unit."""
    predicate = BY_NAME[name].get(arity)
    return tuple(n for n, kind in enumerate(predicate.args) if kind.refers in _ABOUT_UNITS) if predicate else ()


@lru_cache(maxsize=100_000)
def units_in(fact: Fact) -> tuple[str, ...]:
    """Return the units that a fact names."""
    if fact.name == "unit":
        return (str(fact.args[0]),)
    return tuple(str(fact.args[n]) for n in _places_of(fact.name, len(fact.args)))


class FactsByUnit:
    """The facts of a position in which routs are made: by whom they are about, by their text, and who is where."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.facts = tuple(facts)
        self.written = tuple(map(write_fact, self.facts))
        self.about: dict[str, list[int]] = defaultdict(list)
        self.there: dict[str, list[str]] = defaultdict(list)
        self.breaking: list[str] = []
        for number, fact in enumerate(self.facts):
            if fact.name == "expect":
                continue
            for unit in units_in(fact):
                self.about[unit].append(number)
            if fact.name == "breaks":
                self.breaking.append(str(fact.args[0]))
        self.places = {str(unit): fact for unit, fact in places(self.facts).items()}
        for unit, fact in self.places.items():
            self.there[location_of(fact)].append(unit)

    def of(self, units: Iterable[str]) -> set[int]:
        """Return the indices of the facts about units."""
        return {number for unit in units for number in self.about.get(unit, ())}


def write_rout(question: Question, ground: FactsByUnit, rout: Rout) -> str:
    """Return the input of the encodings about a rout, one fact a line: its units and its events."""
    way = {rout.place, *rout.path}
    names = {rout.unit, *rout.partners, *rout.known, *rout.threw_back, *([rout.captor] if rout.captor else ())}
    names.update(unit for place in way for unit in ground.there.get(place, ()))
    start = location_of(ground.places[rout.unit]).partition("@")[0] if rout.unit in ground.places else ""
    names.update(
        unit for place in (start, *(f"{start}@{f}" for f in PLACES.split())) for unit in ground.there.get(place, ())
    )
    names.update(ground.breaking)
    guarded = (fact for fact in map(ground.facts.__getitem__, ground.of({rout.unit})) if fact.name == "guards")
    names.update(str(unit) for fact in guarded for unit in fact.args)
    lines = [f"setting({name},{value})." for name, value in question.options.items()]
    about = {ground.facts[number] for number in ground.of(names)}
    if any(result == "two" for _, result in rout.took):  # the effects may depend on facts about any unit or side
        about.update(fact for fact in ground.facts if fact.name != "expect")
    about.update(
        ground.places[unit] for unit in names if unit in ground.places
    )  # those aboard have no fact of their own
    if any(fact.name == "skis" for fact in about):  # the ground and the posture decide whether they stay on
        lines.append(f"went_by({rout.unit},{rout.posture}).")
        hexes = {place.partition("@")[0] for place in way}
        about.update(fact for fact in ground.facts if fact.name in ("terrain", "feature") and fact.args[0] in hexes)
    lines += [f"{write_fact(fact)}." for fact in about]
    lines += [f"rout({rout.unit}).", f"ended({rout.end})."]
    if rout.path:
        lines.append(f'came_to("{rout.place}").')
    lines += [f'entered({n},"{place}").' for n, place in enumerate(rout.path, 1)]
    lines += [f'took({n},"{place}",{result}).' for n, (place, result) in enumerate(rout.took, 1)]
    lines += [f"went_along({leader})." for leader in rout.partners]
    lines += [f"came_known({enemy})." for enemy in rout.known]
    lines += [f"threw_back({enemy})." for enemy in rout.threw_back]
    lines += [f"taken_to({rout.captor})."] if rout.captor else []
    lines += [f"carried({v},{w})." for v, w in rout.carried]
    lines.append(f"newcomer({_newcomer(rout.unit)}).")
    for place in way.union(ground.there):
        hex_, at, level = place.partition("@")
        if at:
            word = "inside" if level in PLACES.split() else "located"
            lines.append(f'{word}("{place}","{hex_}",{level}).')
    return "\n".join(sorted(lines)) + "\n"


def _newcomer(unit: str) -> str:
    return f"{unit}_hero"


def effects(question: Question, told_of: Iterable[str]) -> dict[str, Effect]:
    """Return the changes of each of several routs, by their input of the encodings."""
    wanted = list(dict.fromkeys(told_of))
    encoding = rule_sets.encoding(question.rules, "after")
    by_name: dict[str, Effect] = {}
    for start in range(0, len(wanted), MOST_WORLDS):
        some = wanted[start : start + MOST_WORLDS]
        question.deadline.check()
        worlds = SharedControl(encoding, some)
        worlds.ground([(world, [("base", [])]) for world in worlds.worlds])
        for facts, world in zip(some, worlds.worlds, strict=True):
            by_name[facts] = Effect(
                frozenset(str(_fact(fact)) for (fact,) in world.atoms("drops", 1)),
                tuple(sorted((_fact(fact) for (fact,) in world.atoms("adds", 1)), key=str)),
                frozenset(text(unit) for (unit,) in world.atoms("vanishes", 1)),
            )
    return by_name


def _fact(symbol: Symbol) -> Fact:
    return Fact(symbol.name, tuple(_value(argument) for argument in symbol.arguments))


def _value(symbol: Symbol) -> Value:
    if symbol.type is SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type is SymbolType.String else Name(symbol.name)


def rewrite(ground: FactsByUnit, effect: Effect) -> tuple[Fact, ...]:
    """Return the facts after a rout.

    What did not change stays in its order; what a fact has become stands in its place.
    """
    instead = {(fact.name, fact.args[0]): fact for fact in effect.adds if fact.name in ("at", "unit", "skis")}
    gone = ground.of(effect.vanishes)
    facts: list[Fact] = []
    there: set[str] = set()
    for number, (fact, written) in enumerate(zip(ground.facts, ground.written, strict=True)):
        if number in gone or fact.name == "expect":
            continue
        if written in effect.drops:
            new = instead.get((fact.name, fact.args[0]))
            if new is None:
                continue
            fact, written = new._replace(line=fact.line, column=fact.column), write_fact(new)
        facts.append(fact)
        there.add(written)
    first = len(facts)
    while first and facts[first - 1].name in _ADDED:
        first -= 1
    while first < len(facts) and facts[first].name != "routed":
        first += 1
    tail = facts[first:] + [fact for fact in effect.adds if write_fact(fact) not in there]
    return (*facts[:first], *sorted(tail, key=lambda fact: (_ADDED.index(fact.name), write_fact(fact))))


def remembering(facts: Sequence[Fact], lasting: Mapping[str, Sequence[str]]) -> tuple[Fact, ...]:
    """Return the facts before any turn is taken, with what is to be remembered of units."""
    known = {fact.args for fact in facts if fact.name == "history"}
    events = [(Name(unit), Name(event)) for unit in sorted(lasting) for event in lasting[unit]]
    first = next((n for n, fact in enumerate(facts) if fact.name == "routed"), len(facts))
    return (*facts[:first], *(Fact("history", args) for args in events if args not in known), *facts[first:])


def position_after(question: Question, rout: Rout) -> Instance:
    """Return the position after a rout.

    Raises UsageError where a new hero's id is taken, InstanceError for what cannot be.
    """
    position = question.position
    ground = FactsByUnit(position.facts)
    facts = write_rout(question, ground, rout)
    effect = effects(question, [facts])[facts]
    newcomer = _newcomer(rout.unit)
    if newcomer in position.units and any(fact.name == "unit" and fact.args[0] == newcomer for fact in effect.adds):
        raise UsageError(f"{position.name}: a hero would be called {newcomer}, and a unit is; give the unit another id")
    return check_facts(Instance(position.name, rewrite(ground, effect)), "facts")


def end_phase(position: Instance) -> Instance:
    """Return the position after the phase: units that failed to rout are eliminated, and all turns are over."""
    gone = frozenset(str(fact.args[0]) for fact in position.of("failed"))
    facts = (f for f in position.facts if gone.isdisjoint(units_in(f)))
    return Instance(position.name, tuple(facts))
