"""The terrain codes of LOSData: what VASL's line of sight needs of each, and what the rules call it.

Every board uses the same codes. A row of `TABLE` holds: code, VASL's name, category, height in full levels (a `+`: and
a half level), flags, the height at which the terrain splits into a lower and an upper half, and the word of the
instance vocabulary ("" for what is no terrain of its own there: roads, bridges, entrenchments). Flags: o obstacle, h
hindrance, p and i the same for a LOS at the terrain's own base, n inherent (fills its hex), s on a hexside.
"""

from __future__ import annotations

from dataclasses import dataclass

TABLE = """\
0|Open Ground|open|0|||open_ground
1|Plowed Field|open|0|||plowed_field
2|Rooftop|open|0|||
3|Snow|open|0|||snow
4|Deep Snow|open|0|||deep_snow
5|Ice|open|0|||ice
6|Mud|open|0|||mud
7|Mudflats|open|0|||mudflats
8|Water|water|0|||water
9|Shallow Water|water|0|||shallow_water
10|River|water|0|||river
11|Shallow River|water|0|||river
12|Ford|open|0|||ford
13|Canal|water|0|||canal
14|Marsh|other|0+|hi||marsh
15|Shellholes|open|0|||
20|Foxholes|entrenchment|0|||
21|Trench|entrenchment|0|||
22|Antitank Trench|entrenchment|0|||
23|Pillbox|open|0|||
24|Grain|other|0+|hi||grain
25|Brush|other|0+|hi||brush
26|Crags|other|0+|hin||crags
27|Debris|other|0+|hin||debris
28|Graveyard|other|0+|hin||graveyard
29|Lumberyard|other|1|op||lumberyard
30|Gully|depression|0|||gully
31|Dry Stream|depression|0|||stream
32|Shallow Stream|depression|0|||stream
33|Deep Stream|depression|0|||stream
34|Flooded Stream|open|0|||stream
35|Irrigation Ditch|open|0|||irrigation_ditch
40|Stone Building|building|1|op||stone_building
41|Stone Building, 1 Level|building|1+|op||stone_building
42|Stone Building, 2 Level|building|2+|op||stone_building
43|Stone Building, 3 Level|building|3+|op||stone_building
44|Stone Building, 4 Level|building|4+|op||stone_building
45|Stone Factory Wall, 1.5 Level|factory|1+|op||stone_factory
46|Stone Factory Wall, 2.5 Level|factory|2+|op||stone_factory
47|Stone Factory, 1.5 Level|factory|1+|hi|1.0|stone_factory
48|Stone Factory, 2.5 Level|factory|2+|hi|2.0|stone_factory
49|Stone Market Place|marketplace|1+|o|0.5|stone_market_place
50|Wooden Building|building|1|op||wooden_building
51|Wooden Building, 1 Level|building|1+|op||wooden_building
52|Wooden Building, 2 Level|building|2+|op||wooden_building
53|Wooden Building, 3 Level|building|3+|op||wooden_building
54|Wooden Building, 4 Level|building|4+|op||wooden_building
55|Wooden Factory Wall, 1.5 Level|factory|1+|op||wooden_factory
56|Wooden Factory Wall, 2.5 Level|factory|2+|op||wooden_factory
57|Wooden Factory, 1.5 Level|factory|1+|hi|1.0|wooden_factory
58|Wooden Factory, 2.5 Level|factory|2+|hi|2.0|wooden_factory
59|Wooden Market Place|marketplace|1+|o|0.5|wooden_market_place
60|Woods|woods|1|op||woods
61|Forest|other|2|op||forest
62|Pine Woods|woods|2|op||pine_woods
63|Orchard|other|1|oin|0.5|orchard
64|Orchard, Out of Season|other|1|hin|0.5|orchard
65|Dirt Road|road|0|||
66|Paved Road|road|0|||
67|Elevated Road|road|0|||elevated_road
68|Sunken Road|depression|0|||sunken_road
69|Runway|open|0|||runway
70|Path|open|0|||
72|Wall|hexside|0+|ops||wall
73|Hedge|hexside|0+|ops||hedge
74|Bocage|hexside|1|ops||bocage
75|Cliff|hexside|0|s||cliff
76|Rowhouse Wall|building|1|ops||rowhouse_wall
77|Rowhouse Wall, 1 Level|building|1+|ops||rowhouse_wall
78|Rowhouse Wall, 2 Level|building|2+|ops||rowhouse_wall
79|Rowhouse Wall, 3 Level|building|3+|ops||rowhouse_wall
80|Rowhouse Wall, 4 Level|building|3+|ops||rowhouse_wall
81|Road Block|hexside|0+|ops||roadblock
82|Single Hex Stone Bridge|bridge|0+|hi|1.0|
83|Single Hex Wooden Bridge|bridge|0+|hi|1.0|
84|Stone Bridge|bridge|0+|hi|1.0|
85|Wooden Bridge|bridge|0+|hi|1.0|
86|Pontoon Bridge|open|0|||
87|Foot Bridge|open|0|||
90|Stone Rubble|other|0+|opn||stone_rubble
91|Wooden Rubble|other|0+|opn||wooden_rubble
95|Sewer|open|0|||
96|Tunnel|open|0|||
97|Cave|open|0|||
100|Scrub|open|0|||scrub
101|Hammada|open|0|||hammada
102|Dier|open|0|||deir
103|Dier Lip|open|0|||deir
104|Wadi|depression|0|||wadi
105|Hillock|other|0+|on||hillock
106|Hillock Summit|open|0|n||hillock
107|Sand|open|0|||sand
108|Sand Dune|other|0+|op||sand_dune
109|Dune, Crest Low|hexside|0+|ops||dune_crest_low
110|Dune, Crest High|hexside|0+|ops||dune_crest_high
111|Sangar|open|0|||
112|Track|open|0|||
113|Mausoleum|building|1|op||mausoleum
114|Bedouin Camp|building|0+|hin||bedouin_camp
115|Building Cluster|building|1|opn||building_cluster
116|Cactus Hedge|hexside|0+|ops||cactus_hedge
117|Cactus Patch|other|0+|opn||cactus_patch
118|Olive Grove|other|1|oin|0.5|olive_grove
119|Vineyard|other|0+|hin||vineyard
120|Broken Ground|open|0|||broken_ground
121|Scrub|open|0|||scrub
125|Temple|building|1|op||temple
126|Light Jungle|woods|2|op||light_jungle
127|Dense Jungle|woods|2|opn||dense_jungle
128|Bamboo|other|1|opn||bamboo
129|Palm Trees|other|1|oin|0.5|palm_trees
130|Huts|building|1|hi||huts
131|Collapsed Huts|other|1|hi||collapsed_huts
132|Kunai|other|0+|hi||kunai
133|Swamp|other|2|op||swamp
135|Rice Paddy, Drained|open|0|||rice_paddy
136|Rice Paddy, Irrigated|open|0|||rice_paddy
137|Rice Paddy, In Season|open|0|n||rice_paddy
138|Rice Paddy Bank|open|0|||rice_paddy
139|Panji|open|0|||panji
140|Ocean|open|0|||ocean
141|Shallow Ocean|open|0|||ocean
142|Effluent|open|0|||effluent
143|Soft Sand|open|0|||sand
144|Beach, Slight Slope|open|0|||beach
145|Beach, Moderate Slope|open|0|||beach
146|Beach, Steep Slope|open|0|||beach
147|Exposed Reef|open|0|||reef
148|Submerged Reef|open|0|||reef
152|Railway Embankment|hexside|0+|os||railway_embankment
153|Railroad, Ground Level|open|0|||
154|Railroad, Embankment|open|0|||railroad
155|Railroad, Elevated|open|0|||elevated_road
156|Railroad, Sunken|open|0|||sunken_road
157|Rrembankment|hexside|0+|ops||railway_embankment
160|Tower Hindrance|building|1+|oi||
161|Tower, 2 Level Hindrance|building|2+|hi||
162|Tower, 3 Level Hindrance|building|3+|hi||
163|Tower Obstacle|building|1+|op||
164|Tower, 2 Level Obstacle|building|2+|op||
165|Tower, 3 Level Obstacle|building|3+|op||
166|Storage Tank|building|1+|op||storage_tank
167|Storage Tank, 2 Level|building|2+|op||storage_tank
168|BFP Tower, 1 Level|building|1+|oi|0.5|
169|BFP Tower, 2 Level|building|2+|oi|1.5|
170|Roofless Stone Factory, 1.5 Level|factory|0+|hi|1.0|stone_factory
171|Roofless Stone Factory, 2.5 Level|factory|0+|hi|2.0|stone_factory
172|Interior Factory Wall, 1 Level|factory|1+|ops||interior_factory_wall
173|Interior Factory Wall, 2 Level|factory|2+|ops||interior_factory_wall
174|Cellar|building|1|op||
175|Light Woods|other|1|oi|0.5|light_woods
180|Gutted Stone Factory, 1.5 Level|factory|0+|hi|1.0|stone_factory
181|Gutted Stone Factory, 2.5 Level|factory|0+|hi|2.0|stone_factory
182|Gutted Stone Building|building|1|op||stone_building
183|Gutted Stone Building, 1 Level|building|1+|op||stone_building
184|Gutted Stone Building, 2 Level|building|2+|op||stone_building
185|Gutted Stone Building, 3 Level|building|3+|op||stone_building
186|Gutted Stone Building, 4 Level|building|4+|op||stone_building
190|Stone Rubble Ground Level|other|0+|opn||stone_rubble
191|Stone Rubble Level 1|other|1+|op||stone_rubble
192|Stone Rubble Level 2|other|2+|op||stone_rubble
193|Stone Rubble Level 3|other|3+|op||stone_rubble
194|Wooden Rubble Ground Level|other|0+|opn||wooden_rubble
195|Wooden Rubble Level 1|other|1+|op||wooden_rubble
196|Wooden Rubble Level 2|other|2+|op||wooden_rubble
197|Wooden Rubble Level 3|other|3+|op||wooden_rubble
"""


