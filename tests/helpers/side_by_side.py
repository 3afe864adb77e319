"""Tests of a few files run side by side: what they have grounded at a time is grounded in one call of clingo.

A position of a few hexes costs clingo about 100 ms alone and 30 ms among others, because the program is loaded for each
control. Each test is a thread that runs until it needs clingo, and waits there; only one thread runs at a time. Once all
wait, their positions become the worlds of one control. A test knows nothing of this: it asks for its answers as it does
alone, and its failure is its own.
"""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

import pytest

from pyrout.hexes import ground
from pyrout.hexes.ground import PositionProgram
from pyrout.program.control import Part, SharedControl, World, alone
from pyrout.program.statements import Encoding

MOST_AT_ONCE = 64  # as `CAPACITY` of the batch
A_GROUP = 250  # quick tests: four controls full of positions, and ten seconds or so
LONGEST = 300.0  # seconds of one test between two groundings, as `timeout` in pyproject.toml


def file_of(test: str) -> str:
    return test.partition("::")[0]


def groups(tests: Iterable[str], *, quick: bool) -> dict[str, str]:
    """Return the group of each file of tests: neighbours that run side by side, called like the first.

    Among tests that are not quick each file is a group: a process would get too much at once.
    """
    by_file, group, size = dict[str, str](), "", A_GROUP
    for file, count in Counter(map(file_of, tests)).items():
        if size >= A_GROUP or not quick:
            group, size = file, 0
        by_file[file] = group
        size += count
    return by_file


class Alone(BaseException):
    """The test has to run by itself: clingo cannot hold its position beside others."""


class New(NamedTuple):
    """A test waits for an empty world."""

    rules: str
    encoding: Encoding
    facts: str


class Grounding(NamedTuple):
    """A test waits for parts of its world."""

    world: World
    parts: Sequence[Part]


class Assuming(NamedTuple):
    """A test waits for further facts in its world."""

    world: World
    facts: str


Wish = New | Grounding | Assuming


