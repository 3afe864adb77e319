"""The options that an answer depends on, by `matters/2` of the rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from .position.facts import Instance
from .program.rule_index import matters
from .program.rule_index import options as option_values
from .results.answer import Route, UnitAnswer


def _of_routes(holds: Callable[[Route], bool]) -> Callable[[UnitAnswer], bool]:
    return lambda unit: any(map(holds, unit.routes))


# The words of `matters/2`, for a unit
IN_ANSWER: dict[str, Callable[[UnitAnswer], bool]] = {
    "must": lambda unit: bool(unit.must_rout),
    "destinations": lambda unit: bool(unit.destinations),
    "free": lambda unit: unit.free,
    "eliminated": lambda unit: unit.verdict == "eliminated",
    "anew": _of_routes(lambda route: len(route.legs) > 1),
    "discovers": _of_routes(lambda route: bool(route.discovers)),
    "interdicted": _of_routes(lambda route: bool(route.interdicted)),
    "repulsed": _of_routes(lambda route: route.repulsed is not None),
}


def list_changed(ruleset: str, options: Mapping[str, str]) -> dict[str, str]:
    """Return those of the options in force that are not at their default."""
    defaults = {value.option: value.value for value in option_values(ruleset) if value.default}
    return {name: value for name, value in options.items() if value != defaults[name]}


def list_relevant(
    ruleset: str, options: Mapping[str, str], units: Iterable[UnitAnswer] | None, position: Instance
) -> dict[str, str]:
    """Return the options that can have mattered to these units' answers, and all that are not at their default.

    All of them for a rule set without `matters/2`. Without `units` anything may be in an answer.
    """
    when, answered = matters(ruleset), None if units is None else tuple(units)
    if not when:
        return dict(options)
    differing = list_changed(ruleset, options)

    def holds(what: str, *args: str) -> bool:
        if what == "fact":
            predicate, *wanted = args
            return any(set(wanted) <= set(map(str, fact.args)) for fact in position.of(predicate))
        return answered is None or any(map(IN_ANSWER[what], answered))

    return {
        name: value
        for name, value in options.items()
        if name in differing or any(holds(*what) for what in when.get(name, ()))
    }
