"""Facts that no log states, and that a verdict may depend on: each is another reading of the position.

A verdict that differs in another reading is open, and says on which fact it depends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..errors import InstanceError
from ..hexes.judge_stops import Judged
from ..position.facts import Fact, Instance
from ..position.vocabulary import Name


class Reading(NamedTuple):
    """Another reading of a position: a clause that says what is so in it, why it may be so, and the facts that it adds.

    One that `only_permits` takes no legal rout away.
    """

    clause: str
    why: str
    facts: tuple[Fact, ...]
    only_permits: bool = False


def readings(position: Instance, unit: str) -> Iterator[Reading]:
    """Yield the readings of a position that the verdict on a unit may depend on."""
    statuses = {(str(fact.args[0]), str(fact.args[1])) for fact in position.of("status")}
    if (unit, "dm") not in statuses:
        yield Reading("it was under DM", "no DM counter lies on it", (_status(unit, "dm"),), only_permits=True)


def weigh(
    judged: Judged, others: Iterable[Reading], judge: Callable[[tuple[Fact, ...]], Judged]
) -> tuple[Judged, list[str]]:
    """Return a judgement, open if it differs in another reading, and what it depends on then.

    `judge` judges with more facts; a reading that the rule set refuses does not count.
    """
    depends: list[str] = []
    weighed = judged
    for reading in others:
        if judged.verdict == "open" or (reading.only_permits and judged.verdict == "legal"):
            continue
        try:
            other = judge(reading.facts)
        except InstanceError:
            continue
        if other.verdict != judged.verdict:
            depends.append(f"whether {reading.clause}: {reading.why}")
            if len(depends) == 1:
                weighed = _between(judged, other, reading.clause)
        elif reading.only_permits and not depends:
            weighed = other  # what is wrong with it although more is permitted is wrong in both readings
    return weighed, depends


def _between(judged: Judged, other: Judged, clause: str) -> Judged:
    """Return what is open between a judgement and that in a reading: the ways of one, the faults of the other."""
    wrong, right = (judged, other) if judged.verdict == "illegal" else (other, judged)
    said = f"{_in_words(other)} if {clause}; else {_in_words(judged)}"
    return right._replace(verdict="open", said=said, faults=wrong.faults, before=wrong.before, after=wrong.after)


def _in_words(judged: Judged) -> str:
    wrong = judged.said or (f"{judged.before} - {judged.after}" if judged.before and judged.after else "")
    return f"{judged.verdict}: {wrong}" if wrong else judged.verdict


def _status(unit: str, status: str) -> Fact:
    return Fact("status", (Name(unit), Name(status)))
