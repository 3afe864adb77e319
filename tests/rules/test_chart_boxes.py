"""The Routing Flowchart, walked: each box and each note of it decided by a position.

Every answer is worked out by hand with the chart on the table. A box is `part.number` as in `asp/asl/chart.lp`; the
positions are those of the tests that `chart.lp` names for it, or variations of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from chart_walked import INSTANCES, KEYS, POSITIONS, walked
from tiny import asl

import pyrout
from pyrout.program.rule_index import boxes

pytestmark = pytest.mark.slow  # half a minute together

# position, box, answer, because of whom or what
SHOWN = [
    ("breaks", "verdict.1", "holds", "g1"),
    ("disrupted taken", "verdict.2", "holds", "g1"),
    ("idle", "verdict.4", "holds", ""),
    ("leader", "verdict.5", "may", "g2"),
    ("pair", "verdict.5", "yes", "g2"),
    ("idle", "verdict.6", "holds", ""),
    ("alone", "verdict.7", "holds", ""),
    ("leader", "verdict.8", "holds", "n"),
    ("idle", "verdict.9", "holds", ""),
    ("alone", "verdict.10", "yes", ""),
    ("may break", "verdict.10", "no", ""),
    ("may break", "verdict.11", "yes", "a1"),
    ("steadfast", "verdict.11", "no", ""),
    ("rash", "verdict.11", "no", ""),
    ("may break", "verdict.12", "may", ""),
    ("breaks", "verdict.12", "yes", ""),
    ("idle", "verdict.13", "yes", ""),
    ("alone", "verdict.13", "no", ""),
    ("kept", "verdict.14", "yes", ""),
    ("alone", "verdict.14", "no", ""),
    ("shelled", "verdict.15", "yes", ""),
    ("alone", "verdict.15", "no", ""),
    ("broke", "verdict.16", "yes", ""),
    ("alone", "verdict.16", "no", ""),
    ("near", "verdict.17", "yes", "a1"),
    ("near broken", "verdict.17", "yes", "a1"),
    ("alone", "verdict.17", "no", ""),
    ("open", "verdict.18", "yes", "a1"),
    ("desert", "verdict.18", "yes", "a1"),
    ("near", "verdict.18", "no", ""),
    ("near", "verdict.19", "holds", ""),
    ("melee", "verdict.20", "yes", "a1"),
    ("idle", "verdict.20", "no", ""),
    ("melee burning", "verdict.21", "yes", "B1"),
    ("melee", "verdict.21", "no", ""),
    ("open", "verdict.22", "yes", "a1"),
    ("desert", "verdict.22", "no", ""),
    ("near", "verdict.23", "yes", "a1"),
    ("near broken", "verdict.23", "no", ""),
    ("pillbox", "verdict.23", "no", ""),
    ("disrupted idle", "verdict.24", "yes", ""),
    ("near", "verdict.24", "no", ""),
    ("burning", "verdict.25", "yes", "B2"),
    ("water", "verdict.25", "yes", "B1"),
    ("idle", "verdict.25", "no", ""),
    ("idle", "verdict.26", "may", ""),
    ("deterred", "verdict.26", "no", ""),
    ("deterred", "verdict.29", "holds", ""),
    ("declines", "verdict.26", "no", ""),
    ("declines", "verdict.29", "holds", ""),
    ("near", "verdict.27", "holds", ""),
    ("near", "verdict.28", "holds", ""),
    ("alone", "verdict.29", "holds", ""),
    ("disrupted idle", "surrender.1", "yes", ""),
    ("near", "surrender.1", "no", ""),
    ("disrupted no quarter", "surrender.2", "yes", ""),
    ("disrupted taken", "surrender.2", "no", ""),
    ("disrupted taken", "surrender.3", "yes", "a1"),
    ("disrupted idle", "surrender.3", "no", ""),
    ("disrupted driven", "surrender.4", "yes", "a1"),
    ("disrupted idle", "surrender.4", "no", ""),
    ("disrupted idle", "surrender.5", "holds", ""),
    ("disrupted ceases", "surrender.5", "holds", "B3"),
    ("surrenders", "surrender.6", "yes", "a1"),
    ("vehicle", "surrender.6", "no", ""),
    ("encircled", "surrender.7", "yes", ""),
    ("surrenders", "surrender.7", "no", ""),
    ("heat", "surrender.8", "yes", ""),
    ("surrenders", "surrender.8", "no", ""),
    ("surrenders", "surrender.9", "yes", "a1"),
    ("near", "surrender.9", "no", ""),
    ("no quarter", "surrender.10", "yes", ""),
    ("surrenders", "surrender.10", "no", ""),
    ("surrenders", "surrender.11", "holds", "a1"),
    ("on the way", "surrender.11", "may", "B2"),
    ("captor left behind", "surrender.11", "may", "B2"),
    ("near", "surrender.12", "holds", ""),
    ("abtf", "surrender.13", "holds", ""),
    ("abtf on the way", "surrender.13", "holds", ""),
    ("nearest", "choice.1", "yes", "B1"),
    ("near", "choice.1", "no", ""),
    ("crowd", "choice.2", "yes", "B2"),
    ("stairs", "choice.3", "yes", "B2@-1 B2@1 B3@1"),
    ("barred", "choice.4", "yes", "B3 B4"),
    ("nearest", "choice.4", "no", ""),
    ("own building", "choice.5", "yes", "B1"),
    ("nearest", "choice.5", "no", ""),
    ("no farther", "choice.6", "yes", "A1"),
    ("nearest", "choice.6", "no", ""),
    ("no farther", "choice.7", "may", ""),
    ("nearest", "choice.7", "no", ""),
    ("lost", "choice.8", "yes", ""),
    ("nearest", "choice.9", "holds", ""),
    ("away", "choice.10", "yes", "A2 B1"),
    ("nearest", "choice.11", "holds", ""),
    ("barred", "choice.12", "yes", "a1"),
    ("nearest", "choice.12", "no", ""),
    ("twice next to it", "choice.13", "yes", "a1"),
    ("barred", "choice.13", "no", ""),
    ("barred", "choice.14", "yes", "a1"),
    ("nearest", "choice.14", "no", ""),
    ("nearest", "choice.15", "may", "B2"),
    ("occupied", "choice.15", "no", ""),
    ("disrupted driven", "choice.15", "no", ""),
    ("marsh", "choice.15", "no", ""),
    ("nearest", "choice.16", "holds", ""),
    ("shot", "choice.17", "yes", "a1"),
    ("nearest", "choice.17", "no", ""),
    ("nearest", "choice.18", "yes", ""),
    ("lost", "choice.18", "no", ""),
    ("twice", "choice.19", "holds", ""),
    ("nearest", "conduct.1", "yes", ""),
    ("foxhole", "conduct.2", "may", "B2@foxhole"),
    ("repulsed", "conduct.3", "yes", "a1"),
    ("nearest", "conduct.3", "no", ""),
    ("concealed", "conduct.4", "may", "a1"),
    ("shot", "conduct.5", "yes", "B2"),
    ("nearest", "conduct.5", "no", ""),
    ("anew", "conduct.6", "yes", "a1"),
    ("nearest", "conduct.6", "no", ""),
    ("nearest", "conduct.7", "may", "B2"),
    ("occupied", "conduct.7", "no", ""),
    ("nearest", "conduct.8", "yes", "B1"),
    ("continues", "conduct.9", "may", "B3"),
    ("nearest", "conduct.9", "no", ""),
    ("nearest", "conduct.10", "no", ""),
    ("anew", "conduct.11", "yes", "B2"),
    ("nearest", "conduct.11", "no", ""),
    ("anew", "conduct.12", "may", "B4"),
    ("shot", "stops.1", "holds", "B2"),
    ("shot", "stops.2", "may", ""),
    ("pass", "stops.2", "yes", ""),
    ("pin", "stops.2", "no", ""),
    ("shot", "stops.3", "may", ""),
    ("shot", "stops.4", "may", ""),
    ("fail", "stops.4", "yes", ""),
    ("shot", "stops.5", "may", ""),
    ("twelve", "stops.5", "yes", ""),
    ("shot", "stops.6", "may", ""),
    ("two", "stops.6", "yes", ""),
    ("crew under fire", "stops.6", "no", ""),  # A15.1
    ("crew's two", "stops.6", "no", ""),
    ("crew's two", "stops.2", "yes", ""),
    ("two", "stops.7", "yes", ""),
    ("lost", "stops.8", "yes", "a1"),
    ("nearest", "stops.8", "no", ""),
    ("lost", "stops.9", "yes", "a1"),
    ("lost", "stops.10", "holds", "B1"),
    ("nearest", "stops.11", "holds", "B1 B2"),
    ("prisoner", "besides.1", "yes", ""),
    ("melee beside", "besides.2", "yes", "B1"),
    ("was near", "verdict.17", "yes", ""),
    ("melee nobody", "verdict.20", "yes", ""),
    ("open", "verdict.27", "holds", ""),
    ("rash", "verdict.29", "holds", ""),
    ("disrupted burning", "surrender.4", "yes", "B2"),
    ("no way", "surrender.9", "yes", ""),
    ("encircled", "surrender.10", "no", ""),
    ("meets", "choice.17", "yes", "a1"),
    ("meets", "conduct.5", "yes", "B4"),
    ("meets", "conduct.10", "yes", "B4"),
    ("road", "conduct.5", "yes", "B2"),
    ("revealed", "choice.17", "yes", "a1"),
    ("to a pillbox", "conduct.2", "may", "B2@pillbox"),
    ("anew nowhere", "conduct.12", "may", ""),
    ("into fire", "stops.3", "may", "B4"),
    ("into the arms", "stops.8", "yes", "B2"),
    ("into the arms", "stops.9", "no", ""),
    ("into the arms", "stops.10", "holds", "B2"),
    ("kept in the open", "stops.8", "no", ""),
    ("kept in the open", "stops.9", "yes", "B3"),
    ("kept in the open", "stops.10", "holds", "B3"),
    ("stays", "stops.11", "holds", ""),
    ("shown", "conduct.5", "no", ""),
    ("shown", "conduct.6", "yes", "a1"),
    ("thrown back under fire", "choice.17", "no", ""),
    ("thrown back under fire", "conduct.3", "yes", "a1"),
    ("thrown back under fire", "conduct.5", "no", ""),
    ("continues into somebody", "conduct.9", "may", "B3"),
    ("revealed beside it", "conduct.5", "yes", "C2"),
    ("revealed beside it", "stops.3", "may", ""),
    ("crawls into somebody", "choice.15", "may", "B1"),
    ("crawls into somebody", "choice.17", "no", ""),
    ("crawls into somebody", "conduct.3", "yes", "a1"),
    ("crawls into somebody", "conduct.5", "no", ""),
    ("crawls into somebody", "conduct.7", "may", "B1"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "box", "answer", "because"), SHOWN)
@pytest.mark.slow
def test_each_box(position: str, box: str, answer: str, because: str) -> None:
    boxes = walked(position)
    assert box in boxes, list(boxes)
    assert (boxes[box][0], " ".join(boxes[box][1])) == (answer, because)


NOTES = [
    (1, "kept", "verdict.14"),
    (2, "shelled", "verdict.15"),
    (3, "crest", "verdict.29"),
    (4, "burning", "verdict.25"),
    (4, "melee burning", "verdict.21"),
    (5, "passenger", "verdict.23"),
    (5, "crew", "verdict.29"),
    (6, "may break", "verdict.11"),
    (7, "idle", "verdict.9"),
    (8, "leader", "verdict.5"),
    (8, "pair", "stops.4"),
    (9, "disrupted taken", "surrender.1"),
    (9, "melee disrupted", "verdict.20"),
    (10, "surrenders", "surrender.11"),
    (11, "surrenders", "surrender.9"),
    (12, "tower", "choice.1"),
    (12, "pillbox", "verdict.23"),
    (13, "mines", "choice.1"),
    (14, "repulsed", "choice.6"),
    (15, "nearest", "choice.9"),
    (16, "stairs", "choice.10"),
    (17, "trench", "conduct.2"),
    (18, "marsh", "choice.15"),
    (19, "shot", "conduct.5"),
    (20, "halved", "conduct.5"),
    (21, "concealed", "conduct.4"),
    (22, "repulsed", "conduct.3"),
    (23, "leader", "verdict.8"),
    (24, "disrupted ceases", "surrender.5"),
    (24, "near", "stops.11"),
    (25, "disrupted taken", "verdict.2"),
    (26, "anew nowhere", "conduct.12"),
    (3, "crest leaves", "verdict.28"),
    (10, "on the way", "surrender.11"),
    (12, "rubble", "choice.1"),
    (13, "burning", "choice.1"),
    (13, "water", "choice.1"),
    (13, "foxhole", "choice.1"),
    (14, "held by two", "surrender.9"),
    (14, "anew", "choice.6"),
    (15, "no farther", "choice.7"),
    (16, "shelled", "choice.10"),
    (18, "creek", "choice.15"),
    (18, "nearest", "choice.15"),
    (19, "shot", "choice.17"),
    (20, "pinned", "choice.17"),
    (20, "gun", "choice.17"),
    (20, "crewed", "choice.17"),
    (21, "revealed", "conduct.6"),
    (24, "disrupted idle", "surrender.5"),
    (14, "looked through", "surrender.9"),
]


@pytest.mark.parametrize("position", ["kept", "shelled", "broke", "near", "open"])
def test_what_makes_it_dm_is_followed_by_the_dm(position: str) -> None:
    """a10-62-dm: by any of the boxes about DM the finger comes to "Unit becomes DM" after the last of them, and not only beside a
    Blaze or water."""
    order = list(walked(position))
    assert order[order.index("verdict.18") + 1] == "verdict.19"


@pytest.mark.parametrize(
    ("position", "box", "rule"),
    [
        ("disrupted routed", "verdict.29", "a10-5-once"),
        ("rash", "verdict.29", "a10-41-voluntary"),
        ("desert", "verdict.22", "f-1c-desert"),
        ("vehicle only", "choice.8", "a20-21-vehicle"),
        ("declines", "verdict.26", "a20-21-vehicle"),
        ("declines", "verdict.29", "a20-21-vehicle"),
        ("deterred", "verdict.26", "a20-21-surrender"),
    ],
)
def test_a_rule_that_decides_is_cited_with_the_box(position: str, box: str, rule: str) -> None:
    """Besides those that are in the box: nobody routs twice, or breaks in order to surrender; in the desert an enemy 7 hexes off
    forces nobody; next to a vehicle alone, by option(vehicle_only,eliminated), there is nobody to surrender to."""
    walk = pyrout.explain_chart(POSITIONS[position].instance, "g1").chart
    (cited,) = [each for each in walk if KEYS[each.part, each.box] == tuple_of(box)]
    assert rule in cited.rules


def tuple_of(box: str) -> tuple[str, int]:
    part, _, number = box.partition(".")
    return part, int(number)


@pytest.mark.parametrize("position", ["repulsed", "crawls into somebody"])
def test_who_is_thrown_back_does_not_come_to_rest(position: str) -> None:
    """a10-533-repulse: the only way leads into a1's Location, and it is eliminated; its RtPh does not end there (box 11)."""
    assert "stops.11" not in walked(position)


