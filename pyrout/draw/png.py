"""A drawing as PNG, with the font that comes with the program, so that it looks the same everywhere."""

from __future__ import annotations

from importlib.resources import as_file, files

from ..errors import PyroutError, install

ZOOM = 2.0  # pixels for each unit of the drawing
MOST_PIXELS = 60_000_000


class ResvgMissing(PyroutError, ImportError):
    """PNG are made with resvg-py, and it is not installed."""


def png(svg: str, width: float, height: float) -> bytes:
    """Return the drawing in an SVG as PNG; `width` and `height` are those of the SVG.

    Raises ResvgMissing.
    """
    try:
        import resvg_py
    except ImportError:
        raise ResvgMissing(f"PNG needs resvg-py, which is not installed; {install('pyrout[png]')}") from None
    zoom = min(ZOOM, (MOST_PIXELS / (width * height)) ** 0.5)
    with as_file(files(__package__) / "fonts") as fonts:
        made = resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            skip_system_fonts=True,
            font_files=[str(path) for path in sorted(fonts.glob("*.ttf"))],
            sans_serif_family="DejaVu Sans",
        )
    return bytes(made)
