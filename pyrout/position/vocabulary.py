"""The vocabulary of instance files as data: every predicate, the kinds of its arguments, and what it says.

A new predicate is one more row of `PREDICATES`; the reader, its messages and its checks follow from the row. What only
one rule set knows (which statuses matter, which terrain has a cost) is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from ..errors import quote
from . import words

TOKEN_LIMIT = 64  # characters of a quoted string or a constant
LISTED = 12  # words that a message lists at most
DIGIT_LIMIT = 9  # digits of a number: clingo counts in 32 bits


class Name(str):
    """A constant, such as `g1` or `woods`; a plain `str` is a quoted string."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class Term(NamedTuple):
    """A constant with arguments, such as `destinations("yZ9")`."""

    name: str
    args: tuple[Simple, ...]


Simple: TypeAlias = int | str | Name
Value: TypeAlias = Simple | Term
Problem: TypeAlias = tuple[str, str]  # what is wrong, and what to do about it

CONSTANT = re.compile(r"[a-z][A-Za-z0-9_]*")


def write_value(value: Value) -> str:
    """Return the value as clingo reads it.

    Raises ValueError for what no instance can hold.
    """
    if isinstance(value, Term):
        return f"{write_value(Name(value.name))}({','.join(map(write_value, value.args))})"
    if isinstance(value, int):
        return str(int(value))
    if not isinstance(value, Name):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if CONSTANT.fullmatch(value) and value != "not":
        return str(value)
    raise ValueError(f"not a constant: {quote(value)}")


def quote_value(value: Value) -> str:
    """Return the value as a message repeats it, whatever it is."""
    try:
        return quote(write_value(value))
    except ValueError:
        return quote(str(value))


def nearest(word: str, known: Sequence[str]) -> str | None:
    """Return the known word that the given one is most probably meant to be, or None."""
    import difflib  # needed for an error alone

    close = difflib.get_close_matches(word[:TOKEN_LIMIT].lower(), known, n=1, cutoff=0.6)
    return close[0] if close else None


def no_hex(name: str, known: Iterable[str], otherwise: str = "name a hex as the file does") -> str:
    """Return the message for a hex or Location that is not on the map, with its remedy."""
    return "; ".join(no_hex_with_remedy(name, known, otherwise))


def no_hex_with_remedy(name: str, known: Iterable[str], otherwise: str = "name a hex as the file does") -> Problem:
    """Return the problem with a hex or Location that is not on the map, and the remedy: the one that is probably meant.

    `otherwise`: the remedy where none is near.
    """
    names = {hex_.lower(): hex_ for hex_ in known}
    own, at, _ = name.lower().partition("@")
    near = own if at and own in names else nearest(name, sorted(names))
    return f"there is no hex {quote(name)}", f"did you mean {names[near]}?" if near else otherwise


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


# ---------------------------------------------------------------------------------------------------------------------
# Kinds of arguments


# Plain classes: building this table is part of every start, and dataclasses would take most of its time.


class Kind:
    """The kind of an argument of a fact.

    `what` and `such` are its name and an example, for messages. `refers` is what the value must be declared as
    elsewhere in the file: hex, location, hex of (the hex that a Location is in), unit, sw, side, or two with a bar
    between.
    """

    def __init__(self, what: str, such: str = "", refers: str = "") -> None:
        self.what, self.such, self.refers = what, such, refers

    def problem(self, value: Value) -> Problem | None:
        """Return the problem of a value, or None."""
        raise NotImplementedError

    def refuse(self, value: Value) -> Problem:
        return f"{quote_value(value)} is not {self.what}", f"write {self.what}, such as {self.such}"


