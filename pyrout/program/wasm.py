"""clingo compiled to WebAssembly, with the part of the interface of its Python module that `control` and `route_program` use.

A page that runs pyrout in a browser registers the compiled clingo as the module `pyrout_clingo` before `control` is imported;
its functions and the form of what they leave to be read are those of `site/clingo.cc`. Symbols are sent once and
kept, so that two that are equal are the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple
from weakref import finalize

MODULE = "pyrout_clingo"
_BAD_ALLOC = 3
_NUMBER, _STRING, _FUNCTION = 1, 4, 5
_SATISFIABLE, _EXHAUSTED = 1, 4


class SymbolType(Enum):
    """The types of symbols; the values are clingo's."""

    Infimum = 0
    Number = 1
    String = 4
    Function = 5
    Supremum = 7


class Symbol:
    """A term: a number, a string, or a function, of which a constant is one without arguments.

    Made by `Number`, `String` and `Function` alone, so that equal symbols are one.
    """

    __slots__ = ("_text", "arguments", "name", "number", "string", "type")

    type: SymbolType
    number: int
    string: str
    name: str
    arguments: list[Symbol]
    _text: str

    def __init__(self, type_: SymbolType, **parts: object) -> None:
        self.type = type_
        for name, part in parts.items():
            setattr(self, name, part)

    def __str__(self) -> str:
        try:
            return self._text
        except AttributeError:
            self._text = self._written()
            return self._text

    def _written(self) -> str:
        if self.type is SymbolType.Number:
            return str(self.number)
        if self.type is SymbolType.String:
            return '"' + self.string.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'
        if self.type is SymbolType.Function:
            if not self.arguments and self.name:
                return self.name
            inside = ",".join(map(str, self.arguments))
            return f"{self.name}({inside},)" if not self.name and len(self.arguments) == 1 else f"{self.name}({inside})"
        return "#inf" if self.type is SymbolType.Infimum else "#sup"

    def __repr__(self) -> str:
        return f"<{self}>"

    def __lt__(self, other: Symbol) -> bool:
        return self._place() < other._place()

    def _place(self) -> tuple[Any, ...]:
        """Return the key of clingo's order: numbers, constants, strings, functions by arity, name and arguments."""
        if self.type is SymbolType.Number:
            return (1, self.number)
        if self.type is SymbolType.String:
            return (4, self.string.encode())
        if self.type is SymbolType.Function:
            if not self.arguments:
                return (2, self.name.encode())
            return (5, len(self.arguments), self.name.encode(), [argument._place() for argument in self.arguments])
        return (self.type.value,)


@cache
def Number(number: int) -> Symbol:
    return Symbol(SymbolType.Number, number=number)


@cache
def String(string: str) -> Symbol:
    return Symbol(SymbolType.String, string=string)


def Function(name: str, arguments: Sequence[Symbol] = ()) -> Symbol:
    return _function(name, tuple(arguments))


@cache
def _function(name: str, arguments: tuple[Symbol, ...]) -> Symbol:
    return Symbol(SymbolType.Function, name=name, arguments=list(arguments))


_ENDS = {kind.value: Symbol(kind) for kind in (SymbolType.Infimum, SymbolType.Supremum)}


