"""Kinds of answers that `pyrout generate` can be asked for: a name, a line that says what it is, and a predicate on the answer.

A kind also has hints: what a position usually needs for such an answer. They steer the search and decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..errors import PyroutError, UsageError, shown
from ..hexes.solver import Solver
from ..position.consistency import checked
from ..position.facts import Fact, Instance
from ..position.vocabulary import Name
from ..question import ask
from ..result import Route, UnitAnswer
from ..rules import options as options_of


class Foil(NamedTuple):
    """What another answer is compared with: the same position but for some facts, left out or given."""

    without: tuple[str, ...] = ()  # facts of these predicates
    friends: bool = True  # with the other units of the unit's side
    status: str = ""  # another status of the unit
    options: tuple[tuple[str, str], ...] = ()

    def changed(self, instance: Instance, unit: str) -> Instance | None:
        """The other position; None where it would be none."""
        sides = {fact.args[0]: fact.args[1] for fact in instance.of("unit")}
        gone = () if self.friends else {u for u in sides if sides[u] == sides[Name(unit)] and u != unit}
        facts = [f for f in instance.facts if f.name not in self.without and not (f.args and f.args[0] in gone)]
        facts += [Fact("status", (Name(unit), Name(self.status)))] if self.status else []
        facts += [Fact("option", (Name(option), Name(value))) for option, value in self.options]
        try:
            return checked(Instance(instance.name, tuple(facts)))
        except PyroutError:
            return None


@dataclass(frozen=True)
class Case:
    """A position, the unit that it is about, and the answer for that unit; `known` are the answers of other positions that
    it is compared with, as far as they are there already."""

    instance: Instance
    unit: str
    answer: UnitAnswer
    known: Mapping[Foil, UnitAnswer | None] = field(default_factory=dict)

    def beside(self, foil: Foil) -> UnitAnswer | None:
        """The answer of the other position; None where that is refused, or there is none."""
        if foil in self.known:
            return self.known[foil]
        other = foil.changed(self.instance, self.unit)
        try:
            return None if other is None else Solver(ask(other, units=[self.unit])).unit(self.unit, excluded=False)
        except PyroutError:
            return None

    @property
    def runs(self) -> Iterator[Route]:
        """The routes that are no Low Crawl and that the unit survives."""
        return (route for route in self.answer.routes if route.posture == "run" and route.end == "survives")

    @property
    def forced(self) -> bool:
        """Whether the unit must rout, and can."""
        return self.answer.verdict == "routs"

    @cached_property
    def side(self) -> str:
        """The unit's side."""
        return next(str(fact.args[1]) for fact in self.instance.of("unit") if fact.args[0] == self.unit)

    def units(self, mine: bool) -> list[str]:
        """The other units of the unit's side, or those of the enemy."""
        return [
            str(fact.args[0])
            for fact in self.instance.of("unit")
            if (fact.args[1] == self.side) == mine and fact.args[0] != self.unit
        ]

    def hex_of(self, unit: str) -> str:
        """The hex that a unit is in, whatever the level."""
        return next(str(fact.args[1]) for fact in self.instance.of("at") if fact.args[0] == unit)

    def buildings(self) -> set[str]:
        """The building hexes."""
        return {str(fact.args[0]) for fact in self.instance.of("terrain") if str(fact.args[1]).endswith("building")}


def substance(answer: UnitAnswer) -> tuple[object, ...]:
    """What two answers must have in common to be the same: all but the names of the enemies that it is because of."""
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


class Kind(NamedTuple):
    """A kind of answer. `holds` is asked of a case, and `tells` says in English what makes the case one of the kind;
    `rulesets` are those in which there can be one; it has one of the `verdicts`. Where it is compared with `foils`,
    `likely` says without them whether it is worth the trouble."""

    name: str
    sentence: str
    holds: Callable[[Case], bool]
    tells: Callable[[Case], str]
    hints: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ("aslsk", "asl")
    verdicts: tuple[str, ...] = ("routs",)
    foils: tuple[Foil, ...] = ()
    likely: Callable[[Case], bool] = lambda case: True


