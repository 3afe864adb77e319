"""Delete each statement of the encodings in turn, and see whether the tests notice.

    python tests/bench/mutate.py --set aslsk --jobs 2

For every rule, fact and constraint of a rule set and of what all rule sets share, the statement is taken out, and checks
are made until one fails. A statement that no check misses is listed with its file and line; the exit code is 1 unless
`ALLOWED` says why nothing can miss it, and also where `--within` left no time for all tests. The checks are, in this order:

1. Small positions with known answers (`Known`): the shipped ones that state theirs in `expect` facts, some of those below
   `instances/generated`, whose whole answer is in their lines, and, answered by the enumerator, those of a few hexes
   that the tests of the rules are told of (`Tiny`) and random ones. Many are answered in one grounding, each with another
   statement switched off (`marked`), so that one costs a fraction of a second. For each statement those of its rule come
   first, then those that miss most statements of its file.
2. The tests of the rules, with the statement switched off on every control of clingo: in turn one that shares rare words
   with it (its rule, an option, a status) and one that has failed most often so far, in the same file above all.

Only a check that passes with nothing deleted counts. That time the encodings also note which statements have an instance
at all; where a statement has none in a check, deleting it changes nothing there, and the check is not made for it. For the
tests that are told of positions this takes some minutes, once; for all of them more (`--reach`): without it the others are
only tried when they seem to miss something.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import contextlib
import inspect
import json
import os
import re
import resource
import select
import shutil
import signal
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from random import Random
from typing import Any, NamedTuple

import agreement
import agreement_miniatures
import enumerator
import enumerator_asl
import enumerator_miniatures
import positions
import positions_asl
import positions_tiny
import pytest
import tiny
from _pytest.runner import runtestprotocol
from clingo.ast import AST, ASTType, parse_string
from clingo.control import Control

import pyrout
from pyrout import Answer, PyroutError, referee
from pyrout.game import Wanted
from pyrout.hexes import chances
from pyrout.lab.verify import differences, question_of
from pyrout.position.corpus import Line, read_corpus
from pyrout.position.facts import Instance
from pyrout.program import rule_index, rule_sets
from pyrout.question import Question, ask

TESTS_FOLDER = Path(__file__).parents[1]
STARTER_KIT = sorted(path.name for path in (TESTS_FOLDER / "rules" / "aslsk").glob("test_*.py"))
TESTS = {
    "aslsk": [
        *STARTER_KIT,
        *("test_instances.py", "test_cli_*.py", "test_los_terrain.py"),
        *("test_explained_*.py", "test_ground.py", "test_assumptions.py", "test_chart_*.py"),
        "test_answer_cache.py",
    ],
    "asl": [
        *sorted(path.name for path in (TESTS_FOLDER / "rules" / "asl").glob("test_*.py")),
        "test_rulings.py",
        *("test_los_upper.py", "test_phase_*.py", "test_reveals.py", "test_options_asl.py", "test_touch.py"),
        "test_after_asl.py",
        *("test_blocks.py", "test_agreement_phase.py"),
        *STARTER_KIT,  # rout/ is of both
        *("test_explained_*.py", "test_ground.py", "test_assumptions.py", "test_chart_*.py"),
        "test_answer_cache.py",
    ],
    "retreat": [
        *("test_tables_*.py", "test_miniatures_*.py", "test_blocks.py"),
        *("test_generate_tables.py", "test_instances.py"),
    ],
    "battlesystem": [
        *("test_tables_*.py", "test_miniatures_*.py", "test_blocks.py"),
        *("test_generate_tables.py", "test_instances.py"),
    ],
}


def named(pattern: str) -> list[Path]:
    """Return the test files of a pattern; a pattern without a file is a fault of the list."""
    paths = sorted(TESTS_FOLDER.rglob(pattern))
    assert paths, f"no test file is called {pattern}"
    return paths


SHARED = {"hexes": ["rout", "board/terrain.lp", "board/grid.lp"], "table": ["miniatures/table"]}
MEMORY = 2 << 30  # bytes: a statement that kept the grounding finite may be the one that is missing

# Statements whose deletion changes no answer, and why: (file, how the statement begins) -> reason.
ALLOWED: dict[tuple[str, str], str] = {
    (
        "asl/a10_51_price.lp",
        "price_counted(leg(Unit,l),Dest,Mind)",
    ): "what it leaves out would be worked out again, by the same costs",
    ("rout/phase_dependencies.lp", "changes(u,room(Hex)) :- changes(u,room(Place)), within(Place,Hex)"): (
        "who may go into what is in a hex may go into the hex; the file promises to say rather too much than too little"
    ),
    ("asl/a12_14_crawl.lp", "keeps_destination(Leg,none,State) :- crawl_check_state"): (
        "without it the unit would choose anew; as what it learns brings nothing into reach, it would be bound for nowhere again"
    ),
}

AT_ONCE = 12  # tests made in one process with nothing deleted
TOGETHER = 32  # positions in one grounding
SECONDS = 10  # of computing, for a position alone with a statement switched off; past them it counts as noticed
MOST_CONTROLS = 20  # of clingo, kept until they are read
NONE = -1  # the number of no statement
TIME_OVER = "time over"  # in place of the name of a check
OFF, NUMBER, NOTE = "off__", "number__", "reached__"
PROGRAM = re.compile(rb"^#program \w+(?:\((.*)\))?\.", re.MULTILINE)  # its parameters

Key = tuple[str, str]  # the file of a statement and its text


class Check(NamedTuple):
    """Something that passes with nothing deleted: its name, what says whether it passes, and the words by which a statement
    that it is about can be found."""

    name: str
    passes: Callable[[], bool]
    about: str = ""
    seconds: float = 1.0  # that it takes, or is thought to take
    tells: bool = False  # it is told of positions of a few hexes


class Statement(NamedTuple):
    """A statement of an encoding: its file below the folder of encodings, its line, its place in bytes, its text."""

    file: str
    line: int
    begin: int
    end: int
    text: str
    rule: str = ""  # the id at the head of its block

    @property
    def subjects(self) -> set[str]:
        """The words by which a test of it can be found: the id of its rule, its options."""
        return {self.rule, *re.findall(r"setting\((\w+)", self.text)} - {""}

    @property
    def key(self) -> Key:
        return self.file, self.text

    @property
    def allowed(self) -> tuple[str, str] | None:
        """The entry of `ALLOWED` that speaks of this statement."""
        return next(
            (key for key in ALLOWED if key[0] == self.file and self.text.startswith(key[1])),
            None,
        )


def statements(root: Path, file: Path) -> list[Statement]:
    """The rules, facts and constraints of one encoding; what it includes is not followed."""
    raw = file.read_bytes()
    lines = raw.split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    listed = []

    def visit(node: AST) -> None:
        if node.ast_type == ASTType.Rule:
            begin, end = (starts[at.line - 1] + at.column - 1 for at in (node.location.begin, node.location.end))
            text = " ".join(raw[begin:end].decode().split())
            if rule_sets.HEAD.match(f"{text}\n"):
                return  # what a block states of its rule: test_blocks.py
            ids = re.findall(rb"(?m)^% ([a-z0-9]+(?:-[a-z0-9]+)+)\b", raw[:begin])
            rule = ids[-1].decode() if ids else ""
            listed.append(Statement(str(file.relative_to(root)), node.location.begin.line, begin, end, text, rule))

    parse_string(re.sub(r"(?m)^#include .*$", "", raw.decode()), visit)
    return listed


def encodings(root: Path, ruleset: str) -> Iterator[Path]:
    """The files whose statements are deleted."""
    for path in [rule_sets.folder(ruleset), *(root / name for name in SHARED[rule_sets.about(ruleset).plays_on])]:
        files = sorted(path.glob("*.lp")) if path.is_dir() else [path]
        yield from (file for file in files if file.name != "chart.lp")  # of no program; the tables are written from it


def use(root: Path) -> None:
    """Makes the program take its encodings from another folder, and forget what it has read."""
    for cached in PROGRAMS:
        cached.cache_clear()
    rule_sets.root = lambda: root  # type: ignore[assignment]


# Attributes that remember a text or its contents, by any name.
PROGRAMS = [
    value
    for module in (rule_sets, rule_index, chances)
    for value in vars(module).values()
    if hasattr(value, "cache_clear")
]


def forget() -> None:
    """Makes the tests forget what they have kept for each other."""
    for name, module in list(sys.modules.items()):
        if name.startswith("test_"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def marked(root: Path, copy: Path, among: Sequence[Statement], noting: bool) -> None:
    """A copy of the encodings in which a setting switches each statement off by its number. If `noting`, each gives an atom
    with its number wherever it has an instance; with the parameters of its program, as clingo takes no atom from two of
    them."""
    shutil.copytree(root, copy)
    (copy.parent / "instances").symlink_to(rule_sets.instances())  # which the program finds beside them
    for file in {s.file for s in among}:
        raw = (root / file).read_bytes()
        for number, statement in reversed([(n, s) for n, s in enumerate(among) if s.file == file]):
            head, arrow, body = raw[statement.begin : statement.end].rstrip(b".").partition(b":-")
            on = b"%s, not setting(%s,%d)." % (body, OFF.encode(), number) if arrow else None
            on = on or b"not setting(%s,%d)." % (OFF.encode(), number)
            within = PROGRAM.findall(raw, 0, statement.begin)
            note = b" %s((%d,%s)) :- %s" % (NOTE.encode(), number, within[-1] if within else b"", on) if noting else b""
            raw = raw[: statement.begin] + head + b" :- " + on + note + raw[statement.end :]
        (copy / file).write_bytes(raw + b"\n#defined setting/2.\n")


def switch_off(number: int) -> None:
    """Switches a statement off on every control that is made from now on, whether with worlds or not."""
    init = Control.__init__

    def made(control: Control, *args: Any, **named: Any) -> None:
        init(control, *args, **named)
        control.add("base", [], f"#defined world/1. setting({OFF},{number}). setting(W,{OFF},{number}) :- world(W).")

    Control.__init__ = made  # type: ignore[assignment, method-assign]


class Noted:
    """The numbers of the statements of encodings made by `marked` that have had an instance on a control made from now on:
    by the number that a position was given as a setting, and in all."""

    def __init__(self) -> None:
        self._controls: list[Control] = []
        self._every: set[int] = set()
        self._by: defaultdict[int, set[int]] = defaultdict(set)
        ground = Control.ground
        watched = self._controls

        def grounding(control: Control, *args: Any, **named: Any) -> None:
            if not any(control is other for other in watched):
                watched.append(control)
                if len(watched) > MOST_CONTROLS:
                    self._read(watched.pop(0))
            ground(control, *args, **named)

        Control.ground = grounding  # type: ignore[assignment, method-assign]

    def _read(self, control: Control) -> None:
        atoms = control.symbolic_atoms
        alone = {atom.symbol.arguments[0].arguments[0].number for atom in atoms.by_signature(NOTE, 1)}
        self._every |= alone
        for name, value in (atom.symbol.arguments for atom in atoms.by_signature("setting", 2)):
            if str(name) == NUMBER:
                self._by[value.number] |= alone
        worlds = {
            world.number: value.number
            for world, name, value in (atom.symbol.arguments for atom in atoms.by_signature("setting", 3))
            if str(name) == NUMBER
        }
        for atom in atoms.by_signature(NOTE, 2):
            world, noted = atom.symbol.arguments
            number = noted.arguments[0].number
            self._every.add(number)
            if world.number in worlds:
                self._by[worlds[world.number]].add(number)

    def read(self) -> tuple[set[int], dict[int, set[int]]]:
        while self._controls:
            self._read(self._controls.pop())
        return self._every, self._by


class FromSeeds(NamedTuple):
    """Functions that draw positions of a rule set from a seed, by their kinds; that answer them by an enumerator; and
    whether the answer to a question is that."""

    draw: Mapping[str, Callable[[int], str]]
    solve: Callable[[str], Any]
    agrees: Callable[[Any, Question, Answer], bool]


def of_hexes(solve: Callable[[str], Any], **draw: Callable[[int], str]) -> FromSeeds:
    return FromSeeds(
        draw,
        lambda text: agreement.broken_only(solve(text)),
        lambda ours, question, answer: not agreement.compare(ours, agreement.units_of(question, answer)),
    )


def of_tables(ruleset: str) -> FromSeeds:
    return FromSeeds(
        {"seed": agreement_miniatures.SYSTEMS[ruleset]},
        enumerator_miniatures.solve,
        lambda ours, _, answer: not any(agreement_miniatures.of_units(ruleset, ours, answer)),
    )


RANDOM = {
    "aslsk": of_hexes(enumerator.solve, seed=positions.random_position),
    "asl": of_hexes(
        enumerator_asl.solve,
        seed=lambda seed: positions_asl.draw_position(Random(seed), max_radius=2),
        reveals=positions_tiny.tiny_position,
        shelters=positions_tiny.sheltered_position,
    ),
    "retreat": of_tables("retreat"),
    "battlesystem": of_tables("battlesystem"),
}


class Known:
    """A position with its known answer. `name` is that of its file or the seed it was drawn from, `about` what is said of it;
    `manner` says whether it wants to know why other hexes are no destinations, and whether what units could do if they
    broke (None: as usual)."""

    manner: tuple[bool, bool | None] = (False, None)

    def __init__(self, name: str, about: str, position: Instance) -> None:
        self.name, self.about, self.position = name, about, position

    def question(self, setting: str, value: int) -> Question:
        question = self.asked()
        return replace(question, options={**question.options, setting: str(value)})

    def asked(self) -> Question:
        return ask(self.position)

    def agrees(self, answer: Answer) -> bool:
        raise NotImplementedError


class Shipped(Known):
    """One that states its answer in `expect` facts."""

    def __init__(self, path: Path) -> None:
        name, text = str(path.relative_to(rule_sets.instances())), path.read_text("utf-8")
        heading = " ".join(line for line in text.splitlines() if line.startswith("%"))
        super().__init__(name, f"{name} {heading}", pyrout.load(path))

    def asked(self) -> Question:
        return question_of(self.position)

    def agrees(self, answer: Answer) -> bool:
        return answer.complete and not differences(self.position, answer)


class Generated(Known):
    """One whose answer as a whole is in the line of its corpus."""

    manner = (True, None)

    def __init__(self, name: str, line: Line) -> None:
        super().__init__(name, "", pyrout.parse(line.position, name))
        self.whole: Mapping[str, Any] = line.answer

    def agrees(self, answer: Answer) -> bool:
        return {**answer.to_json(), "file": self.whole["file"], "options": self.whole["options"]} == self.whole


class Enumerated(Known):
    """One that the enumerator answers."""

    manner = (False, False)

    def __init__(self, ruleset: str, name: str, about: str, text: str) -> None:
        self.random = RANDOM[ruleset]
        super().__init__(name, about, pyrout.parse(text))
        self.answer = self.random.solve(text)

    def agrees(self, answer: Answer) -> bool:
        return self.random.agrees(self.answer, self.asked(), answer)


class Drawn(Enumerated):
    """One drawn from a seed."""

    def __init__(self, ruleset: str, kind: str, seed: int) -> None:
        super().__init__(ruleset, f"{kind} {seed}", "", RANDOM[ruleset].draw[kind](seed))


class Tiny(Enumerated):
    """One of a few hexes that tests are told of. The name is that of the first of them."""


def agreeing(asked: Sequence[tuple[Known, int]], setting: str) -> list[bool]:
    """Return True if positions of one manner have their known answers, each with a setting of its own; all are answered in one
    grounding."""
    excluded, volunteers = asked[0][0].manner
    try:
        questions = [known.question(setting, number) for known, number in asked]
        answers = referee.answers(questions, Wanted(excluded=excluded, volunteers=volunteers))
        return [
            not isinstance(answer, PyroutError) and known.agrees(answer)
            for (known, _), answer in zip(asked, answers, strict=True)
        ]
    except Exception:  # whatever a statement that is missing leads to
        if len(asked) == 1:
            return [False]
        half = len(asked) // 2
        return agreeing(asked[:half], setting) + agreeing(asked[half:], setting)


def in_groups(asked: Sequence[tuple[Known, int]]) -> Iterator[list[tuple[Known, int]]]:
    """Positions to be answered together: those of one manner, not too many, those that are alike side by side."""
    for _, some in groupby(sorted(asked, key=lambda of: (str(of[0].manner), of[0].name)), key=lambda of: of[0].manner):
        group = list(some)
        yield from (group[at : at + TOGETHER] for at in range(0, len(group), TOGETHER))


def known_positions(ruleset: str, each: int, seeds: int) -> Iterator[Known]:
    """The shipped positions of a rule set, all that a person has worked out and so many of each kind of those generated,
    and of each kind so many drawn from seeds."""
    for path in sorted(rule_sets.instances().rglob("*.lp")):
        if f"rules({ruleset})." in path.read_text("utf-8"):
            yield Shipped(path)
    corpus = rule_sets.instances() / f"generated/{ruleset}.jsonl"
    for line in read_corpus(corpus).values() if corpus.is_file() else ():
        if line.question == "solve" and line.made.number <= each:
            yield Generated(f"generated/{ruleset}.jsonl#{line.id}", line)
    yield from (Drawn(ruleset, kind, seed) for kind in RANDOM[ruleset].draw for seed in range(1, seeds + 1))


def tiny_positions(
    ruleset: str, told: Mapping[str, Sequence[str]], checks: Sequence[Check], beyond: re.Pattern[str]
) -> Iterator[Known]:
    """The positions that tests are told of, but for those `beyond` what an enumerator knows."""
    about = {check.name: check.about for check in checks}
    tests: defaultdict[str, list[str]] = defaultdict(list)
    for test in about.keys() & told.keys():
        for text in told[test]:
            if f"rules({ruleset})." in text and not beyond.search(text):
                tests[text].append(test)
    for text in sorted(tests, key=lambda text: (min(tests[text]), text)):
        first = min(tests[text])
        name = f"{first}, position {1 + told[first].index(text)}"
        with contextlib.suppress(PyroutError, ValueError):  # an enumerator wants los/3
            yield Tiny(ruleset, name, " ".join(about[test] for test in sorted(tests[text])), text)


def first_failure(checks: Iterable[Check], timeout: int = 0, within: float = float("inf")) -> str | None:
    """The name of the first check that fails, of those that begin in `within` seconds of computing; an alarm ends one that
    computes longer than `timeout` seconds (the machine may be busy with something else). TIME_OVER where there was no time
    for all of them."""
    ends = time.process_time() + within
    for check in checks:
        if time.process_time() > ends:
            return TIME_OVER
        signal.setitimer(signal.ITIMER_PROF, timeout)
        try:
            if not check.passes():
                return check.name
        except Exception:
            return check.name
    return None


def item_check(item: pytest.Item) -> Check:
    return Check(
        item.nodeid,
        lambda: not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)),
        f"{item.nodeid} {inspect.getsource(getattr(item, 'function'))}",  # noqa: B009
        5.0 if item.get_closest_marker("slow") else 0.5,
        any(getattr(value, "__module__", "") == tiny.__name__ for value in vars(getattr(item, "module")).values()),  # noqa: B009
    )


def concerns(item: pytest.Item, ruleset: str) -> bool:
    """Return True if a test has no instance of another rule set for its subject."""
    given = getattr(item, "callspec", None)
    if given and given.params.get("system", ruleset) != ruleset:
        return False
    paths = [value for value in given.params.values() if isinstance(value, Path)] if given else []
    texts = [path.read_text("utf-8") for path in paths if path.suffix == ".lp"]
    return all(f"rules({ruleset})" in text for text in texts if "rules(" in text)


class Log:
    """The fate of each statement, one a line in a file: readable while the check runs, and taken up by the next run.

    A line is file, line, the test that failed (or nothing) and the statement, with tabs between them. Where there are
    some already the tests are taken to pass with no statement missing.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        lines = path.read_text("utf-8").splitlines() if path and path.exists() else []
        self.known = {(file, text): killer for file, _, killer, text in (line.split("\t") for line in lines)}

    def write(self, statement: Statement, killer: str) -> None:
        if self.path:
            with self.path.open("a", encoding="utf-8") as out:
                print(statement.file, statement.line, killer, statement.text, sep="\t", file=out)


