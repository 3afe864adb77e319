"""The reader of instance files: what it takes, and where and how it refuses the rest."""

from __future__ import annotations

import os
import pickle
import re
from pathlib import Path

import clingo
import pytest

from pyrout.errors import InstanceError, PyroutError, TimeLimit, UsageError
from pyrout.position.consistency import Need, with_facts, with_options
from pyrout.position.facts import Fact, Instance
from pyrout.position.reading import FACT_LIMIT, load, parse
from pyrout.position.vocabulary import PREDICATES, Name, Term
from pyrout.referee import solve

GOOD = """\
% a squad that has to leave a field
rules(aslsk).
side(german). side(american). attacker(american). month(7).
hex("A1",0,1). hex("A2",0,3). hex("B1",1,2). hex("B2",1,4).
terrain("A1",woods). terrain("B1",stone_building).
los("A1","B2",3).
unit(g1,german,squad). at(g1,"A2"). status(g1,broken). status(g1,dm).
unit(l1,german,leader). at(l1,"A2").
unit(a1,american,squad). at(a1,"B2"). normal_range(a1,6).
"""
LAST = GOOD.count("\n") + 1  # the line of a fact appended to GOOD


def refusal(text: str, need: Need = "router") -> InstanceError:
    with pytest.raises(InstanceError) as caught:
        parse(text, "x.lp", need=need)
    return caught.value


# ---------------------------------------------------------------------------------------------------------------------
# What is read


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


# ---------------------------------------------------------------------------------------------------------------------
# What is refused: text, line, column, a word of the problem, a word of the remedy

