"""Every answer that a test of the rules gets for a position of `tiny` is held against the enumerators: the whole of
it, not only what the test asks about."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import enumerator
import enumerator_asl
import pytest
import tiny
from agreement import unit_differences
from day import of_today
from side_by_side import Alone, file_of, groups, run_side_by_side
from undecided import undecided

from pyrout.hexes.solver import Solver
from pyrout.results.answer import UnitAnswer

# Facts unknown to the enumerators: voluntary breaks, units that are where their vehicle is, Rowhouses, what only some
# hexsides and terrains do, levels one after the other, cliffs by the Starter Kit.
BEYOND = re.compile(
    r"breaks\(|passenger\(|rider\(|rowhouse|bocage|roadblock|"
    r'elevation\("\w+",[2-9]|(?s:^rules\(aslsk\).*cliff)'
)

# The atoms that verdicts and routes are made of. Grounding decides all of them.
DECIDED = frozenset({"edge", "refigure", "end", "transition", "end_node", "verdict", "destination", "must", "bar"})


RULES = Path(__file__).parent


SHARED = 4  # days in which the quick tests have run all tests of the rules, but for the slow ones; CI runs all


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the quick tests: those of today, or with PYROUT_QUICK=all those of each day."""
    fast = [item for item in items if RULES in item.path.parents and not item.get_closest_marker("slow")]
    today = set(fast if os.environ.get("PYROUT_QUICK") == "all" else of_today(fast, SHARED))
    for item in fast:
        item.add_marker(pytest.mark.quick if item in today else pytest.mark.another_day)


AROUND_EACH = {"answers_hold", "monkeypatch"}  # what `answers_hold` needs, `_held` does

_answer = Solver.unit


def _nothing_is_left_open(solver: Solver, *args: Any, **named: Any) -> UnitAnswer:
    """An atom that grounding leaves open can come out either way, and the answer with it."""
    g1 = _answer(solver, *args, **named)
    for world in solver.worlds.values():
        assert undecided(world, DECIDED) == []
    return g1


def _held(test: Callable[[], object]) -> None:
    """Run a test, and compare the answers that it got with those of the enumerators."""
    tiny.TOLD.answers.clear()
    test()
    for text, answer in tiny.TOLD.answers:
        solve = enumerator_asl.solve if "rules(asl)." in text else enumerator.solve
        if "los(" in text and not BEYOND.search(text):  # they derive no LOS
            unit = solve(text).get(answer.id)
            assert not unit or list(unit_differences(unit, answer.to_json())) == [], text


def _called(item: pytest.Function) -> Callable[[], object] | None:
    """Return the call of a test that needs its parameters only, None for one that needs more of pytest."""
    params = dict(item.callspec.params) if hasattr(item, "callspec") else {}
    wanted = inspect.signature(item.obj).parameters
    needed = {*item.fixturenames} - AROUND_EACH | {*wanted}
    needed -= params.keys()
    if needed or hasattr(item.obj, "hypothesis") or item.get_closest_marker("alone"):
        return None
    return partial(item.obj, **{name: value for name, value in params.items() if name in wanted})


_run: dict[str, BaseException | None] = {}  # by test: the errors of those that ran side by side
_group_of: dict[str, str] = {}  # by file
_groups: set[str] = set()  # those whose tests have run


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run the tests of a group of files side by side before its first; see `side_by_side`.

    The time that `timeout` gives one test begins afterwards; `side_by_side` limits its tests itself.
    """
    if RULES in item.path.parents:  # pytest calls this for the tests of all folders
        items = item.session.items
        if not _group_of:
            quick = item.config.getoption("markexpr") == "quick"
            _group_of.update(groups([each.nodeid for each in items], quick=quick))
        group = _group_of[file_of(item.nodeid)]
        if group not in _groups:
            _groups.add(group)
            _run_group([each for each in items if _group_of[file_of(each.nodeid)] == group])
    return (yield)


def _run_group(items: list[pytest.Item]) -> None:
    calls = {each.nodeid: call for each in items if isinstance(each, pytest.Function) and (call := _called(each))}
    if len(calls) > 1:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Solver, "unit", _nothing_is_left_open)
            errors = run_side_by_side(partial(_held, call) for call in calls.values())
        _run.update({test: error for test, error in zip(calls, errors, strict=True) if not isinstance(error, Alone)})


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Report a test that has run already."""
    if pyfuncitem.nodeid not in _run:
        return None
    if error := _run.pop(pyfuncitem.nodeid):
        raise error
    return True


@pytest.fixture(autouse=True)
def answers_hold(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold the answers of a test that runs by itself."""
    monkeypatch.setattr(Solver, "unit", _nothing_is_left_open)
    tiny.TOLD.answers.clear()
    yield
    answers = list(tiny.TOLD.answers)
    _held(lambda: tiny.TOLD.answers.extend(answers))


@pytest.fixture
def position(tmp_path: Path) -> Any:
    """Return a function that writes the text of a table to a file."""

    def write(text: str) -> Path:
        path = tmp_path / "table.lp"
        path.write_text(text, encoding="utf-8")
        return path

    return write