class _Compiled:
    """The compiled clingo, with the strings and symbols that it has sent, by their numbers."""

    def __init__(self) -> None:
        self._clingo = import_module(MODULE)
        self._strings: list[str] = []
        self._symbols: list[Symbol] = []

    def control(self) -> int:
        """Return a new control.

        Raises MemoryError.
        """
        made = int(self._clingo.control())
        if not made:
            raise MemoryError(self._clingo.words())
        return made

    def free(self, control: int) -> None:
        self._clingo.free(control)

    def call(self, name: str, *arguments: object) -> None:
        """Make a call.

        Raises RuntimeError or MemoryError with clingo's words.
        """
        code = getattr(self._clingo, name)(*arguments)
        if code:
            raise (MemoryError if code == _BAD_ALLOC else RuntimeError)(self._clingo.words())

    def read(self, name: str, *arguments: object, width: int = 1) -> list[array[int]]:
        """Make a call that leaves rows of a number of words; return its columns.

        Raises as `call`.
        """
        self.call(name, *arguments)
        raw: bytes = self._clingo.taken().to_bytes()
        words = array("i")
        words.frombytes(raw[: len(raw) // 4 * 4])
        strings, symbols, rows = words[:3]
        told: list[array[int]] = []
        at = 3 + strings
        for _ in range(symbols):
            kind = words[at]
            end = at + (3 + words[at + 2] if kind == _FUNCTION else 2 if kind in (_NUMBER, _STRING) else 1)
            told.append(words[at:end])
            at = end
        place = 4 * (at + rows * width)
        for length in words[3 : 3 + strings]:
            self._strings.append(raw[place : place + length].decode())
            place += length
        for entry in told:
            self._symbols.append(self._told(entry))
        return [words[at + column : at + rows * width : width] for column in range(width)]

    def _told(self, entry: array[int]) -> Symbol:
        kind = entry[0]
        if kind == _FUNCTION:
            symbols = self._symbols
            return Function(self._strings[entry[1]], [symbols[argument] for argument in entry[3:]])
        if kind == _STRING:
            return String(self._strings[entry[1]])
        return Number(entry[1]) if kind == _NUMBER else _ENDS[kind]

    def symbols(self, numbers: array[int]) -> list[Symbol]:
        """Return symbols by their numbers."""
        known = self._symbols
        return [known[number] for number in numbers]


@cache
def _compiled() -> _Compiled:
    return _Compiled()


class Atom(NamedTuple):
    """An atom of a control."""

    symbol: Symbol


class _Atoms:
    """The atoms of a control, read anew once more was grounded."""

    def __init__(self, control: int) -> None:
        self._control = control
        self._read: dict[tuple[str, int], list[Atom]] = {}

    def forget(self) -> None:
        self._read.clear()

    def by_signature(self, name: str, arity: int) -> Iterator[Atom]:
        atoms = self._read.get((name, arity))
        if atoms is None:
            # A row has the literal and the kind of an atom, too, which nobody asks for.
            numbers, *_ = _compiled().read("atoms", self._control, name, arity, width=3)
            atoms = self._read[name, arity] = [Atom(symbol) for symbol in _compiled().symbols(numbers)]
        return iter(atoms)


class Model:
    """The current answer set of a search."""

    def symbols(self, *, shown: bool) -> list[Symbol]:
        assert shown
        return _compiled().symbols(_compiled().read("shown")[0])


class Result(NamedTuple):
    """The result of a search."""

    satisfiable: bool
    exhausted: bool


class Control:
    """A control of clingo that finds all answer sets.

    Of the options of `new_control` the heuristic is left out: it changes no answer.
    """

    def __init__(self, arguments: Sequence[str], logger: object = None, message_limit: int = 0) -> None:
        if [given for given in arguments if given != "--heuristic=None"] != ["--warn=none", "0"]:
            raise NotImplementedError("in a browser clingo finds all answer sets, in order")
        self._control = _compiled().control()
        self._free = finalize(self, _compiled().free, self._control)
        self.symbolic_atoms = _Atoms(self._control)

    def add(self, part: str, parameters: Sequence[str], program: str) -> None:
        assert not parameters
        _compiled().call("add", self._control, part, program)

    def ground(self, parts: Sequence[tuple[str, Sequence[Symbol]]]) -> None:
        self.symbolic_atoms.forget()
        lines = [line for name, arguments in parts for line in (name, *map(str, arguments), ".")]
        _compiled().call("ground", self._control, "\n".join(lines))

    def solve(
        self,
        assumptions: Sequence[tuple[Symbol, bool]] = (),
        on_model: Callable[[Model], bool | None] | None = None,
    ) -> Result:
        """Call `on_model` with every answer set until it returns False."""
        lines = "\n".join(f"{'+' if holds else '-'}{atom}" for atom, holds in assumptions)
        _compiled().call("solve", self._control, lines)
        try:
            while _compiled().read("next")[0][0]:
                if on_model is not None and on_model(Model()) is False:
                    break
        finally:
            (result,) = _compiled().read("end")[0]
        return Result(bool(result & _SATISFIABLE), bool(result & _EXHAUSTED))
