"""The chart of the Starter Kit, walked: the article's examples, question by question."""

from __future__ import annotations

from pathlib import Path

import pytest
from chart_walked import INSTANCES
from tiny import asl, position
from tiny_asl import (
    HELD,
    TAKER,
)

import pyrout
from pyrout.errors import UsageError
from pyrout.program.rule_index import boxes

pytestmark = pytest.mark.slow  # half a minute together

QUESTIONS = {(box.title, box.words): f"{part}.{number}" for (part, number), box in boxes("aslsk").items()}


def answers(example: str, unit: str = "g1") -> dict[str, str]:
    walk = pyrout.explain_chart(pyrout.load(INSTANCES / "aslsk" / f"example-{example}.lp"), unit)
    return {QUESTIONS[box.part, box.box]: " ".join([box.answer, *box.because]) for box in walk.chart}


def test_example_1() -> None:
    """The squad in yBB8 may go to yZ9 or yAA10; yZ7 and yZ8 lead closer to yZ5."""
    walk = answers("01")
    assert list(walk)[:5] == ["who.1", "who.2", "who.5", "who.7", "who.8"]
    assert (walk["who.2"], walk["who.5"]) == ("yes", "yes")
    assert walk["where.3"] == "yes yAA10 yZ9"
    assert walk["where.4"].startswith("yes a1")
    assert walk["where.8"] == "no"


def test_example_4() -> None:
    """There is no cover within 6 MF of yW6: it may go anywhere by legal steps."""
    walk = answers("04")
    assert (walk["where.3"], walk["where.8"]) == ("no", "may")
    assert walk["who.7"].startswith("yes")


def test_example_6() -> None:
    """To yZ7 it would end next to the unknown squad in yZ8; Low Crawl to yZ4 saves it. With that squad in yZ7 there is no way."""
    walk = answers("06")
    assert walk["where.3"] == "yes yZ7"
    assert walk["how.3"] == "may yZ4"
    assert (walk["how.5"], walk["how.6"]) == ("yes yZ7", "yes yZ7")
    assert walk["how.4"] == "no"
    moved = answers("06b")
    assert moved["how.4"].startswith("yes")
    assert "how.1" not in moved and "how.3" not in moved  # it goes nowhere


def test_example_7() -> None:
    """yK6 is the only destination, and there it finds the squad in yK7; in yJ5 it is interdicted by it."""
    order = (
        "who.1 who.2 who.5 who.7 who.8 where.1 where.3 where.4 where.5 where.6 where.7 where.8 where.9 "
        "how.1 how.2 how.3 how.4 how.5 how.6 how.7 how.8 how.10 how.11 how.12"
    )
    walk = answers("07")
    assert " ".join(walk) == order
    assert (walk["who.7"], walk["who.8"]) == ("yes a2", "no")
    assert walk["where.3"] == "yes yK6"
    assert walk["how.1"] == "yes a1 yJ5"
    assert (walk["how.3"], walk["how.5"], walk["how.6"]) == ("may yK6", "yes yK6", "yes yK6")


def test_example_8() -> None:
    """Low Crawl only to yT3; the wounded leader has 3 MF."""
    assert answers("08")["how.3"] == answers("08-wounded-leader")["how.3"] == "may yT3"


def test_example_9() -> None:
    """From its destination yL3 it may go on to yK4 and yJ3."""
    assert answers("09")["how.8"] == "may yJ3 yK4"


def test_example_10() -> None:
    """zD6 is of its own building, and may be ignored."""
    assert answers("10")["how.9"] == "yes zD6"


@pytest.mark.parametrize("path", sorted((INSTANCES / "aslsk").glob("*.lp")), ids=lambda path: path.stem)
@pytest.mark.slow
def test_the_examples_are_walked_in_the_articles_order(path: Path) -> None:
    numbers = [question.split(".") for question in answers(path.stem.removeprefix("example-"))]
    assert numbers == sorted(numbers, key=lambda at: (("who", "where", "how").index(at[0]), int(at[1])))


STARTER_KIT = [
    ("who.3", "B1. B2.", "g1:squad@B1 broken; a1:squad@B2", "B1-B2", "", "yes"),
    ("who.6", "B1. B2.", "g1:squad@B1 broken dm; g2:leader@B1", "", "", "may g2"),
    ("who.8", "B1. B2. B3.", "g1:squad@B1 broken dm; a1:squad@B3", "B1-B3", "", "yes a1"),
    ("who.9", "B1. B2.", "g1:squad@B1 broken", "", "", "holds"),
    ("where.2", "B1. B2.", "g1:squad@B1 broken dm", "", "possesses(g1,n). sw(n,lmg,1,8).", "holds n"),
    ("where.5", "B1. B2. B3.", "g1:squad@B1 broken dm; a1:squad@B3", "B1-B3", "", "yes a1"),  # B2 is adjacent to it
    ("where.5", "B1. B2.", "g1:squad@B1 broken dm; a1:squad@B2", "B1-B2", "", "yes a1"),  # B2 is its hex
    ("where.6", "B2. B4. A3w", "g1:squad@B2 broken dm; a1:squad@B4", "B2-B4", "", "yes A3"),  # both are 2 hexes from B4
    ("where.7", "B1. B2w", "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2", "", "", "yes B2"),
    ("how.11", "B1. B2.", "g1:squad@B1 broken dm; a1:squad@B1 broken", "", "", "yes a1"),
]


@pytest.mark.parametrize(("question", "hexes", "units", "los", "facts", "answer"), STARTER_KIT)
def test_questions_that_no_example_decides(
    question: str, hexes: str, units: str, los: str, facts: str, answer: str
) -> None:
    walk = pyrout.explain_chart(position(hexes, units, los, facts).instance, "g1")
    boxes = {QUESTIONS[box.part, box.box]: " ".join([box.answer, *box.because]) for box in walk.chart}
    assert boxes[question] == answer


def test_every_rule_of_the_article_answers_a_question() -> None:
    from pyrout.program.rule_index import citations

    unasked = set(citations("aslsk")) - {rule for box in boxes("aslsk").values() for rule in box.rules}
    assert unasked == set(), "give them box/3 in asp/aslsk/chart.lp"


def test_a_rule_set_without_a_chart_says_so() -> None:
    table = pyrout.load(INSTANCES / "miniatures" / "retreat-chain.lp")
    with pytest.raises(UsageError, match="has no chart to walk; these have one: asl, aslsk"):
        pyrout.explain_chart(table, "a")


def test_two_units_of_one_position() -> None:
    """Each with a walk of its own, on one grounding."""
    from pyrout.hexes.chart import walk
    from pyrout.hexes.solver import Solver
    from pyrout.question import ask

    text = asl(HELD, TAKER + "; g2:squad@B1 broken dm").text
    solver = Solver(ask(pyrout.parse(text)))
    both = [walk(solver, solver.unit(unit)) for unit in ("g1", "g2")]
    alone = [walk(s, s.unit(unit)) for unit in ("g1", "g2") for s in [Solver(ask(pyrout.parse(text)))]]
    assert both == alone
