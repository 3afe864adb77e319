"""The site as a whole: every page that is made, and the navigation over these and the committed ones."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from pyrout.cli import COMMANDS
from pyrout.program import rule_sets
from pyrout.program.rule_index import citations

from . import charts, option_pages, reference, rule_pages
from .pages import ROOT, Page, link, plain
from .positions import INSTANCES, Positions, figure, name, page_of, tells, written

# The folders of encodings that have a page, and its title.
ENCODINGS = {
    "board": "The board",
    "rout": "Routs on hexes",
    "aslsk": "The Starter Kit",
    "asl": "Full ASL",
    "miniatures": "The tabletop systems",
    "generate": "Generated positions",
}
# Files outside of docs that are pages of the site.
TAKEN_IN = {
    "asp/README.md": "encodings/index.md",
    "asp/INSTANCE.md": "encodings/instance.md",
    "asp/GLOSSARY.md": "encodings/glossary.md",
    **{f"asp/{folder}/README.md": f"encodings/{folder}.md" for folder in ENCODINGS},
    "instances/generated/README.md": "positions/generated/index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
# Remarks of the committed pages beside links to pages that only the site has. The site leaves them out.
MARKED = re.compile(r" \([^()]*in the built handbook[^()]*\)")
INWARD = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


class Made(NamedTuple):
    """The pages and the navigation for mkdocs."""

    pages: list[Page]
    nav: list[Any]
    positions: Positions


@cache
def made() -> Made:
    """Makes everything."""
    positions = Positions()
    positions.solve([*written(), *option_pages.positions()])
    pages = [Page(to, (ROOT / path).read_text("utf-8")) for path, to in TAKEN_IN.items()]
    pages += rule_pages.pages(positions)
    pages += charts.pages()
    pages += option_pages.pages()
    pages += reference.pages()
    pages += positions.pages()
    return Made(pages, _nav(positions), positions)


def _nav(positions: Positions) -> list[Any]:
    """The navigation, as `nav` of mkdocs.yml would have it."""
    rules = [
        {
            rule_pages.title(ruleset): [
                {"All of them": rule_pages.index(ruleset)},
                *({rule: rule_pages.page(ruleset, rule)} for rule in citations(ruleset)),
            ]
        }
        for ruleset in rule_sets.names()
    ]
    shown: dict[str, list[Any]] = {}
    for file in positions.all:
        folder, _, rest = name(file).partition("/")
        shown.setdefault(folder, []).append({rest: page_of(file)})
    opted = [
        {rule_pages.title(s): [{option: rule_pages.option_page(s, option)} for option in option_pages.names(s)]}
        for s in rule_sets.names()
        if option_pages.names(s)
    ]
    commands = [{command: reference.command_page(command)} for command in sorted(COMMANDS)]
    library = [{public: f"reference/library/{public}.md"} for public in reference.public()]
    return [
        {"Home": "index.md"},
        {
            "Learn": [
                {"The ten examples": "examples.md"},
                {"The general notes of the chart": "general-notes.md"},
                {"Questions and answers": "faq.md"},
                {"Two systems on a table": "tables.md"},
                {"Why believe it": "why.md"},
            ]
        },
        {
            "How to": [
                {"Install and activate": "how/install.md"},
                {"Find the command for a question": "how/commands.md"},
                {"Settle a dispute": "how/settle-a-dispute.md"},
                {"Read an answer": "how/read-an-answer.md"},
                {"Draw a table": "how/draw-a-table.md"},
                {"Ask about a rout": "how/ask.md"},
                {"Plan a whole Rout Phase": "how/whole-phase.md"},
                {"Learn to rout": "how/learn.md"},
                {"See it, and move it about": "how/see-it.md"},
                {"Write a position": "how/write-a-position.md"},
                {"From your own game": "how/own-game.md"},
                {"What becomes of counters": "how/counters.md"},
                {"Judge a whole game": "how/judge-a-log.md"},
                {"Correct an import": "how/correct-an-import.md"},
                {"Use it from Python": "how/from-python.md"},
                {"Ask it from another program": "how/engine.md"},
                {"Rely on the JSON": "schema.md"},
                {"Test your own program": "testing-another-program.md"},
                {"Publish a site that needs no server": "site.md"},
                {"Run a batch on a cluster": "how/run-a-batch.md"},
            ]
        },
        {"Rules": [*rules, {"Charts": [{rule_pages.title(s): f"charts/{s}.md"} for s in ("aslsk", "asl")]}]},
        {"Options": [{"All of them": "options/index.md"}, *opted]},
        {"Positions": [{folder: some} for folder, some in shown.items()]},
        {
            "Reference": [
                {"Commands": [{"All of them": "reference/commands/index.md"}, *commands]},
                {"Instance language": "reference/language.md"},
                {"A position in one line": "line.md"},
                {"JSON": "reference/json.md"},
                {"Library": [{"All of it": "reference/library/index.md"}, *library]},
                {"Limits": "reference/limits.md"},
                {"Rout counts": "rout-counts.md"},
                {
                    "The encodings": [
                        {"All": "encodings/index.md"},
                        {"The instance": "encodings/instance.md"},
                        {"Glossary": "encodings/glossary.md"},
                        *({title: f"encodings/{folder}.md"} for folder, title in ENCODINGS.items()),
                    ]
                },
            ]
        },
        {
            "Project": [
                {"Contributing": "contributing.md"},
                {"Add a rule": "develop/rule.md"},
                {"Add terrain": "develop/terrain.md"},
                {"Add an option": "develop/option.md"},
                {"Add a rule set": "develop/rule-set.md"},
                {"Add a field": "develop/answer.md"},
                {"Add a generated kind": "develop/generate.md"},
                {"Change a sentence": "develop/wording.md"},
                {"Drive the encodings yourself": "develop/drive-the-encodings.md"},
                {"Run the tests": "develop/tests.md"},
                {"Changes": "changelog.md"},
                {"Decisions": "decisions/README.md"},
                {"Releasing": "develop/releasing.md"},
            ]
        },
    ]


PLACED = re.compile(r"^(?:Position: \[([\w/-]+)\]\(\S+\)|Rule: `([\w-]+)/([\w-]+)`)$", re.MULTILINE)


def filled(markdown: str, at: str, positions: Positions) -> str:
    """The text of a committed page with more than the source says: for a position that is linked on a line of its own
    (`Position: [aslsk/example-07](..)`) its picture with the answer folded away, for a rule that is named on one
    (``Rule: `aslsk/sk-leave` ``) its sentence with a link to its page."""

    def placed(match: re.Match[str]) -> str:
        name, ruleset, rule = match.groups()
        if rule:
            said = citations(ruleset)[rule].sentence
            return f"> {plain(said)} {link(f'`{rule}`', rule_pages.page(ruleset, rule), at)}"
        file = INSTANCES / f"{name}.lp"
        told = rule_pages.indented_answer(positions.shown(file).text)
        return f"{plain(tells(file))}\n\n{figure(file, at)}\n\n{told}"

    return PLACED.sub(placed, markdown)


def inside(markdown: str) -> str:
    """The text of a committed page without what it says to those who read it in the source."""
    return MARKED.sub("", markdown)


def inward(markdown: str, at: str, there: Callable[[str], bool]) -> str:
    """The text of a page with its links leading to pages of the site: a link of a page that stands outside of docs, or leads
    there, to the page that the site has of it; one to what the site does not have becomes plain words."""
    outside = {page: path for path, page in TAKEN_IN.items()}
    home = posixpath.dirname(outside.get(at, f"docs/{at}"))

    def turned(match: re.Match[str]) -> str:
        image, text, target, fragment = match[1], match[2], match[3], match[4] or ""
        direct = posixpath.normpath(posixpath.join(posixpath.dirname(at), target))
        if at not in outside and there(direct):
            return match[0]
        path = posixpath.normpath(posixpath.join(home, target))
        to = TAKEN_IN.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if to is None and path.startswith("instances/"):
            to = f"positions/{path.removeprefix('instances/').removesuffix('.lp')}.md"
        if to is None or not there(to):
            return text
        return f"{image}[{text}]({posixpath.relpath(to, posixpath.dirname(at) or '.')}{fragment})"

    pieces = re.split(r"(^```.*?^```$)", markdown, flags=re.MULTILINE | re.DOTALL)
    return "".join(piece if number % 2 else INWARD.sub(turned, piece) for number, piece in enumerate(pieces))
