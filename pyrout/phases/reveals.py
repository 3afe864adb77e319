"""A rout as a game against concealed enemies (full ASL).

The unit moves step by step; before or after each step the opponent may drop the concealment of units. The routes of
positions with those reveals say what follows; here they are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ..base import span
from ..base.span import Said
from ..errors import UsageError
from ..hexes.list_routes import walk_routes
from ..hexes.report import safety
from ..hexes.solve import prepared
from ..position.consistency import with_facts
from ..position.facts import Fact
from ..position.vocabulary import Name
from ..question import Progress, Question, check_reveals
from ..results.answer import AgainstReveals, Answer, Reveal, Route, UnitAnswer

MOST_POSITIONS = 1_500  # in which a unit is answered
ASSUMED = (
    "NMC are taken to be passed when the opponent decides, and the opponent knows to which destination the unit routs"
)

Reveals = frozenset[Reveal]
Value = tuple[bool, Fraction | int, int, float]


class _Way(NamedTuple):
    """A route with the places of its events.

    `path` leaves out the Location from which it is thrown back; `chosen` are the indices where legs begin; `known`
    are the enemies discovered at each index.
    """

    route: Route
    path: tuple[str, ...]
    chosen: tuple[int, ...]
    known: tuple[frozenset[str], ...]

    def legs(self, at: int) -> tuple[tuple[str, str | None], ...]:
        """Return the legs that have begun before the unit goes on from a Location of the path."""
        return tuple((leg.start, leg.to) for leg, n in zip(self.route.legs, self.chosen, strict=True) if n <= at)


class _Stand(NamedTuple):
    """The progress of a unit: path, MF, legs begun, enemies discovered, and if its last step was a Low Crawl."""

    path: tuple[str, ...]
    mf: tuple[float, ...]
    legs: tuple[tuple[str, str | None], ...]
    known: frozenset[str]
    crawled: bool

    @property
    def at(self) -> int:
        """The index of the current Location in the path."""
        return len(self.path) - 1


class _Step(NamedTuple):
    """The next step of a unit: the legs it then follows, its Location, its price, and if it is a Low Crawl."""

    legs: tuple[tuple[str, str | None], ...]
    to: str
    mf: float
    crawls: bool


class _Play(NamedTuple):
    """The result of play from some moment on.

    It has its value (less is better for the unit), the route, the reveals from then on, and the route without further
    reveals.
    """

    value: Value
    route: Route
    reveals: tuple[Reveal, ...]
    quiet: Route


def against_reveals(question: Question, answer: Answer, progress: Progress | None = None) -> Answer:
    """Return the answer, each unit that could rout with the value of its rout against the opponent's best reveals.

    Raises UsageError as `check_reveals`, and where there are too many who could reveal; TimeLimit.
    """
    check_reveals(question)
    reveals = []
    for unit in answer.units:
        against = _Game(question, unit, progress).played() if unit.routes_total and not unit.if_breaks else None
        reveals.append(replace(unit, against=against) if against else unit)
    return replace(answer, units=tuple(reveals))


class _Game:
    """The game of one unit's rout.

    The opponent has as many moves as he has concealed units who could matter.
    """

    def __init__(self, question: Question, unit: UnitAnswer, progress: Progress | None) -> None:
        self.question, self.unit, self.progress = question, unit.id, progress
        self._ways: dict[Reveals, list[_Way]] = {}
        self.enemies: tuple[str, ...] = ()
        self._go_on = cache(self._best)
        self._explore()

    def played(self) -> AgainstReveals | None:
        """Return the value of the game; None where nobody is concealed."""
        start = self._ways[frozenset()][0]
        if all(way.route.holds is None for way in self._ways[frozenset()]):
            return None
        play = self._go_on(frozenset(), _Stand(start.path[:1], (0.0,), (), frozenset(), False))
        assert play
        return AgainstReveals(self.enemies, play.quiet, play.route, play.reveals, len(self._ways), (ASSUMED,))

    # The routes in every position that reveals can lead to

    def _explore(self) -> None:
        """Answer the unit for all reveals that there could be.

        Who could matter is known from the routes.
        """
        nobody: Reveals = frozenset()
        self._answer([nobody])
        while True:
            enemies = tuple(sorted({u.by for ways in self._ways.values() for way in ways for u in way.route.unless}))
            layer = [nobody]
            while layer:
                wanted = {more for reveals in layer for more in self._more(reveals, enemies)}
                layer = sorted(wanted, key=sorted)
                self._answer(layer)
            if enemies == self.enemies:
                return
            self.enemies = enemies

    def _of(self, reveals: Reveals) -> list[_Way]:
        """Return the routes under these reveals.

        Several reveals may precede the same step, even if the first of them bars it.
        """
        self._answer([reveals])
        return self._ways[reveals]

    def _more(self, reveals: Reveals, enemies: Iterable[str]) -> Iterator[Reveals]:
        gone = {reveal.by for reveal in reveals}
        entered = {place for way in self._ways[reveals] for place in way.path[1:]}
        for enemy in enemies:
            if enemy not in gone:
                for place in entered:
                    yield reveals | {Reveal(enemy, place, "before")}
                    yield reveals | {Reveal(enemy, place, "after")}

    def _answer(self, several: Iterable[Reveals]) -> None:
        missing = [reveals for reveals in several if reveals not in self._ways]
        if len(self._ways) + len(missing) > MOST_POSITIONS:
            could = ", ".join(sorted({u.by for w in self._ways[frozenset()] for u in w.route.unless}))
            raise UsageError(
                Said(
                    f"{self.question.position.name}: too many concealed enemies to try all that they could reveal to {self.unit} "
                    f"({could}: more than {MOST_POSITIONS:,} positions); say",
                    *(span.form(" with reveal/4", "reveal/4"), " what some of them do"),
                )
            )
        if self.progress and missing:
            self.progress(f"{self.question.position.name}: {self.unit}: {len(self._ways) + len(missing):,} reveals")
        questions = [
            self.question.about(
                with_facts(self.question.position, map(self._fact, sorted(reveals))), units=(self.unit,)
            )
            for reveals in missing
        ]
        for reveals, outcome in zip(missing, prepared(questions), strict=True):
            self._ways[reveals] = [_way(route) for route in walk_routes(outcome, self.unit)]

    def _fact(self, reveal: Reveal) -> Fact:
        return Fact("reveal", (Name(reveal.by), Name(self.unit), reveal.hex, Name(reveal.when)))

    # Play

    def _best(self, reveals: Reveals, stand: _Stand) -> _Play | None:
        """Return the unit's turn to move or to stop; None where there is no such moment."""
        ways = [way for way in self._of(reveals) if _fits(way, stand) and way.known[stand.at] == stand.known]
        plays = [
            _Play(safety(way.route)[:4], way.route, (), way.route) for way in ways if len(way.path) == len(stand.path)
        ]
        steps = dict.fromkeys(_step(way, stand.at) for way in ways if len(way.path) > len(stand.path))
        plays += [play for play in (self._about_to(reveals, stand, step) for step in steps) if play]
        return min(plays, key=lambda play: (play.value, play.quiet.order), default=None)

    def _about_to(self, reveals: Reveals, stand: _Stand, step: _Step) -> _Play | None:
        """Return the opponent's moment before a step."""
        quiet = self._arrives(reveals, stand, step, stand.known)
        drops = self._drops(reveals, step.to, "before")
        return _worst(quiet, ((dropped, self._dropped(reveals, dropped, stand, step)) for dropped in drops))

    def _dropped(self, before: Reveals, dropped: Reveals, stand: _Stand, step: _Step) -> _Play | None:
        """Return the play after reveals before a step.

        The step is made if it is still legal; otherwise the unit moves anew with what it knows now.
        """
        reveals, could_know = before | dropped, stand.known.union(reveal.by for reveal in dropped)
        ways = [way for way in self._of(reveals) if _fits(way, stand) and way.known[stand.at] <= could_know]
        made = {way.known[stand.at] for way in ways if len(way.path) > len(stand.path) and _step(way, stand.at) == step}
        plays = [self._arrives(reveals, stand, step, known) for known in sorted(made, key=sorted)]
        if not made:
            barred = {way.known[stand.at] for way in ways if way.legs(stand.at)[: len(step.legs)] == step.legs}
            plays = [
                self._go_on(reveals, stand._replace(legs=step.legs, known=known))
                for known in sorted(barred - {stand.known}, key=sorted)
            ]
        return _least(plays)

    def _arrives(self, reveals: Reveals, stand: _Stand, step: _Step, known: frozenset[str]) -> _Play | None:
        """Return the opponent's moment after a step; `known` are those that the unit had discovered before it."""
        there = _Stand((*stand.path, step.to), (*stand.mf, step.mf), step.legs, known, step.crawls)

        def going_on(dropped: Reveals) -> _Play | None:
            now = reveals | dropped
            learnable = {w.known[there.at] for w in self._of(now) if _fits(w, there) and w.known[stand.at] == known}
            return _least(self._go_on(now, there._replace(known=learnt)) for learnt in sorted(learnable, key=sorted))

        quiet = going_on(frozenset())
        return _worst(quiet, ((dropped, going_on(dropped)) for dropped in self._drops(reveals, step.to, "after")))

    def _drops(self, reveals: Reveals, place: str, when: str) -> Iterator[Reveals]:
        """Yield the reveals that enemies could make together before or after the unit enters a place."""
        left = [enemy for enemy in self.enemies if enemy not in {reveal.by for reveal in reveals}]
        for size in range(1, len(left) + 1):
            for some in combinations(left, size):
                yield frozenset(Reveal(enemy, place, when) for enemy in some)


