"""The ways through a finished graph: a program of their own, of which every answer set is one way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from . import rule_sets
from .control import Deadline, Function, Model, Number, Symbol, new_control

# Facts of a graph, each a predicate with its arguments.
Facts = Iterable[tuple[str, Sequence[Symbol]]]

CHECKED = 64  # ways between two looks at the clock


class Walk:
    """The ways through one graph.

    `facts` are those that `asp/rout/route.lp` asks for. A node of the graph is what `origin` and `transition` name: clingo
    gets its number, and `nodes` has it by its number.
    """

    def __init__(self, ruleset: str, facts: Facts) -> None:
        rows = list(facts)
        named = (node for name, arguments in rows if name in ("origin", "transition") for node in arguments)
        self.nodes = list(dict.fromkeys(named))
        self._numbers = {node: number for number, node in enumerate(self.nodes)}
        self._control = new_control()
        self._control.add("base", [], _encoding(ruleset) + "".join(self._fact(*row) for row in rows))
        self._control.ground([("base", [])])

    def _fact(self, name: str, arguments: Sequence[Symbol]) -> str:
        if not arguments:
            return f"{name}."
        numbers = self._numbers
        return f"{name}({','.join(str(numbers.get(argument, argument)) for argument in arguments)}).\n"

    def each(
        self,
        visit: Callable[[Sequence[Symbol]], None],
        deadline: Deadline,
        most: int,
        along: Iterable[tuple[str, Sequence[Symbol]]] = (),
    ) -> bool:
        """Call `visit` with the shown atoms of every way that has those of `along`, a predicate with nodes each.

        Returns False if the time limit cut it short. Raises OverflowError for more than `most` ways.
        """
        seen = 0

        def on_model(model: Model) -> bool:
            nonlocal seen
            seen += 1
            if seen > most:
                return False
            visit(model.symbols(shown=True))
            return not (seen % CHECKED == 0 and deadline.passed)

        taken = [(Function(name, [Number(self._numbers[node]) for node in nodes]), True) for name, nodes in along]
        result = self._control.solve(assumptions=taken, on_model=on_model)
        if seen > most:
            raise OverflowError(f"more than {most} ways")
        return bool(result.exhausted)


@cache
def _encoding(ruleset: str) -> str:
    return rule_sets.program(ruleset, "route")