SYNTAX = [
    # no facts
    ("", 1, 1, "no facts", "holds"),
    (" % nothing\n", 1, 1, "no facts", "holds"),
    # not facts
    ('terrain("A1",woods) :- month(7).', 1, 21, "a rule", "remove"),
    (":- month(7).", 1, 1, "a constraint", "remove"),
    ("{ month(7) }.", 1, 1, "a choice", "remove"),
    ("month(7) : side(german).", 1, 10, "a condition", "remove"),
    ("side(german) ; side(american).", 1, 14, "a disjunction", "remove"),
    ("side(german) | side(american).", 1, 14, "a disjunction", "remove"),
    ("side(german), side(american).", 1, 13, "more than one", "remove"),
    (":~ month(7). [1]", 1, 1, "weak constraint", "remove"),
    ("month(6).\n#script(python)\nimport os\n#end.", 2, 1, "#script", "remove"),
    ('#include "other.lp".', 1, 1, "#include", "remove"),
    ("#external month(7).", 1, 1, "#external", "remove"),
    ("#const m=7.", 1, 1, "#const", "remove"),
    ("#show.", 1, 1, "#show", "remove"),
    ("month(7). not month(8).", 1, 11, "negation", "remove"),
    ("-month(7).", 1, 1, "negation", "remove"),
    ("month(7) = 7.", 1, 10, "comparison", "remove"),
    ("X = 1.", 1, 1, "variable", "lower case"),
    ("&sum{1} = 1.", 1, 1, "theory", "remove"),
    ("7.", 1, 1, "out of place", "fact"),
    # arguments that are no values
    ("month(M).", 1, 7, "variable", "lower case"),
    ("month(_).", 1, 7, "variable", "lower case"),
    ('hex(A1,0,1).', 1, 5, "variable", "quotes"),
    ("month(1..3).", 1, 8, "an interval", "one fact for each"),
    ("month(1;3).", 1, 8, "a pool", "one fact for each"),
    ("month(3+4).", 1, 8, "arithmetic", "amounts to"),
    ("month(8-1).", 1, 8, "arithmetic", "amounts to"),
    ("month(-(7)).", 1, 7, "arithmetic", "amounts to"),
    ("month(|7|).", 1, 7, "arithmetic", "amounts to"),
    ("month(2**2).", 1, 8, "arithmetic", "amounts to"),
    ("month(7=7).", 1, 8, "comparison", "value"),
    ("month(@f()).", 1, 7, "call", "value"),
    ("month((7)).", 1, 7, "parentheses", "number"),
    ("month(#sup).", 1, 7, "#sup", "number"),
    ("month(not).", 1, 7, "not is a word", "another name"),
    ("month().", 1, 7, "missing", "number"),
    ("hex(,0,1).", 1, 5, "missing", "quotes"),
    ("month(07).", 1, 7, "leading zeros", "write 7"),
    ("month(7.5).", 1, 7, "7.5 is no whole number", "unit_of_length(inch,2)"),
    ("month(7. month(8).", 1, 8, "full stop inside the parentheses", "close"),
    ("month(1234567890).", 1, 7, "digits", "smaller"),
    ("option(" + "a" * 65 + ",allow).", 1, 8, "longer than 64", "shorter"),
    ('hex("' + "A" * 65 + '",0,1).', 1, 5, "longer than 64", "shorter"),
    ("expect(g1,must(f(a))).", 1, 17, "inside a term", "not nested"),
    ("month(1,2,3,4,5,6,7,8,9,10).", 1, 25, "more than 9 arguments", "that many"),
    # bad endings
    ("month(7)", 1, 1, "ends inside", "full stop"),
    ("month(7", 1, 8, "ends inside", "close"),
    ("month(7) side(german).", 1, 10, "full stop is missing", "full stop"),
    ("month(7)..", 1, 10, "out of place", "fact"),
    ("month(7) ..8.", 1, 10, "out of place", "full stop"),
    ("month(7 8).", 1, 9, "comma", "put one"),
    ("month(7]", 1, 8, "out of place", "number"),
    ('hex("A1,0,1).', 1, 5, "quotes that open", "same line"),
    ('hex("A1\n",0,1).', 1, 5, "quotes that open", "same line"),
    ('hex("A\\t",0,1).', 1, 5, "quotes that open", "same line"),
    ("month(7).\n %* open\n%* twice *%", 2, 2, "no end", "*%"),
    ("month(7).\0", 1, 10, "NUL", "instance facts"),
    ("month(7).\n% a\0b", 2, 4, "NUL", "instance facts"),
    ("month(7).\né(7).", 2, 1, "out of place", "fact"),
    ("month(é).", 1, 7, "out of place", "constant"),
    # the vocabulary
    ("terain(a).", 1, 1, "terain", "terrain"),
    ("zzzzzz(a).", 1, 1, "zzzzzz", "INSTANCE"),
    ("month.", 1, 1, "0 arguments", "month(7)"),
    ('terrain("A1").', 1, 1, "1 argument", "terrain("),
    ('at(g1,"A1",1,2).', 1, 1, "4 arguments", "at(g1,"),
    ('terrain("A1",wods).', 1, 14, "not a terrain", "woods"),
    ('terrain(a1,woods).', 1, 9, "in quotes", '"a1"'),
    ('terrain(12,woods).', 1, 9, "not a hex name", '"yBB8"'),
    ('terrain("A 1",woods).', 1, 9, "not a hex name", '"yBB8"'),
    ('terrain("A1@1",woods).', 1, 9, "not a hex name", '"yBB8"'),
    ('terrain("",woods).', 1, 9, "not a hex name", '"yBB8"'),
    ('terrain("A\\n1",woods).', 1, 9, "not a hex name", '"yBB8"'),
    ('los("A1@roof","A1",0).', 1, 5, "not a hex or Location", "pillbox"),
    ('los("A1@0","A1",0).', 1, 5, "ground level", '"A1"'),
    ('los("A1","A1",none).', 1, 15, "Hindrances", "0 to 99"),
    ('los("A1","A1",-1).', 1, 15, "-1", "0 to 99"),
    ("month(13).", 1, 7, "13", "1 to 12"),
    ("month(july).", 1, 7, "july", "1 to 12"),
    ('hex("A1",0,1001).', 1, 12, "1001", "-1000 to 1000"),
    ('elevation("A1",-6).', 1, 16, "-6", "-5 to 20"),
    ("morale(g1,13).", 1, 11, "13", "0 to 12"),
    ("normal_range(g1,100).", 1, 17, "100", "0 to 99"),
    ('unit("g1",german,squad).', 1, 6, "not an id", "g1"),
    ("unit(_g1,german,squad).", 1, 6, "not a constant", "lower-case"),
    ("unit(g1',german,squad).", 1, 6, "not a constant", "lower-case"),
    ("unit(g1,german,tank).", 1, 16, "kind of unit", "vehicle"),
    ("status(g1,brokn).", 1, 11, "not a status", "broken"),
    ("status(g1,f(x)).", 1, 11, "not a status", "broken"),
    ("history(g1,attacked(mg)).", 1, 12, "not an attack", "ordnance"),
    ("history(g1,attacked).", 1, 12, "happened", "attacked(..)"),
    ('expect(g1,destination("A1")).', 1, 11, "known answer", "destinations(..)"),
    ('expect(g1,destinations("A1","A2")).', 1, 11, "one argument", "destinations(..)"),
    ("expect(g1,free(maybe)).", 1, 11, "yes or no", "yes or no"),
    ("expect(g1,must(none)).", 1, 11, "rule id", "sk-must-adjacent"),
    ("leadership(l1,2).", 1, 15, "not a leadership DRM", "from -3 to 1"),
    ("leadership(l1,-4).", 1, 15, "not a leadership DRM", "from -3 to 1"),
    ("environment(arctic).", 1, 13, "environment", "desert"),
    ('terrain("A1",xxxxx).', 1, 14, "not a terrain", "open_ground, woods"),
]  # fmt: skip

