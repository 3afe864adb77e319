"""`count`: rout counts, the numbers by which two programs that know the rules can be compared at a glance.

They are to the Rout Phase what perft is to chess: if they agree on many positions, so do the programs, almost surely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from ..game import VERDICT_AND_ROUTES
from ..json_form import Count, Id, Location, Text, form_json
from ..program import rule_sets
from ..question import Question
from ..referee import answer as answered
from ..results.answer import Answer
from ..version import SCHEMA


class Counts(NamedTuple):
    """The units that are answered, their destinations, their routes, and the routes by how they end.

    A unit that surrenders instead of routing has neither destinations nor routes. Unbroken units that could break on
    purpose are not counted.
    """

    units: Annotated[Count, "The units that are answered."]
    destinations: Annotated[Count, "Their destinations."]
    routes: Annotated[Count, "Their routes."]
    survivors: Annotated[Count, "The routes that end in survival."]
    eliminated: Annotated[Count, "The routes that end in elimination."]
    surrendering: Annotated[Count | None, "The routes that end in surrender, where the rule set knows such."] = None
    complete: Annotated[bool, "There, and false, only where a time limit was reached."] = True


def answer_to(question: Question) -> Answer:
    """Return the answer that is counted.

    Raises InstanceError, UsageError.
    """
    return answered(question, VERDICT_AND_ROUTES)


def counts(answer: Answer) -> Counts:
    """Return the counts of an answer without volunteers."""
    ends = [route.end for unit in answer.units for route in unit.routes]
    return Counts(
        len(answer.units),
        sum(len(unit.destinations) for unit in answer.units),
        len(ends),
        ends.count("survives"),
        ends.count("eliminated"),
        ends.count("surrenders") if surrender_ends(answer.rules) else None,
        answer.complete,
    )


class Legs(NamedTuple):
    """The routes of a unit that have the same legs: what `divide` is to perft."""

    unit: Id
    posture: Annotated[Text, "How it goes."]
    to: Annotated[tuple[Location | None, ...], "The destination of each leg in turn; null without one."]
    routes: Annotated[Count, "The routes with these legs."]

    def line(self) -> str:
        """Return the row as text."""
        ways = " > ".join(to or "anywhere" for to in self.to)
        return f"  {self.unit} {self.posture} {ways}: {self.routes}"


def by_legs(answer: Answer) -> list[Legs]:
    """Return the routes of an answer counted by their legs, in the order of the units and of their routes."""
    several = Counter(
        (unit.id, route.posture, tuple(leg.to for leg in route.legs)) for unit in answer.units for route in unit.routes
    )
    return [Legs(*which, number) for which, number in several.items()]


def surrender_ends(ruleset: str) -> bool:
    """Return True if a rout can end in surrender by a rule set.

    Raises UsageError for an unknown one.
    """
    return "surrender" in rule_sets.about(ruleset).abilities


def total(several: Iterable[Counts]) -> Counts:
    """Return the sums of counts; surrendering routes are there if any have them."""
    rows = list(several)
    units, destinations, routes, survivors, eliminated, surrendering = (
        sum(row[i] or 0 for row in rows) for i in range(len(columns(True)))
    )
    known = any(row.surrendering is not None for row in rows)
    complete = all(row.complete for row in rows)
    return Counts(units, destinations, routes, survivors, eliminated, surrendering if known else None, complete)


def columns(surrenders: bool) -> tuple[str, ...]:
    """Return the names of the columns of numbers."""
    return Counts._fields[: 6 if surrenders else 5]


def heading(width: int, names: tuple[str, ...]) -> str:
    """Return the line above the numbers; `width` is that of the first column."""
    return f"{'file':{width}}  " + "  ".join(names)


def row(label: str, counts: Counts, width: int, names: tuple[str, ...]) -> str:
    """Return a line of numbers, each below its name."""
    numbers = (f"{'-' if n is None else n:>{len(name)}}" for name, n in zip(names, counts, strict=False))
    return f"{label:{width}}  " + "  ".join(numbers) + ("" if counts.complete else "  INCOMPLETE")


def to_json(
    rows: Iterable[tuple[str, str, Counts]],
    failed: Iterable[tuple[str, str]],
    legs: Mapping[str, Sequence[Legs]] | None = None,
) -> dict[str, Any]:
    """Return the object that `pyrout count --json` prints: each file with its counts or its error, and the total.

    `legs` are the counts by legs of each file, if they are asked for.
    """
    listed = list(rows)

    def files() -> Iterator[dict[str, Any]]:
        for file, ruleset, counts in listed:
            more = {"legs": [form_json(row) for row in legs[file]]} if legs is not None else {}
            yield {"file": file, "rules": ruleset, **form_json(counts), **more}
        for file, error in failed:
            yield {"file": file, "error": error}

    whole = total(counts for _, _, counts in listed)
    return {"schema": SCHEMA, "counts": list(files()), "total": form_json(whole)}