@dataclass(frozen=True)
class Terrain:
    """One terrain code.

    `height` is in full levels; `half` adds half a level to it.
    """

    code: int
    name: str
    category: str
    height: int
    half: bool
    obstacle: bool
    hindrance: bool
    lower_obstacle: bool
    lower_hindrance: bool
    inherent: bool
    hexside: bool
    split: float
    word: str

    @property
    def building(self) -> bool:
        """A building, factory or market place, walls between rowhouses and inside factories included."""
        return self.category in ("building", "factory", "marketplace")

    @property
    def levels(self) -> int:
        """Upper levels that a unit can be on in a hex of this building: "Stone Building, 2 Level" has 2.

        Those of a factory only where there is a stairway.
        """
        name = self.name
        if not self.building or self.hexside:
            return 0
        if "Building," in name and name.endswith(" Level"):
            return int(name.split()[-2])
        if self.category == "factory":
            return int(self.split)
        return {"marketplace": 1}.get(self.category, 0)


def _row(line: str) -> Terrain:
    code, name, category, height, flags, split, word = line.split("|")
    return Terrain(
        code=int(code),
        name=name,
        category=category,
        height=int(height.rstrip("+")),
        half=height.endswith("+"),
        obstacle="o" in flags,
        hindrance="h" in flags,
        lower_obstacle="p" in flags,
        lower_hindrance="i" in flags,
        inherent="n" in flags,
        hexside="s" in flags,
        split=float(split or 0),
        word=word,
    )


TERRAINS: dict[int, Terrain] = {terrain.code: terrain for terrain in map(_row, TABLE.splitlines())}
CODE: dict[str, int] = {terrain.name: code for code, terrain in TERRAINS.items()}

BUILDINGS = frozenset(code for code, terrain in TERRAINS.items() if terrain.building)
ROWHOUSE_WALLS = frozenset(code for code, terrain in TERRAINS.items() if terrain.name.startswith("Rowhouse Wall"))
INTERIOR_WALLS = frozenset(code for code, terrain in TERRAINS.items() if terrain.name.startswith("Interior Factory"))
ROOFLESS = frozenset(
    code for code, terrain in TERRAINS.items() if terrain.name.startswith(("Roofless", "Gutted Stone F"))
)
FACTORY_FLOORS = frozenset(c for c, t in TERRAINS.items() if t.category == "factory" and "Wall" not in t.name)
