"""What `pyrout draw` does with an answer: the kind of file is that of its name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from .. import rulesets
from ..errors import TimeLimit, UsageError, one_line, shown
from ..instance import Instance
from ..output import write_bytes
from ..result import Answer
from ..solver import Solver
from .answers import Answered
from .layout import Layout
from .svg import Art, picture

KINDS = (".svg", ".png", ".html")


def kind_of(output: Path) -> str:
    """`.svg`, `.png` or `.html`. Raises UsageError for another name."""
    kind = output.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"{shown(str(output))}: what kind of file? call it .svg, .png or .html")
    return kind


def draw_file(
    instance: Instance,
    output: Path,
    board: Path | None = None,
    rules: str | None = None,
    options: Mapping[str, str] | None = None,
    units: Sequence[str] = (),
    timeout: float | None = None,
) -> None:
    """Answers a position and writes the drawing or the page. `board` is the archive whose art lies underneath. Raises
    InstanceError, UsageError, BoardError, TimeLimit."""
    kind = kind_of(output)
    ruleset = rules or instance.rules or rulesets.DEFAULT
    if instance.of("table") or rulesets.driver(ruleset) == "table":
        rulesets.check_played_on(ruleset, bool(instance.of("table")), instance.name)
        write_bytes(_table(instance, kind, rules, options, units, timeout), output)
        return
    Layout(instance)  # before the work of answering
    art: Art | None = None
    if board is not None:
        from .art import board_art

        art = board_art(board, instance)
    solver = Solver(instance, rules=rules, options=options, only=units, timeout=timeout)
    write_bytes(drawn(Answered(solver), kind, art), output)


def _table(
    instance: Instance,
    kind: str,
    rules: str | None,
    options: Mapping[str, str] | None,
    units: Sequence[str],
    timeout: float | None,
) -> bytes:
    """The picture of a table."""
    from ..miniatures.picture import picture as table_picture
    from ..miniatures.solver import TableSolver

    if kind == ".html":
        raise UsageError("a table is drawn as .svg or .png: call the file so")
    solver = TableSolver(instance, rules=rules, options=options, only=units, timeout=timeout)
    found = tuple(solver.unit(unit) for unit in solver.units)
    if not all(unit.complete for unit in found):
        raise TimeLimit(f"{instance.name}: the time limit was reached before the answer was complete")
    svg, width, height = table_picture(solver, Answer(one_line(instance.name), solver.rules, solver.options, found))
    if kind == ".svg":
        return svg.encode()
    from .png import png

    return png(svg, width, height)


def drawn(found: Answered, kind: str, art: Art | None = None) -> bytes:
    """The contents of a file of a kind."""
    if kind == ".html":
        from .html import page

        return page(found, art).encode()
    svg = picture(found.solver.instance, found.answer, art, found.others)
    if kind == ".svg":
        return svg.encode()
    from .png import png

    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert size
    return png(svg, float(size[1]), float(size[2]))
