"""The turns of one Rout Phase of a game, judged one after the other: routs, units that left, and units that stayed."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from ..base.span import Said, is_a
from ..errors import InstanceError, PyroutError, TimeLimit, UsageError, one_line
from ..hexes.judge_stops import Judged, judge_stops
from ..hexes.report import fault_line
from ..hexes.solver import Solver
from ..position.consistency import with_facts
from ..position.facts import Fact, Instance
from ..position.vocabulary import LEADERS, Name
from ..program.rule_index import rules_of_turns
from ..results.answer import Reason, UnitAnswer
from ..results.judged_game import JudgedTurn
from ..wording import Names, join_words
from .judge_unsaid import Reading, at_once, between, readings, weigh
from .saves.game import Snapshot
from .saves.kinds import PERSONNEL
from .saves.routs import ROUT_PHASE, Gone, Moved, Record, Walk, Window, near
from .saves.stream import SaveError
from .unknown_ground import MOST_MF

if TYPE_CHECKING:
    from .judge_log import Game

LISTED = 6  # places that a line names
RALLY_PHASE = "RPh"  # what is moved in it is put in order
COMPULSORY = {
    "routs": "it had to rout, and stayed",
    "eliminated": "it is eliminated for failure to rout, and its counter is still there at the end of the phase",
    "surrenders": "it surrenders, and its counter is still there at the end of the phase",
}
ATTACKER = "whose Player Turn it is"
LOST_OTHERWISE = "its losses on the way come from elsewhere than Interdiction"
CUT = "what came before in the phase, in which a log begins: units may have routed, and enemies may have been seen"
NOT_KEPT = "whether the turn counter still says the phase that is played"
NO_COUNTER = "the turn counter is not kept: the log does not say that this is a rout"


@dataclass(frozen=True)
class Phase:
    """A Rout Phase: its moves and losses, and its windows (none without a turn counter).

    `apart` has for the units that moved broken in another phase of the turn the step and that phase.
    """

    turn: str
    moves: tuple[Moved, ...]
    gone: tuple[Gone, ...]
    windows: tuple[Window, ...]
    apart: Mapping[str, tuple[int, str]]

    @property
    def is_cut(self) -> bool:
        """True if a log begins in it."""
        return any(window.cut for window in self.windows)

    @property
    def last_step(self) -> int:
        """The last step that moved a broken unit."""
        return max((moved.steps[-1] for moved in self.moves), default=0)


def phases(read: Record) -> Iterator[Phase]:
    """Yield the Rout Phases; without a turn counter, the moves between those of unbroken units."""
    for turn, phase in dict.fromkeys((window.turn, window.phase) for window in read.windows):
        moves = tuple(m for m in read.moves if (m.turn, m.phase) == (turn, phase))
        if phase == ROUT_PHASE:
            windows = tuple(w for w in read.windows if (w.turn, w.phase) == (turn, phase))
            gone = tuple(g for g in read.gone if (g.turn, g.phase) == (turn, phase))
            others = [m for m in read.moves if m.turn == turn and m.phase not in (ROUT_PHASE, RALLY_PHASE)]
            apart = {piece: (m.steps[0], m.phase) for m in reversed(others) for piece in (m.piece, m.now)}
            yield Phase(turn, moves, gone, windows, apart)
        elif not phase:
            for _, bout in groupby(moves, key=lambda moved: moved.bout):
                yield Phase(turn, tuple(bout), (), (), {})


class _Told(NamedTuple):
    """A rout as the log tells it: unit, path, the results of NMC in hexes, and the leaders who went the same way."""

    unit: str
    path: Sequence[str]
    results: Mapping[str, str]
    leaders: Sequence[str]


class _Claim(NamedTuple):
    """The judgement of a rout, the leaders who go along in it, and what the log does not say of it."""

    judged: Judged
    partners: tuple[str, ...]
    unknown: tuple[str, ...]


class _Doubt(NamedTuple):
    """A doubt about a whole phase: what the log does not say, and the condition under which a verdict holds."""

    unknown: str
    condition: str


class _Rout(NamedTuple):
    """A rout of the phase: the defender's or not, the words for its position, the piece, and whether it could rout."""

    defends: bool
    names: Names
    piece: str
    can_rout: bool | None


