"""Ground positions part by part on a clingo control, installed or in a browser.

Nothing here knows a rule. `asp/README.md` has the order of the parts.
"""

from __future__ import annotations

import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..base import span
from ..errors import TimeLimit
from .statements import Encoding, PendingStatements, Signature, call_predicate

# A browser has clingo compiled to WebAssembly, which its page registers before anything of ours is imported.
if TYPE_CHECKING or "pyrout_clingo" not in sys.modules:
    from clingo.backend import Observer
    from clingo.control import Control
    from clingo.solving import Model
    from clingo.symbol import Function, Number, String, Symbol, SymbolType
else:
    Observer = None  # the clingo of a page has none
    from .wasm import Control, Function, Model, Number, String, Symbol, SymbolType

__all__ = [
    "Args",
    "Control",
    "Deadline",
    "Derived",
    "Field",
    "Function",
    "Model",
    "Number",
    "Part",
    "Proposer",
    "Row",
    "SharedControl",
    "String",
    "Symbol",
    "SymbolType",
    "World",
    "alone",
    "constant",
    "leg",
    "new_control",
    "plain",
    "sentence",
    "shown",
    "text",
]

Read = TypeVar("Read")

Args = list[Symbol]
Row = tuple[Any, ...]  # arguments as plain values: see `plain`
Part = tuple[str, Sequence[Symbol]]  # a program part to be grounded, with its arguments


def constant(name: str) -> Symbol:
    """Return a constant as clingo sees it."""
    return Function(name)


@lru_cache(maxsize=20_000)
def text(symbol: Symbol) -> str:
    """Return a constant or string of the answer as plain text."""
    return symbol.string if symbol.type is SymbolType.String else symbol.name


@lru_cache(maxsize=20_000)
def plain(symbol: Symbol) -> Any:
    """Return a number as int, a constant or string as text; a term with arguments stays a symbol."""
    if symbol.type is SymbolType.Number:
        return symbol.number
    return text(symbol) if symbol.type is SymbolType.String or not symbol.arguments else symbol


def sentence(symbol: Symbol | str) -> str:
    """Return a sentence of the answer, with its spans.

    It is a string, or a tuple that is read in its order: strings, names, numbers, facts, other sentences, and the forms
    of facts and actions that `asp/README.md` describes.
    """
    if isinstance(symbol, str):
        return symbol
    if symbol.type is SymbolType.String:
        return symbol.string
    return span.worded(_spans(symbol))


_MARKED: dict[str, Callable[..., str]] = {"fact": span.fact, "form": span.form, "only": span.only}


def _spans(symbol: Symbol) -> Iterator[str]:
    if symbol.type is SymbolType.String:
        yield symbol.string
    elif symbol.type is not SymbolType.Function:
        yield str(symbol)
    elif not symbol.name:
        for each in symbol.arguments:
            yield from _spans(each)
    elif not symbol.arguments:
        yield span.name(symbol.name)
    elif symbol.name in _MARKED:
        yield _MARKED[symbol.name](*map(text, symbol.arguments))
    elif symbol.name == "act":
        yield span.act(*map(text, symbol.arguments))
    else:
        yield span.fact(str(symbol))


def shown(model: Model, read: Callable[[Symbol], Read], known: dict[Any, Read]) -> list[Read]:
    """Return the shown atoms of an answer set as `read` makes them; `known` keeps each, for the next answer sets."""
    atoms = model.symbols(shown=True)
    # clingo's numbers hash faster than its symbols; a browser has one symbol for all that are equal.
    keys = getattr(atoms, "_p_symbols", atoms)
    return [known[key] if key in known else known.setdefault(key, read(atoms[n])) for n, key in enumerate(keys)]


