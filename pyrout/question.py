"""A question: a position, its rule set, its options, the units asked for, and the time there is.

Settled once, at the door.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Self

from .base import arguments, span
from .base.span import Said
from .errors import InstanceError, UsageError, quote
from .json_form import described
from .position import map_coverage
from .position.consistency import is_position
from .position.facts import Fact, Instance
from .position.unit_names import unit_called
from .program import rule_sets
from .program.control import Deadline
from .program.rule_index import options as option_values

Progress = Callable[[str], None]

# Routes of one position that are kept in memory, about 1 KB each: more than any game has, less than a crafted file could ask for.
MOST_ROUTES = 500_000


@described
@dataclass(frozen=True)
class Question:
    """A question to the referee."""

    position: Annotated[Instance, "The position that it is about."]
    rules: Annotated[str, "The rule set."]
    options: Annotated[Mapping[str, str], "Every option of the rule set with its value in force, sorted by name."]
    units: Annotated[tuple[str, ...], "The ids of the units asked for; empty for all."]
    dice: Annotated[tuple[int, ...], "On a table: the scores of the first dice thrown."]
    deadline: Annotated[Deadline, "The time at which work stops."]
    most_routes: Annotated[int, "A unit with more routes is not answered."]
    beyond: Annotated[
        tuple[Fact, ...], "Facts of a board without a rule in the rule set: drawn, and left out of the solve."
    ] = ()

    def about(self, position: Instance | None = None, units: Iterable[str] | None = None) -> Self:
        """Return this question about another position or other units.

        The question keeps the time that is left.
        """
        return replace(
            self,
            position=self.position if position is None else position,
            units=self.units if units is None else tuple(units),
        )

    def again(self, seconds: float | None) -> Self:
        """Return this question with this time from now on."""
        return replace(self, deadline=Deadline(seconds))

    def read_as(self, options: Mapping[str, str]) -> Self:
        """Return this question with other values of some options.

        Raises UsageError for an unknown option or value.
        """
        return replace(self, options=in_force(self.rules, self.position, {**self.options, **options}))


def ask(
    position: Instance,
    *,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    units: Sequence[str] = (),
    dice: Sequence[int] = (),
    timeout: float | None = None,
    most_routes: int = MOST_ROUTES,
) -> Question:
    """Settle a question about a position: as `pyrout.ask`, without the ways to have it answered."""
    position = is_position(position)
    rules = None if rules is None else arguments.name(rules, "rules", "the name of a rule set")
    options = arguments.settings(options)
    units = arguments.strings(units, "units", "ids, as in ['g1']")
    dice = arguments.scores(dice)
    timeout = arguments.seconds(timeout)
    chosen = rules or position.rules or rule_sets.DEFAULT
    if not rules and chosen not in rule_sets.names():
        fact = position.of("rules")[0]
        there = f"there are: {', '.join(rule_sets.names())}"
        raise InstanceError(position.name, *fact.place, f"no rule set is called '{quote(chosen)}'", there)
    rule_sets.check_played_on(chosen, position.ground, position.name)
    settled = in_force(chosen, position, options)
    named = [unit_called(position, unit) for unit in units]
    map_coverage.require(position, named, chosen)
    return Question(position, chosen, settled, tuple(named), dice, Deadline(timeout), most_routes)


def check_reveals(question: Question) -> None:
    """Raise UsageError for a question about which no reveals can be worked out: before anything of it is answered.

    That is so by rules without concealment, where the position says already when somebody reveals, and where hexes
    may be entered again.
    """
    name, rules = question.position.name, question.rules
    if "drop_concealment" not in rule_sets.about(rules).abilities:
        able = [each for each in rule_sets.names() if "drop_concealment" in rule_sets.about(each).abilities]
        raise UsageError(f"{name}: by the rule set {rules} nobody drops concealment; name another: {', '.join(able)}")
    given = sorted({str(fact.args[1]) for fact in question.position.of("reveal")})
    if any(not question.units or unit in question.units for unit in given):
        raise UsageError(
            Said(
                f"{name}: the position says what is revealed to {', '.join(given)}; leave out ",
                *(span.fact("reveal/4"), " to have the best reveals worked out"),
            )
        )
    if question.options.get("revisit") == "allow":
        raise UsageError(f"{name}: where hexes may be entered again (revisit=allow) reveals are not worked out")


def in_force(ruleset: str, instance: Instance, overrides: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a position, sorted: those given, else those of the instance, else the defaults.

    Raises UsageError or InstanceError for an option or value that the rule set does not have.
    """
    values = option_values(ruleset)
    by_option = {value.option: value.value for value in values if value.default}
    allowed = {(value.option, value.value) for value in values}
    for fact in instance.of("option"):
        name, value = map(str, fact.args)
        if (name, value) not in allowed:
            raise InstanceError(instance.name, *fact.place, *_unknown_option(ruleset, name, value, by_option))
        by_option[name] = value
    for name, value in overrides.items():
        if (name, value) not in allowed:
            raise UsageError("; ".join(_unknown_option(ruleset, name, value, by_option)))
        by_option[name] = value
    return dict(sorted(by_option.items()))


def _unknown_option(ruleset: str, name: str, value: str, known: Mapping[str, str]) -> tuple[str, str]:
    if name not in known:
        return f"the rule set {ruleset} has no option {quote(name)}", f"there are: {', '.join(sorted(known))}"
    values = ", ".join(v.value for v in option_values(ruleset) if v.option == name)
    return f"the option {name} has no value {quote(value)}", f"there are: {values}"
