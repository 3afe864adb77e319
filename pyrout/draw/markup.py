"""Markup as text: elements whose attributes and contents are escaped, because strangers name hexes and units."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NewType

from .layout import Point, coordinate

Markup = NewType("Markup", str)
Attribute = str | float | int | None


def tag(name: str, /, *children: Markup, **attributes: Attribute) -> Markup:
    """Return an element.

    `_` in the names of attributes stands for `-`, and one at the end is dropped (`class_`); None leaves an attribute
    out.

    >>> tag("text", text("a<b"), x=1.25, class_="name", font_size=None)
    '<text x="1.2" class="name">a&lt;b</text>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_said(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return Markup(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def joined(parts: Iterable[Markup]) -> Markup:
    """Return elements one after the other."""
    return Markup("".join(parts))


def text(content: str) -> Markup:
    """Text as the content of an element."""
    return Markup(escape(content, quote=False))


def title(words: str) -> Markup:
    """Return the words that a reader gets who points at the element around them."""
    return tag("title", text(words))


def path(d: str, class_: str, *children: Markup, **attributes: Attribute) -> Markup:
    """Return a path of an SVG."""
    return tag("path", *children, d=d, class_=class_, **attributes)


def circle(at: Point, r: float, class_: str, *children: Markup) -> Markup:
    """Return a circle of an SVG."""
    return tag("circle", *children, cx=at.x, cy=at.y, r=r, class_=class_)


def group(*children: Markup, **attributes: Attribute) -> Markup:
    """Return a group of an SVG."""
    return tag("g", *children, **attributes)


def sheet(
    width: float, height: float, *children: Markup, left: float = 0, top: float = 0, **attributes: Attribute
) -> Markup:
    """Return an SVG for a page, of a width and height in pixels; `left` and `top` are its origin."""
    return tag(
        "svg",
        *children,
        viewBox=f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}",
        width=f"{width:.0f}",
        height=f"{height:.0f}",
        class_="pyrout",
        **attributes,
    )


def label(content: str, x: float, y: float, class_: str, **attributes: Attribute) -> Markup:
    """Return a line of text in an SVG."""
    return tag("text", text(content), x=x, y=y, class_=class_, **attributes)


def _said(value: str | float | int) -> str:
    return coordinate(value) if isinstance(value, float) else str(value)
