"""A page for each rule of each rule set: what it says, where that comes from, how it is encoded, and positions that show it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pyrout.program import rule_sets
from pyrout.program.rule_index import citations, options

from . import blocks, puzzle_pages
from .notes import alone
from .pages import Page, bullets, fenced, indented, link, plain, table
from .positions import Positions, figure, live, name, of_a_rule, page_of, shipped, tells

TITLES = {
    "aslsk": "Starter Kit",
    "asl": "Full ASL",
    "retreat": "Retreat and rout on a table",
    "battlesystem": "Rout movement of whole units on a table",
}
MORE = 8  # further positions that a page names


def page(ruleset: str, rule: str) -> str:
    return f"rules/{ruleset}/{rule}.md"


def index(ruleset: str) -> str:
    return f"rules/{ruleset}/index.md"


def option_page(ruleset: str, option: str) -> str:
    return f"options/{ruleset}/{option}.md"


def title(ruleset: str) -> str:
    return TITLES.get(ruleset, ruleset)


def own_position(ruleset: str, rule: str) -> Path | None:
    """The smallest position in which a rule decides: `instances/rules/RULESET/ID.lp`."""
    return next((file for file in shipped() if name(file) == f"rules/{ruleset}/{rule}"), None)


@cache
def bearing(ruleset: str, rule: str) -> tuple[str, ...]:
    """The options that bear on a rule: those that name it, and those that its block asks for."""
    asked = blocks.blocks(ruleset)[rule].settings
    return tuple(sorted({value.option for value in options(ruleset) if value.rule == rule or value.option in asked}))


def pages(positions: Positions) -> Iterator[Page]:
    for ruleset in rule_sets.names():
        yield _index(ruleset)
        for rule in citations(ruleset):
            yield Page(page(ruleset, rule), _text(ruleset, rule, positions))
    yield from puzzle_pages.pictures(
        puzzle
        for ruleset in rule_sets.names()
        for rule in citations(ruleset)
        for puzzle in puzzle_pages.of_rule(ruleset, rule)
    )


def _index(ruleset: str) -> Page:
    at = index(ruleset)
    rows = [
        (link(f"`{rule}`", page(ruleset, rule), at), plain(said.heading), plain(said.sentence))
        for rule, said in citations(ruleset).items()
    ]
    told = f"# {title(ruleset)}: the rules\n\nThe rule set `{ruleset}` has {len(rows)} rules, here in the order of "
    told += "`pyrout rules`. The sentences are ours; the section says where the source has it.\n\n"
    return Page(at, told + table(("Rule", "Title and section", "What it says"), rows))


def _text(ruleset: str, rule: str, positions: Positions) -> str:
    at = page(ruleset, rule)
    said, block = citations(ruleset)[rule], blocks.blocks(ruleset)[rule]
    parts = [
        f"# {plain(said.heading)}\n\n`{rule}` · {link(title(ruleset), index(ruleset), at)}\n\n> {plain(said.sentence)}\n",
        _shows(ruleset, rule, at, positions),
        _chart(ruleset, rule, at),
        _options(ruleset, rule, at),
        _encoding(block),
        puzzle_pages.section(ruleset, rule, at),
    ]
    return "\n".join(part for part in parts if part)


def _shows(ruleset: str, rule: str, at: str, positions: Positions) -> str:
    """The smallest position in which it decides, with the answer without it; else the reason why there is none, and a position
    whose answer cites it. Raises LookupError for a rule with neither."""
    own = own_position(ruleset, rule)
    citing = [file for file in positions.citing(rule, ruleset) if file != own]
    text = "## A position\n\n"
    if own:
        text += _own(own, ruleset, rule, at, positions)
    else:
        text += f"{alone('No position')[ruleset, rule]}\n"
    shown = next((file for file in citing if file in positions.all), None) if own is None else own
    if shown and not own:
        text += f"\n{plain(tells(shown))}\n\n{figure(shown, at)}\n\n{indented_answer(positions.shown(shown).text)}"
    others = [file for file in citing if file != shown]
    rulings = [file for file in others if "generated" not in file.parts and not of_a_rule(file)]
    if rulings:
        text += "\n## Examples and rulings that it bears on\n\n"
        text += bullets(f"{link(name(file), page_of(file), at)}: {plain(_short(tells(file)))}" for file in rulings)
    made = [file for file in others if "generated" in file.parts]
    if made:
        named = ", ".join(f"`{name(file)}`" for file in made[:MORE])
        more = f", and {len(made) - MORE} more" if len(made) > MORE else ""
        text += f"\nGenerated positions whose answer cites it, below `instances`: {named}{more}.\n"
    return text


def _own(file: Path, ruleset: str, rule: str, at: str, positions: Positions) -> str:
    """The position of a rule, with the answers with the rule and without it, one behind the other."""
    shown, opened = positions.shown(file), live(file, at)
    text = f"{plain(tells(file))}\n\n{figure(file, at)}\n\n" + (f"{opened}\n\n" if opened else "")
    text += f'=== "With the rule"\n\n{indented(fenced(_told(shown.text)))}\n'
    if shown.left:
        text += f'=== "Without it"\n\n{indented(fenced(_told(shown.left[0])))}\n'
    reason = None if shown.left and shown.left[1] else _why_not(ruleset, rule, bool(shown.left))
    if reason:
        text += f"{reason}\n\n"
    return text + f"The smallest position that we know in which it decides: `instances/{name(file)}.lp`.\n"


def _told(text: str) -> str:
    """An answer in words, without its head and the options."""
    lines = text.rstrip().split("\n")
    told = [line for line in lines if not line.startswith("options: ")]
    return "\n".join(told[1:] if len(lines) > 1 else told).strip("\n")


def _why_not(ruleset: str, rule: str, left: bool) -> str:
    """Why there is no other answer without a rule."""
    if left:
        return f"Without it the answer is the same. {alone('The answer stays')[ruleset, rule]}"
    return f"It cannot be left out. {alone('Cannot be left out')[ruleset, rule]}"


def indented_answer(text: str) -> str:
    """An answer in words, folded away."""
    return '??? note "The answer in words"\n\n' + indented(fenced(text))


def _short(text: str) -> str:
    return text if len(text) < 200 else text[:190].rsplit(" ", 1)[0] + " ..."


def _chart(ruleset: str, rule: str, at: str) -> str:
    boxes = blocks.chart(ruleset)
    if boxes is None:
        return ""
    rows = [
        f"{link(plain(boxes.titles.get(part, part)), f'charts/{ruleset}.md#{part}-{number}', at)}: "
        f"{plain(boxes.words.get((part, number), str(number)))}"
        for part, number in boxes.boxes_of(rule)
    ]
    rows += [
        f"{link(f'note {number}', f'charts/{ruleset}.md#notes-{number}', at)}: "
        f"{plain(boxes.words.get(('notes', number), ''))}"
        for number in boxes.notes_of(rule)
    ]
    heading = "In the flowchart" if ruleset == "asl" else "Among the questions of the article"
    return f"## {heading}\n\n{bullets(rows)}" if rows else ""


def _options(ruleset: str, rule: str, at: str) -> str:
    rows = []
    for option in bearing(ruleset, rule):
        values = [value for value in options(ruleset) if value.option == option]
        readings = " ".join(f"`{v.value}`{' (default)' if v.default else ''}: {plain(v.meaning)}" for v in values)
        rows.append(f"{link(values[0].title, option_page(ruleset, option), at)} (`{option}`): {readings}")
    return f"## Options that bear on it\n\n{bullets(rows)}" if rows else ""


def _encoding(block: blocks.Block) -> str:
    text = f"## The encoding\n\n`asp/{block.file}`, from line {block.line}:\n\n{fenced(block.source, 'prolog')}"
    if not block.says:
        text += "\nThe block has no statement of its own: statements elsewhere enforce the rule.\n"
    others = blocks.elsewhere(block)
    if others:
        text += f"\nOther files that name it: {', '.join(f'`asp/{file}`' for file in others)}.\n"
    return text
