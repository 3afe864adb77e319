"""The blocks of the encodings: each rule of a rule set heads one, its sentence stands there, and what is said of it is so."""

from __future__ import annotations

import importlib.util
import itertools
import re
from collections import Counter
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import clingo.ast
import pytest
from encodings_read import header, shown_to

from pyrout.program import rule_sets
from pyrout.program.rule_index import citations, options

ROOT = Path(__file__).parents[2]
ASP = ROOT / "asp"
RULESETS = rule_sets.names()
HEAD = re.compile(r'^rule\("([^"]+)","([^"]+)","([^"]+)"\)\.$')
TAG = re.compile(r"^% ((?:[a-z]+\d*)(?:-[a-z0-9]+)+)$")
ID = re.compile(r"\b(?:sk|rr|bs|asop|asl|[a-g]\d*)-[a-z0-9]+(?:-[a-z0-9]+)*\b")

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


class Block(NamedTuple):
    """A block: the id in its comment and in its fact, section and sentence, and what follows up to the next block or an
    empty line."""

    tag: str
    rule: str
    section: str
    sentence: str
    body: tuple[str, ...]


def blocks(source: str) -> list[Block]:
    """The blocks of a file. A fact without a comment above it has the tag ``""``."""
    lines = source.splitlines()
    listed = []
    for number, line in enumerate(lines):
        if not (head := HEAD.match(line)):
            continue
        tag = TAG.match(lines[number - 1]) if number else None
        body = []
        for after in lines[number + 1 :]:
            if not after.strip() or TAG.match(after):
                break
            if not rule_sets.HEAD.match(f"{after}\n"):
                body.append(after)
        listed.append(Block(tag[1] if tag else "", head[1], head[2], head[3], tuple(body)))
    return listed


def loose(source: str) -> list[str]:
    """Pieces that look like a part of a block's head and are not: a comment that is an id and no more, without the fact below
    it; a fact that is not in one line."""
    lines = [*source.splitlines(), ""]
    tags = [line for line, below in itertools.pairwise(lines) if TAG.match(line) and not HEAD.match(below)]
    return tags + [line for line in lines if line.lstrip().startswith("rule(") and not HEAD.match(line)]


@cache
def files(ruleset: str) -> tuple[Path, ...]:
    return tuple(sorted(rule_sets.folder(ruleset).glob("*.lp")))


@cache
def headed(ruleset: str) -> tuple[tuple[Path, Block], ...]:
    return tuple((file, block) for file in files(ruleset) for block in blocks(file.read_text("utf-8")))


def test_blocks_are_read_as_they_stand() -> None:
    source = '% a-b\nrule("a-b","S","It is.").\nbox(one,1,"a-b").\n% So.\np(X) :- q(X).\n% c-d\nrule("c-d","S","No.").\n\nr.\n'
    assert blocks(source) == [
        Block("a-b", "a-b", "S", "It is.", ("% So.", "p(X) :- q(X).")),
        Block("c-d", "c-d", "S", "No.", ()),
    ]
    assert loose(source) == []
    assert loose('% a-b\np.\nrule("c-d",\n"S","No.").\n') == ["% a-b", 'rule("c-d",']
    assert blocks('p.\nrule("a-b","S","It is.").\n')[0].tag == ""


@every_ruleset
def test_every_rule_heads_one_block(ruleset: str) -> None:
    heads = Counter(block.rule for _, block in headed(ruleset))
    assert [rule for rule, times in heads.items() if times > 1] == []
    assert set(heads) == set(citations(ruleset))
    assert [block for _, block in headed(ruleset) if block.tag != block.rule] == []
    assert [line for file in files(ruleset) for line in loose(file.read_text("utf-8"))] == []


@every_ruleset
def test_the_sentence_of_a_rule_stands_in_its_block(ruleset: str) -> None:
    for _, block in headed(ruleset):
        assert citations(ruleset)[block.rule][:3] == (block.rule, block.section, block.sentence)
        assert block.sentence.endswith(".")


@every_ruleset
def test_every_rule_has_a_title_of_its_own(ruleset: str) -> None:
    """A few words, which an answer shows before the section."""
    text = (rule_sets.folder(ruleset) / "titles.lp").read_text("utf-8")
    titles = re.findall(r'^rule_title\("([^"]+)","([^"]+)"\)\.$', text, re.MULTILINE)
    assert [rule for rule, _ in titles] == list(citations(ruleset)), (
        "titles.lp: one title a rule, in the order of about.lp"
    )
    assert [title for title, times in Counter(title for _, title in titles).items() if times > 1] == []
    assert [title for _, title in titles if len(title) > 45 or title.endswith(".")] == []


@every_ruleset
def test_every_block_says_how_its_rule_holds(ruleset: str) -> None:
    """By statements, or by a comment. (What others hold they say in a block of their own.)"""
    assert [block.rule for _, block in headed(ruleset) if not block.body] == []


@every_ruleset
def test_rules_are_listed_in_the_order_given(ruleset: str) -> None:
    order = rule_sets.about(ruleset).listed
    assert len(order) == len(set(order))
    missing = set(citations(ruleset)) - set(order)
    assert missing == set(), "list them in about.lp, where `pyrout rules` should show them"
    assert list(citations(ruleset)) == list(order)