def wanted(name: str, ruleset: str) -> Kind:
    """The kind of a name, as `pyrout generate --want` has it: `option:NAME` is the kind `option` for one option. Raises
    UsageError."""
    stem, colon, option = name.partition(":")
    kind = KINDS.get(stem)
    if kind is None or (colon and stem != "option"):
        raise UsageError(f"there is no kind {shown(name)}; `pyrout generate --list` names them")
    if ruleset not in kind.rulesets:
        raise UsageError(
            f"the rule set {ruleset} has no positions of the kind {stem}; choose --rules {kind.rulesets[0]}"
        )
    if not colon:
        return kind
    if option not in {value.option for value in options_of(ruleset)}:
        raise UsageError(f"the rule set {ruleset} has no option {shown(option)}; `pyrout rules {ruleset}` lists them")
    return kind._replace(
        name=name.replace(":", "-"),
        holds=lambda case: _disputed(case, option) is not None,
        tells=lambda case: _tells_option(case, option),
        hints=_OPTION_HINTS.get(option, kind.hints),
        foils=tuple(_reading(v.option, v.value) for v in options_of(ruleset) if v.option == option and not v.default),
        likely=_settled,
    )


def disputable(ruleset: str) -> list[str]:
    """The options of a rule set that often change where a unit may go."""
    return sorted({value.option for value in options_of(ruleset) if not value.default} & set(_OPTION_HINTS))


def together(kinds: list[Kind]) -> Kind:
    """The kind of positions that are of several kinds at once. Raises UsageError where nothing can be."""
    if len(kinds) == 1:
        return kinds[0]
    verdicts = tuple(verdict for verdict in kinds[0].verdicts if all(verdict in kind.verdicts for kind in kinds))
    if not verdicts:
        raise UsageError(
            f"no position is {listed([kind.name for kind in kinds])} at once; choose kinds that go together"
        )
    return Kind(
        "+".join(kind.name for kind in kinds),
        "; ".join(kind.sentence for kind in kinds),
        lambda case: all(kind.holds(case) for kind in kinds),
        lambda case: " ".join(kind.tells(case) for kind in kinds),
        tuple(dict.fromkeys(hint for kind in kinds for hint in kind.hints)),
        verdicts=verdicts,
        foils=tuple(dict.fromkeys(foil for kind in kinds for foil in kind.foils)),
        likely=lambda case: all(kind.likely(case) for kind in kinds),
    )


# ---------------------------------------------------------------------------------------------------------------------
# The predicates


def _one_route(case: Case) -> bool:
    return case.forced and case.answer.routes_total == 1


def _crawl_only(case: Case) -> bool:
    """Where a Low Crawl is legal a run is, too: it is the only way to live."""
    return case.forced and {r.posture for r in case.answer.routes if r.end == "survives"} == {"low_crawl"}


def _doomed(case: Case) -> bool:
    return case.forced and case.answer.surviving == 0


def _unknown_enemy(case: Case) -> bool:
    runs = list(case.runs)
    return case.forced and bool(runs) and all(len(r.legs) > 1 and r.discovers for r in runs) and not case.answer.free


def _ignorable_building(case: Case) -> bool:
    houses = case.buildings()
    ignorable = {d.hex for d in case.answer.destinations if d.ignorable}
    skipped = {hex_ for hex_ in ignorable if hex_.partition("@")[0] in houses}
    chosen = {r.legs[0].to for r in case.runs}
    return case.forced and bool(chosen & skipped) and bool(chosen - ignorable - {None})


def _free(case: Case) -> bool:
    return (
        case.forced
        and case.answer.free
        and not case.answer.destinations
        and any(r.posture == "run" for r in case.answer.routes)
    )


