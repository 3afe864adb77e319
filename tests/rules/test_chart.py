"""The chart, walked: each box and each note of the Routing Flowchart on a position that shows it, and the article's questions
on its examples.

Every answer is worked out by hand with the chart on the table. A box is `part.number` as in `asp/asl/chart.lp`; the
positions are those of the tests that `chart.lp` names for it, or variations of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tiny import ALONE, CORRIDOR, Position, asl
from tiny_asl import (
    BLOCK,
    BOX,
    FAR,
    FIELD,
    FROM_B5,
    HELD,
    REACH,
    SEEN,
    SEEN_FROM_B5,
    TAKER,
    aboard,
    aboard_beside_a_vehicle,
)

import pyrout
from pyrout.errors import UsageError
from pyrout.rule_index import boxes

pytestmark = pytest.mark.slow  # half a minute together

INSTANCES = Path(__file__).parents[2] / "instances"
SHOT = "B1w B2. B3. B4. B5w B6. B7. B8.", "g1:squad@B3 broken dm; a1:squad@B8", "B8-B3 B8-B2"
CLOSE = "B2w B3w B4. B5. B6w", "g1:squad@B4 broken dm; a1:squad@B2", "", "no_quarter(german)."
CROWD = "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2; g5:half_squad@B2"
ON_THE_WAY = "B1w B2w B3. A3. A4w D3-", "g1:squad@B3 broken dm; a1:squad@B1; a2:squad@D3", "D3-A3 D3-B3"
SIDES = "B1. B2. B3w", "g1:squad@B1 broken dm; a1:squad@B2; g2:squad@B3"

# The positions, each by a name.
POSITIONS: dict[str, Position] = {
    "alone": asl("B1w B2w", "g1:squad@B1 broken"),
    "idle": asl("B1. B2w", ALONE),
    "kept": asl("B1w B2w", "g1:squad@B1 broken", facts="history(g1,kept_dm)."),
    "shelled": asl("B1w B2.", "g1:squad@B2 broken", facts='feature("B2",ffe).'),
    "broke": asl("B1w B2w", "g1:squad@B1 broken", facts="history(g1,broke)."),
    "near": asl(HELD, "g1:squad@B2 broken; a1:squad@B3"),
    "near broken": asl("B1w B2w B3w", "g1:squad@B2 broken; a1:squad@B3 broken"),
    "open": asl(CORRIDOR, "g1:squad@B1 broken; a1:squad@B4", "B4-B1"),
    "desert": asl("B1. B2. B9.", "g1:squad@B2 broken; a1:squad@B9", "B9-B2", REACH + " environment(desert)."),
    "melee": asl("B1. B2w", "g1:squad@B1 broken dm melee; a1:squad@B1 melee"),
    "melee disrupted": asl("B1. B2w", "g1:squad@B1 broken dm melee disrupted; a1:squad@B1 melee"),
    "melee burning": asl("B1. B2w", "g1:squad@B1 broken dm melee; a1:squad@B1 melee", facts='feature("B1",blaze).'),
    "burning": asl("B1w B2w B3w", "g1:squad@B2 broken", facts='feature("B2",blaze). feature("B1",blaze).'),
    "water": asl("B1~ B2w", "g1:squad@B1 broken"),
    "prisoner": asl("B1. B2w", "g1:squad@B1 broken dm captured"),
    "crest": asl("B1u B2.", "g1:squad@B1 broken crest"),
    "deterred": aboard("broken dm encircled", "passenger(g1,v1)."),
    "declines": aboard_beside_a_vehicle("broken dm", "option(vehicle_only,eliminated)."),
    "passenger": aboard("broken", "passenger(g1,v1)."),
    "crew": aboard("broken fanatic", "passenger(g1,v1). status(v1,broken)."),
    "pillbox": asl("B1w B2. B3.", "g1:squad@B2@pillbox broken; a1:squad@B3", "B3-B2@pillbox", BOX),
    "may break": asl("B1w B2w B3w", "g1:squad@B2; a1:squad@B3"),
    "breaks": asl("B1w B2w B3w", "g1:squad@B2; a1:squad@B3", facts="breaks(g1)."),
    "rash": asl("B1. B2w B3w", "g1:squad@B2; a1:squad@B3", "B3-B1", "breaks(g1)."),
    "steadfast": asl("B1w B2w B3w", "g1:squad@B2; a1:squad@B3 broken"),
    "leader": asl("B1. B2w", "g1:squad@B1 broken dm; g2:leader@B1", facts="possesses(g1,n). sw(n,lmg,1,8)."),
    "pair": asl("B1w B2. B3. B4. B5w B6. B7. B8.", SHOT[1] + "; g2:leader@B3", SHOT[2], "accompanies(g2,g1)."),
    "surrenders": asl(HELD, TAKER, "B3-B1"),
    "no quarter": asl(HELD, TAKER, "B3-B1", "no_quarter(german)."),
    "encircled": asl(HELD, TAKER + "; g9:squad@B1", facts="status(g1,encircled)."),
    "vehicle": asl(HELD, "g1:squad@B2 broken dm; a1:vehicle@B3", "B3-B1"),
    "disrupted taken": asl(HELD, TAKER + "; g9:squad@B1", facts="status(g1,disrupted)."),
    "disrupted idle": asl("B1. B2w B3w", "g1:squad@B2 broken dm disrupted"),
    "disrupted driven": asl("B1w B2w B3w", "g1:squad@B2 broken dm disrupted; a1:squad@B3 broken"),
    "disrupted no quarter": asl("B1w B2w B3w", "g1:squad@B2 broken dm disrupted; a1:squad@B3", facts="no_quarter(german)."),
    "disrupted ceases": asl(
        "B1w B2w B3. B4. B5. B6. B7. C4.", "g1:squad@B4 broken dm disrupted; a1:squad@B7; a2:squad@B1", "B7-B4 B1-B3/1"
    ),
    "on the way": asl(*ON_THE_WAY),
    "heat": asl(FIELD, FAR, SEEN, 'nmc(g1,"B2",two). hob(g1,surrender).'),
    "abtf": asl("B1w B2w", "g1:squad@B1 broken dm; a1:squad@B2 melee", facts="option(abtf,yes)."),
    "abtf on the way": asl("B1. B2w B3.", "g1:squad@B3 broken dm; a1:squad@B1 melee", facts="option(abtf,yes)."),
    "nearest": asl("B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm"),
    "crowd": asl("B1. B2w", CROWD),
    "stairs": asl("B2s B3s", "g1:squad@B2 broken dm", facts=BLOCK, los="Z98-Z99"),
    "barred": asl("B1w B2w B3w B4w", "g1:squad@B2 broken dm; a1:squad@B4", "B4-B2"),
    "twice next to it": asl("A1w A2w B1w", "g1:squad@B1 broken dm; a1:squad@A2", facts="no_quarter(german)."),
    "own building": asl("B1s B2s B3.", "g1:squad@B2 broken dm", facts='building("b","B1"). building("b","B2").'),
    "no farther": asl("A1w A2. A3. B1w B2. C1. C2.", "g1:squad@A2 broken dm; a1:squad@C2", "C2-A2"),
    "lost": asl("B1. B2.", "g1:squad@B1 broken; a1:squad@B2", facts="no_quarter(german)."),
    "away": asl("B1. B2. B3w A2. A3.", "g1:squad@B2 broken dm"),
    "occupied": asl("B1. B2. B3.", "g1:squad@B2 broken dm; a1:squad@B2", facts="no_quarter(german)."),
    "twice": asl("A1. A2. B1. B2.", ALONE, facts="option(revisit,allow)."),
    "shot": asl(*SHOT),
    "halved": asl("B1w B2. B3. B4. B5w B6. B7. B8.", "g1:squad@B3 broken dm; a1:squad@B8 halved", "B8-B3 B8-B2"),
    "foxhole": asl(FIELD, FAR, SEEN, 'feature("B2",foxhole).'),
    "trench": asl(FIELD, FROM_B5, SEEN_FROM_B5, REACH + 'feature("B4",trench).'),
    "repulsed": asl("B1. B2w", "g1:squad@B1 broken dm; a1:squad@B2 concealed"),
    "concealed": asl("B1w B2. B3w B4w", "g1:squad@B2 broken dm; a1:squad@B4 concealed", "B4-B2"),
    "continues": asl("B1. B2w B3w", ALONE),
    "anew": asl("B1w B2w B3. B4w", "g1:squad@B3 broken dm; a1:squad@B1", facts="no_quarter(german)."),
    "anew nowhere": asl("B1w B2w B3. B4.", "g1:squad@B3 broken dm; a1:squad@B1", facts="no_quarter(german)."),
    "short": asl("B1w B2. B3. B4. B5- C5-", "g1:squad@B4 broken dm; a1:squad@C5", "C5-B3"),
    "tower": asl("B1. B2s", ALONE, facts='feature("B2",tower).'),
    "mines": asl("B1w B2. B3. B4. B5. B6w", "g1:squad@B3 broken dm", facts='feature("B2",minefield(known)).'),
    "marsh": asl("B4. B5m", "g1:squad@B4 broken dm"),
    "pin": asl(*SHOT, 'nmc(g1,"B2",pin).'),
    "fail": asl(*SHOT, 'nmc(g1,"B2",fail).'),
    "twelve": asl(*SHOT, 'nmc(g1,"B2",twelve).'),
    "pass": asl(*SHOT, 'nmc(g1,"B2",pass).'),
    "two": asl(FIELD, FAR, SEEN, 'nmc(g1,"B2",two). hob(g1,berserk).'),
    "crew under fire": asl(SHOT[0], SHOT[1].replace("g1:squad", "g1:crew"), *SHOT[2:]),
    "crew's two": asl(SHOT[0], SHOT[1].replace("g1:squad", "g1:crew"), SHOT[2], 'nmc(g1,"B2",two).'),
    "was near": asl("B1w B2w", "g1:squad@B1 broken", facts="history(g1,enemy_adjacent)."),
    "melee nobody": asl("B1. B2w", "g1:squad@B1 broken dm melee"),
    "disrupted routed": asl("B1w B2w B3w", "g1:squad@B2 broken dm disrupted", facts="routed(g1)."),
    "crest leaves": asl("B1u B2w", "g1:squad@B1 broken dm crest"),
    "melee beside": asl("B1w B2. B3w", "g1:squad@B2 broken dm; a1:squad@B1 melee"),
    "disrupted burning": asl("B1w B2w", "g1:squad@B2 broken dm disrupted", facts='feature("B2",blaze).'),
    "no way": asl("B1. B2w", "g1:squad@B2 broken dm; a1:squad@B1"),
    "held by two": asl(HELD + " B9. B8.", TAKER + "; a2:squad@B8", "B8-B1", "normal_range(a2,9)."),
    "rubble": asl("B1. B2r B3w", ALONE),
    "creek": asl("B4. B5=", "g1:squad@B4 broken dm"),
    "meets": asl("B0. B3w B4. B5. C5. D5. E6w", "g1:squad@B5 broken dm; a1:squad@B0", "B0-B4"),
    "road": asl("B1s B2w B3. B4. B5. B6. B7. B8.", FAR, SEEN, 'road("B3","B2").'),
    "revealed": asl(FIELD, "g1:squad@B3 broken dm; a1:squad@B8 concealed", SEEN, 'reveal(a1,g1,"B2",after).'),
    "pinned": asl("B1w B2. B3. B4. B5w B6. B7. B8.", "g1:squad@B3 broken dm; a1:squad@B8 pinned", "B8-B3 B8-B2"),
    "gun": asl(FIELD, "g1:squad@B3 broken dm; a1:gun@B8", SEEN, 'covered_arc(a1,"B3").'),
    "crewed": asl(FIELD, "g1:squad@B3 broken dm; a1:crew@B8", SEEN,
                   'possesses(a1,k). sw(k,gun,9,16). covered_arc(k,"B3").'),
    "vehicle only": asl(HELD, "g1:squad@B2 broken dm; a1:vehicle@B3", "B3-B1", "option(vehicle_only,eliminated)."),
    "to a pillbox": asl("B1. B2. B3.", ALONE, facts=BOX),
    "into fire": asl("B3. B4. B5. B6w C5-", "g1:half_squad@B3 broken dm; a1:squad@C5", "C5-B4", "normal_range(a1,4)."),
    "into the arms": asl("B1. B2w B3.", "g1:squad@B3 broken dm; a1:squad@B1; a2:squad@B3", facts="no_quarter(german)."),
    "kept in the open": asl("B1w B2. B3. B6. A2-", "g1:squad@B3 broken dm; a1:squad@B6; a2:squad@A2 concealed",
                            "B6-B3 A2-B3", 'reveal(a2,g1,"B2",before). no_quarter(german).'),
    "looked through": asl(HELD + " B9.", TAKER + "; a2:squad@B9 concealed", "B3-B1"),
    # Out of the Wire it can only crawl; a1 throws it back from B1, where a2 would interdict a run.
    "crawls into somebody": asl("B1. B2. B8.", "g1:leader@B2 broken dm wounded; a1:squad@B1 concealed; a2:squad@B8",
                                "B8-B1", 'feature("B2",wire). wire_exit("B2",3). normal_range(a2,9).'),
    # a1 is revealed to it in C3 before it enters D2, which it does; into D3, which comes closer to him, it then goes no more.
    "shown": asl("B2. C3. D2g D3. B8-", "g1:squad@B2 broken dm; a1:squad@B8 concealed", "B8-D2 B8-D3",
                 'reveal(a1,g1,"D2",before).'),
    "thrown back under fire": asl("B1. B2. B8.", "g1:squad@B2 broken dm; a1:squad@B1 concealed; a2:squad@B8", "B8-B1",
                                  "normal_range(a2,9)."),
    "continues into somebody": asl("B1. B2w B3w", "g1:squad@B1 broken dm; a1:squad@B3 concealed"),
    # In C3, next to a2, it would not survive a pin; but no way leads it there under his Interdiction.
    "revealed beside it": asl("B2- C2. C3. D2. D3.", "g1:leader@B2 broken dm; a2:squad@D3 concealed", "D3-C2 D3-C3",
                              'reveal(a2,g1,"D2",before). no_quarter(german).'),
    "stays": asl("B1w B2w B3w", "g1:squad@B2 broken dm; a1:squad@B1 broken; a2:squad@B3 broken"),
}  # fmt: skip

KEYS = {(box.title, box.words): key for key, box in boxes("asl").items()}


@cache
def walked(name: str) -> dict[str, tuple[str, tuple[str, ...], tuple[int, ...]]]:
    """The boxes that a position comes to, in their order: the answer, because of whom or what, the notes."""
    walk = pyrout.explain_chart(POSITIONS[name].instance, "g1")
    found = {}
    for box in walk.chart:
        part, number = KEYS[box.part, box.box]
        found[f"{part}.{number}"] = box.answer, box.because, box.notes
    assert len(found) == len(walk.chart)
    return found


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
    ("shot", "stops.3", "no", ""),
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
    ("into fire", "stops.3", "yes", "B4"),
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
    ("revealed beside it", "stops.3", "no", ""),
    ("crawls into somebody", "choice.15", "may", "B1"),
    ("crawls into somebody", "choice.17", "no", ""),
    ("crawls into somebody", "conduct.3", "yes", "a1"),
    ("crawls into somebody", "conduct.5", "no", ""),
    ("crawls into somebody", "conduct.7", "may", "B1"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "box", "answer", "because"), SHOWN)
@pytest.mark.slow
def test_each_box(position: str, box: str, answer: str, because: str) -> None:
    found = walked(position)
    assert box in found, list(found)
    assert (found[box][0], " ".join(found[box][1])) == (answer, because)


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
    (found,) = [each for each in walk if KEYS[each.part, each.box] == tuple_of(box)]
    assert rule in found.rules


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
    found = {box.box: box for box in pyrout.explain_chart(pyrout.parse(text), "a1").chart}
    assert found["The Attacker routs first; broken units rout individually"].because == ("g1",)


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
    found = [box for box in walked(position) if not (position == "water" and not box.startswith("verdict"))]
    assert [box for box in found if box not in ("verdict.4", "verdict.6") or position == "lost"] == expected


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


# --- the Starter Kit ---------------------------------------------------------------------------------------------

QUESTIONS = {(box.title, box.words): f"{part}.{number}" for (part, number), box in boxes("aslsk").items()}


def answers(example: str, unit: str = "g1") -> dict[str, str]:
    walk = pyrout.explain_chart(pyrout.load(INSTANCES / "aslsk" / f"example-{example}.lp"), unit)
    return {QUESTIONS[box.part, box.box]: " ".join([box.answer, *box.because]) for box in walk.chart}


def test_example_1() -> None:
    """The squad in yBB8 may go to yZ9 or yAA10; yZ7 and yZ8 lead closer to yZ5."""
    found = answers("01")
    assert list(found)[:5] == ["who.1", "who.2", "who.5", "who.7", "who.8"]
    assert (found["who.2"], found["who.5"]) == ("yes", "yes")
    assert found["where.3"] == "yes yAA10 yZ9"
    assert found["where.4"].startswith("yes a1")
    assert found["where.8"] == "no"


def test_example_4() -> None:
    """There is no cover within 6 MF of yW6: it may go anywhere by legal steps."""
    found = answers("04")
    assert (found["where.3"], found["where.8"]) == ("no", "may")
    assert found["who.7"].startswith("yes")


def test_example_6() -> None:
    """To yZ7 it would end next to the unknown squad in yZ8; Low Crawl to yZ4 saves it. With that squad in yZ7 there is no way."""
    found = answers("06")
    assert found["where.3"] == "yes yZ7"
    assert found["how.3"] == "may yZ4"
    assert (found["how.5"], found["how.6"]) == ("yes yZ7", "yes yZ7")
    assert found["how.4"] == "no"
    moved = answers("06b")
    assert moved["how.4"].startswith("yes")
    assert "how.1" not in moved and "how.3" not in moved  # it goes nowhere


def test_example_7() -> None:
    """yK6 is the only destination, and there it finds the squad in yK7; in yJ5 it is interdicted by it."""
    order = (
        "who.1 who.2 who.5 who.7 who.8 where.1 where.3 where.4 where.5 where.6 where.7 where.8 where.9 "
        "how.1 how.2 how.3 how.4 how.5 how.6 how.7 how.8 how.10 how.11 how.12"
    )
    found = answers("07")
    assert " ".join(found) == order
    assert (found["who.7"], found["who.8"]) == ("yes a2", "no")
    assert found["where.3"] == "yes yK6"
    assert found["how.1"] == "yes a1 yJ5"
    assert (found["how.3"], found["how.5"], found["how.6"]) == ("may yK6", "yes yK6", "yes yK6")


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
    found = [question.split(".") for question in answers(path.stem.removeprefix("example-"))]
    assert found == sorted(found, key=lambda at: (("who", "where", "how").index(at[0]), int(at[1])))


STARTER_KIT = {
    "who.3": ("B1. B2.", "g1:squad@B1 broken; a1:squad@B2", "B1-B2", "", "yes"),
    "who.6": ("B1. B2.", "g1:squad@B1 broken dm; g2:leader@B1", "", "", "may g2"),
    "who.9": ("B1. B2.", "g1:squad@B1 broken", "", "", "holds"),
    "where.2": ("B1. B2.", "g1:squad@B1 broken dm", "", "possesses(g1,n). sw(n,lmg,1,8).", "holds n"),
    "where.7": ("B1. B2w", "g1:squad@B1 broken dm; g2:squad@B2; g3:squad@B2; g4:squad@B2", "", "", "yes B2"),
    "how.11": ("B1. B2.", "g1:squad@B1 broken dm; a1:squad@B1 broken", "", "", "yes a1"),
}  # fmt: skip


@pytest.mark.parametrize("question", STARTER_KIT)
def test_questions_that_no_example_asks(question: str) -> None:
    from tiny import position

    hexes, units, los, facts, answer = STARTER_KIT[question]
    walk = pyrout.explain_chart(position(hexes, units, los, facts).instance, "g1")
    found = {QUESTIONS[box.part, box.box]: " ".join([box.answer, *box.because]) for box in walk.chart}
    assert found[question] == answer


def test_every_rule_of_the_article_answers_a_question() -> None:
    from pyrout.rule_index import citations

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
