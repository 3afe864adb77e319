"""The facts of a question, as the encodings get them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..position.consistency import routers
from ..position.facts import Fact, Instance
from ..position.map_coverage import gives_los
from ..position.vocabulary import PLACES
from ..question import Question


def routing_sides(
    question: Question, foregone: Collection[str] = (), postponed: Collection[str] = ()
) -> tuple[str, ...]:
    """List the sides that are worked out, in the order in which they rout: a solve for each.

    Units that are `foregone` or `postponed` are not worked out.
    """
    position = question.position
    sides, attacker = position.sides, position.attacker
    routing = {sides[unit] for unit in routers(position) if unit not in foregone and unit not in postponed}
    if question.units:
        breaking = {sides[str(fact.args[0])] for fact in position.of("breaks")}  # answers for others name who must not
        routing = {sides[unit] for unit in question.units} | routing.intersection([attacker, *breaking])
    in_turn = sorted(routing, key=position.turn) or sorted({*sides.values()}, key=position.turn)[:1]
    return tuple(in_turn) or ("",)


def write_question(question: Question, side: str) -> str:
    """Return the facts of a question for the routs of a side, one a line."""
    lines = [f"routing_side({side})."] if side else []
    lines += [f"setting({name},{value})." for name, value in question.options.items()]
    position = _within_rules(question)
    lines += [*_locations(position), *(f"only({unit})." for unit in question.units)]
    lines += sorted({line for fact in question.beyond for line in _beyond(fact)})
    if question.position.of("board") and not gives_los(question.position):
        # Boards say what LOS there is, so that none is derived; a hex sees itself all the same
        lines += [f'los("{fact.args[0]}","{fact.args[0]}",0).' for fact in question.position.of("hex")[:1]]
    return position.program(without=("expect", "rules", "option")) + "\n".join(lines)


def _within_rules(question: Question) -> Instance:
    """Return the position without what the rule set has no rule for."""
    if not question.beyond:
        return question.position
    left_out = {fact[:2] for fact in question.beyond}
    return Instance(question.position.name, tuple(f for f in question.position.facts if f[:2] not in left_out))


def _beyond(fact: Fact) -> Iterator[str]:
    """Yield the facts that report what is left out, one for each hex: `beyond_rules(Hex,Kind,Word)`."""
    if fact.name in ("terrain", "feature", "level"):
        yield f'beyond_rules("{fact.args[0]}",{fact.name},{fact.args[1]}).'
    elif fact.name == "hexside":
        for hex_ in fact.args[:2]:
            yield f'beyond_rules("{hex_}",hexside,{fact.args[2]}).'


def _locations(instance: Instance) -> Iterator[str]:
    """Yield facts that name what units can be in besides hexes.

    Levels are `located("2M2@1","2M2",1).`, features `inside("yD7@foxhole","yD7",foxhole).`
    """
    for hex_, level in sorted({(str(fact.args[0]), int(str(fact.args[1]))) for fact in instance.of("level")}):
        yield f'located("{hex_}@{level}","{hex_}",{level}).'
    for hex_, feature in sorted({(str(fact.args[0]), str(fact.args[1])) for fact in instance.of("feature")}):
        if feature in PLACES.split():
            yield f'inside("{hex_}@{feature}","{hex_}",{feature}).'
