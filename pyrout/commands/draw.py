"""`pyrout draw`: the kind of file is that of its name."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..base.atomic_write import write_bytes
from ..draw.picture import picture
from ..errors import UsageError, quote
from ..referee import on_hexes
from .console import TIME_OVER, complain, file_argument, within
from .options import CommandOptions, asking

KINDS = (".svg", ".png", ".html")


@click.command()
@file_argument
@click.option(
    "--unit", "units", metavar="U", multiple=True, help="Draw the answer of this unit only (may be repeated)."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write: .svg, .png or .html."
)
@click.option("--board", type=click.Path(path_type=Path), metavar="ARCHIVE", help="Board art to lay underneath.")
@click.option("--phase", is_flag=True, help="Draw the best plan of the whole Rout Phase: who goes first, and where.")
@click.option("--volunteers", is_flag=True, help="Draw the routs of unbroken units that may break on purpose, too.")
@asking()
def draw(
    file: Path,
    units: tuple[str, ...],
    output: Path,
    board: Path | None,
    phase: bool,
    volunteers: bool,
    asked: CommandOptions,
) -> None:
    """Draw a position with its answer: an SVG or PNG, or a page (HTML) that gives reasons on a click."""
    if phase and (units or volunteers):
        raise UsageError(f"--phase draws the plan of all units: leave out {'--unit' if units else '--volunteers'}")
    instance = asked.position(file)
    kind = kind_of(output)
    question = asked.question(instance, units, volunteers=volunteers)
    if phase or volunteers:
        question = on_hexes(question)
    if not phase:
        within(asked.limit, lambda: write_bytes(picture(question, kind, board, volunteers=volunteers), output))
        return
    from ..draw.hexes import draw_plan

    drawn = within(asked.limit, lambda: draw_plan(question, kind, board))
    write_bytes(drawn.contents, output)
    if drawn.late:
        complain(f"{question.position.name}: time limit reached; the plan that is drawn is not complete")
        sys.exit(TIME_OVER)


def kind_of(output: Path) -> str:
    """Return the kind of a picture file: `.svg`, `.png` or `.html`.

    Raises UsageError for another name.
    """
    kind = output.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"{quote(str(output))}: what kind of file? call it .svg, .png or .html")
    return kind
