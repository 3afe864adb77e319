"""Faults that `check` names: for each rule that forbids something a claim that breaks it and no other.

Every position is worked out by hand from the sentence of the rule. Costs in the comments are MF: open ground 1, brush, woods
and buildings 2, rubble 3; the allowance is 6. An American sees the hexes next to it; the other LOS are named.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from tiny import Causes, Position, asl, position

from pyrout.program.rule_index import citations

ASP = Path(__file__).parents[2] / "asp"


class Broken(NamedTuple):
    """A claim, and what it breaks: the step (past the last: its end), the rules, because of whom or what."""

    hexes: str
    units: str
    claim: str
    step: int
    faults: Causes
    los: str = ""
    facts: str = ""
    to: str | None = None
    low_crawl: bool = False
    mf: float | None = None
    near: bool = True


G1 = "g1:squad@B2 broken dm"
AGAINST = 'fordable("B1"). fordable("B2"). current("B1","B2",heavy).'
ROW = "B1. B2. B3. B4."
REACH = "normal_range(a1,9). "
TWO = 'level("B2",1). level("B3",1). building("b","B2"). building("b","B3"). '
HOUSES = TWO + 'feature("B2",rowhouse). feature("B3",rowhouse). hexside("B2","B3",rowhouse_wall). stairwell("B2"). '
WORKS = 'building("works","B2"). building("works","B3").'
DRIFT = 'hexside("B2","B3",drift). environment(ground_snow). '
TOWER, STAIRS = 'feature("B2",tower). ', 'level("B2",2). stairwell("B2").'
SHOT = "B1w B2. B3. B4. B8-", "g1:squad@B3 broken dm; a1:squad@B8"
CROWD = "g1:squad@B4 broken dm; " + "; ".join(f"g{n}:squad@B2" for n in range(2, 5))

ASL = [
    # --- a unit that makes no rout
    Broken("B1w B2.", G1, "B1", 1, {"a10-5-once": ()}, facts="routed(g1)."),
    Broken("B1w B2.", f"{G1} melee; a1:squad@B2 melee", "B1", 1, {"a11-15-melee": ()}),
    Broken("B1w B2.", "g1:squad@B2 broken", "B1", 1, {"a10-5-may": ()}),
    Broken("B1w B2.", f"{G1} captured; a1:squad@B2", "B1", 1, {"a20-5-prisoner": ()}, facts="guards(a1,g1)."),
    Broken("B1w B2w", f"{G1} disrupted", "B1", 1, {"a19-12-rout": ()}),
    Broken("B1w B2.", G1, "B1", 1, {"e9-5-paratroopers": ()}, facts="history(g1,landed)."),
    Broken("B1w B2.", G1, "B1", 1, {"e1-54-night": ("B2",)}, facts="environment(night). nvr(3)."),
    Broken(
        "B1w B2. B3. B4w B5.",
        "g1:squad@B1 broken dm; a1:squad@B5",
        "B4",
        1,
        {"b8-62-tunnels": ("a1",)},
        "B1-B5",
        'tunnel("B1","B4",german).',
    ),
    Broken("B1w B2. B3.", f"{G1} disrupted; a1:squad@B3", "B1", 1, {"a19-12-disrupted": ()}),
    Broken("B1w B2. B3.", f"{G1} encircled; a1:squad@B3", "B1", 1, {"a20-21-surrender": ()}),
    Broken(
        "B1w B2.",
        "g1:squad@B2 broken dm; g9:vehicle@B2 broken",
        "B1",
        1,
        {"d5-311-crew": ()},
        facts="passenger(g1,g9).",
    ),
    Broken(
        "B1w B2.",
        "g1:squad@B2 broken dm; g9:vehicle@B2",
        "B1",
        1,
        {"d6-1-passenger": ()},
        facts="passenger(g1,g9).",
    ),
    Broken(
        "B1. B2w B3. B4w B6.",
        "g1:squad@B2 broken dm; a1:vehicle@B1; a2:squad@B6",
        "B3",
        1,
        {"a20-21-vehicle": ()},
        "B6-B3",
        "option(vehicle_only,eliminated).",
    ),
    Broken("B1. B2w B3w", "g1:squad@B1; a1:squad@B3", "B2", 1, {"a10-41-voluntary": ()}, "B3-B1", "breaks(g1)."),
    # --- a step that nobody makes
    Broken("B1. B2. B3. B4w", G1, "B4", 1, {"a10-51-map": ("B2",)}),
    Broken("B1. B2. B3w", G1, "B3", 1, {"a10-51-map": ("B2-B3",)}, facts='hexside("B2","B3",cliff).'),
    Broken("B2s B3s", "g1:squad@B2@1 broken dm", "B2", 1, {"b23-25-stairs": ("B2@1",)}, facts=TWO),  # no stairwell
    Broken("B2s B3s", "g1:squad@B2@1 broken dm", "B3", 1, {"b23-25-stairs": ("B2@1",)}, facts=TWO),
    Broken("B2s B3s", G1, "B3@1", 1, {"b23-25-stairs": ("B2",)}, facts=TWO),
    Broken(  # another building
        "B2s B3s",
        "g1:squad@B2@1 broken dm",
        "B3@1",
        1,
        {"b23-25-stairs": ("B2@1",)},
        facts=TWO.replace('"b","B3"', '"c","B3"'),
    ),
    Broken(  # a storey over a cliff: no stairs would help
        "B2s B3s",
        "g1:squad@B2@1 broken dm",
        "B3@1",
        1,
        {"a10-51-map": ("B2@1",)},
        facts=TWO + 'hexside("B2","B3",cliff).',
    ),
    Broken("B2s B3s", "g1:squad@B2@1 broken dm", "B3@1", 1, {"b23-71-rowhouse": ("B2@1",)}, facts=HOUSES),
    Broken("B1. B2.", G1, "B2@foxhole", 1, {"a10-51-leave": ("B2",)}, facts='feature("B2",foxhole).'),
    Broken(
        "B1w B2~ C2. C3.",
        "g1:squad@C2 broken dm",
        "B2",
        1,
        {"b6-bridge": ("C2-B2",)},
        facts='feature("B2",bridge). road("B2","B1").',
    ),
    Broken("B2. B3- B4w", G1, "B3", 1, {"asl-mf": ("B3",)}),  # no terrain that has a cost
    Broken("B2. B3~ B4w", G1, "B3", 1, {"a10-51-hazards": ("B3",)}),
    Broken("B2. B3w B4w", G1, "B3", 1, {"a10-51-hazards": ("B3",)}, facts='feature("B3",blaze).'),
    Broken(
        "B1w B2. B3w",
        "g1:squad@B2 broken dm; a1:vehicle@B1",
        "B1",
        1,
        {"a10-51-map": ("B1",)},
        "Z98-Z99",
        facts="option(unknown_vehicle,barred).",
        near=False,
    ),
    Broken("B1w B2. B3w", f"{G1}; a1:squad@B1 melee", "B1", 1, {"a4-14-melee": ("B1",)}, near=False),
    Broken("B1w B2w B3w B4w B5w", f"{G1}; a1:squad@B5", "B3", 1, {"a10-51-closer": ("a1",)}, "B5-B2"),
    # Unarmed a1 forbids no step by its range.
    Broken("B1w B2w B3w B4w", f"{G1}; a1:squad@B4 unarmed", "B3", 1, {"a10-51-adjacent": ("a1",)}, "B4-B2"),
    # C3 is as near to a1 as B2 is; whatever is ADJACENT to somebody armed breaks both.
    Broken(
        "B1w B2w B3w C3w", f"{G1}; a1:squad@B3 pinned", "C3", 1, {"a10-51-adjacent": ("a1",), "a10-51-again": ("a1",)}
    ),
    Broken(
        "B1. B2.",
        f"{G1}; g2:squad@B1@pillbox",
        "B1@pillbox",
        1,
        {"b27-entrench": ("g2",)},
        facts='feature("B1",pillbox). capacity("B1",pillbox,1).',
    ),
    Broken(  # three squads fill the foxhole, and a1 interdicts B2
        "B1w B2. B3. B4. B8-",
        "g1:squad@B3 broken dm; a1:squad@B8; " + "; ".join(f"g{n}:squad@B2@foxhole" for n in range(2, 5)),
        "B2@foxhole B1",
        1,
        {"b27-entrench": ("g2", "g3", "g4")},
        "B8-B2",
        REACH + 'feature("B2",foxhole).',
    ),
    Broken(*SHOT, "B2@foxhole B1", 1, {"a10-531-cover": ("B2@foxhole",)}, "B8-B3", REACH + 'feature("B2",foxhole).'),
    Broken(
        " ".join(f"B{n}." for n in range(1, 9)),
        "g1:squad@B1 broken dm",
        "B2 B3 B4 B5 B6 B7 B8",
        7,
        {"a10-51-step-mf": ("B8",)},
    ),
    Broken(  # 1 + 1 + 5 for five squad-equivalents too many
        "B1. B2. B3. B4.",
        f"{CROWD}; g5:squad@B2; g6:squad@B2; g7:squad@B2; g8:squad@B2",
        "B3 B2",
        2,
        {"a10-51-step-mf": ("B2",)},
    ),
    Broken("B2. B3m B4.", "g1:squad@B4 broken dm", "B3 B2", 2, {"a10-51-step-mf": ("B2",)}),  # marsh takes all 6
    # A Drift takes all 6, and getting out of where it is, or in, costs 1 more.
    Broken(
        "B1. B2. B3w", G1, "B3", 1, {"a10-51-step-mf": ("B3",)}, facts=DRIFT + 'feature("B2",wire). wire_exit("B2",1).'
    ),
    Broken(
        "B1. B2. B3w",
        G1.replace("B2", "B2@foxhole"),
        "B3",
        1,
        {"a10-51-step-mf": ("B3",)},
        facts=DRIFT + 'feature("B2",foxhole).',
    ),
    Broken(
        "B1. B2. B3.", G1, "B3@pillbox", 1, {"a10-51-step-mf": ("B3@pillbox",)}, facts=DRIFT + 'feature("B3",pillbox).'
    ),
    # --- Low Crawl
    Broken("B1. B2. B3. B4w", G1, "B3 B4", 2, {"a10-52-crawl": ("B4",)}, low_crawl=True),
    Broken("B2. B3w", f"{G1}; a1:squad@B2 broken", "B3", 1, {"a10-52-crawl": ("B2",)}, low_crawl=True),
    Broken("B1m B2.", G1, "B1", 1, {"a10-52-crawl": ("B1",)}, low_crawl=True),
    Broken("B1= B2.", G1, "B1", 1, {"a10-52-crawl": ("B1",)}, low_crawl=True),
    Broken("B1w B2m B3. B4.", "g1:squad@B3 broken dm", "B2", 1, {"a10-52-crawl": ("B2",)}, low_crawl=True),
    Broken(  # Disrupted, in the open before a1
        "B1. B2. B4.", f"{G1} disrupted; a1:squad@B4", "B1", 1, {"a10-52-crawl": ("B2",)}, "B4-B2", low_crawl=True
    ),
    Broken("B1w B2. B3. B4.", "g1:squad@B3 broken dm", "B4", 1, {"a10-51-toward": ("B4",)}, low_crawl=True),
    Broken("B1. B2. B3.", G1, "B1", 1, {"a10-52-crawl": ("B1",)}, low_crawl=True, mf=1),  # it takes all 6
    # --- a step that is legal, but not in this rout
    Broken("B1w B2. B3. B4. B5w", G1, "B3 B4 B5", 1, {"a10-51-nearest": ("B5",)}, to="B5"),  # 2 against 4
    Broken("B1w B2. B3. B4. B5w", G1, "B1", 1, {"a10-51-reach": ("B4",)}, to="B4"),
    Broken("B1. B2w B3.", "g1:squad@B3 broken dm", "B2 B1", 2, {"a10-51-arrived": ("B1",)}, to="B2"),
    Broken("B1. B2.", "g1:squad@B1 broken dm", "B2 B1", 2, {"a10-51-leave": ("B1",)}),
    # Back in B2 it could go on to B1: it may not stop there.
    Broken("A1. A2. B1. B2. C2.", G1, "A2 B2", 3, {"a10-51-leave": ("B2",)}),
    Broken("A1. A2. B1. B2. C1w", G1, "A2 B2", 3, {"a10-51-leave": ("B2",), "a10-51-toward": ("C1",)}),
    Broken("B1. B2. B3. B4w", G1, "B3", 2, {"a10-51-toward": ("B4",)}),
    Broken("B1. B2. B3. B4. B5.", G1, "B3", 2, {"a10-51-free": ("B3",)}, to="B5"),
    Broken(  # a1, whom it finds from B4, puts B3 out of reach; E6 is left to it
        "B0. B3w B4. B5. C5. D5. E6w",
        "g1:squad@B5 broken dm; a1:squad@B0",
        "B4",
        2,
        {"a10-51-refigure": ("B4",)},
        "B0-B4",
    ),
    Broken(
        "B1. B2w B3. B4. B5w",
        "g1:squad@B3 broken dm; a1:squad@B1",
        "B2",
        2,
        {"a10-5-ftr": ("a1",)},
        facts="no_quarter(german).",
    ),
    # --- what came over it on the way
    *(
        Broken(*SHOT, "B2 B1", 2, {rule: ("B2",)}, "B8-B2", REACH + f'nmc(g1,"B2",{result}).')
        for result, rule in {
            "pin": "a10-53-nmc",
            "twelve": "a10-64-fate",
            "two). hob(g1,berserk": "a15-hob",
            "two). hob(g1,hardened": "a15-hob",
        }.items()
    ),
    Broken(
        SHOT[0],
        SHOT[1].replace("g1:squad", "g1:crew"),
        "B2 B1",
        2,
        {"a10-53-nmc": ("B2",)},
        "B8-B2",
        REACH + 'nmc(g1,"B2",fail).',
    ),
    Broken("B1w B2. B3. B4.", "g1:squad@B3 broken dm; a1:squad@B2 concealed", "B2 B1", 2, {"a10-533-repulse": ("B2",)}),
    # --- another sum of MF than the way costs: what is left out of it, where that is first paid
    Broken("B1w B2. B3.", "g1:squad@B3 broken dm", "B2 B1", 2, {"asl-mf": ("B1",)}, mf=2),
    Broken("B1w B2. B3.", "g1:squad@B3 broken dm", "B2 B1", 2, {"asl-mf": ("B1",)}, mf=5),
    Broken("B1m B2.", G1, "B1", 1, {"asl-mf": ("B1",)}, mf=2),
    # the rule that sets the price of the step
    *(
        Broken("B1- B2.", G1, "B1", 1, {rule: ("B1",)}, facts=f'terrain("B1",{terrain}). {facts}', mf=mf)
        for terrain, facts, rule in (
            ("pine_woods", "", "asl-mf-more"),
            ("vineyard", "", "asl-mf-more"),
            ("cactus_patch", "", "asl-mf-more"),
            ("rail_car", "", "asl-mf-more"),
            ("kunai", "", "asl-mf-pto"),
            ("huts", "", "asl-mf-pto"),
            ("swamp", "", "asl-mf-pto"),
            ("dense_jungle", "", "asl-mf-pto"),
            ("sand", "", "asl-mf-desert"),
            ("river", 'fordable("B1").', "b21-43-fording"),
            ("woods", 'feature("B1",gully).', "b19-4-growth"),
            ("woods", 'feature("B1",stream).', "b19-4-growth"),
            ("woods", 'hexside("B1","B2",drift). environment(ground_snow).', "e3-7-snow"),
            ("woods", "", "asl-mf"),
        )
        for mf in (1, 5.5)
    ),
    Broken("B1- B2.", G1, "B1", 1, {"asl-mf-pto": ("B1",)}, facts='terrain("B1",palm_trees).', mf=5),
    Broken(  # stairs
        "B1s B2.",
        "g1:squad@B1 broken dm",
        "B1@1",
        1,
        {"b23-25-stairs": ("B1@1",)},
        facts='level("B1",1). stairwell("B1").',
        mf=2,
    ),
    Broken("B1. B2.", G1, "B1", 1, {"b10-4-uphill": ("B2-B1",)}, facts='hexside("B1","B2",cactus_hedge).'),
    Broken("B1- B2.", G1, "B1", 1, {"asl-mf-pto": ("B1",)}, facts='terrain("B1",bamboo).'),
    # ends in dearer cover; goes a way so dear that its destination is out of reach
    Broken("A2. A3h B1. B2w", "g1:squad@B1 broken dm", "A2 A3", 3, {"a10-51-nearest": ("A3",)}),
    Broken("A2r A3r B1. B2. B3w", "g1:squad@B1 broken dm", "A2 A3", 2, {"a10-51-reach": ("B3",)}),
    Broken(  # 2 MF for a level up, and 1 for the snow on it
        "B1. B2. B3.",
        G1,
        "B1",
        1,
        {"b10-4-uphill": ("B1",), "e3-7-snow": ("B1",)},
        facts='elevation("B1",1). environment(ground_snow).',
        mf=2,
    ),
    Broken("B1w B2. B3. B4.", CROWD, "B3 B2 B1", 2, {"a5-11-overstack": ("B2",)}, mf=4),
    Broken(
        "B1. B2. B3.",
        G1.replace("B2", "B3"),
        "B2 B1",
        1,
        {"b10-4-uphill": ("B2",)},
        "",
        'elevation("B2",1). elevation("B1",1).',
        mf=2,
    ),
    Broken(
        "B1. B2. B3.",
        G1.replace("B2", "B3"),
        "B2 B1",
        1,
        {"b10-4-uphill": ("B3-B2",)},
        "",
        'hexside("B2","B3",hedge).',
        mf=2,
    ),
    Broken(
        "B1. B2. B3.",
        G1.replace("B2", "B3"),
        "B2 B1",
        1,
        {"a24-smoke": ("B2",)},
        "Z98-Z99",
        'feature("B2",smoke).',
        mf=2,
    ),
    Broken(
        "B1. B2. B3.",
        G1.replace("B2", "B3"),
        "B2 B1",
        1,
        {"b26-41-wire": ("B3",)},
        "",
        'feature("B3",wire). wire_exit("B3",2).',
        mf=2,
    ),
    Broken("B1. B2. B3.", f"{G1.replace('B2', 'B3')} encircled", "B2 B1", 1, {"a7-7-encircled": ("B3",)}, mf=2),
    Broken(
        "B1. B2. B3.",
        "g1:squad@B3@foxhole broken dm",
        "B2 B1",
        1,
        {"b27-entrench": ("B3@foxhole",)},
        "",
        'feature("B3",foxhole).',
        mf=2,
    ),
    Broken(
        "B1. B2. B3.",
        G1.replace("B2", "B3"),
        "B2 B1@pillbox",
        2,
        {"b27-entrench": ("B1@pillbox",)},
        "",
        'feature("B1",pillbox).',
        mf=2,
    ),
    Broken("B2s B3s", "g1:squad@B2@1 broken dm", "B3@1", 1, {"b23-25-stairs": ("B3@1",)}, facts=TWO, mf=1),
    Broken("B2s B3s", G1, "B3", 1, {"b23-71-rowhouse": ("B2-B3",)}, facts=HOUSES, mf=2),
    Broken("B2f B3f", G1, "B3", 1, {"b23-742-factory": ("B3",)}, facts=WORKS, mf=2),  # as though from outside
    Broken("B2~ B1~", "g1:squad@B2 broken", "B1", 1, {"b21-43-fording": ("B2-B1",)}, facts=AGAINST),
    Broken("B1. B2. B3w", G1.replace("B2", "B1"), "B2 B3", 1, {"b34-4-tower": ("B2",)}, facts=TOWER, mf=3),
    Broken("B1w B2.", G1.replace("B2", "B2@2"), "B2 B1", 1, {"b34-4-tower": ("B2",)}, facts=TOWER + STAIRS, mf=3),
    # Up two levels: 2 for the hex, 2 for the second level.
    Broken(
        "B1. B2. B3.",
        G1.replace("B2", "B3"),
        "B2 B1",
        1,
        {"b10-51-abrupt": ("B2",)},
        "",
        'elevation("B2",2). elevation("B1",2).',
        mf=3,
    ),
    # By option the woods cost 1 over the road, and never their own 2.
    Broken("B1w B2.", G1, "B1", 1, {"b3-4-road": ("B2-B1",)}, facts='road("B1","B2"). option(road_rate,taken).', mf=2),
]

SK = [
    Broken("B1w B2.", G1, "B1", 1, {"sk-once": ()}, facts="routed(g1)."),
    Broken("B1w B2.", f"{G1} melee; a1:squad@B2 melee", "B1", 1, {"sk-melee": ()}),
    Broken("B1w B2.", "g1:squad@B2 broken", "B1", 1, {"sk-may-dm": ()}),
    Broken("B1. B2. B3. B4w", G1, "B4", 1, {"sk-step-touch": ("B2",)}),
    Broken("B2. B3~ B4w", G1, "B3", 1, {"sk-mf": ("B3",)}),
    Broken("B1. B2. B3w", G1, "B3", 1, {"sk-mf": ("B2-B3",)}, facts='hexside("B2","B3",cliff).'),
    Broken("B1w B2w B3w B4w B5w", f"{G1}; a1:squad@B5", "B3", 1, {"sk-step-closer": ("a1",)}, "B5-B2"),
    # C3 is as near to a1 as B2 is.
    Broken("B1w B2w B3w C3w", f"{G1}; a1:squad@B3", "C3", 1, {"sk-step-adjacent": ("a1",)}, "B3-B2"),
    Broken(
        "B1w B2w B3w", f"{G1}; a1:squad@B3", "B3", 1, {"sk-step-closer": ("a1",), "sk-step-occupied": ("a1",)}, "B3-B2"
    ),
    Broken("B1. B2. B3.", f"{G1}; g2:squad@B3; g3:squad@B3; g4:squad@B3", "B3", 1, {"sk-step-stacking": ("B3",)}),
    Broken("B1b B2b B3b B4b", "g1:leader@B1 broken dm wounded", "B2 B3", 2, {"sk-step-mf": ("B3",)}),
    Broken("B1. B2. B3. B4w", G1, "B3 B4", 2, {"sk-crawl": ("B4",)}, low_crawl=True),
    Broken("B2. B3w", f"{G1}; a1:squad@B2 broken", "B3", 1, {"sk-crawl-occupied": ("B2",)}, low_crawl=True),
    Broken("B1w B2. B3. B4.", "g1:squad@B3 broken dm", "B4", 1, {"sk-crawl-toward": ("B4",)}, low_crawl=True),
    Broken("B1. B2. B3.", G1, "B1", 1, {"sk-crawl": ("B1",)}, low_crawl=True, mf=1),
    Broken("B1w B2. B3. B4. B5w", G1, "B3 B4 B5", 1, {"sk-dest-nearest": ("B5",)}, to="B5"),
    Broken("B1w B2. B3. B4. B5w", G1, "B1", 1, {"sk-dest-reach": ("B4",)}, to="B4"),
    Broken("B1. B2. B3. B4w", G1, "B3", 2, {"sk-dest-reached": ("B4",)}),
    Broken("B1. B2w B3.", "g1:squad@B3 broken dm", "B2 B1", 2, {"sk-dest-continue": ("B1",)}, to="B2"),
    Broken("A1. A2. B1. B2. C2.", G1, "A2 B2", 3, {"sk-leave": ("B2",)}),
    Broken("A1. A2. B1. B2. C1w", G1, "A2 B2", 3, {"sk-leave": ("B2",), "sk-dest-reached": ("C1",)}),
    Broken(
        "B0. B3w B4. B5. C5. D5. E6w",
        "g1:squad@B5 broken dm; a1:squad@B0",
        "B4",
        2,
        {"sk-dest-new": ("B4",)},
        "B0-B4",
    ),
    Broken(
        "B1. B2w B3. B4. B5.", "g1:squad@B3 broken dm; a1:squad@B1", "B2", 2, {"sk-dest-threatened": ("a1",)}, "B1-B2"
    ),
    *(
        Broken(
            SHOT[0],
            SHOT[1].replace("squad", kind, 1),
            "B2 B1",
            2,
            {"sk-nmc": ("B2",)},
            "B8-B2",
            REACH + f'nmc(g1,"B2",{result}).',
        )
        for kind, result in (("squad", "pin"), ("crew", "fail"))
    ),
    Broken("B1w B2. B3.", "g1:squad@B3 broken dm", "B2 B1", 2, {"sk-mf": ("B1",)}, mf=2),
    Broken(
        "B1. B2. B3.",
        G1.replace("B2", "B3"),
        "B2 B1",
        1,
        {"sk-mf": ("B2",)},
        "",
        'elevation("B2",1). elevation("B1",1).',
        mf=2,
    ),
    Broken(
        "B1. B2. B3.", G1.replace("B2", "B3"), "B2 B1", 1, {"sk-mf": ("B3-B2",)}, "", 'hexside("B2","B3",wall).', mf=2
    ),
    Broken("B1w B2.", G1, "B1", 1, {"sk-road": ("B2-B1",)}, facts='road("B1","B2"). option(road_rate,taken).', mf=2),
]


def name(broken: Broken) -> str:
    return f"{'-'.join(broken.faults)} {broken.claim}"


def holds(broken: Broken, here: Position) -> None:
    judged = here.judged(broken.claim, broken.to, broken.low_crawl, broken.mf)
    assert judged == (broken.step, broken.faults)


@pytest.mark.parametrize("broken", ASL, ids=name)
@pytest.mark.slow
def test_a_claim_that_breaks_one_rule(broken: Broken) -> None:
    holds(broken, asl(broken.hexes, broken.units, broken.los, broken.facts, near=broken.near))


@pytest.mark.parametrize("broken", SK, ids=name)
@pytest.mark.slow
def test_a_claim_that_breaks_one_rule_of_the_starter_kit(broken: Broken) -> None:
    holds(broken, position(broken.hexes, broken.units, broken.los, broken.facts))


# Heads of statements that a judgement reads. `called(height` names the rule of a note, not of a fault.
FORBIDS = re.compile(
    r'^(?:called\((?!height)\w+|fault\(c,[^"]*?|forbidden\(step\(From,To\)|bar\(Unit|shut\(Hex|surrenders\(Unit'
    r'|denied\(Unit|due\(c,Index|parts\(From,To|full_by\(Unit,\w+|of_result\(\w+|surrenders_by\(Node),"([\w-]+)"',
    re.MULTILINE,
)


@pytest.mark.parametrize(("rules", "claims"), [("asl", ASL), ("aslsk", SK)])
def test_every_rule_that_forbids_has_such_a_claim(rules: str, claims: list[Broken]) -> None:
    # The order of turns is that of a phase: after.lp, a10_after.lp.
    files = [path for path in (ASP / rules).glob("*.lp") if not path.stem.endswith("after")]
    named = {rule for path in files for rule in FORBIDS.findall(path.read_text("utf-8"))}
    assert len(named) > 20 and named <= set(citations(rules))
    assert sorted(named - {rule for broken in claims for rule in broken.faults}) == []
