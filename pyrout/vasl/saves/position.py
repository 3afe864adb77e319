"""From counters in stacks to a position: who is where, on which side, in which state, with which SW.

VASL does not say what a marker is on: players read stacks. The convention (bottom to top) is that a marker counts for
the nearest unit below it that it can count for; DM, Melee and `?` count for everything below them; level counters
count for what is above them, entrenchments and pillboxes for what is below them; and a SW is possessed by the nearest
unit below it.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ...base.span import Said, Span, act, corrected
from ...errors import one_line
from ...position.vocabulary import CONTRADICTORY, LEADERS
from ...position.words import STATUS, SW_KIND
from ..import_notes import FIRST, Note, tallied
from .game import SavedGame
from .kinds import PERSONNEL, SMC, UNITS, UNREADABLE, Nation
from .pieces import Piece
from .shown import CREST, FEATURES, INSIDE, LEVEL, MALFUNCTION, NIGHT, ROOF, WALL_ADVANTAGE, layer_of, marker_of
from .sides import Sides, two_sides

UNTOLD_ATTACKER = Span("The save does not tell whose Player Turn it is", "untold")


# The hex at a pixel of the map (400 of border included), as instances name it; None off the boards
Locate = Callable[[int, int], str | None]


@dataclass(slots=True)
class Unit:
    """A unit on a hex.

    `level` is a number, or the feature that it is inside of; None is the ground. `piece` is None for Dummies.
    Strengths as in `Counter`.
    """

    id: str
    side: str
    kind: str
    hex: str
    nation: Nation | None
    piece: Piece | None
    level: int | str | None = None
    statuses: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        """The name of the counter."""
        return "Dummy" if self.piece is None else one_line(self.piece.name)


@dataclass(slots=True)
class Weapon:
    """A SW or Gun on a hex.

    `kind` is that of instances; `pp` and `range` are those of the usual counter of its kind.
    """

    id: str
    kind: str
    pp: int
    range: int
    hex: str
    possessor: str
    piece: Piece
    statuses: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        """The name of the counter."""
        return one_line(self.piece.name)


@dataclass(frozen=True, slots=True)
class Position:
    """The position in a saved game.

    `features` are (hex, word of `feature/2`), `holds` the squad-equivalents that their counters print. `markers` are
    (hex, name) of every other marker on a hex: smoke, wrecks, rubble and the like. `unmodelled` are those of them for
    which there may be no rule here. `no_quarter`
    says that a counter declares No Quarter. `night` are the counters that there are by night alone, `nvr` is what one of
    them says; `weather` has the words of `environment/1` with a counter that shows each; `skis` has for the units that have skis
    whether they are on or off; `wall_advantage` are units with that counter. `assumptions` are sentences; `left_out` says of
    what was left out why, and has the names.
    """

    sides: Sides
    attacker: str | None
    units: tuple[Unit, ...]
    weapons: tuple[Weapon, ...]
    features: tuple[tuple[str, str], ...]
    markers: tuple[tuple[str, str], ...]
    assumptions: tuple[Note, ...]
    left_out: tuple[tuple[str, str], ...]
    unmodelled: tuple[tuple[str, str], ...] = ()
    no_quarter: bool = False
    holds: Mapping[tuple[str, str], int] = field(default_factory=dict)
    night: tuple[str, ...] = ()
    nvr: int | None = None
    skis: Mapping[str, str] = field(default_factory=dict)
    weather: Mapping[str, str] = field(default_factory=dict)
    wall_advantage: tuple[str, ...] = ()

    @property
    def routers(self) -> tuple[Unit, ...]:
        """The broken units."""
        return tuple(unit for unit in self.units if "broken" in unit.statuses)


class Ids:
    """The ids of units and SW by their pieces: the positions of one game, one after the other, share them."""

    def __init__(self) -> None:
        self._numbers: Tally[str] = Tally()
        self._by_piece: dict[tuple[str, str], str] = {}

    def of(self, piece: str, nation: Nation | None, what: str = "") -> str:
        """Return the id of a piece as a unit, or as `what` else."""
        stem = (nation.code if nation else "u") + (f"_{what}" if what else "")
        if (piece, stem) not in self._by_piece:
            self._numbers[stem] += 1
            self._by_piece[piece, stem] = f"{stem}{self._numbers[stem]}"
        return self._by_piece[piece, stem]


def position(
    saved: SavedGame, locate: Locate, sides: Mapping[str, str] | None = None, ids: Ids | None = None
) -> Position:
    """Return the position of a saved game.

    `sides`: nationality -> side, as `parse_sides` gives them; `ids` those of other positions of the game. Raises
    SaveError where there are more than two sides.
    """
    reader = _Reader(saved, locate, sides, Ids() if ids is None else ids)
    reader.read()
    return reader.position()


# ---------------------------------------------------------------------------------------------------------------------
# Markers


def _of(kinds: Collection[str]) -> Callable[[Unit], bool]:
    """Return the test whether a unit is of some kinds."""
    return lambda unit: unit.kind in kinds


def _fit(unit: Unit) -> bool:
    return unit.kind in PERSONNEL and "broken" not in unit.statuses


def _broken(unit: Unit) -> bool:
    return "broken" in unit.statuses


# The units that can have what a marker says
WHO: Mapping[str, Callable[[Unit], bool]] = {
    "broken": _broken,
    "unbroken": _fit,
    "personnel": _of(PERSONNEL),
    "smc": _of(SMC),
    "leaders": _of(LEADERS),
    "vehicles": _of(("vehicle",)),
    "units": _of(UNITS),
}
# Status that markers stand for, the units that can have it, and whether a marker counts for everything below (else for the
# nearest): VASL lays one DM for all that break together. The names of the markers are in `shown.MARKERS`.
ON_UNITS: Mapping[str, tuple[Callable[[Unit], bool], bool]] = {
    status: (WHO[who], which == "all")
    for status, (which, _, who) in ((s, shown.partition(" ")) for s, shown in STATUS.column("shown by").items())
    if who
}
# Counters that can change a rout, and that no fact of an instance stands for
UNMODELLED = re.compile(
    r".*\b(Bridge|Footbridge|Ford(?!: \d-\d$)|Pier|Panjis|A-T Ditch|Gutted|Drift|Trail ?break|Path|Tetrahedron|Breach"
    r"|Barricade)\b.*"
)
SKIS, SKIS_OFF, DUMMY = "Skis", "Skis Off", "Dummy"  # the counter, and the layers of those that are off or none
OVERLAY_ART = ("DO/", "DD/")  # folders of the overlays that players lay on a board with the mouse
NO_QUARTER = "No Quarter Declared"
PHASE = re.compile(r"(Axis|Allied) Turn (\d+|End)? ?- (\w+)")
OWNER = corrected("possesses(U,SW)")
# PP and range of the usual counter of each kind of SW
_PP, _REACH = SW_KIND.column("PP"), SW_KIND.column("range")
VALUES = {kind: (int(_PP[kind]), int(_REACH[kind])) for kind in SW_KIND.words}
# (kind, nationality) -> range, where it differs
RANGES = {
    **dict.fromkeys((("lmg", "german"), ("lmg", "ss")), 8),
    ("lmg", "russian"): 6,
    **dict.fromkeys((("mmg", "german"), ("mmg", "ss"), ("mmg", "british")), 12),
    **dict.fromkeys((("hmg", "german"), ("hmg", "ss")), 16),
}
HEAVY_RANGE = 16  # of a .50-cal


def _manned(order: Sequence[str], guns: set[str]) -> dict[str, str]:
    """Return Gun -> crew for the Guns and crews of a stack, from the bottom: players put each Gun above or below its crew.

    Which of the two follows from the lowest counter. Each Gun has the nearest crew on that side that has no Gun yet.
    """
    free: list[str] = []
    left: list[str] = []
    manned = {}
    for piece in reversed(order) if order and order[0] in guns else order:
        if piece not in guns:
            free.append(piece)
        elif free:
            manned[piece] = free.pop()
        else:
            left.append(piece)
    return manned | dict(zip(left, free, strict=False))


class _Reader:
    """Reads the stacks of a saved game one after the other."""

    def __init__(self, saved: SavedGame, locate: Locate, given: Mapping[str, str] | None, ids: Ids) -> None:
        self.saved, self.ids = saved, ids
        self.hexes = {piece.id: locate(piece.x, piece.y) for piece in saved.on_map()}
        inside = [piece for piece in saved.on_map() if self.hexes[piece.id] is not None]
        owned = [p for p in inside if p.counter.nation and (p.counter.kind in UNITS or p.counter.kind == "concealment")]
        nations = {p.counter.nation.code: p.counter.nation for p in owned if p.counter.nation}
        self.sides = two_sides(saved.file, [nations[code] for code in sorted(nations)], given)
        self.inside = inside
        self.units: list[Unit] = []
        self.weapons: list[Weapon] = []
        self.features: dict[tuple[str, str], None] = {}
        self.holds: Tally[tuple[str, str]] = Tally()
        self.skis: dict[str, str] = {}
        self.wall_advantage: list[str] = []
        self.markers: list[tuple[str, str]] = []
        self.unmodelled: list[tuple[str, str]] = []
        self.notes: dict[tuple[str, str, str], Tally[str]] = {}
        self.lost: dict[str, Tally[str]] = {}
        self.without: list[str] = []  # the hexes of broken units without DM

    # -- notes: one sentence for each kind of thing, whatever number of counters it is about

    def note(self, sentence: str, where: str, group: str = "stacks", otherwise: str = "") -> None:
        """Add a note; `otherwise` is the option that corrects it."""
        self.notes.setdefault((group, sentence, otherwise), Tally())[where] += 1

    def leave_out(self, why: str, piece: Piece) -> None:
        nation = piece.counter.nation
        shown = one_line(piece.name) or "?"
        self.lost.setdefault(why, Tally())[f"{nation.name} {shown}" if nation else shown] += 1

    # -- stacks

    def read(self) -> None:
        loose = [(piece,) for piece in self.inside if not piece.stack]
        stacks = [tuple(self.saved.pieces[i] for i in stack.pieces) for stack in self.saved.stacks]
        held = [tuple(piece for piece in stack if self.hexes.get(piece.id) is not None) for stack in stacks]
        for stack in sorted(filter(None, (*held, *loose)), key=_order):
            self.stack(self.hexes[stack[0].id] or "", stack)
        for piece in self.saved.on_map():
            if self.hexes[piece.id] is None and (piece.counter.in_play or piece.counter.kind == "concealment"):
                self.leave_out("on the map window but on no hex of a board", piece)
        for piece in self.saved.off_map():
            where = one_line(piece.map)[:40]
            self.leave_out("not on the map" if where == "null" else f"in the window {where}", piece)

    def stack(self, place: str, pieces: Sequence[Piece]) -> None:
        """Read a stack, from the bottom to the top."""
        below: list[Unit] = []
        weapons: list[Weapon] = []
        level: int | str | None = None
        crest = False
        floor = 0  # what lies below the last level counter is on another level
        for piece in pieces:
            kind, name = piece.counter.kind, piece.name
            if kind in UNITS and kind != "gun":
                unit = self.unit(place, piece, level)
                if unit is not None:
                    below.append(unit)
                    if crest:
                        unit.statuses.add("crest")
            elif kind in ("sw", "gun"):
                weapons.append(self.weapon(place, piece, below))
            elif kind == "concealment":
                self.concealed(place, piece, below)
            elif piece.base_name == SKIS and kind == "mount":
                self.on_skis(place, piece, below)
            elif kind == "armor_leader" and any(other.counter.kind == "vehicle" for other in pieces):
                self.markers.append((place, one_line(name)))  # he is in the vehicle
            elif kind in UNREADABLE:
                self.leave_out(f"of a kind that instances have no place for ({kind.replace('_', ' ')})", piece)
            elif match := LEVEL.fullmatch(name):
                level, floor, crest = _level(match), len(below), False
                if match[2] == "Roof Level":
                    self.note("Units on a rooftop are taken to be on the ground level", place)
            elif ROOF.fullmatch(name):
                self.note("Units on a rooftop are taken to be on the ground level", place)
            elif CREST.fullmatch(name):
                crest, floor = True, len(below)
            elif piece.base_name == NO_QUARTER or NIGHT.fullmatch(name) or is_weather(name):
                continue  # wherever it lies, it is about the whole game
            else:
                if is_unmodelled(piece):
                    self.unmodelled.append((place, one_line(name)))
                self.marker(place, name, below, weapons, floor)
        if level is not None and floor and floor == len(below):
            self.note(
                "A level counter with no unit above it is left out: it counts for the units above it",
                place,
                otherwise=corrected("at(U,HEX,LEVEL)"),
            )
        self.crews(place, pieces, below, weapons)
        self.aboard(place, below)
        self.weapons += weapons

    def unit(self, place: str, piece: Piece, level: int | str | None) -> Unit | None:
        counter = piece.counter
        if counter.nation is None:
            self.leave_out("of no nationality that the art tells", piece)
            return None
        identity = self.ids.of(piece.id, counter.nation)
        unit = Unit(identity, self.sides[counter.nation], counter.kind, place, counter.nation, piece, level)
        unit.statuses |= counter.statuses - {"dismantled"}
        if piece.concealed:
            unit.statuses.add("concealed")
        if piece.hidden:
            unit.statuses.add("hidden")
        self.units.append(unit)
        self.unread(unit, piece)
        return unit

    def unread(self, unit: Unit, piece: Piece) -> None:
        """Note what a counter of Personnel shows and nobody reads: players' labels, and layers without a row."""
        if unit.kind not in PERSONNEL:
            return
        layers = [each for each in piece.layers if each.active and layer_of(each.name, each.property) is None]
        for shown in (*(each.name or each.property for each in layers), *(label for label in piece.labels if label)):
            self.note(
                "It is not known what these layers and labels say of their unit",
                one_line(f"{unit.hex} {piece.base_name}: {shown}")[:80],
                "left out",
                corrected("status(U,..)"),
            )

    def weapon(self, place: str, piece: Piece, below: Sequence[Unit]) -> Weapon:
        counter = piece.counter
        kind = counter.sw or "gun"
        pp, reach = VALUES[kind]
        reach = RANGES.get((kind, counter.nation.word if counter.nation else ""), reach)
        if ".50" in piece.name:
            reach = HEAVY_RANGE
        owner = next((unit for unit in reversed(below) if unit.kind in PERSONNEL), None)
        identity = self.ids.of(piece.id, counter.nation, kind)
        weapon = Weapon(identity, kind, pp, reach, place, owner.id if owner else "", piece)
        if counter.statuses & {"malfunctioned", "dismantled"}:
            weapon.statuses.add("malfunctioned")
        if "dismantled" in counter.statuses:
            self.note(
                "A dismantled SW is taken to be one that cannot fire (malfunctioned)",
                f"{place} {weapon.name}",
                "SW",
                corrected("-status(SW,malfunctioned)"),
            )
        # `crews` has the pairs of a Gun and a crew.
        if owner and not (kind == "gun" and owner.kind == "crew") and sum(unit.kind in PERSONNEL for unit in below) > 1:
            self.note(
                "A SW above several units is possessed by the nearest one below it",
                f"{place} {weapon.name}",
                "SW",
                OWNER,
            )
        return weapon

    def crews(self, place: str, pieces: Sequence[Piece], below: Sequence[Unit], weapons: list[Weapon]) -> None:
        """Man the Guns of a stack, each by a crew of its own; other SW without a unit below belong to nobody."""
        crews = {unit.piece.id: unit for unit in below if unit.kind == "crew" and unit.piece}
        owners = {"", *(crew.id for crew in crews.values())}
        guns = {gun.piece.id: gun for gun in weapons if gun.kind == "gun" and gun.possessor in owners}
        order = [piece.id for piece in pieces if piece.id in crews or piece.id in guns]
        for gun, crew in _manned(order, set(guns)).items():
            weapon = guns[gun]
            where = f"{place} {weapon.name}"
            if len(crews) > 1 or len(guns) > 1:
                self.note(
                    "Guns and crews of a stack belong together in its order, one crew to a Gun", where, "SW", OWNER
                )
            elif not weapon.possessor:
                self.note("A Gun with a crew above it is manned by that crew", where, "SW", OWNER)
            weapon.possessor = crews[crew].id
        for weapon in list(weapons):
            if not weapon.possessor:
                weapons.remove(weapon)
                self.leave_out("possessed by nobody (no unit below it in its stack)", weapon.piece)

    def aboard(self, place: str, below: Sequence[Unit]) -> None:
        sides = {unit.side for unit in below if unit.kind == "vehicle"}
        if any(unit.kind in PERSONNEL and unit.side in sides for unit in below):
            self.note(
                "Personnel stacked with a vehicle of their side are taken to be beside it, not aboard",
                place,
                otherwise=Said(corrected("passenger(U,V)"), " or ", corrected("rider(U,V)")),
            )

    def on_skis(self, place: str, piece: Piece, below: Sequence[Unit]) -> None:
        switched = {layer.property for layer in piece.layers if layer.active}
        if DUMMY in switched:
            return
        wearer = next((unit for unit in reversed(below) if unit.kind in PERSONNEL and unit.id not in self.skis), None)
        if wearer is None:
            self.leave_out("with no unit below it that has none yet", piece)
            return
        mode = "off" if SKIS_OFF in switched else "on"
        self.skis[wearer.id] = mode
        self.note(
            "Skis belong to the nearest unit below them", f"{place} {wearer.name}", otherwise=corrected("skis(U,on)")
        )

    def concealed(self, place: str, piece: Piece, below: list[Unit]) -> None:
        nation = piece.counter.nation
        if nation is None:
            self.leave_out("of no nationality that the art tells", piece)
            return
        side = self.sides[nation]
        covered = [unit for unit in below if unit.side == side]
        for unit in covered:
            if "concealed" not in unit.statuses and unit.piece is not None:
                unit.statuses.add("concealed")
                if _broken(unit):
                    continue  # without_contradictions says it
                self.note(
                    "Units below a ? are taken to be concealed",
                    f"{place} {unit.name}",
                    otherwise=corrected("-status(U,concealed)"),
                )
        if not covered:
            dummy = Unit(self.ids.of(piece.id, nation, "dummy"), side, "dummy", place, nation, None)
            dummy.statuses.add("concealed")
            self.units.append(dummy)
            below.append(dummy)  # further ? in the stack belong to the same Dummies
            self.note("A ? with no unit of its side below it is a Dummy", place)

    def marker(self, place: str, name: str, below: Sequence[Unit], weapons: Sequence[Weapon], floor: int) -> None:
        row = marker_of(name)
        for status in row.status if row else ():
            self.apply(place, name, status, below[floor:])
        if row and row.status:
            return
        if name == WALL_ADVANTAGE:
            owner = next((unit.id for unit in reversed(below) if unit.kind in PERSONNEL), None)
            if owner is None:
                self.note("A Wall Advan counter with no unit below it is left out", place)
            else:
                self.wall_advantage.append(owner)
            return
        if MALFUNCTION.fullmatch(name):
            if weapons:
                weapons[-1].statuses.add("malfunctioned")
            else:
                self.note("A malfunction counter over no SW or Gun is left out", place)
            return
        for pattern, word_ in INSIDE:
            if pattern.fullmatch(name):
                inside = [unit for unit in below[floor:] if unit.level is None]
                for unit in inside:
                    unit.level = word_
                if inside:
                    self.note(f"Units below a {word_} counter are inside it", place, otherwise=corrected("at(U,HEX)"))
        for pattern, word_ in FEATURES:
            if match := pattern.fullmatch(name):
                self.features[place, word_] = None
                if number := match.groupdict().get("holds"):
                    self.holds[place, word_] += int(number)
        self.markers.append((place, one_line(name)))
        if row is None and any(unit.hex == place for unit in below):
            self.note(
                "It is not known what these counters say of the units below them",
                f"{place} {one_line(name)}",
                "left out",
                corrected("status(U,..)"),
            )

    def apply(self, place: str, name: str, status: str, below: Sequence[Unit]) -> None:
        """Give a marker's status to the units below it on its level that it counts for."""
        can_have, everything = ON_UNITS[status]
        fitting = [unit for unit in below if can_have(unit)]
        if not fitting:
            self.note(f"A {one_line(name)} counter with no unit below it that it could count for is left out", place)
        elif everything:
            for unit in fitting:
                unit.statuses.add(status)
            if status == "dm" and len(fitting) > 1:
                self.note(
                    "A DM counter counts for every broken unit below it",
                    place,
                    otherwise=corrected("-status(U,dm)"),
                )
        else:
            # One counter for each unit: a second one counts for the next unit down
            free = [unit for unit in fitting if status not in unit.statuses] or fitting
            free[-1].statuses.add(status)
            if len(fitting) > 1:
                self.note(
                    "A marker counts for the nearest unit below it",
                    f"{place} {one_line(name)} on {free[-1].name}",
                    otherwise=Said(corrected("status(U,..)"), ", ", corrected("-status(U,..)")),
                )

    # -- the whole

    def position(self) -> Position:
        attacker, said = self.attacker()
        self.without_contradictions()
        self.without_dm()
        assumptions = [*self.saved.assumptions, *self.sides.notes, *said]
        for (group, sentence, otherwise), where in self.notes.items():
            remedy: tuple[str, ...] = ("; else ", otherwise) if otherwise else ()
            short = f"{sentence[0].lower()}{sentence[1:]} ({tallied(where, FIRST)})"
            if group == "DM":
                remedy = ("; else ", act("dm", ",".join(dict.fromkeys(self.without))))
                more = ",.." if len(self.without) > 1 else ""
                short = f"{where.total()} broken without DM ({act('dm', self.without[0])}{more})"
            assumptions.append(Note(group, Said(f"{sentence} (", tallied(where), ")", *remedy, "."), short))
        left_out = ((f"{names.total()} {why}", tallied(names)) for why, names in self.lost.items())
        return Position(
            self.sides,
            attacker,
            tuple(self.units),
            tuple(self.weapons),
            tuple(self.features),
            tuple(self.markers),
            tuple(assumptions),
            tuple(left_out),
            tuple(self.unmodelled),
            any(piece.base_name == NO_QUARTER for piece in self.saved.on_map()),
            self.holds,
            *self.night(),
            self.skis,
            self.weather(),
            tuple(self.wall_advantage),
        )

    def night(self) -> tuple[tuple[str, ...], int | None]:
        """Return the counters that there are by night alone, and the NVR of one of them."""
        signs = [(piece, match) for piece in self.saved.on_map() if (match := NIGHT.fullmatch(piece.name))]
        read = [int(match["nvr"]) for _, match in signs if match["nvr"]]
        places = [f"{one_line(piece.name)} in {where}" for piece, _ in signs if (where := self.hexes[piece.id])]
        return tuple(dict.fromkeys(places or [one_line(piece.name) for piece, _ in signs])), read[0] if read else None

    def weather(self) -> dict[str, str]:
        """Return the words of the weather, each with the counter that shows it: it lies anywhere on the map."""
        shown = [(name, marker_of(name)) for name in (piece.name for piece in self.saved.on_map())]
        return {word: one_line(name) for name, row in shown if row for word in row.environment}

    def without_contradictions(self) -> None:
        for unit in self.units:
            for one, two in CONTRADICTORY:
                if {one, two} <= unit.statuses:
                    unit.statuses.discard(two)
                    self.note(
                        f"A unit shown as {one} and {two} is taken to be {one}",
                        f"{unit.hex} {unit.name}",
                        otherwise=Said(corrected(f"-status(U,{one})"), " ", corrected(f"status(U,{two})")),
                    )

    def without_dm(self) -> None:
        for unit in self.units:
            if "broken" in unit.statuses and "dm" not in unit.statuses:
                self.without.append(unit.hex)
                self.note("A broken unit without a DM counter is not under DM", f"{unit.hex} {unit.name}", "DM")

    def attacker(self) -> tuple[str, list[Note]]:
        """Return the side whose Player Turn it is, with the assumptions behind it."""
        said: list[Note] = []
        camp = ""
        phase = next((match for p in self.saved.on_map() if (match := PHASE.fullmatch(p.name))), None)
        if phase:
            camp, source = phase[1].lower(), f"the turn counter ({phase[0]})"
            if phase[3] != "RtPh":
                said.append(
                    Note(
                        "turn",
                        f"The turn counter says {one_line(phase[3])}: the position is taken as the start of the Rout Phase.",
                        f"the start of the Rout Phase, though the turn counter says {one_line(phase[3])}",
                    )
                )
        elif self.saved.player.lower() in ("axis", "allied"):
            camp = self.saved.player.lower()
            source = "the game's turn window, where players may have left Axis turn 1"
        names = self.sides.names
        sides = [side for side in names if self.sides.camps.get(side) == camp]
        if camp and len(sides) == 1:
            side, why = sides[0], Said(f"The attacker is the {sides[0]} side, by {one_line(source)} (")
        else:
            side, why = names[0], Said(UNTOLD_ATTACKER, f": the attacker is taken to be the {names[0]} side (")
        other = act("other_attacker", names[1 - names.index(side)])
        said.append(Note("turn", Said(why, other, ")."), f"attacker {side} ({other})", control="attacker"))
        return side, said


def _order(stack: Sequence[Piece]) -> tuple[int, int, str]:
    return stack[0].y, stack[0].x, stack[0].stack or stack[0].id


def is_weather(name: str) -> bool:
    """Return True for the name of a counter of the weather."""
    row = marker_of(name)
    return row is not None and bool(row.environment)


def is_unmodelled(piece: Piece) -> bool:
    """Return True for a counter that can change a rout, and that no fact of an instance stands for."""
    return piece.counter.kind == "marker" and (_is_overlay(piece) or bool(UNMODELLED.fullmatch(piece.name)))


def _is_overlay(piece: Piece) -> bool:
    return piece.image.startswith(OVERLAY_ART) or any(layer.image.startswith(OVERLAY_ART) for layer in piece.layers)


def _level(match: re.Match[str]) -> int | None:
    if match[2] == "Cellar":
        return -1
    return int(match[3]) or None if match[3] else None