def _straight(case: Case) -> Iterator[tuple[str, float, bool]]:
    """For each run to a destination in one leg: the destination, the MF spent, and whether it is interdicted."""
    for route in case.runs:
        if len(route.legs) == 1 and route.legs[0].to and route.path[-1] == route.legs[0].to:
            yield route.path[-1], route.mf[-1], bool(route.interdicted)


def _detours(case: Case) -> list[tuple[str, float, float]]:
    """Destinations that cost more MF without Interdiction than with it: hex, MF with, MF without."""
    under_fire: dict[str, float] = {}
    clean: dict[str, float] = {}
    for hex_, mf, interdicted in _straight(case):
        found = under_fire if interdicted else clean
        found[hex_] = min(mf, found.get(hex_, mf))
    return [(hex_, mf, clean[hex_]) for hex_, mf in sorted(under_fire.items()) if clean.get(hex_, 0) > mf]


def _detour(case: Case) -> bool:
    """No destination is reached cheaply and safely, and one is reached safely by a detour."""
    found = _detours(case)
    return case.forced and bool(found) and {hex_ for hex_, _, _ in _straight(case)} == {hex_ for hex_, _, _ in found}


def _beyond(case: Case) -> list[Route]:
    return [r for r in case.runs if r.legs[-1].to in r.path[1:-1]]


def _cover_to_cover(case: Case) -> bool:
    return case.forced and bool(_beyond(case))


def _enemy_hex(case: Case) -> bool:
    here = case.hex_of(case.unit)
    return case.forced and any(case.hex_of(enemy) == here for enemy in case.units(mine=False)) and any(case.runs)


def _own_building(case: Case) -> bool:
    return case.forced and any(
        reason.rule.endswith("ignore-building") for d in case.answer.destinations for reason in d.why
    )


_ALONE = Foil(friends=False)


def _maybe_stacking(case: Case) -> bool:
    return case.forced and bool(case.units(mine=True) and case.answer.destinations)


def _stacking(case: Case) -> bool:
    if not _maybe_stacking(case):
        return False
    alone = case.beside(_ALONE)
    if alone is None or not alone.destinations:
        return False
    nearest, now = alone.destinations[0], case.answer.destinations
    return nearest.hex not in {d.hex for d in now} and nearest.mf < now[0].mf


def _reading(option: str, value: str) -> Foil:
    return Foil(options=((option, value),))


def _disputes(case: Case, option: str | None = None) -> Iterator[tuple[str, str, UnitAnswer]]:
    """The values of options that change the answer, with the other answer."""
    for value in options_of(str(case.instance.rules)):
        if value.default or value.option in _LISTINGS or (option and value.option != option):
            continue
        other = case.beside(_reading(value.option, value.value))
        if other is not None and _says(other) != _says(case.answer):
            yield value.option, value.value, other


def _says(answer: UnitAnswer) -> tuple[object, ...]:
    """What a dispute is about: the verdict, where it may go, where that can end."""
    return (
        answer.verdict,
        frozenset((d.hex, d.ignorable) for d in answer.destinations),
        answer.free,
        frozenset((r.posture, r.path[1:2], r.path[-1], r.end) for r in answer.routes),
    )


# Options that concern only which routes are listed, or the units that rout later.
_LISTINGS = ("revisit", "ftr_removal")


def _settled(case: Case) -> bool:
    return case.answer.verdict not in ("stays", "cannot_rout")


def _disputed(case: Case, option: str | None = None) -> tuple[str, str, UnitAnswer] | None:
    return next(_disputes(case, option), None) if _settled(case) else None


def _surrender(case: Case) -> bool:
    return case.answer.verdict == "surrenders"


def _clean(case: Case) -> list[Route]:
    return [r for r in case.runs if not r.interdicted and not r.repulsed]


# Encircled it would surrender whatever the ways: then there is somebody to surrender to.
_ENCIRCLED = Foil(status="encircled")


