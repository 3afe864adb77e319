"""The words of a position, a row each, with what the parts of the program make of them that hold no rule.

What a word means to a rule is in the encodings.
"""

from __future__ import annotations


class Table:
    """The rows of a group of words.

    The first line names the columns. In those with a `?` behind their name `-` says that a word has nothing there. Raises
    ValueError for a row that lacks a column.
    """

    def __init__(self, text: str) -> None:
        (_, *names), *rows = [[column.strip() for column in line.split("|")] for line in text.strip().splitlines()]
        self._names = [name.rstrip("?") for name in names]
        self._rows = {row[0]: row[1:] for row in rows}
        needed = [place for place, name in enumerate(names, 1) if not name.endswith("?")]
        for row in rows:
            if len(row) != len(names) + 1 or "" in row or any(row[place] == "-" for place in needed):
                raise ValueError(f"{row[0]}: a row has {', '.join(names)}, a `-` only where a `?` is")
        if len(self._rows) < len(rows):
            raise ValueError("there are two rows of one word")

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words in the order of their rows."""
        return tuple(self._rows)

    def column(self, name: str) -> dict[str, str]:
        """Return the values of a column, without the words that have nothing there."""
        place = self._names.index(name)
        return {word: row[place] for word, row in self._rows.items() if row[place] != "-"}

    def having(self, name: str, value: str) -> tuple[str, ...]:
        """Return the words that have the value, among others with spaces between, in a column."""
        return tuple(word for word, values in self.column(name).items() if value in values.split())


def codes(column: str) -> tuple[int, ...]:
    """Return the numbers of `90 190-193`."""
    ranges = (part.partition("-") for part in column.split())
    return tuple(code for first, _, last in ranges for code in range(int(first), int(last or first) + 1))


# drawn: the family of `draw/symbols.py`, known by its look alone or by its name in the hex. generated: a house, or clumps (how
# many at most, of how many hexes at most). codes: those of LOSData that stand for it (`vasl/boards/terrain.py`).
TERRAIN = Table("""
word                | drawn   | known by | generated? | codes?
open_ground         | open    | look     | -          | 0
grain               | grain   | look     | clump 2 5  | 24
orchard             | orchard | look     | clump 2 4  | 63 64
brush               | brush   | look     | clump 2 3  | 25
woods               | woods   | look     | clump 4 3  | 60
light_woods         | woods   | name     | -          | 175
marsh               | marsh   | look     | -          | 14
stream              | water   | name     | -          | 31-34
water               | water   | look     | -          | 8
stone_building      | stone   | look     | house      | 40-44 182-186
wooden_building     | wooden  | look     | house      | 50-54
rubble              | rubble  | look     | -          | -
stone_rubble        | rubble  | name     | -          | 90 190-193
wooden_rubble       | rubble  | name     | -          | 91 194-197
stone_factory       | stone   | name     | -          | 45-48 170 171 180 181
wooden_factory      | wooden  | name     | -          | 55-58
stone_market_place  | stone   | name     | -          | 49
wooden_market_place | wooden  | name     | -          | 59
lumberyard          | wooden  | name     | -          | 29
debris              | rubble  | name     | -          | 27
plowed_field        | other   | name     | -          | 1
graveyard           | rocks   | name     | -          | 28
crags               | rocks   | name     | -          | 26
gully               | hollow  | name     | -          | 30
irrigation_ditch    | marsh   | name     | -          | 35
runway              | other   | name     | -          | 69
sunken_road         | hollow  | name     | -          | 68 156
elevated_road       | other   | name     | -          | 67 155
river               | water   | name     | -          | 10 11
canal               | water   | name     | -          | 13
ford                | water   | name     | -          | 12
ocean               | water   | name     | -          | 140 141
shallow_water       | water   | name     | -          | 9
mud                 | marsh   | name     | -          | 6
mudflats            | marsh   | name     | -          | 7
snow                | other   | name     | -          | 3
deep_snow           | other   | name     | -          | 4
ice                 | other   | name     | -          | 5
forest              | woods   | name     | -          | 61
pine_woods          | woods   | name     | -          | 62
vineyard            | brush   | name     | -          | 119
olive_grove         | woods   | name     | -          | 118
swamp               | marsh   | name     | -          | 133
beach               | other   | name     | -          | 144-146
reef                | water   | name     | -          | 147 148
effluent            | water   | name     | -          | 142
light_jungle        | woods   | name     | -          | 126
dense_jungle        | woods   | name     | -          | 127
bamboo              | woods   | name     | -          | 128
palm_trees          | woods   | name     | -          | 129
kunai               | brush   | name     | -          | 132
huts                | wooden  | name     | -          | 130
collapsed_huts      | rubble  | name     | -          | 131
rice_paddy          | marsh   | name     | -          | 135-138
temple              | stone   | name     | -          | 125
scrub               | brush   | name     | -          | 100 121
hammada             | brush   | name     | -          | 101
deir                | hollow  | name     | -          | 102 103
wadi                | hollow  | name     | -          | 104
hillock             | rocks   | name     | -          | 105 106
sand                | other   | name     | -          | 107 143
sand_dune           | other   | name     | -          | 108
broken_ground       | brush   | name     | -          | 120
cactus_patch        | brush   | name     | -          | 117
panji               | brush   | name     | -          | 139
mausoleum           | stone   | name     | -          | 113
bedouin_camp        | wooden  | name     | -          | 114
building_cluster    | wooden  | name     | -          | 115
storage_tank        | stone   | name     | -          | 166 167
railroad            | other   | name     | -          | 154
rail_car            | other   | name     | -          | -
""")

# line: one of its own (`.side.WORD` in `draw/page/map.css`), or a plain one
HEXSIDE = Table("""
word                  | line  | generated? | codes?
wall                  | own   | fence      | 72
hedge                 | own   | fence      | 73
bocage                | own   | -          | 74
cliff                 | own   | -          | 75
rowhouse_wall         | plain | -          | 76-80
roadblock             | plain | -          | 81
cactus_hedge          | plain | -          | 116
drift                 | plain | -          | -
dune_crest_low        | plain | -          | 109
dune_crest_high       | plain | -          | 110
railway_embankment    | plain | -          | 152 157
interior_factory_wall | plain | -          | 172 173
""")

# name: on the map. shown by: boards of VASL show it; others are counters. inside: a unit inside of it is in the Location of the
# hex, which has one LOS, or in one of its own. argument: what stands in brackets after the word.
FEATURE = Table("""
word       | name       | shown by? | inside?  | argument?
pillbox    | pillbox    | board     | Location | -
foxhole    | foxhole    | board     | hex      | -
trench     | trench     | board     | hex      | -
shellholes | shellholes | board     | hex      | -
tower      | tower      | board     | -        | -
rowhouse   | rowhouse   | board     | -        | -
bridge     | bridge     | board     | -        | -
gully      | gully      | board     | -        | -
stream     | stream     | board     | -        | -
dry        | dry        | board     | -        | -
deep       | deep       | board     | -        | -
flooded    | flooded    | board     | -        | -
ford       | ford       | -         | -        | -
wire       | wire       | -         | -        | -
blaze      | blaze      | -         | -        | -
ffe        | FFE        | -         | -        | -
smoke      | SMOKE      | -         | -        | -
cave       | cave       | board     | -        | -
sangar     | sangar     | board     | -        | -
roadblock  | roadblock  | -         | -        | -
minefield  | MINES      | -         | -        | known
""")

# code: on a counter that is drawn. shown by: in a saved game the counter of the unit, or a marker on all or the nearest of
# some units below it (`WHO` in `vasl/saves/position.py`).
STATUS = Table("""
word          | code | name                   | shown by?
broken        | BRK  | broken                 | counter
dm            | DM   | Desperation Morale     | all broken
pinned        | PIN  | pinned                 | nearest unbroken
cx            | CX   | Counter Exhausted (CX) | nearest personnel
concealed     | ?    | concealed              | counter
wounded       | WND  | wounded                | nearest smc
melee         | MEL  | melee                  | all units
disrupted     | DIS  | disrupted              | nearest broken
encircled     | ENC  | encircled              | nearest personnel
fanatic       | FAN  | fanatic                | nearest personnel
heroic        | HERO | heroic                 | nearest leaders
berserk       | BERS | berserk                | nearest unbroken
unarmed       | UNA  | unarmed                | -
hidden        | HIP  | hidden (HIP)           | counter
captured      | CAP  | captured               | -
stunned       | STN  | stunned                | nearest vehicles
shocked       | SHK  | shocked                | nearest vehicles
motion        | MOT  | motion                 | nearest vehicles
buttoned_up   | BU   | buttoned up            | nearest vehicles
mounted       | MTD  | mounted                | -
spotted_fire  | SPF  | spotted fire           | -
halved        | ½FP  | halved                 | -
abandoned     | ABN  | abandoned              | nearest vehicles
crest         | CRS  | crest                  | counter
entrenched    | ENT  | entrenched             | -
emplaced      | EMP  | emplaced               | -
in_sewer      | SEW  | in sewer               | -
overstacked   | OVR  | overstacked            | -
malfunctioned | MLF  | malfunctioned          | counter
""")

# counter: how VASL has it, where it does; it has tank-hunters as heroes, and mounts beside their riders. properties: leads, it
# has a leadership DRM; unbreakable; carries Passengers and Riders; nowhere, it needs no place on the map.
UNIT_KIND = Table("""
word        | counter? | properties?
squad       | mmc      | -
half_squad  | mmc      | -
crew        | mmc      | -
leader      | smc      | leads
commissar   | smc      | leads
hero        | smc      | unbreakable
tank_hunter | -        | unbreakable
vehicle     | other    | unbreakable carries
gun         | other    | unbreakable
aircraft    | other    | unbreakable nowhere
dummy       | dummy    | unbreakable
cavalry     | -        | unbreakable
infantry    | -        | -
artillery   | -        | -
""")

# Those of its usual counter: VASL has both in its art alone. Ordnance counts up to 16 hexes, and a Gun is not portable.
SW_KIND = Table("""
word   | PP | range
lmg    | 1  | 7
mmg    | 5  | 10
hmg    | 5  | 12
mortar | 3  | 16
gun    | 99 | 16
atr    | 1  | 12
baz    | 1  | 4
psk    | 1  | 3
pf     | 1  | 1
piat   | 1  | 2
rcl    | 4  | 16
ft     | 1  | 1
dc     | 1  | 1
radio  | 1  | 0
phone  | 1  | 0
""")

# colour: of its counters, else that of their side. Those that meet most differ in lightness as well.
NATIONALITY = Table("""
word         | colour?
german       | #a9bccd
ss           | #8f99a3
russian      | #dcb48a
american     | #d3dba9
british      | #ecd9a0
gurkha       | #d9c890
japanese     | #f4e596
chinese      | #b9d7ea
italian      | #c9cfd2
finnish      | #e4e9ee
french       | #b3cdf0
partisan     | #cfa9a0
polish       | #b6d6c0
hungarian    | #c7bfa7
romanian     | #c9c2de
bulgarian    | -
slovakian    | -
croatian     | -
greek        | -
yugoslav     | -
dutch        | -
belgian      | -
norwegian    | -
danish       | -
filipino     | -
thai         | -
korean       | -
turkish      | -
australian   | -
canadian     | -
axis_minor   | #c9c2de
allied_minor | #b6d6c0
""")
