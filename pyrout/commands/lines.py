"""`pyrout line`."""

from __future__ import annotations

from pathlib import Path

import click

from ..position.line import line_of, pack, too_long
from .console import complain, file_argument, print_lines
from .options import CommandOptions, asking


@click.command()
@file_argument
@asking(options=False)
@click.option("--answers", is_flag=True, help="With the known answers that it states (expect/2).")
@click.option("--link", is_flag=True, help="The packed form: letters, digits, - and _ alone, for a link.")
def line(file: Path, asked: CommandOptions, answers: bool, link: bool) -> None:
    """Write a position in one line, for typing and reading aloud; other commands take it with `-p LINE`.

    A line is a list of phrases with semicolons between: the rules; "american against german" (the attacker first);
    "month 7"; the boards of its map ("boards y, z reversed at 1 0"), or "map" and a code; then hex by hex the units,
    with commas between ("yK5 g1 german squad 4-6-7 broken dm with mg mmg 5-12, german leader"); then facts.
    Firepower, normal range and morale are 4-6-7, or "fp 4", "range 6", "morale 7"; a fourth number, or "bm 7", is the
    broken morale. A leader's morale and leadership DRM are 8-1 or 6+1, or "drm -1". An id may be left out.
    """
    position = asked.position(file)
    if link:
        code = pack(position, answers=answers)
        print_lines([code])
        if too_long(code):
            complain(f"{position.name}: {too_long(code)}")
    else:
        print_lines([line_of(position, answers=answers)])
