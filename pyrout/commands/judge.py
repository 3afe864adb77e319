"""`pyrout judge`: a game judged from its logs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..errors import UsageError
from ..position.corrections import Corrections
from ..position.reading import parse
from ..report import judged_game_lines
from .boards import FEWER_BOARDS, assumption_lines, check_rules
from .console import TIME_OVER, Progress, complain, json_option, print_answer, within, write
from .options import CommandOptions, asking


@click.command()
@click.argument("logs", metavar="GAME.vlog [LOG]...", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
@click.option("--step", metavar="N", type=click.IntRange(1), help="Write the position before this step; judge nothing.")
@click.option("-o", "output", metavar="FILE", type=click.Path(path_type=Path), help="With --step: write to a file.")
@asking(line=False)
def judge(logs: tuple[Path, ...], as_json: bool, step: int | None, output: Path | None, asked: CommandOptions) -> None:
    """Judge every rout of a game from its VASL logs; exit status 1 if one is illegal.

    Several logs of one game are one game. Each rout is judged in the position just before it, and each unit
    that had to rout and stayed in the position at the end of the phase. What a log does not say, such as the path of a
    drag or the result of an NMC, is named with the verdict.
    """
    if output and step is None:
        raise UsageError("-o writes the position before a step: it goes with --step N")
    if as_json and step is not None:
        raise UsageError("--json is of the judged game, and --step writes a position: leave out one of them")
    changed = asked.corrections
    for option, value in (("--attacker", changed.attacker), ("--dm", changed.dm)):
        if value and step is None:
            raise UsageError(f"{option} corrects one position: it goes with --step N")
    check_rules(asked.ruleset)
    from ..vasl.judge_log import Settings, judge_game, position_at
    from ..vasl.saves.sides import parse_sides

    sides = parse_sides(asked.sides) if asked.sides else None
    settings = Settings(asked.boards, asked.ruleset, asked.options, sides, asked.month, changed.facts, asked.limit)
    if step is not None:
        position = within(asked.limit, lambda: position_at(logs, step, settings), FEWER_BOARDS)
        for line in assumption_lines(position.notes, changed, assumed=True):
            complain(line)
        text = position.text
        if changed:
            text = changed.written(text, parse(text, str(logs[0]), need="position"))
        write(text.splitlines(), output)
        return
    with Progress() as show:
        game = within(
            None if asked.limit is None else asked.limit + 5,
            lambda: judge_game(logs, settings, lambda words, done, of: show(f"{words}: {done} judged")),
            FEWER_BOARDS,
        )
    print_answer(game, judged_game_lines(game), as_json)
    for line in assumption_lines(game.assumed, Corrections(), assumed=asked.assumed):
        complain(line)
    if game.late:
        sys.exit(TIME_OVER)
    sys.exit(0 if game.legal else 1)
