"""The tables of what becomes of the layers and markers that a counter of Personnel can have.

The importer reads by these tables, and `docs/how/counters.md` is written from them. The first line of an answer names what has
no row here: nobody knows whether it matters.
"""

from __future__ import annotations

import re
from typing import NamedTuple

READ, ASKED, LEFT_OUT, NOTHING = "read", "asked for", "left out, in the first line", "changes nothing"


class Layer(NamedTuple):
    """A layer or trait of a counter.

    `word` begins the name of a counter with the layer, as VASL writes it, in small letters; `property` is VASL's own for the
    layer. `becomes` is one of the four constants, `says` the status or the reason. `status` is a word of instances, or
    "dismantled".
    """

    word: str
    becomes: str
    says: str
    status: str = ""
    property: str = ""


LAYERS = (
    Layer("broken", READ, "`status(U,broken)`", "broken", "BRK"),
    Layer("brk", READ, "`status(U,broken)`", "broken"),
    Layer("berserk", READ, "`status(U,berserk)`", "berserk", "BER"),
    Layer("fanatic", READ, "`status(U,fanatic)`", "fanatic", "FAN"),
    Layer("heroic", READ, "`status(U,heroic)` of a leader", "heroic", "HRO"),
    Layer("wnd.", READ, "`status(U,wounded)`", "wounded"),
    Layer("wnd", READ, "`status(U,wounded)`", "wounded", "WND"),
    Layer("malf", READ, "`status(SW,malfunctioned)`", "malfunctioned"),
    Layer("malf.", READ, "`status(SW,malfunctioned)`", "malfunctioned"),
    Layer("disabled", READ, "`status(SW,malfunctioned)`", "malfunctioned"),
    Layer("dm", READ, "a dismantled SW fires as little as a malfunctioned one", "dismantled"),
    Layer("dismantled", READ, "a dismantled SW fires as little as a malfunctioned one", "dismantled"),
    Layer("assembled", NOTHING, "it can fire"),
    Layer("lmbd", NOTHING, "a limbered Gun has no covered arc to change"),
    Layer("striped", NOTHING, "the name has the strength of a reduced Japanese squad", "", "STR"),
    Layer("str", NOTHING, "the name has the strength of a reduced Japanese squad"),
    Layer("lehr", NOTHING, "the name has the strength"),
    Layer("+1 vs italians", NOTHING, "morale is for the odds alone"),
    Layer("'44-'45", NOTHING, "a year: the name has the strength"),
    Layer("para", NOTHING, "a paratrooper routs as others do; who has just landed `history(U,landed)` says"),
    Layer("obli", NOTHING, "a class: the name has the strength"),
    Layer("", NOTHING, "art without a name, such as that of Assault Fire"),
)
TRAITS = (
    Layer("concealed (conceal)", READ, "`status(U,concealed)`"),
    Layer("hidden (hide)", READ, "`status(U,hidden)`"),
    Layer("moved", NOTHING, "no rule of the Rout Phase asks who moved"),
    Layer("label", LEFT_OUT, "a player's own words"),
)
NAMED = re.compile(r"\d{1,2}-\(?\d{1,2}\)?-\d{1,2} .*|\d{1,2}\\?[-+]\d.*|[-+]\d Piper")  # the strength of a unit


