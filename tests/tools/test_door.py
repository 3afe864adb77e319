"""Arguments of a wrong type or range get one line, in the library's words."""

from __future__ import annotations

import contextlib
import inspect
import math
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pyrout
from pyrout.position.facts import Fact
from pyrout.position.reading import facts_in
from pyrout.position.vocabulary import Name

INSTANCES = Path(__file__).parents[2] / "instances"
P: Any = pyrout.load(INSTANCES / "aslsk/example-07.lp")
LIBRARY: Any = pyrout
FACT: Any = Fact

WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "paths": (lambda: pyrout.solve(P, paths=-1), "paths: a whole number from 0, not -1"),
    "dice": (lambda: pyrout.solve(P, dice=[9]), "dice show scores from 1 to 6: give at most 50, as in 4,2"),
    "early": (lambda: pyrout.solve(P, timeout=-1), "timeout: a number of seconds from 0, not -1"),
    "nan": (lambda: pyrout.solve(P, timeout=math.nan), "timeout: a number of seconds from 0, not nan"),
    "time": (lambda: LIBRARY.solve(P, timeout="5"), "timeout: a number of seconds, not a string"),
    "states": (lambda: pyrout.phase(P, states=0), "states: a whole number from 1, not 0"),
    "huge": (lambda: pyrout.solve(P, timeout=10**400), "timeout: a number of seconds, not one of more than 308 digits"),
    "progress": (lambda: LIBRARY.solve(P, progress=3), "progress: a function of one string, as print, not an int"),
    "into": (lambda: LIBRARY.solve(P, into={}), "into: a list, as in so_far = [], not a dict"),
    "to": (lambda: pyrout.check(P, "g1", ["yJ5", "yI5"], to=""), "to: a hex, not an empty string"),
    "rules": (lambda: pyrout.solve(P, rules=""), "rules: the name of a rule set, not an empty string"),
    "ruleset": (lambda: LIBRARY.rules(None), "ruleset: the name of a rule set, not None"),
    "captor": (
        lambda: pyrout.after(P, "surrenders", "g1", captor=""),
        "captor: the id of an enemy, not an empty string",
    ),
    "hex": (lambda: LIBRARY.explain_hex(P, "g1", None), "hex: the name of a hex, not None"),
    "file": (
        lambda: LIBRARY.solve("file.lp"),
        "a position is wanted, not a string; pyrout.load(path) makes one of a file, pyrout.parse(text) of a text",
    ),
    "options": (
        lambda: LIBRARY.solve(P, options=["a=b"]),
        "options: a dict of names and values, as in {'revisit': 'allow'}, not a list",
    ),
    "value": (
        lambda: LIBRARY.solve(P, options={"ignore_from": 3}),
        "options: ignore_from: its value is a string, not an int",
    ),
    "bytes": (lambda: LIBRARY.parse(b"side(a)."), "text: a string of facts (pyrout.load reads a file), not bytes"),
    "facts": (
        lambda: LIBRARY.with_facts(P, ["unit(a)"]),
        "facts: a list of facts, as pyrout.parse(text, need='facts').facts has them; 'unit(a)' is a string",
    ),
    "units": (lambda: pyrout.solve(P, units="g1"), "units: a list of ids, as in ['g1'], not a string"),
    "path": (
        lambda: pyrout.check(P, "g1", "yJ4 yI4"),
        "path: a list of hexes, as in ['yJ4', 'yI4'], not a string",
    ),
    "hexes": (
        lambda: LIBRARY.check(P, "g1", [5]),
        "path: a list of hexes, as in ['yJ4', 'yI4'], each a string, not an int",
    ),
    "route": (lambda: LIBRARY.after(P, 5), "route: a route of the unit's answer, or a word, not an int"),
    "log": (lambda: LIBRARY.play(P, b"g1: stays"), "log: the text of a log, not bytes"),
    "flag": (lambda: LIBRARY.check(P, "g1", ["yK6"], low_crawl="no"), "low_crawl: True or False, not a string"),
    "volunteers": (lambda: LIBRARY.solve(P, volunteers="no"), "volunteers: True or False, not a string"),
    "excluded": (lambda: LIBRARY.solve(P, excluded=0), "excluded: True or False, not an int"),
    "need": (lambda: LIBRARY.parse("side(a).", need="all"), "need: facts, position or router, not all"),
    "called": (lambda: LIBRARY.parse("side(a).", None), "name: the name of a file, for messages, not None"),
    "load": (lambda: LIBRARY.load(5), "load wants a path, not an int"),
}


