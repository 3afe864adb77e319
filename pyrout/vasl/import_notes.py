"""Notes about assumptions for a saved game: sentences in groups, which have an order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from ..base.span import Said, Span
from ..errors import one_line

# Subjects of the sentences, the most important first
GROUPS = (
    "left out",
    "turn",
    "rules",
    "sides",
    "season",
    "DM",
    "SW",
    "stacks",
    "LOS",
    "boards",
    "strengths",
    "answers",
    "counters",
)

OUT = Span("left out", "says_group")  # of a sentence that needs no heading

FIRST = 2  # names in the first line
LISTED = 200  # different names in one sentence about what was left out: a whole order of battle, not a flood


class Note(Said):
    """A sentence, on one line, that says what is assumed, and where it can be corrected by an option, the option.

    `short` says the same in a few words. `decides` says that a verdict can turn on it: then the first line of an answer
    has the short form. `control` is the setting of a page that corrects it: "month", "rules", "sides" or "attacker".
    """

    __slots__ = ("control", "decides", "group", "short")
    group: str
    short: str
    decides: bool
    control: str

    def __new__(cls, group: str, text: str, short: str, decides: bool = True, control: str = "") -> Self:
        note = super().__new__(cls, one_line(text))
        note.group, note.short, note.decides, note.control = group, one_line(short), decides, control
        return note

    def __getnewargs__(self) -> tuple[Any, ...]:  # kept in caches
        return self.group, Said(*self.spans), self.short, self.decides, self.control


def notes_of_page(notes: Iterable[Note]) -> list[list[object]]:
    """Return the notes as a page has them: groups of sentences, each with the control that corrects it, if there is one."""
    return [
        [group, [[note, note.control] if note.control else note for note in several]]
        for group, several in group_notes(notes)
    ]


def group_notes(notes: Iterable[Note]) -> Iterator[tuple[str, list[Note]]]:
    """Yield the groups that there are, the most important first, each with its notes in their order."""
    by_group: dict[str, list[Note]] = {group: [] for group in GROUPS}
    for note in notes:
        by_group[note.group].append(note)
    return ((group, several) for group, several in by_group.items() if several)


def listed(names: Iterable[str], most: int = LISTED) -> Span:
    """Return the first names on one line, and how many more there are."""
    every = tuple(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return Span(one_line(", ".join(every[:most]) + more), "list", *every)


def tallied(counts: Mapping[str, int], most: int = LISTED) -> Span:
    """Return names as `listed` does, each with its number if that is more than one."""
    return listed((f"{count} x {name}" if count > 1 else name for name, count in counts.items()), most)
