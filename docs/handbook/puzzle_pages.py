"""The puzzles at the end of a rule's page: those that the rule decides, each with its picture and its answer folded away."""

from __future__ import annotations

from collections.abc import Iterator

from pyrout.draw.svg import Drawing, sheet
from pyrout.quiz.puzzle import Puzzle
from pyrout.quiz.shipped import about, position_of, rulesets
from pyrout.wording import join_words

from .pages import Page, bullets, indented, link, plain

MOST = 2


def of_rule(ruleset: str, rule: str) -> tuple[Puzzle, ...]:
    """Return the puzzles at the end of a rule's page, about different positions where there are some."""
    if ruleset not in rulesets():
        return ()
    several = about(ruleset, rule)
    first = {puzzle.position: puzzle for puzzle in reversed(several)}
    chosen = [puzzle for puzzle in several if first[puzzle.position] is puzzle]
    return tuple([*chosen, *(puzzle for puzzle in several if puzzle not in chosen)][:MOST])


def picture_of(puzzle: Puzzle) -> str:
    return f"puzzles/{puzzle.position}.svg"


def pictures(several: Iterator[Puzzle]) -> Iterator[Page]:
    """Yield the picture of each position of some puzzles, without its answer."""
    for puzzle in {puzzle.position: puzzle for puzzle in several}.values():
        position = position_of(puzzle)
        drawing = sheet(Drawing(position, ()), puzzle.position, f"rules {puzzle.rules}", ["Before the answer."], False)
        yield Page(picture_of(puzzle), drawing)


def section(ruleset: str, rule: str, at: str) -> str:
    """Return the section with the puzzles of a rule; empty for a rule without any."""
    several = of_rule(ruleset, rule)
    if not several:
        return ""
    told = "\n\n".join(_told(puzzle, at) for puzzle in several)
    return f"## Puzzles\n\n{told}\nMore: `pyrout quiz --rules {ruleset} --rule {rule}`.\n"


def _told(puzzle: Puzzle, at: str) -> str:
    words = {choice.name: choice.words for choice in puzzle.choices}
    right = join_words(words.get(name, name) for name in puzzle.right) if puzzle.right else "none"
    reasons = [line for choice in puzzle.choices if choice.name in puzzle.right for line in choice.why] + [*puzzle.why]
    given = [*([f"By this reading: {puzzle.reading}"] if puzzle.reading else []), *puzzle.assumes]
    offered = [choice.words for choice in puzzle.choices if choice.words not in ("Yes", "No")]
    text = f"{plain(puzzle.asks)}\n\n" + bullets(map(plain, offered)) + "".join(f"\n{plain(line)}\n" for line in given)
    text += f"\n{link('The position before the answer', picture_of(puzzle), at).join(['!', ''])}\n\n"
    answer = f"{plain(right)}.\n" + (f"\n{bullets(map(plain, reasons))}" if reasons else "")
    return text + '??? note "The answer"\n\n' + indented(answer)
