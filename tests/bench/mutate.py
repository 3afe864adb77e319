"""Delete each statement of the encodings in turn, and see whether the tests notice.

    python tests/bench/mutate.py --set aslsk --jobs 2

For every rule, fact and constraint of a rule set and of what all rule sets share, the encodings are copied, the
statement is taken out, and tests are run until one fails: those of the rules, those of the instances, then fixed random
positions compared with the enumerator (those that name the rule or an option of the statement come first, then those
that have failed most often so far, in the same file above all, then the quick ones). A statement that no test misses is
listed with its file and line; the exit code is 1 unless `ALLOWED` says why nothing can miss it.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / name) for name in ("helpers", "oracles", "bench")]

import argparse
import inspect
import os
import re
import resource
import shutil
import signal
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import agreement
import enumerator
import enumerator_asl
import positions
import positions_asl
import pytest
from _pytest.runner import runtestprotocol
from clingo.ast import AST, ASTType, parse_string

from pyrout import PyroutError, rules, rulesets
from pyrout.hexes import odds

TESTS_FOLDER = Path(__file__).parents[1]
TESTS = {
    "aslsk": [
        *("test_rules_aslsk.py", "test_instances.py", "test_cli.py", "test_los_terrain.py"),
        *("test_explained.py", "test_ground.py", "test_assumptions.py", "test_chart.py"),
    ],
    "asl": [
        *("test_rules_asl.py", "test_conduct_asl.py", "test_locations_asl.py", "test_rulings.py"),
        *("test_explained.py", "test_ground.py", "test_assumptions.py", "test_chart.py"),
    ],
    "retreat": ["test_miniatures.py"],
    "battlesystem": ["test_miniatures.py"],
}
SHARED = {"hexes": ["rout", "board/terrain.lp", "board/grid.lp"], "table": ["miniatures/table"]}
MEMORY = 2 << 30  # bytes: a statement that kept the grounding finite may be the one that is missing

# Statements whose deletion changes no answer, and why: (file, how the statement begins) -> reason.
ALLOWED: dict[tuple[str, str], str] = {}

Check = tuple[str, Callable[[], bool]]


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
    found = []

    def visit(node: AST) -> None:
        if node.ast_type == ASTType.Rule:
            begin, end = (starts[at.line - 1] + at.column - 1 for at in (node.location.begin, node.location.end))
            text = " ".join(raw[begin:end].decode().split())
            if rulesets.HEAD.match(f"{text}\n"):
                return  # what a block states of its rule: test_blocks.py
            ids = re.findall(rb"(?m)^% ([a-z0-9]+(?:-[a-z0-9]+)+)\b", raw[:begin])
            rule = ids[-1].decode() if ids else ""
            found.append(Statement(str(file.relative_to(root)), node.location.begin.line, begin, end, text, rule))

    parse_string(re.sub(r"(?m)^#include .*$", "", raw.decode()), visit)
    return found


def encodings(root: Path, ruleset: str) -> Iterator[Path]:
    """The files whose statements are deleted."""
    for path in [rulesets.folder(ruleset), *(root / name for name in SHARED[rulesets.driver(ruleset)])]:
        found = sorted(path.glob("*.lp")) if path.is_dir() else [path]
        yield from (file for file in found if file.name != "chart.lp")  # of no program; the tables are written from it


def use(root: Path) -> None:
    """Makes the program take its encodings from another folder, and forget what it has read."""
    for cached in PROGRAMS:
        cached.cache_clear()
    rulesets.root = lambda: root  # type: ignore[assignment]


# Whatever remembers a text or what stands in it, by whatever name.
PROGRAMS = [
    value for module in (rulesets, rules, odds) for value in vars(module).values() if hasattr(value, "cache_clear")
]


def without(statement: Statement, root: Path, copy: Path) -> None:
    """A copy of the encodings without one statement."""
    shutil.copytree(root, copy)
    raw = (root / statement.file).read_bytes()
    (copy / statement.file).write_bytes(raw[: statement.begin] + raw[statement.end :])


def first_failure(checks: Sequence[Check], timeout: int = 0, within: float = float("inf")) -> str | None:
    """The name of the first check that fails, of those that begin in `within` seconds; an alarm ends one that takes
    longer than `timeout` seconds."""
    ends = time.monotonic() + within
    for name, check in checks:
        if time.monotonic() > ends:
            return None
        signal.alarm(timeout)
        try:
            if not check():
                return name
        except Exception:
            return name
    return None


def random_checks(ruleset: str, count: int) -> list[Check]:
    """Random positions that are not refused, each answered by the enumerator once and for all."""

    def check(seed: int, text: str) -> Check:
        answer = agreement.broken_only(solve(text))
        return f"seed {seed}", lambda: not agreement.compare(answer, agreement.product_answers(text, volunteers=False))

    def refused(text: str) -> bool:
        try:
            agreement.product_answers(text, volunteers=False)
        except PyroutError:
            return True
        return False

    draw, solve = RANDOM[ruleset]
    texts = [(seed, draw(seed)) for seed in range(1, count + 1)]
    return [check(seed, text) for seed, text in texts if not refused(text)]


# A position drawn from a seed, and the answers of its units.
RANDOM: dict[str, tuple[Callable[[int], str], Callable[[str], Any]]] = {
    "aslsk": (positions.random_position, enumerator.solve),
    "asl": (lambda seed: positions_asl.draw_position(Random(seed), max_radius=2), enumerator_asl.solve),
}


def item_check(item: pytest.Item) -> Check:
    return item.nodeid, lambda: not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def concerns(item: pytest.Item, ruleset: str) -> bool:
    """Whether a test has no instance of another rule set for its subject."""
    given = getattr(item, "callspec", None)
    if given and given.params.get("system", ruleset) != ruleset:
        return False
    paths = [value for value in given.params.values() if isinstance(value, Path)] if given else []
    texts = [path.read_text("utf-8") for path in paths if path.suffix == ".lp"]
    return all(f"rules({ruleset})" in text for text in texts if "rules(" in text)


class Child(NamedTuple):
    """A process that tries one statement; what it writes into the pipe is the name of the test that failed."""

    statement: Statement
    pipe: int


class Log:
    """What became of each statement, one a line in a file: readable while the check runs, and taken up by the next run.

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


