"""A game judged from its logs: every rout, in the position just before it, and who had to rout and did not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..base.span import Said, corrected, only
from ..errors import TimeLimit, UsageError, one_line
from ..position.corrections import Corrections, facts_of
from ..position.facts import Fact, Instance
from ..position.reading import parse
from ..program.control import Deadline
from ..question import Question, ask
from ..results.judged_game import JudgedGame, JudgedTurn
from .boards.folders import board_folder
from .import_cache import Imported
from .import_game import Shared, hex_at, import_game, rules_of_game, unmagnified
from .import_notes import Note
from .judge_turns import NO_COUNTER, Phase, PhaseJudge, few, phases
from .judge_unsaid import roll_for_wire
from .log_chain import Chain
from .map_layout import Told, untold
from .saves.game import Snapshot
from .saves.kinds import UNITS
from .saves.log import Replayed
from .saves.position import NO_QUARTER
from .saves.routs import ROUT_PHASE, Record, record
from .saves.stream import SaveError
from .unknown_ground import UnknownGround, missing

# Assumptions about all positions of a game; the others are about one
OF_THE_GAME = ("left out", "rules", "sides", "season", "boards")
WEATHER = Note(
    "season",
    Said(
        "It is taken to be day, and neither wet nor snowy, since no counter says so; else ",
        *(corrected("environment(night)"), " ", corrected("nvr(2)"), "."),
    ),
    f"by day, in dry weather ({corrected('environment(night)')} {corrected('nvr(2)')})",
)


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
    return Game(files, settings, told).judged()


def position_at(files: Sequence[Path], step: int, settings: Settings) -> Imported:
    """Return the position before a step, as an instance with all that `import_game` says of it; raises as that does.

    Steps count from 1 over all logs; one past the last is the end.
    """
    game = Game(files, settings, untold)
    last: Snapshot | None = None
    for part in game.chain.parts():
        for played in game.numbered(part):
            if played.number == step:
                return game.imported(played.before)
            last = played.after
    steps = game.chain.steps
    if step == steps + 1 and last is not None:
        return game.imported(last)
    why = "; ".join(game.chain.notes) or f"the steps are 1 to {steps}, and {steps + 1} is the end"
    raise UsageError(f"--step: there is no step {step}; {why}")


class Game:
    def __init__(self, files: Sequence[Path], settings: Settings, told: Told) -> None:
        self.settings, self.told = settings, told
        self.deadline = Deadline(settings.timeout)
        # a damaged one is an error of the whole, not of each position
        self.said: Collection[Fact] = [fact for text in settings.facts for fact in facts_of(text)]
        self.chain = Chain(files)
        start = self.chain.start
        if not start.boards:
            raise SaveError(start.file, "no board is chosen in it", "name a log of a game whose boards are chosen")
        self.shared, self.zoom = Shared(), start.boards[0].zoom
        self._known: set[str] = set()  # the pieces that have an id
        self._hexes: dict[tuple[int, int], str | None] = {}
        laid = self.shared.laid(start.boards, board_folder(settings.boards), told)
        self.map = laid.map
        self.unknown = UnknownGround(laid, self.locate)
        chosen = rules_of_game(start, self.locate)
        self.shared.rules, self.rules = chosen, settings.rules or chosen[0]  # the same in all positions
        self.notes: list[str] = []
        self.assumed: dict[Note, None] = {}
        self.turns: list[JudgedTurn] = []
        self.question: Question | None = None
        self.late = self.night = False
        self._last: PhaseJudge | None = None  # of the Rout Phase before

    def locate(self, x: int, y: int) -> str | None:
        """Return the hex at a pixel, or the missing board there; None off the boards."""
        hex_ = hex_at(self.map, self.zoom, x, y)
        if hex_ is None and (board := self.map.missing_at(*unmagnified(self.zoom, x, y))):
            return missing(board)
        return hex_

    def no_quarter(self, snapshot: Snapshot) -> bool:
        """Return True if a counter declares No Quarter."""
        return any(piece.base_name == NO_QUARTER for _, piece, _, _ in snapshot.on_map())

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
        for identity, piece, x, y in snapshot.on_map():
            if identity in self._known:
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
            every_wire=True,
        )
        self.assumed.update((note, None) for note in imported.notes if note.group in OF_THE_GAME)
        return imported

    def position(self, imported: Imported) -> Instance:
        """Return an imported position with the corrections of the player. Raises InstanceError, UsageError."""
        position = parse(imported.text, self.chain.start.file, need="position")
        position = Instance(position.name, tuple(Fact(fact.name, fact.args) for fact in position.facts))
        corrections = Corrections(facts=self.settings.facts)
        position = roll_for_wire(corrections.made(position, "position") if corrections else position)
        self.night = self.night or bool(position.of("environment"))
        return position

    # -----------------------------------------------------------------------------------------------------------------

    def each(self) -> Iterator[JudgedTurn]:
        """Judge the turns, and yield those of each phase when it is judged."""
        for part in self.chain.parts():
            read = record(self.numbered(part), self.locate)
            for phase in phases(read):
                first = len(self.turns)
                self.phase(phase)
                yield from self.turns[first:]
            self.aside(read)

    def judged(self) -> JudgedGame:
        try:
            for _ in self.each():
                pass
        except TimeLimit:
            self.late = True
            self.notes.append(Said("the time limit was reached: what comes later is not judged", only(" (--timeout)")))
        question = self.question  # or one that only says what is in force, where no position was judged
        if question is None:
            nothing = Instance(str(self.chain.files[0]), ())
            question = ask(nothing, rules=self.rules, options=self.settings.options)
        if question.rules == "asl" and not self.night and not any(fact.name == "environment" for fact in self.said):
            self.assumed[WEATHER] = None
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
            assumes=tuple(dict.fromkeys(Said(*note.spans) for note in self.assumed)),
            assumed=tuple(self.assumed),
            late=self.late,
        )

    def aside(self, read: Record) -> None:
        """Note the moves that are no routs by the turn counter, and a missing counter."""
        others: dict[str, list[str]] = {}
        for moved in read.moves:
            if moved.phase and moved.phase != ROUT_PHASE:
                others.setdefault(moved.phase, []).append(f"{moved.name} (step {moved.steps[0]})")
        for phase, several in others.items():
            self.notes.append(
                f"broken units moved in the {phase}; by the turn counter that is no rout, and is not judged: {few(several)}"
            )
        for window in read.windows:
            if window.phase == ROUT_PHASE:
                pieces = window.last.pieces
                self.notes += [
                    f"{one_line(pieces[piece].name)} moved in step {first} and was broken in step {second}; "
                    "whether that was a rout the log does not say, and it is not judged"
                    for piece, (first, second) in window.moved_first.items()
                    if piece in pieces
                ]
                routed = {moved.now for moved in read.moves if (moved.turn, moved.phase) == (window.turn, window.phase)}
                self.notes += [
                    f"{one_line(pieces[piece].name)} was broken, and is not after step {step}: nobody rallies in the Rout "
                    "Phase without a rout, and whether it had to rout is not judged"
                    for piece, step in window.rallied.items()
                    if piece in pieces and piece not in routed
                ]
        if any(moved.phase == "" for moved in read.moves):
            self.notes.append(f"{NO_COUNTER}; every move of a broken unit is judged as if it were one")

    def phase(self, phase: Phase) -> None:
        """Judge the turns of one Rout Phase."""
        judges = PhaseJudge(self, phase)
        if self._last is not None:
            judges.goes_on_from(self._last)
        self._last = judges
        first = len(self.turns)
        for moved in phase.moves:
            self.deadline.check()
            self.told(f"step {moved.steps[0]}", len(self.turns), 0)
            self.turns.append(judges.rout(moved))
        self.turns[first:] = judges.in_order(self.turns[first:])
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