# Appended to GOOD, so on line LAST.
MEANING = [
    # hexes
    ('hex("C1",2,1).hex("A1",4,1).', 15, "contradicts", "keep one"),
    ('hex("A9",0,1).', 1, '"A1"', "correct"),
    ('hex("C1",2,2).', 1, "between the hexes", "2r-1"),
    ('terrain("A1",brush).', 1, "in line 5", "keep one"),
    ('terrain("Z1",brush).', 1, '"Z1"', "hex/3"),
    ('elevation("A1",1). elevation("A1",2).', 20, "contradicts", "keep one"),
    ('elevation("Z1",1).', 1, '"Z1"', "hex/3"),
    ('building("b","Z1").', 1, '"Z1"', "hex/3"),
    ('los("A1","B2",2).', 1, "in line 6", "keep one"),
    ('los("A1","Z2",2).', 1, '"Z2"', "hex"),
    ('los("Z2@1","A1",2).', 1, '"Z2@1"', "hex"),
    ('los("A1@1","B2",2).', 1, '"A1@1"', "level/2"),
    ('level("A1",1). los("B2","A1@2",2).', 16, '"A1@2"', "level/2"),
    ('los("B2","A1@foxhole",2).', 1, '"A1@foxhole"', "feature/2"),
    ('feature("A1",trench). los("B2","A1@foxhole",2).', 23, '"A1@foxhole"', "feature/2"),
    ('feature("A1",foxhole). los("B2","A1@foxhole",0). los("B2","A1",1).', 50, "contradicts", "keep one"),
    (
        'feature("A1",foxhole). feature("A1",trench). los("B2","A1@foxhole",0). los("B2","A1@trench",1).',
        72,
        "contradicts",
        "keep one",
    ),
    ('nmc(g1,"A1@1",pin).', 1, '"A1@1"', "level/2"),
    ('expect(g1,end("A1@1")).', 1, '"A1@1"', "level/2"),
    ('road("A1","B2").', 1, "do not touch", "hexside"),
    ('road("A1","A1").', 1, "do not touch", "hexside"),
    ('road("A1","Z1").', 1, '"Z1"', "hex/3"),
    ('hexside("A1","B2",wall).', 1, "do not touch", "hexside"),
    ('feature("Z1",wire).', 1, '"Z1"', "hex/3"),
    ('wire_exit("A1",1). wire_exit("A1",2).', 20, "contradicts", "keep one"),
    # sides
    ("side(russian).", 1, "third side", "two"),
    ("attacker(germans).", 1, "germans", "german?"),
    ("attacker(german).", 1, "in line 3", "keep one"),
    ("month(8).", 1, "contradicts", "keep one"),
    ('crop("02",0,0,900,645).', 1, 'board "02"', "board/4"),
    ('terrain_change("02",1,"NoGrain").', 1, 'board "02"', "board/4"),
    ('rubble_counter("A1","Stone Rubble").', 1, "board that this counter changes", "terrain/2"),
    ("afv(l1).", 1, "no vehicle", "name the vehicle"),
    ("rules(asl).", 1, "contradicts", "keep one"),
    ("option(revisit,allow). option(revisit,forbid).", 24, "contradicts", "keep one"),
    ("no_quarter(finns).", 1, "finns", "side/1"),
    # units
    ("unit(g1,german,leader).", 1, "in line 7", "keep one"),
    ('unit(g2,russian,squad). at(g2,"A1").', 1, "russian", "side/1"),
    ("unit(g2,german,squad).", 1, "nowhere", "at(g2"),
    ("unit(v1,german,vehicle).", 1, "nowhere", "at(v1"),
    ('unit(german,german,squad). at(german,"A1").', 1, "unit and of a side", "rename"),
    ('unit(mg,german,squad). at(mg,"A1"). sw(mg,lmg,1,8).', 37, "unit and of a SW", "rename"),
    ('at(g1,"A1").', 1, "in line 7", "keep one"),
    ('at(g1,"A2",1).', 1, "contradicts", "keep one"),
    ('at(g9,"A1").', 1, "g9", "unit/3"),
    ('unit(g2,german,squad). at(g2,"Z1").', 24, '"Z1"', "hex/3"),
    ("status(g9,broken).", 1, "g9", "unit/3"),
    ("status(g1,berserk).", 1, "broken and berserk", "remove"),
    ("status(l1,dm).", 1, "not broken", "status(l1,broken)"),
    ("status(l1,disrupted).", 1, "not broken", "status(l1,broken)"),
    ("breaks(g1).", 1, "broken already", "remove"),
    ("breaks(g9).", 1, "g9", "unit/3"),
    ("morale(g9,7).", 1, "g9", "unit/3"),
    ("normal_range(a1,4).", 1, "in line 9", "keep one"),
    ("leadership(g1,-1).", 1, "g1 is no leader", "name the leader"),
    ('unit(h1,german,hero). at(h1,"A1"). leadership(h1,-1).', 36, "h1 is no leader", "remove it"),
    ("leadership(l1,-1). leadership(l1,0).", 20, "contradicts leadership(l1,-1)", "keep one"),
    ("leadership(l9,-1).", 1, "l9", "unit/3"),
    ("possesses(g1,mg).", 1, "mg", "sw/4"),
    ("sw(mg,lmg,1,8). possesses(g9,mg).", 17, "g9", "unit/3"),
    ("sw(mg,lmg,1,8). possesses(g1,mg). possesses(a1,mg).", 35, "g1 possesses mg", "one"),
    ("sw(mg,lmg,1,8). status(mg,broken).", 17, "status of a SW", "malfunctioned"),
    ("sw(mg,lmg,1,8). sw(mg,hmg,5,16).", 17, "contradicts", "keep one"),
    ('unit(l2,german,leader). at(l2,"A1"). accompanies(l2,g1).', 38, "same Location", "together"),
    (
        'unit(v2,german,vehicle). at(v2,"A1"). unit(l2,german,leader). rider(l2,v2). accompanies(l2,g1).',
        *(77, "same Location", "together"),
    ),
    ('unit(l2,american,leader). at(l2,"A2"). accompanies(l2,g1).', 40, "one side", "leader's side"),
    ("accompanies(l1,l1).", 1, "two units", "leader's side"),
    ("accompanies(l9,g1).", 1, "l9", "unit/3"),
    ("passenger(g1,l1).", 1, "no vehicle", "vehicle"),
    ("rider(g1,v9).", 1, "v9", "unit/3"),
    ("nationality(finns,finnish).", 1, "finns", "side/1"),
    ('covered_arc(gun9,"A1").', 1, "gun9", "sw/4"),
    ('nmc(g1,"A1",pin). nmc(g1,"A1",fail).', 19, "contradicts", "keep one"),
    ('reveal(a1,g1,"A1",before). reveal(a1,g1,"A1",after).', 28, "contradicts", "keep one"),
    ('no_interdiction(a1,"Z1").', 1, '"Z1"', "hex"),
    ("no_interdiction(a9).", 1, "a9", "unit/3"),
    # known answers
    ('expect(g9,destinations("A1")).', 1, "g9", "unit/3"),
    ('expect(g1,end("Z1")).', 1, '"Z1"', "hex"),
    ("expect(g1,free(yes)). expect(g1,free(no)).", 23, "contradicts", "keep one"),
    ("expect(g1,routes(1)). expect(g1,routes(2)).", 23, "contradicts", "keep one"),
    ('expect(g1,end("A1")). expect(g1,end(none)).', 23, "contradicts", "keep one"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "problem", "remedy"), SYNTAX)
