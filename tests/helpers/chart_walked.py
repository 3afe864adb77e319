"""Walks along the Routing Flowchart and the Starter Kit chart."""

from __future__ import annotations

from functools import cache
from pathlib import Path

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
    boxed_beside_a_vehicle,
)

import pyrout
from pyrout.program.rule_index import boxes

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
    "deterred": asl("B1. B2. B3.", "g1:squad@B2@pillbox broken dm; a1:squad@B3", "B3-B2@pillbox B3-B1", BOX),
    "declines": boxed_beside_a_vehicle("broken dm", "option(vehicle_only,eliminated)."),
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
    # In B2 it surrenders to a1. a3, who could take it at the start, is not next to it there.
    "captor left behind": asl(f"{ON_THE_WAY[0]} C4.", f"{ON_THE_WAY[1]}; a3:squad@C4", f"{ON_THE_WAY[2]} C4-B3"),
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
                                "B8-B1", 'feature("B2",wire). wire_exit("B2",3). normal_range(a2,9). option(wire_crawl,yes).'),
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
    answers: dict[str, tuple[str, tuple[str, ...], tuple[int, ...]]] = {}
    for box in walk.chart:
        part, number = KEYS[box.part, box.box]
        answers[f"{part}.{number}"] = box.answer, box.because, box.notes
    assert len(answers) == len(walk.chart)
    return answers
