"""The reader of instance files: where and how it refuses a text, with a remedy."""

from __future__ import annotations

import pytest
from instance_texts import GOOD, LAST, refusal

from pyrout.errors import InstanceError
from pyrout.position.reading import parse
from pyrout.referee import solve

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
    ('terrain("A1",xxxxx).', 1, 14, "not a terrain", "open_ground, grain"),
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
    ('unit(v1,german,vehicle). at(v1,"A1"). status(v1,dm).', 39, "not broken", "remove it"),  # no vehicle ever is
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
# Instances and errors as objects


@pytest.mark.parametrize("fact", ["unit(none,german,squad).", "sw(none,lmg,1,6).", "side(none)."])
def test_nobody_is_called_none(fact: str) -> None:
    with pytest.raises(InstanceError, match="none stands for nobody; choose another name"):
        parse(fact, need="facts")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Read me\n\nwords", "this is no position: it does not begin with a fact;"),
        ("Dear all, here is (soon) a position.", "this is no position: it does not begin with a fact;"),
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
