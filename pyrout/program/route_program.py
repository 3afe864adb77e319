"""The ways through a finished graph: a program of their own, of which every answer set is one way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeVar

from . import rule_sets
from .control import Deadline, Function, Model, Number, Symbol, new_control, shown

Link = TypeVar("Link")

# Facts of a graph, each a predicate with its arguments.
Facts = Iterable[tuple[str, Sequence[Symbol]]]

CHECKED = 64  # ways between two looks at the clock


class Walk:
    """The ways through one graph.

    `facts` are those that `asp/rout/route.lp` asks for. A node of the graph is what `origin` and `transition` name: clingo
    gets its number.
    """

    def __init__(self, ruleset: str, facts: Facts) -> None:
        rows = list(facts)
        named = (node for name, arguments in rows if name in ("origin", "transition") for node in arguments)
        self._nodes = list(dict.fromkeys(named))
        self._numbers = {node: number for number, node in enumerate(self._nodes)}
        (self._origin,) = {self._numbers[arguments[0]] for name, arguments in rows if name == "origin"}
        self._control = new_control("--heuristic=None")  # no choice fails late: one order is as good as another
        self._control.add("base", [], _encoding(ruleset) + "".join(self._fact(*row) for row in rows))
        self._control.ground([("base", [])])

    def _fact(self, name: str, arguments: Sequence[Symbol]) -> str:
        if not arguments:
            return f"{name}."
        numbers = self._numbers
        return f"{name}({','.join(str(numbers.get(argument, argument)) for argument in arguments)}).\n"

    def each(
        self,
        read: Callable[[Symbol, Symbol], Link],
        visit: Callable[[list[Link], list[Symbol]], None],
        deadline: Deadline,
        most: int,
        along: Iterable[tuple[str, Sequence[Symbol]]] = (),
    ) -> bool:
        """Call `visit` with the links of every way that has the atoms of `along`, a predicate with nodes each.

        A link is what `read` makes, once, of the nodes at its ends. Beside the links `visit` gets the further shown atoms.
        Returns False if the time limit cut it short. Raises OverflowError for more than `most` ways.
        """
        seen = 0
        known: dict[object, tuple[int, tuple[int, Link]] | Symbol] = {}

        def decoded(atom: Symbol) -> tuple[int, tuple[int, Link]] | Symbol:
            if atom.name != "take":
                return atom
            before, after = (argument.number for argument in atom.arguments)
            return before, (after, read(self._nodes[before], self._nodes[after]))

        def on_model(model: Model) -> bool:
            nonlocal seen
            seen += 1
            if seen > most:
                return False
            onward: dict[int, tuple[int, Link]] = {}
            besides = list[Symbol]()
            for atom in shown(model, decoded, known):
                if isinstance(atom, tuple):
                    onward[atom[0]] = atom[1]
                else:
                    besides.append(atom)
            at, links = self._origin, []
            while at in onward:
                at, link = onward[at]
                links.append(link)
            visit(links, besides)
            return not (seen % CHECKED == 0 and deadline.passed)

        taken = [(Function(name, [Number(self._numbers[node]) for node in nodes]), True) for name, nodes in along]
        result = self._control.solve(assumptions=taken, on_model=on_model)
        if seen > most:
            raise OverflowError(f"more than {most} ways")
        return bool(result.exhausted)


@cache
def _encoding(ruleset: str) -> str:
    return rule_sets.program(ruleset, "route")
