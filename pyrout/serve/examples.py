"""The shipped positions in groups, each with a title from its first comment."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from .. import rule_sets
from ..draw.titles import own_title
from ..quiz.shipped import lessons

ARTICLE = "aslsk"  # the folder of the examples of the article; the page calls them by their name alone
# The folders in their order, each with what the page calls it; then the generated positions by rule set and kind
FOLDERS = {
    ARTICLE: "Examples of the article",
    "rulings": "Rulings",
    "phases": "Whole phases",
    "terrain": "Terrain",
    "levels": "Levels",
    "miniatures": "Tables",
    "options": "Options",
    "rules": "Rules, one by one",
}
LESSONS = "Lessons"
GENERATED = "generated"

Group = tuple[str, list[tuple[str, str]]]


def catalogue() -> list[Group]:
    """Return the groups of positions: a label, and the name and title of each."""
    source = rule_sets.instances()
    groups: dict[str, list[tuple[str, str]]] = {label: [] for label in (LESSONS, *FOLDERS.values())}
    for lesson in lessons():
        named = lesson.questions[0].position
        if (source / f"{named}.lp").is_file():
            groups[LESSONS].append((named.removeprefix(f"{ARTICLE}/"), lesson.title))
    made: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path in sorted(source.rglob("*.lp")):
        place = path.relative_to(source)
        several = made if place.parts[0] == GENERATED else groups
        several.setdefault(_label(place), []).append((name_of(place), title(path)))
    return [(label, items) for label, items in (groups | made).items() if items]


def name_of(place: Path) -> str:
    """Return the name of a position in a request, by its place among the instances."""
    name = place.with_suffix("").as_posix()
    return name.removeprefix(f"{ARTICLE}/")


def paths() -> dict[str, Path]:
    """Return the files of the positions by their names."""
    source = rule_sets.instances()
    return {name_of(path.relative_to(source)): path for path in source.rglob("*.lp")}


def _label(place: Path) -> str:
    first, *_ = place.parts
    if first != GENERATED:
        return FOLDERS.get(first, first)
    return f"Generated, {place.parts[1]}: {place.stem.rpartition('-')[0].replace('-', ' ')}"


def title(path: Path) -> str:
    """Return the title of a position: the first sentence of its first comment, or its name."""
    with path.open(encoding="utf-8") as lines:
        return own_title(lines, path.stem) or path.stem