class Reach:
    """The time of each check, the statements with an instance in it, and the positions that a test gets: kept
    beside the log, since to find that out every check must be made. What stands there of a check is believed as long as it
    keeps its name."""

    def __init__(self, log: Path | None) -> None:
        self.path = log.with_name(f"{log.name}.reach") if log else None
        self.seconds: dict[str, float] = {}
        self.reached: dict[str, set[Key]] = {}
        self.told: dict[str, list[str]] = {}
        self.stated: set[Key] = set()  # the statements that there were
        if self.path and self.path.exists():
            kept = json.loads(self.path.read_text("utf-8"))
            keys = [(file, text) for file, text in kept["statements"]]
            self.stated, self.told = set(keys), kept["told"]
            for name, (seconds, numbers) in kept["checks"].items():
                self.seconds[name], self.reached[name] = seconds, {keys[n] for n in numbers}

    def write(self) -> None:
        if self.path:
            keys = sorted(self.stated)
            numbers = {key: number for number, key in enumerate(keys)}
            checks = {
                name: (self.seconds[name], sorted(numbers[k] for k in of & numbers.keys()))
                for name, of in self.reached.items()
            }
            self.path.write_text(json.dumps({"statements": keys, "checks": checks, "told": self.told}), "utf-8")

    def can_miss(self, name: str, statement: Statement) -> bool:
        """Return True if the answers that a check looks at can change as a statement is deleted."""
        reached = self.reached.get(name)
        return reached is None or statement.key not in self.stated or statement.key in reached

    def enter(self, every: Sequence[Statement], entries: Iterable[tuple[str, float, Iterable[int]]]) -> None:
        """Takes in what was found for some checks, by the numbers of the statements."""
        there = {s.key for s in every}
        self.stated = self.stated & there if self.reached else there
        for name, seconds, numbers in entries:
            self.seconds[name] = round(seconds, 3)
            self.reached[name] = {every[n].key for n in numbers}
        self.write()


