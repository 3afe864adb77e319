"""Encodings as lists of statements: those that cannot fire are left out, and many positions are grounded in one call.

An encoding says what holds of one position. In a statement every atom has one more argument in front, its *world*, which
is the number of the position. Of one position alone it is left out again. The parameters of a program part become
variables, and an atom `go__PART(Call,World,..)` in the body of its rules names the worlds and arguments of a call.
`pyrout/program/translate.py` translates an encoding into statements, which a wheel has in files, and a checkout in the cache.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from threading import RLock
from typing import Any, NamedTuple

Signature = tuple[str, int]
Constants = tuple[tuple[int, str], ...]  # the place of an argument, from 0, and the constant or functor there

WORLD, CALL = "World__", "call__"


class Pattern:
    """The atoms of a signature that have some constants: one object for all that are equal."""

    __slots__ = ("_meets", "_seen", "constants", "signature")

    def __init__(self, signature: Signature, constants: Constants) -> None:
        self.signature, self.constants = signature, constants
        self._meets: list[Need] = []
        self._seen = 0

    @property
    def meets(self) -> list[Need]:
        """The needs that such an atom may meet, of all statements read so far."""
        needs = _NEEDS[self.signature]
        if self._seen < len(needs):
            count = len(needs)
            self._meets += [need for need in needs[self._seen : count] if any(map(self.agrees, need.patterns))]
            self._seen = count
        return self._meets

    def agrees(self, other: Pattern) -> bool:
        """Return True if an atom can be of both patterns."""
        if not (self.constants and other.constants):
            return self.signature == other.signature
        constants = dict(self.constants)
        return self.signature == other.signature and all(
            constants.get(place, constant) == constant for place, constant in other.constants
        )


@cache
def pattern(name: str, arity: int, *constants: tuple[int, str]) -> Pattern:
    """Return the pattern of the atoms that have these constants in their places."""
    return Pattern((name, arity), constants)


_NEEDS: dict[Signature, list[Need]] = defaultdict(list)


class Need:
    """A literal of a body, which an atom of one of some patterns meets: one object for all that are equal.

    `statements` are those with this need, of all read so far.
    """

    __slots__ = ("patterns", "statements")

    def __init__(self, patterns: tuple[Pattern, ...]) -> None:
        self.patterns = patterns
        self.statements: list[Statement] = []


@cache
def _need(patterns: tuple[Pattern, ...]) -> Need:
    need = Need(patterns)
    for signature in {pattern.signature for pattern in patterns}:
        _NEEDS[signature].append(need)
    return need


@dataclass(eq=False, slots=True)
class Statement:
    """A rule or a `#show` of an encoding, equal to itself alone.

    `text` is what stands in the part, with worlds. `gives` are patterns of the atoms of its head, `needs` those of the
    literals of its body that are not negated; a pool has several.
    """

    part: str
    text: str
    gives: tuple[Pattern, ...]
    needs: tuple[tuple[Pattern, ...], ...]


def written(pieces: Iterable[Iterable[Statement]]) -> list[Any]:
    """Return the statements of pieces for JSON: the patterns, and a row for each statement, which has their numbers."""
    numbers: dict[Pattern, int] = {}

    def numbered(patterns: Iterable[Pattern]) -> list[int]:
        return [numbers.setdefault(each, len(numbers)) for each in patterns]

    rows = [[[s.part, s.text, numbered(s.gives), *map(numbered, s.needs)] for s in piece] for piece in pieces]
    return [[[*each.signature, *each.constants] for each in numbers], rows]


def decode(listed: Any) -> list[list[Statement]]:
    """Return the statements of pieces that were written."""
    patterns, pieces = listed
    get = [pattern(name, arity, *map(tuple, constants)) for name, arity, *constants in patterns].__getitem__
    return [
        [
            Statement(part, text, tuple(map(get, gives)), tuple([tuple(map(get, need)) for need in needs]))
            for part, text, gives, *needs in piece
        ]
        for piece in pieces
    ]


_before: list[Callable[[], object]] = []


def before_translating(tell: Callable[[], object]) -> None:
    """Have a function called once, before this process translates its first encoding."""
    _before.append(tell)


def translating() -> None:
    """Call the functions that wait for a translation."""
    while _before:
        _before.pop()()


class Piece:
    """A text of an encoding, equal to itself alone; its statements are read when they are first asked for."""

    def __init__(self, text: str, read: Callable[[], Sequence[Statement]]) -> None:
        self.text = text
        self._read = read
        self._linked: Linked | None = None

    @cached_property
    def statements(self) -> Sequence[Statement]:
        return self._read()

    @property
    def linked(self) -> Linked:
        """The statements by part and need; from now on a need that is met finds them."""
        with _LINKING:  # two threads would link them twice
            if self._linked is None:
                self._linked = _link(self.statements)
            return self._linked


class Linked(NamedTuple):
    """Statements of a piece by part and by need, how many needs each has, and the signatures of these."""

    parts: dict[str, list[Statement]]
    needing: dict[Need, list[Statement]]
    unmet: dict[Statement, int]
    signatures: set[Signature]


def _link(statements: Iterable[Statement]) -> Linked:
    linked = Linked(defaultdict(list), defaultdict(list), {}, set())
    for statement in statements:
        linked.parts[statement.part].append(statement)
        needs = set(map(_need, statement.needs))
        linked.unmet[statement] = len(needs)
        for need in needs:
            linked.needing[need].append(statement)
            need.statements.append(statement)
    linked.signatures.update(pattern.signature for need in linked.needing for pattern in need.patterns)
    return linked


_LINKING = RLock()


Encoding = Sequence[Piece]


def call_predicate(part: str) -> str:
    """Return the predicate of the calls, worlds and arguments for which a part is grounded."""
    return f"go__{part}"


_GUARD = re.compile(rf" :- (?:world|{call_predicate('')}\w+\({CALL}\))(?:(; )|\.$)")


@cache
def without_worlds(text: str) -> str:
    """Return a statement as it holds of the only position on a control: an argument more in each atom costs a fifth.

    Nor has it the call of a part without arguments: for clingo a rule without a body is a fact, which costs next to nothing.
    """
    alone = text.replace(f"({WORLD})", "").replace(f"{WORLD},", "").replace(f",{WORLD})", ")")
    return _GUARD.sub(lambda guard: " :- " if guard[1] else ".", alone)


class PendingStatements:
    """Statements that are not on a control yet.

    Those of a part go there when it is grounded, and only if atoms of whatever they need can be there by then: clingo
    takes its time for each statement, also for one that never fires. `alone`: there is one position, and no world.

    Each statement counts its unmet needs. A need is met by a fact, or by the head of a statement that lacks nothing, until
    the next call shows that its signature has no atoms after all.
    """

    def __init__(self, *, alone: bool = False) -> None:
        self._alone = alone
        self._added: set[Piece] = set()
        self._parts: dict[str, list[Statement]] = defaultdict(list)
        self._on: set[Statement] = set()  # those on the control
        self._unmet: dict[Statement, int] = {}
        self._met: set[Need] = set()
        self._stated: dict[Signature, set[tuple[int, str]]] = {}  # constants of facts in their places
        self._facts: set[tuple[str, ...]] = set()  # predicate and constants
        self._derived: dict[Signature, set[Pattern]] = {}  # of atoms that statements may derive
        self._unsure: set[Signature] = set()  # those derived for the first time in the last call: are there atoms?
        self._new: set[Signature] = set()  # those with facts or needs since the last call

    def add(self, encoding: Encoding) -> None:
        """Let the statements of a further encoding wait, too, but for those of pieces that were added before."""
        for piece in encoding:
            if piece not in self._added:
                self._added.add(piece)
                linked = piece.linked
                self._unmet.update(linked.unmet)
                self._new |= linked.signatures
                for part, statements in linked.parts.items():
                    self._parts[part] += statements
                for need in linked.needing.keys() & self._met:
                    for statement in linked.needing[need]:
                        self._unmet[statement] -= 1

    def state(self, name: str, arguments: Sequence[str]) -> None:
        """Let a fact be there, with a constant or functor in each place."""
        signature = name, len(arguments)
        self._stated.setdefault(signature, set()).update(enumerate(arguments))
        self._facts.add((name, *arguments))
        self._new.add(signature)

    def ready(self, parts: Iterable[str], there: Callable[[Signature], bool]) -> str:
        """Take out the statements that can fire when some parts are grounded together, as a program.

        `there` says whether atoms of a signature are on the control that statements derived.
        """
        parts = dict.fromkeys(parts)
        for signature in self._unsure:
            if signature not in self._stated and not there(signature):
                self._lose(signature)
        self._unsure.clear()
        for signature in self._new:
            if signature in self._stated or signature in self._derived:
                for need in _NEEDS[signature]:
                    if need not in self._met and any(map(self._may_have, need.patterns)):
                        self._meet(need)
        self._new.clear()
        firing = [statement for part in parts for statement in self._parts[part] if not self._unmet[statement]]
        for statement in firing:
            for given in statement.gives:
                if given.signature not in self._derived:
                    self._derived[given.signature] = set()
                    self._unsure.add(given.signature)
                if given not in self._derived[given.signature]:
                    self._derived[given.signature].add(given)
                    for need in given.meets:
                        if need not in self._met:
                            firing += [complete for complete in self._meet(need) if complete.part in parts]
        return self._program(parts, set(firing))

    def _meet(self, need: Need) -> list[Statement]:
        """Count down the statements with a need; return those that lack nothing any more."""
        self._met.add(need)
        complete = []
        for statement in need.statements:
            if statement in self._unmet:
                self._unmet[statement] -= 1
                if not self._unmet[statement]:
                    complete.append(statement)
        return complete

    def _lose(self, signature: Signature) -> None:
        """Count up again the statements whose needs only atoms of a signature had met, of which there are none."""
        del self._derived[signature]
        for need in self._met.intersection(_NEEDS.get(signature, ())):
            if not any(map(self._may_have, need.patterns)):
                self._met.remove(need)
                for statement in need.statements:
                    if statement in self._unmet:
                        self._unmet[statement] += 1

    def _may_have(self, pattern: Pattern) -> bool:
        """Return True if an atom that may be there has the constants of a pattern in their places."""
        (name, arity), constants = pattern.signature, pattern.constants
        if len(constants) == arity:
            if (name, *(constant for _, constant in constants)) in self._facts:
                return True
        elif pattern.signature in self._stated and self._stated[pattern.signature].issuperset(constants):
            return True
        return any(map(pattern.agrees, self._derived.get(pattern.signature, ())))

    def _program(self, parts: Iterable[str], firing: Container[Statement]) -> str:
        """Return the statements that fire and are not on the control yet, which they are then."""
        lines = []
        for part in parts:
            new = [statement for statement in self._parts[part] if statement in firing and statement not in self._on]
            self._on.update(new)
            lines.append("#program base." if part == "base" else f"#program {part}({CALL}).")
            lines += [without_worlds(statement.text) if self._alone else statement.text for statement in new]
        return "\n".join(lines)
