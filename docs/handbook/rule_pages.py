"""A page for each rule of each rule set: what it says, where that comes from, how it is encoded, and positions that show it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pyrout import rulesets
from pyrout.rules import citations, options

from . import blocks
from .pages import Page, bullets, fenced, indented, link, plain, table
from .positions import Positions, figure, name, page_of, shipped, tells

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
    for ruleset in rulesets.names():
        yield _index(ruleset)
        for rule in citations(ruleset):
            yield Page(page(ruleset, rule), _text(ruleset, rule, positions))


def _index(ruleset: str) -> Page:
    at = index(ruleset)
    rows = [
        (link(f"`{rule}`", page(ruleset, rule), at), plain(said.section), plain(said.sentence))
        for rule, said in citations(ruleset).items()
    ]
    told = f"# {title(ruleset)}: the rules\n\nThe rule set `{ruleset}` has {len(rows)} rules, here in the order of "
    told += "`pyrout rules`. The sentences are ours; the section says where the source has it.\n\n"
    return Page(at, told + table(("Rule", "Section", "What it says"), rows))


def _text(ruleset: str, rule: str, positions: Positions) -> str:
    at = page(ruleset, rule)
    said, block = citations(ruleset)[rule], blocks.blocks(ruleset)[rule]
    parts = [
        f"# {rule}\n\n> {plain(said.sentence)}\n\n{plain(said.section)} · {link(title(ruleset), index(ruleset), at)}\n",
        _shows(ruleset, rule, at, positions),
        _chart(ruleset, rule, at),
        _options(ruleset, rule, at),
        _encoding(block),
    ]
    return "\n".join(part for part in parts if part)


def _shows(ruleset: str, rule: str, at: str, positions: Positions) -> str:
    """The positions that show it: the smallest in which it decides, else one whose answer cites it."""
    own = own_position(ruleset, rule)
    citing = [file for file in positions.citing(rule, ruleset) if file != own]
    shown = own or next((file for file in citing if file in positions.all), None)
    text = "## A position\n\n"
    if shown is None and not citing:
        return text + "No shipped position cites it by its id: it is about what an answer leaves unsaid.\n"
    if shown is None:
        shown = citing[0]
    text += f"{plain(tells(shown))}\n\n{figure(shown, at)}\n\n"
    text += indented_answer(positions.shown(shown).text)
    if own:
        text += f"\nThe smallest position that we know in which it decides: `instances/{name(own)}.lp`.\n"
    others = [file for file in citing if file != shown]
    rulings = [file for file in others if "generated" not in file.parts]
    if rulings:
        text += "\n## Examples and rulings that it bears on\n\n"
        text += bullets(f"{link(name(file), page_of(file), at)}: {plain(_short(tells(file)))}" for file in rulings)
    made = [file for file in others if "generated" in file.parts]
    if made:
        named = ", ".join(f"`{name(file)}`" for file in made[:MORE])
        more = f", and {len(made) - MORE} more" if len(made) > MORE else ""
        text += f"\nGenerated positions whose answer cites it, below `instances`: {named}{more}.\n"
    return text


def indented_answer(text: str) -> str:
    """An answer in words, folded away."""
    return '??? note "The answer in words"\n\n' + indented(fenced(text))


def _short(text: str) -> str:
    return text if len(text) < 200 else text[:190].rsplit(" ", 1)[0] + " ..."


def _chart(ruleset: str, rule: str, at: str) -> str:
    found = blocks.chart(ruleset)
    if found is None:
        return ""
    rows = [
        f"{link(plain(found.titles.get(part, part)), f'charts/{ruleset}.md#{part}-{number}', at)}: "
        f"{plain(found.words.get((part, number), str(number)))}"
        for part, number in found.boxes_of(rule)
    ]
    rows += [
        f"{link(f'note {number}', f'charts/{ruleset}.md#notes-{number}', at)}: "
        f"{plain(found.words.get(('notes', number), ''))}"
        for number in found.notes_of(rule)
    ]
    heading = "In the flowchart" if ruleset == "asl" else "Among the questions of the article"
    return f"## {heading}\n\n{bullets(rows)}" if rows else ""


def _options(ruleset: str, rule: str, at: str) -> str:
    rows = []
    for option in bearing(ruleset, rule):
        values = [value for value in options(ruleset) if value.option == option]
        readings = "; ".join(f"`{v.value}`{' (default)' if v.default else ''}: {plain(v.meaning)}" for v in values)
        rows.append(f"{link(f'`{option}`', option_page(ruleset, option), at)}: {readings}")
    return f"## Options that bear on it\n\n{bullets(rows)}" if rows else ""


def _encoding(block: blocks.Block) -> str:
    text = f"## The encoding\n\n`asp/{block.file}`, from line {block.line}:\n\n{fenced(block.source, 'prolog')}"
    if not block.says:
        text += "\nThe block has no statement of its own: the rule holds by the way others are written.\n"
    others = blocks.elsewhere(block)
    if others:
        text += f"\nOther files that speak of it: {', '.join(f'`asp/{file}`' for file in others)}.\n"
    return text