class Runner(threading.Thread):
    """One test; `wish` is what it waits for, None once it is over."""

    def __init__(self, test: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self.test = test
        self.error: BaseException | None = None
        self.wish: Wish | None = None
        self.reply: Any = None
        self.rules = ""  # of the question that it is about to ground
        self.calls = 0  # since it got its last world
        self._go, self._stopped = threading.Event(), threading.Event()

    def run(self) -> None:
        self._go.wait()
        try:
            self.test()
        except BaseException as error:
            self.error = error
        self.wish = self.reply = None  # a reply keeps its control, and all positions on it
        self._stopped.set()

    def proceed(self, reply: Any = None) -> None:
        """Let the test run on with a reply, until it waits again or is over."""
        self.reply, self.wish = reply, None
        self._stopped.clear()
        self._go.set()
        if not self._stopped.wait(LONGEST):
            self.error, self.wish = TimeoutError(f"the test did not end in {LONGEST:g} s"), None

    def wait_for(self, wish: Wish) -> Any:
        """Wait, in the thread of the test, for what it wishes. Raises Alone."""
        self.wish = wish
        self._go.clear()
        self._stopped.set()
        self._go.wait()
        if isinstance(self.reply, BaseException):
            raise self.reply
        return self.reply


def run_side_by_side(tests: Iterable[Callable[[], None]]) -> list[BaseException | None]:
    """Run tests, and return the error of each; Alone for one that has to run by itself."""
    runners: list[Runner] = []
    waiting: list[Runner] = []
    with _interception():
        for test in tests:
            runner = Runner(test)
            runners.append(runner)
            runner.start()
            runner.proceed()
            waiting += [runner] * (runner.wish is not None)
            while len(waiting) >= MOST_AT_ONCE:
                waiting = _serve(waiting)
        while waiting:
            waiting = _serve(waiting)
    return [runner.error for runner in runners]


def _serve(waiting: Sequence[Runner]) -> list[Runner]:
    """Fulfil the wishes of one control, or those for new worlds once nobody waits for another; return who still waits."""
    by_control: dict[int, list[Runner]] = defaultdict(list)
    for runner in waiting:
        if not isinstance(runner.wish, New):
            assert runner.wish
            by_control[id(runner.wish.world.worlds)].append(runner)
    some = _of_one_stage(next(iter(by_control.values()))) if by_control else _of_one_rule_set(waiting)
    try:
        replies = _fulfil(some)
    except Exception:  # of one of them, nobody knows which
        replies = [Alone() for _ in some]
    for runner, reply in zip(some, replies, strict=True):
        runner.proceed(reply)
    return [runner for runner in waiting if runner.wish is not None]


def _of_one_stage(waiting: Sequence[Runner]) -> list[Runner]:
    """Return those who assume facts; if there are none, those at the earliest stage.

    Two stages in one call would leave atoms open: the one negates what the other derives.
    """
    if assuming := [runner for runner in waiting if isinstance(runner.wish, Assuming)]:
        return assuming
    first = min(waiting, key=lambda runner: runner.calls)
    return [runner for runner in waiting if _stage(runner) == _stage(first)]


def _stage(runner: Runner) -> frozenset[str]:
    """Return the stage of what a test waits for: as in a batch, what may come with it is of the same stage."""
    assert isinstance(runner.wish, Grounding)
    names = frozenset(name for name, _ in runner.wish.parts)
    return next((frozenset({name}) for name in ("base", "leg", "ends") if name in names), names)


def _of_one_rule_set(waiting: Sequence[Runner]) -> list[Runner]:
    """Return those who wait for a world of the rule set for which most do."""
    by_rules: dict[str, list[Runner]] = defaultdict(list)
    for runner in waiting:
        assert isinstance(runner.wish, New)
        by_rules[runner.wish.rules].append(runner)
    return max(by_rules.values(), key=len)


def _fulfil(some: Sequence[Runner]) -> Sequence[object]:
    """Fulfil wishes of one kind, all of one control."""
    wishes = [runner.wish for runner in some]
    if all(isinstance(wish, New) for wish in wishes):
        news = [wish for wish in wishes if isinstance(wish, New)]
        pieces = tuple(dict.fromkeys(piece for wish in news for piece in wish.encoding))
        return SharedControl(pieces, [wish.facts for wish in news]).worlds
    assuming = [wish for wish in wishes if isinstance(wish, Assuming)]
    for assumed in assuming:
        assumed.world.worlds.assume(assumed.facts, assumed.world.number)
    if not assuming:
        grounding = [wish for wish in wishes if isinstance(wish, Grounding)]
        grounding[0].world.worlds.ground([(wish.world, wish.parts) for wish in grounding])
    return [None] * len(some)


@contextmanager
def _interception() -> Iterator[None]:
    """Have positions that are grounded in the thread of a test wait for each other."""
    own_worlds, world_ground, assume = PositionProgram._own_worlds, World.ground, World.assume

    def noting_the_rules(self: PositionProgram) -> dict[str, World]:
        here = threading.current_thread()
        if isinstance(here, Runner):
            here.rules = self.question.rules
        return own_worlds(self)

    def in_a_shared_control(encoding: Encoding, facts: str) -> World:
        here = threading.current_thread()
        if not isinstance(here, Runner):
            return alone(encoding, facts)
        here.calls = 0
        world: World = here.wait_for(New(here.rules, encoding, facts))
        return world

    def grounded_with_others(self: World, *parts: Part) -> None:
        here = threading.current_thread()
        if not isinstance(here, Runner) or len(self.worlds.worlds) == 1:
            return world_ground(self, *parts)
        here.calls += 1
        here.wait_for(Grounding(self, parts))

    def assumed_with_others(self: World, facts: str) -> None:
        here = threading.current_thread()
        if not isinstance(here, Runner) or len(self.worlds.worlds) == 1:
            return assume(self, facts)
        here.wait_for(Assuming(self, facts))

    def unlocked(self: cached_property[Any], instance: Any, owner: object = None) -> Any:
        if instance is None:
            return self
        kept = vars(instance)
        if self.attrname not in kept:
            kept[self.attrname] = self.func(instance)
        return kept[self.attrname]

    with pytest.MonkeyPatch.context() as patch:
        # Up to Python 3.11 a lock is held while the value is worked out: the others would wait for one that waits for them.
        patch.setattr(cached_property, "__get__", unlocked)
        patch.setattr(PositionProgram, "_own_worlds", noting_the_rules)
        patch.setattr(ground, "alone", in_a_shared_control)
        patch.setattr(World, "ground", grounded_with_others)
        patch.setattr(World, "assume", assumed_with_others)
        yield