def in_children(tasks: Iterable[tuple[Any, Callable[[], str]]], jobs: int) -> Iterator[tuple[Any, str]]:
    """Does each task in a process of its own, so many at a time: what it is for, and what it says or the signal that ended
    it."""
    running: dict[int, tuple[Any, int]] = {}
    waiting = iter(tasks)
    more = True
    while more or running:
        while more and len(running) < jobs:
            task = next(waiting, None)
            if task is None:
                more = False
                break
            reading, writing = os.pipe()
            pid = os.fork()
            if not pid:
                os.close(reading)
                with open(os.devnull, "w") as nowhere:
                    os.dup2(nowhere.fileno(), 1)
                    os.dup2(nowhere.fileno(), 2)
                status = 1
                with contextlib.suppress(BaseException):  # nothing of a child may go on in the loop of its parent
                    words = task[1]().encode()
                    while words:
                        words = words[os.write(writing, words) :]
                    status = 0
                os._exit(status)
            os.close(writing)
            running[pid] = task[0], reading
        if not running:
            return
        # A pipe holds 64 kB: who says more waits until somebody reads.
        ready, _, _ = select.select([pipe for _, pipe in running.values()], [], [])
        pid, (subject, pipe) = next(item for item in running.items() if item[1][1] == ready[0])
        with os.fdopen(pipe) as stream:
            said = stream.read()
        _, status = os.waitpid(pid, 0)
        del running[pid]
        if status:
            said = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "nothing left to go on with"
        yield subject, said