class Quoted(Kind):
    """A name in quotes.

    `spaces`: spaces may be in it; `levels`: @ and a level or a feature may follow.
    """

    def __init__(self, what: str, such: str, refers: str = "", *, spaces: bool = False, levels: bool = False) -> None:
        super().__init__(what, such, refers)
        self.spaces, self.levels = spaces, levels

    def problem(self, value: Value) -> Problem | None:
        if type(value) is str and value.isalnum() and value != "none" and len(value) <= TOKEN_LIMIT:
            return None  # nearly all of them
        if isinstance(value, Name) and value != "none":
            return f"{quote(value)} is not {self.what} in quotes", f'write "{quote(value)}"'
        # "none" would look the same as the constant none of expect/2
        if (
            isinstance(value, Name)
            or not isinstance(value, str)
            or not value.isprintable()
            or value in ("", "none")
            or len(value) > TOKEN_LIMIT
        ):
            return self.refuse(value)
        if self.spaces:
            return None
        place, at, level = value.partition("@")
        if not place or any(c in ' "\\' for c in value) or "@" in level or (at and not self.levels):
            return self.refuse(value)
        if not at or level in PLACES.split() or re.fullmatch(r"-1|[1-9]", level):
            return None
        if level == "0":
            return f"{quote_value(value)} is the ground level", f'write "{quote(place)}", without a level'
        return (
            f"{quote_value(value)} is not {self.what}",
            f"after @ write a level from -1 to 9, {_listed(PLACES.split())}",
        )


class Word(Kind):
    """Any constant."""

    def problem(self, value: Value) -> Problem | None:
        if not isinstance(value, Name):
            return self.refuse(value)
        if not CONSTANT.fullmatch(value) or value == "not" or len(value) > TOKEN_LIMIT:
            return f"{quote(value)} is not a constant", "write a lower-case letter, then letters, digits or _"
        return None


class Identifier(Word):
    """Any constant but none, which stands for nobody."""

    def problem(self, value: Value) -> Problem | None:
        if isinstance(value, Name) and value == "none":
            return "none stands for nobody", f"choose another name, such as {self.such}"
        return super().problem(value)


class OneOf(Kind):
    """One of the constants listed, given with spaces between."""

    def __init__(self, what: str, words: str) -> None:
        super().__init__(what)
        self.words = tuple(words.split())

    def problem(self, value: Value) -> Problem | None:
        if isinstance(value, Name) and value in self.words:
            return None
        return _unlisted(self.what, value, self.words, self.words)


class Number(Kind):
    """A whole number from `low` to `high`."""

    def __init__(self, what: str, low: int = 0, high: int = 99) -> None:
        super().__init__(what)
        self.low, self.high = low, high

    def problem(self, value: Value) -> Problem | None:
        if isinstance(value, int) and self.low <= value <= self.high:
            return None
        return f"{quote_value(value)} is not {self.what}", f"write a number from {self.low} to {self.high}"


class Tagged(Kind):
    """One of some constants, or one of some terms with a single argument."""

    def __init__(self, what: str, words: str = "", /, **terms: Kind) -> None:
        super().__init__(what)
        self.words, self.terms = tuple(words.split()), terms

    def problem(self, value: Value) -> Problem | None:
        if isinstance(value, Name) and value in self.words:
            return None
        if isinstance(value, Term) and value.name in self.terms:
            if len(value.args) == 1:
                return self.terms[value.name].problem(value.args[0])
            return f"{value.name} takes one argument, not {len(value.args)}", f"write {value.name}(..)"
        word = Name(value.name) if isinstance(value, Term) else value
        return _unlisted(
            self.what, word, (*self.words, *self.terms), (*self.words, *(f"{name}(..)" for name in self.terms))
        )


class Either(Kind):
    """An argument of one of two kinds; messages are those of the first."""

    def __init__(self, first: Kind, second: Kind) -> None:
        super().__init__(first.what, first.such, first.refers)
        self.first, self.second = first, second

    def problem(self, value: Value) -> Problem | None:
        problem = self.first.problem(value)
        return problem and (None if self.second.problem(value) is None else problem)