def _maybe_clean(case: Case) -> bool:
    return case.forced and len(_clean(case)) == 1 and case.answer.routes_total > 1


def _one_clean_way(case: Case) -> bool:
    if not _maybe_clean(case):
        return False
    encircled = case.beside(_ENCIRCLED)
    return encircled is not None and encircled.verdict == "surrenders"


_QUARTER = Foil(without=("no_quarter",))


def _no_quarter(case: Case) -> bool:
    if not case.instance.of("no_quarter") or case.answer.verdict not in ("routs", "eliminated"):
        return False
    other = case.beside(_QUARTER)
    return other is not None and other.verdict == "surrenders"


def _upper_levels(case: Case) -> bool:
    up = "@" in case.answer.at
    return any(up or "@" in place for r in case.runs for place in r.path[1:])


def _repulse(case: Case) -> bool:
    return case.forced and any(r.repulsed for r in case.answer.routes)


_UNREVEALED = Foil(without=("reveal",))


def _maybe_reveal(case: Case) -> bool:
    return case.forced and bool(case.instance.of("reveal"))


def _reveal(case: Case) -> bool:
    if not _maybe_reveal(case):
        return False
    other = case.beside(_UNREVEALED)
    return other is not None and _says(other) != _says(case.answer)


# ---------------------------------------------------------------------------------------------------------------------
# What there is to tell


def _where(case: Case) -> str:
    kind = next(str(fact.args[2]) for fact in case.instance.of("unit") if fact.args[0] == case.unit)
    return f"{case.unit} ({kind.replace('_', ' ')}) in {case.answer.at}"