def test_refused_as_text(text: str, line: int, column: int, problem: str, remedy: str) -> None:
    error = refusal(text, "facts")
    assert (error.line, error.column) == (line, column), error
    assert problem in error.problem
    assert remedy in error.remedy
    assert str(error).startswith(f"x.lp:{line}:{column}: ")
    assert str(error).splitlines() == [str(error)]


@pytest.mark.parametrize(("text", "column", "problem", "remedy"), MEANING)
def test_refused_for_its_meaning(text: str, column: int, problem: str, remedy: str) -> None:
    error = refusal(GOOD + text)
    assert (error.line, error.column) == (LAST, column), error
    assert problem in error.problem
    assert remedy in error.remedy


@pytest.mark.parametrize("ruleset", ["aslsk", "asl"])
@pytest.mark.parametrize(
    ("text", "column"),
    [
        ('unit(g2,german,squad). at(g2,"A2"). accompanies(g2,g1).', 37),
        ("status(l1,broken). accompanies(l1,g1).", 20),
        ("status(l1,pinned). accompanies(l1,g1).", 20),
    ],
)
def test_who_may_not_go_along_the_rule_set_refuses(ruleset: str, text: str, column: int) -> None:
    with pytest.raises(InstanceError) as caught:
        solve(parse(GOOD + text, "x.lp"), rules=ruleset)
    assert (caught.value.line, caught.value.column) == (LAST, column)
    assert "unpinned leader" in caught.value.remedy


