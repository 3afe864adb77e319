"""The atoms that grounding has left open: any of them could come out either way, and an answer with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from weakref import WeakKeyDictionary

from clingo import Function

from pyrout.program.control import SharedControl, World

# By control and names: how often it was grounded, and the open atoms of each world. A control has those of many positions.
_open: WeakKeyDictionary[SharedControl, dict[Collection[str], tuple[int, dict[int, list[str]]]]] = WeakKeyDictionary()


def undecided(world: World, names: frozenset[str] = frozenset()) -> list[str]:
    """Return the open atoms of a position, with these names or any; a control is read once after each grounding."""
    worlds = world.worlds
    of_names = _open.setdefault(worlds, {})
    calls, by_world = of_names.get(names, (-1, {}))
    if calls != worlds._calls:
        by_world = defaultdict(list)
        atoms = worlds.control.symbolic_atoms
        for name, arity, _ in atoms.signatures:
            for atom in atoms.by_signature(name, arity) if name in names or not names else ():
                if atom.is_fact or atom.is_external:
                    continue
                if worlds._alone:
                    by_world[world.number].append(str(atom.symbol))
                else:
                    first, *others = atom.symbol.arguments
                    by_world[first.number].append(str(Function(name, others)))
        of_names[names] = worlds._calls, by_world
    return by_world.get(world.number, [])
