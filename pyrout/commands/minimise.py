"""`pyrout minimise`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click

from ..errors import PyroutError, TimeLimit, UsageError
from ..game import VERDICT_AND_ROUTES
from ..lab.minimise import Minimised, Same, lines, search
from ..lab.property import Property, parse_property
from ..lab.verify import list_known, list_stated
from ..position.consistency import with_facts
from ..position.facts import Fact, Instance
from ..position.reading import load
from ..position.vocabulary import write_value
from ..referee import answer as answered
from .console import TIME_OVER, Progress, complain, file_argument, output_option, within, write
from .options import CommandOptions, asking

MOST_FACTS = 6  # in a message
SAME: tuple[Same, ...] = get_args(Same)


@click.command()
@file_argument
@click.option(
    "--keep",
    "kept",
    required=True,
    multiple=True,
    metavar="PROPERTY|verdict|map",
    help="What must stay true of the answer; the verdicts; the map. May be repeated.",
)
@asking(saves=False)
@output_option
def minimise(
    file: Path,
    kept: tuple[str, ...],
    asked: CommandOptions,
    output: Path | None,
) -> None:
    """Shrink a position while its answer keeps a property, and write the known answer as expect/2.

    PROPERTY is in the words of expect facts, after the id of a unit: 'g1: verdict(eliminated)', 'g1:
    destinations("yK6") and not free(yes)'. `verdict` keeps the verdict of each unit that is left, `map` all hexes, their
    terrain and LOS. Past the time limit the smallest position so far is written, with exit status 3.
    """
    same: list[Same] = [word for word in SAME if word in kept]
    given = [text for text in kept if text not in SAME]
    if len(given) > 1:
        raise UsageError("--keep has two properties; join them with `and`")
    if kept == ("map",):
        raise UsageError("--keep map keeps nothing of the answer; add --keep verdict, or a property")
    wanted = parse_property(given[0]) if given else Property("verdict", (), lambda answers: True)
    instance = load(file)
    unknown = [unit for unit in wanted.units if unit not in instance.units]
    if unknown:
        raise UsageError(f"{instance.name}: no unit is called {unknown[0]}; there are: {', '.join(instance.units)}")
    whole = instance.without("expect")
    show = Progress()
    best: list[Minimised] = []

    def keep(position: Instance) -> bool:
        if not given:
            return True
        question = asked.question(position, wanted.units)
        answer = answered(question, VERDICT_AND_ROUTES)
        answer.require_complete()
        answers = {unit.id: unit for unit in answer.units}
        holds = answers.keys() >= set(wanted.units) and wanted.holds(answers)
        if not holds and position.facts == whole.facts:
            known = list_known(whole, answers, wanted.says)
            raise UsageError(f"{instance.name}: the property is false for this position: {_has(wanted, known)}")
        return holds

    def with_answers(smaller: Minimised) -> Minimised:
        """Return the position with its known answers: those in the property, and those of the file that still hold."""
        if asked.options or (asked.ruleset and asked.ruleset != instance.rules):
            return smaller  # by other rules than its own the file would state what `verify` does not find
        there = set(smaller.instance.units)
        units = [unit for unit in dict.fromkeys((*wanted.units, *list_stated(instance))) if unit in there]
        try:
            answer = answered(asked.question(smaller.instance, units), VERDICT_AND_ROUTES)
            answer.require_complete()
        except PyroutError:
            return smaller
        facts = list_known(instance, {unit.id: unit for unit in answer.units}, wanted.says)
        return smaller._replace(instance=with_facts(smaller.instance, facts))

    try:
        smaller = within(
            asked.limit,
            lambda: with_answers(
                search(
                    instance,
                    keep,
                    same=same,
                    timeout=asked.limit,
                    progress=show,
                    into=best,
                    question=asked.question,
                )
            ),
        )
    except TimeLimit:
        if not best:
            raise
        smaller = best[-1]._replace(complete=False)
    show.clear()
    write(lines(smaller, instance, "; ".join(kept)), output)
    if not smaller.complete:
        complain(f"{instance.name}: time limit reached; this is the smallest position so far")
        sys.exit(TIME_OVER)


def _has(wanted: Property, known: Sequence[Fact]) -> str:
    """Return the known answers of the kinds in a property, unit by unit, with the remedy."""
    has = []
    for unit in wanted.units:
        facts = [write_value(fact.args[1]) for fact in known if fact.args[0] == unit]
        more = f" and {len(facts) - MOST_FACTS} more" if len(facts) > MOST_FACTS else ""
        has.append(f"{unit} has {', '.join(facts[:MOST_FACTS])}{more}")
    return f"{'; '.join(has)}; write a property that holds"