@pytest.mark.parametrize(
    "text",
    [
        'hex("XX99",2,1).',  # a name that does not fit its place is the author's business
        'los("B2","A1",1).',  # each direction may have its own Hindrances
        'level("A1",1). los("A1@1","B2",0).',
        'terrain("A1",woods).',  # said twice
        'road("A1","A2"). road("A1","B1"). hexside("B1","A1",wall). hexside("A2","B2",hedge).',
        "accompanies(l1,g1).",
        'unit(c1,german,commissar). at(c1,"A2"). accompanies(c1,g1).',
        "sw(mg,mmg,5,12). possesses(a1,mg). status(mg,malfunctioned).",
        'unit(v1,german,vehicle). at(v1,"A2"). unit(g2,german,squad). passenger(g2,v1). rider(l1,v1).',
        "unit(p1,american,aircraft).",
        "nationality(german,ss). nationality(g1,russian).",
        'sw(gun1,gun,9,16). possesses(a1,gun1). covered_arc(gun1,"A2"). covered_arc(gun1,"A1").',
        'expect(g1,destinations("A1")). expect(g1,destinations("B1")). expect(l1,destinations(none)).',
        'nmc(g1,"A1",pin). nmc(g1,"B1",fail).',
    ],
)
def test_taken_with_a_good_position(text: str) -> None:
    assert {str(f) for f in parse(GOOD).facts} <= {str(f) for f in parse(GOOD + text).facts}


def test_the_first_fault_of_the_file_is_reported() -> None:
    error = refusal(GOOD.replace("month(7)", 'month(7). terrain("Z1",woods)') + "possesses(g9,mg). breaks(g1).")
    assert error.line == 3
    assert '"Z1"' in error.problem


def test_syntax_comes_before_meaning() -> None:
    assert refusal(GOOD + 'terrain("Z1",woods).\nmonth(X).').line == LAST + 1


@pytest.mark.parametrize(
    ("left_out", "problem", "remedy"),
    [
        ("side(german). side(american). attacker(american). ", "no side", "side(german). side(american)."),
        ("side(american). attacker(american). ", "only one side (german)", "two sides"),
        ("status(g1,broken). status(g1,dm).", "none is broken", "status(U,broken)"),
    ],
)
def test_what_is_missing(left_out: str, problem: str, remedy: str) -> None:
    assert left_out in GOOD
    error = refusal(GOOD.replace(left_out, ""))
    assert (error.line, error.column) == (1, 1)
    assert problem in error.problem
    assert remedy in error.remedy


def test_a_position_needs_a_unit() -> None:
    error = refusal('side(german). side(american). hex("A1",0,1).')
    assert "no unit" in error.problem
    assert "unit(g1,german,squad)" in error.remedy


