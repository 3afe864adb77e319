"""Whether a legal Rout Phase leads from one position to another, and by which turns. Units are told apart by side, kind,
place, and whether they are broken or captured, not by their names: two saved games number them as they like."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from ..errors import UsageError, shown
from ..phases import Between
from ..position.consistency import with_facts
from ..position.facts import Fact, Instance, locations
from ..position.vocabulary import Name
from ..question import Progress, Question
from .after import Rout
from .phase import MOST_STATES, Explorer, Step, Table
from .rows import log_lines
from .solver import refusals

MOST_SUMS = 200_000  # ways to put together what the groups of units come to
NMC = "an NMC is taken to be passed where no broken morale is given"
DRAWN = "not tried: NMC that lead to surrender or Heat of Battle"
BREAKS = "not tried: units that break on purpose"
SAME = "units that are alike are not told apart; DM, pins, concealment and SW are not compared"

Kind = tuple[str, str, str, str]  # side, kind, place, condition
Change = frozenset[tuple[Kind, int]]  # how many more (or fewer) of each kind there are
Way = tuple[tuple[Step, Rout | None], ...]  # the steps, each with what its NMC came to instead (None: as it is listed)


def between(
    question: Question, after: Instance, *, states: int | None = None, progress: Progress | None = None
) -> Between:
    """Whether a legal Rout Phase leads from the position of a question to another one. Raises InstanceError, UsageError,
    TimeLimit."""
    explorer = Explorer(question, MOST_STATES if states is None else states, progress)
    _on_one_map(question.position, after)
    begins = _units(question.position.facts)
    wanted = _change(begins, _units(after.facts))
    tables = explorer.tables()
    several = [_ends(table, begins) for table in tables]
    touched = {kind for ends in several for change in ends for kind, _ in change}
    unexplained = sorted((kind, more) for kind, more in wanted if kind not in touched)
    ways = None if unexplained else _together(question, several, wanted)
    untried = [*_untried(question, tables), *(assumed for table in tables for assumed in sorted(table.left_out))]
    notes = [SAME, *untried]
    lines: list[str] = []
    if ways is not None:
        steps = [step for way in ways for step in way]
        steps.sort(
            key=lambda pair: (pair[0].unit not in explorer.prior, explorer.sides[pair[0].unit] != explorer.attacker)
        )
        lines = [line for step, drawn in steps for line in log_lines(step.unit, step.choice, drawn)]
    return Between(
        question.position.name,
        question.rules,
        question.options,
        after.name,
        ways is not None,
        tuple(lines),
        tuple(_unexplained(kind, more) for kind, more in unexplained),
        all(table.complete for table in tables) and (ways is not None or not untried),
        sum(len(table.states) for table in tables),
        tuple(dict.fromkeys(notes)),
    )


def _on_one_map(before: Instance, after: Instance) -> None:
    """Raises UsageError where the two have no hex in common, or other terrain in one that they both have: each need not have
    all of the map."""
    name = f"{before.name}: the two positions have different maps"
    hexes, others = ({str(fact.args[0]) for fact in each.of("hex")} for each in (before, after))
    if hexes and others and not hexes & others:
        raise UsageError(f"{name}: no hex is in both")
    terrain = {str(fact.args[0]): str(fact.args[1]) for fact in before.of("terrain")}
    for fact in after.of("terrain"):
        here, there = terrain.get(str(fact.args[0])), str(fact.args[1])
        if here is not None and here != there:
            hex_, here, there = shown(str(fact.args[0])), here.replace("_", " "), there.replace("_", " ")
            raise UsageError(f"{name}: {hex_} is {here} in the one and {there} in the other")


def _untried(question: Question, tables: Iterable[Table]) -> Iterator[str]:
    """What a phase can come to that is not looked for."""
    position = question.position
    known = {str(fact.args[0]) for fact in position.of("broken_morale")}
    broken = {fact.args[0] for fact in position.of("status") if fact.args[1] == "broken"}
    sides: dict[str, list[Fact]] = defaultdict(list)
    for unit, side, _ in (fact.args for fact in position.of("unit")):
        if unit not in broken:
            sides[str(side)].append(Fact("breaks", (Name(unit),)))
    steps = (step for table in tables for several in table.steps.values() for step in several)
    fired_at = {step.unit for step in steps if step.choice.route and step.choice.route.interdicted}
    if fired_at - known:
        yield NMC
    if fired_at:
        heat = Fact("hob", (Name(min(fired_at)), Name("hardened")))
        if str(heat) not in refusals(question.about(with_facts(position, [heat]))):
            yield DRAWN
    for breaks in sides.values():  # those of one side leave the other as it is, and so say who may
        refused = refusals(question.about(with_facts(position, breaks)))
        if any(str(fact) not in refused for fact in breaks):
            yield BREAKS
            return


def _units(facts: Iterable[Fact]) -> Counter[Kind]:
    """How many units of each kind there are, but those who are eliminated when the phase ends."""
    facts = tuple(facts)
    gone = {fact.args[0] for fact in facts if fact.name == "failed"}
    at = locations(facts)
    statuses = {(fact.args[0], str(fact.args[1])) for fact in facts if fact.name == "status"}
    found: Counter[Kind] = Counter()
    for fact in facts:
        if fact.name == "unit" and fact.args[0] not in gone:
            unit = fact.args[0]
            words = " ".join(word for word in ("broken", "captured") if (unit, word) in statuses)
            found[str(fact.args[1]), str(fact.args[2]), at.get(str(unit), ""), words] += 1
    return found


def _change(before: Counter[Kind], after: Counter[Kind]) -> Change:
    return frozenset((kind, n) for kind in {*before, *after} if (n := after[kind] - before[kind]))


def _ends(table: Table, begins: Counter[Kind]) -> dict[Change, Way]:
    """What the units of a table can come to, each with a way to it; also what NMC can come to."""
    ways: dict[int, Way] = {0: ()}
    todo = [0]
    for number in todo:
        for step in table.steps.get(number, ()):
            for state, drawn in ((step.after, None), *((drawn.state, drawn.rout) for drawn in step.others)):
                if state not in ways:
                    ways[state] = (*ways[number], (step, drawn))
                    todo.append(state)
    found: dict[Change, Way] = {}
    for number in todo:
        if table.final(number):
            found.setdefault(_change(begins, _units(table.states[number].facts)), ways[number])
    return found


def _together(question: Question, several: list[dict[Change, Way]], wanted: Change) -> tuple[Way, ...] | None:
    """The ways of groups that do not touch each other that together make this change; None where none do."""
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
                    f"{question.position.name}: the units can come to more than {MOST_SUMS:,} positions together; leave out "
                    "some that did not rout"
                )
        sums = made
    return sums.get(wanted)


def _unexplained(kind: Kind, more: int) -> str:
    side, what, place, words = kind
    named = " ".join(filter(None, (words, side, what.replace("_", "-"))))
    return f"{abs(more)} {named} {'more' if more > 0 else 'fewer'} in {place or 'no hex'}"
