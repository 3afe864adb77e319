"""The handbook: what its pages are made of is there, and what they show runs. `mkdocs build --strict` builds it in CI."""

from __future__ import annotations

import doctest
import inspect
import re
import sys
import textwrap
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from day import of_today

import pyrout
from pyrout import referee
from pyrout.lab.quiz.without import CALLED, INSTEAD, dropped
from pyrout.lab.quiz.without import without as left_out
from pyrout.lab.verify import differences
from pyrout.position.line import position_of
from pyrout.position.vocabulary import BY_NAME
from pyrout.program import rule_sets
from pyrout.program.rule_index import citations, options, without_effect

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs"))

from handbook import blocks, charts, option_pages, positions, puzzle_pages, reference, rule_pages, site, without  # noqa: E402
from handbook.notes import alone  # noqa: E402
from handbook.pages import link, plain  # noqa: E402


@pytest.mark.parametrize("name", of_today(reference.public(), 3))
@pytest.mark.slow
def test_the_example_of_a_public_name_prints_what_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = reference.examples()[name]
    code = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(code, {}, name, None, None)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("name", reference.public())
def test_an_example_in_a_docstring_imports_what_it_uses(name: str) -> None:
    thing = getattr(pyrout, name)
    members = [member for member in vars(thing).values() if callable(member)] if isinstance(thing, type) else []
    for shown in (thing, *members):
        test = doctest.DocTestParser().get_doctest(inspect.getdoc(shown) or "", {}, name, None, None)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_there_are_examples_of_public_names_only() -> None:
    assert set(reference.examples()) == {name for name in pyrout.__all__ if name != "__version__"}


@pytest.mark.parametrize("ruleset", rule_sets.names())
def test_every_rule_has_a_block_with_its_head(ruleset: str) -> None:
    heads = blocks.blocks(ruleset)
    assert set(heads) == set(citations(ruleset))
    for rule, block in heads.items():
        assert f'rule("{rule}"' in block.source
        assert block.source.count('\nrule("') + block.source.startswith('rule("') == 1  # and no other


def test_a_block_is_what_stands_in_its_file() -> None:
    block = blocks.blocks("aslsk")["sk-dest-ignore-building"]
    assert block.file == "aslsk/destination.lp"
    assert block.source.splitlines()[0] == "% sk-dest-ignore-building"
    assert block.source.splitlines()[-1] == "    building(Building,Dest)."
    assert block.says
    held = blocks.blocks("aslsk")["sk-dest-reached"]
    assert not held.says
    assert "Holds in rout/destination.lp" in held.source


def test_the_rule_that_is_shown_to_contributors_stands_so_and_decides() -> None:
    text = (ROOT / "docs/develop/rule.md").read_text("utf-8")
    (shown,) = re.findall(r"^( *)% (sk-[\w-]+)\n((?:\1\S.*\n)+)", text, re.MULTILINE)
    block = blocks.blocks("aslsk")[shown[1]]
    assert block.source.strip() == f"% {shown[1]}\n{textwrap.dedent(shown[2]).partition('```')[0]}".strip()
    told = {about for heading in ("No position", "Cannot be left out", "The answer stays") for about in alone(heading)}
    assert ("aslsk", shown[1]) not in told


def test_every_option_is_told_of_by_hand() -> None:
    there = {(ruleset, option) for ruleset in rule_sets.names() for option in option_pages.names(ruleset)}
    assert set(option_pages.readings()) == there
    for told in option_pages.readings().values():
        assert len(told.prose) > 80


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "option"), of_today(sorted(option_pages.readings()), 3))
def test_the_position_of_an_option_has_several_answers(ruleset: str, option: str) -> None:
    file = option_pages.readings()[ruleset, option].position
    if file is None:
        assert option in without_effect(ruleset)
        return
    values = [value for value in options(ruleset) if value.option == option]
    assert f"rules({ruleset})." in positions.source(file)
    assert len(option_pages.answers(values, file)) > 1


def test_positions_of_rules_and_options_are_named_after_them() -> None:
    for file in (ROOT / "instances" / "rules").rglob("*.lp"):
        assert file.stem in citations(file.parent.name), file
    for file in (ROOT / "instances" / "options").rglob("*.lp"):
        assert option_pages.readings()[file.parent.name, file.stem].position == file


RULES = sorted((ROOT / "instances" / "rules").rglob("*.lp"))
LEFT_OUT = of_today(RULES, 8)
AT_ONCE = 32
SMALL = {"hex": 8, "unit": 5}  # "tiny": more of these, and nobody sees at a glance what decides


@pytest.mark.parametrize("ruleset", rule_sets.names())
def test_every_rule_has_a_position_or_the_reason_why_there_is_none(ruleset: str) -> None:
    own = {file.stem for file in RULES if file.parent.name == ruleset}
    reasons = {rule for of, rule in alone("No position") if of == ruleset}
    assert own | reasons == set(citations(ruleset))
    assert not own & reasons