def test_a_unit_that_breaks_on_purpose_is_a_router() -> None:
    quiet = GOOD.replace("status(g1,broken). status(g1,dm).", "")
    assert parse(quiet + "breaks(a1).").of("breaks")
    assert parse(quiet, need="position").units


def test_a_board_needs_neither_sides_nor_units() -> None:
    board = 'hex("A1",0,1). hex("A2",0,3). terrain("A1",woods).'
    assert len(parse(board, need="facts").facts) == 3
    assert "no side" in refusal(board, "position").problem


def test_the_lesser_half_of_a_map_is_off_the_pattern() -> None:
    error = refusal('hex("B1",1,1).\nhex("A1",0,1). hex("A2",0,3).', "facts")
    assert (error.line, error.column) == (1, 1)


# ---------------------------------------------------------------------------------------------------------------------
# Limits


def test_too_many_hexes() -> None:
    hexes = [f'hex("x{n}",{n % 60},{2 * (n // 60) + n % 2}).' for n in range(3001)]
    assert len(parse("\n".join(hexes[:3000]), need="facts").facts) == 3000
    error = refusal("\n".join(hexes), "facts")
    assert (error.line, error.column) == (3001, 1)
    assert "3,000 hexes" in error.problem


def test_too_many_units() -> None:
    units = ["side(g)."] + [f"unit(u{n},g,squad)." for n in range(401)]
    assert parse("\n".join(units[:401]), need="facts")
    error = refusal("\n".join(units), "facts")
    assert error.line == 402
    assert "400 units" in error.problem


@pytest.mark.parametrize("fact", ["month(7).", "month( 7 ).", "expect(g1,routes(1))."])
@pytest.mark.slow
def test_too_many_facts(fact: str) -> None:
    error = refusal((fact + "\n") * (FACT_LIMIT + 5), "facts")
    assert error.line == FACT_LIMIT + 1
    assert "200,000 facts" in error.problem


def test_too_long_a_text() -> None:
    error = refusal("%" * 5_000_001, "facts")
    assert str(error).startswith("x.lp: the text is longer than 5 MB; ")


# ---------------------------------------------------------------------------------------------------------------------
# Files


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "good.lp"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load(path).program() == parse(GOOD).program()
    assert load(path).name == str(path)


@pytest.mark.parametrize(
    ("contents", "line", "column", "byte"),
    [
        (b"month(7).\n% caf\xe9\n", 2, 6, "0xe9 at offset 15"),
        (b"\xff\xfem\0o\0", 1, 1, "0xff at offset 0"),
        (b"month(7).\r\r\n%\xc3\xa9\x80", 3, 3, "0x80 at offset 15"),
    ],
)
def test_a_file_that_is_not_utf8(tmp_path: Path, contents: bytes, line: int, column: int, byte: str) -> None:
    path = tmp_path / "x.lp"
    path.write_bytes(contents)
    with pytest.raises(InstanceError) as caught:
        load(path)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert byte in caught.value.problem
    assert "UTF-8" in caught.value.remedy


def test_a_file_with_nul_bytes(tmp_path: Path) -> None:
    path = tmp_path / "x.lp"
    path.write_bytes(b"month(7).\n\0\0\0")
    with pytest.raises(InstanceError, match=r"x\.lp:2:1: a NUL character"):
        load(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match=r"none\.lp: no such file; "):
        load(tmp_path / "none.lp")
    with pytest.raises(InstanceError, match="is a directory; "):
        load(tmp_path)
    with pytest.raises(InstanceError, match="cannot be read"):
        load("a\0b")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(InstanceError, match="cannot be read"):
        load(loop)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_and_devices_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero", "/dev/stdin"):
        if path != "/dev/stdin" or not Path(path).is_file():
            with pytest.raises(InstanceError, match="is not a regular file"):
                load(path)


def test_a_large_file_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "large.lp"
    with path.open("wb") as file:
        file.truncate(5_000_001)
    with pytest.raises(InstanceError, match=r"is larger than 5 MB; "):
        load(path)


# ---------------------------------------------------------------------------------------------------------------------
# Instances and errors as objects


def test_without_and_with_facts() -> None:
    position = parse(GOOD)
    other = with_facts(position.without("rules", "los"), [Fact("rules", (Name("asl"),))])
    assert other.rules == "asl"
    assert other.of("los") == ()
    assert position.rules == "aslsk"
    assert other.of("unit") == position.of("unit")
    assert with_facts(position, position.facts).program() == position.program()


