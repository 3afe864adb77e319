"""`pyrout convert`."""

from __future__ import annotations

from pathlib import Path

import click

from ..atomic_write import write_lines
from ..json_text import json_text
from ..position.reading import is_object, parse, read_text
from .console import file_argument, print_lines
from .position_line import lines_as_files


@click.command()
@file_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file.")
def convert(file: Path, output: Path | None) -> None:
    """Write a position of facts as JSON, or a position of JSON as facts.

    Every command reads both. Comments have no place in JSON.
    """
    text = read_text(str(file))
    position = parse(text, str(file), need="facts")
    written = position.program().splitlines() if is_object(text) else [json_text(position.to_json())]
    if output is None:
        print_lines(written)
    else:
        write_lines(written, output)


convert.callback.rewrite = lines_as_files  # type: ignore[union-attr]