class Deadline:
    """A moment after which work stops; seconds from now, or None for never."""

    def __init__(self, seconds: float | None) -> None:
        self.at = None if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float | None:
        """Return the seconds until then, or None."""
        return None if self.at is None else max(0.0, self.at - time.monotonic())

    @property
    def passed(self) -> bool:
        return self.at is not None and time.monotonic() >= self.at

    def check(self) -> None:
        """Raise TimeLimit once the moment has passed."""
        if self.passed:
            raise TimeLimit("time limit reached")


class SharedControl:
    """Many positions on one clingo control, each a world of its own.

    Each call of clingo has a price, however little it does; worlds share calls. `encoding` is that of one position, and
    `facts` are the facts of each as text. Atoms of the signatures `followed` are read call by call: those with a given
    first argument are complete once the last part with this argument is grounded.
    """

    def __init__(
        self,
        encoding: Encoding,
        facts: Sequence[str],
        followed: Iterable[tuple[str, int]] = (),
    ) -> None:
        self.control = new_control()
        if Observer is not None:  # it takes the place of the solver, who would get each rule: nothing is solved here
            self.control.register_observer(Observer(), replace=True)
        self._alone = len(facts) == 1  # then there is no world in the atoms
        self._waiting = PendingStatements(alone=self._alone)
        self._waiting.add(encoding)
        self._added: set[str] = set()
        self._calls = 0
        self._indices: dict[tuple[str, int], dict[int, list[Args]]] = {}
        self._followed = () if self._alone else tuple(followed)  # alone, all atoms are those of the position
        self._come: dict[tuple[int, Symbol, str], list[Args]] = defaultdict(list)
        text = []
        for number, given in enumerate(facts):
            text.append(("" if self._alone else f"world({number}).\n") + self._state(given, number))
        self.control.add("base", [], "\n".join(text))
        self.worlds = tuple(World(self, number) for number in range(len(facts)))

    def add(self, encoding: Encoding) -> None:
        """Add a further encoding, unless it is there."""
        self._waiting.add(encoding)

    def ground(self, wanted: Iterable[tuple[World, Sequence[Part]]]) -> None:
        """Ground parts of several worlds in one call; `base` is that of all of them.

        Whoever has a time limit looks at the clock before he notes that they are grounded.
        """
        self._indices.clear()
        self._calls += 1
        call = Number(self._calls)
        names: dict[str, None] = {}
        rows = []
        about: dict[tuple[int, Symbol], None] = {}
        for world, parts in wanted:
            for name, arguments in parts:
                names[name] = None
                if name != "base" and (arguments or not self._alone):
                    number = [] if self._alone else [world.number]
                    rows.append(f"{call_predicate(name)}({','.join(map(str, [call, *number, *arguments]))}).")
                if self._followed and arguments:
                    about[world.number, arguments[0]] = None
        names.update(dict.fromkeys(self._following(call, about, rows)))
        ready = self._waiting.ready(names, self._there)
        called = [(f"called{call}", list[Symbol]())] if rows else []
        if rows:
            ready += f"\n#program called{call}.\n" + "\n".join(rows)
        self.control.add("base", [], ready)
        self.control.ground([*called, *((name, [] if name == "base" else [call]) for name in names)])
        for world in self.worlds:
            world.settled()
        self._read_come(call, about)

    def _following(self, call: Symbol, about: Collection[tuple[int, Symbol]], rows: list[str]) -> Iterator[str]:
        """Yield the part that reports the followed atoms of a call, and add its facts to `rows`.

        Neighbouring calls share a part: each further signature costs time in every call, as do its older atoms.
        """
        if about:
            part = f"come__{call.number // _CALLS_OF_ONE}"
            rows += [f"about__({call},{number},{first})." for number, first in about]
            if part not in self._added:
                self._added.add(part)
                rules = [f"#program {part}(call)."]
                for name, arity in self._followed:
                    others = "".join(f",X{n}" for n in range(1, arity))
                    rules.append(f"{part}(call,W,X,{name}(X{others})) :- about__(call,W,X), {name}(W,X{others}).")
                self.control.add("base", [], "\n".join(rules))
            yield part

    def _read_come(self, call: Symbol, about: Iterable[tuple[int, Symbol]]) -> None:
        for number, first in about:
            for name, _ in self._followed:
                self._come.pop((number, first, name), None)
        for atom in self.control.symbolic_atoms.by_signature(f"come__{call.number // _CALLS_OF_ONE}", 4):
            now, world, first, followed = atom.symbol.arguments
            if now == call:
                self._come[world.number, first, followed.name].append(followed.arguments)

    def follows(self, name: str, arity: int) -> bool:
        """Return True if the atoms of a signature are read as they come."""
        return (name, arity) in self._followed

    def come(self, world: int, first: Symbol, name: str) -> Sequence[Args]:
        """Return the atoms with this first argument, of a predicate that is followed."""
        return self._come.get((world, first, name), ())

    def assume(self, facts: str, world: int) -> None:
        """Add ground facts of a world, at once."""
        self.control.add("claim", [], self._state(facts, world))
        self.control.ground([("claim", [])])
        self._indices.clear()
        for each in self.worlds:
            each.settled()

    def _state(self, facts: str, world: int) -> str:
        """Return facts of a world as they go on the control.

        Raises ValueError for a text with anything else in it.
        """
        rows = list(_facts(facts))
        for name, arguments in rows:
            self._waiting.state(name, _constants(arguments))
        return facts if self._alone else "\n".join(f"{name}({world},{arguments})." for name, arguments in rows)

    def _there(self, signature: Signature) -> bool:
        name, arity = signature
        return any(True for _ in self.control.symbolic_atoms.by_signature(name, arity + (not self._alone)))

    def atoms(self, world: int, name: str, arity: int) -> Sequence[Args]:
        """Return the arguments of the atoms of a signature in one world."""
        index = self._indices.get((name, arity))
        if index is None:
            index = self._indices[name, arity] = defaultdict(list)
            atoms = self.control.symbolic_atoms
            if self._alone:
                index[0] = [atom.symbol.arguments for atom in atoms.by_signature(name, arity)]
            else:
                for atom in atoms.by_signature(name, arity + 1):
                    first, *others = atom.symbol.arguments
                    index[first.number].append(others)
        return index.get(world, ())


