"""Encodings as lists of statements: those that cannot fire are left out, and many positions are grounded in one call.

An encoding says what holds of one position. In a statement every atom has one more argument in front, its *world*, which
is the number of the position. Of one position alone it is left out again. The parameters of a program part become
variables, and an atom `go__PART(Call,World,..)` in the body of its rules names the worlds and arguments of a call.
`asp/worlds.py` writes the statements into `asp/worlds/`; `pyrout/worlds.py` translates what is not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

Signature = tuple[str, int]

WORLD, CALL = "World__", "call__"


class Statement(NamedTuple):
    """A rule or a `#show` of an encoding.

    `text` is what stands in the part, with worlds. `gives` are the signatures of its head, `needs` those of the literals
    of its body that are not negated; a pool has several.
    """

    part: str
    text: str
    gives: tuple[Signature, ...]
    needs: tuple[tuple[Signature, ...], ...]


def decode(row: Any) -> Statement:
    """Return a statement from its row in a file of `asp/worlds/`."""
    part, text, gives, needs = row
    return Statement(part, text, _pairs(gives), tuple(map(_pairs, needs)))


def _pairs(listed: Iterable[Sequence[Any]]) -> tuple[Signature, ...]:
    return tuple((name, arity) for name, arity in listed)


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
        self._known: set[Signature] = set()  # of which there are atoms
        self._added: set[Piece] = set()

    def add(self, encoding: Encoding) -> None:
        """Let the statements of a further encoding wait, too, but for those of pieces that were added before."""
        for piece in encoding:
            if piece not in self._added:
                self._added.add(piece)
                for statement in piece.statements:
                    self._parts.setdefault(statement.part, []).append(statement)

    def ready(self, parts: Iterable[str], there: Callable[[Signature], bool]) -> str:
        """Take out the statements that can fire when some parts are grounded together, as a program.

        `there` says whether there are atoms of a signature before.
        """
        parts = dict.fromkeys(parts)
        left = [statement for part in parts for statement in self._parts.get(part, ())]
        known = dict.fromkeys(self._known, True)
        statements: list[Statement] = []
        number = -1
        while len(statements) > number:
            number = len(statements)
            later = []
            for statement in left:
                for signatures in statement.needs:
                    for signature in signatures:
                        if signature not in known:
                            known[signature] = there(signature)
                        if known[signature]:
                            break
                    else:
                        later.append(statement)
                        break
                else:
                    statements.append(statement)
                    for signature in statement.gives:
                        known[signature] = True
            left = later
        self._known = {signature for signature, is_there in known.items() if is_there}
        waiting: dict[str, list[Statement]] = {part: [] for part in parts}
        for statement in left:
            waiting[statement.part].append(statement)
        self._parts.update(waiting)
        lines, part = [], ""
        for statement in statements:
            if statement.part != part:
                part = statement.part
                lines.append("#program base." if part == "base" else f"#program {part}({CALL}).")
            lines.append(without_worlds(statement.text) if self._alone else statement.text)
        return "\n".join(lines)
