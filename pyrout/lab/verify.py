"""Comparison of answers with the `expect` facts of an instance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from typing import Annotated, NamedTuple

from ..errors import UsageError
from ..game import Wanted
from ..json_form import described
from ..position.facts import Fact, Instance
from ..position.reading import load
from ..position.vocabulary import EXPECTED, Name, Simple, Term
from ..question import Question, ask
from ..referee import answer as answered
from ..results.answer import Answer, UnitAnswer


@described
class Difference(NamedTuple):
    """A difference between an answer and a fact `expect(unit,kind,value)`."""

    unit: Annotated[str, "The id of the unit."]
    kind: Annotated[str, "The part of the answer, such as `destinations`."]
    expected: Annotated[tuple[str, ...], "The values in the facts."]
    found: Annotated[tuple[str, ...], "The values in the answer."]

    def __str__(self) -> str:
        return f"{self.unit}: {self.kind}: expected {_listed(self.expected)}, found {_listed(self.found)}"


def _listed(values: tuple[str, ...]) -> str:
    return ", ".join(values) if values else "none"


# Values that each kind of expect/2 is compared with.
KINDS: dict[str, Callable[[UnitAnswer], set[str]]] = {
    "destinations": lambda u: {d.hex for d in u.destinations},
    "first": lambda u: {hex_ for r in u.routes if r.posture == "run" for hex_ in r.path[1:2]},
    "crawl": lambda u: {hex_ for r in u.routes if r.posture == "low_crawl" for hex_ in r.path[1:2]},
    "end": lambda u: {r.path[-1] for r in u.routes if r.end == "survives"},
    "eliminated_at": lambda u: {r.path[-1] for r in u.routes if r.end == "eliminated"},
    "interdicted": lambda u: {i.hex for r in u.routes for i in r.interdicted},
    "must": lambda u: {reason.rule for reason in u.must_rout},
    "free": lambda u: {"yes" if u.free else "no"},
    "routes": lambda u: {str(u.routes_total)},
    "verdict": lambda u: {u.verdict},
    # on a table
    "first_stop": lambda u: {
        stop for r in u.routes for stop in [e.path[-1] for e in r.events if e.unit == u.id and e.path][:1]
    },
    "last_stop": lambda u: {r.path[-1] for r in u.routes if r.end == "survives"},
    "fate": lambda u: {r.fate or "none" for r in u.routes},
    "way": lambda u: {way for r in u.routes for e in r.events if e.unit == u.id for way in e.named("way")},
    "frontage": lambda u: {x for r in u.routes for e in r.events if e.unit == u.id for x in e.named("frontage")},
    "checks": lambda u: _named(u, "checks"),
    "shaken": lambda u: _named(u, "shaken"),
    "routed": lambda u: _named(u, "routed"),
    "stopped_by": lambda u: _named(u, "stops"),
    "lost": lambda u: {
        f"{sum(float(x) for e in r.events if e.unit == u.id for x in e.named('lost')):g}" for r in u.routes
    },
    "turns": lambda u: {str(e.turn) for r in u.routes for e in r.events[-1:]},
    "rallied": lambda u: {_likely(u, "rallied")},
    "removed": lambda u: {_likely(u, "removed")},
    "off_table": lambda u: {_likely(u, "off_table")},
}


def _named(unit: UnitAnswer, note: str) -> set[str]:
    """Return the units that a note names on some route."""
    return {name for route in unit.routes for event in route.events for name in event.named(note)}


def _likely(unit: UnitAnswer, fate: str) -> str:
    """Return the chance of an end as a fraction."""
    return str(dict(dict(unit.fates).get(unit.id, ())).get(fate, 0))


def verify(
    instance: Instance | str | PathLike[str], *, rules: str | None = None, timeout: float | None = None
) -> list[Difference]:
    """Solve an instance or its file, and compare it with its `expect` facts.

    The facts of one kind are the whole set.
    An empty list means that everything agrees. Raises UsageError where there is nothing to compare, InstanceError,
    TimeLimit.
    """
    if not isinstance(instance, Instance):
        instance = load(instance)
    answer = answered(question_of(instance, rules=rules, timeout=timeout), Wanted(excluded=False))
    answer.require_complete()
    return differences(instance, answer)


def question_of(instance: Instance, *, rules: str | None = None, timeout: float | None = None) -> Question:
    """Return the question whose answer the `expect` facts state.

    Raises UsageError where there are none, InstanceError.
    """
    units = list_stated(instance)
    if not units:
        raise UsageError(f"{instance.name}: there is nothing to verify; add expect facts that state the answer")
    return ask(instance, rules=rules, units=units, timeout=timeout)


def list_stated(instance: Instance) -> tuple[str, ...]:
    """Return the units whose answers the `expect` facts state, sorted."""
    return tuple(sorted({unit for unit, _ in _expected(instance)}))


def list_known(instance: Instance, answers: Mapping[str, UnitAnswer], says: Iterable[tuple[str, str]]) -> list[Fact]:
    """Return known parts of some answers as `expect` facts.

    They are those of the units and kinds in `says`, and those stated by the instance that the answers agree with.
    """
    stated = _expected(instance).items()
    agreed = [about for about, want in stated if about[0] in answers and want == KINDS[about[1]](answers[about[0]])]
    return [
        Fact("expect", (Name(unit), Term(kind, (value,))))
        for unit, kind in dict.fromkeys((*says, *agreed))
        if unit in answers
        for value in sorted(_values(kind, KINDS[kind](answers[unit])), key=str)
    ]


def _values(kind: str, values: set[str]) -> Iterator[Simple]:
    """Yield the values of a kind of known answer as a fact has them; none where there are no values."""
    problem = EXPECTED.terms[kind].problem
    for text in values or {"none"}:
        forms: tuple[Simple, ...] = (int(text),) if text.isdecimal() else (Name(text), text)
        yield from [form for form in forms if problem(form) is None][:1]


def differences(instance: Instance, answer: Answer) -> list[Difference]:
    """List the differences between an answer and the `expect` facts."""
    pairs = (
        Difference(unit, kind, tuple(sorted(want)), tuple(sorted(KINDS[kind](answer[unit]))))
        for (unit, kind), want in _expected(instance).items()
    )
    return [difference for difference in pairs if difference.expected != difference.found]


def _expected(instance: Instance) -> dict[tuple[str, str], set[str]]:
    expected: dict[tuple[str, str], set[str]] = defaultdict(set)
    for fact in instance.of("expect"):
        unit, term = fact.args
        assert isinstance(term, Term)
        (value,) = term.args
        expected[str(unit), term.name].update([] if _empty(value) else [str(value)])
    return expected


def _empty(value: object) -> bool:
    return isinstance(value, Name) and value == "none"
