"""The title of a position, in words: that which its file gives it, or else what the answer says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..results.answer import UnitAnswer
from ..wording import Names, join_words

MOST = 90  # characters of a title
SOURCE = re.compile(r'"[^"]+" by [^(]+ \(\d{4}\), ')  # from which a position was taken
SENTENCE = re.compile(r"(.*?[.!?])(?:\s|$)")
BOARD = re.compile(r"Board ([^\s,]+), version .*")  # how the text of a board begins
SAVED = re.compile(r"(.+)\.(?:vsav|vlog) \(VASL [^)]*\)")  # how the text of a saved game begins
DOES = {
    "routs": "must rout",
    "eliminated": "is eliminated for failure to rout",
    "may_rout": "may rout",
    "surrenders": "surrenders",
    "retreats": "retreats",
}


def own_title(lines: Iterable[str], stem: str = "") -> str:
    """Return the title that a text gives its position: the first sentence of its first comment, or "".

    `stem`: the name of its file, which the comment may repeat, and by which a player knows a saved game.

    >>> own_title(["% example 7. A unit may run. It stops.", "rules(aslsk)."])
    'Example 7: A unit may run'
    >>> own_title(["% game-3.vsav (VASL 6.5.1)", "% Board z"])
    'Saved game game-3'
    """
    comment = list(_comment(lines))
    saved = SAVED.fullmatch(comment[0]) if comment else None
    if saved:
        return f"Saved game {stem or saved[1]}"
    boards = [board[1] for board in map(BOARD.fullmatch, comment) if board]
    if boards and BOARD.fullmatch(comment[0]):
        return f"Board{'s' if len(boards) > 1 else ''} {join_words(boards)}"
    said = " ".join(comment)
    said = SOURCE.sub("", said, count=1).removeprefix(f"{stem}: ")
    number = re.match(r"(example \d+)\. ", said)
    first = SENTENCE.match(said, number.end() if number else 0)
    words = (f"{number[1]}: " if number else "") + (first[1] if first else said).rstrip(".")
    if len(words) > MOST:
        words = words[:MOST].rpartition(" ")[0] + " \N{HORIZONTAL ELLIPSIS}"
    named = not words.partition(" ")[0].isalpha() or words[1:2] == " "  # a unit: its name stays as it is
    return words if named else words[0].upper() + words[1:]


def headline(units: Sequence[UnitAnswer], names: Names) -> str:
    """Return the answer in a few words: `German squad in yK5 must rout to yK6`.

    Units that must rout come first.
    """
    routing = sorted((u for u in units if u.verdict in DOES), key=lambda u: list(DOES).index(u.verdict))
    if not routing:
        return "Nobody has to rout"
    first, *others = routing
    kind = names.kind(first.id)
    said = f"{kind[:1].upper()}{kind[1:]} in {first.at} {DOES[first.verdict]}"
    if first.destinations and len(first.destinations) <= 2:
        said += f" to {join_words((d.hex for d in first.destinations), 'or')}"
    if others:
        said += f" (and {len(others)} more unit{'s' if len(others) > 1 else ''})"
    return said


def _comment(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the first comment, without their marks."""
    for line in lines:
        if not line.startswith("%"):
            return
        if line.strip("% \n"):
            yield line.strip("% \n")
