"""The terrain codes of LOSData: what VASL's line of sight needs of each, and what the rules call it.

Every board uses the same codes. A row of `TABLE` holds: code, VASL's name, category, height in full levels (a `+`: and
a half level), flags, the height at which the terrain splits into a lower and an upper half. Flags: o obstacle, h
hindrance, p and i the same for a LOS at the terrain's own base, n inherent (fills its hex), s on a hexside. The words
of positions have their codes in `position/words.py`; roads, bridges and entrenchments are no terrain there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...position import words

TABLE = """\
0|Open Ground|open|0||
1|Plowed Field|open|0||
2|Rooftop|open|0||
3|Snow|open|0||
4|Deep Snow|open|0||
5|Ice|open|0||
6|Mud|open|0||
7|Mudflats|open|0||
8|Water|water|0||
9|Shallow Water|water|0||
10|River|water|0||
11|Shallow River|water|0||
12|Ford|open|0||
13|Canal|water|0||
14|Marsh|other|0+|hi|
15|Shellholes|open|0||
20|Foxholes|entrenchment|0||
21|Trench|entrenchment|0||
22|Antitank Trench|entrenchment|0||
23|Pillbox|open|0||
24|Grain|other|0+|hi|
25|Brush|other|0+|hi|
26|Crags|other|0+|hin|
27|Debris|other|0+|hin|
28|Graveyard|other|0+|hin|
29|Lumberyard|other|1|op|
30|Gully|depression|0||
31|Dry Stream|depression|0||
32|Shallow Stream|depression|0||
33|Deep Stream|depression|0||
34|Flooded Stream|open|0||
35|Irrigation Ditch|open|0||
40|Stone Building|building|1|op|
41|Stone Building, 1 Level|building|1+|op|
42|Stone Building, 2 Level|building|2+|op|
43|Stone Building, 3 Level|building|3+|op|
44|Stone Building, 4 Level|building|4+|op|
45|Stone Factory Wall, 1.5 Level|factory|1+|op|
46|Stone Factory Wall, 2.5 Level|factory|2+|op|
47|Stone Factory, 1.5 Level|factory|1+|hi|1.0
48|Stone Factory, 2.5 Level|factory|2+|hi|2.0
49|Stone Market Place|marketplace|1+|o|0.5
50|Wooden Building|building|1|op|
51|Wooden Building, 1 Level|building|1+|op|
52|Wooden Building, 2 Level|building|2+|op|
53|Wooden Building, 3 Level|building|3+|op|
54|Wooden Building, 4 Level|building|4+|op|
55|Wooden Factory Wall, 1.5 Level|factory|1+|op|
56|Wooden Factory Wall, 2.5 Level|factory|2+|op|
57|Wooden Factory, 1.5 Level|factory|1+|hi|1.0
58|Wooden Factory, 2.5 Level|factory|2+|hi|2.0
59|Wooden Market Place|marketplace|1+|o|0.5
60|Woods|woods|1|op|
61|Forest|other|2|op|
62|Pine Woods|woods|2|op|
63|Orchard|other|1|oin|0.5
64|Orchard, Out of Season|other|1|hin|0.5
65|Dirt Road|road|0||
66|Paved Road|road|0||
67|Elevated Road|road|0||
68|Sunken Road|depression|0||
69|Runway|open|0||
70|Path|open|0||
72|Wall|hexside|0+|ops|
73|Hedge|hexside|0+|ops|
74|Bocage|hexside|1|ops|
75|Cliff|hexside|0|s|
76|Rowhouse Wall|building|1|ops|
77|Rowhouse Wall, 1 Level|building|1+|ops|
78|Rowhouse Wall, 2 Level|building|2+|ops|
79|Rowhouse Wall, 3 Level|building|3+|ops|
80|Rowhouse Wall, 4 Level|building|3+|ops|
81|Road Block|hexside|0+|ops|
82|Single Hex Stone Bridge|bridge|0+|hi|1.0
83|Single Hex Wooden Bridge|bridge|0+|hi|1.0
84|Stone Bridge|bridge|0+|hi|1.0
85|Wooden Bridge|bridge|0+|hi|1.0
86|Pontoon Bridge|open|0||
87|Foot Bridge|open|0||
90|Stone Rubble|other|0+|opn|
91|Wooden Rubble|other|0+|opn|
95|Sewer|open|0||
96|Tunnel|open|0||
97|Cave|open|0||
100|Scrub|open|0||
101|Hammada|open|0||
102|Dier|open|0||
103|Dier Lip|open|0||
104|Wadi|depression|0||
105|Hillock|other|0+|on|
106|Hillock Summit|open|0|n|
107|Sand|open|0||
108|Sand Dune|other|0+|op|
109|Dune, Crest Low|hexside|0+|ops|
110|Dune, Crest High|hexside|0+|ops|
111|Sangar|open|0||
112|Track|open|0||
113|Mausoleum|building|1|op|
114|Bedouin Camp|building|0+|hin|
115|Building Cluster|building|1|opn|
116|Cactus Hedge|hexside|0+|ops|
117|Cactus Patch|other|0+|opn|
118|Olive Grove|other|1|oin|0.5
119|Vineyard|other|0+|hin|
120|Broken Ground|open|0||
121|Scrub|open|0||
125|Temple|building|1|op|
126|Light Jungle|woods|2|op|
127|Dense Jungle|woods|2|opn|
128|Bamboo|other|1|opn|
129|Palm Trees|other|1|oin|0.5
130|Huts|building|1|hi|
131|Collapsed Huts|other|1|hi|
132|Kunai|other|0+|hi|
133|Swamp|other|2|op|
135|Rice Paddy, Drained|open|0||
136|Rice Paddy, Irrigated|open|0||
137|Rice Paddy, In Season|open|0|n|
138|Rice Paddy Bank|open|0||
139|Panji|open|0||
140|Ocean|open|0||
141|Shallow Ocean|open|0||
142|Effluent|open|0||
143|Soft Sand|open|0||
144|Beach, Slight Slope|open|0||
145|Beach, Moderate Slope|open|0||
146|Beach, Steep Slope|open|0||
147|Exposed Reef|open|0||
148|Submerged Reef|open|0||
152|Railway Embankment|hexside|0+|os|
153|Railroad, Ground Level|open|0||
154|Railroad, Embankment|open|0||
155|Railroad, Elevated|open|0||
156|Railroad, Sunken|open|0||
157|Rrembankment|hexside|0+|ops|
160|Tower Hindrance|building|1+|oi|
161|Tower, 2 Level Hindrance|building|2+|hi|
162|Tower, 3 Level Hindrance|building|3+|hi|
163|Tower Obstacle|building|1+|op|
164|Tower, 2 Level Obstacle|building|2+|op|
165|Tower, 3 Level Obstacle|building|3+|op|
166|Storage Tank|building|1+|op|
167|Storage Tank, 2 Level|building|2+|op|
168|BFP Tower, 1 Level|building|1+|oi|0.5
169|BFP Tower, 2 Level|building|2+|oi|1.5
170|Roofless Stone Factory, 1.5 Level|factory|0+|hi|1.0
171|Roofless Stone Factory, 2.5 Level|factory|0+|hi|2.0
172|Interior Factory Wall, 1 Level|factory|1+|ops|
173|Interior Factory Wall, 2 Level|factory|2+|ops|
174|Cellar|building|1|op|
175|Light Woods|other|1|oi|0.5
180|Gutted Stone Factory, 1.5 Level|factory|0+|hi|1.0
181|Gutted Stone Factory, 2.5 Level|factory|0+|hi|2.0
182|Gutted Stone Building|building|1|op|
183|Gutted Stone Building, 1 Level|building|1+|op|
184|Gutted Stone Building, 2 Level|building|2+|op|
185|Gutted Stone Building, 3 Level|building|3+|op|
186|Gutted Stone Building, 4 Level|building|4+|op|
190|Stone Rubble Ground Level|other|0+|opn|
191|Stone Rubble Level 1|other|1+|op|
192|Stone Rubble Level 2|other|2+|op|
193|Stone Rubble Level 3|other|3+|op|
194|Wooden Rubble Ground Level|other|0+|opn|
195|Wooden Rubble Level 1|other|1+|op|
196|Wooden Rubble Level 2|other|2+|op|
197|Wooden Rubble Level 3|other|3+|op|
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


_WORDS = {
    code: word
    for table in (words.TERRAIN, words.HEXSIDE)
    for word, column in table.column("codes").items()
    for code in words.codes(column)
}


def _row(line: str) -> Terrain:
    code, name, category, height, flags, split = line.split("|")
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
        word=_WORDS.get(int(code), ""),
    )


TERRAINS: dict[int, Terrain] = {terrain.code: terrain for terrain in map(_row, TABLE.splitlines())}
CODE: dict[str, int] = {terrain.name: code for code, terrain in TERRAINS.items()}


def codes_of(has: Callable[[Terrain], object]) -> frozenset[int]:
    """Return the codes of the terrain that has something."""
    return frozenset(code for code, terrain in TERRAINS.items() if has(terrain))


HEXSIDE = codes_of(lambda terrain: terrain.hexside)
ROAD = codes_of(lambda terrain: terrain.category == "road")
BRIDGE = codes_of(lambda terrain: terrain.category == "bridge")
