"""A game judged from its log, for the page: the table of its routs, and the position before each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..base.span import Said, rules_in
from ..errors import UsageError
from ..program import rule_sets
from ..program.rule_index import told as rules_told
from ..report import GAME_VERDICTS
from ..results.judged_game import JudgedTurn
from ..vasl.import_notes import notes_of_page
from ..vasl.saves.sides import parse_sides

MOST_DIGITS = 9


def judge(request: Mapping[str, Any], seconds: float, told: Callable[[str, int, int], None]) -> dict[str, Any]:
    """Return the judged routs of the logs of one game; with a `step`, the text of the position before it.

    Raises PyroutError.
    """
    from ..vasl.judge_log import Settings, judge_game, position_at

    sides = parse_sides(str(request["sides"])) if request.get("sides") else None
    rules = str(request["rules"]) if request.get("rules") else None
    if rules:
        rule_sets.check_played_on(rules, "hexes", Path(request["files"][0]).name)
    settings = Settings(Path(request["boards"]), rules=rules, sides=sides, timeout=seconds)
    logs = [Path(file) for file in request["files"]]
    if request.get("step"):
        step = str(request["step"])
        if not (step.isascii() and step.isdigit() and len(step) <= MOST_DIGITS):
            raise UsageError("a step is a number")
        imported = position_at(logs, int(step), settings)
        return {"text": imported.text, "notes": notes_of_page(imported.notes)}
    game = judge_game(logs, settings, told)
    turns = [_row(turn) for turn in game.turns]
    cited = {*rules_in(turns), *(rule for turn in turns for rule in turn["rules"])}
    return {
        "rules": game.rules,
        "steps": game.steps,
        "turns": turns,
        "notes": [*game.notes, *game.assumes],
        "sentences": rules_told(game.rules, cited),
    }


def _row(turn: JudgedTurn) -> dict[str, Any]:
    """Return a line of the table."""
    words, _ = GAME_VERDICTS[turn.verdict]
    return {
        "turn": turn.turn,
        "step": turn.step,
        "unit": turn.unit,
        "name": turn.name,
        "path": turn.path,
        "verdict": turn.verdict,
        "words": words,
        "said": turn.said,
        "rules": list(dict.fromkeys(fault.rule for fault in turn.faults)),
        "ends": list(turn.ends),
        "lines": [*turn.lines, *(Said("assumes: ", each) for each in turn.assumes)],
    }
