"""Encodings as lists of statements: each atom found, and each position answered among many as it is alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from clingo.control import Control
from day import of_today

import pyrout
from pyrout.base import cache
from pyrout.errors import TimeLimit
from pyrout.hexes.facts import write_question
from pyrout.hexes.solver import Solver
from pyrout.miniatures import batching, solver
from pyrout.miniatures.solver import TableSolver
from pyrout.phases.dependencies import touches
from pyrout.position import shipped
from pyrout.program import control as module
from pyrout.program import rule_sets
from pyrout.program.control import Deadline, Part, SharedControl, World, alone
from pyrout.program.rule_sets import encode, translate
from pyrout.program.statements import Pattern, PendingStatements, Statement, decode, without_worlds, written
from pyrout.program.translate import statements
from pyrout.question import ask
from pyrout.referee import answers

INSTANCES = Path(__file__).parents[2] / "instances"


@pytest.mark.parametrize(
    ("rule", "gives", "needs"),
    [
        ("a(1;X,Y). ", "a(1) a(_,_)", []),
        ("a :- b(X), not c(X), not not d, X < 2.", "a", ["b(_)"]),
        (":- f(g(1,2)), h(1;2,3).", "", ["f(g/2)", "h(1) h(2,3)"]),
        ("{ a(X) : b(X); c } = 1 :- d.", "a(_) c", ["d"]),
        ("a(X) : b(X) | c :- d.", "a(_) c", ["d"]),
        ("a :- b : c; { d(X) : e(X) } 2; N = #sum{ X : f(X) }.", "a", []),
        (
            'a((x;y),Z+1,"s") :- b((1;f(X)),-1,1..2), c((X;z),(1,2)).',
            'a(x,_,"s") a(y,_,"s")',
            ["b(1,_,_) b(f/1,_,_)", "c(_,/2)"],
        ),
        ("a(X) :- b(X,Y), X = (v;w), Y = 1..2, Z = f(X), c(Z).", "a(v) a(w)", ["b(v,_) b(w,_)", "c(f/1)"]),
        ("a(X) :- b(X), X != v, not X = w, Y < v, c(Y).", "a(_)", ["b(_)", "c(_)"]),
        ("#program part(p,u). a(p,u,x) :- b(p,f(u)).", "a(_,_,x)", ["b(_,f/1)"]),
        ("a :- b((1;2;3;4;5),(1;2;3;4;5)).", "a", ["b(_,_)"]),
        ('a("two words") :- b("word").', "a(_)", ['b("word")']),
    ],
)
def test_what_a_statement_gives_and_needs(rule: str, gives: str, needs: list[str]) -> None:
    (statement,) = statements(rule)

    def named(pattern: Pattern) -> str:
        name, arity = pattern.signature
        constants = dict(pattern.constants)
        return f"{name}({','.join(constants.get(place, '_') for place in range(arity))})" if arity else name

    assert " ".join(map(named, statement.gives)) == gives
    assert [" ".join(map(named, several)) for several in statement.needs] == needs
    listed = written([[statement]])
    assert written(decode(json.loads(json.dumps(listed)))) == listed


def test_a_statement_about_many_positions() -> None:
    encoding = """
    fence_cost((wall;hedge),2). touch(0,2;0,-2). flag :- not month(_).
    N { able(L) : at(L,P), 2 < 3 } :- N = #sum{ X,W : size(W,whole,X), not away(W) }, L = P.
    #show take/2.
    #program leg(l,g).
    calm(g,U) :- my(g,U,leg(g,U,l)), not g(U,l), U != g.
    """
    assert [s.text for s in statements(encoding)] == [
        "fence_cost(World__,(wall;hedge),2) :- world(World__).",
        "touch(World__,0,2;World__,0,-2) :- world(World__).",
        "flag(World__) :- world(World__); not month(World__,_).",
        "N <= { able(World__,L): at(World__,L,P), 2 < 3 } :- world(World__);"
        " N = #sum { X,W: size(World__,W,whole,X), not away(World__,W) }; L = P.",
        "calm(World__,G__,U) :- go__leg(call__,World__,L__,G__); my(World__,G__,U,leg(G__,U,L__));"
        " not g(World__,U,L__); U != G__.",
    ]


def test_what_a_body_leaves_unnamed_is_named_unless_clingo_needs_it_unnamed() -> None:
    (statement,) = statements("a(X) :- b(X,_,f(_)), not c(_,X), c(_,X), N = #count{ Y : d(Y,_) }, X = g(_).")
    assert statement.text == (
        "a(World__,X) :- b(World__,X,Any1__,f(Any2__)); not c(World__,_,X); c(World__,Any3__,X);"
        " N = #count { Y: d(World__,Y,_) }; X = g(_)."
    )


def test_the_variable_with_the_name_of_a_part_is_a_term_of_it() -> None:
    encoding = """
    #program leg(l).
    far(Leg,X) :- near(Leg,X), Leg' != Leg.
    far(Leg,X) :- near(Leg,X), Leg = leg(X,l).
    far(Leg',X) :- legs(Legs,Leg',X).
    said("Leg") :- far(leg(_,l),_).
    #program ends.
    far(Leg,Ends) :- near(Leg,Ends).
    """
    assert [s.text.partition(";")[2] for s in statements(encoding)] == [
        " near(World__,Leg,X); Leg' != Leg; Leg = leg(_,L__).",
        " near(World__,Leg,X); Leg = leg(X,L__).",
        " legs(World__,Legs,Leg',X).",
        " far(World__,leg(Any1__,L__),Any2__).",
        " near(World__,Leg,Ends).",
    ]


@pytest.mark.parametrize(
    "text",
    ["#external a : b.", "#minimize{ 1 : a }.", "#const n=3.", "#show f(X) : a(X).", "-a(1).", "a :- not -b(X), c."],
)
def test_what_is_no_rule_is_not_translated(text: str) -> None:
    with pytest.raises(NotImplementedError, match="is not translated"):
        statements(text)


def anything(signature: tuple[str, int]) -> bool:
    """Say that there are atoms of each signature that was stated or derived."""
    return True


def test_statements_wait_until_what_they_need_is_there() -> None:
    waiting = PendingStatements()
    waiting.add(
        encode("a(X) :- b(X). c(X) :- a(X). #program part(p). f(p) :- d(p). #program rest. d(X) :- e(X), a(X).")
    )
    waiting.state("b", ["1"])
    assert waiting.ready(["base"], anything) == (
        "#program base.\na(World__,X) :- b(World__,X).\nc(World__,X) :- a(World__,X)."
    )
    assert waiting.ready(["part"], anything) == "#program part(call__)."
    assert waiting.ready(["rest"], anything) == "#program rest(call__)."
    waiting.state("e", ["1"])
    assert waiting.ready(["rest"], anything) == (
        "#program rest(call__).\nd(World__,X) :- go__rest(call__,World__); e(World__,X); a(World__,X)."
    )
    assert waiting.ready(["part", "rest"], anything) == (
        "#program part(call__).\nf(World__,P__) :- go__part(call__,World__,P__); d(World__,P__).\n#program rest(call__)."
    )


def test_a_statement_on_the_control_fires_again_when_its_part_is_grounded_again() -> None:
    waiting = PendingStatements()
    waiting.add(encode("#program part. a(x). b :- c. d(X) :- a(X)."))
    none_but = {("a", 1)}
    assert waiting.ready(["part"], anything).count(":-") == 2  # a(x) has the call in its body
    waiting.add(encode("#program other. e :- a(X)."))
    assert "e(World__)" not in waiting.ready(["other"], lambda signature: False)
    assert "e(World__)" in waiting.ready(["part", "other"], lambda signature: False)
    waiting.add(encode("#program third. g :- d(X)."))
    assert "g(World__)" not in waiting.ready(["third"], none_but.__contains__)


@pytest.mark.parametrize(
    ("facts", "body", "fires"),
    [
        ([("s", "u", "dm")], "s(U,wounded)", False),
        ([("s", "u", "dm"), ("s", "v", "wounded")], "s(U,wounded)", True),
        ([("s", "u", "dm"), ("s", "v", "wounded")], "s(u,wounded)", False),  # the whole fact
        ([("t", "u", "dm", "1"), ("t", "v", "wounded", "2")], "t(u,wounded,N)", True),  # each constant is somewhere
        ([("s", "u", "f/1")], "s(U,f(X))", True),
        ([("s", "u", "f/1")], "s(U,f(X,Y))", False),
        ([("s", "u", "dm")], "s(U,X), X = (wounded;dm)", True),
        ([("s", "u", "dm")], "s(U,X), X = (wounded;cx)", False),
        ([("s", "u", "dm")], "d(_,cx)", False),
        ([("s", "u", "dm")], "d(_,dm)", True),
        ([("s", "u", "dm")], "e(_,anything)", True),
    ],
)
def test_a_statement_waits_for_its_constants(facts: list[tuple[str, ...]], body: str, fires: bool) -> None:
    waiting = PendingStatements()
    waiting.add(encode(f"yes :- {body}. d(X,dm) :- s(X,dm). e(X,Y) :- s(X,Y)."))
    for name, *arguments in facts:
        waiting.state(name, arguments)
    assert ("yes(World__)" in waiting.ready(["base"], anything)) == fires


def test_an_encoding_that_is_added_twice_is_there_once() -> None:
    waiting, encoding = PendingStatements(), encode("a :- b(1).")
    waiting.state("b", ["1"])
    waiting.add(encoding)
    assert waiting.ready(["base"], anything) == "#program base.\na(World__) :- b(World__,1)."
    waiting.add(encoding)
    assert waiting.ready(["base"], anything) == "#program base."


@pytest.mark.parametrize(
    ("arguments", "constants"),
    [
        ('"a,b",c, 12', ['"a,b"', "c", "12"]),
        ('f(x,g(1,2)),"(",(1,2,3),-1', ["f/2", '"("', "/3", "-1"]),
        ('leg("u,)",0)', ["leg/2"]),
    ],
)
def test_constants_of_a_fact(arguments: str, constants: list[str]) -> None:
    assert module._constants(arguments) == constants


def _unfiltered(waiting: PendingStatements, parts: Sequence[str], there: object) -> str:
    """Return every statement of the parts that is not on the control."""
    return waiting._program(parts, {s for part in parts for s in waiting._parts[part]})


def _check_filter(position: pyrout.Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pyrout.solve(position).to_json()
    with monkeypatch.context() as patched:
        patched.setattr(
            PendingStatements, "ready", lambda waiting, parts, there: _unfiltered(waiting, list(dict.fromkeys(parts)), there)
        )
        assert pyrout.solve(position).to_json() == before


SAMPLE = [name for name in shipped.files() if name.startswith(("rulings/", "generated/"))]


@pytest.mark.parametrize("name", of_today(SAMPLE[::90], 2))
def test_statements_that_are_left_out_change_no_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _check_filter(pyrout.parse(shipped.text_of(name), name), monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", of_today(SAMPLE[7::15], 8))
def test_statements_that_are_left_out_change_no_answer_of_many(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _check_filter(pyrout.parse(shipped.text_of(name), name), monkeypatch)


def test_of_a_position_alone_no_atom_has_a_world() -> None:
    waiting = PendingStatements(alone=True)
    waiting.add(encode("#program part(p). f(p,X) :- d(X), not e, g(1;2). #program side. h :- e(1)."))
    for name, *arguments in (("d", "1"), ("g", "1"), ("e", "1")):
        waiting.state(name, arguments)
    assert waiting.ready(["part", "side"], anything) == (
        "#program part(call__).\nf(P__,X) :- go__part(call__,P__); d(X); not e; g(1;2).\n"
        "#program side(call__).\nh :- e(1)."
    )
    assert without_worlds("a(World__,World,X) :- b(World__), c(call__,World__).") == "a(World,X) :- b, c(call__)."
    files = rule_sets.encodings_of_positions()
    texts = [row[1] for file in files for piece in rule_sets._listed(file.read_bytes())[1] for row in piece]
    assert len(texts) > 2000 and [text for text in texts if "World__" in without_worlds(text)] == []


@pytest.mark.parametrize("text", ["a(X) :- b(World__,X).", 'a("call__").'])
def test_a_word_of_the_translation_is_refused(text: str) -> None:
    with pytest.raises(NotImplementedError, match="use another word"):
        statements(text)


def test_a_table_alone_among_many_is_answered_as_by_itself() -> None:
    question = ask(pyrout.load(INSTANCES / "generated/retreat.jsonl#attacked-01"))
    (among,) = batching._in_worlds([question])
    assert isinstance(among, TableSolver)
    assert len(among.unit("a").routes) == len(TableSolver(question).unit("a").routes) == 2


@pytest.mark.parametrize("facts", ["a.", "a(1)", "a(1). b", 'a("b).', "a(1) :- b(2).", "a(1). #show.", "a(1..2)."])
def test_only_facts_with_arguments_are_taken(facts: str) -> None:
    with pytest.raises(ValueError, match="not a fact with arguments"):
        alone(encode("c."), facts)


def test_facts_are_taken_as_they_stand() -> None:
    world = alone(encode("b(X) :- a(X,_)."), ' a("x). c(1). \\" \\\\",f(-1,g)).a(2,(3,4)).\n\na(none,x). ')
    world.ground(("base", []))
    assert sorted(str(first) for (first,) in world.atoms("b", 1)) == ['"x). c(1). \\" \\\\"', "2", "none"]


SEVEN = INSTANCES / "aslsk" / "example-07.lp"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the encodings from which the program solves, and an empty cache beside it."""
    copy = tmp_path / "asp"
    shutil.copytree(rule_sets.root(), copy)
    monkeypatch.setattr(rule_sets, "root", lambda: copy)
    monkeypatch.setenv("PYROUT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("PYROUT_STATEMENTS")
    forget()
    yield copy
    forget()


def forget() -> None:
    """Read the encodings anew, as a new process does."""
    for remembering in (rule_sets.folder, rule_sets.names, rule_sets.about, rule_sets._pieces, rule_sets._listed):
        remembering.cache_clear()


@pytest.fixture
def translations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are translated at run time."""
    texts: list[str] = []

    def noting(text: str) -> Sequence[Statement]:
        texts.append(text)
        return translate(text)

    monkeypatch.setattr(rule_sets, "translate", noting)
    return texts


def solved() -> dict[str, Any]:
    """The answer for a position, by encodings that are read anew."""
    forget()
    return dict(pyrout.solve(pyrout.load(SEVEN)).to_json())


def build() -> None:
    """Write the files that a wheel has."""
    for path in rule_sets.encodings_of_positions():
        file = rule_sets.statements_file(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(rule_sets.statements_written(path))


def test_what_a_wheel_has_is_not_translated(
    copied: Path, translations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = solved()
    monkeypatch.setenv("PYROUT_CACHE", "off")
    build()
    translations.clear()
    assert solved() == expected and translations == []
    for path in copied.rglob("*.lp"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))  # the line ends of another system
    assert solved() == expected and translations == []


def test_what_was_translated_is_kept(copied: Path, translations: list[str]) -> None:
    expected = solved()
    assert len(translations) > 20
    translations.clear()
    assert solved() == expected and translations == []


def test_of_changed_encodings_only_these_are_translated(copied: Path, translations: list[str]) -> None:
    build()
    solved()
    translations.clear()
    file = copied / "rout" / "destination.lp"
    file.write_text(file.read_text("utf-8") + '\n#program base.\nrefused(at(g1),"no") :- at(g1,_).\n', "utf-8")
    forget()
    with pytest.raises(pyrout.InstanceError, match=r"at\(g1\) is refused"):
        pyrout.solve(pyrout.load(SEVEN))
    assert len(translations) == 1 and "refused(at(g1)" in translations[0]


def test_another_translator_translates_anew(
    copied: Path, translations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = solved()
    translations.clear()
    monkeypatch.setattr(rule_sets, "_translator", lambda: "another")
    assert solved() == expected and len(translations) > 20


def test_statements_are_kept_in_a_folder_of_their_own(
    copied: Path, translations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tests keep nothing else: `conftest.py` names the folder."""
    monkeypatch.setenv("PYROUT_CACHE", "off")
    monkeypatch.setenv("PYROUT_STATEMENTS", str(copied.parent / "statements"))
    expected = solved()
    translations.clear()
    assert solved() == expected and translations == []
    cache.write(cache.key("other", 1), b"1")
    assert {path.name.partition("-")[0] for path in (copied.parent / "statements").iterdir()} == {"statements"}


@pytest.mark.parametrize("off", ["off", "/dev/null/none"])
def test_without_a_cache_every_process_translates(
    copied: Path, translations: list[str], monkeypatch: pytest.MonkeyPatch, off: str
) -> None:
    """Also where a folder is read only: nothing can be kept there."""
    monkeypatch.setenv("PYROUT_CACHE", off)
    expected = solved()
    translations.clear()
    assert solved() == expected and len(translations) > 20


# Files and entries of the cache in another form than is written: what else can stand there after a crash, or another version.
OTHER_FORMS = (
    "",
    "{",
    "[]",
    "7",
    "{}",
    "[7,7]",
    '["D",[]]',
    '["D",[[7]]]',
    '["D",[[{}]]]',
    '["D",7]',
    '["D",[[],[[["base","a.",[1]]]]]]',
    "[" * 100_000,
)


def test_a_file_in_another_form_is_as_if_there_were_none(copied: Path, translations: list[str]) -> None:
    expected = solved()
    build()
    encoding = copied / "rout" / "leg.lp"
    digest, file = rule_sets._digest(encoding.read_bytes()), rule_sets.statements_file(encoding)
    for text in OTHER_FORMS:
        file.write_text(text.replace("D", digest))
        for entry in (copied.parent / "cache").glob("statements-*"):
            entry.unlink()
        translations.clear()
        assert solved() == expected and len(translations) == 1, text[:40]
        translations.clear()
        assert solved() == expected and translations == [], f"{text[:40]}: the cache has it"


def test_an_entry_in_another_form_is_as_if_there_were_none(copied: Path, translations: list[str]) -> None:
    expected = solved()
    raw = (copied / "rout" / "leg.lp").read_bytes()
    for rows in ("[]", "7", "[[7]]", "no JSON", "[" * 100_000):
        cache.write(cache.key("statements", rule_sets._translator(), raw), rows.encode())
        translations.clear()
        assert solved() == expected and len(translations) == 1, rows[:40]


def test_two_processes_translate_at_once(tmp_path: Path) -> None:
    environment = {**os.environ, "PYROUT_CACHE": str(tmp_path / "cache"), "PYROUT_STATEMENTS": ""}
    run = [sys.executable, "-m", "pyrout", "solve", "--json", str(SEVEN)]
    both = [
        subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=INSTANCES.parent)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120) for process in both]
    again = subprocess.run(run, capture_output=True, env=environment, cwd=INSTANCES.parent, check=True)
    assert said[0] == said[1] == (again.stdout, b"")
    names = {path.name.partition("-")[0] for path in (tmp_path / "cache").iterdir()}
    assert names == {"statements"}, "no file is left half-written"


