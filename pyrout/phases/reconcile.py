"""Search for a legal Rout Phase from one position to another.

Units are compared by side, kind, place, and status (broken, captured, wounded), not by name: saved games number them
freely.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from ..errors import UsageError, quote
from ..hexes.ground import refusals
from ..position.consistency import with_facts
from ..position.facts import Fact, Instance, locations
from ..position.vocabulary import Name
from ..question import Progress, Question
from ..results.phase import Between
from .explore import MOST_STATES, Explorer, Step, Table

MOST_SUMS = 200_000  # combinations of the outcomes of groups of units
REVEALS = "not tried: enemies who drop their concealment during a rout"
BREAKS = "not tried: units that break on purpose"
SAME = "units that are alike are not distinguished; DM, pins, concealment and SW are not compared"
CONDITIONS = ("broken", "captured", "wounded")

Kind = tuple[str, str, str, str]  # side, kind, place, condition
Change = frozenset[tuple[Kind, int]]  # how many more (or fewer) of each kind there are
Way = tuple[Step, ...]


def between(
    question: Question, after: Instance, *, states: int | None = None, progress: Progress | None = None
) -> Between:
    """Find a legal Rout Phase from the position of a question to another one.

    Raises InstanceError, UsageError, TimeLimit.
    """
    _on_one_map(question.position, after)
    return Begun(question, states, progress).leads_to(after)


class Begun:
    """A Rout Phase, explored with all results of its NMC, that can be searched for positions."""

    def __init__(self, question: Question, states: int | None = None, progress: Progress | None = None) -> None:
        """Raise as `between`."""
        self.question = question
        self._explorer = Explorer(question, MOST_STATES if states is None else states, progress, rolling=True)
        self._tables = self._explorer.tables()
        self._begins = _units(question.position.facts)
        self._several = [_ends(table, self._begins) for table in self._tables]
        untried = [
            *_untried(question, self._tables),
            *(left for table in self._tables for left in sorted(table.left_out)),
        ]
        self._untried = tuple(dict.fromkeys(untried))

    def leads_to(self, after: Instance) -> Between:
        """Find a phase that ends in a position on its map.

        Raises as `between`.
        """
        question, tables = self.question, self._tables
        wanted = _change(self._begins, _units(after.facts))
        touched = {kind for ends in self._several for change in ends for kind, _ in change}
        unexplained = [_said(kind, more) for kind, more in sorted(wanted) if kind not in touched]
        sums = {} if unexplained else _together(question, self._several)
        ways = sums.get(wanted)
        if ways is None and not unexplained:
            unexplained = _unlike(sums, wanted)
        return Between(
            question.position.name,
            question.rules,
            question.options,
            after.name,
            ways is not None,
            tuple(self._explorer.log(step for way in ways or () for step in way)),
            tuple(unexplained),
            all(table.complete for table in tables) and (ways is not None or not self._untried),
            sum(len(table.states) for table in tables),
            (SAME, *self._untried),
        )


def _on_one_map(before: Instance, after: Instance) -> None:
    """Raise UsageError where two positions share no hex, or differ in the terrain of one that they share.

    Neither position needs the whole map.
    """
    name = f"{before.name}: the two positions have different maps"
    hexes, others = ({str(fact.args[0]) for fact in each.of("hex")} for each in (before, after))
    if hexes and others and not hexes & others:
        raise UsageError(f"{name}: no hex is in both")
    terrain = {str(fact.args[0]): str(fact.args[1]) for fact in before.of("terrain")}
    for fact in after.of("terrain"):
        here, there = terrain.get(str(fact.args[0])), str(fact.args[1])
        if here is not None and here != there:
            hex_, here, there = quote(str(fact.args[0])), here.replace("_", " "), there.replace("_", " ")
            raise UsageError(f"{name}: {hex_} is {here} in the one and {there} in the other")


def _untried(question: Question, tables: Iterable[Table]) -> Iterator[str]:
    """Yield the kinds of turns that the search leaves out."""
    position = question.position
    broken = {fact.args[0] for fact in position.of("status") if fact.args[1] == "broken"}
    sides: dict[str, list[Fact]] = defaultdict(list)
    for unit, side, _ in (fact.args for fact in position.of("unit")):
        if unit not in broken:
            sides[str(side)].append(Fact("breaks", (Name(unit),)))
    if any(what.startswith("sight(") for table in tables for reads in table.reads.values() for what in reads):
        yield REVEALS
    for breaks in sides.values():  # those of one side leave the other as it is, and so say who may
        refused = refusals(question.about(with_facts(position, breaks)))
        if any(str(fact) not in refused for fact in breaks):
            yield BREAKS
            return


def _units(facts: Iterable[Fact]) -> Counter[Kind]:
    """Count the units of each kind, without those that the end of the phase eliminates."""
    facts = tuple(facts)
    gone = {fact.args[0] for fact in facts if fact.name == "failed"}
    at = locations(facts)
    statuses = {(fact.args[0], str(fact.args[1])) for fact in facts if fact.name == "status"}
    changes: Counter[Kind] = Counter()
    for fact in facts:
        if fact.name == "unit" and fact.args[0] not in gone:
            unit = fact.args[0]
            words = " ".join(word for word in CONDITIONS if (unit, word) in statuses)
            changes[str(fact.args[1]), str(fact.args[2]), at.get(str(unit), ""), words] += 1
    return changes


def _change(before: Counter[Kind], after: Counter[Kind]) -> Change:
    return frozenset((kind, n) for kind in {*before, *after} if (n := after[kind] - before[kind]))


def _ends(table: Table, begins: Counter[Kind]) -> dict[Change, Way]:
    """Return the changes that the units of a table can make, each with a way to it."""
    ways: dict[int, Way] = {0: ()}
    todo = [0]
    for number in todo:
        for step in table.steps.get(number, ()):
            if step.after not in ways:
                ways[step.after] = (*ways[number], step)
                todo.append(step.after)
    by_change: dict[Change, Way] = {}
    for number in todo:
        if table.final(number):
            by_change.setdefault(_change(begins, _units(table.states[number].facts)), ways[number])
    return by_change


def _together(question: Question, several: list[dict[Change, Way]]) -> dict[Change, tuple[Way, ...]]:
    """Return the joint changes of groups that do not touch each other, with the way of each group."""
    sums: dict[Change, tuple[Way, ...]] = {frozenset(): ()}
    for ends in several:
        made: dict[Change, tuple[Way, ...]] = {}
        for so_far, ways in sums.items():
            question.deadline.check()
            for change, way in ends.items():
                total = Counter(dict(so_far))
                total.update(dict(change))
                made.setdefault(frozenset((kind, n) for kind, n in total.items() if n), (*ways, way))
            if len(made) > MOST_SUMS:
                raise UsageError(
                    f"{question.position.name}: the units can reach more than {MOST_SUMS:,} positions together; leave out "
                    "some that did not rout"
                )
        sums = made
    return sums


def _unlike(sums: Iterable[Change], wanted: Change) -> list[str]:
    """Return the part of a change that no way has: alone, or else the first that none has with all before it."""
    changes = [dict(change) for change in sums]
    asked = dict(wanted)
    kinds = sorted({*asked, *(kind for change in changes for kind in change)})
    alone = [kind for kind in kinds if all(change.get(kind, 0) != asked.get(kind, 0) for change in changes)]
    if alone:
        return [_said(kind, asked.get(kind, 0)) for kind in alone]
    for kind in kinds:
        changes = [change for change in changes if change.get(kind, 0) == asked.get(kind, 0)]
        if not changes:
            return [f"{_said(kind, asked.get(kind, 0))}, with the rest of the second position"]
    return []


def _said(kind: Kind, more: int) -> str:
    side, what, place, words = kind
    named = " ".join(filter(None, (words, side, what.replace("_", "-"))))
    where = f"in {place}" if place else "in no hex"
    if not more:
        return f"no {named} more or fewer {where}"
    return f"{abs(more)} {named} {'more' if more > 0 else 'fewer'} {where}"
