"""The shipped positions of each kind in `instances/generated`, and the cases that they make."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pyrout
from pyrout import referee
from pyrout.cli import main
from pyrout.game import Wanted
from pyrout.lab.generate.kinds import KINDS, Case
from pyrout.position.corpus import Line, read_corpus, reference
from pyrout.position.facts import Instance
from pyrout.question import Question, ask

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "instances" / "generated"
RULESETS = ("aslsk", "asl")
EACH = 20
ROUTES = 12  # at most, as the folder's README says
ALL = [(r, kind) for r in RULESETS for kind in KINDS if r in KINDS[kind].rulesets]
OF_PHASE = [(r, kind) for r, kind in ALL if KINDS[kind].of_phase]

every_kind = pytest.mark.parametrize(("ruleset", "kind"), ALL)


def lines_of(ruleset: str) -> Mapping[str, Line]:
    """Return the lines of the corpus of a rule set by their ids."""
    return read_corpus(SHIPPED / f"{ruleset}.jsonl")


def files(ruleset: str, kind: str) -> list[Path]:
    """Return the names of the lines of a kind, which `pyrout.load` takes: `.../asl.jsonl#reveal-01`."""
    corpus = SHIPPED / f"{ruleset}.jsonl"
    return [Path(reference(corpus, line.id)) for line in lines_of(ruleset).values() if line.kind == kind]


def line_of(file: Path) -> Line:
    corpus, _, line = str(file).rpartition("#")
    return read_corpus(corpus)[line]


def case_of(instance: Instance) -> Case:
    return Case(instance, "g1", pyrout.solve(instance, units=["g1"], excluded=False)["g1"])


def cases_of(instances: Sequence[Instance]) -> list[Case | None]:
    """Return the cases of many positions, answered together; None where there is no answer."""
    questions: dict[int, Question] = {}
    for number, instance in enumerate(instances):
        with contextlib.suppress(pyrout.PyroutError):
            questions[number] = ask(instance, units=["g1"])
    given = dict(zip(questions, referee.answers(list(questions.values()), Wanted(excluded=False)), strict=True))
    cases: list[Case | None] = []
    for number, instance in enumerate(instances):
        answer = given.get(number)
        cases.append(Case(instance, "g1", answer["g1"]) if isinstance(answer, pyrout.Answer) else None)
    return cases


@cache
def firsts() -> dict[tuple[str, str], Case | None]:
    """Return the first position of each kind."""
    positions = [pyrout.load(files(*of)[0]).without("expect") for of in ALL]
    return dict(zip(ALL, cases_of(positions), strict=True))


def first(ruleset: str, kind: str) -> Case:
    case = firsts()[ruleset, kind]
    assert case
    return case


def one_of(ruleset: str, kind: str, step: int) -> Path:
    """Another number for each kind."""
    return files(ruleset, kind)[step * ALL.index((ruleset, kind)) % EACH]


def run(*args: object) -> Any:
    return CliRunner().invoke(main, ["generate", *map(str, args)])


def ends(unit: dict[str, Any], posture: str | None = None) -> list[str]:
    return [r["end"] for r in unit["routes"] if posture in (None, r["posture"])]
