"""Positions on a table that have a wanted answer: proposed at random, judged by the solver, made small.

`asp/generate/kinds_on_tables.lp` defines the kinds: here answers are carried in as facts, and the kinds that they are of out
again. A proposal is a unit that routs on its way home, in the north, with others and ground before it; the whole is
then turned, so that home can be any edge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from ...errors import PyroutError, UsageError, quote
from ...miniatures.solve import solve_together
from ...position.consistency import check_facts
from ...position.facts import Fact, Instance
from ...position.vocabulary import Name, Value, write_value
from ...program import rule_sets
from ...program.control import SymbolType, alone, text
from ...program.statements import Encoding
from ...question import Question, ask
from ...results.answer import Answer, UnitAnswer
from ..minimise import Piece, without
from ..verify import list_known
from .kinds import enumerate_words
from .search import Tries
from .writing import lines_of

ROUTER = "a"
AT_ONCE = 32  # proposals that are answered together
FEW = 12  # positions that are answered sooner one by one
SIDE, DEEP = 24, 20  # of a table, in inches; home is one of the longer edges
STATED = (  # facts about the answer
    *("verdict", "routes", "fate", "first_stop", "last_stop", "way", "frontage", "checks", "shaken", "routed"),
    *("stopped_by", "lost", "turns"),
)
GROUND = ("water", "swamp", "dense_woods", "light_woods", "rough", "hill", "obstacle")
EDGES = ("north", "east", "south", "west")  # in the order in which a quarter to the right leads on
SECTIONS = (
    ("", ("rules", "option", "side", "table", "home_edge")),
    ("Units", ()),
    ("Ground", ("area", "impassable")),
    ("The answer", ("expect",)),
)


class TableKind(NamedTuple):
    """A kind of answer on a table: name, description, rule sets, what to tell of a position, and hints.

    With a hint a position of the kind is proposed more often.
    """

    name: str
    sentence: str
    rulesets: tuple[str, ...]
    telling: str
    hints: frozenset[str]


class Small(NamedTuple):
    """A position with a wanted answer, and its description."""

    instance: Instance
    answer: Answer
    tells: str


def _encoding() -> Encoding:
    return rule_sets.from_file("generate/kinds_on_tables.lp")


@cache
def kinds() -> dict[str, TableKind]:
    """Return the kinds by their names, in the order in which they are listed."""
    world = alone(_encoding(), "")
    world.ground(("base", []))
    hints: dict[str, set[str]] = defaultdict(set)
    for name, hint in world.atoms("hint", 2):
        hints[text(name)].add(text(hint))
    by_name: dict[str, TableKind] = {}
    for _, name, ruleset, sentence, telling in sorted(world.atoms("kind", 5)):
        known_ = by_name.get(text(name))
        having = (*(known_.rulesets if known_ else ()), text(ruleset))
        by_name[text(name)] = TableKind(text(name), text(sentence), having, text(telling), frozenset(hints[text(name)]))
    return by_name


def find_kinds(names: Sequence[str], ruleset: str) -> list[TableKind]:
    """Return the kinds of some names.

    Raises UsageError for one that the rule set does not have.
    """
    chosen = []
    for name in dict.fromkeys(names):
        kind = kinds().get(name)
        if kind is None:
            raise UsageError(
                f"there is no kind {quote(name)} on a table; `pyrout generate --rules {ruleset} --list` names them"
            )
        if ruleset not in kind.rulesets:
            raise UsageError(
                f"the rule set {ruleset} has no positions of the kind {name}; choose --rules {kind.rulesets[0]}"
            )
        chosen.append(kind)
    return chosen


class TableSearch(Tries):
    """Looks for positions that are of some kinds at once, until its tries are used up or the deadline is over.

    `limits` are those of `Tries`.
    """

    def __init__(self, ruleset: str, sought: Sequence[TableKind], seed: int, **limits: Any) -> None:
        super().__init__(ruleset, "+".join(kind.name for kind in sought), seed, **limits)
        self._sought = sought
        self._hints = frozenset().union(*(kind.hints for kind in sought))

    def made(self) -> Iterator[Small]:
        """Yield positions of the kinds, all different, until the tries are used up.

        The same arguments give the same positions, however many of them are taken.
        """
        seen = set()
        while self.tried < self._tries and not self.late:
            self.show()
            number = min(AT_ONCE, self._tries - self.tried)
            proposals = [propose(self._random, self._ruleset, self._hints) for _ in range(number)]
            for proposal, answer in zip(proposals, _answered(proposals), strict=True):
                if self.late:
                    return
                self.tried += 1
                if not self._is_of_kinds(answer):
                    continue
                small = self._made_small(proposal)
                form = frozenset((f.name, f.args) for f in small.facts)
                if form not in seen:
                    seen.add(form)
                    self.found += 1
                    yield self._finished(small)

    def _is_of_kinds(self, answer: Answer | None) -> bool:
        if answer is None or not 0 < answer[ROUTER].routes_total <= self._most_routes:
            return False
        features = of(answer[ROUTER])
        return all(kind.name in features for kind in self._sought)

    def _made_small(self, instance: Instance) -> Instance:
        """Return the position without needless units, ground and facts, as far as the time allows."""
        pieces = [Piece("unit", Name(unit)) for unit in instance.units if unit != ROUTER]
        loose = ("area", "attacked", "goes_on", "die", "formed", "widest_stand", "rallies", "option", "moves_first")
        pieces += [Piece("fact", fact) for fact in instance.facts if fact.name in loose]
        while not self.late:  # what was needed only for what has gone since is not needed any more
            smaller = [(piece, without(instance, [piece])) for piece in pieces]
            smaller = [(piece, less) for piece, less in smaller if less.facts != instance.facts]
            answers = _answered([less for _, less in smaller])
            needless = [piece for (piece, _), answer in zip(smaller, answers, strict=True) if self._is_of_kinds(answer)]
            if not needless:
                break
            less = without(instance, needless)
            instance = less if self._is_of_kinds(*_answered([less])) else without(instance, needless[:1])
        return instance

    def _finished(self, instance: Instance) -> Small:
        (answer,) = _answered([instance])
        assert answer, "what has been answered has an answer"
        features = of(answer[ROUTER])
        tells = " ".join(
            kind.telling.format(unit=ROUTER, found=enumerate_words(features[kind.name])) for kind in self._sought
        )
        return Small(instance, answer, tells)


def _answered(instances: Sequence[Instance]) -> list[Answer | None]:
    """Return the answer to each position, or None where it has none that is whole."""
    questions: dict[int, Question] = {}
    for number, instance in enumerate(instances):
        with suppress(PyroutError):
            questions[number] = ask(check_facts(instance), units=(ROUTER,))
    lots = [[question] for question in questions.values()] if len(questions) < FEW else [list(questions.values())]
    answers = zip(questions, chain.from_iterable(map(solve_together, lots)), strict=True)
    whole = {number: answer for number, answer in answers if isinstance(answer, Answer) and answer.complete}
    return [whole.get(number) for number in range(len(instances))]


# ---------------------------------------------------------------------------------------------------------------------
# Answers as facts


def of(unit: UnitAnswer) -> dict[str, list[str]]:
    """Return the kinds of an answer, each with the names to tell."""
    world = alone(_encoding(), "".join(_facts(unit)))
    world.ground(("base", []))
    by_kind: dict[str, list[str]] = {text(kind): [] for (kind,) in world.atoms("is", 1)}
    for kind, what in sorted(world.atoms("found", 2)):
        if text(kind) in by_kind:
            by_kind[text(kind)].append(str(what.number) if what.type is SymbolType.Number else text(what))
    return by_kind


def _facts(unit: UnitAnswer) -> Iterator[str]:
    yield f"router({unit.id}). verdict({unit.verdict})."
    yield from (f"barred({way.way},{write_value(who)})." for way in unit.barred for who in way.because)
    for r, route in enumerate(unit.routes):
        yield f"fate({r},{route.fate})." if route.fate else ""
        for n, event in enumerate(route.events):
            yield f"event({r},{n},{event.turn},{event.unit},{event.does})."
            for key, value in event.notes:
                values = value if isinstance(value, tuple) else (value,)
                yield from (f"note({r},{n},{key},{_term(x)})." for x in values)
            yield from (
                f"cites({r},{n},{write_value(reason.rule)},{write_value(who)})."
                for reason in event.rules
                for who in reason.because
            )


def _term(value: int | float | str) -> str:
    if isinstance(value, float):
        return write_value(f"{value:g}")
    return str(value)


# ---------------------------------------------------------------------------------------------------------------------
# Proposals


class _Block(NamedTuple):
    """A block or an area from where to where, in inches; home is in the north."""

    x: int
    y: int
    x2: int
    y2: int

    def apart(self, other: _Block) -> bool:
        return self.x2 <= other.x or other.x2 <= self.x or self.y2 <= other.y or other.y2 <= self.y

    def inside(self) -> bool:
        return self.x >= 0 and self.x2 <= SIDE and self.y >= 0 and self.y2 <= DEEP


def propose(rnd: Random, ruleset: str, hints: Collection[str] = ()) -> Instance:
    """Return a random position, with hints (of `asp/generate/kinds_on_tables.lp`) more often of their kinds."""
    turns = rnd.randrange(4)
    facts = [_fact("rules", ruleset), _fact("side", "blue"), _fact("side", "red")]
    facts.append(_fact("table", *((DEEP, SIDE) if turns % 2 else (SIDE, DEEP))))
    facts += [_fact("home_edge", "blue", EDGES[turns]), _fact("home_edge", "red", EDGES[(turns + 2) % 4])]
    front = rnd.randint(2, 5)
    x, y = rnd.randint(6, 14), rnd.randint(*((9, 15) if "near_home" in hints else (2, 10)))
    taken = [_Block(x, y, x + front, y + rnd.randint(1, 2))]
    facts += _unit(ROUTER, "blue", taken[0], rnd.choice((0, 2)), turns, rnd)
    facts += _circumstances(rnd, ruleset, ROUTER)
    if ruleset == "retreat":
        facts.append(_fact("order", ROUTER, rnd.choice(("routed", "retreating"))))
        facts.append(
            _fact("threat", ROUTER, *turn_place(x + rnd.randint(0, front), max(0, y - rnd.randint(1, 4)), turns))
        )
    else:
        facts.append(_fact("order", ROUTER, "routed"))
        facts.append(_fact("widest_stand", ROUTER, rnd.randint(1, front)))
        facts.append(_fact("rallies", ROUTER, rnd.choice((2, 2, 3))))
    hinted = list(_hinted(rnd, taken[0], hints))
    for number in range(len(hinted) + rnd.randint(0, 2 if hinted else 4)):
        block, sort = hinted[number] if number < len(hinted) else (_ahead(rnd, taken), None)
        if block is None or not block.inside() or not all(block.apart(other) for other in taken):
            continue
        taken.append(block)
        if sort == "ground" or (sort is None and ruleset == "battlesystem" and rnd.random() < 0.35):
            facts.append(_area(rnd, block, turns))
            continue
        side = {"friend": "blue", "enemy": "red"}.get(sort or "") or rnd.choice(("blue", "blue", "red"))
        name = f"{'f' if side == 'blue' else 'e'}{number + 1}"
        facts += _unit(name, side, block, rnd.choice((0, 0, 2)), turns, rnd)
        if ruleset == "retreat" and rnd.random() < 0.6:
            facts.append(_fact("formed", name))
    return Instance("position", tuple(facts))


def _hinted(rnd: Random, router: _Block, hints: Collection[str]) -> Iterator[tuple[_Block, str]]:
    """Yield the blocks that the hints want before the router, with their sort. Some may have no room."""
    front = router.x2 - router.x
    for sort in sorted({"friend", "enemy", "ground"} & set(hints)):
        x, y = rnd.randint(router.x - 4, router.x2 - 1), router.y2 + rnd.randint(0, 4)
        yield _Block(x, y, max(x, router.x) + rnd.choice((1, 2, 4, 8)), y + rnd.randint(1, 2)), sort
    if "behind_a_friend" in hints:
        y = router.y2 + rnd.randint(4, 6)
        yield _Block(router.x, y, router.x + rnd.choice((1, front)), y + rnd.randint(1, 2)), "friend"
    beside = [(router.x, router.x2)] if "hemmed_in" in hints else []
    if "gap" in hints:
        left = rnd.randint(router.x - 1, router.x2)
        beside.append((left, left + rnd.randint(1, front)))
    for left, right in beside:
        for x, x2 in ((left - rnd.choice((3, 6, 12)), left), (right, right + rnd.choice((3, 6, 12)))):
            y = rnd.randint(router.y, router.y2 + 2)
            sort = rnd.choice(("ground", "ground", "enemy"))
            yield _Block(max(0, x), y, min(SIDE, x2), min(DEEP, y + rnd.randint(2, 8))), sort


def _ahead(rnd: Random, taken: Sequence[_Block]) -> _Block | None:
    """Somewhere before the router, where nobody stands; None where no room is found."""
    router = taken[0]
    for _ in range(8):
        wide = rnd.choice((2, 3, 4, 5, 6, 9, 12))
        x = rnd.randint(router.x - wide - 1, router.x2 + 1)
        y = router.y2 + rnd.randint(0, 8)
        block = _Block(x, y, x + wide, y + rnd.randint(1, 3))
        if block.inside() and all(block.apart(other) for other in taken):
            return block
    return None


def _circumstances(rnd: Random, ruleset: str, name: str) -> Iterator[Fact]:
    """Yield facts about a unit in later turns."""
    if ruleset != "retreat":
        return
    for turn in range(2, 5):
        drawn = rnd.random()
        if drawn < 0.15:
            yield _fact("attacked", name, turn)
        elif drawn < 0.35:
            yield _fact("goes_on", name, turn)


def _fact(name: str, *args: str | int) -> Fact:
    return Fact(name, tuple(Name(arg) if isinstance(arg, str) else arg for arg in args))


def _unit(name: str, side: str, block: _Block, facing: int, turns: int, rnd: Random) -> Iterator[Fact]:
    """Yield a unit that faces home (0), or the other way (2)."""
    corner: tuple[int, int] = (block.x, block.y2) if facing == 0 else (block.x2, block.y)
    yield _fact("unit", name, side, rnd.choice(("infantry", "infantry", "cavalry")))
    yield _fact("stands_at", name, *turn_place(*corner, turns))
    yield _fact("facing", name, EDGES[(facing + turns) % 4])
    yield _fact("frontage", name, block.x2 - block.x)
    yield _fact("depth", name, block.y2 - block.y)
    yield _fact("movement", name, rnd.randint(4, 10))
    yield _fact("rating", name, rnd.randint(8, 12))


def _area(rnd: Random, block: _Block, turns: int) -> Fact:
    xs, ys = zip(turn_place(block.x, block.y, turns), turn_place(block.x2, block.y2, turns), strict=True)
    corners: tuple[Value, ...] = (min(xs), min(ys), max(xs), max(ys))
    return Fact("area", (Name(rnd.choice((*GROUND, "water", "water"))), *corners))


def turn_place(x: int, y: int, turns: int) -> tuple[int, int]:
    """Return a place after this many quarter turns to the right."""
    wide, deep = SIDE, DEEP
    for _ in range(turns):
        x, y, wide, deep = y, wide - x, deep, wide
    return x, y


# ---------------------------------------------------------------------------------------------------------------------
# What is written


def lines(made: Small, heading: str) -> Iterator[str]:
    """Yield the file of a position."""
    answers = {unit.id: unit for unit in made.answer.units}
    known = list_known(made.instance, answers, [(ROUTER, kind) for kind in STATED])
    yield from lines_of((made.tells, heading), made.instance, known, SECTIONS)
