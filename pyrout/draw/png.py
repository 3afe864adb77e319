"""The contents of a picture file; a PNG has the font that comes with the program, so that it looks the same everywhere."""

from __future__ import annotations

import re
from importlib.resources import as_file, files

from ..errors import PyroutError, install

ZOOM = 2.0  # pixels for each unit of the drawing
MOST_PIXELS = 60_000_000


class ResvgMissing(PyroutError, ImportError):
    """PNG are made with resvg-py, and it is not installed."""


def contents(svg: str, kind: str) -> bytes:
    """Return the contents of a file of a kind (`.svg`, `.png`) with the drawing in an SVG.

    Raises ResvgMissing.
    """
    if kind == ".svg":
        return svg.encode()
    try:
        import resvg_py
    except ImportError:
        raise ResvgMissing(f"PNG needs resvg-py, which is not installed; {install('pyrout[png]')}") from None
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert size
    zoom = min(ZOOM, (MOST_PIXELS / (int(size[1]) * int(size[2]))) ** 0.5)
    with as_file(files(__package__) / "fonts") as fonts:
        made = resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            skip_system_fonts=True,
            font_files=[str(path) for path in sorted(fonts.glob("*.ttf"))],
            sans_serif_family="DejaVu Sans",
        )
    return bytes(made)
