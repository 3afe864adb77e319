"""The charts, box by box, with the rules in each: the flowchart of full ASL, and the questions of the article."""

from __future__ import annotations

from collections.abc import Iterator

from pyrout.program import rule_sets
from pyrout.program.rule_index import citations

from . import blocks
from .pages import Page, link, plain, table
from .rule_pages import page, title

GENERAL = "general-notes.md"


def pages() -> Iterator[Page]:
    for ruleset in rule_sets.names():
        chart = blocks.chart(ruleset)
        if chart is None:
            continue
        at = f"charts/{ruleset}.md"
        text = f"# {title(ruleset)}: the chart\n\n"
        text += (
            "Each box in its order, in our words, with the rules that answer it. `pyrout explain FILE UNIT --chart` "
            "follows it for one unit, and says who makes each answer so.\n"
        )
        order = list(citations(ruleset))
        for part, heading in chart.titles.items():
            inside = chart.inside if part != "notes" else {("notes", n): rules for n, rules in chart.notes.items()}
            boxes = sorted(key for key in {*inside, *chart.words} if key[0] == part)
            rows = [
                (
                    f'<a id="{part}-{number}"></a>{number}',
                    _named(part, chart.words.get((part, number), ""), at),
                    " ".join(
                        link(f"`{rule}`", page(ruleset, rule), at)
                        for rule in sorted(set(inside.get((part, number), ())), key=order.index)
                    ),
                )
                for _, number in boxes
            ]
            text += f"\n## {plain(heading)}\n\n{table(('', 'Box', 'Rules'), rows)}"
        yield Page(at, text)


def _named(part: str, words: str, at: str) -> str:
    """The words of a box; those of a general note lead to its section."""
    return link(plain(words), f"{GENERAL}#{words.lower().replace(' ', '-')}", at) if part == "general" else plain(words)