class _Revealed(NamedTuple):
    """The enemies first seen during a rout.

    `after` and `before` are facts: each dropped concealment after the unit had entered a hex, or before its next step.
    `named` are those, and `unclear` the counters that the position before the rout does not have.
    """

    after: tuple[Fact, ...]
    before: tuple[Fact, ...]
    named: tuple[str, ...]
    unclear: tuple[str, ...]


class PhaseJudge:
    """Judges the turns of one Rout Phase, one after the other."""

    def __init__(self, game: Game, phase: Phase) -> None:
        self.game, self.phase = game, phase
        self.routed: dict[str, None] = {}  # the pieces that have had their turn
        self.routs: dict[int, _Rout] = {}  # by the first step
        self.done: list[Moved] = []
        self.unfinished = False  # the log may end before the rout that is judged
        self.walks = {piece: walk for window in phase.windows for piece, walk in window.walks.items()}
        # A leader moves in the phase with a unit that routs, or not at all.
        strays = [
            walk
            for walk in self.walks.values()
            if not any(near(m.places[0], walk.start) and near(m.places[-1], walk.end) for m in phase.moves)
        ]
        steps = [window.others for window in phase.windows if window.others]
        self.others = min([*steps, *(walk.steps[0] for walk in strays)], default=0)

    def goes_on_from(self, before: PhaseJudge) -> None:
        """Take over who had routed by the end of a log that ends in the same phase."""
        if self.phase.is_cut and before.phase.turn == self.phase.turn:
            self.routed.update(before.routed)

    # -- routs

    def rout(self, moved: Moved) -> JudgedTurn:
        """Judge the moves of a unit."""
        locate = self.game.locate
        stops = [locate(x, y) or "" for _, x, y in moved.places]
        path = tuple(stop for number, stop in enumerate(stops) if not number or stop != stops[number - 1])
        turn = JudgedTurn(self.phase.turn, "routs", moved.steps[0], moved.steps, None, moved.name, path, "not_judged")
        missing = next((stop for stop in path if is_a(stop, "missing")), None)
        if missing:
            return turn._replace(said=f"missing board {missing.about[0]} is needed for it")
        if len(path) < 2:
            return turn._replace(said="it moves inside its hex")
        windows = self.phase.windows
        self.unfinished = bool(windows) and not windows[-1].over and moved.steps[-1] == self.phase.last_step
        try:
            judged = self._judged(turn, moved)
        except TimeLimit:
            raise
        except PyroutError as error:
            judged = turn._replace(said=problem_of(error))
        self.routed[moved.piece] = self.routed[moved.now] = None
        self.done.append(moved)
        judged = self._by_the_boards(judged, moved.before, moved.piece, path)
        return self._doubted(judged, list(self._doubts(moved.steps[-1], moved.piece)))

    def _doubted(self, turn: JudgedTurn, doubts: Sequence[_Doubt]) -> JudgedTurn:
        """Return a verdict with the doubts about the phase: what is illegal is open by them."""
        if not doubts or turn.verdict not in ("legal", "illegal"):
            return turn
        said, lines = turn.said, turn.lines
        if turn.verdict == "illegal":
            conditions = join_words(list(dict.fromkeys(doubt.condition for doubt in doubts)))
            said = f"if {conditions}, it is illegal: {said}".removesuffix(": ")
        if self.phase.windows:
            lines = (*lines, *(f"the log does not say: {doubt.unknown}" for doubt in doubts))
        return turn._replace(
            verdict="open" if turn.verdict == "illegal" else "legal",
            said=said,
            unknown=(*(doubt.unknown for doubt in doubts), *turn.unknown),
            lines=lines,
        )

    def _doubts(self, step: int, piece: str, who: str = "it") -> Iterator[_Doubt]:
        """Yield the doubts about the phase of what a piece did up to a step."""
        if not self.phase.windows:
            yield _Doubt(NO_COUNTER, "this is a rout")
            return
        if self.phase.is_cut:
            yield _Doubt(CUT, "nothing came before in the phase")
        if 0 < self.others <= step:
            yield _Doubt(f"{NOT_KEPT}: an unbroken unit moved in step {self.others}", "this is a rout")
        elif piece in self.phase.apart:
            number, phase = self.phase.apart[piece]
            yield _Doubt(f"{NOT_KEPT}: {who} moved in step {number}, in the {phase}", "this is a rout of its own")

    def _by_the_boards(self, turn: JudgedTurn, snapshot: Snapshot, piece: str, path: Sequence[str]) -> JudgedTurn:
        """Return a verdict as open where a missing board could change it, or what has no rule here."""
        nation = snapshot.pieces[piece].counter.nation
        missing, strange = (
            self.game.unknown.depends(snapshot, path[0], nation),
            self.game.unknown.without_rule(snapshot, path[0], nation),
        )
        if not (missing or strange) or turn.verdict not in ("legal", "illegal"):
            return turn
        if turn.does == "routs" and turn.verdict == "illegal" and self.game.unknown.hexes_between(path) > MOST_MF:
            return turn  # whatever lies there, nobody has the MF
        what = "what is missing" if missing else "what has no rule here"
        said = f"{turn.verdict} if {what} changes nothing{': ' if turn.said else ''}{turn.said}"
        depends = tuple(filter(None, (missing, strange)))
        lines = tuple(Said("it depends on ", each) for each in depends)
        return turn._replace(verdict="open", said=said, unknown=(*depends, *turn.unknown), lines=(*lines, *turn.lines))

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
        told = _Told(unit, turn.path, self._results(moved), leaders)
        revealed = self._revealed(moved, ids, position, unit)
        judged, partners, unknown = self._claim(position, told, revealed, self.game.no_quarter(snapshot))
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
            unknown=(*unknown, *_unsaid(judged, told, position)),
            assumes=judged.assumes,
        )
        if any(is_a(part, "untold") for note in imported.notes for part in note.spans):
            turn = turn._replace(
                unknown=(f"{ATTACKER}: {position.attacker} is taken to be the attacker", *turn.unknown)
            )
        elif self.phase.windows:
            self.routs[turn.step] = _Rout(side != position.attacker, Names(position), moved.piece, judged.can_rout)
        return turn._replace(lines=_lines(turn, Names(position), self.rules))

    def _with_others(self, moved: Moved) -> Snapshot:
        """Return the position before a rout; of units that were dragged with it in one step, those judged have routed."""
        before = moved.before
        alone_ = dict(before.alone)
        stacks = list(before.stacks)
        for other in self.done:
            if other.before is before and other.piece in before.pieces:
                stacks = [replace(s, pieces=tuple(p for p in s.pieces if p != other.piece)) for s in stacks]
                alone_[other.piece] = other.places[-1]
        for piece, walk in self._went_before(moved):
            stacks = [replace(s, pieces=tuple(p for p in s.pieces if p != piece)) for s in stacks]
            alone_[piece] = walk.start
        return replace(before, stacks=tuple(stack for stack in stacks if stack.pieces), alone=alone_)

    def _went_before(self, moved: Moved) -> Iterator[tuple[str, Walk]]:
        """Yield the leaders who were dragged the way of a unit before it."""
        start, end = moved.places[0], moved.places[-1]
        for piece, walk in self.walks.items():
            same_way = near(walk.start, start) and near(walk.end, end)
            if same_way and walk.steps[-1] < moved.steps[0] and piece in moved.before.pieces.keys() - self.routed:
                yield piece, walk

    def _company(self, moved: Moved, ids: Mapping[str, str], position: Instance, side: str) -> tuple[list[str], str]:
        """Return the leaders that went the same way, and why it is no rout where others did."""
        leaders = []
        for piece in sorted({*moved.along, *(piece for piece, _ in self._went_before(moved))}):
            counter, other = moved.before.pieces[piece].counter, ids.get(piece)
            if counter.kind == "vehicle":
                return [], "it went with a vehicle: Passengers and Riders do not rout"
            if other is None or other not in position.sides or "broken" in counter.statuses:
                continue
            if position.sides[other] != side:
                guard = one_line(moved.before.pieces[piece].name)
                return [], f"it went with the enemy {guard}: a prisoner does not rout"
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

    def _claim(self, position: Instance, told: _Told, revealed: _Revealed, no_quarter: bool) -> _Claim:
        """Judge a rout in every reading of its position."""
        shown = with_facts(position, revealed.after)
        try:
            claim = self._tried(shown, told)
        except InstanceError:
            if not revealed.after:
                raise
            shown, claim = position, self._tried(position, told)
            revealed = revealed._replace(unclear=(*revealed.unclear, *revealed.named), before=())

        if revealed.before and claim.judged.verdict != "legal":
            seen_later = with_facts(position, revealed.before)
            later = self._tried(seen_later, told)
            if later.judged.verdict == "legal":  # as of a path, any order of move and reveal that is legal will do
                shown, claim = seen_later, later

        def judge(reading: Reading) -> Judged:
            return self._tried(reading.of(shown), told).judged

        judged, depends = weigh(
            claim.judged, readings(position, told.unit, no_quarter, self.game.said, told.path), judge
        )
        if told.results and judged.verdict == "illegal":
            other = self._tried(shown, told._replace(results={})).judged
            if other.verdict != "illegal":
                judged = between(judged, other, LOST_OTHERWISE)
                depends.append(f"whether {LOST_OTHERWISE}")
        if revealed.unclear and judged.verdict in ("legal", "illegal"):
            who = join_words(revealed.unclear)
            said = f"{judged.verdict} if {who}, seen only while it routed, changed nothing"
            judged = judged._replace(verdict="open", said=f"{said}: {judged.said}" if judged.said else said)
            depends.append(f"what {who} did to it, seen only while it routed")
        return claim._replace(judged=judged, unknown=(*depends, *claim.unknown))

    def _revealed(self, moved: Moved, ids: Mapping[str, str], position: Instance, unit: str) -> _Revealed:
        """Return the enemies that were first seen during a rout, as facts where the position has them."""
        side, statuses = position.sides[unit], {fact.args for fact in position.of("status")}
        stops = [self.game.locate(x, y) or "" for _, x, y in moved.places]
        pieces = moved.before.pieces
        sides = {
            pieces[p].counter.nation: position.sides[u] for p, u in ids.items() if u in position.sides and p in pieces
        }
        after: list[Fact] = []
        before: list[Fact] = []
        named: list[str] = []
        unclear: list[str] = []
        for piece, index in dict(reversed(moved.revealed)).items():
            other = ids.get(piece)
            there = moved.after.pieces.get(piece)
            if other not in position.sides:
                if there is not None and sides.get(there.counter.nation) != side:
                    unclear.append(one_line(there.name))
            elif position.sides[other] != side and {(Name(other), Name(s)) for s in ("concealed", "hidden")} & statuses:
                named.append(other)
                after.append(Fact("reveal", (Name(other), Name(unit), stops[index], Name("after"))))
                if index + 1 < len(stops):
                    before.append(Fact("reveal", (Name(other), Name(unit), stops[index + 1], Name("before"))))
        return _Revealed(tuple(after), tuple(before), tuple(named), tuple(unclear))

    def _tried(self, position: Instance, told: _Told) -> _Claim:
        """Judge with all the leaders, with each alone, and without: the first that is legal counts."""
        unit, path, leaders = told.unit, told.path, told.leaders
        results = [Fact("nmc", (Name(unit), place, Name(result))) for place, result in told.results.items()]
        several = [tuple(leaders), *((leader,) for leader in leaders if len(leaders) > 1), ()]
        first: _Claim | None = None
        error: InstanceError | None = None
        for partners in dict.fromkeys(several):
            going = [Fact("accompanies", (Name(leader), Name(unit))) for leader in partners]
            for facts in (results, []) if results else ([],):
                try:
                    solver = Solver(self.game.ask(with_facts(position, [*going, *facts]), [unit]))
                    judged = judge_stops(solver, path, unfinished=self.unfinished)
                except InstanceError as refused:
                    error = error or refused
                    continue
                unused = () if facts or not results else ("what its losses in the phase come from",)
                claim = _Claim(judged, partners, unused)
                if judged.verdict == "legal":
                    return claim
                first = first or claim
                break
        if first is None:
            assert error is not None
            raise error
        return first

    def in_order(self, turns: Sequence[JudgedTurn]) -> list[JudgedTurn]:
        """Return the routs of the phase; those of the defender that come before one of the attacker are illegal."""
        return [self._out_of_turn(self._in_one_go(turn)) for turn in turns]

    def _in_one_go(self, turn: JudgedTurn) -> JudgedTurn:
        """Return a rout with the others that began before it was over as not said."""
        between = [step for step in self.routs if turn.step in self.routs and turn.steps[0] < step < turn.steps[-1]]
        if not between:
            return turn
        steps = f"step{'s' if len(between) > 1 else ''} {join_words(list(map(str, between)))}"
        unknown = f"whether it was over before the rout of {steps}, as broken units rout one by one"
        lines = (*turn.lines, f"the log does not say: {unknown}")
        return turn._replace(unknown=(*turn.unknown, unknown), lines=lines)

    def _out_of_turn(self, turn: JudgedTurn) -> JudgedTurn:
        """Return a rout of the defender before one of the attacker as illegal, if it keeps all other rules.

        What an attacker's unit does that cannot rout is no rout, and is blamed on that unit alone.
        """
        rout, rule = self.routs.get(turn.step), rules_of_turns(self.rules).get("out_of_turn")
        if rout is None or not rout.defends or turn.verdict not in ("legal", "open") or not rule:
            return turn
        later = [
            (doubts, step)
            for step, other in self.routs.items()
            if step > turn.step and not other.defends and other.can_rout is not False
            for doubts in [self._doubts_of_order(step, rout, other)]
        ]
        if not later:
            return turn
        doubts, step = min(later, key=lambda pair: (len(pair[0]), pair[1]))
        fault = Reason(rule, ())
        said = f"a unit of the attacker routs after it, in step {step}: the attacker's units rout first"
        unknown = tuple(each for each in turn.unknown if each not in [doubt.unknown for doubt in doubts])
        broken = turn._replace(verdict="illegal", said=said, faults=(fault,), before=None, after=None, unknown=unknown)
        broken = broken._replace(lines=_lines(broken._replace(ends=()), rout.names, self.rules))
        return self._doubted(broken, doubts)

    def _doubts_of_order(self, step: int, rout: _Rout, other: _Rout) -> list[_Doubt]:
        """Return the doubts about a rout of the defender before one of the attacker in a step."""
        who = f"the unit of step {step}"
        doubts = [*self._doubts(step, rout.piece), *self._doubts(step, other.piece, who)]
        if other.can_rout is None:
            doubts.append(_Doubt(f"whether {who} could rout", f"{who} could rout"))
        return list(dict.fromkeys(doubts))

    # -- units that left, or stayed

    def left(self, gone: Gone) -> JudgedTurn:
        """Judge a unit that left the boards: it may have been eliminated, or have surrendered."""
        place = self.game.locate(*gone.place[1:]) or ""
        turn = JudgedTurn(
            self.phase.turn, "leaves", gone.step, (gone.step,), None, gone.name, (place,), "not_judged", gone.how
        )
        if gone.piece in self.routed or is_a(place, "missing"):
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
            unknown = self._otherwise(position, answer.id, ("eliminated", "surrenders"), gone.before)
            if unknown:
                turn = turn._replace(verdict="open", unknown=tuple(unknown))
        else:
            turn = turn._replace(said=f"{gone.how}; the log does not say why")
        turn = turn._replace(lines=_lines(turn, Names(position), self.rules))
        turn = self._by_the_boards(turn, gone.before, gone.piece, (place,))
        return self._doubted(turn, list(self._doubts(gone.step, gone.piece)))

    def stayed(self) -> list[JudgedTurn]:
        """Judge the units that are broken at the end of the phase and have not moved in it."""
        last, start = self.phase.windows[-1], self.phase.windows[0]
        there = {identity: self.game.locate(x, y) for identity, _, x, y in last.last.on_map()}
        waiting = [
            identity
            for identity, piece in last.last.pieces.items()
            if piece.counter.kind in PERSONNEL and "broken" in piece.counter.statuses
            if identity not in self.routed and (at := there.get(identity)) and not is_a(at, "missing")
        ]
        if not waiting:
            return []
        end = last.end if last.over else last.end + 1
        try:
            at_end = self._answers(last.last, waiting)
        except TimeLimit:
            raise
        except PyroutError as error:
            self.game.notes.append(f"{self.phase.turn}: who had to rout and stayed is not judged: {problem_of(error)}")
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
                elif piece in self.phase.apart:
                    step, phase = self.phase.apart[piece]
                    said = f"it has to rout, and moved in step {step}, in the {phase} by the turn counter"
                else:
                    verdict = "illegal"
            name = last.last.pieces[piece].name
            place = there[piece] or ""
            turn = JudgedTurn(self.phase.turn, "stays", end, (), answer.id, name, (place,), "open", said)
            turn = turn._replace(
                verdict=verdict,  # type: ignore[arg-type]
                faults=answer.must_rout or answer.reasons,
                ends=tuple(dict.fromkeys(route.path[-1] for route in answer.routes if route.end == "survives")),
                assumes=answer.assumes,
            )
            decided = verdict == "illegal" or answer.verdict != "routs"
            unknown = self._otherwise(position, answer.id, COMPULSORY, last.last) if decided else []
            if verdict == "illegal":
                unknown += [doubt.unknown for doubt in self._doubts(end, piece)]
            if unknown:
                turn = turn._replace(verdict="open", unknown=tuple(unknown))
            turn = turn._replace(lines=_lines(turn, Names(position), self.rules))
            turns.append(self._by_the_boards(turn, last.last, piece, (place,)))
        return turns

    def _otherwise(self, position: Instance, unit: str, verdicts: Container[str], snapshot: Snapshot) -> list[str]:
        """Return the facts on which it depends that the verdict for a unit is one of these, in words."""

        def differs(reading: Reading) -> bool:
            try:
                question = self.game.ask(reading.of(position), [unit])
                return Solver(question).verdict(unit) not in verdicts
            except (InstanceError, UsageError):
                return False

        several = readings(position, unit, self.game.no_quarter(snapshot), self.game.said)
        others = [each for each in several if not each.only_permits]
        # Together they are tried where none of them decides by itself.
        decisive = list(filter(differs, others)) or list(filter(differs, at_once(others)))
        return [reading.asked for reading in decisive]

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


