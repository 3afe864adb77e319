"""The reader of instance files: the facts that it takes."""

from __future__ import annotations

import re

import clingo
import pytest
from instance_texts import GOOD, refusal

from pyrout.errors import InstanceError
from pyrout.position.facts import Fact
from pyrout.position.reading import parse
from pyrout.position.vocabulary import PREDICATES, Name, Term


def test_arguments_become_values_of_their_kind() -> None:
    facts = parse(
        'expect(g1,destinations("yZ9")). at(g1,"2M2",-1).unit(g1,german,squad).hex("2M2",2,3).hex("yZ9",25,18).'
        "side(german).",
        need="facts",
    ).facts
    assert facts[0] == Fact("expect", (Name("g1"), Term("destinations", ("yZ9",))), 1, 1)
    assert facts[1] == Fact("at", (Name("g1"), "2M2", -1), 1, 33)
    assert [type(a) for a in facts[1].args] == [Name, str, int]
    assert str(facts[0]) == 'expect(g1,destinations("yZ9"))'


def test_the_good_position() -> None:
    position = parse(GOOD, "good.lp")
    assert position.name == "good.lp"
    assert position.rules == "aslsk"
    assert position.units == ("g1", "l1", "a1")
    assert [str(f) for f in position.of("terrain")] == ['terrain("A1",woods)', 'terrain("B1",stone_building)']
    assert position.of("road") == ()
    fact = position.of("normal_range")[0]
    assert (fact.line, fact.column) == (9, 39)


def test_both_arities_of_at_come_in_file_order() -> None:
    position = parse(
        'side(g). hex("A1",0,1). unit(a,g,squad). unit(b,g,squad). unit(c,g,squad). '
        'at(a,"A1"). at(b,"A1",1). at(c,"A1").',
        need="facts",
    )
    assert [f.args[0] for f in position.of("at")] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "text",
    [
        "month(7).",
        "  month ( 7 ) .",
        "month(\n7\n).",
        "\ufeffmonth(7).",
        "% month(8).\nmonth(7). % and no more",
        "%* month(8). %* nested *% month(9). *% month(7).",
        "%* % hidden *%\n *% month(7).",
        "%**%month(7).%",
        "month(%* 8 *%7).",
        "month(7).month(7).",
        "month(7).\r\nmonth(7).\r",
    ],
)
def test_ways_to_write_one_fact(text: str) -> None:
    assert parse(text, need="facts").program() == "month(7).\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    error = refusal(end.join(["rules(aslsk).", "% a comment", "month(13)."]), "facts")
    assert (error.line, error.column) == (3, 7)


def test_comments_nest_as_in_clingo() -> None:
    text = "%* x %* y *% month(1). *% month(2). %* % *% month(3).\n*% side(german)."
    control = clingo.Control()
    control.add("base", [], text)
    control.ground([("base", [])])
    theirs = {str(atom.symbol) for atom in control.symbolic_atoms}
    assert {str(fact) for fact in parse(text, need="facts").facts} == theirs == {"month(2)", "side(german)"}


def test_names_with_spaces_and_escapes_come_out_as_clingo_reads_them() -> None:
    text = 'hex("A1",0,1). building("the \\"big\\" house\\\\",\n  "A1").'
    position = parse(text, need="facts")
    assert position.of("building")[0].args[0] == 'the "big" house\\'
    control = clingo.Control()
    control.add("base", [], position.program())
    control.ground([("base", [])])
    [symbol] = [a.symbol for a in control.symbolic_atoms.by_signature("building", 2)]
    assert symbol.arguments[0].string == 'the "big" house\\'


@pytest.mark.parametrize("predicate", PREDICATES, ids=lambda p: f"{p.name}/{len(p.args)}")
def test_each_row_of_the_vocabulary_takes_its_own_example(predicate: object) -> None:
    example = predicate.example  # type: ignore[attr-defined]
    # The things that it refers to may be missing: its own words and arity must be right.
    try:
        parse(example + ".", need="facts")
    except InstanceError as error:
        assert re.search("is not declared|do not touch", error.problem), error


def test_every_word_of_the_published_vocabulary_is_known() -> None:
    words = {
        "status(g1,{}).": "broken dm pinned cx melee wounded concealed disrupted encircled fanatic berserk unarmed "
        "hidden captured stunned shocked motion buttoned_up mounted spotted_fire halved abandoned crest entrenched "
        "in_sewer overstacked malfunctioned",
        'terrain("A1",{}).': "open_ground woods brush grain orchard marsh stream water stone_building "
        "wooden_building rubble",
        "unit(u,german,{}).": "squad half_squad crew leader hero commissar vehicle gun dummy aircraft",
        'feature("A1",{}).': "foxhole trench shellholes pillbox tower rowhouse bridge dry wire blaze ffe smoke "
        "minefield(known)",
        "history(g1,{}).": "broke kept_dm enemy_adjacent attacked(fp) attacked(wp) attacked(cc) attacked(ffe) "
        "attacked(ordnance) attacked(sniper)",
        'nmc(g1,"A1",{}).': "pass pin fail two twelve",
        "hob(g1,{}).": "hero hardened berserk surrender other",
        "expect(g1,verdict({})).": "routs eliminated may_rout stays cannot_rout surrenders",
        'expect(g1,{}("A1")).': "destinations first crawl end eliminated_at interdicted must",
        "expect(g1,{}(none)).": "destinations first crawl end eliminated_at interdicted",
        "expect(g1,{}).": "free(yes) free(no) routes(0)",
        'hexside("A1","A2",{}).': "wall hedge cliff",
        "nationality(g1,{}).": "russian japanese gurkha partisan ss",
        "sw(mg,{},5,12).": "lmg mmg hmg mortar gun",
        'at(g1,"A1",{}).': "-1 0 1 pillbox foxhole trench shellholes",
        'los("A1@{}","A2",0).': "-1 1 pillbox foxhole",
    }
    board = 'side(german). hex("A1",0,1). hex("A2",0,3). unit(g1,german,squad). level("A1",-1). level("A1",1). '
    board += 'feature("A1",pillbox). feature("A1",foxhole). '
    for form, listed in words.items():
        for word in listed.split():
            needs = "status(g1,broken). " if word in ("dm", "disrupted") else ""
            assert parse(board + needs + form.format(word), need="facts")
