"""A saved game and its boards as an instance: the hexes near the routing units, the units, and their LOS.

Everything that a save does not say and that is assumed here is a sentence of `Imported.notes`, and a comment in the
text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from ..base import span
from ..base.span import Said, act, corrected, joined, subject
from ..errors import PyroutError, one_line, quote
from ..hexes.ground import refusals
from ..hexes.solver import Solver
from ..position.consistency import HEX_LIMIT
from ..position.facts import Fact, Instance
from ..position.map_coverage import EVERYWHERE, REACH
from ..position.paragraphs import filled
from ..position.reading import BYTE_LIMIT, parse
from ..position.vocabulary import Name, Value
from ..question import ask
from ..wording import alike, join_words
from .boards.facts import Ground, ground, hex_facts, los_facts
from .boards.folders import SOURCE, BoardsError, archives, board_folder
from .boards.maps import BORDER, BoardMap
from .boards.terrain import CODE
from .import_cache import Imported
from .import_notes import FIRST, LISTED, OUT, Note, group_notes, listed, tallied
from .map_layout import Laid, Told, board_facts_of, laid, named_twice, untold
from .saves.facts import STARTER_KIT, WIRE, facts_and_notes, is_afv
from .saves.game import BoardSlot, SavedGame
from .saves.position import PHASE, Ids, Locate, Position, Unit, position
from .saves.save import read_save
from .saves.shown import FEATURES, NOTHING, marker_of
from .saves.stream import SaveError
from .sight.counters import Hindering, blast_area, hinders, rubble

FULL_RULES = "asl"
STARTER_KIT_BOARD = re.compile(r"[m-z]")  # boards of the Starter Kit have the letters from m on
BESIDE = REACH + 1  # hexes around a routing unit that a large game has LOS to: enough for units beside it, too
NEAR = 8  # hexes around a routing unit that the instance has
ROUTING_KINDS = ("squad", "half_squad", "crew", "leader", "commissar", "hero")
EVERY_PAIR = 60_000  # pairs of Locations: up to this number the instance has LOS for every unit, broken or not
WORTH_WAITING = 10_000  # pairs: their LOS takes a fifth of a second
COMPLETE_LIMIT = 1_000_000  # pairs of a map whose LOS is wanted between all Locations
PAIR_LIMIT = 600_000  # pairs at most; one in three is a LOS, and an instance holds 200,000 facts
NOT_COMPLETE = "import it without --complete, and make the boards available"
FEWER_COUNTERS = "remove counters far from the action and save the game under another name"
OFF_CENTRE = 16  # pixels from the centre of a hex: farther off a unit is in Bypass
FEATURE_NAMES = tuple(pattern for pattern, _ in FEATURES)
# Blazes of terrain; a plain Blaze is also that of a wreck
TERRAIN_FIRE = re.compile(r"\d-level Blaze|Blazing Building")
ROUNDS = 8  # of taking out what the rule set refuses; a second one is rare
ONE_BY_ONE = 6  # rounds in which only one unit is put out of a pillbox, foxhole or level


class Shared:
    """The boards of a game and the ids of its pieces, for several positions of it."""

    def __init__(self) -> None:
        self.ids = Ids()
        self.rules: tuple[str, str] | None = None  # by which the game is played, and why
        self._laid: dict[object, Laid] = {}
        self._grounds: dict[object, Ground] = {}

    def laid(self, slots: Sequence[BoardSlot], folder: Path, told: Told) -> Laid:
        """Return the boards of these slots, read once. Raises as `map_layout.laid`."""
        key = (tuple(slots), folder)
        if key not in self._laid:
            self._laid[key] = laid(slots, folder, told)
        return self._laid[key]

    def ground(self, board: BoardMap, fallen: Mapping[int, int]) -> Ground:
        """Return a map with rubble of these codes in these hexes, and its hexes."""
        key = (board, tuple(sorted(fallen.items())))
        if key not in self._grounds:
            self._grounds[key] = ground(board.filled(fallen) if fallen else board)
        return self._grounds[key]


def import_game(
    save: Path | str | SavedGame,
    boards: Path | None = None,
    *,
    rules: str | None = None,
    sides: Mapping[str, str] | None = None,
    month: int | None = None,
    every_hex: bool = False,
    complete: bool = False,
    rests: bool = True,
    soon: bool = False,
    told: Told = untold,
    routing: Collection[str] = (),
    shared: Shared | None = None,
    every_wire: bool = False,
) -> Imported:
    """Return the position of a saved game.

    `boards` is the folder of board archives (default: see `board_folder`); `rules` the rule set (default: the Starter
    Kit's if all boards are of the Starter Kit and nobody is concealed, else full ASL); `sides` as `parse_sides` gives
    them; without a `month` grain and orchard are in season. `every_hex`: all hexes of the map, not only those that
    matter; `complete`: with the LOS between all of them, too, so that the instance needs no boards; `rests`: the notes
    list the assumptions of the answers, which takes solving; `soon`: a large game leaves LOS to whoever asks with the
    boards available (`pyrout.vasl.complete_map`), so that a first answer need not wait for all LOS; `told` is called
    with the progress. `routing` are the pieces of the broken units that will be asked for (default: all broken ones);
    `shared` is the state shared with other positions of the game. `every_wire`: Wire stays wherever it lies, for one who has the
    dr of all of it; else only under broken units. Raises SaveError, BoardError, BoardsError.
    """
    saved = save if isinstance(save, SavedGame) else read_save(save)
    if not saved.boards:
        raise SaveError(
            saved.file,
            "no board is chosen in it",
            "choose the boards in VASL, set the units up and save the game again",
        )
    game = _Game(saved, boards, rules, sides, month, told, routing, shared, every_wire)
    return game.imported(every_hex or complete, complete, rests, soon)


def rules_of_boards(names: Iterable[str]) -> str:
    """Return the rule set that is played on these boards: the Starter Kit's if all of them are of the Starter Kit."""
    return STARTER_KIT if all(STARTER_KIT_BOARD.fullmatch(name) for name in names) else FULL_RULES


def rules_of_game(saved: SavedGame, locate: Locate) -> tuple[str, str]:
    """Return the rule set that a game is played by, and why.

    It is full ASL where a counter on a hex is concealed: the Starter Kit has no concealment.
    """
    chosen = rules_of_boards(slot.name for slot in saved.boards)
    if chosen != STARTER_KIT:
        return chosen, "not all boards are of the Starter Kit"
    if any(
        (piece.concealed or piece.counter.kind == "concealment") and locate(piece.x, piece.y)
        for piece in saved.on_map()
    ):
        return FULL_RULES, "counters are concealed, and the Starter Kit has no concealment"
    return chosen, "all boards are of the Starter Kit"


def hex_at(board: BoardMap, zoom: float, x: int, y: int) -> str | None:
    """Return the hex at a pixel of a magnified map; a hex that two boards share has one name in an instance."""
    hex_ = board.locate(*unmagnified(zoom, x, y))
    return None if hex_ is None else board.name(board.hex(hex_))


def unmagnified(zoom: float, x: int, y: int) -> tuple[int, int]:
    """Return the pixel of a map that is not magnified."""
    return round((x - BORDER) / zoom) + BORDER, round((y - BORDER) / zoom) + BORDER


class _Game:
    def __init__(
        self,
        saved: SavedGame,
        boards: Path | None,
        rules: str | None,
        sides: Mapping[str, str] | None,
        month: int | None,
        told: Told,
        routing: Collection[str] = (),
        shared: Shared | None = None,
        every_wire: bool = False,  # as import_game has it
    ) -> None:
        self.saved, self.month, self.told, self.every_wire = saved, month, told, every_wire
        self.shared = Shared() if shared is None else shared
        self.notes: list[Note] = []
        self.map = self._map(board_folder(boards))
        self.rules = rules or self._rules()
        self.starter_kit = self.rules == STARTER_KIT
        self.place = self._position(sides)
        broken = self.place.routers
        self.routing = tuple(u for u in broken if u.piece and u.piece.id in routing) if routing else broken

    # -----------------------------------------------------------------------------------------------------------------
    # The map

    def _note(self, group: str, sentence: str, short: str, *, decides: bool = True, control: str = "") -> None:
        self.notes.append(Note(group, sentence, short, decides, control))

    def _say_where(self, group: str, sentence: str, where: Sequence[str], short: str, decides: bool = True) -> None:
        """Note what is so at some places, nothing without any."""
        if where:
            said = Said(f"{sentence}: ", listed(where), ".")
            self._note(group, said, f"{short} {listed(where, FIRST)}", decides=decides)

    def _refuse(self, problem: str, remedy: str) -> NoReturn:
        raise SaveError(self.saved.file, problem, remedy)

    def _map(self, folder: Path) -> BoardMap:
        slots = self.saved.boards
        twice = named_twice(slots)
        if twice is not None:
            self._refuse(f"board {twice} lies on the map twice", "use a board only once: its hexes have one name")
        if len({slot.zoom for slot in slots}) > 1:
            self._refuse("its boards are magnified differently", "use one magnification for all")
        self.slots = slots
        board_map = self.shared.laid(slots, folder, self.told)
        self.saved = replace(self.saved, boards=board_map.slots)
        self.files, self.folder = tuple(path.name for path in board_map.files), folder
        self.missing = tuple(name.removeprefix("bd") for name in (*board_map.missing, *board_map.blank))
        self._say_lost(
            board_map.blank,
            "This board has no terrain data",
            "These boards have no terrain data",
            "no LOS goes across.",
        )
        files = "files" if len(board_map.missing) > 1 else "file"
        put = f"no LOS goes across. Put the {files} of VASL's boards into the folder of the others ({SOURCE})."
        self._say_lost(board_map.missing, "This board is missing", "These boards are missing", put)
        versions = {(slot.column, slot.row): slot.version for slot in slots}
        for placed in board_map.map.boards:
            name, saved_with = placed.name, versions[placed.col, placed.row]
            if name in board_map.unknown:
                strange = listed(map(quote, board_map.unknown[name]))
                self._note(
                    "left out",
                    f"Board {name}: the terrain is that of the board, without the scenario's {strange}, "
                    "which pyrout does not know.",
                    f"scenario rules of board {name} that pyrout does not know: {strange}",
                )
            version = placed.board.metadata.version
            if placed.there and saved_with and version and saved_with != version:
                self._note(
                    "boards",
                    f"Board {name} is version {version}, while the game was saved with version {quote(saved_with)}: "
                    "terrain may differ.",
                    f"board {name} of version {version}, not {quote(saved_with)}",
                )
        return board_map.map

    def _say_lost(self, boards: Sequence[str], problem: str, of_several: str, remedy: str) -> None:
        """Note the boards without which nothing is known of what lies there."""
        if boards:
            files = listed(map(quote, boards))
            lost = Said(f"{of_several if len(boards) > 1 else problem}, and what lies there is ", OUT)
            self._note("left out", Said(lost, ": ", files, f"; {remedy}"), f"{lost}: {files}")

    def _locate(self, x: int, y: int) -> str | None:
        """Return the hex at a pixel; a hex that two boards share has one name in an instance."""
        return hex_at(self.map, self.saved.boards[0].zoom, x, y)

    def _rules(self) -> str:
        chosen, why = self.shared.rules or rules_of_game(self.saved, self._locate)
        other = FULL_RULES if chosen == STARTER_KIT else STARTER_KIT
        self._note(
            "rules",
            Said(f"The rules are taken to be {chosen}, as {why}; ", act("other_rules", other), "."),
            f"rules {chosen} ({act('rules', other)})",
            control="rules",
        )
        return chosen

    # -----------------------------------------------------------------------------------------------------------------
    # The position

    def _position(self, sides: Mapping[str, str] | None) -> Position:
        place = position(self.saved, self._locate, sides, self.shared.ids)
        if not place.units:
            if self.missing:  # all units may be there
                self._refuse_missing()
            beside = sum(piece.counter.in_play for piece in self.saved.pieces.values())
            what = f"all its {beside} units and weapons are beside the boards" if beside else "it has no units"
            self._refuse(f"no unit is on a hex of its boards ({what})", "set them up in VASL and save the game again")
        self._say_bypass(place)
        features = dict.fromkeys(place.features)
        for name, word in place.features:
            if word == "ffe":
                around = blast_area(self.map.grid, self.map.hex(name))
                features |= {(self.map.name(h), word): None for h in around if self.map.names[h]}
        return replace(place, features=tuple(features))

    def _refuse_missing(self) -> None:
        """Raise BoardsError for a save without a unit on the boards of which the archives are in the folder."""
        try:
            archives(self.missing, self.folder)
        except BoardsError as error:
            gone = [name.removeprefix("bd") for name in error.missing]
            here = [slot.name for slot in self.slots if slot.name not in self.missing]
            if not here:
                raise
            files = join_words(map(quote, error.missing))
            raise BoardsError(
                f"{one_line(self.saved.file)}: no unit is on {_boards(here)}, and {_boards(gone)} "
                f"{'are' if len(gone) > 1 else 'is'} missing; put the {'files' if len(gone) > 1 else 'file'} {files} "
                f"of VASL's boards into {one_line(str(self.folder))} ({SOURCE})",
                error.missing,
            ) from None

    def _say_bypass(self, place: Position) -> None:
        """Note the units in Bypass: VASL snaps them to a hexside, away from the centre of their hex."""
        beside = []
        zoom = self.saved.boards[0].zoom
        for unit in place.units:
            if unit.piece is not None:
                x, y = ((at - BORDER) / zoom for at in (unit.piece.x, unit.piece.y))
                cx, cy = self.map.grid.centre[self.map.hex(unit.hex)]
                if (x - cx) ** 2 + (y - cy) ** 2 > OFF_CENTRE**2:
                    beside.append(f"{unit.hex} {unit.name}")
        said = "Units off the centre of their hex are taken to be in it, not in Bypass"
        self._say_where("stacks", said, beside, "no Bypass of")

    def _counters(self) -> list[Hindering]:
        """Return the counters that hinder LOS.

        Rubble goes on the map; terrain without a rule is noted.
        """
        obstacles: list[Hindering] = []
        fallen: dict[int, int] = {}
        idle: Counter[str] = Counter()
        wrecks = []
        unmodelled: list[tuple[str, str]] = []
        for name, marker in self.place.markers:
            number = self.map.hex(name)
            hindering = hinders(self.map.grid, number, marker)
            obstacles += hindering
            code = rubble(marker)
            if code is not None:
                fallen[number] = code
            elif re.search(r"\bWreck\b", marker):
                wrecks.append(number)
            elif not hindering and not any(pattern.fullmatch(marker) for pattern in (*FEATURE_NAMES, PHASE)):
                row = marker_of(marker)
                if (name, marker) in self.place.unmodelled or row is None or row.becomes != NOTHING:
                    unmodelled.append((name, marker))
                else:
                    idle[marker] += 1
        self.fallen = fallen
        self.wrecked = {self.map.name(number) for number in wrecks}
        alight = {name for name, word in self.place.features if word == "blaze"} & self.wrecked
        self.burning_terrain = {name for name, marker in self.place.markers if TERRAIN_FIRE.fullmatch(marker)} & alight
        self.burning_wrecks = alight - self.burning_terrain
        if self.burning_wrecks and not self.starter_kit:
            self._note(
                "counters",
                Said(
                    "A Blaze beside a wreck is taken to be that of the wreck: ",
                    *(listed(sorted(self.burning_wrecks)), " (else ", corrected('blaze_terrain("HEX")'), ")."),
                ),
                f"no terrain burns in {listed(sorted(self.burning_wrecks), FIRST)}, but a wreck",
            )
        flat = [*(self.map.hex(unit.hex) for unit in self._afvs()), *wrecks]
        hexes = [self.map.name(number) for number in fallen]
        self._say_where("LOS", "Rubble counters fill their hexes", hexes, "rubble all over")
        hexes = [*dict.fromkeys(self.map.name(each.hex) for each in obstacles if self.map.names[each.hex])]
        said = "SMOKE, Blaze and FFE counters hinder the LOS through their whole hexes"
        self._say_where("LOS", said, hexes, "SMOKE all over", decides=False)  # the rules say so
        hexes = [*dict.fromkeys(self.map.name(number) for number in flat)]
        said = "AFVs and wrecks are a Hindrance of 1 to a LOS at their level"
        self._say_where("LOS", said, hexes, "AFVs or wrecks hinder in", decides=False)  # the rules say so
        obstacles += [Hindering(number, 1, ends=False, flat=True) for number in flat]
        if idle:
            self._note(
                "counters",
                Said("Counters that change nothing here: ", tallied(idle), "."),
                f"{idle.total()} counters that change nothing",
                decides=False,
            )
        self._say_unmodelled(unmodelled)
        return obstacles

    def _say_unmodelled(self, counters: Sequence[tuple[str, str]]) -> None:
        """Note the counters for which there is no rule here, with the units that are near enough to be concerned."""
        if self.place.no_quarter and not self.starter_kit:
            self._note(
                "left out",
                Said(
                    *("A counter declares No Quarter: against whom it does not say; ", corrected("no_quarter(SIDE)")),
                    " with the side whose routers may not surrender.",
                ),
                f"No Quarter, against whom? ({corrected('no_quarter(SIDE)')})",
            )
        near: dict[str, dict[str, list[str]]] = defaultdict(dict)
        idle: Counter[str] = Counter()
        for name, marker in counters:
            around = set(self._near_hexes(self.map.hex(name), REACH))
            concerned = [unit.id for unit in self.routing if self.map.hex(unit.hex) in around]
            if concerned:
                near[marker][name] = concerned
            else:
                idle[marker] += 1
        for marker, hexes in near.items():
            units = listed(dict.fromkeys(unit for concerned in hexes.values() for unit in concerned))
            self._note(
                "left out",
                Said(
                    *(f"There is no rule here for {marker} in ", listed(hexes), ": it can concern ", units),
                    *(_put_in(marker), "."),
                ),
                f"no rule for {marker} in {listed(hexes, FIRST)} (near {units})",
            )
        if idle:
            names = tallied(idle)
            self._note(
                "counters",
                Said("Counters without a rule here, too far off to concern a broken unit: ", names, "."),
                f"{idle.total()} counters without a rule, far off",
                decides=False,
            )

    def _near_hexes(self, start: int, distance: int) -> list[int]:
        return [number for number in self.map.hexes if self.map.grid.range_between(number, start) <= distance]

    # -----------------------------------------------------------------------------------------------------------------
    # The instance

    def imported(self, every_hex: bool, complete: bool, rests: bool, soon: bool) -> Imported:
        """Return the instance, without what its rule set would refuse."""
        counters = self._counters()
        self.told("what lies in each hex", 0, 0)
        board = self.shared.ground(self.map, self.fallen)
        self.map = board.map
        centres = self._centres()
        near = self._near(centres)
        chosen = self._every_hex() if every_hex else near
        names = {name for number in chosen for name in self.map.names[number]}
        told, lines = facts_and_notes(self.place, rules=self.rules, hexes=names)
        self._say_season(board, chosen)
        named = any(board_facts_of(self.saved.boards))
        lines, refused = self._accepted(lines, ("", *hex_facts(board, chosen)), self._any_los(chosen), named)
        self.told("LOS of the units", 0, 0)
        sources, reach, los = self._los(board, chosen if complete else near, counters, complete, soon)
        given = list(self._around_whom(centres, EVERYWHERE if every_hex else NEAR, reach))
        here = {fact.args[0] for fact in parse("\n".join(lines), self.saved.file, need="facts").of("unit")}
        if los:
            given.append(Fact("los_rules", (Name(self.rules),)))
        origin = [*self._origin(counters, here), *given, *(Fact("los_from", (source,)) for source in sources)]
        comes = ("% The boards, and what of them is given here", *filled(origin))
        facts = "\n".join((*lines, "", *(comes if named else ()), "", *los)) + "\n"
        if len(facts) > BYTE_LIMIT:
            self._refuse(
                f"all LOS of its map would be a file of {len(facts) >> 20} MB, too large for an instance", NOT_COMPLETE
            )
        routers = tuple(unit.id for unit in self.place.routers)
        resting = _rests(parse(facts, self.saved.file, need="position")) if rests else ()
        notes = tuple(note for _, several in group_notes((*self.notes, *told, *refused, *resting)) for note in several)
        text = "\n".join((*self._head(), *(f"% {note}" for note in notes), "", facts))
        pieces = tuple((unit.piece.id, unit.id) for unit in self.place.units if unit.piece)
        return Imported(text, notes, routers, self.files, pieces)

    def _every_hex(self) -> list[int]:
        """Return the hexes of the map, if an instance can hold them."""
        if len(self.map.hexes) > HEX_LIMIT:
            self._refuse(f"its map has {len(self.map.hexes)} hexes, too many for an instance", NOT_COMPLETE)
        return self.map.hexes

    def _around_whom(self, centres: Sequence[Unit], hexes: int, los: int) -> Iterator[Fact]:
        """Yield facts about the completeness of the map: how far around these units it has hexes and LOS."""
        first = self.map.name(self.map.hex(self.place.units[0].hex))
        around = dict.fromkeys(self.map.name(self.map.hex(unit.hex)) for unit in centres)
        for what, distance in (("hexes", hexes), *([("los", los)] if los else [])):
            for name in [first] if distance == EVERYWHERE else around:
                yield Fact("given_around", (name, distance, Name(what)))
        if los == BESIDE:  # and to the hexes of all units, from which no LOS may be given
            others = dict.fromkeys(self.map.name(self.map.hex(unit.hex)) for unit in self.place.units)
            yield from (Fact("given_around", (name, 0, Name("los"))) for name in others if name not in around)

    def _origin(self, counters: Sequence[Hindering], here: Collection[Value]) -> Iterator[Fact]:
        """Yield facts about the boards of the map, and the counters on it besides units that count for LOS."""
        yield from board_facts_of(self.saved.boards)
        names = {code: name for name, code in CODE.items()}
        for number, code in self.fallen.items():
            yield Fact("rubble_counter", (self.map.name(number), names[code]))
        if self.month is not None:
            yield Fact("los_month", (self.month,))
        moving = {self.map.name(self.map.hex(u.hex)) for u in self._afvs() if u.id in here}
        yield from (Fact("afv", (Name(unit.id),)) for unit in self._afvs() if unit.id in here)
        counted: dict[tuple[str, int], int] = Counter()
        for counter in counters:
            if self.map.names[counter.hex]:
                name = self.map.name(counter.hex)
                if counter.flat:
                    counted[name, 0] = 1
                else:
                    counted[name, counter.height] += counter.hindrance
        for (name, levels), hindrance in counted.items():
            if levels:
                yield Fact("obscured", (name, hindrance, levels))
            elif name not in moving or name in self.burning_wrecks:
                yield Fact("wreck", (name,))
            yield Fact("los_counts", (name, hindrance, levels))

        if not self.starter_kit:
            yield from (Fact("blaze_terrain", (name,)) for name in sorted(self.burning_terrain))

    def _afvs(self) -> list[Unit]:
        return [u for u in self.place.units if is_afv(u) and "hidden" not in u.statuses]

    def _head(self) -> Iterator[str]:
        version = f" (VASL {self.saved.module_version})" if self.saved.module_version else ""
        yield f"% {one_line(Path(self.saved.file).name)}{version}"
        for placed in (board for board in self.map.boards if board.there):
            crop = f", of which {placed.window[2]} x {placed.window[3]} pixels" if placed.crop else ""
            yield (
                f"% Board {placed.name}{' reversed' if placed.reversed else ''}, version "
                f"{one_line(placed.board.metadata.version) or 'unknown'}{crop}"
            )

    def _centres(self) -> Sequence[Unit]:
        if self.routing:
            return self.routing
        self._note(
            "turn",
            Said(
                *("No unit on the map is broken, so nobody routs: mark one with ", span.fact("status(ID,broken)")),
                ", or break it in VASL and save.",
            ),
            "nobody is broken",
            decides=False,  # nothing is answered
        )
        return [unit for unit in self.place.units if unit.kind in ROUTING_KINDS] or list(self.place.units)

    def _near(self, centres: Sequence[Unit]) -> list[int]:
        """Return the hexes around the routing units, and those of all other units."""
        wanted = {self.map.hex(unit.hex) for unit in self.place.units} | self._around(centres)
        if len(wanted) > HEX_LIMIT:
            self._refuse(
                f"{len(wanted)} hexes are near the {len(centres)} units that rout, too many for an instance",
                FEWER_COUNTERS,
            )
        return sorted(wanted)

    def _around(self, centres: Iterable[Unit], distance: int = NEAR) -> set[int]:
        """Return the hexes that units can rout to, and a few more."""
        near: set[int] = set()
        for start in {self.map.hex(unit.hex) for unit in centres}:
            near.update(self._near_hexes(start, distance))
        return near

    def _say_season(self, board: Ground, chosen: Collection[int]) -> None:
        if self.month is None and {board.terrain[number] for number in chosen} & {"grain", "orchard"}:
            self._note(
                "season",
                Said("The month is not known: grain and orchard are taken to be in season (", act("month"), ")."),
                f"grain and orchard in season ({act('month')})",
                control="month",
            )
        winter = [slot.name for slot in self.slots if "Winter" in slot.rules]
        if winter and not self.place.weather:
            deep = (corrected("environment(ground_snow)"), " or ", corrected("environment(deep_snow)"))
            snow = Said(*deep, ", ", act("snow_month"))
            self._note(
                "season",
                Said(f"{_boards(winter)} is in Winter: whether snow lies there the save does not say; ", snow, "."),
                f"no snow on {_boards(winter)}, which is in Winter ({snow})",
            )

    def _los(
        self, board: Ground, chosen: Sequence[int], counters: Sequence[Hindering], complete: bool, soon: bool
    ) -> tuple[Collection[str], int, Sequence[str]]:
        """Return the Locations from which LOS is given, its range around routers (0: nowhere), and lines of facts.

        The facts are from every Location with a unit to every Location of the instance. In a large game they are only
        to hexes that broken units can reach, or left out if they can be asked for later. Complete: between all.
        """
        units = self.place.units
        if complete:
            pairs = self._every_pair(board, chosen)
            return (), EVERYWHERE, ("% LOS between all Locations", *self._los_facts(pairs, counters))
        routing = self.routing or units
        where = listed(dict.fromkeys(unit.hex for unit in routing))
        pairs = self._pairs(board, units, chosen)
        said = f"% LOS from every hex with units to each hex above: enough for units that rout from {where}"
        reach = NEAR
        if soon and len(pairs) > WORTH_WAITING and not self.missing and any(board_facts_of(self.saved.boards)):
            return (), 0, ()
        if len(pairs) > EVERY_PAIR:
            reach = BESIDE
            places = {self.map.hex(unit.hex) for unit in units}
            theirs = {unit.side for unit in routing}
            units = tuple(unit for unit in units if theirs - {unit.side})
            pairs = self._pairs(board, units, sorted(self._around(routing, reach) | places))
            said = f"% LOS from the enemies' hexes to each hex that can be reached by units that rout from {where}"
        if len(pairs) > PAIR_LIMIT:
            self._refuse(
                f"{len(units)} units and {len(chosen)} hexes near those that rout are too many for an instance",
                FEWER_COUNTERS,
            )
        # If no unit sees anything, one LOS without effect: otherwise LOS would be derived from the terrain of the file
        seen = list(self._los_facts(pairs, counters)) or [self._any_los(chosen)]
        return self._places(board, units), reach, (said, *seen)

    def _any_los(self, hexes: Sequence[int]) -> str:
        """Return a LOS between two hexes where nobody is, or nothing where there are no two."""
        taken = {self.map.hex(unit.hex) for unit in self.place.units}
        empty = [self.map.name(number) for number in hexes if number not in taken]
        return f'los("{empty[0]}","{empty[1]}",0).' if len(empty) > 1 else ""

    def _los_facts(self, pairs: Iterable[tuple[str, str]], counters: Sequence[Hindering]) -> Iterator[str]:
        return los_facts(self.map, pairs, self.month, self.starter_kit, counters)

    def _places(self, board: Ground, units: Iterable[Unit]) -> dict[str, int]:
        """Return the Locations of units, each with the number of its hex.

        A unit upstairs counts for the ground too: there it is if the rule set knows no such level.
        """
        levels = {} if self.starter_kit else board.levels
        places: dict[str, int] = {}
        for unit in units:
            number = self.map.hex(unit.hex)
            places[self.map.name(number)] = number
            if isinstance(unit.level, int) and 0 < unit.level <= levels.get(number, 0):
                places[f"{self.map.name(number)}@{unit.level}"] = number
        return places

    def _locations(self, board: Ground, hexes: Iterable[int]) -> list[tuple[int, str]]:
        levels = {} if self.starter_kit else board.levels
        names = ((number, self.map.name(number)) for number in hexes)
        return [
            (number, location)
            for number, name in names
            for location in (name, *(f"{name}@{n}" for n in range(1, levels.get(number, 0) + 1)))
        ]

    def _every_pair(self, board: Ground, chosen: Sequence[int]) -> list[tuple[str, str]]:
        locations = self._locations(board, chosen)
        if len(locations) * (len(locations) - 1) // 2 > COMPLETE_LIMIT:
            self._refuse(
                f"its map has {len(locations)} Locations, too many for an instance with the LOS between all",
                NOT_COMPLETE,
            )
        return [(a, b) for n, (one, a) in enumerate(locations) for other, b in locations[n + 1 :] if one != other]

    def _pairs(self, board: Ground, units: Iterable[Unit], hexes: Iterable[int]) -> list[tuple[str, str]]:
        """Return the Locations of units with all Locations of hexes."""
        places, targets = self._places(board, units), self._locations(board, hexes)
        return [(place, target) for place, number in places.items() for other, target in targets if other != number]

    def _asks(self, fact: Fact) -> bool:
        """Return True for a fact that stays although it is refused: the answer turns on what it asks for."""
        under = {unit.hex for unit in self.place.routers}
        wire = fact.name == "feature" and str(fact.args[1]) == WIRE
        return (wire and (self.every_wire or fact.args[0] in under)) or fact.name in ("environment", "skis")

    def _accepted(
        self, told: Sequence[str], hexes: Sequence[str], any_los: str, named: bool
    ) -> tuple[tuple[str, ...], tuple[Note, ...]]:
        """Return the lines without the facts that the rule set refuses, and what was done with these.

        What boards show stays where they are named: the driver leaves it out, and another rule set may ask for it.
        """
        lines = [*([] if self.month is None else [f"month({self.month})."]), *told]
        shown_by_boards = len(lines) if named else BYTE_LIMIT
        lines += hexes
        why: dict[str, list[Fact]] = defaultdict(list)
        for turn in range(ROUNDS):
            # Without LOS the rule set would refuse what LOS facts make answerable
            instance = parse("\n".join([*lines, any_los]), self.saved.file, need="position")
            messages = refusals(ask(instance))
            refused = [
                f for f in instance.facts if str(f) in messages and f.line <= shown_by_boards and not self._asks(f)
            ]
            if not refused:
                break
            if turn < ONE_BY_ONE:  # who is put out of a place that holds too many may make room for the others
                inside = {fact.args[1:]: fact for fact in refused if fact.name == "at" and len(fact.args) == 3}
                refused = [fact for fact in refused if fact.args[1:] not in inside or fact in inside.values()]
            gone = set(map(str, refused))
            for fact in refused:
                why[messages[str(fact)]].append(fact)
                lines[fact.line - 1] = _without(lines[fact.line - 1], fact, gone)
                if fact.name == "unit":  # and all its facts
                    for other in instance.facts:
                        if other is not fact and fact.args[0] in other.args:
                            lines[other.line - 1] = _cut(lines[other.line - 1], other)
        notes = []
        for (message, _), *others in alike(why):
            facts = [*why[message], *(fact for other, _ in others for fact in why[other])]
            done = "taken to be on the ground of its hex" if facts[0].name == "at" else OUT
            more = f" and {len(facts) - LISTED} more" if len(facts) > LISTED else ""
            shown = joined((subject(str(each)) for each in facts[:LISTED]), ", ")
            sentence = Said(f"The rule set {self.rules} refuses ", shown, f"{more}, ", done, ": ", message, ".")
            first = _in_words(facts[0])
            more = f" and {len(facts) - 1} more" if len(facts) > 1 else ""
            what = f"{first}{more}, which the rules {self.rules} do not know"
            if (facts[0].name, str(facts[0].args[-1])) == ("feature", WIRE):
                what = f"Wire in {listed(str(f.args[0]) for f in facts)} ({corrected('feature(HEX,wire)')} 'wire_exit(HEX,MF)')"
            notes.append(Note("left out", sentence, f"left out: {what}"))
        return tuple(lines), tuple(notes)


def _rests(position: Instance) -> Iterator[Note]:
    """Yield the assumptions of the answers for a position, a sentence each; nothing for a refused position."""
    by_unit: dict[str, Sequence[str]] = {}
    try:
        solver = Solver(ask(position))
        for unit in solver.routers:
            by_unit[unit] = solver.assumes(unit)
    except PyroutError:
        pass  # those of the units before it stand
    units_of: dict[str, list[str]] = defaultdict(list)
    for unit, sentences in by_unit.items():
        for sentence in sentences:
            units_of[sentence].append(unit)
    for (first, _), *others in alike(units_of):
        group = {first, *(sentence for sentence, _ in others)}
        units = [unit for unit, sentences in by_unit.items() if group.intersection(sentences)]
        whose = f"answers for {join_words(units)} assume" if len(units) > 1 else f"answer for {units[0]} assumes"
        words = listed(word for _, word in others)
        also = Said(f"; likewise {len(others)} more: ", words) if others else ""
        yield Note("answers", Said(f"The {whose}: ", first, also, "."), f"{first}{also}")


def _in_words(fact: Fact) -> str:
    """Return a fact about a unit or a hex in the words of a player."""
    thing, *rest = map(str, fact.args)
    words = {
        "feature": f"{' '.join(rest)} in {thing}",
        "terrain": f"{' '.join(rest)} in {thing}",
        "status": f"{' '.join(rest)} of {thing}",
        "at": f"the level of {thing}",
        "unit": f"{rest[-1] if rest else ''} {thing}",
    }
    return words.get(fact.name, " ".join([fact.name, thing, *rest])).replace("_", " ")


def _without(line: str, fact: Fact, gone: Collection[str]) -> str:
    """Return a line without a fact.

    A unit stays on the map, and is under DM only while it is broken.
    """
    instead = ""
    if fact.name == "at" and len(fact.args) == 3:
        instead = f"{Fact('at', fact.args[:2])}. "
    changed = _cut(line, fact, instead)
    if fact.name == "status" and fact.args[1] == "broken":
        changed = changed.replace(f"status({fact.args[0]},dm). ", "")
    return changed


def _cut(line: str, fact: Fact, instead: str = "") -> str:
    """Return a line with something else instead of a fact."""
    changed = line.replace(f"{fact}. ", instead, 1)
    return changed if changed != line else line.replace(f"{fact}.", instead.rstrip(), 1)


def _boards(names: Sequence[str]) -> str:
    """Return boards in words: `board 02`, `boards 04 and 03`."""
    return f"board{'s' if len(names) > 1 else ''} {join_words(map(quote, names))}"


def _put_in(counter: str) -> str:
    """Return the remedy for a bridge counter; "" for others."""
    if re.match(r"(Bridge|Heavy Bridge)\b", counter):
        road = span.form(" with 'road(HEX,OTHER)' for each end of its road", "road(HEX,OTHER)")
        return Said("; ", corrected("feature(HEX,bridge)"), road, " puts it in")
    return ""