class Mutation:
    """A pytest plugin that takes the place of the test loop."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.ruleset, self.jobs, self.seeds = given.ruleset, given.jobs, given.seeds
        self.timeout, self.within = given.timeout, given.within
        self.only, self.every, self.log = given.only.split(","), given.every, Log(given.log)
        self.survivors: list[Statement] = []
        self.killers: dict[Statement, str] = {}
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = [item for item in session.items if concerns(item, self.ruleset)]
        checks = [item_check(item) for item in items]
        if self.ruleset in RANDOM:  # the tests of the others have their random tables in them
            checks += random_checks(self.ruleset, self.seeds)
        print(f"{len(checks)} checks", file=sys.stderr, flush=True)
        seconds = {item.nodeid: 5.0 if item.get_closest_marker("slow") else 0.5 for item in items}
        source = {item.nodeid: f"{item.nodeid} {inspect.getsource(getattr(item, 'function'))}" for item in items}  # noqa: B009
        for check in [] if self.log.known else checks:
            began = time.monotonic()
            if failing := first_failure([check]):
                self.failed = failing
                return True
            seconds[check[0]] = time.monotonic() - began
        root = rulesets.root()
        waiting = [
            s
            for path in encodings(root, self.ruleset)
            for s in statements(root, path)
            if any(place in f"{s.file}:{s.line}" for place in self.only)
        ]
        waiting.sort(key=lambda s: [place in f"{s.file}:{s.line}" for place in self.only].index(True))
        waiting = waiting[:: self.every][::-1]
        kills: Counter[str] = Counter()
        here: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for statement in waiting:
            killer = self.log.known.get((statement.file, statement.text))
            if killer:
                self.killers[statement] = killer
            elif killer is not None:
                self.survivors.append(statement)
        waiting = [s for s in waiting if (s.file, s.text) not in self.log.known]
        for gone, killer in self.killers.items():
            kills[killer] += 1
            here[gone.file][killer] += 1
        running: dict[int, Child] = {}
        total = len(waiting) + len(self.killers) + len(self.survivors)
        while waiting or running:
            while waiting and len(running) < self.jobs:
                statement = waiting.pop()
                near = here[statement.file]
                about = {name: sum(word in text for word in statement.subjects) for name, text in source.items()}
                order = sorted(
                    checks,
                    key=lambda check: (
                        *(-about.get(check[0], 0), -near[check[0]], -kills[check[0]]),
                        seconds.get(check[0], 1.0),
                    ),
                )
                pid, pipe = self._fork(statement, root, order)
                running[pid] = Child(statement, pipe)
            pid, status = os.wait()
            statement, pipe = running.pop(pid)
            with os.fdopen(pipe) as stream:
                killer = stream.read()
            if os.WIFSIGNALED(status):
                killer = f"signal {os.WTERMSIG(status)}"
            if killer:
                kills[killer] += 1
                here[statement.file][killer] += 1
                self.killers[statement] = killer
            else:
                self.survivors.append(statement)
            self.log.write(statement, killer)
            done = len(self.killers) + len(self.survivors)
            print(
                f"{done}/{total} {statement.file}:{statement.line} {killer or 'SURVIVES'}", file=sys.stderr, flush=True
            )
        return True

    def _fork(self, statement: Statement, root: Path, checks: Sequence[Check]) -> tuple[int, int]:
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            return pid, reading
        killer = None
        with tempfile.TemporaryDirectory() as folder:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            copy = Path(folder) / "asp"
            without(statement, root, copy)
            use(copy)
            assert rulesets.folder(self.ruleset).is_relative_to(copy)
            with open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            killer = first_failure(checks, self.timeout, self.within)
        os.write(writing, (killer or "").encode())
        os._exit(0)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", default="aslsk", choices=sorted(TESTS), dest="ruleset", help="the rule set")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--seeds", type=int, default=60, help="random positions (default 60)")
    parser.add_argument(
        "--timeout", type=int, default=120, metavar="SECONDS", help="for one test; past it counts as noticed"
    )
    parser.add_argument(
        "--within",
        type=float,
        default=float("inf"),
        metavar="SECONDS",
        help="begin no further test of a statement then",
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
    files = [str(next(TESTS_FOLDER.rglob(name))) for name in TESTS[given.ruleset]]
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
    missed = len(plugin.survivors)
    print(
        f"{missed + len(plugin.killers)} statements, {len(plugin.killers)} missed when deleted, "
        f"{missed - len(new)} allowed not to be, {len(new)} that no test misses; {time.monotonic() - began:.0f} s"
    )
    return 1 if new or stale else 0


if __name__ == "__main__":
    sys.exit(main())