# Patterns of the names of markers that the importer looks into
LEVEL = re.compile(r"(Building|Fort Bldg|Strongpoint|Steeple) (Cellar|Ground Level|Level (\d)|Roof Level)")
ROOF = re.compile(r"((Building|Fort Bldg|Strongpoint) )?Roof( Level)?")
CREST = re.compile(r"Crest( ca[1-6])?")
# Markers that hold the units below them in the stack
INSIDE = (
    (re.compile(r"(?P<holds>[123])S .*Foxhole.*"), "foxhole"),
    (re.compile(r"Trench( BRT)?"), "trench"),
    (re.compile(r"(Reduced )?(?P<holds>\d)\+.*(Pillbox|PTObox)( ca[1-6])?"), "pillbox"),
)
FEATURES = (
    *INSIDE,
    (re.compile(r"Shellholes"), "shellholes"),
    (re.compile(r"(\d-level )?Blaze|Blazing Building"), "blaze"),
    (re.compile(r".* ?OBA FFE:[12C]"), "ffe"),
    (re.compile(r"(\d+ FP )?Minefield"), "minefield(known)"),
    (re.compile(r"Wire"), "wire"),
    (re.compile(r"Ford: \d-\d"), "ford"),
    (re.compile(r"Sangar"), "sangar"),
    (re.compile(r"Roadblock.*"), "roadblock"),
    (re.compile(r"(Gray|White) \+\d (Smoke|WP)|(Smoke|WP) grenade \+\d|Smoke"), "smoke"),
)
# Counters that there are by night alone; the last has the NVR in its name.
NIGHT = re.compile(
    r"(Red |Green |Blue )?(IR|Starshell)|Starshell Attempt.*|Gunflash|Cloak|.*Illum\. Beam.*|NVR( (?P<nvr>\d))?"
    r"|(Red |Purple )?Trip Flare|SL( .*)?|GMSL.*"
)
WALL_ADVANTAGE = "Wall Advan"
MALFUNCTION = re.compile(r"(MG|Gun|MA|SA) [Mm]alf|(MA|SA) disabled")


class Marker(NamedTuple):
    """Markers that players lay on or beside Personnel.

    `pattern` matches their whole names, `names` shows them. `becomes` is one of the four constants, `says` what is made of
    them, or the reason. `status` has the statuses of units, `environment` the words of `environment/1` that it stands for.
    """

    pattern: str
    names: str
    becomes: str
    says: str
    environment: tuple[str, ...] = ()
    status: tuple[str, ...] = ()


def _status(pattern: str, *words: str, names: str = "", of: str = "U", whose: str = "") -> Marker:
    """Return the row of markers that stand for a status, or for several."""
    return Marker(pattern, names or pattern, READ, f"`status({of},{words[0]})`{whose}", status=words)


def _weather(pattern: str, *words: str, names: str = "") -> Marker:
    """Return the row of counters of the weather that stand for these words."""
    return Marker(pattern, names or pattern, READ, ", ".join(f"`environment({word})`" for word in words), words)