def test_who_has_had_its_turn_makes_no_surrender_check() -> None:
    """a10-5-once, a19-12-rout: Disrupted, it would have to make one before its rout; it has none."""
    assert "verdict.27" not in walked("disrupted routed")
    assert "verdict.27" in walked("disrupted idle")


@pytest.mark.parametrize(("note", "position", "box"), NOTES)
@pytest.mark.slow
def test_each_note(note: int, position: str, box: str) -> None:
    assert note in walked(position)[box][2]


def test_every_note_is_shown() -> None:
    assert {note for note, _, _ in NOTES} == set(range(1, 27))


@pytest.mark.parametrize(
    ("note", "position", "box"), [(3, "alone", "verdict.29"), (12, "idle", "choice.1"), (13, "idle", "choice.1"),
                                  (16, "nearest", "choice.10"),
                                  (17, "foxhole", "conduct.2"), (20, "shot", "conduct.5"), (26, "anew", "conduct.12")]
)  # fmt: skip
def test_a_note_that_does_not_bear_is_not_named(note: int, position: str, box: str) -> None:
    assert note not in walked(position)[box][2]


def test_every_box_can_be_reached() -> None:
    """But for the general notes and the 26, which are no boxes."""
    every = {f"{part}.{number}" for part, number in boxes("asl") if part not in ("general", "notes")}
    reached = {box for _, box, _, _ in SHOWN} | {"verdict.3"}  # test_who_is_gone_before
    assert every - reached == set()


