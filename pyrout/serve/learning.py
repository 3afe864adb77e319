"""The job of the part Learn: a position before it is answered, and the reasons for an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base.span import rules_in
from ..draw.html import still
from ..errors import UsageError
from ..lab.quiz.judging import hex_reasons, judge_path, show_way
from ..lab.quiz.kinds import KINDS
from ..lab.quiz.questions import Maker
from ..lab.quiz.shipped import first_moves, lessons, puzzles, rulesets
from ..lab.quiz.showing import (
    BARRED,
    VARIES,
    beside_words,
    counter_words,
    drawn_lines,
    hindrance_lines,
    key_lines,
    mark_lines,
    sights,
    terrain_costs,
    undrawn_lines,
    unknown_to,
)
from ..position.facts import Instance
from ..position.shipped import file_of
from ..program.rule_index import told
from ..question import ask

MOST_GIVEN = 100  # hexes of one answer


def positions() -> list[str]:
    """Return the names of the positions that lessons and puzzles are about, as far as they are installed."""
    several = [*first_moves(), *(question for lesson in lessons() for question in lesson.questions)]
    several += [puzzle for ruleset in rulesets() for puzzle in puzzles(ruleset)]
    names = dict.fromkeys(puzzle.position for puzzle in several)
    return [name for name in names if file_of(name)]


def learn(request: Mapping[str, Any], position: Instance, seconds: float) -> dict[str, Any]:
    """Return the drawing of a position, or with `given` hexes the reasons why they are right or wrong.

    Of the kind `to`: the safest rout that leads to one of them; of the kind `way`: what is wrong with that way.

    Raises UsageError, InstanceError, TimeLimit.
    """
    unit, kind, given = request.get("unit"), request.get("kind"), request.get("given")
    if not isinstance(unit, str):
        raise UsageError("a question names its unit")
    question = ask(position, units=[unit], timeout=seconds)
    maker = Maker(question, question.units[0], position.name)
    if given is None:
        drawn, seen, unknown, costs = still(position), sights(maker), unknown_to(maker), terrain_costs(maker)
        return {
            "svg": drawn["svg"],
            "hexes": _priced(maker, costs, drawn["view"]["hexes"]),
            "legend": drawn["legend"],
            "key": list(key_lines(maker, costs)),
            "marks": list(mark_lines(position)),
            "units": {str(each): counter_words(maker, str(each), seen, unknown) for each in position.units},
            "sights": seen,
            "stated": [*undrawn_lines(position), *hindrance_lines(maker)],
            "words": [*beside_words(maker), *drawn_lines(position)],
        }
    if not isinstance(given, list) or not all(isinstance(hex_, str) for hex_ in given) or len(given) > MOST_GIVEN:
        raise UsageError(f"given is a list of up to {MOST_GIVEN} hexes")
    if (kind == "to" or (kind == "way" and not given)) and maker.answer.routes:
        path, line = show_way(maker, given)
        return {"path": path, "lines": [line], "sentences": told(question.rules, rules_in(line))}
    if kind == "way":
        legal, lines = judge_path(maker, given)
        return {"right": legal, "lines": lines, "sentences": told(question.rules, rules_in(lines))}
    if kind not in KINDS:
        raise UsageError("a question names its kind")
    reasons = hex_reasons(maker, str(kind), given)
    return {"reasons": reasons, "sentences": told(question.rules, rules_in(reasons))}


def _priced(maker: Maker, costs: Mapping[str, str], hexes: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """Return the hexes of a page, each with the MF of its terrain behind its name: `yK6, stone building, 2 MF`."""
    terrain = {str(fact.args[0]): str(fact.args[1]) for fact in maker.position.of("terrain")}
    # A bridge, and more that is in a hex, may have another price
    built = {str(fact.args[0]).partition("@")[0] for fact in maker.position.of("feature")}
    priced = {}
    for hex_, (column, row, words, *rest) in hexes.items():
        cost = costs.get(terrain.get(hex_, ""), BARRED)
        said = f"{words}, {cost if cost == BARRED else f'MF {cost}' if cost == VARIES else f'{cost} MF'}"
        priced[hex_] = [column, row, words if hex_ in built else said, *rest]
    return priced