def _or_none(kind: Kind) -> Either:
    return Either(kind, OneOf("none", "none"))


def _unlisted(what: str, value: Value, words: tuple[str, ...], forms: tuple[str, ...]) -> Problem:
    near = nearest(value, words) if isinstance(value, str) else None
    if near:
        remedy = f"did you mean {forms[words.index(near)]}?"
    else:
        remedy = "write " + (_listed(forms) if len(forms) <= LISTED else ", ".join(forms[:LISTED]) + " ..")
    return f"{quote_value(value)} is not {what}", remedy


PLACES = " ".join(words.FEATURE.column("inside"))  # features that a unit can be inside of
OF_THE_HEX = words.FEATURE.having("inside", "hex")  # those in the Location of their hex, which has one LOS

# Values of `Kind.refers` for arguments that name a hex, or a Location in one
PLACED = frozenset({"hex", "hex of", "location"})
HEX = Quoted("a hex name", '"yBB8"', "hex")
NEW_HEX = Quoted("a hex name", '"yBB8"')
LOCATION = Quoted("a hex or Location", '"2M2" or "2M2@1"', "location", levels=True)
# there or not, as the rule set says
NAMED_LOCATION = Quoted("a hex or Location", '"2M2" or "2M2@1"', "hex of", levels=True)
ARCHIVE = Quoted("the name of a board archive", '"02"', spaces=True)
CHANGE = Quoted("a terrain change of a scenario", '"NoGrain"', spaces=True)
PIXELS = Number("a number of pixels", low=0, high=100_000)
SLOT = Number("a column or row of boards", low=0, high=63)
HINDRANCES = Number("a number of Hindrances", low=0, high=99)
LEVELS = Number("a number of levels", low=0, high=20)
BUILDING = Quoted("a building's name", '"zC7-D6"', spaces=True)
RULE_ID = Quoted("a rule id", '"sk-must-adjacent"')
PLACE = Quoted("a place on the table", '"4,12"')
LEVEL = Either(Number("a level", low=-1, high=9), OneOf("a place", PLACES))

NEW_ID = Identifier("an id", "g1")
UNIT = Word("the id of a unit", "g1", "unit")
SW = Word("the id of a SW", "mg", "sw")
UNIT_OR_SW = Word("the id of a unit or SW", "g1", "unit|sw")
NEW_SIDE = Identifier("a side", "german")
SIDE = Word("a side", "german", "side")
UNIT_OR_SIDE = Word("a unit or a side", "german", "unit|side")
WORD = Word("a constant", "allow")