class Field(NamedTuple):
    """A field of an answer: the atoms with one thing in front that it is made of, and how."""

    name: str
    predicate: str
    arity: int
    made: Callable[[Sequence[Row]], Any]


class World:
    """A position on a control: by itself, or one of many."""

    def __init__(self, worlds: SharedControl, number: int) -> None:
        self.worlds, self.number = worlds, number
        self._indices: dict[tuple[str, int], dict[Symbol, list[Args]]] = {}

    def ground(self, *parts: Part) -> None:
        """Ground program parts in one call: as `SharedControl.ground`."""
        self.worlds.ground([(self, parts)])

    def settled(self) -> None:
        """Forget what was read before more was grounded."""
        self._indices.clear()

    def add(self, encoding: Encoding) -> None:
        """Add a further encoding, unless it is there; its parts can be grounded from then on."""
        self.worlds.add(encoding)

    def assume(self, facts: str) -> None:
        """Add ground facts, at once."""
        self.worlds.assume(facts, self.number)

    def atoms(self, name: str, arity: int) -> Iterator[Args]:
        """Yield the arguments of every atom of a signature, in no particular order."""
        return iter(self.worlds.atoms(self.number, name, arity))

    def of(self, first: Symbol, name: str, arity: int) -> Sequence[Args]:
        """Return the atoms of a signature whose first argument is the one given."""
        if self.worlds.follows(name, arity):
            return self.worlds.come(self.number, first, name)
        index = self._indices.get((name, arity))
        if index is None:
            index = self._indices[name, arity] = {}
            for args in self.atoms(name, arity):
                index.setdefault(args[0], []).append(args)
        return index.get(first, ())

    def rows(self, first: Symbol, name: str, arity: int) -> list[Row]:
        """Return the atoms whose first argument is the one given, without it, as plain values."""
        return [tuple([plain(arg) for arg in args[1:]]) for args in self.of(first, name, arity)]

    def table(self, name: str, arity: int) -> list[Row]:
        """Return every atom of a signature as plain values, in no particular order."""
        return [tuple([plain(arg) for arg in args]) for args in self.atoms(name, arity)]

    def fields(self, first: Symbol, table: Iterable[Field]) -> dict[str, Any]:
        """Return the fields of a table by their names, made of the atoms with this first argument."""
        return {field.name: field.made(self.rows(first, field.predicate, field.arity)) for field in table}


