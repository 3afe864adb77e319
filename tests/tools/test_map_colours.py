"""Contrast on the drawn map, light and dark, from the colours of its style sheets."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

PAGE = files("pyrout.draw") / "page"
DARK = "@media (prefers-color-scheme: dark) {"
READ, SEEN = 4.5, 3.0  # the least contrast of a text, and of a line
LEVELS = 5  # of a hill
Colour = tuple[float, float, float]


def sheet(name: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (PAGE / name).read_text(encoding="utf-8"), flags=re.DOTALL)


def split(text: str) -> tuple[str, str]:
    """Return the rules of a sheet for both colour schemes, and those for the dark one."""
    both, dark = "", ""
    for number, part in enumerate(text.split(DARK)):
        end = re.search(r"^\}|\}\s*\}", part, re.MULTILINE) if number else None
        dark += part[: end.end() - 1] if end else ""
        both += part[end.end() :] if end else part
    return both, dark


def rules(text: str) -> dict[str, dict[str, str]]:
    made: dict[str, dict[str, str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        for selector in selectors.split(","):
            made.setdefault(selector.strip().removeprefix(".pyrout "), {}).update(re.findall(r"([\w-]+):\s*([^;]+)", body))
    return made


def sheets() -> dict[str, dict[str, dict[str, str]]]:
    drawing, (_, dark) = rules(sheet("map.css")), split(sheet("page.css"))
    later = rules(dark)
    return {"light": drawing, "dark": {one: {**drawing.get(one, {}), **later.get(one, {})} for one in drawing | later}}


SHEETS = sheets()
schemes = pytest.mark.parametrize("scheme", SHEETS)


def colour(scheme: str, selector: str, which: str = "fill") -> Colour:
    value = SHEETS[scheme][selector][which].removeprefix("#")
    value = "".join(2 * digit for digit in value) if len(value) == 3 else value
    return int(value[:2], 16), int(value[2:4], 16), int(value[4:], 16)


def over(above: Colour, below: Colour, opacity: float) -> Colour:
    red, green, blue = (opacity * one + (1 - opacity) * other for one, other in zip(above, below, strict=True))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of WCAG 2.1."""

    def light(part: float) -> float:
        return part / 255 / 12.92 if part / 255 <= 0.03928 else ((part / 255 + 0.055) / 1.055) ** 2.4

    def luminance(of: Colour) -> float:
        return sum(share * light(part) for share, part in zip((0.2126, 0.7152, 0.0722), of, strict=True))

    dim, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dim + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == 21
    assert round(contrast((119, 119, 119), (255, 255, 255)), 2) == 4.48


@schemes
def test_the_name_of_a_hex_is_read_on_every_terrain_and_level(scheme: str) -> None:
    tints = [selector for selector in SHEETS[scheme] if selector.startswith(".t-")]
    assert len(tints) > 12
    hill = colour(scheme, ".height")
    for tint in tints:
        for level in range(LEVELS):
            below = over(hill, colour(scheme, tint), min(0.13 * level, 0.5))
            for text in (".hex-name", ".note"):
                assert contrast(colour(scheme, text), below) >= READ, (text, tint, level)


@schemes
def test_the_rim_of_a_name_parts_it_from_trees_roofs_and_roads(scheme: str) -> None:
    rim, opacity = colour(scheme, ".hex-name", "stroke"), float(SHEETS[scheme][".hex-name"]["stroke-opacity"])
    ground = [one for one in SHEETS[scheme] if re.match(r"\.(g-|road|side|contour|trod|grid|joint)", one)]
    painted = ((one, which) for one in ground for which in ("fill", "stroke"))
    shapes = [(one, which) for one, which in painted if SHEETS[scheme][one].get(which, "").startswith("#")]
    assert len(shapes) > 20
    for shape, which in shapes:
        below = over(rim, colour(scheme, shape, which), opacity)
        assert contrast(colour(scheme, ".hex-name"), below) >= READ, shape


@schemes
def test_labels_are_read_and_lines_are_seen(scheme: str) -> None:
    text = colour("light", "text") if scheme == "light" else colour("dark", "text.tag-text")
    assert contrast(text, colour(scheme, ".tag")) >= READ
    assert contrast(colour(scheme, "text.badge-text"), colour(scheme, ".badge")) >= READ
    for line in (".c0", ".c1", ".c2", ".c3", ".c4", ".hatch", ".danger", ".sight", ".shut", ".found"):
        assert contrast(colour(scheme, line, "stroke"), colour(scheme, ".t-open")) >= SEEN, line
    assert contrast(colour(scheme, ".c0", "stroke"), colour(scheme, ".t-woods")) >= SEEN