TERRAIN = OneOf("a terrain", " ".join(words.TERRAIN.words))
HEXSIDE = OneOf("a hexside", " ".join(words.HEXSIDE.words))
UNIT_KIND = OneOf("a kind of unit", " ".join(words.UNIT_KIND.words))
STATUS = OneOf("a status", " ".join(words.STATUS.words))
SW_KIND = OneOf("a kind of SW", " ".join(words.SW_KIND.words))
_ARGUMENTS = words.FEATURE.column("argument")
FEATURE = Tagged(
    "a feature",
    " ".join(word for word in words.FEATURE.words if word not in _ARGUMENTS),
    **{word: OneOf(argument, argument) for word, argument in _ARGUMENTS.items()},
)
NATIONALITY = OneOf("a nationality", " ".join(words.NATIONALITY.words))
HISTORY = Tagged(
    "something that happened this Player Turn",
    "broke kept_dm enemy_adjacent landed",
    attacked=OneOf("an attack", "fp wp cc ffe ordnance sniper"),
)
WAYS = "straight oblique veer oblique_veer narrow narrow_oblique"  # how a unit on a table makes its rout move
VERDICT = OneOf("a verdict", "routs eliminated may_rout stays cannot_rout surrenders retreats")
FATES = "rallied removed off_table gone destroyed held"  # how the lines of events of a unit on a table end
EXPECTED = Tagged(
    "a known answer",
    **dict.fromkeys(("destinations", "first", "crawl", "end", "eliminated_at", "interdicted"), _or_none(LOCATION)),
    must=RULE_ID,
    free=OneOf("yes or no", "yes no"),
    routes=Number("a number of routes", low=0, high=999_999_999),
    verdict=VERDICT,
    # on a table
    **dict.fromkeys(("first_stop", "last_stop"), _or_none(PLACE)),
    fate=_or_none(OneOf("how a line ends", FATES)),
    way=_or_none(OneOf("a way to move", WAYS)),
    frontage=Either(Number("a frontage", low=1, high=200), Quoted("a frontage", '"3.99"')),
    **dict.fromkeys(("checks", "shaken", "routed", "stopped_by"), _or_none(UNIT)),
    lost=Either(Number("square inches", low=0, high=40_000), Quoted("square inches", '"1.5"')),
    turns=Number("a number of turns", low=0, high=999),
    **dict.fromkeys(("rallied", "removed", "off_table"), Quoted("a fraction", '"13/18"')),
)
INCHES = Number("a number of inches", low=1, high=20_000)
ACROSS = Number("a place on the table in inches", low=0, high=20_000)
TURN = Number("a turn", low=1, high=99)
LATER = Number("a turn after the first, in which the unit only moves", low=2, high=99)
DIRECTION = OneOf("a direction", "north north_east east south_east south south_west west north_west")
EDGE = OneOf("an edge of the table", "north south east west")
ORDER = OneOf("an order", "good shaken routed retreating")
AREA = OneOf("a kind of area", "light_woods dense_woods swamp water rough obstacle hill")
ENVIRONMENT = OneOf(
    "an environment",
    "desert broken_terrain steppe_terrain other_boards ground_snow deep_snow mud wet rain mist falling_snow fog "
    "night caves paratroopers skis tunnels evacuation fording",
)

# ---------------------------------------------------------------------------------------------------------------------
# The predicates


class Predicate(NamedTuple):
    """One row.

    `key`: facts that agree in the first `key` arguments must agree in all (None: they need not). `touching`: the
    first two arguments are hexes that must touch.
    """

    example: str
    meaning: str
    args: tuple[Kind, ...]
    key: int | None = None
    touching: bool = False

    @property
    def name(self) -> str:
        return self.example.partition("(")[0]


def _row(example: str, meaning: str, *args: Kind, key: int | None = None, touching: bool = False) -> Predicate:
    return Predicate(example, meaning, args, key, touching)


