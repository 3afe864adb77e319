"""Stands in for the clingo of a browser: the functions of `pyrout/site/clingo.cc` over the clingo that is installed, writing what
is read in the same form. Run as a program it answers positions with this clingo in place of it:

    python standin_clingo.py FILE...            a line of JSON for each: the answer with its routes and why hexes are excluded
    python standin_clingo.py --phase FILE...    the same of the whole Rout Phase
"""

from __future__ import annotations

import json
import struct
import sys
from types import ModuleType
from typing import Any

import clingo


class Buffer(bytes):
    """Bytes as Pyodide hands them over."""

    def to_bytes(self) -> bytes:
        return bytes(self)


class StandIn(ModuleType):
    def __init__(self) -> None:
        super().__init__("pyrout_clingo")
        self.controls: dict[int, clingo.Control] = {}
        self.made = 0
        self.strings: dict[str, int] = {}
        self.symbols: dict[clingo.Symbol, int] = {}
        self.lengths: list[int] = []
        self.told: list[int] = []
        self.bytes = b""
        self.left = b""
        self.count = 0
        self.said = ""
        self.handle: Any = None
        self.model: Any = None

    def string(self, text: str) -> int:
        if text not in self.strings:
            self.strings[text] = len(self.strings)
            self.lengths.append(len(text.encode()))
            self.bytes += text.encode()
        return self.strings[text]

    def symbol(self, symbol: clingo.Symbol) -> int:
        if symbol in self.symbols:
            return self.symbols[symbol]
        kind = symbol.type
        if kind is clingo.SymbolType.Number:
            entry = [1, symbol.number]
        elif kind is clingo.SymbolType.String:
            entry = [4, self.string(symbol.string)]
        elif kind is clingo.SymbolType.Function:
            arguments = [self.symbol(argument) for argument in symbol.arguments]
            entry = [5, self.string(symbol.name), len(arguments), *arguments]
        else:
            entry = [0 if kind is clingo.SymbolType.Infimum else 7]
        self.told += entry
        self.count += 1
        self.symbols[symbol] = len(self.symbols)
        return self.symbols[symbol]

    def write(self, rows: list[tuple[int, ...]]) -> int:
        words = [len(self.lengths), self.count, len(rows), *self.lengths, *self.told, *(w for row in rows for w in row)]
        self.left = struct.pack(f"<{len(words)}i", *words) + self.bytes
        self.lengths, self.told, self.bytes, self.count = [], [], b"", 0
        return 0

    # The calls ---------------------------------------------------------------------------------------------------------

    def control(self) -> int:
        self.made += 1
        number = self.made
        self.controls[number] = clingo.Control(["--warn=none", "0"], logger=lambda code, text: None, message_limit=1)
        return number

    def free(self, control: int) -> None:
        del self.controls[control]

    def add(self, control: int, part: str, program: str) -> int:
        try:
            self.controls[control].add(part, [], program)
        except RuntimeError as error:
            self.said = str(error)
            return 1
        return 0

    def ground(self, control: int, parts: str) -> int:
        programs: list[tuple[str, list[clingo.Symbol]]] = []
        for part in parts.removesuffix(".").split("\n.\n"):
            name, *arguments = part.strip("\n").split("\n")
            programs.append((name, [clingo.parse_term(argument) for argument in arguments]))
        self.controls[control].ground(programs)
        return 0

    def atoms(self, control: int, name: str, arity: int) -> int:
        atoms = self.controls[control].symbolic_atoms
        chosen = atoms.by_signature(name, arity) if name else atoms
        return self.write([(self.symbol(a.symbol), a.literal, a.is_fact + 2 * a.is_external) for a in chosen])

    def solve(self, control: int, assumptions: str) -> int:
        given = [(clingo.parse_term(line[1:]), line[0] == "+") for line in assumptions.splitlines()]
        self.handle = self.controls[control].solve(given, yield_=True)
        return 0

    def next(self) -> int:
        self.handle.resume()
        self.model = self.handle.model()
        return self.write([(int(self.model is not None),)])

    def shown(self) -> int:
        return self.write([(self.symbol(symbol),) for symbol in self.model.symbols(shown=True)])

    def true(self, literal: int) -> int:
        return self.write([(int(self.model.is_true(literal)),)])

    def end(self) -> int:
        self.handle.cancel()
        result = self.handle.get()
        return self.write([(bool(result.satisfiable) + 4 * bool(result.exhausted),)])

    def taken(self) -> Buffer:
        return Buffer(self.left)

    def words(self) -> str:
        return self.said


if __name__ == "__main__":
    sys.modules["pyrout_clingo"] = StandIn()
    import pyrout
    from pyrout.program import wasm
    from pyrout.program.control import Control

    taken: object = Control  # the types say which one it is on this machine
    assert taken is wasm.Control
    asked = pyrout.phase if "--phase" in sys.argv else pyrout.solve
    for file in sys.argv[1:]:
        if file != "--phase":
            print(json.dumps(asked(pyrout.load(file)).to_json()))