def test_who_is_gone_before() -> None:
    """a10-5-order: the attacker's g1 surrenders before a1 routs."""
    text = asl("A1- B1w B2- B3w B4w", "g1:squad@B1 broken dm; a1:squad@B4 broken dm; a2:squad@A1", "B1-B4").text
    boxes = {box.box: box for box in pyrout.explain_chart(pyrout.parse(text), "a1").chart}
    assert boxes["The Attacker routs first; broken units rout individually"].because == ("g1",)


@pytest.mark.parametrize(
    ("position", "order"),
    [
        ("alone", "verdict: 10 7 13 14 15 16 17 18 20 22 23 24 25 29"),
        ("may break", "verdict: 10 11 12 29"),
        ("melee", "verdict: 10 7 13 9 20 21"),
        ("water", "verdict: 10 7 13 14 15 16 17 18 9 20 22 23 24 25 19 28"),
        ("surrenders", "verdict: 10 7 13 9 20 22 23 24 27; surrender: 1 6 7 8 9 10 11"),
        ("disrupted idle", "verdict: 10 7 13 9 20 22 23 24 27; surrender: 1 2 3 4 5"),
        ("lost", "verdict: 10 7 13 14 15 16 17 18 19 9 20 22 23 24 27; surrender: 1 6 10 12; verdict: 28 4 6; "
                 "choice: 1 4 5 6 7 12 13 14 15 17 18 8; stops: 8 9 10"),
    ],
)  # fmt: skip
def test_the_finger_follows_the_chart(position: str, order: str) -> None:
    """The boxes in their order, up to where the chart stops."""
    expected = [
        f"{part}.{n}" for group in order.split("; ") for part, _, ns in [group.partition(": ")] for n in ns.split()
    ]
    boxes = [box for box in walked(position) if not (position == "water" and not box.startswith("verdict"))]
    assert [box for box in boxes if box not in ("verdict.4", "verdict.6") or position == "lost"] == expected


@pytest.mark.parametrize("path", sorted((INSTANCES / "rulings").glob("*.lp"))[::4], ids=lambda path: path.stem)
@pytest.mark.slow
def test_where_the_chart_stops(path: Path) -> None:
    """A unit that surrenders, or does not rout, has no destination; one that routs, or is eliminated without a way, has one."""
    for answer in pyrout.solve(pyrout.load(path), paths=0, excluded=False, volunteers=False).units:
        walk = pyrout.explain_chart(pyrout.load(path), answer.id)
        if walk.rules == "asl":
            parts = [KEYS[box.part, box.box][0] for box in walk.chart]
            assert ("choice" in parts) == (answer.verdict in ("routs", "may_rout", "stays", "eliminated")), (
                answer.verdict
            )
            keys = [KEYS[box.part, box.box] for box in walk.chart]
            assert len(set(keys)) == len(keys)
