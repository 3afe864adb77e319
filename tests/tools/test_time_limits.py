"""The time limit in the middle of an answer: what is cut says so, alone and among many, and nobody builds on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tiny import facts_of

import pyrout
from pyrout.hexes import solve as solving
from pyrout.hexes.solve import solvers
from pyrout.phases import turn_outcomes
from pyrout.program import route_program
from pyrout.question import ask
from pyrout.referee import answers

# g1 has several ways round.
ROUND = facts_of(
    "A2. A3. A4. B1. B2. B3. B4. B5w C1. C2. C3. C4. C5. D2. D3. D4. D5. D6w",
    "g1:squad@B2 broken dm; a1:squad@B1",
    los="B1-B2 B1-C3 B1-B3",
)
VOLUNTEER = facts_of("B1. B2. B3w", "g1:squad@B2; a1:squad@B1", los="B1-B2").replace("rules(aslsk)", "rules(asl)")


def test_one_of_many_that_is_cut_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is over once all are grounded; the ways are walked by the clock of each question."""
    monkeypatch.setattr(route_program, "CHECKED", 1)
    position = pyrout.parse(ROUND)
    late, other = ask(position, timeout=600), ask(position)
    cut, whole = solvers([late, other])
    late.deadline.at = 0.0
    assert not isinstance(cut, pyrout.PyroutError) and not isinstance(whole, pyrout.PyroutError)
    every = whole.unit("g1", excluded=False)
    some = cut.unit("g1", excluded=False)
    assert every.complete and not some.complete
    assert 0 < len(some.routes) < len(every.routes)


def test_a_phase_is_not_built_on_routes_that_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route_program, "CHECKED", 1)
    question = ask(pyrout.parse(ROUND), timeout=600)

    def late(*args: Any, **more: Any) -> Any:
        outcomes = solvers(*args, **more)
        question.deadline.at = 0.0
        return outcomes

    monkeypatch.setattr(turn_outcomes, "prepared", late)
    with pytest.raises(pyrout.TimeLimit):
        turn_outcomes.rows([question.about(units=("g1",))])


@pytest.mark.parametrize("together", [False, True], ids=["alone", "together"])
def test_who_may_break_on_purpose_is_cut_with_his_break(together: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    one = solving._one

    def cut(outcome: Any, *more: Any) -> pyrout.UnitAnswer:
        breaks = any(fact.name == "breaks" for fact in outcome.question.position.facts)
        return replace(one(outcome, *more), complete=not breaks)

    position = pyrout.parse(VOLUNTEER)
    assert pyrout.solve(position).complete and pyrout.solve(position)["g1"].if_breaks
    monkeypatch.setattr(solving, "_one", cut)
    (answer,) = answers([ask(position)]) if together else [pyrout.solve(position)]
    assert isinstance(answer, pyrout.Answer)
    assert answer["g1"].if_breaks and not answer.complete