def test_what_waits_in_vain_would_have_given_nothing() -> None:
    """Return the atoms with the whole of an encoding on the control from the beginning."""
    question = ask(pyrout.load(INSTANCES / "aslsk" / "example-07.lp"))
    solver = pyrout.Solver(question)
    control = Control(["--warn=none"])
    control.add("base", [], rule_sets.program("aslsk", having={fact.name for fact in question.position.facts}))
    (side,) = solver.worlds
    control.add("base", [], write_question(question, side))
    control.ground([("base", [])])
    atoms = solver.world.worlds.control.symbolic_atoms
    ours = {str(atom.symbol) for atom in atoms}
    theirs = {str(atom.symbol) for atom in control.symbolic_atoms}
    assert len(theirs) > 500 and theirs <= ours


FILES: list[Path | str] = [
    *sorted((INSTANCES / "aslsk").glob("*.lp")),
    *sorted((INSTANCES / "rulings").glob("*.lp"))[:12],
    *(file for name, file in shipped.files().items() if name.startswith("generated/asl") and name.endswith("-01")),
]


@pytest.mark.slow
@pytest.mark.parametrize("first", of_today(range(0, len(FILES), 12), 5))
def test_a_position_is_answered_among_others_as_it_is_alone(first: int) -> None:
    positions = [pyrout.load(file) for file in FILES[first : first + 12]]
    together = answers([ask(position) for position in positions])
    for position, answer in zip(positions, together, strict=True):
        assert isinstance(answer, pyrout.Answer), answer
        assert answer.to_json() == pyrout.solve(position).to_json(), position.name


