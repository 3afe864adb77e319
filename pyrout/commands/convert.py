"""`pyrout convert`."""

from __future__ import annotations

from pathlib import Path

import click

from ..base.json_text import json_text
from ..position.reading import is_object, parse, read_text
from .console import file_argument, output_option, write
from .position_line import lines_as_files


@click.command()
@file_argument
@output_option
def convert(file: Path, output: Path | None) -> None:
    """Write a position of facts as JSON, or a position of JSON as facts.

    Every command reads both. Comments have no place in JSON.
    """
    text = read_text(str(file))
    position = parse(text, str(file), need="facts")
    written = position.program().splitlines() if is_object(text) else [json_text(position.to_json())]
    write(written, output)


convert.callback.rewrite = lines_as_files  # type: ignore[union-attr]