def listed(words: list[str]) -> str:
    """Some words as an enumeration.

    >>> listed(["E5", "F6", "G7"])
    'E5, F6 and G7'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _mf(mf: float) -> str:
    return f"{mf:g} MF"


def _destinations(answer: UnitAnswer) -> str:
    return listed([d.hex for d in answer.destinations])


def _tells_eliminated(case: Case) -> str:
    return f"{_where(case)} must rout and has no legal step: eliminated."


def _tells_one_route(case: Case) -> str:
    (route,) = case.answer.routes
    how = "Low Crawl " if route.posture == "low_crawl" else ""
    return f"{_where(case)} has one legal rout only: {how}{' - '.join(route.path)}."


def _lost(case: Case) -> str:
    ends = {route.end for route in case.answer.routes} - {"survives"}
    return " or ".join({"eliminated": "elimination", "surrenders": "surrender"}[end] for end in sorted(ends))


def _tells_crawl_only(case: Case) -> str:
    hexes = sorted({r.path[-1] for r in case.answer.routes if r.end == "survives"})
    return f"{_where(case)} can only Low Crawl, to {listed(hexes)}: every other rout ends in {_lost(case)}."


def _tells_doomed(case: Case) -> str:
    hexes = sorted({r.path[-1] for r in case.answer.routes})
    return f"{_where(case)} must rout, and every legal rout ends in {_lost(case)}, in {listed(hexes)}."


def _tells_unknown(case: Case) -> str:
    first = next(case.runs)
    found = sorted({e for r in case.runs for d in r.discovers for e in d.enemies})
    return (
        f"{_where(case)} sets out for {first.legs[0].to}, discovers {listed(found)} on the way whichever way it takes, "
        "and must choose anew."
    )


def _tells_ignorable(case: Case) -> str:
    houses = case.buildings()
    skipped = [d.hex for d in case.answer.destinations if d.ignorable and d.hex.partition("@")[0] in houses]
    return f"{_where(case)} may go to the building in {listed(skipped)}, or ignore it and go on to other cover."


def _tells_free(case: Case) -> str:
    return f"{_where(case)} has no destination that it must go to: any legal steps, ending anywhere."


def _tells_detour(case: Case) -> str:
    ways = [f"{hex_} ({_mf(clean)} instead of {_mf(short)})" for hex_, short, clean in _detours(case)]
    return f"{_where(case)} avoids Interdiction only by a detour: to {listed(ways)}."


def _tells_cover(case: Case) -> str:
    hexes = sorted({r.path[-1] for r in _beyond(case)})
    return f"{_where(case)} may go on from its destination through cover, as far as {listed(hexes)}."


def _tells_enemy_hex(case: Case) -> str:
    enemies = [e for e in case.units(mine=False) if case.hex_of(e) == case.hex_of(case.unit)]
    return f"{_where(case)} shares its hex with {listed(enemies)}: no Low Crawl, and the first step may stay adjacent."


def _tells_own_building(case: Case) -> str:
    own = sorted({d.hex for d in case.answer.destinations for r in d.why if r.rule.endswith("ignore-building")})
    return f"{_where(case)} is in a multi-hex building, and may ignore the rest of it: {listed(own)}."


def _tells_stacking(case: Case) -> str:
    full = sorted({case.hex_of(friend) for friend in case.units(mine=True)})
    now = _destinations(case.answer)
    return f"{_where(case)} finds the nearest cover full of friends, in {listed(full)}: its destinations are {now}."


def _tells_option(case: Case, option: str | None = None) -> str:
    found = _disputed(case, option)
    assert found is not None
    name, value, other = found
    by_default = f"{_where(case)} by default {_summary(case.answer)}"
    return f"The answer depends on an option: {by_default}; with {name}={value} it {_summary(other)}."


def _summary(answer: UnitAnswer) -> str:
    if not answer.routes:
        return {"eliminated": "is eliminated", "surrenders": "surrenders"}.get(answer.verdict, "does not rout")
    to = f"to {_destinations(answer)}" if answer.destinations else "anywhere"
    crawls = sorted({r.path[-1] for r in answer.routes if r.posture == "low_crawl"})
    crawl = f", or crawls to {listed(crawls)}" if crawls else ""
    survive = "" if answer.surviving == answer.routes_total else f", {answer.surviving} of them survive"
    return f"routs {to}{crawl} ({answer.routes_total} routes{survive})"


def _tells_surrender(case: Case) -> str:
    return f"{_where(case)} surrenders to {listed(list(case.answer.captors)) or 'the enemy'} instead of routing."


def _tells_clean(case: Case) -> str:
    return f"{_where(case)} does not surrender, for one way is clean: {' - '.join(_clean(case)[0].path)}."


def _tells_no_quarter(case: Case) -> str:
    return f"No Quarter: {_where(case)} would surrender, and {_summary(case.answer)} instead."


def _tells_upper(case: Case) -> str:
    route = next(r for r in case.runs if any("@" in place for place in r.path))
    return f"{_where(case)} routs between the levels of a building, as by {' - '.join(route.path)}."


def _tells_repulse(case: Case) -> str:
    hexes = sorted({r.repulsed.hex for r in case.answer.routes if r.repulsed})
    return f"{_where(case)} is thrown back and eliminated if it enters {listed(hexes)}, where the enemy is concealed."


def _tells_reveal(case: Case) -> str:
    shown_ = sorted({str(fact.args[0]) for fact in case.instance.of("reveal")})
    return f"{_where(case)} {_summary(case.answer)}; it would be otherwise if {listed(shown_)} kept concealment."


_ASL = ("asl",)
_OPTION_HINTS = {
    "crawl_toward": ("beside",),
    "ignore_from": ("lurker", "open"),
    "toward": ("fork",),
    "repulsed": ("veiled",),
    "encircled_mf": ("encircled",),
    "disrupted_ceases": ("disrupted", "lurker"),
    "disrupted_broken": ("disrupted",),
    "abtf": ("hemmed",),
    "surrender_again": ("lurker",),
    "own_building": ("housed",),
    "leave_building": ("housed",),
}

_ELSE = ("routs", "eliminated")
_CAN = ("routs", "may_rout")
_ANY = ("routs", "may_rout", "eliminated", "surrenders")

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "eliminated",
            "it must rout and cannot: eliminated",
            lambda c: c.answer.verdict == "eliminated",
            _tells_eliminated,
            ("shut",),
            verdicts=("eliminated",),
        ),
        Kind(
            "one-route", "one legal rout, and no other", _one_route, _tells_one_route, ("grappled", "strait", "alone")
        ),
        Kind("crawl-only", "Low Crawl is the only way to survive", _crawl_only, _tells_crawl_only, ("lair",)),
        Kind(
            "doomed",
            "it can rout, and every rout ends in elimination or surrender",
            _doomed,
            _tells_doomed,
            ("trap", "strait"),
        ),
        Kind(
            "unknown-enemy",
            "every way runs into an unknown enemy, and needs a new destination",
            _unknown_enemy,
            _tells_unknown,
            ("snare", "open", "narrow"),
        ),
        Kind(
            "ignorable-building",
            "the nearest building may be taken, or ignored",
            _ignorable_building,
            _tells_ignorable,
            ("toward", "open", "narrow"),
        ),
        Kind(
            "free",
            "no destination: it routs wherever legal steps lead",
            _free,
            _tells_free,
            ("scarce", "open", "narrow"),
        ),
        Kind("detour", "only a longer way avoids Interdiction", _detour, _tells_detour, ("fork",)),
        Kind(
            "cover-to-cover",
            "at its destination it may go on through adjacent cover",
            _cover_to_cover,
            _tells_cover,
            ("chain", "open", "narrow"),
        ),
        Kind(
            "enemy-hex",
            "out of a hex that it shares with the enemy",
            _enemy_hex,
            _tells_enemy_hex,
            ("grappled", "open", "narrow"),
        ),
        Kind(
            "own-building",
            "out of a multi-hex building, whose other hexes may be ignored",
            _own_building,
            _tells_own_building,
            ("housed", "open", "narrow"),
        ),
        Kind(
            "stacking",
            "the nearest cover is full of friends",
            _stacking,
            _tells_stacking,
            ("crowd", "open", "narrow"),
            ("aslsk",),
            foils=(_ALONE,),
            likely=_maybe_stacking,
        ),
        Kind(
            "option",
            "the answer depends on an option (`option:NAME`: on this one)",
            lambda c: _disputed(c) is not None,
            _tells_option,
            ("beside",),
            verdicts=_ANY,
        ),
        Kind(
            "surrender",
            "it surrenders instead of routing",
            _surrender,
            _tells_surrender,
            ("beside",),
            _ASL,
            ("surrenders",),
        ),
        Kind(
            "one-clean-way",
            "one clean way out keeps it from surrendering",
            _one_clean_way,
            _tells_clean,
            ("beside", "sole"),
            _ASL,
            foils=(_ENCIRCLED,),
            likely=_maybe_clean,
        ),
        Kind(
            "no-quarter",
            "without No Quarter it would surrender",
            _no_quarter,
            _tells_no_quarter,
            ("beside", "no_quarter"),
            _ASL,
            _ELSE,
            foils=(_QUARTER,),
        ),
        Kind(
            "upper-levels",
            "it routs by the stairs of a building",
            _upper_levels,
            _tells_upper,
            ("upstairs",),
            _ASL,
            _CAN,
        ),
        Kind(
            "repulse", "a concealed enemy throws it back", _repulse, _tells_repulse, ("veiled", "open", "narrow"), _ASL
        ),
        Kind(
            "reveal",
            "what the enemy does with its concealment changes the answer",
            _reveal,
            _tells_reveal,
            ("veiled", "reveal", "open", "narrow"),
            _ASL,
            foils=(_UNREVEALED,),
            likely=_maybe_reveal,
        ),
    )
}