def test_one_that_is_refused_does_not_hurt_the_others() -> None:
    good = pyrout.load(INSTANCES / "aslsk" / "example-07.lp")
    bad = pyrout.parse(good.program() + " status(g1,fanatic).", "bad")
    first, refused, last = answers([ask(good), ask(bad), ask(good)])
    assert isinstance(refused, pyrout.InstanceError) and "bad" in str(refused)
    alone = pyrout.solve(good)
    assert first == alone == last


TABLES = [
    *sorted((INSTANCES / "miniatures").glob("*.lp")),
    *sorted((INSTANCES / "rules" / "battlesystem").glob("*.lp")),
    *sorted((INSTANCES / "rules" / "retreat").glob("*.lp")),
]


@pytest.mark.slow
def test_a_table_is_answered_among_others_as_it_is_alone() -> None:
    positions = [pyrout.load(file) for file in of_today(TABLES, 4)]
    together = answers([ask(position) for position in positions])
    for position, answer in zip(positions, together, strict=True):
        assert isinstance(answer, pyrout.Answer), answer
        assert answer.to_json() == pyrout.solve(position).to_json(), position.name


def test_a_table_that_is_refused_or_too_large_does_not_hurt_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    good, large = (pyrout.load(INSTANCES / "miniatures" / f"retreat-{name}.lp") for name in ("first-turn", "spreads"))
    bad = pyrout.parse(good.without("threat").program(), "bad")
    hexes = pyrout.load(INSTANCES / "aslsk" / "example-07.lp")
    monkeypatch.setattr(solver, "MOST_STATES", 5)
    first, refused, other, too_large, last = answers([ask(each) for each in (good, bad, hexes, large, good)])
    assert isinstance(refused, pyrout.InstanceError) and "bad" in str(refused)
    assert isinstance(too_large, pyrout.UsageError) and "more than 5 states" in str(too_large)
    assert isinstance(first, pyrout.Answer) and isinstance(last, pyrout.Answer) and isinstance(other, pyrout.Answer)
    assert first.to_json() == last.to_json() == pyrout.solve(good).to_json()


