"""Facts of a position, and what each excludes and needs: a table written by hand from the rulebook and the rules pages.

`test_pairs.py` holds the program to each pair of facts, and to each need. A fact that is added gets its row.

A row is of one fact or several. `needs` has what stands beside each of them: alternatives with "|", several needs with ";", and
"if" before what makes it one.
Kinds of units and terrains are facts as well. `never` has what no rule allows beside it: of the same unit, of its kind, in
its Location, on its hexside, of the company that it has there, of the weather. What follows from both is in no row.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from pyrout.position.vocabulary import ENVIRONMENT, FEATURE, HEXSIDE, HISTORY, STATUS, TERRAIN, UNIT_KIND


class Row(NamedTuple):
    """Facts, with what they need and exclude, and the sections that say so."""

    facts: str
    needs: str = ""
    never: str = ""
    source: str = ""


# --- the facts: of the unit `u`, its SW `w`, its Location H, the hexside between H and I, the weather ------------------
# S is the side of `u`, O the other. The router `r` is in J, next to H.

KINDS = tuple(word for word in UNIT_KIND.words if word not in ("infantry", "artillery"))  # these are for tables
AMBIGUOUS = ("gully", "stream", "ford", "roadblock")  # features, and terrain or hexsides as well
COMPANY = {
    "enemy here": "unit(v,O,squad). at(v,H). normal_range(v,4).",
    "Melee enemy here": "unit(n,O,squad). at(n,H). normal_range(n,4). status(n,melee).",
    "concealed enemy here": "unit(y,O,squad). at(y,H). normal_range(y,4). status(y,concealed).",
    "enemy vehicle in Motion here": "unit(z,O,vehicle). at(z,H). normal_range(z,4). status(z,motion).",
    "prisoner here": "unit(p,O,squad). at(p,H). status(p,captured).",
    "broken unit here": "unit(f,S,squad). at(f,H). status(f,broken).",
    "crew here": "unit(k,S,crew). at(k,H).",
    "vehicle here": "unit(c,S,vehicle). at(c,H). normal_range(c,1).",
    "enemy vehicle here": "unit(e,O,vehicle). at(e,H). normal_range(e,1).",
    "two crews here": "unit(b,S,crew). at(b,H). unit(h,S,crew). at(h,H).",
    "enemy in the pillbox": "unit(q,O,squad). at(q,H,pillbox). normal_range(q,4).",
    "prisoner in the pillbox": "unit(o,O,squad). at(o,H,pillbox). status(o,captured).",
    "without Wall Advantage here": "unit(m,S,squad). at(m,H). no_wall_advantage(m).",
    "enemy with Wall Advantage there": "unit(a,O,squad). at(a,I). wall_advantage(a).",
}
OF_ITS_SW = {f"{kind} SW": f"sw(w,{kind},1,6). possesses(u,w)." for kind in ("lmg", "mortar", "rcl", "gun", "radio", "dc")}
PLACES = {
    "upstairs": "at(u,H,1).",
    "in a cellar": "at(u,H,-1).",
    **{f"in the {place}": f"at(u,H,{place})." for place in ("foxhole", "trench", "shellholes", "pillbox")},
    "passenger": "passenger(u,c).",
    "rider": "rider(u,c).",
    "passenger of the enemy": "passenger(u,e).",
}
NMC = [f"nmc {result}" for result in ("pass", "pin", "fail", "two", "twelve", "killed")]
OTHERS = {
    **{f"history {word}": f"history(u,{word})." for word in HISTORY.words},
    "history attacked": "history(u,attacked(fp)).",
    "breaks": "breaks(u). unit(x,O,squad). normal_range(x,6). at(x,I).",
    "routed": "routed(u).",
    "failed": "failed(u).",
    **{result: f"nmc(u,I,{result.removeprefix('nmc ')})." for result in NMC},
    "hob": "hob(u,berserk).",
    "normal_range": "normal_range(u,4).",
    "normal_range 0": "normal_range(u,0).",
    "firepower": "firepower(u,4).",
    "firepower 0": "firepower(u,0).",
    "morale": "morale(u,7).",
    "broken_morale": "broken_morale(u,7).",
    "leadership": "leadership(u,-1).",
    "nationality ss": "nationality(u,ss).",
    "nationality russian": "nationality(u,russian).",
    "covered_arc": "covered_arc(u,I).",
    "manned": "manned(u,k).",
    "mans": "unit(d,S,gun). at(d,H). manned(d,u).",
    "accompanies": "accompanies(u,f).",
    "accompanied": "unit(l,S,leader). at(l,H). accompanies(l,u).",
    "guards": "guards(u,p).",
    "guarded": "guards(v,u).",
    "no_interdiction": "no_interdiction(u).",
    "no_interdiction there": "no_interdiction(u,J).",
    "reveal": "reveal(u,r,J,after).",
    "afv": "afv(u).",
    "skis on": "skis(u,on).",
    "skis off": "skis(u,off).",
    "wall_advantage": "wall_advantage(u).",
    "no_wall_advantage": "no_wall_advantage(u).",
}
OF_A_UNIT = {
    **{kind: f"unit(u,S,{kind})." for kind in KINDS},
    **{status: f"status(u,{status})." for status in STATUS.words},
    **OTHERS,
    **PLACES,
    **OF_ITS_SW,
    "SW malfunctioned": "status(w,malfunctioned).",
    "SW emplaced": "status(w,emplaced).",
    "SW covered_arc": "covered_arc(w,I).",
}
OF_A_HEX = {
    **{terrain: f"terrain(H,{terrain})." for terrain in TERRAIN.words},
    **{f"a {word}" if word in AMBIGUOUS else word: f"feature(H,{word})." for word in FEATURE.words if word != "pillbox"},
    "pillbox": "feature(H,pillbox). capacity(H,pillbox,3).",
    "minefield": "feature(H,minefield(known)).",
    "level 1": "level(H,1).",
    "level 2": "level(H,2).",
    "level 3": "level(H,3).",
    "level -1": "level(H,-1).",
    "stairwell": "stairwell(H).",
    "Blaze upstairs": "feature(H@1,blaze).",
    "building": "building(B,H).",
    "elevation 1": "elevation(H,1).",
    "elevation -1": "elevation(H,-1).",
    "foxhole holds 0": "capacity(H,foxhole,0).",
    "foxhole holds 1": "capacity(H,foxhole,1).",
    "trench holds 4": "capacity(H,trench,4).",
    "wire_exit 1": "wire_exit(H,1).",
    "wire_exit 2": "wire_exit(H,2).",
    "wreck": "wreck(H).",
    "blaze_terrain": "blaze_terrain(H).",
    "obscured": "obscured(H,2,2).",
    "illuminated": "illuminated(H).",
    "illuminated upstairs": "illuminated(H@1).",
    "fordable": "fordable(H).",
    "current": "terrain(I,river). current(H,I,heavy).",
    "tunnel": "tunnel(H,J,german).",
}
OF_A_HEXSIDE = {
    **{side: f"hexside(H,I,{side})." for side in HEXSIDE.words},
    "wall from there": "hexside(I,H,wall).",
    "cliff from there": "hexside(I,H,cliff).",
    "road": "road(H,I).",
    "paved": "paved(H,I).",
    "path": "path(H,I).",
    "path from there": "path(I,H).",
    "vertex_los": "vertex_los(H,I,north,J,0).",
}
OF_THE_WEATHER = {**{f"in {word}": f"environment({word})." for word in ENVIRONMENT.words}, "nvr": "nvr(3)."}
GROUNDS = {*KINDS, *TERRAIN.words}
FACTS = {**OF_A_UNIT, **COMPANY, **OF_A_HEX, **OF_A_HEXSIDE, **OF_THE_WEATHER}
OF_UNITS = {*OF_A_UNIT, *COMPANY}
MOST = 24  # facts of a set: larger ones are slower than more of them
SIDED = {"reveal": "american", "history landed": "german"}  # else they say something of the router in J

# --- the table --------------------------------------------------------------------------------------------------------

MMC = "squad|half_squad|crew"
SMC = "leader|hero|commissar"
MEN = f"{MMC}|{SMC}"
INFANTRY = f"{MEN}|gun"  # a Gun stands for the unit that mans it
ON_FOOT = f"{INFANTRY}|tank_hunter|dummy"
ARMED = f"{MEN}|cavalry|vehicle|gun"
HOUSES = "stone_building|wooden_building"
FACTORIES = "stone_factory|wooden_factory"
MARKETS = "stone_market_place|wooden_market_place"
BUILDINGS = f"{HOUSES}|{FACTORIES}|{MARKETS}|huts"
RUBBLE = "rubble|stone_rubble|wooden_rubble"
WATER = "water|river|canal"
MARSH = "marsh|swamp|mudflats"
WOODS = "woods|light_woods|forest|pine_woods|light_jungle|dense_jungle"
GROWTH = "woods|light_woods|forest|pine_woods|brush|vineyard|orchard|olive_grove"
ROADBEDS = "runway|sunken_road|elevated_road"
LOWER = "stream|a stream|gully|a gully"
INSIDE = "in the foxhole|in the trench|in the pillbox"
# Terrain that a pillbox may stand in; a word that is not here excludes it.
SITES = (
    f"open_ground|plowed_field|sunken_road|elevated_road|irrigation_ditch|debris|scrub|hammada|deir|hillock|sand|sand_dune|"
    f"{WOODS}|brush|vineyard|kunai|cactus_patch|orchard|olive_grove|palm_trees|grain"
)
OVER = "wall|hedge|bocage|roadblock|cactus_hedge|drift|wall from there"


def all_but(words: str, of: Collection[str]) -> str:
    """Return all the alternatives but these."""
    return "|".join(word for word in of if word not in words.split("|"))


ROWS = (
    # units and their statuses
    Row("broken", f"{MMC}|leader|commissar", source="A10.4, A13.5, D5.311, note 6"),
    Row("broken", never="concealed|hidden|berserk|breaks|in_sewer", source="A12.12, A15.4, a10-41-voluntary, B8.45"),
    Row("broken", never="concealed enemy here", source="A12.14: not answered"),
    Row("dm|disrupted", "broken", source="A10.62, A19.12"),
    Row("disrupted", never="crew|commissar|fanatic|passenger|rider", source="A19.11, A19.12"),
    Row("history broke|history kept_dm", "broken|routed|breaks", source="A10.62"),
    Row("history broke", never="history kept_dm", source="A10.62: one says that it was broken before"),
    Row("dummy", "concealed|hidden", source="A12.11"),
    Row("dummy", never=all_but("concealed|hidden", STATUS.words), source="A12.11"),
    Row("dummy", never="normal_range|firepower|hob|guards|skis on|skis off", source="A12.11"),
    Row("tank_hunter", "hidden", source="G1.422"),
    Row("tank_hunter", never=all_but("hidden", STATUS.words), source="G1.422"),
    Row("aircraft", never=all_but("concealed|hidden", STATUS.words), source="E7; what lies on a stack conceals all of it"),
    Row("cx", f"{INFANTRY}|cavalry", source="A4.5"),
    Row("berserk", f"{MEN}|cavalry", "pinned|captured|breaks", "A15.4, A20.2"),
    Row("heroic", "leader|commissar", "broken|berserk|breaks", "A15.2, A15.21"),
    Row("heroic", never="normal_range|normal_range 0|firepower|firepower 0", source="A15.2: those of a hero"),
    Row("melee", f"{ARMED}; Melee enemy here", "concealed|hidden", "A11.15"),
    Row("melee", "prisoner in the pillbox if in the pillbox", source="B30.6, A20.55"),
    Row("wounded", f"{SMC}|cavalry", source="A17.1"),
    Row("captured", f"{MEN}|cavalry; enemy here", "guards|breaks|reveal", "A20.5"),
    Row("stunned|shocked|motion|buttoned_up|abandoned", "vehicle", source="D2.4, D5.2, D5.34, D5.4"),
    Row("abandoned", never="motion", source="D5.4"),
    Row("mounted", "cavalry|rider|passenger|passenger of the enemy", source="A13.1, D6.2"),
    Row("malfunctioned|emplaced", "gun", source="A9.7, C11.2"),
    Row("crest", f"{INFANTRY}; gully|stream|wadi|sunken_road|a gully|a stream", source="B20.9"),
    Row("entrenched", f"{INFANTRY}; foxhole|trench", "in the pillbox", "B27.1"),
    Row("entrenched", never="accompanies|accompanied", source="a10-711-leader: of one of the two alone, not answered"),
    Row("in_sewer", f"{MEN}; {BUILDINGS}|{RUBBLE}|road", "breaks|reveal", "B8.4, B8.45, note 15"),
    Row("crest|entrenched|in_sewer", never="passenger|rider|passenger of the enemy", source="B8.4, B20.9, B27.1"),
    Row("crest|in_sewer", never=f"upstairs|in a cellar|{INSIDE}|in the shellholes", source="B8.4, B20.9"),
    Row("encircled", never="in the pillbox", source="B30.32"),
    Row("unarmed", never="normal_range|firepower|guards|hob", source="Index, A20.5, A15.1"),
    Row("unarmed", "SW malfunctioned if lmg SW|mortar SW|rcl SW|gun SW|dc SW", source="Index: no weapon that works"),
    # what a unit is, has and does
    Row("leadership", "leader|commissar", source="A10.7"),
    Row("afv", "vehicle", source="D1.2"),
    Row("covered_arc", "gun|vehicle|in the pillbox", source="C3.2, D3.1, B30.3"),
    Row("nationality ss", never="nationality russian"),
    Row("normal_range", never="normal_range 0"),
    Row("firepower", never="firepower 0"),
    Row("manned", "gun; crew here", all_but("malfunctioned|emplaced", STATUS.words), "a10-532-crew"),
    Row("manned", never="no_interdiction|no_interdiction there|mans|upstairs|in a cellar|in the pillbox", source="a10-532-crew"),
    Row("mans", MMC, "upstairs|in a cellar|in the pillbox", "a10-532-crew"),
    Row("|".join(OF_ITS_SW), f"{ARMED}|tank_hunter", source="A4.4"),
    Row("SW malfunctioned|SW covered_arc", "|".join(OF_ITS_SW), source="A9.7, C3.2"),
    Row("SW emplaced", "mortar SW|rcl SW|gun SW", source="C11.2"),
    Row("skis on|skis off", f"{INFANTRY}; in ground_snow|in deep_snow", "passenger|rider", "E4"),
    Row("skis on|skis off", never=f"{WATER}|passenger of the enemy", source="B21.6, D6.1"),
    Row("skis on", never=f"skis off|{BUILDINGS}|{RUBBLE}|tower|debris|lumberyard|rail_car|wire|shellholes", source="E4.3"),
    Row("skis on", never=f"{INSIDE}|entrenched", source="E4.3"),
    Row("wall_advantage|no_wall_advantage", OVER, "upstairs|in a cellar|in the pillbox", "B9.32"),
    Row("wall_advantage", never="no_wall_advantage|broken", source="B9.32"),
    Row("guards", f"{INFANTRY}|cavalry; prisoner here", "in the pillbox|upstairs|in a cellar", "A20.5"),
    Row("guarded", "captured; enemy here", "in the pillbox|upstairs|in a cellar", "A20.5"),
    # with another unit
    Row("accompanies", "leader|commissar; broken unit here", "broken|pinned|melee|berserk|captured|breaks|routed", "A10.711"),
    Row("broken unit here", never="concealed enemy here", source="A12.14: not answered"),
    Row("accompanies", never=f"passenger|rider|upstairs|in a cellar|{INSIDE}|in the shellholes", source="A10.711, D6.1"),
    Row("accompanied", "broken", "passenger|passenger of the enemy|accompanies", "A10.711, D6.1"),
    Row("accompanied", never=f"upstairs|in a cellar|{INSIDE}|in the shellholes", source="A10.711: he is on the ground"),
    Row("passenger", f"{INFANTRY}; vehicle here", "rider|passenger of the enemy", "D6.1, C10.1"),
    Row("rider", f"{MEN}; vehicle here", "passenger of the enemy", "D6.2"),
    Row("passenger of the enemy", f"enemy vehicle here; captured; {MEN}", source="A20.5, D6.1"),
    Row("passenger|rider|passenger of the enemy", never=f"upstairs|in a cellar|{INSIDE}|in the shellholes", source="D6.1"),
    Row("two crews here", "manned if gun", source="a10-532-crew"),
    Row("enemy in the pillbox|prisoner in the pillbox", "pillbox", source="B30.1"),
    Row("enemy in the pillbox", never="in the pillbox", source="B30.44"),
    Row("without Wall Advantage here|enemy with Wall Advantage there", OVER, "wall_advantage", "B9.32"),
    # this Player Turn
    Row("history landed", INFANTRY, "melee|breaks|accompanies", "E9.43, E9.5"),
    Row("breaks", f"{MMC}|leader|commissar", "routed|failed", "a10-41-voluntary, note 6"),
    Row("breaks", never="wall_advantage|concealed enemy here", source="as broken"),
    Row("breaks", never="upstairs|in a cellar|in the pillbox", source="a10-41-voluntary: the LOS is that of the hex"),
    Row("failed", "routed; broken", source="a10-5-order"),
    Row("|".join(NMC), "broken|routed|breaks", source="A10.53"),
    Row("nmc killed", SMC, source="A17.11"),
    Row("nmc two", "hob", source="A15.1"),
    Row("hob", "nmc two; squad|half_squad|leader|commissar", "passenger|rider|passenger of the enemy", "A15.1"),
    Row("reveal", "concealed|hidden", "dummy|tank_hunter|guarded", "a12-14-reveal, A12.11"),
    # where a unit is
    Row("upstairs", f"{ON_FOOT}; level 1", "in a cellar", "B23.4, B30.111"),
    Row("in a cellar", f"{ON_FOOT}; level -1", source="B23.4, B30.111"),
    Row("in the foxhole", f"{ON_FOOT}; foxhole", source="B27.1, B30.111"),
    Row("in the trench", f"{ON_FOOT}; trench", source="B27.51, B30.111"),
    Row("in the pillbox", f"{ON_FOOT}; pillbox", source="B30.111"),
    Row("in the shellholes", "shellholes", source="B2"),
    Row(f"{INSIDE}|in the shellholes", never="upstairs|in a cellar"),
    Row("in the foxhole", never="in the shellholes|in the pillbox|foxhole holds 0", source="B27.12"),
    Row("in the pillbox", never="in the trench|in the shellholes"),
    Row("in the trench", never="in the shellholes"),
    Row("aircraft", never="breaks|guards|reveal|skis on|skis off|hob", source="a10-aerial"),
    # what is in a hex
    Row("foxhole|trench", never=f"{BUILDINGS}|{RUBBLE}|{MARSH}|crags|lumberyard|ice|{WATER}", source="B16.5, B21.6, B27.1"),
    Row("foxhole|trench|pillbox", never="flooded|bridge", source="B6.6, B27.1, B30.1"),
    Row("foxhole|trench", "dry if stream|a stream", ROADBEDS, "B27.1, B27.5"),
    Row("trench", never="foxhole", source="B27.51"),
    Row("pillbox", never=all_but(SITES, TERRAIN.words), source="B16.5, B21.6, B30.1"),
    Row("pillbox", never=LOWER, source="B30.1"),
    Row("pillbox", never="wire", source="B26.4: not answered"),
    Row("shellholes", never=f"{BUILDINGS}|{WATER}|flooded", source="B2"),
    Row("wire", "wire_exit 1|wire_exit 2", f"{BUILDINGS}|{RUBBLE}|{MARSH}|lumberyard", "B16.5, B26.1, B26.41"),
    Row("wire", never=f"{WATER}|deep|flooded", source="B20.5, B26.1"),
    Row("wire_exit 1|wire_exit 2", "wire", source="B26.41"),
    Row("wire_exit 1", never="wire_exit 2"),
    Row("minefield", never=f"{RUBBLE}|{MARSH}|crags|runway|{WATER}|deep|flooded|bridge", source="B16.5, B20.5, B28.1"),
    Row("foxhole holds 0|foxhole holds 1", "foxhole", source="B27.12"),
    Row("foxhole holds 0", never="foxhole holds 1"),
    Row("rowhouse", f"{HOUSES}|{FACTORIES}|huts|{RUBBLE}", source="B23.7"),
    Row("building", f"{BUILDINGS}|{RUBBLE}", source="B23.1"),
    Row("level 1", f"{HOUSES}|{FACTORIES}|{MARKETS}", source="B23.4"),
    Row("level -1", f"{HOUSES}|{FACTORIES}", source="O6"),
    Row("level 2", f"level 1|tower; {HOUSES}|{FACTORIES}", source="B23.4, B34.2"),
    Row("level 3", f"level 2|tower; {HOUSES}|{FACTORIES}", source="B23.4"),
    Row(MARKETS, "level 1", "tower|rowhouse", "B23.73"),
    Row("stairwell", "level 1|level -1", source="B23.4"),
    Row("Blaze upstairs", "level 1", source="B25.4"),
    Row("bridge", f"{WATER}|{LOWER}; road", "elevation 1|rowhouse_wall", "B6.1, B6.2, B23.71"),
    Row("a gully", f"{GROWTH}|debris|kunai|palm_trees|light_jungle|dense_jungle|grain", "a stream", "B19.4"),
    Row("a stream", f"{GROWTH}|debris", source="B33.1"),
    Row("dry|a ford", LOWER, source="B20.4, B20.8"),
    Row("deep|flooded", "stream|a stream", "dry", "B20.4"),
    Row("deep", never="flooded", source="B20.4"),
    Row("irrigation_ditch", "shellholes", source="Q1"),
    Row("sand_dune", "dune_crest_low|dune_crest_high", source="F7"),
    Row("elevation 1", never="elevation -1"),
    Row("fordable|current", WATER, source="B21.41"),
    Row("tunnel", f"{HOUSES}|{FACTORIES}|huts|{WOODS}|brush|vineyard|kunai|lumberyard", source="B8.6"),
    Row("tunnel", never="bridge|elevation 1|elevation -1", source="B8.6: both entrances are at one level"),
    Row("illuminated", "in night; nvr", "dense_jungle|bamboo", "E1.9"),
    Row("blaze_terrain", "illuminated if nvr", source="B25.14, E1.9"),
    # on a hexside
    Row("wall from there", never=all_but("wall|roadblock", HEXSIDE.words)),
    Row("cliff from there", never=all_but("cliff|roadblock", HEXSIDE.words)),
    Row("wall from there", never="cliff from there"),
    Row("road", never="path|path from there|debris|rail_car", source="B13.6, B37.61, B32.5"),
    Row("paved", "road"),
    Row("drift", "in ground_snow|in deep_snow", "road", "E3.752; a road across it is not answered"),
    # weather, ground, boards
    Row("in rain", never="in falling_snow|in mist", source="E3"),
    Row("in mist", never="in falling_snow", source="E3"),
    Row("in mud", never="in ground_snow|in deep_snow|in wet|sand|sand_dune", source="E3.5, E3.6, F7"),
    Row("in deep_snow", never="in ground_snow|in wet|brush|vineyard", source="E3.7, B12.6, B36.21"),
    Row("in ground_snow|in deep_snow", never=MARSH, source="E3.722"),
    Row("in ground_snow|in deep_snow|in falling_snow", "dry if stream|a stream", source="E3.713, E3.722, B20.7"),
    Row("in ground_snow|in deep_snow|in falling_snow", never="fordable", source="B21.41, B21.6"),
    Row("in mud|in ground_snow|in deep_snow", never=MARKETS, source="B23.73: not answered"),
    Row("in broken_terrain|in steppe_terrain|in other_boards", "in desert", source="F.1C, F13"),
    Row("in broken_terrain", never="in steppe_terrain", source="F13.1, F13.2"),
    Row("in broken_terrain|in steppe_terrain", never="scrub|hammada", source="F13.1, F13.2"),
    Row("nvr", "in night", source="E1.1"),
    Row("blaze", "illuminated if nvr", source="E1.9"),
    Row("Blaze upstairs", "illuminated upstairs if nvr", source="E1.9"),
    Row("illuminated upstairs", "level 1; in night; nvr", source="E1.9"),
)
# One fact has one value; a hex has one terrain, a unit is of one kind, a hexside is one thing, but for a roadblock on it.
ONE_OF = (
    KINDS,
    TERRAIN.words,
    [side for side in HEXSIDE.words if side != "roadblock"],
    NMC,
    list(OF_ITS_SW),
)
# Facts that no row needs to name: they go with all others.
WITH_ALL = """
history enemy_adjacent|history attacked|morale|broken_morale|enemy vehicle in Motion here|ffe|smoke|cave|wreck|obscured|
vertex_los|in caves|in evacuation
"""
# The facts that a rule set has rules for. What else there is it refuses, whatever stands beside it.
KIT = """
squad|half_squad|crew|leader|hero|commissar|vehicle|gun|broken|dm|pinned|cx|melee|wounded|malfunctioned|unarmed|
emplaced|history broke|history kept_dm|history enemy_adjacent|history attacked|routed|failed|nmc pass|nmc pin|
nmc fail|normal_range|normal_range 0|firepower|firepower 0|morale|broken_morale|leadership|covered_arc|manned|mans|
accompanies|accompanied|afv|lmg SW|mortar SW|rcl SW|gun SW|radio SW|dc SW|SW malfunctioned|SW emplaced|SW covered_arc|
enemy here|Melee enemy here|broken unit here|crew here|two crews here|vehicle here|enemy vehicle here|open_ground|
woods|brush|grain|orchard|water|stone_building|wooden_building|building|elevation 1|elevation -1|wreck|obscured|wall|
hedge|cliff|wall from there|cliff from there|road|paved
"""
NOT_ANSWERED = """
ford|ocean|shallow_water|mud|snow|deep_snow|beach|reef|effluent|rice_paddy|temple|panji|mausoleum|bedouin_camp|
building_cluster|storage_tank|sangar|a roadblock|railway_embankment|interior_factory_wall|trench holds 4|in fog|
in paratroopers|in skis|in tunnels|in fording
"""


def _listed(text: str) -> list[str]:
    return text.replace("\n", "").split("|")


NAMED = {
    *(fact for row in ROWS for part in (row.facts, row.needs, row.never) for fact in re.split(r"\||; | if ", part) if fact),
    *(fact for group in ONE_OF for fact in group),
    *_listed(WITH_ALL),
}
RULED = {"aslsk": _listed(KIT), "asl": [fact for fact in FACTS if fact not in _listed(NOT_ANSWERED)]}


# --- what follows from the table --------------------------------------------------------------------------------------


class Need(NamedTuple):
    """One of these facts, where one of the facts `when` is there."""

    others: list[str]
    when: int = -1

    def there(self, there: int, bit: dict[str, int]) -> bool:
        """Return True if it is filled by what is there."""
        return not self.when & there or any(bit[other] & there for other in self.others)


class Table:
    """The table as one rule set knows it. Sets of facts are numbers with a bit for each."""

    def __init__(self, rules: str, side: str) -> None:
        self.facts = [fact for fact in FACTS if fact in RULED[rules] and SIDED.get(fact, side) == side]
        self.bit = {fact: 1 << number for number, fact in enumerate(self.facts)}
        self.never = dict.fromkeys(self.facts, 0)
        kinds = Need([kind for kind in KINDS if kind in self.bit])
        self.needs = {fact: [kinds] if fact in OF_A_UNIT and fact not in KINDS else [] for fact in self.facts}
        for row in ROWS:
            needs = [need.partition(" if ") for need in row.needs.split("; ") if need]
            for fact in self._known(row.facts):
                for others, conditional, when in needs:
                    self.needs[fact].append(Need(self._known(others), self.bits(self._known(when)) if conditional else -1))
                self._exclude(fact, self._known(row.never))
        for group in ONE_OF:
            for fact in self._known("|".join(group)):
                self._exclude(fact, [other for other in self._known("|".join(group)) if other != fact])

    def _known(self, text: str) -> list[str]:
        assert all(fact in FACTS for fact in text.split("|") if fact), text
        return [fact for fact in text.split("|") if fact in self.bit]

    def bits(self, facts: Iterable[str]) -> int:
        return sum(self.bit[fact] for fact in set(facts))

    def names(self, bits: int) -> list[str]:
        return [fact for fact in self.facts if self.bit[fact] & bits]

    def barred(self, facts: Iterable[str]) -> int:
        return reduce(or_, (self.never[fact] for fact in facts))

    def _exclude(self, fact: str, others: Iterable[str]) -> None:
        for other in others:
            self.never[fact] |= self.bit[other]
            self.never[other] |= self.bit[fact]

    def clash(self, one: str, two: str) -> bool:
        """Return True if a row says that the two are never together."""
        return bool(self.never[one] & self.bit[two])

    def together(self, *facts: str, left_out: Collection[str] = ()) -> tuple[str, ...] | None:
        """Return the facts with all that they need, or None if that cannot be."""
        there, barred = 0, 0
        for fact in facts:
            there |= self.bit[fact]
            barred |= self.never[fact]
        return None if there & barred else self._filled(facts, there, barred, frozenset(left_out))

    def _filled(self, facts: tuple[str, ...], there: int, barred: int, out: frozenset[str]) -> tuple[str, ...] | None:
        for fact in facts:
            for need in self.needs[fact]:
                if need.there(there, self.bit) or out.issuperset(need.others):
                    continue
                for other in need.others:
                    if not self.bit[other] & barred and not self.never[other] & there:
                        filled = self._filled((*facts, other), there | self.bit[other], barred | self.never[other], out)
                        if filled:
                            return filled
                return None
        return facts

    def forced(self, *facts: str) -> tuple[str, ...]:
        """Return facts that cannot be together with what each needs, as far as that can be."""
        filled = list(facts)
        for fact in filled:  # it grows
            there = sum(self.bit[other] for other in filled)
            for need in self.needs[fact]:
                if need.there(there, self.bit):
                    continue
                fitting = [other for other in need.others if not self.never[other] & there]
                fitting.sort(key=lambda other: -sum(other in wish.others for some in filled for wish in self.needs[some]))
                if fitting or not any(need.others[0] in group and set(group).intersection(filled) for group in ONE_OF):
                    filled.append((fitting or need.others)[0])
                    there |= self.bit[filled[-1]]
        return tuple(filled)

    def pairs(self, *, of_a_unit: bool = False) -> Iterator[tuple[str, str]]:
        """Yield the pairs of facts; `of_a_unit`, those that a unit or two of them have."""
        for one, two in combinations(self.facts, 2):
            if not of_a_unit or {one, two} <= OF_UNITS:
                yield one, two

    def cover(self, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
        """Return sets of facts that can be together, so that each pair of which this holds is in one of them."""
        left = dict.fromkeys(self.facts, 0)
        for one, two in pairs:
            if self.together(one, two):
                left[one] |= self.bit[two]
                left[two] |= self.bit[one]
        sets = []
        for one in self.facts:
            while left[one]:
                there: tuple[str, ...] = (one,)
                whole, barred = self.bit[one], self.never[one]
                for others in ([two for two in self.facts if left[one] & self.bit[two]], self.facts):
                    for two in others:
                        if left[two] & whole and not self.bit[two] & (barred | whole) and len(there) < MOST:
                            there = self.together(*there, two) or there
                            whole = self.bits(there)
                            barred = self.barred(there)
                sets.append(there)
                for fact in there:
                    left[fact] &= ~whole
        return sets

    def parts(self, facts: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return smaller sets, with each pair of the facts in one of them; at last those of two facts with what they need."""
        third = len(facts) // 3 + 1
        chunks = (facts[:third], facts[third : 2 * third], facts[2 * third :])
        some = [self.together(*one, *two) for one, two in combinations(chunks, 2)]
        if any(not part or len(part) >= len(facts) for part in some):
            some = [self.together(*pair) for pair in combinations(facts, 2)]
        return [part for part in some if part]