@pytest.mark.parametrize("given", WRONG)
def test_what_is_of_another_kind_is_one_line_in_the_words_of_the_library(given: str) -> None:
    call, said = WRONG[given]
    with pytest.raises(pyrout.UsageError) as error:
        call()
    assert str(error.value) == said


def test_no_check_of_a_call_is_an_assert() -> None:
    """Under `python -O`, where no assert is left, the same lines refuse the same calls."""
    program = """
import sys
sys.path.insert(0, sys.argv[1])
import pyrout, test_door
assert False, "asserts are off"
for given, (call, said) in test_door.WRONG.items():
    try:
        call()
    except pyrout.UsageError as error:
        if str(error) == said:
            continue
        print(given, error)
    else:
        print(given, "is taken")
"""
    run = [sys.executable, "-O", "-c", program, str(Path(__file__).parent)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


CALLS: dict[str, dict[str, Any]] = {
    "after": {"instance": P, "route": "declined", "unit": "g1"},
    "against_reveals": {"instance": P},
    "ask": {"position": P},
    "between": {"before": P, "after": P},
    "check": {"instance": P, "unit": "g1", "path": ["yJ5"]},
    "explain_chart": {"instance": P, "unit": "g1"},
    "explain_hex": {"instance": P, "unit": "g1", "hex_": "yI4"},
    "explain_unit": {"instance": P, "unit": "g1"},
    "load": {"path": "nowhere.lp"},
    "parse": {"text": "side(german)."},
    "phase": {"instance": P},
    "play": {"instance": P, "log": "g1: yJ5"},
    "rules": {"ruleset": "aslsk"},
    "solve": {"instance": P},
    "solve_many": {"positions": [P]},
    "verify": {"instance": P},
    "with_facts": {"instance": P, "facts": []},
    "with_options": {"instance": P, "options": {}},
}
ODD: tuple[Any, ...] = (
    *(
        None,
        0,
        -1,
        2.5,
        math.nan,
        math.inf,
        True,
        b"g1",
        "",
        "zz",
        "\x00",
        "\ud800",
        "g1\n",
        "\u0661",
        10**400,
        -(10**400),
    ),
    *([], ["g1"], [None], [["g1"]], {}, {"a": "b"}, {1: 2}, {"g1"}, (1,), range(3), 1j, object(), P, Path("nowhere")),
)


@pytest.mark.parametrize("name", CALLS)
def test_what_a_caller_may_get_wrong_never_ends_in_another_error(name: str) -> None:
    """Some odd values in place of each parameter, one at a time."""
    draw = random.Random(name)
    function = getattr(LIBRARY, name)
    for parameter in inspect.signature(function).parameters:
        for odd in draw.sample(ODD, 6):
            with contextlib.suppress(pyrout.PyroutError):
                function(**{**CALLS[name], parameter: odd})


def test_every_function_of_the_library_is_called_so() -> None:
    assert [name for name in pyrout.__all__ if inspect.isfunction(getattr(pyrout, name))] == sorted(CALLS)


def test_what_a_list_for_the_answers_holds_has_no_part_in_the_answer() -> None:
    other = pyrout.load(INSTANCES / "aslsk/example-03.lp")
    before = pyrout.solve(other).units
    into = list(before)
    answer = pyrout.solve(P, into=into)
    assert [unit.id for unit in answer.units] == ["g1"]
    assert tuple(into) == (*before, *answer.units)


@pytest.mark.parametrize(
    "fact",
    [Fact("unit", ()), Fact("hex", ("A1", 10**12, 1)), Fact("los", ("A1", "A2", "far")), Fact("status", (Name("g1"),))],
    ids=str,
)
def test_a_position_made_by_hand_has_facts_of_the_vocabulary(fact: Fact) -> None:
    with pytest.raises(pyrout.InstanceError, match=r"^by hand: "):
        pyrout.solve(pyrout.Instance("by hand", (*P.facts, fact)))
    for facts in ([*P.facts], (*P.facts, "unit(g1,german,squad).")):
        with pytest.raises(pyrout.UsageError, match="a position has a tuple of facts"):
            LIBRARY.solve(LIBRARY.Instance("by hand", facts))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('terrain("yJ5",woods).', 'terrain("yJ5",woods) contradicts'),
        ("status(g1,concealed).", "g1 is broken and concealed"),
        ('at(zz,"yJ5").', "unit zz is not declared"),
        ('at(g1,"yJ5").', 'at(g1,"yJ5") contradicts'),
        ("side(russian).", "russian is a third side"),
    ],
)
def test_the_facts_of_a_position_made_by_hand_fit_together(text: str, said: str) -> None:
    """As those of a file; without this check each was answered like any other."""
    facts = facts_in(text, "by hand")
    by_hand = pyrout.Instance("by hand", (*P.facts, *facts))
    for call in (pyrout.solve, pyrout.phase, lambda position: pyrout.check(position, "g1", ["yJ5"])):
        with pytest.raises(pyrout.InstanceError, match=re.escape(said)):
            call(by_hand)
    assert pyrout.solve(pyrout.Instance("by hand", (*P.facts, *P.facts))).units == pyrout.solve(P).units