def _least(plays: Iterable[_Play | None]) -> _Play | None:
    """Return the play that is best for the unit, of those that there are."""
    return min((play for play in plays if play), key=lambda play: play.value, default=None)


def _worst(quiet: _Play | None, plays: Iterable[tuple[Reveals, _Play | None]]) -> _Play | None:
    """Return the play that the opponent makes of a moment: that after reveals, if it is worse than without them."""
    worst = quiet
    for dropped, play in plays:
        if play and (worst is None or play.value > worst.value):
            worst = play._replace(reveals=(*sorted(dropped), *play.reveals))
    return worst and quiet and worst._replace(quiet=quiet.quiet)


def _way(route: Route) -> _Way:
    path = route.path[:-1] if route.repulsed else route.path
    seen = list(zip(_when(path, [discovery.hex for discovery in route.discovers]), route.discovers, strict=True))
    known = tuple(frozenset(e for m, discovery in seen if m <= n for e in discovery.enemies) for n in range(len(path)))
    return _Way(route, path, tuple(_when(path, [leg.start for leg in route.legs])), known)


def _when(path: Sequence[str], places: Iterable[str]) -> Iterator[int]:
    """Yield the indices of some places in a path, one after the other."""
    at = 0
    for place in places:
        at = path.index(place, at)
        yield at


def _fits(way: _Way, stand: _Stand) -> bool:
    """Return True if a way agrees with a unit's progress; the enemies discovered are not compared."""
    n = stand.at
    return (
        way.path[: n + 1] == stand.path
        and way.route.mf[: n + 1] == stand.mf
        and (not n or (way.route.posture == "low_crawl") == stand.crawled)
        and way.legs(n)[: len(stand.legs)] == stand.legs
        and len(way.legs(n - 1)) <= len(stand.legs)
    )


def _step(way: _Way, at: int) -> _Step:
    return _Step(way.legs(at), way.path[at + 1], way.route.mf[at + 1], way.route.posture == "low_crawl")