def _unsaid(judged: Judged, told: _Told, position: Instance) -> Iterator[str]:
    """Yield the facts about a legal rout that its log leaves open."""
    names = Names(position)
    if judged.route is None:
        return
    if len(judged.route.path) > len(told.path):
        yield f"its path; one legal path is {' '.join(judged.route.path)}"
    for shot in judged.route.interdicted:
        if shot.hex not in told.results:
            yield f"its NMC in {shot.hex}, interdicted by {join_words(map(names.cause, shot.by))}"


def _lines(turn: JudgedTurn, names: Names, ruleset: str) -> tuple[str, ...]:
    """Return the lines below that of a turn: rules, legal ends and facts that the log leaves open."""
    lines = [fault_line(reason, ruleset, names, (turn.before, turn.after)) for reason in turn.faults]
    others = [end for end in turn.ends if end != turn.path[-1]]
    if turn.verdict in ("illegal", "open") and others:
        lines.append(f"{'it may end in' if others == [*turn.ends] else 'it may also end in'} {few(others, 'or')}")
    lines += [Said("the log does not say: ", unknown) for unknown in turn.unknown]
    return tuple(lines)


def few(words: Sequence[str], last: str = "and") -> str:
    more = [f"{len(words) - LISTED} more"] if len(words) > LISTED else []
    return join_words([*words[: LISTED if more else None], *more], last)


def problem_of(error: PyroutError) -> str:
    """Return problem and remedy without the place, which is a line of facts that no player has seen."""
    if isinstance(error, InstanceError | SaveError):
        return Said(error.problem, "; ", error.remedy)
    return str(error)
