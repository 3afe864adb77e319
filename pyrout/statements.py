"""Encodings as lists of statements: those that cannot fire are left out, and many positions are grounded in one call.

An encoding says what holds of one position. In a statement every atom has one more argument in front, its *world*, which
is the number of the position. Of one position alone it is left out again. The parameters of a program part become
variables, and an atom `go__PART(Call,World,..)` in the body of its rules names the worlds and arguments of a call.
`asp/worlds.py` writes the statements into `asp/worlds/`; `pyrout/worlds.py` translates what is not there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

Signature = tuple[str, int]
Constants = tuple[tuple[int, str], ...]  # the place of an argument, from 0, and the constant or functor there

WORLD, CALL = "World__", "call__"


class Pattern:
    """The atoms of a signature that have some constants: one object for all that are equal."""

    __slots__ = ("constants", "signature")

    def __init__(self, signature: Signature, constants: Constants) -> None:
        self.signature, self.constants = signature, constants


@cache
def pattern(name: str, arity: int, *constants: tuple[int, str]) -> Pattern:
    """Return the pattern of the atoms that have these constants in their places."""
    return Pattern((name, arity), constants)


class Statement(NamedTuple):
    """A rule or a `#show` of an encoding.

    `text` is what stands in the part, with worlds. `gives` are patterns of the atoms of its head, `needs` those of the
    literals of its body that are not negated; a pool has several.
    """

    part: str
    text: str
    gives: tuple[Pattern, ...]
    needs: tuple[tuple[Pattern, ...], ...]


def row_of(statement: Statement) -> list[Any]:
    """Return the row of a statement in a file of `asp/worlds/`."""
    gives, *needs = (
        [[*each.signature, *each.constants] for each in some] for some in (statement.gives, *statement.needs)
    )
    return [statement.part, statement.text, gives, needs]


def decode(row: Any) -> Statement:
    """Return a statement from its row in a file of `asp/worlds/`."""
    part, text, gives, needs = row
    return Statement(part, text, _patterns(gives), tuple(map(_patterns, needs)))


def _patterns(listed: Iterable[Sequence[Any]]) -> tuple[Pattern, ...]:
    return tuple(pattern(name, arity, *map(tuple, constants)) for name, arity, *constants in listed)


class Piece:
    """A text of an encoding, equal to itself alone; its statements are read when they are first asked for."""

    def __init__(self, text: str, read: Callable[[str], Sequence[Statement]]) -> None:
        self.text = text
        self._read = read

    @cached_property
    def statements(self) -> Sequence[Statement]:
        return self._read(self.text)


Encoding = Sequence[Piece]


def call_predicate(part: str) -> str:
    """Return the predicate of the calls, worlds and arguments for which a part is grounded."""
    return f"go__{part}"


_WORLD = re.compile(rf"\({WORLD}\)|\b{WORLD},|,{WORLD}(?=\))")


@cache
def without_worlds(text: str) -> str:
    """Return a statement as it holds of the only position on a control: an argument more in each atom costs a fifth."""
    return _WORLD.sub("", text)


class Waiting:
    """Statements that are not on a control yet.

    Those of a part go there when it is grounded, and only if atoms of whatever they need can be there by then: clingo
    takes its time for each statement, also for one that never fires. `alone`: there is one position, and no world.
    """

    def __init__(self, *, alone: bool = False) -> None:
        self._alone = alone
        self._parts: dict[str, list[Statement]] = {}
        self._on: dict[str, list[Statement]] = {}  # those on the control, of parts that may be grounded again
        self._added: set[Piece] = set()
        self._stated: dict[Signature, set[tuple[int, str]]] = {}  # constants of facts in their places
        self._facts: set[tuple[str, ...]] = set()  # predicate and constants
        self._derived: dict[Signature, set[Constants]] = {}  # those of atoms that statements may derive

    def add(self, encoding: Encoding) -> None:
        """Let the statements of a further encoding wait, too, but for those of pieces that were added before."""
        for piece in encoding:
            if piece not in self._added:
                self._added.add(piece)
                for statement in piece.statements:
                    self._parts.setdefault(statement.part, []).append(statement)

    def state(self, name: str, arguments: Sequence[str]) -> None:
        """Let a fact be there, with a constant or functor in each place."""
        self._stated.setdefault((name, len(arguments)), set()).update(enumerate(arguments))
        self._facts.add((name, *arguments))

    def ready(self, parts: Iterable[str], there: Callable[[Signature], bool]) -> str:
        """Take out the statements that can fire when some parts are grounded together, as a program.

        `there` says whether atoms of a signature are on the control that statements derived.
        """
        parts = dict.fromkeys(parts)
        known: dict[Signature, bool] = {}
        met: dict[Pattern, bool] = {}
        unmet: dict[Signature, list[Pattern]] = defaultdict(list)
        blocked: dict[Signature, list[Statement]] = defaultdict(list)  # by a signature that they need

        def meets(pattern: Pattern) -> bool:
            signature = pattern.signature
            if signature not in known:
                known[signature] = signature in self._stated or (signature in self._derived and there(signature))
            met[pattern] = known[signature] and (not pattern.constants or self._may_have(pattern))
            if not met[pattern]:
                unmet[signature].append(pattern)
            return met[pattern]

        def lacks(statement: Statement) -> Sequence[Pattern]:
            for patterns in statement.needs:
                for pattern in patterns:
                    if met[pattern] if pattern in met else meets(pattern):
                        break
                else:
                    return patterns
            return ()

        def derive(given: Pattern) -> Sequence[Statement]:
            derived = self._derived.setdefault(given.signature, set())
            if given.constants in derived and known.get(given.signature):
                return ()
            derived.add(given.constants)
            known[given.signature] = True
            for pattern in unmet.pop(given.signature, ()):
                del met[pattern]
            return blocked.pop(given.signature, ())

        firing: list[Statement] = []
        left = [statement for kept in (self._on, self._parts) for part in parts for statement in kept.get(part, ())]
        while left:
            statement = left.pop()
            lacking = lacks(statement)
            for pattern in lacking:
                blocked[pattern.signature].append(statement)
            if not lacking:
                firing.append(statement)
                for given in statement.gives:
                    left += derive(given)
        return self._program(parts, firing)

    def _may_have(self, pattern: Pattern) -> bool:
        """Return True if an atom that may be there has the constants of a pattern in their places."""
        (name, arity), constants = pattern.signature, pattern.constants
        if len(constants) == arity:
            if (name, *(constant for _, constant in constants)) in self._facts:
                return True
        elif self._stated.get(pattern.signature, set()).issuperset(constants):
            return True
        wanted = dict(constants)
        return any(
            all(wanted.get(place, constant) == constant for place, constant in given)
            for given in self._derived.get(pattern.signature, ())
        )

    def _program(self, parts: Iterable[str], firing: Iterable[Statement]) -> str:
        """Return the statements that fire and are not on the control yet, which they are then."""
        chosen = set(map(id, firing))
        lines = []
        for part in parts:
            waiting = self._parts.get(part, ())
            new = [statement for statement in waiting if id(statement) in chosen]
            self._parts[part] = [statement for statement in waiting if id(statement) not in chosen]
            if part != "base":  # which is grounded once
                self._on.setdefault(part, []).extend(new)
            lines.append("#program base." if part == "base" else f"#program {part}({CALL}).")
            lines += [without_worlds(statement.text) if self._alone else statement.text for statement in new]
        return "\n".join(lines)
