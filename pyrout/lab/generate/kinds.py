"""Kinds of answers that `pyrout generate` can be asked for.

`asp/generate/kinds_on_hexes.lp` and `kinds_of_phases.lp` define them, block by block: here answers are carried in as
facts, and the kinds that they are of out again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ...errors import PyroutError, UsageError, quote
from ...hexes.report import safety
from ...phases.plan import Turns, turns
from ...position.consistency import check_facts
from ...position.facts import Fact, Instance
from ...position.vocabulary import Name, write_value
from ...program import rule_sets
from ...program.control import Args, Function, String, Symbol, SymbolType, World, alone, constant, text
from ...program.rule_index import hints, without_effect
from ...program.rule_index import options as options_of
from ...program.rule_sets import OptionValue
from ...program.statements import Encoding
from ...question import ask
from ...results.answer import UnitAnswer
from ...wording import join_words, manner
from .answering import answers

MOST_STATES = 100  # of a Rout Phase that is explored: more are too many to work out by hand


class Foil(NamedTuple):
    """The position that an answer is compared with: the same but for some facts left out or added."""

    name: str  # in kinds_on_hexes.lp or kinds_of_phases.lp
    without: tuple[str, ...] = ()  # facts of these predicates
    friends: bool = True  # with the other units of the unit's side
    status: str = ""  # another status of the unit
    options: tuple[tuple[str, str], ...] = ()

    def changed(self, instance: Instance, unit: str) -> Instance | None:
        """Return the other position; None where it would be none."""
        sides = instance.sides
        gone = () if self.friends else {u for u in sides if sides[u] == sides[unit] and u != unit}
        facts = [f for f in instance.facts if f.name not in self.without and not (f.args and f.args[0] in gone)]
        facts += [Fact("status", (Name(unit), Name(self.status)))] if self.status else []
        facts += [Fact("option", (Name(option), Name(value))) for option, value in self.options]
        try:
            return check_facts(Instance(instance.name, tuple(facts)))
        except PyroutError:
            return None


@dataclass(frozen=True)
class Case:
    """A position, its unit, and the answer for that unit.

    `known` are the answers of the compared positions that have been computed.
    """

    instance: Instance
    unit: str
    answer: UnitAnswer
    known: Mapping[Foil, UnitAnswer | None] = field(default_factory=dict)
    turns: Turns | None = None  # of the whole Rout Phase, where a kind asks for them
    mates: Mapping[str, UnitAnswer] = field(default_factory=dict)  # the answers of its other routers, as far as known

    def with_turns(self) -> Case:
        """Return the case with the outcomes of the whole Rout Phase; without them where that is refused or too large."""
        try:
            return replace(self, turns=turns(ask(self.instance), self.unit, MOST_STATES))
        except PyroutError:
            return self

    @property
    def routers(self) -> list[str]:
        """The broken friends of the unit, who have a turn in the Rout Phase, too."""
        sides = self.instance.sides
        broken = {fact.args[0] for fact in self.instance.of("status") if fact.args[1] == "broken"}
        return [u for u in sides if u in broken and u != self.unit and sides[u] == sides[self.unit]]


def substance(answer: UnitAnswer) -> tuple[object, ...]:
    """Return the part of an answer that two equal answers share: all but the names of enemies in reasons."""
    return (
        answer.verdict,
        answer.mf,
        answer.free,
        frozenset(reason.rule for reason in answer.must_rout),
        frozenset((d.hex, d.mf, d.ignorable) for d in answer.destinations),
        frozenset(
            (
                route.posture,
                route.legs,
                route.path,
                route.end,
                tuple(i.hex for i in route.interdicted),
                tuple(d.hex for d in route.discovers),
                route.repulsed.hex if route.repulsed else None,
            )
            for route in answer.routes
        ),
    )


_FOILS = {
    foil.name: foil
    for foil in (
        Foil("alone", friends=False),
        Foil("encircled", status="encircled"),
        Foil("quarter", without=("no_quarter",)),
        Foil("unrevealed", without=("reveal",)),
    )
}


class Kind(NamedTuple):
    """A kind of answer, or several at once: `asks` are their names in the encodings.

    `rulesets` are those in which there can be one, and it has one of the `verdicts`.
    """

    name: str
    sentence: str
    asks: tuple[Symbol, ...]
    hints: tuple[str, ...]
    rulesets: tuple[str, ...]
    verdicts: tuple[str, ...]

    def foils(self, ruleset: str) -> tuple[Foil, ...]:
        """Return the positions that a case is compared with."""
        named = [str(foil) for ask in self.asks for (foil,) in _said("compares", _stem(ask))]
        readings = [v for v in _readings(ruleset) if not {String("option"), _option(v.option)}.isdisjoint(self.asks)]
        options = [Foil(f"option({v.option},{v.value})", options=((v.option, v.value),)) for v in readings]
        return (*(_FOILS[name] for name in dict.fromkeys(named) if name in _FOILS), *options)

    @property
    def of_phase(self) -> bool:
        """True if a case needs the whole Rout Phase explored."""
        return bool(self._with_turns)

    @property
    def _with_turns(self) -> set[Symbol]:
        """The kinds, of those asked for, that want it."""
        return {ask for ask in self.asks if "turns" in {str(foil) for (foil,) in _said("compares", _stem(ask))}}

    def likely(self, cases: Sequence[Case | None]) -> list[Case | None]:
        """Return the cases for which it is worth the trouble to find the answers that they are compared with."""
        return _those(cases, "likely", {stem for stem in map(_stem, self.asks) if _said("compares", stem)})

    def promising(self, cases: Sequence[Case | None]) -> list[Case | None]:
        """Return the cases whose whole Rout Phase is worth exploring, among some that know the answers of all routers."""
        return _those(cases, "promising", self._with_turns)

    def compared(self, cases: Sequence[Case | None]) -> list[Case | None]:
        """Return the cases with the answers that they are compared with, or their whole Rout Phase."""
        others = [
            (number, foil, (other, case.unit))
            for number, case in enumerate(cases)
            if case is not None
            for foil in self.foils(str(case.instance.rules))
            if foil not in case.known and (other := foil.changed(case.instance, case.unit)) is not None
        ]
        known = [{} if case is None else dict(case.known) for case in cases]
        for (number, foil, _), answer in zip(others, answers([asked for *_, asked in others]), strict=True):
            known[number][foil] = answer
        foiled = [case and replace(case, known=k) for case, k in zip(cases, known, strict=True)]
        return [case and case.with_turns() for case in foiled] if self.of_phase else foiled

    def among(self, cases: Sequence[Case | None]) -> list[Case | None]:
        """Return the cases of the kind, with the answers that they are compared with; None for others."""
        return _those(self.compared(cases), "is", set(self.asks))

    def holds(self, case: Case) -> bool:
        """Return True if a case is of the kind."""
        return self.among(self.likely([case])) != [None]

    def tells(self, case: Case) -> str:
        """Return the sentence that says why a case is of this kind."""
        (known,) = self.compared([case])
        assert known
        world = _asked([known], self.asks)
        rows = sorted((ask, order, what) for _, ask, order, what in world.atoms("found", 4))
        return " ".join(
            text(_said("kind", _stem(ask))[0][1]).format_map(_words(known, [w for of, _, w in rows if of == ask]))
            for ask in self.asks
        )


# ---------------------------------------------------------------------------------------------------------------------
# The encodings of the kinds


@cache
def _encoding() -> Encoding:
    return (*rule_sets.from_file("generate/kinds_on_hexes.lp"), *rule_sets.from_file("generate/kinds_of_phases.lp"))


@cache
def _tables() -> World:
    world = alone(_encoding(), "")
    world.ground(("base", []))
    world.ground(*(_block(name) for _, name in world.atoms("block", 2)))
    return world


def _block(kind: Symbol) -> tuple[str, Args]:
    """Return the program part of a kind."""
    return text(kind).replace("-", "_"), []


def _said(name: str, of: Symbol) -> list[Args]:
    """Return the rows of a table for a kind."""
    return [args[1:] for args in _tables().of(of, name, 3 if name == "kind" else 2)]


def _words_of(name: str, of: Symbol) -> tuple[str, ...]:
    return tuple(sorted(text(word) for (word,) in _said(name, of)))


def _option(name: str) -> Symbol:
    return Function("option", [constant(name)])


def _stem(ask: Symbol) -> Symbol:
    """Return the kind of which this is one for a single option."""
    return ask if ask.type is SymbolType.String else String("option")


def _readings(ruleset: str) -> list[OptionValue]:
    """Return the other values of the options that may change where a unit can go."""
    vain = without_effect(ruleset)
    return [value for value in options_of(ruleset) if not value.default and value.option not in vain]


def _kind(name: Symbol) -> Kind:
    rulesets_, verdicts = _words_of("only", name), _words_of("wants", name)
    sentence = text(_said("kind", name)[0][0])
    return Kind(
        text(name), sentence, (name,), _words_of("hint", name), rulesets_ or ("aslsk", "asl"), verdicts or ("routs",)
    )


KINDS: dict[str, Kind] = {kind.name: kind for kind in (_kind(name) for _, name in sorted(_tables().atoms("block", 2)))}


def find_kind(name: str, ruleset: str) -> Kind:
    """Return the kind with a name as in `pyrout generate --want`; `option:NAME` is for one option.

    Raises UsageError.
    """
    stem, colon, option = name.partition(":")
    kind = KINDS.get(stem)
    if kind is None or (colon and stem != "option"):
        raise UsageError(f"there is no kind {quote(name)}; `pyrout generate --list` names them")
    if ruleset not in kind.rulesets:
        raise UsageError(
            f"the rule set {ruleset} has no positions of the kind {stem}; choose --rules {kind.rulesets[0]}"
        )
    if not colon:
        return kind._replace(hints=(*kind.hints, *_by_ruleset(ruleset, stem)))
    if option not in {value.option for value in options_of(ruleset)}:
        raise UsageError(f"the rule set {ruleset} has no option {quote(option)}; `pyrout rules {ruleset}` lists them")
    ask = _option(option)
    return kind._replace(name=name.replace(":", "-"), asks=(ask,), hints=hints(ruleset).get(option, kind.hints))


def _by_ruleset(ruleset: str, kind: str) -> list[str]:
    """Return the needs of positions of a kind under one rule set alone."""
    several = _tables().of(String(kind), "hint", 3)
    return sorted(text(hint) for _, hint, of in several if text(of) == ruleset)


def disputable(ruleset: str) -> list[str]:
    """Return the options of a rule set that often change where a unit may go."""
    return sorted({value.option for value in _readings(ruleset)} & hints(ruleset).keys())


def together(kinds: list[Kind]) -> Kind:
    """Return the kind of positions that are of several kinds at once.

    Raises UsageError where nothing can be.
    """
    if len(kinds) == 1:
        return kinds[0]
    verdicts = tuple(verdict for verdict in kinds[0].verdicts if all(verdict in kind.verdicts for kind in kinds))
    never = {frozenset(map(text, pair)) for pair in _tables().atoms("never", 2)}
    for one, other in combinations([kind.name for kind in kinds], 2):
        if {one, other} in never:
            raise UsageError(f"no position is {one} and {other} at once; choose kinds that go together")
    if not verdicts:
        raise UsageError(
            f"no position is {enumerate_words([kind.name for kind in kinds])} at once; choose kinds that go together"
        )
    return Kind(
        "+".join(kind.name for kind in kinds),
        "; ".join(kind.sentence for kind in kinds),
        tuple(ask for kind in kinds for ask in kind.asks),
        tuple(dict.fromkeys(hint for kind in kinds for hint in kind.hints)),
        kinds[0].rulesets,
        verdicts,
    )


# ---------------------------------------------------------------------------------------------------------------------
# Answers as facts


def _those(cases: Sequence[Case | None], predicate: str, asks: set[Symbol]) -> list[Case | None]:
    """Return the cases of which a predicate holds for all that is asked; None for the others."""
    if not asks or not any(cases):
        return list(cases)
    world = _asked(cases, asks)
    numbers = {(number.number, ask) for number, ask in world.atoms(predicate, 2)}
    return [case if case and all((n, ask) in numbers for ask in asks) else None for n, case in enumerate(cases)]


def _asked(cases: Sequence[Case | None], asks: Collection[Symbol]) -> World:
    """Return the world that classifies cases, by their numbers, and the positions they are compared with."""
    facts: list[str] = []
    worlds = len(cases)
    for number, case in enumerate(cases):
        if case is None:
            continue
        facts += _position(number, case)
        facts += _answer(number, case.answer)
        if case.turns:
            facts += _turns(number, case.turns)
        for unit, answer in {case.unit: case.answer, **case.mates}.items() if case.mates else ():
            facts += _ways(number, unit, answer)
        for foil, other in case.known.items():
            if other is not None:
                facts += [f"foil({number},{foil.name},{worlds}).", *_answer(worlds, other)]
                worlds += 1
    world = alone(_encoding(), "".join(facts))
    world.ground(("base", []), *{name: _block(name) for name in map(_stem, asks)}.values())
    return world


_GIVEN = ("unit", "at", "status", "reveal", "no_quarter")


def _position(w: int, case: Case) -> Iterator[str]:
    yield f"router({w},{case.unit})."
    hexes = {to.hex.partition("@")[0] for to in case.answer.destinations}
    yield from (
        f"given({w},{fact})."
        for fact in case.instance.facts
        if fact.name in _GIVEN or (fact.name == "terrain" and fact.args[0] in hexes)
    )


def _turns(w: int, turns: Turns) -> Iterator[str]:
    yield from (f"turn({w},{unit})." for unit in turns.units)
    yield from (
        f"matters({w},{row.unit},{row.after},{write_value(row.hex or Name(row.end))})." for row in turns.matters
    )
    yield from (f"saving({w},{write_value(', '.join(order))})." for order in turns.saving)


def _ways(w: int, unit: str, answer: UnitAnswer) -> Iterator[str]:
    yield f"ways({w},{unit},{answer.verdict})."
    for r, route in enumerate(answer.routes):
        yield f"way({w},{unit},{r},{route.end}). halts({w},{unit},{r},{write_value(route.path[-1])})."
        yield from (f"treads({w},{unit},{r},{write_value(place)})." for place in route.path[1:])
        if route.interdicted:
            yield f"fired({w},{unit},{r})."


def _answer(w: int, answer: UnitAnswer) -> Iterator[str]:
    yield f"verdict({w},{answer.verdict}). total({w},{answer.routes_total}). surviving({w},{answer.surviving})."
    if answer.free:
        yield f"free({w})."
    places = {answer.at, *(d.hex for d in answer.destinations), *(h for route in answer.routes for h in route.path)}
    yield from (f"location({write_value(place)},{write_value(place.partition('@')[0])})." for place in places)
    for n, to in enumerate(answer.destinations):
        hex_ = write_value(to.hex)
        yield f"destination({w},{n},{hex_},{round(2 * to.mf)})."
        yield from (f"why({w},{hex_},{write_value(reason.rule)})." for reason in to.why)
        if to.ignorable:
            yield f"ignorable({w},{hex_})."
    for r, route in enumerate(answer.routes):
        yield f"route({w},{r},{route.posture},{route.end}). last({w},{r},{len(route.path) - 1})."
        yield from (
            f"leg({w},{r},{n},{write_value(leg.to) if leg.to else 'none'})." for n, leg in enumerate(route.legs)
        )
        for n, step in enumerate(route.steps):
            yield f"step({w},{r},{n},{write_value(step.hex)},{round(2 * step.mf)})."
        yield from (f"discovers({w},{r},{enemy})." for discovery in route.discovers for enemy in discovery.enemies)
        if route.discovers:
            yield f"discovers({w},{r})."
        if route.interdicted:
            yield f"interdicted({w},{r})."
        if route.repulsed:
            yield f"repulsed({w},{r},{write_value(route.repulsed.hex)})."
        yield from (f"spoils({w},{r},{write_value(row.hex)})." for row in route.unless)
    if answer.routes:
        yield f"safest({w},{min(range(len(answer.routes)), key=lambda r: safety(answer.routes[r]))})."


# ---------------------------------------------------------------------------------------------------------------------
# The words for a case


def _words(case: Case, symbols: list[Symbol]) -> dict[str, str]:
    """Return the replacements for the words in braces, where there are any."""
    answer, first = case.answer, symbols[0] if symbols else None
    kind = next(str(fact.args[2]) for fact in case.instance.of("unit") if fact.args[0] == case.unit)
    lost = {route.end for route in answer.routes} - {"survives"}
    words = {
        "where": f"{case.unit} ({kind.replace('_', ' ')}) in {answer.at}",
        "found": enumerate_words([_said_of(what) for what in symbols]),
        "to": next((str(r.legs[0].to) for r in answer.routes if r.posture == "run" and r.end == "survives"), ""),
        "lost": " or ".join({"eliminated": "elimination", "surrenders": "surrender"}[end] for end in sorted(lost)),
        "destinations": enumerate_words([d.hex for d in answer.destinations]),
        "captors": enumerate_words(list(answer.captors)) or "the enemy",
        "summary": _summary(answer),
    }
    if first is not None and first.type is SymbolType.Number:
        route = answer.routes[first.number]
        words["route"] = manner(route.posture) + " - ".join(route.path)
    if first is not None and first.type is SymbolType.Function and first.name == "option":
        other = next(answer for foil, answer in case.known.items() if foil.name == str(first))
        words |= {"option": "=".join(map(str, first.arguments)), "other": _summary(other) if other else ""}
    return words


def _said_of(what: Symbol) -> str:
    if what.type is SymbolType.Function and what.name == "instead":
        hex_, clean, short = what.arguments
        return f"{text(hex_)} ({clean.number / 2:g} MF instead of {short.number / 2:g} MF)"
    if what.type is SymbolType.Function and what.name == "matters":
        one, other, which = map(text, what.arguments)
        does = "where {} can go" if which == "place" else "how {} ends"
        return f"{does.format(one)} depends on whether {other} has had its turn"
    return str(what) if what.type is SymbolType.Number else text(what)


def enumerate_words(words: list[str]) -> str:
    """Return some words as an enumeration.

    >>> enumerate_words(["E5", "F6", "G7"])
    'E5, F6 and G7'
    """
    return join_words(words) if words else ""


def _summary(answer: UnitAnswer) -> str:
    if not answer.routes:
        return {"eliminated": "is eliminated", "surrenders": "surrenders"}.get(answer.verdict, "does not rout")
    to = f"to {enumerate_words([d.hex for d in answer.destinations])}" if answer.destinations else "anywhere"
    crawls = sorted({r.path[-1] for r in answer.routes if r.posture == "low_crawl"})
    crawl = f", or crawls to {enumerate_words(crawls)}" if crawls else ""
    survive = "" if answer.surviving == answer.routes_total else f", {answer.surviving} of them survive"
    return f"routs {to}{crawl} ({answer.routes_total} routes{survive})"