@pytest.mark.parametrize(
    "fact",
    [Fact("zz", (), 5, 1), Fact("unit", (), 5, 1), FACT(None, ()), FACT("status", [Name("g1")])],
    ids=repr,
)
def test_a_line_makes_no_fact_of_a_position_made_by_hand(fact: Fact) -> None:
    with pytest.raises(pyrout.PyroutError, match=r"^by hand(:5:1)?: "):
        pyrout.solve(pyrout.Instance("by hand", (*P.facts, fact)))


def test_a_position_has_a_name() -> None:
    with pytest.raises(pyrout.UsageError, match="the name of a position: a string, not an int"):
        LIBRARY.solve(pyrout.Instance(5, P.facts))  # type: ignore[arg-type]


def test_any_sequence_of_names_will_do() -> None:
    assert [unit.id for unit in pyrout.solve(P, units=("g1",), timeout=math.inf).units] == ["g1"]
    assert pyrout.check(P, "g1", iter(["yJ4"])) == pyrout.check(P, "g1", ["yJ4"])  # type: ignore[arg-type]


def test_a_route_of_another_position_is_none_of_this() -> None:
    route = pyrout.solve(pyrout.load(INSTANCES / "aslsk/example-01.lp")).units[0].routes[0]
    with pytest.raises(pyrout.UsageError, match=r"of another position: it leads to \w+, which is no hex here$"):
        pyrout.after(P, route, "g1")


ROUTE = pyrout.solve(P).units[0].routes[0]


@pytest.mark.parametrize(
    ("route", "said"),
    [
        (ROUTE._replace(path=ROUTE.path[1:]), "this is no route of g1, which is in yK5: it begins in yJ4"),
        (ROUTE._replace(path=()), "this is no route of g1, which is in yK5: it has no hexes"),
        (ROUTE._replace(path=None), "route: path: a list of Locations"),  # type: ignore[arg-type]
        (ROUTE._replace(path=(1,)), "route: path: a list of Locations"),  # type: ignore[arg-type]
        (ROUTE._replace(end="zz"), "route: end: survives, eliminated or surrenders, not zz"),  # type: ignore[arg-type]
    ],
    ids=range(5),
)
def test_a_route_begins_where_its_unit_is(route: pyrout.Route, said: str) -> None:
    with pytest.raises(pyrout.UsageError, match=said):
        pyrout.after(P, route, "g1")


def test_a_unit_makes_no_route_twice() -> None:
    with pytest.raises(pyrout.UsageError, match=r"no route of g1, which is in \w+: it begins in yK5"):
        pyrout.after(pyrout.after(P, ROUTE, "g1"), ROUTE, "g1")


