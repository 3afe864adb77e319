"""Encodings as lists of statements: so that what cannot fire is left out, and many positions are worked out in one grounding.

An encoding says what holds of one position. For many at once every atom gets one more argument in front, its *world*,
which is the number of the position; the parameters of a program part become variables, and an atom `go__PART(Call,World,..)`
in the body of its rules names the worlds and arguments that a call is about. What is written in `asp/` stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from . import cache as kept

Signature = tuple[str, int]

_TOKEN = re.compile(
    r"""(?P<skip>\s+|%\*(?s:.*?)\*%|%[^\n]*)
    |"(?:[^"\\]|\\.)*"|\#[a-z]+|[_']*[a-z][\w']*|[_']*[A-Z][\w']*|\d+|\.\.|:-|[!<>]=|.""",
    re.VERBOSE,
)
_TERM_GOES_ON = frozenset(("=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "\\", "**", "..", "&", "?", "^"))
_NAME = re.compile(r"[_']*[a-z]")
_WORLD, _CALL, _NAMED = "World__", "call__", "Any{}__"


class Statement(NamedTuple):
    """A rule or a `#show` of an encoding.

    `head` begins the part that it stands in, as text, for one position and for many; `text` is what it says of one
    position, `many` of many. `gives` are the signatures of its head, `needs` those of the literals of its body that are
    not negated; a pool has several.
    """

    part: str
    head: str
    text: str
    many: str
    gives: tuple[Signature, ...]
    needs: tuple[tuple[Signature, ...], ...]


class _Atom(NamedTuple):
    """An atom: from which token to which, its signatures, whether it is in the head, and whether a literal of the body."""

    at: int
    last: int
    signatures: tuple[Signature, ...]
    given: bool
    needed: bool


def at_hand(encoding: str) -> bool:
    """Whether the statements of an encoding are known, or will be the next time: for one position alone finding them takes
    longer than they save."""
    return encoding in _found or kept.folder() is not None


_found: dict[str, tuple[Statement, ...]] = {}


def statements(encoding: str) -> tuple[Statement, ...]:
    """The statements of an encoding that clingo accepts, in order. They are kept on disk: finding them takes longer than
    most positions."""
    if encoding in _found:
        return _found[encoding]
    name = kept.key("encoding", encoding, _TOKEN.pattern, _NAMED)
    found = kept.taken(name, _decoded)
    if found is None:
        found = tuple(_statements(encoding))
        kept.write(name, json.dumps(found, separators=(",", ":")).encode())
    _found[encoding] = found
    return found


def _decoded(raw: bytes) -> tuple[Statement, ...]:
    return tuple(
        Statement(part, head, text, many, _pairs(gives), tuple(_pairs(several) for several in needs))
        for part, head, text, many, gives, needs in json.loads(raw)
    )


def _pairs(listed: list[tuple[str, int]]) -> tuple[Signature, ...]:
    return tuple((name, arity) for name, arity in listed)


def _statements(encoding: str) -> Iterator[Statement]:
    part, head = "base", "#program base."
    parameters: tuple[str, ...] = ()
    tokens: list[str] = []
    for match in _TOKEN.finditer(encoding):
        if match.lastgroup:
            continue
        token = match[0]
        if token != ".":
            tokens.append(token)
            continue
        if tokens[0] == "#program":
            part, parameters, head = tokens[1], tuple(tokens[3:-1:2]), f"{_text(tokens)}"
        elif tokens[0] == "#show":
            many = f"#show {tokens[1]}/{int(tokens[3]) + 1}."
            yield Statement(part, head, _text(tokens), many, (), ())
        elif tokens[0] != "#defined":
            atoms = list(_atoms(tokens))
            _name_unnamed(tokens, atoms)
            gives = tuple(s for atom in atoms if atom.given for s in atom.signatures)
            needs = tuple(atom.signatures for atom in atoms if atom.needed)
            yield Statement(part, head, _text(tokens), _in_worlds(part, parameters, tokens, atoms), gives, needs)
        tokens = []


def _name_unnamed(tokens: list[str], atoms: Iterable[_Atom]) -> None:
    """Gives each `_` of the literals of a body that are not negated a name, which says the same: for whatever is left unnamed
    clingo keeps a table of its own, and goes through all of them whenever anything is grounded."""
    number = 0
    for atom in atoms:
        for at in range(atom.at, atom.last):
            if atom.needed and tokens[at] == "_":
                number += 1
                tokens[at] = _NAMED.format(number)


def _text(tokens: Iterable[str]) -> str:
    return (
        "".join([f" {token} " if token in ("not", "#program", "#show") else token for token in tokens]).lstrip() + "."
    )


def _atoms(tokens: list[str]) -> Iterator[_Atom]:
    head, wanted, negated = True, True, False
    tuple_of_aggregate = False  # of an aggregate's element, what stands before the colon
    aggregates: list[bool] = []  # for each brace that is open, whether it is an aggregate's
    at, end = 0, len(tokens)
    while at < end:
        token = tokens[at]
        if token == "(":
            at = _closing(tokens, at)
            wanted = False
        elif token == ":-":
            head, wanted, negated = False, True, False
        elif token == "not":
            negated = True
        elif token == "{":
            aggregates.append(at > 0 and tokens[at - 1][0] == "#")
            tuple_of_aggregate, wanted, negated = aggregates[-1], True, False
        elif token == "}":
            aggregates.pop()
            tuple_of_aggregate, wanted = False, False
        elif token == ";":
            tuple_of_aggregate = bool(aggregates) and aggregates[-1]
            wanted, negated = True, False
        elif token == ":":
            tuple_of_aggregate, wanted, negated = False, True, False
        elif token == ",":
            wanted, negated = True, False
        elif wanted and not tuple_of_aggregate and _NAME.match(token):
            called = at + 1 < end and tokens[at + 1] == "("
            last = _closing(tokens, at + 1) if called else at
            after = tokens[last + 1] if last + 1 < end else ""
            if after not in _TERM_GOES_ON:
                signatures = tuple(_signatures(tokens, at, last)) if called else ((token, 0),)
                plain = not aggregates and after != ":" and tokens[at - 1] != ":"
                chosen = bool(aggregates) and not _after_colon(tokens, at)
                yield _Atom(at, last, signatures, head and (plain or chosen), plain and not head and not negated)
            at, wanted = last, False
        else:
            wanted = False
        at += 1


def _after_colon(tokens: list[str], at: int) -> bool:
    """Whether a colon stands between an atom in braces and the brace or semicolon before it."""
    return next((token for token in reversed(tokens[:at]) if token in ("{", ";", ":")), "") == ":"


def _closing(tokens: list[str], at: int) -> int:
    """Where the bracket that opens there is closed."""
    depth = 0
    for place in range(at, len(tokens)):
        token = tokens[place]
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
            if not depth:
                return place
    raise ValueError(f"a bracket is not closed: {_text(tokens)}")


def _signatures(tokens: list[str], at: int, last: int) -> Iterator[Signature]:
    depth, arity = 0, 1
    for token in tokens[at + 1 : last]:
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        elif depth == 1 and token == ",":
            arity += 1
        elif depth == 1 and token == ";":
            yield tokens[at], arity
            arity = 1
    yield tokens[at], arity


def _in_worlds(part: str, parameters: tuple[str, ...], tokens: list[str], atoms: Iterable[_Atom]) -> str:
    """A statement about one position as one about many."""
    changed = [
        _variable(token) if token in parameters and tokens[at + 1 : at + 2] != ["("] else token
        for at, token in enumerate(tokens)
    ]
    bound = False
    for atom in atoms:
        bound = bound or atom.needed
        if atom.last == atom.at:
            changed[atom.at] += f"({_WORLD})"
            continue
        depth = 0
        for at in range(atom.at + 1, atom.last):
            token = tokens[at]
            if token == "(":
                depth += 1
            elif token == ")":
                depth -= 1
            if depth == 1 and token in "(;":
                changed[at] += f"{_WORLD},"
    guard = ""
    if part != "base":
        guard = f"{called(part)}({','.join([_CALL, _WORLD, *map(_variable, parameters)])})"
    elif not bound:
        guard = f"world({_WORLD})"
    if guard and ":-" in tokens:
        changed[tokens.index(":-")] += f"{guard},"
    elif guard:
        changed.append(f":-{guard}")
    return _text(changed)


def _variable(parameter: str) -> str:
    return f"{parameter.upper()}__"


def called(part: str) -> str:
    """The predicate that says for which call, in which worlds and with which arguments a part is wanted."""
    return f"go__{part}"


class Waiting:
    """Statements of encodings that are not on a control yet. Those of a part go there when it is grounded, and only if
    whatever they need can be there by then: clingo takes its time for each statement, also for one that never fires."""

    def __init__(self, *, many: bool = False) -> None:
        self._parts: dict[str, list[Statement]] = {}
        self._many = many
        self._known: set[Signature] = set()  # of which there are atoms

    def add(self, encoding: str) -> None:
        """The statements of a further encoding wait, too."""
        for statement in statements(encoding):
            self._parts.setdefault(statement.part, []).append(statement)

    def ready(self, parts: Iterable[str], there: Callable[[Signature], bool]) -> str:
        """Takes out the statements of some parts that can fire when these parts are grounded together, as a program. `there`
        says whether there are atoms of a signature before."""
        parts = dict.fromkeys(parts)
        left = [statement for part in parts for statement in self._parts.get(part, ())]
        known = dict.fromkeys(self._known, True)
        found: list[Statement] = []
        number = -1
        while len(found) > number:
            number = len(found)
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
                    found.append(statement)
                    for signature in statement.gives:
                        known[signature] = True
            left = later
        self._known = {signature for signature, is_there in known.items() if is_there}
        waiting: dict[str, list[Statement]] = {part: [] for part in parts}
        for statement in left:
            waiting[statement.part].append(statement)
        self._parts.update(waiting)
        lines, head = [], ""
        for statement in found:
            if statement.head != head:
                head = statement.head
                lines.append(_head_of_many(statement.part) if self._many else head)
            lines.append(statement.many if self._many else statement.text)
        return "\n".join(lines)


def _head_of_many(part: str) -> str:
    return "#program base." if part == "base" else f"#program {part}({_CALL})."
