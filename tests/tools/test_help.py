"""The help of the public classes, as a programmer reads it in Python."""

from __future__ import annotations

import inspect
import pydoc
import re
from dataclasses import is_dataclass

import pytest

import pyrout

CLASSES = [
    name
    for name in pyrout.__all__
    if (hasattr(getattr(pyrout, name), "_fields") or is_dataclass(getattr(pyrout, name))) and name != "Instance"
    and vars(getattr(pyrout, name)).get("__annotations__")  # one of its own, and not of the class that it extends
]


def fields_of(name: str) -> list[str]:
    return [field for field in getattr(pyrout, name).__annotations__ if not field.startswith("_")]


@pytest.mark.parametrize("name", CLASSES)
def test_the_help_of_a_class_has_the_meaning_of_each_field(name: str) -> None:
    text = inspect.getdoc(getattr(pyrout, name)) or ""
    listed = re.findall(r"^  (\w+): \S.*\n      [A-Z`].*[.]$", text, re.MULTILINE)
    assert listed == fields_of(name) != []


@pytest.mark.parametrize("name", CLASSES)
def test_the_help_of_a_class_shows_no_object_of_the_inside(name: str) -> None:
    text = pydoc.plain(pydoc.render_doc(getattr(pyrout, name)))
    assert (
        re.findall(
            r"object at 0x|Mark\.|json_form\.|Annotated\[",
            re.sub(r".*__(?:annotations|dataclass_fields)__ = .*", "", text),
        )
        == []
    )


def test_the_help_of_a_class_shows_its_fields_with_plain_types() -> None:
    text = inspect.getdoc(pyrout.Destination) or ""
    assert "  mf: float\n      Its price in MF.\n" in text
    assert "  why: tuple[Reason, ...]\n" in text
    assert str(inspect.signature(pyrout.Destination)) == "(hex, mf, ignorable, why=())"
    assert pyrout.Destination.mf.__doc__ == "Its price in MF."
