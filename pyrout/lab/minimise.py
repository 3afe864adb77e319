"""`minimise`: shrinks a position for as long as its answer keeps a property.

What is left is small enough to be read at a glance: to report a wrong rule, or to be a test of one. The search is greedy
delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002): of each class of things
that can go, first half of them at once, then smaller and smaller chunks, then single ones, and all of it again until
nothing more can go.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from ..base import arguments
from ..errors import PyroutError, UsageError, one_line
from ..game import VERDICT_AND_ROUTES
from ..position.consistency import check_facts
from ..position.facts import Fact, Instance, range_between
from ..position.paragraphs import paragraphs
from ..position.vocabulary import BY_NAME, MAP, PLACED, Name, Value
from ..program.control import Deadline
from ..question import Question, ask
from ..referee import answer as answered

Keep = Callable[[Instance], bool]
Same = Literal["verdict", "map"]  # what stays besides: the verdict of each unit that is left, or the map with its LOS
Progress = Callable[[str], None]

# Without these a position is another one, or none.
_ROOTS = ("rules", "side", "attacker")
_PLAIN = Name("open_ground")


class KeepFailed(PyroutError):
    """A `keep` function raised an error; `position` is the position that it was asked about."""

    def __init__(self, position: Instance, error: Exception) -> None:
        facts = " ".join(f"{fact}." for fact in position.facts)
        super().__init__(f"keep raised {type(error).__name__}: {error}; it was asked about: {facts}")
        self.position = position


class Piece(NamedTuple):
    """A removable part of a position: a unit, a SW or a hex with every fact that names it, or one fact.

    `terrain` is removed from a hex by making it Open Ground: nobody enters a hex without any terrain.
    """

    kind: str
    id: Value | Fact


class Minimised(NamedTuple):
    """The smaller position, how many smaller ones were tried, and whether a time limit cut the search short."""

    instance: Instance
    tried: int
    complete: bool


def minimise(
    instance: Instance,
    keep: Keep,
    *,
    same: Collection[str] = (),
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Instance:
    """Return the smallest position found by removing parts of `instance` one by one while `keep` holds.

    `keep` is asked of valid positions only; one that it refuses with a PyroutError is not kept. Another error that it
    raises is a KeepFailed, which has the position. With `verdict` in `same` each answered unit that is left keeps its
    verdict, and one at least is left; with `map` the map and its LOS stay whole. The position's
    `expect` facts are left out at once: they are answers of the larger one. One that gives its LOS keeps at least one
    `los` fact, for without any its LOS would be derived. `timeout` is in seconds; past it the smallest one so far is
    returned. Raises UsageError where `keep` does not hold of the position itself.
    """
    return search(instance, keep, same=same, timeout=timeout, progress=progress).instance


def search(
    instance: Instance,
    keep: Keep,
    *,
    same: Collection[str] = (),
    timeout: float | None = None,
    progress: Progress | None = None,
    into: list[Minimised] | None = None,
    question: Callable[[Instance], Question] = ask,
) -> Minimised:
    """Minimise as `minimise`, with data about the search; `into` collects every smaller position as it is found.

    `question` makes the question by which verdicts are compared. Raises UsageError, and TimeLimit where the time ends
    before the first answer.
    """
    for word in same:
        arguments.one_of(word, "same", get_args(Same))
    bare = instance.without("expect")
    if "verdict" in same:
        keep = _with_verdicts(bare, keep, question)
    pieces = _OF_UNITS if "map" in same else _PIECES
    run = _Search(bare, keep, pieces, Deadline(timeout), progress, into)
    if not run.has_property(check_facts(bare)):
        raise UsageError(
            f"{instance.name}: the property is false for this position; run `pyrout solve` to see its answer"
        )
    complete = run.all()
    return Minimised(run.best, run.tried, complete)


def _with_verdicts(instance: Instance, keep: Keep, question: Callable[[Instance], Question]) -> Keep:
    """Return the function that keeps also the verdicts of the units that are left."""

    def verdicts(position: Instance) -> dict[str, str]:
        answer = answered(question(position), VERDICT_AND_ROUTES._replace(paths=0))
        answer.require_complete()
        return {unit.id: unit.verdict for unit in answer.units}

    before = verdicts(check_facts(instance))

    def both(position: Instance) -> bool:
        # A unit that is left counts even if nobody answers it any more: one without its DM, say.
        there = {unit: verdict for unit, verdict in before.items() if unit in position.units}
        now = verdicts(position) if there else {}
        return bool(there) and all(now.get(unit) == there[unit] for unit in there) and keep(position)

    return both


@dataclass
class _Search:
    """One search: the smallest position so far, and what has been tried."""

    best: Instance
    keep: Keep
    pieces: Sequence[Callable[[Instance], Sequence[Piece]]]
    deadline: Deadline
    progress: Progress | None
    into: list[Minimised] | None
    tried: int = 0
    failed: set[int] = field(default_factory=set)

    def has_property(self, position: Instance) -> bool:
        """Return True if a valid position has the property.

        Raises PyroutError where that is refused, KeepFailed.
        """
        try:
            return self.keep(position)
        except PyroutError:
            raise
        except Exception as error:
            raise KeepFailed(position, error) from error

    def holds(self, candidate: Instance) -> bool:
        """Return True if a position is valid and has the property."""
        if self.best.of("los") and not candidate.of("los"):
            return False
        try:
            return self.has_property(check_facts(candidate))
        except KeepFailed:
            raise
        except PyroutError:
            return False

    def all(self) -> bool:
        """Take out whatever can go; False past the time limit."""
        before = None
        while self.best is not before:
            before = self.best
            for kind in self.pieces:
                if not self._of_kind(kind):
                    return False
        return True

    def _of_kind(self, kind: Callable[[Instance], Sequence[Piece]]) -> bool:
        """Take out what can go of one class, in chunks; False past the time limit."""
        size = max(1, (len(kind(self.best)) + 1) // 2)
        while True:
            # The candidates are worked out anew for each size, for taking out a unit frees its hex
            left, start = list(kind(self.best)), 0
            while start < len(left):
                if self.deadline.passed:
                    return False
                chunk = left[start : start + size]
                if self._without(chunk):
                    del left[start : start + size]
                else:
                    start += size
            if size == 1:
                return True
            size = (size + 1) // 2

    def _without(self, chunk: Sequence[Piece]) -> bool:
        """Try the position without some pieces, and keep it if it has the property."""
        candidate = without(self.best, chunk)
        if candidate.facts == self.best.facts:
            return True
        atoms = hash(frozenset(fact[:2] for fact in candidate.facts))
        if atoms in self.failed:
            return False
        self.tried += 1
        if self.progress:
            of = candidate.of
            self.progress(
                f"{self.best.name}: {len(self.best.facts)} facts left: {len(of('unit'))} units, {len(of('hex'))} hexes; "
                f"{self.tried} positions tried"
            )
        if self.holds(candidate):
            self.best = candidate
            if self.into is not None:
                self.into.append(Minimised(candidate, self.tried, True))
            return True
        self.failed.add(atoms)
        return False


def without(instance: Instance, pieces: Sequence[Piece]) -> Instance:
    """Return the position without some pieces and every fact that names one of them.

    It need not be valid.
    """
    gone: dict[str, set[Value]] = {"unit": set(), "sw": set(), "hex": set()}
    flat: set[Value] = set()
    single: set[tuple[str, tuple[Value, ...]]] = set()
    for piece in pieces:
        if isinstance(piece.id, Fact):
            single.add(piece.id[:2])
        elif piece.kind == "terrain":
            flat.add(piece.id)
        else:
            gone[piece.kind].add(piece.id)
    # A SW goes with the unit that has it
    gone["sw"].update(fact.args[1] for fact in instance.of("possesses") if fact.args[0] in gone["unit"])
    kept = []
    for fact in instance.facts:
        if fact[:2] in single or _names(fact, gone):
            continue
        if fact.name == "terrain" and fact.args[0] in flat:
            fact = Fact("terrain", (fact.args[0], _PLAIN), fact.line, fact.column)
        kept.append(fact)
    return Instance(instance.name, tuple(kept))


def _names(fact: Fact, gone: dict[str, set[Value]]) -> bool:
    """Return True if a fact declares something that is gone, or says something of it."""
    if fact.name in gone and fact.args[0] in gone[fact.name]:
        return True
    for kind, value in zip(BY_NAME[fact.name][len(fact.args)].args, fact.args, strict=True):
        for refers in kind.refers.split("|"):
            if refers in PLACED:
                if str(value).partition("@")[0] in gone["hex"]:
                    return True
            elif value in gone.get(refers, ()):
                return True
    return False


# ---------------------------------------------------------------------------------------------------------------------
# What can go, class by class: what takes most with it comes first


def _units(instance: Instance) -> list[Piece]:
    return [Piece("unit", unit) for unit in instance.units]


def _sws(instance: Instance) -> list[Piece]:
    return [Piece("sw", fact.args[0]) for fact in instance.of("sw")]


def _hexes(instance: Instance) -> list[Piece]:
    """Return the hexes without a unit, the farthest from every unit first: they are the least likely to matter."""
    at = instance.spots
    held = {fact.args[1] for fact in instance.of("at")}
    units = [at[str(place)] for place in held if str(place) in at]

    def nearest_unit(hexname: Value) -> int:
        return min((range_between(at[str(hexname)], unit) for unit in units), default=0)

    return [
        Piece("hex", hexname) for hexname in sorted(at.keys() - held, key=lambda h: (-nearest_unit(h), at[h], str(h)))
    ]


def _single(*names: str) -> Callable[[Instance], list[Piece]]:
    """Return every fact of some predicates, one by one."""

    def pieces(instance: Instance) -> list[Piece]:
        return [Piece("fact", fact) for fact in instance.facts if fact.name in names]

    return pieces


def _terrain(instance: Instance) -> list[Piece]:
    return [Piece("terrain", fact.args[0]) for fact in instance.of("terrain") if fact.args[1] != _PLAIN]


# Facts that go only with what they are about: the roots, what is a class of its own, and where a unit is.
_NO_SINGLES = (*_ROOTS, "unit", "sw", "hex", "terrain", "at", "expect")
# Facts of a map besides its hexes and their terrain
ON_THE_MAP = tuple(name for name in MAP if name not in ("hex", "terrain", "illuminated"))
_OF_THE_MAP = ("los", *ON_THE_MAP)


def _others() -> Iterator[str]:
    """Yield the predicates, besides those of the map, whose facts can be removed singly."""
    return (name for name in BY_NAME if name not in (*_NO_SINGLES, *_OF_THE_MAP))


_OF_UNITS: tuple[Callable[[Instance], Sequence[Piece]], ...] = (_units, _sws, _single(*_others()))
_PIECES: tuple[Callable[[Instance], Sequence[Piece]], ...] = (
    _units,
    _hexes,
    _sws,
    *(_single(name) for name in _OF_THE_MAP),
    _single(*_others()),
    _terrain,
)


# ---------------------------------------------------------------------------------------------------------------------
# What is written


_TOGETHER = (  # predicates whose facts share a paragraph, in the order in which instances usually have them
    ("", ("rules", "option", "side", "attacker", "month", "environment", "no_quarter")),
    ("Units", ()),
    ("Board", ("hex", "terrain", "elevation", "building", "level", "stairwell", "feature", "capacity", "wire_exit")),
    ("Roads, hexsides, tunnels, fords", ("road", "paved", "path", "hexside", "tunnel", "fordable", "current")),
    ("LOS, with its Hindrances; what is not listed is blocked", ("los",)),
    ("Known answers", ("expect",)),
)


def lines(smaller: Minimised, origin: Instance, text: str) -> Iterator[str]:
    """Yield the smaller position as lines of an instance file: its origin, and its facts by subject.

    `text` is the property that was kept.
    """
    instance = smaller.instance
    whole = "" if smaller.complete else " (not to the end: the time limit was reached)"
    yield f"% Minimised by pyrout{whole} from {one_line(origin.name)}:"
    yield f"% {len(origin.without('expect').facts)} facts there, {len(instance.without('expect').facts)} here. What was kept:"
    yield f"% {one_line(text)}"
    yield from paragraphs(instance.facts, _TOGETHER)
