"""The shipped positions in groups, each with a title from its first comment."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from ..draw.titles import own_title
from ..lab.quiz.shipped import lessons
from ..position.reading import read_text
from ..position.shipped import file_of, files

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


@cache
def catalogue() -> list[Group]:
    """Return the groups of positions: a label, and the name and title of each."""
    groups: dict[str, list[tuple[str, str]]] = {label: [] for label in (LESSONS, *FOLDERS.values())}
    for lesson in lessons():
        named = lesson.questions[0].position
        if file_of(named):
            groups[LESSONS].append((name_of(named), lesson.title))
    made: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, file in files().items():
        several = made if name.startswith(f"{GENERATED}/") else groups
        stem = name.rpartition("/")[2]
        several.setdefault(_label(name), []).append(
            (name_of(name), own_title(read_text(file).splitlines(), stem) or stem)
        )
    return [(label, items) for label, items in (groups | made).items() if items]


def name_of(name: str) -> str:
    """Return the name of a shipped position in a request: an example of the article has no folder."""
    return name.removeprefix(f"{ARTICLE}/")


def _label(name: str) -> str:
    first, *rest = name.split("/")
    if first != GENERATED:
        return FOLDERS.get(first, first)
    ruleset, stem = rest
    return f"Generated, {ruleset}: {stem.rpartition('-')[0].replace('-', ' ')}"