def test_a_rule_without_a_position_or_a_reason_has_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_pages, "own_position", lambda ruleset, rule: None)
    with pytest.raises(LookupError, match="sk-leave"):
        rule_pages._shows("aslsk", "sk-leave", "rules/aslsk/sk-leave.md", positions.Positions())


@pytest.mark.parametrize("file", RULES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_position_of_a_rule_is_small_and_says_what_the_rule_does(file: Path) -> None:
    instance = pyrout.load(file)
    assert instance.rules == file.parent.name
    assert 40 < len(positions.tells(file)) < 260
    assert {what: len(instance.of(what)) for what, most in SMALL.items() if len(instance.of(what)) > most} == {}


@cache
def answered(first: int) -> dict[Path, Any]:
    """The answers with all rules of the positions from one on, as many as are answered together."""
    files = LEFT_OUT[first : first + AT_ONCE]
    return dict(zip(files, referee.answers([positions.question_of(file) for file in files]), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("file", LEFT_OUT, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_without_its_rule_a_position_has_another_answer(file: Path) -> None:
    """With it the answer that it states; without it another, else `alone.md` says why."""
    about = (file.parent.name, file.stem)
    place = LEFT_OUT.index(file)
    question, answer = positions.question_of(file), answered(place - place % AT_ONCE)[file]
    assert differences(question.position, answer) == []
    left = without.left(file.stem, question, answer)
    assert (left is None) == (about in alone("Cannot be left out"))
    assert (left is not None and not left.another) == (about in alone("The answer stays"))
    # A program with a hole in it shows no difference that the rule makes.
    assert (left is not None and left.answer == without.NONE) == (about in alone("No answer without it"))


def test_what_is_left_out_for_a_rule() -> None:
    def texts(ruleset: str, rule: str) -> dict[str, list[str]]:
        return {
            file: [(rule_sets.root() / file).read_bytes()[at.begin : at.end].decode() for at in places]
            for file, places in dropped(ruleset, rule).items()
        }

    (closer,) = texts("aslsk", "sk-step-closer")["aslsk/steps.lp"]
    assert closer.startswith('forbidden(step(From,To),"sk-step-closer"')
    assert texts("aslsk", "sk-revisit").keys() == {"rout/graph.lp"}
    assert texts("aslsk", "sk-step-mf") == {}
    for rule, (file, _) in INSTEAD.items():
        ruleset = next(name for name in ("asl", "aslsk") if rule in citations(name))
        assert texts(ruleset, rule)[file], rule


def test_the_predicates_of_what_a_claim_breaks_are_in_the_encodings() -> None:
    """A rename there would leave them in answers without the rule, unnoticed."""
    pieces = [piece for part in ("main", "judge") for piece in rule_sets.encoding("asl", part)]
    heads = {each.signature for piece in pieces for statement in piece.statements for each in statement.gives}
    assert CALLED.items() <= heads


def test_a_rule_is_back_once_it_was_left_out() -> None:
    instance = pyrout.load(ROOT / "instances/rules/aslsk/sk-step-closer.lp")
    with left_out("aslsk", "sk-step-closer"):
        assert {d.hex for d in pyrout.solve(instance)["g1"].destinations} == {"B1", "B4"}
    assert {d.hex for d in pyrout.solve(instance)["g1"].destinations} == {"B1"}


def test_what_is_said_of_the_positions_of_rules_is_of_rules() -> None:
    headings = ("No position", "Cannot be left out", "The answer stays", "No answer without it")
    said = [about for heading in headings for about in alone(heading)]
    assert len(said) == len(set(said)) > 20
    assert {rule for ruleset, rule in said if rule not in citations(ruleset)} == set()


def test_links_lead_to_pages_of_the_site() -> None:
    there = {"encodings/index.md", "testing-another-program.md", "positions/aslsk/example-07.md", "rout-counts.md"}

    def known(page: str) -> bool:
        return page in there

    assert site.inward("[a](../asp/README.md#words)", "index.md", known) == "[a](encodings/index.md#words)"
    assert (
        site.inward("[a](../instances/aslsk/example-07.lp)", "how/read.md", known) == "a"
    )  # from docs/how it is no file
    assert (
        site.inward("[a](../instances/aslsk/example-07.lp)", "index.md", known) == "[a](positions/aslsk/example-07.md)"
    )
    assert site.inward("[a](docs/rout-counts.md)", "contributing.md", known) == "[a](rout-counts.md)"
    assert site.inward("[a](rout-counts.md)", "index.md", known) == "[a](rout-counts.md)"
    assert site.inward("[a](gone.md)", "contributing.md", known) == "a"
    assert site.inward("```\n[a](gone.md)\n```", "contributing.md", known) == "```\n[a](gone.md)\n```"


def test_what_a_page_of_the_source_names_stands_there_in_the_site() -> None:
    text = "A.\n\nPosition: [aslsk/example-07](../instances/aslsk/example-07.lp)\n\nRule: `aslsk/sk-leave`\n"
    answered: Any = SimpleNamespace(shown=lambda file: SimpleNamespace(text=f"the answer of {file.name}"))
    filled = site.filled(text, "faq.md", answered)
    assert "Position:" not in filled and "Rule:" not in filled
    assert ".svg" in filled and "the answer of example-07.lp" in filled
    assert f"> {plain(citations('aslsk')['sk-leave'].sentence)}" in filled
    pages = [path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")]
    named = [line for page in pages for line in page.splitlines() if line.startswith(("Position: ", "Rule: ", "{{"))]
    assert len(named) > 40 and all(site.PLACED.fullmatch(line) for line in named)


def test_what_is_said_to_readers_of_the_source_is_not_said_in_the_site() -> None:
    assert site.inside("See [a](b.md) (in the built handbook; `c` lists them), and d.") == "See [a](b.md), and d."
    assert site.inside("See [a](b.md) (as ever).") == "See [a](b.md) (as ever)."


def test_each_general_note_has_a_section_that_the_chart_links() -> None:
    """The chart's page names the ten notes; each leads to a section with the sentence of each of its rules."""
    (chart,) = [page.text for page in charts.pages() if page.path == "charts/asl.md"]
    rows = re.findall(
        r'<a id="general-\d+"></a>(\d+) \| \[([^]]+)\]\(\.\./general-notes\.md#([a-z-]+)\) \| (.*) \|$', chart, re.M
    )
    assert [int(number) for number, *_ in rows] == list(range(1, 11))
    sections = dict(
        re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", (ROOT / "docs/general-notes.md").read_text("utf-8"), re.M | re.S)
    )
    assert list(sections) == [note for _, note, *_ in rows]
    for _, note, anchor, rules in rows:
        assert anchor == note.lower().replace(" ", "-")
        named = set(re.findall(r"^Rule: `asl/([\w-]+)`$", sections[note], re.M))
        assert named == set(re.findall(r"\[`([\w-]+)`\]", rules))


def test_a_link_is_relative_to_its_page() -> None:
    assert link("x", "rules/asl/a.md#b", "options/asl/c.md") == "[x](../../rules/asl/a.md#b)"
    assert plain("a_b | `c_d`") == r"a\_b \| `c_d`"


@pytest.mark.parametrize(
    ("page", "home"), [("page/", "../../page/index.html"), ("https://example.org/rout/", "https://example.org/rout/")]
)
def test_a_position_opens_on_the_page_beside_the_handbook(page: str, home: str) -> None:
    file = ROOT / "instances/aslsk/example-07.lp"
    match = re.fullmatch(r'<a href="(.*)#l=([\w.-]+)">.*</a>', positions.live(file, "rules/aslsk/sk-leave.md", page))
    assert match
    assert match[1] == home
    answer = pyrout.solve(position_of(match[2]))["g1"]
    assert (answer.verdict, answer.routes_total) == ("routs", 17)


def test_there_is_no_such_link_where_there_is_no_such_page() -> None:
    assert positions.live(ROOT / "instances/aslsk/example-07.lp", "rules/aslsk/sk-leave.md", "") == ""


def test_a_table_opens_on_the_page_too() -> None:
    file = ROOT / "instances/miniatures/battlesystem-veer.lp"
    match = re.fullmatch(r'<a href="(.*)#l=([\w.-]+)">.*</a>', positions.live(file, "positions/a.md", "page/"))
    assert match
    there = {str(fact) for fact in pyrout.load(file).facts if fact.name != "expect"}
    assert {str(fact) for fact in position_of(match[2]).facts} == there


def test_the_vocabulary_is_in_the_reference() -> None:
    page = next(page for page in reference.pages() if page.path == "reference/language.md")
    assert all(f"`{name}(" in page.text or f"`{name}`" in page.text for name in BY_NAME)


def test_the_page_of_a_rule_ends_with_puzzles_that_it_decides() -> None:
    several = puzzle_pages.of_rule("aslsk", "sk-dest-nearest")
    assert len(several) == 2 and len({puzzle.position for puzzle in several}) == 2
    assert all(puzzle.difficulty and "sk-dest-nearest" in puzzle.difficulty.rules for puzzle in several)
    section = puzzle_pages.section("aslsk", "sk-dest-nearest", "rules/aslsk/sk-dest-nearest.md")
    pages = {page.path: page.text for page in puzzle_pages.pictures(iter(several))}
    shown = re.findall(r"!\[[^]]*\]\(\.\./\.\./(puzzles/[^)]*)\)", section)
    assert set(shown) == pages.keys()
    for puzzle in several:
        picture = pages[puzzle_pages.picture_of(puzzle)]
        assert "<svg" in picture and "MF" not in picture and "to rout" not in picture  # nothing of the answer
    assert section.count('??? note "The answer"') == 2