PREDICATES: tuple[Predicate, ...] = (
    # the position as a whole
    _row("rules(aslsk)", "the rule set; the command line may name another", WORD, key=0),
    _row("option(revisit,allow)", "a ruling; the rule set lists them", WORD, WORD, key=1),
    _row("side(german)", "a side; there are two", NEW_SIDE),
    _row("attacker(american)", "the side whose Player Turn it is", SIDE, key=0),
    _row("month(7)", "the month; without one grain is in season", Number("a month", low=1, high=12), key=0),
    _row(
        "environment(desert)",
        "desert, weather and the like; other_boards: with boards that are no Desert Boards",
        ENVIRONMENT,
    ),
    _row("nvr(2)", "Night Visibility Range in hexes", Number("a Night Visibility Range", low=0, high=9), key=0),
    _row("no_quarter(german)", "No Quarter is in effect against this side's routers", SIDE),
    # the board
    _row(
        'hex("yBB8",27,16)',
        "a hex, its column and its doubled row: it touches (C,R+-2) and (C+-1,R+-1)",
        NEW_HEX,
        Number("a column", low=-1000, high=1000),
        Number("a doubled row", low=-1000, high=1000),
        key=1,
    ),
    _row('terrain("yBB8",orchard)', "the terrain of a hex", HEX, TERRAIN, key=1),
    _row('elevation("5F4",1)', "the level of a hex; 0 without it", HEX, Number("an elevation", low=-5, high=20), key=1),
    _row('road("yP7","yQ8")', "a road crosses this hexside", HEX, HEX, touching=True),
    _row('paved("yP7","yQ8")', "the road across this hexside is paved", HEX, HEX, touching=True),
    _row('path("10G6","10G7")', "a path crosses this hexside", HEX, HEX, touching=True),
    _row('hexside("2D3","2D4",wall)', "what lies along a hexside", HEX, HEX, HEXSIDE, touching=True),
    _row('building("zC7-D6","zC7")', "hexes of one multi-hex building share a name", BUILDING, HEX),
    _row('level("2M2",1)', "a level of a hex besides the ground", HEX, Number("a level", low=-1, high=9)),
    _row('stairwell("2M2")', "a stairwell joins the levels of this hex", HEX),
    _row(
        'feature("yD7",foxhole)',
        "something in a hex besides its terrain; a Blaze also in a Location",
        NAMED_LOCATION,
        FEATURE,
    ),
    _row(
        'capacity("yD7",foxhole,1)',
        "how many squad-equivalents a feature that a unit can be inside of holds; a foxhole or trench 3 without it",
        HEX,
        OneOf("a place", PLACES),
        Number("squad-equivalents", high=20),
        key=2,
    ),
    _row('fordable("yD7")', "a hex of a river that may be forded", HEX),
    _row(
        'current("yD7","yD8",heavy)',
        "the current of a river, from a hex into the next downstream",
        *(HEX, HEX, OneOf("a current", "heavy")),
        key=2,
        touching=True,
    ),
    _row('illuminated("yD7")', "at night: an Illuminated Location", LOCATION),
    _row('tunnel("2A1","2A4",german)', "a tunnel of a side, between two Locations", LOCATION, LOCATION, SIDE, key=2),
    _row('wire_exit("yD7",2)', "MF that leaving this Wire costs", HEX, Number("MF", low=0, high=12), key=1),
    _row(
        'los("yZ5","yBB8",3)',
        "a LOS between two Locations, and its Hindrances (six block it); both directions given: each holds for its own",
        LOCATION,
        LOCATION,
        HINDRANCES,
        key=2,
    ),
    _row(
        'vertex_los("yC4","yC5",west,"yZ5",0)',
        "a LOS to an end of the hexside between two hexes (west or east where it lies flat, else north or south), "
        "from where, and its Hindrances",
        HEX,
        HEX,
        OneOf("an end of a hexside", "west east north south"),
        LOCATION,
        HINDRANCES,
        key=4,
        touching=True,
    ),
    # where the map comes from: boards of VASL, by which hexes and LOS are worked out that are not given
    _row(
        'board("02",0,0,reversed)',
        "a board (archive bd02), its column and row among the boards from 0, normal or reversed",
        ARCHIVE,
        SLOT,
        SLOT,
        OneOf("normal or reversed", "normal reversed"),
        key=1,
    ),
    _row(
        'crop("02",0,0,900,645)',
        "the part of a board that is in play: left, top, width, height in pixels",
        ARCHIVE,
        *[PIXELS] * 4,
        key=1,
    ),
    _row(
        'terrain_change("02",1,"NoGrain")',
        "the first, second .. change of a board's terrain by the scenario",
        ARCHIVE,
        Number("a number of a change", low=1, high=999),
        CHANGE,
        key=2,
    ),
    _row('rubble_counter("yC4","Stone Rubble")', "what a counter makes of a hex", NEW_HEX, CHANGE, key=1),
    _row("afv(g5)", "a vehicle that is a Hindrance to LOS at its level", UNIT),
    _row('blaze_terrain("yN2")', "beside a wreck, the terrain of the hex burns, not the wreck", NEW_HEX),
    _row('wreck("yN2")', "a wreck, or an AFV without a unit here: the same Hindrance, and a TEM in the hex", NEW_HEX),
    _row(
        'obscured("yC4",3,2)',
        "SMOKE, a Blaze or an FFE in a hex: its Hindrance, and its levels above the ground",
        NEW_HEX,
        HINDRANCES,
        LEVELS,
    ),
    _row(
        'given_around("yK5",8,los)',
        "hexes: all within that range of a hex are in the file, as the boards have them; los: the LOS to them, too (999: all)",
        NEW_HEX,
        Number("a range in hexes", high=999),
        OneOf("hexes or los", "hexes los"),
        key=3,
    ),
    _row('los_from("yK5")', "from here the LOS to those hexes is given: what is not there is blocked", LOCATION),
    _row(
        'los_counts("yC4",3,2)',
        "what the LOS given counts: SMOKE as in obscured/3, an AFV or wreck with 1 and 0 levels",
        NEW_HEX,
        HINDRANCES,
        LEVELS,
    ),
    _row(
        "los_month(7)",
        "the month that the LOS given is for; without it grain and orchard were in season",
        Number("a month", low=1, high=12),
        key=0,
    ),
    _row(
        "los_rules(asl)",
        "the rule set that the LOS given is for: by the Starter Kit all buildings have one storey",
        WORD,
        key=0,
    ),
    # the units
    _row("unit(g1,german,squad)", "a unit, its side and its kind", NEW_ID, SIDE, UNIT_KIND, key=1),
    _row('at(g1,"yBB8")', "where a unit is", UNIT, HEX, key=1),
    _row('at(g1,"2M2",1)', "a unit upstairs, in the cellar (-1) or inside a feature", UNIT, HEX, LEVEL, key=1),
    _row("status(g1,broken)", "a status of a unit or a SW", UNIT_OR_SW, STATUS),
    _row("normal_range(a1,6)", "normal range in hexes", UNIT, Number("a range in hexes"), key=1),
    _row("firepower(a1,6)", "firepower", UNIT, Number("firepower"), key=1),
    _row("morale(g1,7)", "morale of the unbroken side", UNIT, Number("a morale", high=12), key=1),
    _row("broken_morale(g1,7)", "morale of the broken side", UNIT, Number("a morale", high=12), key=1),
    _row("leadership(l1,-1)", "a leader's printed DRM", UNIT, Number("a leadership DRM", low=-3, high=1), key=1),
    _row(
        "nationality(g1,russian)",
        "where a rule asks for it, of a unit or a whole side",
        UNIT_OR_SIDE,
        NATIONALITY,
        key=1,
    ),
    _row("sw(mg,mmg,5,12)", "a SW: kind, PP, normal range", NEW_ID, SW_KIND, Number("PP"), Number("a range"), key=1),
    _row("possesses(a1,mg)", "a unit has a SW", UNIT, SW),
    _row("manned(gun1,a1)", "who mans a Gun, of several", UNIT, UNIT, key=1),
    _row('covered_arc(gun1,"yE5")', "a hex that a Gun can fire at without turning", UNIT_OR_SW, HEX),
    _row("accompanies(l1,g1)", "the leader goes along when the unit routs", UNIT, UNIT, key=1),
    _row("passenger(g1,v1)", "a Passenger aboard a vehicle", UNIT, UNIT, key=1),
    _row("rider(g2,v1)", "a Rider aboard a vehicle", UNIT, UNIT, key=1),
    # this Player Turn
    _row("history(g1,broke)", "what happened to a unit this Player Turn", UNIT, HISTORY),
    _row("skis(g1,on)", "a unit on skis, or with skis that it carries", UNIT, OneOf("on or off", "on off"), key=1),
    _row("wall_advantage(g1)", "it has Wall Advantage over the walls, hedges and bocage of its hex", UNIT),
    _row("no_wall_advantage(g1)", "it has none, and claims none in this RtPh", UNIT),
    _row("breaks(g3)", "this unit uses its right to break at the start of the RtPh", UNIT),
    _row("routed(g1)", "it has had its turn in this RtPh (or went along, or was taken): it routs no more", UNIT),
    _row("failed(g1)", "it failed to rout, and is eliminated when the RtPh ends", UNIT),
    _row("guards(a1,g1)", "a unit guards a prisoner that it has taken", UNIT, UNIT),
    _row(
        'nmc(g1,"yP7",pin)',
        "the result of an Interdiction NMC",
        UNIT,
        LOCATION,
        OneOf("a result of an NMC", "pass pin fail two twelve killed"),
        key=2,
    ),
    _row(
        "hob(g1,berserk)",
        "the Heat of Battle after an NMC of original 2",
        UNIT,
        OneOf("a Heat of Battle result", "hero hardened berserk surrender other"),
        key=1,
    ),
    _row(
        'reveal(a1,g1,"yK6",after)',
        "a unit drops concealment before or after another enters a Location",
        UNIT,
        UNIT,
        LOCATION,
        OneOf("before or after", "before after"),
        key=3,
    ),
    _row("no_interdiction(a1)", "something outside this vocabulary keeps the unit from interdicting", UNIT),
    _row('no_interdiction(a1,"yK6")', "the same, for one Location", UNIT, LOCATION),
    _row(
        'in_open("yK5","yZ5",no)',
        "whether a Location is Open Ground to units in another, where the other facts leave that open",
        LOCATION,
        LOCATION,
        OneOf("yes or no", "yes no"),
        key=2,
    ),
    # a table, for the systems that are played on one
    _row("table(60,40)", "inches from west to east and from south to north", INCHES, INCHES, key=0),
    _row("home_edge(blue,north)", "where a side came from", SIDE, EDGE, key=1),
    _row(
        "area(swamp,4,10,8,12)",
        "terrain on the table: its south-west corner, its north-east corner",
        AREA,
        *[ACROSS] * 4,
    ),
    _row(
        "impassable(cavalry,rough)", "what a kind of unit cannot enter: all there is, for a kind given", UNIT_KIND, AREA
    ),
    _row(
        "stands_at(u1,10,20)",
        "the front left corner of a unit's block, inches from west and south",
        UNIT,
        ACROSS,
        ACROSS,
        key=1,
    ),
    _row("facing(u1,north)", "which way it faces", UNIT, DIRECTION, key=1),
    _row("frontage(u1,6)", "inches from its left to its right", UNIT, INCHES, key=1),
    _row("depth(u1,2)", "inches from its front to its back", UNIT, INCHES, key=1),
    _row("widest_stand(u1,2)", "the frontage that it cannot go below", UNIT, INCHES, key=1),
    _row("movement(u1,9)", "its movement in inches", UNIT, Number("a movement in inches", low=1, high=6_000), key=1),
    _row("rating(u1,12)", "its morale rating", UNIT, Number("a morale rating", low=0, high=99), key=1),
    _row("order(u1,routed)", "good (without it), shaken, routed or retreating", UNIT, ORDER, key=1),
    _row("formed(u1)", "a formed body", UNIT),
    _row("threat(u1,12,30)", "where the attack came from that broke it", UNIT, ACROSS, ACROSS, key=1),
    _row("attacked(u1,2)", "it is attacked while it rallies in this turn", UNIT, LATER),
    _row("goes_on(u1,3)", "in this turn it moves on instead of rallying", UNIT, LATER),
    _row("die(3,5)", "what every die thrown in this turn shows", TURN, Number("a score", low=1, high=6), key=1),
    _row(
        "unit_of_length(inch,2)",
        "lengths and places in the file are in this part of an inch, here half inches",
        OneOf("a unit of length", "inch"),
        Number("a number of parts", low=1, high=100),
        key=0,
    ),
    _row("moves_first(u1)", "of the units that rout, it moves before those nearer to their home edge", UNIT),
    _row(
        "morale_dice(2,10)",
        "the number of dice of a morale check and their sides; it passes on the rating or less",
        Number("a number of dice", low=1, high=3),
        Number("a number of sides", low=2, high=100),
        key=0,
    ),
    _row("rallies(u1,3)", "it rallies before it moves in this turn", UNIT, LATER, key=1),
    # what the answer should be
    _row('expect(g1,destinations("yZ9"))', "a known answer; all of one kind are the whole set", UNIT, EXPECTED),
)