def alone(encoding: Encoding, facts: str) -> World:
    """Return a position on a control of its own."""
    return SharedControl(encoding, [facts]).worlds[0]


def _facts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the arguments of each fact of a text.

    Raises ValueError for anything else in it.
    """
    end = 0
    for fact in _FACT.finditer(text):
        if fact.start() != end:
            break
        yield fact[1], fact[2]
        end = fact.end()
    if end != len(text):
        raise ValueError(f"not a fact with arguments: {text[end : end + 60]}")


def _constants(arguments: str) -> list[str]:
    """Return the arguments of a fact; for a term with arguments only its functor: `step/2`."""
    if "(" not in arguments:
        return _ARGUMENT.findall(arguments)
    constants, begin, depth, commas = [], 0, 0, 0
    for token in _BREAK.finditer(arguments + ","):
        if token[0] == "," and not depth:
            argument = arguments[begin : token.start()].strip()
            constants.append(f"{argument[: argument.index('(')]}/{commas + 1}" if argument.endswith(")") else argument)
            begin, commas = token.end(), 0
        elif token[0] == "," and depth == 1:
            commas += 1
        elif token[0] in "()":
            depth += 1 if token[0] == "(" else -1
    return constants


_CALLS_OF_ONE = 8  # calls whose atoms that are followed are of one signature
_FACT = re.compile(r'\s*(\w+)\(((?:[^".:]|"(?:[^"\\]|\\.)*")*)\)\.\s*')
_ARGUMENT = re.compile(r'"(?:[^"\\]|\\.)*"|[^",\s]+')
_BREAK = re.compile(r'"(?:[^"\\]|\\.)*"|[(),]')


def leg(unit: Symbol, number: int) -> Symbol:
    """Return the name of a leg of a unit's rout."""
    return Function("leg", [unit, Number(number)])


def new_control(*options: str) -> Control:
    """Return a control that says nothing and enumerates all answer sets."""
    return Control(["--warn=none", "0", *options], logger=lambda code, message: None, message_limit=1)


class Derived:
    """The atoms that follow by an encoding from a table of facts, about no position: all of it is grounded at once."""

    def __init__(self, *texts: str) -> None:
        self._control = new_control()
        self._control.add("base", [], "".join(texts))
        self._control.ground([("base", [])])

    def atoms(self, name: str, arity: int) -> list[Args]:
        """Return the arguments of every atom of a signature, in no particular order."""
        return [atom.symbol.arguments for atom in self._control.symbolic_atoms.by_signature(name, arity)]


class Proposer:
    """Random answer sets of an encoding: the same seeds give the same ones."""

    def __init__(self, rules: str, facts: str) -> None:
        self._control = Control(["--warn=none", "1", "--rand-freq=1", "--sign-def=rnd"], message_limit=1)
        self._control.add("base", [], rules)
        self._control.add("base", [], facts)
        self._control.ground([("base", [])])

    def propose(self, seed: int) -> list[Symbol] | None:
        """Return the shown atoms of an answer set, sorted; None without one."""
        self._control.configuration.solver.seed = str(seed)  # type: ignore[union-attr]
        proposed: list[Symbol] = []

        def on_model(model: Model) -> None:
            proposed.extend(model.symbols(shown=True))

        result = self._control.solve(on_model=on_model)
        return sorted(proposed) if result.satisfiable else None