class Mutation:
    """A pytest plugin that takes the place of the test loop."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.ruleset, self.jobs, self.seeds, self.each = given.ruleset, given.jobs, given.seeds, given.each
        self.timeout, self.within = given.timeout, given.within
        self.only, self.every, self.log = given.only.split(","), given.every, Log(given.log)
        self.reach = Reach(given.log)
        self.survivors: list[Statement] = []
        self.killers: dict[Statement, str] = {}
        self.undecided: list[Statement] = []  # there was no time for all tests
        self.failed = ""
        self.noting: bool = given.reach
        self.most: int = given.positions
        self.sound: dict[str, bool] = {}  # whether tests pass with nothing deleted
        self.kills: Counter[str] = Counter()
        self.here: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        checks = [item_check(item) for item in session.items if concerns(item, self.ruleset)]
        tables = rule_sets.about(self.ruleset).plays_on == "table"
        root = rule_sets.root()
        every = [s for path in encodings(root, self.ruleset) for s in statements(root, path)]
        waiting = [s for s in every if any(place in f"{s.file}:{s.line}" for place in self.only)]
        waiting.sort(key=lambda s: [place in f"{s.file}:{s.line}" for place in self.only].index(True))
        waiting = waiting[:: self.every]
        for statement in waiting:
            killer = self.log.known.get(statement.key)
            if killer is not None:
                self._enter(statement, killer)
        waiting = [s for s in waiting if s.key not in self.log.known]
        with tempfile.TemporaryDirectory() as folder:
            noting, switched = Path(folder) / "noting" / "asp", Path(folder) / "switched" / "asp"
            marked(root, noting, every, noting=True)
            marked(root, switched, every, noting=False)
            self._look_at([c for c in checks if self.noting or (c.tells and not tables)], noting, every)
            if self.noting:  # those that pass with nothing deleted
                checks = [check for check in checks if check.name in self.reach.reached]
            positions = list(known_positions(self.ruleset, self.each, self.seeds))
            if not tables:
                plugins = session.config.pluginmanager.get_plugins()
                beyond = next(plugin.BEYOND for plugin in plugins if hasattr(plugin, "BEYOND"))
                positions += tiny_positions(self.ruleset, self.reach.told, checks, beyond)
            print(f"{len(positions)} positions, {len(checks)} tests", file=sys.stderr, flush=True)
            self._look_at_positions(positions, noting, every)
            try_ = self._try_tables if tables else self._try_positions
            waiting = try_(waiting, positions, switched, every)
            print(f"{len(waiting)} statements left for the tests", file=sys.stderr, flush=True)
            while waiting and not self.failed:
                tasks = (
                    (statement, partial(self._killer, statement, every.index(statement), switched, checks))
                    for statement in waiting
                )
                again = []
                for statement, killer in in_children(tasks, self.jobs):
                    if killer == TIME_OVER:
                        self.undecided.append(statement)
                        print(f"{statement.file}:{statement.line} {TIME_OVER}", file=sys.stderr, flush=True)
                    elif killer and not self._passes(killer, checks, switched):
                        self.failed = self.failed or killer
                        again.append(statement)
                    else:
                        self._enter(statement, killer, told=True)
                waiting = again
        return True

    def _look_at_positions(self, positions: Sequence[Known], copy: Path, every: Sequence[Statement]) -> None:
        """Answers the positions with nothing deleted, and finds out which statements have an instance in each."""
        new = [(known, n) for n, known in enumerate(positions) if known.name not in self.reach.reached]

        def look(some: Sequence[tuple[Known, int]]) -> str:
            use(copy)
            noted = Noted()
            right = agreeing(some, NUMBER)
            _, numbers_of = noted.read()
            return json.dumps([(n, sorted(numbers_of[n])) for (_, n), fine in zip(some, right, strict=True) if fine])

        for _, said in in_children(((some, partial(look, some)) for some in in_groups(new)), self.jobs):
            self.reach.enter(every, [(positions[n].name, 0.1, numbers) for n, numbers in json.loads(said)])
        for known in positions:
            if isinstance(known, Shipped | Generated) and known.name not in self.reach.reached:
                print(f"{known.name} does not have its known answer", file=sys.stderr, flush=True)
        drawn = [known.name in self.reach.reached for known in positions if isinstance(known, Drawn)]
        if drawn and 2 * sum(drawn) < len(drawn):  # some are refused
            raise RuntimeError(f"{sum(drawn)} of {len(drawn)} random positions have their known answers")
        told = [known.name in self.reach.reached for known in positions if isinstance(known, Tiny)]
        print(f"{sum(told)} of {len(told)} positions of tests have their known answers", file=sys.stderr, flush=True)

    def _likelihood(self, statement: Statement) -> Callable[[Known], tuple[int, ...]]:
        """By what the positions that may miss a statement are ordered: the likeliest first."""
        here = self.here[statement.file]
        return lambda known: (
            -sum(word in known.about for word in statement.subjects),
            -here[known.name],
            -self.kills[known.name],
            len(known.position.facts),
        )

    def _try_tables(
        self, waiting: Sequence[Statement], positions: Sequence[Known], copy: Path, every: Sequence[Statement]
    ) -> list[Statement]:
        """Do as `_try_positions` for tables, one by one: together they take as long as that, since no two come to the
        same steps, and one that has no end would hold up the others."""

        def look(statement: Statement) -> str:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            use(copy)
            able = [known for known in positions if known.name in self.reach.reached]
            able = [known for known in able if self.reach.can_miss(known.name, statement)]
            for known in sorted(able, key=self._likelihood(statement))[: self.most]:
                resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + SECONDS, resource.RLIM_INFINITY))
                if not all(agreeing([(known, every.index(statement))], OFF)):
                    return known.name
            return ""

        for statement, killer in in_children(((s, partial(look, s)) for s in waiting), self.jobs):
            if killer:
                self._enter(statement, killer, told=True)
        return [statement for statement in waiting if statement not in self.killers]

    def _try_positions(
        self, waiting: Sequence[Statement], positions: Sequence[Known], copy: Path, every: Sequence[Statement]
    ) -> list[Statement]:
        """Has positions answered with each statement switched off; the statements that none has missed."""
        number = {statement: n for n, statement in enumerate(every)}
        able = [known for known in positions if known.name in self.reach.reached]
        left = {s: [known for known in able if self.reach.can_miss(known.name, s)] for s in waiting}
        tried: Counter[Statement] = Counter()

        def look(some: Sequence[tuple[Known, int]]) -> str:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            use(copy)
            signal.alarm(self.timeout)
            return json.dumps(agreeing(some, OFF))

        while self.most and any(left.values()):
            pairs = []
            for statement, choice in left.items():
                choice.sort(key=self._likelihood(statement))
                now = max(1, tried[statement] // 2)
                pairs += [(known, number[statement]) for known in choice[:now]]
                tried[statement] += len(choice[:now])
                left[statement] = choice[now:] if tried[statement] < self.most else []
            groups = list(in_groups(pairs))
            print(f"{len(pairs)} positions for {len(left)} statements", file=sys.stderr, flush=True)
            gone: set[Statement] = set()
            while groups:
                split = []
                for some, said in in_children(((some, partial(look, some)) for some in groups), self.jobs):
                    if not said.startswith("["):  # one of them is too much
                        at = len(some) // 2
                        split += [some[:at], some[at:]] if at else []
                    right = json.loads(said) if said.startswith("[") else [len(some) > 1] * len(some)
                    for (known, off), fine in zip(some, right, strict=True):
                        statement = every[off]
                        if not fine and statement not in gone:
                            gone.add(statement)
                            self._enter(statement, known.name, told=True)
                groups = split
            left = {statement: choice for statement, choice in left.items() if statement not in gone and choice}
        return [statement for statement in waiting if statement not in self.killers]

    def _look_at(self, checks: Sequence[Check], copy: Path, every: Sequence[Statement]) -> None:
        """Makes each check with nothing deleted, and finds out which statements have an instance in it."""
        new = [check for check in checks if check.name not in self.reach.reached]
        some = [new[at : at + AT_ONCE] for at in range(0, len(new), AT_ONCE)]
        for done, (_, said) in enumerate(
            in_children(((few, partial(self._noted, few, copy)) for few in some), self.jobs)
        ):
            made = json.loads(said)
            self.reach.told |= {name: told for name, _, _, told in made}
            self.reach.enter(every, [of[:3] for of in made])
            print(f"{done + 1} of {len(some)} groups of tests noted", file=sys.stderr, flush=True)

    def _noted(self, checks: Sequence[Check], copy: Path) -> str:
        noted = Noted()
        passed = []
        for check in checks:
            use(copy)  # what was read for the one before is read again, and noted
            forget()
            tiny.TOLD.answers.clear()
            began = time.process_time()
            passes = not first_failure([check])
            numbers, _ = noted.read()
            if passes:
                told = list(dict.fromkeys(text for text, _ in tiny.TOLD.answers))
                passed.append((check.name, time.process_time() - began, sorted(numbers), told))
            numbers.clear()
        return json.dumps(passed)

    def _passes(self, name: str, checks: Sequence[Check], copy: Path) -> bool:
        """Return True if a check passes with nothing switched off."""

        def look() -> str:
            use(copy)
            switch_off(NONE)
            return first_failure([check for check in checks if check.name == name]) or ""

        if name.startswith(("signal ", "nothing ")) or name in self.reach.reached:
            return True
        if name not in self.sound:
            ((_, failing),) = in_children([(name, look)], 1)
            self.sound[name] = not failing
        return self.sound[name]

    def _enter(self, statement: Statement, killer: str, told: bool = False) -> None:
        if killer:
            self.killers[statement] = killer
            self.kills[killer] += 1
            self.here[statement.file][killer] += 1
        else:
            self.survivors.append(statement)
        if told:
            self.log.write(statement, killer)
            done = len(self.killers) + len(self.survivors)
            print(f"{done} {statement.file}:{statement.line} {killer or 'SURVIVES'}", file=sys.stderr, flush=True)

    def _killer(self, statement: Statement, number: int, copy: Path, checks: Sequence[Check]) -> str:
        """The name of the check that fails without a statement, or nothing; in a process of its own."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        use(copy)
        switch_off(number)
        return first_failure(self._in_order(statement, checks), self.timeout, self.within) or ""

    def _in_order(self, statement: Statement, checks: Sequence[Check]) -> list[Check]:
        """The checks that can miss a statement, the likeliest first: in turn one that shares rare words with it, and one that
        has missed others of its file."""
        near, kills, seconds = self.here[statement.file], self.kills, self.reach.seconds
        able = [check for check in checks if self.reach.can_miss(check.name, statement)]
        words = statement.subjects | set(re.findall(r"[a-z]\w\w+", statement.text))
        speak = {word: [check.name for check in able if word in check.about] for word in words}
        shared: Counter[str] = Counter()
        for names in speak.values():
            for name in names:
                shared[name] += 1000 // len(names)

        def takes(check: Check) -> float:
            return seconds.get(check.name, check.seconds)

        alike = sorted(able, key=lambda check: (-shared[check.name], takes(check)))
        missing = sorted(able, key=lambda check: (-near[check.name], -kills[check.name], takes(check)))
        order = dict.fromkeys(check for pair in zip(alike, missing, strict=True) for check in pair)
        return list(order)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", default="aslsk", choices=sorted(TESTS), dest="ruleset", help="the rule set")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--seeds", type=int, default=600, help="random positions of each kind (default 600)")
    parser.add_argument(
        "--each", type=int, default=5, metavar="N", help="generated positions of each kind (default 5, at most 20)"
    )
    parser.add_argument("--positions", type=int, default=16, metavar="N", help="at most for a statement (default 16)")
    parser.add_argument(
        "--reach",
        action="store_true",
        help="find out first which statements each test reaches; it is kept beside the log",
    )
    parser.add_argument(
        "--timeout", type=int, default=120, metavar="SECONDS", help="for one test; past it counts as noticed"
    )
    parser.add_argument(
        "--within",
        type=float,
        default=float("inf"),
        metavar="SECONDS",
        help="of computing; begin no further test of a statement then",
    )
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="write each result there; what stands there already is not tried again"
    )
    parser.add_argument(
        "--only",
        default="",
        metavar="FILE[:LINE],..",
        help="only statements whose place contains one of these, the first of these first",
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth of them, as a sample")
    given = parser.parse_args()
    began = time.monotonic()
    plugin = Mutation(given)
    files = [str(path) for name in TESTS[given.ruleset] for path in named(name)]
    options = ["-s", "-o", "addopts="]
    options += [
        word for name in ("cacheprovider", "terminal", "timeout") for word in ("-p", f"no:{name}")
    ]  # the alarm is ours
    pytest.main([*options, *files], plugins=[plugin])
    if plugin.failed:
        print(f"with no statement missing, this fails: {plugin.failed}")
        return 2
    new = [s for s in plugin.survivors if not s.allowed]
    for statement in sorted(new):
        print(f"{statement.file}:{statement.line}: {statement.text}")
    stale = set(ALLOWED) - {s.allowed for s in plugin.survivors} if not given.only and given.every == 1 else set()
    for file, start in sorted(stale):
        print(f"{file}: the allowance for {start!r} is needed no longer")
    for statement in sorted(plugin.undecided):
        print(f"{statement.file}:{statement.line}: not all tests were made within the time: {statement.text}")
    missed = len(plugin.survivors)
    print(
        f"{missed + len(plugin.killers)} statements, {len(plugin.killers)} missed when deleted, "
        f"{missed - len(new)} allowed not to be, {len(new)} that no test misses, "
        f"{len(plugin.undecided)} left for want of time; {time.monotonic() - began:.0f} s"
    )
    return 1 if new or stale or plugin.undecided else 0


if __name__ == "__main__":
    sys.exit(main())
