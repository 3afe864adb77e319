"""Corrections of a file or a saved game by the player: facts replaced or removed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ..base.span import corrected
from ..errors import UsageError, quote
from .consistency import Need, check_facts
from .facts import ABOARD, Fact, Instance, location_of, locations
from .reading import facts_in
from .unit_names import unit_called, units_in
from .vocabulary import BY_NAME, CONTRADICTORY, ONLY_WITH, Name, Value, nearest

Atom = tuple[str, tuple[Value, ...]]

# The arguments that only one fact has, where these are not the first ones
ONCE: dict[str, Sequence[int]] = {"possesses": (1,)}


@dataclass(frozen=True)
class Corrections:
    """The corrections of a player.

    `attacker` is a side; `dm` are ids of units, or hexes, whose broken units are under DM; `facts` are facts as text.
    A fact replaces those that it contradicts, or with a - in front is removed.
    """

    attacker: str | None = None
    dm: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.attacker or self.dm or self.facts)

    def made(self, position: Instance, need: Need = "router") -> Instance:
        """Return the position as it is then.

        Raises InstanceError, UsageError.
        """
        gone, added = self._changes(position)
        kept = [fact for fact in position.facts if fact[:2] not in gone]
        atoms = dict.fromkeys(fact[:2] for fact in kept)
        return check_facts(
            Instance(position.name, (*kept, *(fact for fact in added if fact[:2] not in atoms))),
            need,
        )

    def written(self, text: str, position: Instance) -> str:
        """Return the text of a position that pyrout has written, with the corrections in it.

        Raises InstanceError, UsageError.
        """
        self.made(position, "position")
        gone, added = self._changes(position)
        lines = text.splitlines()
        for fact in position.facts:
            if fact[:2] in gone:
                line = lines[fact.line - 1]
                cut = line.replace(f"{fact}. ", "", 1)
                lines[fact.line - 1] = cut if cut != line else line.replace(f"{fact}.", "", 1)
        there: set[Atom] = {fact[:2] for fact in position.facts} - gone
        new = [f"{fact}." for fact in added if fact[:2] not in there]
        return "\n".join([*lines, *(["% Corrected on the command line", *new] if new else [])]) + "\n"

    def _changes(self, position: Instance) -> tuple[set[Atom], list[Fact]]:
        """Return the facts to remove, and the facts to add."""
        gone: set[Atom] = set()
        added: list[Fact] = []
        for text in self.facts:
            facts = facts_of(text)
            if not text.strip().startswith("-"):
                added += facts
                continue
            for fact in facts:
                if not any(fact[:2] == other[:2] for other in position.facts):
                    raise UsageError(f"--fact: {position.name} does not say {fact}, so it cannot be taken out")
                gone |= gone_with(fact)
        if self.attacker is not None:
            added.append(Fact("attacker", (self._side(position, self.attacker),)))
        broken = {f.args[0] for f in (*position.facts, *added) if f.name == "status" and f.args[1] == "broken"}
        broken -= {args[0] for name, args in gone if name == "status" and args[1] == "broken"}
        added += [Fact("status", (unit, Name("dm"))) for unit in self._under_dm(position, broken)]
        for fact in added:
            gone |= gone_by(fact, position.facts)
        return gone, added

    def _side(self, position: Instance, word: str) -> Name:
        sides = [str(fact.args[0]) for fact in position.of("side")]
        if word not in sides:
            near = nearest(word, sides)
            remedy = f"did you mean {near}?" if near else f"there are: {', '.join(sides)}"
            raise UsageError(f"--attacker: no side is called {quote(word)}; {remedy}")
        return Name(word)

    def _under_dm(self, position: Instance, broken: Collection[Value]) -> Iterable[Name]:
        for word in self.dm:
            several: Sequence[Name] = [] if word in position.units else units_in(position, word)
            units = [unit for unit in several if unit in broken] or [unit_called(position, word)]
            for unit in units:
                if unit not in broken:
                    raise UsageError(f"--dm: {unit} is not broken; break it with {corrected(f'status({unit},broken)')}")
            yield from units


def facts_of(text: str) -> list[Fact]:
    """Return the facts in a correction, with or without a - in front.

    Raises InstanceError.
    """
    read = facts_in(text.strip().removeprefix("-").rstrip().rstrip(".") + ".", f"--fact {quote(text)}")
    return [Fact(fact.name, fact.args) for fact in read]  # their places are in no file


def gone_with(fact: Fact) -> set[Atom]:
    """Return a fact that is taken away, and the statuses that its unit cannot have without it."""
    if fact.name != "status":
        return {fact[:2]}
    return {fact[:2], *(("status", (fact.args[0], Name(one))) for one, two in ONLY_WITH if fact.args[1] == two)}


def gone_by(fact: Fact, facts: Collection[Fact]) -> set[Atom]:
    """Return those of the facts that another takes the place of, with what goes with them.

    Who goes aboard has no place of its own, and who has one is aboard no more.
    """
    gone: set[Atom] = set()
    stays = fact.name == "at" and locations(facts).get(str(fact.args[0])) == location_of(fact)
    for other in facts:
        if contradicts(fact, other) or (not stays and _placed_twice(fact, other)):
            gone |= gone_with(other)
    return gone


def _placed_twice(fact: Fact, other: Fact) -> bool:
    """Return True for facts of two kinds that say where one unit is."""
    placing = ("at", *ABOARD)
    if fact.name not in placing or other.name not in placing:
        return False
    return fact.name != other.name and fact.args[0] == other.args[0]


def contradicts(fact: Fact, other: Fact) -> bool:
    """Return True if only one of two different facts can be said."""
    if fact.name != other.name or fact.args == other.args:
        return False
    if fact.name == "status":
        pair = (str(fact.args[1]), str(other.args[1]))
        return fact.args[0] == other.args[0] and (pair in CONTRADICTORY or pair[::-1] in CONTRADICTORY)
    key = next(iter(BY_NAME[fact.name].values())).key
    places = ONCE.get(fact.name, None if key is None else range(key))
    return places is not None and all(fact.args[at] == other.args[at] for at in places)
