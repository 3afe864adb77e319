"""A game judged from its logs: every rout, in the position just before it, and who had to rout and did not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

from .. import rule_sets
from ..control import Deadline, alone, text
from ..errors import InstanceError, PyroutError, TimeLimit, UsageError
from ..hexes.judge_stops import Judged, judge_stops
from ..hexes.solver import Solver
from ..position.consistency import with_facts
from ..position.corrections import Corrections, facts_of
from ..position.facts import Fact, Instance
from ..position.reading import parse
from ..position.vocabulary import LEADERS, Name
from ..question import Question, ask
from ..results.answer import Reason, UnitAnswer
from ..results.judged_game import JudgedGame, JudgedTurn
from ..rule_index import citations
from ..wording import Names, join_words
from .boards.folders import board_folder
from .boards.maps import BORDER
from .import_cache import Imported
from .import_game import Shared, hex_at, import_game, rules_of_boards, unmagnified
from .import_notes import Note
from .judge_unsaid import readings, weigh
from .log_chain import Chain
from .map_layout import Told, untold
from .saves.kinds import PERSONNEL, UNITS
from .saves.log import Replayed, Snapshot
from .saves.position import UNTOLD_ATTACKER
from .saves.routs import ROUT_PHASE, Gone, Moved, Record, Window, record
from .saves.save import PLAYING_AREA
from .saves.stream import SaveError

MISSING = "the missing board "  # begins the name of a place on a board that is not there
MOST_MF = 6  # of a unit that routs; no hex costs less than one
LISTED = 6  # places that a line names
# Assumptions about all positions of a game; the others are about one
OF_THE_GAME = ("left out", "rules", "sides", "season", "boards")
COMPULSORY = {
    "routs": "it had to rout, and stayed",
    "eliminated": "it is eliminated for failure to rout, and its counter is still there at the end of the phase",
    "surrenders": "it surrenders, and its counter is still there at the end of the phase",
}
ATTACKER = "whose Player Turn it is"
NO_COUNTER = "the turn counter is not kept: the log does not say that this is a rout"


@dataclass(frozen=True)
class Settings:
    """The settings for all positions of a game: the folder of boards, and as `import_game` and `ask` take them.

    `facts` are corrections as text, for every position.
    """

    boards: Path | None = None
    rules: str | None = None
    options: Mapping[str, str] | None = None
    sides: Mapping[str, str] | None = None
    month: int | None = None
    facts: tuple[str, ...] = ()
    timeout: float | None = None


def judge_game(files: Sequence[Path], settings: Settings, told: Told = untold) -> JudgedGame:
    """Judge the routs in the logs of one game.

    Raises SaveError, BoardError, BoardsError, InstanceError, UsageError.
    """
    return _Game(files, settings, told).judged()


def position_at(files: Sequence[Path], step: int, settings: Settings) -> Imported:
    """Return the position before a step, as an instance with all that `import_game` says of it; raises as that does.

    Steps count from 1 over all logs; one past the last is the end.
    """
    game = _Game(files, settings, untold)
    last: Snapshot | None = None
    for part in game.chain.parts():
        for played in game.numbered(part):
            if played.step.number == step:
                return game.imported(played.before)
            last = played.after
    steps = game.chain.steps
    if step == steps + 1 and last is not None:
        return game.imported(last)
    why = "; ".join(game.chain.notes) or f"the steps are 1 to {steps}, and {steps + 1} is the end"
    raise UsageError(f"--step: there is no step {step}; {why}")


class _Game:
    def __init__(self, files: Sequence[Path], settings: Settings, told: Told) -> None:
        self.settings, self.told = settings, told
        self.deadline = Deadline(settings.timeout)
        for fact in settings.facts:
            facts_of(fact)  # a damaged one is an error of the whole, not of each position
        self.chain = Chain(files)
        start = self.chain.start
        if not start.boards:
            raise SaveError(start.file, "no board is chosen in it", "name a log of a game whose boards are chosen")
        self.shared, self.zoom = Shared(), start.boards[0].zoom
        self._known: set[str] = set()  # the pieces that have an id
        self._hexes: dict[tuple[int, int], str | None] = {}
        self.map = self.shared.laid(start.boards, board_folder(settings.boards), told).map
        self.notes: list[str] = []
        self.assumed: dict[Note, None] = {}
        self.turns: list[JudgedTurn] = []
        self.question: Question | None = None
        self.late = False

    def locate(self, x: int, y: int) -> str | None:
        """Return the hex at a pixel, or the missing board there; None off the boards."""
        hex_ = hex_at(self.map, self.zoom, x, y)
        if hex_ is None and (missing := self.map.missing_at(*unmagnified(self.zoom, x, y))):
            return MISSING + missing
        return hex_

    @cached_property
    def gaps(self) -> dict[int, str]:
        """The hexes of missing boards, each with its board."""
        missing = {}
        for number, (x, y) in enumerate(self.map.grid.centre):
            if not self.map.names[number] and (board := self.map.missing_at(x + BORDER, y + BORDER)):
                missing[number] = board
        return missing

    def hexes_between(self, path: Sequence[str]) -> int:
        """Return the hexes that a way over these at least enters."""
        known = [self.map.known[hex_] for hex_ in path]
        return sum(self.map.grid.range_between(a, b) for a, b in pairwise(known))

    def depends(self, snapshot: Snapshot, hex_: str) -> str:
        """Return the hexes and LOS of missing boards on which the verdict on a unit depends, in words; or ""."""
        if not self.gaps or hex_ not in self.map.known:
            return ""
        lost: dict[str, int] = {}
        beyond: dict[str, str] = {}  # hexes of other units, with the missing board between
        for identity, place in snapshot.places().items():
            if (
                place[0] in PLAYING_AREA
                and identity in snapshot.pieces
                and snapshot.pieces[identity].counter.kind in UNITS
            ):
                there = self.locate(*place[1:]) or ""
                if there.startswith(MISSING):
                    lost[there.removeprefix(MISSING)] = lost.get(there.removeprefix(MISSING), 0) + 1
                elif there in self.map.known and (between := self._missing_between(hex_, there)):
                    beyond[there] = between
        start = self.map.known[hex_]
        near = {board for number, board in self.gaps.items() if self.map.grid.range_between(start, number) <= MOST_MF}
        words = [
            f"the {count} unit{'s' if count > 1 else ''} on the missing board {board}" for board, count in lost.items()
        ]
        words += [f"the terrain of the missing board {board}, which it could reach" for board in sorted(near)]
        words += [
            f"the LOS across the missing board {board} to units in {join_words(hexes)}"
            for board in sorted(set(beyond.values()) - near)
            if (hexes := sorted(hex_ for hex_, between in beyond.items() if between == board))
        ]
        return join_words(words) if words else ""

    def _missing_between(self, one: str, other: str) -> str:
        """Return the missing board that the line between the centres of two hexes crosses; or ""."""
        grid = self.map.grid
        a, b = self.map.known[one], self.map.known[other]
        (x, y), (x_, y_), steps = grid.centre[a], grid.centre[b], 4 * grid.range_between(a, b)
        for step in range(1, steps):
            at = x + (x_ - x) * step // steps, y + (y_ - y) * step // steps
            if board := self.map.missing_at(at[0] + BORDER, at[1] + BORDER):
                return board
        return ""

    def numbered(self, part: Iterable[Replayed]) -> Iterator[Replayed]:
        """Yield the steps of a part, and give each unit and SW its id in the order in which they come on a board.

        So an id is the same in all positions of the game, whichever of them are asked for.
        """
        for played in part:
            if not self._known:
                self._number(played.before)
            self._number(played.after)
            yield played

    def _number(self, snapshot: Snapshot) -> None:
        fresh = []
        for identity, (where, x, y) in snapshot.places().items():
            piece = snapshot.pieces.get(identity)
            if piece is None or identity in self._known or where not in PLAYING_AREA:
                continue
            if (x, y) not in self._hexes:
                self._hexes[x, y] = hex_at(self.map, self.zoom, x, y)
            if self._hexes[x, y]:
                self._known.add(identity)
                fresh.append(((y, x), piece))
        for _, piece in sorted(fresh, key=lambda one: one[0]):
            counter = piece.counter
            if counter.kind in UNITS and counter.nation is not None:
                self.shared.ids.of(piece.id, counter.nation)
            elif counter.kind == "sw":
                self.shared.ids.of(piece.id, counter.nation, counter.sw or "gun")

    def imported(self, snapshot: Snapshot, routing: Sequence[str] = ()) -> Imported:
        """Return the position at a moment. Raises as `import_game`."""
        settings = self.settings
        imported = import_game(
            snapshot.saved(),
            settings.boards,
            rules=settings.rules,
            sides=settings.sides,
            month=settings.month,
            rests=False,
            routing=routing,
            shared=self.shared,
        )
        self.assumed.update((note, None) for note in imported.notes if note.group in OF_THE_GAME)
        return imported

    def position(self, imported: Imported) -> Instance:
        """Return an imported position with the corrections of the player. Raises InstanceError, UsageError."""
        position = parse(imported.text, self.chain.start.file, need="position")
        position = Instance(position.name, tuple(Fact(fact.name, fact.args) for fact in position.facts))
        corrections = Corrections(facts=self.settings.facts)
        return corrections.made(position, "position") if corrections else position

    # -----------------------------------------------------------------------------------------------------------------

    def judged(self) -> JudgedGame:
        try:
            for part in self.chain.parts():
                read = record(self.numbered(part), self.locate)
                for phase in _phases(read):
                    self.phase(phase)
                self.aside(read)
        except TimeLimit:
            self.late = True
            self.notes.append("the time limit was reached: what comes later is not judged (--timeout)")
        question = self.question or self.ask_nothing()
        complete = not self.late and all(turn.verdict in ("legal", "illegal") for turn in self.turns)
        return JudgedGame(
            files=tuple(str(file) for file in self.chain.files),
            rules=question.rules,
            options=question.options,
            legal=all(turn.verdict != "illegal" for turn in self.turns),
            complete=complete and not self.chain.notes,
            steps=self.chain.steps,
            turns=tuple(self.turns),
            notes=(*self.chain.notes, *self.notes),
            assumes=tuple(dict.fromkeys(map(str, self.assumed))),
            assumed=tuple(self.assumed),
            late=self.late,
        )

    def ask_nothing(self) -> Question:
        """Return a question that only says which rules and options are in force, where no position was judged."""
        rules = self.settings.rules or rules_of_boards(slot.name for slot in self.chain.start.boards)
        return ask(Instance(str(self.chain.files[0]), ()), rules=rules, options=self.settings.options)

    def aside(self, read: Record) -> None:
        """Note the moves that are no routs by the turn counter, and a missing counter."""
        others: dict[str, list[str]] = {}
        for moved in read.moves:
            if moved.phase and moved.phase != ROUT_PHASE:
                others.setdefault(moved.phase, []).append(f"{moved.name} (step {moved.steps[0]})")
        for phase, several in others.items():
            self.notes.append(
                f"broken units moved in the {phase}; by the turn counter that is no rout, and is not judged: {_few(several)}"
            )
        if any(moved.phase == "" for moved in read.moves):
            self.notes.append(f"{NO_COUNTER}; every move of a broken unit is judged as if it were one")

    def phase(self, phase: _Phase) -> None:
        """Judge the turns of one Rout Phase."""
        judges = _PhaseJudge(self, phase)
        for moved in phase.moves:
            self.deadline.check()
            self.told(f"step {moved.steps[0]}", len(self.turns), 0)
            self.turns.append(judges.rout(moved))
        for gone in phase.gone:
            self.deadline.check()
            self.turns.append(judges.left(gone))
        if phase.windows:
            self.deadline.check()
            self.turns += judges.stayed()

    def ask(self, position: Instance, units: Sequence[str]) -> Question:
        """Return the question about units of a position, in the time that is left."""
        settings = self.settings
        question = ask(
            position, rules=settings.rules, options=settings.options, units=units, timeout=self.deadline.left
        )
        self.question = self.question or question
        return question


@dataclass(frozen=True)
class _Phase:
    """A Rout Phase: its moves and losses, and its windows (none without a turn counter)."""

    turn: str
    moves: tuple[Moved, ...]
    gone: tuple[Gone, ...]
    windows: tuple[Window, ...]


def _phases(read: Record) -> Iterator[_Phase]:
    """Yield the Rout Phases; without a turn counter, the moves between those of unbroken units."""
    for turn, phase in dict.fromkeys((window.turn, window.phase) for window in read.windows):
        moves = tuple(m for m in read.moves if (m.turn, m.phase) == (turn, phase))
        if phase == ROUT_PHASE:
            windows = tuple(w for w in read.windows if (w.turn, w.phase) == (turn, phase))
            yield _Phase(turn, moves, tuple(g for g in read.gone if (g.turn, g.phase) == (turn, phase)), windows)
        elif not phase:
            for _, bout in groupby(moves, key=lambda moved: moved.bout):
                yield _Phase(turn, tuple(bout), (), ())


class _Claim(NamedTuple):
    """The judgement of a rout, the leaders who go along in it, and what the log does not say of it."""

    judged: Judged
    partners: tuple[str, ...]
    unknown: tuple[str, ...]


class _PhaseJudge:
    """Judges the turns of one Rout Phase, one after the other."""

    def __init__(self, game: _Game, phase: _Phase) -> None:
        self.game, self.phase = game, phase
        self.routed: dict[str, None] = {}  # the pieces that have had their turn
        self.sides: dict[str, int] = {}  # by side, the first step of a rout
        self.done: list[Moved] = []

    # -- routs

    def rout(self, moved: Moved) -> JudgedTurn:
        """Judge the moves of a unit."""
        locate = self.game.locate
        stops = [locate(x, y) or "" for _, x, y in moved.places]
        path = tuple(stop for number, stop in enumerate(stops) if not number or stop != stops[number - 1])
        turn = JudgedTurn(self.phase.turn, "routs", moved.steps[0], moved.steps, None, moved.name, path, "not_judged")
        missing = next((stop for stop in path if stop.startswith(MISSING)), None)
        if missing:
            return turn._replace(said=f"{missing.removeprefix('the ')} is needed for it")
        if len(path) < 2:
            return turn._replace(said="it moves inside its hex")
        try:
            judged = self._judged(turn, moved)
        except TimeLimit:
            raise
        except PyroutError as error:
            judged = turn._replace(said=_problem(error))
        self.routed[moved.piece] = self.routed[moved.now] = None
        self.done.append(moved)
        judged = self._by_the_boards(judged, moved.before, path)
        if not self.phase.windows and judged.verdict in ("legal", "illegal"):
            said = f"if this is a rout, it is illegal: {judged.said}".removesuffix(": ")
            illegal = judged.verdict == "illegal"
            judged = judged._replace(
                verdict="open" if illegal else "legal",
                said=said if illegal else judged.said,
                unknown=(NO_COUNTER, *judged.unknown),
            )
        return judged

    def _by_the_boards(self, turn: JudgedTurn, snapshot: Snapshot, path: Sequence[str]) -> JudgedTurn:
        """Return a verdict as open where a missing board could change it."""
        depends = self.game.depends(snapshot, path[0])
        if not depends or turn.verdict not in ("legal", "illegal"):
            return turn
        if turn.does == "routs" and turn.verdict == "illegal" and self.game.hexes_between(path) > MOST_MF:
            return turn  # whatever lies there, nobody has the MF
        said = f"{turn.verdict} if what is missing changes nothing{': ' if turn.said else ''}{turn.said}"
        line = f"it depends on {depends}"
        return turn._replace(verdict="open", said=said, unknown=(depends, *turn.unknown), lines=(line, *turn.lines))

    def _judged(self, turn: JudgedTurn, moved: Moved) -> JudgedTurn:
        snapshot = self._with_others(moved)
        imported = self.game.imported(snapshot, [moved.piece])
        ids = dict(imported.pieces)
        unit = ids.get(moved.piece)
        position = self.game.position(imported)
        if unit is None or unit not in position.sides:
            return turn._replace(said="its counter is of no kind that is judged")
        turn = turn._replace(unit=unit)
        side = position.sides[unit]
        leaders, other = self._company(moved, ids, position, side)
        if other:
            return turn._replace(said=other)
        position = self._with_routed(position, ids, side, unit)
        results = self._results(moved)
        judged, partners, unknown = self._claim(position, unit, turn.path, results, leaders)
        if leaders and not partners and judged.verdict == "legal":
            alone_too = f"{join_words(leaders)} went the same way, and may not go along with it"
            judged = judged._replace(said="; ".join(filter(None, (judged.said, alone_too))))
        for leader in partners:
            self.routed.update((piece, None) for piece, id_ in ids.items() if id_ == leader)
        turn = turn._replace(
            verdict=judged.verdict,
            said=judged.said,
            faults=judged.faults,
            before=judged.before,
            after=judged.after,
            route=judged.route,
            ends=judged.ends,
            partners=partners,
            unknown=(*unknown, *_unsaid(judged, turn.path, results, position)),
            assumes=judged.assumes,
        )
        whose = any(note.startswith(UNTOLD_ATTACKER) for note in imported.notes)
        if whose:
            turn = turn._replace(
                unknown=(f"{ATTACKER}: {position.attacker} is taken to be the attacker", *turn.unknown)
            )
        else:
            turn = self._in_order(turn, position, side)
        return turn._replace(lines=_lines(turn, position, self.rules))

    def _with_others(self, moved: Moved) -> Snapshot:
        """Return the position before a rout; of units that were dragged with it in one step, those judged have routed."""
        before = moved.before
        alone_ = dict(before.alone)
        stacks = list(before.stacks)
        for other in self.done:
            if other.before is before and other.piece in before.pieces:
                stacks = [replace(s, pieces=tuple(p for p in s.pieces if p != other.piece)) for s in stacks]
                alone_[other.piece] = other.places[-1]
        return replace(before, stacks=tuple(stack for stack in stacks if stack.pieces), alone=alone_)

    def _company(self, moved: Moved, ids: Mapping[str, str], position: Instance, side: str) -> tuple[list[str], str]:
        """Return the leaders that went the same way, and why it is no rout where others did."""
        leaders = []
        for piece in sorted(moved.along):
            counter, other = moved.before.pieces[piece].counter, ids.get(piece)
            if counter.kind == "vehicle":
                return [], "it went with a vehicle: Passengers and Riders do not rout"
            if other is None or other not in position.sides or "broken" in counter.statuses:
                continue
            if position.sides[other] != side:
                return [], f"it went with the enemy {moved.before.pieces[piece].name}: a prisoner does not rout"
            if counter.kind in LEADERS and piece not in self.routed:
                leaders.append(other)
        return leaders, ""

    def _with_routed(self, position: Instance, ids: Mapping[str, str], side: str, unit: str) -> Instance:
        """Return the position with who has had his turn: of the other side everybody, once the defender routs."""
        routed = {ids[piece] for piece in self.routed if piece in ids}
        if self.phase.windows and position.attacker and side != position.attacker:
            broken = {str(f.args[0]) for f in position.of("status") if str(f.args[1]) == "broken"}
            routed |= {other for other in broken if position.sides.get(other) == position.attacker}
        routed &= position.sides.keys() - {unit}
        return with_facts(position, [Fact("routed", (Name(other),)) for other in sorted(routed)])

    def _results(self, moved: Moved) -> dict[str, str]:
        """Return the results of NMC that the log shows: a lost step, and a pin at the end."""
        stops = [self.game.locate(x, y) or "" for _, x, y in moved.places]
        results = {stops[index]: "fail" for index in moved.reduced if index}
        if moved.pinned:
            results.setdefault(stops[-1], "pin")
        return results

    def _claim(
        self, position: Instance, unit: str, path: Sequence[str], results: Mapping[str, str], leaders: Sequence[str]
    ) -> _Claim:
        """Judge a rout in every reading of its position."""
        claim = self._tried(position, unit, path, results, leaders)

        def judge(facts: tuple[Fact, ...]) -> Judged:
            return self._tried(with_facts(position, facts), unit, path, results, leaders).judged

        judged, depends = weigh(claim.judged, readings(position, unit), judge)
        return claim._replace(judged=judged, unknown=(*depends, *claim.unknown))

    def _tried(
        self, position: Instance, unit: str, path: Sequence[str], results: Mapping[str, str], leaders: Sequence[str]
    ) -> _Claim:
        """Judge with all the leaders, with each alone, and without: the first that is legal counts."""
        told = [Fact("nmc", (Name(unit), place, Name(result))) for place, result in results.items()]
        several = [tuple(leaders), *((leader,) for leader in leaders if len(leaders) > 1), ()]
        first: _Claim | None = None
        error: InstanceError | None = None
        for partners in dict.fromkeys(several):
            going = [Fact("accompanies", (Name(leader), Name(unit))) for leader in partners]
            for facts in (told, []) if told else ([],):
                try:
                    solver = Solver(self.game.ask(with_facts(position, [*going, *facts]), [unit]))
                    judged = judge_stops(solver, path)
                except InstanceError as refused:
                    error = error or refused
                    continue
                unused = () if facts or not told else ("what its losses in the phase come from",)
                claim = _Claim(judged, partners, unused)
                if judged.verdict == "legal":
                    return claim
                first = first or claim
                break
        if first is None:
            assert error is not None
            raise error
        return first

    def _in_order(self, turn: JudgedTurn, position: Instance, side: str) -> JudgedTurn:
        """Return a rout as it is judged, also by the order of the sides."""
        if not self.phase.windows:
            return turn
        self.sides.setdefault(side, turn.step)
        others = [step for other, step in self.sides.items() if other != side]
        if side == position.attacker and turn.verdict == "legal" and others and min(others) < turn.step:
            rule = _called(self.rules).get("out_of_turn")
            faults = (Reason(rule, ()),) if rule else ()
            said = f"a unit of the defender had routed in step {min(others)}: the attacker's units rout first"
            return turn._replace(verdict="illegal", said=said, faults=faults)
        return turn

    # -- units that left, or stayed

    def left(self, gone: Gone) -> JudgedTurn:
        """Judge a unit that left the boards: it may have been eliminated, or have surrendered."""
        place = self.game.locate(*gone.place[1:]) or ""
        turn = JudgedTurn(
            self.phase.turn, "leaves", gone.step, (gone.step,), None, gone.name, (place,), "not_judged", gone.how
        )
        if gone.piece in self.routed or place.startswith(MISSING):
            return turn
        try:
            answer, position = self._answers(gone.before, [gone.piece])[gone.piece]
        except TimeLimit:
            raise
        except (PyroutError, KeyError):
            return turn
        self.routed[gone.piece] = None
        turn = turn._replace(unit=answer.id, assumes=answer.assumes)
        if answer.verdict in ("eliminated", "surrenders"):
            does = "is eliminated for failure to rout" if answer.verdict == "eliminated" else "surrenders"
            turn = turn._replace(verdict="legal", said=f"{gone.how}: it {does}", faults=answer.reasons)
        else:
            turn = turn._replace(said=f"{gone.how}; the log does not say why")
        turn = turn._replace(lines=_lines(turn, position, self.rules))
        return self._by_the_boards(turn, gone.before, (place,))

    def stayed(self) -> list[JudgedTurn]:
        """Judge the units that are broken at the end of the phase and have not moved in it."""
        last, start = self.phase.windows[-1], self.phase.windows[0]
        places = last.last.places()
        waiting = [
            identity
            for identity, piece in last.last.pieces.items()
            if piece.counter.kind in PERSONNEL and "broken" in piece.counter.statuses
            if identity not in self.routed and places[identity][0] in PLAYING_AREA
            if not (self.game.locate(*places[identity][1:]) or MISSING).startswith(MISSING)
        ]
        if not waiting:
            return []
        end = last.end if last.over else last.end + 1
        try:
            at_end = self._answers(last.last, waiting)
        except TimeLimit:
            raise
        except PyroutError as error:
            self.game.notes.append(f"{self.phase.turn}: who had to rout and stayed is not judged: {_problem(error)}")
            return []
        bound = {piece: answer for piece, answer in at_end.items() if answer[0].verdict in COMPULSORY}
        turns = []
        for piece, (answer, position) in bound.items():
            first = next((w.broke[piece] for w in self.phase.windows if piece in w.broke), start.first)
            said, verdict = COMPULSORY[answer.verdict], "open"
            if answer.verdict == "routs":
                try:
                    before = self._answers(first, [piece], routed=False).get(piece)
                except TimeLimit:
                    raise
                except PyroutError:
                    before = None
                if before is None or before[0].verdict != "routs":
                    said = "it has to rout at the end of the phase; when its turn came, it may not have had to"
                elif not last.over:
                    said = "it has to rout, and the log ends in the phase"
                else:
                    verdict = "illegal"
            name = last.last.pieces[piece].name
            place = self.game.locate(*places[piece][1:]) or ""
            turn = JudgedTurn(self.phase.turn, "stays", end, (), answer.id, name, (place,), "open", said)
            turn = turn._replace(
                verdict=verdict,  # type: ignore[arg-type]
                faults=answer.must_rout or answer.reasons,
                ends=tuple(dict.fromkeys(route.path[-1] for route in answer.routes if route.end == "survives")),
                assumes=answer.assumes,
            )
            turn = turn._replace(lines=_lines(turn, position, self.rules))
            turns.append(self._by_the_boards(turn, last.last, (place,)))
        return turns

    @property
    def rules(self) -> str:
        return self.game.question.rules if self.game.question else "asl"

    def _answers(
        self, snapshot: Snapshot, pieces: Sequence[str], *, routed: bool = True
    ) -> dict[str, tuple[UnitAnswer, Instance]]:
        """Return the answers for broken units of a position, by their pieces, and the position."""
        imported = self.game.imported(snapshot, pieces)
        ids = dict(imported.pieces)
        position = self.game.position(imported)
        units = {piece: ids[piece] for piece in pieces if ids.get(piece) in position.sides}
        if not units:
            return {}
        if routed:
            had = {ids[piece] for piece in self.routed if piece in ids} & position.sides.keys() - {*units.values()}
            position = with_facts(position, [Fact("routed", (Name(other),)) for other in sorted(had)])
        solver = Solver(self.game.ask(position, tuple(units.values())))
        answers = {}
        for piece, unit in units.items():
            if solver.verdict(unit) in COMPULSORY or len(units) == 1:
                answers[piece] = solver.unit(unit, excluded=False), position
        return answers


# ---------------------------------------------------------------------------------------------------------------------
# Words


def _called(rules: str) -> dict[str, str]:
    world = alone(rule_sets.encoding(rules, "after"), "rout(none).")
    world.ground(("base", []))
    return {text(what): text(rule) for what, rule in world.atoms("called", 2)}


def _unsaid(judged: Judged, path: Sequence[str], results: Mapping[str, str], position: Instance) -> Iterator[str]:
    """Yield the facts about a legal rout that its log leaves open."""
    names = Names(position)
    if judged.route is None:
        return
    if len(judged.route.path) > len(path):
        yield f"its path: {' '.join(judged.route.path)} is one that is legal"
    for shot in judged.route.interdicted:
        if shot.hex not in results:
            yield f"its NMC in {shot.hex}, interdicted by {join_words(map(names.cause, shot.by))}"


def _lines(turn: JudgedTurn, position: Instance, ruleset: str) -> tuple[str, ...]:
    """Return the lines below that of a turn: rules, legal ends and facts that the log leaves open."""
    names, rules = Names(position), citations(ruleset)
    lines = [f"{names.because(reason)} {rules[reason.rule].sentence}" for reason in turn.faults]
    if turn.verdict in ("illegal", "open") and turn.ends:
        lines.append(f"it may end in {_few(turn.ends, 'or')}")
    lines += [f"the log does not say: {unknown}" for unknown in turn.unknown]
    return tuple(lines)


def _few(words: Sequence[str], last: str = "and") -> str:
    more = [f"{len(words) - LISTED} more"] if len(words) > LISTED else []
    return join_words([*words[: LISTED if more else None], *more], last)


def _problem(error: PyroutError) -> str:
    """Return problem and remedy without the place, which is a line of facts that no player has seen."""
    if isinstance(error, InstanceError | SaveError):
        return f"{error.problem}; {error.remedy}"
    return str(error)