BY_NAME: dict[str, dict[int, Predicate]] = {}
for _predicate in PREDICATES:
    BY_NAME.setdefault(_predicate.name, {})[len(_predicate.args)] = _predicate


def _rows(first: str, last: str) -> tuple[str, ...]:
    """Return the predicates from one row of the table to another."""
    names = list(BY_NAME)
    return tuple(names[names.index(first) : names.index(last) + 1])


MAP = _rows("hex", "wire_exit")  # the map without LOS
SHOWN = _rows("terrain", "feature")  # what a board shows in its hexes; LOS is derived from it
FROM_BOARDS = _rows("board", "rubble_counter")  # the boards that a map comes from
GIVEN = _rows("given_around", "los_rules")  # what a file has of its boards
ON_TABLE = _rows("table", "rallies")
# Every word of a position, which is the name of no unit in a sentence
WORDS = frozenset({*BY_NAME, *(word for kind in [*vars().values()] for word in getattr(kind, "words", ()))})

# Statuses that no unit has at once (A12.14: who breaks is concealed no more; A15.2: a hero neither breaks nor goes berserk;
# A15.4: who is berserk is not pinned), and statuses that no unit has without another.
CONTRADICTORY = (
    ("broken", "berserk"),
    ("broken", "concealed"),
    ("broken", "hidden"),
    ("broken", "heroic"),
    ("heroic", "berserk"),
    ("berserk", "pinned"),
    ("berserk", "captured"),  # A20.2
    ("concealed", "melee"),  # A11.15: who keeps its concealment is not locked in Melee
    ("hidden", "melee"),
    ("abandoned", "motion"),  # nobody drives it (D5.4)
)
ONLY_WITH = (("dm", "broken"), ("disrupted", "broken"))
SW_STATUS = ("malfunctioned", "emplaced")
LEADERS, UNBREAKABLE, CARRIERS, NOWHERE = (
    words.UNIT_KIND.having("properties", property_) for property_ in ("leads", "unbreakable", "carries", "nowhere")
)
FLEEING = ("retreating", "routed")  # orders of the units on a table that are answered
# kinds of expect/2 with one answer only
SINGLE_ANSWERS = ("free", "routes", "verdict", "rallied", "removed", "off_table")


def fact_problem(name: str, args: Sequence[Value]) -> Problem | None:
    """Return the problem of a fact that a program made, or None."""
    predicate = BY_NAME.get(name, {}).get(len(args))
    if predicate is None:
        return unknown_predicate(name, len(args))
    for kind, value in zip(predicate.args, args, strict=True):
        if type(value) not in (int, str, Name, Term):
            return f"{quote(repr(value))} is no value of a fact", f"write {predicate.example}"
        problem = kind.problem(value)
        if problem:
            return problem
    return None


NO_SUCH = "use the predicates that asp/INSTANCE.md lists, or remove it"


def unknown_predicate(name: str, arity: int) -> Problem:
    """Return the problem of a predicate that is not in the vocabulary with this number of arguments."""
    forms = BY_NAME.get(name)
    if forms:
        examples = " or ".join(predicate.example for predicate in forms.values())
        return f"{name} does not take {arity} argument{'' if arity == 1 else 's'}", f"write {examples}"
    near = nearest(name, tuple(BY_NAME))
    remedy = f"did you mean {near}?" if near else NO_SUCH
    return f"unknown predicate {quote(name)}", remedy