MARKERS = (
    _status("DM", "dm", whose=" of every broken unit below it"),
    _status("Pin", "pinned"),
    _status("CX", "cx"),
    _status("(H-t-H )?Melee|Melee / H-t-H", "melee", names="Melee, H-t-H Melee", whose=" of all below it"),
    _status("(Walking )?Wounded", "wounded", names="Wounded, Walking Wounded"),
    _status("Wnd Heroic", "wounded", "heroic", whose=", and as Heroic"),
    _status("Heroic", "heroic", whose=" of the leader below it"),
    _status("Disrupt(ed)?", "disrupted", names="Disrupt"),
    _status("(Upper Level )?Encircled", "encircled", names="Encircled, Upper Level Encircled"),
    _status("Berserk", "berserk"),
    _status("Fanatic", "fanatic"),
    Marker(
        LEVEL.pattern,
        "Building Level 1, Fort Bldg Cellar, Steeple Level 2",
        READ,
        "the level of the units above it",
    ),
    Marker(
        ROOF.pattern,
        "Roof",
        LEFT_OUT,
        "the units are taken to be on the ground level",
    ),
    Marker(CREST.pattern, "Crest", READ, "`status(U,crest)` of the units above it"),
    Marker(r"[123]S .*Foxhole.*", "1S Foxhole", READ, "the foxhole, what it holds, and the units below it inside"),
    Marker(r"Trench( BRT)?", "Trench", READ, "the trench, and the units below it inside"),
    Marker(
        r"(Reduced )?\d\+.*(Pillbox|PTObox)( ca[1-6])?",
        "1+3+5 Pillbox",
        READ,
        "the pillbox, what it holds, and the units below it inside",
    ),
    Marker(
        r"Shellholes|Wire|Sangar|Roadblock.*|(\d+ FP )?Minefield|Ford: \d-\d",
        "Shellholes, Wire, Sangar, Roadblock, Minefield, Ford: 2-5",
        READ,
        "`feature(HEX,..)`; the dr of Wire under or before a broken unit is asked for",
    ),
    Marker(
        r"(\d-level )?Blaze|Blazing Building|.* ?OBA FFE:[12C]",
        "Blaze, Red OBA FFE:1",
        READ,
        "`feature(HEX,..)`, and a Hindrance",
    ),
    Marker(
        r"(Gray|White) \+\d (Smoke|WP)|(Smoke|WP) grenade \+\d|Smoke",
        "White +3 Smoke, Smoke grenade +2",
        READ,
        "`feature(HEX,smoke)`, and a Hindrance",
    ),
    Marker(MALFUNCTION.pattern, "MG malf", READ, "`status(SW,malfunctioned)` of the SW below it"),
    Marker(r"Skis", "Skis", READ, "`skis(U,on)` or `skis(U,off)`"),
    Marker(r"\?", "?", READ, "`status(U,concealed)` of the units of its side below it, or a Dummy"),
    Marker(
        NIGHT.pattern,
        "IR, Starshell, Gunflash, Cloak, Illum. Beam, Trip Flare, SL, NVR 3",
        ASKED,
        "`environment(night)`, and `nvr(N)` where no counter says it",
    ),
    Marker("No Quarter Declared.*", "No Quarter Declared", ASKED, "`no_quarter(SIDE)`"),
    _weather("Weather: Mud(?! &).*", "mud", names="Weather: Mud"),
    _weather("Weather: Mud & Overcast", "mud"),
    _weather("Weather: Heavy Rain & Mud", "mud", "rain"),
    _weather("Weather: Fog", "fog"),
    _weather(
        "Weather: Mist|(Very Light |Light |Moderate |Heavy |Very Heavy |Extra Heavy |Extremely Heavy )?Mist.*",
        "mist",
        names="Weather: Mist, Light Mist",
    ),
    _weather(
        "Weather: Snow|Rain (Heavy )?Snow|(Heavy )?Snow|Snow: Falling Snow",
        "falling_snow",
        names="Weather: Snow, Heavy Snow",
    ),
    _weather("(Heavy )?Rain", "rain", names="Rain, Heavy Rain"),
    _weather(
        "Snow: Ground Snow( & (Drifts|Gusty))?|EC: -3 Snow", "ground_snow", names="Snow: Ground Snow, EC: -3 Snow"
    ),
    _weather("Snow: Ground Snow & Falling Snow", "ground_snow", "falling_snow"),
    _weather("Snow: Deep Snow( and Drifts)?", "deep_snow", names="Snow: Deep Snow"),
    _weather("Snow: Deep Snow & Falling Snow", "deep_snow", "falling_snow"),
    _weather("EC: -3 Mud", "mud"),
    _weather("EC: -2 Wet", "wet"),
    Marker(
        r"Weather: (Clear|Overcast|Gusty|Clear & Gusty)|EC: (-1 Moist|0 Moderate|\+\d (Very )?Dry)|EC",
        "Weather: Clear, EC: 0 Moderate",
        NOTHING,
        "no MF and no LOS hang on it",
    ),
    Marker(
        r"(Veh )?(Prep|First|Final|Bnd\.|Opp\.|Adv\.|Int\.|No) ?(Def )?(Fire|Move).*|\d+ FP( FL)?"
        r"|(Residual FP|Firelane).*",
        "Prep Fire, First Fire, Final Fire, 4 FP",
        NOTHING,
        "it says how a unit fired or moved, and fire is over",
    ),
    Marker(
        r"TI|(-\d )?Labor.*|.*Acq|Low Ammo|No (AP|HE|HEAT|APCR|APDS|Canister|Smoke|WP)|Ammo",
        "TI, Labor, Acq, Low Ammo",
        NOTHING,
        "it is about fire and work, and both are over",
    ),
    Marker(WALL_ADVANTAGE, "Wall Advan", READ, "`wall_advantage(U)` of the nearest unit below it"),
    Marker(r".*Sniper.*", "GE Sniper: 4", NOTHING, "no Sniper attacks in the Rout Phase of the answer"),
    Marker(
        r"(H-t-H )?CC|Haz Motion|Human Wave.*|HW .*|Bayonet.*|Banzai.*",
        "CC, Haz Motion, Human Wave, Banzai",
        NOTHING,
        "it is over before the Rout Phase, or comes after it",
    ),
    Marker(
        r"(Allied|Axis|UN|Communist) (Turn|Reinf\.|CVP).*|(Allied|Axis|UN|Communist) VPO|.*Turn Track.*"
        r"|Game Turn|Turn .*|Reinf.*|.*RE#.*|AC#.*|(AC|RE) Track.*|Possible End|.*Air Support.*"
        r"|Phase Track.*",
        "Axis Turn 1 - RPh, 10-Turn Track, Allied Reinf.",
        NOTHING,
        "the turn counter says whose Player Turn it is, the others keep tallies",
    ),
    Marker(
        r"\w+ [Cc]ontrol|(Allied |Axis )?Perimeter|\w+ Trail|North|XWinter|.*[Ww]ind.*|Mild Breeze"
        r"|(No )?Gusts|No (Rain|Snow)|Wind Dir|(Slow|Moderate |Heavy )?\+?Current|Scenario (Defender|Attacker)"
        r"|User-Labeled|Boresight.*",
        "GE Control, Perimeter, No Wind, North, User-Labeled",
        NOTHING,
        "it is a note of the players",
    ),
    Marker(
        r".*OBA (AR|SR)|(Red|Green|Blue) (AR|SR)|(Red|Green|Blue)?.*(Access|Contact).*|.*Pre-Register|.*Barrage.*",
        "OBA AR, OBA SR",
        NOTHING,
        "an Artillery Request or Spotting Round is no Fire For Effect",
    ),
    _status("(Reverse )?Motion", "motion", names="Motion, Reverse Motion", of="V"),
    _status("Shock|UK", "shocked", names="Shock, UK", of="V"),
    _status(r"(CG )?(stun|STUN)( \+\d)?|RECALL", "stunned", names="stun, RECALL", of="V"),
    _status(r"Aband\.|Abandoned|Out of Gas Abandoned", "abandoned", names="Aband.", of="V"),
    _status("BU", "buttoned_up", of="V"),
    Marker(r"(AAMG|BMG|CMG|RMG|\d AAMG) (malf|disabled)", "AAMG malf", NOTHING, "one MG of several of a vehicle"),
    Marker(r"(.* )?(FO|Naval)", "Offboard FO", NOTHING, "an observer off the board has no LOS of his own to a rout"),
    Marker(
        r"AA mode|CA|Ordnance|MG|En Portée|Limbered|non-Empl Gun|Pack-TI|(Empl )?Fascine.*|VBM hexside.*"
        r"|CE|Immob\.|Out of Gas|Scrounged|(Sand |Ocean )?(Bog|Mired)|(\d side )?Hull-Down.*|Veh Crest.*|Sm/Mo Att\..*"
        r"|(Smoke|Motion) (Failed|Success).*"
        r"|TKO.*|Veh Dust.*|One Lane.*",
        "Limbered, CE, Immob., Bog, Hull-Down",
        NOTHING,
        "it is about a vehicle or Gun, and neither routs; a crew's facts are asked for",
    ),
    Marker(r".*\bWreck\b.*|.*Rubble.*|.*\bDebris\b.*", "Wreck, Stone Rubble", READ, "a Hindrance, or the terrain"),
)
_MARKERS = tuple((re.compile(marker.pattern), marker) for marker in MARKERS)
_BY_WORD = {layer.word: layer for layer in LAYERS}
_BY_PROPERTY = {layer.property: layer for layer in LAYERS if layer.property}


def marker_of(name: str) -> Marker | None:
    """Return the row of a marker with this name."""
    return next((marker for pattern, marker in _MARKERS if pattern.fullmatch(name)), None)


def layer_of(name: str, property_: str = "") -> Layer | None:
    """Return the row of a layer whose level that is up has this name, such as `Wnd +`."""
    if property_ in _BY_PROPERTY:
        return _BY_PROPERTY[property_]
    word = name.replace("\\+", "\0").strip("+ ").replace("\0", "+").lower()
    if NAMED.fullmatch(name.strip()):
        return Layer(name, READ, "firepower, range and morale")
    return _BY_WORD.get(word)


def statuses() -> dict[str, str]:
    """Return the words in front of a counter's name, and the status that each stands for ("" for none)."""
    return {layer.word: layer.status for layer in LAYERS if layer.word}