def test_with_options_replaces_those_of_the_file() -> None:
    position = parse(GOOD + "option(revisit,allow). option(ignore_from,start).")
    changed = with_options(position, {"revisit": "forbid"})
    assert {str(f) for f in changed.of("option")} == {"option(revisit,forbid)", "option(ignore_from,start)"}
    with pytest.raises(InstanceError, match="not a constant"):
        with_options(position, {"revisit": "x). side(finn"})


@pytest.mark.parametrize(
    ("fact", "word"),
    [
        (Fact("mont", (7,)), "month"),
        (Fact("month", (7, 8)), "2 arguments"),
        (Fact("month", (True,)), "True"),
        (Fact("rules", (Name("a). b("),)), "not a constant"),
        (Fact("terrain", ("A1", Name("x y"))), "x y is not a terrain"),
        (Fact("terrain", ("A1", Name("brush"))), "in line 5"),
        (Fact("terrain", ("A1\n", Name("brush"))), "not a hex name"),
        (Fact("expect", (Name("g1"), Term("x(", (1,)))), "x( is not a known answer"),
        (Fact("at", (Name("g1"), "B1")), "contradicts"),
    ],
)
def test_facts_from_programs_are_held_to_the_same_rules(fact: Fact, word: str) -> None:
    with pytest.raises(InstanceError) as caught:
        with_facts(parse(GOOD), [fact])
    assert word in str(caught.value)


def test_the_program_can_leave_predicates_out() -> None:
    program = parse(GOOD + 'expect(g1,end("A1")).').program(without=("expect", "hex", "terrain", "los"))
    assert program == (
        "rules(aslsk).\nside(german).\nside(american).\nattacker(american).\nmonth(7).\n"
        'unit(g1,german,squad).\nat(g1,"A2").\nstatus(g1,broken).\nstatus(g1,dm).\n'
        'unit(l1,german,leader).\nat(l1,"A2").\n'
        'unit(a1,american,squad).\nat(a1,"B2").\nnormal_range(a1,6).\n'
    )


def test_an_instance_does_not_change_and_travels() -> None:
    position = parse(GOOD)
    with pytest.raises(AttributeError):
        position.name = "other"  # type: ignore[misc]
    copy: Instance = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert [type(a) for a in copy.facts[0].args] == [Name]


def test_errors_are_one_printable_line_and_travel() -> None:
    error = refusal("month(7).\nside(" + '"\u2028' + "\x1b[31m" + "x" * 1000 + '").')
    assert str(error).isprintable()
    assert len(str(error)) < 200
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert (copy.line, copy.column) == (2, 6)
    named = InstanceError("a\nb.lp", 1, 2, "p", "r")
    assert str(named) == "a\\nb.lp:1:2: p; r"
    for kind in (PyroutError, UsageError, TimeLimit):
        assert str(kind("two\nlines")) == "two\\nlines"
        assert issubclass(kind, PyroutError)


@pytest.mark.parametrize("fact", ["unit(none,german,squad).", "sw(none,lmg,1,6).", "side(none)."])
def test_nobody_is_called_none(fact: str) -> None:
    with pytest.raises(InstanceError, match="none stands for nobody; choose another name"):
        parse(fact, need="facts")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Read me\n\nwords", "this is no position: it does not begin with a fact;"),
        ("Dear all, here is (soon) a position.", "this is no position: it does not begin with a fact;"),
        ('{"units": []}', "this is no position: it does not begin with a fact;"),
        ("hex(B2,1,2).", 'B2 is a variable; write ids in lower case, as in b2, and hexes in quotes, as in "B2"'),
        ("hex(\u201cB2\u201d,1,2).", '\u201c is a curly quote; use straight quotes, as in "B2"'),
        (
            'side(a). side(b). hex("B2",1,2). unit(g1,a,squad). at(g1,"b2").',
            'hex "b2" is not declared; did you mean "B2"?',
        ),
    ],
)
def test_a_slip_of_the_hand_is_told_with_what_to_do(text: str, said: str) -> None:
    with pytest.raises(InstanceError) as error:
        parse(text)
    assert said in str(error.value)


def test_a_picture_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF")
    with pytest.raises(InstanceError, match="no text: this is no position; name a file of instance facts"):
        load(tmp_path / "a.jpg")