def test_two_tables_need_no_more_calls_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts that they want are grounded in one call, as long as both want the same."""
    calls = [0]  # what is grounded before is of no table

    ground = SharedControl.ground

    def counted(worlds: SharedControl, wanted: Iterable[tuple[World, Sequence[Part]]]) -> None:
        calls[-1] += 1
        ground(worlds, wanted)

    monkeypatch.setattr(SharedControl, "ground", counted)
    gap, oblique = (
        ask(pyrout.load(INSTANCES / "miniatures" / f"battlesystem-{n}.lp")) for n in ("gap-in-water", "oblique")
    )
    for questions in ([gap, gap], [gap], [oblique]):
        calls.append(0)
        answers(questions)
    _, both, one, other = calls
    assert both == one > other > 3


@pytest.mark.slow
def test_few_calls_are_made_for_a_chain() -> None:
    """Each event of the line must be known before what comes of it: 34 states in a row, about four calls for each."""
    question = ask(pyrout.load(INSTANCES / "miniatures" / "battlesystem-chain.lp"))
    control = alone(rule_sets.encoding(question.rules), solver.write_question(question))
    calls = 0
    for _, parts in solver.TableSolver(question, control).steps():
        control.ground(*parts)
        calls += 1
    assert len(list(control.atoms("state", 1))) == 34
    assert calls < 140


def test_work_goes_on_after_the_time_was_renewed() -> None:
    """The page asks for the reasons of an answer long after it was solved."""
    question = ask(pyrout.load(INSTANCES / "aslsk/example-07.lp"), timeout=60)
    solver = Solver(question)
    solver.verdict("g1")
    question.deadline.at = 0.0
    with pytest.raises(TimeLimit):
        solver.carry_out(solver.touching(["g1"]))
    solver.set_deadline(Deadline(60))
    solver.carry_out(solver.touching(["g1"]))
    assert touches(solver, "g1")["reads"]
