"""The ten general notes of the chart: for each a tiny position that the note decides, with its fact and without; of Caves and
Evacuations the refusal, which names the rule and the fact.

Each answer is worked out from the rules page. A position is a column of hexes; MF: open ground 1, crags, woods and buildings
2. An answer is written as its verdict and where its ways end.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from tiny import asl

from pyrout.errors import InstanceError
from pyrout.program.rule_index import boxes
from pyrout.results.answer import UnitAnswer

pytestmark = pytest.mark.slow


class Note(NamedTuple):
    """A note by its number on the chart, a position, the note's fact, and the answers with that fact and without it."""

    number: int
    hexes: str
    units: str
    los: str
    facts: str
    fact: str
    noted: str
    otherwise: str


NEXT_TO_IT = "B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B1", "B1-B3"
RIVER = 'terrain("B2",river). elevation("B2",-1).'
NOTES = [
    # Desert: an enemy eight hexes off forces nobody out of the open.
    Note(3, "B1c B2. B10.", "g1:squad@B2 broken; a1:squad@B10", "B10-B2", "normal_range(a1,8).", "environment(desert).",
         "may_rout: crawl B1, run B1", "routs: crawl B1, run B1"),
    # Fording: into the river, not by Low Crawl.
    Note(5, "B1. B2-", "g1:squad@B1 broken dm", "", RIVER, 'fordable("B2").', "may_rout: run B2", "stays: "),
    # Night: next to the enemy in the open it may stay, or crawl away.
    Note(6, *NEXT_TO_IT, "", "environment(night). nvr(2).", "may_rout: crawl B3", "surrenders: "),
    # Paratroopers: in the Player Turn in which they land they do not rout.
    Note(7, *NEXT_TO_IT, "", "history(g1,landed).", "cannot_rout: ", "surrenders: "),
    # Skis: through Deep Snow 4 x 1 + 2 MF to the woods; on foot 1 1/2 for each hex, and the woods are out of reach.
    Note(8, "B1. B2. B3. B4. B5. B6w", "g1:squad@B1 broken dm", "", "environment(deep_snow).", "skis(g1,on).",
         "may_rout: crawl B2, run B6", "may_rout: crawl B2, run B2, run B3, run B4, run B5"),
    # Tunnels: away from the enemy next to it, where every way on the ground is barred.
    Note(9, "A1w A2. A3. A4h", "g1:squad@A1 broken dm; a1:squad@A2", "A2-A4", "", 'tunnel("A1","A4",german).',
         "routs: tunnel A4", "surrenders: "),
    # Wire: after 4 MF to leave it, 1 + 1 MF are left, not 2 for the woods, which are still its
    # destination; nobody crawls out of it.
    Note(10, "B1. B2. B3w", "g1:squad@B1 broken dm", "", "", 'feature("B1",wire). wire_exit("B1",4).',
         "may_rout: run B2", "may_rout: crawl B2, run B3"),
]  # fmt: skip
REFUSED = [
    # Caves, Evacuations: one hex away, and out of reach.
    (2, "B1. B2. B3- B9.", 'feature("{}",cave).', r'feature\("B2",cave\).*G11\.73'),
    (4, "B1. B2. B3- B9.", 'environment(evacuation). unit(g2,german,vehicle). at(g2,"{}").',
     r"environment\(evacuation\).*g2.*G14\.41"),
]  # fmt: skip
POSTURES = {"run": "run", "low_crawl": "crawl", "tunnel": "tunnel"}


def words(answer: UnitAnswer) -> str:
    ways = {f"{POSTURES[route.posture]} {route.path[-1]}" for route in answer.routes}
    return f"{answer.verdict}: {', '.join(sorted(ways))}"


@pytest.mark.parametrize("note", NOTES, ids=lambda note: str(note.number))
def test_a_note_decides(note: Note) -> None:
    def answer(fact: str) -> str:
        return words(asl(note.hexes, note.units, note.los, note.facts + fact).g1)

    assert (answer(note.fact), answer("")) == (note.noted, note.otherwise)


def test_aerial_units_do_not_count() -> None:
    """a10-aerial: the first note. A vehicle in its place forces the unit out of the open, and makes it DM."""
    there = "B1w B2. B3.", "g1:squad@B2 broken; a1:{}@B3"
    aircraft, vehicle, nobody = (
        asl(there[0], there[1].format(kind) if kind else "g1:squad@B2 broken").g1
        for kind in ("aircraft", "vehicle", "")
    )
    assert words(aircraft) == words(nobody) == "cannot_rout: "
    assert words(vehicle) == "routs: crawl B1, run B1"


@pytest.mark.parametrize(("number", "hexes", "facts", "sentence"), REFUSED, ids=["2", "4"])
def test_a_note_that_is_not_answered_is_refused_where_it_matters(
    number: int, hexes: str, facts: str, sentence: str
) -> None:
    with pytest.raises(InstanceError, match=sentence):
        _ = asl(hexes, "g1:squad@B1 broken dm", facts=facts.format("B2")).g1
    far = asl(hexes, "g1:squad@B1 broken dm", facts=facts.format("B9")).g1
    assert words(far) == "may_rout: crawl B2, run B2"


def test_every_note_is_there() -> None:
    tested = {1, *(note.number for note in NOTES), *(number for number, *_ in REFUSED)}
    assert tested == {number for part, number in boxes("asl") if part == "general"} == set(range(1, 11))
