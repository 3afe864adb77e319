"""Checks of the facts of a table. The encodings check that blocks do not overlap or leave the table."""

from __future__ import annotations

from collections.abc import Iterator

from ..base import span
from ..base.span import Said
from ..errors import quote
from .facts import Fault, Instance
from .vocabulary import BY_NAME, ON_TABLE

NEEDED = ("stands_at", "facing", "frontage", "depth", "movement")  # of every unit
LONGEST = {"table": 200, "frontage": 200, "depth": 200, "widest_stand": 200, "movement": 60}  # in inches
SEEN = ("rules", "option", "side", "unit", "expect", *ON_TABLE)  # the facts that mean something on a table


def faults(instance: Instance, whole: bool) -> Iterator[Fault]:
    """Yield the faults of a table. `whole`: the facts must be a position."""
    of = instance.of
    for fact in instance.facts:
        if fact.name not in SEEN:
            remedy = "a position is of hexes or on a table: remove it, or the facts of the table"
            yield fact, f"{fact} on a table", remedy
            break
    for fact in of("widest_stand"):
        frontage = next((f for f in of("frontage") if f.args[0] == fact.args[0]), None)
        if frontage and int(str(fact.args[1])) > int(str(frontage.args[1])):
            yield fact, f"a stand of {fact.args[0]} is wider than its frontage", f"correct it, or {frontage}"
    if not whole:
        return
    counts = next((int(str(fact.args[1])) for fact in of("unit_of_length")), 1)
    for name, most in LONGEST.items():
        for fact in of(name):
            if any(int(str(arg)) > most * counts for arg in fact.args if isinstance(arg, int)):
                yield (
                    fact,
                    f"{fact} is longer than {most} inches",
                    Said("correct it, or add ", span.fact("unit_of_length(inch,N)"), " if the file counts in parts"),
                )
    if not of("table"):
        remedy = Said("add its width and depth in inches", span.form(", as in table(60,40)", "table(60,40)"))
        yield of("stands_at")[0], "there is no table", remedy
    for name in NEEDED:
        known = {fact.args[0] for fact in of(name)}
        for fact in of("unit"):
            if fact.args[0] not in known:
                example = next(iter(BY_NAME[name].values())).example
                yield (
                    fact,
                    f"unit {fact.args[0]} has no {name}",
                    Said("add it", span.form(f", as in {example}", example)),
                )
    homes = {fact.args[0] for fact in of("home_edge")}
    for fact in of("side"):
        if fact.args[0] not in homes:
            yield (
                fact,
                f"side {quote(str(fact.args[0]))} has no home edge",
                Said("add it", span.form(", as in home_edge(blue,north)", "home_edge(blue,north)")),
            )
