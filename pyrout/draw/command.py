"""What `pyrout draw` does with an answer: the kind of file is that of its name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import TimeLimit, UsageError, shown
from ..instance import Instance
from ..output import write_bytes
from ..result import Answer
from ..solver import Solver
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
    Layout(instance)  # before the work of answering
    art: Art | None = None
    if board is not None:
        from .art import board_art

        art = board_art(board, instance)
    solver = Solver(instance, rules=rules, options=options, only=units, timeout=timeout)
    write_bytes(drawn(solver, kind, art), output)


def answered(solver: Solver) -> Answer:
    """The answer of every unit, complete. Raises TimeLimit."""
    answer = Answer(
        solver.instance.name, solver.rules, solver.options, tuple(solver.unit(unit) for unit in solver.routers)
    )
    if not all(unit.complete for unit in answer.units):
        raise TimeLimit(f"{answer.file}: the time limit was reached before the answer was complete")
    return answer


def drawn(solver: Solver, kind: str, art: Art | None = None) -> bytes:
    """The contents of a file of a kind."""
    answer = answered(solver)
    if kind == ".html":
        from .html import page

        return page(solver, answer, art).encode()
    svg = picture(solver.instance, answer, art)
    if kind == ".svg":
        return svg.encode()
    from .png import png

    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert size
    return png(svg, float(size[1]), float(size[2]))
