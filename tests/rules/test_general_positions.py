"""The fifteen positions about the general notes and the terrain of all chapters, with their variants, each with its answer as
the rules page states it: ten numbered, five lettered.

All are on one straight row of hexes, in `instances/terrain`; the enumerator is held against each, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from tiny import told

import pyrout
from pyrout.results.answer import UnitAnswer

pytestmark = pytest.mark.slow

TERRAIN = Path(__file__).parents[2] / "instances" / "terrain"


class Row(NamedTuple):
    """A position and its answer by the page: None where it says nothing, "" for none. Ways are by where they end."""

    position: str
    file: str
    verdict: str | None
    must: bool
    destinations: str | None = None  # with their MF
    runs: str | None = None
    crawls: str | None = None
    interdicted: str | None = None


ROWS = [
    Row("1", "night-adjacent", "may_rout", False, "", "", "A4", ""),
    Row("1 by day", "no-clean-rout", "surrenders", True),
    Row("2", "night-one-location", "may_rout", False, "", "", "A2 A4", ""),
    Row("2 by day", "enemy-in-location", "surrenders", True),
    Row("3", "night-unseen", "may_rout", False, "", "", "A2 A4", ""),
    Row("3, A1 Illuminated", "night-illuminated", "may_rout", False, "", "", "A4", ""),
    Row("3, a Gunflash in A1", "night-gunflash", "may_rout", False, "", "", "A2 A4", ""),
    Row("4", "landed", "cannot_rout", False, "", "", "", ""),
    Row("4, next Player Turn", "landed-next-turn", "surrenders", True),
    Row("5", "skis", "routs", True, "A6 6", "A6", None, ""),
    Row("5, skis off", "skis-off", "routs", True, "", "A2 A3 A4 A5", None, ""),
    Row("5, A5 a building", "skis-building", "routs", True, "A5 5", "A5", None, ""),
    Row("6", "tunnel", "routs", True, None, "A4", "", ""),
    Row("6, R at A3", "tunnel-barred", "stays", False, None, ""),
    Row("7", "fording", "routs", True, "A5 4", "A5", "", ""),
    Row("7, Disrupted", "fording-disrupted", "routs", True, "A5 4", "A5", "", ""),
    Row("7, deep river", "fording-not-said", "routs", True, "A5 4", "A5", "", ""),
    Row("8", "lumberyard", "routs", True, "A4 5", "A4", None, ""),
    Row("8, A2 a wooden building", "lumberyard-house", "routs", True, "A2 2", "A2", None, ""),
    Row("9", "bamboo", "surrenders", True),
    Row("9, Japanese", "bamboo-japanese", "routs", True, "", "", "A2", ""),
    Row("9, light jungle at A2", "jungle", "routs", True, "A2 2", None, None, ""),
    Row("9, kunai at A2", "kunai", "routs", True, "A3 4", "A3", None, ""),
    Row("10", "desert-scrub", None, True),
    Row("10, R at A9", "desert-far", "stays", False),
    Row("10, crags", "desert-crags", "stays", False),
    Row("10, crags, R at A9", "desert-crags-far", "stays", False),
    Row("a", "grain-april", "routs", True, "", "A0", None, ""),
    Row("a, July", "grain-july", "may_rout", False),
    Row("b", "pine-woods", "may_rout", False, "A3 2.5"),
    Row("c", "cactus-hedge", "surrenders", True),
    Row("c, No Quarter", "cactus-hedge-no-quarter", "routs", True, None, "", "A2"),
    Row("d", "bocage", "may_rout", False),
    Row("d, R at A2", "bocage-adjacent", None, True),
    Row("e", "mist", "routs", True, None, None, None, "A2"),
]


def answer_of(file: str) -> UnitAnswer:
    text = (TERRAIN / f"{file}.lp").read_text("utf-8")
    return told(text, pyrout.solve(pyrout.parse(text), units=("g1",), excluded=False)["g1"])


def ends(answer: UnitAnswer, *postures: str) -> str:
    return " ".join(sorted({route.path[-1] for route in answer.routes if route.posture in postures}))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.position)
def test_the_answer_is_that_of_the_page(row: Row) -> None:
    answer = answer_of(row.file)
    answered = Row(
        row.position,
        row.file,
        answer.verdict,
        bool(answer.must_rout),
        " ".join(f"{each.hex} {each.mf:g}" for each in answer.destinations),
        ends(answer, "run", "tunnel"),
        ends(answer, "low_crawl"),
        " ".join(sorted({each.hex for route in answer.routes for each in route.interdicted})),
    )
    said = [None if stated is None else given for stated, given in zip(row, answered, strict=True)]
    assert said == list(row)
    assert all(route.end == "survives" for route in answer.routes)


def test_each_of_the_fifteen_is_there() -> None:
    assert {row.position.split(",")[0].removesuffix(" by day") for row in ROWS} == {*map(str, range(1, 11)), *"abcde"}
    assert len({row.file for row in ROWS}) == len(ROWS)


def test_what_the_page_says_besides() -> None:
    """10 is "still DM" without a fact that says so; the rout of 6 is through the tunnel; that of (a) costs 1 1/2 MF. Who is in
    deep water "could not be there", and the answer says what it takes that for."""
    assert answer_of("desert-far").dm
    assert [route.posture for route in answer_of("tunnel").routes] == ["tunnel"]
    assert answer_of("grain-april").routes[0].mf[-1] == 1.5
    assert any(line.startswith("the water in A3 may be forded") for line in answer_of("fording-not-said").assumes)
    assert not any("may be forded" in line for line in answer_of("fording").assumes)