def told(text: str) -> tuple[list[str], list[str]]:
    """The files and the predicates that a comment names."""
    return re.findall(r"\b[a-z_0-9/]+\.lp\b", text), re.findall(r"\b[a-z_]+/\d\b", text)


@every_ruleset
def test_what_holds_elsewhere_holds_there(ruleset: str) -> None:
    for file, block in headed(ruleset):
        comment = " ".join(line[2:] for line in block.body if line.startswith("% "))
        if "Holds in" not in comment:
            continue
        named, predicates = told(comment)
        assert named, block.rule
        sources = [file.read_text("utf-8")]
        for other in named:
            path = next((p for p in (ASP / other, file.parent / other) if p.is_file()), None)
            assert path, f"{block.rule}: {other}"
            sources.append(path.read_text("utf-8"))
        for predicate in predicates:
            assert any(re.search(rf"^{predicate.partition('/')[0]}\(", source, re.M) for source in sources), block.rule


class _Strings(clingo.ast.Transformer):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicTerm(self, node: clingo.ast.AST) -> clingo.ast.AST:
        if node.symbol.type == clingo.SymbolType.String:
            self.found.add(node.symbol.string)
        return node


def strings(source: str) -> set[str]:
    """The strings of an encoding."""
    reader = _Strings()
    shown_to(reader, rule_sets.INCLUDE.sub("", source))
    return reader.found


@every_ruleset
@pytest.mark.slow
def test_every_id_in_an_atom_or_a_comment_is_that_of_a_rule(ruleset: str) -> None:
    known = {rule for name in RULESETS for rule in citations(name)}
    for file in files(ruleset):
        source = file.read_text("utf-8")
        said = {match for text in strings(source) for match in ID.findall(text)}
        assert said <= set(citations(ruleset)), file.name
        comments = {match for line in source.splitlines() if line.startswith("%") for match in ID.findall(line)}
        assert comments <= known, file.name


@pytest.mark.parametrize("path", sorted((ASP / "rout").glob("*.lp")), ids=lambda path: path.name)
def test_comments_of_the_shared_rules_name_rules(path: Path) -> None:
    known = {rule for name in RULESETS for rule in citations(name)}
    assert set(ID.findall(path.read_text("utf-8"))) <= known


def test_an_id_is_found() -> None:
    assert strings('fault(X,"sk-nonsense") :- p(X,"see (a10-5-nothing)").') == {"sk-nonsense", "see (a10-5-nothing)"}
    assert ID.findall("see (a10-5-nothing), sk-nonsense") == ["a10-5-nothing", "sk-nonsense"]


@every_ruleset
def test_options_bear_on_rules(ruleset: str) -> None:
    assert {value.rule for value in options(ruleset)} <= set(citations(ruleset))


@every_ruleset
def test_heads_are_of_no_program(ruleset: str) -> None:
    parts = [part for part in ("main", "why", "judge", "los") if (rule_sets.folder(ruleset) / f"{part}.lp").is_file()]
    text = "".join(rule_sets.program(ruleset, part) for part in parts)
    assert re.findall(r"^(?:rule|box|words|listed)\(.*|^note\(\d.*", text, re.M) == []
    assert text.count("#program") > 3


ABILITIES = {
    "drop_concealment": re.compile(r"^revealed_later\([^.\n]*reveal\(", re.M),
    "surrender": re.compile(r"^(?:end|end_node)\([^.\n]*,surrenders\)", re.M),
}


@every_ruleset
def test_a_rule_set_can_what_it_says(ruleset: str) -> None:
    text = rule_sets.program(ruleset)
    assert rule_sets.about(ruleset).abilities == {what for what, rule in ABILITIES.items() if rule.search(text)}
    assert bool(rule_sets.about(ruleset).volunteers) == bool(re.search(r"^may_break\(", text, re.M))
    assert rule_sets.about(ruleset).plays_on == ("table" if re.search(r"\btable\(", text) else "hexes")


@cache
def tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tables", ASP / "tables.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_tables_are_fresh() -> None:
    assert tables().stale() == [], "run python asp/tables.py"


def test_a_gloss_is_of_its_own_predicate() -> None:
    """Two spaces stand between a predicate and its meaning: in a meaning they begin that of another."""
    glosses = tables().glosses
    assert [(path.name, words) for path in ASP.rglob("*.lp") for _, words in glosses(path) if "  " in words] == []


@pytest.mark.slow
def test_every_predicate_that_a_file_gives_has_an_entry_of_its_own() -> None:
    """Else the line of one runs on into that of the predicate above it."""
    read = tables()
    of_tables = ("miniatures", "generate")
    for path in ASP.rglob("*.lp"):
        if path.relative_to(ASP).parts[0] not in of_tables:
            listed = {read.signature(written) for several, _ in read.glosses(path) for written in several}
            assert listed == header(path).gives, path.name


@pytest.mark.slow
def test_a_stale_table_is_found() -> None:
    page = ASP / "asl" / "README.md"
    readme = page.read_text("utf-8")
    assert "| `a10-51-again` |" in readme
    for stale in (
        readme.replace("`a10-51-again`", "`a10-51-closer`"),
        re.sub(r"^\| `main.lp`.*\n", "", readme, flags=re.M),
    ):
        assert stale != readme
        assert tables().fresh(page, stale) == readme
