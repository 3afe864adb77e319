"""The terrain of chapters B, F and G by full ASL, written from the rules page of the chart and the terrain chapters."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A terrain of the page: MF, cover, Open Ground, Low Crawl; `height`: a rule says how high it is for LOS."""

    mf: float | None
    cover: bool = False
    open: bool = False
    crawl: bool = True
    height: bool = True


W = {"cover": True}
OG = {"open": True}
NO_HEIGHT = {"height": False}
CHART = {
    # chapter B
    "open_ground": Row(1, **OG),
    "runway": Row(1, **OG),
    "woods": Row(2, **W),
    "light_woods": Row(2, **W),
    "forest": Row(2, **W),
    "pine_woods": Row(1.5, **W),
    "brush": Row(2),
    "vineyard": Row(2),
    "grain": Row(1.5),
    "plowed_field": Row(1.5, **OG),
    "orchard": Row(1),
    "olive_grove": Row(2),
    "cactus_patch": Row(3),
    "marsh": Row(6, crawl=False),
    "mudflats": Row(2),
    "crags": Row(2),
    "graveyard": Row(1),
    "gully": Row(2, **OG),
    "stream": Row(3, open=True, crawl=False),
    "water": Row(None, open=True, crawl=False),
    "river": Row(None, open=True, crawl=False),
    "canal": Row(None, open=True, crawl=False),
    "ice": Row(1, **OG),
    "railroad": Row(1, **OG, **NO_HEIGHT),
    "rail_car": Row(2, **NO_HEIGHT),
    "irrigation_ditch": Row(1),  # who starts in one is in its shellholes (B2.4)
    "stone_building": Row(2, **W),
    "wooden_building": Row(2, **W),
    "stone_factory": Row(2, **W),
    "wooden_factory": Row(2, **W),
    "lumberyard": Row(2),
    "stone_market_place": Row(1, **OG),
    "wooden_market_place": Row(1, **OG),
    "rubble": Row(3),
    "stone_rubble": Row(3),
    "wooden_rubble": Row(3),
    "debris": Row(2),
    "sunken_road": Row(2, **OG),
    "elevated_road": Row(2, **OG, **NO_HEIGHT),
    # chapter F
    "scrub": Row(1, **OG),
    "hammada": Row(1, **OG),
    "deir": Row(1, **OG, **NO_HEIGHT),
    "hillock": Row(1, **OG, **NO_HEIGHT),
    "sand": Row(2, **OG),
    "sand_dune": Row(2, **OG, **NO_HEIGHT),
    "wadi": Row(2, **OG),
    "broken_ground": Row(2),
    # chapter G
    "palm_trees": Row(1),
    "light_jungle": Row(2, **W),
    "dense_jungle": Row(2, **W),
    "kunai": Row(2),
    "bamboo": Row(None),  # by Low Crawl alone
    "huts": Row(2, **W),
    "collapsed_huts": Row(2),
    "swamp": Row(6, crawl=False),
}
# The height of these is ruled as well; the page knows no cost.
HEIGHT_ALONE = """
    mud snow deep_snow beach ford ocean shallow_water reef effluent building_cluster temple mausoleum
"""