def test_who_does_not_surrender_has_no_captor_to_be_named() -> None:
    with pytest.raises(pyrout.UsageError, match=r"g1 does not surrender: nobody can take it$"):
        pyrout.after(P, "surrenders", "g1")


def test_an_option_that_no_rule_set_has_is_refused() -> None:
    with pytest.raises(pyrout.InstanceError, match=r"no rule set has an option foo;"):
        pyrout.with_options(P, {"foo": "bar"})
    with pytest.raises(pyrout.InstanceError, match=r"the option revisit has no value bar; there are: allow, forbid$"):
        pyrout.with_options(P, {"revisit": "bar"})


def test_reveals_are_of_rules_with_concealment() -> None:
    with pytest.raises(pyrout.UsageError, match=r"by the rule set aslsk nobody drops concealment; name another: asl$"):
        pyrout.against_reveals(P)


def test_two_maps_are_not_before_and_after() -> None:
    with pytest.raises(pyrout.UsageError, match=r"the two positions have different maps"):
        pyrout.between(P, pyrout.load(INSTANCES / "aslsk/example-01.lp"))


class Odd(str):
    """A string of somebody's own, with another hash than its letters."""

    def __hash__(self) -> int:
        return 7


def test_a_string_of_a_class_of_its_own_is_taken_by_its_letters() -> None:
    answer = pyrout.solve(P, rules=Odd("aslsk"), options={Odd("ignore_from"): Odd("start")}, units=[Odd("g1")])
    assert answer.options["ignore_from"] == "start" and [type(key) for key in answer.options] == [str] * 5
    assert answer.rules == "aslsk" and pyrout.explain_hex(P, Odd("g1"), Odd("yI4")).hex == "yI4"


def test_a_long_path_is_not_repeated_whole() -> None:
    with pytest.raises(pyrout.InstanceError) as refused:
        pyrout.load("x" * 10**6)
    assert len(str(refused.value)) < 500


def test_a_solver_wants_a_question() -> None:
    with pytest.raises(pyrout.UsageError, match=r"question: a pyrout\.Question, as pyrout\.ask makes it, not None"):
        pyrout.Solver(None)  # type: ignore[arg-type]


def test_many_positions_are_solved_together_with_errors_in_their_places() -> None:
    """Each as `solve` has it, taken as they are wanted; what cannot be answered is an error where it stands."""
    taken: list[str] = []
    files = sorted((INSTANCES / "aslsk").glob("example-*.lp"))[:5]

    def positions() -> Iterator[Any]:
        for given in (P, "nowhere.lp", *files, pyrout.ask(P, units=["a1"]), None):
            taken.append(str(given))
            yield given

    several = pyrout.solve_many(positions(), paths=1)
    assert taken == []
    outcomes = list(several)
    assert isinstance(outcomes[1], pyrout.InstanceError) and "nowhere.lp" in str(outcomes[1])
    assert isinstance(outcomes[-1], pyrout.UsageError) and len(outcomes) == len(taken) == 9
    assert outcomes[0] == pyrout.solve(P, paths=1) and outcomes[-2] == pyrout.solve(P, units=["a1"], paths=1)
    assert outcomes[2:-2] == [pyrout.solve(pyrout.load(file), paths=1) for file in files]
    (alone,) = pyrout.solve_many([P], timeout=20)
    assert alone == pyrout.solve(P)
    (none,) = pyrout.solve_many([P], timeout=0)
    assert isinstance(none, pyrout.Answer) and not none.complete
    with pytest.raises(pyrout.UsageError, match="positions: a list of positions or names of files, not a string"):
        pyrout.solve_many("mine.lp")


def test_many_positions_with_an_error_of_their_source_give_the_answers_before_it() -> None:
    def positions() -> Iterator[pyrout.Instance]:
        for _ in range(64):
            yield P
        raise ValueError("no more")

    several = pyrout.solve_many(positions(), excluded=False)
    assert [isinstance(next(several), pyrout.Answer) for _ in range(64)] == [True] * 64
    with pytest.raises(ValueError, match="no more"):
        next(several)


def test_an_answer_lists_its_units() -> None:
    answer = pyrout.solve(P)
    assert [unit.id for unit in answer] == ["g1"] and "g1" in answer and "a1" not in answer
