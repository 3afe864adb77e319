"""A position out of a saved game as the text of an instance: everything except the map.

>>> from pyrout.vasl.saves.save import read_save
>>> from pyrout.vasl.saves.facts import facts_and_notes
>>> from pyrout.vasl.saves.position import position
>>> game = read_save("game.vsav")                                                   # doctest: +SKIP
>>> notes, lines = facts_and_notes(position(game, locate), rules="asl")             # doctest: +SKIP
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from ...base.span import Said, Span, act, corrected, subject
from ...errors import one_line
from ...position.vocabulary import BY_NAME, FEATURE, LEADERS, NATIONALITY, STATUS, SW_STATUS, write_value
from ...wording import join_words
from ..import_notes import OUT, Note, listed, tallied
from .kinds import Counter
from .position import Position, Unit, Weapon

STARTER_KIT = "aslsk"
# Statuses that the Starter Kit's rules know; they refuse all others
STARTER_KIT_STATUS = ("broken", "dm", "pinned", "cx", "melee", "wounded", "malfunctioned")
MOST_HELD = {"foxhole": 3}  # squad-equivalents in a hex, whatever the number of counters (B27.12)
LEFT_OUT = Span("Left out: ", "group")
WIRE = "wire"  # leaving it costs a dr, which only the players know


def facts_and_notes(
    place: Position, *, rules: str | None = None, hexes: Collection[str] | None = None
) -> tuple[tuple[Note, ...], tuple[str, ...]]:
    """Return an instance in two parts: notes on assumptions and omissions, a sentence each, and lines of facts.

    `rules`: the rule set they are for, "aslsk" or another; without one nothing is left out, and no rules/1 fact is
    written. `hexes`: those that the instance has; units elsewhere are named in a note.
    """
    writer = _Writer(place, rules, hexes)
    body = list(writer.lines())
    head = [f"rules({rules})."] if rules else []
    head.append(" ".join(f"side({side})." for side in place.sides.names))
    head[-1] += f" attacker({place.attacker})." if place.attacker else ""
    return (*assumed(place), *writer.notes()), (*head, *body)


def assumed(place: Position) -> Iterator[Note]:
    """Yield the assumptions and omissions, a sentence each."""
    yield from place.assumptions
    yield from _values(place)
    for what, names in place.left_out:
        yield Note("left out", Said(LEFT_OUT, f"{what}: ", names, "."), f"left out: {what}")


def _values(place: Position) -> Iterator[Note]:
    """Yield values printed on the counters that the save does not state."""
    if place.weapons:
        kinds = ", ".join(sorted({weapon.kind for weapon in place.weapons}))
        yield Note(
            "SW",
            Said(
                f"PP and range of SW and Guns are those of the usual counter, not read from the save ({kinds}); else ",
                *(corrected("sw(SW,KIND,PP,RANGE)"), "."),
            ),
            f"PP and range of the usual {kinds}",
        )
    if any(weapon.kind == "gun" for weapon in place.weapons):
        yield Note(
            "SW",
            Said(
                "A Gun is taken to have no covered arc to change; where its facing matters ",
                *(corrected("covered_arc(GUN,HEX)"), "."),
            ),
            "Guns without covered arcs",
        )
    if any(unit.kind == "hero" for unit in place.units):
        yield Note(
            "strengths",
            Said("Heroes are taken to be 1-4-9, wounded 1-3-8; else ", corrected("firepower(U,N)"), " and the like."),
            "heroes 1-4-9, wounded 1-3-8",
        )
    armed = [f"{unit.id} {unit.name}" for unit in place.units if is_afv(unit)]
    if armed:
        yield Note(
            "strengths",
            Said(
                f"An AFV is taken to have a weapon that fires up to {AFV_RANGE} hexes; else ",
                *(corrected("normal_range(U,N)"), ": ", listed(armed), "."),
            ),
            f"AFVs that fire up to {AFV_RANGE} hexes",
        )
    others = [f"{unit.id} {unit.name}" for unit in place.units if unit.kind == "vehicle" and not is_afv(unit)]
    if others:
        yield Note(
            "strengths",
            Said(
                "Vehicles that are no AFV are taken to be without weapons; where one has, ",
                *(corrected("normal_range(U,N)"), ": ", listed(others), "."),
            ),
            f"{len(others)} vehicles without weapons",
        )
    blank = [
        unit for unit in place.units if unit.piece and unit.piece.counter.kind in SIZES and not _counter(unit).morale
    ]
    if blank:
        # An answer that a missing range matters to says so itself
        sentence = f"{len(blank)} units are on blank counters, without firepower and morale."
        yield Note("strengths", sentence, f"{len(blank)} blank counters")
    unsaid = [
        f"{unit.id} {unit.name}"
        for unit in place.units
        if unit.kind in LEADERS and (_counter(unit).morale is None or _counter(unit).leadership is None)
    ]
    if unsaid:
        yield Note(
            "strengths",
            Said(
                "Morale or leadership of these leaders is not on their counters (a piper is taken to be a leader): ",
                *(listed(unsaid), "; ", corrected("morale(U,N)"), ", ", corrected("leadership(U,N)"), "."),
            ),
            f"{len(unsaid)} leaders without a morale or leadership",
            decides=False,  # they are for the odds of a rout
        )
    if any(_counter(unit).broken_morale for unit in place.units):
        yield Note(
            "strengths",
            Said(
                "Broken morale of squads, half-squads and crews is read from the names of the art; leaders have none (",
                *(corrected("broken_morale(U,N)"), ")."),
            ),
            "broken morale by the names of the art",
            decides=False,
        )


SIZES = ("squad", "half_squad", "crew")
ARMOUR = re.compile(r" (tca[1-6]|BU|CE)\b")
AFV_RANGE = 16  # hexes; farther than that nothing interdicts


def is_afv(unit: Unit) -> bool:
    """Return True if a unit is an AFV: a vehicle that VASL takes for a Hindrance, or one with a turret or hatches."""
    if unit.kind != "vehicle" or unit.piece is None:
        return False
    return unit.piece.marks.get("Hindrance") == "true" or bool(ARMOUR.search(unit.piece.name))


def _counter(unit: Unit) -> Counter:
    return unit.piece.counter if unit.piece else Counter("concealment", unit.nation)


def _strength(unit: Unit) -> Counter:
    """Return the counter of a unit as it fights: a wounded hero is 1-3-8."""
    counter = _counter(unit)
    if unit.kind == "hero" and "wounded" in unit.statuses:
        return replace(counter, range=3, morale=8)
    return counter


class _Writer:
    def __init__(self, place: Position, rules: str | None, hexes: Collection[str] | None) -> None:
        self.place, self.hexes = place, hexes
        self.starter_kit = rules == STARTER_KIT
        self.refused: Tally[str] = Tally()
        self.units = [unit for unit in place.units if self.inside(unit.hex) and self.playable(unit)]
        known = {unit.id for unit in self.units}
        self.weapons = [weapon for weapon in place.weapons if weapon.possessor in known]

    def inside(self, name: str) -> bool:
        return self.hexes is None or name in self.hexes

    def playable(self, unit: Unit) -> bool:
        if self.starter_kit and unit.kind == "dummy":
            self.refused["dummies"] += 1
            return False
        return True

    def notes(self) -> Iterator[Note]:
        away = Tally(unit.name for unit in self.place.units if not self.inside(unit.hex))
        if away:
            yield Note(
                "left out",
                Said(
                    f"Outside the hexes of this instance: {away.total()} units (",
                    *(tallied(away), ")."),
                ),
                f"left out: {away.total()} units outside the hexes of this instance",
            )
        if self.refused:
            what = ", ".join(f"{what} ({count})" for what, count in sorted(self.refused.items()))
            yield Note(
                "left out",
                Said(
                    *("The Starter Kit rules do not know what these say, and they are ", OUT, f": {what} ("),
                    *(act("rules", "asl"), ")."),
                ),
                f"left out: {what} (--rules asl)",
            )
        if self.starter_kit:
            return
        for word, sign in self.place.weather.items():
            other, weather = corrected(f"-environment({word})"), f"environment({word})"
            sentence = Said(f"The weather is taken from the counter {sign}: ", subject(weather), "; else ", other, ".")
            yield Note("season", sentence, f"{word.replace('_', ' ')}, by {sign} ({other})")
        if self.place.night:
            asked = Said() if self.place.nvr is not None else Said(corrected("nvr(N)"), ", and ")
            day = Said("by day ", corrected("-environment(night)"))
            if self.place.nvr is not None:
                day = Said(day, " ", corrected("-nvr(N)"))
            yield Note(
                "left out",
                Said(
                    "It is taken to be night, for there are counters of the night: ",
                    *(listed(self.place.night), "; ", asked, day, "."),
                ),
                f"night, by {self.place.night[0]} ({asked}{day})",
            )
        for name in self.wires():
            units = join_words([unit.id for unit in self.place.routers if unit.hex == name])
            dr = corrected(f'wire_exit("{name}",MF)')
            yield Note(
                "left out",
                Said(f"Under {units} in {name} there is Wire: leaving it costs a dr, which ", dr, " gives."),
                f"{units} on Wire in {name}, open until {dr} gives the dr",
            )

    def wires(self) -> list[str]:
        """Return the hexes in which a broken unit is on Wire."""
        under = {unit.hex for unit in self.place.routers}
        return [name for name, word in self.place.features if word == WIRE and name in under and self.inside(name)]

    def lines(self) -> Iterator[str]:
        yield from self.nationalities()
        if self.place.night and not self.starter_kit:
            yield "environment(night)." + ("" if self.place.nvr is None else f" nvr({self.place.nvr}).")
        if self.place.weather and not self.starter_kit:
            yield " ".join(f"environment({word})." for word in self.place.weather)
        for name, units in groupby(self.units, key=lambda unit: unit.hex):
            yield f"% {one_line(name)}"
            for unit in units:
                yield self.unit(unit)
                yield from (self.weapon(weapon) for weapon in self.weapons if weapon.possessor == unit.id)
        features = [fact for fact in self.features() if fact]
        if features:
            yield "% Counters in hexes"
            yield from features

    def unit(self, unit: Unit) -> str:
        """Return one line: the facts of a unit, and the counter's name as a comment."""
        counter, facts = _strength(unit), [f"unit({unit.id},{unit.side},{unit.kind})."]
        level = unit.level
        if self.starter_kit and level is not None:
            self.refused["levels and entrenchments of units"] += 1
            level = None
        place = write_value(unit.hex) if level is None else f"{write_value(unit.hex)},{level}"
        facts.append(f"at({unit.id},{place}).")
        facts += [f"status({unit.id},{status})." for status in sorted(unit.statuses) if self.has(status)]
        for predicate, value in (
            ("normal_range", AFV_RANGE if is_afv(unit) else counter.range),
            ("firepower", counter.firepower),
            ("morale", counter.morale),
            ("broken_morale", counter.broken_morale),
            ("leadership", counter.leadership),
        ):
            if value is not None and unit.kind != "dummy" and _fits(predicate, value):
                facts.append(f"{predicate}({unit.id},{value}).")
        nation = unit.nation.word if unit.nation and not self.starter_kit else ""
        if nation in NATIONALITY.words and unit.side not in self.common and unit.kind != "dummy":
            facts.append(f"nationality({unit.id},{nation}).")
        if unit.id in self.place.skis and not self.starter_kit:
            facts.append(f"skis({unit.id},{self.place.skis[unit.id]}).")
        if unit.id in self.place.wall_advantage and not self.starter_kit:
            facts.append(f"wall_advantage({unit.id}).")
        return f"{' '.join(facts)}   % {unit.name}"

    def has(self, status: str) -> bool:
        if status not in STATUS.words:
            return False
        if self.starter_kit and status not in STARTER_KIT_STATUS:
            self.refused[status.replace("_", " ")] += 1
            return False
        return True

    def weapon(self, weapon: Weapon) -> str:
        facts = [
            f"sw({weapon.id},{weapon.kind},{weapon.pp},{weapon.range}).",
            f"possesses({weapon.possessor},{weapon.id}).",
        ]
        facts += [f"status({weapon.id},{status})." for status in sorted(weapon.statuses & set(SW_STATUS))]
        return f"{' '.join(facts)}   % {weapon.name}"

    @property
    def common(self) -> dict[str, str]:
        """The nationality of each side whose units are all of one."""
        by_unit: dict[str, set[str]] = {}
        for unit in self.units:
            if unit.kind != "dummy":
                by_unit.setdefault(unit.side, set()).add(unit.nation.word if unit.nation else "")
        return {side: next(iter(words)) for side, words in by_unit.items() if len(words) == 1}

    def nationalities(self) -> Iterator[str]:
        for side, word in self.common.items():
            if word in NATIONALITY.words and not self.starter_kit:
                yield f"nationality({side},{word})."

    def features(self) -> Iterable[str]:
        words = {*FEATURE.words, "minefield(known)"}
        for name, word in self.place.features:
            if self.inside(name) and word in words:
                yield f"feature({write_value(name)},{word})."
                number = self.place.holds.get((name, word), 0)
                if number and not self.starter_kit:
                    yield f"capacity({write_value(name)},{word},{min(number, MOST_HELD.get(word, number))})."


def _fits(predicate: str, value: int) -> bool:
    """Return True if an instance can hold the value: names are a stranger's text, and morale ends at 12."""
    return BY_NAME[predicate][2].args[1].problem(value) is None
